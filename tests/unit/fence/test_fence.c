/* The layers of the fence, what they stop, what is offered, and what becomes of it when some are left out. */
#include "behind.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

static char directory[] =
	"/tmp/hr-fence-XXXXXX"; /* of the test; `inside` is the private one, `canary` a file outside */
static char inside[64];
static char canary[64];
static char readable[64];

static int make_directories(void **state)
{
	(void)state;
	if (!mkdtemp(directory))
		return -1;
	snprintf(inside, sizeof inside, "%s/inside", directory);
	snprintf(readable, sizeof readable, "%s/readable", directory);
	snprintf(canary, sizeof canary, "%s/canary", directory);
	int file = open(canary, O_CREAT | O_WRONLY, 0600);
	return file < 0 || close(file) != 0 || mkdir(inside, 0700) != 0 || mkdir(readable, 0700) != 0;
}

static int remove_directories(void **state)
{
	(void)state;
	unlink(canary);
	rmdir(inside);
	rmdir(readable);
	return rmdir(directory);
}

static struct hr_fence test_fence(unsigned without)
{
	return (struct hr_fence){
		.profile = HR_FENCE_TEST, .private_directory = inside, .file_size = 1 << 20, .without = without
	};
}

/* ---- files ---- */

static long write_outside(void *context)
{
	(void)context;
	int file = open(canary, O_WRONLY);
	return file < 0 ? errno : 0;
}

static long read_outside(void *context)
{
	(void)context;
	int file = open(canary, O_RDONLY);
	return file < 0 ? errno : 0;
}

static long make_in(void *context)
{
	char path[128];
	snprintf(path, sizeof path, "%s/made", (const char *)context);
	int file = open(path, O_CREAT | O_RDWR | O_TRUNC, 0600);
	if (file < 0)
		return errno;
	bool is_fine = write(file, "x", 1) == 1 && unlink(path) == 0;
	return is_fine ? 0 : errno;
}

static long remove_outside(void *context)
{
	(void)context;
	return unlink(canary) == 0 ? 0 : errno;
}

static long read_system(void *context)
{
	(void)context;
	int file = open("/etc/passwd", O_RDONLY);
	int nowhere = open("/dev/null", O_RDWR);
	return file < 0 || nowhere < 0 ? errno : 0;
}

static void check_files(unsigned without, unsigned expected, int refusal)
{
	struct hr_fence fence = test_fence(without);
	behind(&fence, write_outside, NULL);

	assert_true(told->layers & expected);
	assert_int_equal(told->result, refusal);
	assert_int_equal(behind(&fence, remove_outside, NULL)->result, refusal);
	assert_int_equal(behind(&fence, make_in, directory)->result, refusal);
	assert_int_equal(behind(&fence, make_in, inside)->result, 0);
	assert_int_equal(behind(&fence, read_system, NULL)->result, 0);
	assert_int_equal(access(canary, F_OK), 0);
}

static void test_fence__landlock_keeps_writes_inside(void **state)
{
	(void)state;
	need(HR_FENCE_LANDLOCK);
	check_files(0, HR_FENCE_LANDLOCK, EACCES);
	check_files(~(unsigned)HR_FENCE_LANDLOCK, HR_FENCE_LANDLOCK, EACCES);
	struct hr_fence fence = test_fence(0);
	assert_int_equal(behind(&fence, read_outside, NULL)->result, EACCES);
}

static void test_fence__mounts_keep_writes_inside(void **state)
{
	(void)state;
	need(HR_FENCE_MOUNTS);
	check_files(HR_FENCE_LANDLOCK, HR_FENCE_MOUNTS, EROFS);
	check_files(~(unsigned)HR_FENCE_MOUNTS, HR_FENCE_MOUNTS, EROFS);
}

static long truncate_outside(void *context)
{
	(void)context;
	return truncate(canary, 0) == 0 ? 0 : errno;
}

