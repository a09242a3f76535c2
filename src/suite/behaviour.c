/* What was seen of a run, statement by statement, and the first statement where two versions differ.
 *
 * Invariants: nothing is compared that one of the runs of either version showed otherwise; pointers are compared only as NULL or not. */
#include "suite/behaviour.h"

#include "suite/name_paths.h"

#include "base/memory.h"
#include "seq/edit.h"
#include "suite/c_text.h"
#include "suite/number_names.h"
#include "suite/parts.h"

#include <string.h>

/* ---- recording ---- */

static void observe(struct hr_behaviour *behaviour, const struct hr_outcome *outcome, size_t statement, size_t value,
		    const struct hr_part *part)
{
	struct hr_observed one = {
		.statement = statement,
		.check = { .value = value, .part = part->path, .offset = part->offset, .type = part->type },
		.is_stable = true
	};
	if (hr_assertion_observe(&one.check, &behaviour->arena, behaviour->sequence, statement, outcome))
		hr_vec_push(&behaviour->observed, one);
}

static void observe_fields(struct hr_behaviour *behaviour, const struct hr_outcome *outcome, size_t statement,
			   size_t value)
{
	const struct hr_model *model = behaviour->sequence->model;
	hr_object_parts parts = HR_VEC_INIT;
	hr_value_parts_find(&parts, &behaviour->arena, behaviour->sequence, value, -1);
	for (size_t i = 0; i < parts.count; i++)
		if (hr_model_type(model, parts.data[i].type)->kind != HR_TYPE_POINTER)
			observe(behaviour, outcome, statement, value, &parts.data[i]);
	hr_vec_release(&parts);
}

/* An object of the sequence's own that a call was given. */
static void observe_object(struct hr_behaviour *behaviour, const struct hr_outcome *outcome, size_t statement,
			   size_t value)
{
	const struct hr_sequence *sequence = behaviour->sequence;
	const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[value].statement];
	const struct hr_type *type = hr_model_type(sequence->model, maker->type);
	if (!type)
		return;
	if (type->kind == HR_TYPE_STRUCT && maker->count < 0)
		observe_fields(behaviour, outcome, statement, value);
	else if (maker->count < 0 || strcmp(type->spelling, "char") == 0)
		observe(behaviour, outcome, statement, value, &(struct hr_part){ .path = "", .type = maker->type });
}

static void observe_statement(struct hr_behaviour *behaviour, const struct hr_outcome *outcome, size_t index)
{
	const struct hr_sequence *sequence = behaviour->sequence;
	const struct hr_statement *statement = &sequence->statements.data[index];
	bool is_call = statement->kind == HR_STATEMENT_CALL;
	if ((is_call || statement->kind == HR_STATEMENT_GET) && statement->value != HR_NO_VALUE) {
		observe(behaviour, outcome, index, statement->value,
			&(struct hr_part){ .path = "", .type = sequence->values.data[statement->value].type });
		if (is_call)
			observe_fields(behaviour, outcome, index, statement->value);
	}
	for (size_t value = 0; is_call && value < sequence->values.count; value++) {
		size_t maker = sequence->values.data[value].statement;
		if (maker < index && sequence->statements.data[maker].kind == HR_STATEMENT_NEW &&
		    hr_statement_names(statement, value))
			observe_object(behaviour, outcome, index, value);
	}
}

/* Statements that came to their end. */
static size_t end_of(const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	size_t count = sequence->statements.count;
	if (outcome->status == HR_OUTCOME_NORMAL)
		return count;
	return outcome->statement < count ? outcome->statement : outcome->statement == HR_NO_STATEMENT ? 0 : count;
}

static const char *text_of(struct hr_arena *arena, struct hr_strbuf *text)
{
	const char *copy = hr_arena_strdup(arena, text->data);
	hr_strbuf_clear(text);
	return copy;
}

