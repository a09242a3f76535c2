/* Landlock: what of the file system can be read, run and written, by path; from its later versions also TCP, signals and abstract sockets.
 *
 * The constants stand here, because headers are often older than kernels. Versions differ only in which bits they know: masks. */
#include "fence/fence_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

/* Rights on files. */
#define EXECUTE (1u << 0)
#define WRITE_FILE (1u << 1)
#define READ_FILE (1u << 2)
#define READ_DIRECTORY (1u << 3)
#define TRUNCATE (1u << 14)
#define CONTROL_DEVICE (1u << 15)

#define ALL_OF_1 0x1fffu /* reading to making symbolic links */
#define ALL_OF_2 0x3fffu /* and linking between directories */
#define ALL_OF_3 0x7fffu /* and truncating */
#define ALL_OF_5 0xffffu /* and ioctl of devices */

#define READING (EXECUTE | READ_FILE | READ_DIRECTORY)
#define FOR_FILES (EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | CONTROL_DEVICE)

#define NETWORK 3u         /* binding and connecting TCP: version 4 */
#define SCOPES 3u          /* abstract sockets and signals: version 6 */
#define NOT_LOGGED (1 | 4) /* refusals, also of nested fences: version 7 */

enum { CREATE_VERSION = 1, RULE_PATH_BENEATH = 1 };

struct ruleset {
	uint64_t files;
	uint64_t network;
	uint64_t scopes;
};

struct path_beneath {
	uint64_t allowed;
	int32_t parent;
} __attribute__((packed));

static const char *const system_directories[] = { "/usr",  "/lib", "/lib32", "/lib64", "/libx32", "/bin",
						  "/sbin", "/etc", "/opt",   "/nix",   "/gnu",    NULL };

static const struct {
	const char *path;
	uint32_t allowed;
} devices[] = {
	{ "/dev/null", READ_FILE | WRITE_FILE | TRUNCATE },
	{ "/dev/zero", READ_FILE | WRITE_FILE | TRUNCATE },
	{ "/dev/full", READ_FILE | WRITE_FILE | TRUNCATE },
	{ "/dev/urandom", READ_FILE },
	{ "/dev/random", READ_FILE },
};

int hr_fence_landlock_version(hr_fence_call_fn *call)
{
	return (int)call(HR_CALL_landlock_create_ruleset, 0, 0, CREATE_VERSION, 0, 0, 0);
}

bool hr_fence_landlock_has_signals(hr_fence_call_fn *call)
{
	return hr_fence_landlock_version(call) >= 6;
}

bool hr_fence_landlock_has_truncation(hr_fence_call_fn *call)
{
	return hr_fence_landlock_version(call) >= 3;
}

static uint64_t rights_of(int version)
{
	if (version >= 5)
		return ALL_OF_5;
	if (version >= 3)
		return ALL_OF_3;
	return version == 2 ? ALL_OF_2 : ALL_OF_1;
}

/* A path that is not there gives nothing, and that is fine: 0, or -errno. */
static long allow(hr_fence_call_fn *call, long rules, const char *path, uint64_t rights)
{
	struct path_beneath rule = { 0 };
	struct stat status;
	long parent = call(HR_CALL_openat, AT_FDCWD, (long)path, O_PATH | O_CLOEXEC, 0, 0, 0);

	if (parent < 0)
		return 0;
	long failed = call(HR_CALL_fstat, parent, (long)&status, 0, 0, 0, 0);
	if (!failed && !S_ISDIR(status.st_mode))
		rights &= FOR_FILES;
	rule.allowed = rights;
	rule.parent = (int32_t)parent;
	if (!failed)
		failed = call(HR_CALL_landlock_add_rule, rules, RULE_PATH_BENEATH, (long)&rule, 0, 0, 0);
	call(HR_CALL_close, parent, 0, 0, 0, 0, 0);
	return failed;
}

static long allow_all(hr_fence_call_fn *call, long rules, const char *const *paths, uint64_t rights)
{
	long failed = 0;

	for (size_t i = 0; paths && paths[i] && !failed; i++)
		failed = allow(call, rules, paths[i], rights);
	return failed;
}

static long write_rules(const struct hr_fence_work *work, long rules, uint64_t rights)
{
	const struct hr_fence *fence = work->fence;
	long failed = allow_all(work->call, rules, system_directories, READING & rights);

	if (!failed)
		failed = allow_all(work->call, rules, fence->read_only, READING & rights);
	for (size_t i = 0; i < sizeof devices / sizeof *devices && !failed; i++)
		failed = allow(work->call, rules, devices[i].path, devices[i].allowed & rights);
	if (!failed && fence->private_directory)
		failed = allow(work->call, rules, fence->private_directory, rights & ~(uint64_t)CONTROL_DEVICE);
	return failed;
}

enum hr_fence_result hr_fence_raise_landlock(struct hr_fence_work *work)
{
	hr_fence_call_fn *call = work->call;
	int version = hr_fence_landlock_version(call);
	struct ruleset ruleset = { 0 };

	if (version <= 0)
		return hr_fence_say(work, HR_FENCE_NOT_OFFERED, "the kernel has no Landlock, or it is switched off",
				    version == 0 ? ENOSYS : version);
	ruleset.files = rights_of(version);
	ruleset.network = version >= 4 ? NETWORK : 0;
	ruleset.scopes = version >= 6 ? SCOPES : 0;
	long rules = call(HR_CALL_landlock_create_ruleset, (long)&ruleset, sizeof ruleset, 0, 0, 0, 0);
	if (rules < 0)
		return hr_fence_say(work, HR_FENCE_FAILED, "Landlock takes no rules", rules);
	long failed = write_rules(work, rules, ruleset.files);
	/* as for the filter: needed, also when the layer of privileges is left out */
	if (!failed)
		failed = call(HR_CALL_prctl, 38 /* PR_SET_NO_NEW_PRIVS */, 1, 0, 0, 0, 0);
	if (!failed)
		failed = call(HR_CALL_landlock_restrict_self, rules, version >= 7 ? NOT_LOGGED : 0, 0, 0, 0, 0);
	call(HR_CALL_close, rules, 0, 0, 0, 0, 0);
	return failed ? hr_fence_say(work, HR_FENCE_FAILED, "Landlock cannot be put up", failed) : HR_FENCE_UP;
}
