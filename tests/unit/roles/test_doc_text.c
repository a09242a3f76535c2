/* Documentation as sentences: which of them speak of which parameter. */
#include "roles/doc_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "model/model.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* copy(to, from, n) with a text about it. */
static struct hr_operation copy_of(const char *doc)
{
	static const char *const names[] = { "to", "from", "n" };
	struct hr_operation operation = { .name = "copy", .doc = doc };

	for (size_t i = 0; i < COUNT(names); i++)
		hr_vec_push(&operation.params, hr_item_of(names[i], (struct hr_type_ref){ HR_NO_TYPE, 0 }));
	return operation;
}

/* White space at the end does not matter. */
static void assert_text(const char *actual, const char *expected)
{
	size_t length = strlen(actual);

	while (length > 0 && actual[length - 1] == ' ')
		length--;
	if (length != strlen(expected) || strncmp(actual, expected, length) != 0)
		fail_msg("expected '%s', got '%s'", expected, actual);
}

static void test_doc_text__own(void **state)
{
	static const struct {
		const char *doc;
		size_t param;
		const char *expected;
	} cases[] = {
		{ NULL, 0, "" },
		{ "Copies from here to there.", 0, "" },
		{ "Copies.\n@param to where to\n@param from what", 0, "@param to where to" },
		{ "Copies.\n@param to where to\n@param from what", 1, "@param from what" },
		{ "Copies.\n@param to where to\n@param from what", 2, "" },
		{ "@param[out] to where to,\nin full\n@param from what", 0, "@param[out] to where to, in full" },
		{ "\\param to one of \\b HERE or\n\\b THERE\n\\param from what", 0,
		  "\\param to one of \\b HERE or \\b THERE" },
		{ "@param to as @e from\n@c is\n@ref else", 0, "@param to as @e from @c is @ref else" },
		{ "@param[in,out] to both", 0, "@param[in,out] to both" },
		{ "\\param from what", 1, "\\param from what" },
		{ "\\param[in] from what\n\\return nothing", 1, "\\param[in] from what" },
		{ "copy:\n@to: (out): where to\n@from: what\nReturns: nothing", 0, "@to: (out): where to" },
		{ "copy:\n@to: (out): where to\n@from: what\nReturns: nothing", 1, "@from: what" },
		{ "@param from to read", 0, "" },
		{ "@param from before to", 0, "" },
		{ "@param to, from the ends", 0, "@param to, from the ends" },
		{ "@param to, from the ends", 1, "@param to, from the ends" },
		{ "@param[out", 0, "" },
		{ "@param[out to", 0, "" },
		{ "@param", 0, "" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_operation operation = copy_of(cases[i].doc);
		struct hr_strbuf text = HR_STRBUF_INIT;

		hr_doc_own_text(&text, &operation, cases[i].param);
		assert_text(text.data, cases[i].expected);
		hr_strbuf_release(&text);
		hr_vec_release(&operation.params);
	}
}

/* What stands at the parameter itself comes first. */
static void test_doc_text__own_comment(void **state)
{
	struct hr_operation operation = copy_of("@param to where to");
	struct hr_strbuf text = HR_STRBUF_INIT;

	(void)state;
	operation.params.data[0].doc = "[out] room\nfor n bytes";
	hr_doc_own_text(&text, &operation, 0);
	assert_text(text.data, "[out] room for n bytes @param to where to");
	hr_strbuf_release(&text);
	hr_vec_release(&operation.params);
}

static void note(void *context, const struct hr_sentence *sentence)
{
	struct hr_strbuf *out = context;
	const char *text = sentence->text + strspn(sentence->text, " ");
	size_t length = strlen(text);

	while (length > 0 && text[length - 1] == ' ')
		length--;
	assert_int_equal(strlen(sentence->text), strlen(sentence->lower));
	hr_strbuf_addf(out, "%s%.*s/%zu", out->length > 0 ? "|" : "", (int)length, text, sentence->others);
}

static void test_doc_text__sentences(void **state)
{
	static const struct {
		const char *doc;
		size_t param;
		const char *expected; /* sentence/others, with bars between */
	} cases[] = {
		{ NULL, 0, "" },
		{ "", 0, "" },
		{ "Copies.", 0, "" },
		{ "It writes to 'to'. Then it stops.", 0, "It writes to 'to'/0" },
		{ "Copies from.", 1, "Copies from/0" },
		{ "Copies from into to.", 1, "Copies from into to/1" },
		{ "Reads from;\nthe rest of from stays.", 1, "Reads from/0|the rest of from stays/0" },
		{ "Reads\nfrom\tagain.", 1, "Reads from again/0" },
		{ "The fromage is good.", 1, "" },
		{ "FROM is not a name.", 1, "" },
		{ "The second argument may be NULL.", 1, "The second argument may be NULL/0" },
		{ "The 2nd parameter may be NULL.", 1, "The 2nd parameter may be NULL/0" },
		{ "The first and second arguments may be NULL.", 1, "The first and second arguments may be NULL/1" },
		{ "The second time it is faster.", 1, "" },
		{ "All n bytes.", 2, "" }, /* a name of one letter is also a word */
		{ "All @p n bytes.", 2, "All @p n bytes/0" },
		{ "All `n` bytes.", 2, "All `n` bytes/0" },
		{ "Version 1.2 has from.", 1, "Version 1.2 has from/0" },
		{ "move() leaves from alone. copy() reads from.", 1, "copy() reads from/0" },
		{ "@brief Copies\n@param from what\n@param to where", 1, "@param from what/0" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_operation operation = copy_of(cases[i].doc);
		struct hr_strbuf text = HR_STRBUF_INIT;

		hr_doc_each_sentence(&operation, cases[i].param, note, &text);
		assert_string_equal(text.data, cases[i].expected);
		hr_strbuf_release(&text);
		hr_vec_release(&operation.params);
	}
}

static void test_doc_text__ways(void **state)
{
	static const struct {
		const char *own;
		bool in, out, is_boolean;
	} cases[] = {
		{ "@code: (integer, modify) what went wrong", false, true, false },
		{ "@context: (handle, read/modify, optional) it", true, true, false },
		{ "@name: (handle, read.) it", true, false, false },
		{ "deep - [input] how", true, false, false },
		{ "@flag: (boolean, read) non-zero for yes", true, false, true },
		{ "@name: what to read (modify it later)", false, false, false },
		{ "@param[in] name what", false, false, false },
		{ "", false, false, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_doc_ways ways = hr_doc_ways(cases[i].own);

		assert_int_equal(ways.in, cases[i].in);
		assert_int_equal(ways.out, cases[i].out);
		assert_int_equal(ways.is_boolean, cases[i].is_boolean);
	}
}

static void test_doc_text__of_fields(void **state)
{
	static const struct {
		const char *doc, *name, *expected;
	} cases[] = {
		{ "A pair.\n@param first the one\nof two\n@param second the other", "first", "the one of two" },
		{ "A pair.\n@param first the one\n@param second the other", "second", "the other" },
		{ "@first: the one\n@second: the other", "first", "the one" },
		{ "first: the one", "first", "" },
		{ "A pair whose first is less.", "first", "" },
		{ "A pair.", "", "" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_strbuf text = HR_STRBUF_INIT;

		hr_doc_field_text(&text, cases[i].doc, cases[i].name);
		assert_string_equal(text.length ? text.data : "", cases[i].expected);
		hr_strbuf_release(&text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_doc_text__own),       cmocka_unit_test(test_doc_text__own_comment),
		cmocka_unit_test(test_doc_text__sentences), cmocka_unit_test(test_doc_text__ways),
		cmocka_unit_test(test_doc_text__of_fields),
	};

	return cmocka_run_group_tests_name("doc_text", tests, NULL, NULL);
}
