/* What the sources add to what the headers say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "reading.h"

static void test_sources__complete_types(void **state)
{
	static const struct {
		const char *header, *source, *spelling;
		enum hr_completeness completeness;
		const char *field; /* its first */
		int64_t size;
	} cases[] = {
		{ "struct s; void f(struct s *);", "struct s { int a; long b; };", "struct s", HR_COMPLETED_FROM_SOURCE,
		  "a", 16 },
		{ "struct s; void f(struct s *);", "", "struct s", HR_OPAQUE, NULL, -1 },
		{ "struct s { int a; }; void f(struct s *);", "", "struct s", HR_COMPLETE, "a", 4 },
		{ "union s; void f(union s *);", "union s { char c; int i; };", "union s", HR_COMPLETED_FROM_SOURCE,
		  "c", 4 },
		{ "typedef struct s s; void f(s *);", "struct s { s *next; };", "struct s", HR_COMPLETED_FROM_SOURCE,
		  "next", 8 },
		{ "struct s; void f(struct s *);", "struct s { struct inner { int x; } in; };", "struct s",
		  HR_COMPLETED_FROM_SOURCE, "in", 4 },
		{ "struct s; void f(struct s *);", "struct s {};", "struct s", HR_COMPLETED_FROM_SOURCE, NULL, 0 },
	};
	struct hr_strbuf source = HR_STRBUF_INIT;

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_model *model;
		const struct hr_type *type;

		hr_strbuf_clear(&source);
		hr_strbuf_addf(&source, "#include \"unit.h\"\n%s\n", cases[i].source);
		model = read_text(*state, cases[i].header, source.data);
		type = find_type(model, cases[i].spelling);
		assert_int_equal(type->completeness, cases[i].completeness);
		assert_int_equal(type->size, cases[i].size);
		assert_string_equal(type->fields.count > 0 ? type->fields.data[0].item.name : "(none)",
				    cases[i].field ? cases[i].field : "(none)");
		hr_model_free(model);
	}
	hr_strbuf_release(&source);
}

static void test_sources__define(void **state)
{
	static const struct {
		const char *header, *source;
		enum hr_definition definition; /* of f */
	} cases[] = {
		{ "int f(int);", "int f(int a) { return a; }", HR_DEFINED_SOURCE },
		{ "int f(int);", "int g(int a) { return a; }", HR_DEFINED_NOWHERE },
		{ "int f(int);", "int f(int a);", HR_DEFINED_NOWHERE },
		{ "int f(int a) { return a; }", "", HR_DEFINED_HEADER },
		{ "static inline int f(int a) { return a; }", "int g;", HR_DEFINED_HEADER },
		{ "int f();", "int f(a) int a; { return a; }", HR_DEFINED_SOURCE },
		{ "#define M(a) f(a)\nint f(int);", "#define body(n) int n(int a) { return a; }\nbody(f)",
		  HR_DEFINED_SOURCE },
	};
	struct hr_strbuf source = HR_STRBUF_INIT;

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_model *model;

		hr_strbuf_clear(&source);
		hr_strbuf_addf(&source, "#include \"unit.h\"\n%s\n", cases[i].source);
		model = read_text(*state, cases[i].header, source.data);
		if (find_operation(model, "f")->definition != cases[i].definition)
			fail_msg("%s: %s", cases[i].source,
				 hr_word(&hr_definition_words, (int)find_operation(model, "f")->definition));
		assert_int_equal(find_operation(model, "f")->callable, cases[i].definition != HR_DEFINED_NOWHERE);
		hr_model_free(model);
	}
	hr_strbuf_release(&source);
}

/* Names and prototypes that the header keeps to itself. */
static void test_sources__refine(void **state)
{
	struct hr_model *model = read_text(*state, "int f(int, const char *);\nint g();\nint h(int mine);\n",
					   "#include \"unit.h\"\n"
					   "int f(int count, const char *text) { return count + !text; }\n"
					   "int g(double weight) { return weight > 0; }\n"
					   "int h(int theirs) { return theirs; }\n");

	assert_string_equal(find_operation(model, "f")->params.data[0].name, "count");
	assert_string_equal(find_operation(model, "f")->params.data[1].name, "text");
	assert_string_equal(find_operation(model, "g")->params.data[0].name, "weight");
	assert_true(find_operation(model, "g")->has_prototype);
	assert_string_equal(find_operation(model, "h")->params.data[0].name, "mine");
	assert_false(has_operation(model, "main"));
	hr_model_free(model);
}

