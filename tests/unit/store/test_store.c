/* The campaign on disk: what is told is read back, by us and by others meanwhile; a kill loses what was not flushed and nothing else; files that
 * are not ours are refused and left alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "store/store.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct place {
	char *directory;
	char *path;
	struct hr_error error;
};

static int set_up(void **state)
{
	struct place *place = calloc(1, sizeof *place);
	place->error = (struct hr_error)HR_ERROR_INIT;
	assert_int_equal(hr_directory_temporary(&place->directory, &place->error), 0);
	place->path = hr_path_join(place->directory, "campaign.db");
	*state = place;
	return 0;
}

static int tear_down(void **state)
{
	struct place *place = *state;
	hr_directory_remove(place->directory);
	hr_error_release(&place->error);
	free(place->directory);
	free(place->path);
	free(place);
	return 0;
}

static struct hr_store *open_store(struct place *place, bool read_only)
{
	struct hr_store *store = NULL;
	if (hr_store_open(&store, place->path, read_only, &place->error))
		fail_msg("%s", place->error.message.data);
	return store;
}

static const struct hr_stored_sequence sequences[] = {
	{ .hash = UINT64_MAX, .text = "v0 = list_new()\n", .outcome = "normal", .new_edges = 12, .at = 0.5 },
	{ .hash = 1, .text = "list_free(\"\xc3\xa4\")\n", .outcome = "fault", .new_edges = 0, .at = 1.25 },
};

static bool check_sequence(void *context, const struct hr_stored_sequence *sequence)
{
	size_t *seen = context;
	const struct hr_stored_sequence *expected = &sequences[*seen % 2];
	assert_int_equal(sequence->id, *seen + 1);
	assert_true(sequence->hash == expected->hash);
	assert_string_equal(sequence->text, expected->text);
	assert_string_equal(sequence->outcome, expected->outcome);
	assert_int_equal(sequence->new_edges, expected->new_edges);
	assert_true(sequence->at == expected->at);
	(*seen)++;
	return true;
}

static bool count_sequences(void *context, const struct hr_stored_sequence *sequence)
{
	(void)sequence;
	(*(size_t *)context)++;
	return true;
}

static bool stop_at_once(void *context, const struct hr_stored_sequence *sequence)
{
	(void)count_sequences(context, sequence);
	return false;
}

static void test_store__keeps_sequences(void **state)
{
	struct place *place = *state;
	struct hr_store *store = open_store(place, false);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(hr_store_add_sequence(store, &sequences[i % 2], &place->error), 0);
	size_t seen = 0;
	assert_int_equal(hr_store_sequences(store, check_sequence, &seen, &place->error), 0);
	assert_int_equal(seen, 4);
	hr_store_close(store); /* which flushes */
	store = open_store(place, true);
	seen = 0;
	assert_int_equal(hr_store_sequences(store, check_sequence, &seen, &place->error), 0);
	assert_int_equal(seen, 4);
	seen = 0;
	assert_int_equal(hr_store_sequences(store, stop_at_once, &seen, &place->error), 0);
	assert_int_equal(seen, 1);
	hr_store_close(store);
}

static void test_store__closed_is_one_file(void **state)
{
	struct place *place = *state;
	struct hr_store *store = open_store(place, false);
	assert_int_equal(hr_store_add_sequence(store, &sequences[0], &place->error), 0);
	hr_store_close(store);
	char *log = hr_path_join(place->directory, "campaign.db-wal");
	char *shared = hr_path_join(place->directory, "campaign.db-shm");
	assert_false(hr_path_is_file(log));
	assert_false(hr_path_is_file(shared));
	free(log);
	free(shared);
}

