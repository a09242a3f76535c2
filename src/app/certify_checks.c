/* Assertions that do not hold everywhere: the test goes on without them.
 *
 * assert() tells the line; which of the test's assertions stands there is known from the text. What cannot be told apart is left to the caller. */
#include "app/certify_internal.h"

#include "suite/kills.h"

#include <stdlib.h>
#include <string.h>

/* "PROGRAM: FILE:LINE: FUNCTION: Assertion `…": the line; 0: it says nothing of the kind. */
static unsigned long failed_line(const char *said, const char *file)
{
	const char *words = strstr(said, "Assertion `");
	size_t length = strlen(file);
	if (!words)
		return 0;
	const char *line = words;
	while (line > said && line[-1] != '\n')
		line--;
	for (const char *at = line; (at = strstr(at, file)) && at < words; at++)
		if (at[length] == ':' && (at == line || at[-1] == ' ' || at[-1] == '/'))
			return strtoul(at + length + 1, NULL, 10);
	return 0;
}

bool hr_certify_drop_check(struct hr_test *tests, size_t count, size_t index, const char *file, const char *text,
			   const char *said)
{
	struct hr_test *test = &tests[index];
	unsigned long line = failed_line(said, file);
	hr_check_places places = HR_VEC_INIT;
	if (line)
		hr_plain_places(&places, tests, count, text);
	const struct hr_check_place *place = hr_kills_place(&places, (unsigned)line);
	bool is_found = place && place->test == index && place->check < test->checks.count && test->checks.count > 1;
	if (is_found) {
		memmove(&test->checks.data[place->check], &test->checks.data[place->check + 1],
			(test->checks.count - place->check - 1) * sizeof *test->checks.data);
		test->checks.count--;
	}
	hr_vec_release(&places);
	return is_found;
}
