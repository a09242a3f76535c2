/* A mount namespace in which everything but the private directory is read-only, and no device is there but a few that are harmless (a device can be
 * written to wherever it lies): for kernels and containers without Landlock.
 *
 * Made with the rights that are there, or in a user namespace, in which the process is who it was. Directories that are open already lead to the old mounts:
 * whoever raises the fence has none.
 *
 * Invariant: unless all of it can be had, nothing of the process changes. */
#include "fence/fence_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

/* Of mount_setattr(2), which headers may not have. */
struct attributes {
	uint64_t set;
	uint64_t clear;
	uint64_t propagation;
	uint64_t user_namespace;
};
#define READ_ONLY 1u
#define NO_DEVICES 4u
#define RECURSIVE 0x8000 /* AT_RECURSIVE */

static int write_text(hr_fence_call_fn *call, const char *path, const char *text)
{
	long file = call(HR_CALL_openat, AT_FDCWD, (long)path, O_WRONLY | O_CLOEXEC, 0, 0, 0);
	long length = (long)strlen(text);

	if (file < 0)
		return (int)file;
	long written = call(HR_CALL_write, file, (long)text, length, 0, 0, 0);
	call(HR_CALL_close, file, 0, 0, 0, 0, 0);
	return written == length ? 0 : (int)(written < 0 ? written : -EIO);
}

/* The user stays who it is: one user, one group, mapped to themselves. */
static long enter_user_namespace(hr_fence_call_fn *call)
{
	char users[64];
	char groups[64];

	snprintf(users, sizeof users, "%u %u 1\n", geteuid(), geteuid());
	snprintf(groups, sizeof groups, "%u %u 1\n", getegid(), getegid());
	long failed = call(HR_CALL_unshare, CLONE_NEWUSER | CLONE_NEWNS, 0, 0, 0, 0, 0);
	if (failed)
		return failed;
	write_text(call, "/proc/self/setgroups", "deny"); /* kernels before 3.19 have none */
	failed = write_text(call, "/proc/self/uid_map", users);
	return failed ? failed : write_text(call, "/proc/self/gid_map", groups);
}

static long set_attributes(hr_fence_call_fn *call, const char *path, int flags, uint64_t set, uint64_t clear)
{
	struct attributes attributes = { .set = set, .clear = clear };

	return call(HR_CALL_mount_setattr, AT_FDCWD, (long)path, flags, (long)&attributes, sizeof attributes, 0);
}

static const char *const devices[] = { "/dev/null", "/dev/zero", "/dev/full", "/dev/urandom", "/dev/random" };
enum { DEVICES = sizeof devices / sizeof *devices };

/* The path becomes a mount of its own, with attributes of its own. One that is not there is no failure. */
static long set_apart(hr_fence_call_fn *call, const char *path)
{
	long failed = call(HR_CALL_mount, (long)path, (long)path, 0, MS_BIND, 0, 0);

	return failed == -ENOENT ? 0 : failed;
}

static long open_up(hr_fence_call_fn *call, const char *path, uint64_t clear)
{
	long failed = set_attributes(call, path, 0, 0, clear);

	return failed == -ENOENT ? 0 : failed;
}

static long make_read_only(const struct hr_fence_work *work)
{
	hr_fence_call_fn *call = work->call;
	const char *directory = work->fence->private_directory;
	char here[PATH_MAX];
	bool has_here = getcwd(here, sizeof here) != NULL;
	long failed = call(HR_CALL_mount, 0, (long)"/", 0, MS_REC | MS_PRIVATE, 0, 0);

	if (!failed && directory)
		failed = call(HR_CALL_mount, (long)directory, (long)directory, 0, MS_BIND, 0, 0);
	for (size_t i = 0; i < DEVICES && !failed; i++)
		failed = set_apart(call, devices[i]);
	if (!failed)
		failed = set_attributes(call, "/", RECURSIVE, READ_ONLY | NO_DEVICES, 0);
	for (size_t i = 0; i < DEVICES && !failed; i++)
		failed = open_up(call, devices[i], NO_DEVICES);
	if (!failed && directory)
		failed = set_attributes(call, directory, 0, 0, READ_ONLY);
	if (!failed && has_here)
		call(HR_CALL_chdir, (long)here, 0, 0, 0, 0, 0); /* into the new mount, if it is below that */
	return failed;
}

/* How it went: 0, or what did not work and why (-errno). */
struct attempt {
	long failed;
	const char *what; /* never of another program: no pointer changes by a fork */
};

static struct attempt set_up(const struct hr_fence_work *work)
{
	struct attempt attempt = { 0, "no mount namespace can be made" };

	attempt.failed = work->call(HR_CALL_unshare, CLONE_NEWNS, 0, 0, 0, 0, 0);
	if (attempt.failed)
		attempt.failed = enter_user_namespace(work->call);
	if (attempt.failed)
		return attempt;
	attempt.what = "mounts cannot be made read-only";
	attempt.failed = make_read_only(work);
	return attempt;
}

/* The same in a child, which then ends. There are systems that let everybody make a user namespace and then refuse to say who is who in it, or to
 * mount: whoever is in there by then is nobody, for good. */
static struct attempt rehearse(const struct hr_fence_work *work)
{
	hr_fence_call_fn *call = work->call;
	struct attempt attempt = { 0, "no process can be started to try a mount namespace" };
	int ends[2];

	attempt.failed = call(HR_CALL_pipe2, (long)ends, O_CLOEXEC, 0, 0, 0, 0);
	if (attempt.failed)
		return attempt;
	/* without a signal at its end: nobody but us waits for it, whatever becomes of SIGCHLD here */
	long child = call(HR_CALL_clone, 0, 0, 0, 0, 0, 0);
	if (child == 0) {
		attempt = set_up(work);
		call(HR_CALL_write, ends[1], (long)&attempt, sizeof attempt, 0, 0, 0);
		for (;;)
			call(HR_CALL_exit_group, 0, 0, 0, 0, 0, 0);
	}
	call(HR_CALL_close, ends[1], 0, 0, 0, 0, 0);
	attempt.failed = child;
	if (child > 0) {
		long length = -EINTR;
		while (length == -EINTR)
			length = call(HR_CALL_read, ends[0], (long)&attempt, sizeof attempt, 0, 0, 0);
		while (call(HR_CALL_wait4, child, 0, __WALL, 0, 0, 0) == -EINTR)
			;
		if (length != sizeof attempt)
			attempt = (struct attempt){ -EIO, "a process that tried a mount namespace died" };
	}
	call(HR_CALL_close, ends[0], 0, 0, 0, 0, 0);
	return attempt;
}

enum hr_fence_result hr_fence_raise_mounts(struct hr_fence_work *work)
{
	struct attempt attempt = rehearse(work);

	if (attempt.failed)
		return hr_fence_say(work, HR_FENCE_NOT_OFFERED, attempt.what, attempt.failed);
	attempt = set_up(work);
	if (attempt.failed)
		return hr_fence_say(work, HR_FENCE_FAILED, attempt.what, attempt.failed);
	return HR_FENCE_UP;
}
