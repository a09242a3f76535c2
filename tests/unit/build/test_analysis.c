/* The flavour for analysis: plain bitcode, the code of headers included, programs left out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "building.h"
#include "ir/code.h"

static struct hr_code *build_and_read(struct unit *unit)
{
	struct hr_code *code = NULL;

	unit->options.flavour = HR_FLAVOUR_ANALYSIS;
	if (build_unit(unit) ||
	    hr_code_read(&code, unit->built.bitcode.data, unit->built.bitcode.count, NULL, &unit->error))
		fail_msg("%s\n%s", unit->error.message.data, unit->error.details.data);
	return code;
}

static bool defines(const struct hr_code *code, const char *name)
{
	size_t index;

	return hr_map_get(&code->function_by_name, name, &index) && code->functions.data[index].is_defined;
}

static void test_analysis__sources_and_headers(void **state)
{
	struct unit *unit = *state;

	write_in(unit, "unit.h",
		 "#include <stdlib.h>\nint f(int a); static inline int quick(int a) { return a + 1; }\n"
		 "inline int other(int a) { return a * 2; }\n");
	write_in(unit, "unit.c", "#include \"unit.h\"\n#include <assert.h>\nint f(int a) { assert(a); return a; }\n");
	write_in(unit, "tool.c", "#include \"unit.h\"\nint main(void) { return f(1); }\n");
	assert_int_equal(read_unit(unit, "unit.c tool.c", "-fsanitize=address -O3"), 0);
	struct hr_code *code = build_and_read(unit);
	assert_null(unit->built.object);
	assert_int_equal(unit->built.left_out.count, 1);
	assert_int_equal(unit->built.bitcode.count, 2);
	assert_true(defines(code, "f"));
	assert_true(defines(code, "quick"));
	assert_true(defines(code, "other"));
	assert_false(defines(code, "main"));
	assert_false(hr_map_get(&code->function_by_name, "__asan_init", NULL));
	hr_code_free(code);
	code = build_and_read(unit);
	assert_int_equal(unit->built.compiled, 0);
	hr_code_free(code);
}

static void test_analysis__header_only(void **state)
{
	struct unit *unit = *state;

	write_in(unit, "unit.h", "static inline int quick(int *a) { return a ? *a : 0; }\n");
	assert_int_equal(read_unit(unit, "", ""), 0);
	struct hr_code *code = build_and_read(unit);
	assert_int_equal(unit->built.bitcode.count, 1);
	assert_true(defines(code, "quick"));
	hr_code_free(code);
}

/* A header of the compiler's, with functions for processors that this is not compiled for. */
static void test_analysis__foreign_processor(void **state)
{
	struct unit *unit = *state;

	write_in(
		unit, "unit.h",
		"#if defined __x86_64__\n#include <immintrin.h>\n#endif\n"
		"static inline int inner(int a) { return a + 1; }\nstatic inline int quick(int a) { return inner(a); }\n"
		"#define quick(a) (quick)((a) + 1)\n");
	write_in(unit, "unit.c", "#include \"unit.h\"\nint f(int a) { return quick(a); }\n");
	assert_int_equal(read_unit(unit, "unit.c", ""), 0);
	struct hr_code *code = build_and_read(unit);
	assert_true(defines(code, "f"));
	assert_true(defines(code, "quick"));
	assert_true(defines(code, "inner"));
	hr_code_free(code);
}

static void test_analysis__does_not_compile(void **state)
{
	struct unit *unit = *state;

	write_in(unit, "unit.h", "int f(int a);\n");
	write_in(unit, "unit.c", "int f(int a) { return a; }\n");
	assert_int_equal(read_unit(unit, "unit.c", ""), 0);
	write_in(unit, "unit.c", "int f(int a) { return b; }\n");
	unit->options.flavour = HR_FLAVOUR_ANALYSIS;
	assert_int_equal(build_unit(unit), -1);
	assert_int_equal(unit->error.kind, HR_ERROR_INPUT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_analysis__sources_and_headers),
		IN_UNIT(test_analysis__header_only),
		IN_UNIT(test_analysis__foreign_processor),
		IN_UNIT(test_analysis__does_not_compile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
