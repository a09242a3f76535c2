#!/bin/bash
# clang-tidy over src/ with the rules of .clang-tidy; every finding is an error.
#
#     check-tidy.sh [BUILD_DIRECTORY [FILE…]]      build/ and all of src/*.c by default
#
# The static analyzer takes nine tenths of the time: over all files it runs in `make check-all` (HR_CHECK=all) alone, over named ones always.
set -u
cd "$(dirname "$0")/.." || exit 1

directory=${1:-build}
[ $# -eq 0 ] || shift
if [ ! -f "$directory/compile_commands.json" ]; then
	echo "check-tidy: '$directory/compile_commands.json' is missing; build first" >&2
	exit 1
fi
options=()
if [ $# -eq 0 ]; then
	[ "${HR_CHECK:-}" = all ] || options=(--checks='-clang-analyzer-*')
	# a file that is not built has no flags
	mapfile -t files < <(scripts/list-files.sh 'src/*.c' | while IFS= read -r file; do
		! grep -q "/$file\"" "$directory/compile_commands.json" || echo "$file"
	done)
	set -- "${files[@]}"
fi
if [ $# -eq 0 ]; then
	echo "check-tidy: no sources" >&2
	exit 1
fi
# several files to a start: the start takes as long as a file does
each=16
[ $# -ge 64 ] || each=1
printf '%s\0' "$@" | xargs -0 -n $each -P 2 clang-tidy-19 -p "$directory" --quiet "${options[@]}" 2>&1 |
	grep -vE -e '^[0-9]+ warnings? (and [0-9]+ errors? )?generated' -e '^\[[0-9]+/[0-9]+\] Processing file '
exit "${PIPESTATUS[1]}"
