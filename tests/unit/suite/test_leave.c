/* Keeping what cannot be given back: with a runner that says what is lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "suite/leave.h"

static const char *called(const struct hr_sequence *sequence, const struct hr_statement *statement)
{
	return statement->kind == HR_STATEMENT_CALL ? sequence->model->operations.data[statement->operation].name : "";
}

static bool is_filled(const struct hr_sequence *sequence, size_t value)
{
	for (size_t i = 0; i < sequence->statements.count; i++)
		if (strcmp(called(sequence, &sequence->statements.data[i]), "opaque_each") == 0 &&
		    sequence->statements.data[i].operands[0].value == value)
			return true;
	return false;
}

/* The pretended unit: opaque_new makes a block, opaque_free ends it and loses memory where opaque_each put something in, stream_run always loses some. What nobody ends is there as long as its value is. */
static int run_losing(void *context, const struct hr_sequence *const *sequences, size_t count,
		      const struct hr_run_wants *wants, hr_outcome_fn *tell, void *tell_context, struct hr_error *error)
{
	(void)context, (void)error;
	const struct hr_sequence *sequence = sequences[0];
	struct hr_outcome outcome;
	assert_int_equal(count, 1);
	assert_true(wants->leaks && wants->descriptions);
	hr_outcome_init(&outcome);
	outcome.status = HR_OUTCOME_NORMAL;
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		const char *name = called(sequence, it);
		bool is_free = strcmp(name, "opaque_free") == 0;
		if (strcmp(name, "opaque_new") == 0)
			hr_vec_push(&outcome.pointers, ((struct hr_pointer_record){ .value = it->value,
										    .region = HR_IN_HEAP,
										    .block = (uint32_t)i,
										    .allocated_by = (uint32_t)i }));
		for (size_t k = 0; is_free && k < outcome.pointers.count; k++)
			if (outcome.pointers.data[k].value == it->operands[0].value)
				outcome.pointers.data[k].is_freed = true;
		if (strcmp(name, "stream_run") == 0 || (is_free && is_filled(sequence, it->operands[0].value)))
			hr_vec_push(&outcome.leaks, ((struct hr_owner){ .block = (uint32_t)i }));
	}
	tell(tell_context, 0, &outcome);
	hr_outcome_release(&outcome);
	return 0;
}

/* `by`: who would lose memory; NULL: nobody. */
static void assert_left_by(const struct hr_runner *runner, const struct hr_model *model, const char *text, size_t focus,
			   const char *expected, bool is_left, const char *by)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf written = HR_STRBUF_INIT;
	struct hr_sequence *sequence = read_sequence(model, text);
	struct hr_leaving leaving;
	assert_non_null(sequence);
	assert_int_equal(hr_leave(&sequence, &leaving, focus, runner, &error), 0);
	hr_sequence_write(&written, sequence);
	assert_string_equal(written.data, expected);
	assert_int_equal(leaving.is_left, is_left);
	if (by)
		assert_string_equal(model->operations.data[leaving.destroyer].name, by);
	else
		assert_int_equal(leaving.destroyer, HR_LEFT_BY_NOBODY);
	hr_strbuf_release(&written);
	hr_sequence_free(sequence);
}

static void assert_left(const struct hr_model *model, const char *text, size_t focus, const char *expected,
			bool is_left, const char *by)
{
	static const struct hr_runner runner = { .run = run_losing };
	assert_left_by(&runner, model, text, focus, expected, is_left, by);
}

static void test_leave__what_a_destroyer_loses_is_kept(void **state)
{
	struct hr_model *model = read_unit(*state);
	assert_left(model, "v0 = opaque_new()\nv1 = opaque_each(v0, NULL, NULL)\nopaque_free(v0)\n", 1,
		    "v0 = opaque_new()\nv1 = opaque_each(v0, NULL, NULL)\n", true, "opaque_free");
	/* what nobody destroys only has to be kept */
	assert_left(model, "v0 = opaque_new()\n", 0, "v0 = opaque_new()\n", true, NULL);
	hr_model_free(model);
}

static void test_leave__what_loses_nothing_is_destroyed_all_the_same(void **state)
{
	struct hr_model *model = read_unit(*state);
	assert_left(
		model,
		"v0 = opaque_new()\nv1 = opaque_new()\nv2 = opaque_each(v1, NULL, NULL)\nopaque_free(v1)\nopaque_free(v0)\n",
		2, "v0 = opaque_new()\nv1 = opaque_new()\nv2 = opaque_each(v1, NULL, NULL)\nopaque_free(v0)\n", true,
		"opaque_free");
	hr_model_free(model);
}

/* opaque_free forgets a block that opaque_each returned a place of: as long as somebody has that, nothing is lost. */
static int run_borrowing(void *context, const struct hr_sequence *const *sequences, size_t count,
			 const struct hr_run_wants *wants, hr_outcome_fn *tell, void *tell_context,
			 struct hr_error *error)
{
	(void)context, (void)error, (void)count, (void)wants;
	const struct hr_sequence *sequence = sequences[0];
	struct hr_outcome outcome;
	hr_outcome_init(&outcome);
	outcome.status = HR_OUTCOME_NORMAL;
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		struct hr_pointer_record record = {
			.value = it->value, .region = HR_IN_HEAP, .block = (uint32_t)i, .allocated_by = (uint32_t)i
		};
		if (strcmp(called(sequence, it), "root") == 0) {
			record.allocated_by = 1; /* with the second object */
			record.offset = 4;
		}
		if (it->value != HR_NO_VALUE)
			hr_vec_push(&outcome.pointers, record);
		for (size_t k = 0; it->value == HR_NO_VALUE && k < outcome.pointers.count; k++)
			if (outcome.pointers.data[k].value == it->operands[0].value)
				outcome.pointers.data[k].is_freed = true;
	}
	tell(tell_context, 0, &outcome);
	hr_outcome_release(&outcome);
	return 0;
}

