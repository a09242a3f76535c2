/* Naming tests.
 *
 * A name says what is particular about the arguments and what comes of the call. Where that does not tell the test from others, one detail more is tried after the other (levels), then several;
 * those that nothing tells apart are numbered. */
#include "suite/test_names.h"

#include "base/map.h"
#include "base/memory.h"
#include "suite/c_names.h"
#include "suite/number_names.h"
#include "suite/test_details.h"
#include "suite/text_names.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LENGTH = 100, MOST_ODDITIES = 2, ODDITIES = 6, ODDITIES_BESIDE_LITERALS = 2 };

/* What a name can tell besides. */
enum {
	ERRNO = 1,
	RETURNED = 2,
	LITERALS = 4,
	CALLS = 8,
	FIELDS = 16,
	CONTENTS = 32,
	MAKER = 64,   /* of the first argument that was made otherwise than that of others */
	MAKERS = 128, /* of two of them */
	MADE_OF = 256,
	HISTORY = 512,
	EVERYTHING = 1023
};

/* ---- what comes of it ---- */

static void add_number(struct hr_strbuf *out, const struct hr_test *test, const struct hr_type *type, int64_t number)
{
	const struct hr_model *model = test->sequence->model;
	const struct hr_operation *operation =
		&model->operations.data[test->sequence->statements.data[test->focus].operation];
	char text[40];
	const char *name = hr_enumerator_name(type, number);
	if (hr_is_wrapped(type, number, &number))
		name = hr_wrapped_name(model, type, number);
	if (!name)
		name = hr_status_name(model, operation, number);
	if (!name)
		name = hr_version_name(model, operation->name, number, NULL);
	if (name)
		name = hr_own_words(name, operation->name);
	if (type && type->kind == HR_TYPE_BOOL)
		name = number ? "true" : "false";
	bool is_huge = type && type->kind == HR_TYPE_INT && !type->is_signed && number < 0;
	if (!name && !is_huge) {
		snprintf(text, sizeof text, "%s%llu", number < 0 ? "minus " : "",
			 number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number);
		name = text;
	}
	hr_name_part(out, "returns");
	hr_name_part(out, name ? name : "a huge number");
}

static void add_outcome(struct hr_strbuf *out, const struct hr_test *test)
{
	const struct hr_assertion *check = hr_result_check(test);
	if (!check && hr_writes_nothing(test))
		hr_name_part(out, "writes nothing");
	if (!check)
		return;
	switch (check->kind) {
	case HR_ASSERT_NUMBER:
		if (check->about == HR_ABOUT_SIGN)
			hr_name_part(out, check->number < 0 ? "returns negative" : "returns positive");
		else if (check->about == HR_ABOUT_NAN)
			hr_name_part(out, "returns nan");
		else
			add_number(out, test, hr_model_type(test->sequence->model, check->type), check->number);
		break;
	case HR_ASSERT_REAL:
		break; /* as hr_detail_returned tells it */
	case HR_ASSERT_NULL:
		hr_name_part(out, "returns null");
		break;
	case HR_ASSERT_NOT_NULL:
	case HR_ASSERT_BYTES:
		break; /* the usual case: not worth a word */
	case HR_ASSERT_TEXT:
		hr_name_part(out, check->length ? "returns text" : "returns empty text");
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
	case HR_OPERAND_STREAM:
		return !operand->text && operand->number ? "full" : NULL;
	case HR_OPERAND_PATH:
		return operand->text ? operand->length ? NULL : "empty" : "missing";
	default:
		return NULL;
	}
}

