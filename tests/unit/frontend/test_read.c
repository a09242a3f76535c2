/* Reading as a whole: what it yields, and how it refuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <unistd.h>

#include "reading.h"

static void test_read__keeps_what_was_given(void **state)
{
	struct hr_model *model;
	struct hr_strbuf path = HR_STRBUF_INIT;

	write_scratch(*state, "unit.h", "int f(int a);\n");
	write_scratch(*state, "more.h", "int g(int a);\n");
	write_scratch(*state, "unit.c",
		      "#include \"unit.h\"\n#include \"more.h\"\nint f(int a) { return SHIFT + a; }\n"
		      "int g(int a) { return a; }\n");
	model = read_fine(*state, &(struct text_unit){
					  .headers = "unit.h|more.h", .sources = "unit.c", .flags = "-DSHIFT=1|-O2" });
	assert_string_equal(model->unit, "unit");
	assert_int_equal(model->headers.count, 2);
	hr_strbuf_addf(&path, "%s/unit.h", (const char *)*state);
	assert_string_equal(model->headers.data[0], path.data);
	assert_int_equal(model->sources.count, 1);
	assert_int_equal(model->flags.count, 2);
	assert_string_equal(model->flags.data[0], "-DSHIFT=1");
	assert_string_equal(model->flags.data[1], "-O2");
	assert_int_equal(model->notes.count, 0);
	assert_int_equal(model->operations.count, 2);
	hr_strbuf_release(&path);
	hr_model_free(model);
}

static void test_read__flags_change_what_is_declared(void **state)
{
	struct hr_model *model;

	write_scratch(*state, "unit.h", "#ifdef WIDE\nlong f(long a);\n#else\nint f(int a);\n#endif\n");
	model = read_fine(*state, &(struct text_unit){ .flags = "-DWIDE" });
	assert_string_equal(model->types.data[find_operation(model, "f")->result.type.type].spelling, "long");
	hr_model_free(model);
}

/* A header by the name that the include directories resolve. */
static void test_read__finds_headers(void **state)
{
	struct hr_input input = { 0 };
	struct hr_error error = HR_ERROR_INIT;
	struct hr_model *model = NULL;
	struct hr_strbuf flag = HR_STRBUF_INIT;

	write_scratch(*state, "include/deep.h", "int f(int a);\n");
	hr_strbuf_addf(&flag, "-I%s/include", (const char *)*state);
	hr_vec_push(&input.headers, "deep.h");
	hr_vec_push(&input.flags, flag.data);
	assert_int_equal(hr_frontend_read(&model, &input, &error), 0);
	assert_string_equal(model->headers.data[0], "deep.h");
	assert_string_equal(model->unit, "deep");
	hr_vec_release(&input.headers);
	hr_vec_release(&input.flags);
	hr_strbuf_release(&flag);
	hr_model_free(model);
}

/* Headers that expect the usual ones before them are read with these, and that is noted. */
static void test_read__careless_headers(void **state)
{
	struct hr_model *model =
		read_text(*state, "size_t f(FILE *file, uint8_t *bytes, bool on, time_t when);\n", NULL);

	assert_int_equal(model->notes.count, 1);
	assert_memory_equal(model->notes.data[0], "the headers do not compile alone", 32);
	assert_int_equal(model->operations.count, 1);
	assert_true(find_operation(model, "f")->callable);
	hr_model_free(model);
}

static void test_read__refused(void **state)
{
	static const struct {
		const char *text; /* of unit.h */
		struct text_unit unit;
		const char *message, *details, *hint; /* parts of them */
	} cases[] = {
		{ "int f(void);", { .headers = "absent.h" }, "no header '", "", "-- -Iinclude" },
		{ "int f(void);", { .headers = "/" }, "'/' is a directory, not a header", "", "" },
		{ "int f(void);", { .headers = "unit.hpp" }, "is C++; Harrier reads C", "", "name its C header" },
		{ "int f(void);", { .sources = "unit.cc" }, "is C++; Harrier reads C", "", "" },
		{ "int f(void);", { .sources = "absent.c" }, "no source file '", "", "" },
		{ "int f(void);", { .trees = "absent" }, "no directory '", "", "" },
		{ "int f(void", { 0 }, "' does not compile", "unit.h:1:", "" },
		{ "int f(void;", { 0 }, "' does not compile", "unit.h:1:", "" },
		{ "int f(strange a);", { 0 }, "' does not compile", "unknown type name 'strange'", "" },
		{ "int f(void);\nlong f(void);", { 0 }, "' does not compile", "conflicting types for 'f'", "" },
		{ "#include \"missing.h\"\nint f(void);",
		  { 0 },
		  "' does not compile",
		  "'missing.h' file not found",
		  "-I" },
		{ "#error not on this machine\nint f(void);", { 0 }, "' does not compile", "not on this machine", "" },
		{ "", { 0 }, "' declares no function", "", "-D" },
		{ "#define A 1\nstruct s { int a; };\n", { 0 }, "' declares no function", "", "-D" },
		{ "#include <stdlib.h>\n", { 0 }, "' declares no function", "", "--header" },
		{ "#ifdef WANTED\nint f(void);\n#endif", { 0 }, "' declares no function", "", "-D" },
		{ "class list { public: int f(); };", { 0 }, "' does not compile", "unknown type name 'class'", "" },
		{ "int f(void);", { .sources = "broken.c" }, "broken.c' does not compile", "broken.c:1:", "" },
		{ "int f(void);", { .sources = "calls.c" }, "calls.c' does not compile", "calls.c:1:", "capture" },
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_error error = HR_ERROR_INIT;
		struct hr_model *model = NULL;

		write_scratch(*state, "unit.h", cases[i].text);
		write_scratch(*state, "unit.hpp", cases[i].text);
		write_scratch(*state, "unit.cc", cases[i].text);
		write_scratch(*state, "broken.c", "int f(void) { return absent; }\n");
		write_scratch(*state, "calls.c", "int f(void) { return absent(); }\n");
		if (read_files(&model, *state, &cases[i].unit, &error) != -1)
			fail_msg("accepted: %s", cases[i].text);
		assert_null(model);
		assert_int_equal(error.kind, HR_ERROR_INPUT);
		if (!strstr(error.message.data, cases[i].message) || !strstr(error.details.data, cases[i].details) ||
		    !strstr(error.hint.data, cases[i].hint))
			fail_msg("%s\nmessage: %s\ndetails: %s\nhint: %s", cases[i].text, error.message.data,
				 error.details.data, error.hint.data);
		hr_error_release(&error);
	}
}

