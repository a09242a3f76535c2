/* A compiler's call as a whole. */
#include "frontend/compiler_call.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "words.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

static void test_compiler_call__read(void **state)
{
	static const struct {
		const char *argv;
		enum hr_compiler_stage stage;
		const char *sources;
	} cases[] = {
		{ "", HR_STAGE_NOTHING, "" },
		{ "cc", HR_STAGE_NOTHING, "" },
		{ "cc|-v", HR_STAGE_NOTHING, "" },
		{ "cc|--version|a.c", HR_STAGE_NOTHING, "" },
		{ "cc|-print-search-dirs|a.c", HR_STAGE_NOTHING, "" },
		{ "cc|-dumpmachine", HR_STAGE_NOTHING, "" },
		{ "cc|-c|a.c", HR_STAGE_COMPILE, "/d/a.c" },
		{ "cc|-S|/x/a.c", HR_STAGE_COMPILE, "/x/a.c" },
		{ "cc|-c|-MMD|-MF|b.c|-o|c.c|a.c", HR_STAGE_COMPILE, "/d/a.c" },
		{ "cc|-E|a.c", HR_STAGE_NOTHING, "" },
		{ "cc|-E|-c|a.c", HR_STAGE_NOTHING, "" },
		{ "cc|-M|a.c", HR_STAGE_NOTHING, "" },
		{ "cc|-c|-MD|a.c", HR_STAGE_COMPILE, "/d/a.c" },
		{ "cc|-fsyntax-only|a.c", HR_STAGE_NOTHING, "" },
		{ "cc|a.c|b.o|c.c|-o|x", HR_STAGE_LINK, "/d/a.c|/d/c.c" },
		{ "cc|b.o|-lm", HR_STAGE_LINK, "" },
		{ "cc|-c|a.cc|b.S|c.C|d.m|e.h|f.i", HR_STAGE_COMPILE, "/d/f.i" },
		{ "g++|-c|a.c", HR_STAGE_COMPILE, "" },
		{ "/usr/bin/clang++-19|-c|a.c", HR_STAGE_COMPILE, "" },
		{ "g++|-c|-x|c|a.c", HR_STAGE_COMPILE, "/d/a.c" },
		{ "cc|-c|-x|c++|a.c|-x|none|b.c|-xc|c.txt", HR_STAGE_COMPILE, "/d/b.c|/d/c.txt" },
		{ "cc|-c|-x|c|-", HR_STAGE_COMPILE, "" },
		{ "cc|-x|c|/dev/null", HR_STAGE_LINK, "" },
		{ "cc|-c|../e/a.c|--|-b.c", HR_STAGE_COMPILE, "/e/a.c|/d/-b.c" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_arena arena = HR_ARENA_INIT;
		hr_strings argv = HR_VEC_INIT;
		struct hr_compiler_call call = HR_COMPILER_CALL_INIT;

		split_words(&argv, cases[i].argv, &arena);
		hr_compiler_call_read(&call, argv.data, argv.count, "/d", &arena);
		assert_int_equal(call.stage, cases[i].stage);
		assert_string_equal(join_words(&call.sources, &arena), cases[i].sources);
		hr_compiler_call_release(&call);
		hr_vec_release(&argv);
		hr_arena_release(&arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_compiler_call__read),
	};

	return cmocka_run_group_tests_name("compiler_call", tests, NULL, NULL);
}
