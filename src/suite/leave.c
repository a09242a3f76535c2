/* Leaving what cannot be given back.
 *
 * Invariant: only what closing and tidying added behind the focus is taken away, and what is put back loses nothing; what is added reads fields. */
#include "suite/leave.h"

#include "base/memory.h"
#include "base/text.h"
#include "seq/close.h"
#include "seq/edit.h"
#include "suite/parts.h"

enum { MOST_READ = 16, MOST_PUT_BACK = 16, PAGE = 4096 };

/* ---- what is kept ---- */

/* The beginning of a block of the heap that is still there. */
static bool is_live(const struct hr_pointer_record *record)
{
	return record->value != HR_NO_VALUE && record->region == HR_IN_HEAP && !record->is_freed && record->offset == 0;
}

/* What a call handed out; not what is the test's own. */
static bool is_handed_out(const struct hr_sequence *sequence, const struct hr_pointer_record *record)
{
	size_t maker = sequence->values.data[record->value].statement;
	return sequence->statements.data[maker].kind == HR_STATEMENT_CALL;
}

/* The call made the block that the value comes from; what is read for it, from statement `from` on, may have been made by any call. */
static bool is_made(const struct hr_sequence *sequence, const struct hr_pointer_record *record, size_t from)
{
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

/* One more; false: there are too many. */
static bool list(struct hr_left *left, const struct hr_pointer_record *record)
{
	if (left->count == HR_MOST_LEFT)
		return false;
	left->is_mapping[left->count] = record->size && record->size % PAGE == 0;
	left->values[left->count++] = record->value;
	return true;
}

static bool has_mapping(const struct hr_left *left)
{
	for (size_t i = 0; i < left->count; i++)
		if (left->is_mapping[i])
			return true;
	return false;
}

void hr_leave_values(struct hr_left *out, const struct hr_sequence *sequence, size_t from,
		     const struct hr_outcome *outcome)
{
	*out = (struct hr_left){ .count = 0 };
	/* what a mapping leads to is found by nothing else: whoever made it, what there is of it is kept then */
	for (int pass = 0; pass < 1 + has_mapping(out); pass++)
		for (size_t i = 0; i < outcome->pointers.count; i++) {
			const struct hr_pointer_record *it = &outcome->pointers.data[i];
			bool is_kept =
				is_live(it) && (is_made(sequence, it, from) || (pass && is_handed_out(sequence, it)));
			if (is_kept && !is_listed(out, outcome, it->block) && !list(out, it)) {
				out->count = 0;
				return;
			}
		}
}

/* Whether what values lead to that are not kept may be led to by what is: the call that made it made something of that. What a destroyer lost is there as long as somebody has a pointer into it. */
static bool is_covered(const struct hr_left *kept, const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	for (size_t i = 0; i < outcome->pointers.count; i++) {
		const struct hr_pointer_record *it = &outcome->pointers.data[i];
		bool is_there = it->value != HR_NO_VALUE && it->region == HR_IN_HEAP && !it->is_freed &&
				is_handed_out(sequence, it);
		for (size_t k = 0; k < kept->count && is_there; k++)
			is_there = hr_outcome_pointer(outcome, kept->values[k])->allocated_by != it->allocated_by;
		if (is_there && !is_listed(kept, outcome, it->block))
			return false;
	}
	return true;
}

/* Runs it: what has to be kept so that nothing is lost. */
static int find_kept(struct hr_left *kept, bool *loses, const struct hr_sequence *sequence, size_t from,
		     const struct hr_runner *runner, struct hr_error *error)
{
	static const struct hr_run_wants wants = { .descriptions = true, .leaks = true };
	struct hr_outcome outcome;
	hr_outcome_init(&outcome);
	int status = hr_runner_run_one(&outcome, runner, sequence, &wants, error);
	kept->count = 0;
	*loses = status || outcome.status != HR_OUTCOME_NORMAL || outcome.leaks.count;
	if (!*loses) {
		hr_leave_values(kept, sequence, from, &outcome);
		*loses = !is_covered(kept, sequence, &outcome);
	}
	hr_outcome_release(&outcome);
	return status;
}

/* ---- what is taken away ---- */

/* A sequence of which some statements are called off, and what is to be kept then. */
struct attempt {
	const struct hr_sequence *from;
	bool *stays; /* by statement */
	size_t focus;
	const struct hr_runner *runner;
	struct hr_left kept;
};

static struct hr_sequence *what_stays(const struct attempt *attempt)
{
	struct hr_edit edit;
	hr_edit_begin(&edit, attempt->from);
	for (size_t i = 0; i < attempt->from->statements.count; i++)
		if (attempt->stays[i])
			hr_edit_keep_range(&edit, i, i + 1);
	return hr_edit_finish(&edit);
}

/* Whether it loses nothing as it is now; what is to be kept then. */
static int try(bool *holds, struct attempt *attempt, struct hr_error *error)
{
	struct hr_sequence *sequence = what_stays(attempt);
	struct hr_left kept;
	bool loses;
	int status = find_kept(&kept, &loses, sequence, attempt->focus + 1, attempt->runner, error);
	*holds = !loses;
	if (*holds)
		attempt->kept = kept;
	hr_sequence_free(sequence);
	return status;
}

/* What closing adds: calls and free(); what is read to be passed to them has no use without. */
static bool gives_back(const struct hr_statement *statement)
{
	return statement->kind == HR_STATEMENT_FREE || statement->kind == HR_STATEMENT_CALL ||
	       statement->kind == HR_STATEMENT_GET;
}

static void set_stays(struct attempt *attempt, size_t begin, size_t end, bool stays)
{
	for (size_t i = begin; i < end; i++)
		attempt->stays[i] = stays;
}

/* From the last statement on, one after the other, until something is to be kept: `*end` is where it ends then. With nothing taken away only at last: that nothing is lost while somebody still has a value that leads there says
 * little of a destroyer that was called. */
static int take_away(bool *holds, size_t *end, struct attempt *attempt, struct hr_error *error)
{
	const size_t count = attempt->from->statements.count;
	int status = 0;
	*holds = false;
	for (*end = count; !*holds && !status && *end > attempt->focus + 1 &&
			   gives_back(&attempt->from->statements.data[*end - 1]);) {
		attempt->stays[--*end] = false;
		status = try(holds, attempt, error);
		*holds = *holds && attempt->kept.count;
	}
	if (*holds || status)
		return status;
	*end = count;
	set_stays(attempt, 0, count, true);
	status = try(holds, attempt, error);
	*holds = *holds && attempt->kept.count;
	return status;
}

/* Destroyers of others, which were behind the one that loses, each with what is read for it. The first that is not put back is to blame. */
static int put_back(size_t *destroyer, size_t end, struct attempt *attempt, struct hr_error *error)
{
	const struct hr_sequence *from = attempt->from;
	size_t tried = 0, next;
	int status = 0;
	bool is_blamed = false;
	*destroyer = HR_LEFT_BY_NOBODY;
	for (size_t begin = end; begin < from->statements.count && tried < MOST_PUT_BACK && !status; begin = next) {
		for (next = begin;
		     next < from->statements.count && from->statements.data[next].kind == HR_STATEMENT_GET;)
			next++;
		if (next == from->statements.count)
			break;
		const struct hr_statement *last = &from->statements.data[next++];
		bool holds;
		set_stays(attempt, begin, next, true);
		status = try(&holds, attempt, error);
		tried++;
		if (holds)
			continue;
		set_stays(attempt, begin, next, false);
		if (!is_blamed && last->kind == HR_STATEMENT_CALL)
			*destroyer = last->operation;
		is_blamed = true;
	}
	return status;
}

/* ---- what only a field leads to ---- */

/* To anything but a stream, which is the test's own. */
static bool is_pointer(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	const struct hr_type *target =
		type && type->kind == HR_TYPE_POINTER ? hr_model_type(model, type->target) : NULL;
	return target && target->kind != HR_TYPE_FUNCTION && !hr_text_equal(target->spelling, "FILE") &&
	       !hr_text_equal(target->spelling, "struct _IO_FILE");
}

/* Reads the pointers in the struct that the value leads to, at the end, private ones among them. False: there are none. */
static bool read_fields(struct hr_sequence *sequence, size_t value)
{
	const struct hr_model *model = sequence->model;
	const struct hr_type *record = hr_model_type(model, hr_model_strip(model, hr_value_pointee(sequence, value)));
	const size_t before = sequence->statements.count;
	for (size_t i = 0; record && record->kind == HR_TYPE_STRUCT && record->completeness == HR_COMPLETE &&
			   i < record->fields.count && sequence->statements.count - before < MOST_READ;
	     i++) {
		const struct hr_field *field = &record->fields.data[i];
		if (!is_pointer(model, field->item.type) || !*field->item.name || field->offset_bits < 0)
			continue;
		struct hr_part part = { .path = hr_arena_printf(&sequence->arena, ".%s", field->item.name),
					.offset = (size_t)field->offset_bits / 8,
					.type = field->item.type };
		hr_part_read(sequence, value, &part);
	}
	return sequence->statements.count > before;
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
static int leave_fields(struct hr_sequence **sequence, const struct hr_left *now, size_t focus,
			const struct hr_runner *runner, struct hr_error *error)
{
	const size_t count = (*sequence)->statements.count;
	struct hr_sequence *opened = hr_sequence_copy(*sequence);
	struct hr_left kept = { .count = 0 };
	bool loses, is_opened = false;
	for (size_t i = 0; i < now->count; i++)
		if (now->is_mapping[i])
			is_opened = read_fields(opened, now->values[i]) || is_opened;
	int status = is_opened ? find_kept(&kept, &loses, opened, focus + 1, runner, error) : 0;
	if (!status && kept.count) {
		hr_sequence_free(*sequence);
		*sequence = only_kept(opened, count, &kept);
	}
	hr_sequence_free(opened);
	return status;
}

int hr_leave(struct hr_sequence **sequence, struct hr_leaving *leaving, size_t focus, const struct hr_runner *runner,
	     struct hr_error *error)
{
	const size_t count = (*sequence)->statements.count;
	struct attempt attempt = { .from = *sequence,
				   .stays = hr_calloc(count + 1, sizeof *attempt.stays),
				   .focus = focus,
				   .runner = runner };
	size_t end;
	bool holds;
	set_stays(&attempt, 0, count, true);
	leaving->destroyer = HR_LEFT_BY_NOBODY;
	int status = take_away(&holds, &end, &attempt, error);
	if (!status && holds)
		status = put_back(&leaving->destroyer, end, &attempt, error);
	leaving->is_left = !status && holds && attempt.kept.count;
	if (!status && holds) {
		struct hr_sequence *left = what_stays(&attempt);
		hr_sequence_free(*sequence);
		*sequence = left;
		if (has_mapping(&attempt.kept))
			status = leave_fields(sequence, &attempt.kept, focus, runner, error);
	}
	free(attempt.stays);
	return status;
}
