/* The lines of the library's source that a failure happens in, for its README. */
#include "app/failure_source.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* So many lines before and behind it; longer ones are cut. */
enum { AROUND = 2, MOST_COLUMNS = 160 };

static const char *next_line(const char *line)
{
	const char *end = strchr(line, '\n');
	return end ? end + 1 : line + strlen(line);
}

static void add_line(struct hr_strbuf *out, const char *line, unsigned number, bool is_marked)
{
	size_t length = strcspn(line, "\r\n");
	hr_strbuf_addf(out, "    %c %5u  %.*s\n", is_marked ? '>' : ' ', number,
		       (int)(length > MOST_COLUMNS ? MOST_COLUMNS : length), line);
}

void hr_failure_source(struct hr_strbuf *out, const char *file, unsigned line, const char *function)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	if (!file || !*file || !line || hr_file_read(&text, file, &error)) {
		hr_error_release(&error);
		hr_strbuf_release(&text);
		return;
	}
	struct hr_strbuf lines = HR_STRBUF_INIT;
	unsigned number = 1;
	bool is_there = false;
	for (const char *at = text.data; *at && number <= line + AROUND; at = next_line(at), number++) {
		if (number + AROUND >= line)
			add_line(&lines, at, number, number == line);
		is_there = is_there || number == line;
	}
	if (is_there) {
		hr_strbuf_addf(out, "\nIt happens in %s:%u", hr_path_name(file), line);
		if (function && *function)
			hr_strbuf_addf(out, ", %s()", function);
		hr_strbuf_addf(out, ":\n\n%s", lines.data);
	}
	hr_strbuf_release(&lines);
	hr_strbuf_release(&text);
}
