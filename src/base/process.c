/* Running other programs.
 *
 * Invariants:
 * 1. The program leads a process group of its own, unless it shares our terminal without a time limit.
 * 2. The program is reaped last: until then its id, and with it its group's, cannot pass to a stranger we would kill.
 * 3. Only our child is waited for, and its end ends the run: what is left of its group is killed, and a descendant that
 *    left the group and keeps the pipes open does not hold us up.
 * 4. Between fork and exec only async-signal-safe calls are made, because other threads may hold locks.
 * 5. A program that leaves nothing has a keeper between it and us (base/keeper.h); it is the keeper whom we watch, signal and reap. */
#include "base/process.h"

#include "base/bug.h"
#include "base/interrupt.h"
#include "base/keeper.h"
#include "base/kin.h"
#include "base/memory.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define GRACE_MS 2000
#define TICK_MS 10 /* how often to look after the child where the system has no pidfd */
#define LOOK_MS 250 /* how often to look at what it takes */
#define IDLE_MS 3000
#define NEVER INT64_MAX
#define READ_SIZE 16384

/* Where a child that did not get as far as exec gave up. */
enum start_step { STEP_FORK, STEP_DIRECTORY, STEP_DESCRIPTORS, STEP_BEFORE_EXEC, STEP_EXEC };

struct start_failure {
	enum start_step step;
	int reason;    /* errno */
	char why[256]; /* STEP_BEFORE_EXEC */
};

/* A pipe's ends, -1 when closed. */
struct channel {
	int read_end, write_end;
};

#define CHANNEL_INIT { -1, -1 }

struct run {
	const struct hr_process *process;
	struct hr_process_result *result;
	pid_t pid;
	struct hr_keeper keeper; /* its pid is `pid`; only when the program leaves nothing */
	char **environment;
	pid_t parent; /* the program's */
	bool own_group;
	bool is_interrupted; /* the program was told to end */
	bool lost; /* SIGCHLD is ignored: the system has reaped the program, and its id may be a stranger's by now */
	int64_t next_look, busy; /* when to look at what it takes again, and when it was last seen to do anything */
	uint64_t ticks;          /* then */
	int pidfd;               /* readable when the program has ended; -1 where there is none */
	struct channel output, errors, failure; /* `failure` closes on exec, else brings a struct start_failure */
};

static void close_end(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Moves a descriptor out of the way of 0, 1 and 2, where the child puts things. */
static int move_up(int *fd)
{
	int moved;

	if (*fd > STDERR_FILENO)
		return 0;
	moved = fcntl(*fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (moved < 0)
		return -1;
	close(*fd);
	*fd = moved;
	return 0;
}

static int channel_open(struct channel *channel)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) < 0)
		return -1;
	channel->read_end = ends[0];
	channel->write_end = ends[1];
	return move_up(&channel->read_end) < 0 || move_up(&channel->write_end) < 0 ? -1 : 0;
}

static void channel_close(struct channel *channel)
{
	close_end(&channel->read_end);
	close_end(&channel->write_end);
}

static bool same_name(const char *a, const char *b)
{
	size_t length = strcspn(a, "=");

	return strncmp(a, b, length) == 0 && (b[length] == '=' || b[length] == '\0');
}

/* Ours, with the pairs of `extra` in place or added. The strings are borrowed, the array is the caller's. */
static char **environment_new(const char *const *extra)
{
	HR_VEC(char *) all = HR_VEC_INIT;
	size_t i;

	for (char **ours = environ; ours && *ours; ours++)
		hr_vec_push(&all, *ours);
	for (; extra && *extra; extra++) {
		for (i = 0; i < all.count && !same_name(all.data[i], *extra); i++)
			;
		if (i == all.count)
			hr_vec_push(&all, NULL);
		all.data[i] = (char *)(uintptr_t)*extra;
	}
	hr_vec_push(&all, NULL);
	return all.data;
}

static void set_signals(void)
{
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
}

static int set_descriptors(const struct run *run)
{
	int null;

	if (run->process->inherit_output)
		return 0;
	null = open("/dev/null", O_RDONLY);
	if (null < 0 || dup2(null, STDIN_FILENO) < 0)
		return -1;
	if (null > STDERR_FILENO)
		close(null);
	if (dup2(run->output.write_end, STDOUT_FILENO) < 0 || dup2(run->errors.write_end, STDERR_FILENO) < 0)
		return -1;
	return 0;
}

/* In the child. Comes back only when something failed, with errno set. */
static enum start_step become(const struct run *run, struct start_failure *failure)
{
	const struct hr_process *process = run->process;

	/* whoever kills us, with Ctrl-C say, does not reach a group of its own */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != run->parent)
		_exit(127);
	if (run->own_group)
		setpgid(0, 0);
	set_signals();
	if (process->directory && chdir(process->directory) < 0)
		return STEP_DIRECTORY;
	if (set_descriptors(run) < 0)
		return STEP_DESCRIPTORS;
	/* of what whoever started us left open, for us or by mistake */
	if (process->leaves_nothing)
		close_range(STDERR_FILENO + 1, ~0u, CLOSE_RANGE_CLOEXEC);
	if (process->before_exec &&
	    process->before_exec(process->before_exec_context, failure->why, sizeof failure->why))
		return STEP_BEFORE_EXEC;
	execvpe(process->argv[0], (char *const *)(uintptr_t)process->argv, run->environment);
	return STEP_EXEC;
}

