/* Limits on what a process takes: memory, files, processes. Soft and hard ones alike, so that they cannot be raised again. */
#include "fence/fence_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

enum { DESCRIPTORS = 256, FURTHER_PROCESSES = 256, LOCKED_BYTES = 64 << 10 };

/* The n-th number in a small file of /proc; 0 when it cannot be read. */
static uint64_t number_in(hr_fence_call_fn *call, const char *path, unsigned n)
{
	char text[128];
	long file = call(HR_CALL_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0, 0, 0);

	if (file < 0)
		return 0;
	long length = call(HR_CALL_read, file, (long)text, sizeof text, 0, 0, 0);
	call(HR_CALL_close, file, 0, 0, 0, 0, 0);
	uint64_t value = 0;
	bool is_number = false;
	for (long i = 0; i < length; i++) {
		if (text[i] >= '0' && text[i] <= '9') {
			value = (is_number ? value * 10 : 0) + (uint64_t)(text[i] - '0');
			is_number = true;
		} else if (is_number) {
			if (n-- == 0)
				return value;
			is_number = false;
		}
	}
	return 0;
}

/* No higher than it is already. 0, or -errno. */
static long limit(hr_fence_call_fn *call, int kind, uint64_t value)
{
	struct rlimit64 now;
	long failed = call(HR_CALL_prlimit64, 0, kind, 0, (long)&now, 0, 0);

	if (failed)
		return failed;
	if (value > now.rlim_max)
		value = now.rlim_max;
	struct rlimit64 wanted = { value, value };
	return call(HR_CALL_prlimit64, 0, kind, (long)&wanted, 0, 0, 0);
}

/* What the profile says; UINT64_MAX: as it is. */
static uint64_t limit_of(const struct hr_fence_work *work, int kind)
{
	const struct hr_fence *fence = work->fence;
	uint64_t now;

	switch (kind) {
	case RLIMIT_AS:
		if (fence->profile == HR_FENCE_WORKER || fence->memory == 0)
			return UINT64_MAX;
		/* a test is a program of its own: what is mapped now is gone when it starts */
		if (fence->profile == HR_FENCE_TEST)
			return fence->memory;
		now = number_in(work->call, "/proc/self/statm", 0) * (uint64_t)sysconf(_SC_PAGESIZE);
		return now ? now + fence->memory : UINT64_MAX;
	case RLIMIT_CORE:
		/* 0 is for files alone: programs that collect cores are still run. At 1 the kernel leaves those out, and no core is as small. */
		return 1;
	case RLIMIT_FSIZE:
		return fence->file_size;
	case RLIMIT_NOFILE:
		return DESCRIPTORS;
	case RLIMIT_NPROC:
		if (fence->profile == HR_FENCE_WORKER)
			return 0;
		if (fence->profile == HR_FENCE_LOADING)
			return UINT64_MAX;
		/* it counts all threads of the user; as many again as the machine has now is none of its business */
		now = number_in(work->call, "/proc/loadavg", 7);
		return now ? now + FURTHER_PROCESSES : UINT64_MAX;
	case RLIMIT_MEMLOCK:
		return LOCKED_BYTES;
	default:
		return 0;
	}
}

enum hr_fence_result hr_fence_raise_limits(struct hr_fence_work *work)
{
	static const int kinds[] = { RLIMIT_CORE,  RLIMIT_AS,      RLIMIT_FSIZE,    RLIMIT_NOFILE,
				     RLIMIT_NPROC, RLIMIT_MEMLOCK, RLIMIT_MSGQUEUE, RLIMIT_RTPRIO };

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		uint64_t value = limit_of(work, kinds[i]);
		long failed = value == UINT64_MAX ? 0 : limit(work->call, kinds[i], value);
		if (failed)
			return hr_fence_say(work, failed == -ENOSYS ? HR_FENCE_NOT_OFFERED : HR_FENCE_FAILED,
					    "a limit cannot be set", failed);
	}
	return HR_FENCE_UP;
}
