/* Looks that are given more than the object, and such that always answer the same: with a runner that pretends what operations do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "suite/looks.h"

/* base_ask and base_copy tell what base_put stored before; base_kind and base_size are 1 of whatever base_new makes. Pointers lead somewhere. */
static struct hr_model *read_asked(void *state)
{
	struct hr_strbuf header = HR_STRBUF_INIT;
	hr_strbuf_addf(
		&header,
		"%sstruct base *base_new(int size);\nvoid base_put(struct base *b, const char *key, int value);\n"
		"int base_ask(struct base *b, const char *key, int *value, const char **text);\n"
		"int base_copy(struct base *b, char *buffer, size_t room);\nint base_kind(struct base *b);\n",
		unit_header);
	struct hr_model *model = read_text(state, header.data, NULL);
	hr_strbuf_release(&header);
	struct hr_operation *put = find_operation(model, "base_put"), *ask = find_operation(model, "base_ask");
	struct hr_operation *copy = find_operation(model, "base_copy");
	put->params.data[1].role = ask->params.data[1].role = HR_ROLE_STRING;
	put->params.data[2].role = HR_ROLE_IN;
	ask->params.data[2].role = ask->params.data[3].role = HR_ROLE_OUT;
	ask->result.role = HR_ROLE_VALUE;
	copy->params.data[1].role = HR_ROLE_BUFFER;
	copy->params.data[2].role = HR_ROLE_CAPACITY;
	copy->params.data[2].of = 1;
	ask->kind = copy->kind = HR_KIND_MUTATOR;
	find_operation(model, "base_kind")->kind = HR_KIND_OTHER;
	find_operation(model, "base_id")->kind = HR_KIND_OTHER;
	return model;
}

struct pretending {
	struct hr_outcome outcome;
	unsigned char area[256];
	size_t slots[32];
};

static void tell(struct pretending *pretending, size_t statement, size_t value, const void *bytes, size_t length)
{
	hr_vec_push(&pretending->outcome.descriptions, (struct hr_description){ .statement = (uint32_t)statement,
										.value = value,
										.is_readable = true,
										.bytes = bytes,
										.length = length });
}

static void pretend_call(struct pretending *pretending, const struct hr_sequence *sequence, size_t index, bool is_put)
{
	static const int numbers[] = { 0, 7 };
	static const char rooms[2][64] = { "", "seven" };
	const struct hr_statement *it = &sequence->statements.data[index];
	const char *name = sequence->model->operations.data[it->operation].name;
	if (it->value != HR_NO_VALUE)
		pretending->area[8 * it->value] = is_put || !strncmp(name, "base_k", 6) || !strcmp(name, "base_new");
	if (strcmp(name, "base_ask") == 0)
		tell(pretending, index, it->operands[2].value, &numbers[is_put], sizeof(int));
	if (strcmp(name, "base_copy") == 0)
		tell(pretending, index, it->operands[1].value, rooms[is_put], sizeof rooms[0]);
}

static int run_pretended(void *context, const struct hr_sequence *const *sequences, size_t count,
			 const struct hr_run_wants *wants, hr_outcome_fn *told, void *told_context,
			 struct hr_error *error)
{
	(void)context;
	(void)wants;
	(void)error;
	for (size_t i = 0; i < count; i++) {
		const struct hr_sequence *sequence = sequences[i];
		struct pretending pretending = { .outcome = { .status = HR_OUTCOME_NORMAL } };
		bool is_put = false;
		for (size_t k = 0; k < sequence->values.count; k++)
			pretending.slots[k] = 8 * k;
		for (size_t k = 0; k < sequence->statements.count; k++) {
			const struct hr_statement *it = &sequence->statements.data[k];
			if (it->kind == HR_STATEMENT_NEW)
				pretending.area[8 * it->value] = 1;
			if (it->kind == HR_STATEMENT_GET && is_put) {
				pretending.area[8 * it->value] = 1;
				tell(&pretending, k, it->value, "seven", 6);
			}
			if (it->kind != HR_STATEMENT_CALL)
				continue;
			is_put |= strcmp(sequence->model->operations.data[it->operation].name, "base_put") == 0;
			pretend_call(&pretending, sequence, k, is_put);
		}
		pretending.outcome.area = pretending.area;
		pretending.outcome.area_size = sizeof pretending.area;
		pretending.outcome.slot_of = pretending.slots;
		pretending.outcome.slot_count = sequence->values.count;
		told(told_context, i, &pretending.outcome);
		hr_outcome_release(&pretending.outcome);
	}
	return 0;
}

/* Only the operation that the context names. */
static bool only_that_looks(void *context, size_t operation)
{
	return operation == *(const size_t *)context;
}

