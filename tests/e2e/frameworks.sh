#!/bin/bash
# Tests for every framework, from one small library: each is compiled without a warning and passes; what a person edited stays; the same calls make the same files; CMake and meson
# build them as well.
set -u
export LC_ALL=C

root=${HR_SOURCE_ROOT:-$(cd "$(dirname "$0")/../.." && pwd)}
harrier=$(realpath "$1")
# shellcheck source=check.inc.sh
. "$root/tests/e2e/check.inc.sh"

mkdir project && cd project || exit 1
cat >note.h <<'END'
#include <stddef.h>
#include <stdio.h>

/* A pad of notes. */
struct pad;

typedef int note_visitor(const char *text, void *data);

struct pad *pad_new(void);
void pad_free(struct pad *pad);
/* Returns 0, or -1 without memory or text. */
int pad_add(struct pad *pad, const char *text);
size_t pad_count(const struct pad *pad);
/* Stops when the visitor returns something else than 0, and returns that. */
int pad_each(const struct pad *pad, note_visitor *visit, void *data);
/* The number of vowels in it. */
int note_vowels(const char *text, size_t length);
/* Shows it to the visitor, unless it is empty; what that returns. */
int note_show(const char *text, note_visitor *visit, void *data);
/* The number that it begins with. Returns -1 with errno set to EINVAL when there is none. */
int note_number(const char *text);
/* Reads notes from a file, one a line; the number of them, or -1. */
int pad_read(struct pad *pad, const char *path);
__attribute__((deprecated)) int note_old(int number);
/* Writes it between dashes. */
void note_write(FILE *stream, const char *text);
/* As many lines as there is room for. */
void note_lines(unsigned char *out, size_t size);
/* Names that tests would like to have for themselves. */
struct test {
	int number;
};
extern int tests;
int check(int number);
int enter(int number);
void fill(int number);
END
cat >note.c <<'END'
#include "note.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pad {
	size_t count;
	char *texts[8];
};

struct pad *pad_new(void)
{
	return calloc(1, sizeof(struct pad));
}

void pad_free(struct pad *pad)
{
	for (size_t i = 0; pad && i < pad->count; i++)
		free(pad->texts[i]);
	free(pad);
}

int pad_add(struct pad *pad, const char *text)
{
	if (!pad || !text || pad->count == 8)
		return -1;
	pad->texts[pad->count] = strdup(text);
	return pad->texts[pad->count] ? (pad->count++, 0) : -1;
}

size_t pad_count(const struct pad *pad)
{
	return pad ? pad->count : 0;
}

int pad_each(const struct pad *pad, note_visitor *visit, void *data)
{
	int result = 0;
	for (size_t i = 0; pad && visit && i < pad->count && !result; i++)
		result = visit(pad->texts[i], data);
	return result;
}

int note_vowels(const char *text, size_t length)
{
	int count = 0;
	for (size_t i = 0; text && i < length; i++) {
		switch (text[i]) {
		case 'a': count += 1; break;
		case 'e': count += 1; break;
		case 'i': count += 1; break;
		case 'o': count += 1; break;
		case 'u': count += 1; break;
		default: break;
		}
	}
	return count;
}

int note_show(const char *text, note_visitor *visit, void *data)
{
	return text && *text && visit ? visit(text, data) : 0;
}

int note_number(const char *text)
{
	if (!text || *text < '0' || *text > '9') {
		errno = EINVAL;
		return -1;
	}
	return *text - '0';
}

void note_write(FILE *stream, const char *text)
{
	if (stream && text)
		fprintf(stream, "-%s-\n", text);
}

void note_lines(unsigned char *out, size_t size)
{
	if (out)
		memset(out, '-', size);
}

int tests;

int check(int number)
{
	return number > 1 ? number + tests : 0;
}

int enter(int number)
{
	return number < 0 ? -1 : 0;
}

void fill(int number)
{
	tests += number;
}

int pad_read(struct pad *pad, const char *path)
{
	char line[64];
	FILE *file = pad && path ? fopen(path, "r") : NULL;
	int count = 0;
	if (!file)
		return -1;
	while (fgets(line, sizeof line, file))
		count += pad_add(pad, line) == 0;
	fclose(file);
	return count;
}

int note_old(int number)
{
	return number > 3 ? 1 : 0;
}
END

# gen FOLDER OPTION…: failures may be found, too. Nothing is in the directories that are named, but their names are odd: with a space, and with that of the current one inside
gen() {
	local folder=$1
	shift
	"$harrier" gen --calls 3000 --jobs 1 --certify=quick --out "$folder" "$@" --header note.h note.c -- \
		-isystem "$PWD/with space" -I"$PWD/more$PWD" >summary 2>&1 || [ $? -eq 1 ] || {
		cat summary
		return 1
	}
}

