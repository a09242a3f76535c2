/* Programs behind the fence. What they are kept from is aimed only at files and processes that the test made. */
#include "base/file.h"
#include "base/memory.h"
#include "exec/confined.h"
#include "fence/fence.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct place {
	char *directory; /* ours */
	char *private;   /* the program's, below it */
	char *canary;    /* a file of ours */
	struct hr_process_result result;
	struct hr_error error;
};

static int make_place(void **state)
{
	static struct place place;

	place = (struct place){ .result = HR_PROCESS_RESULT_INIT, .error = HR_ERROR_INIT };
	if (hr_directory_temporary(&place.directory, &place.error))
		return -1;
	place.private = hr_path_join(place.directory, "private");
	place.canary = hr_path_join(place.directory, "canary");
	*state = &place;
	return mkdir(place.private, 0700) || hr_file_write(place.canary, "alive\n", 6, &place.error) ? -1 : 0;
}

static int drop_place(void **state)
{
	struct place *place = *state;

	hr_directory_remove(place->directory);
	hr_process_result_release(&place->result);
	hr_error_release(&place->error);
	free(place->directory);
	free(place->private);
	free(place->canary);
	return 0;
}

/* Runs a script; "$0" in it is our directory. */
static int run(struct place *place, const char *script, struct hr_confined *options)
{
	const char *argv[] = { "/bin/sh", "-c", script, place->directory, NULL };
	struct hr_confined confined = options ? *options : (struct hr_confined){ 0 };

	confined.argv = argv;
	confined.directory = place->private;
	if (hr_confined_run(&place->result, &confined, &place->error))
		fail_msg("%s", place->error.message.data);
	return place->result.exit_code;
}

static void check_canary(const struct place *place)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;

	assert_int_equal(hr_file_read(&text, place->canary, &error), 0);
	assert_string_equal(text.data, "alive\n");
	hr_strbuf_release(&text);
}

static bool has_paths(void)
{
	struct hr_fence_offer offer;

	hr_fence_probe(&offer);
	return offer.layers & (HR_FENCE_LANDLOCK | HR_FENCE_MOUNTS);
}

static void test_confined__starts_in_its_directory(void **state)
{
	struct place *place = *state;

	assert_int_equal(run(place, "[ \"$PWD\" = \"$TMPDIR\" ] && [ \"$PWD\" = \"$HOME\" ] && pwd", NULL), 0);
	place->result.output.data[place->result.output.length - 1] = '\0';
	assert_string_equal(place->result.output.data, place->private);
}

static void test_confined__writes_there_and_nowhere_else(void **state)
{
	struct place *place = *state;

	if (!has_paths())
		skip();
	assert_int_equal(run(place, "echo x >file && mkdir sub && echo y >sub/file && cat file sub/file", NULL), 0);
	assert_string_equal(place->result.output.data, "x\ny\n");
	assert_int_not_equal(run(place, "echo dead >\"$0/canary\"", NULL), 0);
	assert_int_not_equal(run(place, "rm -f \"$0/canary\"", NULL), 0);
	assert_int_not_equal(run(place, "mv \"$0/canary\" taken", NULL), 0);
	assert_int_not_equal(run(place, "ln -s \"$0/canary\" link; echo dead >link", NULL), 0);
	assert_int_not_equal(run(place, "echo x >\"$0/other\"", NULL), 0);
	check_canary(place);
}

static void test_confined__without_layers_for_paths_nothing_is_written(void **state)
{
	struct place *place = *state;
	struct hr_confined options = { .without = HR_FENCE_LANDLOCK | HR_FENCE_MOUNTS };
	struct hr_fence_offer offer;

	hr_fence_probe(&offer);
	if (!(offer.layers & HR_FENCE_CALLS))
		skip();
	assert_int_not_equal(run(place, "echo dead >\"$0/canary\"", &options), 0);
	assert_int_not_equal(run(place, "rm -f \"$0/canary\"", &options), 0);
	check_canary(place);
	assert_int_equal(run(place, "echo fine", &options), 0);
}

static void test_confined__reads_what_it_is_given(void **state)
{
	struct place *place = *state;
	const char *readable[] = { place->canary, NULL };
	struct hr_confined options = { .read_only = readable };

	assert_int_equal(run(place, "cat \"$0/canary\"", &options), 0);
	assert_string_equal(place->result.output.data, "alive\n");
	assert_int_not_equal(run(place, "echo dead >\"$0/canary\"", &options), 0);
	check_canary(place);
}

