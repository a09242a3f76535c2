/* Leaving nothing behind: with a runner that says what is lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "suite/tidy.h"

/* The pretended unit: each opaque_new makes a block, which opaque_free ends, and tiny one that nobody can end. A third opaque_free ends normally no more. */
static int run_pretended(void *context, const struct hr_sequence *const *sequences, size_t count,
			 const struct hr_run_wants *wants, hr_outcome_fn *tell, void *tell_context,
			 struct hr_error *error)
{
	(void)context;
	(void)error;
	assert_int_equal(count, 1);
	assert_true(wants->lost);
	struct hr_outcome outcome;
	const struct hr_sequence *sequence = sequences[0];
	size_t freed = 0;
	hr_outcome_init(&outcome);
	outcome.status = HR_OUTCOME_NORMAL;
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		const char *name = sequence->model->operations.data[it->operation].name;
		bool is_new = strcmp(name, "opaque_new") == 0;
		if (is_new || strcmp(name, "tiny") == 0)
			hr_vec_push(&outcome.leaks, ((struct hr_owner){ .block = (uint32_t)i }));
		if (is_new)
			hr_vec_push(&outcome.pointers,
				    ((struct hr_pointer_record){
					    .value = it->value, .region = HR_IN_HEAP, .block = (uint32_t)i }));
		if (strcmp(name, "opaque_free") != 0)
			continue;
		freed++;
		for (size_t k = 0; k < outcome.pointers.count; k++)
			if (outcome.pointers.data[k].value == it->operands[0].value) {
				for (size_t j = 0; j < outcome.leaks.count; j++)
					if (outcome.leaks.data[j].block == outcome.pointers.data[k].block)
						outcome.leaks.data[j] = outcome.leaks.data[--outcome.leaks.count];
				outcome.pointers.data[k].is_freed = true;
			}
	}
	if (freed > 2)
		outcome.status = HR_OUTCOME_FAULT;
	tell(tell_context, 0, &outcome);
	hr_outcome_release(&outcome);
	return 0;
}

/* Another one: what tree_add made is there until tree_free_nodes, what tree_take returned until somebody frees it. */
static int run_trees(void *context, const struct hr_sequence *const *sequences, size_t count,
		     const struct hr_run_wants *wants, hr_outcome_fn *tell, void *tell_context, struct hr_error *error)
{
	(void)context, (void)count, (void)wants, (void)error;
	const struct hr_sequence *sequence = sequences[0];
	struct hr_outcome outcome;
	bool is_emptied = false, is_freed = false;
	hr_outcome_init(&outcome);
	outcome.status = HR_OUTCOME_NORMAL;
	for (size_t i = sequence->statements.count; i-- > 0;) {
		const struct hr_statement *it = &sequence->statements.data[i];
		const char *name =
			it->kind == HR_STATEMENT_CALL ? sequence->model->operations.data[it->operation].name : "";
		is_freed = is_freed || it->kind == HR_STATEMENT_FREE;
		is_emptied = is_emptied || strcmp(name, "tree_free_nodes") == 0;
		if (strcmp(name, "tree_free") == 0) /* it was not allocated */
			outcome.status = HR_OUTCOME_FAULT;
		bool is_taken = strcmp(name, "tree_take") == 0 && !is_freed;
		if (is_taken || (strcmp(name, "tree_add") == 0 && !is_emptied))
			hr_vec_push(&outcome.leaks, ((struct hr_owner){ .block = (uint32_t)i }));
		if (is_taken)
			hr_vec_push(&outcome.pointers,
				    ((struct hr_pointer_record){
					    .value = it->value, .region = HR_IN_HEAP, .block = (uint32_t)i }));
	}
	tell(tell_context, 0, &outcome);
	hr_outcome_release(&outcome);
	return 0;
}

