/* Lines that are too long, because a struct with many fields stands in them: each field gets a line of its own; or because a text of several lines does: so does each of these. Other long lines stay.
 *
 * Invariant: nothing is changed but white space outside of literals, a comma behind the last field, and that a literal is in pieces. */
#include "suite/c_lines.h"

#include <stdbool.h>
#include <string.h>

enum { WIDTH = 110, TAB = 8 };

/* The end of a string or character literal that begins here. */
static const char *behind_literal(const char *at, const char *end)
{
	char quote = *at;
	for (at++; at < end && *at != quote; at++)
		if (*at == '\\' && at + 1 < end)
			at++;
	return at < end ? at + 1 : end;
}

/* The next of `signs` outside of literals and of what is in brackets; `end` when there is none. */
static const char *find(const char *at, const char *end, const char *signs)
{
	int depth = 0;
	while (at < end) {
		if (*at == '"' || *at == '\'') {
			at = behind_literal(at, end);
			continue;
		}
		if (depth == 0 && strchr(signs, *at))
			return at;
		depth += (strchr("({[", *at) != NULL) - (strchr(")}]", *at) != NULL);
		at++;
	}
	return end;
}

/* Where a struct with fields begins, at any depth: its brace; `end` when there is none. */
static const char *find_struct(const char *at, const char *end)
{
	while (at < end) {
		if (*at == '"' || *at == '\'')
			at = behind_literal(at, end);
		else if (end - at > 3 && memcmp(at, "{ .", 3) == 0)
			return at;
		else
			at++;
	}
	return end;
}

static size_t columns(const char *line, const char *end)
{
	size_t count = 0;
	for (; line < end; line++)
		count += *line == '\t' ? TAB : 1;
	return count;
}

/* Behind the next end of a line in a literal that goes on; `end` when there is none. */
static const char *find_newline(const char *at, const char *end)
{
	while (at < end) {
		const char *behind = *at == '"' || *at == '\'' ? behind_literal(at, end) : at + 1;
		for (const char *in = at + 1; *at == '"' && in + 3 < behind; in++) {
			if (in[0] == '\\' && in[1] == 'n')
				return in + 2;
			in += in[0] == '\\';
		}
		at = behind;
	}
	return end;
}

/* A literal of several lines in as many pieces. */
static void split_text(struct hr_strbuf *out, const char *line, const char *end)
{
	size_t tabs = strspn(line, "\t");
	struct hr_strbuf rest = HR_STRBUF_INIT;
	hr_strbuf_add(&rest, line, (size_t)(end - line));
	for (;;) {
		const char *begin = rest.data, *behind = begin + rest.length;
		const char *cut = find_newline(begin, behind);
		hr_strbuf_add(out, begin, (size_t)(cut - begin));
		if (cut == behind)
			break;
		hr_strbuf_addstr(out, "\"\n");
		hr_strbuf_add(out, line, tabs);
		hr_strbuf_addstr(out, "\t\t");
		struct hr_strbuf next = HR_STRBUF_INIT;
		hr_strbuf_addch(&next, '"');
		hr_strbuf_add(&next, cut, (size_t)(behind - cut));
		hr_strbuf_release(&rest);
		rest = next;
	}
	hr_strbuf_release(&rest);
}

static void wrap_line(struct hr_strbuf *out, const char *line, const char *end)
{
	bool is_long = columns(line, end) > WIDTH;
	const char *open = is_long ? find_struct(line, end) : end;
	const char *close = open < end ? find(open + 1, end, "}") : end;
	if (close == end) {
		if (is_long)
			split_text(out, line, end);
		else
			hr_strbuf_add(out, line, (size_t)(end - line));
		return;
	}
	size_t tabs = strspn(line, "\t");
	hr_strbuf_add(out, line, (size_t)(open + 1 - line));
	for (const char *field = open + 1; field < close;) {
		const char *comma = find(field, close, ",");
		const char *last = comma;
		while (field < last && *field == ' ')
			field++;
		while (last > field && last[-1] == ' ')
			last--;
		hr_strbuf_addch(out, '\n');
		hr_strbuf_add(out, line, tabs);
		hr_strbuf_addch(out, '\t');
		hr_strbuf_add(out, field, (size_t)(last - field));
		hr_strbuf_addch(out, ',');
		field = comma < close ? comma + 1 : close;
	}
	hr_strbuf_addch(out, '\n');
	hr_strbuf_add(out, line, tabs);
	hr_strbuf_add(out, close, (size_t)(end - close));
}

void hr_c_wrap(struct hr_strbuf *out, const char *text)
{
	while (*text) {
		const char *end = text + strcspn(text, "\n");
		wrap_line(out, text, end);
		if (*end)
			hr_strbuf_addch(out, *end++);
		text = end;
	}
}
