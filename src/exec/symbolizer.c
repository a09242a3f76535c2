/* llvm-symbolizer, kept running.
 *
 * Invariants: it holds our only pipe to it, so that it ends when we do, however that is; it stands in a session of its own, where no signal of a
 * terminal reaches it; we never write more at a time than a pipe takes, so nobody waits for the other in a circle. */
#include "exec/symbolizer.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { AT_ONCE = 64, ANSWER_MS = 120000 };

/* Descriptors of the standard streams would be closed as they are put in their places. */
static bool are_above_standard(const int a[2], const int b[2])
{
	return a[0] > 2 && a[1] > 2 && b[0] > 2 && b[1] > 2;
}

static int spawn(struct hr_symbolizer *symbolizer, const char *unit, const int to[2], const int from[2])
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none;
	sigset_t usual;
	struct hr_strbuf object = HR_STRBUF_INIT;
	hr_strbuf_addf(&object, "--obj=%s", unit);
	char name[] = HR_SYMBOLIZER;
	char inlines[] = "--inlines";
	char plain[] = "--no-demangle";
	char *argv[] = { name, inlines, plain, object.data, NULL };
	sigemptyset(&none);
	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setsigdefault(&attributes, &usual);
	int reason = posix_spawnp(&symbolizer->pid, name, &actions, &attributes, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	hr_strbuf_release(&object);
	return reason;
}

static int start(struct hr_symbolizer *symbolizer, const char *unit, struct hr_error *error)
{
	int to[2] = { -1, -1 };
	int from[2] = { -1, -1 };
	int reason = 0;
	if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0)
		reason = errno;
	else if (!are_above_standard(to, from))
		reason = EMFILE;
	if (!reason)
		reason = spawn(symbolizer, unit, to, from);
	close(to[0]);
	close(from[1]);
	if (!reason) {
		symbolizer->questions = to[1];
		symbolizer->answers = from[0];
		return 0;
	}
	symbolizer->pid = 0;
	close(to[1]);
	close(from[0]);
	return hr_fail(error, HR_ERROR_INTERNAL, "cannot run '" HR_SYMBOLIZER "': %s", strerror(reason));
}

void hr_symbolizer_stop(struct hr_symbolizer *symbolizer)
{
	if (!symbolizer->pid)
		return;
	close(symbolizer->questions);
	close(symbolizer->answers);
	kill(symbolizer->pid, SIGKILL);
	while (waitpid(symbolizer->pid, NULL, 0) < 0 && errno == EINTR)
		;
	symbolizer->pid = 0;
}

/* Without SIGPIPE for us when it is gone. */
static bool write_all(int descriptor, const char *text, size_t length)
{
	sigset_t pipe_set;
	sigset_t before;
	struct timespec at_once = { 0, 0 };
	sigemptyset(&pipe_set);
	sigaddset(&pipe_set, SIGPIPE);
	sigprocmask(SIG_BLOCK, &pipe_set, &before);
	bool is_written = true;
	while (length && is_written) {
		ssize_t put = write(descriptor, text, length);
		if (put > 0) {
			text += put;
			length -= (size_t)put;
		}
		is_written = put > 0 || (put < 0 && errno == EINTR);
	}
	if (!is_written)
		(void)sigtimedwait(&pipe_set, NULL, &at_once);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return is_written;
}

/* Reads until so many empty lines came; `text` ends where an answer ends. */
static bool read_answers(struct hr_strbuf *out, int descriptor, size_t count)
{
	double until = hr_clock_seconds() + ANSWER_MS / 1000.0;
	size_t at = out->length;
	bool is_line_begin = true;
	while (count) {
		char bytes[4096];
		struct pollfd one = { .fd = descriptor, .events = POLLIN };
		int left = (int)((until - hr_clock_seconds()) * 1000);
		if (left <= 0 || (poll(&one, 1, left) < 0 && errno != EINTR))
			return false;
		if (!one.revents)
			continue;
		ssize_t got = read(descriptor, bytes, sizeof bytes);
		if (got <= 0)
			return false;
		hr_strbuf_add(out, bytes, (size_t)got);
		for (; at < out->length; at++) {
			if (out->data[at] == '\n' && is_line_begin)
				count -= count > 0;
			is_line_begin = out->data[at] == '\n';
		}
	}
	return true;
}

int hr_symbolizer_ask(struct hr_strbuf *out, struct hr_symbolizer *symbolizer, const char *unit, const uint64_t *pcs,
		      size_t count, struct hr_error *error)
{
	if (!symbolizer->pid && start(symbolizer, unit, error))
		return -1;
	for (size_t done = 0; done < count; done += AT_ONCE) {
		struct hr_strbuf questions = HR_STRBUF_INIT;
		size_t end = count - done < AT_ONCE ? count : done + AT_ONCE;
		for (size_t i = done; i < end; i++)
			hr_strbuf_addf(&questions, "0x%llx\n", (unsigned long long)pcs[i]);
		bool is_answered = write_all(symbolizer->questions, questions.data, questions.length) &&
				   read_answers(out, symbolizer->answers, end - done);
		hr_strbuf_release(&questions);
		if (!is_answered) {
			hr_symbolizer_stop(symbolizer);
			return hr_fail(error, HR_ERROR_INTERNAL, "'" HR_SYMBOLIZER "' does not answer");
		}
	}
	return 0;
}