void hr_behaviour_record(struct hr_behaviour *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	*out = (struct hr_behaviour){ .sequence = sequence,
				      .status = outcome->status,
				      .is_stable = true,
				      .end = end_of(sequence, outcome),
				      .way = hr_way_of(outcome) };
	if (out->way != HR_WAY_NONE)
		hr_cause_group(&text, sequence, outcome);
	out->group = text_of(&out->arena, &text);
	if (outcome->status == HR_OUTCOME_FAULT)
		hr_fault_describe(&text, sequence, outcome, &outcome->fault);
	else if (out->way != HR_WAY_NONE)
		hr_strbuf_addstr(&text, hr_way_name(out->way));
	else if (outcome->status != HR_OUTCOME_NORMAL)
		hr_strbuf_addstr(&text, hr_outcome_status_name(outcome->status));
	out->fault = text_of(&out->arena, &text);
	out->function = hr_arena_strdup(&out->arena, out->way != HR_WAY_NONE ? hr_failing_function(outcome) : "");
	for (size_t i = 0; i < out->end; i++)
		observe_statement(out, outcome, i);
	hr_strbuf_release(&text);
}

void hr_behaviour_release(struct hr_behaviour *behaviour)
{
	hr_vec_release(&behaviour->observed);
	hr_arena_release(&behaviour->arena);
}

void hr_behaviour_again(struct hr_behaviour *behaviour, const struct hr_outcome *outcome)
{
	if (outcome->status != behaviour->status || hr_way_of(outcome) != behaviour->way ||
	    end_of(behaviour->sequence, outcome) != behaviour->end)
		behaviour->is_stable = false;
	for (size_t i = 0; i < behaviour->observed.count; i++) {
		struct hr_observed *one = &behaviour->observed.data[i];
		struct hr_assertion again = { .value = one->check.value,
					      .part = one->check.part,
					      .offset = one->check.offset,
					      .type = one->check.type };
		one->is_stable =
			one->is_stable &&
			hr_assertion_observe(&again, &behaviour->arena, behaviour->sequence, one->statement, outcome) &&
			hr_assertion_is_same(&again, &one->check);
	}
}

/* ---- comparing ---- */

static const char *const kind_names[HR_DIFFERENCE_KIND_COUNT] = { "none", "value", "fails", "fixed" };

const char *hr_difference_name(enum hr_difference_kind kind)
{
	return kind_names[kind];
}

static const struct hr_observed *find(const struct hr_behaviour *behaviour, const struct hr_observed *like)
{
	for (size_t i = 0; i < behaviour->observed.count; i++) {
		const struct hr_observed *one = &behaviour->observed.data[i];
		if (one->statement == like->statement && one->check.value == like->check.value &&
		    strcmp(one->check.part, like->check.part) == 0)
			return one;
	}
	return NULL;
}

/* Whether a text could be read says nothing of the library: it may be too long to be shown. */
static bool is_other(const struct hr_assertion *before, const struct hr_assertion *after)
{
	bool is_unread = (before->kind == HR_ASSERT_TEXT && after->kind == HR_ASSERT_NOT_NULL) ||
			 (before->kind == HR_ASSERT_NOT_NULL && after->kind == HR_ASSERT_TEXT);
	return !is_unread && !hr_assertion_is_same(before, after);
}

static void compare_values(struct hr_difference *out, const struct hr_behaviour *before,
			   const struct hr_behaviour *after, size_t statement)
{
	for (size_t i = 0; i < before->observed.count && out->value_count < HR_MOST_DIFFERING; i++) {
		const struct hr_observed *one = &before->observed.data[i];
		const struct hr_observed *other = one->statement == statement ? find(after, one) : NULL;
		if (other && one->is_stable && other->is_stable && is_other(&one->check, &other->check))
			out->values[out->value_count++] = (struct hr_difference_value){ &one->check, &other->check };
	}
}

