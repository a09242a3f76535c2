#!/bin/bash
# Containers: the branches that a short campaign covers, as llvm-cov counts them when the tests that it emitted run on a clean build.
#
#   bench/containers.sh [--budget TIME] [--fail-alloc] [NAME…]      5s, and all of examples/containers by default
#
# Prints a row for each: functions, lines and branches covered, how many branches are left, and where. With --fail-alloc allocations fail now and
# then, which some branches need: containers.md tells which. The program is $HARRIER, or build/harrier.
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/.." && pwd)
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
budget=5s options=()
while [ $# -gt 0 ]; do
	case $1 in
	--budget) budget=$2 && shift 2 ;;
	--fail-alloc) options+=("$1") && shift ;;
	*) break ;;
	esac
done
containers=$root/examples/containers
if [ $# -eq 0 ]; then
	mapfile -t names < <(cd "$containers" && printf '%s\n' ./*.h | sed 's|^\./||; s|\.h$||')
	set -- "${names[@]}"
fi
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT

# missed FILE: lines of branches that were not taken, from llvm-cov's export
missed() {
	jq -r '[.data[0].files[].branches[] | select(.[4] == 0 or .[5] == 0) | "\(.[0]):\(.[1])"] | unique | join(" ")' "$1"
}

printf '%-12s %10s %10s %16s  %s\n' container functions lines branches left
for name; do
	folder=$work/$name
	mkdir "$folder"
	if ! "$harrier" gen --certify=quick --budget "$budget" "${options[@]}" --tests 1000 --out "$folder/out" --header "$containers/$name.h" "$containers/$name.c" \
		>"$folder/log" 2>&1 && [ ! -d "$folder/out/tests" ]; then
		printf '%-12s %s\n' "$name" "cannot be run: $(tail -n 1 "$folder/log")"
		continue
	fi
	flags='-g -fprofile-instr-generate -fcoverage-mapping'
	LLVM_PROFILE_FILE=$folder/raw-%p make -s -C "$folder/out/tests" CC=clang-19 CFLAGS="$flags" check >"$folder/check" 2>&1
	llvm-profdata-19 merge -o "$folder/profile" "$folder"/raw-* || continue
	llvm-cov-19 export -instr-profile "$folder/profile" "$folder/out/tests/test_$name" "$containers/$name.c" >"$folder/json" || continue
	jq -r '.data[0].totals | "\(.functions.covered)/\(.functions.count) \(.lines.covered)/\(.lines.count) \(.branches.covered)/\(.branches.count)"' \
		"$folder/json" >"$folder/totals"
	read -r functions lines branches <"$folder/totals"
	printf '%-12s %10s %10s %16s  %s\n' "$name" "$functions" "$lines" "$branches" "$(missed "$folder/json")"
done
