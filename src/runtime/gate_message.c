/* Gates of the functions that hand out text of libc's own: messages of errors and signals, parts of paths.
 *
 * Invariant: what the unit gets is either constant memory of libc, which never changes, or a block that lives until the sequence ends. */
#include "runtime/gate.h"
#include "runtime/changing.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

char *__xpg_basename(char *path); /* libgen.h would make `basename` a macro for it */
char *dirname(char *path);

#define MESSAGE_SIZE 64u /* "Unknown error -2147483648" and the like */

static struct hr_gate_static error_text, signal_text;
HR_CHANGING(error_text);
HR_CHANGING(signal_text);

/* The message of an error without one, as glibc writes it, in memory that lives until the sequence ends. */
static char *error_message(int number)
{
	const int saved_errno = errno;
	char *text = (char *)strerrordesc_np(number);
	if (!text) {
		text = hr_gate_static(&error_text, MESSAGE_SIZE);
		const char *unknown = strerror_r(number, text, MESSAGE_SIZE);
		if (unknown != text)
			text = (char *)unknown;
	}
	errno = saved_errno;
	return text;
}

char *hr_gate_strerror(int number)
{
	return error_message(number);
}

/* The GNU one: the buffer is only used for numbers that have no message. */
char *hr_gate_strerror_r(int number, char *to, size_t size)
{
	HR_GATE_ENTER("strerror_r");
	if (strerrordesc_np(number) || !size)
		return strerror_r(number, to, size);
	char text[MESSAGE_SIZE];
	const size_t length = strlen(strerror_r(number, text, sizeof text));
	hr_gate_writes(site, to, length < size ? length + 1 : size);
	return strerror_r(number, to, size);
}

int hr_gate___xpg_strerror_r(int number, char *to, size_t size)
{
	HR_GATE_ENTER("strerror_r");
	char text[MESSAGE_SIZE];
	const char *message = strerrordesc_np(number);
	const int result = message ? 0 : EINVAL;
	if (!message)
		message = strerror_r(number, text, sizeof text);
	const size_t length = strlen(message);
	const size_t copied = length < size ? length : size ? size - 1 : 0;
	if (size) {
		hr_gate_writes(site, to, copied + 1);
		memcpy(to, message, copied);
		to[copied] = 0;
	}
	return result ? result : length < size ? 0 : ERANGE;
}

char *hr_gate_strsignal(int number)
{
	const char *known = sigdescr_np(number);
	if (known)
		return (char *)known;
	char *text = hr_gate_static(&signal_text, MESSAGE_SIZE);
	strncpy(text, strsignal(number), MESSAGE_SIZE - 1);
	return text;
}

char *hr_gate_basename(const char *path)
{
	HR_GATE_ENTER("basename");
	hr_gate_string(site, path);
	return basename(path);
}

/* The two of libgen.h write NULs into the path, inside its text. */
char *hr_gate___xpg_basename(char *path)
{
	HR_GATE_ENTER("basename");
	if (path)
		hr_gate_string(site, path);
	return __xpg_basename(path);
}

char *hr_gate_dirname(char *path)
{
	HR_GATE_ENTER("dirname");
	if (path)
		hr_gate_string(site, path);
	return dirname(path);
}

HR_GATE_ALIAS(strerror_l, strerror);
HR_GATE_ALIAS(__strerror_r, strerror_r);
