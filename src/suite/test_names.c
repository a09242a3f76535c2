/* Naming tests.
 *
 * A name says what is particular about the arguments and what comes of the call; where that does not tell the test from others, also what was called before it, then a number. */
#include "suite/test_names.h"

#include "base/map.h"
#include "base/strbuf.h"
#include "suite/number_names.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LENGTH = 100, LEVELS = 3, MOST_ODDITIES = 2 };

/* Letters in lower case, digits, and single underscores for everything else. */
static void add_words(struct hr_strbuf *out, const char *text)
{
	bool is_open = false;
	for (; *text; text++) {
		unsigned char letter = (unsigned char)*text;
		if (!isalnum(letter)) {
			is_open = true;
			continue;
		}
		if (is_open && out->length && out->data[out->length - 1] != '_')
			hr_strbuf_addch(out, '_');
		is_open = false;
		hr_strbuf_addch(out, (char)tolower(letter));
	}
}

static void add_part(struct hr_strbuf *out, const char *text)
{
	if (out->length && out->data[out->length - 1] != '_')
		hr_strbuf_addch(out, '_');
	add_words(out, text);
}

/* ---- what comes of it ---- */

static const struct hr_assertion *result_check(const struct hr_test *test)
{
	size_t value = test->sequence->statements.data[test->focus].value;
	for (size_t i = 0; i < test->checks.count && value != HR_NO_VALUE; i++)
		if (test->checks.data[i].value == value && !*test->checks.data[i].part)
			return &test->checks.data[i];
	return NULL;
}

/* A name without the words that it shares with the operation at its beginning: that is told already. */
static const char *own_words(const char *name, const char *operation)
{
	size_t common = 0;
	for (size_t i = 0;
	     name[i] && operation[i] && tolower((unsigned char)name[i]) == tolower((unsigned char)operation[i]); i++)
		if (name[i] == '_')
			common = i + 1;
	return name + common;
}

static void add_number(struct hr_strbuf *out, const struct hr_test *test, const struct hr_type *type, int64_t number)
{
	const struct hr_model *model = test->sequence->model;
	const struct hr_operation *operation =
		&model->operations.data[test->sequence->statements.data[test->focus].operation];
	char text[40];
	const char *name = hr_enumerator_name(type, number);
	if (!name)
		name = hr_status_name(model, operation, number);
	if (name)
		name = own_words(name, operation->name);
	if (type && type->kind == HR_TYPE_BOOL)
		name = number ? "true" : "false";
	if (!name && number > -1000 && number < 1000) {
		snprintf(text, sizeof text, "%s%lld", number < 0 ? "minus " : "",
			 (long long)(number < 0 ? -number : number));
		name = text;
	}
	add_part(out, "returns");
	add_part(out, name ? name : "a number");
}

static void add_outcome(struct hr_strbuf *out, const struct hr_test *test)
{
	const struct hr_assertion *check = result_check(test);
	if (!check)
		return;
	switch (check->kind) {
	case HR_ASSERT_NUMBER:
		add_number(out, test, hr_model_type(test->sequence->model, check->type), check->number);
		break;
	case HR_ASSERT_REAL:
		add_part(out, "returns a number");
		break;
	case HR_ASSERT_NULL:
		add_part(out, "returns null");
		break;
	case HR_ASSERT_NOT_NULL:
		break; /* the usual case: not worth a word */
	case HR_ASSERT_TEXT:
		add_part(out, check->length ? "returns text" : "returns empty text");
		break;
	}
}

/* ---- what is particular about its arguments ---- */

/* A word for what is not usual about an argument; NULL when nothing is. */
static const char *oddity(const struct hr_operand *operand)
{
	switch (operand->kind) {
	case HR_OPERAND_NULL:
		return "null";
	case HR_OPERAND_NUMBER:
		return operand->number < 0 ? "negative" : operand->number == 0 ? "zero" : NULL;
	case HR_OPERAND_TEXT:
	case HR_OPERAND_BYTES:
		return operand->length ? NULL : "empty";
	case HR_OPERAND_PATH:
		return operand->text ? operand->length ? NULL : "empty" : "missing";
	default:
		return NULL;
	}
}

