/* Compiling tests with any compiler, and finding out which of them it does not like.
 *
 * Compilers tell lines: the test that has the line is to blame. Where that leads nowhere (a helper function, a linker that knows no names) halves are compiled until the culprits are found. */
#include "app/certify_internal.h"

#include "app/gen_suite.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "suite/areas.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ATTEMPTS = 6 };

/* ---- what compilers say ---- */

/* A line of what was said: its end, or NULL behind the last. */
static const char *line_end(const char *line)
{
	return *line ? line + strcspn(line, "\n") : NULL;
}

static bool line_has(const char *line, const char *text)
{
	const char *end = line_end(line);
	const char *found = strstr(line, text);
	return end && found && found < end;
}

/* FILE:LINE:COLUMN: KIND: …, of this file; 0: something else. */
static unsigned long complaint_at(const char *line, const char *file, const char *kind)
{
	size_t length = strlen(file);
	char *end = NULL;
	if (strncmp(line, file, length) != 0 || line[length] != ':' || !isdigit((unsigned char)line[length + 1]))
		return 0;
	unsigned long number = strtoul(line + length + 1, &end, 10);
	return line_has(end, kind) ? number : 0;
}

static bool begins_complaint(const char *line)
{
	return line_has(line, ": warning: ") || line_has(line, ": error: ");
}

/* What the library's own headers are the reason for: something that it declares deprecated, a macro of it. */
static bool is_of_headers(const char *line, const char *file)
{
	if (line_has(line, "[-Wdeprecated-declarations]"))
		return true;
	size_t length = strlen(file);
	for (const char *next = line_end(line); next && *next; next = line_end(next)) {
		next++;
		if (begins_complaint(next))
			return false;
		if (line_has(next, ": note: expanded from macro") && strncmp(next, file, length) != 0)
			return true;
	}
	return false;
}

/* The test that has a line of the file, as index; `count`: none. */
static size_t test_at(const struct hr_test *tests, size_t count, const char *text, unsigned long number)
{
	static const char head[] = "static void ";
	size_t found = count;
	for (unsigned long at = 1; at <= number && *text; at++) {
		size_t size = strcspn(text, "\n");
		if (*text == '}' && at < number)
			found = count;
		if (strncmp(text, head, sizeof head - 1) == 0) {
			const char *name = text + sizeof head - 1;
			size_t length = strcspn(name, "(\n");
			found = count;
			for (size_t i = 0; i < count; i++)
				if (strlen(tests[i].name) == length && memcmp(tests[i].name, name, length) == 0)
					found = i;
		}
		text += size + (text[size] == '\n');
	}
	return found;
}

/* A linker: "in function `NAME':" */
static size_t test_of_linker(const struct hr_test *tests, size_t count, const char *line)
{
	static const char words[] = "in function `";
	const char *found = line_has(line, words) ? strstr(line, words) + sizeof words - 1 : "";
	size_t length = strcspn(found, "'\n");
	for (size_t i = 0; i < count && length; i++)
		if (strlen(tests[i].name) == length && memcmp(tests[i].name, found, length) == 0)
			return i;
	return count;
}

void hr_certify_blame(bool *is_blamed, bool *is_clean, const struct hr_test *tests, size_t count, const char *said,
		      const char *file, const char *text)
{
	bool is_error = false; /* what is noted now belongs to one */
	for (const char *line = said; line && *line;) {
		if (begins_complaint(line))
			is_error = line_has(line, ": error: ");
		unsigned long number = complaint_at(line, file, ": error: ");
		if (!number && !is_of_headers(line, file))
			number = complaint_at(line, file, ": warning: ");
		/* gcc: the error is where a macro of the library is written, and a note tells who uses it */
		if (!number && is_error)
			number = complaint_at(line, file, ": note: in expansion of macro");
		size_t test = number ? test_at(tests, count, text, number) : test_of_linker(tests, count, line);
		if (number || test < count)
			*is_clean = false;
		if (test < count)
			is_blamed[test] = true;
		line = line_end(line);
		line += line && *line;
	}
}

