/* One test as C text: what is arranged, done, compared and cleaned up. */
#include "suite/test_body_internal.h"

#include "base/memory.h"
#include "seq/edit.h"
#include "suite/behaviour.h"
#include "suite/c_callbacks.h"
#include "suite/c_lines.h"
#include "suite/failure_test.h"
#include "suite/name_paths.h"
#include "suite/test_checks.h"
#include "suite/test_file.h"
#include "suite/values_used.h"

#include <stdlib.h>
#include <string.h>

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
	for (size_t i = 0; i < test->checks.count; i++)
		if (test->checks.data[i].about == HR_ABOUT_WRITTEN)
			text->needs |= hr_value_is_path(test->sequence, test->checks.data[i].value) ? HR_NEEDS_CONTENTS
												    : HR_NEEDS_WRITTEN;
	if (check_about(test, HR_ABOUT_CALLS)) {
		text->needs |= HR_NEEDS_CALLS;
		if (test->has_earlier_calls || !framework->isolates) {
			text->needs |= HR_NEEDS_FORGET;
			hr_strbuf_addstr(out, "\t" HR_OWN "forget_calls();\n");
		}
	}
}

static void write_left(struct hr_c_text *text, const struct hr_test *test)
{
	if (test->left.count && test->left_by != HR_LEFT_BY_NOBODY)
		hr_strbuf_addf(&text->body, "\t/* %s() would lose memory */\n",
			       text->sequence->model->operations.data[test->left_by].name);
	for (size_t i = 0; i < test->left.count; i++) {
		hr_strbuf_addf(&text->body, "\t" HR_OWN "leave(%s);\n",
			       hr_c_name(text->sequence, test->left.values[i]));
		text->needs |= HR_NEEDS_LEAVE;
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
	if (text->body.length == behind && test->left.count)
		hr_strbuf_addch(&text->body, '\n');
	write_left(text, test);
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
	for (size_t i = 0; i < test->left.count; i++)
		used[test->left.values[i]] = true;
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