static void test_store__keeps_facts(void **state)
{
	struct place *place = *state;
	struct hr_arena arena = HR_ARENA_INIT;
	struct hr_store *store = open_store(place, false);
	assert_null(hr_store_get(store, &arena, "seed"));
	assert_int_equal(hr_store_set(store, "seed", "1", &place->error), 0);
	assert_int_equal(hr_store_set(store, "seed", "18446744073709551615", &place->error), 0);
	assert_int_equal(hr_store_set(store, "empty", "", &place->error), 0);
	assert_string_equal(hr_store_get(store, &arena, "seed"), "18446744073709551615");
	assert_string_equal(hr_store_get(store, &arena, "empty"), "");
	hr_store_close(store);
	hr_arena_release(&arena);
}

struct failures {
	size_t count;
	struct hr_stored_failure last;
	char sequence[64];
	bool has_neighbour;
};

static bool take_failure(void *context, const struct hr_stored_failure *failure)
{
	struct failures *failures = context;
	failures->count++;
	failures->last = *failure;
	snprintf(failures->sequence, sizeof failures->sequence, "%s", failure->sequence);
	failures->has_neighbour = failure->neighbour != NULL;
	return true;
}

static void test_store__failures_are_one_a_cause(void **state)
{
	struct place *place = *state;
	struct hr_store *store = open_store(place, false);
	struct failures failures = { 0 };
	struct hr_stored_failure failure = { .cause = "null|f|f",
					     .class = "certain",
					     .way = "null",
					     .operation = "f",
					     .summary = "f(0) crashes",
					     .reasons = "one\ntwo",
					     .sequence = "f(0)\n",
					     .original = "g()\nf(0)\n",
					     .seen = 1,
					     .at = 2.5 };
	int64_t id = 0;
	assert_int_equal(hr_store_put_failure(store, &failure, NULL, &place->error), 0);
	failure.cause = "null|g|g";
	assert_int_equal(hr_store_put_failure(store, &failure, &id, &place->error), 0);
	assert_int_equal(id, 2);
	failure.sequence = "g(1)\n";
	failure.seen = 7;
	failure.is_confirmed = true;
	id = 0;
	assert_int_equal(hr_store_put_failure(store, &failure, &id, &place->error), 0);
	assert_int_equal(id, 2);
	assert_int_equal(hr_store_failures(store, take_failure, &failures, &place->error), 0);
	assert_int_equal(failures.count, 2);
	assert_int_equal(failures.last.id, 2);
	assert_int_equal(failures.last.seen, 7);
	assert_true(failures.last.is_confirmed);
	assert_false(failures.has_neighbour);
	assert_string_equal(failures.sequence, "g(1)\n");
	hr_store_close(store);
}

static bool count_failure_texts(void *context, const struct hr_stored_failure_text *text)
{
	assert_int_equal(text->failure, 2);
	++*(size_t *)context;
	return true;
}

static void test_store__a_failure_may_get_another_cause(void **state)
{
	struct place *place = *state;
	struct hr_store *store = open_store(place, false);
	struct failures failures = { 0 };
	struct hr_stored_failure failure = { .cause = "null|f|f",
					     .class = "certain",
					     .way = "null",
					     .operation = "f",
					     .summary = "f(0) crashes",
					     .reasons = "",
					     .sequence = "f(0)\n",
					     .original = "f(0)\n" };
	size_t texts = 0;
	int64_t ids[2] = { 0, 0 };
	for (int64_t i = 0; i < 2; i++) {
		struct hr_stored_failure_text text = { .failure = i + 1 };
		failure.cause = i ? "null|g|g" : "null|f|f";
		assert_int_equal(hr_store_put_failure(store, &failure, &ids[i], &place->error), 0);
		assert_int_equal(hr_store_put_failure_text(store, &text, &place->error), 0);
	}
	failure.cause = "null|h|h";
	failure.sequence = "h(0)\n";
	assert_int_equal(hr_store_put_failure(store, &failure, &ids[1], &place->error), 0);
	assert_int_equal(ids[1], 2);
	assert_int_equal(hr_store_failures(store, take_failure, &failures, &place->error), 0);
	assert_int_equal(failures.count, 2);
	assert_int_equal(failures.last.id, 2);
	assert_string_equal(failures.sequence, "h(0)\n");
	/* that of another one, which gives way with all that was told of it */
	failure.cause = "null|f|f";
	assert_int_equal(hr_store_put_failure(store, &failure, &ids[1], &place->error), 0);
	assert_int_equal(ids[1], 2);
	failures.count = 0;
	assert_int_equal(hr_store_failures(store, take_failure, &failures, &place->error), 0);
	assert_int_equal(failures.count, 1);
	assert_int_equal(failures.last.id, 2);
	assert_int_equal(hr_store_failure_texts(store, count_failure_texts, &texts, &place->error), 0);
	assert_int_equal(texts, 1);
	hr_store_close(store);
}

