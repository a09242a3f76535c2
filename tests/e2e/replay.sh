#!/bin/bash
# `harrier replay` and `harrier gen` as a first user meets them: odd builds, bad input, what the machine lacks. Starts in an empty
# directory; the program is $1. Output is TAP, with a last line "N passed, N failed".
# shellcheck disable=SC2016 # dollars of another shell
set -u
harrier=$(realpath "$1")
export XDG_CACHE_HOME=$PWD/cache
passed=0
failed=0

# check NAME STATUS PATTERN… -- COMMAND…: the command ends so, and what it prints matches every pattern (extended regular expressions)
check() {
	local name=$1 status=$2 patterns=() output code
	shift 2
	while [ "$1" != -- ]; do
		patterns+=("$1")
		shift
	done
	shift
	output=$("$@" 2>&1)
	code=$?
	local missing=''
	[ "$code" -eq "$status" ] || missing="exit code $code instead of $status"
	for pattern in "${patterns[@]}"; do
		grep -Eq -- "$pattern" <<<"$output" || missing="${missing:+$missing; }no '$pattern'"
	done
	if [ -z "$missing" ]; then
		passed=$((passed + 1))
		echo "ok $((passed + failed)) - $name"
	else
		failed=$((failed + 1))
		echo "not ok $((passed + failed)) - $name"
		printf '# %s\n' "$missing"
		head -n 30 <<<"$output" | sed 's/^/#   /'
	fi
}

# gen ARGUMENT…: failures may be found, too
gen() {
	"$harrier" gen --certify=quick "$@"
	local code=$?
	[ $code -eq 1 ] || return $code
}

place() {
	mkdir -p "$1" && cd "$1" || exit
}

cat >list.h <<'END'
struct list;
struct list *list_new(void);
int list_add(struct list *list, int value);
int list_sum(const struct list *list);
int list_save(const struct list *list, const char *path);
void list_free(struct list *list);
END
cat >list.c <<'END'
#include "list.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
struct list { int count; int values[8]; };
struct list *list_new(void) { return calloc(1, sizeof(struct list)); }
int list_add(struct list *list, int value)
{
	if (list->count == 8)
		return -1;
	list->values[list->count++] = FACTOR * value;
	return list->count;
}
int list_sum(const struct list *list)
{
	double sum = 0;
	for (int i = 0; i < list->count; i++)
		sum += list->values[i];
	return (int)floor(pow(sum, 1));
}
int list_save(const struct list *list, const char *path)
{
	FILE *file = fopen(path, "wx");
	if (!file)
		return -1;
	fprintf(file, "%d\n", list->count);
	return fclose(file);
}
void list_free(struct list *list) { free(list); }
END
cat >list.seq <<'END'
v0 = list_new()
v1 = list_add(v0, 20)
v2 = list_sum(v0)
list_free(v0)
END
library=$PWD

# ---- builds ------------------------------------------------------------------------------------------------------------------

# A build with programs beside the library, each source with flags of its own.
programs() {
	place programs
	echo 'int main(void) { return 0; }' >one.c
	printf '#include "list.h"\nint helper(void);\nint main(void) { return helper(); }\n' >two.c
	echo 'int helper(void) { return 0; }' >helper.c
	cat >compile_commands.json <<END
[{"directory": "$PWD", "file": "one.c", "arguments": ["cc", "-c", "one.c"]},
 {"directory": "$PWD", "file": "two.c", "arguments": ["cc", "-I$library", "-c", "two.c"]},
 {"directory": "$PWD", "file": "helper.c", "arguments": ["cc", "-c", "helper.c"]},
 {"directory": "$PWD", "file": "../list.c", "arguments": ["cc", "-std=c99", "-DFACTOR=3", "-c", "../list.c"]}]
END
	check "programs of a build are no part of the unit" 0 "not part of the library.*'one.c'.*'helper.c'" 'list_sum\(v0\) +→ 60' -- \
		"$harrier" replay ../list.seq --header ../list.h -p .
	check "nor of the tests, and sources keep their flags" 0 'tests: [1-9]' -- gen --header ../list.h -p . --sequences 300
	check "tests pass" 0 '[1-9][0-9]* passed, 0 failed' -- make -C harrier-out/tests
	check "tests pass again: they leave nothing behind" 0 '[1-9][0-9]* passed, 0 failed' -- make -C harrier-out/tests
	check "tests leave no files in their folder" 1 -- grep -qvE '\.[cho]$|^(Makefile|CMakeLists\.txt|meson\.build)$|^test_[a-z_]*$' <(ls harrier-out/tests)
	check "tests build with another compiler" 0 '[1-9][0-9]* passed, 0 failed' -- make -B CC=clang-19 -C harrier-out/tests
	cd "$library" || exit
}

# Everything in one file, main included; blanks and quotes in the names.
odd_names() {
	place "odd name's \$HOME"
	sed 's/FACTOR/factor/; s/^struct list {/static int factor = 2;\n&/' ../list.c >"all in one.c"
	echo 'int main(void) { return list_sum(list_new()); }' >>"all in one.c"
	check "blanks in a path, main beside the API" 0 'list_sum\(v0\) +→ 40' -- \
		"$harrier" replay ../list.seq --header ../list.h "all in one.c" -- -I..
	check "tests of it" 0 'tests: [1-9]' -- gen --header ../list.h "all in one.c" --sequences 300 -- -I.. '-DTEXT="a b"'
	check "they pass" 0 '[1-9][0-9]* passed, 0 failed' -- make -C harrier-out/tests
	cd "$library" || exit
}

