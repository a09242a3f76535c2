/* The environment: small, fixed at the start of every sequence, and the unit's to change.
 *
 * Invariants: hr_gate_environ is what the unit sees and may replace; as long as it points to `slots`, that array ends with NULL and has
 * room for MOST_VARIABLES. Texts made by setenv are never overwritten within a sequence: pointers from getenv stay good. */
#include "runtime/gate_process_internal.h"

#include <string.h>

enum { MOST_VARIABLES = 256, MOST_TEXT = 16384 };

HR_GATE_DATA static char home[] = "HOME=/tmp";
HR_GATE_DATA static char path[] = "PATH=/usr/bin:/bin";
HR_GATE_DATA static char language[] = "LANG=C";
HR_GATE_DATA static char zone[] = "TZ=UTC";
HR_GATE_DATA static char user[] = "USER=harrier";
HR_GATE_DATA static char *beginning[] = { home, path, language, zone, user, NULL };

HR_GATE_DATA char **hr_gate_environ = beginning;
extern char **hr_gate___environ __attribute__((alias("hr_gate_environ")));
extern char **hr_gate__environ __attribute__((alias("hr_gate_environ")));

static HR_GATE_OPEN struct {
	size_t text_used;
	char *slots[MOST_VARIABLES + 1];
} environment;
HR_GATE_STATE(environment);

static HR_GATE_OPEN char texts[MOST_TEXT]; /* what is beyond text_used means nothing */

/* The entry of a variable in the array that is in force; NULL when there is none. Both may be the unit's own memory. */
static char **find(const struct hr_gate_site *site, const char *name, size_t length)
{
	if (!hr_gate_environ)
		return NULL;
	for (char **at = hr_gate_environ;; at++) {
		hr_gate_reads(site, at, sizeof *at);
		if (!*at)
			return NULL;
		const size_t found = hr_gate_bounded_string(site, *at, length + 1);
		if (found == length + 1 && !memcmp(*at, name, length) && (*at)[length] == '=')
			return at;
	}
}

static char *value_of(const struct hr_gate_site *site, const char *name)
{
	const size_t length = hr_gate_string(site, name);
	if (length == 0)
		return NULL;
	char **at = find(site, name, length);
	return at ? *at + length + 1 : NULL;
}

char *hr_gate_getenv(const char *name)
{
	HR_GATE_ENTER("getenv");
	return value_of(site, name);
}

char *hr_gate_secure_getenv(const char *name)
{
	HR_GATE_ENTER("secure_getenv");
	return value_of(site, name);
}

char *hr_gate___secure_getenv(const char *name)
{
	HR_GATE_ENTER("secure_getenv");
	return value_of(site, name);
}

/* Moves the entries to `slots`, where there is room, unless they are there. False when they are too many. */
static bool take_over(const struct hr_gate_site *site)
{
	HR_GATE_TOUCH(environment);
	if (hr_gate_environ == environment.slots)
		return true;
	size_t count = 0;
	for (char **at = hr_gate_environ; at; at++) {
		hr_gate_reads(site, at, sizeof *at);
		if (!*at)
			break;
		if (count == MOST_VARIABLES)
			return false;
		environment.slots[count++] = *at;
	}
	environment.slots[count] = NULL;
	hr_gate_environ = environment.slots;
	return true;
}

/* Puts an entry in the place of one of the same name, or at the end. */
static int put(const struct hr_gate_site *site, char *entry, size_t name_length)
{
	if (!take_over(site))
		return hr_gate_fail(ENOMEM);
	char **at = find(site, entry, name_length);
	if (at) {
		*at = entry;
		return 0;
	}
	size_t count = 0;
	while (environment.slots[count])
		count++;
	if (count == MOST_VARIABLES)
		return hr_gate_fail(ENOMEM);
	environment.slots[count] = entry;
	environment.slots[count + 1] = NULL;
	return 0;
}

/* In a loop: putenv may have put two of the same name. */
static void drop(const struct hr_gate_site *site, const char *name, size_t length)
{
	char **at = NULL;
	while ((at = find(site, name, length)))
		for (; *at; at++)
			*at = at[1];
}

int hr_gate_setenv(const char *name, const char *value, int overwrite)
{
	HR_GATE_ENTER("setenv");
	if (!name)
		return hr_gate_fail(EINVAL);
	const size_t length = hr_gate_string(site, name);
	if (length == 0 || memchr(name, '=', length))
		return hr_gate_fail(EINVAL);
	const size_t value_length = hr_gate_string(site, value);
	if (!overwrite && find(site, name, length))
		return 0;
	const size_t needed = length + value_length + 2;
	HR_GATE_TOUCH(environment);
	if (needed > MOST_TEXT - environment.text_used)
		return hr_gate_fail(ENOMEM);
	char *const entry = texts + environment.text_used;
	environment.text_used += needed;
	memcpy(entry, name, length);
	entry[length] = '=';
	memcpy(entry + length + 1, value, value_length + 1);
	return put(site, entry, length);
}

int hr_gate_unsetenv(const char *name)
{
	HR_GATE_ENTER("unsetenv");
	if (!name)
		return hr_gate_fail(EINVAL);
	const size_t length = hr_gate_string(site, name);
	if (length == 0 || memchr(name, '=', length))
		return hr_gate_fail(EINVAL);
	if (!take_over(site))
		return hr_gate_fail(ENOMEM);
	drop(site, name, length);
	return 0;
}

/* The string itself becomes part of the environment. Without a '=', it removes the variable. */
int hr_gate_putenv(char *text)
{
	HR_GATE_ENTER("putenv");
	const size_t length = hr_gate_string(site, text);
	const char *equals = memchr(text, '=', length);
	if (equals)
		return put(site, text, (size_t)(equals - text));
	if (!take_over(site))
		return hr_gate_fail(ENOMEM);
	drop(site, text, length);
	return 0;
}

int hr_gate_clearenv(void)
{
	hr_gate_environ = NULL;
	return 0;
}
