/* Words for what is particular about a test. They are short: a name is no place for a whole literal. */
#include "suite/test_details.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MOST_WORDS = 24, MOST_LITERALS = 2, MOST_FIELDS = 2, MOST_SIGNS = 2 };

void hr_name_part(struct hr_strbuf *out, const char *text)
{
	bool is_open = out->length && out->data[out->length - 1] != '_';
	for (; *text; text++) {
		unsigned char letter = (unsigned char)*text;
		if (!isalnum(letter)) {
			is_open = out->length > 0;
			continue;
		}
		if (is_open && out->data[out->length - 1] != '_')
			hr_strbuf_addch(out, '_');
		is_open = false;
		hr_strbuf_addch(out, (char)tolower(letter));
	}
}

const struct hr_assertion *hr_result_check(const struct hr_test *test)
{
	size_t value = test->sequence->statements.data[test->focus].value;
	for (size_t i = 0; i < test->checks.count && value != HR_NO_VALUE; i++)
		if (test->checks.data[i].value == value && !*test->checks.data[i].part)
			return &test->checks.data[i];
	return NULL;
}

static const struct hr_assertion *check_about(const struct hr_test *test, enum hr_assertion_about about)
{
	for (size_t i = 0; i < test->checks.count; i++)
		if (test->checks.data[i].about == about)
			return &test->checks.data[i];
	return NULL;
}

bool hr_writes_nothing(const struct hr_test *test)
{
	const struct hr_assertion *written = check_about(test, HR_ABOUT_WRITTEN);
	return written && !written->length;
}

void hr_detail_errno(struct hr_strbuf *out, const struct hr_test *test)
{
	const struct hr_assertion *check = check_about(test, HR_ABOUT_ERRNO);
	if (check) {
		hr_name_part(out, "with");
		hr_name_part(out, check->text);
	}
}

static bool has_words(const char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (isalnum((unsigned char)bytes[i]))
			return true;
	return false;
}

/* Signs by their names, where there is nothing else in a text. */
static const char *sign_word(char sign)
{
	static const struct {
		char sign;
		const char *word;
	} words[] = { { ' ', "space" },      { '!', "exclamation" },   { '"', "quote" },     { '#', "hash" },
		      { '$', "dollar" },     { '%', "percent" },       { '&', "ampersand" }, { '\'', "apostrophe" },
		      { '(', "open" },       { ')', "close" },         { '*', "star" },      { '+', "plus" },
		      { ',', "comma" },      { '-', "dash" },          { '.', "dot" },       { '/', "slash" },
		      { ':', "colon" },      { ';', "semicolon" },     { '<', "less" },      { '=', "equals" },
		      { '>', "greater" },    { '?', "question" },      { '@', "at" },        { '[', "open bracket" },
		      { '\\', "backslash" }, { ']', "close bracket" }, { '^', "caret" },     { '_', "underscore" },
		      { '`', "backtick" },   { '{', "open brace" },    { '|', "bar" },       { '}', "close brace" },
		      { '~', "tilde" },      { '\n', "newline" },      { '\t', "tab" },      { '\0', "nul" } };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (words[i].sign == sign)
			return words[i].word;
	return NULL;
}

/* A text by its words, its signs, or its length. */
static void add_text(struct hr_strbuf *out, const char *bytes, size_t length)
{
	char text[MOST_WORDS + 1];
	if (length <= MOST_WORDS && has_words(bytes, length)) {
		for (size_t i = 0; i < length; i++)
			text[i] = bytes[i] && (unsigned char)bytes[i] < 0x80 ? bytes[i] : ' ';
		text[length] = '\0';
		hr_name_part(out, text);
		return;
	}
	bool has_signs = length > 0 && length <= MOST_SIGNS;
	for (size_t i = 0; i < length && has_signs; i++)
		has_signs = sign_word(bytes[i]) != NULL;
	for (size_t i = 0; i < length && has_signs; i++)
		hr_name_part(out, sign_word(bytes[i]));
	if (!has_signs) {
		snprintf(text, sizeof text, "of %zu bytes", length);
		hr_name_part(out, text);
	}
}

static void add_number(struct hr_strbuf *out, int64_t number)
{
	char text[40];
	snprintf(text, sizeof text, "%s%llu", number < 0 ? "minus " : "",
		 number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number);
	hr_name_part(out, text);
}

void hr_detail_returned(struct hr_strbuf *out, const struct hr_test *test)
{
	const struct hr_assertion *check = hr_result_check(test);
	const struct hr_assertion *written = check_about(test, HR_ABOUT_WRITTEN);
	char text[40];
	if (!check && written && written->length) {
		hr_name_part(out, "writes");
		add_text(out, written->text, written->length);
	}
	if (!check)
		return;
	if (check->kind == HR_ASSERT_TEXT && check->length) {
		hr_name_part(out, "returns");
		add_text(out, check->text, check->length);
	} else if (check->kind == HR_ASSERT_NUMBER && (check->number <= -1000 || check->number >= 1000)) {
		hr_name_part(out, "returns");
		add_number(out, check->number);
	} else if (check->kind == HR_ASSERT_REAL) {
		snprintf(text, sizeof text, "returns %s%g", check->real < 0 ? "minus " : "",
			 check->real < 0 ? -check->real : check->real);
		hr_name_part(out, text);
	}
}

