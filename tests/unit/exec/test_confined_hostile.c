/* The hostile library, as a plain program, behind the fence that tests of generated suites are run behind.
 *
 * All of it happens in process, mount and network namespaces that are thrown away afterwards, in which only a scratch folder can be written to: a
 * hole in the fence is a failed test and nothing else. Where those cannot be had, everything is skipped. It runs twice there: with the rights to
 * make a namespace for each program, and without, when programs can name the processes around them. */
#include "base/file.h"
#include "base/memory.h"
#include "exec/confined.h"
#include "fence/fence.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	SKIPPED = 77,
	SHORT_SECONDS = 1,  /* for what does not end by itself */
	LONG_SECONDS = 120, /* for what does, on a machine with much else to do */
	GRACE_SECONDS = 120,
	FILE_SIZE = 4 << 20,
	OUTPUT = 4096,
	UNARMED = -4711,
};

static char *scratch; /* the only place that can be written to */
static char *program; /* in there */

/* ---- the world: what must not be touched ---- */

struct world {
	char *directory; /* holds all of the following, and nothing else */
	char *private;   /* the program's */
	char *canary;
	char *folder;
	struct stat canary_before;
	struct stat folder_before;
	pid_t bystander;
	struct rlimit limit; /* of the bystander */
};

static pid_t start_bystander(void)
{
	pid_t child = fork();

	if (child == 0) {
		alarm(600);
		for (;;)
			pause();
	}
	return child;
}

static void make_world(struct world *out)
{
	struct hr_error error = HR_ERROR_INIT;

	memset(out, 0, sizeof *out);
	assert_int_equal(hr_directory_temporary_in(&out->directory, scratch, "world-", &error), 0);
	out->private = hr_path_join(out->directory, "private");
	out->canary = hr_path_join(out->directory, "canary");
	out->folder = hr_path_join(out->directory, "folder");
	assert_int_equal(mkdir(out->private, 0700), 0);
	assert_int_equal(mkdir(out->folder, 0700), 0);
	assert_int_equal(hr_file_write(out->canary, "alive\n", 6, &error), 0);
	assert_int_equal(stat(out->canary, &out->canary_before), 0);
	assert_int_equal(stat(out->folder, &out->folder_before), 0);
	out->bystander = start_bystander();
	assert_true(out->bystander > 0);
	assert_int_equal(prlimit(out->bystander, RLIMIT_FSIZE, NULL, &out->limit), 0);
}

static void drop_world(struct world *world)
{
	kill(world->bystander, SIGKILL);
	waitpid(world->bystander, NULL, 0);
	hr_directory_remove(world->directory);
	free(world->directory);
	free(world->private);
	free(world->canary);
	free(world->folder);
}

static size_t entries_in(const char *path)
{
	DIR *directory = opendir(path);
	size_t count = 0;

	while (directory && readdir(directory))
		count++;
	if (directory)
		closedir(directory);
	return count;
}

static bool is_as_before(const char *path, const struct stat *before)
{
	struct stat now;

	return lstat(path, &now) == 0 && now.st_ino == before->st_ino && now.st_mode == before->st_mode &&
	       now.st_uid == before->st_uid && now.st_size == before->st_size && now.st_nlink == before->st_nlink &&
	       now.st_mtim.tv_sec == before->st_mtim.tv_sec && now.st_mtim.tv_nsec == before->st_mtim.tv_nsec &&
	       now.st_ctim.tv_sec == before->st_ctim.tv_sec && now.st_ctim.tv_nsec == before->st_ctim.tv_nsec;
}

/* What was touched; NULL: nothing. */
static const char *damage_to(const struct world *world)
{
	struct rlimit limit;
	siginfo_t info = { 0 };

	if (!is_as_before(world->canary, &world->canary_before))
		return "the file of somebody else was touched";
	if (!is_as_before(world->folder, &world->folder_before))
		return "the folder of somebody else was touched";
	if (entries_in(world->directory) != 2 + 3)
		return "something was made outside of the private directory";
	if (waitid(P_PID, (id_t)world->bystander, &info, WEXITED | WSTOPPED | WNOHANG | WNOWAIT) || info.si_pid != 0)
		return "the bystander was ended";
	if (prlimit(world->bystander, RLIMIT_FSIZE, NULL, &limit) || limit.rlim_cur != world->limit.rlim_cur)
		return "the bystander was limited";
	return NULL;
}

/* ---- what is called ---- */

enum ending {
	REFUSED,   /* it returns an error, as a negative number */
	ENDS,      /* in time, somehow */
	TIMES_OUT, /* it is ended */
	ENDLESS,   /* one or the other */
};

enum target { NOTHING, CANARY, FOLDER, INSIDE, BYSTANDER, ENGINE, PORT };

