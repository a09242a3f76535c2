/* Two runs of the same agree: when all of the heap lies elsewhere, and when memory that was never set holds other bytes. When it is just run again it
 * agrees by construction; where it does not, something outside the unit remembers, and the sequence says nothing.
 *
 * Only numbers, texts and what callbacks were told count. A number that moves as the heap does is an address, and may be one on purpose. What the sequence itself did not
 * set is set to zero first, so that it is not what differs. */
#include "oracle/experiments.h"
#include "oracle/idioms_internal.h"

#include <string.h>

enum { FIRST_FILL = 0xbe, SECOND_FILL = 0x5a, NEAR = 16, FAR = 0x12340, MOST_OBSERVED = 3 };

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

/* ---- comparing */

struct difference {
	size_t statement;
	size_t value; /* HR_NO_VALUE: what a callback was told, or what an object holds */
	struct hr_seen first, second;
	bool is_found;
	bool is_fine; /* both ran to their ends, and agree when they are run again */
};

struct comparing {
	const struct hr_sequence *sequence;
	const struct hr_outcome *first, *second;
	bool is_fill;  /* the memory that was never set differs */
	int64_t moved; /* by how much the heap lies elsewhere; 0: not at all */
};

/* An address, whole or shifted, or the lower half of one. */
static bool is_address(const struct comparing *comparing, int64_t a, int64_t b)
{
	uint64_t moved = (uint64_t)comparing->moved, by = (uint64_t)b - (uint64_t)a;

	if (!comparing->moved)
		return false;
	for (unsigned shift = 0; shift <= 12; shift++)
		if (by == moved >> shift || by == (uint64_t)(-(int64_t)(moved >> shift)) ||
		    (uint32_t)by == (uint32_t)(moved >> shift) || by == moved << shift)
			return true;
	return false;
}

static bool begins_with_fill(const struct hr_seen *seen, unsigned char fill)
{
	return seen->kind == HR_SEEN_TEXT && seen->length && (unsigned char)seen->text[0] == fill;
}

/* Memory that the unit hands out to be filled: what is in it is nobody's business. */
static bool is_raw(const struct comparing *comparing, const struct hr_statement *statement)
{
	const struct hr_model *model = comparing->sequence->model;
	struct hr_type_ref type = model->operations.data[statement->operation].result.type;
	const struct hr_type *pointer = hr_model_type(model, type);

	if (!comparing->is_fill || !pointer || pointer->kind != HR_TYPE_POINTER || hr_is_const_pointer(model, type) ||
	    hr_handle_of(model, type) != HR_NO_TYPE)
		return false;
	struct hr_seen seen = hr_see(comparing->sequence, comparing->first, statement->value);
	if (seen.kind == HR_SEEN_NULL)
		return false;
	return seen.kind != HR_SEEN_TEXT || begins_with_fill(&seen, FIRST_FILL) || seen.length == 0;
}

static bool is_own_object(const struct hr_sequence *sequence, size_t value)
{
	return sequence->statements.data[sequence->values.data[value].statement].kind == HR_STATEMENT_NEW;
}

static bool compare_value(struct difference *out, const struct comparing *comparing, size_t value)
{
	out->first = hr_see(comparing->sequence, comparing->first, value);
	out->second = hr_see(comparing->sequence, comparing->second, value);
	if (hr_seen_same(&out->first, &out->second))
		return false;
	if (out->first.kind == HR_SEEN_NUMBER && out->second.kind == HR_SEEN_NUMBER)
		return !is_address(comparing, out->first.number, out->second.number);
	if (out->first.kind == HR_SEEN_TEXT || out->second.kind == HR_SEEN_TEXT) {
		if (comparing->moved && ((out->first.text && strstr(out->first.text, "0x")) ||
					 (out->second.text && strstr(out->second.text, "0x"))))
			return false; /* an address in words */
		return !(comparing->is_fill && begins_with_fill(&out->first, FIRST_FILL));
	}
	return out->first.kind == HR_SEEN_REAL || out->first.kind == HR_SEEN_NULL || out->second.kind == HR_SEEN_NULL;
}

/* Numbers in an object of the sequence's own, after the statement. Only where one is all there is: what lies between may be padding, or a pointer. */
static bool compare_object(struct difference *out, const struct comparing *comparing,
			   const struct hr_description *first)
{
	const struct hr_sequence *sequence = comparing->sequence;
	struct hr_type_ref pointee = hr_value_pointee(sequence, first->value);
	const struct hr_type *type = hr_model_type(sequence->model, pointee);
	const struct hr_description *second = hr_outcome_description(comparing->second, first->value, first->statement);

	if (!second || !type || first->length != second->length || !hr_is_number(sequence->model, pointee) ||
	    !is_own_object(sequence, first->value))
		return false;
	size_t size = (size_t)type->size;
	for (size_t i = 0; i + size <= first->length; i += size) {
		int64_t a = hr_bytes_integer(first->bytes + i, size, type->is_signed);
		int64_t b = hr_bytes_integer(second->bytes + i, size, type->is_signed);
		if (a == b || is_address(comparing, a, b) || (size < 8 && comparing->moved))
			continue;
		out->first = (struct hr_seen){ .kind = HR_SEEN_NUMBER, .number = a };
		out->second = (struct hr_seen){ .kind = HR_SEEN_NUMBER, .number = b };
		return true;
	}
	return false;
}

