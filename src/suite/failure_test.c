/* A failing sequence as a C program.
 *
 * Invariant: the text depends on the sequence and what is told about it alone, so that the same failure is the same file in every run. */
#include "suite/failure_test.h"

#include "base/memory.h"
#include "suite/c_text.h"
#include "suite/values_used.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 100 };

/* What a reader is told of a way; "" where the summary says it all. */
static const char *const expectations[HR_WAY_COUNT] = {
	[HR_WAY_NULL] = "It reads or writes through a null pointer.",
	[HR_WAY_OVERFLOW] = "It reads or writes outside of an object.",
	[HR_WAY_DEAD] = "It uses memory that was given back.",
	[HR_WAY_FREE] = "It frees what is not there to be freed.",
	[HR_WAY_WILD] = "It uses an address that belongs to nothing.",
	[HR_WAY_ARGUMENT] = "It calls the C library with arguments that this does not allow.",
	[HR_WAY_STACK] = "It uses up the stack.",
	[HR_WAY_ABORT] = "It aborts.",
	[HR_WAY_EXIT] = "It ends the whole process.",
	[HR_WAY_ARITHMETIC] = "It computes something that the language does not define.",
	[HR_WAY_UNDEFINED] = "It does something that the language does not define.",
	[HR_WAY_LEAK] = "It loses memory: everything was given back, and some is left.",
	[HR_WAY_HANG] = "It does not return.",
	[HR_WAY_PROPERTY] = "The assertion at the end does not hold.",
	[HR_WAY_UNSTABLE] = "What it prints is different from run to run.",
};

/* A paragraph of the comment: lines begin with `first`, then `next`. What would end the comment is broken up. */
static void add_paragraph(struct hr_strbuf *out, const char *first, const char *next, const char *text)
{
	size_t column = strlen(first);
	hr_strbuf_addstr(out, first);
	bool is_begin = true;
	while (*text) {
		size_t length = strcspn(text, " \n");
		if (!is_begin && column + length + 1 > WIDTH) {
			hr_strbuf_addf(out, "\n%s", next);
			column = strlen(next);
			is_begin = true;
		}
		if (!is_begin)
			hr_strbuf_addch(out, ' ');
		for (size_t i = 0; i < length; i++) {
			bool ends =
				i && ((text[i - 1] == '*' && text[i] == '/') || (text[i - 1] == '/' && text[i] == '*'));
			hr_strbuf_addstr(out, ends ? " " : "");
			hr_strbuf_addch(out, text[i]);
		}
		column += length + !is_begin;
		is_begin = false;
		text += length;
		text += strspn(text, " \n");
	}
	hr_strbuf_addch(out, '\n');
}

static void add_lines(struct hr_strbuf *out, const char *prefix, const char *text)
{
	while (*text) {
		size_t length = strcspn(text, "\n");
		hr_strbuf_addf(out, "%s%.*s\n", prefix, (int)length, text);
		text += length + (text[length] == '\n');
	}
}

static void add_head(struct hr_strbuf *out, const struct hr_failure_test *test)
{
	if (test->difference) {
		add_paragraph(out, "/* ", " * ", "The nearest that does not fail.");
		add_paragraph(out, " * ", " * ", test->difference);
	} else {
		add_paragraph(out, "/* ", " * ", test->summary ? test->summary : expectations[test->way]);
		if (test->summary)
			add_paragraph(out, " * ", " * ", expectations[test->way]);
		if (test->class_name)
			hr_strbuf_addf(out, " *\n * %s:\n", test->class_name);
		for (size_t i = 0; i < test->reason_count; i++)
			add_paragraph(out, " * - ", " *   ", test->reasons[i]);
	}
	if (test->compile) {
		hr_strbuf_addstr(out, " *\n");
		add_lines(out, " *     ", test->compile);
	}
	hr_strbuf_addstr(out, " */\n");
}

static bool is_text(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	const struct hr_type *target = hr_model_type(model, hr_model_pointee(model, ref));
	return type && type->kind == HR_TYPE_POINTER && target && target->kind == HR_TYPE_INT && target->size == 1;
}

