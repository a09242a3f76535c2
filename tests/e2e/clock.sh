#!/bin/bash
# The time of day is set back again and again while a run goes on: it ends, and its suite is that of any other run.
set -u
export LC_ALL=C

root=${HR_SOURCE_ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}
harrier=$(realpath "$1")
library=("$root/examples/shelf/shelf.h" "$root/examples/shelf/shelf.c")
export XDG_CACHE_HOME=$PWD/cache

passed=0
failed=0
check() {
	if "${@:2}"; then
		passed=$((passed + 1))
		echo "ok - $1"
	else
		failed=$((failed + 1))
		echo "not ok - $1"
	fi
}

cc -shared -fPIC -o backwards.so "$root/tests/clock/backwards.c" || exit 1
earlier() {
	# twice a look at the clock, the second one earlier: else nothing is tried here
	LD_PRELOAD=$PWD/backwards.so bash -c 'printf "%(%s)T\n" -1; printf "%(%s)T\n" -1' >looks
	sort -c -n looks 2>/dev/null && [ "$(sort -u looks | wc -l)" -gt 1 ] && return 1
	return 0
}
check "the clock goes backwards" earlier
"$harrier" gen --certify=quick --sequences 300 --seed 1 --out usual "${library[@]}" >usual.out 2>&1
usual=$?
rm -rf cache # built again, with this clock
LD_PRELOAD=$PWD/backwards.so timeout 2000 "$harrier" gen --certify=quick --sequences 300 --seed 1 --out back "${library[@]}" >back.out 2>&1
check "a run ends as ever" [ $? -eq $usual ]
check "and makes the same suite" diff -r usual/tests back/tests

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
