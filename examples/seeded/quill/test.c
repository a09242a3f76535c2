/* The library's own test: what its author thought of. It passes with and without the planted bugs. */
#undef NDEBUG
#include "quill.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Is it this text? Frees it. */
static bool is(char *text, const char *wanted)
{
	bool same = text && strcmp(text, wanted) == 0;

	free(text);
	return same;
}

static void test_numbers(void)
{
	unsigned long long bytes = 0;
	int value = 0;

	assert(quill_parse_int("42", &value) == QUILL_OK && value == 42);
	assert(quill_parse_int("-007", &value) == QUILL_OK && value == -7);
	assert(quill_parse_int("2147483647", &value) == QUILL_OK && value == 2147483647);
	assert(quill_parse_int("", &value) == QUILL_SYNTAX && quill_parse_int("-", &value) == QUILL_SYNTAX);
	assert(quill_parse_int("12a", &value) == QUILL_SYNTAX && value == 2147483647);
	assert(is(quill_print_int(-15), "-15"));
	assert(quill_parse_size("12", &bytes) == QUILL_OK && bytes == 12);
	assert(quill_parse_size("3K", &bytes) == QUILL_OK && bytes == 3072);
	assert(quill_parse_size("15E", &bytes) == QUILL_OK && bytes == 15ULL << 60);
	assert(quill_parse_size("16E", &bytes) == QUILL_RANGE && quill_parse_size("1X", &bytes) == QUILL_SYNTAX);
	assert(quill_parse_size("1KK", &bytes) == QUILL_SYNTAX && bytes == 15ULL << 60);
}

static void test_texts(void)
{
	assert(quill_count("banana", "an") == 2 && quill_count("banana", "x") == 0);
	assert(is(quill_replace("banana", "an", "in"), "binina") && is(quill_replace("abc", "", "x"), "abc"));
	assert(quill_compare("9", "10") < 0 && quill_compare("10", "9") > 0 && quill_compare("a", "b") < 0);
	assert(quill_compare("7", "a") < 0 && quill_compare("a7", "a7") == 0 && quill_compare("07", "7") < 0);
	assert(is(quill_escape("a\"b\n\x01z"), "a\\\"b\\n\\x01z"));
	assert(is(quill_unescape("a\\\"b\\n\\x01z"), "a\"b\n\x01z"));
	assert(!quill_unescape("\\q") && !quill_unescape("\\x0") && !quill_unescape("\\x00"));
	assert(is(quill_percent_encode("a b/c"), "a+b%2Fc") && is(quill_percent_decode("a+b%2fc"), "a b/c"));
	assert(!quill_percent_decode("100%") && !quill_percent_decode("%zz"));
}

static void test_tokens(void)
{
	quill_tokens *tokens = quill_tokens_new("let x1 = 15;\n\"a\\n\" \"");

	assert(tokens && quill_tokens_line(tokens) == 1 && !*quill_tokens_text(tokens));
	assert(quill_tokens_next(tokens) == QUILL_WORD && strcmp(quill_tokens_text(tokens), "let") == 0);
	assert(quill_tokens_next(tokens) == QUILL_WORD && strcmp(quill_tokens_text(tokens), "x1") == 0);
	assert(quill_tokens_next(tokens) == QUILL_SYMBOL && strcmp(quill_tokens_text(tokens), "=") == 0);
	assert(quill_tokens_next(tokens) == QUILL_DIGITS && strcmp(quill_tokens_text(tokens), "15") == 0);
	assert(quill_tokens_next(tokens) == QUILL_SYMBOL && quill_tokens_line(tokens) == 1);
	assert(quill_tokens_next(tokens) == QUILL_QUOTED && strcmp(quill_tokens_text(tokens), "a\n") == 0);
	assert(quill_tokens_line(tokens) == 2 && quill_tokens_next(tokens) == QUILL_BROKEN);
	assert(quill_tokens_next(tokens) == QUILL_END && !*quill_tokens_text(tokens));
	quill_tokens_free(tokens);
}

static void test_settings(void)
{
	quill_ini *settings = quill_ini_new(), *copy, *parsed = NULL;
	char *text;
	int value = 0;

	assert(quill_ini_set(settings, "window", "width", "80") == QUILL_OK);
	assert(quill_ini_set(settings, "", "title", " \"x\"\n") == QUILL_OK);
	assert(quill_ini_set(settings, "window", "colour", "light blue") == QUILL_OK);
	assert(quill_ini_set(settings, "a b", "x", "") == QUILL_SYNTAX &&
	       quill_ini_set(settings, "", "", "") == QUILL_SYNTAX);
	assert(quill_ini_count(settings) == 3 && quill_ini_get_int(settings, "window", "width", &value) == QUILL_OK &&
	       value == 80);
	assert(quill_ini_get_int(settings, "", "width", &value) == QUILL_MISSING);
	text = quill_ini_print(settings);
	assert(strcmp(text, "title = \" \\\"x\\\"\\n\"\n[window]\nwidth = 80\ncolour = light blue\n") == 0);
	assert(quill_ini_parse(text, &parsed) == QUILL_OK && quill_ini_equal(settings, parsed));
	free(text);
	copy = quill_ini_copy(settings);
	assert(quill_ini_equal(settings, copy));
	assert(quill_ini_set(copy, "window", "width", "81") == QUILL_OK && !quill_ini_equal(settings, copy));
	assert(quill_ini_remove(copy, "", "title") == QUILL_OK && quill_ini_remove(copy, "", "title") == QUILL_MISSING);
	assert(!quill_ini_get(copy, "", "title") && quill_ini_count(copy) == 2);
	quill_ini_free(copy);
	quill_ini_free(parsed);
	quill_ini_free(settings);
	parsed = NULL;
	assert(quill_ini_parse("[broken", &parsed) == QUILL_SYNTAX &&
	       quill_ini_parse("a = \"x", &parsed) == QUILL_SYNTAX);
	assert(quill_ini_parse("= x", &parsed) == QUILL_SYNTAX && !parsed);
	assert(quill_ini_parse("# all\n\n k = v # c\n[s] ; c\nk=\n", &parsed) == QUILL_OK &&
	       quill_ini_count(parsed) == 2);
	assert(strcmp(quill_ini_get(parsed, "", "k"), "v") == 0 && strcmp(quill_ini_get(parsed, "s", "k"), "") == 0);
	quill_ini_free(parsed);
}

int main(void)
{
	test_numbers();
	test_texts();
	test_tokens();
	test_settings();
	return 0;
}
