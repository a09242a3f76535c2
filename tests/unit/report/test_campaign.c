/* A campaign from its store: what was told is put together; an older store, and one that somebody writes to, can be read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "report/campaign.h"

#include <stdlib.h>
#include <string.h>

struct place {
	char *directory, *path;
	struct hr_error error;
	struct hr_store *store;
	struct hr_report_campaign campaign;
};

static int set_up(void **state)
{
	struct place *place = calloc(1, sizeof *place);
	place->error = (struct hr_error)HR_ERROR_INIT;
	assert_int_equal(hr_directory_temporary(&place->directory, &place->error), 0);
	place->path = hr_path_join(place->directory, "campaign.db");
	if (hr_store_open(&place->store, place->path, false, &place->error))
		fail_msg("%s", place->error.message.data);
	*state = place;
	return 0;
}

static int tear_down(void **state)
{
	struct place *place = *state;
	hr_report_campaign_release(&place->campaign);
	hr_store_close(place->store);
	hr_directory_remove(place->directory);
	hr_error_release(&place->error);
	free(place->directory);
	free(place->path);
	free(place);
	return 0;
}

/* While the writer has it open. */
static void read_campaign(struct place *place)
{
	struct hr_store *reader = NULL;
	assert_int_equal(hr_store_flush(place->store, 0, &place->error), 0);
	assert_int_equal(hr_store_open(&reader, place->path, true, &place->error), 0);
	assert_int_equal(hr_report_campaign_read(&place->campaign, reader, &place->error), 0);
	hr_store_close(reader);
}

static void test_campaign__empty(void **state)
{
	struct place *place = *state;
	read_campaign(place);
	assert_string_equal(place->campaign.unit, "");
	assert_int_equal(place->campaign.failures.count, 0);
	assert_int_equal(place->campaign.files.count, 0);
	assert_false(place->campaign.is_measured);
	assert_false(place->campaign.is_finished);
	assert_false(place->campaign.is_counted);
}

static void put(struct place *place, const char *key, const char *value)
{
	assert_int_equal(hr_store_set(place->store, key, value, &place->error), 0);
}

static void test_campaign__facts(void **state)
{
	struct place *place = *state;
	struct hr_report_campaign *it = &place->campaign;
	put(place, "unit", "list");
	put(place, "calls", "18446744073709551615");
	put(place, "seconds", "2.500");
	put(place, "seconds_tests", "1.000");
	put(place, "finished", "yes");
	put(place, "mutation", "10 9 5 3 1");
	put(place, "model", "{ this is no model");
	put(place, "input",
	    "{\"directory\": \"/where\", \"headers\": [\"list.h\"], \"sources\": [\"a.c\", 3, \"b.c\"]}");
	read_campaign(place);
	assert_string_equal(it->unit, "list");
	assert_true(it->calls == UINT64_MAX);
	assert_true(it->seconds == 2.5);
	assert_int_equal(it->phases.count, 2);
	assert_string_equal(it->phases.data[1].name, "tests");
	assert_true(it->is_finished);
	assert_true(it->is_counted);
	assert_true(it->mutation.is_known);
	assert_int_equal(it->mutation.killed, 5);
	assert_int_equal(it->sources.count, 2);
	assert_string_equal(it->root, "/where");
}

static int64_t put_failure(struct place *place, const char *cause, const char *class, bool is_confirmed)
{
	struct hr_stored_failure failure = { .cause = cause,
					     .class = class,
					     .way = "null",
					     .operation = "f",
					     .summary = "f(0) crashes",
					     .reasons = "one\ntwo",
					     .sequence = "f(0)\n",
					     .original = "g()\nf(0)\n",
					     .is_confirmed = is_confirmed };
	int64_t id = 0;
	assert_int_equal(hr_store_put_failure(place->store, &failure, &id, &place->error), 0);
	return id;
}

static void test_campaign__failures_are_in_order(void **state)
{
	struct place *place = *state;
	struct hr_report_campaign *it = &place->campaign;
	put(place, "input", "{\"directory\": \"/where\"}");
	put_failure(place, "b", "portability", true);
	put_failure(place, "c", "certain", false);
	struct hr_stored_failure_text text = { .failure = put_failure(place, "a", "certain", true),
					       .folder = "failures/01-null-f",
					       .test = "int main(void)",
					       .function = "g",
					       .file = "/where/src/g.c",
					       .line = 12 };
	assert_int_equal(hr_store_put_failure_text(place->store, &text, &place->error), 0);
	text.folder = "failures/02-null-f"; /* of the run that came last */
	assert_int_equal(hr_store_put_failure_text(place->store, &text, &place->error), 0);
	read_campaign(place);
	assert_int_equal(it->failures.count, 3);
	assert_int_equal(it->confirmed, 2);
	assert_string_equal(it->failures.data[0].cause, "a");
	assert_string_equal(it->failures.data[1].cause, "b");
	assert_string_equal(it->failures.data[2].cause, "c");
	assert_int_equal(it->failures.data[0].reasons.count, 2);
	assert_string_equal(it->failures.data[0].reasons.data[1], "two");
	assert_string_equal(it->failures.data[0].file, "src/g.c");
	assert_string_equal(it->failures.data[0].folder, "failures/02-null-f");
	assert_int_equal(it->failures.data[0].line, 12);
	assert_null(it->failures.data[1].file);
	assert_string_not_equal(it->failures.data[0].fingerprint, it->failures.data[1].fingerprint);
}

