/* One test as C text: what is arranged, done, compared and cleaned up. */
#include "suite/test_body_internal.h"

#include "base/memory.h"
#include "seq/edit.h"
#include "suite/behaviour.h"
#include "suite/c_callbacks.h"
#include "suite/c_lines.h"
#include "suite/failure_test.h"
#include "suite/number_names.h"
#include "suite/test_file.h"
#include "suite/values_used.h"

#include <ctype.h>
#include <stdlib.h>
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

/* What a check is on, by the name that the API has for it: an operation or a field. */
static const char *public_name(const struct hr_test *test, const struct hr_assertion *check)
{
	const struct hr_sequence *sequence = test->sequence;
	const struct hr_statement *statement =
		&sequence->statements.data[sequence->values.data[check->value].statement];
	const char *path = *check->part                          ? check->part
			   : statement->kind == HR_STATEMENT_GET ? statement->access->text
								 : "";
	const char *field = strrchr(path, '.');
	if (field)
		return field + 1;
	return statement->kind == HR_STATEMENT_CALL ? sequence->model->operations.data[statement->operation].name : "";
}

static const char *version_name(const struct hr_test *test, const struct hr_assertion *check)
{
	if (check->about != HR_ABOUT_VALUE || (check->kind != HR_ASSERT_NUMBER && check->kind != HR_ASSERT_TEXT))
		return NULL;
	return hr_version_name(test->sequence->model, public_name(test, check), check->number,
			       check->kind == HR_ASSERT_TEXT ? check->text : NULL);
}

