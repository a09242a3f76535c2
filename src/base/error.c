/* What went wrong.
 *
 * Invariants: a message is one line, whatever its arguments were; the arguments may come from the error itself, so that
 * a caller can put its own words around the reason it was given. */
#include "base/error.h"

static void make_one_line(struct hr_strbuf *text)
{
	while (text->length && text->data[text->length - 1] == '\n')
		hr_strbuf_truncate(text, text->length - 1);
	for (size_t i = 0; i < text->length; i++)
		if (text->data[i] == '\n')
			text->data[i] = ' ';
}

int hr_fail(struct hr_error *error, enum hr_error_kind kind, const char *format, ...)
{
	struct hr_strbuf message = HR_STRBUF_INIT;
	va_list args;

	va_start(args, format);
	hr_strbuf_vaddf(&message, format, args);
	va_end(args);
	make_one_line(&message);

	hr_error_release(error);
	error->kind = kind;
	error->message = message;
	return -1;
}

void hr_error_release(struct hr_error *error)
{
	error->kind = HR_ERROR_NONE;
	hr_strbuf_release(&error->message);
	hr_strbuf_release(&error->details);
	hr_strbuf_release(&error->hint);
}
