/* Function-like macros: the types that are found for their parameters, and why others are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "reading.h"

#define UNIT                                                                \
	"struct point { int x; double weight; };\n"                         \
	"struct line { struct point *from; int length; };\n"                \
	"struct handle;\n"                                                  \
	"struct handle *open_it(const char *name, unsigned long size);\n"   \
	"int use(struct handle *h, int how);\n"                             \
	"void note(const char *text);\n"

/* "int M(const char * a, int b)", or "refused: why" */
static void describe_macro(struct hr_strbuf *out, const struct hr_model *model, const struct hr_operation *it)
{
	if (it->reason) {
		hr_strbuf_addf(out, "refused: %s", it->reason);
		return;
	}
	if (it->result.type.type == HR_NO_TYPE)
		hr_strbuf_addstr(out, "nothing");
	else
		hr_model_spell(out, model, it->result.type);
	hr_strbuf_addf(out, " %s(", it->name);
	for (size_t i = 0; i < it->params.count; i++) {
		hr_strbuf_addstr(out, i > 0 ? ", " : "");
		hr_model_spell(out, model, it->params.data[i].type);
		hr_strbuf_addf(out, " %s", it->params.data[i].name);
	}
	hr_strbuf_addch(out, ')');
}

struct macro_case {
	const char *text; /* defines M, after UNIT */
	const char *expected;
};

static void check_macros(const char *directory, const struct macro_case *cases, size_t count)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_strbuf actual = HR_STRBUF_INIT;
	int problems = 0;

	for (size_t i = 0; i < count; i++) {
		struct hr_model *model;
		const struct hr_operation *macro;

		hr_strbuf_clear(&text);
		hr_strbuf_addf(&text, "%s%s\n", UNIT, cases[i].text);
		model = read_text(directory, text.data, NULL);
		macro = find_operation(model, "M");
		assert_int_equal(macro->form, HR_FORM_MACRO);
		assert_int_equal(macro->definition, HR_DEFINED_HEADER);
		assert_int_equal(macro->callable, !macro->reason);
		hr_strbuf_clear(&actual);
		describe_macro(&actual, model, macro);
		expect_text(&problems, cases[i].text, cases[i].expected, actual.data);
		hr_model_free(model);
	}
	hr_strbuf_release(&text);
	hr_strbuf_release(&actual);
	assert_int_equal(problems, 0);
}

static void test_macros__call(void **state)
{
	static const struct macro_case cases[] = {
		{ "#define M(h) use(h, 1)", "int M(struct handle * h)" },
		{ "#define M(h) use((h), 1)", "int M(struct handle * h)" },
		{ "#define M(h, how) use((h), (how))", "int M(struct handle * h, int how)" },
		{ "#define M(size) open_it(\"x\", size)", "struct handle * M(unsigned long size)" },
		{ "#define N(h) use(h, 1)\n#define M(h) N(h)", "int M(struct handle * h)" },
		{ "#define N(how, h) use(h, how)\n#define M(h) N(1, h)", "int M(struct handle * h)" },
		{ "#define M(how, h) use(h, how)", "int M(int how, struct handle * h)" },
		{ "#define M(name) open_it(name, sizeof(int))", "struct handle * M(const char * name)" },
		{ "#define M(text) note(text)", "nothing M(const char * text)" },
		{ "#define M(text) (void)note(text)", "nothing M(const char * text)" },
		{ "#define M(h) (use(h, 1) == 0)", "int M(struct handle * h)" },
		{ "#define M(h) (use(h, 1) && use(h, 2))", "int M(struct handle * h)" },
		{ "#define M() use(open_it(\"x\", 1), 2)", "int M()" },
		{ "#define M(h) \\\n\tuse(h, \\\n\t    1)", "int M(struct handle * h)" },
		{ "static inline int twice(int a) { return 2 * a; }\n#define M(a) twice(a)", "int M(int a)" },
		{ "static inline int twice(int a) { return 2 * a; }\n#define N(t, a) tw##t(a)\n#define M(a) N(ice, a)",
		  "int M(int a)" },
	};

	check_macros(*state, cases, COUNT(cases));
}

static void test_macros__members(void **state)
{
	static const struct macro_case cases[] = {
		{ "#define M(p) ((p)->weight)", "double M(struct point * p)" },
		{ "#define M(p) (p)->x", "int M(struct point * p)" },
		{ "#define M(p) ((p).x)", "int M(struct point p)" },
		{ "#define M(l) ((l)->from->weight)", "double M(struct line * l)" },
		{ "#define M(l) ((l)->length > 0)", "int M(struct line * l)" },
		{ "#define M(p, v) ((p)->x = (v))", "int M(struct point * p, int v)" },
		/* what a member takes by pointer: text is no bytes */
		{ "struct code { int (*is_end)(const unsigned char *s); int (*ask)(const char *s); };\n"
		  "#define M(c, s) ((c)->is_end((s)))",
		  "int M(struct code * c, const unsigned char * s)" },
		{ "struct code { int (*is_end)(const unsigned char *s); int (*ask)(const char *s); };\n"
		  "#define M(c, s) ((c)->ask((s)))",
		  "int M(struct code * c, const char * s)" },
	};

	check_macros(*state, cases, COUNT(cases));
}

