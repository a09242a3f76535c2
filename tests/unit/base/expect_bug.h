/* For tests: checks that a piece of code ends in HR_BUG, that is in SIGABRT, in a child of its own. */
#ifndef HR_TESTS_EXPECT_BUG_H
#define HR_TESTS_EXPECT_BUG_H

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static inline bool ends_in_bug(void (*code)(void *), void *argument)
{
	const struct rlimit no_core = { 0, 0 };
	int status = 0, null;
	pid_t pid = fork();

	if (pid == 0) {
		null = open("/dev/null", O_WRONLY);
		dup2(null, STDERR_FILENO);
		setrlimit(RLIMIT_CORE, &no_core);
		signal(SIGABRT, SIG_DFL);
		code(argument);
		_exit(0);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

#endif
