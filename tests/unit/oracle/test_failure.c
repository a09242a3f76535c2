/* Ways of failing and causes. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "oracle/failure.h"

static void test_failure__every_kind_has_a_way(void **state)
{
	(void)state;
	for (int i = 0; i < HR_FAULT_KINDS; i++) {
		struct hr_fault fault = { .kind = (enum hr_fault_kind)i };
		enum hr_way way = hr_way_of_fault(&fault);
		assert_true((way == HR_WAY_NONE) == (i == HR_KIND_NONE || i == HR_KIND_REFUSED_CALL));
		assert_string_not_equal(hr_way_name(way), "");
	}
	struct hr_fault division = { .kind = HR_KIND_SIGNAL, .code = SIGFPE };
	assert_int_equal(hr_way_of_fault(&division), HR_WAY_ARITHMETIC);
}

static void test_failure__statuses(void **state)
{
	static const unsigned char ways[HR_OUTCOME_STATUS_COUNT] = {
		[HR_OUTCOME_FAULT] = HR_WAY_OVERFLOW,
		[HR_OUTCOME_HANG] = HR_WAY_HANG,
		[HR_OUTCOME_EXIT] = HR_WAY_EXIT,
		[HR_OUTCOME_DIED] = HR_WAY_WILD,
	};
	struct hr_outcome outcome;
	(void)state;
	hr_outcome_init(&outcome);
	outcome.fault.kind = HR_KIND_HEAP_OVERFLOW;
	for (int i = 0; i < HR_OUTCOME_STATUS_COUNT; i++) {
		outcome.status = (enum hr_outcome_status)i;
		assert_int_equal(hr_way_of(&outcome), ways[i]);
	}
	outcome.status = HR_OUTCOME_NORMAL;
	assert_int_equal(hr_failing_statement(&outcome), HR_NO_STATEMENT);
	hr_vec_push(&outcome.leaks, (struct hr_owner){ .allocated_by = 2 });
	assert_int_equal(hr_way_of(&outcome), HR_WAY_LEAK);
	assert_int_equal(hr_failing_statement(&outcome), 2);
	outcome.status = HR_OUTCOME_FAULT;
	assert_int_equal(hr_way_of(&outcome), HR_WAY_OVERFLOW);
	hr_outcome_release(&outcome);
}

static void test_failure__what_agrees(void **state)
{
	(void)state;
	for (int i = 1; i < HR_WAY_COUNT; i++)
		assert_true(hr_way_agrees((enum hr_way)i, (enum hr_way)i));
	assert_true(hr_way_agrees(HR_WAY_OVERFLOW, HR_WAY_WILD));
	assert_false(hr_way_agrees(HR_WAY_NONE, HR_WAY_NONE));
	assert_false(hr_way_agrees(HR_WAY_LEAK, HR_WAY_NULL));
	assert_false(hr_way_agrees(HR_WAY_ABORT, HR_WAY_EXIT));
}

static void push(struct hr_outcome *outcome, uint64_t pc, const char *function)
{
	hr_vec_push(&outcome->fault.stack, (struct hr_frame){ .pc = pc, .function = function, .file = "" });
}

static void test_failure__causes(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, "o = opaque_new()\nopaque_free(o)\n");
	struct hr_outcome outcome;
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_outcome_init(&outcome);
	outcome.status = HR_OUTCOME_FAULT;
	outcome.fault.kind = HR_KIND_HEAP_UNDERFLOW;
	outcome.fault.statement = outcome.statement = 1;
	push(&outcome, 10, "inner");
	push(&outcome, 10, "walk");
	push(&outcome, 20, "walk");
	push(&outcome, 20, "walk");
	push(&outcome, 30, "opaque_free");
	push(&outcome, 40, "__harrier_stub_1");
	hr_cause(&text, sequence, &outcome);
	assert_string_equal(text.data, "overflow|opaque_free|inner<walk<opaque_free");
	assert_string_equal(hr_failing_function(&outcome), "inner");
	hr_strbuf_clear(&text);
	hr_cause_group(&text, sequence, &outcome);
	assert_string_equal(text.data, "overflow|inner|0 0");
	/* reading too far and writing too far are two things */
	outcome.fault.access = HR_FAULT_WRITE;
	hr_strbuf_clear(&text);
	hr_cause_group(&text, sequence, &outcome);
	assert_string_equal(text.data, "overflow|inner|2 0");

	uint64_t hash = hr_cause_hash(&outcome, 1);
	assert_true(hash == hr_cause_hash(&outcome, 1));
	assert_true(hash != hr_cause_hash(&outcome, 2));
	outcome.fault.stack.data[0].pc = outcome.fault.stack.data[1].pc = 11;
	assert_true(hash != hr_cause_hash(&outcome, 1));
	outcome.fault.kind = HR_KIND_NULL;
	assert_true(hash != hr_cause_hash(&outcome, 1));

	/* where it runs out of stack says nothing */
	outcome.fault.kind = HR_KIND_STACK_EXHAUSTED;
	hr_strbuf_clear(&text);
	hr_cause(&text, sequence, &outcome);
	assert_string_equal(text.data, "stack|opaque_free|");
	hash = hr_cause_hash(&outcome, 1);
	outcome.fault.stack.data[0].pc = 12;
	assert_true(hash == hr_cause_hash(&outcome, 1));
	hr_strbuf_clear(&text);
	hr_cause_group(&text, sequence, &outcome);
	assert_string_equal(text.data, "stack|opaque_free");

	/* a leak belongs to the call that allocated it */
	outcome.status = HR_OUTCOME_NORMAL;
	hr_vec_push(&outcome.leaks, (struct hr_owner){ .allocated_by = 0 });
	hr_strbuf_clear(&text);
	hr_cause(&text, sequence, &outcome);
	assert_string_equal(text.data, "leak|opaque_new|");
	hr_strbuf_release(&text);
	hr_outcome_release(&outcome);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

