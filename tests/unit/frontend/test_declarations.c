/* Functions and variables as the model has them, for C text that declares them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "reading.h"

/* "inline int f(const char * name, int[4] v, ...) deprecated" */
static void describe_operation(struct hr_strbuf *out, const struct hr_model *model, const struct hr_operation *it)
{
	hr_strbuf_addstr(out, it->form == HR_FORM_FUNCTION ? "" : hr_word(&hr_form_words, (int)it->form));
	hr_strbuf_addstr(out, it->form == HR_FORM_FUNCTION ? "" : " ");
	hr_model_spell(out, model, it->result.type);
	hr_strbuf_addf(out, " %s(", it->name);
	for (size_t i = 0; i < it->params.count; i++) {
		const struct hr_item *item = &it->params.data[i];

		hr_strbuf_addstr(out, i > 0 ? ", " : "");
		hr_model_spell(out, model, item->type);
		if (item->name[0] != '\0')
			hr_strbuf_addf(out, " %s", item->name);
		if (item->array_count >= 0)
			hr_strbuf_addf(out, "[%lld]", (long long)item->array_count);
	}
	hr_strbuf_addf(out, "%s)%s%s%s", it->is_variadic ? ", ..." : "", it->has_prototype ? "" : " unknown",
		       it->is_deprecated ? " deprecated" : "", it->is_noreturn ? " noreturn" : "");
}

static void test_declarations__functions(void **state)
{
	static const struct {
		const char *text, *name, *expected;
	} cases[] = {
		{ "void f(void);", "f", "void f()" },
		{ "int f(int a, char b);", "f", "int f(int a, char b)" },
		{ "int f(int, const char *);", "f", "int f(int, const char *)" },
		{ "int f(const char *format, ...);", "f", "int f(const char * format, ...)" },
		{ "int f();", "f", "int f() unknown" },
		{ "int f(const int a, char *const restrict b);", "f", "int f(const int a, char *const restrict b)" },
		{ "int f(int (*g)(char c));", "f", "int f(int (*)(char) g)" },
		{ "int (*f(int a))(char);", "f", "int (*)(char) f(int a)" },
		{ "int f(int v[4]);", "f", "int f(int * v[4])" },
		{ "int f(int v[]);", "f", "int f(int * v)" },
		{ "int f(int n, int v[n]);", "f", "int f(int n, int * v)" },
		{ "int f(int v[static 2]);", "f", "int f(int * v[2])" },
		{ "int f(const char v[16]);", "f", "int f(const char * v[16])" },
		{ "int f(int v[2][3]);", "f", "int f(int (*)[3] v[2])" },
		{ "typedef int three[3];\nint f(three v);", "f", "int f(int * v[3])" },
		{ "#include <stdint.h>\nint f(uint8_t v[3]);", "f", "int f(uint8_t * v[3])" },
		{ "int f(int g(char));", "f", "int f(int (*)(char) g)" },
		{ "_Noreturn void f(int a);", "f", "void f(int a) noreturn" },
		{ "#include <stdarg.h>\nint f(const char *format, va_list list);", "f",
		  "int f(const char * format, va_list list)" },
		{ "#include <stdio.h>\nint f(FILE *file);", "f", "int f(FILE * file)" },
		{ "struct s { int a; }; struct s f(struct s v);", "f", "struct s f(struct s v)" },
		{ "extern int f(void);", "f", "int f()" },
		{ "static inline int f(int a) { return a; }", "f", "inline int f(int a)" },
		{ "static int f(int a) { return a; }", "f", "inline int f(int a)" },
		{ "inline int f(int a) { return a; }", "f", "inline int f(int a)" },
		{ "int f(int a) { return a; }", "f", "int f(int a)" },
		{ "int f(int); int f(int number);", "f", "int f(int number)" },
		{ "int f(int first); int f(int second);", "f", "int f(int first)" },
		{ "int f(); int f(int a);", "f", "int f(int a)" },
		{ "int f(int a) __attribute__((deprecated));", "f", "int f(int a) deprecated" },
		{ "void f(int a) __attribute__((noreturn));", "f", "void f(int a) noreturn" },
		{ "#define API(type) extern type\nAPI(int) f(int a);", "f", "int f(int a)" },
		{ "#define LIST(x) x(one) x(two)\n#define DECLARE(n) int n(int a);\nLIST(DECLARE)", "two",
		  "int two(int a)" },
		{ "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(int a);\n#ifdef __cplusplus\n}\n#endif", "f",
		  "int f(int a)" },
	};
	struct hr_strbuf actual = HR_STRBUF_INIT;
	int problems = 0;

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_model *model = read_text(*state, cases[i].text, NULL);

		hr_strbuf_clear(&actual);
		describe_operation(&actual, model, find_operation(model, cases[i].name));
		expect_text(&problems, cases[i].text, cases[i].expected, actual.data);
		hr_model_free(model);
	}
	hr_strbuf_release(&actual);
	assert_int_equal(problems, 0);
}

