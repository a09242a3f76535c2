/* Many tests in one process, for checkers that begin anew with each process (valgrind translates all code again: 50 ms a test, where the test itself takes one).
 *
 * Tests are made for processes of their own, and may be in each other's way here. So nothing is believed but that a test passes and that nothing was said while it ran: all else is asked once more, apart or alone. A test that
 * ends the process is asked alone, and those behind it are run together once more. */
#include "app/suite_round_internal.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PASSES = 12 };

/* Where the test announces itself in what went to standard error; NULL: nowhere. */
static const char *find_mark(const char *said, const char *name)
{
	size_t length = strlen(name);
	for (const char *at = said; at && *at;) {
		if (strncmp(at, "# ", 2) == 0 && strncmp(at + 2, name, length) == 0 && at[2 + length] == '\n')
			return at + length + 3;
		at = strchr(at, '\n');
		at += at != NULL;
	}
	return NULL;
}

/* "==123== Invalid read": a line of a checker. */
static bool is_of_checker(const char *line)
{
	if (strncmp(line, "==", 2) != 0 || !isdigit((unsigned char)line[2]))
		return false;
	return strncmp(line + 2 + strspn(line + 2, "0123456789"), "==", 2) == 0;
}

/* Whether a checker said something before the next test began. */
static bool is_blamed(const char *said, const char *name)
{
	const char *at = find_mark(said, name);
	if (!at)
		return true;
	while (*at && strncmp(at, "# ", 2) != 0) {
		if (is_of_checker(at))
			return true;
		at += strcspn(at, "\n");
		at += *at == '\n';
	}
	return false;
}

/* What is lost is told at the end, and nobody knows whose it was. */
static bool has_lost(const struct hr_start *start)
{
	return strstr(start->result.errors.data, " lost in loss record ") != NULL;
}

/* What one start told. `left` is cleared for those that need not be run together again. */
static void take(enum hr_tap *told, bool *apart, bool *left, struct hr_running *running, const struct hr_start *start)
{
	const char *output = start->result.output.data, *said = start->result.errors.data;
	bool is_lost = has_lost(start);
	size_t count = start->tests.count;
	size_t end = 0; /* behind the last that something is told of */
	for (size_t i = 0; i < count; i++)
		if (hr_tap_tells(output, start->names.data[i]) != HR_TAP_NOTHING)
			end = i + 1;
	for (size_t i = 0; i < count && i <= end; i++) {
		size_t test = start->tests.data[i];
		left[test] = false;
		if (i < end && is_lost) {
			apart[test] = true;
		} else if (i < end && hr_tap_tells(output, start->names.data[i]) == HR_TAP_PASSED) {
			told[test] = is_blamed(said, start->names.data[i]) ? HR_TAP_FAILED : HR_TAP_PASSED;
			if (told[test] == HR_TAP_PASSED)
				hr_round_note_seen(running, test);
		} else {
			told[test] = HR_TAP_NOTHING; /* it ended the process, or was running when it was ended */
		}
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
