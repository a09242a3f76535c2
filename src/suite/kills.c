/* Choosing assertions by what they notice. */
#include "suite/kills.h"

#include "base/memory.h"
#include "suite/framework.h"
#include "suite/test_file.h"

#include <stdlib.h>
#include <string.h>

static uint64_t bit(size_t index)
{
	return (uint64_t)1 << index;
}

/* What the focus returned: checked first, or not at all. */
static bool begins_with_result(const struct hr_test *test)
{
	const struct hr_statement *focus = &test->sequence->statements.data[test->focus];
	const struct hr_assertion *first = &test->checks.data[0];
	return focus->value != HR_NO_VALUE && first->value == focus->value && !*first->part;
}

/* Mutants that none of the kept checks notice, and that this one would. */
static size_t count_more(const hr_kills *kills, uint64_t kept, uint64_t check)
{
	size_t more = 0;
	for (size_t i = 0; i < kills->count; i++)
		more += !kills->data[i].is_noticed && !(kills->data[i].failed & kept) &&
			(kills->data[i].failed & check);
	return more;
}

/* Of checks that compare what was written, the one that notices most: a person wants to see it, where its length alone may notice as much. 0: none notices anything. */
static uint64_t tells_contents(const struct hr_test *test, const hr_kills *kills)
{
	size_t most = 0;
	uint64_t found = 0;
	for (size_t i = 0; i < test->checks.count; i++) {
		const struct hr_assertion *check = &test->checks.data[i];
		size_t noticed = count_more(kills, 0, bit(i));
		if ((check->kind != HR_ASSERT_TEXT && check->kind != HR_ASSERT_BYTES) || !check->length ||
		    noticed <= most)
			continue;
		most = noticed;
		found = bit(i);
	}
	return found;
}

uint64_t hr_kills_choose(const struct hr_test *test, const hr_kills *kills)
{
	size_t count = test->checks.count;
	uint64_t all = count >= HR_KILLS_CHECKS ? UINT64_MAX : bit(count) - 1;
	if (count < 2 || count > HR_KILLS_CHECKS || count_more(kills, 0, all) < HR_KILLS_LEAST)
		return all;
	uint64_t kept = tells_contents(test, kills) | (begins_with_result(test) ? 1 : 0);
	for (;;) {
		size_t best = 0, most = 0;
		for (size_t i = 0; i < count; i++) {
			size_t more = count_more(kills, kept, bit(i));
			if (more > most) {
				most = more;
				best = i;
			}
		}
		if (!most)
			return kept;
		kept |= bit(best);
	}
}

size_t hr_kills_apply(struct hr_test *test, uint64_t keep)
{
	size_t kept = 0, count = test->checks.count;
	if (count > HR_KILLS_CHECKS)
		return 0;
	for (size_t i = 0; i < count; i++)
		if (keep & bit(i))
			test->checks.data[kept++] = test->checks.data[i];
	test->checks.count = kept;
	return count - kept;
}

/* ---- places in the text ---- */

static size_t find_test(const struct hr_test *tests, size_t count, const char *name, size_t length)
{
	for (size_t i = 0; i < count; i++)
		if (strncmp(tests[i].name, name, length) == 0 && !tests[i].name[length])
			return i;
	return count;
}

/* Turns the number of a check in the text into its index, or forgets those from `first` on when they do not fit the test. */
static void settle(hr_check_places *out, size_t first, const struct hr_test *tests, size_t count)
{
	if (first == out->count)
		return;
	size_t test = out->data[first].test;
	size_t written = out->count - first;
	size_t *order = hr_calloc(test < count ? tests[test].checks.count : 0, sizeof *order);
	if (test == count || hr_suite_checks_order(order, &tests[test]) != written)
		out->count = first;
	for (size_t i = first; i < out->count; i++)
		out->data[i].check = order[i - first];
	free(order);
}

/* Tests begin with `open` and a name, checks with `check`. */
static void find_places(hr_check_places *out, const struct hr_test *tests, size_t count, const char *text,
			const char *open, const char *check)
{
	size_t test = count, first = out->count;
	unsigned number = 1;
	for (const char *line = text; *line; number++) {
		size_t length = strcspn(line, "\n");
		if (strncmp(line, open, strlen(open)) == 0) {
			settle(out, first, tests, count);
			first = out->count;
			const char *name = line + strlen(open);
			test = find_test(tests, count, name, strcspn(name, "("));
		} else if (strncmp(line, check, strlen(check)) == 0) {
			hr_vec_push(out, (struct hr_check_place){ number, test, 0 });
		}
		line += length + (line[length] == '\n');
	}
	settle(out, first, tests, count);
}

void hr_kills_places(hr_check_places *out, const struct hr_test *tests, size_t count, const char *text)
{
	find_places(out, tests, count, text, HR_RECORDER_OPEN, "\t" HR_RECORDER_CHECK);
}

void hr_plain_places(hr_check_places *out, const struct hr_test *tests, size_t count, const char *text)
{
	find_places(out, tests, count, text, "static void ", "\tassert(");
}

const struct hr_check_place *hr_kills_place(const hr_check_places *places, unsigned line)
{
	const struct hr_check_place *found = NULL;
	for (size_t i = 0; i < places->count && places->data[i].line <= line; i++)
		found = &places->data[i];
	return found;
}
