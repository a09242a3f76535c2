/* What must hold, in the words of a framework: numbers by their names where they have some, bytes that are too many by a checksum. */
#include "suite/test_checks.h"

#include "suite/buffers.h"
#include "suite/name_paths.h"
#include "suite/number_names.h"
#include "suite/observe.h"
#include "suite/tables.h"

#include <ctype.h>
#include <string.h>

/* What the number is called that a call returned; NULL: it is just a number. */
static const char *status_name(const struct hr_test *test, const struct hr_assertion *check)
{
	const struct hr_sequence *sequence = test->sequence;
	if (check->about != HR_ABOUT_VALUE)
		return NULL;
	const struct hr_statement *statement =
		&sequence->statements.data[sequence->values.data[check->value].statement];
	if (*check->part || statement->kind != HR_STATEMENT_CALL || statement->value != check->value)
		return NULL;
	return hr_status_name(sequence->model, &sequence->model->operations.data[statement->operation], check->number);
}

/* The same of a number that the focus stored through a parameter. */
static const char *stored_name(const struct hr_test *test, const struct hr_assertion *check)
{
	const struct hr_sequence *sequence = test->sequence;
	if (check->about != HR_ABOUT_VALUE || *check->part)
		return NULL;
	const struct hr_statement *call = &sequence->statements.data[test->focus];
	if (call->kind != HR_STATEMENT_CALL || !hr_value_is_own(sequence, check->value))
		return NULL;
	const struct hr_operation *operation = &sequence->model->operations.data[call->operation];
	for (size_t i = 0; i < call->operand_count && i < operation->params.count; i++)
		if (call->operands[i].kind == HR_OPERAND_VALUE && call->operands[i].value == check->value)
			return hr_stored_status_name(sequence->model, &operation->params.data[i],
						     hr_model_type(sequence->model, check->type), check->number);
	return NULL;
}

/* The constant that has what an operation without arguments returned, where that is a version: what was got out of something tells the version of that. NULL: none. */
static const char *version_name(const struct hr_test *test, const struct hr_assertion *check)
{
	const struct hr_sequence *sequence = test->sequence;
	if (check->about != HR_ABOUT_VALUE || *check->part ||
	    (check->kind != HR_ASSERT_NUMBER && check->kind != HR_ASSERT_TEXT))
		return NULL;
	const struct hr_statement *call = &sequence->statements.data[sequence->values.data[check->value].statement];
	if (call->kind != HR_STATEMENT_CALL || call->operand_count)
		return NULL;
	return hr_version_name(sequence->model, sequence->model->operations.data[call->operation].name, check->number,
			       check->kind == HR_ASSERT_TEXT ? check->text : NULL);
}

/* A number by its name, where it has one. */
static void write_number(struct hr_strbuf *out, const struct hr_test *test, const struct hr_assertion *check)
{
	const struct hr_type *type = hr_model_type(test->sequence->model, check->type);
	const char *name = status_name(test, check);
	if (!name)
		name = stored_name(test, check);
	if (name)
		hr_strbuf_addstr(out, name);
	if (name || hr_write_enumerators(out, type, check->number))
		return;
	bool is_plain = check->number >= ' ' && check->number < 0x7f;
	if (type && type->kind == HR_TYPE_INT && strcmp(type->spelling, "char") == 0 && is_plain)
		hr_strbuf_addf(out, check->number == '\'' || check->number == '\\' ? "'\\%c'" : "'%c'",
			       (char)check->number);
	else
		hr_c_integer(out, test->sequence->model, check->number, check->type, !*check->part);
}

/* The way to what a look reads: ".child.type". */
static void write_path(struct hr_strbuf *out, const struct hr_sequence *sequence, size_t statement)
{
	if (statement && hr_look_is_way(sequence, statement - 1))
		write_path(out, sequence, statement - 1);
	hr_strbuf_addf(out, ".%s", sequence->statements.data[statement].access->text + 1);
}