static void test_leave__what_somebody_has_a_place_of_is_lost_all_the_same(void **state)
{
	static const char header[] =
		"struct doc;\nstruct doc *doc_new(void);\nint *root(struct doc *d);\nvoid doc_free(struct doc *d);\n";
	static const struct hr_runner runner = { .run = run_borrowing };
	struct hr_model *model = read_text(*state, header, NULL);
	assert_left_by(&runner, model, "v0 = doc_new()\nv1 = doc_new()\nv2 = root(v1)\ndoc_free(v1)\n", 2,
		       "v0 = doc_new()\nv1 = doc_new()\nv2 = root(v1)\n", true, "doc_free");
	hr_model_free(model);
}

static void test_leave__what_the_focus_loses_cannot_be_kept(void **state)
{
	static const char destroyed[] = "v0 = opaque_new()\nv1 = opaque_each(v0, NULL, NULL)\nopaque_free(v0)\n";
	static const char run[] = "v0 = opaque_new()\nv1 = stream_run(NULL, 0)\nopaque_free(v0)\n";
	struct hr_model *model = read_unit(*state);
	assert_left(model, destroyed, 2, destroyed, false, NULL); /* the destroyer is what the test is about */
	assert_left(model, run, 1, run, false, NULL);
	hr_model_free(model);
}

static void test_leave__what_is_no_block_of_the_calls_is_not_listed(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(
		model,
		"v0 = opaque_new()\nv1 = opaque_new()\nv2 = opaque_new()\nv3 = opaque_new()\nv4 = opaque_new()\n");
	const struct hr_pointer_record records[] = {
		{ .value = 0, .region = HR_IN_HEAP, .block = 1, .allocated_by = 0 },
		{ .value = 1, .region = HR_IN_HEAP, .block = 1, .allocated_by = 1 }, /* the same block */
		{ .value = 2, .region = HR_IN_HEAP, .block = 2, .allocated_by = 0 }, /* another call's */
		{ .value = 3, .region = HR_IN_HEAP, .block = 3, .allocated_by = 3, .is_freed = true },
		{ .value = 4, .region = HR_IN_HEAP, .block = 4, .allocated_by = 4, .offset = 8 },
	};
	struct hr_outcome outcome;
	struct hr_left left;
	hr_outcome_init(&outcome);
	for (size_t i = 0; i < sizeof records / sizeof *records; i++)
		hr_vec_push(&outcome.pointers, records[i]);
	hr_leave_values(&left, sequence, sequence->statements.count, &outcome);
	assert_int_equal(left.count, 1);
	assert_int_equal(left.values[0], 0);
	hr_outcome_release(&outcome);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

/* A mapping leads to what another call made: what a check for leaks looks into does not have it. */
static int run_mapping(void *context, const struct hr_sequence *const *sequences, size_t count,
		       const struct hr_run_wants *wants, hr_outcome_fn *tell, void *tell_context,
		       struct hr_error *error)
{
	(void)context, (void)error, (void)count, (void)wants;
	const struct hr_sequence *sequence = sequences[0];
	struct hr_outcome outcome;
	hr_outcome_init(&outcome);
	outcome.status = HR_OUTCOME_NORMAL;
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		struct hr_pointer_record record = { .value = it->value, .region = HR_IN_HEAP };
		if (strcmp(called(sequence, it), "index_free") == 0)
			hr_vec_push(&outcome.leaks, ((struct hr_owner){ .block = 7 }));
		bool is_get = it->kind == HR_STATEMENT_GET;
		assert_false(is_get && strcmp(it->access->text, ".file") == 0); /* a stream is the test's own */
		assert_false(is_get && strcmp(it->access->text, ".n") == 0);
		if (strcmp(called(sequence, it), "index_new") == 0) {
			record.size = 8192;
			hr_vec_push(&outcome.pointers, record);
		}
		if (is_get && strcmp(it->access->text, ".root") == 0) {
			record.block = 7;
			record.allocated_by = 1;
			hr_vec_push(&outcome.pointers, record);
		}
	}
	tell(tell_context, 0, &outcome);
	hr_outcome_release(&outcome);
	return 0;
}

static void test_leave__what_only_a_field_of_a_mapping_leads_to_is_read(void **state)
{
	static const char header[] = "#include <stdio.h>\n"
				     "struct index { int n; FILE *file; void *root; void *data; };\n"
				     "struct index *index_new(void);\nint index_fill(struct index *i);\n"
				     "void index_free(struct index *i);\n";
	static const struct hr_runner runner = { .run = run_mapping };
	struct hr_model *model = read_text(*state, header, NULL);
	assert_left_by(&runner, model, "v0 = index_new()\nv1 = index_fill(v0)\nindex_free(v0)\n", 1,
		       "v0 = index_new()\nv1 = index_fill(v0)\nv2 = v0.root\n", true, "index_free");
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_leave__what_a_destroyer_loses_is_kept),
		IN_SCRATCH(test_leave__what_loses_nothing_is_destroyed_all_the_same),
		IN_SCRATCH(test_leave__what_somebody_has_a_place_of_is_lost_all_the_same),
		IN_SCRATCH(test_leave__what_the_focus_loses_cannot_be_kept),
		IN_SCRATCH(test_leave__what_only_a_field_of_a_mapping_leads_to_is_read),
		IN_SCRATCH(test_leave__what_is_no_block_of_the_calls_is_not_listed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
