#!/bin/bash
# What the code of real libraries does to their parameters, against what people found there; the small cases of tests/facts/cases; and the function
# sets of examples/containers with and without purity. How good it is at the least stands here; tests/facts/measure.sh shows details.
set -u
export LC_ALL=C

harrier=$1
root=$HR_SOURCE_ROOT
score=$root/tests/facts/score.sh
# shellcheck source=../libraries/library.sh
. "$root/tests/libraries/library.sh"
passed=0 failed=0

check() {
	if "${@:2}"; then
		passed=$((passed + 1))
	else
		echo "failed: $1"
		failed=$((failed + 1))
	fi
}

# All pairs of truth and facts together.
pairs=()
for name in cjson libcsv libavl zlib lz4; do
	[ -f "$root/tests/facts/truth/$name.facts" ] || continue
	if ! (hr_library_load "$name" && "$harrier" inspect --facts "${lib_arguments[@]}") >"$name.tsv"; then
		echo "$name: cannot be had or read here"
		continue
	fi
	pairs+=("$root/tests/facts/truth/$name.facts" "$name.tsv")
done
[ ${#pairs[@]} -gt 0 ] || exit 77
check "libraries" "$score" --min-precision 98 --min-recall 90 "${pairs[@]}"

pairs=()
for file in "$root"/tests/facts/cases/*.c; do
	name=$(basename "$file" .c)
	if "$harrier" inspect --facts=all --header "$file" >"case-$name.tsv"; then
		pairs+=("$file" "case-$name.tsv")
	else
		echo "failed: $name.c cannot be read"
		failed=$((failed + 1))
	fi
done
check "cases" "$score" --min-precision 98 --min-recall 90 "${pairs[@]}"

# dependences: edges and entries, whole and purified
graph() {
	"$harrier" inspect "$root/examples/containers/$1.h" "$root/examples/containers/$1.c" --graph "$1.dot" >"$1.txt" || return
	grep -Fx "  dependences: $2" "$1.txt" || { tail -n 1 "$1.txt" && return 1; }
}
check "stack" graph stack "19 edges, function set of 12; purified: 14 edges, function set of 7"
check "bitset" graph bitset "98 edges, function set of 46; purified: 79 edges, function set of 27"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
