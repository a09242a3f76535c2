/* Many tests in one process, for checkers that begin anew with each process (valgrind translates all code again: 50 ms a test, where the test itself takes one).
 *
 * Tests are made for processes of their own, and may be in each other's way here. So nothing is believed but that a test passes while nothing was said so far: the first for which that does not hold is asked alone, and those behind it
 * are run together once more. */
#include "app/suite_round_internal.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PASSES = 12 };

/* The test of this start that the line announces; the number of them: none. */
static size_t announced(const struct hr_start *start, const char *line)
{
	size_t length = strcspn(line, "\n");
	for (size_t i = 0; strncmp(line, "# ", 2) == 0 && i < start->tests.count; i++)
		if (strlen(start->names.data[i]) == length - 2 &&
		    memcmp(line + 2, start->names.data[i], length - 2) == 0)
			return i;
	return start->tests.count;
}

/* "==123== Invalid read": a line of a checker. */
static bool is_of_checker(const char *line)
{
	if (strncmp(line, "==", 2) != 0 || !isdigit((unsigned char)line[2]))
		return false;
	return strncmp(line + 2 + strspn(line + 2, "0123456789"), "==", 2) == 0;
}

/* The first test during which a checker said something; the number of them: none. Of later ones nothing is known: what is the same error to a checker it tells once for a process. */
static size_t first_blamed(const struct hr_start *start)
{
	size_t now = start->tests.count;
	for (const char *line = start->result.errors.data; *line;) {
		size_t test = announced(start, line);
		now = test < start->tests.count ? test : now;
		if (is_of_checker(line))
			return now < start->tests.count ? now : 0;
		line += strcspn(line, "\n");
		line += *line == '\n';
	}
	return start->tests.count;
}

/* What is lost is told at the end, and nobody knows whose it was. */
static bool has_lost(const struct hr_start *start)
{
	return strstr(start->result.errors.data, " lost in loss record ") != NULL;
}

/* How many of the first tests have passed, one after the other. */
static size_t count_passed(const struct hr_start *start)
{
	size_t count = 0;
	while (count < start->tests.count &&
	       hr_tap_tells(start->result.output.data, start->names.data[count]) == HR_TAP_PASSED)
		count++;
	return count;
}

/* What one start told: its first tests have passed, the one behind them is asked alone, the others stay to be run together again. */
static void take(enum hr_tap *told, bool *apart, bool *left, struct hr_running *running, const struct hr_start *start)
{
	size_t count = start->tests.count;
	size_t passed = count_passed(start), blamed = first_blamed(start);
	bool is_whole = passed == count && blamed == count;
	bool says_nothing = has_lost(start) || (is_whole && start->result.exit_code != 0);
	size_t good = blamed < passed ? blamed : passed;
	for (size_t i = 0; i < count && (says_nothing || i <= good); i++) {
		size_t test = start->tests.data[i];
		left[test] = false;
		apart[test] = says_nothing;
		if (says_nothing)
			continue;
		told[test] = i < good ? HR_TAP_PASSED : HR_TAP_NOTHING;
		if (i < good)
			hr_round_note_seen(running, test);
	}
}

static bool is_any(const bool *flags, size_t count)
{
	return count && memchr(flags, true, count);
}

int hr_round_run_together(enum hr_tap *told, bool *apart, struct hr_running *running, struct hr_error *error)
{
	static const char *const environment[] = { "TESTS_TOGETHER=1", NULL };
	struct hr_suite_round round = *running->round;
	bool *left = hr_calloc(running->count, sizeof *left);
	struct hr_running part = *running;
	int status = 0;
	round.run.environment = environment;
	part.round = &round;
	part.passed = left;
	memcpy(left, running->passed, running->count * sizeof *left);
	for (int pass = 0; pass < MOST_PASSES && is_any(left, running->count) && !status; pass++) {
		hr_starts starts = HR_VEC_INIT;
		hr_starts_add_areas(&starts, &part);
		status = hr_starts_run(&starts, &part, error);
		for (size_t i = 0; i < starts.count && !status; i++)
			take(told, apart, left, running, starts.data[i]);
		hr_starts_release(&starts);
		if (hr_round_is_over(running))
			break;
	}
	for (size_t i = 0; i < running->count; i++)
		apart[i] = apart[i] || left[i];
	free(left);
	return status;
}
