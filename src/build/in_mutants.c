/* In every object that has mutants in it: reads from the environment which of them is to be real, or notes the points
 * that a run comes to, or runs tests with one mutant after the other. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	NOTED = 255,
	KNOWN = 254,
	WORD = 17,
	BITS = 64,
	NOTES = 1 << 20,
	MOST_LANES = 64,
	FORKS = 20,
	NO_PROCESS = 71,
	NO_ROOM = 72
};

extern unsigned char __harrier_mutant_flags[];
extern unsigned long long __harrier_mutant_seen[];
extern const unsigned __harrier_mutant_first[];
extern const unsigned long long __harrier_mutant_ids[];
extern const unsigned __harrier_mutant_points;
unsigned __harrier_mutant_chosen = -1u; /* the point whose change is real: functions ask for it that stand twice */
extern int __harrier_mutants_rest __attribute__((weak)); /* the program's, if it has one */

static const char *reached;
static char more[4096]; /* where what does not fit there is noted */
static long cpu_ms;
static int is_armed;

/* Opened each time: the program may close what it did not open. 0: not all of it could be written. */
static int append(const char *path, const char *text, size_t length)
{
	int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (file < 0)
		return 0;
	ssize_t written = write(file, text, length);
	return close(file) == 0 && written == (ssize_t)length;
}

static char *add_number(char *out, unsigned long long number, unsigned base)
{
	char digits[32];
	int count = 0;
	do {
		digits[count++] = "0123456789abcdef"[number % base];
		number /= base;
	} while (number || (base == 16 && count < 16));
	while (count)
		*out++ = digits[--count];
	return out;
}

/* A mutant that runs for ever is ended by the time that it uses, not by the time that passes. This clock counts what a process really used; that of
 * setitimer() counts whole ticks, of which one may be longer than all of the limit. */
static void arm(void)
{
	struct itimerspec limit = { .it_value = { cpu_ms / 1000, cpu_ms % 1000 * 1000000 } };
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGPROF };
	timer_t timer;
	is_armed = 1;
	if (cpu_ms && timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0)
		timer_settime(timer, 0, &limit, NULL);
}

/* What is noted lies in memory that all processes share with the file: it is there however they end. */
static struct notes {
	unsigned long long length;
	char text[NOTES - sizeof(unsigned long long)];
} *notes;

