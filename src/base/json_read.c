/* The JSON reader: untrusted text in, a tree in an arena out. And the questions one asks the tree.
 *
 * Invariants: `at` never passes `end`, the text need not be NUL-terminated; recursion is bounded by HR_JSON_DEPTH; line
 * breaks occur only in white space, so that skip_space alone counts lines; every string in the tree is valid UTF-8. A
 * function that returns NULL or -1 has set the error. Numbers have a point: nothing in Harrier calls setlocale. */
#include "base/json.h"
#include "base/text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPLACEMENT 0xFFFD

struct reader {
	const char *at, *end;
	const char *line_start;
	unsigned line, depth;
	const char *name;
	struct hr_arena *arena;
	struct hr_error *error;
	struct hr_strbuf scratch; /* the string being decoded */
};

static unsigned column_of(const struct reader *reader)
{
	size_t column = (size_t)(reader->at - reader->line_start) + 1;

	return column > UINT_MAX ? UINT_MAX : (unsigned)column;
}

static int fail(struct reader *reader, const char *reason)
{
	return hr_fail(reader->error, HR_ERROR_INPUT, "%s:%u:%u: %s", reader->name, reader->line, column_of(reader),
		       reason);
}

static bool next_is(const struct reader *reader, char c)
{
	return reader->at < reader->end && *reader->at == c;
}

static bool accept(struct reader *reader, char c)
{
	bool found = next_is(reader, c);

	reader->at += found;
	return found;
}

static int fail_expected(struct reader *reader, const char *expected)
{
	char found[32], reason[128];
	int c = reader->at < reader->end ? (unsigned char)*reader->at : EOF;

	if (c == EOF)
		snprintf(found, sizeof found, "the end of the text");
	else if (c > 0x20 && c < 0x7F)
		snprintf(found, sizeof found, "'%c'", c);
	else
		snprintf(found, sizeof found, "byte 0x%02x", (unsigned)c);
	snprintf(reason, sizeof reason, "expected %s, found %s", expected, found);
	return fail(reader, reason);
}

static void skip_space(struct reader *reader)
{
	for (; reader->at < reader->end && strchr(" \t\r\n", *reader->at) && *reader->at; reader->at++) {
		if (*reader->at == '\n') {
			reader->line++;
			reader->line_start = reader->at + 1;
		}
	}
}

/* Strings. */

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The value of the four hexadecimal digits at `at`, or -1. */
static long peek_unit(const struct reader *reader, const char *at)
{
	long unit = 0;

	if (reader->end - at < 4)
		return -1;
	for (int i = 0; i < 4; i++) {
		if (hex_digit(at[i]) < 0)
			return -1;
		unit = unit * 16 + hex_digit(at[i]);
	}
	return unit;
}

static void add_code_point(struct hr_strbuf *out, unsigned long point)
{
	char bytes[4];
	size_t length = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
	static const unsigned char lead[] = { 0, 0x00, 0xC0, 0xE0, 0xF0 };

	for (size_t i = length - 1; i > 0; i--) {
		bytes[i] = (char)(0x80 | (point & 0x3F));
		point >>= 6;
	}
	bytes[0] = (char)(lead[length] | point);
	hr_strbuf_add(out, bytes, length);
}

/* After "\u". A high surrogate takes the low one that follows it; either alone becomes U+FFFD. */
static int read_unicode_escape(struct reader *reader)
{
	long unit = peek_unit(reader, reader->at), low = -1;

	if (unit < 0)
		return fail(reader, "expected four hexadecimal digits after '\\u'");
	if (unit == 0)
		return fail(reader, "'\\u0000' in a string is not supported");
	reader->at += 4;
	if (unit >= 0xD800 && unit <= 0xDBFF && reader->end - reader->at >= 2 && memcmp(reader->at, "\\u", 2) == 0)
		low = peek_unit(reader, reader->at + 2);
	if (low >= 0xDC00 && low <= 0xDFFF) {
		reader->at += 6;
		unit = 0x10000 + (unit - 0xD800) * 0x400 + (low - 0xDC00);
	} else if (unit >= 0xD800 && unit <= 0xDFFF) {
		unit = REPLACEMENT;
	}
	add_code_point(&reader->scratch, (unsigned long)unit);
	return 0;
}

