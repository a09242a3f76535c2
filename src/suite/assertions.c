/* What a run showed → checks. Only what means something in another process: numbers, texts, NULL or not.
 *
 * Candidates are listed in the order in which they are written; each is then looked up in an outcome (suite/observe.c), the first one to record it, others to see whether it is always the same. */
#include "base/memory.h"
#include "seq/close.h"
#include "seq/edit.h"
#include "seq/rooms.h"
#include "suite/buffers.h"
#include "suite/calls_seen.h"
#include "suite/name_objects.h"
#include "suite/name_paths.h"
#include "suite/observe.h"
#include "suite/parts.h"

#include <string.h>

enum { MOST_FIELDS = 5, MOST_IN_ARRAY = 8, MOST_UNCHANGED = 2 };
enum { MOST_WRITTEN = 160 }; /* of it all; of more, what it begins with. Helpers of tests have room for 256 */

/* ---- what is looked at ---- */

/* The statement that a value is looked at behind: the focus, or the look that was given it to be filled in. */
static size_t seen_behind(const struct hr_test *test, size_t value)
{
	const struct hr_sequence *sequence = test->sequence;
	size_t made = sequence->values.data[value].statement;
	for (size_t i = made + 1; made > test->focus && i <= test->focus + test->looks; i++)
		if (sequence->statements.data[i].kind == HR_STATEMENT_CALL &&
		    hr_statement_names(&sequence->statements.data[i], value))
			return i;
	return test->focus;
}

static bool check_of(struct hr_assertion *out, struct hr_arena *arena, const struct hr_test *test,
		     const struct hr_outcome *outcome)
{
	return hr_assertion_observe(out, arena, test->sequence, seen_behind(test, out->value), outcome);
}

static void add_part(struct hr_test *test, const struct hr_outcome *outcome, size_t value, const struct hr_part *part)
{
	struct hr_assertion check = { .value = value, .part = part->path, .offset = part->offset, .type = part->type };
	if (check_of(&check, &test->arena, test, outcome))
		hr_vec_push(&test->checks, check);
}

/* All of a value. */
static void add_check(struct hr_test *test, const struct hr_outcome *outcome, size_t value, struct hr_type_ref type)
{
	add_part(test, outcome, value, &(struct hr_part){ .path = "", .type = type });
}

/* The last statement before the focus that anybody looked at the object after; (size_t)-1: none. */
static size_t look_before(const struct hr_test *test, const struct hr_outcome *outcome, size_t value)
{
	for (size_t i = test->focus; i-- > 0;)
		if (hr_outcome_description(outcome, value, i))
			return i;
	return (size_t)-1;
}

/* True when the focus changed these bytes, or nobody knows what they were. A struct that is a value cannot change: it is the focus's work only when that returned it. */
static bool has_changed(const struct hr_test *test, const struct hr_outcome *outcome, size_t value, size_t offset,
			size_t size)
{
	if (hr_value_is_struct(test->sequence, value))
		return test->sequence->values.data[value].statement == test->focus;
	size_t earlier = look_before(test, outcome, value);
	if (!size)
		return false;
	const unsigned char *after = hr_bytes_behind(test->sequence, outcome, value, test->focus, offset, size);
	const unsigned char *before =
		earlier == (size_t)-1 ? NULL : hr_bytes_behind(test->sequence, outcome, value, earlier, offset, size);
	return after && (!before || memcmp(before, after, size) != 0);
}

/* Of a long object only the beginning was looked at: how much of it both before and after the focus. */
static size_t shown_both(const struct hr_test *test, const struct hr_outcome *outcome, size_t value)
{
	size_t earlier = look_before(test, outcome, value);
	const struct hr_description *after = hr_outcome_description(outcome, value, test->focus);
	const struct hr_description *before =
		earlier == (size_t)-1 ? after : hr_outcome_description(outcome, value, earlier);
	if (!after)
		return 0;
	return before->length < after->length ? before->length : after->length;
}

