/* Which translation units define main. Every test has a temporary directory of its own. */
#include "frontend/main_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scratch.h"
#include "words.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

static enum hr_answer ask(const char *directory, const char *file, const char *flags)
{
	struct hr_arena arena = HR_ARENA_INIT;
	struct hr_compile_command command = { directory, hr_arena_printf(&arena, "%s/%s", directory, file),
					      HR_VEC_INIT };
	enum hr_answer answer;

	split_words(&command.flags, flags, &arena);
	answer = hr_defines_main(&command);
	hr_vec_release(&command.flags);
	hr_arena_release(&arena);
	return answer;
}

static void test_main_check__answers(void **state)
{
	static const struct {
		const char *source, *flags;
		enum hr_answer answer;
	} cases[] = {
		{ "", "", HR_NO },
		{ "int f(void) { return 0; }", "", HR_NO },
		{ "int main(void) { return 0; }", "", HR_YES },
		{ "main() { return 0; }", "-std=gnu89", HR_YES },
		{ "int main(int argc, char **argv);", "", HR_NO },
		{ "int main(void); int f(void) { return main(); }", "", HR_NO },
		{ "int main(void); int main(void) { return 0; }", "", HR_YES },
		{ "int f(void) { int main = 1; return main; }", "", HR_NO },
		{ "struct main { int main; }; int x;", "", HR_NO },
		{ "// int main(void) {}\nconst char *s = \"int main(void) {}\";", "", HR_NO },
		{ "#ifdef TEST\nint main(void) { return 0; }\n#endif", "", HR_NO },
		{ "#ifdef TEST\nint main(void) { return 0; }\n#endif", "-DTEST", HR_YES },
		{ "#define MAIN int main(void) { return 0; }\nMAIN", "", HR_YES },
		{ "#define main program_main\nint main(void) { return 0; }", "", HR_NO },
		{ "int main(void) { return 0; }", "-Dmain=program_main", HR_NO },
		{ "#include \"program.c\"", "", HR_YES },
		{ "#include \"absent.h\"\nint f(void) { return 0; }", "", HR_NOT_KNOWN },
		{ "#include \"absent.h\"\nint main(void) { return g(; }", "", HR_YES },
		{ "int f(void) { return (; }", "", HR_NO },
		{ "int f(void) { return 0; }\nint main(void) {", "", HR_YES },
		{ "#include <stdio.h>\n#include <stddef.h>\n#include <stdarg.h>\nint x;", "", HR_NO },
	};
	const char *directory = *state;

	write_scratch(directory, "program.c", "int main(void) { return 0; }");
	for (size_t i = 0; i < COUNT(cases); i++) {
		write_scratch(directory, "source.c", cases[i].source);
		if (ask(directory, "source.c", cases[i].flags) != cases[i].answer)
			fail_msg("wrong answer for: %s", cases[i].source);
	}
}

static void test_main_check__unreadable(void **state)
{
	assert_int_equal(ask(*state, "absent.c", ""), HR_NOT_KNOWN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_main_check__answers),
		IN_SCRATCH(test_main_check__unreadable),
	};

	return cmocka_run_group_tests_name("main_check", tests, NULL, NULL);
}