/* Functions that are made of the same lines share their mistakes. */
static void test_failure__places(void **state)
{
	struct hr_strbuf first = HR_STRBUF_INIT, second = HR_STRBUF_INIT;
	struct hr_outcome outcome;
	(void)state;
	hr_outcome_init(&outcome);
	outcome.status = HR_OUTCOME_FAULT;
	outcome.fault.kind = HR_KIND_HEAP_OVERFLOW;
	outcome.fault.text = "";
	hr_cause_place(&first, &outcome);
	assert_string_equal(first.data, "");
	hr_vec_push(&outcome.fault.stack, (struct hr_frame){ .function = "__harrier_x", .file = "h.c", .line = 1 });
	hr_vec_push(&outcome.fault.stack, (struct hr_frame){ .function = "read_8", .file = "read.c", .line = 62 });
	hr_cause_place(&first, &outcome);
	outcome.fault.stack.data[1].function = "read_16";
	hr_cause_place(&second, &outcome);
	assert_string_equal(first.data, "overflow|read.c:62:0|0 0");
	assert_string_equal(first.data, second.data);
	/* an assertion of the user's stands for itself */
	outcome.fault.kind = HR_KIND_ASSERT;
	hr_strbuf_clear(&first);
	hr_cause_place(&first, &outcome);
	assert_string_equal(first.data, "");
	hr_strbuf_release(&first);
	hr_strbuf_release(&second);
	hr_outcome_release(&outcome);
}

/* Whoever is called next goes beyond the same array, once an earlier call has spoilt the object. */
static void test_failure__spoilt_objects(void **state)
{
	struct hr_model *model = read_unit(*state);
	static const char *const texts[] = { "b = new struct base {}\nbase_id(b)\nbase_id(b)\n",
					     "b = new struct base {}\nbase_id(b)\n" };
	static const char *const keys[] = { "state|base_id|struct base|index 9 out of bounds for type 'int [4]'", "" };
	for (size_t i = 0; i < 2; i++) {
		struct hr_sequence *sequence = read_sequence(model, texts[i]);
		struct hr_strbuf key = HR_STRBUF_INIT;
		struct hr_outcome outcome;
		hr_outcome_init(&outcome);
		outcome.status = HR_OUTCOME_FAULT;
		outcome.fault.kind = HR_KIND_UB_BOUNDS;
		outcome.fault.text = "index 9 out of bounds for type 'int [4]'";
		outcome.fault.statement = (uint32_t)sequence->statements.count - 1;
		hr_cause_state(&key, sequence, &outcome);
		assert_string_equal(key.data, keys[i]);
		/* what is told of other memory says nothing of an object */
		outcome.fault.kind = HR_KIND_HEAP_OVERFLOW;
		hr_strbuf_clear(&key);
		hr_cause_state(&key, sequence, &outcome);
		assert_string_equal(key.data, "");
		hr_strbuf_release(&key);
		hr_outcome_release(&outcome);
		hr_sequence_free(sequence);
	}
	hr_model_free(model);
}

static void test_failure__near_null(void **state)
{
	struct hr_outcome outcome;
	(void)state;
	hr_outcome_init(&outcome);
	outcome.status = HR_OUTCOME_FAULT;
	outcome.fault.kind = HR_KIND_UB_OBJECT_SIZE;
	outcome.fault.text = "load of address 0x000000010da8 with insufficient space for an object of type 'char'";
	assert_int_equal(hr_way_of(&outcome), HR_WAY_OVERFLOW);
	assert_int_equal(hr_way_to_judge(&outcome), HR_WAY_NULL);
	outcome.fault.text = "load of address 0x600000010da8 with insufficient space for an object of type 'char'";
	assert_int_equal(hr_way_to_judge(&outcome), HR_WAY_OVERFLOW);
	hr_outcome_release(&outcome);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_failure__every_kind_has_a_way),
		cmocka_unit_test(test_failure__statuses),
		cmocka_unit_test(test_failure__what_agrees),
		IN_SCRATCH(test_failure__causes),
		cmocka_unit_test(test_failure__places),
		IN_SCRATCH(test_failure__spoilt_objects),
		cmocka_unit_test(test_failure__near_null),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
