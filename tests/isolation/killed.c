/* Does a campaign come to the same when its processes are killed all the time?
 *
 *     killed [--sequences N] [--kills N] [--seed N] --header FILE.h… SOURCE.c… [-- FLAGS]
 *
 * Random sequences are run once in peace. Then they are run again and again, N in all at least, while a process of its own kills workers, and now
 * and then the zygote, at random moments, until it has killed so many. Every program must have one outcome, in order, and every outcome must be that of
 * the quiet run. One that is told as died was killed twice, or it was not the killer who did it: so there are no more than half as many
 * as kills. Prints TAP. Only our own descendants are killed; to be run in a process namespace all the same: tests/e2e/endure.sh. */
#include "app/arguments.h"
#include "app/unit.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/random.h"
#include "digest.h"
#include "search/naive.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { OPTION_SEQUENCES = HR_OPTION_OWN, OPTION_KILLS, OPTION_SEED };
enum {
	DIFFERENT = 2000,
	CALLS = 6,
	CPU_MS = 50,
	MOST_SHOWN = 3,
	ZYGOTES_ONE_IN = 12,
	ROWS_ONE_IN = 20,
	MOST_PAUSE_US = 20000,
	MOST_CHILDREN = 64
};

static const struct option options[] = {
	HR_INPUT_OPTIONS,
	{ "sequences", required_argument, NULL, OPTION_SEQUENCES },
	{ "kills", required_argument, NULL, OPTION_KILLS },
	{ "seed", required_argument, NULL, OPTION_SEED },
	{ NULL, 0, NULL, 0 },
};

/* Shared with the killer. */
struct kills {
	atomic_long workers;
	atomic_long zygotes;
	atomic_long told; /* outcomes */
};

struct test {
	struct hr_input input;
	struct hr_app_unit unit;
	struct hr_workers *workers;
	long sequences; /* to run at least */
	long wanted;    /* kills */
	long seed;
	struct hr_sequence *different[DIFFERENT];
	struct hr_program *programs[DIFFERENT];
	struct digest quiet[DIFFERENT];
	bool is_recording;
	size_t next; /* index that has to be told next */
	size_t told, died, slow, wrong, disordered;
	struct kills *kills;
};

/* ---- the killer ---- */

