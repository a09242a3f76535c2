/* Object-like macros and enumerators as constants, with their values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "reading.h"

/* "int 3", "float 0.5", "string abc", "pointer ((void *)0)"; "enumerator" before those that are */
static void describe_constant(struct hr_strbuf *out, const struct hr_constant *it)
{
	hr_strbuf_addf(out, "%s%s ", it->is_enumerator ? "enumerator " : "",
		       hr_word(&hr_constant_kind_words, (int)it->kind));
	switch (it->kind) {
	case HR_CONSTANT_INT:
		hr_strbuf_addf(out, "%lld", (long long)it->number);
		break;
	case HR_CONSTANT_FLOAT:
		hr_strbuf_addf(out, "%g", it->real);
		break;
	default:
		hr_strbuf_addstr(out, it->text);
		break;
	}
}

struct constant_case {
	const char *text;     /* C */
	const char *name;     /* of the constant */
	const char *expected; /* NULL: it is none */
};

static void check_constants(const char *directory, const struct constant_case *cases, size_t count)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_strbuf actual = HR_STRBUF_INIT;
	int problems = 0;

	for (size_t i = 0; i < count; i++) {
		struct hr_model *model;
		size_t index;

		hr_strbuf_clear(&text);
		hr_strbuf_addf(&text, "void f(void);\n%s\n", cases[i].text);
		model = read_text(directory, text.data, NULL);
		hr_strbuf_clear(&actual);
		bool found = hr_map_get(&model->constant_by_name, cases[i].name, &index);

		if (found)
			describe_constant(&actual, &model->constants.data[index]);
		expect_text(&problems, cases[i].text, cases[i].expected, found ? actual.data : NULL);
		hr_model_free(model);
	}
	hr_strbuf_release(&text);
	hr_strbuf_release(&actual);
	assert_int_equal(problems, 0);
}

static void test_constants__integers(void **state)
{
	static const struct constant_case cases[] = {
		{ "#define A 1", "A", "int 1" },
		{ "#define A (-7)", "A", "int -7" },
		{ "#define A 0x10", "A", "int 16" },
		{ "#define A 010", "A", "int 8" },
		{ "#define A 'a'", "A", "int 97" },
		{ "#define A '\\''", "A", "int 39" },
		{ "#define A 1 << 4 /* a bit */", "A", "int 16" },
		{ "#define B 2\n#define A (B + 1)", "A", "int 3" },
		{ "#define A sizeof(int)", "A", "int 4" },
		{ "#define A ((unsigned char)300)", "A", "int 44" },
		{ "#define A 0x7fffffffffffffffLL", "A", "int 9223372036854775807" },
		{ "#define A 0xffffffffffffffffULL", "A", "int -1" },
		{ "#define A (~0u)", "A", "int 4294967295" },
		{ "#define A (3 > 2)", "A", "int 1" },
		{ "#define A 1\n#undef A\n#define A 2", "A", "int 2" },
		{ "#define A \\\n  5", "A", "int 5" },
		{ "#include <limits.h>\n#define A INT_MAX", "A", "int 2147483647" },
		{ "enum e { A = 4 };\n#define B A", "B", "int 4" },
		{ "#define MAKE(x) ((x) * 2)\n#define A MAKE(21)", "A", "int 42" },
	};

	check_constants(*state, cases, COUNT(cases));
}

static void test_constants__enumerators(void **state)
{
	static const struct constant_case cases[] = {
		{ "enum e { A = 4, B };", "A", "enumerator int 4" },
		{ "enum e { A = 4, B };", "B", "enumerator int 5" },
		{ "enum { A = -1 };", "A", "enumerator int -1" },
		{ "typedef enum { A = 3 } kind;", "A", "enumerator int 3" },
		{ "enum e { A = 4 };\n#define A A", "A", "enumerator int 4" },
		{ "struct s { enum { A = 6 } kind; };", "A", "enumerator int 6" },
	};

	check_constants(*state, cases, COUNT(cases));
}

static void test_constants__others(void **state)
{
	static const struct constant_case cases[] = {
		{ "#define A 0.5", "A", "float 0.5" },
		{ "#define A 1e3f", "A", "float 1000" },
		{ "#define A (1.0 / 4)", "A", "float 0.25" },
		{ "#define A \"text\"", "A", "string text" },
		{ "#define A \"one\" \" two\"", "A", "string one two" },
		{ "#define A \"a;b{c}\"", "A", "string a;b{c}" },
		{ "#define A ((void *)0)", "A", "pointer ((void *)0)" },
		{ "#define A ((void (*)(int))-1)", "A", "pointer ((void (*)(int))-1)" },
		{ "extern int v;\n#define A (&v)", "A", "pointer (&v)" },
	};

	check_constants(*state, cases, COUNT(cases));
}

static void test_constants__refused(void **state)
{
	static const struct constant_case cases[] = {
		{ "#define A", "A", NULL },
		{ "#define A int", "A", NULL },
		{ "#define A extern", "A", NULL },
		{ "#define A __attribute__((pure))", "A", NULL },
		{ "#define A do { } while (0)", "A", NULL },
		{ "#define A { 1, 2 }", "A", NULL },
		{ "#define A (1", "A", NULL },
		{ "#define A not_declared", "A", NULL },
		{ "#define A f", "A", NULL },    /* another name for the function */
		{ "#define A(x) 1", "A", NULL }, /* an operation */
		{ "#define _A 1", "_A", NULL },  /* a guard, or private */
		{ "#define A 1\n#undef A", "A", NULL },
		{ "extern int v;\n#define A v", "A", NULL }, /* a variable has no fixed value */
		{ "#include <limits.h>", "INT_MAX", NULL },  /* the system's */
	};

	check_constants(*state, cases, COUNT(cases));
}

static void test_constants__have_types(void **state)
{
	static const struct {
		const char *name, *type;
	} cases[] = {
		{ "A", "int" }, { "B", "unsigned long" }, { "C", "double" }, { "E", "enum e" }, { "F", "float" },
	};
	struct hr_model *model = read_text(*state,
					   "void f(void);\n#define A 1\n#define B 1ul\n#define C 0.5\n"
					   "enum e { E };\n#define F 1.0f\n",
					   NULL);
	int problems = 0;

	for (size_t i = 0; i < COUNT(cases); i++)
		expect_text(&problems, cases[i].name, cases[i].type,
			    model->types.data[find_constant(model, cases[i].name)->type].spelling);
	assert_int_equal(problems, 0);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_constants__integers),   IN_SCRATCH(test_constants__enumerators),
		IN_SCRATCH(test_constants__others),     IN_SCRATCH(test_constants__refused),
		IN_SCRATCH(test_constants__have_types),
	};

	return cmocka_run_group_tests_name("constants", tests, NULL, NULL);
}
