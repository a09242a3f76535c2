/* What claims add up to. */
#include "model/claim.h"

#include "../base/expect_bug.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#define CLAIMS 5

/* A claim about a role, as the tables write it. */
struct said {
	enum hr_role role; /* HR_ROLE_UNKNOWN: the end of the list */
	int of;
	enum hr_unit unit;
	enum hr_source source;
	double weight;
};

struct role_case {
	const char *name;
	struct said said[CLAIMS];
	struct hr_decision want;
};

#define NO HR_UNIT_NONE
#define WANT(role, of, unit, confidence, source) { true, (role), (of), (unit), (confidence), (source) }

static const struct role_case cases[] = {
	{ "one claim is taken as it is",
	  { { HR_ROLE_STRING, -1, NO, HR_SOURCE_NAME, 0.6 } },
	  WANT(HR_ROLE_STRING, -1, NO, 0.6, HR_SOURCE_NAME) },
	{ "claims for the same add up",
	  { { HR_ROLE_STRING, -1, NO, HR_SOURCE_NAME, 0.6 }, { HR_ROLE_STRING, -1, NO, HR_SOURCE_SHAPE, 0.5 } },
	  WANT(HR_ROLE_STRING, -1, NO, 0.8, HR_SOURCE_SHAPE) },
	{ "the strongest source need not be the last",
	  { { HR_ROLE_STRING, -1, NO, HR_SOURCE_DOCUMENTATION, 0.5 }, { HR_ROLE_STRING, -1, NO, HR_SOURCE_NAME, 0.5 } },
	  WANT(HR_ROLE_STRING, -1, NO, 0.75, HR_SOURCE_DOCUMENTATION) },
	{ "the stronger claim wins, with less confidence",
	  { { HR_ROLE_IN, -1, NO, HR_SOURCE_TYPE, 0.5 }, { HR_ROLE_STRING, -1, NO, HR_SOURCE_NAME, 0.9 } },
	  WANT(HR_ROLE_STRING, -1, NO, 9.0 / 11, HR_SOURCE_NAME) },
	{ "two weak ones beat a stronger one",
	  { { HR_ROLE_IN, -1, NO, HR_SOURCE_DOCUMENTATION, 0.6 },
	    { HR_ROLE_STRING, -1, NO, HR_SOURCE_NAME, 0.5 },
	    { HR_ROLE_STRING, -1, NO, HR_SOURCE_TYPE, 0.5 } },
	  WANT(HR_ROLE_STRING, -1, NO, 3.0 / 5.5, HR_SOURCE_TYPE) },
	{ "documentation has no authority",
	  { { HR_ROLE_IN, -1, NO, HR_SOURCE_DOCUMENTATION, 0.6 }, { HR_ROLE_STRING, -1, NO, HR_SOURCE_NAME, 0.7 } },
	  WANT(HR_ROLE_STRING, -1, NO, 7.0 / 3 / (1 + 7.0 / 3 + 1.5), HR_SOURCE_NAME) },
	{ "the first made wins a tie",
	  { { HR_ROLE_IN, -1, NO, HR_SOURCE_NAME, 0.5 }, { HR_ROLE_STRING, -1, NO, HR_SOURCE_SHAPE, 0.5 } },
	  WANT(HR_ROLE_IN, -1, NO, 1.0 / 3, HR_SOURCE_NAME) },
	{ "the order of claims does not break a tie",
	  { { HR_ROLE_IN, -1, NO, HR_SOURCE_NAME, 0.9 },
	    { HR_ROLE_STRING, -1, NO, HR_SOURCE_NAME, 0.7 },
	    { HR_ROLE_STRING, -1, NO, HR_SOURCE_NAME, 0.9 },
	    { HR_ROLE_IN, -1, NO, HR_SOURCE_NAME, 0.7 } },
	  WANT(HR_ROLE_IN, -1, NO, 0.97 / 0.03 / (1 + 2 * 0.97 / 0.03), HR_SOURCE_NAME) },
	{ "all competitors count",
	  { { HR_ROLE_IN, -1, NO, HR_SOURCE_NAME, 0.5 },
	    { HR_ROLE_STRING, -1, NO, HR_SOURCE_NAME, 0.75 },
	    { HR_ROLE_PATH, -1, NO, HR_SOURCE_NAME, 0.5 } },
	  WANT(HR_ROLE_STRING, -1, NO, 0.5, HR_SOURCE_NAME) },
	{ "another `of` is another candidate",
	  { { HR_ROLE_LENGTH, 0, NO, HR_SOURCE_NAME, 0.5 }, { HR_ROLE_LENGTH, 1, NO, HR_SOURCE_NAME, 0.75 } },
	  WANT(HR_ROLE_LENGTH, 1, NO, 0.6, HR_SOURCE_NAME) },
	{ "declared beats suggested",
	  { { HR_ROLE_IN, -1, NO, HR_SOURCE_DOCUMENTATION, 0.99 }, { HR_ROLE_OUT, -1, NO, HR_SOURCE_ATTRIBUTE, 0.5 } },
	  WANT(HR_ROLE_OUT, -1, NO, 0.5, HR_SOURCE_ATTRIBUTE) },
	{ "proved beats declared",
	  { { HR_ROLE_IN, -1, NO, HR_SOURCE_CODE, 0.5 }, { HR_ROLE_OUT, -1, NO, HR_SOURCE_ATTRIBUTE, 0.9 } },
	  WANT(HR_ROLE_IN, -1, NO, 0.5, HR_SOURCE_CODE) },
	{ "learned beats proved",
	  { { HR_ROLE_IN, -1, NO, HR_SOURCE_CODE, 0.9 }, { HR_ROLE_OUT, -1, NO, HR_SOURCE_LEARNED, 0.5 } },
	  WANT(HR_ROLE_OUT, -1, NO, 0.5, HR_SOURCE_LEARNED) },
	{ "the user beats all",
	  { { HR_ROLE_IN, -1, NO, HR_SOURCE_USER, 0.5 },
	    { HR_ROLE_OUT, -1, NO, HR_SOURCE_LEARNED, 0.9 },
	    { HR_ROLE_OUT, -1, NO, HR_SOURCE_CODE, 0.9 },
	    { HR_ROLE_OUT, -1, NO, HR_SOURCE_ATTRIBUTE, 0.9 },
	    { HR_ROLE_OUT, -1, NO, HR_SOURCE_NAME, 0.9 } },
	  WANT(HR_ROLE_IN, -1, NO, 0.5, HR_SOURCE_USER) },
	{ "within an authority the strongest sum wins",
	  { { HR_ROLE_IN, -1, NO, HR_SOURCE_CODE, 0.6 },
	    { HR_ROLE_OUT, -1, NO, HR_SOURCE_CODE, 0.5 },
	    { HR_ROLE_OUT, -1, NO, HR_SOURCE_CODE, 0.5 } },
	  WANT(HR_ROLE_OUT, -1, NO, 3.0 / 5.5, HR_SOURCE_CODE) },
	{ "what is beaten cannot tip the scales among the authorities",
	  { { HR_ROLE_IN, -1, NO, HR_SOURCE_CODE, 0.6 },
	    { HR_ROLE_OUT, -1, NO, HR_SOURCE_CODE, 0.5 },
	    { HR_ROLE_OUT, -1, NO, HR_SOURCE_NAME, 0.9 } },
	  WANT(HR_ROLE_IN, -1, NO, 1.5 / 3.5, HR_SOURCE_CODE) },
	{ "lower sources support the authority's choice",
	  { { HR_ROLE_OUT, -1, NO, HR_SOURCE_NAME, 0.5 }, { HR_ROLE_OUT, -1, NO, HR_SOURCE_CODE, 0.9 } },
	  WANT(HR_ROLE_OUT, -1, NO, 0.95, HR_SOURCE_CODE) },
	{ "a claim without a unit supports one with",
	  { { HR_ROLE_LENGTH, 1, NO, HR_SOURCE_NAME, 0.5 }, { HR_ROLE_LENGTH, 1, HR_UNIT_BYTES, HR_SOURCE_TYPE, 0.5 } },
	  WANT(HR_ROLE_LENGTH, 1, HR_UNIT_BYTES, 0.75, HR_SOURCE_TYPE) },
	{ "the stronger unit wins",
	  { { HR_ROLE_LENGTH, 1, HR_UNIT_BYTES, HR_SOURCE_NAME, 0.5 },
	    { HR_ROLE_LENGTH, 1, HR_UNIT_ELEMENTS, HR_SOURCE_NAME, 0.6 } },
	  WANT(HR_ROLE_LENGTH, 1, HR_UNIT_ELEMENTS, 0.8, HR_SOURCE_NAME) },
	{ "the first unit wins a tie",
	  { { HR_ROLE_LENGTH, 1, HR_UNIT_ELEMENTS, HR_SOURCE_NAME, 0.5 },
	    { HR_ROLE_LENGTH, 1, HR_UNIT_BYTES, HR_SOURCE_TYPE, 0.5 } },
	  WANT(HR_ROLE_LENGTH, 1, HR_UNIT_ELEMENTS, 0.75, HR_SOURCE_TYPE) },
	{ "authority decides the unit too",
	  { { HR_ROLE_LENGTH, 1, HR_UNIT_ELEMENTS, HR_SOURCE_NAME, 0.9 },
	    { HR_ROLE_LENGTH, 1, HR_UNIT_BYTES, HR_SOURCE_NAME, 0.5 },
	    { HR_ROLE_LENGTH, 1, HR_UNIT_BYTES, HR_SOURCE_CODE, 0.5 } },
	  WANT(HR_ROLE_LENGTH, 1, HR_UNIT_BYTES, 0.975, HR_SOURCE_CODE) },
	{ "an authority without a unit takes it from the others",
	  { { HR_ROLE_LENGTH, 1, NO, HR_SOURCE_CODE, 0.9 }, { HR_ROLE_LENGTH, 1, HR_UNIT_BYTES, HR_SOURCE_NAME, 0.5 } },
	  WANT(HR_ROLE_LENGTH, 1, HR_UNIT_BYTES, 0.95, HR_SOURCE_CODE) },
	{ "the unit of another candidate does not count",
	  { { HR_ROLE_LENGTH, 1, NO, HR_SOURCE_CODE, 0.9 }, { HR_ROLE_LENGTH, 0, HR_UNIT_BYTES, HR_SOURCE_NAME, 0.5 } },
	  WANT(HR_ROLE_LENGTH, 1, NO, 0.9, HR_SOURCE_CODE) },
};

