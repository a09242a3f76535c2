/* Two runs of the same agree: when all of the heap lies elsewhere, and when memory that was never set holds other bytes. When it is just run again it
 * agrees by construction; where it does not, something outside the unit remembers, and the sequence says nothing.
 *
 * Only numbers, texts and what callbacks were told count. A number that moves as the heap does is an address, and may be one on purpose. What the sequence itself did not
 * set is set to zero first, so that it is not what differs. */
#include "oracle/experiments.h"
#include "oracle/idioms_runs.h"

#include <string.h>

enum { NEAR = 16, FAR = 0x12340, MOST_OBSERVED = 3 };

/* ---- finding: a state for each operation, so that each can be told of */

/* Code that came compiled is not checked: it may read beyond what it was given, and see what lies there. */
static bool is_checked(const struct hr_model *model)
{
	for (size_t i = 0; i < model->operations.count; i++)
		if (model->operations.data[i].definition == HR_DEFINED_LIBRARY)
			return false;
	return true;
}

static void find_operations(struct hr_idioms *idioms, const struct hr_idiom_class *class)
{
	const struct hr_model *model = idioms->model;

	if (!is_checked(model))
		return;

	for (size_t i = 0; i < model->operations.count; i++) {
		if (model->operations.data[i].callable)
			(void)hr_idioms_add(idioms, class, HR_NO_TYPE, &i, 1,
					    class->kind == HR_IDIOM_DETERMINISM
						    ? "%s does the same in every run"
						    : "%s does not depend on memory that was never set",
					    model->operations.data[i].name);
	}
}

/* Texts are gone with the outcome. */
static void keep_texts(struct hr_difference *difference, struct hr_arena *arena)
{
	struct hr_seen *const both[] = { &difference->first, &difference->second };

	for (size_t i = 0; i < 2; i++)
		if (difference->is_found && both[i]->kind == HR_SEEN_TEXT)
			both[i]->text = hr_arena_strndup(arena, both[i]->text, both[i]->length);
}

/* ---- memory that was never set */

static void set_to_zero(struct hr_sequence *sequence)
{
	for (size_t i = 0; i < sequence->statements.count; i++) {
		struct hr_statement *it = &sequence->statements.data[i];
		if (it->kind != HR_STATEMENT_NEW || it->operand_count)
			continue;
		const struct hr_type *type = hr_model_type(sequence->model, it->type);
		it->operands = hr_arena_alloc(&sequence->arena, sizeof *it->operands);
		it->operand_count = 1;
		it->operands[0].kind = HR_OPERAND_STRUCT;
		if (it->count < 0 && (!type || type->kind == HR_TYPE_POINTER))
			it->operands[0].kind = HR_OPERAND_NULL;
		else if (it->count < 0 && type->kind == HR_TYPE_FLOAT)
			it->operands[0].kind = HR_OPERAND_REAL;
		else if (it->count < 0 && hr_is_number(sequence->model, it->type))
			it->operands[0].kind = HR_OPERAND_NUMBER;
	}
}

/* Runs both, and the first again: `*fine` when that is the same as before. */
static int run_thrice(bool *fine, struct hr_outcome *outcomes, struct hr_probing *probing,
		      const struct hr_sequence *const *sequences, const struct hr_run_wants *wants)
{
	static const size_t order[3] = { 0, 1, 0 };
	int status = 0;

	*fine = true;
	for (size_t i = 0; i < 3 && *fine && !status; i++) {
		status = hr_probe_run(&outcomes[i], probing, sequences[order[i]], &wants[order[i]]);
		*fine = !status && outcomes[i].status == HR_OUTCOME_NORMAL;
	}
	struct hr_comparing again = { .sequence = sequences[0], .first = &outcomes[0], .second = &outcomes[2] };
	*fine = *fine && !hr_compare_runs(&again).is_found;
	return status;
}

static void init_outcomes(struct hr_outcome *outcomes)
{
	for (size_t i = 0; i < 3; i++)
		hr_outcome_init(&outcomes[i]);
}

static void release_outcomes(struct hr_outcome *outcomes)
{
	for (size_t i = 0; i < 3; i++)
		hr_outcome_release(&outcomes[i]);
}

/* Where two runs of the sequence with other bytes in fresh memory differ. */
static int differ_by_fill(struct hr_difference *out, struct hr_probing *probing, const struct hr_sequence *sequence)
{
	static const struct hr_run_wants wants[2] = { { .fresh_stack = true, .fill = HR_FIRST_FILL },
						      { .fresh_stack = true, .fill = HR_SECOND_FILL } };
	const struct hr_sequence *const sequences[2] = { sequence, sequence };
	struct hr_outcome outcomes[3];
	bool fine;

	init_outcomes(outcomes);
	int status = run_thrice(&fine, outcomes, probing, sequences, wants);
	struct hr_comparing comparing = {
		.sequence = sequence, .first = &outcomes[0], .second = &outcomes[1], .is_fill = true
	};
	if (fine) {
		*out = hr_compare_runs(&comparing);
		keep_texts(out, &probing->idioms->arena);
	}
	out->is_fine = fine;
	release_outcomes(outcomes);
	return status;
}