static bool take_rule(void *context, const struct hr_stored_rule *rule)
{
	size_t *seen = context;
	(*seen)++;
	assert_string_equal(rule->text, "f: 's' must not be NULL");
	assert_true(rule->is_dropped);
	assert_null(rule->passing);
	return true;
}

static bool take_operation(void *context, const struct hr_stored_operation *operation)
{
	size_t *seen = context;
	(*seen)++;
	assert_string_equal(operation->name, "f");
	for (size_t i = 0; i < 6; i++)
		assert_int_equal(operation->reach[i], i + 10);
	assert_string_equal(operation->why, "did not end");
	return true;
}

static bool take_progress(void *context, const struct hr_stored_progress *progress)
{
	size_t *seen = context;
	(*seen)++;
	assert_int_equal(progress->calls, 5000000000);
	assert_int_equal(progress->edges, 3);
	return true;
}

static void test_store__rules_operations_and_progress(void **state)
{
	struct place *place = *state;
	struct hr_store *store = open_store(place, false);
	struct hr_stored_rule rule = { .text = "f: 's' must not be NULL", .evidence = "crashed" };
	struct hr_stored_operation operation = { "f", { 1, 1, 1, 1, 1, 1 }, NULL };
	struct hr_stored_progress progress = { 1.0, 1000, 5000000000, 3, 0 };
	size_t seen = 0;
	assert_int_equal(hr_store_put_rule(store, &rule, &place->error), 0);
	rule.is_dropped = true;
	assert_int_equal(hr_store_put_rule(store, &rule, &place->error), 0);
	assert_int_equal(hr_store_put_operation(store, &operation, &place->error), 0);
	for (size_t i = 0; i < 6; i++)
		operation.reach[i] = i + 10;
	operation.why = "did not end";
	assert_int_equal(hr_store_put_operation(store, &operation, &place->error), 0);
	assert_int_equal(hr_store_add_progress(store, &progress, &place->error), 0);
	assert_int_equal(hr_store_rules(store, take_rule, &seen, &place->error), 0);
	assert_int_equal(hr_store_operations(store, take_operation, &seen, &place->error), 0);
	assert_int_equal(hr_store_progress(store, take_progress, &seen, &place->error), 0);
	assert_int_equal(seen, 3);
	hr_store_close(store);
}

static bool take_test(void *context, const struct hr_stored_test *test)
{
	size_t *seen = context;
	(*seen)++;
	assert_int_equal(test->id, *seen);
	assert_string_equal(test->name, "test_f");
	assert_string_equal(test->text, "f()\n");
	assert_int_equal(test->focus, 2);
	assert_int_equal(test->looks, 1);
	return true;
}

static void test_store__tests_are_those_of_the_last_suite(void **state)
{
	struct place *place = *state;
	struct hr_store *store = open_store(place, false);
	struct hr_stored_test test = { .name = "test_f", .text = "f()\n", .focus = 2, .looks = 1 };
	size_t seen = 0;
	assert_int_equal(hr_store_add_test(store, &test, &place->error), 0);
	assert_int_equal(hr_store_add_test(store, &test, &place->error), 0);
	assert_int_equal(hr_store_tests(store, take_test, &seen, &place->error), 0);
	assert_int_equal(seen, 2);
	assert_int_equal(hr_store_forget_tests(store, &place->error), 0);
	assert_int_equal(hr_store_tests(store, take_test, &seen, &place->error), 0);
	assert_int_equal(seen, 2);
	hr_store_close(store);
}

