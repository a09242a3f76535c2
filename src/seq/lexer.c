/* Lines of the text form → tokens.
 *
 * Invariants: tokens of a line do not overlap and stand in order; the last is the END. Bytes of any value are safe; outside of strings and
 * comments only ASCII has a meaning. */
#include "seq/read_internal.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

static bool is_word_character(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static char byte_at(const struct hr_text_reader *reader, size_t at)
{
	return reader->line_start + at < reader->line_end ? reader->text[reader->line_start + at] : '\0';
}

static bool is_end(const struct hr_text_reader *reader, size_t at)
{
	return reader->line_start + at >= reader->line_end;
}

static int digit_value(char c)
{
	if (is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

static const struct {
	char letter;
	char byte;
} escapes[] = {
	{ 'a', '\a' }, { 'b', '\b' }, { 'f', '\f' },  { 'n', '\n' },  { 'r', '\r' }, { 't', '\t' },
	{ 'v', '\v' }, { '?', '?' },  { '\\', '\\' }, { '\'', '\'' }, { '"', '"' },
};

static int read_octal(char *out, struct hr_text_reader *reader, size_t *at)
{
	size_t start = *at;
	int value = 0;

	for (int i = 0; i < 3 && digit_value(byte_at(reader, *at)) < 8; i++)
		value = value * 8 + digit_value(byte_at(reader, (*at)++));
	*out = (char)value;
	return value <= 255 ? 0 : hr_text_fail(reader, start - 1, "the escape is more than a byte: \\377 is the last");
}

/* What follows a backslash. */
static int read_escape(char *out, struct hr_text_reader *reader, size_t *at)
{
	char letter = byte_at(reader, *at);

	if (digit_value(letter) < 8)
		return read_octal(out, reader, at);
	if (letter == 'x') {
		int high = digit_value(byte_at(reader, *at + 1));
		int low = high < 16 ? digit_value(byte_at(reader, *at + 2)) : 99;

		if (low > 15)
			return hr_text_fail(reader, *at - 1, "\\x needs exactly two hexadecimal digits");
		*out = (char)(high * 16 + low);
		*at += 3;
		return 0;
	}
	for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++) {
		if (escapes[i].letter != letter)
			continue;
		*out = escapes[i].byte;
		++*at;
		return 0;
	}
	return hr_text_fail(reader, *at - 1, "there is no such escape: \\\\ stands for a backslash");
}

/* The inside of a quoted token, up to and with the closing quote. */
static int read_quoted(struct hr_strbuf *out, struct hr_text_reader *reader, size_t *at, char quote)
{
	size_t start = (*at)++;

	while (byte_at(reader, *at) != quote || is_end(reader, *at)) {
		char c = byte_at(reader, *at);

		if (is_end(reader, *at))
			return hr_text_fail(reader, start, "the closing %c is missing", quote);
		++*at;
		if (c == '\\' && read_escape(&c, reader, at) < 0)
			return -1;
		hr_strbuf_addch(out, c);
	}
	++*at;
	return 0;
}

static size_t skip_space(const struct hr_text_reader *reader, size_t at)
{
	while (byte_at(reader, at) == ' ' || byte_at(reader, at) == '\t' || byte_at(reader, at) == '\r')
		at++;
	return at;
}

static int read_string(struct hr_token *token, struct hr_text_reader *reader, size_t *at)
{
	struct hr_strbuf contents = HR_STRBUF_INIT;
	int status = 0;

	token->kind = HR_TOKEN_STRING;
	for (size_t next = *at; status == 0 && byte_at(reader, next) == '"'; next = skip_space(reader, *at)) {
		*at = next;
		status = read_quoted(&contents, reader, at, '"');
	}
	/* The arena's memory is zero: a NUL ends it, whatever NULs are in it. */
	char *copy = hr_arena_alloc(&reader->sequence->arena, contents.length + 1);
	memcpy(copy, contents.data, contents.length);
	token->text = copy;
	token->length = contents.length;
	hr_strbuf_release(&contents);
	return status;
}

static int read_character(struct hr_token *token, struct hr_text_reader *reader, size_t *at)
{
	struct hr_strbuf contents = HR_STRBUF_INIT;
	size_t start = *at;
	int status = read_quoted(&contents, reader, at, '\'');

	token->kind = HR_TOKEN_CHARACTER;
	token->number = (unsigned char)contents.data[0];
	if (status == 0 && contents.length != 1)
		status = hr_text_fail(reader, start, "a character is one byte between two '");
	hr_strbuf_release(&contents);
	return status;
}

/* The end of what looks like a number, which C would call a preprocessing number. */
static size_t end_of_number(const struct hr_text_reader *reader, size_t at)
{
	bool is_hexadecimal = byte_at(reader, at) == '0' && (byte_at(reader, at + 1) | 0x20) == 'x';

	for (;; at++) {
		char c = byte_at(reader, at);

		if ((c == '-' || c == '+') && at > 0) {
			if ((byte_at(reader, at - 1) | 0x20) != (is_hexadecimal ? 'p' : 'e'))
				return at;
		} else if (!is_word_character(c) && c != '.') {
			return at;
		}
	}
}

/* C's suffixes say nothing here: what a number is for has a type. */
static bool is_suffix(const char *text, const char *letters)
{
	return text[strspn(text, letters)] == '\0' && strlen(text) <= 3;
}

static int read_number(struct hr_token *token, struct hr_text_reader *reader, size_t *at)
{
	size_t start = *at, end = end_of_number(reader, *at);
	struct hr_strbuf digits = HR_STRBUF_INIT;
	char *rest = NULL;
	int status = 0;

	hr_strbuf_add(&digits, reader->text + reader->line_start + start, end - start);
	token->is_hexadecimal = digits.length > 2 && (digits.data[1] | 0x20) == 'x';
	bool is_real = strpbrk(digits.data, token->is_hexadecimal ? ".pP" : ".eE") != NULL;
	token->kind = is_real ? HR_TOKEN_REAL : HR_TOKEN_NUMBER;
	errno = 0;
	if (is_real)
		token->real = strtod(digits.data, &rest);
	else
		token->number = strtoull(digits.data, &rest, 0);
	if (rest == digits.data || !is_suffix(rest, is_real ? "fFlL" : "uUlL"))
		status = hr_text_fail(reader, start, "'%s' is no number", digits.data);
	else if (!is_real && errno == ERANGE)
		status = hr_text_fail(reader, start, "%s does not fit into 64 bits", digits.data);
	hr_strbuf_release(&digits);
	*at = end;
	return status;
}

static int read_mark(struct hr_token *token, struct hr_text_reader *reader, size_t *at)
{
	char c = byte_at(reader, *at);

	if (!strchr("()[]{}=,.&*-+>", c) || c == '\0') {
		if (c > ' ' && c < 0x7F)
			return hr_text_fail(reader, *at, "'%c' has no meaning here", c);
		return hr_text_fail(reader, *at, "the byte 0x%02X has no meaning outside of strings", (unsigned char)c);
	}
	token->kind = HR_TOKEN_MARK;
	token->mark = c;
	++*at;
	return 0;
}

static int read_token(struct hr_token *token, struct hr_text_reader *reader, size_t *at)
{
	char c = byte_at(reader, *at);

	if (c == '"')
		return read_string(token, reader, at);
	if (c == '\'')
		return read_character(token, reader, at);
	if (is_digit(c) || (c == '.' && is_digit(byte_at(reader, *at + 1))))
		return read_number(token, reader, at);
	if (!is_word_character(c))
		return read_mark(token, reader, at);
	while (is_word_character(byte_at(reader, *at)))
		++*at;
	token->kind = HR_TOKEN_WORD;
	token->length = *at - token->start;
	token->text = hr_arena_strndup(&reader->sequence->arena, reader->text + reader->line_start + token->start,
				       token->length);
	return 0;
}

int hr_text_split(struct hr_text_reader *reader)
{
	size_t at = skip_space(reader, 0);

	hr_vec_clear(&reader->tokens);
	reader->next = 0;
	while (!is_end(reader, at) && byte_at(reader, at) != '#') {
		struct hr_token token = { .start = at };

		if (read_token(&token, reader, &at) < 0)
			return -1;
		token.end = at;
		hr_vec_push(&reader->tokens, token);
		at = skip_space(reader, at);
	}
	size_t end = reader->tokens.count ? reader->tokens.data[reader->tokens.count - 1].end : at;
	hr_vec_push(&reader->tokens, (struct hr_token){ .kind = HR_TOKEN_END, .start = end, .end = end });
	return 0;
}

const struct hr_token *hr_text_peek(const struct hr_text_reader *reader, size_t ahead)
{
	size_t last = reader->tokens.count - 1;

	return &reader->tokens.data[ahead < last - reader->next ? reader->next + ahead : last];
}

const struct hr_token *hr_text_take(struct hr_text_reader *reader)
{
	const struct hr_token *token = hr_text_peek(reader, 0);

	if (token->kind != HR_TOKEN_END)
		reader->next++;
	return token;
}

bool hr_text_is_mark(const struct hr_token *token, char mark)
{
	return token->kind == HR_TOKEN_MARK && token->mark == mark;
}

bool hr_text_is_word(const struct hr_token *token, const char *word)
{
	return token->kind == HR_TOKEN_WORD && strcmp(token->text, word) == 0;
}

bool hr_text_accept(struct hr_text_reader *reader, char mark)
{
	if (!hr_text_is_mark(hr_text_peek(reader, 0), mark))
		return false;
	hr_text_take(reader);
	return true;
}

int hr_text_expect(struct hr_text_reader *reader, char mark)
{
	char what[4] = { '\'', mark, '\'', '\0' };

	return hr_text_accept(reader, mark) ? 0 : hr_text_fail_expected(reader, what);
}

int hr_text_fail_expected(struct hr_text_reader *reader, const char *what)
{
	const struct hr_token *token = hr_text_peek(reader, 0);

	if (token->kind == HR_TOKEN_END)
		return hr_text_fail(reader, token->start, "expected %s before the end of the line", what);
	if (token->kind == HR_TOKEN_STRING || token->kind == HR_TOKEN_CHARACTER)
		return hr_text_fail(reader, token->start, "expected %s before the text", what);
	return hr_text_fail(reader, token->start, "expected %s before '%.*s'", what, (int)(token->end - token->start),
			    reader->text + reader->line_start + token->start);
}