void hr_detail_history(struct hr_strbuf *out, const struct hr_test *test)
{
	const struct hr_sequence *sequence = test->sequence;
	size_t focus = sequence->statements.data[test->focus].operation;
	for (size_t i = test->focus; i-- > 0;) {
		const struct hr_statement *statement = &sequence->statements.data[i];
		if (statement->kind != HR_STATEMENT_CALL || statement->operation == focus)
			continue;
		hr_name_part(out, "after");
		hr_name_part(out, sequence->model->operations.data[statement->operation].name);
		return;
	}
}

void hr_detail_memory(struct hr_strbuf *out, const struct hr_test *test)
{
	const struct hr_sequence *sequence = test->sequence;
	bool is_of_focus = true;
	for (size_t i = test->focus; i-- > 0;) {
		const struct hr_statement *statement = &sequence->statements.data[i];
		is_of_focus = is_of_focus && statement->kind != HR_STATEMENT_CALL;
		if (statement->kind != HR_STATEMENT_FAIL_ALLOC)
			continue;
		hr_name_part(out, is_of_focus ? "when allocation" : "when an allocation fails");
		if (is_of_focus) {
			add_number(out, statement->count);
			hr_name_part(out, "fails");
		}
		return;
	}
}

void hr_detail_calls(struct hr_strbuf *out, const struct hr_test *test)
{
	const struct hr_assertion *check = check_about(test, HR_ABOUT_CALLS);
	if (!check)
		return;
	if (check->kind == HR_ASSERT_TEXT && check->length <= MOST_WORDS) {
		hr_name_part(out, "calls");
		add_text(out, check->text, check->length);
	} else if (test->calls.count) {
		hr_name_part(out, "makes");
		add_number(out, (int64_t)test->calls.count);
		hr_name_part(out, test->calls.count == 1 ? "call" : "calls");
	} else {
		hr_name_part(out, "calls nothing");
	}
}

void hr_detail_fields(struct hr_strbuf *out, const struct hr_test *test)
{
	unsigned added = 0;
	for (size_t i = 0; i < test->checks.count && added < MOST_FIELDS; i++) {
		const struct hr_assertion *check = &test->checks.data[i];
		if (!*check->part || check->kind != HR_ASSERT_NUMBER)
			continue;
		if (!added++)
			hr_name_part(out, "with");
		hr_name_part(out, check->part + 1);
		add_number(out, check->number);
	}
}

static bool is_literal(const struct hr_operand *operand)
{
	return operand->kind == HR_OPERAND_NUMBER || operand->kind == HR_OPERAND_TEXT ||
	       operand->kind == HR_OPERAND_BYTES || operand->kind == HR_OPERAND_CONSTANT;
}

static bool is_same(const struct hr_operand *a, const struct hr_operand *b)
{
	if (a->kind != b->kind)
		return false;
	switch (a->kind) {
	case HR_OPERAND_NUMBER:
		return a->number == b->number;
	case HR_OPERAND_CONSTANT:
		return a->constant == b->constant;
	default:
		return a->length == b->length && (!a->length || memcmp(a->text, b->text, a->length) == 0);
	}
}

static void add_literal(struct hr_strbuf *out, const struct hr_model *model, const struct hr_operand *operand)
{
	if (operand->kind == HR_OPERAND_NUMBER)
		add_number(out, operand->number);
	else if (operand->kind == HR_OPERAND_CONSTANT)
		hr_name_part(out, model->constants.data[operand->constant].name);
	else
		add_text(out, operand->text, operand->length);
}

void hr_detail_literals(struct hr_strbuf *out, const struct hr_test *test, const struct hr_test *const *others,
			size_t count)
{
	const struct hr_model *model = test->sequence->model;
	const struct hr_statement *focus = &test->sequence->statements.data[test->focus];
	const struct hr_operation *operation = &model->operations.data[focus->operation];
	unsigned added = 0;
	for (size_t i = 0; i < focus->operand_count && i < operation->params.count && added < MOST_LITERALS; i++) {
		bool differs = false;
		/* the length of what is told already tells nothing more */
		if (!is_literal(&focus->operands[i]) || (added && operation->params.data[i].role == HR_ROLE_LENGTH))
			continue;
		for (size_t k = 0; k < count && !differs; k++) {
			const struct hr_statement *other = &others[k]->sequence->statements.data[others[k]->focus];
			differs = other->operation != focus->operation || i >= other->operand_count ||
				  !is_same(&focus->operands[i], &other->operands[i]);
		}
		if (!differs)
			continue;
		hr_name_part(out, operation->params.data[i].name);
		add_literal(out, model, &focus->operands[i]);
		added++;
	}
}