static long open_and_truncate_outside(void *context)
{
	int file = open(canary, *(int *)context | O_TRUNC);
	return file < 0 ? errno : 0;
}

/* Landlock as the kernel of Debian 12 has it: it does not look at what cuts files off. */
static long call_with_landlock_2(long number, long a, long b, long c, long d, long e, long f)
{
	bool is_question = number == SYS_landlock_create_ruleset && a == 0;

	return is_question ? 2 : trusted_call(number, a, b, c, d, e, f);
}

static void test_fence__old_landlock_lets_nobody_cut_files_off(void **state)
{
	const char *const paths[] = { canary, NULL };
	int modes[] = { O_RDONLY, O_WRONLY, O_RDWR, O_WRONLY | O_RDWR };
	struct hr_fence fence = test_fence(0);

	(void)state;
	need(HR_FENCE_LANDLOCK | HR_FENCE_CALLS);
	fence.call = call_with_landlock_2;
	fence.read_only = paths;
	assert_int_equal(behind(&fence, truncate_outside, NULL)->result, EACCES);
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
		assert_int_equal(behind(&fence, open_and_truncate_outside, &modes[i])->result, EACCES);
	assert_int_equal(behind(&fence, read_outside, NULL)->result, 0);
	assert_int_equal(behind(&fence, make_in, inside)->result, 0);
}

static long open_device(void *context)
{
	int file = open(context, O_RDWR | O_NOCTTY);
	return file < 0 ? errno : 0;
}

/* A mount that is read-only keeps nobody from writing to a device. */
static void test_fence__mounts_keep_devices_away(void **state)
{
	static const char *const own[] = { "/dev/null", "/dev/zero", "/dev/full" };
	struct hr_fence fence = test_fence(HR_FENCE_LANDLOCK);
	int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	const char *name = terminal < 0 || grantpt(terminal) || unlockpt(terminal) ? NULL : ptsname(terminal);

	(void)state;
	need(HR_FENCE_MOUNTS);
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		assert_int_equal(behind(&fence, open_device, (void *)own[i])->result, 0);
	if (name && access(name, W_OK) == 0)
		assert_int_equal(behind(&fence, open_device, (void *)name)->result, EACCES);
	close(terminal);
}

/* Who we are, and in which namespaces. */
struct identity {
	char users[64];
	char mounts[64];
	uid_t user;
	gid_t group;
};

static void identify(struct identity *out)
{
	memset(out, 0, sizeof *out);
	assert_true(readlink("/proc/self/ns/user", out->users, sizeof out->users - 1) > 0);
	assert_true(readlink("/proc/self/ns/mnt", out->mounts, sizeof out->mounts - 1) > 0);
	out->user = getuid();
	out->group = getgid();
}

static long is_another(void *context)
{
	struct identity now;

	identify(&now);
	return memcmp(&now, context, sizeof now) != 0;
}

static bool is_without_rights(long number, long flags)
{
	return number == SYS_unshare && flags == CLONE_NEWNS;
}

/* A user namespace can be had by all, but nobody may say who is who in it. */
static long call_without_maps(long number, long a, long b, long c, long d, long e, long f)
{
	bool is_map = number == SYS_openat && strcmp((const char *)b, "/proc/self/uid_map") == 0;

	return is_map || is_without_rights(number, a) ? -EPERM : trusted_call(number, a, b, c, d, e, f);
}

/* … or nobody may mount there. */
static long call_without_mounting(long number, long a, long b, long c, long d, long e, long f)
{
	bool is_refused = number == SYS_mount || is_without_rights(number, a);

	return is_refused ? -EACCES : trusted_call(number, a, b, c, d, e, f);
}

/* The last step fails, with something that is not known to mean that it is missing. */
static long call_with_full_memory(long number, long a, long b, long c, long d, long e, long f)
{
	return number == SYS_mount_setattr ? -ENOMEM : trusted_call(number, a, b, c, d, e, f);
}

