/* Symbols of object files, and files that are none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/process.h"
#include "building.h"

static const char *compile(struct unit *unit, const char *source)
{
	struct hr_process_result run = HR_PROCESS_RESULT_INIT;
	const char *object = path_in(unit, "a.o");
	write_in(unit, "a.c", source);
	const char *argv[] = { "clang-19", "-w", "-c", "-fPIC", path_in(unit, "a.c"), "-o", object, NULL };

	assert_int_equal(hr_process_run(&run, &(struct hr_process){ .argv = argv }, &unit->error), 0);
	assert_int_equal(run.exit_code, 0);
	hr_process_result_release(&run);
	return object;
}

static void test_elf_symbols__kinds(void **state)
{
	struct unit *unit = *state;
	const char *object = compile(
		unit, "int common_one; static int quiet(int a) { return a; } int there(int a);\n"
		      "__attribute__((weak)) int soft(int a); __attribute__((visibility(\"hidden\"))) int dark(int);\n"
		      "int f(int a) { return quiet(a) + there(a) + (soft ? soft(a) : dark(a)); }\n");
	hr_elf_symbols all = HR_VEC_INIT;

	assert_int_equal(hr_elf_symbols_read(&all, object, false, &unit->arena, &unit->error), 0);
	assert_true(find_in(&all, "f")->is_defined);
	assert_false(find_in(&all, "f")->is_local);
	assert_true(find_in(&all, "quiet")->is_local);
	assert_false(find_in(&all, "there")->is_defined);
	assert_true(find_in(&all, "soft")->is_weak);
	assert_true(find_in(&all, "dark")->is_hidden);
	assert_null(find_in(&all, "a.c"));
	hr_vec_clear(&all);
	assert_int_equal(hr_elf_symbols_read(&all, object, true, &unit->arena, &unit->error), 0);
	assert_int_equal(all.count, 0);
	hr_vec_release(&all);
}

static void test_elf_symbols__other_files(void **state)
{
	struct unit *unit = *state;
	hr_elf_symbols all = HR_VEC_INIT;

	write_in(unit, "text", "GROUP ( libc.so.6 )\n");
	write_in(unit, "empty", "");
	assert_int_equal(hr_elf_symbols_read(&all, path_in(unit, "text"), true, &unit->arena, &unit->error), -1);
	assert_int_equal(hr_elf_symbols_read(&all, path_in(unit, "empty"), true, &unit->arena, &unit->error), -1);
	assert_int_equal(hr_elf_symbols_read(&all, path_in(unit, "none"), true, &unit->arena, &unit->error), -1);
	assert_int_equal(unit->error.kind, HR_ERROR_INPUT);
	hr_vec_release(&all);
}

/* Whatever is cut off or turned over: no crash, and never a symbol from beyond the end. */
static void test_elf_symbols__damaged(void **state)
{
	struct unit *unit = *state;
	const char *object = compile(unit, "int f(int a) { return a; }\n");
	struct hr_strbuf bytes = HR_STRBUF_INIT;
	struct hr_error ignored = HR_ERROR_INIT;
	uint32_t random = 1;

	assert_int_equal(hr_file_read(&bytes, object, &unit->error), 0);
	for (int round = 0; round < 400; round++) {
		struct hr_strbuf copy = HR_STRBUF_INIT;
		hr_elf_symbols all = HR_VEC_INIT;
		struct hr_arena arena = HR_ARENA_INIT;

		hr_strbuf_add(&copy, bytes.data, round < 100 ? bytes.length * (size_t)round / 100 : bytes.length);
		for (int i = 0; round >= 100 && i < 3; i++) {
			random = random * 1103515245u + 12345u;
			size_t at = i ? bytes.length - 1 - random / 7 % 600 : random / 7 % 64;
			copy.data[at] = (char)(random >> 24);
		}
		const char *path = path_in(unit, "damaged");
		assert_int_equal(hr_file_write(path, copy.data, copy.length, &unit->error), 0);
		hr_elf_symbols_read(&all, path, false, &arena, &ignored);
		hr_vec_release(&all);
		hr_arena_release(&arena);
		hr_strbuf_release(&copy);
	}
	hr_error_release(&ignored);
	hr_strbuf_release(&bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_elf_symbols__kinds),
		IN_UNIT(test_elf_symbols__other_files),
		IN_UNIT(test_elf_symbols__damaged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