static void test_declarations__variables(void **state)
{
	static const struct {
		const char *text, *expected; /* all variables */
	} cases[] = {
		{ "void f(void);", "" },
		{ "extern int count; void f(void);", "int count" },
		{ "extern const char *const name; void f(void);", "const char *const name" },
		{ "extern volatile int a, b; void f(void);", "volatile int a; volatile int b" },
		{ "extern int a; extern int a; void f(void);", "int a" },
		{ "extern const char version[]; void f(void);", "const char[] version" },
		{ "extern void (*hook)(int); void f(void);", "void (*)(int) hook" },
		{ "static const int limit = 3; void f(void);", "const int limit" },
		{ "#include <stdio.h>\nvoid f(void);", "" }, /* stdout is the system's */
	};
	struct hr_strbuf actual = HR_STRBUF_INIT;
	int problems = 0;

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_model *model = read_text(*state, cases[i].text, NULL);

		hr_strbuf_clear(&actual);
		for (size_t k = 0; k < model->variables.count; k++) {
			hr_strbuf_addstr(&actual, k > 0 ? "; " : "");
			hr_model_spell(&actual, model, model->variables.data[k].type);
			hr_strbuf_addf(&actual, " %s", model->variables.data[k].name);
		}
		expect_text(&problems, cases[i].text, cases[i].expected, actual.data);
		hr_model_free(model);
	}
	hr_strbuf_release(&actual);
	assert_int_equal(problems, 0);
}

/* "file:line" of what is declared, relative to the current directory when the file is below it. */
static void test_declarations__places(void **state)
{
	struct hr_model *model =
		read_text(*state, "\nstruct s {\n\tint a;\n};\n\nint\nf(void);\nextern int v;\n", NULL);
	char *at = hr_path_join(*state, "unit.h:7");

	assert_string_equal(find_operation(model, "f")->at, at);
	at[strlen(at) - 1] = '2';
	assert_string_equal(find_type(model, "struct s")->at, at);
	at[strlen(at) - 1] = '8';
	assert_string_equal(model->variables.data[0].at, at);
	free(at);
	hr_model_free(model);
}

/* Many of everything, in the order of the header. */
static void test_declarations__many(void **state)
{
	enum { MANY = 2000 };
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_model *model;

	for (int i = 0; i < MANY; i++)
		hr_strbuf_addf(&text, "int f%d(struct s%d *p, int n%d);\n", i, i % 100, i);
	model = read_text(*state, text.data, NULL);
	assert_int_equal(model->operations.count, MANY);
	for (size_t i = 0; i < MANY; i++)
		assert_true(model->operations.data[i].callable);
	assert_string_equal(model->operations.data[MANY - 1].name, "f1999");
	hr_model_free(model);
	hr_strbuf_release(&text);
}

/* Bool is a macro for int, as it is where there was no type for it. */
static void test_declarations__truth(void **state)
{
	static const struct {
		const char *text;
		bool result, param;
	} cases[] = {
		{ "Bool f(int a);", true, false },
		{ "int f(Bool a);", false, true },
		{ "API Bool\nf(int a, int bool_b);", true, false },
		{ "extern Bool /* int */ CALL f(Bool);", true, true },
		{ "int BOOL_CALL f(unsigned a);", false, false },
		{ "Bool *f(Bool *a);", false, false },
		{ "my_int BOOL_CALL f(my_int boolean);", false, false },
		{ "// Bool\nNUMBER f(NUMBER a); // Bool", false, false },
		{ "my_bool f(bool a);", false, false }, /* their types tell it */
		{ "struct s { Bool a, b; int c; }; Bool f(struct s a);", true, false },
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_strbuf text = HR_STRBUF_INIT;

		write_scratch(
			*state, "old.h",
			"#define Bool int\n#define NUMBER int\ntypedef int my_int; typedef int my_bool;\n"
			"#define API __attribute__((visibility(\"default\")))\n#define CALL\n#define BOOL_CALL\n");
		hr_strbuf_addf(&text, "#include <stdbool.h>\n#include \"old.h\"\n%s", cases[i].text);
		struct hr_model *model = read_text(*state, text.data, NULL);
		const struct hr_operation *it = find_operation(model, "f");
		if (it->result.is_truth != cases[i].result || it->params.data[0].is_truth != cases[i].param)
			fail_msg("%s: %d, %d", cases[i].text, it->result.is_truth, it->params.data[0].is_truth);
		if (strstr(cases[i].text, "struct s {")) {
			assert_true(find_field(find_type(model, "struct s"), "a")->is_truth);
			assert_true(find_field(find_type(model, "struct s"), "b")->is_truth);
			assert_false(find_field(find_type(model, "struct s"), "c")->is_truth);
		}
		hr_model_free(model);
		hr_strbuf_release(&text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_declarations__functions), IN_SCRATCH(test_declarations__variables),
		IN_SCRATCH(test_declarations__places),    IN_SCRATCH(test_declarations__many),
		IN_SCRATCH(test_declarations__truth),
	};

	return cmocka_run_group_tests_name("declarations", tests, NULL, NULL);
}
