/* Words for what is particular about a test. They are short: a name is no place for a whole literal. */
#include "suite/test_details.h"

#include "seq/close.h"
#include "seq/edit.h"
#include "suite/text_names.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_WORDS = 24, MOST_LITERALS = 2, MOST_FIELDS = 2, NEARLY_FULL = 4, MANY = 4 };

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

/* A text by its words and signs, or by its length. */
static void add_text(struct hr_strbuf *out, const char *bytes, size_t length)
{
	char text[40];
	if (hr_name_text(out, bytes, length))
		return;
	if (length == 1)
		snprintf(text, sizeof text, "byte %02x", (unsigned char)*bytes);
	else
		snprintf(text, sizeof text, "of %zu bytes", length);
	hr_name_part(out, text);
}

static void add_number(struct hr_strbuf *out, int64_t number)
{
	char text[40];
	snprintf(text, sizeof text, "%s%llu", number < 0 ? "minus " : "",
		 number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number);
	hr_name_part(out, text);
}

/* "text_of_63_bytes" where it cannot be told otherwise, and `is_long` is wanted. */
static void add_told(struct hr_strbuf *out, const char *verb, const struct hr_assertion *check, bool is_long)
{
	struct hr_strbuf words = HR_STRBUF_INIT;
	bool is_told = hr_name_text(&words, check->text, check->length);
	if (is_told || is_long) {
		hr_name_part(out, verb);
		hr_name_part(out, is_told ? words.data : "text");
	}
	if (!is_told && is_long)
		add_text(out, check->text, check->length);
	hr_strbuf_release(&words);
}

void hr_detail_returned(struct hr_strbuf *out, const struct hr_test *test, bool is_long)
{
	const struct hr_assertion *check = hr_result_check(test);
	const struct hr_assertion *written = check_about(test, HR_ABOUT_WRITTEN);
	if (!check && written && written->length)
		add_told(out, "writes", written, is_long);
	if (check && check->kind == HR_ASSERT_TEXT && check->length)
		add_told(out, "returns", check, is_long);
	if (check && check->kind == HR_ASSERT_REAL) {
		hr_name_part(out, "returns");
		hr_name_real(out, check->real);
	}
}

const char *hr_own_words(const char *name, const char *operation)
{
	size_t common = 0;
	for (size_t i = 0;
	     name[i] && operation[i] && tolower((unsigned char)name[i]) == tolower((unsigned char)operation[i]); i++)
		if (name[i] == '_')
			common = i + 1;
	return name + common;
}

static const struct hr_statement *focus_of(const struct hr_test *test)
{
	return &test->sequence->statements.data[test->focus];
}

/* The name behind a first word that many operations have: "unit_". */
static const char *behind_prefix(const struct hr_model *model, const char *name)
{
	const char *end = strchr(name, '_');
	size_t length = end ? (size_t)(end + 1 - name) : 0, count = 0;
	for (size_t i = 0; i < model->operations.count && length; i++)
		count += strncmp(model->operations.data[i].name, name, length) == 0;
	return count >= MANY && name[length] ? name + length : name;
}

/* The name of another operation, without what it shares with that of the focus, or with many others. */
static void add_operation(struct hr_strbuf *out, const struct hr_test *test, size_t operation)
{
	const struct hr_model *model = test->sequence->model;
	const char *name = model->operations.data[operation].name;
	const char *own = hr_own_words(name, model->operations.data[focus_of(test)->operation].name);
	hr_name_words(out, own == name ? behind_prefix(model, name) : own);
}

/* The object that the focus is about; HR_NO_VALUE: none that has a name. */
static size_t receiver_of(const struct hr_test *test)
{
	const struct hr_statement *focus = focus_of(test);
	for (size_t i = 0; i < focus->operand_count; i++)
		if (focus->operands[i].kind == HR_OPERAND_VALUE)
			return focus->operands[i].value;
	return HR_NO_VALUE;
}