static const struct deed {
	const char *function;
	enum target target;
	enum ending ending;
} deeds[] = {
	/* files of others */
	{ "hostile_unlink", CANARY, REFUSED },
	{ "hostile_overwrite", CANARY, REFUSED },
	{ "hostile_truncate", CANARY, REFUSED },
	{ "hostile_rename", CANARY, REFUSED },
	{ "hostile_chmod", CANARY, REFUSED },
	{ "hostile_mkdir", CANARY, REFUSED },
	{ "hostile_symlink", CANARY, REFUSED },
	{ "hostile_dots", CANARY, REFUSED },
	{ "hostile_fill_file", CANARY, REFUSED },
	{ "hostile_raw_unlink", CANARY, REFUSED },
	{ "hostile_raw_unlinkat", CANARY, REFUSED },
	{ "hostile_raw_rmdir", FOLDER, REFUSED },
	{ "hostile_raw_openat", CANARY, REFUSED },
	{ "hostile_raw_openat2", CANARY, REFUSED },
	{ "hostile_raw_creat", CANARY, REFUSED },
	{ "hostile_raw_truncate", CANARY, REFUSED },
	{ "hostile_raw_chmod", CANARY, REFUSED },
	{ "hostile_raw_fchmodat", CANARY, REFUSED },
	{ "hostile_raw_chown", CANARY, REFUSED },
	{ "hostile_raw_utime", CANARY, REFUSED },
	{ "hostile_raw_xattr", CANARY, REFUSED },
	{ "hostile_raw_rename", CANARY, REFUSED },
	{ "hostile_raw_renameat2", CANARY, REFUSED },
	{ "hostile_raw_symlink", CANARY, REFUSED },
	{ "hostile_raw_link", CANARY, REFUSED },
	{ "hostile_raw_mkdir", CANARY, REFUSED },
	{ "hostile_raw_mknod", CANARY, REFUSED },
	{ "hostile_raw_mount", FOLDER, REFUSED },
	{ "hostile_raw_chroot", FOLDER, REFUSED },
	{ "hostile_raw_device", NOTHING, REFUSED },
	{ "hostile_raw_terminal", NOTHING, REFUSED },
	/* processes of others: by numbers that are theirs, or somebody else's in a namespace */
	{ "hostile_kill", BYSTANDER, ENDS },
	{ "hostile_kill", ENGINE, ENDS },
	{ "hostile_raw_kill", BYSTANDER, ENDS },
	{ "hostile_raw_kill", ENGINE, ENDS },
	{ "hostile_raw_tgkill", BYSTANDER, ENDS },
	{ "hostile_raw_sigqueue", BYSTANDER, ENDS },
	{ "hostile_raw_pidfd", BYSTANDER, ENDS },
	{ "hostile_raw_limits_of", BYSTANDER, ENDS },
	{ "hostile_kill_parent", NOTHING, ENDS },
	{ "hostile_kill_group", NOTHING, ENDS },
	{ "hostile_raw_kill_all", NOTHING, ENDS },
	{ "hostile_raw_kill_group", NOTHING, ENDS },
	{ "hostile_ptrace", BYSTANDER, REFUSED },
	{ "hostile_raw_ptrace", BYSTANDER, REFUSED },
	{ "hostile_raw_write_process", BYSTANDER, REFUSED },
	{ "hostile_raw_read_process", BYSTANDER, REFUSED },
	/* more of them; nobody is left */
	{ "hostile_fork", NOTHING, ENDS },
	{ "hostile_raw_fork", NOTHING, ENDS },
	{ "hostile_fork_bomb", NOTHING, ENDS },
	{ "hostile_raw_fork_bomb", NOTHING, ENDS },
	{ "hostile_daemon", NOTHING, ENDS },
	{ "hostile_raw_setsid", NOTHING, ENDS },
	/* sockets */
	{ "hostile_connect", PORT, REFUSED },
	{ "hostile_bind", PORT, REFUSED },
	{ "hostile_raw_connect", PORT, REFUSED },
	{ "hostile_raw_bind", PORT, REFUSED },
	{ "hostile_raw_socket_unix", NOTHING, REFUSED },
	{ "hostile_raw_socket_netlink", NOTHING, REFUSED },
	/* the kernel */
	{ "hostile_raw_unshare", NOTHING, REFUSED },
	{ "hostile_raw_io_uring", NOTHING, REFUSED },
	{ "hostile_raw_bpf", NOTHING, REFUSED },
	{ "hostile_raw_perf", NOTHING, REFUSED },
	{ "hostile_raw_userfaultfd", NOTHING, REFUSED },
	{ "hostile_raw_shmget", NOTHING, REFUSED },
	{ "hostile_raw_msgget", NOTHING, REFUSED },
	{ "hostile_raw_x32", NOTHING, ENDS },
	{ "hostile_int80", NOTHING, ENDS },
	/* too much */
	{ "hostile_fill_stdout", NOTHING, ENDLESS },
	{ "hostile_fill_file", INSIDE, ENDS },
	{ "hostile_raw_fill_file", INSIDE, ENDS },
	{ "hostile_descriptors", NOTHING, ENDS },
	{ "hostile_request_100gb", NOTHING, ENDS },
	{ "hostile_allocate_forever", NOTHING, ENDLESS },
	{ "hostile_recursion", NOTHING, ENDS },
	/* for ever */
	{ "hostile_loop", NOTHING, TIMES_OUT },
	{ "hostile_sleep", NOTHING, TIMES_OUT },
	{ "hostile_raw_pause", NOTHING, TIMES_OUT },
	{ "hostile_mask_and_loop", NOTHING, TIMES_OUT },
	/* itself */
	{ "hostile_limits", NOTHING, ENDS },
	{ "hostile_raw_limits", NOTHING, ENDS },
	{ "hostile_raw_close_all", NOTHING, ENDS },
	{ "hostile_abort", NOTHING, ENDS },
	{ "hostile_raw_exit", NOTHING, ENDS },
};