/* The strangest first: at most two make a name. `most`: so many of the words; all, or those that are no literals. `short_buffer`: the parameter that is one, if any. */
static void add_arguments(struct hr_strbuf *out, const struct hr_test *test, size_t most, size_t short_buffer)
{
	static const char *const words[ODDITIES] = { "null", "missing", "full", "empty", "negative", "zero" };
	const struct hr_statement *focus = &test->sequence->statements.data[test->focus];
	const struct hr_operation *operation = &test->sequence->model->operations.data[focus->operation];
	unsigned added = 0;
	if (short_buffer < operation->params.count) {
		hr_name_part(out, "short");
		hr_name_part(out, *operation->params.data[short_buffer].name ? operation->params.data[short_buffer].name
									     : "buffer");
		added++;
	}
	for (size_t k = 0; k < most; k++)
		for (size_t i = 0; i < focus->operand_count && i < operation->params.count; i++) {
			const char *word = oddity(&focus->operands[i]);
			if (!word || strcmp(word, words[k]) != 0 || !*operation->params.data[i].name ||
			    added == MOST_ODDITIES)
				continue;
			hr_name_part(out, word);
			hr_name_part(out, operation->params.data[i].name);
			added++;
		}
}

/* ---- all of it ---- */

/* A test that asserts nothing shows that the call returns. */
static void add_outcome_or_return(struct hr_strbuf *out, const struct hr_test *test, unsigned details)
{
	size_t before = out->length;
	hr_detail_returned(out, test, details & RETURNED);
	if (out->length == before)
		add_outcome(out, test);
	if (!test->checks.count)
		hr_name_part(out, "returns");
}

/* `others`: those that it is to be told from. False: that was too long, and its end is left out. */
static bool write_name(struct hr_strbuf *out, const struct hr_test *test, unsigned details,
		       const struct hr_test *const *others, size_t other_count, size_t short_buffer)
{
	const struct hr_sequence *sequence = test->sequence;
	struct hr_strbuf what = HR_STRBUF_INIT;
	if (details & (MAKER | MAKERS))
		hr_detail_makers(&what, test, others, other_count, details & MAKERS ? 2 : 1, details & MADE_OF);
	size_t before = what.length;
	if (details & LITERALS)
		hr_detail_literals(&what, test, others, other_count);
	add_arguments(&what, test, what.length > before ? ODDITIES_BESIDE_LITERALS : ODDITIES, short_buffer);
	add_outcome_or_return(&what, test, details);
	hr_detail_memory(&what, test);
	if (details & ERRNO)
		hr_detail_errno(&what, test);
	if (details & CALLS)
		hr_detail_calls(&what, test);
	if (details & CONTENTS)
		hr_detail_contents(&what, test);
	if (details & FIELDS)
		hr_detail_fields(&what, test);
	if (details & HISTORY)
		hr_detail_history(&what, test);
	hr_strbuf_clear(out);
	hr_strbuf_addf(out, "test_%s",
		       sequence->model->operations.data[sequence->statements.data[test->focus].operation].name);
	if (what.length)
		hr_strbuf_addf(out, "__%s", what.data);
	bool is_whole = out->length <= MOST_LENGTH;
	if (!is_whole) {
		size_t end = MOST_LENGTH; /* whole words */
		while (out->data[end] != '_')
			end--;
		hr_strbuf_truncate(out, end);
	}
	while (out->length && out->data[out->length - 1] == '_')
		hr_strbuf_truncate(out, out->length - 1);
	size_t word = out->length > 8 ? out->length - 8 : 0;
	if (!is_whole && strcmp(out->data + word, "_returns") == 0) /* what? */
		hr_strbuf_truncate(out, word);
	hr_strbuf_release(&what);
	return is_whole;
}

/* ---- all tests ---- */

struct naming {
	struct hr_test *tests;
	size_t count;
	size_t *group;         /* by test: the first one that would have the same name if nothing more was told */
	size_t *short_buffer;  /* by test: the parameter */
	struct hr_map given;   /* names */
	struct hr_strbuf name; /* of the test that is looked at */
};

/* Those without a name that share the plain one with the test. */
static size_t find_others(const struct hr_test **others, const struct naming *naming, size_t test)
{
	size_t count = 0;
	for (size_t i = naming->group[test]; i < naming->count; i++)
		if (i != test && naming->group[i] == naming->group[test] && !naming->tests[i].name)
			others[count++] = &naming->tests[i];
	return count;
}