static void test_store__cleared_is_empty(void **state)
{
	struct place *place = *state;
	struct hr_arena arena = HR_ARENA_INIT;
	struct hr_store *store = open_store(place, false);
	size_t seen = 0;
	assert_int_equal(hr_store_set(store, "seed", "1", &place->error), 0);
	assert_int_equal(hr_store_add_sequence(store, &sequences[0], &place->error), 0);
	assert_int_equal(hr_store_flush(store, 0, &place->error), 0);
	assert_int_equal(hr_store_clear(store, &place->error), 0);
	hr_store_close(store);
	store = open_store(place, false);
	assert_null(hr_store_get(store, &arena, "seed"));
	assert_int_equal(hr_store_sequences(store, count_sequences, &seen, &place->error), 0);
	assert_int_equal(seen, 0);
	/* numbers begin again */
	assert_int_equal(hr_store_add_sequence(store, &sequences[0], &place->error), 0);
	assert_int_equal(hr_store_sequences(store, check_sequence, &seen, &place->error), 0);
	hr_store_close(store);
}

static void test_store__flushes_when_it_is_time(void **state)
{
	struct place *place = *state;
	struct hr_store *store = open_store(place, false);
	size_t seen = 0;
	assert_int_equal(hr_store_flush(store, 0, &place->error), 0); /* nothing to write */
	assert_int_equal(hr_store_add_sequence(store, &sequences[0], &place->error), 0);
	assert_int_equal(hr_store_flush(store, 1000, &place->error), 0);
	struct hr_store *reader = open_store(place, true);
	assert_int_equal(hr_store_sequences(reader, count_sequences, &seen, &place->error), 0);
	assert_int_equal(seen, 0); /* not yet */
	assert_int_equal(hr_store_flush(store, 0, &place->error), 0);
	assert_int_equal(hr_store_sequences(reader, count_sequences, &seen, &place->error), 0);
	assert_int_equal(seen, 1);
	/* it goes on while somebody reads */
	assert_int_equal(hr_store_add_sequence(store, &sequences[1], &place->error), 0);
	assert_int_equal(hr_store_flush(store, 0, &place->error), 0);
	hr_store_close(reader);
	hr_store_close(store);
}

/* A process that writes for ever, and tells after each flush. */
static void write_for_ever(const char *path, int told)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_store *store = NULL;
	if (hr_store_open(&store, path, false, &error))
		_exit(1);
	for (;;) {
		for (int i = 0; i < 50; i++)
			if (hr_store_add_sequence(store, &sequences[0], &error))
				_exit(1);
		if (hr_store_flush(store, 0, &error) || write(told, "", 1) != 1)
			_exit(1);
		(void)hr_store_add_sequence(store, &sequences[1], &error);
	}
}

static void test_store__killed_loses_only_what_was_not_flushed(void **state)
{
	struct place *place = *state;
	for (int round = 0; round < 5; round++) {
		int ends[2];
		char byte;
		size_t flushed = 0;
		size_t seen = 0;
		unlink(place->path);
		assert_int_equal(pipe(ends), 0);
		pid_t child = fork();
		assert_true(child >= 0);
		if (child == 0)
			write_for_ever(place->path, ends[1]);
		close(ends[1]);
		for (int i = 0; i < 3 + round && read(ends[0], &byte, 1) == 1; i++)
			flushed++;
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
		while (read(ends[0], &byte, 1) == 1)
			flushed++;
		close(ends[0]);
		struct hr_store *store = open_store(place, true); /* also without repairing it first */
		assert_int_equal(hr_store_sequences(store, count_sequences, &seen, &place->error), 0);
		assert_true(seen >= flushed * 50);
		assert_true(seen <= (flushed + 1) * 51);
		hr_store_close(store);
		store = open_store(place, false);
		assert_int_equal(hr_store_add_sequence(store, &sequences[0], &place->error), 0);
		hr_store_close(store);
	}
}

