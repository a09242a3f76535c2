/* Several programs at once.
 *
 * Invariants: each child is known by its own process id and only that is waited for; when hr_jobs_run comes back none is left. A child is
 * watched through a pidfd where the system has them, else it is asked for every few milliseconds. Each leads a group of its own, so that what a
 * compiler starts ends with it. */
#include "build/jobs.h"

#include "base/interrupt.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define TICK_MS 10

struct child {
	pid_t pid;
	int pidfd; /* -1: none */
	size_t job;
};

struct run {
	const struct hr_jobs *jobs;
	struct child *children;
	size_t running;
	char **environment;
};

unsigned hr_jobs_default(void)
{
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof set, &set) < 0)
		return 1;
	int count = CPU_COUNT(&set);
	return count > 0 ? (unsigned)count : 1;
}

/* Ours and what is set on top of it; of two settings of one name the first counts. */
static char **environment_new(const char *const *extra)
{
	HR_VEC(char *) all = HR_VEC_INIT;
	size_t set;

	for (; extra && *extra; extra++)
		hr_vec_push(&all, (char *)(uintptr_t)*extra);
	set = all.count;
	for (char **ours = environ; ours && *ours; ours++) {
		size_t length = strcspn(*ours, "="), i = 0;
		while (i < set && (strncmp(all.data[i], *ours, length) != 0 || all.data[i][length] != '='))
			i++;
		if (i == set)
			hr_vec_push(&all, *ours);
	}
	hr_vec_push(&all, NULL);
	return all.data;
}

static int spawn(pid_t *out, const struct hr_job *job, char *const *environment)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none;

	sigemptyset(&none);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, job->output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
	int status = posix_spawnp(out, job->command.data[0], &actions, &attributes, (char *const *)job->command.data,
				  environment);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return status;
}

static int start(struct run *run, size_t index, struct hr_error *error)
{
	struct hr_job *job = &run->jobs->jobs[index];

	if (run->jobs->prepare && run->jobs->prepare(run->jobs->context, index, error))
		return -1;
	if (!job->command.count)
		return 0;
	struct child *child = &run->children[run->running];
	hr_vec_push(&job->command, NULL);
	int status = spawn(&child->pid, job, run->environment);
	if (status)
		return hr_fail(error, HR_ERROR_INTERNAL, "cannot run '%s': %s", job->command.data[0], strerror(status));
	child->job = index;
	child->pidfd = (int)syscall(SYS_pidfd_open, child->pid, 0);
	if (child->pidfd >= 0)
		fcntl(child->pidfd, F_SETFD, FD_CLOEXEC);
	run->running++;
	return 0;
}

/* Sleeps until one of the children may have ended, or somebody wants us to end. */
static void wait_for_news(const struct run *run)
{
	struct pollfd *fds = hr_calloc(run->running + 1, sizeof *fds);
	int timeout = -1;

	for (size_t i = 0; i < run->running; i++) {
		fds[i] = (struct pollfd){ .fd = run->children[i].pidfd, .events = POLLIN };
		if (fds[i].fd < 0)
			timeout = TICK_MS;
	}
	fds[run->running] = (struct pollfd){ .fd = hr_interrupt_descriptor(), .events = POLLIN };
	poll(fds, run->running + 1, timeout);
	free(fds);
}

/* Takes child `at` off the list when it has ended. */
static bool reap(struct run *run, size_t at)
{
	struct child child = run->children[at];
	int status = 0;
	pid_t pid = waitpid(child.pid, &status, WNOHANG);

	if (pid == 0 || (pid < 0 && errno == EINTR))
		return false;
	int *code = &run->jobs->jobs[child.job].exit_code;
	if (pid < 0) /* SIGCHLD is ignored: the system reaped it, nobody knows how it ended */
		*code = 127;
	else
		*code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	if (child.pidfd >= 0)
		close(child.pidfd);
	run->children[at] = run->children[--run->running];
	return true;
}

/* Waits for one, and tells about it unless `error` is NULL. */
static int collect(struct run *run, struct hr_error *error)
{
	for (;;) {
		if (error && hr_interrupt_check(error))
			return -1;
		for (size_t i = 0; i < run->running; i++) {
			size_t job = run->children[i].job;
			if (!reap(run, i))
				continue;
			return error && run->jobs->finished ? run->jobs->finished(run->jobs->context, job, error) : 0;
		}
		wait_for_news(run);
	}
}

int hr_jobs_run(const struct hr_jobs *jobs, struct hr_error *error)
{
	struct run run = {
		.jobs = jobs,
		.children = hr_calloc(jobs->limit, sizeof *run.children),
		.environment = environment_new(jobs->environment),
	};
	int status = 0;

	for (size_t next = 0; !status && (next < jobs->count || run.running);) {
		if (next < jobs->count && run.running < jobs->limit)
			status = start(&run, next++, error);
		else
			status = collect(&run, error);
	}
	for (size_t i = 0; i < run.running; i++)
		kill(-run.children[i].pid, SIGKILL);
	while (run.running)
		collect(&run, NULL);
	free(run.children);
	free(run.environment);
	return status;
}