static bool is_zero(const unsigned char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (bytes[i])
			return false;
	return true;
}

/* Which fields of a struct are worth it. */
enum fields_wanted {
	CHANGED, /* those that the focus set */
	TELLING, /* of one that it made: those that are not zero */
	ALL,     /* of one that it returned */
	ANY,
};

/* `count`: of an array; -1: one object. */
static void add_parts(struct hr_test *test, const struct hr_outcome *outcome, size_t value, int64_t count,
		      enum fields_wanted wanted)
{
	const struct hr_model *model = test->sequence->model;
	hr_object_parts parts = HR_VEC_INIT;
	size_t most = wanted == ANY ? MOST_UNCHANGED : count >= 0 ? MOST_IN_ARRAY : MOST_FIELDS;
	size_t end = test->checks.count + most;
	hr_value_parts_find(&parts, &test->arena, test->sequence, value, count);
	for (size_t i = 0; i < parts.count && test->checks.count < end; i++) {
		const struct hr_part *part = &parts.data[i];
		const struct hr_type *own = hr_model_type(model, part->type);
		if (own->kind == HR_TYPE_POINTER)
			continue;
		size_t size = (size_t)own->size;
		const unsigned char *bytes =
			hr_bytes_behind(test->sequence, outcome, value, test->focus, part->offset, size);
		bool is_worth_it =
			wanted == ANY || (wanted == TELLING ? bytes && !is_zero(bytes, size)
							    : has_changed(test, outcome, value, part->offset, size));
		if (bytes && is_worth_it)
			add_part(test, outcome, value, part);
	}
	hr_vec_release(&parts);
}

static void add_fields(struct hr_test *test, const struct hr_outcome *outcome, size_t value, enum fields_wanted wanted)
{
	add_parts(test, outcome, value, -1, wanted);
}

/* Whether the focus was given a value to put its output there. */
static bool is_for_output(const struct hr_test *test, size_t value)
{
	const struct hr_statement *focus = &test->sequence->statements.data[test->focus];
	const struct hr_operation *operation = &test->sequence->model->operations.data[focus->operation];
	for (size_t i = 0; i < focus->operand_count && i < operation->params.count; i++)
		if (hr_operand_names(&focus->operands[i], value) &&
		    (operation->params.data[i].role == HR_ROLE_BUFFER || operation->params.data[i].role == HR_ROLE_OUT))
			return true;
	return false;
}

/* What an array of bytes begins with; of many, only where they are output, and not what somebody keeps there. */
static void add_bytes(struct hr_test *test, const struct hr_outcome *outcome, size_t value, struct hr_type_ref type)
{
	size_t before = test->checks.count;
	add_check(test, outcome, value, type);
	if (test->checks.count > before && test->checks.data[before].kind == HR_ASSERT_BYTES &&
	    test->checks.data[before].length == HR_BEGINNING && !is_for_output(test, value))
		test->checks.count = before;
}

/* An object of the sequence's that the focus was given. */
static void add_object(struct hr_test *test, const struct hr_outcome *outcome, size_t value)
{
	const struct hr_statement *maker = hr_value_maker(test->sequence, value);
	const struct hr_type *type = hr_model_type(test->sequence->model, maker->type);
	if (!type)
		return;
	if (type->kind == HR_TYPE_STRUCT && maker->count < 0) {
		add_fields(test, outcome, value, CHANGED);
	} else if (maker->count < 0 && type->size > 0) {
		if (has_changed(test, outcome, value, 0, (size_t)type->size))
			add_check(test, outcome, value, maker->type);
	} else if (maker->count > 0 && hr_type_is_byte(type)) {
		/* what it says that it wrote may be what was there before */
		if (hr_bytes_told(test->sequence, outcome, test->focus, value) > 0 ||
		    has_changed(test, outcome, value, 0, shown_both(test, outcome, value)))
			add_bytes(test, outcome, value, maker->type);
	} else if (maker->count > 0) {
		add_parts(test, outcome, value, maker->count, CHANGED);
	}
}