/* What was done to the object last, or just done last. */
void hr_detail_history(struct hr_strbuf *out, const struct hr_test *test)
{
	const struct hr_sequence *sequence = test->sequence;
	size_t receiver = receiver_of(test);
	size_t maker = receiver == HR_NO_VALUE ? (size_t)-1 : hr_value_call(sequence, receiver);
	for (int round = receiver == HR_NO_VALUE; round < 2; round++)
		for (size_t i = test->focus; i-- > 0;) {
			const struct hr_statement *statement = &sequence->statements.data[i];
			if (statement->kind != HR_STATEMENT_CALL || i == maker ||
			    statement->operation == focus_of(test)->operation ||
			    (round == 0 && !hr_statement_names(statement, receiver)))
				continue;
			hr_name_part(out, "after");
			add_operation(out, test, statement->operation);
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
		struct hr_strbuf calls = HR_STRBUF_INIT; /* "visit(a, 1)": signs that tell nothing */
		hr_strbuf_add(&calls, check->text, check->length);
		hr_name_part(out, "calls");
		hr_name_part(out, calls.length ? calls.data : "");
		hr_strbuf_release(&calls);
	} else if (test->calls.count) {
		hr_name_part(out, "makes");
		add_number(out, (int64_t)test->calls.count);
		hr_name_part(out, test->calls.count == 1 ? "call" : "calls");
	} else {
		hr_name_part(out, "calls nothing");
	}
}

/* What a number that is compared is called: a part, or what a look reads or asks. */
static void add_subject(struct hr_strbuf *out, const struct hr_test *test, const struct hr_assertion *check)
{
	const struct hr_sequence *sequence = test->sequence;
	const struct hr_statement *look =
		check->value == HR_NO_VALUE ? NULL
					    : &sequence->statements.data[sequence->values.data[check->value].statement];
	bool is_look = look && look > focus_of(test);
	if (*check->part)
		hr_name_part(out, check->part + 1);
	else if (is_look && look->kind == HR_STATEMENT_GET)
		hr_name_part(out, look->access->text + 1);
	else if (is_look && look->kind == HR_STATEMENT_CALL)
		add_operation(out, test, look->operation);
}

void hr_detail_fields(struct hr_strbuf *out, const struct hr_test *test)
{
	struct hr_strbuf subject = HR_STRBUF_INIT;
	unsigned added = 0;
	for (size_t i = 0; i < test->checks.count && added < MOST_FIELDS; i++) {
		const struct hr_assertion *check = &test->checks.data[i];
		hr_strbuf_clear(&subject);
		if (check->kind == HR_ASSERT_NUMBER)
			add_subject(&subject, test, check);
		if (!subject.length)
			continue;
		if (!added++)
			hr_name_part(out, "with");
		hr_name_part(out, subject.data);
		add_number(out, check->number);
	}
	hr_strbuf_release(&subject);
}

void hr_detail_contents(struct hr_strbuf *out, const struct hr_test *test)
{
	const struct hr_assertion *result = hr_result_check(test);
	for (size_t i = 0; i < test->checks.count; i++) {
		const struct hr_assertion *check = &test->checks.data[i];
		if (check == result || check->about != HR_ABOUT_VALUE || check->kind != HR_ASSERT_TEXT)
			continue;
		if (check->length)
			add_told(out, "leaves", check, true);
		else
			hr_name_part(out, "leaves empty text");
		return;
	}
}

/* ---- by what it was given ---- */

static bool is_literal(const struct hr_operand *operand)
{
	return operand->kind == HR_OPERAND_NUMBER || operand->kind == HR_OPERAND_TEXT ||
	       operand->kind == HR_OPERAND_BYTES || operand->kind == HR_OPERAND_CONSTANT ||
	       operand->kind == HR_OPERAND_REAL;
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
	case HR_OPERAND_REAL:
		return a->real == b->real || (isnan(a->real) && isnan(b->real));
	default:
		return a->length == b->length && (!a->length || memcmp(a->text, b->text, a->length) == 0);
	}
}

static void add_literal(struct hr_strbuf *out, const struct hr_model *model, const struct hr_operand *operand)
{
	if (operand->kind == HR_OPERAND_NUMBER)
		add_number(out, operand->number);
	else if (operand->kind == HR_OPERAND_REAL)
		hr_name_real(out, operand->real);
	else if (operand->kind == HR_OPERAND_CONSTANT)
		hr_name_part(out, model->constants.data[operand->constant].name);
	else
		add_text(out, operand->text, operand->length);
}

