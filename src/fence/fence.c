/* Raising the fence, layer by layer.
 *
 * The order is by need: mounts need capabilities, dropping those needs system calls that the filter forbids, and so the filter comes last.
 * Invariants: a layer stands in fence->layers only when it does; nothing is undone when a later one fails, because nothing of it can be. */
#include "fence/fence_internal.h"

#include <stdio.h>
#include <string.h>

/* The number of arguments is fixed: what a call does not take, the kernel does not look at. x86-64 only. */
long hr_fence_call(long number, long a, long b, long c, long d, long e, long f)
{
	register long fourth __asm__("r10") = d;
	register long fifth __asm__("r8") = e;
	register long sixth __asm__("r9") = f;
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
			 : "rcx", "r11", "memory");
	return result;
}

enum hr_fence_result hr_fence_say(struct hr_fence_work *work, enum hr_fence_result result, const char *what,
				  long reason)
{
	snprintf(work->why, work->why_size, "%s: %s", what, strerror((int)(reason < 0 ? -reason : reason)));
	return result;
}

static const struct {
	unsigned layer;
	hr_fence_layer_fn *raise;
} steps[] = {
	{ HR_FENCE_LIMITS, hr_fence_raise_limits },         { HR_FENCE_MOUNTS, hr_fence_raise_mounts },
	{ HR_FENCE_PRIVILEGES, hr_fence_raise_privileges }, { HR_FENCE_LANDLOCK, hr_fence_raise_landlock },
	{ HR_FENCE_CALLS, hr_fence_raise_calls },
};

/* Mounts stand in for Landlock only, but for builds, which need more than that allows; a worker has both from its zygote. */
static bool is_wanted(const struct hr_fence_work *work, unsigned layer)
{
	const struct hr_fence *fence = work->fence;
	bool is_by_path = layer == HR_FENCE_MOUNTS || layer == HR_FENCE_LANDLOCK;

	if (fence->without & layer || (is_by_path && fence->profile == HR_FENCE_WORKER))
		return false;
	return layer != HR_FENCE_MOUNTS || fence->builds || fence->without & HR_FENCE_LANDLOCK ||
	       hr_fence_landlock_version(work->call) <= 0;
}

int hr_fence_raise(struct hr_fence *fence, char *why, size_t why_size)
{
	struct hr_fence_work work = { fence, fence->call ? fence->call : hr_fence_call, why, why_size };

	fence->layers = 0;
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		if (!is_wanted(&work, steps[i].layer))
			continue;
		enum hr_fence_result result = steps[i].raise(&work);
		if (result == HR_FENCE_FAILED)
			return -1;
		if (result == HR_FENCE_UP)
			fence->layers |= steps[i].layer;
	}
	if (why_size > 0)
		why[0] = '\0';
	return 0;
}

static const struct {
	unsigned layer;
	const char *name;
	const char *missing;
} layers[] = {
	{ HR_FENCE_PRIVILEGES, "privileges",
	  "code under test keeps the privileges of whoever started harrier, and may gain more by running programs that have them" },
	{ HR_FENCE_CALLS, "seccomp filter",
	  "system calls that code under test makes by itself, or through libraries that are not compiled by harrier, reach the kernel" },
	{ HR_FENCE_LANDLOCK, "Landlock",
	  "files are not protected by path; a mount namespace does it instead where there is one" },
	{ HR_FENCE_MOUNTS, "mount namespace",
	  "files are protected by Landlock alone; where that is missing too, tests may write no file at all" },
	{ HR_FENCE_LIMITS, "limits", "memory, files and processes that code under test takes are not limited" },
};

const char *hr_fence_layer_name(unsigned layer)
{
	for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
		if (layers[i].layer == layer)
			return layers[i].name;
	}
	return "unknown layer";
}

const char *hr_fence_layer_missing(unsigned layer)
{
	for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
		if (layers[i].layer == layer)
			return layers[i].missing;
	}
	return "";
}
