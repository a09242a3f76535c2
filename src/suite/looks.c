/* Looking at what a call did.
 *
 * Every look is tried alone, behind the focus and in its place: what shows the same in both places was not changed by the focus, and says nothing of it. */
#include "suite/looks.h"

#include "base/memory.h"
#include "seq/close.h"
#include "seq/edit.h"
#include "suite/parts.h"
#include "suite/test.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LOOKS = 4, MOST_TEXTS = 2, MOST_CANDIDATES = 64, MOST_BEHIND = 4 };

/* A statement that looks at one value: an observer, or a part; or two: a part that is a pointer, and what is behind it. */
struct look {
	size_t value;
	size_t operation; /* (size_t)-1: a part */
	bool is_owned;    /* what the operation yields has to be given back */
	struct hr_part part;
	struct hr_part behind; /* of what the part points to; the path is NULL: the part itself is looked at */
};

struct looking {
	struct hr_arena arena; /* paths of parts */
	const struct hr_selected *test;
	HR_VEC(struct look) looks;
	struct hr_sequence *after[MOST_CANDIDATES]; /* with the look behind the focus */
	struct hr_sequence
		*before[MOST_CANDIDATES]; /* with it instead of the focus; NULL: the value comes from the focus */
	struct hr_test shown_after[MOST_CANDIDATES]; /* what the look shows; without checks where it did not return */
	struct hr_test shown_before[MOST_CANDIDATES];
};

/* ---- which there are ---- */

static bool shows_something(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	return type && (type->kind == HR_TYPE_INT || type->kind == HR_TYPE_BOOL || type->kind == HR_TYPE_ENUM ||
			type->kind == HR_TYPE_FLOAT || type->kind == HR_TYPE_POINTER);
}

static bool is_text(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *target = hr_model_type(model, hr_model_pointee(model, ref));
	return target && target->kind == HR_TYPE_INT && strcmp(target->spelling, "char") == 0;
}

/* An operation that puts into a text of its own what an object holds. */
static bool writes_text(const struct hr_model *model, const struct hr_operation *operation)
{
	const struct hr_type *first =
		operation->params.count == 1 ? hr_model_type(model, operation->params.data[0].type) : NULL;
	return first && first->kind == HR_TYPE_POINTER && (first->target.qualifiers & HR_CONST) &&
	       operation->result.role == HR_ROLE_OWNED && is_text(model, operation->result.type);
}

static void find_observers(struct looking *looking, const struct hr_model *model, size_t value, size_t focus)
{
	size_t object = hr_model_object(model, looking->test->sequence->values.data[value].type);
	for (size_t i = 0; i < model->operations.count && looking->looks.count < MOST_CANDIDATES; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		bool writes = writes_text(model, operation);
		if (i != focus && (operation->kind == HR_KIND_OBSERVER || writes) && operation->params.count == 1 &&
		    !operation->is_variadic && operation->callable &&
		    hr_model_object(model, operation->params.data[0].type) == object &&
		    shows_something(model, operation->result.type))
			hr_vec_push(&looking->looks,
				    (struct look){ .value = value, .operation = i, .is_owned = writes });
	}
}

/* What a part points to: a number, a text, or a struct with some. */
static void find_behind(struct looking *looking, const struct hr_model *model, size_t value, const struct hr_part *part)
{
	struct hr_type_ref target = hr_model_pointee(model, part->type);
	const struct hr_type *type = hr_model_type(model, target);
	hr_object_parts parts = HR_VEC_INIT;
	size_t added = 0;
	if (!type || hr_model_type(model, part->type)->kind != HR_TYPE_POINTER || is_text(model, part->type))
		return;
	bool is_struct = type->kind == HR_TYPE_STRUCT;
	hr_object_parts_find(&parts, &looking->arena, model, target, is_struct ? -1 : 1);
	for (size_t i = 0; i < parts.count && added < MOST_BEHIND && looking->looks.count < MOST_CANDIDATES; i++) {
		const struct hr_type *own = hr_model_type(model, parts.data[i].type);
		if (!shows_something(model, parts.data[i].type) ||
		    (own->kind == HR_TYPE_POINTER && !is_text(model, parts.data[i].type)))
			continue;
		hr_vec_push(&looking->looks,
			    (struct look){
				    .value = value, .operation = (size_t)-1, .part = *part, .behind = parts.data[i] });
		added++;
	}
	hr_vec_release(&parts);
}