/* Fails to start processes. */
static long call_without_processes(long number, long a, long b, long c, long d, long e, long f)
{
	return number == SYS_clone ? -EAGAIN : trusted_call(number, a, b, c, d, e, f);
}

static void test_fence__mounts_that_are_refused_change_nothing(void **state)
{
	static hr_fence_call_fn *const calls[] = { call_without_maps, call_without_mounting, call_with_full_memory,
						   call_without_processes };
	struct identity identity;

	(void)state;
	identify(&identity);
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		struct hr_fence fence = test_fence(HR_FENCE_LANDLOCK);
		fence.call = calls[i];
		assert_int_equal(behind(&fence, is_another, &identity)->result, 0);
		assert_int_equal(told->layers & HR_FENCE_MOUNTS, 0);
		if (told->layers & HR_FENCE_CALLS) /* which then protects the files */
			assert_int_equal(behind(&fence, write_outside, NULL)->result, EACCES);
	}
}

static void test_fence__mounts_only_without_landlock(void **state)
{
	struct hr_fence fence = test_fence(0);

	(void)state;
	need(HR_FENCE_LANDLOCK);
	assert_int_equal(behind(&fence, read_system, NULL)->layers & HR_FENCE_MOUNTS, 0);
}

static long set_mode(void *context)
{
	return chmod(context, 0700) == 0 ? 0 : errno;
}

static void test_fence__builds_set_modes_of_what_is_theirs(void **state)
{
	struct hr_fence fence = test_fence(0);

	(void)state;
	need(HR_FENCE_LANDLOCK);
	need(HR_FENCE_MOUNTS);
	assert_int_equal(behind(&fence, set_mode, inside)->result, EPERM);
	fence.builds = true;
	assert_int_equal(behind(&fence, set_mode, inside)->result, 0);
	assert_true(told->layers & HR_FENCE_MOUNTS && told->layers & HR_FENCE_LANDLOCK);
	assert_int_equal(behind(&fence, set_mode, (void *)canary)->result, EROFS);
	assert_int_not_equal(behind(&fence, write_outside, NULL)->result, 0);
	fence.without = HR_FENCE_MOUNTS; /* where they are not offered builds go on all the same */
	assert_int_equal(behind(&fence, set_mode, inside)->result, 0);
	assert_int_equal(behind(&fence, write_outside, NULL)->result, EACCES);
}

static void test_fence__filter_alone_forbids_all_writes(void **state)
{
	struct hr_fence fence = test_fence(HR_FENCE_LANDLOCK | HR_FENCE_MOUNTS);

	(void)state;
	need(HR_FENCE_CALLS);
	assert_int_equal(behind(&fence, write_outside, NULL)->result, EACCES);
	assert_int_equal(behind(&fence, make_in, inside)->result, EACCES);
	assert_int_equal(behind(&fence, remove_outside, NULL)->result, EACCES);
	assert_int_equal(behind(&fence, read_outside, NULL)->result, 0);
}

static long list_readable(void *context)
{
	(void)context;
	int file = open(readable, O_RDONLY | O_DIRECTORY);
	return file < 0 ? errno : 0;
}

static void test_fence__read_only_paths(void **state)
{
	const char *const paths[] = { readable, "/this/is/not/there", NULL };
	struct hr_fence fence = test_fence(0);

	(void)state;
	need(HR_FENCE_LANDLOCK);
	assert_int_equal(behind(&fence, list_readable, NULL)->result, EACCES);
	fence.read_only = paths;
	assert_int_equal(behind(&fence, list_readable, NULL)->result, 0);
	assert_int_equal(behind(&fence, make_in, readable)->result, EACCES);
}

/* ---- the other layers ---- */

static long count_privileges(void *context)
{
	(void)context;
	struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
	struct __user_cap_data_struct data[2] = { 0 };
	if (syscall(SYS_capget, &header, data) != 0 || prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1)
		return -1;
	long bounding = geteuid() == 0 ? prctl(PR_CAPBSET_READ, CAP_SYS_ADMIN) : 0;
	return (long)(data[0].effective | data[0].permitted | data[1].permitted) + bounding;
}