/* Neither did what is asked of a run: what it needs is not let through, or too much. */
static bool is_comparable(const struct hr_behaviour *behaviour)
{
	return behaviour->is_stable && behaviour->status != HR_OUTCOME_NOT_RUN &&
	       behaviour->status != HR_OUTCOME_REFUSED && behaviour->status != HR_OUTCOME_EXHAUSTED;
}

/* Only one of them may fail: where both do, later or sooner, it is the same mistake that shows elsewhere. */
static void set_failing(struct hr_difference *out, const struct hr_behaviour *before, const struct hr_behaviour *after,
			size_t statement, bool is_fixed)
{
	const struct hr_behaviour *other = is_fixed ? after : before;
	if (other->status != HR_OUTCOME_NORMAL || other->way != HR_WAY_NONE)
		return;
	out->kind = is_fixed ? HR_DIFFERENCE_FIXED : HR_DIFFERENCE_FAILS;
	out->statement = statement;
	out->failing = is_fixed ? before : after;
}

void hr_difference_find(struct hr_difference *out, const struct hr_behaviour *before, const struct hr_behaviour *after)
{
	size_t count = before->sequence->statements.count;
	*out = (struct hr_difference){ .kind = HR_DIFFERENCE_NONE };
	if (!is_comparable(before) || !is_comparable(after) || before->status == HR_OUTCOME_ILLEGAL)
		return;
	for (size_t i = 0; i < count && out->kind == HR_DIFFERENCE_NONE; i++) {
		if (i >= before->end && i >= after->end)
			return;
		if (i >= before->end || i >= after->end) {
			set_failing(out, before, after, i, i >= before->end);
			return;
		}
		compare_values(out, before, after, i);
		if (out->value_count) {
			out->kind = HR_DIFFERENCE_VALUE;
			out->statement = i;
		}
	}
	/* leaks, and what happens at exit */
	if (out->kind == HR_DIFFERENCE_NONE && count && (before->way == HR_WAY_NONE) != (after->way == HR_WAY_NONE))
		set_failing(out, before, after, count - 1, after->way == HR_WAY_NONE);
}

/* ---- telling ---- */

const char *hr_difference_operation(const struct hr_difference *difference, const struct hr_sequence *sequence)
{
	const struct hr_statement *statement = &sequence->statements.data[difference->statement];
	return statement->kind == HR_STATEMENT_CALL ? sequence->model->operations.data[statement->operation].name : "";
}

/* What differs, in words that do not depend on the sequence: "result", "result.type", "argument out", "read .type". */
static void add_aspect(struct hr_strbuf *out, const struct hr_difference *difference,
		       const struct hr_sequence *sequence)
{
	const struct hr_statement *statement = &sequence->statements.data[difference->statement];
	const struct hr_assertion *check = difference->values[0].before;
	if (statement->kind != HR_STATEMENT_CALL) {
		hr_strbuf_addf(out, "read %s", statement->access ? statement->access->text : "");
		return;
	}
	if (check->value == statement->value) {
		hr_strbuf_addf(out, "result%s", check->part);
		return;
	}
	const struct hr_operation *operation = &sequence->model->operations.data[statement->operation];
	for (size_t i = 0; i < statement->operand_count; i++)
		if (hr_operand_names(&statement->operands[i], check->value)) {
			hr_strbuf_addf(out, "argument %zu%s%s", i + 1, i < operation->params.count ? "" : " and more",
				       check->part);
			return;
		}
}

static const char *kind_of(const struct hr_assertion *check)
{
	switch (check->kind) {
	case HR_ASSERT_NUMBER:
		return "number";
	case HR_ASSERT_REAL:
		return "real";
	case HR_ASSERT_NULL:
		return "null";
	default:
		return "something";
	}
}

