#!/bin/sh
# Labels: every line of truth/ and cases/ is well-formed, every case compiles without a warning, and every function that a case
# speaks of is defined there.
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "$here" || exit
failed=0
names=$(mktemp) || exit
trap 'rm -f "$names"' EXIT

./score.sh --check truth/*.facts cases/*.c || failed=1
for file in cases/*.c; do
	for compiler in gcc clang-19; do
		"$compiler" -std=gnu11 -D_GNU_SOURCE -fsyntax-only -Wall -Wextra -Werror -Wno-unused-function "$file" || failed=1
	done
	sed -n 's|^[ \t]*// expect: *\([^ ]*\) .*|\1|p' "$file" | sort -u >"$names"
	while read -r name; do
		grep -Eq "^[A-Za-z_].*[ *]$name\(" "$file" || { echo "$file: no function '$name'" && failed=1; }
	done <"$names"
done
[ $failed -eq 0 ]
