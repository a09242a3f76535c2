#!/bin/bash
# Every header below src/ compiles alone, and twice in a row (its guard works), with gcc; in `make check-all` (HR_CHECK=all) with clang
# too, which every day has them as the sources include them.
set -u
cd "$(dirname "$0")/.." || exit 1

flags=(-std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Werror -fsyntax-only -Isrc)
# folders that may see a foreign library's headers
declare -A foreign=(
	[frontend]="-isystem $(llvm-config-19 --includedir)"
	[ir]="-isystem $(llvm-config-19 --includedir)"
)

mapfile -t headers < <(scripts/list-files.sh 'src/*.h')
if [ ${#headers[@]} -eq 0 ]; then
	echo "check-headers: no headers below src" >&2
	exit 1
fi

compilers=(gcc)
[ "${HR_CHECK:-}" != all ] || compilers+=(clang-19)

passed=0
failed=0
for header in "${headers[@]}"; do
	name=${header#src/}
	folder=${name%%/*}
	for compiler in "${compilers[@]}"; do
		# shellcheck disable=SC2086 # a list of options
		if printf '#include "%s"\n' "$name" "$name" |
			"$compiler" "${flags[@]}" ${foreign[$folder]:-} -x c -; then
			passed=$((passed + 1))
		else
			failed=$((failed + 1))
			echo "$header: does not compile alone with $compiler"
		fi
	done
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
