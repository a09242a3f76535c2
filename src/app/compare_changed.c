/* Which functions of the library are others in the new version, and which of these a difference passes through: that is what it is due to, and what differences are grouped by. */
#include "app/compare_internal.h"

#include "base/memory.h"
#include "ir/code.h"
#include "suite/edit.h"

#include <stdlib.h>
#include <string.h>

static const struct hr_code_function *function_named(const struct hr_code *code, const char *name)
{
	size_t index;
	if (!hr_map_get(&code->function_by_name, name, &index))
		return NULL;
	const struct hr_code_function *function = &code->functions.data[index];
	return function->blocks.count ? function : NULL;
}

void hr_compare_changed(struct hr_compare *compare)
{
	const struct hr_code *before = compare->versions[HR_OLD].library.code;
	const struct hr_code *after = compare->versions[HR_NEW].library.code;
	if (!before || !after)
		return;
	for (size_t i = 0; i < after->functions.count; i++) {
		const struct hr_code_function *function = &after->functions.data[i];
		const struct hr_code_function *old = function_named(before, function->name);
		if (function->blocks.count && (!old || !hr_code_is_same(before, old, after, function)))
			(void)hr_map_put(&compare->changed, function->source_name, i);
	}
	for (size_t i = 0; i < before->functions.count; i++) {
		const struct hr_code_function *function = &before->functions.data[i];
		if (function->blocks.count && !function_named(after, function->name))
			(void)hr_map_put(&compare->changed, function->source_name, i);
	}
}

/* ---- what a difference passes through ---- */

static int by_name(const void *left, const void *right)
{
	return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static void add_function(struct hr_compare *compare, struct hr_compare_found *found, const char *name)
{
	size_t index;
	if (!hr_map_get(&compare->changed, name, &index))
		return;
	for (size_t i = 0; i < found->functions.count; i++)
		if (strcmp(found->functions.data[i], name) == 0)
			return;
	hr_vec_push(&found->functions, hr_arena_strdup(&found->arena, name));
}

/* Everything up to the statement that differs. */
static struct hr_sequence *cut(const struct hr_sequence *sequence, size_t last)
{
	bool *removed = hr_calloc(sequence->statements.count, sizeof *removed);
	for (size_t i = last + 1; i < sequence->statements.count; i++)
		removed[i] = true;
	struct hr_sequence *copy = hr_edit_copy(sequence, removed);
	free(removed);
	return copy;
}

int hr_compare_trace(struct hr_compare *compare, struct hr_compare_found *found, struct hr_error *error)
{
	static const struct hr_run_wants wants = { .edges = true, .places = true };
	if (!compare->changed.count)
		return 0;
	int which = found->difference.kind == HR_DIFFERENCE_FIXED ? HR_OLD : HR_NEW;
	struct hr_compare_version *version = &compare->versions[which];
	struct hr_sequence *sequence =
		cut(which == HR_OLD ? found->sequence : found->after_sequence, found->difference.statement);
	struct hr_outcome outcome;
	hr_frames places = HR_VEC_INIT;
	hr_outcome_init(&outcome);
	int status = hr_runner_run_one(&outcome, &version->runner.runner, sequence, &wants, error);
	if (!status)
		status = hr_symbolize(&places, &found->arena, version->unit.built.object, outcome.edge_places.data,
				      outcome.edge_places.count, error);
	for (size_t i = 0; i < places.count && !status; i++)
		add_function(compare, found, places.data[i].function);
	for (size_t i = 0; i < outcome.fault.stack.count && !status; i++)
		add_function(compare, found, outcome.fault.stack.data[i].function);
	if (found->functions.count)
		qsort(found->functions.data, found->functions.count, sizeof *found->functions.data, by_name);
	hr_vec_release(&places);
	hr_outcome_release(&outcome);
	hr_sequence_free(sequence);
	return status;
}

/* ---- groups ---- */

static bool is_one_cause(const struct hr_compare_found *a, const struct hr_compare_found *b)
{
	if (a->difference.kind != b->difference.kind || !a->functions.count || a->functions.count != b->functions.count)
		return false;
	for (size_t i = 0; i < a->functions.count; i++)
		if (strcmp(a->functions.data[i], b->functions.data[i]) != 0)
			return false;
	return a->difference.kind != HR_DIFFERENCE_VALUE ||
	       (a->difference.values[0].before->kind == b->difference.values[0].before->kind &&
		a->difference.values[0].after->kind == b->difference.values[0].after->kind);
}

static bool is_shorter(const struct hr_compare_found *a, const struct hr_compare_found *b)
{
	return a->sequence->statements.count < b->sequence->statements.count;
}

static void add_operation(struct hr_compare_found *found, const char *name)
{
	if (!*name || strcmp(name, hr_difference_operation(&found->difference, found->sequence)) == 0)
		return;
	for (size_t i = 0; i < found->operations.count; i++)
		if (strcmp(found->operations.data[i], name) == 0)
			return;
	hr_vec_push(&found->operations, hr_arena_strdup(&found->arena, name));
}

/* `other` goes into `found`, which is shown. */
static void merge(struct hr_compare_found *found, struct hr_compare_found *other)
{
	found->seen += other->seen;
	add_operation(found, hr_difference_operation(&other->difference, other->sequence));
	for (size_t i = 0; i < other->operations.count; i++)
		add_operation(found, other->operations.data[i]);
	hr_compare_found_free(other);
}

void hr_compare_group(struct hr_compare *compare)
{
	size_t kept = 0;
	for (size_t i = 0; i < compare->found.count; i++) {
		struct hr_compare_found *found = compare->found.data[i];
		size_t k = 0;
		while (k < kept && !is_one_cause(compare->found.data[k], found))
			k++;
		if (k == kept) {
			compare->found.data[kept++] = found;
		} else if (is_shorter(found, compare->found.data[k])) {
			merge(found, compare->found.data[k]);
			compare->found.data[k] = found;
		} else {
			merge(compare->found.data[k], found);
		}
	}
	compare->found.count = kept;
}