/* After the backslash. */
static int read_escape(struct reader *reader)
{
	static const char escapes[] = "\"\"\\\\//b\bf\fn\nr\rt\t";

	if (accept(reader, 'u'))
		return read_unicode_escape(reader);
	for (size_t i = 0; i < sizeof escapes - 1; i += 2) {
		if (accept(reader, escapes[i])) {
			hr_strbuf_addch(&reader->scratch, escapes[i + 1]);
			return 0;
		}
	}
	return fail_expected(reader, "an escape such as '\\n'");
}

/* Text that stands for itself, up to a quote, a backslash, a control character or the end. */
static void read_plain(struct reader *reader)
{
	bool valid = true;
	size_t taken;

	while (reader->at < reader->end && (unsigned char)*reader->at >= 0x20 && *reader->at != '"' &&
	       *reader->at != '\\') {
		taken = hr_text_utf8_take(reader->at, (size_t)(reader->end - reader->at), &valid);
		if (valid)
			hr_strbuf_add(&reader->scratch, reader->at, taken);
		else
			add_code_point(&reader->scratch, REPLACEMENT);
		reader->at += taken;
	}
}

static const char *read_string(struct reader *reader)
{
	if (!accept(reader, '"')) {
		fail_expected(reader, "a string");
		return NULL;
	}
	hr_strbuf_clear(&reader->scratch);
	for (;;) {
		read_plain(reader);
		if (accept(reader, '"'))
			return hr_arena_strndup(reader->arena, reader->scratch.data, reader->scratch.length);
		if (accept(reader, '\\')) {
			if (read_escape(reader) < 0)
				return NULL;
			continue;
		}
		if (reader->at == reader->end)
			fail(reader, "string without an end");
		else
			fail(reader, "control character in a string");
		return NULL;
	}
}

/* Numbers and names. */