static void tell_failure(const struct run *run, struct start_failure *failure)
{
	ssize_t put;

	failure->reason = errno;
	put = write(run->failure.write_end, failure, sizeof *failure); /* less than a pipe takes in one piece */
	_exit(put == (ssize_t)sizeof *failure ? 127 : 126);
}

static void child_main(void *context)
{
	const struct run *run = context;
	struct start_failure failure;

	memset(&failure, 0, sizeof failure);
	failure.step = become(run, &failure);
	tell_failure(run, &failure);
}

static void keeper_main(struct run *run)
{
	struct start_failure failure = { .step = STEP_FORK };

	run->parent = getpid();
	close_end(&run->failure.read_end);
	hr_keeper_serve(&run->keeper, run->failure.write_end, child_main, run);
	tell_failure(run, &failure);
}

static int fail_to_run(const struct run *run, struct hr_error *error, int reason)
{
	return hr_fail(error, HR_ERROR_INTERNAL, "cannot run '%s': %s", run->process->argv[0], strerror(reason));
}

/* Waits for exec; when that failed, reaps the child and says why. */
static int confirm_start(struct run *run, struct hr_error *error)
{
	struct start_failure failure;
	ssize_t got;

	close_end(&run->failure.write_end);
	do {
		got = read(run->failure.read_end, &failure, sizeof failure);
	} while (got < 0 && errno == EINTR);
	if (got != (ssize_t)sizeof failure)
		return 0;
	while (waitpid(run->pid, NULL, 0) < 0 && errno == EINTR)
		;
	if (failure.step == STEP_DIRECTORY)
		return hr_fail(error, HR_ERROR_INTERNAL, "cannot run '%s': cannot enter '%s': %s",
			       run->process->argv[0], run->process->directory, strerror(failure.reason));
	failure.why[sizeof failure.why - 1] = '\0';
	if (failure.step == STEP_BEFORE_EXEC)
		return hr_fail(error, HR_ERROR_INTERNAL, "cannot run '%s': %s", run->process->argv[0], failure.why);
	return fail_to_run(run, error, failure.reason);
}

static int start(struct run *run, struct hr_error *error)
{
	if (channel_open(&run->failure) < 0)
		return fail_to_run(run, error, errno);
	if (!run->process->inherit_output && (channel_open(&run->output) < 0 || channel_open(&run->errors) < 0))
		return fail_to_run(run, error, errno);

	run->environment = environment_new(run->process->environment);
	run->parent = getpid();
	run->pid = run->process->leaves_nothing ? hr_keeper_fork(&run->keeper) : fork();
	if (run->pid == 0 && run->process->leaves_nothing)
		keeper_main(run);
	if (run->pid == 0)
		child_main(run);
	free(run->environment);
	if (run->pid < 0)
		return fail_to_run(run, error, errno);
	close_end(&run->output.write_end);
	close_end(&run->errors.write_end);
	if (confirm_start(run, error) < 0)
		return -1;
	run->pidfd = (int)syscall(SYS_pidfd_open, run->pid, 0);
	return 0;
}

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Keeps what there is room for. */
static void keep(const struct run *run, struct hr_strbuf *out, const char *bytes, size_t length)
{
	size_t most = run->process->most_output;
	size_t room = !most ? length : out->length < most ? most - out->length : 0;

	if (room > length)
		room = length;
	hr_strbuf_add(out, bytes, room);
	run->result->dropped += length - room;
}

/* Reads at most `limit` bytes from a pipe that has something; closes it at its end. */
static size_t receive(const struct run *run, struct hr_strbuf *out, int *fd, size_t limit)
{
	char chunk[READ_SIZE];
	ssize_t got = read(*fd, chunk, limit < sizeof chunk ? limit : sizeof chunk);

	if (got > 0) {
		keep(run, out, chunk, (size_t)got);
		return (size_t)got;
	}
	if (got == 0 || errno != EINTR)
		close_end(fd);
	return 0;
}

/* Takes what is in the pipe now, not what a surviving descendant may add to it for ever. */
static void drain(const struct run *run, struct hr_strbuf *out, int *fd)
{
	int waiting = 0;
	size_t left;

	if (*fd < 0 || ioctl(*fd, FIONREAD, &waiting) < 0)
		return;
	for (left = (size_t)waiting; left && *fd >= 0;)
		left -= receive(run, out, fd, left);
}