/* ---- compiling ---- */

/* Compilers have words for a full disk, unless there is no room for them. Fails when that is what is wrong: tests are not to blame. */
static int check_disk(const struct hr_suite_trial *trial, const struct hr_strbuf *details, struct hr_error *error)
{
	const char *full = strerror(ENOSPC);
	if (!strstr(details->data, full) && (details->length || hr_path_has_room(trial->directory)))
		return 0;
	hr_fail(error, HR_ERROR_INTERNAL, "cannot compile the tests in '%s': %s", trial->directory, full);
	hr_strbuf_addstr(&error->details, details->data);
	hr_strbuf_addstr(&error->hint, "TMPDIR names another place for temporary files");
	return -1;
}

/* One attempt: compiles these tests, and blames. */
struct attempt {
	bool is_made;
	bool is_clean; /* no complaint about files of ours */
	bool is_late;  /* it was not over in time: nothing is known */
	size_t blamed;
};

static int blame_all(bool *is_blamed, bool *is_clean, const struct hr_test *tests, size_t count,
		     const struct hr_suite_trial *trial, const char *said, struct hr_error *error)
{
	int status = 0;
	for (size_t first = 0; first < count && !status;) {
		char *program = hr_suite_program_name(trial->unit, tests[first].area);
		struct hr_strbuf file = HR_STRBUF_INIT;
		struct hr_strbuf text = HR_STRBUF_INIT;
		size_t end = hr_tests_area_end(tests, count, first);
		hr_strbuf_addf(&file, "%s.c", program);
		char *path = hr_path_join(trial->directory, file.data);
		status = hr_file_read(&text, path, error);
		if (!status)
			hr_certify_blame(is_blamed + first, is_clean, tests + first, end - first, said, file.data,
					 text.data);
		free(path);
		hr_strbuf_release(&file);
		hr_strbuf_release(&text);
		free(program);
		first = end;
	}
	return status;
}

static int attempt(struct attempt *out, bool *is_blamed, const struct hr_test *tests, size_t count,
		   struct hr_suite_trial *trial, struct hr_error *error)
{
	struct hr_strbuf said = HR_STRBUF_INIT;
	*out = (struct attempt){ .is_clean = true };
	trial->is_late = false;
	int status = hr_suite_trial_write(trial, tests, count, error);
	if (!status)
		status = hr_suite_trial_make(&out->is_made, &said, trial, "tests", error);
	out->is_late = trial->is_late;
	if (!status && !out->is_made && !out->is_late)
		status = check_disk(trial, &said, error);
	if (!status && !out->is_late)
		status = blame_all(is_blamed, &out->is_clean, tests, count, trial, said.data, error);
	for (size_t i = 0; i < count; i++)
		out->blamed += is_blamed[i];
	hr_strbuf_release(&said);
	return status;
}

int hr_certify_is_clean(bool *is_clean, const struct hr_test *tests, size_t count, const struct hr_suite_trial *trial,
			const char *said, struct hr_error *error)
{
	bool *is_blamed = hr_calloc(count, sizeof *is_blamed);
	*is_clean = true;
	int status = blame_all(is_blamed, is_clean, tests, count, trial, said, error);
	free(is_blamed);
	return status;
}

int hr_certify_refresh(bool *made, struct hr_certifying *certifying, struct hr_suite_trial *trial,
		       struct hr_error *error)
{
	struct hr_strbuf said = HR_STRBUF_INIT;
	bool is_clean = false;
	int status = hr_suite_trial_write(trial, certifying->tests, certifying->count, error);
	if (!status)
		status = hr_suite_trial_make(made, &said, trial, "tests", error);
	if (!status && *made)
		status = hr_certify_is_clean(&is_clean, certifying->tests, certifying->count, trial, said.data, error);
	*made = !status && *made && is_clean;
	trial->written = certifying->changes;
	hr_strbuf_release(&said);
	return status;
}

