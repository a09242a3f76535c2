/* Which flags matter for reading and for linking. */
#include "frontend/flags.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scratch.h"
#include "words.h"

#include <unistd.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

enum purpose { READING, LINKING };

/* A case's flags, called in `directory`, come out as expected. */
static void check_flags(enum purpose purpose, const char *given, const char *file, const char *directory,
			const char *expected)
{
	struct hr_arena arena = HR_ARENA_INIT;
	hr_strings arguments = HR_VEC_INIT;
	hr_strings out = HR_VEC_INIT;

	split_words(&arguments, given, &arena);
	if (purpose == READING)
		hr_flags_for_reading(&out, arguments.data, arguments.count, file, directory, &arena);
	else
		hr_flags_for_linking(&out, arguments.data, arguments.count, directory, &arena);
	assert_string_equal(join_words(&out, &arena), expected);
	hr_vec_release(&out);
	hr_vec_release(&arguments);
	hr_arena_release(&arena);
}

struct flags_case {
	const char *given, *expected;
};

static void check_cases(enum purpose purpose, const struct flags_case *cases, size_t count)
{
	for (size_t i = 0; i < count; i++)
		check_flags(purpose, cases[i].given, NULL, "/none/build", cases[i].expected);
}

static void test_flags__reading_keeps(void **state)
{
	static const struct flags_case cases[] = {
		{ "", "" },
		{ "-DA|-D|B=1|-UC|-U|D", "-DA|-DB=1|-UC|-UD" },
		{ "-DS=\"two words\"", "-DS=\"two words\"" },
		{ "-I/abs|-Irel|-I|../up|-I.", "-I/abs|-I/none/build/rel|-I/none/up|-I/none/build" },
		{ "-I=sys|-I$SYSROOT/x", "-I=sys|-I$SYSROOT/x" },
		{ "-isystem|s|-isystems|-iquote|q|-idirafter|d",
		  "-isystem|/none/build/s|-isystem|/none/build/s|-iquote|/none/build/q|-idirafter|/none/build/d" },
		{ "-include|config.h|-imacros|/m.h", "-include|config.h|-imacros|/m.h" },
		{ "-std=gnu99|--std=c11|--std|c99|-ansi", "-std=gnu99|--std=c11|--std|c99|-ansi" },
		{ "-fshort-enums|-fno-builtin|-fno-builtin-printf|-funsigned-char|-fPIC|-fvisibility=hidden",
		  "-fshort-enums|-fno-builtin|-fno-builtin-printf|-funsigned-char|-fPIC|-fvisibility=hidden" },
		{ "-m32|-mavx512f|-mno-sse2|-march=native|-mlong-double-64",
		  "-m32|-mavx512f|-mno-sse2|-march=native|-mlong-double-64" },
		{ "-pthread|-nostdinc|-undef|--sysroot=r|--sysroot|/s",
		  "-pthread|-nostdinc|-undef|--sysroot=/none/build/r|--sysroot|/s" },
		{ "-target|arm-none-eabi|--target=x", "-target|arm-none-eabi|--target=x" },
		{ "-Wp,-DA,-I,inc|-Xpreprocessor|-DB", "-DA|-I/none/build/inc|-DB" },
		{ "-x|c|a.h", "-x|c" },
		{ "-xc|-DA|-x|none", "-DA" },
		{ "-DA|--|-DB", "-DA" },
	};

	(void)state;
	check_cases(READING, cases, COUNT(cases));
}

static void test_flags__reading_leaves_out(void **state)
{
	static const struct flags_case cases[] = {
		{ "-c|-o|-Iout|a.c|b.o|-DA", "-DA" },
		{ "-oout|-S|-E|-MD|-MMD|-MP|-MF|-Idep|-MT|-DT|-MQ|-DQ|-MFx", "" },
		{ "-O2|-g|-g3|-gdwarf-4|-s|-pipe|-v", "" },
		{ "-Wall|-Werror|-Wno-x|-w|-pedantic|-Wa,-mx|-Wl,-z,now", "" },
		{ "-fsanitize=address|-flto|-flto=auto|-fplugin=p.so|-fstack-protector-strong|-fcf-protection", "" },
		{ "-mpreferred-stack-boundary=3|-mtune=generic|-mno-fentry|-mllvm|-x", "" },
		{ "-D_FORTIFY_SOURCE=2|-U_FORTIFY_SOURCE|-D|_FORTIFY_SOURCE|-D_FORTIFY_SOURCES", "-D_FORTIFY_SOURCES" },
		{ "-Wp,-D_FORTIFY_SOURCE=3", "" },
		{ "-std=c++17|-std=gnu++98", "" },
		{ "-Xclang|-DA|-Xassembler|-DB|-Xlinker|-DC|--param|-DD|-include-pch|-DE|-T|-DF", "" },
		{ "-L.|-lm|-L|-DA|-l|-DB|-u|-DC|-z|now|-e|-DD|-Bprefix|-B|-DE", "" },
		{ "-I", "" },
		{ "-DA|-D", "-DA" },
		{ "-|@/none/absent", "" },
		{ "-I-", "" },
	};

	(void)state;
	check_cases(READING, cases, COUNT(cases));
}