/* Parts of what a value points to; with `are_texts` only texts that it leads to. */
static void find_parts(struct looking *looking, const struct hr_model *model, size_t value, bool are_texts)
{
	hr_object_parts parts = HR_VEC_INIT;
	hr_object_parts_find(&parts, &looking->arena, model, hr_value_pointee(looking->test->sequence, value), -1);
	for (size_t i = 0; i < parts.count && looking->looks.count < MOST_CANDIDATES; i++) {
		struct hr_type_ref type = parts.data[i].type;
		if (shows_something(model, type) && (!are_texts || is_text(model, type)))
			hr_vec_push(&looking->looks,
				    (struct look){ .value = value, .operation = (size_t)-1, .part = parts.data[i] });
	}
	for (size_t i = 0; i < parts.count; i++)
		find_behind(looking, model, value, &parts.data[i]);
	hr_vec_release(&parts);
}

/* All looks at objects that the focus names or yields. */
static void find_looks(struct looking *looking)
{
	const struct hr_sequence *sequence = looking->test->sequence;
	const struct hr_statement *focus = &sequence->statements.data[looking->test->focus];
	for (size_t value = 0; value < sequence->values.count; value++) {
		const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[value].statement];
		if (value != focus->value && !hr_statement_names(focus, value))
			continue;
		if (hr_model_object(sequence->model, sequence->values.data[value].type) == HR_NO_TYPE ||
		    maker->kind == HR_STATEMENT_LITERAL)
			continue;
		find_observers(looking, sequence->model, value, focus->operation);
		bool is_seen = maker->kind == HR_STATEMENT_NEW || value == focus->value; /* but for what it leads to */
		find_parts(looking, sequence->model, value, is_seen);
	}
}

/* ---- sequences with them ---- */

/* Reads a part of what a value points to; the value that it yields. */
static size_t add_get(struct hr_edit *edit, size_t value, const struct hr_part *part)
{
	struct hr_arena *arena = &edit->to->arena;
	struct hr_statement get = { .kind = HR_STATEMENT_GET, .value = HR_NO_VALUE, .count = -1 };
	get.access = hr_arena_alloc(arena, sizeof *get.access);
	*get.access = (struct hr_access){ .value = value,
					  .through = true,
					  .offset = (int64_t)part->offset,
					  .bit_offset = -1,
					  .bit_width = -1,
					  .type = part->type,
					  .text = hr_arena_strdup(arena, part->path) };
	size_t index = hr_sequence_add(edit->to, &get, true, part->type, NULL);
	return edit->to->statements.data[index].value;
}

static void add_look(struct hr_edit *edit, const struct look *look)
{
	const struct hr_model *model = edit->from->model;
	size_t value = edit->map[look->value];
	if (look->operation == (size_t)-1) {
		value = add_get(edit, value, &look->part);
		if (look->behind.path)
			add_get(edit, value, &look->behind);
		return;
	}
	struct hr_statement statement = { .kind = HR_STATEMENT_CALL,
					  .operation = look->operation,
					  .operand_count = 1,
					  .value = HR_NO_VALUE,
					  .count = -1 };
	statement.operands = hr_arena_alloc(&edit->to->arena, sizeof *statement.operands);
	*statement.operands = (struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = value };
	hr_sequence_add(edit->to, &statement, true, model->operations.data[look->operation].result.type, NULL);
}

