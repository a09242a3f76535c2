/* The JSON writer: streams into a string.
 *
 * Invariants: what was written is always the beginning of a valid JSON text, in valid UTF-8; a call that would break
 * that is an HR_BUG. Numbers are written with a point: nothing in Harrier calls setlocale. */
#include "base/bug.h"
#include "base/json.h"
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WHOLE_LIMIT 1e15
#define DOUBLE_DIGITS 17 /* always enough to read back the same */

void hr_json_writer_init(struct hr_json_writer *writer, struct hr_strbuf *out)
{
	memset(writer, 0, sizeof *writer);
	writer->out = out;
}

static bool in_object(const struct hr_json_writer *writer)
{
	return writer->depth && writer->is_object[writer->depth - 1];
}

static void new_line(struct hr_json_writer *writer)
{
	hr_strbuf_addch(writer->out, '\n');
	for (unsigned i = 0; i < writer->depth; i++)
		hr_strbuf_addch(writer->out, ' ');
}

/* What comes between the last thing of this level, or the bracket, and the next. */
static void separate(struct hr_json_writer *writer)
{
	if (writer->after_value)
		hr_strbuf_addch(writer->out, ',');
	if (writer->depth && !writer->compact_depth)
		new_line(writer);
	else if (writer->after_value)
		hr_strbuf_addch(writer->out, ' ');
}

static void before_value(struct hr_json_writer *writer)
{
	if (in_object(writer) && !writer->after_key)
		HR_BUG("JSON value in an object without a key");
	if (!writer->depth && writer->after_value)
		HR_BUG("second JSON value outside of any array");
	if (!in_object(writer))
		separate(writer);
	writer->after_key = false;
	writer->after_value = true;
}

static void add_quoted(struct hr_strbuf *out, const char *text)
{
	static const char escapes[] = "\"\"\\\\\bb\ff\nn\rr\tt";
	size_t left = strlen(text), taken;
	const char *escape;
	bool valid;

	hr_strbuf_addch(out, '"');
	for (; left; text += taken, left -= taken) {
		taken = hr_text_utf8_take(text, left, &valid);
		escape = NULL;
		for (size_t i = 0; i < sizeof escapes - 1 && !escape; i += 2)
			escape = escapes[i] == *text ? &escapes[i + 1] : NULL;
		if (!valid)
			hr_strbuf_addstr(out, "\xEF\xBF\xBD");
		else if (escape)
			hr_strbuf_addf(out, "\\%c", *escape);
		else if ((unsigned char)*text < 0x20)
			hr_strbuf_addf(out, "\\u%04x", (unsigned)(unsigned char)*text);
		else
			hr_strbuf_add(out, text, taken);
	}
	hr_strbuf_addch(out, '"');
}

void hr_json_key(struct hr_json_writer *writer, const char *key)
{
	if (!in_object(writer))
		HR_BUG("JSON key \"%s\" outside of an object", key);
	if (writer->after_key)
		HR_BUG("JSON key \"%s\" where a value is due", key);
	separate(writer);
	add_quoted(writer->out, key);
	hr_strbuf_addstr(writer->out, ": ");
	writer->after_key = true;
}

static void begin(struct hr_json_writer *writer, bool is_object)
{
	bool compact = writer->compact_next;

	before_value(writer);
	if (writer->depth == HR_JSON_DEPTH)
		HR_BUG("JSON nested deeper than %d", HR_JSON_DEPTH);
	hr_strbuf_addch(writer->out, is_object ? '{' : '[');
	writer->is_object[writer->depth++] = is_object;
	writer->after_value = false;
	writer->compact_next = false;
	if (compact && !writer->compact_depth)
		writer->compact_depth = writer->depth;
}

static void end(struct hr_json_writer *writer, bool is_object)
{
	const char *what = is_object ? "object" : "array";
	bool compact = writer->compact_depth != 0;

	if (!writer->depth || in_object(writer) != is_object)
		HR_BUG("end of a JSON %s that was not begun", what);
	if (writer->after_key)
		HR_BUG("end of a JSON %s where a value is due", what);
	if (writer->compact_depth == writer->depth)
		writer->compact_depth = 0;
	writer->depth--;
	if (writer->after_value && !compact)
		new_line(writer);
	hr_strbuf_addch(writer->out, is_object ? '}' : ']');
	writer->after_value = true;
}

void hr_json_begin_object(struct hr_json_writer *writer)
{
	begin(writer, true);
}

void hr_json_end_object(struct hr_json_writer *writer)
{
	end(writer, true);
}

void hr_json_begin_array(struct hr_json_writer *writer)
{
	begin(writer, false);
}

void hr_json_end_array(struct hr_json_writer *writer)
{
	end(writer, false);
}

void hr_json_compact(struct hr_json_writer *writer)
{
	writer->compact_next = true;
}

static void scalar(struct hr_json_writer *writer, const char *text)
{
	before_value(writer);
	writer->compact_next = false;
	hr_strbuf_addstr(writer->out, text);
}

void hr_json_string(struct hr_json_writer *writer, const char *text)
{
	scalar(writer, text ? "" : "null");
	if (text)
		add_quoted(writer->out, text);
}

void hr_json_int(struct hr_json_writer *writer, int64_t value)
{
	char text[32];

	snprintf(text, sizeof text, "%" PRId64, value);
	scalar(writer, text);
}

void hr_json_uint(struct hr_json_writer *writer, uint64_t value)
{
	char text[32];

	snprintf(text, sizeof text, "%" PRIu64, value);
	scalar(writer, text);
}

void hr_json_double(struct hr_json_writer *writer, double value)
{
	char text[64];

	if (!isfinite(value)) {
		scalar(writer, "null");
		return;
	}
	if (value > -WHOLE_LIMIT && value < WHOLE_LIMIT && value == (double)(int64_t)value) {
		snprintf(text, sizeof text, "%.0f", value);
	} else {
		for (int digits = 1; digits <= DOUBLE_DIGITS; digits++) {
			snprintf(text, sizeof text, "%.*g", digits, value);
			if (strtod(text, NULL) == value)
				break;
		}
	}
	scalar(writer, text);
}

void hr_json_bool(struct hr_json_writer *writer, bool value)
{
	scalar(writer, value ? "true" : "false");
}

void hr_json_null(struct hr_json_writer *writer)
{
	scalar(writer, "null");
}
