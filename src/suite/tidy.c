/* Destroyers for what is lost.
 *
 * A call may take over what it is given, or refuse it, and only the library knows: what the runner sees at the end decides. Invariant: each destroyer that is added leaves fewer lost blocks than there were. */
#include "suite/tidy.h"

#include "base/text.h"
#include "seq/close.h"

enum { MOST_ADDED = 8, MOST_CANDIDATES = 12 };

#define NONE ((size_t)-1)

static const struct hr_run_wants wants = { .lost = true };

static bool is_lost(const struct hr_outcome *outcome, uint32_t block)
{
	for (size_t i = 0; i < outcome->leaks.count; i++)
		if (outcome->leaks.data[i].block == block)
			return true;
	return false;
}

/* ---- who could end it ---- */

/* Any destroyer of the type; of what has none, libc's free. Nothing but the loss says that it has to be destroyed, so the model has no opinion. */
static size_t destroyer_of_type(const struct hr_model *model, struct hr_type_ref type)
{
	size_t object = hr_model_object(model, type);
	for (size_t i = 0; object != HR_NO_TYPE && i < model->operations.count; i++) {
		const struct hr_operation *it = &model->operations.data[i];
		if (it->callable && it->kind == HR_KIND_DESTROYER && it->subject == object && !it->is_variadic &&
		    hr_destroyer_parameter(model, i) != NONE)
			return i;
	}
	const struct hr_type *pointee = hr_model_type(model, hr_model_pointee(model, type));
	return pointee && pointee->kind != HR_TYPE_FUNCTION ? HR_FREED_BY_LIBC : NONE;
}

/* Whether the operation takes an object of the type alone, and is called like one that lets go of what hangs on it: clear(tree), free_nodes(tree). */
static bool is_emptier(const struct hr_model *model, const struct hr_operation *operation, size_t object)
{
	static const char *const words[] = { "clear", "free",  "empty",   "reset", "destroy", "delete", "fini",
					     "done",  "close", "release", "clean", "purge",   "flush",  "end" };
	if (!operation->callable || operation->is_variadic || operation->params.count != 1 ||
	    operation->kind == HR_KIND_OBSERVER || operation->kind == HR_KIND_MAKER || operation->subject != object ||
	    hr_model_object(model, operation->params.data[0].type) != object)
		return false;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (hr_text_find_any_case(operation->name, words[i]))
			return true;
	return false;
}

static size_t destroyer_of(const struct hr_sequence *sequence, size_t value)
{
	size_t destroyer = hr_destroyer_of(sequence->model, sequence, value);
	return destroyer != NONE ? destroyer : destroyer_of_type(sequence->model, sequence->values.data[value].type);
}

/* Something to destroy: a value, or what a variable holds that the address of was given away; or an object of the test's own, to be emptied by `operation`. */
struct candidate {
	size_t value;
	bool is_slot;
	size_t operation; /* NONE: whoever destroys such values */
};

static bool is_slot(const struct hr_sequence *sequence, size_t value)
{
	const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[value].statement];
	const struct hr_type *pointee = hr_model_type(sequence->model, hr_value_pointee(sequence, value));
	return maker->kind == HR_STATEMENT_NEW && maker->count < 0 && pointee && pointee->kind == HR_TYPE_POINTER;
}

/* Objects of the test's own that something can empty. */
static size_t list_own(struct candidate *out, size_t count, const struct hr_sequence *sequence)
{
	const struct hr_model *model = sequence->model;
	for (size_t i = 0; i < sequence->values.count; i++) {
		const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[i].statement];
		if (maker->kind != HR_STATEMENT_NEW || maker->count >= 0)
			continue;
		const struct hr_type_ref type = hr_model_strip(model, maker->type);
		for (size_t k = 0; k < model->operations.count && count < MOST_CANDIDATES; k++)
			if (model->operations.data[k].subject == type.type &&
			    is_emptier(model, &model->operations.data[k], type.type))
				out[count++] = (struct candidate){ i, false, k };
	}
	return count;
}