static size_t statements_of(const struct look *look)
{
	return look->behind.path ? 2 : 1;
}

static void give_back(struct hr_sequence *sequence, size_t value)
{
	size_t destroyer = hr_destroyer_of(sequence->model, sequence, value);
	if (destroyer != (size_t)-1)
		hr_destroy(sequence, value, destroyer);
}

/* The test with these looks behind its focus; with `is_before` only what comes before the focus, then the looks. */
static struct hr_sequence *with_looks(const struct hr_selected *test, const struct look *looks, size_t count,
				      bool is_before)
{
	struct hr_edit edit;
	hr_edit_begin(&edit, test->sequence);
	hr_edit_keep_range(&edit, 0, is_before ? test->focus : test->focus + 1);
	size_t first = edit.to->statements.count;
	for (size_t i = 0; i < count; i++)
		add_look(&edit, &looks[i]);
	for (size_t i = 0; i < count; first += statements_of(&looks[i++]))
		if (looks[i].is_owned)
			give_back(edit.to, edit.to->statements.data[first].value);
	if (!is_before)
		hr_edit_keep_range(&edit, test->focus + 1, test->sequence->statements.count);
	return hr_edit_finish(&edit);
}

/* ---- what they show ---- */

struct shown {
	struct hr_test **tests; /* by number among those that are run */
	const struct hr_sequence *const *sequences;
	const size_t *statements;
};

/* An observer that is asked about nothing: what it says then is known, and told by tests of its own. */
static bool asks_of_null(const struct hr_sequence *sequence, size_t statement, const struct hr_outcome *outcome)
{
	static const unsigned char null_pointer[sizeof(void *)];
	const struct hr_statement *look = &sequence->statements.data[statement];
	if (look->kind != HR_STATEMENT_CALL)
		return false;
	const unsigned char *bytes = hr_outcome_bytes(outcome, look->operands[0].value);
	return bytes && memcmp(bytes, null_pointer, sizeof null_pointer) == 0;
}

static void note_shown(void *context, size_t index, struct hr_outcome *outcome)
{
	struct shown *shown = context;
	if (outcome->status == HR_OUTCOME_NORMAL &&
	    !asks_of_null(shown->sequences[index], shown->statements[index], outcome))
		hr_test_record(shown->tests[index], shown->sequences[index], shown->statements[index], 0, outcome);
}

static int show(struct looking *looking, const struct hr_runner *runner, struct hr_error *error)
{
	static const struct hr_run_wants wants = { .descriptions = true };
	struct hr_test *tests[2 * MOST_CANDIDATES];
	const struct hr_sequence *sequences[2 * MOST_CANDIDATES];
	size_t statements[2 * MOST_CANDIDATES];
	size_t count = 0;
	for (size_t i = 0; i < looking->looks.count; i++) {
		if (!looking->after[i])
			continue;
		tests[count] = &looking->shown_after[i];
		statements[count] = looking->test->focus + statements_of(&looking->looks.data[i]);
		sequences[count++] = looking->after[i];
		if (!looking->before[i])
			continue;
		tests[count] = &looking->shown_before[i];
		statements[count] = looking->test->focus + statements_of(&looking->looks.data[i]) - 1;
		sequences[count++] = looking->before[i];
	}
	struct shown shown = { tests, sequences, statements };
	return count ? runner->run(runner->context, sequences, count, &wants, note_shown, &shown, error) : 0;
}

/* Zero and NULL say little of something new. */
static bool is_telling(const struct hr_assertion *check)
{
	switch (check->kind) {
	case HR_ASSERT_NUMBER:
		return check->number != 0;
	case HR_ASSERT_REAL:
		return check->real < 0 || check->real > 0;
	case HR_ASSERT_TEXT:
	case HR_ASSERT_BYTES:
		return true;
	case HR_ASSERT_NULL:
	case HR_ASSERT_NOT_NULL:
		return false;
	}
	return false;
}