/* The strangest first: at most two make a name. */
static void add_arguments(struct hr_strbuf *out, const struct hr_test *test)
{
	static const char *const words[] = { "null", "missing", "empty", "negative", "zero" };
	const struct hr_statement *focus = &test->sequence->statements.data[test->focus];
	const struct hr_operation *operation = &test->sequence->model->operations.data[focus->operation];
	unsigned added = 0;
	for (size_t k = 0; k < sizeof words / sizeof *words; k++)
		for (size_t i = 0; i < focus->operand_count && i < operation->params.count; i++) {
			const char *word = oddity(&focus->operands[i]);
			if (!word || strcmp(word, words[k]) != 0 || !*operation->params.data[i].name ||
			    added == MOST_ODDITIES)
				continue;
			add_part(out, word);
			add_part(out, operation->params.data[i].name);
			added++;
		}
}

/* ---- what was called before ---- */

static void add_history(struct hr_strbuf *out, const struct hr_test *test)
{
	const struct hr_sequence *sequence = test->sequence;
	size_t focus = sequence->statements.data[test->focus].operation;
	for (size_t i = test->focus; i-- > 0;) {
		const struct hr_statement *statement = &sequence->statements.data[i];
		if (statement->kind != HR_STATEMENT_CALL || statement->operation == focus)
			continue;
		add_part(out, "after");
		add_part(out, sequence->model->operations.data[statement->operation].name);
		return;
	}
}

/* ---- all of it ---- */

static void write_name(struct hr_strbuf *out, const struct hr_test *test, unsigned level)
{
	const struct hr_sequence *sequence = test->sequence;
	struct hr_strbuf what = HR_STRBUF_INIT;
	add_arguments(&what, test);
	add_outcome(&what, test);
	if (level >= 2)
		add_history(&what, test);
	hr_strbuf_clear(out);
	hr_strbuf_addf(out, "test_%s",
		       sequence->model->operations.data[sequence->statements.data[test->focus].operation].name);
	if (what.length)
		hr_strbuf_addf(out, "__%s", what.data);
	if (out->length > MOST_LENGTH)
		hr_strbuf_truncate(out, MOST_LENGTH);
	hr_strbuf_release(&what);
}

/* How many tests would have each name at a level. */
static void count_names(struct hr_map *counts, const struct hr_test *tests, size_t count, unsigned level)
{
	struct hr_strbuf name = HR_STRBUF_INIT;
	for (size_t i = 0; i < count; i++) {
		size_t seen = 0;
		write_name(&name, &tests[i], level);
		(void)hr_map_get(counts, name.data, &seen);
		hr_map_put(counts, name.data, seen + 1);
	}
	hr_strbuf_release(&name);
}

/* A number for what would have the name of another; where nothing but the operation is told, the first gets one as well. */
static void number_name(struct hr_strbuf *name, const struct hr_map *given, bool is_shared)
{
	size_t length = name->length;
	bool is_bare = is_shared && !strstr(name->data, "__");
	if (is_bare)
		hr_strbuf_addstr(name, "__1");
	for (unsigned number = 2; hr_map_get(given, name->data, NULL); number++) {
		hr_strbuf_truncate(name, length);
		hr_strbuf_addf(name, "%s%u", is_bare ? "__" : "_", number);
	}
}

void hr_test_names(struct hr_test *tests, size_t count)
{
	struct hr_map counts[LEVELS] = { HR_MAP_INIT };
	struct hr_map given = HR_MAP_INIT;
	struct hr_strbuf name = HR_STRBUF_INIT;
	for (unsigned level = 1; level < LEVELS; level++)
		count_names(&counts[level], tests, count, level);
	for (size_t i = 0; i < count; i++) {
		size_t same = 2;
		for (unsigned level = 1; level < LEVELS && same > 1; level++) {
			write_name(&name, &tests[i], level);
			(void)hr_map_get(&counts[level], name.data, &same);
		}
		number_name(&name, &given, same > 1);
		hr_map_put(&given, name.data, i);
		tests[i].name = hr_arena_strdup(&tests[i].arena, name.data);
	}
	for (unsigned level = 0; level < LEVELS; level++)
		hr_map_release(&counts[level]);
	hr_map_release(&given);
	hr_strbuf_release(&name);
}