static void test_fence__privileges_are_gone(void **state)
{
	struct hr_fence fence = test_fence(0);

	(void)state;
	need(HR_FENCE_PRIVILEGES);
	assert_int_equal(behind(&fence, count_privileges, NULL)->result, 0);
	assert_true(told->layers & HR_FENCE_PRIVILEGES);
}

static long write_much(void *context)
{
	char path[128];
	static const char zeros[4096];
	long written = 0;
	(void)context;
	snprintf(path, sizeof path, "%s/much", inside);
	signal(SIGXFSZ, SIG_IGN);
	int file = open(path, O_CREAT | O_WRONLY, 0600);
	while (file >= 0 && written < 4 << 20) {
		ssize_t now = write(file, zeros, sizeof zeros);
		if (now <= 0)
			break;
		written += now;
	}
	unlink(path);
	return written;
}

static long raise_limits_again(void *context)
{
	struct rlimit more = { 4096, 4096 };
	(void)context;
	return setrlimit(RLIMIT_NOFILE, &more) == 0 ? 0 : errno;
}

static long open_many(void *context)
{
	long count = 0;
	(void)context;
	while (count < 2000 && open("/dev/null", O_RDONLY) >= 0)
		count++;
	return count;
}

static long core_limits(void *context)
{
	struct rlimit limit;
	(void)context;
	return getrlimit(RLIMIT_CORE, &limit) == 0 ? (long)(limit.rlim_cur << 8 | limit.rlim_max) : -errno;
}

static void test_fence__limits(void **state)
{
	struct hr_fence fence = test_fence(0);
	struct rlimit core;

	(void)state;
	need(HR_FENCE_LIMITS);
	/* 1 is what the kernel takes for "no programs that collect cores either" */
	assert_int_equal(getrlimit(RLIMIT_CORE, &core), 0);
	if (core.rlim_max > 0)
		assert_int_equal(behind(&fence, core_limits, NULL)->result, 0x101);
	assert_int_equal(behind(&fence, write_much, NULL)->result, 1 << 20);
	assert_true(behind(&fence, open_many, NULL)->result < 256);
	if (told->layers & HR_FENCE_PRIVILEGES)
		assert_int_equal(behind(&fence, raise_limits_again, NULL)->result, EPERM);
}

static long map_much(void *context)
{
	size_t size = *(size_t *)context;
	void *memory = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return memory == MAP_FAILED ? errno : 0;
}

static void test_fence__memory(void **state)
{
	struct hr_fence fence = test_fence(~(unsigned)HR_FENCE_LIMITS);
	size_t little = (size_t)16 << 20;
	size_t much = (size_t)256 << 20;

	(void)state;
	need(HR_FENCE_LIMITS);
	fence.memory = (uint64_t)128 << 20;
	fence.profile = HR_FENCE_LOADING;
	assert_int_equal(behind(&fence, map_much, &little)->result, 0);
	assert_int_equal(behind(&fence, map_much, &much)->result, ENOMEM);
	/* all of it: this process has more than that mapped already */
	fence.memory = 1 << 20;
	fence.profile = HR_FENCE_TEST;
	assert_int_equal(behind(&fence, map_much, &little)->result, ENOMEM);
}

static long signal_parent(void *context)
{
	(void)context;
	return kill(getppid(), 0) == 0 ? 0 : errno;
}

static void test_fence__no_signals_to_others(void **state)
{
	(void)state;
	need(HR_FENCE_CALLS);
	static const unsigned without[] = { 0, HR_FENCE_LANDLOCK, HR_FENCE_LANDLOCK | HR_FENCE_MOUNTS };
	for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
		struct hr_fence fence = test_fence(without[i]);
		assert_int_equal(behind(&fence, signal_parent, NULL)->result, EPERM);
	}
}

/* ---- what stands ---- */

static long nothing(void *context)
{
	(void)context;
	return 0;
}