static void note_progress(void *context, const char *what)
{
	hr_strbuf_addf(context, "%s\n", what);
}

static void test_read__tells_progress(void **state)
{
	struct hr_input input = { .progress = note_progress };
	struct hr_error error = HR_ERROR_INIT;
	struct hr_model *model = NULL;
	struct hr_strbuf told = HR_STRBUF_INIT;
	char *path = hr_path_join(*state, "unit.h");

	write_scratch(*state, "unit.h", "int f(int a);\n");
	input.progress_context = &told;
	hr_vec_push(&input.headers, path);
	assert_int_equal(hr_frontend_read(&model, &input, &error), 0);
	assert_string_equal(told.data,
			    "reading the headers\ntrying out macros\nreading the sources\ntrying out calls\n");
	hr_vec_release(&input.headers);
	hr_strbuf_release(&told);
	hr_model_free(model);
	free(path);
}

/* A compile database names the sources and their flags; what it names in vain is noted. */
static void test_read__database(void **state)
{
	struct hr_input input = { 0 };
	struct hr_error error = HR_ERROR_INIT;
	struct hr_model *model = NULL;
	struct hr_strbuf text = HR_STRBUF_INIT;
	char *path = hr_path_join(*state, "include/unit.h");

	write_scratch(*state, "include/unit.h", "number f(number a);\nint g(int);\n");
	write_scratch(*state, "unit.c", "#include \"unit.h\"\nnumber f(number a) { return a; }\n");
	hr_strbuf_addf(
		&text,
		"[{\"directory\": \"%s\", \"file\": \"unit.c\", \"command\": \"cc -Dnumber=long -Iinclude -c unit.c\"},\n"
		"{\"directory\": \"%s\", \"file\": \"gone.c\", \"command\": \"cc -c gone.c\"}]",
		(const char *)*state, (const char *)*state);
	write_scratch(*state, "compile_commands.json", text.data);
	hr_vec_push(&input.headers, path);
	input.database = *state;
	if (hr_frontend_read(&model, &input, &error) != 0)
		fail_msg("%s\n%s", error.message.data, error.details.data);
	assert_string_equal(model->types.data[find_operation(model, "f")->result.type.type].spelling, "long");
	assert_int_equal(find_operation(model, "f")->definition, HR_DEFINED_SOURCE);
	assert_int_equal(find_operation(model, "g")->definition, HR_DEFINED_NOWHERE);
	assert_int_equal(model->notes.count, 1);
	assert_non_null(strstr(model->notes.data[0], "gone.c', which does not exist"));
	hr_vec_release(&input.headers);
	hr_strbuf_release(&text);
	hr_model_free(model);
	free(path);
}

/* What was read can be saved, and loaded again. */
static void test_read__can_be_saved(void **state)
{
	struct hr_model *model =
		read_text(*state,
			  "/* All. */\nstruct s { int a : 3; union { int b; char c[2]; }; };\n"
			  "typedef int (*visit)(void *data, struct s *s);\n"
			  "enum e { A = 1, B = 2, C = 4 };\n#define LIMIT 0.5\n#define M(p) ((p)->a)\n"
			  "extern const char *v;\nint f(struct s *s, visit v, void *data, enum e e, int n[4], ...)\n"
			  "\t__attribute__((nonnull(1)));\n",
			  NULL);
	struct hr_strbuf first = HR_STRBUF_INIT, second = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;
	struct hr_model *again = NULL;

	hr_model_save(&first, model);
	if (hr_model_load(&again, first.data, first.length, "saved", &error) != 0)
		fail_msg("%s", error.message.data);
	hr_model_save(&second, again);
	assert_string_equal(first.data, second.data);
	hr_strbuf_release(&first);
	hr_strbuf_release(&second);
	hr_model_free(model);
	hr_model_free(again);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_read__keeps_what_was_given),
		IN_SCRATCH(test_read__flags_change_what_is_declared),
		IN_SCRATCH(test_read__finds_headers),
		IN_SCRATCH(test_read__careless_headers),
		IN_SCRATCH(test_read__refused),
		IN_SCRATCH(test_read__tells_progress),
		IN_SCRATCH(test_read__database),
		IN_SCRATCH(test_read__can_be_saved),
	};

	return cmocka_run_group_tests_name("read", tests, NULL, NULL);
}