/* The type of what the variable of a value holds: an object that the sequence made is a variable itself. */
static struct hr_type_ref variable_type(const struct hr_sequence *sequence, size_t value)
{
	const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[value].statement];
	if (maker->kind == HR_STATEMENT_NEW && maker->count < 0)
		return maker->type;
	return sequence->values.data[value].type;
}

/* Prints what differs from run to run. */
static void add_print(struct hr_strbuf *out, const struct hr_sequence *sequence, size_t value)
{
	const char *name = hr_c_name(sequence, value);
	struct hr_type_ref type = variable_type(sequence, value);
	const struct hr_type *it = hr_model_type(sequence->model, type);
	if (is_text(sequence->model, type))
		hr_strbuf_addf(out, "\tputs(%s ? (const char *)%s : \"NULL\");\n", name, name);
	else if (!it || it->kind == HR_TYPE_POINTER)
		hr_strbuf_addf(out, "\tputs(%s ? \"not NULL\" : \"NULL\");\n", name);
	else if (it->kind == HR_TYPE_FLOAT)
		hr_strbuf_addf(out, "\tprintf(\"%%.17g\\n\", (double)%s);\n", name);
	else if (it->kind != HR_TYPE_STRUCT && it->kind != HR_TYPE_UNION)
		hr_strbuf_addf(out, "\tprintf(\"%%lld\\n\", (long long)%s);\n", name);
}

static const char *const comparisons[HR_EXPECTATION_COUNT] = {
	[HR_EXPECT_EQUAL] = "==",   [HR_EXPECT_NOT_EQUAL] = "!=", [HR_EXPECT_BELOW] = "<", [HR_EXPECT_ABOVE] = ">",
	[HR_EXPECT_AT_MOST] = "<=", [HR_EXPECT_AT_LEAST] = ">=",  [HR_EXPECT_REAL] = "==",
};

/* A condition as an expression. Its values are numbered from the end: the sequence may have become shorter in front of them. */
static void add_condition(struct hr_strbuf *out, const struct hr_condition *condition,
			  const struct hr_sequence *sequence, size_t shift, unsigned *needs)
{
	size_t value = condition->value - shift;
	const char *name = hr_c_name(sequence, value);
	bool has_other = condition->other != HR_NO_VALUE;
	const char *other = has_other ? hr_c_name(sequence, condition->other - shift) : NULL;
	const struct hr_type *type = hr_model_type(sequence->model, variable_type(sequence, value));
	switch (condition->expectation) {
	case HR_EXPECT_NULL:
		hr_strbuf_addf(out, "%s == NULL", name);
		return;
	case HR_EXPECT_NOT_NULL:
		hr_strbuf_addf(out, "%s != NULL", name);
		return;
	case HR_EXPECT_TEXT:
		hr_strbuf_addf(out, "strcmp(%s, ", name);
		if (has_other)
			hr_strbuf_addstr(out, other);
		else
			hr_c_string(out, condition->text, condition->length);
		hr_strbuf_addstr(out, ") == 0");
		return;
	case HR_EXPECT_REAL:
		hr_strbuf_addf(out, "%s == ", name);
		if (has_other)
			hr_strbuf_addstr(out, other);
		else
			hr_c_real(out, condition->real, needs);
		return;
	default:
		hr_strbuf_addf(out, "%s %s ", name, comparisons[condition->expectation]);
		if (has_other)
			hr_strbuf_addstr(out, other);
		else
			hr_c_number(out, condition->number, type && type->kind == HR_TYPE_INT && !type->is_signed);
		return;
	}
}

static void add_contract(struct hr_c_text *text, const struct hr_contract *contract, const struct hr_sequence *sequence)
{
	size_t shift = contract->value_count - sequence->values.count;
	for (size_t i = 0; i < contract->premise_count; i++) {
		hr_strbuf_addstr(&text->body, i ? " && " : "\tif (");
		add_condition(&text->body, &contract->premises[i], sequence, shift, &text->needs);
	}
	hr_strbuf_addstr(&text->body, contract->premise_count ? ")\n\t\tassert(" : "\tassert(");
	add_condition(&text->body, &contract->conclusion, sequence, shift, &text->needs);
	hr_strbuf_addstr(&text->body, ");\n");
}

