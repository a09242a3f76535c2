/* HR_BUG says where and why, and aborts. */
#include "base/bug.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs HR_BUG in a child; its wait status, and what it wrote to standard error. */
static int run_bug(char *text, size_t size)
{
	const struct rlimit no_core = { 0, 0 };
	int ends[2], status = 0;
	size_t length = 0;
	ssize_t got;
	pid_t pid;

	assert_int_equal(pipe(ends), 0);
	pid = fork();
	if (pid == 0) {
		dup2(ends[1], STDERR_FILENO);
		setrlimit(RLIMIT_CORE, &no_core);
		signal(SIGABRT, SIG_DFL);
		HR_BUG("%d is not %s", 7, "eight");
	}
	close(ends[1]);
	while (length < size - 1 && (got = read(ends[0], text + length, size - 1 - length)) > 0)
		length += (size_t)got;
	text[length] = '\0';
	close(ends[0]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return status;
}

static void test_bug__aborts_with_place_and_values(void **state)
{
	char text[512];
	int status = run_bug(text, sizeof text);

	(void)state;
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGABRT);
	assert_non_null(strstr(text, "test_bug.c:"));
	assert_non_null(strstr(text, ": 7 is not eight\n"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bug__aborts_with_place_and_values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
