/* Sequences as the command line names them: files, and failures by their number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../frontend/reading.h"
#include "app/replay_internal.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

static void test_replay_input__words(void **state)
{
	static const char *const inputs[] = { "a.seq", "deep/in/a.seq",       ".seq", "-", "0", "3",
					      "007",   "99999999999999999999" };
	static const char *const others[] = { "", "a.c", "3.c", "-3", "+3", "3 ", "0x3", "--", "a.seq.c", "seq" };
	(void)state;
	for (size_t i = 0; i < COUNT(inputs); i++)
		if (!hr_replay_is_input(inputs[i]))
			fail_msg("'%s' names no sequence", inputs[i]);
	for (size_t i = 0; i < COUNT(others); i++)
		if (hr_replay_is_input(others[i]))
			fail_msg("'%s' names a sequence", others[i]);
}

/* Two failures, of which the second is about another library. */
static void make_campaign(const char *directory)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_store *store = NULL;
	struct hr_stored_failure failure = { .class = "certain",
					     .way = "leak",
					     .operation = "f",
					     .summary = "it is lost",
					     .reasons = "",
					     .original = "" };
	char *path = hr_path_join(directory, "campaign.db");
	assert_int_equal(hr_store_open(&store, path, false, &error), 0);
	failure.cause = "one";
	failure.sequence = "v0 = f(1)\n";
	assert_int_equal(hr_store_put_failure(store, &failure, NULL, &error), 0);
	failure.cause = "two";
	failure.sequence = "v0 = g(1)\n";
	assert_int_equal(hr_store_put_failure(store, &failure, NULL, &error), 0);
	hr_store_close(store);
	free(path);
}

static void test_replay_input__read(void **state)
{
	const struct {
		const char *word;
		const char *why_not; /* NULL: it is there */
		int64_t failure;
	} cases[] = {
		{ "1", NULL, 1 },
		{ "01", NULL, 1 },
		{ "f.seq", NULL, 0 },
		{ "2", "campaign.db:1:6: there is no operation 'g'", 0 },
		{ "0", "has no failure 0", 0 },
		{ "3", "has no failure 3", 0 },
		{ "99999999999999999999", "has no failure 99999999999999999999", 0 },
		{ "none.seq", "none.seq': No such file", 0 },
	};
	struct hr_model *model = read_text(*state, "int f(int number);\n", NULL);
	make_campaign(*state);
	write_scratch(*state, "f.seq", "v0 = f(1)\n");
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_error error = HR_ERROR_INIT;
		struct hr_replay_input input;
		char *path = hr_path_join(*state, cases[i].word);
		bool is_file = strchr(cases[i].word, '.');
		int status = hr_replay_read(&input, model, *state, is_file ? path : cases[i].word, &error);
		if (cases[i].why_not) {
			assert_int_equal(status, -1);
			assert_int_equal(error.kind, HR_ERROR_INPUT);
			if (!strstr(error.message.data, cases[i].why_not))
				fail_msg("%s: %s", cases[i].word, error.message.data);
		} else {
			assert_int_equal(status, 0);
			assert_int_equal(input.sequence->statements.count, 1);
			assert_int_equal(input.failure, cases[i].failure);
			if (input.failure)
				assert_string_equal(input.way, "leak");
		}
		hr_replay_input_release(&input);
		hr_error_release(&error);
		free(path);
	}
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_replay_input__words),
		IN_SCRATCH(test_replay_input__read),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