static void test_sources__add_no_operations(void **state)
{
	struct hr_model *model =
		read_text(*state, "int f(int a);\n",
			  "#include \"unit.h\"\n#include <stdio.h>\n"
			  "static int helper(int a) { return a; }\nint hidden(int a) { return helper(a); }\n"
			  "#define TWICE(a) ((a) * 2)\nenum { INSIDE = 3 };\n"
			  "int f(int a) { return hidden(a) + TWICE(a) + INSIDE; }\n");

	assert_int_equal(model->operations.count, 1);
	assert_int_equal(model->constants.count, 0);
	hr_model_free(model);
}

static void test_sources__several(void **state)
{
	struct hr_model *model;

	write_scratch(*state, "unit.h", "struct s; struct s *f(int); int g(struct s *); int h(int);\n");
	write_scratch(*state, "one.c",
		      "#include \"unit.h\"\n#ifdef WIDE\nstruct s { long a; };\n#endif\n"
		      "struct s *f(int a) { return (struct s *)(long)a; }\n");
	write_scratch(*state, "two.c", "#include \"unit.h\"\nint g(struct s *s) { return !s; }\n");
	model = read_fine(*state, &(struct text_unit){ .sources = "one.c|two.c|one.c", .flags = "-DWIDE" });
	assert_int_equal(model->sources.count, 2);
	assert_int_equal(find_operation(model, "f")->definition, HR_DEFINED_SOURCE);
	assert_int_equal(find_operation(model, "g")->definition, HR_DEFINED_SOURCE);
	assert_int_equal(find_operation(model, "h")->definition, HR_DEFINED_NOWHERE);
	assert_int_equal(find_type(model, "struct s")->completeness, HR_COMPLETED_FROM_SOURCE);
	hr_model_free(model);
}

/* <list.h> in a source that lies beside it, or whose header does: no -I is needed for that. */
static void test_sources__angled_includes(void **state)
{
	struct hr_input input = { 0 };
	struct hr_model *model = NULL;
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf header = HR_STRBUF_INIT, source = HR_STRBUF_INIT;

	write_scratch(*state, "include/list.h", "int list_count(void);\n");
	write_scratch(*state, "src/own.h", "#define COUNT 3\n");
	write_scratch(*state, "src/string.h", "#error not the system's\n");
	write_scratch(
		*state, "src/list.c",
		"#include <list.h>\n#include <own.h>\n#include <string.h>\nint list_count(void) { return COUNT; }\n");
	hr_strbuf_addf(&header, "%s/include/list.h", (const char *)*state);
	hr_strbuf_addf(&source, "%s/src/list.c", (const char *)*state);
	hr_vec_push(&input.headers, header.data);
	hr_vec_push(&input.sources, source.data);
	if (hr_frontend_read(&model, &input, &error))
		fail_msg("%s\n%s", error.message.data, error.details.data);
	assert_int_equal(find_operation(model, "list_count")->definition, HR_DEFINED_SOURCE);
	hr_vec_release(&input.headers);
	hr_vec_release(&input.sources);
	hr_strbuf_release(&header);
	hr_strbuf_release(&source);
	hr_model_free(model);
}

/* What gcc takes with a warning: functions without a type, pointers for numbers. */
static void test_sources__old_c(void **state)
{
	struct hr_model *model;

	write_scratch(*state, "unit.h", "extern f(int a), g(char *s);\n");
	write_scratch(*state, "old.c", "#include \"unit.h\"\nf(a) int a; { return a; }\ng(char *s) { return s; }\n");
	model = read_fine(*state, &(struct text_unit){ .sources = "old.c" });
	assert_int_equal(find_operation(model, "f")->definition, HR_DEFINED_SOURCE);
	assert_true(find_operation(model, "g")->callable);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_sources__complete_types), IN_SCRATCH(test_sources__define),
		IN_SCRATCH(test_sources__refine),         IN_SCRATCH(test_sources__add_no_operations),
		IN_SCRATCH(test_sources__several),        IN_SCRATCH(test_sources__angled_includes),
		IN_SCRATCH(test_sources__old_c),
	};

	return cmocka_run_group_tests_name("sources", tests, NULL, NULL);
}