static void expect_looks(const struct hr_model *model, const struct hr_look_options *options, const char *text,
			 size_t focus, const char *expected)
{
	struct hr_runner runner = { .run = run_pretended };
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf written = HR_STRBUF_INIT;
	hr_selection tests = HR_VEC_INIT;
	struct hr_selected test = { .sequence = read_sequence(model, text), .focus = focus };
	hr_vec_push(&tests, test);
	assert_int_equal(hr_add_looks(&tests, &runner, options, &error), 0);
	hr_sequence_write(&written, tests.data[0].sequence);
	assert_string_equal(written.data, expected);
	assert_int_equal(tests.data[0].looks, tests.data[0].sequence->statements.count - focus - 1);
	hr_strbuf_release(&written);
	hr_selection_release(&tests);
}

static void test_looks_asked__by_the_key_that_the_focus_was_given(void **state)
{
	struct hr_model *model = read_asked(*state);
	static const char text[] = "b = new struct base {}\nbase_put(b, \"k\", 7)\n";
	size_t ask = (size_t)(find_operation(model, "base_ask") - model->operations.data);
	struct hr_look_options options = { .only_looks = only_that_looks, .context = &ask };

	expect_looks(model, &options, text, 1,
		     "b = new struct base {}\nbase_put(b, \"k\", 7)\nv1 = new int 0\nv2 = new (const char *) NULL\n"
		     "v3 = base_ask(b, \"k\", v1, v2)\nv4 = *v2\n");
	/* what may change something is not asked */
	expect_looks(model, &(struct hr_look_options){ 0 }, text, 1, text);
	hr_model_free(model);
}

static void test_looks_asked__with_room_for_a_text(void **state)
{
	struct hr_model *model = read_asked(*state);
	size_t copy = (size_t)(find_operation(model, "base_copy") - model->operations.data);
	struct hr_look_options options = { .only_looks = only_that_looks, .context = &copy };

	expect_looks(model, &options, "b = new struct base {}\nbase_put(b, NULL, 7)\n", 1,
		     "b = new struct base {}\nbase_put(b, NULL, 7)\nv1 = new char[64] \"\"\n"
		     "v2 = base_copy(b, v1, 64)\n");
	hr_model_free(model);
}

static void test_looks_asked__what_has_to_be_given_back_is_not(void **state)
{
	struct hr_model *model = read_asked(*state);
	static const char text[] = "b = new struct base {}\nbase_put(b, \"k\", 7)\n";
	size_t ask = (size_t)(find_operation(model, "base_ask") - model->operations.data);
	struct hr_look_options options = { .only_looks = only_that_looks, .context = &ask };
	find_operation(model, "base_ask")->params.data[3].freed_by_libc = true;

	expect_looks(model, &options, text, 1, text);
	hr_model_free(model);
}

/* ---- what always answers the same ---- */

static enum hr_look_answers answers(void *context, size_t operation)
{
	(void)operation;
	return *(const enum hr_look_answers *)context;
}

/* How many of `count` tests that make something ask of which kind it is. */
static size_t count_looks(const struct hr_model *model, size_t count, enum hr_look_answers known)
{
	struct hr_runner runner = { .run = run_pretended };
	struct hr_look_options options = { .answers = answers, .context = &known };
	struct hr_error error = HR_ERROR_INIT;
	hr_selection tests = HR_VEC_INIT;
	size_t looks = 0;
	for (size_t i = 0; i < count; i++)
		hr_vec_push(&tests, (struct hr_selected){ .sequence = read_sequence(model, "b = base_new(1)\n") });
	assert_int_equal(hr_add_looks(&tests, &runner, &options, &error), 0);
	for (size_t i = 0; i < count; i++) {
		looks += tests.data[i].looks;
		assert_int_equal(tests.data[i].sequence->statements.count, 1 + tests.data[i].looks);
	}
	hr_selection_release(&tests);
	return looks;
}

static void test_looks_asked__what_always_answers_the_same_is_not(void **state)
{
	struct hr_model *model = read_asked(*state);
	find_operation(model, "base_kind")->kind = HR_KIND_OBSERVER;

	assert_int_equal(count_looks(model, 1, HR_ANSWERS_ALWAYS_SAME), 0);
	assert_int_equal(count_looks(model, 3, HR_ANSWERS_UNKNOWN), 3); /* too few to tell */
	assert_int_equal(count_looks(model, 4, HR_ANSWERS_UNKNOWN), 0);
	assert_int_equal(count_looks(model, 4, HR_ANSWERS_BY_OBJECT), 4);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_looks_asked__by_the_key_that_the_focus_was_given),
		IN_SCRATCH(test_looks_asked__with_room_for_a_text),
		IN_SCRATCH(test_looks_asked__what_has_to_be_given_back_is_not),
		IN_SCRATCH(test_looks_asked__what_always_answers_the_same_is_not),
	};
	return cmocka_run_group_tests_name("looks_asked", tests, NULL, NULL);
}