static void test_confined__output_files_and_time_are_limited(void **state)
{
	struct place *place = *state;
	struct hr_confined options = { .most_output = 100, .file_size = 1 << 20, .seconds = 60 };

	assert_int_equal(run(place, "head -c 1000000 /dev/zero; exit 5", &options), 5);
	assert_int_equal(place->result.output.length, 100);
	assert_int_equal(place->result.dropped, 999900);
	if (has_paths())
		assert_int_not_equal(run(place, "head -c 3000000 /dev/zero >large", &options), 0);
	options.seconds = 1;
	run(place, "while :; do :; done", &options);
	assert_true(place->result.timed_out);
}

static void test_confined__memory_is_limited(void **state)
{
	struct place *place = *state;
	struct hr_confined options = { .memory = 64 << 20 };

	/* a variable of a gigabyte, doubled step by step */
	assert_int_not_equal(
		run(place, "x=0123456789abcdef; i=0; while [ $i -lt 26 ]; do x=$x$x; i=$((i+1)); done", &options), 0);
}

static void test_confined__signals_reach_nobody_outside(void **state)
{
	struct place *place = *state;
	char script[64];
	pid_t other = fork();
	int status;

	if (other == 0) {
		alarm(600);
		for (;;)
			pause();
	}
	snprintf(script, sizeof script, "kill -KILL %ld", (long)other);
	run(place, script, NULL);
	assert_int_equal(waitpid(other, &status, WNOHANG), 0);
	kill(other, SIGKILL);
	waitpid(other, &status, 0);
}

static void test_confined__inherits_nothing(void **state)
{
	struct place *place = *state;
	int file = open(place->canary, O_RDWR);

	assert_true(file >= 0);
	assert_int_equal(dup2(file, 9), 9); /* as a shell does for "9<>canary" */
	close(file);
	assert_int_not_equal(run(place, "echo dead >&9", NULL), 0);
	close(9);
	check_canary(place);
}

static void test_confined__leaves_no_process(void **state)
{
	struct place *place = *state;
	const char *script = "setsid sh -c 'setsid sleep 1000 & sleep 1000' & sleep 0.2; exit 4";

	assert_int_equal(run(place, script, NULL), 4);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

/* Prints where its stack is. */
#define WHERE_IS_STACK "exec sed -n '/\\[stack\\]/s/ .*//p' /proc/self/maps"

static void test_confined__layout_can_be_fixed(void **state)
{
	struct place *place = *state;
	const char *readable[] = { "/proc/self", NULL };
	struct hr_confined confined = { .read_only = readable, .has_fixed_layout = true };
	char first[64];

	assert_int_equal(run(place, WHERE_IS_STACK, &confined), 0);
	snprintf(first, sizeof first, "%s", place->result.output.data);
	assert_int_not_equal(first[0], '\0');
	for (int i = 0; i < 3; i++) {
		assert_int_equal(run(place, WHERE_IS_STACK, &confined), 0);
		assert_string_equal(place->result.output.data, first);
	}
}

static void test_confined__what_cannot_be_run_is_an_error(void **state)
{
	struct place *place = *state;
	const char *argv[] = { "/nothing/of/the/kind", NULL };
	struct hr_confined confined = { .argv = argv, .directory = place->private };

	assert_int_equal(hr_confined_run(&place->result, &confined, &place->error), -1);
	assert_int_equal(place->error.kind, HR_ERROR_INTERNAL);
	assert_non_null(strstr(place->error.message.data, "/nothing/of/the/kind"));
}

#define IN_PLACE(test) cmocka_unit_test_setup_teardown(test, make_place, drop_place)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_PLACE(test_confined__starts_in_its_directory),
		IN_PLACE(test_confined__writes_there_and_nowhere_else),
		IN_PLACE(test_confined__without_layers_for_paths_nothing_is_written),
		IN_PLACE(test_confined__reads_what_it_is_given),
		IN_PLACE(test_confined__output_files_and_time_are_limited),
		IN_PLACE(test_confined__memory_is_limited),
		IN_PLACE(test_confined__signals_reach_nobody_outside),
		IN_PLACE(test_confined__inherits_nothing),
		IN_PLACE(test_confined__leaves_no_process),
		IN_PLACE(test_confined__layout_can_be_fixed),
		IN_PLACE(test_confined__what_cannot_be_run_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
