/* Leaving what cannot be given back.
 *
 * Invariant: only what closing and tidying added behind the focus is taken away, and only as much as it takes; what is added reads fields. */
#include "suite/leave.h"

#include "base/text.h"
#include "seq/close.h"
#include "seq/edit.h"
#include "suite/parts.h"

enum { MOST_READ = 16, PAGE = 4096 };

/* A block of the heap that the call made that the value comes from; what is read for it, from statement `from` on, may have been made by any call. */
static bool is_made(const struct hr_sequence *sequence, const struct hr_pointer_record *record, size_t from)
{
	if (record->value == HR_NO_VALUE || record->region != HR_IN_HEAP || record->is_freed || record->offset != 0)
		return false;
	size_t maker = sequence->values.data[record->value].statement;
	return record->allocated_by == hr_value_call(sequence, record->value) ||
	       (maker >= from && sequence->statements.data[maker].kind == HR_STATEMENT_GET);
}

static bool is_listed(const struct hr_left *left, const struct hr_outcome *outcome, uint32_t block)
{
	for (size_t i = 0; i < left->count; i++)
		if (hr_outcome_pointer(outcome, left->values[i])->block == block)
			return true;
	return false;
}

void hr_leave_values(struct hr_left *out, const struct hr_sequence *sequence, size_t from,
		     const struct hr_outcome *outcome)
{
	*out = (struct hr_left){ .count = 0 };
	for (size_t i = 0; i < outcome->pointers.count; i++) {
		const struct hr_pointer_record *it = &outcome->pointers.data[i];
		if (!is_made(sequence, it, from) || is_listed(out, outcome, it->block))
			continue;
		if (out->count == HR_MOST_LEFT) {
			out->count = 0;
			return;
		}
		out->has_mapping = out->has_mapping || (it->size && it->size % PAGE == 0);
		out->values[out->count++] = it->value;
	}
}

/* What closing adds: calls and free(); what is read to be passed to them has no use without. */
static bool gives_back(const struct hr_statement *statement)
{
	return statement->kind == HR_STATEMENT_FREE || statement->kind == HR_STATEMENT_CALL ||
	       statement->kind == HR_STATEMENT_GET;
}

static struct hr_sequence *first_of(const struct hr_sequence *sequence, size_t count)
{
	struct hr_edit edit;
	hr_edit_begin(&edit, sequence);
	hr_edit_keep_range(&edit, 0, count);
	return hr_edit_finish(&edit);
}

/* Runs it: what has to be kept so that nothing is lost. None: something is lost all the same, or there is nothing to keep. */
static int find_kept(struct hr_left *kept, const struct hr_sequence *sequence, size_t from,
		     const struct hr_runner *runner, struct hr_error *error)
{
	static const struct hr_run_wants wants = { .descriptions = true, .leaks = true };
	struct hr_outcome outcome;
	hr_outcome_init(&outcome);
	int status = hr_runner_run_one(&outcome, runner, sequence, &wants, error);
	*kept = (struct hr_left){ .count = 0 };
	if (!status && outcome.status == HR_OUTCOME_NORMAL && !outcome.leaks.count)
		hr_leave_values(kept, sequence, from, &outcome);
	hr_outcome_release(&outcome);
	return status;
}

/* ---- what only a field leads to ---- */

/* To anything but a stream, which is the test's own. */
static bool is_pointer(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	const struct hr_type *target =
		type && type->kind == HR_TYPE_POINTER ? hr_model_type(model, type->target) : NULL;
	return target && !hr_text_equal(target->spelling, "FILE") &&
	       !hr_text_equal(target->spelling, "struct _IO_FILE");
}

/* Reads the pointers in the objects that the values lead to, at the end. False: there are none. */
static bool read_fields(struct hr_sequence *sequence)
{
	const size_t values = sequence->values.count, statements = sequence->statements.count;
	hr_object_parts parts = { 0 };
	for (size_t value = 0; value < values; value++) {
		parts.count = 0;
		hr_value_parts_find(&parts, &sequence->arena, sequence, value, -1);
		for (size_t i = 0; i < parts.count && sequence->statements.count - statements < MOST_READ; i++) {
			if (is_pointer(sequence->model, parts.data[i].type) && !hr_value_is_struct(sequence, value))
				hr_part_read(sequence, value, &parts.data[i]);
		}
	}
	hr_vec_release(&parts);
	return sequence->statements.count > statements;
}

/* Without what was read from statement `from` on and is not kept. */
static struct hr_sequence *only_kept(const struct hr_sequence *sequence, size_t from, const struct hr_left *kept)
{
	struct hr_edit edit;
	hr_edit_begin(&edit, sequence);
	hr_edit_keep_range(&edit, 0, from);
	for (size_t i = from; i < sequence->statements.count; i++)
		for (size_t k = 0; k < kept->count; k++)
			if (kept->values[k] == sequence->statements.data[i].value)
				hr_edit_keep_range(&edit, i, i + 1);
	return hr_edit_finish(&edit);
}

/* Mappings, which checks for leaks do not look into: what only a field of theirs leads to is read, to be kept as well. */
static int leave_fields(struct hr_sequence **sequence, size_t focus, const struct hr_runner *runner,
			struct hr_error *error)
{
	const size_t count = (*sequence)->statements.count;
	struct hr_sequence *opened = hr_sequence_copy(*sequence);
	struct hr_left kept = { .count = 0 };
	int status = read_fields(opened) ? find_kept(&kept, opened, focus + 1, runner, error) : 0;
	if (!status && kept.count) {
		hr_sequence_free(*sequence);
		*sequence = only_kept(opened, count, &kept);
	}
	hr_sequence_free(opened);
	return status;
}

int hr_leave(struct hr_sequence **sequence, bool *is_left, size_t focus, const struct hr_runner *runner,
	     struct hr_error *error)
{
	struct hr_left kept = { .count = 0 };
	int status = 0;
	*is_left = false;
	for (size_t end = (*sequence)->statements.count;
	     end > focus + 1 && gives_back(&(*sequence)->statements.data[end - 1]) && !*is_left && !status; end--) {
		struct hr_sequence *shorter = first_of(*sequence, end - 1);
		status = find_kept(&kept, shorter, focus + 1, runner, error);
		*is_left = !status && kept.count;
		if (*is_left) {
			hr_sequence_free(*sequence);
			*sequence = shorter;
		} else {
			hr_sequence_free(shorter);
		}
	}
	if (*is_left && kept.has_mapping)
		status = leave_fields(sequence, focus, runner, error);
	return status;
}