static void write_text(struct place *place, const char *text)
{
	assert_int_equal(hr_file_write(place->path, text, strlen(text), &place->error), 0);
}

static void refuses(struct place *place, bool read_only, const char *what)
{
	struct hr_store *store = NULL;
	assert_int_equal(hr_store_open(&store, place->path, read_only, &place->error), -1);
	assert_null(store);
	assert_non_null(strstr(place->error.message.data, what));
	assert_non_null(strstr(place->error.message.data, "campaign.db"));
}

static void test_store__refuses_what_is_no_database(void **state)
{
	struct place *place = *state;
	struct hr_strbuf text = HR_STRBUF_INIT;
	write_text(place,
		   "notes of the user, longer than the beginning of a database would be: one hundred bytes and more\n");
	refuses(place, false, "it is not a database");
	refuses(place, true, "it is not a database");
	assert_int_equal(place->error.kind, HR_ERROR_INPUT);
	assert_int_equal(hr_file_read(&text, place->path, &place->error), 0);
	assert_non_null(strstr(text.data, "notes of the user"));
	hr_strbuf_release(&text);
}

/* Changes a number in the beginning of the file, where every database has it. */
static void poke(struct place *place, off_t offset, const char *bytes)
{
	int file = open(place->path, O_RDWR | O_CLOEXEC);
	assert_true(file >= 0);
	assert_int_equal(pwrite(file, bytes, 4, offset), 4);
	close(file);
}

static void test_store__refuses_another_version(void **state)
{
	struct place *place = *state;
	hr_store_close(open_store(place, false));
	poke(place, 60, "\0\0\0\x63");
	refuses(place, false, "another version of harrier (format 99, ours is 4)");
	refuses(place, true, "another version of harrier");
}

static bool check_coverage(void *context, const struct hr_stored_coverage *coverage)
{
	assert_string_equal(coverage->kind, "branches");
	assert_true(coverage->covered == 3 && coverage->count == 4);
	++*(size_t *)context;
	return true;
}

static bool check_test(void *context, const struct hr_stored_test *test)
{
	size_t *seen = context;
	assert_string_equal(test->name, *seen ? "test_b" : "test_a");
	assert_int_equal(test->focus, 2);
	if (*seen)
		assert_string_equal(test->why, "leaks");
	else
		assert_null(test->why);
	++*seen;
	return true;
}

static void count_suite(struct place *place, bool read_only, size_t tests, size_t coverage)
{
	struct hr_store *store = open_store(place, read_only);
	size_t seen = 0;
	assert_int_equal(hr_store_tests(store, check_test, &seen, &place->error), 0);
	assert_int_equal(seen, tests);
	seen = 0;
	assert_int_equal(hr_store_coverage(store, check_coverage, &seen, &place->error), 0);
	assert_int_equal(seen, coverage);
	hr_store_close(store);
}

static void test_store__the_suite_is_that_of_the_last_run(void **state)
{
	struct place *place = *state;
	struct hr_stored_coverage branches = { "branches", 1, 4 };
	struct hr_stored_test test = { .name = "test_a", .text = "v0 = f()\n", .focus = 2 };
	struct hr_store *store = open_store(place, false);
	assert_int_equal(hr_store_add_test(store, &test, &place->error), 0);
	test.name = "test_b";
	test.why = "leaks";
	assert_int_equal(hr_store_add_test(store, &test, &place->error), 0);
	assert_int_equal(hr_store_put_coverage(store, &branches, &place->error), 0);
	branches.covered = 3;
	assert_int_equal(hr_store_put_coverage(store, &branches, &place->error), 0);
	hr_store_close(store);
	count_suite(place, true, 2, 1);
	store = open_store(place, false);
	assert_int_equal(hr_store_forget_tests(store, &place->error), 0);
	hr_store_close(store);
	count_suite(place, true, 0, 0);
}

