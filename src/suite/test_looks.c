/* Looks as C text: room for what is filled in, the call in its assertion, and what was filled in. */
#include "suite/test_body_internal.h"

#include "base/memory.h"
#include "seq/edit.h"
#include "suite/behaviour.h"
#include "suite/c_text.h"
#include "suite/test_checks.h"

#include <stdlib.h>
#include <string.h>

/* A part, or one of what a part points to: item->child->type, numbers->values[0]. */
static void write_part(struct hr_strbuf *out, const struct hr_sequence *sequence, size_t statement)
{
	const char *text = sequence->statements.data[statement].access->text;
	if (statement && hr_look_is_way(sequence, statement - 1)) {
		write_part(out, sequence, statement - 1);
		hr_strbuf_addf(out, "%s%s", *text == '.' ? "->" : "", *text == '.' ? text + 1 : text);
	} else {
		hr_c_access(out, sequence, sequence->statements.data[statement].access);
	}
}

/* The expression that a statement computes, without its variable; what has to be declared for it stays in the body. */
static void take_expression(struct hr_strbuf *out, struct hr_c_text *text, size_t statement, struct hr_error *error)
{
	size_t before = text->body.length;
	bool *used = hr_calloc(text->sequence->values.count, sizeof *used);
	const bool *all = text->is_used;
	text->is_used = used;
	if (text->sequence->statements.data[statement].kind == HR_STATEMENT_GET) {
		write_part(out, text->sequence, statement);
	} else if (!hr_c_statement(text, statement, error) && text->body.length > before + 3) {
		size_t end = text->body.length - 2, begin = end; /* ";\n" */
		while (begin > before && text->body.data[begin - 1] != '\n')
			begin--;
		hr_strbuf_add(out, text->body.data + begin + 1, end - begin - 1);
		hr_strbuf_truncate(&text->body, begin);
	}
	text->is_used = all;
	free(used);
}

static const struct hr_assertion *check_on(const struct hr_test *test, size_t value)
{
	for (size_t i = 0; i < test->checks.count; i++)
		if (test->checks.data[i].value == value)
			return &test->checks.data[i];
	return NULL;
}

/* What is checked of what a statement yields itself; NULL: nothing, or it only makes room. */
static const struct hr_assertion *own_check(const struct hr_test *test, size_t statement)
{
	const struct hr_statement *it = &test->sequence->statements.data[statement];
	return it->value == HR_NO_VALUE || it->kind == HR_STATEMENT_NEW ? NULL : check_on(test, it->value);
}

/* What is checked of what a look was given to fill in, by argument; NULL: nothing. */
static const struct hr_assertion *filled_check(const struct hr_test *test, const struct hr_statement *call,
					       size_t argument)
{
	const struct hr_operand *operand = &call->operands[argument];
	if (call->kind != HR_STATEMENT_CALL || operand->kind != HR_OPERAND_VALUE)
		return NULL;
	size_t maker = test->sequence->values.data[operand->value].statement;
	bool is_room = maker > test->focus && test->sequence->statements.data[maker].kind == HR_STATEMENT_NEW;
	return is_room ? check_on(test, operand->value) : NULL;
}

size_t hr_look_checks_order(size_t *order, const struct hr_test *test, size_t statement)
{
	const struct hr_statement *it = &test->sequence->statements.data[statement];
	const struct hr_assertion *own = own_check(test, statement);
	size_t count = 0;
	if (own)
		order[count++] = (size_t)(own - test->checks.data);
	for (size_t i = 0; it->kind == HR_STATEMENT_CALL && i < it->operand_count; i++) {
		const struct hr_assertion *filled = filled_check(test, it, i);
		if (filled)
			order[count++] = (size_t)(filled - test->checks.data);
	}
	return count;
}

/* Whether anything is compared of a look, or of what later ones make of what it yields. */
static bool is_compared(const struct hr_test *test, size_t statement)
{
	const struct hr_sequence *sequence = test->sequence;
	const struct hr_statement *it = &sequence->statements.data[statement];
	if (own_check(test, statement))
		return true;
	for (size_t i = 0; it->kind == HR_STATEMENT_CALL && i < it->operand_count; i++)
		if (filled_check(test, it, i))
			return true;
	/* room that is filled, and what was filled in */
	for (size_t i = statement + 1; i <= test->focus + test->looks; i++) {
		const struct hr_statement *later = &sequence->statements.data[i];
		if (it->kind == HR_STATEMENT_NEW && hr_statement_names(later, it->value) && is_compared(test, i))
			return true;
		if (it->kind != HR_STATEMENT_CALL || later->kind != HR_STATEMENT_GET || !own_check(test, i))
			continue;
		size_t room = sequence->values.data[later->access->value].statement;
		if (room > test->focus && room < statement && hr_statement_names(it, later->access->value))
			return true;
	}
	return false;
}

/* What was filled in. */
static void write_filled(struct hr_c_text *text, const struct hr_framework *framework, const struct hr_test *test,
			 const struct hr_statement *call)
{
	for (size_t i = 0; call->kind == HR_STATEMENT_CALL && i < call->operand_count; i++) {
		const struct hr_assertion *check = filled_check(test, call, i);
		if (check)
			hr_check_write(text, framework, test, check, hr_c_name(text->sequence, check->value));
	}
}

int hr_look_write(struct hr_c_text *text, const struct hr_framework *framework, const struct hr_test *test,
		  size_t statement, struct hr_error *error)
{
	const struct hr_statement *it = &text->sequence->statements.data[statement];
	const struct hr_assertion *check = own_check(test, statement);
	struct hr_strbuf expression = HR_STRBUF_INIT;
	int status = 0;
	if (!is_compared(test, statement))
		return 0;
	bool has_variable = check && text->is_used[it->value]; /* it has to be given back */
	if (check && !has_variable)
		take_expression(&expression, text, statement, error);
	else
		status = hr_c_statement(text, statement, error);
	if (check && !status && (has_variable || expression.length))
		hr_check_write(text, framework, test, check,
			       has_variable ? hr_c_name(text->sequence, it->value) : expression.data);
	hr_strbuf_release(&expression);
	if (!status)
		write_filled(text, framework, test, it);
	return status;
}

bool hr_gives_back_nothing(const struct hr_test *test, size_t statement)
{
	const struct hr_statement *it = &test->sequence->statements.data[statement];
	if (!it->operand_count || it->operands[0].kind != HR_OPERAND_VALUE)
		return false;
	size_t value = it->operands[0].value;
	size_t maker = test->sequence->values.data[value].statement;
	return maker > test->focus && maker <= test->focus + test->looks && !check_on(test, value);
}
