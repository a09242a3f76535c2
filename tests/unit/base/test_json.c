/* The JSON reader and writer. */
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "expect_bug.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define FFFD "\xEF\xBF\xBD"

/* Reads a copy that ends where it ends, so that a sanitizer sees the reader go too far. */
static int read_text(struct hr_json **out, const char *text, size_t length, struct hr_arena *arena,
		     struct hr_error *error)
{
	char *exact = length ? hr_calloc(length, 1) : NULL;
	int status;

	if (length)
		memcpy(exact, text, length);
	status = hr_json_read(out, exact ? exact : text, length, "t", arena, error);
	free(exact);
	return status;
}

static struct hr_json *must_read(const char *text, struct hr_arena *arena)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_json *value = NULL;

	if (read_text(&value, text, strlen(text), arena, &error) < 0)
		fail_msg("%s", error.message.data);
	assert_non_null(value);
	return value;
}

/* Writes a tree back. */
static void write_tree(struct hr_json_writer *writer, const struct hr_json *value)
{
	const struct hr_json *child = value->first;

	switch (value->kind) {
	case HR_JSON_NULL:
		hr_json_null(writer);
		break;
	case HR_JSON_BOOL:
		hr_json_bool(writer, value->boolean);
		break;
	case HR_JSON_NUMBER:
		hr_json_double(writer, value->number);
		break;
	case HR_JSON_STRING:
		hr_json_string(writer, value->text);
		break;
	case HR_JSON_ARRAY:
		hr_json_begin_array(writer);
		for (; child; child = child->next)
			write_tree(writer, child);
		hr_json_end_array(writer);
		break;
	case HR_JSON_OBJECT:
		hr_json_begin_object(writer);
		for (; child; child = child->next) {
			hr_json_key(writer, child->key);
			write_tree(writer, child);
		}
		hr_json_end_object(writer);
		break;
	}
}

