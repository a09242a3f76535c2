/* Which files are the public API. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "reading.h"

struct file_case {
	const char *why;
	const char *files[4][2]; /* name and text */
	struct text_unit unit;
	const char *expected; /* the operations, with bars between */
};

static void check_files(const char *directory, const struct file_case *cases, size_t count)
{
	struct hr_strbuf actual = HR_STRBUF_INIT;
	int problems = 0;

	for (size_t i = 0; i < count; i++) {
		/* Each case has a directory of its own; DIR in its flags stands for it. */
		char name[16];
		char *home;
		struct text_unit unit = cases[i].unit;
		struct hr_strbuf flags = HR_STRBUF_INIT;
		struct hr_model *model;

		snprintf(name, sizeof name, "case%zu", i);
		home = hr_path_join(directory, name);
		mkdir(home, 0777);
		for (size_t k = 0; k < 4 && cases[i].files[k][0]; k++)
			write_scratch(home, cases[i].files[k][0], cases[i].files[k][1]);
		if (unit.flags)
			hr_strbuf_addf(&flags, "%s%s", unit.flags, home);
		unit.flags = unit.flags ? flags.data : NULL;
		model = read_fine(home, &unit);
		hr_strbuf_clear(&actual);
		for (size_t k = 0; k < model->operations.count; k++)
			hr_strbuf_addf(&actual, "%s%s", k > 0 ? "|" : "", model->operations.data[k].name);
		expect_text(&problems, cases[i].why, cases[i].expected, actual.data);
		hr_model_free(model);
		hr_strbuf_release(&flags);
		free(home);
	}
	hr_strbuf_release(&actual);
	assert_int_equal(problems, 0);
}

static void test_files__public(void **state)
{
	static const struct file_case cases[] = {
		{ "the named header", { { "unit.h", "int f(void);" }, { "other.h", "int g(void);" } }, { 0 }, "f" },
		{ "not the system's",
		  { { "unit.h", "#include <stdio.h>\n#include <stdlib.h>\nint f(void);" } },
		  { 0 },
		  "f" },
		{ "a re-exported header of the same directory",
		  { { "unit.h", "#include \"other.h\"\nint f(void);" }, { "other.h", "int g(void);" } },
		  { 0 },
		  "g|f" },
		{ "a re-exported header below it",
		  { { "unit.h", "#include \"parts/other.h\"\nint f(void);" }, { "parts/other.h", "int g(void);" } },
		  { 0 },
		  "g|f" },
		{ "a header that re-exports and has nothing itself",
		  { { "unit.h", "#include \"other.h\"\n" }, { "other.h", "int g(void);" } },
		  { 0 },
		  "g" },
		{ "in angle brackets, same directory",
		  { { "unit.h", "#include <other.h>\nint f(void);" }, { "other.h", "int g(void);" } },
		  { .flags = "-I" },
		  "g|f" },
		{ "in angle brackets, another directory: not ours",
		  { { "own/unit.h", "#include <theirs/other.h>\nint f(void);" }, { "theirs/other.h", "int g(void);" } },
		  { .headers = "own/unit.h", .flags = "-I" },
		  "f" },
		{ "with quotes, another directory: a companion",
		  { { "own/unit.h", "#include \"../theirs/other.h\"\nint f(void);" },
		    { "theirs/other.h", "int g(void);" } },
		  { .headers = "own/unit.h" },
		  "g|f" },
		{ "a tree that the user adds",
		  { { "own/unit.h", "#include <theirs/other.h>\nint f(void);" }, { "theirs/other.h", "int g(void);" } },
		  { .headers = "own/unit.h", .flags = "-I", .trees = "theirs" },
		  "g|f" },
		{ "two named headers",
		  { { "own/unit.h", "int f(void);" }, { "theirs/other.h", "int g(void);" } },
		  { .headers = "own/unit.h|theirs/other.h" },
		  "f|g" },
		{ "a header twice",
		  { { "unit.h", "#ifndef U\n#define U\nint f(void);\n#endif\n" } },
		  { .headers = "unit.h|unit.h" },
		  "f" },
		{ "included by a source only",
		  { { "unit.h", "int f(void);" },
		    { "private.h", "int g(void);" },
		    { "unit.c", "#include \"unit.h\"\n#include \"private.h\"\nint f(void) { return g(); }" } },
		  { .sources = "unit.c" },
		  "f" },
		{ "what a public header includes includes",
		  { { "unit.h", "#include \"a.h\"\n" },
		    { "a.h", "#include \"b.h\"\nint f(void);" },
		    { "b.h", "int g(void);" } },
		  { 0 },
		  "g|f" },
	};

	check_files(*state, cases, COUNT(cases));
}

/* Types of others are in the model when they are used, but not as ours. */
static void test_files__types_of_others(void **state)
{
	struct hr_model *model;

	write_scratch(*state, "own/unit.h",
		      "#include <theirs/other.h>\n#include <stddef.h>\n"
		      "struct mine { struct theirs *t; size_t n; };\nint f(struct mine *m);\n");
	write_scratch(*state, "theirs/other.h",
		      "struct theirs { int a; };\nstruct unused { int a; };\nenum e { E };\n"
		      "#define LIMIT 3\n#define M(a) (a)\n");
	struct hr_strbuf flags = HR_STRBUF_INIT;

	hr_strbuf_addf(&flags, "-I%s", (const char *)*state);
	model = read_fine(*state, &(struct text_unit){ .headers = "own/unit.h", .flags = flags.data });
	assert_true(find_type(model, "struct mine")->is_public);
	assert_false(find_type(model, "struct mine")->is_system);
	assert_false(find_type(model, "struct theirs")->is_public);
	assert_false(find_type(model, "struct theirs")->is_system);
	assert_int_equal(find_type(model, "struct theirs")->completeness, HR_COMPLETE);
	assert_false(find_type(model, "size_t")->is_public);
	assert_true(find_type(model, "size_t")->is_system);
	assert_false(hr_map_get(&model->type_by_spelling, "struct unused", NULL));
	assert_int_equal(model->constants.count, 0);
	assert_false(has_operation(model, "M"));
	hr_model_free(model);
	hr_strbuf_release(&flags);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_files__public),
		IN_SCRATCH(test_files__types_of_others),
	};

	return cmocka_run_group_tests_name("files", tests, NULL, NULL);
}