/* As if the table had another name, of the same length, since the beginning. */
static void rename_table(struct place *place, const char *old, const char *new)
{
	struct hr_strbuf bytes = HR_STRBUF_INIT;
	size_t length = strlen(old), found = 0;
	assert_int_equal(hr_file_read(&bytes, place->path, &place->error), 0);
	for (size_t i = 0; i + length <= bytes.length; i++)
		if (memcmp(bytes.data + i, old, length) == 0) {
			memcpy(bytes.data + i, new, length);
			found++;
		}
	assert_true(found > 0);
	assert_int_equal(hr_file_write(place->path, bytes.data, bytes.length, &place->error), 0);
	hr_strbuf_release(&bytes);
}

static void test_store__the_version_before_is_brought_up_to_date(void **state)
{
	struct place *place = *state;
	hr_store_close(open_store(place, false));
	poke(place, 60, "\0\0\0\x02");
	rename_table(place, "tests", "older");
	rename_table(place, "coverage", "oldcover");
	count_suite(place, true, 0, 0);
	count_suite(place, false, 0, 0);
	poke(place, 60, "\0\0\0\x01");
	refuses(place, false, "another version of harrier (format 1, ours is 4)");
}

static void test_store__refuses_another_program(void **state)
{
	struct place *place = *state;
	hr_store_close(open_store(place, false));
	poke(place, 68, "\0\0\0\x01");
	refuses(place, false, "another program made it");
}

static void test_store__read_only_makes_nothing(void **state)
{
	struct place *place = *state;
	refuses(place, true, "no campaign");
	assert_false(hr_path_is_file(place->path));
	write_text(place, "");
	refuses(place, true, "there is nothing in it");
	hr_store_close(open_store(place, false)); /* an empty file is as good as none */
	hr_store_close(open_store(place, true));
}

static void test_store__a_place_that_cannot_be_written_to(void **state)
{
	struct place *place = *state;
	struct hr_store *store = NULL;
	assert_int_equal(hr_store_open(&store, "/dev/null/campaign.db", false, &place->error), -1);
	assert_int_equal(place->error.kind, HR_ERROR_INTERNAL);
	assert_non_null(strstr(place->error.message.data, "cannot write '/dev/null/campaign.db'"));
}

static void test_store__reads_where_nothing_can_be_written(void **state)
{
	struct place *place = *state;
	size_t seen = 0;
	struct hr_store *store = open_store(place, false);
	assert_int_equal(hr_store_add_sequence(store, &sequences[0], &place->error), 0);
	hr_store_close(store);
	chmod(place->path, 0444);
	chmod(place->directory, 0555);
	store = open_store(place, true);
	assert_int_equal(hr_store_sequences(store, count_sequences, &seen, &place->error), 0);
	assert_int_equal(seen, 1);
	hr_store_close(store);
	chmod(place->directory, 0700);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_store__keeps_sequences),
		TEST(test_store__closed_is_one_file),
		TEST(test_store__keeps_facts),
		TEST(test_store__failures_are_one_a_cause),
		TEST(test_store__a_failure_may_get_another_cause),
		TEST(test_store__rules_operations_and_progress),
		TEST(test_store__tests_are_those_of_the_last_suite),
		TEST(test_store__cleared_is_empty),
		TEST(test_store__flushes_when_it_is_time),
		TEST(test_store__killed_loses_only_what_was_not_flushed),
		TEST(test_store__refuses_what_is_no_database),
		TEST(test_store__refuses_another_version),
		TEST(test_store__the_suite_is_that_of_the_last_run),
		TEST(test_store__the_version_before_is_brought_up_to_date),
		TEST(test_store__refuses_another_program),
		TEST(test_store__read_only_makes_nothing),
		TEST(test_store__a_place_that_cannot_be_written_to),
		TEST(test_store__reads_where_nothing_can_be_written),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