/* ---- one of them ---- */

static double seconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* The first argument, as a text for the caller to free; NULL: none. */
static char *target_of(const struct world *world, enum target target)
{
	char number[32];

	switch (target) {
	case CANARY:
		return hr_strdup(world->canary);
	case FOLDER:
		return hr_strdup(world->folder);
	case INSIDE:
		return hr_path_join(world->private, "full");
	case BYSTANDER:
		snprintf(number, sizeof number, "%ld", (long)world->bystander);
		return hr_strdup(number);
	case ENGINE:
		snprintf(number, sizeof number, "%ld", (long)getpid());
		return hr_strdup(number);
	case PORT:
		return hr_strdup("9");
	case NOTHING:
		break;
	}
	return NULL;
}

/* What the program printed last; 0 when it did not come to that. */
static long result_of(const struct hr_process_result *result)
{
	const char *end = strrchr(result->output.data, '\n');
	const char *line = end;

	while (line && line > result->output.data && line[-1] != '\n')
		line--;
	return line ? atol(line) : 0;
}

/* What is wrong; NULL: nothing. */
static const char *judge(const struct deed *deed, const struct hr_process_result *result, double seconds,
			 const struct world *world)
{
	unsigned most = deed->ending == TIMES_OUT || deed->ending == ENDLESS ? SHORT_SECONDS : LONG_SECONDS;
	long returned = result_of(result);

	if (seconds > most + GRACE_SECONDS)
		return "it took too long";
	if (result->exit_code == 2)
		return "there is no such function";
	if (returned == UNARMED)
		return "it was not armed";
	if (deed->ending == REFUSED && returned >= 0)
		return "it was not refused";
	if (deed->ending == TIMES_OUT && !result->timed_out)
		return "it came to an end by itself";
	if ((deed->ending == ENDS || deed->ending == REFUSED) && result->timed_out)
		return "it did not come to an end";
	if (result->output.length > OUTPUT || result->errors.length > OUTPUT)
		return "too much was kept of what it said";
	return damage_to(world);
}

static bool is_fine(const struct deed *deed)
{
	struct world world;
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	struct hr_error error = HR_ERROR_INIT;
	const char *readable[] = { program, NULL };
	bool is_endless = deed->ending == TIMES_OUT || deed->ending == ENDLESS;

	make_world(&world);
	char *target = target_of(&world, deed->target);
	const char *argv[] = { program, "I am in a throwaway namespace", deed->function, target, "9", NULL };
	if (!target)
		argv[3] = NULL;
	struct hr_confined confined = {
		.argv = argv,
		.directory = world.private,
		.read_only = readable,
		.seconds = is_endless ? SHORT_SECONDS : LONG_SECONDS,
		.memory = (uint64_t)1 << 30,
		.file_size = FILE_SIZE,
		.most_output = OUTPUT,
	};
	double before = seconds_now();
	const char *wrong = hr_confined_run(&result, &confined, &error) ? "it could not be run" : NULL;
	double seconds = seconds_now() - before;
	if (!wrong)
		wrong = judge(deed, &result, seconds, &world);
	if (wrong)
		print_error("%s(%s): %s (exit code %d, result %ld, %.1f seconds) %s%s\n", deed->function,
			    target ? target : "", wrong, result.exit_code, result_of(&result), seconds,
			    result.errors.data, error.message.data);
	free(target);
	hr_process_result_release(&result);
	hr_error_release(&error);
	drop_world(&world);
	if (waitpid(-1, NULL, WNOHANG) != -1 || errno != ECHILD) {
		print_error("%s: a process is left\n", deed->function);
		wrong = "";
	}
	return !wrong;
}

