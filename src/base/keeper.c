/* A process that leaves nothing behind of a program.
 *
 * Invariants: only async-signal-safe calls, because the engine may have had threads; the keeper kills nothing but its own children (and the group of
 * the first of them, whose id is taken until it is reaped), never by guess; it ends with the engine. */
#include "base/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	ASK = SIGTERM,      /* to the keeper: ask the program to end */
	END = SIGUSR1,      /* to the keeper: end everything */
	SWEEP_ROUNDS = 400, /* then whoever still gets away, or cannot die, is given up */
	SWEEP_PAUSE_NS = 5000000,
	LOST = 128 + SIGKILL, /* what is told of a program that did not end by itself */
};

pid_t hr_keeper_fork(struct hr_keeper *out)
{
	/* Without a stack this is a fork. The caches of thread ids that libc keeps are set right by the next one. */
	out->pid = (pid_t)syscall(SYS_clone, CLONE_NEWPID | SIGCHLD, NULL, NULL, NULL, NULL);
	out->has_namespace = out->pid >= 0;
	if (out->pid < 0)
		out->pid = fork();
	return out->pid;
}

void hr_keeper_ask(const struct hr_keeper *keeper)
{
	kill(keeper->pid, ASK);
}

void hr_keeper_end(const struct hr_keeper *keeper)
{
	kill(keeper->pid, keeper->has_namespace ? SIGKILL : END);
}

static int code_of(int status)
{
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* The number that a text begins with, 0 for none. */
static long number_at(const char *text)
{
	long number = 0;

	for (; *text >= '0' && *text <= '9' && number < 1L << 40; text++)
		number = number * 10 + (*text - '0');
	return number;
}

/* The parent of a process, from "PID (name) S PPID …", where the name may hold anything; 0 when it cannot be told. */
static long parent_of(int proc, const char *process)
{
	char path[64], text[512];
	const char *end = NULL;
	size_t length = strlen(process);
	ssize_t got;
	int fd;

	if (length > 32)
		return 0;
	strcpy(path, process);
	strcpy(path + length, "/stat");
	fd = openat(proc, path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	got = read(fd, text, sizeof text - 1);
	close(fd);
	if (got <= 0)
		return 0;
	text[got] = '\0';
	for (const char *at = text; *at; at++)
		if (*at == ')')
			end = at;
	return end && end[1] == ' ' && end[2] && end[3] == ' ' ? number_at(end + 4) : 0;
}

struct entry { /* what getdents64 writes */
	uint64_t inode;
	int64_t offset;
	unsigned short length;
	unsigned char type;
	char name[];
};

/* Kills everybody whose parent we are. */
static void kill_children(void)
{
	static union {
		struct entry align;
		char bytes[16384];
	} buffer;
	int proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	long us = getpid();
	long got;

	if (proc < 0)
		return;
	while ((got = syscall(SYS_getdents64, proc, buffer.bytes, sizeof buffer.bytes)) > 0) {
		for (long at = 0; at < got;) {
			const struct entry *entry = (const struct entry *)(buffer.bytes + at);
			long pid = number_at(entry->name);

			at += entry->length;
			if (pid > 1 && parent_of(proc, entry->name) == us)
				kill((pid_t)pid, SIGKILL);
		}
	}
	close(proc);
}

/* Ends all that is left; orphans become our children when their parents end, so that there is an end to it. */
static void sweep(void)
{
	for (int round = 0; round < SWEEP_ROUNDS; round++) {
		pid_t pid;

		kill_children();
		do
			pid = waitpid(-1, NULL, WNOHANG);
		while (pid > 0);
		if (pid < 0 && errno == ECHILD)
			return;
		if (round > 2)
			nanosleep(&(struct timespec){ 0, SWEEP_PAUSE_NS }, NULL);
	}
}

/* Until the program has ended, or everything has to. */
static int watch(pid_t program, const sigset_t *signals)
{
	siginfo_t info;
	int status;

	for (;;) {
		pid_t pid;

		memset(&info, 0, sizeof info);
		if (waitid(P_PID, (id_t)program, &info, WEXITED | WNOHANG | WNOWAIT) < 0)
			return LOST;
		if (info.si_pid == program) {
			kill(-program, SIGKILL); /* while its id cannot be a stranger's */
			while (waitpid(program, &status, 0) < 0 && errno == EINTR)
				;
			return code_of(status);
		}
		do { /* orphans that ended; the program itself waits for the next look */
			memset(&info, 0, sizeof info);
			pid = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 ? info.si_pid : 0;
			if (pid > 0 && pid != program)
				waitpid(pid, NULL, 0);
		} while (pid > 0 && pid != program);
		if (pid == program)
			continue;
		switch (sigwaitinfo(signals, &info)) {
		case ASK:
			kill(-program, SIGTERM);
			break;
		case END:
			kill(-program, SIGKILL);
			return LOST;
		default:
			break;
		}
	}
}

static void set_signals(sigset_t *out)
{
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	signal(SIGCHLD, SIG_DFL);
	sigemptyset(out);
	sigaddset(out, SIGCHLD);
	sigaddset(out, ASK);
	sigaddset(out, END);
}

void hr_keeper_serve(const struct hr_keeper *keeper, int alive, void (*become)(void *context), void *context)
{
	struct pollfd engine = { .fd = alive };
	sigset_t signals;
	pid_t program;
	int code;

	set_signals(&signals);
	prctl(PR_SET_PDEATHSIG, keeper->has_namespace ? SIGKILL : END);
	if (poll(&engine, 1, 0) > 0) /* nobody reads: it died before we could ask to be told */
		_exit(LOST);
	if (!keeper->has_namespace)
		prctl(PR_SET_CHILD_SUBREAPER, 1);
	setsid(); /* the terminal is the engine's, and so are its signals */
	program = _Fork();
	if (program < 0)
		return;
	if (program == 0) {
		become(context);
		_exit(127);
	}
	close_range(0, ~0u, 0);
	code = watch(program, &signals);
	if (!keeper->has_namespace)
		sweep();
	_exit(code);
}