static void check_role(const struct role_case *c)
{
	hr_claims claims = HR_VEC_INIT;
	struct hr_decision got;
	double off;

	for (size_t i = 0; i < CLAIMS && c->said[i].role != HR_ROLE_UNKNOWN; i++) {
		const struct said *said = &c->said[i];

		/* Claims about other facts must not matter. */
		hr_vec_push(&claims, (struct hr_claim){ HR_FACT_NULLABLE, 1, -1, NO, HR_SOURCE_USER, 0.99, "", NULL });
		hr_vec_push(&claims, (struct hr_claim){ HR_FACT_ROLE, said->role, said->of, said->unit, said->source,
							said->weight, "", NULL });
	}
	got = hr_claims_decide(&claims, HR_FACT_ROLE);
	off = got.confidence - c->want.confidence;
	if (got.decided != c->want.decided || got.value != c->want.value || got.of != c->want.of ||
	    got.unit != c->want.unit || got.source != c->want.source || off > 1e-9 || off < -1e-9)
		fail_msg("%s: got role %d of %d, unit %d, source %d, confidence %.9f", c->name, (int)got.value, got.of,
			 (int)got.unit, (int)got.source, got.confidence);
	hr_vec_release(&claims);
}

static void test_claims__decide_a_role(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check_role(&cases[i]);
}