# silent COMMAND…: ends with 0, and has nothing to say of warnings
silent() {
	"$@" >said 2>&1 || {
		cat said
		return 1
	}
	cat said
	! grep -q 'warning:' said
}

# make_unity: what of Unity's interface its users see, as its manual tells it
make_unity() {
	export UNITY_DIR=$PWD/unity
	mkdir -p "$UNITY_DIR"
	cat >"$UNITY_DIR/unity.h" <<'END'
#ifndef UNITY_H
#define UNITY_H
#include <stddef.h>
#include <stdint.h>
#include <string.h>
void setUp(void);
void tearDown(void);
void unity_begin(const char *file);
int unity_end(void);
void unity_run(void (*test)(void), const char *name, int line);
void unity_number(int64_t expected, int64_t actual, const char *message, int line);
void unity_string(const char *expected, const char *actual, const char *message, int line);
void unity_truth(int holds, const char *message, int line);
#define UNITY_BEGIN() unity_begin(__FILE__)
#define UNITY_END() unity_end()
#define RUN_TEST(test) unity_run(test, #test, __LINE__)
#define TEST_ASSERT_TRUE_MESSAGE(condition, message) unity_truth((condition) != 0, message, __LINE__)
#define TEST_ASSERT_FALSE_MESSAGE(condition, message) unity_truth(!(condition), message, __LINE__)
#define TEST_ASSERT_NULL_MESSAGE(pointer, message) unity_truth((pointer) == NULL, message, __LINE__)
#define TEST_ASSERT_NOT_NULL_MESSAGE(pointer, message) unity_truth((pointer) != NULL, message, __LINE__)
#define TEST_ASSERT_EQUAL_INT_MESSAGE(expected, actual, message) \
	unity_number((int64_t)(expected), (int64_t)(actual), message, __LINE__)
#define TEST_ASSERT_EQUAL_UINT_MESSAGE TEST_ASSERT_EQUAL_INT_MESSAGE
#define TEST_ASSERT_EQUAL_STRING_MESSAGE(expected, actual, message) \
	unity_string((const char *)(expected), (const char *)(actual), message, __LINE__)
#define TEST_ASSERT_EQUAL_MEMORY_MESSAGE(expected, actual, size, message) \
	unity_truth(memcmp(expected, actual, size) == 0, message, __LINE__)
#ifdef UNITY_SUPPORT_64
#define TEST_ASSERT_EQUAL_INT64_MESSAGE TEST_ASSERT_EQUAL_INT_MESSAGE
#define TEST_ASSERT_EQUAL_UINT64_MESSAGE TEST_ASSERT_EQUAL_INT_MESSAGE
#endif
#define TEST_ASSERT_TRUE(condition) TEST_ASSERT_TRUE_MESSAGE(condition, NULL)
#define TEST_ASSERT_FALSE(condition) TEST_ASSERT_FALSE_MESSAGE(condition, NULL)
#define TEST_ASSERT_NULL(pointer) TEST_ASSERT_NULL_MESSAGE(pointer, NULL)
#define TEST_ASSERT_NOT_NULL(pointer) TEST_ASSERT_NOT_NULL_MESSAGE(pointer, NULL)
#define TEST_ASSERT_EQUAL_INT(expected, actual) TEST_ASSERT_EQUAL_INT_MESSAGE(expected, actual, NULL)
#define TEST_ASSERT_EQUAL_UINT(expected, actual) TEST_ASSERT_EQUAL_UINT_MESSAGE(expected, actual, NULL)
#define TEST_ASSERT_EQUAL_INT64(expected, actual) TEST_ASSERT_EQUAL_INT64_MESSAGE(expected, actual, NULL)
#define TEST_ASSERT_EQUAL_UINT64(expected, actual) TEST_ASSERT_EQUAL_UINT64_MESSAGE(expected, actual, NULL)
#define TEST_ASSERT_EQUAL_MEMORY(expected, actual, size) TEST_ASSERT_EQUAL_MEMORY_MESSAGE(expected, actual, size, NULL)
#define TEST_ASSERT_EQUAL_STRING(expected, actual) TEST_ASSERT_EQUAL_STRING_MESSAGE(expected, actual, NULL)
#endif
END
	cat >"$UNITY_DIR/unity.c" <<'END'
#include "unity.h"
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
static struct { const char *file, *name; jmp_buf back; int run, failed; } unity;
void unity_begin(const char *file) { unity.file = file; }
void unity_truth(int holds, const char *message, int line)
{
	if (holds)
		return;
	printf("%s:%d:%s:FAIL%s%s\n", unity.file, line, unity.name, message ? ": " : "", message ? message : "");
	longjmp(unity.back, 1);
}
void unity_number(int64_t expected, int64_t actual, const char *message, int line)
{
	unity_truth(expected == actual, message, line);
}
void unity_string(const char *expected, const char *actual, const char *message, int line)
{
	unity_truth(expected == actual || (expected && actual && strcmp(expected, actual) == 0), message, line);
}
void unity_run(void (*test)(void), const char *name, int line)
{
	unity.name = name;
	unity.run++;
	int failed = setjmp(unity.back);
	if (!failed) {
		setUp();
		test();
	}
	tearDown();
	if (failed)
		unity.failed++;
	else
		printf("%s:%d:%s:PASS\n", unity.file, line, name);
}
int unity_end(void)
{
	printf("%d Tests %d Failures 0 Ignored\n%s\n", unity.run, unity.failed, unity.failed ? "FAIL" : "OK");
	return unity.failed;
}
END
}