static void test_macros__arithmetic(void **state)
{
	static const struct macro_case cases[] = {
		{ "#define M(a) ((a) + 1)", "int M(int a)" },
		{ "#define M(a) ((a) * 0.5)", "double M(int a)" },
		{ "#define M(a) (!(a))", "int M(int a)" },
		{ "#define M(a, b) ((a) > (b) ? (a) : (b))", "int M(int a, int b)" },
		{ "#define M(major, minor) (((major) << 8) | (minor))", "int M(int major, int minor)" },
		{ "#define M(s) ((s)[0])", "char M(const char * s)" },
		{ "#define M(a) (*(a))", "char M(const char * a)" },
		{ "#define M(a) 1", "int M(int a)" },
	};

	check_macros(*state, cases, COUNT(cases));
}

static void test_macros__statements(void **state)
{
	static const struct macro_case cases[] = {
		{ "#define M(h) do { use(h, 1); } while (0)", "nothing M(struct handle * h)" },
		{ "#define M(h) do { if (h) use(h, 1); use((h), 2); } while (0)", "nothing M(struct handle * h)" },
		{ "#define M(h) { use(h, 1); }", "nothing M(struct handle * h)" },
		{ "#define M(p) do { (p)->x = 0; (p)->weight = 1; } while (0)", "nothing M(struct point * p)" },
		{ "#define M(h) use(h, 1);", "int M(struct handle * h)" },
	};

	check_macros(*state, cases, COUNT(cases));
}

static void test_macros__refused(void **state)
{
	static const struct macro_case cases[] = {
		{ "#define M(x)", "refused: expands to nothing" },
		{ "#define M(x) /* nothing */", "refused: expands to nothing" },
		{ "#define M(type) type", "refused: is only its argument" },
		{ "#define M(x) ((x))", "refused: is only its argument" },
		{ "#define M(...) use(__VA_ARGS__)", "refused: takes a variable number of arguments" },
		{ "#define M(f, ...) use(f, __VA_ARGS__)", "refused: takes a variable number of arguments" },
		{ "#define M(a, b, c, d, e, f, g) (a + b + c + d + e + f + g)",
		  "refused: has too many parameters to try types for" },
		{ "#define M(a) note(#a)", "refused: pastes or stringifies its arguments" },
		{ "#define M(a) use_ ## a()", "refused: pastes or stringifies its arguments" },
		{ "#define QUOTE(a) #a\n#define M(a) QUOTE(a)", "refused: pastes or stringifies its arguments" },
		{ "#define M(i, n) for (i = 0; i < n; i++)",
		  "refused: expands to a part of a statement or a declaration" },
		{ "#define M(t) struct t", "refused: expands to a part of a statement or a declaration" },
		{ "#define M(x) __attribute__((x))", "refused: expands to a part of a statement or a declaration" },
		{ "#define M(x) return x", "refused: expands to a part of a statement or a declaration" },
		{ "#define M(x) { x", "refused: expands to unbalanced brackets" },
		{ "#define M(t) sizeof(t *)", "refused: no types for its parameters were found that compile" },
		{ "#define M(a) not_declared(a)", "refused: no types for its parameters were found that compile" },
		{ "#define M(a) ((a)->no_such_member)",
		  "refused: no types for its parameters were found that compile" },
		{ "#define M(t, v) ((t)(v))", "refused: no types for its parameters were found that compile" },
	};

	check_macros(*state, cases, COUNT(cases));
}

/* Not listed at all. */
static void test_macros__passed_over(void **state)
{
	struct hr_model *model =
		read_text(*state,
			  "#include <stddef.h>\nint f(int a);\n#define f(a) (f)((a) + 1)\n#define _M(a) (a)\n"
			  "#define LIMIT 3\n#define N(a) (a)\n#undef N\n",
			  NULL);

	assert_int_equal(model->operations.count, 1);
	assert_int_equal(find_operation(model, "f")->form, HR_FORM_FUNCTION);
	assert_string_equal(find_operation(model, "f")->expansion, "(f)((a) + 1)");
	assert_false(has_operation(model, "_M"));
	assert_false(has_operation(model, "offsetof"));
	assert_false(has_operation(model, "LIMIT"));
	hr_model_free(model);
}

static void test_macros__expansion(void **state)
{
	struct hr_model *model =
		read_text(*state, "int f(int);\n#define M( a )  f( /* what */ a ) \\\n  + 1 // more\n", NULL);

	assert_string_equal(find_operation(model, "M")->expansion, "f( a ) + 1");
	assert_string_equal(find_operation(model, "M")->params.data[0].name, "a");
	hr_model_free(model);
}

/* A quote in a character and an escaped backslash end no string. */
static void test_macros__expansion_with_literals(void **state)
{
	struct hr_model *model = read_text(
		*state,
		"int f(int a);\n#define M(a) (f('\"') + /* one */   f(a))\n"
		"#define N(a) (f(\"\\\\\"[0]) + /* two */   f(a))\n#define O(a) (f(\"\\\"  /* not */\"[0]) + f(a))\n",
		NULL);

	assert_string_equal(find_operation(model, "M")->expansion, "(f('\"') + f(a))");
	assert_string_equal(find_operation(model, "N")->expansion, "(f(\"\\\\\"[0]) + f(a))");
	assert_string_equal(find_operation(model, "O")->expansion, "(f(\"\\\"  /* not */\"[0]) + f(a))");
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_macros__call),       IN_SCRATCH(test_macros__members),
		IN_SCRATCH(test_macros__arithmetic), IN_SCRATCH(test_macros__statements),
		IN_SCRATCH(test_macros__refused),    IN_SCRATCH(test_macros__passed_over),
		IN_SCRATCH(test_macros__expansion),  IN_SCRATCH(test_macros__expansion_with_literals),
	};

	return cmocka_run_group_tests_name("macros", tests, NULL, NULL);
}
