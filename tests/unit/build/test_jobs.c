/* Several programs at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "build/jobs.h"
#include "building.h"

#include <time.h>

enum { MOST = 12 };

struct work {
	struct unit *unit;
	struct hr_job jobs[MOST];
	const char *script;
	unsigned prepared, finished;
	size_t fail_at; /* MOST: nowhere */
};

static int prepare(void *context, size_t index, struct hr_error *error)
{
	struct work *work = context;
	struct hr_job *job = &work->jobs[index];

	if (index == work->fail_at)
		return hr_fail(error, HR_ERROR_INPUT, "not this one");
	work->prepared++;
	job->output = path_in(work->unit, hr_arena_printf(&work->unit->arena, "%zu.log", index));
	hr_vec_push(&job->command, "sh");
	hr_vec_push(&job->command, "-c");
	hr_vec_push(&job->command, work->script);
	hr_vec_push(&job->command, "sh");
	hr_vec_push(&job->command, hr_arena_printf(&work->unit->arena, "%zu", index));
	return 0;
}

static int finished(void *context, size_t index, struct hr_error *error)
{
	struct work *work = context;
	(void)index;
	(void)error;

	work->finished++;
	return 0;
}

static int run(struct work *work, unsigned limit)
{
	static const char *const environment[] = { "HR_TEST_WORD=set", NULL };
	struct hr_jobs jobs = { .jobs = work->jobs,
				.count = MOST,
				.limit = limit,
				.environment = environment,
				.context = work,
				.prepare = prepare,
				.finished = finished };
	int status = hr_jobs_run(&jobs, &work->unit->error);

	for (size_t i = 0; i < MOST; i++)
		hr_vec_release(&work->jobs[i].command);
	return status;
}

static void test_jobs__all_run(void **state)
{
	struct work work = { .unit = *state,
			     .fail_at = MOST,
			     .script = "echo out $1 $HR_TEST_WORD; echo err >&2; exit $1" };

	assert_int_equal(run(&work, 3), 0);
	assert_int_equal(work.finished, MOST);
	for (size_t i = 0; i < MOST; i++) {
		struct hr_strbuf text = HR_STRBUF_INIT;
		assert_int_equal(work.jobs[i].exit_code, i);
		assert_int_equal(hr_file_read(&text, work.jobs[i].output, &work.unit->error), 0);
		assert_string_equal(text.data, hr_arena_printf(&work.unit->arena, "out %zu set\nerr\n", i));
		hr_strbuf_release(&text);
	}
}

static void test_jobs__run_beside_each_other(void **state)
{
	struct unit *unit = *state;
	struct work work = { .unit = unit, .fail_at = MOST };

	/* each waits until all have begun, and gives up after a minute */
	work.script = hr_arena_printf(&unit->arena,
				      "cd '%s'; : >begun.$1; i=0; while set -- begun.*; [ $# -lt %d ]; do"
				      " [ $((i += 1)) -lt 600 ] || exit 1; sleep 0.1; done",
				      path_in(unit, "."), MOST);
	assert_int_equal(run(&work, MOST), 0);
	for (size_t i = 0; i < MOST; i++)
		assert_int_equal(work.jobs[i].exit_code, 0);
}

static void test_jobs__signals_count(void **state)
{
	struct work work = { .unit = *state, .fail_at = MOST, .script = "kill -9 $$" };

	assert_int_equal(run(&work, 2), 0);
	assert_int_equal(work.jobs[5].exit_code, 128 + 9);
}

static void test_jobs__failure_ends_the_others(void **state)
{
	struct work work = { .unit = *state, .fail_at = 3, .script = "sleep 1000" };
	struct timespec before, after;

	clock_gettime(CLOCK_MONOTONIC, &before);
	assert_int_equal(run(&work, 8), -1);
	clock_gettime(CLOCK_MONOTONIC, &after);
	assert_true(after.tv_sec - before.tv_sec < 500);
	assert_string_equal(work.unit->error.message.data, "not this one");
	assert_int_equal(work.prepared, 3);
	assert_int_equal(work.finished, 0);
}

static void test_jobs__no_such_program(void **state)
{
	struct unit *unit = *state;
	struct hr_job job = { .output = path_in(unit, "log") };
	struct hr_jobs jobs = { .jobs = &job, .count = 1, .limit = 1 };

	hr_vec_push(&job.command, "no-such-program");
	assert_int_equal(hr_jobs_run(&jobs, &unit->error), -1);
	assert_int_equal(unit->error.kind, HR_ERROR_INTERNAL);
	assert_non_null(strstr(unit->error.message.data, "no-such-program"));
	hr_vec_release(&job.command);
}

static void test_jobs__empty_commands_are_nothing(void **state)
{
	struct unit *unit = *state;
	struct hr_job job[2] = { 0 };
	struct hr_jobs jobs = { .jobs = job, .count = 2, .limit = 1 };

	assert_int_equal(hr_jobs_run(&jobs, &unit->error), 0);
	assert_true(hr_jobs_default() >= 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_UNIT(test_jobs__all_run),         IN_UNIT(test_jobs__run_beside_each_other),
		IN_UNIT(test_jobs__signals_count),   IN_UNIT(test_jobs__failure_ends_the_others),
		IN_UNIT(test_jobs__no_such_program), IN_UNIT(test_jobs__empty_commands_are_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
