/* The failures of a campaign and their rows in the store: one for each, also when a better example has another group. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../frontend/reading.h"
#include "app/campaign_internal.h"
#include "base/file.h"
#include "seq/close.h"
#include "seq/text.h"

#include <stdlib.h>
#include <string.h>

static const char header[] = "int f(int number);\nint g(int number);\n";

struct fixture {
	struct hr_campaign campaign;
	struct hr_app_unit unit;
	char *path;
	struct hr_error error;
};

static void open_campaign(struct fixture *fixture, const char *directory)
{
	memset(fixture, 0, sizeof *fixture);
	fixture->error = (struct hr_error)HR_ERROR_INIT;
	fixture->unit.model = read_text(directory, header, NULL);
	fixture->campaign.unit = &fixture->unit;
	fixture->path = hr_path_join(directory, "campaign.db");
	if (hr_store_open(&fixture->campaign.store, fixture->path, false, &fixture->error))
		fail_msg("%s", fixture->error.message.data);
}

static void close_campaign(struct fixture *fixture)
{
	for (size_t i = 0; i < fixture->campaign.failures.count; i++)
		hr_campaign_failure_free(fixture->campaign.failures.data[i]);
	hr_vec_release(&fixture->campaign.failures);
	hr_map_release(&fixture->campaign.failure_of);
	hr_store_close(fixture->campaign.store);
	hr_model_free(fixture->unit.model);
	hr_error_release(&fixture->error);
	free(fixture->path);
}

/* Its number as the store has it. */
static int64_t add(struct fixture *fixture, const char *group, const char *place, const char *state, const char *calls)
{
	struct hr_campaign_failure *failure = hr_campaign_failure_new();
	size_t index;
	if (hr_sequence_read(&failure->sequence, fixture->unit.model, calls, strlen(calls), "t", &fixture->error))
		fail_msg("%s", fixture->error.message.data);
	failure->original = hr_sequence_copy(failure->sequence);
	failure->cause = hr_arena_strdup(&failure->arena, group);
	failure->group = hr_arena_strdup(&failure->arena, group);
	failure->place = hr_arena_strdup(&failure->arena, place);
	failure->state = hr_arena_strdup(&failure->arena, state);
	failure->operation = fixture->unit.model->operations.data[0].name;
	failure->summary = "it fails";
	failure->judgement.class = HR_CLASS_CERTAIN;
	failure->judgement.way = HR_WAY_NULL;
	if (hr_campaign_add_failure(&index, &fixture->campaign, failure, &fixture->error))
		fail_msg("%s", fixture->error.message.data);
	return fixture->campaign.failures.data[index]->id;
}

static bool add_row(void *context, const struct hr_stored_failure *row)
{
	hr_strbuf_addf(context, "%d %s, seen %d: %s", (int)row->id, row->cause, (int)row->seen, row->sequence);
	return true;
}

static void assert_stored(struct fixture *fixture, const char *expected)
{
	struct hr_strbuf rows = HR_STRBUF_INIT;
	assert_int_equal(hr_store_failures(fixture->campaign.store, add_row, &rows, &fixture->error), 0);
	assert_string_equal(rows.data, expected);
	hr_strbuf_release(&rows);
}

static void test_campaign_failures__a_better_example_takes_the_row(void **state)
{
	struct fixture fixture;
	open_campaign(&fixture, *state);
	assert_int_equal(add(&fixture, "null|f", "t.c:1", "", "v0 = f(1)\nv1 = f(2)\nv2 = f(3)\n"), 1);
	assert_int_equal(add(&fixture, "null|other", "t.c:9", "", "v0 = g(1)\n"), 2);
	/* found by the lines of the source */
	assert_int_equal(add(&fixture, "null|g", "t.c:1", "null at 4", "v0 = f(1)\nv1 = g(2)\n"), 1);
	assert_stored(&fixture, "1 null|g, seen 2: v0 = f(1)\nv1 = g(2)\n"
				"2 null|other, seen 1: v0 = g(1)\n");
	/* by the state of the objects */
	assert_int_equal(add(&fixture, "null|h", "", "null at 4", "v0 = g(2)\n"), 1);
	assert_stored(&fixture, "1 null|h, seen 3: v0 = g(2)\n"
				"2 null|other, seen 1: v0 = g(1)\n");
	/* one of the first group is no better */
	assert_int_equal(add(&fixture, "null|f", "t.c:1", "", "v0 = f(1)\nv1 = f(2)\n"), 1);
	assert_stored(&fixture, "1 null|h, seen 4: v0 = g(2)\n"
				"2 null|other, seen 1: v0 = g(1)\n");
	close_campaign(&fixture);
}

/* Rows of an earlier run, which this one has not met yet. */
static void test_campaign_failures__takes_the_place_of_one_of_an_earlier_run(void **state)
{
	struct fixture fixture;
	struct hr_stored_failure earlier = { .class = "certain",
					     .way = "null",
					     .operation = "f",
					     .summary = "it fails",
					     .reasons = "",
					     .sequence = "v0 = f(9)\n",
					     .original = "v0 = f(9)\n",
					     .seen = 7 };
	open_campaign(&fixture, *state);
	earlier.cause = "null|g";
	assert_int_equal(hr_store_put_failure(fixture.campaign.store, &earlier, NULL, &fixture.error), 0);
	earlier.cause = "null|f";
	assert_int_equal(hr_store_put_failure(fixture.campaign.store, &earlier, NULL, &fixture.error), 0);
	assert_int_equal(add(&fixture, "null|f", "t.c:1", "", "v0 = f(1)\nv1 = f(2)\n"), 2);
	assert_int_equal(add(&fixture, "null|g", "t.c:1", "", "v0 = g(2)\n"), 2);
	assert_stored(&fixture, "2 null|g, seen 2: v0 = g(2)\n");
	close_campaign(&fixture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_campaign_failures__a_better_example_takes_the_row),
		IN_SCRATCH(test_campaign_failures__takes_the_place_of_one_of_an_earlier_run),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