void hr_detail_literals(struct hr_strbuf *out, const struct hr_test *test, const struct hr_test *const *others,
			size_t count)
{
	const struct hr_model *model = test->sequence->model;
	const struct hr_statement *focus = focus_of(test);
	const struct hr_operation *operation = &model->operations.data[focus->operation];
	unsigned added = 0;
	for (size_t i = 0; i < focus->operand_count && i < operation->params.count && added < MOST_LITERALS; i++) {
		bool differs = false;
		/* the length of what is told already tells nothing more */
		if (!is_literal(&focus->operands[i]) || (added && operation->params.data[i].role == HR_ROLE_LENGTH))
			continue;
		for (size_t k = 0; k < count && !differs; k++) {
			const struct hr_statement *other = focus_of(others[k]);
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

/* The call that made what an argument is; NULL: it is nothing that was made. */
static const struct hr_statement *maker_of(const struct hr_test *test, size_t argument)
{
	const struct hr_statement *focus = focus_of(test);
	if (argument >= focus->operand_count || focus->operands[argument].kind != HR_OPERAND_VALUE)
		return NULL;
	size_t call = hr_value_call(test->sequence, focus->operands[argument].value);
	return call < test->focus ? &test->sequence->statements.data[call] : NULL;
}

/* Whether one of the others has an argument from elsewhere, or made of something else. */
static bool is_made_otherwise(const struct hr_statement *maker, size_t argument, const struct hr_test *const *others,
			      size_t count)
{
	for (size_t k = 0; k < count; k++) {
		const struct hr_statement *other = maker_of(others[k], argument);
		if (!other || other->operation != maker->operation)
			return true;
		for (size_t i = 0; i < maker->operand_count && i < other->operand_count; i++)
			if (is_literal(&maker->operands[i]) && !is_same(&maker->operands[i], &other->operands[i]))
				return true;
	}
	return false;
}

void hr_detail_makers(struct hr_strbuf *out, const struct hr_test *test, const struct hr_test *const *others,
		      size_t count, unsigned most, bool with_literals)
{
	const struct hr_model *model = test->sequence->model;
	const struct hr_statement *focus = focus_of(test);
	const struct hr_operation *operation = &model->operations.data[focus->operation];
	unsigned added = 0;
	for (size_t i = 0; i < operation->params.count && added < most; i++) {
		const struct hr_statement *maker = maker_of(test, i);
		if (!maker || !is_made_otherwise(maker, i, others, count))
			continue;
		hr_name_part(out, operation->params.data[i].name);
		hr_name_part(out, strcmp(operation->params.data[i].name, "from") == 0 ? "made by" : "from");
		add_operation(out, test, maker->operation);
		for (size_t k = 0; k < maker->operand_count && with_literals; k++)
			if (is_literal(&maker->operands[k])) {
				add_literal(out, model, &maker->operands[k]);
				break;
			}
		added++;
	}
}

/* By the convention that the model knows, or by what most have. */
static bool is_refused(const struct hr_test *test)
{
	const struct hr_model *model = test->sequence->model;
	const struct hr_operation *operation = &model->operations.data[focus_of(test)->operation];
	const struct hr_assertion *check = hr_result_check(test);
	if (!check || check->kind != HR_ASSERT_NUMBER)
		return check && check->kind == HR_ASSERT_NULL;
	if (operation->error == HR_REFUSED_NONZERO)
		return check->number !=
		       (operation->error_good >= 0 ? model->constants.data[operation->error_good].number : 0);
	return check->number < 0 || (check->number == 0 && operation->error != HR_REFUSED_NEGATIVE);
}

/* How many bytes of the buffer were written, as far as it is compared. */
static size_t written_length(const struct hr_test *test, size_t buffer)
{
	const struct hr_statement *focus = focus_of(test);
	for (size_t i = 0; i < test->checks.count; i++)
		if (buffer < focus->operand_count && focus->operands[buffer].kind == HR_OPERAND_VALUE &&
		    test->checks.data[i].value == focus->operands[buffer].value &&
		    test->checks.data[i].kind == HR_ASSERT_TEXT)
			return test->checks.data[i].length;
	return 0;
}

size_t hr_short_buffer(const struct hr_test *test, const struct hr_test *tests, size_t count)
{
	const struct hr_statement *focus = focus_of(test);
	const struct hr_operation *operation = &test->sequence->model->operations.data[focus->operation];
	size_t none = operation->params.count;
	if (!is_refused(test))
		return none;
	for (size_t i = 0; i < operation->params.count && i < focus->operand_count; i++) {
		const struct hr_item *param = &operation->params.data[i];
		size_t buffer = param->of >= 0 ? (size_t)param->of : i;
		if (param->role != HR_ROLE_CAPACITY || focus->operands[i].kind != HR_OPERAND_NUMBER ||
		    focus->operands[i].number <= 0 || buffer >= none)
			continue;
		size_t size = (size_t)focus->operands[i].number, written = written_length(test, buffer);
		if (written && written + NEARLY_FULL >= size)
			return buffer;
		for (size_t k = 0; k < count; k++) {
			const struct hr_statement *other = focus_of(&tests[k]);
			if (other->operation == focus->operation && i < other->operand_count &&
			    other->operands[i].kind == HR_OPERAND_NUMBER &&
			    other->operands[i].number > focus->operands[i].number && !is_refused(&tests[k]))
				return buffer;
		}
	}
	return none;
}