/* Tests that are compiled by themselves, to find out which of them can be. */
struct halving {
	struct hr_certifying *certifying;
	struct hr_suite_trial *trial;
	const char *reason;  /* why a test does not do */
	const char *unknown; /* why it is not known whether it does */
};

/* Compiles halves until those that compile are known, and why the others do not. */
static int try_halves(bool *fine, const char **why, const struct halving *halving, size_t first, size_t count,
		      struct hr_error *error)
{
	const struct hr_test *tests = halving->certifying->tests + first;
	bool *is_blamed = hr_calloc(count, sizeof *is_blamed);
	struct attempt made = { .is_late = hr_certify_is_over(halving->certifying) };
	int status = made.is_late ? 0 : attempt(&made, is_blamed, tests, count, halving->trial, error);
	bool is_fine = !status && made.is_made && made.is_clean;
	for (size_t i = 0; i < count; i++) {
		fine[first + i] = is_fine;
		why[first + i] = made.is_late ? halving->unknown : halving->reason;
	}
	if (!status && !is_fine && !made.is_late && count > 1) {
		status = try_halves(fine, why, halving, first, count / 2, error);
		if (!status)
			status = try_halves(fine, why, halving, first + count / 2, count - count / 2, error);
	}
	free(is_blamed);
	return status;
}

/* Leaves out who is to blame; `*done` when nothing is wrong any more, or there is no time to find out. */
static int try_all(bool *done, struct hr_certifying *certifying, struct hr_suite_trial *trial, const char *with,
		   bool in_halves, struct hr_error *error)
{
	size_t count = certifying->count;
	struct hr_arena *arena = &certifying->out->arena;
	bool *is_blamed = hr_calloc(count, sizeof *is_blamed);
	bool *fine = hr_calloc(count, sizeof *fine);
	const char **why = hr_calloc(count, sizeof *why);
	struct attempt made;
	int status = attempt(&made, is_blamed, certifying->tests, count, trial, error);
	struct halving halving = { certifying, trial,
				   hr_arena_printf(
					   arena, made.is_made ? "warnings with %s" : "does not compile with %s", with),
				   hr_arena_printf(arena, "no time to compile it by itself with %s", with) };
	*done = !status && ((made.is_made && made.is_clean) || made.is_late);
	if (!status && !*done && (in_halves || !made.blamed))
		status = try_halves(fine, why, &halving, 0, count, error);
	else
		for (size_t i = 0; i < count; i++)
			fine[i] = !is_blamed[i];
	if (!status && !*done) {
		trial->is_late = false; /* what is left was compiled, and will be once more */
		hr_certify_leave_out(certifying, fine, why, halving.reason);
	}
	free(why);
	free(fine);
	free(is_blamed);
	return status;
}

int hr_certify_compile(bool *ready, struct hr_certifying *certifying, struct hr_suite_trial *trial, const char *with,
		       struct hr_strbuf *said, struct hr_error *error)
{
	double began = hr_clock_seconds();
	int status = hr_suite_trial_write(trial, certifying->tests, certifying->count, error);
	if (!status)
		status = hr_suite_trial_make(ready, said, trial, "library", error);
	if (!status && !*ready && !trial->is_late)
		status = check_disk(trial, said, error);
	bool done = status || !*ready;
	for (int i = 0; i < MOST_ATTEMPTS && !done && !status && certifying->count; i++) {
		status = try_all(&done, certifying, trial, with, i + 2 >= MOST_ATTEMPTS, error);
		if (certifying->compiled <= 0) /* later ones are about few tests, and will not be needed again */
			certifying->compiled = hr_clock_seconds() - began;
	}
	*ready = *ready && !trial->is_late;
	trial->written = certifying->changes;
	return status;
}
