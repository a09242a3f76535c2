/* Gates of getopt: the same answers, order of arguments and variables as glibc's. */
#include "gate_testing.h"

#include <getopt.h>

GATE(getopt);
GATE(getopt_long);
GATE(getopt_long_only);
extern char *hr_gate_optarg;
extern int hr_gate_optind, hr_gate_opterr, hr_gate_optopt;

enum { MOST_WORDS = 12 };

struct option_case {
	const char *shorts;
	const char *words[MOST_WORDS]; /* the program's name included */
};

static int flag_ours, flag_theirs;

static const struct option longs_ours[] = {
	{ "verbose", no_argument, NULL, 'v' },
	{ "version", no_argument, NULL, 'V' },
	{ "output", required_argument, NULL, 'o' },
	{ "color", optional_argument, NULL, 'c' },
	{ "flag", no_argument, &flag_ours, 7 },
	{ "a", no_argument, NULL, 1000 },
	{ NULL, 0, NULL, 0 },
};

static const struct option *longs_theirs(void)
{
	static struct option copy[COUNT(longs_ours)];
	memcpy(copy, longs_ours, sizeof copy);
	copy[4].flag = &flag_theirs;
	return copy;
}

static const struct option_case cases[] = {
	{ "ab:c::", { "prog", "-a", "-b", "value", "rest" } },
	{ "ab:c::", { "prog", "first", "-a", "second", "-bvalue", "third" } },
	{ "ab:c::", { "prog", "-c", "x", "-cy", "--", "-a", "z" } },
	{ "ab:c::", { "prog", "-ab", "joined", "-x", "-", "-a" } },
	{ "ab:c::", { "prog", "-b" } },
	{ ":ab:c::", { "prog", "-b" } },
	{ ":ab:c::", { "prog", "-q", "-:", "-;" } },
	{ "+ab:", { "prog", "-a", "other", "-a" } },
	{ "-ab:", { "prog", "-a", "other", "-a", "--", "more" } },
	{ "a", { "prog" } },
	{ "a", { "prog", "--" } },
	{ "a", { "prog", "x", "--", "y" } },
	{ "a", { "prog", "x", "-a", "--", "y", "-a" } },
	{ "vo:", { "prog", "--verbose", "--output=file", "--output", "file", "x" } },
	{ "vo:", { "prog", "x", "--verb", "y", "--out", "z", "--color", "--color=red" } },
	{ "vo:", { "prog", "--ver", "--v", "--unknown", "--verbose=1", "--output" } },
	{ ":vo:", { "prog", "--output" } },
	{ "vo:", { "prog", "--flag", "-v", "--flag", "rest" } },
	{ "vo:", { "prog", "-verbose", "-v", "-output", "x", "-a", "-vo", "y" } },
	{ "vW;", { "prog", "-W", "verbose", "-Woutput=x", "-W" } },
};

typedef int (*short_form)(int, char *const *, const char *);
typedef int (*long_form)(int, char *const *, const char *, const struct option *, int *);

static int count_words(const struct option_case *one)
{
	int count = 0;
	while (count < MOST_WORDS && one->words[count])
		count++;
	return count;
}

/* Scans the same words with both, and compares everything that can be seen. */
static void compare(const struct option_case *one, long_form ours_long, long_form theirs_long)
{
	const int count = count_words(one);
	const char *ours[MOST_WORDS + 1], *theirs[MOST_WORDS + 1];
	memcpy(ours, one->words, sizeof one->words);
	memcpy(theirs, one->words, sizeof one->words);
	ours[count] = theirs[count] = NULL;
	hr_gates_reset();
	optind = 0;
	opterr = 0;
	hr_gate_opterr = 0;
	flag_ours = flag_theirs = 0;
	for (int step = 0; step < 20; step++) {
		int our_index = -1, their_index = -1;
		char *const *a = (char *const *)ours, *const *b = (char *const *)theirs;
		const int our_code = ours_long ? ours_long(count, a, one->shorts, longs_ours, &our_index)
					       : hr_gate_getopt(count, a, one->shorts);
		const int their_code = theirs_long ? theirs_long(count, b, one->shorts, longs_theirs(), &their_index)
						   : getopt(count, b, one->shorts);
		assert_int_equal(our_code, their_code);
		assert_int_equal(our_index, their_index);
		assert_int_equal(hr_gate_optind, optind);
		assert_ptr_equal(hr_gate_optarg, optarg);
		if (our_code == '?' || our_code == ':')
			assert_int_equal(hr_gate_optopt, optopt);
		assert_memory_equal(ours, theirs, (size_t)count * sizeof *ours);
		if (our_code == -1)
			break;
	}
	assert_int_equal(flag_ours, flag_theirs);
}

static void test_option__short_ones(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		compare(&cases[i], NULL, NULL);
}

static void test_option__long_ones(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		compare(&cases[i], hr_gate_getopt_long, getopt_long);
}

static void test_option__long_ones_with_one_dash(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		compare(&cases[i], hr_gate_getopt_long_only, getopt_long_only);
}

static void test_option__starts_anew_after_a_reset(void **state)
{
	(void)state;
	char program[] = "prog", word[] = "-ab";
	char *list[] = { program, word, NULL };
	hr_gates_reset();
	assert_int_equal(hr_gate_getopt(2, list, "ab"), 'a');
	hr_gates_reset();
	assert_int_equal(hr_gate_optind, 1);
	assert_int_equal(hr_gate_getopt(2, list, "ab"), 'a');
	assert_int_equal(hr_gate_getopt(2, list, "ab"), 'b');
	assert_int_equal(hr_gate_getopt(2, list, "ab"), -1);
	assert_int_equal(hr_gate_getopt(0, list, "ab"), -1);
	hr_gate_optind = 17;
	hr_gates_reset();
	assert_int_equal(hr_gate_optind, 1);
}

CASE(list_too_short)
{
	hr_gate_getopt(2, bytes(&(char *){ text("prog") }, sizeof(char *)), "a");
}

CASE(word_unterminated)
{
	char *list[] = { text("prog"), bytes("-a", 2), NULL };
	hr_gate_getopt(2, list, "a");
}

static void test_option__reports_bad_memory(void **state)
{
	(void)state;
	static const struct fault_case bad[] = {
		{ "a list that is too short", list_too_short, HR_FAULT_HEAP_OVERFLOW },
		{ "a word without an end", word_unterminated, HR_FAULT_HEAP_OVERFLOW },
	};
	check_cases(bad, COUNT(bad));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_option__short_ones),
		cmocka_unit_test(test_option__long_ones),
		cmocka_unit_test(test_option__long_ones_with_one_dash),
		cmocka_unit_test(test_option__starts_anew_after_a_reset),
		cmocka_unit_test(test_option__reports_bad_memory),
	};
	return cmocka_run_group_tests(tests, gate_set_up, NULL);
}
