/* Lines that are too long, because a struct with many fields stands in them: each field gets a line of its own; or because a text of several lines does: so does each of these. What is too long still goes on
 * in the next line, behind a comma, or in the middle of a literal that no line has room for.
 *
 * Invariant: nothing is changed but white space outside of literals, a comma behind the last field, and that a literal is in pieces. */
#include "suite/c_lines.h"

#include <stdbool.h>
#include <string.h>

enum { WIDTH = 110, MOST = 118, TAB = 8 };

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
		struct hr_strbuf inner = HR_STRBUF_INIT;
		hr_strbuf_addch(out, '\n');
		hr_strbuf_add(&inner, line, tabs);
		hr_strbuf_addch(&inner, '\t');
		hr_strbuf_add(&inner, field, (size_t)(last - field));
		hr_strbuf_addch(&inner, ',');
		wrap_line(out, inner.data, inner.data + inner.length);
		hr_strbuf_release(&inner);
		field = comma < close ? comma + 1 : close;
	}
	hr_strbuf_addch(out, '\n');
	hr_strbuf_add(out, line, tabs);
	hr_strbuf_add(out, close, (size_t)(end - close));
}

/* ---- lines that go on in the next ---- */

/* What is written, and where the line stands that it is written to. */
struct folding {
	struct hr_strbuf *out;
	size_t tabs; /* of the line that goes on */
	size_t column;
};

static void begin_line(struct folding *folding)
{
	while (folding->out->length && folding->out->data[folding->out->length - 1] == ' ')
		hr_strbuf_truncate(folding->out, folding->out->length - 1);
	hr_strbuf_addch(folding->out, '\n');
	for (size_t i = 0; i < folding->tabs + 2; i++)
		hr_strbuf_addch(folding->out, '\t');
	folding->column = (folding->tabs + 2) * TAB;
}

static void add(struct folding *folding, const char *at, const char *end)
{
	hr_strbuf_add(folding->out, at, (size_t)(end - at));
	folding->column += (size_t)(end - at);
}

/* Where a line can end next: behind a comma and its space, or between two literals; else `end`. */
static const char *find_break(const char *at, const char *end)
{
	while (at < end) {
		bool is_literal = *at == '"' || *at == '\'';
		bool is_comma = *at == ',';
		at = is_literal ? behind_literal(at, end) : at + 1;
		if (is_comma && at < end && *at == ' ')
			return at + 1;
		if (is_literal && end - at > 1 && at[0] == ' ' && at[1] == '"')
			return at + 1;
	}
	return end;
}

/* Behind the next character of a literal: an escape is one. */
static const char *behind_character(const char *at, const char *end)
{
	size_t length = *at != '\\' ? 1 : at + 1 < end && at[1] == 'x' ? 4 : 2;
	return (size_t)(end - at) < length ? end : at + length;
}

/* What no line has room for: its literals are cut where the line ends. */
static void add_in_pieces(struct folding *folding, const char *at, const char *end)
{
	while (at < end) {
		if (*at != '"') {
			const char *behind = *at == '\'' ? behind_literal(at, end) : at + 1;
			add(folding, at, behind);
			at = behind;
			continue;
		}
		const char *close = behind_literal(at, end) - 1;
		add(folding, at, at + 1);
		for (at++; at < close;) {
			const char *behind = behind_character(at, close);
			if (folding->column + (size_t)(behind - at) + 1 > MOST) {
				hr_strbuf_addch(folding->out, '"');
				begin_line(folding);
				add(folding, "\"", &"\""[1]);
			}
			add(folding, at, behind);
			at = behind;
		}
		add(folding, close, close + 1);
		at = close + 1;
	}
}

static void fold_line(struct hr_strbuf *out, const char *line, const char *end)
{
	struct folding folding = { .out = out, .tabs = strspn(line, "\t") };
	const char *at = line + folding.tabs;
	size_t next_line = (folding.tabs + 2) * TAB;
	if (columns(line, end) <= MOST) {
		hr_strbuf_add(out, line, (size_t)(end - line));
		return;
	}
	hr_strbuf_add(out, line, folding.tabs);
	folding.column = folding.tabs * TAB;
	while (at < end) {
		const char *next = find_break(at, end);
		size_t width = (size_t)(next - at);
		if (folding.column + width > MOST && folding.column > next_line && at > line + folding.tabs)
			begin_line(&folding);
		if (folding.column + width > MOST)
			add_in_pieces(&folding, at, next);
		else
			add(&folding, at, next);
		at = next;
	}
}

/* Each line of the text as the function writes it. */
static void each_line(struct hr_strbuf *out, const char *text,
		      void (*write)(struct hr_strbuf *out, const char *line, const char *end))
{
	while (*text) {
		const char *end = text + strcspn(text, "\n");
		write(out, text, end);
		if (*end)
			hr_strbuf_addch(out, *end++);
		text = end;
	}
}

void hr_c_fold(struct hr_strbuf *out, const char *text)
{
	each_line(out, text, fold_line);
}

void hr_c_wrap(struct hr_strbuf *out, const char *text)
{
	struct hr_strbuf wrapped = HR_STRBUF_INIT;
	each_line(&wrapped, text, wrap_line);
	hr_c_fold(out, wrapped.length ? wrapped.data : "");
	hr_strbuf_release(&wrapped);
}
