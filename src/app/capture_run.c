/* Running the build of a capture: a program in our own process group and on our terminal, so that it can be
 * interrupted and stopped there as ever, while we stay to clean up after it.
 *
 * Invariants: no signal handler and no global state: the signals of interest are blocked and waited for; the build
 * starts with the signal mask that we were started with. */
#include "app/capture_internal.h"

#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The end of the build, and what asks us to end, unless we were started deaf to it (nohup). */
static void choose_signals(sigset_t *set)
{
	static const int asking[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	sigemptyset(set);
	sigaddset(set, SIGCHLD);
	for (size_t i = 0; i < sizeof asking / sizeof *asking; i++) {
		struct sigaction action;
		if (sigaction(asking[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
			sigaddset(set, asking[i]);
	}
}

/* The terminal sends its signals to the whole group: only what was sent to us alone must be passed on. */
static bool must_be_passed_on(const siginfo_t *info)
{
	return info->si_code <= 0;
}

/* True when the build has ended. */
static bool has_ended(pid_t build, struct hr_capture_build *out)
{
	int status;
	if (waitpid(build, &status, WNOHANG) != build)
		return false;
	if (WIFSIGNALED(status))
		out->signal = WTERMSIG(status);
	else
		out->exit_code = WEXITSTATUS(status);
	return true;
}

static void wait_for_build(pid_t build, const sigset_t *signals, struct hr_capture_build *out)
{
	while (!has_ended(build, out)) {
		siginfo_t info;
		int signal_number = sigwaitinfo(signals, &info);
		if (signal_number <= 0 || signal_number == SIGCHLD)
			continue;
		out->interrupted = signal_number;
		if (must_be_passed_on(&info))
			kill(build, signal_number);
	}
}

void hr_capture_signals_hold(struct hr_capture_signals *signals)
{
	choose_signals(&signals->held);
	signal(SIGCHLD, SIG_DFL); /* were it ignored, the build's end could not be waited for */
	sigprocmask(SIG_BLOCK, &signals->held, &signals->before);
}

void hr_capture_signals_release(const struct hr_capture_signals *signals)
{
	sigprocmask(SIG_SETMASK, &signals->before, NULL);
}

int hr_capture_run(struct hr_capture_build *out, char **argv, const struct hr_capture_signals *signals,
		   struct hr_error *error)
{
	pid_t build;
	posix_spawnattr_t attributes;
	*out = (struct hr_capture_build){ 0, 0, 0 };
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setsigmask(&attributes, &signals->before);
	int reason = posix_spawnp(&build, argv[0], NULL, &attributes, argv, environ);
	posix_spawnattr_destroy(&attributes);
	if (reason != 0)
		return hr_fail(error, HR_ERROR_INPUT, "cannot run '%s': %s", argv[0], strerror(reason));
	wait_for_build(build, &signals->held, out);
	return 0;
}