static bool is_worth_it(const struct looking *looking, size_t index)
{
	const struct hr_test *after = &looking->shown_after[index];
	const struct hr_test *before = &looking->shown_before[index];
	if (!after->checks.count)
		return false;
	if (!looking->before[index])
		return is_telling(&after->checks.data[0]);
	return before->checks.count && !hr_assertion_is_same(&before->checks.data[0], &after->checks.data[0]);
}

/* Whether a look puts an object into a text that tells something, and no shorter one tells the same. */
static bool is_shortest_text(const struct looking *looking, size_t index)
{
	const struct look *look = &looking->looks.data[index];
	if (!look->is_owned || !is_worth_it(looking, index) ||
	    looking->shown_after[index].checks.data[0].kind != HR_ASSERT_TEXT)
		return false;
	for (size_t i = 0; i < looking->looks.count; i++) {
		const struct look *other = &looking->looks.data[i];
		if (i == index || !other->is_owned || other->value != look->value || !is_worth_it(looking, i) ||
		    looking->shown_after[i].checks.data[0].kind != HR_ASSERT_TEXT)
			continue;
		size_t length = looking->shown_after[i].checks.data[0].length;
		size_t own = looking->shown_after[index].checks.data[0].length;
		if (length < own || (length == own && i < index))
			return false;
	}
	return true;
}

/* Texts first: they tell most. */
static size_t choose(struct look *out, const struct looking *looking)
{
	size_t count = 0;
	for (size_t i = 0; i < looking->looks.count && count < MOST_TEXTS; i++)
		if (is_shortest_text(looking, i))
			out[count++] = looking->looks.data[i];
	for (size_t i = 0; i < looking->looks.count && count < MOST_LOOKS; i++)
		if (!looking->looks.data[i].is_owned && is_worth_it(looking, i))
			out[count++] = looking->looks.data[i];
	return count;
}

/* ---- texts that are changed in place ---- */

/* A text that the focus may write to, and nobody could look at: it has no name. */
static bool is_written_to(const struct hr_sequence *sequence, const struct hr_statement *focus, size_t operand)
{
	const struct hr_operation *operation = &sequence->model->operations.data[focus->operation];
	if (focus->operands[operand].kind != HR_OPERAND_TEXT || operand >= operation->params.count)
		return false;
	const struct hr_type *type = hr_model_type(sequence->model, operation->params.data[operand].type);
	if (!type || type->kind != HR_TYPE_POINTER || (type->target.qualifiers & HR_CONST))
		return false;
	const struct hr_type *target = hr_model_type(sequence->model, type->target);
	return target && target->kind == HR_TYPE_INT && strcmp(target->spelling, "char") == 0;
}

/* Such a text as an array of the sequence's own; returns the value. */
static size_t name_text(struct hr_edit *edit, const struct hr_operand *text, struct hr_type_ref pointer)
{
	const struct hr_type *type = hr_model_type(edit->from->model, pointer);
	struct hr_operand *initial = hr_arena_alloc(&edit->to->arena, sizeof *initial);
	(void)hr_edit_operand(edit, initial, text); /* a literal names no value */
	struct hr_statement statement = { .kind = HR_STATEMENT_NEW,
					  .operands = initial,
					  .operand_count = 1,
					  .type = { type->target.type, 0 },
					  .count = (int64_t)text->length + 1,
					  .value = HR_NO_VALUE };
	size_t index = hr_sequence_add(edit->to, &statement, true, pointer, NULL);
	return edit->to->statements.data[index].value;
}