static void test_confined_hostile__nothing_outside_is_touched(void **state)
{
	size_t failed = 0;

	(void)state;
	for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++)
		failed += !is_fine(&deeds[i]);
	assert_int_equal(failed, 0);
}

/* The same where programs have no namespace of processes: they see the engine, and can name it. */
static void test_confined_hostile__nor_without_a_namespace_for_each(void **state)
{
	struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
	struct __user_cap_data_struct none[2] = { 0 };

	assert_int_equal(syscall(SYS_capset, &header, none), 0);
	test_confined_hostile__nothing_outside_is_touched(state);
}

/* ---- the namespaces ---- */

struct attributes { /* of mount_setattr(2) */
	uint64_t set;
	uint64_t clear;
	uint64_t propagation;
	uint64_t user_namespace;
};

static int set_attributes(const char *path, unsigned flags, uint64_t set, uint64_t clear)
{
	struct attributes attributes = { .set = set, .clear = clear };

	return (int)syscall(SYS_mount_setattr, AT_FDCWD, path, flags, &attributes, sizeof attributes);
}

static int write_text(const char *path, const char *text)
{
	int file = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t length = file < 0 ? -1 : write(file, text, strlen(text));

	if (file >= 0)
		close(file);
	return length < 0 ? -1 : 0;
}

static int leave_world(void)
{
	const int kinds = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC;
	char users[64];
	char groups[64];

	if (unshare(kinds) == 0)
		return 0;
	snprintf(users, sizeof users, "0 %u 1\n", geteuid());
	snprintf(groups, sizeof groups, "0 %u 1\n", getegid());
	if (unshare(kinds | CLONE_NEWUSER))
		return -1;
	write_text("/proc/self/setgroups", "deny");
	return write_text("/proc/self/uid_map", users) || write_text("/proc/self/gid_map", groups) ? -1 : 0;
}

/* Nothing but the scratch folder can be written to. */
static int make_read_only(void)
{
	const uint64_t read_only = 1;
	const unsigned recursive = 0x8000;

	if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) || mount(scratch, scratch, NULL, MS_BIND, NULL) ||
	    set_attributes("/", recursive, read_only, 0) || set_attributes(scratch, 0, 0, read_only))
		return -1;
	if (mount("proc", "/proc", "proc", 0, NULL))
		return -1;
	return access("/tmp", W_OK) == 0 || access(scratch, W_OK) ? -1 : 0;
}

static int run_all(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_confined_hostile__nothing_outside_is_touched),
		cmocka_unit_test(test_confined_hostile__nor_without_a_namespace_for_each),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

static int end_of(pid_t child)
{
	int status = 0;

	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* The first process of the namespace, which the kernel shields from signals: the engine is another one. */
static _Noreturn void be_first(void)
{
	if (make_read_only())
		_exit(SKIPPED);
	pid_t engine = fork();
	if (engine == 0) {
		int failed = run_all();
		fflush(NULL);
		_exit(failed ? 1 : 0);
	}
	_exit(engine < 0 ? 1 : end_of(engine));
}

/* In a child, which can leave the world without us. */
static _Noreturn void be_outside(void)
{
	if (leave_world())
		_exit(SKIPPED);
	pid_t first = fork();
	if (first == 0)
		be_first();
	_exit(first < 0 ? 1 : end_of(first));
}

/* The program, where it can be read and nothing else is. */
static int copy_program(const char *from)
{
	struct hr_strbuf bytes = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;
	int status = hr_file_read(&bytes, from, &error);

	program = hr_path_join(scratch, "hostile_program");
	if (!status)
		status = hr_file_write(program, bytes.data, bytes.length, &error);
	if (!status)
		status = chmod(program, 0700);
	hr_strbuf_release(&bytes);
	hr_error_release(&error);
	return status;
}

int main(void)
{
	const char *from = getenv("HR_HOSTILE_PROGRAM");
	struct hr_error error = HR_ERROR_INIT;
	struct hr_fence_offer offer;

	hr_fence_probe(&offer);
	if (!from || !(offer.layers & HR_FENCE_CALLS) || !(offer.layers & (HR_FENCE_LANDLOCK | HR_FENCE_MOUNTS))) {
		printf("skipped: no program, or no fence\n");
		return SKIPPED;
	}
	if (hr_directory_temporary(&scratch, &error) || copy_program(from)) {
		printf("cannot make a scratch folder\n");
		return 1;
	}
	fflush(NULL);
	pid_t outside = fork();
	if (outside == 0)
		be_outside();
	int code = outside < 0 ? 1 : end_of(outside);
	if (code == SKIPPED)
		printf("skipped: no namespaces to throw away\n");
	hr_directory_remove(scratch);
	free(scratch);
	free(program);
	return code;
}