/* A number by its name, where it has one. */
static void write_number(struct hr_strbuf *out, const struct hr_test *test, const struct hr_assertion *check)
{
	const struct hr_type *type = hr_model_type(test->sequence->model, check->type);
	const char *name = status_name(test, check);
	if (name)
		hr_strbuf_addstr(out, name);
	if (name || hr_write_enumerators(out, type, check->number))
		return;
	bool is_plain = check->number >= ' ' && check->number < 0x7f;
	if (type && type->kind == HR_TYPE_INT && strcmp(type->spelling, "char") == 0 && is_plain)
		hr_strbuf_addf(out, check->number == '\'' || check->number == '\\' ? "'\\%c'" : "'%c'",
			       (char)check->number);
	else
		hr_c_integer(out, test->sequence->model, check->number, check->type);
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

void hr_check_write(struct hr_c_text *text, const struct hr_framework *framework, const struct hr_test *test,
		    const struct hr_assertion *check, const char *subject)
{
	const struct hr_type *type = hr_model_type(test->sequence->model, check->type);
	struct hr_strbuf expected = HR_STRBUF_INIT;
	struct hr_strbuf cast = HR_STRBUF_INIT;
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

/* ---- one test ---- */

/* Whether a check is on a value that is there once the focus is over, and not on what a look yields. */
static bool is_on_value(const struct hr_test *test, const struct hr_assertion *check)
{
	bool is_value = check->about == HR_ABOUT_VALUE || check->about == HR_ABOUT_SIGN ||
			check->about == HR_ABOUT_NAN || check->about == HR_ABOUT_WRITTEN;
	return is_value && test->sequence->values.data[check->value].statement <= test->focus;
}

static const struct hr_assertion *check_about(const struct hr_test *test, enum hr_assertion_about about)
{
	for (size_t i = 0; i < test->checks.count; i++)
		if (test->checks.data[i].about == about)
			return &test->checks.data[i];
	return NULL;
}

/* Checks right behind the focus, in the order in which they are written: errno first, since other checks may change it; what was seen last. */
static size_t list_checks(size_t *order, const struct hr_test *test)
{
	size_t count = 0;
	const struct hr_assertion *error = check_about(test, HR_ABOUT_ERRNO);
	const struct hr_assertion *calls = check_about(test, HR_ABOUT_CALLS);
	if (error)
		order[count++] = (size_t)(error - test->checks.data);
	for (size_t i = 0; i < test->checks.count; i++)
		if (is_on_value(test, &test->checks.data[i]))
			order[count++] = i;
	if (calls)
		order[count++] = (size_t)(calls - test->checks.data);
	return count;
}

size_t hr_suite_checks_order(size_t *order, const struct hr_test *test)
{
	size_t count = list_checks(order, test);
	for (size_t i = test->focus + 1; i <= test->focus + test->looks; i++)
		count += hr_look_checks_order(order + count, test, i);
	return count;
}

/* What is compared right behind the focus: everything but what the looks yield. */
static void write_checks(struct hr_c_text *text, const struct hr_framework *framework, const struct hr_test *test)
{
	struct hr_strbuf subject = HR_STRBUF_INIT;
	size_t *order = hr_calloc(test->checks.count + 1, sizeof *order);
	size_t count = list_checks(order, test);
	for (size_t i = 0; i < count; i++) {
		const struct hr_assertion *check = &test->checks.data[order[i]];
		hr_strbuf_clear(&subject);
		hr_assertion_subject(&subject, text->sequence, check);
		hr_check_write(text, framework, test, check, subject.data);
	}
	free(order);
	hr_strbuf_release(&subject);
}

/* A blank line before the last one, unless it is the first; and between the two what belongs to it. */
static void set_apart(struct hr_strbuf *body, const char *before)
{
	size_t begin = body->length ? body->length - 1 : 0;
	while (begin && body->data[begin - 1] != '\n')
		begin--;
	char *last = hr_strdup(body->data + begin);
	hr_strbuf_truncate(body, begin);
	hr_strbuf_addf(body, "%s%s%s", begin ? "\n" : "", before, last);
	free(last);
}

/* What has to be as new when the focus is called, as far as it is looked at afterwards. */
static void write_fresh(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_framework *framework,
			const struct hr_test *test)
{
	if (!test->checks.count)
		hr_strbuf_addstr(out, "\t/* it returns: there is nothing else to see */\n");
	if (check_about(test, HR_ABOUT_ERRNO)) {
		text->needs |= HR_NEEDS_ERRNO;
		hr_strbuf_addstr(out, "\terrno = 0;\n");
	}
	if (check_about(test, HR_ABOUT_WRITTEN))
		text->needs |= HR_NEEDS_WRITTEN;
	if (check_about(test, HR_ABOUT_CALLS)) {
		text->needs |= HR_NEEDS_CALLS;
		if (test->has_earlier_calls || !framework->isolates) {
			text->needs |= HR_NEEDS_FORGET;
			hr_strbuf_addstr(out, "\t" HR_OWN "forget_calls();\n");
		}
	}
}

/* Arranged, done, looked at, cleaned up; a blank line around what is done. */
static int write_body(struct hr_c_text *text, const struct hr_framework *framework, const struct hr_test *test,
		      struct hr_error *error)
{
	size_t count = text->sequence->statements.count;
	int status = 0;
	for (size_t i = 0; i < test->focus && !status; i++)
		status = hr_c_statement(text, i, error);
	if (!status)
		status = hr_c_statement(text, test->focus, error);
	struct hr_strbuf fresh = HR_STRBUF_INIT;
	write_fresh(&fresh, text, framework, test);
	set_apart(&text->body, fresh.data);
	hr_strbuf_release(&fresh);
	if (framework->behind_focus)
		hr_strbuf_addf(&text->body, "\t%s\n", framework->behind_focus);
	size_t behind = text->body.length;
	if (test->checks.count)
		hr_strbuf_addch(&text->body, '\n');
	write_checks(text, framework, test);
	for (size_t i = test->focus + 1; i <= test->focus + test->looks && !status; i++)
		status = hr_look_write(text, framework, test, i, error);
	if (text->body.length == behind && test->focus + test->looks + 1 < count)
		hr_strbuf_addch(&text->body, '\n');
	for (size_t i = test->focus + test->looks + 1; i < count && !status; i++)
		if (!hr_gives_back_nothing(test, i))
			status = hr_c_statement(text, i, error);
	hr_c_endings(text, text->body.length == behind);
	return status;
}

/* True when the statement may store in the object, or ends what it holds. */
static bool may_store(const struct hr_statement *statement, size_t object)
{
	return statement->kind != HR_STATEMENT_GET && hr_statement_names(statement, object);
}

/* What a call stored through a pointer to a variable is that variable, as long as it is used and nothing is stored there again: at the end the variable itself may go to its destroyer. */
static bool is_alias(const struct hr_test *test, const struct hr_sequence *sequence, size_t value)
{
	size_t at = sequence->values.data[value].statement, count = sequence->statements.count;
	const struct hr_statement *get = &sequence->statements.data[at];
	if (get->kind != HR_STATEMENT_GET || strcmp(get->access->text, "*") != 0)
		return false;
	const struct hr_statement *maker =
		&sequence->statements.data[sequence->values.data[get->access->value].statement];
	if (maker->kind != HR_STATEMENT_NEW || maker->count >= 0)
		return false;
	size_t stored = at + 1;
	while (stored < count && !may_store(&sequence->statements.data[stored], get->access->value))
		stored++;
	if (stored < count && stored <= test->focus + test->looks)
		return false;
	for (size_t i = stored; i < count; i++)
		if (hr_statement_names(&sequence->statements.data[i], value))
			return false;
	return true;
}

/* A copy with names for readers. Aliases get that of what they stand for: that is how a statement that only makes one is known (hr_c_statement). */
static struct hr_sequence *rename_values(const struct hr_test *test, const bool *used)
{
	size_t count = test->sequence->values.count;
	bool *has_variable = hr_calloc(count, sizeof *has_variable);
	for (size_t i = 0; i < count; i++)
		has_variable[i] = used[i] && !is_alias(test, test->sequence, i);
	struct hr_sequence *sequence = hr_rename_values(test->sequence, has_variable);
	free(has_variable);
	for (size_t i = 0; i < sequence->values.count; i++)
		if (is_alias(test, sequence, i)) {
			const struct hr_statement *get = &sequence->statements.data[sequence->values.data[i].statement];
			sequence->values.data[i].name = sequence->values.data[get->access->value].name;
		}
	return sequence;
}

/* Values that get a variable: those that are used again. */
static bool *find_used(const struct hr_test *test)
{
	const struct hr_sequence *sequence = test->sequence;
	bool *used = hr_values_used(sequence);
	for (size_t i = 0; i < test->checks.count; i++)
		if (is_on_value(test, &test->checks.data[i]))
			used[test->checks.data[i].value] = true;
	return used;
}

int hr_test_body_write(struct hr_test_body *out, const struct hr_test *test, struct hr_error *error)
{
	bool *used = find_used(test);
	struct hr_sequence *sequence = rename_values(test, used);
	struct hr_c_text text = { .sequence = sequence,
				  .functions = out->functions,
				  .body = HR_STRBUF_INIT,
				  .endings = HR_STRBUF_INIT,
				  .slots = out->slots,
				  .is_used = used,
				  .is_isolated = out->framework->isolates,
				  .is_relaxed = true };
	struct hr_c_telling telling = { .test = test, .places = HR_VEC_INIT };
	if (check_about(test, HR_ABOUT_CALLS)) {
		hr_callback_places_find(&telling.places, sequence);
		text.telling = &telling;
	}
	int status = write_body(&text, out->framework, test, error);
	if ((text.needs & HR_NEEDS_FAIL_ALLOC) && !out->framework->isolates)
		hr_strbuf_addstr(&text.body, "\t" HR_OWN "fail_alloc(0);\n"); /* the next test is in the same process */
	out->functions = text.functions;
	out->text = (struct hr_strbuf)HR_STRBUF_INIT;
	hr_c_wrap(&out->text, text.body.data);
	hr_strbuf_release(&text.body);
	hr_strbuf_release(&text.endings);
	out->needs |= text.needs;
	free(used);
	hr_vec_release(&telling.places);
	hr_sequence_free(sequence);
	return status;
}
