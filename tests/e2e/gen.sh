#!/bin/bash
# From a library to tests, end to end: `harrier gen` on the example and on real libraries; what it writes compiles with gcc and with clang,
# without and with the compiler's own sanitizers, and passes. The same seed makes the same tests: every day with quick certification, in `make check-all`
# (HR_CHECK=all) with all of it.
set -u
export LC_ALL=C

root=${HR_SOURCE_ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}
harrier=$1
# shellcheck source=../libraries/library.sh
. "$root/tests/libraries/library.sh"
out=$PWD

passed=0
failed=0

# check TITLE COMMAND…: the command must end with 0
check() {
	local title=$1
	shift
	if "$@" >"$out/log" 2>&1; then
		passed=$((passed + 1))
		echo "ok - $title"
	else
		failed=$((failed + 1))
		echo "not ok - $title"
		sed 's/^/# /' "$out/log" | tail -n 20
	fi
}

# gen FOLDER ARGUMENT…: failures may be found, too
gen() {
	local folder=$1
	shift
	"$harrier" gen --out "$folder" --sequences 2000 "$@" >"$out/log.json" || [ $? -eq 1 ]
}

# has_test DIRECTORY: at least one test function
has_test() {
	grep -q '^static void test_' "$1"/tests/test_*.c
}

# library NAME ARGUMENT…: generates, then builds and runs what came out
library() {
	local name=$1
	shift
	check "$name: gen" gen "$out/$name" "$@"
	check "$name: there is a test" has_test "$out/$name"
	check "$name: passes with gcc" make -B -C "$out/$name/tests" CC=gcc check
	check "$name: passes with clang" make -B -C "$out/$name/tests" CC=clang-19 check
}

shelf=$root/examples/shelf
library shelf --json --header "$shelf/shelf.h" "$shelf/shelf.c"
check "shelf: what was tried" jq -e '.tried | contains(["gcc", "clang", "10 runs"])' "$out/log.json"
check "shelf: a test that shows a leak is left out" jq -e '[.left_out[] | select(.test | startswith("test_shelf_putf"))] | length > 0' "$out/log.json"
check "shelf: nothing is left out but what leaks" jq -e '[.left_out[] | select(.why | startswith("leaks") | not)] == []' "$out/log.json"
check "shelf: branches are counted" jq -e '.coverage.branches | .covered > 90 and .covered < .count' "$out/log.json"
check "shelf: and kept" sqlite3 "$out/shelf/campaign.db" "select 1 / (count(*) = 3) from coverage"
certify=(--certify=quick)
[ "${HR_CHECK:-}" != all ] || certify=()
for name in once again; do
	check "shelf: gen $name" gen "$out/$name" "${certify[@]}" --header "$shelf/shelf.h" "$shelf/shelf.c"
done
check "shelf: the same seed makes the same tests" diff -r "$out/once/tests/test_shelf.c" "$out/again/tests/test_shelf.c"

for name in cjson libcsv; do
	if (hr_library_load "$name") >/dev/null 2>&1; then
		hr_library_load "$name"
		# shellcheck disable=SC2154 # set by hr_library_load
		library "$name" --certify=quick "${lib_arguments[@]}"
	else
		echo "ok - $name # SKIP cannot be fetched here"
	fi
done

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
