/* Meanings, checks, errors, output, assertions and what comes first. */
#include "analysed.h"

static const char source[] =
	"#include <assert.h>\n"
	"#include <stdbool.h>\n"
	"#include <stdio.h>\n"
	"#include <stdlib.h>\n"
	"#include <string.h>\n"
	"#include <unistd.h>\n"
	"FILE *opened(const char *path) { return fopen(path, \"r\"); }\n"
	"FILE *opened_too(const char *name) { return opened(name); }\n"
	"void printed(const char *a, const char *b, int n) { printf(\"%d %s %.*s\", n, a, n, b); }\n"
	"int closed(int fd) { return close(fd); }\n"
	"void *made(unsigned n) { return calloc(n, 8); }\n"
	"int called(int (*f)(void), void *p) { return f(); }\n"
	"int level(int n) { if (n < 0 || n > 9) return -1; return n * 2; }\n"
	"int level_too(int n) { int r = level(n); if (r < 0) return -1; return r + 1; }\n"
	"bool is_digit(int c) { if (c < '0') return false; if (c > '9') return false; return true; }\n"
	"int bits(unsigned flags) { return (flags & 64) != 0; }\n"
	"int keyword(const char *text) { return strcmp(text, \"begin\") == 0; }\n"
	"int sign(int a, int b) { if (a < b) return -1; if (a > b) return 1; return 0; }\n"
	"int found(int n, int *at) { if (n < 0) return -1; if (n > 9) return 0; *at = n; return 1; }\n"
	"int store(int n, int *out) { if (n < 0) return -1; *out = n; return 0; }\n"
	"int *fresh(void) { int *p = malloc(4); if (!p) return NULL; *p = 0; return p; }\n"
	"int filled(int **slot) { int *p = fresh(); if (!p) return 7; *slot = p; return 0; }\n"
	"void optional(int *out) { if (out) *out = 3; }\n"
	"int twice(int n) { return 2 * n; }\n"
	"int asserted(const char *p, int n) { assert(p != NULL); assert(n > 2); return p[0] + n; }\n"
	"static bool ready; static int table[4];\n"
	"static void prepare(void) { table[0] = 1; ready = true; }\n"
	"int lookup(unsigned i) { if (!ready) prepare(); return table[i & 3]; }\n"
	"int wrapped(int n) { return level(n); }\n";

static const struct hr_value_facts *value(void **state, const char *function, size_t parameter)
{
	return &function_facts(*state, function)->parameters.data[parameter].value;
}

static void test_values__meanings(void **state)
{
	assert_int_equal(value(state, "opened", 0)->meaning, HR_MEANING_PATH);
	assert_int_equal(value(state, "opened_too", 0)->meaning, HR_MEANING_PATH);
	assert_int_equal(value(state, "printed", 0)->meaning, HR_MEANING_STRING);
	assert_int_equal(value(state, "printed", 1)->meaning, HR_MEANING_NONE); /* a precision says how far */
	assert_int_equal(value(state, "closed", 0)->meaning, HR_MEANING_DESCRIPTOR);
	assert_int_equal(value(state, "made", 0)->meaning, HR_MEANING_SIZE);
	assert_int_equal(value(state, "called", 0)->meaning, HR_MEANING_CALLBACK);
	assert_int_equal(value(state, "called", 1)->meaning, HR_MEANING_NONE);
}

static const struct hr_check *find_check(const struct hr_value_facts *facts, enum hr_compared comparison,
					 int64_t number)
{
	for (size_t i = 0; i < facts->checks.count; i++)
		if (!facts->checks.data[i].text && facts->checks.data[i].comparison == comparison &&
		    facts->checks.data[i].number == number)
			return &facts->checks.data[i];
	return NULL;
}

static void test_values__checks_that_refuse(void **state)
{
	static const char *const functions[] = { "level", "level_too", "wrapped" };
	for (size_t i = 0; i < 3; i++) {
		const struct hr_check *low = find_check(value(state, functions[i], 0), HR_SIGNED_LESS, 0);
		const struct hr_check *high = find_check(value(state, functions[i], 0), HR_SIGNED_GREATER, 9);
		assert_non_null(low);
		assert_non_null(high);
		assert_true(low->is_entry && low->refuses);
		assert_true(high->is_entry && high->refuses);
	}
	/* an answer is no refusal */
	const struct hr_value_facts *c = value(state, "is_digit", 0);
	for (size_t i = 0; i < c->checks.count; i++)
		assert_false(c->checks.data[i].refuses);
}