static void assert_tidied_by(const struct hr_runner *runner, const struct hr_model *model, const char *text,
			     const char *expected, bool is_clean)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf written = HR_STRBUF_INIT;
	struct hr_sequence *sequence = read_sequence(model, text);
	bool found;
	assert_non_null(sequence);
	assert_int_equal(hr_tidy(&sequence, &found, runner, &error), 0);
	hr_sequence_write(&written, sequence);
	assert_string_equal(written.data, expected);
	assert_int_equal(found, is_clean);
	hr_strbuf_release(&written);
	hr_sequence_free(sequence);
}

static void assert_tidied(const struct hr_model *model, const char *text, const char *expected, bool is_clean)
{
	static const struct hr_runner runner = { .run = run_pretended };
	assert_tidied_by(&runner, model, text, expected, is_clean);
}

/* The unit, with what roles would say of it. */
static struct hr_model *read_with_roles(void **state)
{
	struct hr_model *model = read_unit(*state);
	size_t made, freed;
	assert_true(hr_map_get(&model->operation_by_name, "opaque_new", &made));
	assert_true(hr_map_get(&model->operation_by_name, "opaque_free", &freed));
	struct hr_operation *destroyer = &model->operations.data[freed];
	destroyer->kind = HR_KIND_DESTROYER;
	destroyer->subject = hr_model_object(model, destroyer->params.data[0].type);
	destroyer->params.data[0].role = HR_ROLE_CONSUMED;
	model->operations.data[made].result.freed_by = (int)freed;
	model->operations.data[made].result.role = HR_ROLE_OWNED;
	return model;
}

static void test_tidy__what_is_lost_is_destroyed(void **state)
{
	struct hr_model *model = read_with_roles(state);
	assert_tidied(model, "v0 = opaque_new()\n", "v0 = opaque_new()\nopaque_free(v0)\n", true);
	assert_tidied(model, "v0 = opaque_new()\nopaque_free(v0)\n", "v0 = opaque_new()\nopaque_free(v0)\n", true);
	assert_tidied(model, "v0 = opaque_new()\nv1 = opaque_new()\n",
		      "v0 = opaque_new()\nv1 = opaque_new()\nopaque_free(v1)\nopaque_free(v0)\n", true);
	hr_model_free(model);
}

static void test_tidy__what_cannot_be_destroyed_is_told(void **state)
{
	struct hr_model *model = read_with_roles(state);
	assert_tidied(model, "v0 = tiny(1, 2)\n", "v0 = tiny(1, 2)\n", false);
	/* as far as it goes: the third would not end normally */
	assert_tidied(model, "v0 = opaque_new()\nv1 = opaque_new()\nv2 = opaque_new()\n",
		      "v0 = opaque_new()\nv1 = opaque_new()\nv2 = opaque_new()\nopaque_free(v2)\nopaque_free(v1)\n",
		      false);
	hr_model_free(model);
}

static void test_tidy__what_is_the_tests_own_is_emptied(void **state)
{
	static const char header[] =
		"struct node { int n; };\nstruct tree { struct node *root; };\n"
		"void tree_add(struct tree *t, int n);\nstruct node *tree_take(struct tree *t);\n"
		"void tree_free(struct tree *t);\nvoid tree_free_nodes(struct tree *t);\nint tree_count(struct tree *t);\n";
	static const struct hr_runner runner = { .run = run_trees };
	struct hr_model *model = read_text(*state, header, NULL);
	for (size_t i = 0; i < model->operations.count; i++) {
		model->operations.data[i].kind = HR_KIND_MUTATOR;
		model->operations.data[i].subject =
			hr_model_object(model, model->operations.data[i].params.data[0].type);
	}
	assert_tidied_by(&runner, model, "v0 = new struct tree {}\ntree_add(v0, 1)\n",
			 "v0 = new struct tree {}\ntree_add(v0, 1)\ntree_free_nodes(v0)\n", true);
	assert_tidied_by(&runner, model, "v0 = new struct tree {}\nv1 = tree_take(v0)\n",
			 "v0 = new struct tree {}\nv1 = tree_take(v0)\nfree(v1)\n", true);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_tidy__what_is_lost_is_destroyed),
		IN_SCRATCH(test_tidy__what_is_the_tests_own_is_emptied),
		IN_SCRATCH(test_tidy__what_cannot_be_destroyed_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
