/* One witness for each bug planted in quill (bugs.tsv). */
#include "../witness.h"

#include "quill.h"

/* A text in memory of its own, so that reading behind it is seen. */
static char *fresh(const char *text)
{
	char *copy = malloc(strlen(text) + 1);

	CHECK(copy);
	return strcpy(copy, text);
}

static void unescape(void)
{
	char *text = fresh("ends with \\");

	CHECK(!quill_unescape(text));
	free(text);
}

static void ini_parse(void)
{
	quill_ini *settings = NULL;

	CHECK(quill_ini_parse("novalue", &settings) == QUILL_SYNTAX && !settings);
}

static void ini_print(void)
{
	quill_ini *settings = quill_ini_new(), *parsed = NULL;
	char *text;

	CHECK(quill_ini_set(settings, "", "colour", "#ffffff") == QUILL_OK);
	text = quill_ini_print(settings);
	CHECK(quill_ini_parse(text, &parsed) == QUILL_OK);
	CHECK(strcmp(quill_ini_get(parsed, "", "colour"), "#ffffff") == 0);
	free(text);
	quill_ini_free(parsed);
	quill_ini_free(settings);
}

static void percent_encode(void)
{
	char *code = quill_percent_encode("1+1"), *text = quill_percent_decode(code);

	CHECK(strcmp(text, "1+1") == 0);
	free(code);
	free(text);
}

static void parse_int(void)
{
	int value = 0;

	CHECK(quill_parse_int("2147483648", &value) == QUILL_RANGE);
	CHECK(quill_parse_int("-2147483648", &value) == QUILL_OK && value < 0);
}

static void parse_size(void)
{
	unsigned long long bytes = 0;

	CHECK(quill_parse_size("1Z", &bytes) == QUILL_SYNTAX);
}

static void count_empty(void)
{
	CHECK(quill_count("text", "") == 0);
}

static void ini_equal(void)
{
	quill_ini *part = quill_ini_new(), *all = quill_ini_new();

	CHECK(quill_ini_set(all, "", "key", "value") == QUILL_OK);
	CHECK(quill_ini_equal(part, all) == quill_ini_equal(all, part));
	quill_ini_free(part);
	quill_ini_free(all);
}

static void ini_copy(void)
{
	quill_ini *settings = quill_ini_new(), *copy;

	CHECK(quill_ini_set(settings, "", "key", "") == QUILL_OK);
	copy = quill_ini_copy(settings);
	CHECK(quill_ini_equal(copy, settings) && quill_ini_equal(settings, copy));
	quill_ini_free(copy);
	quill_ini_free(settings);
}

static void compare(void)
{
	CHECK(quill_compare("9", "10") < 0 && quill_compare("10", "1a") < 0);
	CHECK(quill_compare("9", "1a") < 0);
}

const struct witness witnesses[] = {
	{ "unescape", unescape },
	{ "ini-parse", ini_parse },
	{ "ini-print", ini_print },
	{ "percent-encode", percent_encode },
	{ "parse-int", parse_int },
	{ "parse-size", parse_size },
	{ "count-empty", count_empty },
	{ "ini-equal", ini_equal },
	{ "ini-copy", ini_copy },
	{ "compare", compare },
	{ NULL, NULL },
};
