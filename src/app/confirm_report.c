/* What is kept of a report: what a maintainer reads, without what differs from run to run. */
#include "app/confirm_internal.h"
#include "base/text.h"

#include <ctype.h>
#include <string.h>

/* Numbers of at least so many hexadecimal digits are addresses. */
enum { ADDRESS_DIGITS = 6 };

/* Parts that only address: from a line that begins so to the next empty one, or a line that is no part of it. */
static const char *const dumps[] = { "Shadow bytes around",
				     "Shadow byte legend",
				     "  0x",
				     "=>0x",
				     "Register values",
				     "rax = ",
				     "rdi = ",
				     " r8 = ",
				     "r12 = " };
static const char *const legend[] = { "  Addressable:", "  Partially",    "  Heap left",    "  Freed heap",
				      "  Stack left",   "  Stack mid",    "  Stack right",  "  Stack after",
				      "  Stack use",    "  Global red",   "  Global init",  "  Poisoned by",
				      "  Container",    "  Array cookie", "  Intra object", "  ASan internal",
				      "  Left alloca",  "  Right alloca", "  Shadow gap",   "=================" };

static bool begins_with_any(const char *line, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (hr_text_starts_with(line, list[i]))
			return true;
	return false;
}

static bool is_dump(const char *line)
{
	const char *behind = line;
	if (hr_text_starts_with(line, "==")) { /* "==12==Register values:" */
		behind = line + 2;
		while (isdigit((unsigned char)*behind))
			behind++;
		behind += hr_text_starts_with(behind, "==") ? 2 : 0;
	}
	return begins_with_any(behind, dumps, sizeof dumps / sizeof *dumps) ||
	       begins_with_any(line, legend, sizeof legend / sizeof *legend) ||
	       hr_text_starts_with(behind, "ABORTING") || hr_text_starts_with(line, "HINT: this may be a false") ||
	       hr_text_starts_with(line, "      (longjmp and C++");
}

/* How much of the text at `at` is replaced, and by what; 0: nothing. */
static size_t replaced(const char **by, const char *at, const char *begin, const char *root, size_t root_length)
{
	if (root_length && strncmp(at, root, root_length) == 0 && at[root_length] == '/') {
		const char *next = strchr(at + root_length + 1, '/'); /* the compiler's directory goes, too */
		size_t inner = next ? (size_t)(next - at - (ptrdiff_t)root_length) : 0;
		bool is_plain = next && strcspn(at + root_length + 1, "/ \n:)") + 1 == inner;
		*by = "";
		return root_length + (is_plain ? inner : 0) + 1;
	}
	if (hr_text_starts_with(at, "0x")) {
		size_t digits = 0;
		while (isxdigit((unsigned char)at[2 + digits]))
			digits++;
		*by = "0x…";
		return digits >= ADDRESS_DIGITS ? digits + 2 : 0;
	}
	if (hr_text_starts_with(at, "==") && isdigit((unsigned char)at[2]) && (at == begin || at[-1] == '\n')) {
		size_t digits = 0;
		while (isdigit((unsigned char)at[2 + digits]))
			digits++;
		*by = "";
		return hr_text_starts_with(at + 2 + digits, "==") ? digits + 4 : 0;
	}
	if (hr_text_starts_with(at, " (BuildId: ")) {
		const char *end = strchr(at, ')');
		*by = "";
		return end ? (size_t)(end - at) + 1 : 0;
	}
	return 0;
}

void hr_confirm_normalise(struct hr_strbuf *out, const char *text, const char *root)
{
	size_t root_length = root ? strlen(root) : 0;
	bool was_empty = true;
	for (const char *line = text; *line;) {
		size_t length = strcspn(line, "\n");
		const char *end = line + length;
		bool is_empty = length == 0;
		if (!is_dump(line) && !(is_empty && was_empty)) {
			for (const char *at = line; at < end;) {
				const char *by = "";
				size_t skipped = replaced(&by, at, line, root, root_length);
				if (skipped)
					hr_strbuf_addstr(out, by);
				else
					hr_strbuf_addch(out, *at);
				at += skipped ? skipped : 1;
			}
			hr_strbuf_addch(out, '\n');
			was_empty = is_empty;
		}
		line = *end ? end + 1 : end;
	}
	while (out->length > 1 && out->data[out->length - 1] == '\n' && out->data[out->length - 2] == '\n')
		hr_strbuf_truncate(out, out->length - 1);
}
