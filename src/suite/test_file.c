/* Tests as a C file. */
#include "suite/test_file.h"

#include "base/memory.h"
#include "seq/edit.h"
#include "suite/c_text.h"
#include "suite/failure_test.h"
#include "suite/harness.h"
#include "suite/values_used.h"

#include <stdlib.h>
#include <string.h>

/* The subject of a check as an expression. */
static void write_subject(struct hr_strbuf *out, const struct hr_sequence *sequence, const struct hr_assertion *check)
{
	if (*check->part) {
		struct hr_access access = { .value = check->value, .through = true, .text = check->part };
		hr_c_access(out, sequence, &access);
	} else {
		hr_strbuf_addstr(out, hr_c_name(sequence, check->value));
	}
}

/* A number as the enumerator that it is, where its type has one. */
static void write_number(struct hr_strbuf *out, const struct hr_model *model, const struct hr_assertion *check)
{
	const struct hr_type *type = hr_model_type(model, check->type);
	for (size_t i = 0; type && type->kind == HR_TYPE_ENUM && i < type->enumerators.count; i++)
		if (type->enumerators.data[i].value == check->number) {
			hr_strbuf_addstr(out, type->enumerators.data[i].name);
			return;
		}
	bool is_plain = check->number >= ' ' && check->number < 0x7f;
	if (type && type->kind == HR_TYPE_INT && strcmp(type->spelling, "char") == 0 && is_plain)
		hr_strbuf_addf(out, check->number == '\'' || check->number == '\\' ? "'\\%c'" : "'%c'",
			       (char)check->number);
	else
		hr_c_number(out, check->number, type && type->kind == HR_TYPE_INT && !type->is_signed);
}

/* `subject` is what is compared, as an expression. */
static void write_check(struct hr_strbuf *out, const struct hr_model *model, const struct hr_assertion *check,
			const char *subject, unsigned *needs)
{
	const struct hr_type *type = hr_model_type(model, check->type);
	switch (check->kind) {
	case HR_ASSERT_NUMBER:
		if (type && type->kind == HR_TYPE_BOOL) {
			hr_strbuf_addf(out, "\tassert(%s%s);\n", check->number ? "" : "!", subject);
			return;
		}
		hr_strbuf_addf(out, "\tassert(%s == ", subject);
		write_number(out, model, check);
		hr_strbuf_addstr(out, ");\n");
		break;
	case HR_ASSERT_REAL:
		hr_strbuf_addf(out, "\tassert(%s == ", subject);
		hr_c_real(out, check->real, needs);
		hr_strbuf_addstr(out, ");\n");
		break;
	case HR_ASSERT_NULL:
		hr_strbuf_addf(out, "\tassert(%s == NULL);\n", subject);
		break;
	case HR_ASSERT_NOT_NULL:
		hr_strbuf_addf(out, "\tassert(%s != NULL);\n", subject);
		break;
	case HR_ASSERT_TEXT:
		hr_strbuf_addf(out, "\tassert(strcmp(%s, ", subject);
		hr_c_string(out, check->text, check->length);
		hr_strbuf_addstr(out, ") == 0);\n");
		break;
	}
}

/* ---- one test ---- */

/* The expression that a statement computes, without its variable; "" when it cannot be written as one. */
static void take_expression(struct hr_strbuf *out, struct hr_c_text *text, size_t statement, struct hr_error *error)
{
	size_t before = text->body.length;
	bool *used = hr_calloc(text->sequence->values.count, sizeof *used);
	const bool *all = text->is_used;
	text->is_used = used;
	if (text->sequence->statements.data[statement].kind == HR_STATEMENT_GET)
		hr_c_access(out, text->sequence, text->sequence->statements.data[statement].access);
	else if (!hr_c_statement(text, statement, error)) {
		const char *line = text->body.data + before + 1;
		size_t length = text->body.length - before - 1;
		if (length > 2 && !memchr(line, '\n', length - 1)) /* one line: nothing is declared for it */
			hr_strbuf_add(out, line, length - 2);
	}
	text->is_used = all;
	if (out->length)
		hr_strbuf_truncate(&text->body, before);
	free(used);
}

static const struct hr_assertion *check_on(const struct hr_test *test, size_t value)
{
	for (size_t i = 0; i < test->checks.count; i++)
		if (test->checks.data[i].value == value)
			return &test->checks.data[i];
	return NULL;
}

/* A statement that looks: it is compared where it stands. One that nobody compares is not written. */
static void write_look(struct hr_c_text *text, const struct hr_test *test, size_t statement, struct hr_error *error)
{
	const struct hr_sequence *sequence = text->sequence;
	size_t value = sequence->statements.data[statement].value;
	const struct hr_assertion *check = value == HR_NO_VALUE ? NULL : check_on(test, value);
	struct hr_strbuf expression = HR_STRBUF_INIT;
	if (!check)
		return;
	take_expression(&expression, text, statement, error);
	if (expression.length)
		write_check(&text->body, sequence->model, check, expression.data, &text->needs);
	hr_strbuf_release(&expression);
}

/* What is compared right behind the focus: everything but what the looks yield. */
static void write_checks(struct hr_c_text *text, const struct hr_test *test)
{
	const struct hr_sequence *sequence = text->sequence;
	struct hr_strbuf subject = HR_STRBUF_INIT;
	for (size_t i = 0; i < test->checks.count; i++) {
		const struct hr_assertion *check = &test->checks.data[i];
		if (sequence->values.data[check->value].statement > test->focus)
			continue;
		hr_strbuf_clear(&subject);
		write_subject(&subject, sequence, check);
		write_check(&text->body, sequence->model, check, subject.data, &text->needs);
	}
	hr_strbuf_release(&subject);
}