/* Sleeps until there is output, the program has ended, somebody wants us to end, or the deadline is reached. */
static void wait_for_news(struct run *run, int64_t deadline)
{
	struct pollfd fds[] = {
		{ .fd = run->output.read_end, .events = POLLIN },
		{ .fd = run->errors.read_end, .events = POLLIN },
		{ .fd = run->pidfd, .events = POLLIN },
		{ .fd = run->is_interrupted ? -1 : hr_interrupt_descriptor(), .events = POLLIN },
	};
	int64_t left = deadline == NEVER ? NEVER : deadline - now_ms();

	if (left < 0)
		left = 0;
	if (run->pidfd < 0 && left > TICK_MS)
		left = TICK_MS;
	if (poll(fds, 4, left == NEVER ? -1 : left > INT_MAX ? INT_MAX : (int)left) <= 0)
		return;
	if (fds[0].revents)
		receive(run, &run->result->output, &run->output.read_end, READ_SIZE);
	if (fds[1].revents)
		receive(run, &run->result->errors, &run->errors.read_end, READ_SIZE);
}

/* True when the program has ended; it stays a zombie. */
static bool has_ended(struct run *run)
{
	siginfo_t info;

	memset(&info, 0, sizeof info);
	if (waitid(P_PID, (id_t)run->pid, &info, WEXITED | WNOHANG | WNOWAIT) < 0)
		run->lost = errno == ECHILD;
	return run->lost || info.si_pid == run->pid;
}

static void signal_all(const struct run *run, int number)
{
	if (!run->process->leaves_nothing)
		kill(run->own_group ? -run->pid : run->pid, number);
	else if (number == SIGKILL)
		hr_keeper_end(&run->keeper);
	else
		hr_keeper_ask(&run->keeper);
}

/* Looks at what it takes, from time to time: too much ends it. */
static void look_after(struct run *run)
{
	int64_t now = now_ms();
	struct hr_kin kin;

	if (now < run->next_look)
		return;
	if (!hr_kin_look(&kin, run->pid) || kin.is_running || kin.ticks != run->ticks)
		run->busy = now;
	run->ticks = kin.ticks;
	if (kin.resident > run->process->most_resident && !run->result->is_too_large) {
		run->result->is_too_large = true;
		signal_all(run, SIGKILL);
	}
	run->next_look = now_ms() + LOOK_MS;
}

/* Until the program has ended, with the ladder of signals when it takes too long. */
static void supervise(struct run *run)
{
	unsigned limit = run->process->timeout_seconds;
	int64_t deadline = limit ? now_ms() + (int64_t)limit * 1000 : NEVER;

	run->busy = now_ms();
	run->next_look = run->process->most_resident ? run->busy + LOOK_MS : NEVER;
	while (!has_ended(run)) {
		wait_for_news(run, deadline < run->next_look ? deadline : run->next_look);
		if (run->next_look != NEVER)
			look_after(run);
		if (hr_interrupt_signal() && !run->is_interrupted) {
			run->is_interrupted = true;
			signal_all(run, SIGKILL);
		}
		if (deadline == NEVER || now_ms() < deadline)
			continue;
		if (run->result->timed_out) {
			signal_all(run, SIGKILL);
			deadline = NEVER;
		} else if (!has_ended(run)) {
			run->result->timed_out = true;
			run->result->was_idle = run->next_look != NEVER && now_ms() - run->busy >= IDLE_MS;
			signal_all(run, SIGTERM);
			deadline = now_ms() + GRACE_MS;
		}
	}
}

/* Ends what is left of the group, takes the last output and reaps the program. */
static int finish(struct run *run, struct hr_error *error)
{
	pid_t reaped;
	int status;

	if (run->own_group && !run->lost && !run->process->leaves_nothing)
		signal_all(run, SIGKILL);
	drain(run, &run->result->output, &run->output.read_end);
	drain(run, &run->result->errors, &run->errors.read_end);
	do {
		reaped = waitpid(run->pid, &status, 0);
	} while (reaped < 0 && errno == EINTR);
	if (reaped < 0)
		return hr_fail(error, HR_ERROR_INTERNAL, "cannot wait for '%s': %s", run->process->argv[0],
			       strerror(errno));
	run->result->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	return run->is_interrupted ? hr_interrupt_check(error) : 0;
}

int hr_process_run(struct hr_process_result *out, const struct hr_process *process, struct hr_error *error)
{
	struct run run = {
		.process = process,
		.result = out,
		.own_group = !process->inherit_output || process->timeout_seconds != 0,
		.pidfd = -1,
		.output = CHANNEL_INIT,
		.errors = CHANNEL_INIT,
		.failure = CHANNEL_INIT,
	};
	int status;

	if (!process->argv || !process->argv[0])
		HR_BUG("no program to run");
	if (process->leaves_nothing && process->inherit_output)
		HR_BUG("a program on our terminal has no keeper");
	hr_process_result_release(out);
	if (hr_interrupt_check(error))
		return -1;
	status = start(&run, error);
	if (status == 0) {
		supervise(&run);
		status = finish(&run, error);
	}
	channel_close(&run.output);
	channel_close(&run.errors);
	channel_close(&run.failure);
	close_end(&run.pidfd);
	return status;
}

void hr_process_result_release(struct hr_process_result *result)
{
	result->exit_code = 0;
	result->timed_out = false;
	result->dropped = 0;
	result->is_too_large = result->was_idle = false;
	hr_strbuf_release(&result->output);
	hr_strbuf_release(&result->errors);
}