/* What it wrote to where fields of its objects led, as far as these tell how much that is. */
static void add_rooms(struct hr_test *test, const struct hr_outcome *outcome)
{
	struct hr_room rooms[HR_MOST_ROOMS];
	size_t count = hr_rooms_find(rooms, test->sequence, test->focus);
	for (size_t i = 0; i < count; i++) {
		size_t value = hr_room_value(test->sequence, &rooms[i]);
		if (value != HR_NO_VALUE && hr_bytes_told(test->sequence, outcome, test->focus, value) > 0)
			add_check(test, outcome, value, hr_value_maker(test->sequence, value)->type);
	}
}

static void add_focus(struct hr_test *test, const struct hr_outcome *outcome)
{
	const struct hr_sequence *sequence = test->sequence;
	const struct hr_statement *focus = &sequence->statements.data[test->focus];
	if (focus->value != HR_NO_VALUE) {
		add_check(test, outcome, focus->value, sequence->values.data[focus->value].type);
		add_fields(test, outcome, focus->value, hr_value_is_struct(sequence, focus->value) ? ALL : TELLING);
	}
	for (size_t value = 0; value < sequence->values.count; value++) {
		if (sequence->values.data[value].statement >= test->focus || !hr_statement_names(focus, value))
			continue;
		if (hr_value_is_own(sequence, value))
			add_object(test, outcome, value);
		else
			add_fields(test, outcome, value, CHANGED);
	}
	add_rooms(test, outcome);
}

bool hr_look_is_way(const struct hr_sequence *sequence, size_t statement)
{
	if (statement + 1 >= sequence->statements.count)
		return false;
	const struct hr_statement *get = &sequence->statements.data[statement];
	const struct hr_statement *next = get + 1;
	return get->kind == HR_STATEMENT_GET && next->kind == HR_STATEMENT_GET && next->access->value == get->value;
}

/* Whether a value is room that looks make, for what one of them fills in. */
static bool is_room(const struct hr_test *test, size_t value)
{
	return test->sequence->values.data[value].statement > test->focus && hr_value_is_own(test->sequence, value);
}

/* What a call that looks filled in: nothing, where it refused. */
static void add_filled(struct hr_test *test, const struct hr_outcome *outcome, size_t statement)
{
	const struct hr_statement *call = &test->sequence->statements.data[statement];
	if (hr_call_refused(test->sequence, outcome, statement))
		return;
	for (size_t i = 0; i < call->operand_count; i++)
		if (call->operands[i].kind == HR_OPERAND_VALUE && is_room(test, call->operands[i].value))
			add_check(test, outcome, call->operands[i].value,
				  hr_value_maker(test->sequence, call->operands[i].value)->type);
}

/* Whether a look reads what another one was to fill in, and refused to. */
static bool reads_nothing(const struct hr_test *test, const struct hr_outcome *outcome, const struct hr_statement *look)
{
	return look->kind == HR_STATEMENT_GET && is_room(test, look->access->value) &&
	       hr_call_refused(test->sequence, outcome, seen_behind(test, look->access->value));
}

/* What the statements that look yield, and what they filled in. */
static void add_looks(struct hr_test *test, const struct hr_outcome *outcome)
{
	const struct hr_sequence *sequence = test->sequence;
	for (size_t i = test->focus + 1; i <= test->focus + test->looks; i++) {
		const struct hr_statement *look = &sequence->statements.data[i];
		if (look->kind == HR_STATEMENT_NEW || reads_nothing(test, outcome, look))
			continue;
		if (look->value != HR_NO_VALUE && !hr_look_is_way(sequence, i))
			add_check(test, outcome, look->value, sequence->values.data[look->value].type);
		if (look->kind == HR_STATEMENT_CALL)
			add_filled(test, outcome, i);
	}
}