/* ---- another place */

static void shift_operand(struct hr_operand *operand)
{
	operand->value += operand->kind == HR_OPERAND_VALUE;
	if (operand->kind == HR_OPERAND_PART || operand->kind == HR_OPERAND_ADDRESS)
		operand->access->value++;
	for (size_t i = 0; i < operand->part_count; i++)
		shift_operand(&operand->parts[i]);
}

static size_t byte_type(const struct hr_model *model)
{
	for (size_t i = 0; i < model->types.count; i++)
		if (model->types.data[i].kind == HR_TYPE_INT && model->types.data[i].size == 1)
			return i;
	return HR_NO_TYPE;
}

/* The same sequence behind an object of so many bytes, which is value 0; NULL: such an object cannot be made. */
static struct hr_sequence *behind(const struct hr_sequence *sequence, int64_t bytes)
{
	size_t byte = byte_type(sequence->model);
	if (byte == HR_NO_TYPE)
		return NULL;
	struct hr_sequence *copy = hr_sequence_copy(sequence);
	struct hr_sequence *moved = hr_sequence_new(sequence->model);

	(void)hr_probe_object(moved, (struct hr_type_ref){ byte, 0 }, bytes, NULL);
	moved->values.data[0].name = "before";
	for (size_t i = 0; i < copy->statements.count; i++) {
		struct hr_statement statement = copy->statements.data[i];
		for (size_t k = 0; k < statement.operand_count; k++)
			shift_operand(&statement.operands[k]);
		if (statement.kind == HR_STATEMENT_GET || statement.kind == HR_STATEMENT_SET)
			statement.access->value++;
		statement.value += statement.value != HR_NO_VALUE;
		hr_vec_push(&moved->statements, statement);
	}
	for (size_t i = 0; i < copy->values.count; i++) {
		struct hr_value value = copy->values.data[i];
		value.statement++;
		hr_vec_push(&moved->values, value);
	}
	/* all that the statements point to now belongs to it */
	moved->values.data[0].name = hr_arena_strdup(&copy->arena, "before");
	moved->statements.data[0].operands = hr_arena_alloc(&copy->arena, sizeof(struct hr_operand));
	moved->statements.data[0].operands[0].kind = HR_OPERAND_STRUCT;
	struct hr_arena arena = moved->arena;
	moved->arena = copy->arena;
	copy->arena = arena;
	hr_sequence_free(copy);
	return moved;
}

/* By how much the heap moved: the first address that differs tells. */
static int64_t heap_moved(const struct hr_sequence *sequence, const struct hr_outcome *first,
			  const struct hr_outcome *second)
{
	for (size_t i = 1; i < sequence->values.count; i++) {
		const struct hr_type *type = hr_model_type(sequence->model, sequence->values.data[i].type);
		const unsigned char *a = hr_outcome_bytes(first, i), *b = hr_outcome_bytes(second, i);
		if ((type && type->kind != HR_TYPE_POINTER) || !a || !b || memcmp(a, b, 8) == 0)
			continue;
		return hr_bytes_integer(b, 8, false) - hr_bytes_integer(a, 8, false);
	}
	return FAR - NEAR;
}

/* What hashes or orders by address may do so on purpose; it is given one. */
static bool takes_any_pointer(const struct hr_model *model, const struct hr_operation *operation)
{
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_type *target =
			hr_model_type(model, hr_model_pointee(model, operation->params.data[i].type));
		if (target && target->kind == HR_TYPE_VOID)
			return true;
	}
	return false;
}

/* Where two runs of the sequence with the heap elsewhere differ. */
static int differ_by_place(struct hr_difference *out, struct hr_probing *probing, const struct hr_sequence *sequence)
{
	static const struct hr_run_wants wants[2];
	struct hr_sequence *near = behind(sequence, NEAR), *far = behind(sequence, FAR);
	struct hr_outcome outcomes[3];
	bool fine = false;
	int status = 0;

	init_outcomes(outcomes);
	if (near && far) {
		const struct hr_sequence *const sequences[2] = { near, far };
		status = run_thrice(&fine, outcomes, probing, sequences, wants);
	}
	if (fine) {
		struct hr_comparing comparing = { .sequence = near,
						  .first = &outcomes[0],
						  .second = &outcomes[1],
						  .moved = heap_moved(near, &outcomes[0], &outcomes[1]) };
		*out = hr_compare_runs(&comparing);
		keep_texts(out, &probing->idioms->arena);
		out->statement -= out->is_found;
		out->value -= out->is_found && out->value != HR_NO_VALUE;
	}
	out->is_fine = fine;
	hr_sequence_free(near);
	hr_sequence_free(far);
	release_outcomes(outcomes);
	return status;
}

/* ---- probing */