/* Arranged, done, looked at, cleaned up; a blank line around what is done. */
static int write_body(struct hr_c_text *text, const struct hr_test *test, struct hr_error *error)
{
	size_t count = text->sequence->statements.count;
	int status = 0;
	for (size_t i = 0; i < test->focus && !status; i++)
		status = hr_c_statement(text, i, error);
	if (text->body.length)
		hr_strbuf_addch(&text->body, '\n');
	if (!status)
		status = hr_c_statement(text, test->focus, error);
	size_t behind = text->body.length;
	if (test->checks.count)
		hr_strbuf_addch(&text->body, '\n');
	write_checks(text, test);
	for (size_t i = test->focus + 1; i <= test->focus + test->looks && !status; i++)
		write_look(text, test, i, error);
	if (text->body.length == behind && test->focus + test->looks + 1 < count)
		hr_strbuf_addch(&text->body, '\n');
	for (size_t i = test->focus + test->looks + 1; i < count && !status; i++)
		status = hr_c_statement(text, i, error);
	return status;
}

/* What a call stored through a pointer to a variable is that variable, as long as nothing is stored there again. */
static bool is_alias(const struct hr_sequence *sequence, size_t value)
{
	size_t at = sequence->values.data[value].statement;
	const struct hr_statement *get = &sequence->statements.data[at];
	if (get->kind != HR_STATEMENT_GET || strcmp(get->access->text, "*") != 0)
		return false;
	const struct hr_statement *maker =
		&sequence->statements.data[sequence->values.data[get->access->value].statement];
	if (maker->kind != HR_STATEMENT_NEW || maker->count >= 0)
		return false;
	for (size_t i = at + 1; i < sequence->statements.count; i++)
		if (sequence->statements.data[i].kind != HR_STATEMENT_GET &&
		    hr_statement_names(&sequence->statements.data[i], get->access->value))
			return false;
	return true;
}

/* A copy with names for readers. Aliases get that of what they stand for: that is how a statement that only makes one is known (hr_c_statement). */
static struct hr_sequence *rename_values(const struct hr_test *test, const bool *used)
{
	size_t count = test->sequence->values.count;
	bool *has_variable = hr_calloc(count, sizeof *has_variable);
	for (size_t i = 0; i < count; i++)
		has_variable[i] = used[i] && !is_alias(test->sequence, i);
	struct hr_sequence *sequence = hr_rename_values(test->sequence, has_variable);
	free(has_variable);
	for (size_t i = 0; i < sequence->values.count; i++)
		if (is_alias(sequence, i)) {
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
		if (sequence->values.data[test->checks.data[i].value].statement <= test->focus)
			used[test->checks.data[i].value] = true;
	return used;
}

static int write_test(struct hr_strbuf *functions, struct hr_strbuf *out, unsigned *needs, unsigned *callbacks,
		      const struct hr_test *test, struct hr_error *error)
{
	bool *used = find_used(test);
	struct hr_sequence *sequence = rename_values(test, used);
	struct hr_c_text text = { .sequence = sequence,
				  .functions = HR_STRBUF_INIT,
				  .body = HR_STRBUF_INIT,
				  .callbacks = *callbacks,
				  .is_used = used };
	int status = write_body(&text, test, error);
	if (!status) {
		hr_strbuf_addstr(functions, text.functions.data);
		hr_strbuf_addf(out, "static void %s(void)\n{\n%s}\n\n", test->name, text.body.data);
	}
	*needs |= text.needs;
	*callbacks = text.callbacks;
	hr_strbuf_release(&text.functions);
	hr_strbuf_release(&text.body);
	free(used);
	hr_sequence_free(sequence);
	return status;
}

static void write_main(struct hr_strbuf *out, const struct hr_test *tests, size_t count)
{
	hr_strbuf_addstr(out, "static const struct test tests[] = {\n");
	for (size_t i = 0; i < count; i++)
		hr_strbuf_addf(out, "\t{ \"%s\", %s },\n", tests[i].name, tests[i].name);
	hr_strbuf_addstr(out, "};\n\n"
			      "int main(int argc, char **argv)\n"
			      "{\n"
			      "\treturn run_tests(tests, sizeof tests / sizeof *tests, argc, argv);\n"
			      "}\n");
}

int hr_suite_test_file(struct hr_strbuf *out, const struct hr_test *tests, size_t count, struct hr_error *error)
{
	struct hr_strbuf functions = HR_STRBUF_INIT;
	struct hr_strbuf bodies = HR_STRBUF_INIT;
	unsigned needs = 0;
	unsigned callbacks = 0;
	int status = 0;
	for (size_t i = 0; i < count && !status; i++)
		status = write_test(&functions, &bodies, &needs, &callbacks, &tests[i], error);
	if (!status && count) {
		hr_strbuf_addstr(out, "/* What the library does now. */\n#undef NDEBUG\n");
		hr_c_includes(out, tests[0].sequence->model, needs | HR_NEEDS_GNU,
			      "#include \"" HR_HARNESS_FILE "\"\n\n#include <assert.h>\n");
		hr_c_checks(out, tests[0].sequence->model, bodies.data);
		hr_c_helpers(out, needs);
		hr_strbuf_addstr(out, functions.data);
		hr_strbuf_addstr(out, bodies.data);
		write_main(out, tests, count);
	}
	hr_strbuf_release(&functions);
	hr_strbuf_release(&bodies);
	return status;
}