static void open_notes(void)
{
	struct stat info;
	int file = open(reached, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	void *place = MAP_FAILED;
	if (strlen(reached) < sizeof more - 8)
		strcat(strcpy(more, reached), ".more");
	if (file >= 0 && fstat(file, &info) == 0 && (info.st_size >= NOTES || ftruncate(file, NOTES) == 0))
		place = mmap(NULL, NOTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	notes = place == MAP_FAILED ? NULL : place;
	close(file);
}

static void note(const char *text, size_t length)
{
	unsigned long long at = notes ? __atomic_fetch_add(&notes->length, length, __ATOMIC_RELAXED) : NOTES;
	if (at + length <= sizeof notes->text)
		memcpy(notes->text + at, text, length);
	else
		(void)append(more, text, length);
}

__attribute__((noinline, cold)) static int look(unsigned point)
{
	int error = __harrier_mutant_flags[point];
	char line[WORD + 1];
	if (&__harrier_mutants_rest && __harrier_mutants_rest)
		return 0;
	if (error < KNOWN) {
		if (!is_armed)
			arm();
		return error;
	}
	if (error == NOTED) {
		__harrier_mutant_flags[point] = KNOWN;
		*add_number(line, __harrier_mutant_ids[__harrier_mutant_first[point]], 16) = '\n';
		note(line, WORD);
	}
	return NOTED;
}

/* Changes that would make a difference; a point that has told all is asked no more. */
__attribute__((noinline, cold)) static void compare(unsigned point, unsigned long long mask)
{
	unsigned first = __harrier_mutant_first[point], count = __harrier_mutant_first[point + 1] - first;
	unsigned long long fresh = mask & ~__harrier_mutant_seen[point];
	unsigned long long all = count < BITS ? (1ull << count) - 1 : ~0ull;
	char line[WORD + 2];
	for (unsigned i = 0; i < count && fresh; i++) {
		if (!(fresh >> (i < BITS ? i : BITS - 1) & 1))
			continue;
		line[0] = '+';
		*add_number(line + 1, __harrier_mutant_ids[first + i], 16) = '\n';
		note(line, WORD + 1);
	}
	__harrier_mutant_seen[point] |= fresh;
	if ((__harrier_mutant_seen[point] & all) == all)
		__harrier_mutant_flags[point] = 0;
}

__attribute__((always_inline)) void __harrier_mutant_differs(int chosen, unsigned point, unsigned long long mask)
{
	if (__builtin_expect(chosen == NOTED, 0))
		compare(point, mask);
}

__attribute__((always_inline)) int __harrier_mutant_at(unsigned point)
{
	return __builtin_expect(__harrier_mutant_flags[point] != 0, 0) ? look(point) : 0;
}

static void choose(unsigned long long id)
{
	unsigned point = 0;
	for (unsigned i = 0; i < __harrier_mutant_first[__harrier_mutant_points]; i++) {
		while (__harrier_mutant_first[point + 1] <= i)
			point++;
		if (__harrier_mutant_ids[i] == id) {
			__harrier_mutant_flags[point] = i - __harrier_mutant_first[point] + 1;
			__harrier_mutant_chosen = point;
		}
	}
}

/* A harness that makes a process for each test need not here: the test has one. */
extern pid_t __fork(void);
__attribute__((weak, visibility("hidden"))) pid_t fork(void)
{
	if (!getenv("HARRIER_MUTANT_ALONE") || getenv("HARRIER_MUTANT_JOBS"))
		return __fork();
	unsetenv("HARRIER_MUTANT_ALONE");
	return 0;
}

/* Neither need it make a directory: there is one for each lane, which is emptied behind a test. Making one and removing it can take
 * longer than the test. Only the first that a test asks for, and only where it is called as our harness calls it. */
static char lane[4096];
static unsigned lane_number, lanes_made;

__attribute__((weak, visibility("hidden"))) char *mkdtemp(char *path)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
	size_t length = strlen(path), known = strlen(lane);
	if (known && getenv("HARRIER_MUTANT_ALONE") && strncmp(path, lane, known) == 0 &&
	    strcmp(path + known, "/test-XXXXXX") == 0) {
		path[known] = '\0';
		lane[0] = '\0';
		return path;
	}
	if (length < 6 || strcmp(path + length - 6, "XXXXXX") != 0) {
		errno = EINVAL;
		return NULL;
	}
	for (int tries = 0; tries < 10000; tries++) {
		unsigned char chance[6];
		if (getrandom(chance, sizeof chance, 0) != sizeof chance)
			return NULL;
		for (int i = 0; i < 6; i++)
			path[length - 6 + i] = letters[chance[i] % (sizeof letters - 1)];
		if (mkdir(path, 0700) == 0)
			return path;
		if (errno != EEXIST)
			return NULL;
	}
	return NULL;
}

/* A fresh directory below the one that we were started in; without one, tests make their own. */
static void make_lane(const char *parent)
{
	if (strlen(parent) > sizeof lane - 64)
		return;
	int made;
	do {
		strcat(strcpy(lane, parent), "/lane-");
		*add_number(lane + strlen(lane), lane_number, 10) = '\0';
		strcat(lane, "-");
		*add_number(lane + strlen(lane), lanes_made++, 10) = '\0';
		made = mkdir(lane, 0700);
	} while (made != 0 && errno == EEXIST);
	if (made == 0 && chdir(lane) == 0 && setenv("TMPDIR", lane, 1) == 0)
		return;
	lane[0] = '\0';
	if (chdir(parent) == 0)
		setenv("TMPDIR", parent, 1);
}

static void enter_lane(unsigned number)
{
	static char here[sizeof lane];
	lane_number = number;
	if (getenv("HARRIER_MUTANT_ALONE") && getcwd(here, sizeof here))
		make_lane(here);
}

static int remove_left(const char *path, const struct stat *info, int kind, struct FTW *place)
{
	(void)info;
	(void)kind;
	if (place->level)
		(void)remove(path);
	return 0;
}

static int entries_left(void)
{
	struct stat info;
	int entries = 0;
	DIR *directory =
		lstat(lane, &info) == 0 && S_ISDIR(info.st_mode) && chmod(lane, 0700) == 0 ? opendir(lane) : NULL;
	if (!directory)
		return -1;
	while (readdir(directory))
		entries++;
	closedir(directory);
	return entries - 2;
}

/* A test may have removed it, or put something into it that cannot be removed: then the next one gets another. */
static void empty_lane(void)
{
	int left = lane[0] ? entries_left() : 0;
	if (left > 0) {
		nftw(lane, remove_left, 16, FTW_DEPTH | FTW_PHYS);
		left = entries_left();
	}
	if (left == 0)
		return;
	char parent[sizeof lane];
	strcpy(parent, lane);
	*strrchr(parent, '/') = '\0';
	make_lane(parent);
}

/* ---- tests with one mutant after the other ---- */

static long long now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000ll + time.tv_nsec / 1000;
}

