#!/bin/bash
# From a library to tests, end to end: `harrier gen` on the example and on real libraries; what it writes compiles with gcc and with clang,
# without and with the compiler's own sanitizers, and passes. The same seed makes the same tests: in `make check-all` (HR_CHECK=all) with all of certification,
# every day with the quick one, in tests/golden/gen.txt.
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

# fails_as_told FOLDER: every failure's neighbour passes by its own Makefile, and the test behind it fails
fails_as_told() {
	local folder status=0
	for folder in "$1"/failures/*/; do
		make -s -B -C "$folder" build >"$out/built" 2>&1 || { cat "$out/built" && return 1; }
		sed 's,^\t\./test.*,\t! ./test,' "$folder/Makefile" >"$folder/opposite.mk"
		make -s -C "$folder" -f opposite.mk check >"$out/run" 2>&1 || { cat "$out/run" && echo "$folder: not as it is told" && status=1; }
	done
	return $status
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
check "shelf: failures are as they are told" fails_as_told "$out/shelf"
check "shelf: branches are counted" jq -e '.coverage.branches | .covered > 90 and .covered < .count' "$out/log.json"
check "shelf: and kept" sqlite3 "$out/shelf/campaign.db" "select 1 / (count(*) = 3) from coverage"

# ---- what other programs read: docs/report.md ----

# lcov_totals FILE: what lcov counts, as gen tells it
lcov_totals() {
	lcov --summary --rc lcov_branch_coverage=1 --rc branch_coverage=1 "$1" 2>&1 |
		sed -n 's/^ *\(lines\|functions\|branches\)\.*: .*(\([0-9]*\) of \([0-9]*\) .*/\1 \2 \3/p' | sort
}

llvm_totals() {
	jq -r '.coverage | to_entries | sort_by(.key) | .[] | "\(.key) \(.value.covered) \(.value.count)"' "$1"
}

same_totals() {
	[ "$(llvm_totals "$1" | wc -l)" -eq 3 ] && diff <(lcov_totals "$2") <(llvm_totals "$1")
}

# junit_counts FILE: what it says of its tests, failures and skipped ones
junit_counts() {
	grep -o '<testsuites[^>]*>' "$1" | grep -oE '(tests|failures|skipped)="[0-9]*"' | sort
}

# same_counts FILE: another program reads it, counts for itself, and finds the same
same_counts() {
	junitparser merge "$1" "$out/merged.xml" && [ "$(junit_counts "$1" | wc -l)" -eq 3 ] &&
		diff <(junit_counts "$1") <(junit_counts "$out/merged.xml")
}

compare_campaigns() {
	"$harrier" report --json --out "$out/copy" --compare "$out/shelf" "$out/shelf/campaign.db" >"$out/compared.json"
}

report=$out/shelf/report
tests=$(sqlite3 "$out/shelf/campaign.db" "select count(*) from tests where why is null")
failures=$(sqlite3 "$out/shelf/campaign.db" "select count(*) from failures where confirmed and class <> 'portability'")
check "report: results.sarif is SARIF" jq -e -f "$root/tests/e2e/sarif.jq" "$report/results.sarif"
if [ -n "${HR_SARIF_SCHEMA:-}" ]; then
	check "report: and the schema says so, too" /usr/bin/python3 -m jsonschema -i "$report/results.sarif" "$HR_SARIF_SCHEMA"
fi
# shellcheck disable=SC2016 # jq's dollars
check "report: it has the failures" jq -e --argjson count "$failures" '[.runs[].results[] | select(.kind == "fail")] | length == $count and $count > 0' "$report/results.sarif"
check "report: and where they are" jq -e '[.runs[].results[].locations[].physicalLocation | select(.artifactLocation.uri | endswith("shelf.c")) | .region.startLine > 0] | length > 0 and all' "$report/results.sarif"
check "report: junit.xml has the tests and the failures" [ "$(grep -c '<testcase .*/>' "$report/junit.xml") $(grep -c '<failure ' "$report/junit.xml")" = "$tests $failures" ]
if command -v junitparser >/dev/null; then
	check "report: another program counts the same" same_counts "$report/junit.xml"
else
	echo "ok - report: another program counts the same # SKIP no junitparser here"
fi
check "report: lcov counts what llvm-cov counts" same_totals "$out/log.json" "$report/coverage.info"
check "report: genhtml reads it" genhtml --quiet --branch-coverage -o "$out/html" "$report/coverage.info"
check "report: tests are known by what they execute" [ "$(sqlite3 "$out/shelf/campaign.db" "select count(distinct test) from covered_runs")" -gt 0 ]
check "report: from the database alone it is the same" "$harrier" report --out "$out/copy" "$out/shelf"
check "report: to the byte" diff -r "$report" "$out/copy"
check "report: two campaigns side by side" compare_campaigns
check "report: that found the same" jq -e '.new == [] and .gone == [] and .lost_lines == 0 and (.stayed | length > 0)' "$out/compared.json"

# ---- and again ----

if [ "${HR_CHECK:-}" = all ]; then
	for name in once again; do
		check "shelf: gen $name" gen "$out/$name" --header "$shelf/shelf.h" "$shelf/shelf.c"
	done
	check "shelf: the same seed makes the same tests" diff -r "$out/once/tests/test_shelf.c" "$out/again/tests/test_shelf.c"
fi

for name in cjson libcsv; do
	if (hr_library_load "$name") >/dev/null 2>&1; then
		hr_library_load "$name"
		# shellcheck disable=SC2154 # set by hr_library_load
		library "$name" --certify=quick "${lib_arguments[@]}"
	else
		echo "ok - $name # SKIP cannot be fetched here"
	fi
done

# ---- what depends on how much memory there is is no test ----

cat >"$out/hoard.h" <<'END'
#include <stddef.h>
typedef struct hoard hoard;
/* Makes one of so many megabytes, 1 to 4000; NULL when there is no memory. */
hoard *hoard_new(unsigned megabytes);
/* Ends it; NULL is fine. */
void hoard_free(hoard *h);
size_t hoard_size(const hoard *h);
END
cat >"$out/hoard.c" <<'END'
#include "hoard.h"
#include <stdlib.h>
struct hoard { size_t size; char *bytes; };
hoard *hoard_new(unsigned megabytes)
{
	hoard *h = megabytes >= 1 && megabytes <= 4000 ? malloc(sizeof *h) : NULL;
	if (!h)
		return NULL;
	h->size = (size_t)megabytes << 20;
	h->bytes = malloc(h->size);
	if (!h->bytes) {
		free(h);
		return NULL;
	}
	return h;
}
void hoard_free(hoard *h)
{
	if (h)
		free(h->bytes);
	free(h);
}
size_t hoard_size(const hoard *h)
{
	return h ? h->size : 0;
}
END
check "hoard: gen" gen "$out/hoard" --json --certify=quick "$out/hoard.h" "$out/hoard.c"
check "hoard: what memory was refused for is left out" jq -e '.left_out[] | select(.why == "asks for more memory than there may be")' "$out/log.json"
check "hoard: what is left passes" make -C "$out/hoard/tests" check

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