void hr_difference_key(struct hr_strbuf *out, const struct hr_difference *difference,
		       const struct hr_sequence *sequence)
{
	hr_strbuf_addf(out, "%s|", hr_difference_name(difference->kind));
	if (difference->failing) {
		hr_strbuf_addstr(out, *difference->failing->group ? difference->failing->group
								  : hr_difference_operation(difference, sequence));
		return;
	}
	if (difference->kind != HR_DIFFERENCE_VALUE)
		return;
	hr_strbuf_addf(out, "%s|", hr_difference_operation(difference, sequence));
	add_aspect(out, difference, sequence);
	hr_strbuf_addf(out, "|%s to %s", kind_of(difference->values[0].before), kind_of(difference->values[0].after));
}

void hr_assertion_value(struct hr_strbuf *out, const struct hr_model *model, const struct hr_assertion *check)
{
	const struct hr_type *type = hr_model_type(model, check->type);
	unsigned needs = 0;
	switch (check->kind) {
	case HR_ASSERT_NUMBER:
		if (check->about == HR_ABOUT_SIGN)
			hr_strbuf_addstr(out, check->number < 0 ? "less than 0" : "more than 0");
		else if (check->about == HR_ABOUT_NAN)
			hr_strbuf_addstr(out, "no number");
		else if (!hr_write_enumerators(out, type, check->number))
			hr_c_integer(out, model, check->number, check->type, !*check->part);
		break;
	case HR_ASSERT_REAL:
		hr_c_real(out, check->real, &needs);
		break;
	case HR_ASSERT_NULL:
		hr_strbuf_addstr(out, "NULL");
		break;
	case HR_ASSERT_TEXT:
	case HR_ASSERT_BYTES:
		hr_c_string(out, check->text, check->length);
		break;
	default:
		hr_strbuf_addstr(out, "something");
		break;
	}
}

void hr_assertion_subject(struct hr_strbuf *out, const struct hr_sequence *sequence, const struct hr_assertion *check)
{
	if (check->about == HR_ABOUT_ERRNO) {
		hr_strbuf_addstr(out, "errno");
	} else if (check->about == HR_ABOUT_CALLS) {
		hr_strbuf_addstr(out, check->kind == HR_ASSERT_TEXT ? HR_OWN "calls_seen" : HR_OWN "call_count");
	} else if (check->about == HR_ABOUT_WRITTEN) {
		hr_strbuf_addf(out, HR_OWN "%s(%s)",
			       hr_value_is_path(sequence, check->value) ? "contents_of" : "written_to",
			       hr_c_name(sequence, check->value));
	} else if (*check->part) {
		struct hr_access access = { .value = check->value,
					    .through = !hr_value_is_struct(sequence, check->value),
					    .text = check->part };
		hr_c_access(out, sequence, &access);
	} else {
		hr_strbuf_addstr(out, hr_c_name(sequence, check->value));
	}
}

static void tell_value(struct hr_strbuf *out, const struct hr_difference *difference,
		       const struct hr_sequence *sequence, const struct hr_assertion *check)
{
	const struct hr_statement *statement = &sequence->statements.data[difference->statement];
	if (!*check->part && check->value == statement->value && statement->kind == HR_STATEMENT_CALL) {
		hr_strbuf_addstr(out, "returned ");
	} else if (!*check->part && check->value == statement->value) {
		hr_c_access(out, sequence, statement->access);
		hr_strbuf_addstr(out, " was ");
	} else {
		hr_assertion_subject(out, sequence, check);
		hr_strbuf_addstr(out, " was ");
	}
	hr_assertion_value(out, sequence->model, check);
}

void hr_difference_tell(struct hr_strbuf *out, const struct hr_difference *difference,
			const struct hr_sequence *sequence, bool is_before)
{
	if (difference->failing) {
		bool fails = is_before == (difference->kind == HR_DIFFERENCE_FIXED);
		hr_strbuf_addf(out, fails ? "failed: %s" : "did not fail", difference->failing->fault);
		return;
	}
	for (size_t i = 0; i < difference->value_count; i++) {
		const struct hr_difference_value *value = &difference->values[i];
		hr_strbuf_addstr(out, i ? ", " : "");
		tell_value(out, difference, sequence, is_before ? value->before : value->after);
	}
}