/* The focus may write into what it was given: not by a pointer to const, which promises that nothing comes of it. */
static bool may_write(const struct hr_test *test, size_t value)
{
	const struct hr_model *model = test->sequence->model;
	const struct hr_statement *focus = &test->sequence->statements.data[test->focus];
	const struct hr_operation *operation = &model->operations.data[focus->operation];
	for (size_t i = 0; i < focus->operand_count; i++) {
		if (!hr_operand_names(&focus->operands[i], value))
			continue;
		if (i >= operation->params.count ||
		    !(hr_model_pointee(model, operation->params.data[i].type).qualifiers & HR_CONST))
			return true;
	}
	return false;
}

/* Where nothing else can be said: what objects that the focus was given to change are like afterwards, though they were like that before. */
static void add_unchanged(struct hr_test *test, const struct hr_outcome *outcome)
{
	for (size_t value = 0; value < test->sequence->values.count && !test->checks.count; value++)
		if (test->sequence->values.data[value].statement < test->focus && may_write(test, value))
			add_fields(test, outcome, value, ANY);
}

/* ---- streams ---- */

/* What the file of a stream holds once the focus is over; false when it is closed. */
static bool written_check(struct hr_assertion *out, struct hr_test *test, const struct hr_outcome *outcome,
			  size_t value)
{
	const struct hr_description *shown = hr_outcome_description(outcome, value, test->focus);
	if (!shown || !shown->is_readable)
		return false;
	/* of files all that is told: of many bytes there is a checksum */
	bool is_whole = shown->length <= MOST_WRITTEN || hr_value_is_path(test->sequence, value);
	*out = (struct hr_assertion){
		.about = HR_ABOUT_WRITTEN, .value = value, .part = "", .type = { HR_NO_TYPE, 0 }
	};
	hr_assertion_set_text(out, &test->arena, shown->bytes, is_whole ? shown->length : HR_MOST_TEXT);
	if (!is_whole || shown->length > MOST_WRITTEN || memchr(out->text, '\0', out->length))
		out->kind = HR_ASSERT_BYTES;
	return true;
}

/* That nothing was written is worth a line only where nothing else is to be seen: who reads is given such streams too. */
static void add_written(struct hr_test *test, const struct hr_outcome *outcome)
{
	const struct hr_sequence *sequence = test->sequence;
	const struct hr_statement *focus = &sequence->statements.data[test->focus];
	struct hr_assertion check;
	for (size_t value = 0; value < sequence->values.count; value++) {
		if (sequence->values.data[value].statement >= test->focus || !hr_value_is_output(sequence, value) ||
		    !hr_statement_names(focus, value) || !written_check(&check, test, outcome, value))
			continue;
		if (check.length || !test->checks.count)
			hr_vec_push(&test->checks, check);
	}
}

/* ---- files ---- */

bool hr_file_is_changed(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t value,
			size_t statement)
{
	const struct hr_description *before =
		hr_outcome_description(outcome, value, sequence->values.data[value].statement);
	const struct hr_description *now = hr_outcome_description(outcome, value, statement);
	if (!before || !now || !now->is_readable)
		return false;
	return !before->is_readable || before->length != now->length ||
	       memcmp(before->bytes, now->bytes, now->length) != 0;
}

/* Whether something was there, and nothing is any more. */
static bool is_emptied(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t value)
{
	const struct hr_description *before =
		hr_outcome_description(outcome, value, sequence->values.data[value].statement);
	return before && before->is_readable && before->length;
}

/* Names of files are others in each run of a test: those of the worker begin so. */
static bool has_file_name(const struct hr_assertion *check)
{
	static const char begin[] = "harrier-";
	return memmem(check->text, check->length, begin, sizeof begin - 1);
}

/* What stands in files that the calls so far have changed, whoever of them was given their names. That there is an empty one where there was none is worth a line where nothing else is to be seen. */
static void add_files(struct hr_test *test, const struct hr_outcome *outcome)
{
	const struct hr_sequence *sequence = test->sequence;
	struct hr_assertion check;
	for (size_t value = 0; value < sequence->values.count; value++) {
		if (sequence->values.data[value].statement >= test->focus || !hr_value_is_path(sequence, value) ||
		    !hr_file_is_changed(sequence, outcome, value, test->focus) ||
		    !written_check(&check, test, outcome, value))
			continue;
		bool is_telling = check.length || is_emptied(sequence, outcome, value) || !test->checks.count;
		if (is_telling && !has_file_name(&check))
			hr_vec_push(&test->checks, check);
	}
}

