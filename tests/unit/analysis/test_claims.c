/* Facts as evidence: what code proves about roles, against names that say otherwise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysing.h"

static const struct hr_claim *claim_from_code(const hr_claims *claims, enum hr_fact fact)
{
	for (size_t i = 0; i < claims->count; i++)
		if (claims->data[i].source == HR_SOURCE_CODE && claims->data[i].fact == fact)
			return &claims->data[i];
	return NULL;
}

static void test_claims__freed(void **state)
{
	struct analysed unit =
		analyse(*state,
			"typedef struct thing thing;\nthing *thing_make(void); void thing_use(thing *t);\n"
			"void thing_finish(thing *t); void thing_release(thing *t);\n",
			"#include \"unit.h\"\n#include <stdlib.h>\nstruct thing { char *s; };\n"
			"thing *thing_make(void) { return calloc(1, sizeof(thing)); }\n"
			"void thing_use(thing *t)\n{\n\tfree(t->s);\n\tfree(t);\n}\n"
			"void thing_finish(thing *t) { t->s = NULL; }\n"
			"void thing_release(thing *t) { free(t->s); t->s = NULL; }\n");
	const struct hr_operation *use = operation_called(&unit, "thing_use");
	const struct hr_claim *claim = claim_from_code(&use->params.data[0].claims, HR_FACT_ROLE);

	assert_int_equal(use->params.data[0].role, HR_ROLE_CONSUMED);
	assert_non_null(claim);
	assert_string_equal(claim->at, "unit.c:8");
	assert_int_equal(use->kind, HR_KIND_DESTROYER);
	assert_int_equal(operation_called(&unit, "thing_make")->result.role, HR_ROLE_OWNED);
	/* names that speak of an end, and code that does not */
	assert_int_equal(operation_called(&unit, "thing_finish")->params.data[0].role, HR_ROLE_RECEIVER);
	assert_int_equal(operation_called(&unit, "thing_release")->params.data[0].role, HR_ROLE_RECEIVER);
	forget(&unit);
}

static void test_claims__null(void **state)
{
	struct analysed unit = analyse(
		*state,
		"int fine(const char *s); int crash(const char *s);\n"
		"/** @param s may be NULL */\nint documented(const char *s);\nint declared(const char *s) __attribute__((nonnull));\n",
		"#include \"unit.h\"\nint fine(const char *s) { return s ? *s : 0; }\nint crash(const char *s) { return *s; }\n"
		"int documented(const char *s) { return *s; }\nint declared(const char *s) { return s ? *s : 0; }\n");

	assert_int_equal(operation_called(&unit, "fine")->params.data[0].nullable, HR_YES);
	assert_int_equal(operation_called(&unit, "crash")->params.data[0].nullable, HR_NO);
	/* what the authors wrote is the rule; code that does not keep it is wrong */
	assert_int_equal(operation_called(&unit, "documented")->params.data[0].nullable, HR_YES);
	assert_int_equal(operation_called(&unit, "declared")->params.data[0].nullable, HR_NO);
	forget(&unit);
}

static void test_claims__buffers(void **state)
{
	struct analysed unit = analyse(
		*state, "long add(const int *a, unsigned long b); void fill(char *a, unsigned long b, int c);\n",
		"#include \"unit.h\"\nlong add(const int *a, unsigned long b) { long s = 0;\n"
		"\tfor (unsigned long i = 0; i < b; i++) s += a[i]; return s; }\n"
		"void fill(char *a, unsigned long b, int c) { for (unsigned long i = 0; i < b; i++) a[i] = (char)c; }\n");
	const struct hr_operation *add = operation_called(&unit, "add");
	const struct hr_operation *fill = operation_called(&unit, "fill");

	assert_int_equal(add->params.data[0].role, HR_ROLE_ARRAY);
	assert_int_equal(add->params.data[1].role, HR_ROLE_LENGTH);
	assert_int_equal(add->params.data[1].of, 0);
	assert_int_equal(add->params.data[1].unit, HR_UNIT_ELEMENTS);
	assert_int_equal(fill->params.data[0].role, HR_ROLE_OUT);
	assert_int_equal(fill->params.data[1].role, HR_ROLE_CAPACITY);
	assert_int_equal(fill->params.data[1].unit, HR_UNIT_BYTES);
	forget(&unit);
}

static void test_claims__kinds_and_keeping(void **state)
{
	struct analysed unit = analyse(
		*state,
		"typedef struct box box;\nint box_value(box *b); int box_get_next(const box *b); void box_link(box *b, int *to);\n"
		"box *box_new(void); void box_free(box *b);\n",
		"#include \"unit.h\"\n#include <stdlib.h>\nstruct box { int n; int *p; };\nint box_value(box *b) { return b->n; }\n"
		"int box_get_next(const box *b) { return ((box *)b)->n++; }\nvoid box_link(box *b, int *to) { b->p = to; }\n"
		"box *box_new(void) { return calloc(1, sizeof(box)); }\nvoid box_free(box *b) { free(b); }\n");

	assert_int_equal(operation_called(&unit, "box_value")->kind, HR_KIND_OBSERVER);
	assert_int_equal(operation_called(&unit, "box_get_next")->kind, HR_KIND_MUTATOR);
	assert_true(operation_called(&unit, "box_link")->params.data[1].kept);
	assert_false(operation_called(&unit, "box_link")->params.data[0].kept);
	forget(&unit);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_claims__freed),
		IN_UNIT(test_claims__null),
		IN_UNIT(test_claims__buffers),
		IN_UNIT(test_claims__kinds_and_keeping),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