static void test_json__reads_what_is_valid(void **state)
{
	static const struct {
		const char *text, *again;
	} cases[] = {
		{ "null", "null" },
		{ "true", "true" },
		{ " \t\r\n false \n", "false" },
		{ "\xEF\xBB\xBF[1]", "[1]" },
		{ "0", "0" },
		{ "-0", "-0" },
		{ "-12.5e+1", "-125" },
		{ "1E-2", "0.01" },
		{ "1e400", "null" }, /* infinite */
		{ "-1e400", "null" },
		{ "1e-400", "0" },
		{ "123456789012345678901234567890", "1.2345678901234568e+29" },
		{ "\"\"", "\"\"" },
		{ "\"a\\\"\\\\\\/\\b\\f\\n\\r\\tz\"", "\"a\\\"\\\\/\\b\\f\\n\\r\\tz\"" },
		{ "\"\\u0041\\u00e9\\u20AC\"", "\"A\xC3\xA9\xE2\x82\xAC\"" },
		{ "\"\\uD83D\\ude00\"", "\"\xF0\x9F\x98\x80\"" },
		{ "\"\\u0001\\u001f\x7F\"", "\"\\u0001\\u001f\x7F\"" },
		{ "\"\\uD83D\"", "\"" FFFD "\"" },         /* a high surrogate alone, at the end */
		{ "\"\\uD83Dx\"", "\"" FFFD "x\"" },       /* before a character */
		{ "\"\\uD83D\\n\"", "\"" FFFD "\\n\"" },   /* before an escape */
		{ "\"\\uD83D\\u0041\"", "\"" FFFD "A\"" }, /* before another unit */
		{ "\"\\uD83D\\uD83D\\uDE00\"", "\"" FFFD "\xF0\x9F\x98\x80\"" },
		{ "\"\\uDE00\"", "\"" FFFD "\"" }, /* a low surrogate alone */
		{ "\"a\xFFz\"", "\"a" FFFD "z\"" },
		{ "\"\xC0\x80\"", "\"" FFFD FFFD "\"" },          /* overlong */
		{ "\"\xED\xA0\x80\"", "\"" FFFD FFFD FFFD "\"" }, /* a surrogate in UTF-8 */
		{ "\"\xE2\x82\"", "\"" FFFD "\"" },               /* the quote is not part of the character */
		{ "\"\xF0\x9F\x98\\n\"", "\"" FFFD "\\n\"" },
		{ "[]", "[]" },
		{ "[ ]", "[]" },
		{ "{ }", "{}" },
		{ "[1,[2,[]],{}]", "[1, [2, []], {}]" },
		{ "{\"a\":1,\"b\":{\"c\":[true,null]}}", "{\"a\": 1, \"b\": {\"c\": [true, null]}}" },
		{ " { \"a\" : 1 , \"a\" : 2 } ", "{\"a\": 1, \"a\": 2}" },
		{ "{\"\":0}", "{\"\": 0}" },
		{ "{\"\\u0061\":0}", "{\"a\": 0}" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_arena arena = HR_ARENA_INIT;
		struct hr_strbuf again = HR_STRBUF_INIT;
		struct hr_json_writer writer;

		hr_json_writer_init(&writer, &again);
		hr_json_compact(&writer);
		write_tree(&writer, must_read(cases[i].text, &arena));
		assert_string_equal(again.data, cases[i].again);
		hr_strbuf_release(&again);
		hr_arena_release(&arena);
	}
}

static void test_json__refuses_what_is_not(void **state)
{
	static const struct {
		const char *text, *message;
	} cases[] = {
		{ "", "t:1:1: expected a value, found the end of the text" },
		{ "  \n ", "t:2:2: expected a value, found the end of the text" },
		{ "x", "t:1:1: expected a value, found 'x'" },
		{ "tru", "t:1:1: expected a value, found 't'" },
		{ "True", "t:1:1: expected a value, found 'T'" },
		{ "NaN", "t:1:1: expected a value, found 'N'" },
		{ "truex", "t:1:5: expected the end of the text, found 'x'" },
		{ "1 2", "t:1:3: expected the end of the text, found '2'" },
		{ "[1]]", "t:1:4: expected the end of the text, found ']'" },
		{ "-", "t:1:2: expected a digit, found the end of the text" },
		{ "-x", "t:1:2: expected a digit, found 'x'" },
		{ "+1", "t:1:1: expected a value, found '+'" },
		{ ".5", "t:1:1: expected a value, found '.'" },
		{ "1.", "t:1:3: expected a digit, found the end of the text" },
		{ "1.e5", "t:1:3: expected a digit, found 'e'" },
		{ "1e", "t:1:3: expected a digit, found the end of the text" },
		{ "1e+-2", "t:1:4: expected a digit, found '-'" },
		{ "01", "t:1:2: expected the end of the text, found '1'" },
		{ "0x10", "t:1:2: expected the end of the text, found 'x'" },
		{ "-Infinity", "t:1:2: expected a digit, found 'I'" },
		{ "[", "t:1:2: expected a value, found the end of the text" },
		{ "[1", "t:1:3: expected ',' or ']', found the end of the text" },
		{ "[1,]", "t:1:4: expected a value, found ']'" },
		{ "[,1]", "t:1:2: expected a value, found ','" },
		{ "[1 2]", "t:1:4: expected ',' or ']', found '2'" },
		{ "[1}", "t:1:3: expected ',' or ']', found '}'" },
		{ "{", "t:1:2: expected a string, found the end of the text" },
		{ "{a:1}", "t:1:2: expected a string, found 'a'" },
		{ "{1:1}", "t:1:2: expected a string, found '1'" },
		{ "{\"a\"}", "t:1:5: expected ':', found '}'" },
		{ "{\"a\":}", "t:1:6: expected a value, found '}'" },
		{ "{\"a\":1,}", "t:1:8: expected a string, found '}'" },
		{ "{\"a\":1]", "t:1:7: expected ',' or '}', found ']'" },
		{ "\n\n  {\"a\":\n x}", "t:4:2: expected a value, found 'x'" },
		{ "\"abc", "t:1:5: string without an end" },
		{ "\"abc\\", "t:1:6: expected an escape such as '\\n', found the end of the text" },
		{ "\"\\x\"", "t:1:3: expected an escape such as '\\n', found 'x'" },
		{ "\"\\\x01\"", "t:1:3: expected an escape such as '\\n', found byte 0x01" },
		{ "\"a\nb\"", "t:1:3: control character in a string" },
		{ "\"a\tb\"", "t:1:3: control character in a string" },
		{ "\"\\u12\"", "t:1:4: expected four hexadecimal digits after '\\u'" },
		{ "\"\\u12g4\"", "t:1:4: expected four hexadecimal digits after '\\u'" },
		{ "\"\\u123", "t:1:4: expected four hexadecimal digits after '\\u'" },
		{ "\"\\uD83D\\u12\"", "t:1:10: expected four hexadecimal digits after '\\u'" },
		{ "\"\\u0000\"", "t:1:4: '\\u0000' in a string is not supported" },
		{ "{\"\\u0000\":1}", "t:1:5: '\\u0000' in a string is not supported" },
		{ "\xC2\xA0", "t:1:1: expected a value, found byte 0xc2" }, /* no white space of ours */
		{ "// x\n1", "t:1:1: expected a value, found '/'" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_arena arena = HR_ARENA_INIT;
		struct hr_error error = HR_ERROR_INIT;
		struct hr_json *value = NULL;

		assert_int_equal(read_text(&value, cases[i].text, strlen(cases[i].text), &arena, &error), -1);
		assert_int_equal(error.kind, HR_ERROR_INPUT);
		assert_string_equal(error.message.data, cases[i].message);
		assert_null(value);
		hr_error_release(&error);
		hr_arena_release(&arena);
	}
}

static void test_json__refuses_nul_bytes(void **state)
{
	static const struct {
		const char *text;
		size_t length;
	} cases[] = { { "\0", 1 }, { "1\0", 2 }, { "\"a\0b\"", 5 }, { "[\0]", 3 } };

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_arena arena = HR_ARENA_INIT;
		struct hr_error error = HR_ERROR_INIT;
		struct hr_json *value;

		assert_int_equal(read_text(&value, cases[i].text, cases[i].length, &arena, &error), -1);
		hr_error_release(&error);
		hr_arena_release(&arena);
	}
}

static void test_json__tree_has_keys_counts_and_places(void **state)
{
	struct hr_arena arena = HR_ARENA_INIT;
	const struct hr_json *root =
		must_read("\n {\"list\": [10,\n  2.50],\r\n\t\"s\": \"\xC3\xA9\"  ,\"n\":null}", &arena);
	const struct hr_json *list = root->first, *text = list->next, *null = text->next;

	(void)state;
	assert_int_equal(root->kind, HR_JSON_OBJECT);
	assert_int_equal(root->count, 3);
	assert_null(root->key);
	assert_null(root->next);
	assert_int_equal(root->line, 2);
	assert_int_equal(root->column, 2);
	assert_string_equal(list->key, "list");
	assert_int_equal(list->count, 2);
	assert_int_equal(list->first->line, 2);
	assert_int_equal(list->first->column, 12);
	assert_null(list->first->key);
	assert_string_equal(list->first->next->text, "2.50");
	assert_true(list->first->next->number == 2.5);
	assert_int_equal(list->first->next->line, 3);
	assert_int_equal(list->first->next->column, 3);
	assert_int_equal(text->line, 4);
	assert_int_equal(text->column, 7);
	assert_string_equal(null->key, "n");
	assert_int_equal(null->column, 18); /* columns are bytes */
	assert_null(null->next);
	hr_arena_release(&arena);
}

/* `open` times depth, `inner`, `close` times depth. */
static int read_nested(size_t depth, const char *open, const char *inner, const char *close, struct hr_error *error)
{
	struct hr_arena arena = HR_ARENA_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_json *value;
	int status;

	for (size_t i = 0; i < depth; i++)
		hr_strbuf_addstr(&text, open);
	hr_strbuf_addstr(&text, inner);
	for (size_t i = 0; i < depth; i++)
		hr_strbuf_addstr(&text, close);
	status = read_text(&value, text.data, text.length, &arena, error);
	hr_strbuf_release(&text);
	hr_arena_release(&arena);
	return status;
}

static void test_json__nesting_is_limited(void **state)
{
	struct hr_error error = HR_ERROR_INIT;

	(void)state;
	assert_int_equal(read_nested(HR_JSON_DEPTH, "[", "", "]", &error), 0);
	assert_int_equal(read_nested(HR_JSON_DEPTH, "[", "1", "]", &error), 0);
	assert_int_equal(read_nested(HR_JSON_DEPTH, "{\"a\":", "1", "}", &error), 0);
	assert_int_equal(read_nested(HR_JSON_DEPTH + 1, "[", "", "]", &error), -1);
	assert_string_equal(error.message.data, "t:1:513: nested too deep");
	assert_int_equal(read_nested(HR_JSON_DEPTH + 1, "{\"a\":", "1", "}", &error), -1);
	assert_int_equal(read_nested(1000000, "[", "", "", &error), -1);
	assert_int_equal(read_nested(100000, "[],", "", "", &error), -1); /* wide, not deep, and still wrong */
	assert_string_equal(error.message.data, "t:1:3: expected the end of the text, found ','");
	hr_error_release(&error);
}

static void test_json__width_is_not_limited(void **state)
{
	struct hr_arena arena = HR_ARENA_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	const struct hr_json *root;

	(void)state;
	hr_strbuf_addstr(&text, "[[]");
	for (int i = 1; i < 100000; i++)
		hr_strbuf_addstr(&text, ",[]");
	hr_strbuf_addch(&text, ']');
	root = must_read(text.data, &arena);
	assert_int_equal(root->count, 100000);
	hr_strbuf_release(&text);
	hr_arena_release(&arena);
}

static void test_json__get_int(void **state)
{
	static const struct {
		const char *number;
		int64_t value; /* -77: not a whole int64_t */
	} cases[] = {
		{ "0", 0 },
		{ "-0", 0 },
		{ "-0.0e5", 0 },
		{ "42", 42 },
		{ "-42", -42 },
		{ "9223372036854775807", INT64_MAX },
		{ "-9223372036854775808", INT64_MIN },
		{ "9223372036854775808", -77 },
		{ "-9223372036854775809", -77 },
		{ "99999999999999999999", -77 },
		{ "9007199254740993", 9007199254740993 }, /* no double */
		{ "9007199254740993.0", 9007199254740993 },
		{ "9223372036854775807.000", INT64_MAX },
		{ "1.5", -77 },
		{ "0.99999999999999999999999", -77 },
		{ "1.00000000000000000000001", -77 },
		{ "1e3", 1000 },
		{ "1E+3", 1000 },
		{ "1.25e2", 125 },
		{ "1.25e1", -77 },
		{ "1200e-2", 12 },
		{ "1201e-2", -77 },
		{ "1e18", 1000000000000000000 },
		{ "1e19", -77 },
		{ "-1e19", -77 },
		{ "0.00000000001e12", 10 },
		{ "922337203685477580.7e1", INT64_MAX },
		{ "1e-1", -77 },
		{ "0e99999999999999999999", 0 },
		{ "1e99999999999999999999", -77 },
		{ "1e-99999999999999999999", -77 },
		{ "0e-99999999999999999999", 0 },
		{ "0.0", 0 },
		{ "\"42\"", -77 },
		{ "true", -77 },
		{ "null", -77 },
		{ "[1]", -77 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_arena arena = HR_ARENA_INIT;
		const char *text = hr_arena_printf(&arena, "{\"n\":%s}", cases[i].number);

		if (hr_json_get_int(must_read(text, &arena), "n", -77) != cases[i].value)
			fail_msg("'%s' is not read as %lld", cases[i].number, (long long)cases[i].value);
		hr_arena_release(&arena);
	}
}

static void test_json__get_by_kind(void **state)
{
	struct hr_arena arena = HR_ARENA_INIT;
	const struct hr_json *root = must_read(
		"{\"s\":\"x\",\"d\":2.5,\"t\":true,\"f\":false,\"z\":null,\"r\":1,\"o\":{\"s\":\"y\"},\"r\":2}",
		&arena);

	(void)state;
	assert_string_equal(hr_json_get_string(root, "s", "else"), "x");
	assert_string_equal(hr_json_get_string(root, "d", "else"), "else"); /* a number has text, but is no string */
	assert_string_equal(hr_json_get_string(root, "z", "else"), "else");
	assert_null(hr_json_get_string(root, "absent", NULL));
	assert_string_equal(hr_json_get_string(hr_json_get(root, "o"), "s", "else"), "y");
	assert_true(hr_json_get_double(root, "d", 7) == 2.5);
	assert_true(hr_json_get_double(root, "s", 7) == 7);
	assert_true(hr_json_get_bool(root, "t", false));
	assert_false(hr_json_get_bool(root, "f", true));
	assert_true(hr_json_get_bool(root, "z", true));
	assert_false(hr_json_get_bool(root, "r", false));
	assert_int_equal(hr_json_get_int(root, "r", 0), 2); /* the last one counts */
	assert_int_equal(hr_json_get(root, "z")->kind, HR_JSON_NULL);
	hr_arena_release(&arena);
}

static void test_json__get_from_what_is_no_object(void **state)
{
	struct hr_arena arena = HR_ARENA_INIT;
	const struct hr_json *array = must_read("[\"a\"]", &arena);

	(void)state;
	assert_null(hr_json_get(NULL, "a"));
	assert_null(hr_json_get(array, "a"));
	assert_null(hr_json_get(array->first, "a"));
	assert_int_equal(hr_json_get_int(NULL, "a", 5), 5);
	assert_string_equal(hr_json_get_string(hr_json_get(NULL, "a"), "b", "else"), "else");
	hr_arena_release(&arena);
}

static void check_strings(const struct hr_json *value)
{
	bool valid = true;

	for (const char *at = value->text ? value->text : ""; *at && valid;)
		at += hr_text_utf8_take(at, strlen(at), &valid);
	assert_true(valid);
	for (const struct hr_json *child = value->first; child; child = child->next)
		check_strings(child);
}

static uint64_t next_random(uint64_t *seed)
{
	*seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *seed >> 33;
}

/* Whatever happens to a text, the reader stays within it and what it accepts is sound. */
static void test_json__survives_damage(void **state)
{
	static const char sound[] =
		"{\"a\": [1, -2.5e3, \"\\u00e9\\uD83D\\uDE00 \xE2\x82\xAC\", true],\n \"b\": {\"c\": null}}";
	size_t length = sizeof sound - 1;
	uint64_t seed = 1;
	char text[sizeof sound];

	(void)state;
	for (size_t round = 0; round < 20000; round++) {
		struct hr_arena arena = HR_ARENA_INIT;
		struct hr_error error = HR_ERROR_INIT;
		struct hr_json *value;
		bool cut = round < length;

		memcpy(text, sound, sizeof sound);
		for (uint64_t i = 0; !cut && i < 1 + round % 4; i++)
			text[next_random(&seed) % length] = (char)next_random(&seed);
		if (read_text(&value, text, cut ? round : length, &arena, &error) == 0) {
			assert_false(cut); /* no beginning of the text is one itself */
			check_strings(value);
		} else {
			assert_true(hr_text_starts_with(error.message.data, "t:"));
		}
		hr_error_release(&error);
		hr_arena_release(&arena);
	}
}

/* The writer. */

static void test_json__writes_one_space_a_level(void **state)
{
	struct hr_strbuf out = HR_STRBUF_INIT;
	struct hr_json_writer writer;

	(void)state;
	hr_json_writer_init(&writer, &out);
	hr_json_begin_object(&writer);
	hr_json_key(&writer, "name");
	hr_json_string(&writer, "x");
	hr_json_key(&writer, "list");
	hr_json_begin_array(&writer);
	hr_json_int(&writer, -1);
	hr_json_begin_object(&writer);
	hr_json_end_object(&writer);
	hr_json_begin_array(&writer);
	hr_json_end_array(&writer);
	hr_json_bool(&writer, true);
	hr_json_end_array(&writer);
	hr_json_key(&writer, "none");
	hr_json_string(&writer, NULL);
	hr_json_end_object(&writer);
	assert_string_equal(out.data,
			    "{\n \"name\": \"x\",\n \"list\": [\n  -1,\n  {},\n  [],\n  true\n ],\n \"none\": null\n}");
	hr_strbuf_release(&out);
}

static void write_pair(struct hr_json_writer *writer)
{
	hr_json_begin_array(writer);
	hr_json_int(writer, 1);
	hr_json_int(writer, 2);
	hr_json_end_array(writer);
}

static void test_json__compact_lasts_for_one_value(void **state)
{
	struct hr_strbuf out = HR_STRBUF_INIT;
	struct hr_json_writer writer;

	(void)state;
	hr_json_writer_init(&writer, &out);
	hr_json_begin_object(&writer);
	hr_json_key(&writer, "a");
	hr_json_compact(&writer); /* after the key */
	hr_json_begin_object(&writer);
	hr_json_key(&writer, "x");
	hr_json_compact(&writer); /* again, inside: changes nothing */
	write_pair(&writer);
	hr_json_key(&writer, "y");
	hr_json_null(&writer);
	hr_json_end_object(&writer);
	hr_json_compact(&writer); /* before the key */
	hr_json_key(&writer, "b");
	write_pair(&writer);
	hr_json_compact(&writer); /* used up by a value that has one line anyway */
	hr_json_key(&writer, "c");
	hr_json_int(&writer, 3);
	hr_json_key(&writer, "d");
	write_pair(&writer);
	hr_json_end_object(&writer);
	assert_string_equal(out.data, "{\n \"a\": {\"x\": [1, 2], \"y\": null},\n \"b\": [1, 2],\n \"c\": 3,\n"
				      " \"d\": [\n  1,\n  2\n ]\n}");
	hr_strbuf_release(&out);
}

static void test_json__writes_strings_escaped(void **state)
{
	static const struct {
		const char *text, *written;
	} cases[] = {
		{ "", "\"\"" },
		{ "a/b", "\"a/b\"" },
		{ "\"\\\b\f\n\r\t", "\"\\\"\\\\\\b\\f\\n\\r\\t\"" },
		{ "\x01\x1F\x7F", "\"\\u0001\\u001f\x7F\"" },
		{ "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"" },
		{ "\xFFx", "\"" FFFD "x\"" },
		{ "\xC3", "\"" FFFD "\"" },
		{ "\xE2\x82\"", "\"" FFFD "\\\"\"" },
		{ "\xED\xA0\x80", "\"" FFFD FFFD FFFD "\"" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_strbuf out = HR_STRBUF_INIT;
		struct hr_json_writer writer;

		hr_json_writer_init(&writer, &out);
		hr_json_string(&writer, cases[i].text);
		assert_string_equal(out.data, cases[i].written);
		hr_strbuf_release(&out);
	}
}

static void test_json__writes_keys_escaped(void **state)
{
	struct hr_strbuf out = HR_STRBUF_INIT;
	struct hr_json_writer writer;

	(void)state;
	hr_json_writer_init(&writer, &out);
	hr_json_compact(&writer);
	hr_json_begin_object(&writer);
	hr_json_key(&writer, "a\"\n\xFF");
	hr_json_int(&writer, 1);
	hr_json_end_object(&writer);
	assert_string_equal(out.data, "{\"a\\\"\\n" FFFD "\": 1}");
	hr_strbuf_release(&out);
}

static char *double_text(double value)
{
	struct hr_strbuf out = HR_STRBUF_INIT;
	struct hr_json_writer writer;

	hr_json_writer_init(&writer, &out);
	hr_json_double(&writer, value);
	return hr_strbuf_detach(&out);
}

static void test_json__writes_doubles_short(void **state)
{
	const struct {
		double value;
		const char *text;
	} cases[] = {
		{ 0, "0" },
		{ -0.0, "-0" },
		{ 1, "1" },
		{ 100, "100" },
		{ -250000, "-250000" },
		{ 0.1, "0.1" },
		{ 1.0 / 3, "0.3333333333333333" },
		{ 0.1 + 0.2, "0.30000000000000004" },
		{ 2.5, "2.5" },
		{ 999999999999999, "999999999999999" },
		{ 1e15, "1e+15" },
		{ 1e300, "1e+300" },
		{ 1e-7, "1e-07" },
		{ DBL_MAX, "1.7976931348623157e+308" },
		{ DBL_MIN, "2.2250738585072014e-308" },
		{ 0x1p-1074, "5e-324" },
		{ INFINITY, "null" },
		{ -INFINITY, "null" },
		{ NAN, "null" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		char *text = double_text(cases[i].value);

		assert_string_equal(text, cases[i].text);
		free(text);
	}
}

static void test_json__doubles_read_back_the_same(void **state)
{
	uint64_t seed = 7;

	(void)state;
	for (int i = 0; i < 5000; i++) {
		struct hr_arena arena = HR_ARENA_INIT;
		uint64_t bits = next_random(&seed) << 33 ^ next_random(&seed) << 16 ^ next_random(&seed);
		double value;
		char *text;

		memcpy(&value, &bits, sizeof value);
		text = double_text(value);
		if (isfinite(value))
			assert_true(must_read(text, &arena)->number == value);
		free(text);
		hr_arena_release(&arena);
	}
}

static void test_json__writes_integers_whole(void **state)
{
	struct hr_strbuf out = HR_STRBUF_INIT;
	struct hr_json_writer writer;

	(void)state;
	hr_json_writer_init(&writer, &out);
	hr_json_compact(&writer);
	hr_json_begin_array(&writer);
	hr_json_int(&writer, INT64_MIN);
	hr_json_int(&writer, INT64_MAX);
	hr_json_uint(&writer, UINT64_MAX);
	hr_json_uint(&writer, 0);
	hr_json_end_array(&writer);
	assert_string_equal(out.data, "[-9223372036854775808, 9223372036854775807, 18446744073709551615, 0]");
	hr_strbuf_release(&out);
}

static void test_json__appends_to_what_is_there(void **state)
{
	struct hr_strbuf out = HR_STRBUF_INIT;
	struct hr_json_writer writer;

	(void)state;
	hr_strbuf_addstr(&out, "x = ");
	hr_json_writer_init(&writer, &out);
	hr_json_begin_array(&writer);
	hr_json_end_array(&writer);
	assert_string_equal(out.data, "x = []");
	hr_strbuf_release(&out);
}

static void test_json__writes_as_deep_as_it_reads(void **state)
{
	struct hr_arena arena = HR_ARENA_INIT;
	struct hr_strbuf out = HR_STRBUF_INIT;
	struct hr_json_writer writer;

	(void)state;
	hr_json_writer_init(&writer, &out);
	for (int i = 0; i < HR_JSON_DEPTH; i++)
		hr_json_begin_array(&writer);
	for (int i = 0; i < HR_JSON_DEPTH; i++)
		hr_json_end_array(&writer);
	must_read(out.data, &arena);
	hr_strbuf_release(&out);
	hr_arena_release(&arena);
}

/* Plays a script of calls: { } [ ] as they look, k a key, v a value, D as deep as it goes. */
static void play(void *script)
{
	struct hr_strbuf out = HR_STRBUF_INIT;
	struct hr_json_writer writer;

	hr_json_writer_init(&writer, &out);
	for (const char *call = script; *call; call++) {
		switch (*call) {
		case '{':
			hr_json_begin_object(&writer);
			break;
		case '}':
			hr_json_end_object(&writer);
			break;
		case '[':
			hr_json_begin_array(&writer);
			break;
		case ']':
			hr_json_end_array(&writer);
			break;
		case 'k':
			hr_json_key(&writer, "k");
			break;
		case 'v':
			hr_json_null(&writer);
			break;
		case 'D':
			for (int i = 0; i < HR_JSON_DEPTH; i++)
				hr_json_begin_array(&writer);
			break;
		default:
			abort();
		}
	}
	hr_strbuf_release(&out);
}

static void test_json__broken_nesting_is_a_bug(void **state)
{
	static const struct {
		char script[8];
		bool bug;
	} cases[] = {
		{ "v", false },  { "[vv]", false }, { "{kvkv}", false }, { "{k[{}]}", false }, { "D", false },
		{ "vv", true },  { "[]v", true },   { "[][", true },     { "]", true },        { "}", true },
		{ "[}", true },  { "{]", true },    { "{v", true },      { "{[", true },       { "{kvv", true },
		{ "{kk", true }, { "{k}", true },   { "k", true },       { "[k", true },       { "[]]", true },
		{ "D[", true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		char script[8];

		memcpy(script, cases[i].script, sizeof script);
		if (ends_in_bug(play, script) != cases[i].bug)
			fail_msg("%s: should %sbe a bug", script, cases[i].bug ? "" : "not ");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_json__reads_what_is_valid),
		cmocka_unit_test(test_json__refuses_what_is_not),
		cmocka_unit_test(test_json__refuses_nul_bytes),
		cmocka_unit_test(test_json__tree_has_keys_counts_and_places),
		cmocka_unit_test(test_json__nesting_is_limited),
		cmocka_unit_test(test_json__width_is_not_limited),
		cmocka_unit_test(test_json__get_int),
		cmocka_unit_test(test_json__get_by_kind),
		cmocka_unit_test(test_json__get_from_what_is_no_object),
		cmocka_unit_test(test_json__survives_damage),
		cmocka_unit_test(test_json__writes_one_space_a_level),
		cmocka_unit_test(test_json__compact_lasts_for_one_value),
		cmocka_unit_test(test_json__writes_strings_escaped),
		cmocka_unit_test(test_json__writes_keys_escaped),
		cmocka_unit_test(test_json__writes_doubles_short),
		cmocka_unit_test(test_json__doubles_read_back_the_same),
		cmocka_unit_test(test_json__writes_integers_whole),
		cmocka_unit_test(test_json__appends_to_what_is_there),
		cmocka_unit_test(test_json__writes_as_deep_as_it_reads),
		cmocka_unit_test(test_json__broken_nesting_is_a_bug),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
