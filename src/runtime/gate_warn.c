/* Messages to the unit's error output, some of which end the process: err.h and error.h.
 *
 * Formats are checked and carried out like those of printf; the text goes to the private file area's error output. */
#include "runtime/files.h"
#include "runtime/format.h"
#include "runtime/gate_process_internal.h"

#include <string.h>

HR_GATE_DATA static char program_name[] = "harrier";

HR_GATE_DATA char *hr_gate_program_invocation_name = program_name;
HR_GATE_DATA char *hr_gate_program_invocation_short_name = program_name;
extern char *hr_gate___progname __attribute__((alias("hr_gate_program_invocation_short_name")));
extern char *hr_gate___progname_full __attribute__((alias("hr_gate_program_invocation_name")));

/* error.h's variables */
HR_GATE_DATA void (*hr_gate_error_print_progname)(void) = NULL;
HR_GATE_DATA unsigned hr_gate_error_message_count = 0;
HR_GATE_DATA int hr_gate_error_one_per_line = 0;

static struct {
	const char *file;
	unsigned line;
} last_place; /* that error_at_line told */
HR_GATE_STATE(last_place);

void hr_gate_say(const char *text)
{
	hr_files_say(text, strlen(text));
}

static void say_formatted(const struct hr_gate_site *site, const char *format, va_list arguments)
{
	struct hr_formatted formatted;
	const int length = hr_format(site, &formatted, format, arguments);
	if (length > 0)
		hr_files_say(formatted.text, (size_t)length);
	hr_formatted_release(&formatted);
}

static void say_number(unsigned long number)
{
	char text[24];
	char *at = text + sizeof text;
	*--at = '\0';
	do
		*--at = (char)('0' + number % 10);
	while (number /= 10);
	hr_gate_say(at);
}

static void say_error(int number)
{
	const char *text = strerrordesc_np(number);
	hr_gate_say(": ");
	if (text) {
		hr_gate_say(text);
		return;
	}
	hr_gate_say("Unknown error ");
	if (number < 0)
		hr_gate_say("-");
	say_number(number < 0 ? 0ul - (unsigned long)number : (unsigned long)number);
}

/* "harrier: what: why\n" */
static void warn_with(const struct hr_gate_site *site, const char *format, va_list arguments, bool has_number,
		      int number)
{
	hr_gate_say(hr_gate_program_invocation_short_name);
	hr_gate_say(": ");
	if (format)
		say_formatted(site, format, arguments);
	if (has_number)
		say_error(number);
	hr_gate_say("\n");
}

#define WARNING(name, has_number)                                         \
	void hr_gate_v##name(const char *format, va_list arguments)      \
	{                                                                 \
		HR_GATE_ENTER("v" #name);                                 \
		warn_with(site, format, arguments, has_number, errno);          \
	}                                                                 \
	void hr_gate_##name(const char *format, ...)                      \
	{                                                                 \
		HR_GATE_ENTER(#name);                                     \
		va_list arguments;                                        \
		va_start(arguments, format);                              \
		warn_with(site, format, arguments, has_number, errno);          \
		va_end(arguments);                                        \
	}

#define ENDING(name, has_number)                                                        \
	_Noreturn void hr_gate_v##name(int code, const char *format, va_list arguments) \
	{                                                                               \
		HR_GATE_ENTER("v" #name);                                               \
		warn_with(site, format, arguments, has_number, errno);                        \
		hr_gate_leave_with_code(site, code);                                    \
	}                                                                               \
	_Noreturn void hr_gate_##name(int code, const char *format, ...)                \
	{                                                                               \
		HR_GATE_ENTER(#name);                                                   \
		va_list arguments;                                                      \
		va_start(arguments, format);                                            \
		warn_with(site, format, arguments, has_number, errno);                        \
		va_end(arguments);                                                      \
		hr_gate_leave_with_code(site, code);                                    \
	}

WARNING(warn, true)
WARNING(warnx, false)
ENDING(err, true)
ENDING(errx, false)

/* Where error() and error_at_line() meet: "harrier:file:line: what: why\n", or "harrier: what: why\n" without a file. */
static void report(const struct hr_gate_site *site, int code, int number, const char *file, unsigned line,
		   const char *format, va_list arguments)
{
	if (hr_gate_error_print_progname) {
		hr_gate_error_print_progname();
	} else {
		hr_gate_say(hr_gate_program_invocation_name);
		hr_gate_say(file ? ":" : ": ");
	}
	if (file) {
		hr_gate_say(file);
		hr_gate_say(":");
		say_number(line);
		hr_gate_say(": ");
	}
	say_formatted(site, format, arguments);
	hr_gate_error_message_count++;
	if (number)
		say_error(number);
	hr_gate_say("\n");
	if (code)
		hr_gate_leave_with_code(site, code);
}

void hr_gate_error(int code, int number, const char *format, ...)
{
	HR_GATE_ENTER("error");
	va_list arguments;
	va_start(arguments, format);
	report(site, code, number, NULL, 0, format, arguments);
	va_end(arguments);
}

void hr_gate_error_at_line(int code, int number, const char *file, unsigned line, const char *format, ...)
{
	HR_GATE_ENTER("error_at_line");
	if (file)
		hr_gate_string(site, file);
	if (hr_gate_error_one_per_line && last_place.line == line && last_place.file == file)
		return;
	HR_GATE_TOUCH(last_place);
	last_place.file = file;
	last_place.line = line;
	va_list arguments;
	va_start(arguments, format);
	report(site, code, number, file, line, format, arguments);
	va_end(arguments);
}