/* A process that has ended stays there until its parent asks for it. */
static bool is_alive(pid_t pid)
{
	char path[64];
	char state = 'Z';
	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	FILE *file = fopen(path, "r");
	if (file && fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
		state = 'Z';
	if (file)
		fclose(file);
	return state != 'Z' && state != 'X';
}

static size_t children_of(pid_t parent, pid_t *out, size_t most)
{
	char path[64];
	size_t count = 0;
	int child;
	snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
	FILE *file = fopen(path, "r");
	while (file && count < most && fscanf(file, "%d", &child) == 1)
		if (is_alive(child))
			out[count++] = child;
	if (file)
		fclose(file);
	return count;
}

/* The zygote of the engine: its child that is not ourselves; 0: there is none just now. */
static pid_t zygote_of(pid_t engine)
{
	pid_t children[MOST_CHILDREN];
	size_t count = children_of(engine, children, MOST_CHILDREN);
	for (size_t i = 0; i < count; i++)
		if (children[i] != getpid())
			return children[i];
	return 0;
}

static void kill_somebody(struct kills *kills, struct hr_random *random, pid_t engine)
{
	pid_t workers[MOST_CHILDREN];
	pid_t zygote = zygote_of(engine);
	size_t count = zygote ? children_of(zygote, workers, MOST_CHILDREN) : 0;
	if (!zygote)
		return;
	if (hr_random_below(random, ZYGOTES_ONE_IN) == 0) {
		if (kill(zygote, SIGKILL) == 0)
			atomic_fetch_add(&kills->zygotes, 1);
	} else if (count > 0 && kill(workers[hr_random_below(random, count)], SIGKILL) == 0) {
		atomic_fetch_add(&kills->workers, 1);
	}
}

static void be_the_killer(const struct test *test, pid_t engine)
{
	struct hr_random random;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	hr_random_seed(&random, (uint64_t)test->seed + 17);
	long told = 0;
	while (getppid() == engine &&
	       atomic_load(&test->kills->workers) + atomic_load(&test->kills->zygotes) < test->wanted) {
		long pause = (long)hr_random_below(&random, MOST_PAUSE_US) * 1000;
		nanosleep(&(struct timespec){ .tv_nsec = pause }, NULL);
		/* a machine that is busy with others must not look like one on which workers cannot live; some come in a row */
		if (atomic_load(&test->kills->told) == told && hr_random_below(&random, ROWS_ONE_IN) != 0)
			continue;
		told = atomic_load(&test->kills->told);
		kill_somebody(test->kills, &random, engine);
	}
	_exit(0);
}

/* ---- running ---- */

static void look_at(void *context, size_t index, struct hr_outcome *outcome)
{
	struct test *test = context;
	struct digest digest;
	size_t which = index % DIFFERENT;
	test->disordered += index != test->next;
	test->next = index + 1;
	test->told++;
	atomic_fetch_add(&test->kills->told, 1);
	digest_outcome(&digest, test->different[which], outcome, (struct digest_fills){ 0, 0 });
	if (test->is_recording) {
		test->quiet[which] = digest;
		return;
	}
	test->slow += outcome->was_slow;
	if (outcome->status == HR_OUTCOME_DIED && test->quiet[which].status != HR_OUTCOME_DIED) {
		test->died++;
		return;
	}
	if (memcmp(digest.parts, test->quiet[which].parts, sizeof digest.parts) == 0)
		return;
	if (test->wrong++ < MOST_SHOWN)
		printf("# sequence %zu: %s instead of %s\n", which,
		       hr_outcome_status_name((enum hr_outcome_status)digest.status),
		       hr_outcome_status_name((enum hr_outcome_status)test->quiet[which].status));
}

static int run_once(struct test *test, struct hr_error *error)
{
	test->next = 0;
	return hr_workers_run(test->workers, test->programs, DIFFERENT, look_at, test, error);
}

static int make_programs(struct test *test, struct hr_error *error)
{
	static const struct hr_run_wants wants = {
		.leaks = true, .heap = true, .edges = true, .output = true, .descriptions = true, .fingerprints = true
	};
	struct hr_random random;
	hr_random_seed(&random, (uint64_t)test->seed);
	for (size_t i = 0; i < DIFFERENT; i++) {
		test->different[i] = hr_naive_sequence(test->unit.model, &random, CALLS);
		if (hr_program_new(&test->programs[i], test->different[i], &test->unit.callables, &wants, error))
			return -1;
	}
	return 0;
}

static int disturb(struct test *test, struct hr_error *error)
{
	pid_t engine = getpid();
	int status = 0;
	test->is_recording = false;
	test->told = 0;
	fflush(stdout);
	pid_t killer = fork();
	if (killer == 0)
		be_the_killer(test, engine);
	while (!status && ((long)test->told < test->sequences ||
			   atomic_load(&test->kills->workers) + atomic_load(&test->kills->zygotes) < test->wanted))
		status = run_once(test, error);
	kill(killer, SIGKILL);
	waitpid(killer, NULL, 0);
	return status;
}

static int run_test(struct test *test, struct hr_error *error)
{
	struct hr_workers_options workers = { .count = 2, .cpu_ms = CPU_MS, .batch = 64, .confirm_all = true };
	int status = hr_app_unit_read(&test->unit, &test->input, error);
	if (!status)
		status = hr_app_unit_build(&test->unit, error);
	if (!status)
		status = make_programs(test, error);
	workers.unit = test->unit.built.object;
	if (!status)
		status = hr_workers_start(&test->workers, &workers, error);
	test->is_recording = true;
	if (!status)
		status = run_once(test, error);
	return status ? status : disturb(test, error);
}

static bool take_option(void *context, int option, const char *argument)
{
	struct test *test = context;
	if (option == OPTION_SEQUENCES)
		return hr_argument_number(&test->sequences, "killed", "--sequences", argument, 1, 100000000);
	if (option == OPTION_KILLS)
		return hr_argument_number(&test->wanted, "killed", "--kills", argument, 0, 1000000);
	return hr_argument_number(&test->seed, "killed", "--seed", argument, 0, 1000000000);
}

/* The same for each build of the library, whatever else is in it. */
static void tell_quiet(const struct test *test)
{
	size_t endings[HR_OUTCOME_STATUS_COUNT] = { 0 };
	for (size_t i = 0; i < DIFFERENT; i++)
		endings[test->quiet[i].status]++;
	printf("# in peace:");
	for (int i = 0; i < HR_OUTCOME_STATUS_COUNT; i++)
		if (endings[i])
			printf(" %zu %s", endings[i], hr_outcome_status_name((enum hr_outcome_status)i));
	printf("\n");
}

static int report(const struct test *test, double seconds)
{
	long workers = atomic_load(&test->kills->workers);
	long zygotes = atomic_load(&test->kills->zygotes);
	struct hr_workers_counts counts = hr_workers_counts(test->workers);
	tell_quiet(test);
	bool is_believable = (long)test->died * 2 <= workers + zygotes;
	printf("# %ld workers and %ld zygotes killed while %zu sequences ran, in %.0f s; %zu programs run again, %zu told as died, %zu slow\n",
	       workers, zygotes, test->told, seconds, counts.deaths_made_good, test->died, test->slow);
	printf("%s 1 - one outcome for each program, in order\n", test->disordered ? "not ok" : "ok");
	printf("%s 2 - all outcomes but deaths as in peace: %zu differ\n", test->wrong ? "not ok" : "ok", test->wrong);
	printf("%s 3 - no death is told that did not happen twice\n1..3\n", is_believable ? "ok" : "not ok");
	return test->disordered || test->wrong || !is_believable;
}

int main(int argc, char **argv)
{
	static struct test test = { .sequences = 20000, .wanted = 100, .seed = 1 };
	struct hr_error error = HR_ERROR_INIT;
	struct hr_arguments arguments = {
		.command = "killed", .options = options, .input = &test.input, .take = take_option, .context = &test
	};
	if (hr_arguments_parse(&arguments, argc - 1, argv + 1) != HR_PARSED)
		return 2;
	test.kills = mmap(NULL, sizeof *test.kills, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (test.kills == MAP_FAILED)
		return 2;
	double began = hr_clock_seconds();
	int code = 1;
	if (run_test(&test, &error))
		printf("not ok 1 - %s\n%s\n1..1\n", error.message.data, error.details.data ? error.details.data : "");
	else
		code = report(&test, hr_clock_seconds() - began);
	hr_workers_stop(test.workers);
	for (size_t i = 0; i < DIFFERENT; i++) {
		hr_program_free(test.programs[i]);
		if (test.different[i])
			hr_sequence_free(test.different[i]);
	}
	hr_error_release(&error);
	hr_app_unit_release(&test.unit);
	hr_input_release(&test.input);
	return code;
}