/* Gives names to texts that the focus may change, so that what became of them can be compared. */
static void name_texts(struct hr_selected *test)
{
	const struct hr_sequence *sequence = test->sequence;
	const struct hr_statement *focus = &sequence->statements.data[test->focus];
	const struct hr_operation *operation = &sequence->model->operations.data[focus->operation];
	bool is_any = false;
	for (size_t i = 0; i < focus->operand_count; i++)
		is_any = is_any || is_written_to(sequence, focus, i);
	if (!is_any)
		return;
	struct hr_edit edit;
	struct hr_statement changed;
	hr_edit_begin(&edit, sequence);
	hr_edit_keep_range(&edit, 0, test->focus);
	if (!hr_edit_statement(&edit, &changed, test->focus)) {
		hr_edit_abandon(&edit);
		return;
	}
	size_t added = 0;
	for (size_t i = 0; i < focus->operand_count; i++) {
		if (!is_written_to(sequence, focus, i))
			continue;
		size_t value = name_text(&edit, &focus->operands[i], operation->params.data[i].type);
		changed.operands[i] = (struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = value };
		added++;
	}
	hr_edit_replace(&edit, test->focus, &changed);
	hr_edit_keep_range(&edit, test->focus + 1, sequence->statements.count);
	hr_sequence_free(test->sequence);
	test->sequence = hr_edit_finish(&edit);
	test->focus += added;
}

/* ---- one test ---- */

/* Whether the statement behind a look takes what that yields, and nothing else. */
static bool is_given_back(const struct hr_sequence *sequence, size_t look)
{
	if (look + 1 >= sequence->statements.count)
		return false;
	const struct hr_statement *next = &sequence->statements.data[look + 1];
	return next->operand_count == 1 && next->operands[0].kind == HR_OPERAND_VALUE &&
	       next->operands[0].value == sequence->statements.data[look].value;
}

static void make_candidates(struct looking *looking, const struct hr_look_options *options)
{
	const struct hr_selected *test = looking->test;
	for (size_t i = 0; i < looking->looks.count; i++) {
		const struct look *look = &looking->looks.data[i];
		looking->after[i] = with_looks(test, look, 1, false);
		if ((look->is_owned && !is_given_back(looking->after[i], test->focus + 1)) ||
		    (options->is_legal && !options->is_legal(options->context, looking->after[i]))) {
			hr_sequence_free(looking->after[i]);
			looking->after[i] = NULL;
		} else if (test->sequence->values.data[look->value].statement < test->focus) {
			looking->before[i] = with_looks(test, look, 1, true);
		}
	}
}

static int look_at(struct hr_selected *test, const struct hr_runner *runner, const struct hr_look_options *options,
		   struct hr_error *error)
{
	struct looking *looking = hr_calloc(1, sizeof *looking);
	struct look chosen[MOST_LOOKS];
	size_t count = 0;
	looking->test = test;
	find_looks(looking);
	make_candidates(looking, options);
	int status = show(looking, runner, error);
	if (!status)
		count = choose(chosen, looking);
	for (size_t i = 0; i < looking->looks.count; i++) {
		hr_test_release(&looking->shown_after[i]);
		hr_test_release(&looking->shown_before[i]);
		hr_sequence_free(looking->after[i]);
		hr_sequence_free(looking->before[i]);
	}
	if (count && !status) {
		struct hr_sequence *whole = with_looks(test, chosen, count, false);
		hr_sequence_free(test->sequence);
		test->sequence = whole;
		for (size_t i = 0; i < count; i++)
			test->looks += statements_of(&chosen[i]);
	}
	hr_vec_release(&looking->looks);
	hr_arena_release(&looking->arena);
	free(looking);
	return status;
}

int hr_add_looks(hr_selection *selection, const struct hr_runner *runner, const struct hr_look_options *options,
		 struct hr_error *error)
{
	int status = 0;
	for (size_t i = 0; i < selection->count && !status; i++) {
		name_texts(&selection->data[i]);
		if (!options->is_over || !options->is_over(options->context))
			status = look_at(&selection->data[i], runner, options, error);
		else if (options->passed_over)
			(*options->passed_over)++;
	}
	return status;
}