static int read_digits(struct reader *reader)
{
	const char *start = reader->at;

	while (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9')
		reader->at++;
	return reader->at == start ? fail_expected(reader, "a digit") : 0;
}

static int read_number(struct reader *reader, struct hr_json *value)
{
	const char *start = reader->at;

	accept(reader, '-');
	if (!accept(reader, '0') && read_digits(reader) < 0)
		return -1;
	if (accept(reader, '.') && read_digits(reader) < 0)
		return -1;
	if (accept(reader, 'e') || accept(reader, 'E')) {
		if (!accept(reader, '+'))
			accept(reader, '-');
		if (read_digits(reader) < 0)
			return -1;
	}
	value->kind = HR_JSON_NUMBER;
	value->text = hr_arena_strndup(reader->arena, start, (size_t)(reader->at - start));
	value->number = strtod(value->text, NULL);
	return 0;
}

static int read_name(struct reader *reader, struct hr_json *value)
{
	static const struct {
		const char *name;
		enum hr_json_kind kind;
		bool boolean;
	} names[] = {
		{ "null", HR_JSON_NULL, false },
		{ "true", HR_JSON_BOOL, true },
		{ "false", HR_JSON_BOOL, false },
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		size_t length = strlen(names[i].name);

		if ((size_t)(reader->end - reader->at) >= length && memcmp(reader->at, names[i].name, length) == 0) {
			reader->at += length;
			value->kind = names[i].kind;
			value->boolean = names[i].boolean;
			return 0;
		}
	}
	return fail_expected(reader, "a value");
}

/* Values. */

static struct hr_json *read_value(struct reader *reader);

static struct hr_json *read_member(struct reader *reader)
{
	const char *key = read_string(reader);
	struct hr_json *value;

	if (!key)
		return NULL;
	skip_space(reader);
	if (!accept(reader, ':')) {
		fail_expected(reader, "':'");
		return NULL;
	}
	skip_space(reader);
	value = read_value(reader);
	if (value)
		value->key = key;
	return value;
}

static int read_children(struct reader *reader, struct hr_json *parent)
{
	bool is_object = parent->kind == HR_JSON_OBJECT;
	char close = is_object ? '}' : ']';
	struct hr_json **tail = &parent->first;

	skip_space(reader);
	if (accept(reader, close))
		return 0;
	do {
		skip_space(reader);
		*tail = is_object ? read_member(reader) : read_value(reader);
		if (!*tail)
			return -1;
		tail = &(*tail)->next;
		parent->count++;
		skip_space(reader);
	} while (accept(reader, ','));
	if (!accept(reader, close))
		return fail_expected(reader, is_object ? "',' or '}'" : "',' or ']'");
	return 0;
}

static int read_container(struct reader *reader, struct hr_json *value)
{
	int status;

	if (reader->depth == HR_JSON_DEPTH)
		return fail(reader, "nested too deep");
	value->kind = *reader->at++ == '{' ? HR_JSON_OBJECT : HR_JSON_ARRAY;
	reader->depth++;
	status = read_children(reader, value);
	reader->depth--;
	return status;
}

static struct hr_json *read_value(struct reader *reader)
{
	struct hr_json *value = hr_arena_alloc(reader->arena, sizeof *value);
	int status;

	value->line = reader->line;
	value->column = column_of(reader);
	if (next_is(reader, '{') || next_is(reader, '[')) {
		status = read_container(reader, value);
	} else if (next_is(reader, '"')) {
		value->kind = HR_JSON_STRING;
		value->text = read_string(reader);
		status = value->text ? 0 : -1;
	} else if (next_is(reader, '-') || (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9')) {
		status = read_number(reader, value);
	} else {
		status = read_name(reader, value);
	}
	return status < 0 ? NULL : value;
}

int hr_json_read(struct hr_json **out, const char *text, size_t length, const char *name, struct hr_arena *arena,
		 struct hr_error *error)
{
	struct reader reader = {
		.at = text,
		.end = text + length,
		.line = 1,
		.name = name,
		.arena = arena,
		.error = error,
		.scratch = HR_STRBUF_INIT,
	};
	struct hr_json *value;
	int status = -1;

	if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
		reader.at += 3;
	reader.line_start = reader.at;
	skip_space(&reader);
	value = read_value(&reader);
	if (value) {
		skip_space(&reader);
		status = reader.at == reader.end ? 0 : fail_expected(&reader, "the end of the text");
	}
	if (status == 0)
		*out = value;
	hr_strbuf_release(&reader.scratch);
	return status;
}

/* Questions. */

const struct hr_json *hr_json_get(const struct hr_json *object, const char *key)
{
	const struct hr_json *found = NULL;

	if (!object || object->kind != HR_JSON_OBJECT)
		return NULL;
	for (const struct hr_json *member = object->first; member; member = member->next)
		if (strcmp(member->key, key) == 0)
			found = member;
	return found;
}

static const struct hr_json *get_kind(const struct hr_json *object, const char *key, enum hr_json_kind kind)
{
	const struct hr_json *member = hr_json_get(object, key);

	return member && member->kind == kind ? member : NULL;
}

const char *hr_json_get_string(const struct hr_json *object, const char *key, const char *otherwise)
{
	const struct hr_json *member = get_kind(object, key, HR_JSON_STRING);

	return member ? member->text : otherwise;
}

/* Decides by the digits, because a double has room for 15 of the 19 that an int64_t can have. `text` is valid. */
static bool is_whole(const char *text, int64_t *out)
{
	bool negative = *text == '-';
	size_t mantissa = strcspn(text, "eE"), before_point = strcspn(text, ".eE");
	long long exponent = text[mantissa] ? strtoll(text + mantissa + 1, NULL, 10) : 0;
	const long long far = 1LL << 40; /* further than any text has digits */
	long long place;   /* how many digits are still to come before the point, wherever the exponent puts it */
	int64_t value = 0; /* kept negative, where there is room for one more */

	exponent = exponent > far ? far : exponent < -far ? -far : exponent;
	place = (long long)before_point - negative + exponent;
	for (size_t i = negative; i < mantissa; i++) {
		if (text[i] == '.')
			continue;
		if (place-- > 0) {
			if (__builtin_mul_overflow(value, 10, &value) ||
			    __builtin_sub_overflow(value, text[i] - '0', &value))
				return false;
		} else if (text[i] != '0') {
			return false;
		}
	}
	for (; place > 0 && value != 0; place--)
		if (__builtin_mul_overflow(value, 10, &value))
			return false;
	if (!negative && __builtin_sub_overflow(0, value, &value))
		return false;
	*out = value;
	return true;
}

int64_t hr_json_get_int(const struct hr_json *object, const char *key, int64_t otherwise)
{
	const struct hr_json *member = get_kind(object, key, HR_JSON_NUMBER);
	int64_t value;

	return member && is_whole(member->text, &value) ? value : otherwise;
}

double hr_json_get_double(const struct hr_json *object, const char *key, double otherwise)
{
	const struct hr_json *member = get_kind(object, key, HR_JSON_NUMBER);

	return member ? member->number : otherwise;
}

bool hr_json_get_bool(const struct hr_json *object, const char *key, bool otherwise)
{
	const struct hr_json *member = get_kind(object, key, HR_JSON_BOOL);

	return member ? member->boolean : otherwise;
}
