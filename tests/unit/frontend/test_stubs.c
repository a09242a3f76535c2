/* Can a stub call it? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "reading.h"

static void test_stubs__verdicts(void **state)
{
	static const struct {
		const char *text;   /* declares f */
		const char *reason; /* how it begins; NULL: callable */
	} cases[] = {
		{ "void f(void);", NULL },
		{ "int f(int a, double b, const char *c);", NULL },
		{ "struct s { int a; }; struct s f(struct s v);", NULL },
		{ "struct s; struct s *f(struct s *p);", NULL },
		{ "union u { int a; }; union u f(union u *p);", NULL },
		{ "int f(const char *format, ...);", NULL },
		{ "#include <stdarg.h>\nint f(const char *format, va_list list);", NULL },
		{ "int f(int v[4]);", NULL },
		{ "int f(int v[][4]);", NULL },
		{ "int f(const int a, const char *const restrict b);", NULL },
		{ "const int f(volatile int *a);", NULL },
		{ "int f(int (*g)(void *, int), void *data);", NULL },
		{ "int f(int g(char));", NULL },
		{ "void (*f(int a))(int);", NULL },
		{ "typedef void (*handler)(int); handler f(handler h);", NULL },
		{ "enum e { A }; enum e f(enum e v);", NULL },
		{ "typedef struct { int a; } pair; pair f(pair v, pair *p);", NULL },
		{ "_Bool f(_Bool a); ", NULL },
		{ "_Complex double f(_Complex double a);", NULL },
		{ "typedef int four __attribute__((vector_size(16))); four f(four v);", NULL },
		{ "static inline int f(int a) { return a; }", NULL },
		{ "__attribute__((deprecated)) int f(int a);", NULL },
		{ "#define f(a) f_behind(a)\nint f_behind(int a); int (f)(int a);", NULL },
		{ "int f();", "is declared without a prototype" },
		{ "/** Sums up. @param a what */ int f();", "is declared without a prototype" },
		{ "/** The next number. */ int f();", NULL },
		{ "struct s; void f(struct s v);", "parameter 1 is an incomplete type by value" },
		{ "struct s; void f(int a, struct s v);", "parameter 2 is an incomplete type by value" },
		{ "struct s; struct s f(void);", "a call of it does not compile: " },
		{ "int f(struct { int a; } *p);", "parameter 1 has a type without a name" },
		{ "void f(int a) __attribute__((unavailable));", "a call of it does not compile: " },
	};
	struct hr_error error = HR_ERROR_INIT;
	int problems = 0;

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_model *model = NULL;

		write_scratch(*state, "unit.h", cases[i].text);
		if (read_files(&model, *state, &(struct text_unit){ 0 }, &error) != 0) {
			expect_text(&problems, cases[i].text, "", error.details.data);
			continue;
		}
		const struct hr_operation *f = find_operation(model, "f");

		assert_int_equal(f->callable, !f->reason);
		if (!cases[i].reason || !f->reason || strncmp(f->reason, cases[i].reason, strlen(cases[i].reason)) != 0)
			expect_text(&problems, cases[i].text, cases[i].reason, f->reason);
		hr_model_free(model);
	}
	hr_error_release(&error);
	assert_int_equal(problems, 0);
}

/* One that cannot be called leaves the others alone. */
static void test_stubs__are_independent(void **state)
{
	struct hr_model *model =
		read_text(*state, "struct s;\nint f(int);\nstruct s g(void);\nint h(int);\nvoid k(struct s);\n", NULL);

	assert_true(find_operation(model, "f")->callable);
	assert_false(find_operation(model, "g")->callable);
	assert_true(find_operation(model, "h")->callable);
	assert_false(find_operation(model, "k")->callable);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_stubs__verdicts),
		IN_SCRATCH(test_stubs__are_independent),
	};

	return cmocka_run_group_tests_name("stubs", tests, NULL, NULL);
}