# A macro that assigns to its argument: a worker gives it a variable, a test cannot; the other tests are not lost.
macros() {
	place macros
	printf '#include "../list.h"\n#define LIST_SET(to, from) do { (to) = (from) + 1; } while (0)\n' >macro.h
	check "tests that do not compile are left out" 0 'tests: [1-9]' -- \
		gen --header macro.h ../list.c --sequences 300 --length 2 -- -DFACTOR=1
	check "the others pass" 0 '[1-9][0-9]* passed, 0 failed' -- make -C harrier-out/tests
	cd "$library" || exit
}

# Checks for undefined behaviour begin most blocks; a branch is counted all the same.
branches() {
	place branches
	echo 'int f(int a, int b);' >f.h
	cat >f.c <<'END'
int f(int a, int b)
{
	int r = a;
	if (a & 1)
		r += b * 3;
	if (a & 2)
		r -= b << 5;
	if (a & 4)
		r *= b;
	if (a & 8)
		r /= b;
	return r;
}
END
	local calls='' before=0 now
	for a in 0 1 2 4 8; do
		calls+="f($a, 2)"$'\n'
		now=$("$harrier" replay - --header f.h f.c <<<"$calls" | sed -n 's/^normal: .* \([0-9]*\) of .*/\1/p')
		check "an edge for f($a)" 0 -- [ "${now:-0}" -gt "$before" ]
		before=${now:-0}
	done
	cd "$library" || exit
}

# ---- input that cannot work, and what the message says ---------------------------------------------------------------------------

bad_input() {
	place bad
	local unit=(--header ../list.h ../list.c)
	check "no source and no library" 3 'nothing defines the functions' '-lNAME' -- "$harrier" replay ../list.seq --header ../list.h
	check "gen: no source and no library" 3 'nothing defines the functions' -- gen --header ../list.h
	check "a source that does not compile" 3 "list.c' does not compile" FACTOR -- "$harrier" replay ../list.seq "${unit[@]}"
	printf '#include "missing.h"\n' >missing.c
	check "a missing header" 3 "'missing.h' file not found" 'with -I' -- "$harrier" replay ../list.seq --header ../list.h missing.c
	check "a library that is not there" 3 'cannot be linked' 'nolibhere' -- "$harrier" replay ../list.seq "${unit[@]}" -- -DFACTOR=1 -lnolibhere
	check "a sequence that is not there" 3 "cannot read 'none.seq'" -- "$harrier" replay none.seq "${unit[@]}" -- -DFACTOR=1
	printf 'v0 = list_new(\n' >broken.seq
	check "a broken sequence" 3 'broken.seq:1:15: ' -- "$harrier" replay broken.seq "${unit[@]}" -- -DFACTOR=1
	printf '\0\377' >binary.seq
	check "a sequence of bytes" 3 'binary.seq:1:1: the byte 0x00' -- "$harrier" replay binary.seq "${unit[@]}" -- -DFACTOR=1
	: >empty.seq
	check "an empty sequence" 0 '0 calls' -- "$harrier" replay empty.seq "${unit[@]}" -- -DFACTOR=1
	cd "$library" || exit
}

# ---- what the machine lacks ------------------------------------------------------------------------------------------------------

machine() {
	place machine
	local unit=(../list.seq --header ../list.h ../list.c -- -DFACTOR=1)
	: >file
	check "a cache that cannot be made" 0 'list_sum\(v0\) +→ 20' -- env XDG_CACHE_HOME="$PWD/file" "$harrier" replay "${unit[@]}"
	check "no home" 0 'list_sum\(v0\) +→ 20' -- env -u XDG_CACHE_HOME -u HOME "$harrier" replay "${unit[@]}"
	mkdir empty
	check "no compiler" 4 "cannot run 'clang-19'" 'install' -- env PATH="$PWD/empty" "$harrier" replay "${unit[@]}"
	mkdir small
	if unshare -rm true 2>/dev/null; then
		check "a full disk" 1 'No space left|is there space left' -- unshare -rm sh -c \
			'mount -t tmpfs -o size=12k none small && shift && XDG_CACHE_HOME=$PWD/small TMPDIR=$PWD/small "$@" || exit 1' \
			sh '' "$harrier" replay "${unit[@]}"
	else
		echo "# skipped: a full disk (no user namespaces here)"
	fi
	cd "$library" || exit
}

# A library without its sources runs as it is.
installed() {
	place installed
	cc -shared -fPIC -DFACTOR=5 -o liblist.so ../list.c -lm || return
	check "a library without sources" 0 'note: without its sources' 'list_sum\(v0\) +→ 100' -- \
		"$harrier" replay ../list.seq --header ../list.h -- -L. -llist
	check "tests for it" 0 'tests: [1-9]' -- gen --header ../list.h --sequences 100 -- -L. -llist
	check "they find it" 0 '[1-9][0-9]* passed, 0 failed' -- make -C harrier-out/tests
	cd "$library" || exit
}

programs
odd_names
macros
branches
bad_input
machine
installed
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