/* Values that are looked at need variables. */
static void mark_condition(bool *used, const struct hr_condition *condition, size_t shift)
{
	used[condition->value - shift] = true;
	if (condition->other != HR_NO_VALUE)
		used[condition->other - shift] = true;
}

/* A library that ends the process leaves no trace when it says that all is well. */
static const char exit_helper[] = "static int \001is_finished;\n\n"
				  "static void \001complain(void)\n"
				  "{\n"
				  "\tif (!\001is_finished) {\n"
				  "\t\tfputs(\"the library ended the process\\n\", stderr);\n"
				  "\t\t_Exit(1);\n"
				  "\t}\n"
				  "}\n\n";

/* Whether there is something to be asserted. */
static bool has_contract(const struct hr_failure_test *test)
{
	return test->contract && test->contract->conclusion.expectation != HR_EXPECT_NOTHING &&
	       test->contract->value_count >= test->sequence->values.count;
}

static bool has_print(const struct hr_failure_test *test)
{
	return test->way == HR_WAY_UNSTABLE && test->value < test->sequence->values.count;
}

static void mark_used(bool *used, const struct hr_failure_test *test)
{
	/* what a call returns and nobody takes would be lost, too, by ourselves */
	for (size_t i = 0; i < test->sequence->values.count && test->way == HR_WAY_LEAK; i++) {
		const struct hr_type *type = hr_model_type(test->sequence->model, test->sequence->values.data[i].type);
		used[i] = used[i] || !type || type->kind == HR_TYPE_POINTER;
	}
	if (has_print(test))
		used[test->value] = true;
	if (!has_contract(test))
		return;
	size_t shift = test->contract->value_count - test->sequence->values.count;
	mark_condition(used, &test->contract->conclusion, shift);
	for (size_t i = 0; i < test->contract->premise_count; i++)
		mark_condition(used, &test->contract->premises[i], shift);
}

static int write_body(struct hr_c_text *text, const struct hr_failure_test *test, const struct hr_sequence *sequence,
		      struct hr_error *error)
{
	int status = 0;
	for (size_t i = 0; i < sequence->statements.count && !status; i++)
		status = hr_c_statement(text, i, error);
	if (!status && has_print(test))
		add_print(&text->body, sequence, test->value);
	if (!status && has_contract(test))
		add_contract(text, test->contract, sequence);
	return status;
}

int hr_failure_test_write(struct hr_strbuf *out, const struct hr_failure_test *test, struct hr_error *error)
{
	struct hr_sequence *sequence = hr_failure_rename(test->sequence);
	bool *used = hr_values_used(sequence);
	struct hr_c_text text = { .sequence = sequence,
				  .functions = HR_STRBUF_INIT,
				  .body = HR_STRBUF_INIT,
				  .is_used = used,
				  .is_static = test->way == HR_WAY_LEAK };
	bool asserts = has_contract(test);
	mark_used(used, test);
	int status = write_body(&text, test, sequence, error);
	if (!status) {
		add_head(out, test);
		hr_c_includes(out, sequence->model, text.needs, asserts ? "#undef NDEBUG\n#include <assert.h>\n" : "");
		hr_c_checks(out, sequence->model, text.body.data);
		hr_c_helpers(out, text.needs);
		bool watches = test->way == HR_WAY_EXIT;
		hr_strbuf_addf(out, "%s%sint main(void)\n{\n%s%s%s\treturn 0;\n}\n", text.functions.data,
			       watches ? exit_helper : "", watches ? "\tatexit(\001complain);\n" : "", text.body.data,
			       watches ? "\t\001is_finished = 1;\n" : "");
		hr_c_settle_names(out, sequence->model);
	}
	hr_strbuf_release(&text.functions);
	hr_strbuf_release(&text.body);
	free(used);
	hr_sequence_free(sequence);
	return status;
}
