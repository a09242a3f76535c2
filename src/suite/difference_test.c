/* Differences as C programs.
 *
 * Invariant: the program asserts nothing but what differs, so that it tells one thing. */
#include "suite/difference_test.h"

#include "suite/c_text.h"
#include "suite/failure_test.h"
#include "suite/framework.h"
#include "suite/values_used.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Values that get a variable: those that are used again, and those that are compared. */
static bool *find_used(const struct hr_sequence *sequence, const struct hr_difference *difference)
{
	bool *used = hr_values_used(sequence);
	for (size_t i = 0; i < difference->value_count; i++)
		used[difference->values[i].before->value] = true;
	return used;
}

struct hr_sequence *hr_difference_rename(const struct hr_sequence *sequence, const struct hr_difference *difference)
{
	bool *used = find_used(sequence, difference);
	struct hr_sequence *renamed = hr_rename_values(sequence, used);
	free(used);
	return renamed;
}

static void write_assertion(struct hr_c_text *text, const struct hr_assertion *check)
{
	struct hr_strbuf subject = HR_STRBUF_INIT;
	struct hr_strbuf expected = HR_STRBUF_INIT;
	bool is_nan = check->about == HR_ABOUT_NAN, is_sign = check->about == HR_ABOUT_SIGN;
	hr_strbuf_addstr(&subject, is_nan ? "isnan(" : "");
	hr_assertion_subject(&subject, text->sequence, check);
	if (is_sign) {
		hr_strbuf_addstr(&subject, check->number < 0 ? " < 0" : " > 0");
	} else if (is_nan) {
		hr_strbuf_addch(&subject, ')');
		text->needs |= HR_NEEDS_MATH;
	} else {
		hr_assertion_value(&expected, text->sequence->model, check);
		text->needs |= check->kind == HR_ASSERT_REAL && isinf(check->real) ? HR_NEEDS_MATH : 0;
	}
	struct hr_check_text shown = { .kind = check->kind,
				       .subject = subject.data,
				       .expected = is_sign || is_nan ? "true" : expected.data,
				       .is_truth = is_sign || is_nan,
				       .size = check->length };
	hr_framework_plain.check(&text->body, &shown);
	hr_strbuf_release(&subject);
	hr_strbuf_release(&expected);
}

/* A text that is compared may be none in the other version. */
static void write_assertions(struct hr_c_text *text, const struct hr_difference *difference)
{
	for (size_t i = 0; i < difference->value_count; i++) {
		const struct hr_difference_value *value = &difference->values[i];
		if (value->before->kind == HR_ASSERT_TEXT && value->after->kind == HR_ASSERT_NULL) {
			struct hr_assertion there = *value->before;
			there.kind = HR_ASSERT_NOT_NULL;
			write_assertion(text, &there);
		}
		write_assertion(text, value->before);
	}
}

static int write_body(struct hr_c_text *text, const struct hr_difference *difference, struct hr_error *error)
{
	int status = 0;
	for (size_t i = 0; i < text->sequence->statements.count && !status; i++) {
		status = hr_c_statement(text, i, error);
		if (i == difference->statement && !status)
			write_assertions(text, difference);
	}
	return status;
}

/* What a version did may hold what ends a comment. */
static void add_line(struct hr_strbuf *out, const char *title, const char *text)
{
	hr_strbuf_addf(out, " * %s: ", title);
	for (const char *c = text; *c; c++) {
		hr_strbuf_addch(out, *c == '\n' ? ' ' : *c);
		if ((*c == '*' && c[1] == '/') || (*c == '/' && c[1] == '*'))
			hr_strbuf_addch(out, ' ');
	}
	hr_strbuf_addch(out, '\n');
}

static void add_head(struct hr_strbuf *out, const struct hr_difference_test *test)
{
	bool is_fixed = test->difference->kind == HR_DIFFERENCE_FIXED;
	hr_strbuf_addf(out, "/* %s with the old version of the library, %s with the new one.\n *\n",
		       is_fixed ? "Fails" : "Passes", is_fixed ? "passes" : "fails");
	add_line(out, "old", test->before);
	add_line(out, "new", test->after);
	hr_strbuf_addstr(out, " */\n");
}

int hr_difference_test_write(struct hr_strbuf *out, const struct hr_difference_test *test, struct hr_error *error)
{
	bool *used = find_used(test->sequence, test->difference);
	struct hr_sequence *sequence = hr_rename_values(test->sequence, used);
	struct hr_c_text text = { .sequence = sequence,
				  .functions = HR_STRBUF_INIT,
				  .body = HR_STRBUF_INIT,
				  .is_used = used,
				  .is_static =
					  test->difference->failing && test->difference->failing->way == HR_WAY_LEAK };
	bool asserts = test->difference->value_count > 0;
	int status = write_body(&text, test->difference, error);
	if (!status) {
		add_head(out, test);
		hr_c_includes(out, sequence->model, text.needs, asserts ? "#undef NDEBUG\n#include <assert.h>\n" : "");
		hr_c_checks(out, sequence->model, text.body.data);
		hr_c_helpers(out, text.needs);
		hr_strbuf_addf(out, "%sint main(void)\n{\n%s\treturn 0;\n}\n", text.functions.data, text.body.data);
		hr_c_settle_names(out, sequence->model);
	}
	hr_strbuf_release(&text.functions);
	hr_strbuf_release(&text.body);
	free(used);
	hr_sequence_free(sequence);
	return status;
}