/* Values that a lost block begins with, the newest first; then slots; then what can be emptied. */
static size_t list_candidates(struct candidate *out, const struct hr_sequence *sequence,
			      const struct hr_outcome *outcome)
{
	size_t count = 0;
	for (size_t i = outcome->pointers.count; i-- > 0 && count < MOST_CANDIDATES;) {
		const struct hr_pointer_record *record = &outcome->pointers.data[i];
		if (record->value != HR_NO_VALUE && record->region == HR_IN_HEAP && !record->is_freed &&
		    record->offset == 0 && is_lost(outcome, record->block))
			out[count++] = (struct candidate){ record->value, false, NONE };
	}
	for (size_t i = sequence->values.count; i-- > 0 && count < MOST_CANDIDATES;)
		if (is_slot(sequence, i))
			out[count++] = (struct candidate){ i, true, NONE };
	return list_own(out, count, sequence);
}

/* What the slot holds at the end, as a value. */
static size_t read_slot(struct hr_sequence *sequence, size_t slot)
{
	struct hr_type_ref pointee = hr_value_pointee(sequence, slot);
	struct hr_access *access = hr_arena_alloc(&sequence->arena, sizeof *access);
	pointee.qualifiers = 0;
	*access = (struct hr_access){
		.value = slot, .through = true, .bit_offset = -1, .bit_width = -1, .type = pointee, .text = "*"
	};
	struct hr_statement get = { .kind = HR_STATEMENT_GET, .count = -1, .access = access };
	size_t index = hr_sequence_add(sequence, &get, true, pointee, NULL);
	return sequence->statements.data[index].value;
}

/* A copy that destroys it at its end; NULL: there is no way. */
static struct hr_sequence *with_end(const struct hr_sequence *sequence, const struct candidate *candidate)
{
	struct hr_sequence *copy = hr_sequence_copy(sequence);
	size_t value = candidate->is_slot ? read_slot(copy, candidate->value) : candidate->value;
	size_t destroyer = candidate->operation != NONE ? candidate->operation : destroyer_of(copy, value);
	if (destroyer != NONE && hr_destroy(copy, value, destroyer))
		return copy;
	hr_sequence_free(copy);
	return NULL;
}

/* ---- adding ---- */

/* The one destroyer after which least is lost: replaces `*sequence`, if there is one at all. */
static int add_one(bool *added, struct hr_sequence **sequence, const struct hr_outcome *outcome,
		   const struct hr_runner *runner, struct hr_error *error)
{
	struct candidate candidates[MOST_CANDIDATES];
	size_t count = list_candidates(candidates, *sequence, outcome);
	struct hr_sequence *best = NULL;
	size_t least = outcome->leaks.count;
	int status = 0;
	for (size_t i = 0; i < count && !status && least; i++) {
		struct hr_sequence *copy = with_end(*sequence, &candidates[i]);
		struct hr_outcome now;
		hr_outcome_init(&now);
		if (copy)
			status = hr_runner_run_one(&now, runner, copy, &wants, error);
		if (copy && !status && now.status == HR_OUTCOME_NORMAL && now.leaks.count < least) {
			struct hr_sequence *other = best;
			least = now.leaks.count;
			best = copy;
			copy = other;
		}
		hr_sequence_free(copy);
		hr_outcome_release(&now);
	}
	*added = best != NULL;
	if (best) {
		hr_sequence_free(*sequence);
		*sequence = best;
	}
	return status;
}

int hr_tidy(struct hr_sequence **sequence, bool *is_clean, const struct hr_runner *runner, struct hr_error *error)
{
	struct hr_outcome outcome;
	bool goes_on = true;
	int status = 0;
	*is_clean = false;
	hr_outcome_init(&outcome);
	for (int i = 0; i <= MOST_ADDED && goes_on && !status; i++) {
		status = hr_runner_run_one(&outcome, runner, *sequence, &wants, error);
		*is_clean = !status && outcome.status == HR_OUTCOME_NORMAL && !outcome.leaks.count;
		goes_on = !status && outcome.status == HR_OUTCOME_NORMAL && outcome.leaks.count > 0;
		if (goes_on)
			status = add_one(&goes_on, sequence, &outcome, runner, error);
	}
	hr_outcome_release(&outcome);
	return status;
}
