#!/bin/bash
# Two versions of a small library that differ in known ways: `harrier compare` tells these and nothing else, groups what has one cause, never tells what differs from run to run, and leaves C programs that pass with
# one version and fail with the other. Output is TAP, with a last line "N passed, N failed".
set -u
export LC_ALL=C
harrier=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
export XDG_CACHE_HOME=$PWD/cache
# shellcheck source=check.inc.sh
. "$root/tests/e2e/check.inc.sh"

mkdir -p old new
cat >old/jar.h <<'END'
#ifndef JAR_H
#define JAR_H
#include <stddef.h>
#define JAR_SIZE 8
#define JAR_LEVEL 3
struct jar;
struct jar *jar_new(void);
void jar_free(struct jar *jar);
int jar_add(struct jar *jar, int thing);
int jar_count(const struct jar *jar);
int jar_sum(const struct jar *jar);
int jar_twice_sum(const struct jar *jar);
const char *jar_label(const struct jar *jar);
int jar_last(const struct jar *jar, int *thing);
unsigned jar_where(const struct jar *jar);
int jar_dirty(const struct jar *jar);
int jar_gone(int number);
int jar_wide(int number);
#endif
END
cat >old/jar.c <<'END'
#include "jar.h"
#include <stdlib.h>
#include <stdint.h>
struct jar { int count; int things[JAR_SIZE]; int dirty; };
struct jar *jar_new(void)
{
	struct jar *jar = malloc(sizeof *jar);
	if (jar) {
		jar->count = 0;
		for (int i = 0; i < JAR_SIZE; i++)
			jar->things[i] = 0;
	}
	return jar;
}
void jar_free(struct jar *jar) { free(jar); }
int jar_add(struct jar *jar, int thing)
{
	if (!jar || jar->count == JAR_SIZE)
		return -1;
	jar->things[jar->count++] = thing % 1000;
	return 0;
}
int jar_count(const struct jar *jar) { return jar ? jar->count : 0; }
static int add_up(const struct jar *jar)
{
	int sum = 0;
	for (int i = 0; i < jar->count; i++)
		sum += jar->things[i];
	return sum;
}
int jar_sum(const struct jar *jar) { return jar ? add_up(jar) : 0; }
int jar_twice_sum(const struct jar *jar) { return jar ? 2 * add_up(jar) : 0; }
const char *jar_label(const struct jar *jar) { return jar && jar->count ? "some" : "none"; }
int jar_last(const struct jar *jar, int *thing)
{
	if (!jar || !thing || !jar->count)
		return -1;
	*thing = jar->things[jar->count - 1];
	return 0;
}
unsigned jar_where(const struct jar *jar) { return (unsigned)((uintptr_t)jar >> 4); }
int jar_dirty(const struct jar *jar) { return jar ? jar->dirty : 0; }
int jar_gone(int number) { return number; }
int jar_wide(int number) { return number < 0 ? 0 : number; }
END
# one inner function is changed, one text, one check is lost, one function gone, one has another parameter; and the struct is larger, which nobody sees
sed -e '/jar_gone/d' -e 's/int jar_wide(int number)/int jar_wide(long number)/' -e 's/JAR_LEVEL 3/JAR_LEVEL 4/' old/jar.h >new/jar.h
sed -e '/jar_gone/d' -e 's/int jar_wide(int number) { return number < 0 ? 0 : number; }/int jar_wide(long number) { return number < 0 ? 0 : (int)number; }/' \
	-e 's/int sum = 0;/int sum = 1;/' -e 's/"some" : "none"/"some" : "empty"/' \
	-e 's/!jar || !thing || !jar->count/!jar || !thing/' -e 's/int dirty;/int dirty, more;/' old/jar.c >new/jar.c

# runs CODE COMMAND…: the command must end with that code; what it prints stays in `said`
runs() {
	local code=$1 got=0
	shift
	"$@" >said 2>&1 || got=$?
	cat said
	[ "$got" -eq "$code" ]
}

# says PATTERN…: all of them are in what the last command said
says() {
	local pattern
	for pattern; do
		grep -q -- "$pattern" said || { echo "missing: $pattern" && cat said && return 1; }
	done
}

says_not() {
	! grep -- "$1" said
}

# programs CODE FILE: what make -f FILE check comes to in every folder
programs() {
	local folder got
	for folder in harrier-out/differences/*/; do
		got=0
		make -s -C "$folder" -f "$2" check || got=$?
		[ $((got != 0)) -eq "$1" ] || { echo "$folder: $got" && return 1; }
	done
}

check "two trees that are the same do not differ" runs 0 "$harrier" compare old old --calls 4000 --jobs 1 --header jar.h jar.c
check "which is said" says 'differences: none'
check "and no folder is left" [ ! -e harrier-out/differences ]
check "two versions differ" runs 1 "$harrier" compare harrier-out --jobs 1 --header new/jar.h new/jar.c
check "an inner function that was changed is told once" says 'changed on the way: add_up' 'also seen with: jar_'
check "a text" says 'old: returned "none"' 'new: returned "empty"'
check "what only the new version does wrong" says 'old: did not fail' 'new: failed: .*out' 'jar_last'
check "functions that are gone or take something else" says 'jar_gone is gone' 'old: int (int)' 'new: int (long)'
check "a constant" says 'JAR_LEVEL'
check "nothing that depends on addresses or fresh memory" says_not 'jar_where\|jar_dirty'
check "three differences, no more" says 'differences: 3$'
check "the programs pass with the old version" programs 0 old.mk
check "and fail with the new one" programs 1 new.mk
check "nothing has changed in place" runs 0 "$harrier" compare harrier-out --jobs 1
sed -i -e 's/"some" : "none"/"some" : "empty"/' old/jar.c
check "something has: the old version is taken as it was built" runs 1 "$harrier" compare harrier-out --json --jobs 1
check "and that is said, for programs" python3 -c "
import json
found = json.load(open('said'))
assert found['bare'] and not found['api'], found
assert [one['new'] for one in found['differences'] if one['confirmed']] == ['returned \\\"empty\\\"'], found"
check "a folder without a campaign is refused" runs 2 "$harrier" compare old --header new/jar.h new/jar.c
check "no folder at all is refused" runs 2 "$harrier" compare --header new/jar.h new/jar.c

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