static void test_values__bits_and_texts(void **state)
{
	assert_non_null(find_check(value(state, "bits", 0), HR_NOT_EQUAL, 64));
	const struct hr_value_facts *text = value(state, "keyword", 0);
	assert_int_equal(text->checks.count, 1);
	assert_string_equal(text->checks.data[0].text, "begin");
}

static void test_values__assertions(void **state)
{
	const struct hr_function_facts *facts = function_facts(*state, "asserted");
	assert_int_equal(facts->assertions.count, 2);
	assert_string_equal(facts->assertions.data[0], "p != NULL");
	assert_string_equal(facts->assertions.data[1], "n > 2");
	const struct hr_check *check = find_check(value(state, "asserted", 1), HR_SIGNED_GREATER, 2);
	assert_non_null(check);
	assert_true(check->is_assertion);
}

static void test_values__errors(void **state)
{
	assert_int_equal(function_facts(*state, "level")->error_results, HR_ERRORS_NEGATIVE);
	assert_false(function_facts(*state, "level")->returns_status);
	assert_int_equal(function_facts(*state, "sign")->error_results, HR_ERRORS_UNKNOWN);
	assert_int_equal(function_facts(*state, "found")->error_results, HR_ERRORS_NEGATIVE);
	assert_int_equal(function_facts(*state, "store")->error_results, HR_ERRORS_NEGATIVE);
	assert_true(function_facts(*state, "store")->returns_status);
	assert_int_equal(function_facts(*state, "fresh")->error_results, HR_ERRORS_NULL);
	assert_int_equal(function_facts(*state, "fresh")->errors.data[0].follows, HR_FOLLOWS_ALLOC);
	assert_int_equal(function_facts(*state, "filled")->error_results, HR_ERRORS_NONZERO);
	assert_int_equal(function_facts(*state, "filled")->errors.data[0].number, 7);
	assert_int_equal(function_facts(*state, "filled")->errors.data[0].follows, HR_FOLLOWS_CALLEE);
	assert_int_equal(function_facts(*state, "twice")->error_results, HR_ERRORS_NONE);
	assert_int_equal(function_facts(*state, "wrapped")->error_results, HR_ERRORS_NEGATIVE);
}

static void test_values__output(void **state)
{
	assert_int_equal(function_facts(*state, "store")->output_on_success, 2);
	assert_int_equal(function_facts(*state, "store")->output_always, 0);
	assert_int_equal(function_facts(*state, "filled")->output_on_success, 1);
	assert_int_equal(function_facts(*state, "optional")->output_always, 1);
	assert_int_equal(function_facts(*state, "keyword")->output, 0);
}

static void test_values__reach(void **state)
{
	const struct analysed *unit = *state;
	uint32_t *distances = calloc(unit->code->functions.count, sizeof *distances);
	hr_facts_distances(distances, unit->facts, function_index(unit, "level_too"));
	assert_int_equal(distances[function_index(unit, "level_too")], 0);
	assert_int_equal(distances[function_index(unit, "level")], 1);
	assert_int_equal(distances[function_index(unit, "twice")], HR_CODE_NONE);
	free(distances);
	assert_int_equal(function_facts(unit, "level")->branches, 4);
	assert_int_equal(function_facts(unit, "twice")->branches, 0);
	assert_int_equal(function_facts(unit, "lookup")->init, function_index(unit, "prepare"));
	assert_int_equal(function_facts(unit, "level_too")->init, HR_CODE_NONE);
}

static int analyse(void **state)
{
	static struct analysed unit;
	analyse_text(&unit, source);
	*state = &unit;
	return 0;
}

static int release(void **state)
{
	release_analysed(*state);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values__meanings),       cmocka_unit_test(test_values__checks_that_refuse),
		cmocka_unit_test(test_values__bits_and_texts), cmocka_unit_test(test_values__assertions),
		cmocka_unit_test(test_values__errors),         cmocka_unit_test(test_values__output),
		cmocka_unit_test(test_values__reach),
	};
	return cmocka_run_group_tests(tests, analyse, release);
}
