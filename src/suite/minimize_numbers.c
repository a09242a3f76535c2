/* All numbers of a sequence at once.
 *
 * Numbers go together: where a range begins and a key that lies in it, a size and an index. One alone does not get any smaller without the others, so all large ones change at once, and keep their order.
 *
 * Invariant: no number gets larger, and none that tells a length changes. */
#include "base/memory.h"
#include "suite/edit.h"
#include "suite/minimize_internal.h"

#include <stdint.h>
#include <stdlib.h>

enum { LARGE = 10 }; /* and more: of two digits */

typedef HR_VEC(int64_t) hr_numbers;

/* What is done with each number. */
typedef int64_t change_fn(void *context, int64_t number);

static bool may_change(const struct hr_sequence *sequence, const struct hr_place *place)
{
	const struct hr_operand *operand = hr_place_operand(sequence, place);
	const struct hr_item *item = hr_place_item(sequence, place);
	const struct hr_type *type = hr_model_type(sequence->model, hr_place_type(sequence, place));
	return operand->kind == HR_OPERAND_NUMBER && !operand->is_character && operand->number >= LARGE &&
	       (!item || item->bound_by < 0) && (!type || type->kind != HR_TYPE_ENUM) && !hr_ties_hold(sequence, place);
}

/* The number at the place, and those below it. Returns whether one changed. */
static bool change_place(struct hr_sequence *sequence, const struct hr_place *place, change_fn *change, void *context)
{
	struct hr_operand *operand = hr_place_operand(sequence, place);
	bool is_changed = false;
	if (may_change(sequence, place)) {
		int64_t number = change(context, operand->number);
		is_changed = number != operand->number;
		operand->number = number;
	}
	if (place->depth == sizeof place->path / sizeof *place->path)
		return is_changed;
	for (size_t i = 0; i < operand->part_count; i++) {
		struct hr_place below = *place;
		below.path[below.depth++] = i;
		is_changed = change_place(sequence, &below, change, context) || is_changed;
	}
	return is_changed;
}

static bool change_all(struct hr_sequence *sequence, size_t count, change_fn *change, void *context)
{
	bool is_changed = false;
	for (size_t i = 0; i < count; i++) {
		const struct hr_statement *statement = &sequence->statements.data[i];
		for (size_t k = 0; statement->kind == HR_STATEMENT_CALL && k < statement->operand_count; k++) {
			struct hr_place place = { .statement = i, .operand = k };
			is_changed = change_place(sequence, &place, change, context) || is_changed;
		}
	}
	return is_changed;
}

static int64_t note(void *context, int64_t number)
{
	hr_numbers *numbers = context;
	size_t at = 0;
	while (at < numbers->count && numbers->data[at] < number)
		at++;
	if (at < numbers->count && numbers->data[at] == number)
		return number;
	hr_vec_push(numbers, number);
	for (size_t i = numbers->count - 1; i > at; i--)
		numbers->data[i] = numbers->data[i - 1];
	numbers->data[at] = number;
	return number;
}

/* Its place among all of them. */
static int64_t rank(void *context, int64_t number)
{
	const hr_numbers *numbers = context;
	for (size_t i = 0; i < numbers->count; i++)
		if (numbers->data[i] == number)
			return LARGE + (int64_t)i;
	return number;
}

static int64_t cut_to_byte(void *context, int64_t number)
{
	(void)context;
	return number > UINT8_MAX ? UINT8_MAX : number;
}

int hr_minimize_numbers(struct hr_minimizer *minimizer, struct hr_error *error)
{
	change_fn *const ways[] = { rank, cut_to_byte };
	size_t tail = minimizer->options->tail, count = minimizer->current->statements.count;
	hr_candidates candidates = HR_VEC_INIT;
	hr_numbers numbers = HR_VEC_INIT;
	bool taken;
	count = tail < count ? count - tail : 0;
	(void)change_all(minimizer->current, count, note, &numbers);
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		struct hr_sequence *sequence = hr_edit_copy(minimizer->current, NULL);
		if (change_all(sequence, count, ways[i], &numbers))
			hr_vec_push(&candidates, sequence);
		else
			hr_sequence_free(sequence);
	}
	hr_vec_release(&numbers);
	return candidates.count ? hr_minimizer_take_first(&taken, minimizer, &candidates, error) : 0;
}