static void test_claims__nothing_said_is_not_decided(void **state)
{
	hr_claims claims = HR_VEC_INIT;
	struct hr_decision decision;

	(void)state;
	hr_vec_push(&claims, (struct hr_claim){ .fact = HR_FACT_KEPT, .value = 1, .of = 3, .weight = 0.5, .text = "" });
	decision = hr_claims_decide(&claims, HR_FACT_ROLE);
	assert_false(decision.decided);
	assert_int_equal(decision.of, -1);
	assert_int_equal(decision.value, 0);
	assert_true(decision.confidence == 0);
	hr_vec_release(&claims);
}

/* Who frees is told by `of`; what the makers of claims put into `value` cannot split them. */
static void test_claims__some_facts_have_no_value(void **state)
{
	static const enum hr_fact facts[] = { HR_FACT_FREED_BY, HR_FACT_SENTINEL, HR_FACT_BOUND_BY };

	(void)state;
	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
		hr_claims claims = HR_VEC_INIT;
		struct hr_decision decision;

		hr_vec_push(&claims, (struct hr_claim){ .fact = facts[i], .of = 1, .weight = 0.6, .text = "" });
		hr_vec_push(&claims, (struct hr_claim){ .fact = facts[i], .of = 2, .weight = 0.5, .text = "" });
		hr_vec_push(&claims,
			    (struct hr_claim){ .fact = facts[i], .value = 1, .of = 2, .weight = 0.5, .text = "" });
		decision = hr_claims_decide(&claims, facts[i]);
		assert_true(decision.decided);
		assert_int_equal(decision.of, 2);
		hr_vec_release(&claims);
	}
}

/* A thousand claims leave no doubt that a double could hold: the confidence stays a number, the first made wins. */
static void test_claims__heaps_of_evidence(void **state)
{
	hr_claims claims = HR_VEC_INIT;
	struct hr_decision decision;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		hr_vec_push(&claims, (struct hr_claim){ .value = HR_ROLE_OUT, .of = -1, .weight = 0.99, .text = "" });
		hr_vec_push(&claims, (struct hr_claim){ .value = HR_ROLE_IN, .of = -1, .weight = 0.99, .text = "" });
	}
	decision = hr_claims_decide(&claims, HR_FACT_ROLE);
	assert_int_equal(decision.value, HR_ROLE_OUT);
	assert_true(decision.confidence > 0.49 && decision.confidence < 0.51);
	hr_vec_release(&claims);
}

static void decide_weight(void *argument)
{
	hr_claims claims = HR_VEC_INIT;

	hr_vec_push(&claims, (struct hr_claim){ .of = -1, .weight = *(double *)argument, .text = "" });
	hr_claims_decide(&claims, HR_FACT_ROLE);
	hr_vec_release(&claims);
}

static void test_claims__a_weight_is_between_0_and_1(void **state)
{
	double weights[] = { 0, 1, -0.5, 1.5, __builtin_nan(""), 0.5 };

	(void)state;
	for (size_t i = 0; i < 6; i++)
		assert_int_equal(ends_in_bug(decide_weight, &weights[i]), i < 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_claims__decide_a_role),
		cmocka_unit_test(test_claims__nothing_said_is_not_decided),
		cmocka_unit_test(test_claims__some_facts_have_no_value),
		cmocka_unit_test(test_claims__heaps_of_evidence),
		cmocka_unit_test(test_claims__a_weight_is_between_0_and_1),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