static void test_fence__layers_that_stand_are_told(void **state)
{
	struct hr_fence_offer offer;

	(void)state;
	hr_fence_probe(&offer);
	for (unsigned without = 0; without <= HR_FENCE_ALL; without++) {
		struct hr_fence fence = test_fence(without);
		unsigned expected = offer.layers & ~without;
		if (!(without & HR_FENCE_LANDLOCK) && offer.layers & HR_FENCE_LANDLOCK)
			expected &= ~(unsigned)HR_FENCE_MOUNTS;
		assert_int_equal(behind(&fence, nothing, NULL)->layers, expected);
	}
}

static void test_fence__probe_changes_nothing(void **state)
{
	struct hr_fence_offer offer;
	int before = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0);

	(void)state;
	hr_fence_probe(&offer);
	assert_int_equal(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0), before);
	assert_int_equal(write_outside(NULL), 0);
	for (unsigned i = 0; i < 5; i++)
		assert_int_equal(offer.why[i][0] == '\0', (offer.layers >> i) & 1);
	assert_int_equal(offer.landlock > 0, (offer.layers & HR_FENCE_LANDLOCK) != 0);
}

static long probe_inside(void *context)
{
	struct hr_fence_offer offer;
	(void)context;
	hr_fence_probe(&offer);
	snprintf(told->why, sizeof told->why, "%s", offer.why[3]);
	return (long)offer.layers;
}

static void test_fence__probe_says_why_not(void **state)
{
	struct hr_fence fence = test_fence(0);

	(void)state;
	need(HR_FENCE_CALLS | HR_FENCE_PRIVILEGES);
	assert_int_equal(behind(&fence, probe_inside, NULL)->result & HR_FENCE_MOUNTS, 0);
	assert_string_equal(told->why, "no mount namespace can be made: Operation not permitted");
}

static void test_fence__names(void **state)
{
	(void)state;
	assert_string_equal(hr_fence_call_name(0), "read");
	assert_string_equal(hr_fence_call_name(SYS_unlinkat), "unlinkat");
	assert_string_equal(hr_fence_call_name(SYS_landlock_restrict_self), "landlock_restrict_self");
	assert_null(hr_fence_call_name(-1));
	assert_null(hr_fence_call_name(400)); /* a gap in the numbers */
	assert_null(hr_fence_call_name(100000));
	for (unsigned layer = 1; layer <= HR_FENCE_ALL; layer <<= 1) {
		assert_string_not_equal(hr_fence_layer_name(layer), "unknown layer");
		assert_true(hr_fence_layer_missing(layer)[0] != '\0');
	}
	assert_string_equal(hr_fence_layer_name(64), "unknown layer");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fence__landlock_keeps_writes_inside),
		cmocka_unit_test(test_fence__mounts_keep_writes_inside),
		cmocka_unit_test(test_fence__old_landlock_lets_nobody_cut_files_off),
		cmocka_unit_test(test_fence__mounts_keep_devices_away),
		cmocka_unit_test(test_fence__mounts_that_are_refused_change_nothing),
		cmocka_unit_test(test_fence__mounts_only_without_landlock),
		cmocka_unit_test(test_fence__builds_set_modes_of_what_is_theirs),
		cmocka_unit_test(test_fence__filter_alone_forbids_all_writes),
		cmocka_unit_test(test_fence__read_only_paths),
		cmocka_unit_test(test_fence__privileges_are_gone),
		cmocka_unit_test(test_fence__limits),
		cmocka_unit_test(test_fence__memory),
		cmocka_unit_test(test_fence__no_signals_to_others),
		cmocka_unit_test(test_fence__layers_that_stand_are_told),
		cmocka_unit_test(test_fence__probe_changes_nothing),
		cmocka_unit_test(test_fence__probe_says_why_not),
		cmocka_unit_test(test_fence__names),
	};

	return cmocka_run_group_tests(tests, make_directories, remove_directories);
}
