/* One worker as the engine sees it, when the zygote is not to be trusted. A child plays the zygote. */
#include "exec/worker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t start_sleeper(void)
{
	pid_t sleeper = fork();

	if (sleeper == 0) {
		alarm(600);
		for (;;)
			pause();
	}
	return sleeper;
}

static bool is_alive(pid_t child)
{
	return waitpid(child, NULL, WNOHANG) == 0;
}

static void end(pid_t child)
{
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

/* Answers one request: with a child of its own, or with `other`. */
static struct hr_zygote play_zygote(pid_t other)
{
	struct hr_zygote zygote = { .answer_ms = 600000 };
	int ends[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
	zygote.socket = ends[0];
	zygote.pid = fork();
	if (zygote.pid == 0) {
		struct hr_wire_request request;
		struct hr_wire_spawned answer = { .pid = other ? other : start_sleeper() };

		if (recv(ends[1], &request, sizeof request, 0) == (ssize_t)sizeof request)
			(void)!send(ends[1], &answer, sizeof answer, MSG_NOSIGNAL);
		(void)!recv(ends[1], &request, sizeof request, 0); /* till the engine is done with us */
		if (!other)
			end(answer.pid);
		_exit(0);
	}
	close(ends[1]);
	return zygote;
}

static void test_worker__is_a_child_of_the_zygote(void **state)
{
	struct hr_zygote zygote = play_zygote(0);
	struct hr_error error = HR_ERROR_INIT;
	struct hr_worker worker;

	(void)state;
	assert_int_equal(hr_worker_open(&worker, 0, 1000, 0, &error), 0);
	assert_int_equal(hr_worker_spawn(&worker, &zygote, &error), HR_SPAWNED);
	assert_true(worker.pid > 0);
	hr_worker_close(&worker);
	hr_zygote_stop(&zygote);
}

/* Whoever is named as a worker gets killed one day. */
static void test_worker__stranger_is_not_taken_for_one(void **state)
{
	pid_t stranger = start_sleeper();
	struct hr_zygote zygote = play_zygote(stranger);
	struct hr_error error = HR_ERROR_INIT;
	struct hr_worker worker;

	(void)state;
	assert_int_equal(hr_worker_open(&worker, 0, 1000, 0, &error), 0);
	assert_int_equal(hr_worker_spawn(&worker, &zygote, &error), HR_SPAWN_NO_ZYGOTE);
	assert_string_equal(error.message.data, "the process that makes workers names a process that is not its own");
	hr_worker_close(&worker);
	hr_zygote_stop(&zygote);
	assert_true(is_alive(stranger));
	end(stranger);
	hr_error_release(&error);
}

static void test_worker__memory_cannot_be_cut_off(void **state)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_worker worker;

	(void)state;
	assert_int_equal(hr_worker_open(&worker, 0, 1000, 0, &error), 0);
	assert_int_equal(ftruncate(worker.memory, 0), -1);
	assert_int_equal(errno, EPERM);
	hr_worker_close(&worker);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_worker__is_a_child_of_the_zygote),
		cmocka_unit_test(test_worker__stranger_is_not_taken_for_one),
		cmocka_unit_test(test_worker__memory_cannot_be_cut_off),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