static int differ(struct hr_difference *out, struct hr_probing *probing, const struct hr_idiom_state *state,
		  const struct hr_sequence *sequence)
{
	*out = (struct hr_difference){ .value = HR_NO_VALUE };
	return state->idiom.kind == HR_IDIOM_DETERMINISM ? differ_by_place(out, probing, sequence)
							 : differ_by_fill(out, probing, sequence);
}

/* Leaves out what it does without. */
static int shrink(struct hr_sequence **sequence, struct hr_difference *difference, struct hr_probing *probing,
		  const struct hr_idiom_state *state)
{
	size_t operation = (*sequence)->statements.data[difference->statement].operation;
	int status = 0;

	for (size_t i = (*sequence)->statements.count; i-- > 0 && !status;) {
		if (i == difference->statement || i >= (*sequence)->statements.count)
			continue;
		struct hr_sequence *shorter = hr_without(*sequence, i, difference->statement);
		struct hr_difference again = { .value = HR_NO_VALUE };
		if (shorter)
			status = differ(&again, probing, state, shorter);
		if (!status && again.is_found && shorter->statements.data[again.statement].operation == operation) {
			hr_sequence_free(*sequence);
			*sequence = shorter;
			*difference = again;
		} else {
			hr_sequence_free(shorter);
		}
	}
	return status;
}

static void tell(struct hr_probing *probing, struct hr_idiom_state *blamed, struct hr_sequence *sequence,
		 const struct hr_difference *difference)
{
	size_t operation = sequence->statements.data[difference->statement].operation;
	struct hr_strbuf text = HR_STRBUF_INIT;

	hr_strbuf_addf(&text, "%s%s ", probing->model->operations.data[operation].name,
		       difference->value == HR_NO_VALUE ? " hands out" : " gives");
	hr_seen_write(&text, &difference->first);
	hr_strbuf_addstr(&text, " in one run and ");
	hr_seen_write(&text, &difference->second);
	hr_strbuf_addstr(&text, blamed->idiom.kind == HR_IDIOM_DETERMINISM
					? " in another, as addresses happen to be"
					: " in another, as fresh memory happens to be");
	struct hr_blame blame = { HR_WAY_UNSTABLE, difference->value, operation, HR_NONE };
	hr_idiom_violated_run(probing, blamed, 0, sequence, &blame, "%s", text.data);
	hr_strbuf_release(&text);
}

/* The sequence, and all that observers have to say at its end. */
static struct hr_sequence *with_observers(struct hr_probing *probing)
{
	struct hr_sequence *sequence = hr_sequence_copy(probing->normal);
	struct hr_sight sight;

	for (size_t i = probing->normal->values.count, left = MOST_OBSERVED; i-- > 0 && left > 0;) {
		size_t object = hr_handle_of(probing->model, sequence->values.data[i].type);
		if (!probing->is_live[i] || object == HR_NO_TYPE)
			continue;
		hr_probe_observe(&sight, probing, sequence, i, object, (unsigned)i);
		left--;
	}
	set_to_zero(sequence);
	return sequence;
}

static int probe_runs(struct hr_probing *probing, struct hr_idiom_state *state)
{
	struct hr_difference difference;

	if (!hr_probe_is_last(probing, state))
		return 0;
	struct hr_sequence *sequence = with_observers(probing);
	int status = differ(&difference, probing, state, sequence);
	if (!status && !difference.is_fine && sequence->statements.count > probing->normal->statements.count) {
		/* an observer may not have liked it */
		hr_sequence_free(sequence);
		sequence = hr_sequence_copy(probing->normal);
		set_to_zero(sequence);
		status = differ(&difference, probing, state, sequence);
	}
	if (!status && difference.is_fine && !difference.is_found)
		hr_idiom_held(probing, state, 0, sequence);
	if (!status && difference.is_found) {
		size_t operation = sequence->statements.data[difference.statement].operation;
		struct hr_idiom_state *blamed = hr_idiom_state_of(probing->idioms, state->idiom.kind, operation);
		bool is_meant = state->idiom.kind == HR_IDIOM_DETERMINISM &&
				takes_any_pointer(probing->model, &probing->model->operations.data[operation]);
		if (blamed && !is_meant && !blamed->tallies[0].is_told) {
			status = shrink(&sequence, &difference, probing, state);
			tell(probing, blamed, sequence, &difference);
			sequence = NULL;
		}
	}
	hr_sequence_free(sequence);
	return status;
}

const struct hr_idiom_class hr_idiom_determinism = {
	.kind = HR_IDIOM_DETERMINISM,
	.is_of_last = true,
	.properties = { { "moved", 0, 100, HR_CLASS_LIKELY, HR_TRUSTED } },
	.find = find_operations,
	.probe = probe_runs,
};

const struct hr_idiom_class hr_idiom_uninitialised = {
	.kind = HR_IDIOM_UNINITIALISED,
	.is_of_last = true,
	/* what was not set may be the caller's to set first, by a call that nobody made */
	.properties = { { "set", 0, 100, HR_CLASS_LIKELY, HR_TRUSTED } },
	.find = find_operations,
	.probe = probe_runs,
};