static void find_groups(struct naming *naming)
{
	struct hr_map first = HR_MAP_INIT;
	for (size_t i = 0; i < naming->count; i++) {
		naming->tests[i].name = NULL;
		naming->short_buffer[i] = hr_short_buffer(&naming->tests[i], naming->tests, naming->count);
		(void)write_name(&naming->name, &naming->tests[i], 0, NULL, 0, naming->short_buffer[i]);
		if (!hr_map_get(&first, naming->name.data, &naming->group[i])) {
			naming->group[i] = i;
			hr_map_put(&first, naming->name.data, i);
		}
	}
	hr_map_release(&first);
}

static bool is_free(const struct naming *naming)
{
	return !hr_map_get(&naming->given, naming->name.data, NULL) &&
	       !hr_c_is_known(naming->tests[0].sequence->model, naming->name.data);
}

static void give(struct naming *naming, size_t test)
{
	hr_map_put(&naming->given, naming->name.data, test);
	naming->tests[test].name = hr_arena_strdup(&naming->tests[test].arena, naming->name.data);
}

/* Gives their names to those that these details tell from all others that have none. */
static void name_by(struct naming *naming, unsigned details)
{
	struct hr_map counts = HR_MAP_INIT;
	const struct hr_test **others = hr_calloc(naming->count, sizeof *others);
	char **names = hr_calloc(naming->count, sizeof *names);
	for (size_t i = 0; i < naming->count; i++) {
		size_t seen = 0;
		if (naming->tests[i].name)
			continue;
		size_t count = find_others(others, naming, i);
		if (!write_name(&naming->name, &naming->tests[i], details, others, count, naming->short_buffer[i]) &&
		    details != EVERYTHING)
			continue;
		names[i] = hr_strdup(naming->name.data);
		(void)hr_map_get(&counts, names[i], &seen);
		hr_map_put(&counts, names[i], seen + 1);
	}
	for (size_t i = 0; i < naming->count; i++) {
		size_t seen = 0;
		if (!names[i])
			continue;
		hr_strbuf_clear(&naming->name);
		hr_strbuf_addstr(&naming->name, names[i]);
		if (hr_map_get(&counts, names[i], &seen) && seen == 1 && is_free(naming))
			give(naming, i);
		free(names[i]);
	}
	free(names);
	free(others);
	hr_map_release(&counts);
}

/* A number for what would have the name of another; where nothing but the operation is told, the first gets one as well. */
static void number_name(struct naming *naming)
{
	struct hr_strbuf *name = &naming->name;
	size_t length = name->length;
	bool is_bare = !strstr(name->data, "__");
	if (is_bare)
		hr_strbuf_addstr(name, "__1");
	for (unsigned number = 2; !is_free(naming); number++) {
		hr_strbuf_truncate(name, length);
		hr_strbuf_addf(name, "%s%u", is_bare ? "__" : "_", number);
	}
}

void hr_test_names(struct hr_test *tests, size_t count)
{
	/* what the call itself shows, who made its arguments, and only then what came before */
	static const unsigned levels[] = { 0,
					   ERRNO,
					   LITERALS,
					   RETURNED,
					   CALLS,
					   CONTENTS,
					   MAKER,
					   FIELDS,
					   MAKERS,
					   LITERALS | CONTENTS,
					   LITERALS | MAKER,
					   MAKERS | MADE_OF,
					   LITERALS | CALLS | FIELDS | RETURNED,
					   HISTORY,
					   MAKER | HISTORY,
					   LITERALS | HISTORY,
					   EVERYTHING };
	struct naming naming = { .tests = tests,
				 .count = count,
				 .group = hr_calloc(count, sizeof *naming.group),
				 .short_buffer = hr_calloc(count, sizeof *naming.short_buffer),
				 .name = HR_STRBUF_INIT };
	find_groups(&naming);
	for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
		name_by(&naming, levels[i]);
	for (size_t i = 0; i < count; i++)
		if (!tests[i].name) {
			(void)write_name(&naming.name, &tests[i], 0, NULL, 0, naming.short_buffer[i]);
			number_name(&naming);
			give(&naming, i);
		}
	free(naming.short_buffer);
	free(naming.group);
	hr_map_release(&naming.given);
	hr_strbuf_release(&naming.name);
}