static const char suite[] = "#include \"a.h\"\n"
			    "\n"
			    "/* test_a is here */\n"
			    "static void test_a(void)\n"
			    "{\n"
			    "\ttest_table(1);\n"
			    "}\n"
			    "\n"
			    "static void test_table(const void *row)\n"
			    "{\n"
			    "\tf(row);\n"
			    "}\n";

static void add_test(struct place *place, const char *name, const char *why)
{
	struct hr_stored_test test = { .name = name, .text = "f()\n", .why = why };
	assert_int_equal(hr_store_add_test(place->store, &test, &place->error), 0);
}

static void test_campaign__tests_have_their_place(void **state)
{
	struct place *place = *state;
	struct hr_stored_suite_file file = { "test_list.c", suite };
	add_test(place, "test_a", NULL);
	add_test(place, "test_table__row__one", NULL);
	add_test(place, "test_b", NULL);
	add_test(place, "test_a", "leaks");
	assert_int_equal(hr_store_add_suite_file(place->store, &file, &place->error), 0);
	read_campaign(place);
	const struct hr_report_test *tests = place->campaign.tests.data;
	assert_int_equal(place->campaign.tests.count, 4);
	assert_int_equal(tests[0].line, 4);
	assert_string_equal(tests[0].text, "static void test_a(void)\n{\n\ttest_table(1);\n}");
	assert_string_equal(tests[0].file, "test_list.c");
	assert_int_equal(tests[1].line, 9);
	assert_null(tests[2].file);
	assert_null(tests[3].file);
	assert_string_equal(tests[3].why, "leaks");
}

static void test_campaign__coverage_by_file_and_test(void **state)
{
	struct place *place = *state;
	struct hr_stored_coverage lines = { "lines", 3, 4 };
	struct hr_stored_covered_file file = { .id = 1,
					       .path = "/where/list.c",
					       .text = "source",
					       .totals = "3/4 1/1 1/2",
					       .lines = "3-5:2 7:0",
					       .branches = "4.1-4.9:2/0",
					       .functions = "3-7:2:3/4:1/2 f\n" };
	struct hr_stored_run run = { 1, 2, "3-5" };
	struct hr_stored_run stray = { 9, 9, "1" };
	struct hr_stored_mutant mutant = { "/where/list.c", 4, 1, "f", "< became <=", "survived" };
	put(place, "input", "{\"directory\": \"/where\"}");
	add_test(place, "test_a", NULL);
	add_test(place, "test_b", NULL);
	assert_int_equal(hr_store_put_coverage(place->store, &lines, &place->error), 0);
	assert_int_equal(hr_store_add_covered_file(place->store, &file, &place->error), 0);
	assert_int_equal(hr_store_add_run(place->store, &run, &place->error), 0);
	assert_int_equal(hr_store_add_run(place->store, &stray, &place->error), 0);
	assert_int_equal(hr_store_add_mutant(place->store, &mutant, &place->error), 0);
	read_campaign(place);
	const struct hr_report_campaign *it = &place->campaign;
	assert_true(it->is_measured);
	assert_int_equal(it->files.count, 1);
	assert_string_equal(it->files.data[0].path, "list.c");
	assert_int_equal(it->files.data[0].line.count, 4);
	assert_int_equal(it->files.data[0].branch.count, 1);
	assert_int_equal(it->files.data[0].function.count, 1);
	assert_int_equal(it->files.data[0].run.count, 1);
	assert_int_equal(it->files.data[0].run.data[0].test, 1);
	assert_int_equal(it->tests.data[1].lines.covered, 3);
	assert_int_equal(it->tests.data[1].lines.count, 4);
	assert_int_equal(it->tests.data[0].lines.count, 0);
	assert_int_equal(it->read_tests.covered, 1);
	assert_int_equal(it->read_tests.count, 2);
	assert_string_equal(it->mutation.survivors.data[0].file, "list.c");
	/* a new suite has none of that */
	hr_report_campaign_release(&place->campaign);
	memset(&place->campaign, 0, sizeof place->campaign);
	assert_int_equal(hr_store_forget_tests(place->store, &place->error), 0);
	read_campaign(place);
	assert_int_equal(it->files.count, 0);
	assert_int_equal(it->mutation.survivors.count, 0);
}

/* Which is so when a run was interrupted: its counts are there. */
static void test_campaign__counts_without_an_end(void **state)
{
	struct place *place = *state;
	struct hr_stored_operation operation = { .name = "f", .reach = { 3, 2 } };
	put(place, "finished", "no");
	assert_int_equal(hr_store_put_operation(place->store, &operation, &place->error), 0);
	read_campaign(place);
	assert_false(place->campaign.is_finished);
	assert_true(place->campaign.is_counted);
	assert_int_equal(place->campaign.operations.data[0].normal, 2);
}

/* What is read is of one moment, also when the writer goes on meanwhile. */
static void test_campaign__of_one_moment(void **state)
{
	struct place *place = *state;
	struct hr_store *reader = NULL;
	put(place, "unit", "one");
	assert_int_equal(hr_store_flush(place->store, 0, &place->error), 0);
	assert_int_equal(hr_store_open(&reader, place->path, true, &place->error), 0);
	assert_int_equal(hr_store_hold(reader, &place->error), 0);
	put(place, "unit", "other");
	assert_int_equal(hr_store_flush(place->store, 0, &place->error), 0);
	assert_string_equal(hr_store_get(reader, &place->campaign.arena, "unit"), "one");
	hr_store_close(reader);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_campaign__empty, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_campaign__facts, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_campaign__failures_are_in_order, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_campaign__tests_have_their_place, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_campaign__coverage_by_file_and_test, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_campaign__counts_without_an_end, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_campaign__of_one_moment, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