/* ---- errno ---- */

/* errno, where the call refused and is known to tell by it why. */
static bool errno_check(struct hr_assertion *out, const struct hr_test *test, const struct hr_outcome *outcome)
{
	const struct hr_sequence *sequence = test->sequence;
	const struct hr_statement *focus = &sequence->statements.data[test->focus];
	if (!sequence->model->operations.data[focus->operation].sets_errno ||
	    !hr_call_refused(sequence, outcome, test->focus))
		return false;
	for (size_t i = 0; i < outcome->calls.count; i++)
		if (outcome->calls.data[i].statement == test->focus) {
			const char *name = strerrorname_np(outcome->calls.data[i].error_number);
			*out = (struct hr_assertion){ .about = HR_ABOUT_ERRNO,
						      .value = HR_NO_VALUE,
						      .part = "",
						      .type = { HR_NO_TYPE, 0 },
						      .kind = HR_ASSERT_NUMBER,
						      .number = outcome->calls.data[i].error_number,
						      .text = name,
						      .length = name ? strlen(name) : 0 };
			return name && out->number != 0;
		}
	return false;
}

static void add_errno(struct hr_test *test, const struct hr_outcome *outcome)
{
	struct hr_assertion check;
	if (errno_check(&check, test, outcome))
		hr_vec_push(&test->checks, check);
}

void hr_test_record(struct hr_test *out, const struct hr_sequence *sequence, size_t focus, size_t looks,
		    const struct hr_outcome *outcome)
{
	*out = (struct hr_test){ .sequence = sequence, .focus = focus, .looks = looks };
	add_focus(out, outcome);
	add_written(out, outcome);
	add_files(out, outcome);
	add_errno(out, outcome);
	hr_calls_seen_record(out, outcome);
	add_looks(out, outcome);
	if (!out->checks.count)
		add_unchanged(out, outcome);
}

/* ---- what is always the same ---- */

bool hr_assertion_is_same(const struct hr_assertion *a, const struct hr_assertion *b)
{
	return a->kind == b->kind && a->number == b->number && a->real == b->real && a->length == b->length &&
	       (!a->length || memcmp(a->text, b->text, a->length) == 0);
}

/* Whether it is the same in another run; of callbacks' calls, what is the same stays. */
static bool is_stable(struct hr_assertion *check, struct hr_test *test, const struct hr_outcome *outcome)
{
	struct hr_assertion again = {
		.value = check->value, .part = check->part, .offset = check->offset, .type = check->type
	};
	switch (check->about) {
	case HR_ABOUT_CALLS:
		if (!hr_calls_seen_again(test, outcome))
			return false;
		hr_calls_seen_check(check, test);
		return true;
	case HR_ABOUT_WRITTEN:
		return written_check(&again, test, outcome, check->value) && hr_assertion_is_same(&again, check);
	case HR_ABOUT_ERRNO:
		return errno_check(&again, test, outcome) && hr_assertion_is_same(&again, check);
	default:
		return check_of(&again, &test->arena, test, outcome) && hr_assertion_is_same(&again, check);
	}
}

void hr_test_keep_stable(struct hr_test *test, const struct hr_outcome *outcome)
{
	size_t kept = 0;
	for (size_t i = 0; i < test->checks.count; i++) {
		struct hr_assertion check = test->checks.data[i];
		if (is_stable(&check, test, outcome))
			test->checks.data[kept++] = check;
	}
	test->checks.count = kept;
}

void hr_test_release(struct hr_test *test)
{
	hr_vec_release(&test->checks);
	hr_vec_release(&test->calls);
	hr_arena_release(&test->arena);
}