/* What a column for it would be called. */
static void expected_word(struct hr_strbuf *out, const struct hr_test *test, const struct hr_assertion *check)
{
	hr_strbuf_addstr(out, "expected");
	if (check->about != HR_ABOUT_VALUE) {
		hr_strbuf_addstr(out, check->about == HR_ABOUT_CALLS   ? "_calls"
				      : check->about == HR_ABOUT_ERRNO ? "_errno"
								       : "_text");
		return;
	}
	size_t statement = test->sequence->values.data[check->value].statement;
	if (*check->part)
		hr_strbuf_addf(out, "_%s", check->part + 1);
	else if (statement != test->focus && test->sequence->statements.data[statement].kind == HR_STATEMENT_GET)
		write_path(out, test->sequence, statement);
	size_t length = 0;
	for (size_t i = 0; i < out->length; i++) {
		char letter = out->data[i];
		if (isalnum((unsigned char)letter))
			out->data[length++] = letter;
		else if (out->data[length - 1] != '_') /* it does not begin with one */
			out->data[length++] = '_';
	}
	hr_strbuf_truncate(out, length - (out->data[length - 1] == '_'));
}

/* As it is, or from the row of a table. */
static void put_expected(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_test *test,
			 const struct hr_assertion *check, struct hr_check_text *shown)
{
	static const struct hr_type_ref a_text = { HR_NO_TYPE, 0 };
	const struct hr_type *type = hr_model_type(test->sequence->model, check->type);
	struct hr_strbuf cell = HR_STRBUF_INIT;
	struct hr_strbuf word = HR_STRBUF_INIT;
	bool is_text = check->kind == HR_ASSERT_TEXT || check->kind == HR_ASSERT_BYTES;
	bool is_cell = check->about == HR_ABOUT_VALUE || is_text; /* there is no type for the others */
	const char *version = shown->is_truth ? NULL : version_name(test, check);
	if (version)
		hr_strbuf_addstr(&cell, version);
	else if (check->about == HR_ABOUT_ERRNO)
		hr_strbuf_add(&cell, check->text, check->length);
	else if (check->kind == HR_ASSERT_NUMBER && shown->is_truth)
		hr_strbuf_addstr(&cell, check->number ? "1" : "0");
	else if (check->kind == HR_ASSERT_NUMBER)
		write_number(&cell, test, check);
	else if (check->kind == HR_ASSERT_REAL && type && type->size == sizeof(float))
		hr_c_float(&cell, (float)check->real, &text->needs);
	else if (check->kind == HR_ASSERT_REAL)
		hr_c_real(&cell, check->real, &text->needs);
	else if (is_text)
		hr_c_string(&cell, check->text, check->length);
	expected_word(&word, test, check);
	if (cell.length && text->slots && is_cell) {
		if (hr_c_take_expected(out, text, cell.data, word.data, is_text ? a_text : check->type))
			shown->is_truth = false;
		else if (shown->is_truth)
			hr_strbuf_truncate(out, 0);
	} else if (!shown->is_truth) {
		hr_strbuf_addstr(out, cell.data);
	}
	if (shown->is_truth)
		hr_strbuf_addstr(out, check->number ? "true" : "false");
	hr_strbuf_release(&cell);
	hr_strbuf_release(&word);
}

/* Whether a text is one of bytes that C does not take for characters. */
static bool is_of_bytes(const struct hr_model *model, const struct hr_assertion *check)
{
	const struct hr_type *type = hr_model_type(model, check->type);
	const struct hr_type *target =
		type && type->kind == HR_TYPE_POINTER ? hr_model_type(model, type->target) : NULL;
	return check->kind == HR_ASSERT_TEXT && target && strcmp(target->spelling, "char") != 0;
}