static void test_flags__language_in_force(void **state)
{
	static const struct {
		const char *given, *file, *expected;
	} cases[] = {
		{ "-x|c++|a.cc|-x|c|b.x", "/none/a.cc", "-x|c++" },
		{ "-x|c++|a.cc|-x|c|b.x", "b.x", "-x|c" },
		{ "a.c|-x|c++", "a.c", "" },
		{ "-x|c++|-x|none|a.c", "a.c", "" },
		{ "-x|c|elsewhere.c", "a.c", "-x|c" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		check_flags(READING, cases[i].given, cases[i].file, "/none", cases[i].expected);
}

static void test_flags__linking(void **state)
{
	static const struct flags_case cases[] = {
		{ "-lm|-l|z|-L/x|-Ly|-L|z", "-lm|-lz|-L/x|-L/none/build/y|-L/none/build/z" },
		{ "-Wl,-rpath,/x|-Xlinker|-z|-pthread|-static", "-Wl,-rpath,/x|-Xlinker|-z|-pthread|-static" },
		{ "a.o|b.a|../c.so|/d.so.1.2|e.c|f.soup|g.so.x",
		  "/none/build/a.o|/none/build/b.a|/none/c.so|/d.so.1.2" },
		{ "-o|out.so|-shared|-c|-DA.o|-I|x.a", "" },
		{ "--|-lm.a", "/none/build/-lm.a" },
		{ "-l", "" },
	};

	(void)state;
	check_cases(LINKING, cases, COUNT(cases));
}

static void test_flags__included_file(void **state)
{
	const char *directory = *state;
	struct hr_arena arena = HR_ARENA_INIT;

	write_scratch(directory, "config.h", "");
	check_flags(READING, "-include|config.h|-include|other.h", NULL, directory,
		    hr_arena_printf(&arena, "-include|%s/config.h|-include|other.h", directory));
	hr_arena_release(&arena);
}

static void test_flags__response_files(void **state)
{
	const char *directory = *state;
	struct hr_arena arena = HR_ARENA_INIT;

	write_scratch(directory, "a.rsp", "-DA '-DB=b c'\n@sub/b.rsp -DE");
	write_scratch(directory, "sub/b.rsp", "-Iinc");
	check_flags(READING, "-D0|@a.rsp|-DZ", NULL, directory,
		    hr_arena_printf(&arena, "-D0|-DA|-DB=b c|-I%s/inc|-DE|-DZ", directory));
	hr_arena_release(&arena);
}

/* A file that names itself twice would take for ever. */
static void test_flags__response_files_in_circles(void **state)
{
	const char *directory = *state;
	struct hr_arena arena = HR_ARENA_INIT;
	hr_strings out = HR_VEC_INIT;
	const char *const arguments[] = { "@loop.rsp" };

	write_scratch(directory, "loop.rsp", "-DA @loop.rsp @loop.rsp");
	hr_flags_for_reading(&out, arguments, 1, NULL, directory, &arena);
	assert_in_range(out.count, 1, 100);
	hr_vec_release(&out);
	hr_arena_release(&arena);
}

/* Without the dots a path through a symbolic link is another one. */
static void test_flags__dots_behind_links(void **state)
{
	const char *directory = *state;
	struct hr_arena arena = HR_ARENA_INIT;
	const char *link;

	write_scratch(directory, "far/a.h", "");
	write_scratch(directory, "far/deep/b.h", "");
	write_scratch(directory, "near/c.h", "");
	link = hr_arena_printf(&arena, "%s/near/link", directory);
	assert_int_equal(symlink("../far/deep", link), 0);
	write_scratch(directory, "far/inc/d.h", "");
	check_flags(READING, "-Inear/link/../inc|-Inear/../far", NULL, directory,
		    hr_arena_printf(&arena, "-I%s/near/link/../inc|-I%s/far", directory, directory));
	hr_arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_flags__reading_keeps),
		cmocka_unit_test(test_flags__reading_leaves_out),
		cmocka_unit_test(test_flags__language_in_force),
		cmocka_unit_test(test_flags__linking),
		IN_SCRATCH(test_flags__included_file),
		IN_SCRATCH(test_flags__response_files),
		IN_SCRATCH(test_flags__response_files_in_circles),
		IN_SCRATCH(test_flags__dots_behind_links),
	};

	return cmocka_run_group_tests_name("flags", tests, NULL, NULL);
}
