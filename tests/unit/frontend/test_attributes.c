/* Compiler attributes: which ones an operation has, with what arguments. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "reading.h"

/* "nonnull(1) malloc": all of `f`, in the order found */
static void describe_attributes(struct hr_strbuf *out, const struct hr_operation *operation)
{
	for (size_t i = 0; i < operation->attributes.count; i++) {
		const struct hr_attribute *it = &operation->attributes.data[i];

		hr_strbuf_addf(out, it->text[0] != '\0' ? "%s%s(%s)" : "%s%s", i > 0 ? " " : "", it->name, it->text);
	}
}

struct attribute_case {
	const char *text; /* declares f */
	const char *expected;
};

static void check_attributes(const char *directory, const struct attribute_case *cases, size_t count)
{
	struct hr_strbuf actual = HR_STRBUF_INIT;
	int problems = 0;

	for (size_t i = 0; i < count; i++) {
		struct hr_model *model = read_text(directory, cases[i].text, NULL);

		hr_strbuf_clear(&actual);
		describe_attributes(&actual, find_operation(model, "f"));
		expect_text(&problems, cases[i].text, cases[i].expected, actual.data);
		hr_model_free(model);
	}
	hr_strbuf_release(&actual);
	assert_int_equal(problems, 0);
}

static void test_attributes__of_functions(void **state)
{
	static const struct attribute_case cases[] = {
		{ "int f(int *a);", "" },
		{ "int f(int *a) __attribute__((nonnull));", "nonnull" },
		{ "int f(int *a) __attribute__((__nonnull__));", "nonnull" },
		{ "int f(int *a) __attribute__((nonnull(1)));", "nonnull(1)" },
		{ "__attribute__((nonnull(1))) int f(int *a);", "nonnull(1)" },
		{ "int *f(void) __attribute__((returns_nonnull));", "returns_nonnull" },
		{ "void *f(int a) __attribute__((malloc));", "malloc" },
		{ "void *f(int a) __attribute__((alloc_size(1)));", "alloc_size(1)" },
		{ "int f(int a) __attribute__((pure));", "pure" },
		{ "int f(int a) __attribute__((const));", "const" },
		{ "void f(int a) __attribute__((noreturn));", "noreturn" },
		{ "int f(int a) __attribute__((visibility(\"default\")));", "visibility(\"default\")" },
		{ "int f(int a) __attribute__((deprecated(\"use g\")));", "deprecated(\"use g\")" },
		{ "int f(const char *s, ...) __attribute__((format(printf, 1, 2)));", "format(printf, 1, 2)" },
		{ "int f(const char *s, ...) __attribute__((__format__(__printf__, 1, 2)));",
		  "format(printf, 1, 2) format(__printf__, 1, 2)" },
		{ "int f(int a, ...) __attribute__((sentinel));", "sentinel(0, 0) sentinel" },
		{ "int f(int *a) __attribute__((nonnull(1), pure));", "nonnull(1) pure" },
		{ "int f(int *a) __attribute__((nonnull(1))) __attribute__((pure));", "nonnull(1) pure" },
	};

	check_attributes(*state, cases, COUNT(cases));
}

/* What clang passes over is read from the text. */
static void test_attributes__of_gcc(void **state)
{
	static const struct attribute_case cases[] = {
		{ "int f(char *s, int n) __attribute__((access(write_only, 1, 2)));", "access(write_only, 1, 2)" },
		{ "int f(char *s, int n) __attribute__((__access__(__read_only__, 1)));", "access(__read_only__, 1)" },
		{ "int f(int a) __attribute__((nothrow, leaf));", "nothrow leaf" },
		{ "int f(int a) __attribute__((access(read_only, 1)))\n\t__attribute__((pure));",
		  "pure access(read_only, 1)" },
		{ "/* __attribute__((pure)) */ int f(int a); int g(int) __attribute__((pure));", "" },
	};

	check_attributes(*state, cases, COUNT(cases));
}

static void test_attributes__of_parameters(void **state)
{
	static const struct attribute_case cases[] = {
		{ "int f(int *a __attribute__((nonnull)));", "nonnull(1)" },
		{ "int f(int a, int *b __attribute__((nonnull)));", "nonnull(2)" },
		{ "int f(int *_Nonnull a, int *_Nullable b);", "nonnull(1) nullable(2)" },
		{ "int f(int (*a)(int, int), int *_Nonnull b);", "nonnull(2)" },
		{ "int *_Nonnull f(int *a);", "" },
	};

	check_attributes(*state, cases, COUNT(cases));
}

static void test_attributes__through_macros(void **state)
{
	static const struct attribute_case cases[] = {
		{ "#define MUST __attribute__((pure))\nint f(int a) MUST;", "pure" },
		{ "#define API __attribute__((visibility(\"default\")))\nAPI int f(int a);",
		  "visibility(\"default\")" },
		{ "#define NEEDS(...) __attribute__((nonnull(__VA_ARGS__)))\nint f(int *a, int *b) NEEDS(2);",
		  "nonnull(2)" },
		{ "#define PRINT(n) __attribute__((format(printf, n, n + 1)))\nint f(const char *s, ...) PRINT(1);",
		  "format(printf, 1, 2)" },
		{ "#define A __attribute__((pure))\n#define B A __attribute__((nonnull))\nint f(int *a) B;",
		  "pure nonnull" },
		{ "#define GIVEN __attribute__((nonnull))\nint f(int *a GIVEN);", "nonnull(1)" },
	};

	check_attributes(*state, cases, COUNT(cases));
}

/* A second declaration adds, and repeats nothing. */
static void test_attributes__of_redeclarations(void **state)
{
	static const struct attribute_case cases[] = {
		{ "int f(int *a);\nint f(int *a) __attribute__((pure));", "pure" },
		{ "int f(int *a) __attribute__((pure));\nint f(int *a) __attribute__((pure, nonnull));",
		  "pure nonnull" },
	};

	check_attributes(*state, cases, COUNT(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_attributes__of_functions),      IN_SCRATCH(test_attributes__of_gcc),
		IN_SCRATCH(test_attributes__of_parameters),     IN_SCRATCH(test_attributes__through_macros),
		IN_SCRATCH(test_attributes__of_redeclarations),
	};

	return cmocka_run_group_tests_name("attributes", tests, NULL, NULL);
}