static bool compare_callbacks(struct difference *out, const struct comparing *comparing, size_t statement)
{
	const struct hr_outcome *first = comparing->first, *second = comparing->second;

	for (size_t i = 0; i < first->callbacks.count && i < second->callbacks.count; i++) {
		const struct hr_callback_call *a = &first->callbacks.data[i], *b = &second->callbacks.data[i];
		if (a->statement != statement || b->statement != statement)
			continue;
		for (size_t k = 0; k < a->arguments.count && k < b->arguments.count; k++) {
			out->first = (struct hr_seen){ .kind = HR_SEEN_TEXT,
						       .text = a->arguments.data[k].text,
						       .length = a->arguments.data[k].length };
			out->second = (struct hr_seen){ .kind = HR_SEEN_TEXT,
							.text = b->arguments.data[k].text,
							.length = b->arguments.data[k].length };
			/* where the length comes beside it, what is behind the text is not the text */
			if (out->first.text && out->second.text && out->first.length == out->second.length &&
			    !hr_seen_same(&out->first, &out->second) && !begins_with_fill(&out->first, FIRST_FILL) &&
			    memchr(out->first.text, FIRST_FILL, out->first.length) == NULL)
				return true;
		}
	}
	return false;
}

/* The first that differs: what comes later may follow from it. */
static struct difference compare_runs(const struct comparing *comparing)
{
	const struct hr_sequence *sequence = comparing->sequence;
	struct difference out = { .value = HR_NO_VALUE };
	size_t next = 0;

	for (size_t i = 0; i < sequence->statements.count && !out.is_found; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		out.statement = i;
		out.value = HR_NO_VALUE;
		if (it->kind == HR_STATEMENT_CALL && it->value != HR_NO_VALUE) {
			if (is_raw(comparing, it))
				return (struct difference){ .value = HR_NO_VALUE };
			out.is_found = compare_value(&out, comparing, it->value);
			out.value = it->value;
		}
		for (; next < comparing->first->descriptions.count && !out.is_found &&
		       comparing->first->descriptions.data[next].statement <= i;
		     next++)
			if (it->kind == HR_STATEMENT_CALL &&
			    compare_object(&out, comparing, &comparing->first->descriptions.data[next])) {
				out.is_found = true;
				out.value = HR_NO_VALUE;
			}
		if (!out.is_found && it->kind == HR_STATEMENT_CALL && compare_callbacks(&out, comparing, i)) {
			out.is_found = true;
			out.value = HR_NO_VALUE;
		}
	}
	return out;
}

/* Texts are gone with the outcome. */
static void keep_texts(struct difference *difference, struct hr_arena *arena)
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
	struct comparing again = { .sequence = sequences[0], .first = &outcomes[0], .second = &outcomes[2] };
	*fine = *fine && !compare_runs(&again).is_found;
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
static int differ_by_fill(struct difference *out, struct hr_probing *probing, const struct hr_sequence *sequence)
{
	static const struct hr_run_wants wants[2] = { { .fresh_stack = true, .fill = FIRST_FILL },
						      { .fresh_stack = true, .fill = SECOND_FILL } };
	const struct hr_sequence *const sequences[2] = { sequence, sequence };
	struct hr_outcome outcomes[3];
	bool fine;

	init_outcomes(outcomes);
	int status = run_thrice(&fine, outcomes, probing, sequences, wants);
	struct comparing comparing = {
		.sequence = sequence, .first = &outcomes[0], .second = &outcomes[1], .is_fill = true
	};
	if (fine) {
		*out = compare_runs(&comparing);
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
	operand->access.value += operand->kind == HR_OPERAND_PART || operand->kind == HR_OPERAND_ADDRESS;
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
		statement.access.value += statement.kind == HR_STATEMENT_GET || statement.kind == HR_STATEMENT_SET;
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
static int differ_by_place(struct difference *out, struct hr_probing *probing, const struct hr_sequence *sequence)
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
		struct comparing comparing = { .sequence = near,
					       .first = &outcomes[0],
					       .second = &outcomes[1],
					       .moved = heap_moved(near, &outcomes[0], &outcomes[1]) };
		*out = compare_runs(&comparing);
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

static int differ(struct difference *out, struct hr_probing *probing, const struct hr_idiom_state *state,
		  const struct hr_sequence *sequence)
{
	*out = (struct difference){ .value = HR_NO_VALUE };
	return state->idiom.kind == HR_IDIOM_DETERMINISM ? differ_by_place(out, probing, sequence)
							 : differ_by_fill(out, probing, sequence);
}

/* Leaves out what it does without. */
static int shrink(struct hr_sequence **sequence, struct difference *difference, struct hr_probing *probing,
		  const struct hr_idiom_state *state)
{
	size_t operation = (*sequence)->statements.data[difference->statement].operation;
	int status = 0;

	for (size_t i = (*sequence)->statements.count; i-- > 0 && !status;) {
		if (i == difference->statement || i >= (*sequence)->statements.count)
			continue;
		struct hr_sequence *shorter = hr_without(*sequence, i, difference->statement);
		struct difference again = { .value = HR_NO_VALUE };
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
		 const struct difference *difference)
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
	hr_idiom_violated_run(probing, blamed, 0, sequence, HR_WAY_UNSTABLE, difference->value, operation, HR_NONE,
			      "%s", text.data);
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
	struct difference difference;

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
	.properties = { { "moved", 0, 100, HR_CLASS_LIKELY, HR_TRUSTED } },
	.find = find_operations,
	.probe = probe_runs,
};

const struct hr_idiom_class hr_idiom_uninitialised = {
	.kind = HR_IDIOM_UNINITIALISED,
	.properties = { { "set", 0, 100, HR_CLASS_CERTAIN, HR_TRUSTED } },
	.find = find_operations,
	.probe = probe_runs,
};
