/* Looking after workers that say nothing.
 *
 * A worker ends a program that uses up its processor time by itself. What is left for the engine: one that sleeps in the kernel, is stopped, or keeps the
 * clock's signal from itself. A process that merely gets no processor is none of these, however long it takes: so what counts is not the clock
 * on the wall but the process's own time, and whether it wants to run. Linux only: /proc. */
#include "exec/pool.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double ASLEEP_SECONDS = 5; /* beside its limit */
static const double CPU_SECONDS = 2;    /* beside twice its limit: time that it has no right to */
static const double BLIND_SECONDS = 60; /* beside ten times its limit, when /proc tells nothing, or not enough */
static const double BLIND_FACTOR = 10;
static const double LOOK_SECONDS = 0.4;

enum { STAT_SIZE = 1024 };

struct condition {
	bool is_asleep;
	double cpu; /* seconds */
};

/* The fields of /proc/PID/stat behind the name, which may hold anything: the state is first. NULL when they cannot be read. */
static const char *read_process(pid_t pid, char text[STAT_SIZE])
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	int file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		return NULL;
	ssize_t length;
	do
		length = read(file, text, STAT_SIZE - 1);
	while (length < 0 && errno == EINTR);
	close(file);
	if (length <= 0)
		return NULL;
	text[length] = '\0';
	const char *at = strrchr(text, ')');
	return at && at[1] == ' ' && at[2] ? at + 2 : NULL;
}

static bool look_at_process(pid_t pid, struct condition *out)
{
	char text[STAT_SIZE];
	const char *at = read_process(pid, text);
	if (!at)
		return false;
	char state = *at++;
	for (int field = 4; field < 14 && at; field++)
		at = strchr(at + 1, ' ');
	if (!at)
		return false;
	char *end;
	unsigned long user = strtoul(at, &end, 10);
	unsigned long kernel = strtoul(end, NULL, 10);
	out->is_asleep = state != 'R';
	out->cpu = (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
	return true;
}

void hr_watch_restart(struct hr_watch *watch)
{
	watch->moved_at = hr_clock_seconds();
	watch->cpu_at = watch->asleep_since = -1;
}

bool hr_watch_is_stuck(struct hr_watch *watch, pid_t pid, uint64_t progress, unsigned limit_ms)
{
	double limit = limit_ms / 1000.0;
	double time = hr_clock_seconds();
	struct condition now;
	if (progress != watch->seen) {
		watch->seen = progress;
		hr_watch_restart(watch);
		return false;
	}
	if (time - watch->moved_at >= BLIND_SECONDS + BLIND_FACTOR * limit)
		return true;
	if (time - watch->looked_at < LOOK_SECONDS)
		return false; /* others keep us awake */
	watch->looked_at = time;
	if (!look_at_process(pid, &now))
		return false;
	if (watch->cpu_at < 0)
		watch->cpu_at = now.cpu;
	if (!now.is_asleep)
		watch->asleep_since = -1;
	else if (watch->asleep_since < 0)
		watch->asleep_since = time;
	return now.cpu - watch->cpu_at >= CPU_SECONDS + 2 * limit ||
	       (now.is_asleep && time - watch->asleep_since >= ASLEEP_SECONDS + limit);
}

bool hr_watch_is_child(pid_t pid, pid_t parent)
{
	char text[STAT_SIZE];
	const char *at = read_process(pid, text);
	return !at || strtol(at + 1, NULL, 10) == parent;
}
