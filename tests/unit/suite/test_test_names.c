/* Names of tests: by what the call shows, by who made its arguments, and only then by what came before. Outcomes are made up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "suite/test_names.h"

static const char library[] = "struct item;\n"
			      "struct item *item_parse(const char *text);\n"
			      "struct item *item_new(void);\n"
			      "struct item *itemCopyOf(struct item *from);\n"
			      "int item_clear(struct item *item);\n"
			      "int item_print(struct item *item, char *buffer, int size);\n"
			      "int item_kind(const struct item *item);\n"
			      "int item_scale(double by);\n";

/* Tests of the last call of each text, which returned this. */
struct named {
	struct hr_model *model;
	struct hr_sequence *sequences[8];
	struct hr_test tests[8];
	size_t count;
};

static void add(struct named *named, const char *text, int64_t result)
{
	struct hr_sequence *sequence = read_sequence(named->model, text);
	unsigned char area[64] = { 0 };
	size_t slots[8];
	struct hr_outcome outcome;
	hr_outcome_init(&outcome);
	outcome.status = HR_OUTCOME_NORMAL;
	for (size_t i = 0; i < 8; i++)
		slots[i] = 8 * i;
	memcpy(area + 8 * (sequence->values.count - 1), &result, sizeof result);
	outcome.area = area;
	outcome.area_size = sizeof area;
	outcome.slot_of = slots;
	outcome.slot_count = sequence->values.count;
	named->sequences[named->count] = sequence;
	hr_test_record(&named->tests[named->count++], sequence, sequence->statements.count - 1, 0, &outcome);
	hr_outcome_release(&outcome);
}

/* Bars between the names. */
static void expect_names(struct named *named, const char *names)
{
	struct hr_strbuf all = HR_STRBUF_INIT;
	hr_test_names(named->tests, named->count);
	for (size_t i = 0; i < named->count; i++) {
		hr_strbuf_addf(&all, "%s%s", i ? "|" : "", named->tests[i].name);
		hr_test_release(&named->tests[i]);
		hr_sequence_free(named->sequences[i]);
	}
	hr_model_free(named->model);
	assert_string_equal(all.data, names);
	hr_strbuf_release(&all);
}

static void test_test_names__by_who_made_it(void **state)
{
	struct named named = { .model = read_text(*state, library, NULL) };
	add(&named, "i = item_new()\nv1 = item_kind(i)\n", 1);
	add(&named, "i = item_parse(\"a\")\nv1 = item_clear(i)\nv2 = item_kind(i)\n", 1);
	add(&named, "i = item_new()\nj = itemCopyOf(i)\nv2 = item_kind(j)\n", 1);
	expect_names(&named, "test_item_kind__item_from_new_returns_1|test_item_kind__item_from_parse_returns_1|"
			     "test_item_kind__item_from_item_copy_of_returns_1");
}

static void test_test_names__by_what_it_was_made_of(void **state)
{
	struct named named = { .model = read_text(*state, library, NULL) };
	add(&named, "i = item_parse(\"[]\")\nv1 = item_kind(i)\n", 1);
	add(&named, "i = item_parse(\"null\")\nv1 = item_kind(i)\n", 1);
	expect_names(&named, "test_item_kind__item_from_parse_empty_brackets_returns_1|"
			     "test_item_kind__item_from_parse_text_null_returns_1");
}

/* What came before is told where nothing else differs: what was done to the object, not what was done last. */
static void test_test_names__by_what_came_before(void **state)
{
	struct named named = { .model = read_text(*state, library, NULL) };
	add(&named, "i = item_new()\nv1 = item_kind(i)\n", 1);
	add(&named, "i = item_new()\nv1 = item_clear(i)\nj = item_parse(\"a\")\nv2 = item_kind(i)\n", 1);
	expect_names(&named, "test_item_kind__returns_1|test_item_kind__returns_1_after_clear");
}

/* The call refused, and did not with more room. */
static void test_test_names__short_buffers(void **state)
{
	struct named named = { .model = read_text(*state, library, NULL) };
	struct hr_operation *print = find_operation(named.model, "item_print");
	print->params.data[2].role = HR_ROLE_CAPACITY;
	print->params.data[2].of = 1;
	print->error = HR_REFUSED_ZERO;
	add(&named, "i = item_new()\nb = new char[9]\nv2 = item_print(i, b, 9)\n", 1);
	add(&named, "i = item_new()\nb = new char[2]\nv2 = item_print(i, b, 2)\n", 0);
	add(&named, "i = item_new()\nb = new char[12]\nv2 = item_print(i, b, 12)\n", 0);
	expect_names(&named, "test_item_print__returns_1|test_item_print__short_buffer_returns_0|"
			     "test_item_print__returns_0");
}

static void test_test_names__by_literals(void **state)
{
	struct named named = { .model = read_text(*state, library, NULL) };
	add(&named, "v0 = item_scale(0.5)\n", 1);
	add(&named, "v0 = item_scale(-inf)\n", 1);
	expect_names(&named, "test_item_scale__by_0_point_5_returns_1|test_item_scale__by_minus_inf_returns_1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_test_names__by_who_made_it),      IN_SCRATCH(test_test_names__by_what_it_was_made_of),
		IN_SCRATCH(test_test_names__by_what_came_before), IN_SCRATCH(test_test_names__short_buffers),
		IN_SCRATCH(test_test_names__by_literals),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
