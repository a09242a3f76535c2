#!/bin/bash
# Is every sequence on its own in a worker, whatever ran before it? Thousands of random sequences (or $ISOLATION_SEQUENCES; in `make check-all`, HR_CHECK=all,
# 10,000) for each of the small libraries of tests/isolation, which keep state wherever C has any, and fewer for some real ones: run in many orders and many
# ways, compared.
#
#   tests/e2e/isolation.sh [HARRIER] [NAME…]      NAME: state, system, memory, or one of tests/libraries
#
# Prints TAP, a last line "N passed, N failed".
set -u
export LC_ALL=C

root=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=../libraries/library.sh
. "$root/tests/libraries/library.sh"

case ${1:-} in
*/*) HARRIER=$1 && shift ;;
esac
harrier=$(realpath -q "${HARRIER:-$root/build/harrier}")
isolation=$(dirname "$harrier")/tests/isolation/isolation
if [ ! -x "$isolation" ]; then
	echo "isolation.sh: no program '$isolation'; run make first" >&2
	exit 2
fi
[ $# -gt 0 ] || set -- state system memory libcsv cjson # zlib takes minutes: its sequences hang often

# How many sequences for the small libraries, and for real ones
many=2000 some=800
[ "${HR_CHECK:-}" != all ] || many=10000 some=3000
many=${ISOLATION_SEQUENCES:-$many} some=${ISOLATION_SEQUENCES:-$some}

# Reads of what nobody wrote: those that have to be found, and those that a library is known for
planted() {
	case $1 in
	# deflate looks for matches behind its input and checks afterwards where that ends: branches differ, results do not (question 36
	# of zlib's FAQ); inflateCodesUsed is given the state of deflate by random sequences, of which it reads what that never sets
	zlib) printf -- '--known %s\n' gzclose gzclose_w gzflush inflateCodesUsed ;;
	memory) sed -n 's/^int \(memory_unwritten_[a-z]*\)(.*/--planted \1/p' "$root/tests/isolation/memory.h" ;;
	esac
}

# run NAME: 77 when the library cannot be had here
run() {
	if [ -f "$root/tests/isolation/$1.c" ]; then
		cd "$root/tests/isolation" || return
		# shellcheck disable=SC2046 # words on purpose
		"$isolation" --sequences "$many" $(planted "$1") --header "$1.h" "$1.c" -- -D_GNU_SOURCE -lm
	else
		hr_library_load "$1" || return
		# shellcheck disable=SC2046 # words on purpose
		"$isolation" --sequences "$some" $(planted "$1") "${lib_arguments[@]}"
	fi
}

scratch=$(mktemp -d) || exit
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

passed=0 failed=0 skipped=0
for name; do
	(run "$name") >"$scratch/out" 2>&1
	code=$?
	sed "s/^\(not ok\|ok\) [0-9]* - /&$name: /; s/^1\.\./# 1../" "$scratch/out"
	if [ $code -eq 77 ]; then
		skipped=$((skipped + 1))
		continue
	fi
	passed=$((passed + $(grep -c '^ok ' "$scratch/out")))
	failed=$((failed + $(grep -c '^not ok ' "$scratch/out")))
	if [ $code -ne 0 ] && ! grep -q '^not ok ' "$scratch/out"; then
		echo "not ok - $name: the comparison itself failed ($code)"
		failed=$((failed + 1))
	fi
done
[ $skipped -eq 0 ] || echo "# $skipped skipped"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
