/* What there is on this machine, looked at piece by piece. What can only be found out by changing something of a process is tried in a child. */
#include "app/doctor_internal.h"
#include "app/programs.h"
#include "base/file.h"
#include "build/cache.h"
#include "exec/exec.h"
#include "fence/fence.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- the fence ---- */

static void note_layer(struct hr_checkup *checkup, const struct hr_fence_offer *offer, unsigned bit)
{
	unsigned layer = 1u << bit;
	const char *name = hr_fence_layer_name(layer);
	const char *meaning = hr_fence_layer_missing(layer);
	if (layer == HR_FENCE_LANDLOCK && offer->landlock > 0)
		hr_checkup_note(checkup, "fence", name, HR_FINDING_FINE, "", "version %d", offer->landlock);
	else if (offer->layers & layer)
		hr_checkup_note(checkup, "fence", name, HR_FINDING_FINE, "", "%s", "");
	else if (layer == HR_FENCE_MOUNTS && offer->layers & HR_FENCE_LANDLOCK)
		hr_checkup_note(checkup, "fence", name, HR_FINDING_FINE, "",
				"not offered, and not needed beside Landlock");
	else
		hr_checkup_note(checkup, "fence", name, HR_FINDING_MISSING, meaning, "%s", offer->why[bit]);
}

void hr_checkup_fence(struct hr_checkup *checkup)
{
	struct hr_fence_offer offer;
	hr_fence_probe(&offer);
	for (unsigned bit = 0; HR_FENCE_ALL >> bit; bit++)
		note_layer(checkup, &offer, bit);
}

/* ---- programs ---- */

void hr_checkup_programs(struct hr_checkup *checkup)
{
	static const struct {
		const char *name;
		const char *package;
		enum hr_finding_state without;
		const char *meaning;
	} programs[] = {
		{ "clang-19", "clang-19", HR_FINDING_FATAL, "gen and replay cannot build a library" },
		{ "llvm-objcopy-19", "llvm-19", HR_FINDING_FATAL, "gen and replay cannot build a library" },
		{ "llvm-symbolizer-19", "llvm-19", HR_FINDING_MISSING, "faults are told without functions and lines" },
		{ "cc", "gcc", HR_FINDING_FATAL, "gen cannot compile tests, and libraries behind -l are not found" },
		{ "make", "make", HR_FINDING_FATAL, "gen cannot build tests" },
	};
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
		char *path = hr_find_program(programs[i].name);
		if (path)
			hr_checkup_note(checkup, "programs", programs[i].name, HR_FINDING_FINE, "", "%s", path);
		else
			hr_checkup_note(checkup, "programs", programs[i].name, programs[i].without, programs[i].meaning,
					"not found; install the package %s", programs[i].package);
		free(path);
	}
	char *worker = hr_workers_program();
	if (worker)
		hr_checkup_note(checkup, "programs", "harrier-worker", HR_FINDING_FINE, "", "%s", worker);
	else
		hr_checkup_note(checkup, "programs", "harrier-worker", HR_FINDING_FATAL,
				"gen and replay cannot run anything", "not installed beside harrier");
	free(worker);
}

/* ---- directories ---- */

#define LITTLE ((unsigned long long)256 << 20)

static const char tests_cannot_run[] = "gen cannot run the tests that it compiles; set TMPDIR to another directory";

static void check_temporary(struct hr_checkup *checkup)
{
	static const char name[] = "temporary files";
	struct hr_error error = HR_ERROR_INIT;
	struct statvfs info;
	char *path = NULL;
	if (hr_directory_temporary(&path, &error)) {
		hr_checkup_note(
			checkup, "directories", name, HR_FINDING_FATAL,
			"gen and replay have no place to work; set TMPDIR to a directory that can be written to", "%s",
			error.message.data);
		hr_error_release(&error);
		return;
	}
	char *parent = hr_path_parent(path);
	unsigned long long left = 0;
	bool is_known = statvfs(parent, &info) == 0;
	if (is_known)
		left = (unsigned long long)info.f_bavail * info.f_frsize;
	if (is_known && info.f_flag & ST_NOEXEC)
		hr_checkup_note(checkup, "directories", name, HR_FINDING_FATAL, tests_cannot_run,
				"programs cannot be run in %s, which is mounted noexec", parent);
	else if (is_known && left < LITTLE)
		hr_checkup_note(checkup, "directories", name, HR_FINDING_MISSING, "a larger library may not fit",
				"%llu MB left in %s", left >> 20, parent);
	else
		hr_checkup_note(checkup, "directories", name, HR_FINDING_FINE, "", "%s", parent);
	hr_directory_remove(path);
	free(parent);
	free(path);
}

void hr_checkup_directories(struct hr_checkup *checkup)
{
	static const char name[] = "cache";
	struct hr_error error = HR_ERROR_INIT;
	struct hr_cache cache;
	check_temporary(checkup);
	if (hr_cache_open(&cache, NULL, &error)) {
		hr_error_release(&error);
		return; /* there is not even a place for temporary files, and that was said */
	}
	if (cache.is_temporary)
		hr_checkup_note(checkup, "directories", name, HR_FINDING_MISSING,
				"what was built is not kept: every run builds anew",
				"neither $XDG_CACHE_HOME/harrier/units nor ~/.cache/harrier/units can be written to");
	else
		hr_checkup_note(checkup, "directories", name, HR_FINDING_FINE, "", "%s", cache.directory);
	if (cache.is_temporary)
		hr_directory_remove(cache.directory);
	hr_cache_close(&cache);
}

/* ---- the kernel ---- */

/* What a child that tries something ends with: 0, or an error number; ECHILD when it died. */
static int try_in_child(int (*try)(void))
{
	int status = 0;
	pid_t child = fork();
	if (child == 0)
		_exit(try() & 0xff);
	if (child < 0)
		return errno;
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : ECHILD;
}

static int fix_addresses(void)
{
	return personality(ADDR_NO_RANDOMIZE) < 0 ? errno : 0;
}

/* As the worker does it. */
static int start_timer(void)
{
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGPROF };
	struct itimerspec ticks = { .it_value = { .tv_sec = 1000 } };
	timer_t timer;
	if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) != 0 || timer_settime(timer, 0, &ticks, NULL) != 0)
		return errno;
	return 0;
}

static int make_namespace(void)
{
	return unshare(CLONE_NEWPID) != 0 ? errno : 0;
}

void hr_checkup_kernel(struct hr_checkup *checkup)
{
	int reason = try_in_child(fix_addresses);
	hr_checkup_note(checkup, "kernel", "fixed addresses", reason ? HR_FINDING_MISSING : HR_FINDING_FINE,
			"what depends on addresses, as hashes of pointers do, differs from run to run", "%s",
			reason ? strerror(reason) : "");
	reason = try_in_child(start_timer);
	hr_checkup_note(checkup, "kernel", "timers of CPU time", reason ? HR_FINDING_FATAL : HR_FINDING_FINE,
			"endless loops cannot be ended: gen and replay do not work", "%s",
			reason ? strerror(reason) : "");
	reason = try_in_child(make_namespace);
	hr_checkup_note(checkup, "kernel", "processes that tests leave", HR_FINDING_FINE, "", "%s",
			reason ? "looked for and ended one by one" : "end with a PID namespace");
}