has_module() {
	pkg-config --exists "$1"
}

for framework in plain cmocka check criterion unity; do
	case $framework in
	plain) ;;
	unity) # in no package: unless UNITY_DIR names its sources, what has its interface is taken for it
		[ -n "${UNITY_DIR:-}" ] || make_unity
		;;
	*)
		if ! has_module "$framework"; then
			echo "ok - $framework # SKIP it is not installed"
			continue
		fi
		;;
	esac
	check "$framework: gen" gen "$framework" --framework "$framework"
	check "$framework: they pass, without a warning" silent make -C "$framework/tests" CC=gcc check
	check "$framework: what is written to a stream is compared" grep -qE '(written_to\(file\).*"-|"-.*written_to\(file\))' "$framework/tests/test_note.c"
done
check "plain: without a warning of clang's" silent make -B -C plain/tests CC=clang-19 check
# shellcheck disable=SC2016 # the variable is that of make
for pattern in 'strcmp(calls_seen, "visit(' 'assert(errno == EINVAL)' 'assert(memcmp(out, ' 'it returns: there is nothing else to see' 'helper_tests\[\]'; do
	check "plain: $pattern" grep -q "$pattern" plain/tests/test_note.c
done
check "plain: a table" grep -q '_cases\[\] = {' plain/tests/test_note.c
# shellcheck disable=SC2016 # the variable is that of make
check "plain: what is below the current directory is named from the tests" grep -qF -- '-isystem $(root) -isystem $(root)/more' plain/tests/Makefile
check "plain: its name inside of another is left alone" grep -qF -- "/more$PWD" plain/tests/Makefile
check "plain: system headers may come first" make -B -s -C plain/tests CFLAGS='-include stdio.h -include stdlib.h' check
check "plain: nothing of ours is named" bash -c '! grep -ril harrier plain/tests --include=*.c --include=*.h'

# shellcheck disable=SC2016 # for the inner shell
check "a library that was built before" bash -c 'gcc -c -o note.o note.c && ar rc libnote.a note.o && make -s -B -C plain/tests LIB="$PWD/libnote.a" check'

# programs_with LIB: those that there are when the tests in `memory` have run with that library
programs_with() {
	make -s -C memory/tests clean && silent make -s -C memory/tests LIB="$PWD/$1" check >&2 && (cd memory/tests && echo test_note test_*_memory)
}

# a shared library calls malloc() itself: nobody can take memory from it
without_memory() {
	gcc -shared -fPIC -o libnote.so note.c && [ "$(programs_with libnote.so)" = "test_note test_*_memory" ] &&
		[ "$(programs_with libnote.a)" = "test_note test_note_out_of_memory" ]
}

check "gen with more calls" gen memory --calls 40000
check "calls are tested without memory" grep -q 'when_allocation_1_fails' memory/tests/test_note_out_of_memory.c
check "but for those of a shared library" without_memory

# with_cmake, with_meson FOLDER: builds and runs them in a project
with_cmake() {
	cmake -S "$1" -B cmake-build && cmake --build cmake-build && ctest --test-dir cmake-build --output-on-failure
}

with_meson() {
	printf "project('notes', 'c')\nsubdir('%s')\n" "$1" >meson.build
	meson setup meson-build && meson test -C meson-build
}
check "CMake builds them, without a warning" silent with_cmake plain/tests
if [ -d cmocka/tests ]; then
	check "meson builds them, without a warning" silent with_meson cmocka/tests
fi

make -s -C plain/tests clean
mv plain/tests before
cp -a before plain/tests
echo '/* mine */' >>plain/tests/test_note.c
check "gen when somebody has edited" gen plain
check "it is told" grep -q 'left alone, since they were edited: test_note.c' summary
check "it stays as it is" cmp <(cat before/test_note.c && echo '/* mine */') plain/tests/test_note.c
check "the same calls make the same files" diff -r -x test_note.c before plain/tests

printf '#ifndef __clang__\n#error for clang alone\n#endif\n' >>note.c
check "a library that the system's compiler does not take: gen" env CC=gcc bash -c "$(declare -f gen); harrier=$harrier gen broken"
check "it is told" grep -q 'does not compile the library' summary

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
