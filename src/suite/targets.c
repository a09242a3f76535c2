/* Edges and ways to return, as numbers.
 *
 * A way to return is a class of results, not a result: a function that counts has three of them, however far it counts. Small negative numbers are
 * codes, and each is a way of its own, unless it says no more than that the operation refused. */
#include "suite/targets.h"

#include "suite/number_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NEGATIVE_CODE = -64 };

void hr_targets_init(struct hr_targets *targets, uint32_t edge_count)
{
	*targets = (struct hr_targets){ .edge_count = edge_count, .behaviours = HR_MAP_INIT };
}

void hr_targets_release(struct hr_targets *targets)
{
	hr_map_release(&targets->behaviours);
}

uint32_t hr_targets_count(const struct hr_targets *targets)
{
	return targets->edge_count + (uint32_t)targets->behaviours.count;
}

static const char *number_word(char room[24], const struct hr_model *model, const struct hr_operation *operation,
			       int64_t number, bool is_signed)
{
	if (number == 0)
		return "zero";
	if (!is_signed || number > 0)
		return "positive";
	if (number < MOST_NEGATIVE_CODE || hr_is_mere_refusal(model, operation, number))
		return "negative";
	snprintf(room, 24, "%lld", (long long)number);
	return room;
}

/* How a call returned: "null", "not null", "negative", "-2", "zero", "positive", "true", …; NULL when the result tells nothing. `room` holds numbers. */
static const char *behaviour(char room[24], const struct hr_sequence *sequence, const struct hr_outcome *outcome,
			     const struct hr_statement *call)
{
	static const unsigned char null_pointer[8];
	const unsigned char *bytes = hr_outcome_bytes(outcome, call->value);
	const struct hr_model *model = sequence->model;
	const struct hr_type *type = hr_model_type(model, sequence->values.data[call->value].type);
	if (!bytes || !type)
		return NULL;
	switch (type->kind) {
	case HR_TYPE_BOOL:
		return bytes[0] ? "true" : "false";
	case HR_TYPE_ENUM:
		snprintf(room, 24, "%lld", (long long)hr_bytes_integer(bytes, (size_t)type->size, true));
		return room;
	case HR_TYPE_INT:
		if (type->size > 8)
			return NULL;
		return number_word(room, model, &model->operations.data[call->operation],
				   hr_bytes_integer(bytes, (size_t)type->size, type->is_signed), type->is_signed);
	case HR_TYPE_POINTER:
		return memcmp(bytes, null_pointer, sizeof null_pointer) == 0 ? "null" : "not null";
	default:
		return NULL;
	}
}

static int by_number(const void *left, const void *right)
{
	const uint32_t *a = left;
	const uint32_t *b = right;
	return (*a > *b) - (*a < *b);
}

static void sort_out(hr_target_set *set)
{
	size_t kept = 0;
	if (set->count)
		qsort(set->data, set->count, sizeof *set->data, by_number);
	for (size_t i = 0; i < set->count; i++)
		if (!kept || set->data[kept - 1] != set->data[i])
			set->data[kept++] = set->data[i];
	set->count = kept;
}

static uint32_t behaviour_number(struct hr_targets *targets, size_t operation, const char *word)
{
	char key[64];
	size_t number;
	snprintf(key, sizeof key, "%zu %s", operation, word);
	if (!hr_map_get(&targets->behaviours, key, &number)) {
		number = hr_targets_count(targets);
		hr_map_put(&targets->behaviours, key, number);
	}
	return (uint32_t)number;
}

uint32_t hr_targets_return(struct hr_targets *targets, const struct hr_sequence *sequence,
			   const struct hr_outcome *outcome, size_t call)
{
	const struct hr_statement *statement = &sequence->statements.data[call];
	char room[24];
	const char *word = "returns";
	if (statement->value != HR_NO_VALUE)
		word = behaviour(room, sequence, outcome, statement);
	return behaviour_number(targets, statement->operation, word ? word : "returns");
}

void hr_targets_of(hr_target_set *out, struct hr_targets *targets, const struct hr_sequence *sequence,
		   const struct hr_outcome *outcome)
{
	hr_vec_clear(out);
	if (outcome->status != HR_OUTCOME_NORMAL)
		return;
	for (size_t i = 0; i < outcome->edges.count; i++)
		if (outcome->edges.data[i] < targets->edge_count)
			hr_vec_push(out, outcome->edges.data[i]);
	for (size_t i = 0; i < sequence->statements.count; i++)
		if (sequence->statements.data[i].kind == HR_STATEMENT_CALL)
			hr_vec_push(out, hr_targets_return(targets, sequence, outcome, i));
	sort_out(out);
}

bool hr_target_set_has(const hr_target_set *set, uint32_t target)
{
	return set->count && bsearch(&target, set->data, set->count, sizeof *set->data, by_number);
}

bool hr_target_set_covers(const hr_target_set *set, const hr_target_set *all)
{
	for (size_t i = 0; i < all->count; i++)
		if (!hr_target_set_has(set, all->data[i]))
			return false;
	return true;
}