/* Bytes that nobody would read. */
static void write_checksum(struct hr_c_text *text, const struct hr_framework *framework,
			   const struct hr_assertion *check, const char *subject)
{
	struct hr_strbuf sum = HR_STRBUF_INIT;
	struct hr_strbuf expected = HR_STRBUF_INIT;
	hr_strbuf_addf(&sum, HR_OWN "checksum(%s, %zu)", subject, check->length);
	hr_strbuf_addf(&expected, "0x%08xu", hr_bytes_checksum(check->text, check->length));
	text->needs |= HR_NEEDS_CHECKSUM;
	struct hr_check_text shown = { .kind = HR_ASSERT_NUMBER,
				       .subject = sum.data,
				       .expected = expected.data,
				       .label = text->slots && text->slots->names ? "it->label" : NULL };
	framework->check(&text->body, &shown);
	hr_strbuf_release(&sum);
	hr_strbuf_release(&expected);
}

/* How much stands in a file: what is compared of bytes is no more than what is expected. */
static void write_size(struct hr_c_text *text, const struct hr_framework *framework, const struct hr_assertion *check)
{
	struct hr_strbuf subject = HR_STRBUF_INIT;
	struct hr_strbuf expected = HR_STRBUF_INIT;
	hr_strbuf_addf(&subject, HR_OWN "size_of(%s)", hr_c_name(text->sequence, check->value));
	hr_strbuf_addf(&expected, "%zu", check->length);
	text->needs |= HR_NEEDS_SIZE;
	struct hr_check_text shown = { .kind = HR_ASSERT_NUMBER,
				       .subject = subject.data,
				       .expected = expected.data,
				       .is_signed = true,
				       .label = text->slots && text->slots->names ? "it->label" : NULL };
	framework->check(&text->body, &shown);
	hr_strbuf_release(&subject);
	hr_strbuf_release(&expected);
}

void hr_check_write(struct hr_c_text *text, const struct hr_framework *framework, const struct hr_test *test,
		    const struct hr_assertion *check, const char *subject)
{
	const struct hr_type *type = hr_model_type(test->sequence->model, check->type);
	struct hr_strbuf expected = HR_STRBUF_INIT;
	struct hr_strbuf cast = HR_STRBUF_INIT;
	bool is_file = check->about == HR_ABOUT_WRITTEN && hr_value_is_path(test->sequence, check->value);
	bool is_contents = check->about == HR_ABOUT_VALUE || is_file;
	if (is_file && check->kind == HR_ASSERT_BYTES && check->length < HR_MOST_OF_FILE)
		write_size(text, framework, check);
	if (check->kind == HR_ASSERT_BYTES && is_contents && check->length > HR_MOST_BYTES) {
		write_checksum(text, framework, check, subject);
		return;
	}
	bool is_sign = check->about == HR_ABOUT_SIGN, is_nan = check->about == HR_ABOUT_NAN;
	hr_strbuf_addf(&cast, "%s%s%s",
		       is_nan                                      ? "isnan("
		       : is_of_bytes(test->sequence->model, check) ? "(const char *)"
								   : "",
		       subject,
		       is_nan              ? ")"
		       : !is_sign          ? ""
		       : check->number < 0 ? " < 0"
					   : " > 0");
	text->needs |= is_nan ? HR_NEEDS_MATH : 0;
	struct hr_check_text shown = { .kind = check->kind, .subject = cast.data, .size = check->length };
	if (check->kind == HR_ASSERT_NUMBER) {
		shown.is_truth = is_sign || is_nan || (type && type->kind == HR_TYPE_BOOL);
		shown.is_signed =
			check->about != HR_ABOUT_CALLS && (!type || type->is_signed || type->kind == HR_TYPE_ENUM);
		shown.is_wide = type && type->size > 4;
	}
	put_expected(&expected, text, test, check, &shown);
	shown.expected = expected.length ? expected.data : NULL;
	shown.label = text->slots && text->slots->names ? "it->label" : NULL;
	framework->check(&text->body, &shown);
	hr_strbuf_release(&cast);
	hr_strbuf_release(&expected);
}
