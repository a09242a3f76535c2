/* What the commands share: how errors look and when there is colour.
 *
 * Invariant: standard output is flushed before anything goes to standard error, so that the two come in order when they
 * go to the same place. */
#include "app/app.h"

#include "base/bug.h"
#include "base/interrupt.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BOLD_RED "\033[1;31m"
#define BOLD "\033[1m"
#define PLAIN "\033[0m"

bool hr_wants_colour(FILE *stream)
{
	const char *no_colour = getenv("NO_COLOR");
	const char *terminal = getenv("TERM");
	if (no_colour != NULL && no_colour[0] != '\0')
		return false;
	if (terminal == NULL || strcmp(terminal, "dumb") == 0)
		return false;
	return isatty(fileno(stream)) == 1;
}

static int exit_code_for(enum hr_error_kind kind)
{
	switch (kind) {
	case HR_ERROR_NONE:
		break;
	case HR_ERROR_USAGE:
		return HR_EXIT_USAGE;
	case HR_ERROR_INPUT:
		return HR_EXIT_INPUT;
	case HR_ERROR_INTERNAL:
		return HR_EXIT_INTERNAL;
	case HR_ERROR_INTERRUPTED:
		return HR_EXIT_SIGNAL + hr_interrupt_signal();
	}
	HR_BUG("an error of kind %d was reported", (int)kind);
}

/* Programs that Harrier runs and that come in packages: what to do when one is missing. NULL: not known. */
static const char *missing_program(const char *message)
{
	static const struct {
		const char *message;
		const char *hint;
	} known[] = {
		{ "cannot run 'clang-19'", "install the package clang-19" },
		{ "cannot run 'llvm-", "install the package llvm-19" },
		{ "cannot run 'cc'", "install a C compiler: the package gcc, for example" },
	};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strncmp(message, known[i].message, strlen(known[i].message)) == 0)
			return known[i].hint;
	return NULL;
}

int hr_report_error(const struct hr_error *error)
{
	const char *hint = error->hint.length > 0 ? error->hint.data : missing_program(error->message.data);
	int code = exit_code_for(error->kind);
	bool colour = hr_wants_colour(stderr);
	fflush(stdout);
	fprintf(stderr, "%sharrier:%s %s\n", colour ? BOLD_RED : "", colour ? PLAIN : "", error->message.data);
	if (error->details.length > 0) {
		bool ends_line = error->details.data[error->details.length - 1] == '\n';
		fprintf(stderr, "%s%s", error->details.data, ends_line ? "" : "\n");
	}
	if (hint != NULL)
		fprintf(stderr, "%shint:%s %s\n", colour ? BOLD : "", colour ? PLAIN : "", hint);
	return code;
}

int hr_usage_error(const char *command, const char *format, ...)
{
	bool colour = hr_wants_colour(stderr);
	va_list args;
	fflush(stdout);
	fprintf(stderr, "%sharrier%s%s:%s ", colour ? BOLD_RED : "", command[0] != '\0' ? " " : "", command,
		colour ? PLAIN : "");
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\ntry 'harrier%s%s --help'\n", command[0] != '\0' ? " " : "", command);
	return HR_EXIT_USAGE;
}
