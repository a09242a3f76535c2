#!/bin/bash
# Three random tests of each library, as a campaign wrote them: what docs/examples.md is made of.
#
#   bench/examples.sh [--budget TIME] [--jobs N] [--draw N] [--count N] [--from DIR] [NAME…]
#
# 10s, and the ten libraries below by default; NAME is one of tests/libraries. --draw seeds the drawing of tests, not the campaign. With --from the campaigns are there already, in DIR/NAME. Prints
# Markdown. The program is $HARRIER, or build/harrier.
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/.." && pwd)
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
# shellcheck source=../tests/libraries/library.sh
. "$root/tests/libraries/library.sh"
budget=10s draw=1 count=3 from='' options=()
while [ $# -gt 0 ]; do
	case $1 in
	--budget) budget=$2 && shift 2 ;;
	--jobs) options+=("$1" "$2") && shift 2 ;;
	--draw) draw=$2 && shift 2 ;;
	--count) count=$2 && shift 2 ;;
	--from) from=$(realpath "$2") && shift 2 ;;
	*) break ;;
	esac
done
[ $# -gt 0 ] || set -- argtable2 bzip2 cjson http-parser jsmn libavl libcsv lz4 utf8proc zlib
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT

# choose FILE…: tests drawn from all of them, a table with its rows
choose() {
	awk -v seed="$draw" -v count="$count" '
		/^static const struct test_.*_case \{$/ || (!inside && /^static void test_/) { inside = 1; text = "" }
		inside { text = text $0 "\n" }
		inside && /^}$/ { inside = 0; tests[++n] = text }
		END {
			srand(seed)
			for (k = 0; k < count && n > 0; k++) {
				i = 1 + int(rand() * n)
				printf "%s%s", k ? "\n" : "", tests[i]
				tests[i] = tests[n--]
			}
		}' "$@"
}

for name; do
	out=$work/$name
	if [ -n "$from" ]; then
		out=$from/$name
	else
		(
			hr_library_load "$name" >/dev/null &&
				"$harrier" gen --budget "$budget" "${options[@]}" --out "$out" "${lib_arguments[@]}"
		) >"$work/log" 2>&1
	fi
	printf '## %s\n\n' "$name"
	if ! ls "$out"/tests/test_*.c >/dev/null 2>&1; then
		printf 'No tests: %s\n\n' "$(tail -n 1 "$work/log" 2>/dev/null)"
		continue
	fi
	printf '```c\n'
	choose "$out"/tests/test_*.c
	printf '```\n\n'
done