/* The next word of the line, which ends with it; 0: there is none. */
static char *next_word(char **at, char *end)
{
	char *word = *at;
	if (word >= end || *word == '\n' || *word == '\0')
		return NULL;
	while (*at < end && **at != ' ' && **at != '\n')
		(*at)++;
	if (*at < end && **at == '\n')
		**at = '\0';
	else if (*at < end)
		*(*at)++ = '\0';
	return word;
}

/* Waits for a child; nothing of it is left after `limit` milliseconds. `used` gets the microseconds of the processor that it took. */
static int wait_for(pid_t child, long limit, const sigset_t *signals, long long *used)
{
	long long end = now() + limit * 1000ll;
	struct rusage usage;
	int status;
	for (;;) {
		if (wait4(child, &status, WNOHANG, &usage) == child)
			break;
		long long left = end - now();
		if (left <= 0) {
			kill(-child, SIGKILL);
			kill(child, SIGKILL);
			wait4(child, &status, 0, &usage);
			status = SIGKILL;
			break;
		}
		struct timespec wait = { left / 1000000, left % 1000000 * 1000 };
		sigtimedwait(signals, NULL, &wait);
	}
	kill(-child, SIGKILL); /* what a test left running */
	*used = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000ll + usage.ru_utime.tv_usec +
		usage.ru_stime.tv_usec;
	return status;
}

/* The machine may be short of processes for a moment. A test that was not run has not passed: then we end, and say why. */
static pid_t fork_surely(void)
{
	struct timespec moment = { 0, 10000000 };
	pid_t child;
	for (int i = 0; (child = fork()) < 0; i++) {
		if (i == FORKS)
			_exit(NO_PROCESS);
		nanosleep(&moment, NULL);
	}
	return child;
}

struct job {
	const char *id;
	char *cpu;
	long wall;
	int all; /* go on when a test has failed */
};

/* In the child: what it is told when it goes on to main. */
static void begin_test(const struct job *job, const char *results, unsigned number, char **argv, char *name)
{
	char path[4096];
	setpgid(0, 0);
	unsetenv("HARRIER_MUTANT_JOBS");
	setenv("HARRIER_MUTANT_CPU", job->cpu, 1);
	if (strcmp(job->id, "0") != 0) {
		setenv("HARRIER_MUTANT", job->id, 1);
	} else if (strlen(results) < sizeof path - 32) {
		strcpy(path, results);
		strcat(path, ".");
		*add_number(path + strlen(path), number, 10) = '\0';
		setenv("HARRIER_MUTANT_REACHED", path, 1);
	}
	int nowhere = open("/dev/null", O_RDWR);
	dup2(nowhere, 1);
	dup2(nowhere, 2);
	close(nowhere);
	argv[1] = name;
}

static void tell(const char *results, const struct job *job, unsigned number, int status, long long used)
{
	char line[128], *end = line;
	size_t length = strlen(job->id) < 32 ? strlen(job->id) : 32;
	memcpy(end, job->id, length);
	end += length;
	*end++ = ' ';
	end = add_number(end, number, 10);
	*end++ = ' ';
	end = add_number(end, (unsigned)status, 10);
	*end++ = ' ';
	end = add_number(end, (unsigned long long)used, 10);
	*end++ = '\n';
	if (!append(results, line, (size_t)(end - line)))
		_exit(NO_ROOM); /* a test of which nothing is known has not failed */
}

/* 1 in a child that is to go on. */
static int run_job(struct job *job, const char *results, char **at, char *end, char **argv)
{
	sigset_t signals, before;
	sigemptyset(&signals);
	sigaddset(&signals, SIGCHLD);
	sigprocmask(SIG_BLOCK, &signals, &before);
	unsigned number = 0;
	int goes_on = 1;
	for (char *name; (name = next_word(at, end));) {
		if (*name == '=') {
			job->cpu = name + 1;
			continue;
		}
		if (!goes_on)
			continue;
		pid_t child = fork_surely();
		if (child == 0) {
			sigprocmask(SIG_SETMASK, &before, NULL);
			begin_test(job, results, number, argv, name);
			return 1;
		}
		long long used;
		int status = wait_for(child, job->wall, &signals, &used);
		empty_lane();
		tell(results, job, number++, status, used);
		goes_on = job->all || status == 0;
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return 0;
}

/* Several processes go through the lines at once: whoever is free takes the next one. Returns in each of them; we wait until all have
 * ended. */
static unsigned split(int lanes)
{
	int code = 0, status;
	for (int i = 0; i < lanes; i++)
		if (fork_surely() == 0)
			return (unsigned)i;
	while (wait(&status) > 0)
		if (WIFEXITED(status) && WEXITSTATUS(status))
			code = WEXITSTATUS(status);
	_exit(code);
}

/* Lines "ID CPU_MS WALL_MS ALL NAME…". Only the children return. */
static void run_jobs(const char *path, const char *results, char **argv)
{
	struct stat info;
	const char *wanted = getenv("HARRIER_MUTANT_LANES");
	int lanes = wanted ? atoi(wanted) : 1;
	int file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0 || fstat(file, &info) != 0 || info.st_size == 0)
		_exit(0);
	char *at = mmap(NULL, (size_t)info.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
	unsigned *taken = mmap(NULL, sizeof *taken, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED || taken == MAP_FAILED)
		_exit(0);
	close(file);
	enter_lane(lanes > 1 ? split(lanes < MOST_LANES ? lanes : MOST_LANES) : 0);
	unsigned line = 0, ours = __atomic_fetch_add(taken, 1, __ATOMIC_RELAXED);
	for (char *end = at + info.st_size; at < end; at++, line++) {
		if (line != ours) {
			while (at < end && *at != '\n')
				at++;
			continue;
		}
		struct job job = { .id = next_word(&at, end) };
		job.cpu = next_word(&at, end);
		char *wall = next_word(&at, end);
		char *all = next_word(&at, end);
		if (!all)
			break;
		job.wall = atol(wall);
		job.all = *all == '1';
		if (run_job(&job, results, &at, end, argv))
			return;
		ours = __atomic_fetch_add(taken, 1, __ATOMIC_RELAXED);
	}
	_exit(0);
}

__attribute__((constructor(101))) static void begin(int argc, char **argv)
{
	const char *jobs = getenv("HARRIER_MUTANT_JOBS");
	const char *results = getenv("HARRIER_MUTANT_RESULTS");
	if (jobs && results && argc > 1)
		run_jobs(jobs, results, argv);
	const char *cpu = getenv("HARRIER_MUTANT_CPU");
	const char *id = getenv("HARRIER_MUTANT");
	cpu_ms = cpu ? atol(cpu) : 0;
	reached = getenv("HARRIER_MUTANT_REACHED");
	if (reached)
		open_notes();
	if (reached)
		memset(__harrier_mutant_flags, NOTED, __harrier_mutant_points);
	else if (id)
		choose(strtoull(id, NULL, 16));
}
