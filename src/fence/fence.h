/* The fence: what code under test can do to the machine that it runs on. Two sides use it: the worker program, around the unit, and the engine,
 * around every test that it runs to confirm it.
 *
 * A layer that the kernel does not offer is left out and told (hr_fence.layers), never an error by itself: the caller decides. Nothing in this
 * folder includes any other folder, so that the worker can use it; nothing prints or ends the process. */
#ifndef HR_FENCE_FENCE_H
#define HR_FENCE_FENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Layers, as bits. */
enum {
	HR_FENCE_PRIVILEGES = 1, /* no_new_privs, capabilities dropped */
	HR_FENCE_CALLS = 2,      /* seccomp filter */
	HR_FENCE_LANDLOCK = 4,   /* files by path; where the kernel has it also TCP, signals and abstract sockets */
	HR_FENCE_MOUNTS =
		8, /* a mount namespace in which all but the private directory is read-only: where there is no Landlock */
	HR_FENCE_LIMITS = 16, /* memory, processes, size of files, descriptors, core dumps */
	HR_FENCE_ALL = 31,
};

/* Who is fenced in. */
enum hr_fence_profile {
	HR_FENCE_LOADING, /* the zygote, before it loads the unit: constructors run there. May read files, map code, start workers */
	HR_FENCE_WORKER, /* a worker, on top of HR_FENCE_LOADING: memory, and the runtime's own calls */
	HR_FENCE_TEST, /* a test program of its own: reads, writes in its private directory, no network, no signals to others */
	HR_FENCE_PROFILE_COUNT
};

/* Descriptors that are the worker's and the zygote's own: calls that do not come from trusted code may not touch them. */
enum { HR_FENCE_OWN_FIRST = 3, HR_FENCE_OWN_LAST = 4 };

/* Makes a system call; returns what the kernel does: -errno on failure. */
typedef long hr_fence_call_fn(long number, long a, long b, long c, long d, long e, long f);

struct hr_fence {
	enum hr_fence_profile profile;
	const char *private_directory; /* writable; NULL: nothing is */
	/* Further paths that may be read, NULL-terminated; NULL: only the system's directories. */
	const char *const *read_only;
	/* System calls made from this range of code are the runtime's own (runtime/system.h) and have a list of their own; 0, 0: none. */
	uintptr_t trusted_begin;
	uintptr_t trusted_end;
	/* HR_FENCE_WORKER: the unit's own code, from which no system call passes; 0, 0: none. */
	uintptr_t refused_begin;
	uintptr_t refused_end;
	/* Bytes of address space, 0: no limit. HR_FENCE_TEST: of the program that is run next; HR_FENCE_LOADING: beyond what is mapped now; HR_FENCE_WORKER
	 * has the zygote's. */
	uint64_t memory;
	uint64_t file_size; /* bytes; 0: none at all */
	/* HR_FENCE_TEST: it builds something, and sets modes and times of what it makes. A mount namespace keeps that inside, beside Landlock; where none is offered, modes and times of files elsewhere can be changed, too, but not what is in
	 * them. */
	bool builds;
	hr_fence_call_fn *call; /* who makes the system calls that raise the fence; NULL: this folder itself */
	unsigned without;       /* layers to leave out: for tests, and for trying what doctor says */
	/* out */
	unsigned layers; /* those that stand now */
};

/* Puts the calling process (and all it starts) behind the fence, for good. Returns 0, or -1 with a sentence in `why` when a layer that is offered could
 * not be set up; a layer that is not offered is no failure. */
int hr_fence_raise(struct hr_fence *fence, char *why, size_t why_size);

/* What this kernel, in this container, offers. Found out in children that try it: nothing of the caller changes. */
struct hr_fence_offer {
	unsigned layers;
	int landlock;     /* its version; 0: none */
	char why[5][160]; /* by bit number: why a layer is not offered; "" when it is */
};

void hr_fence_probe(struct hr_fence_offer *out);

/* "seccomp filter", …: for messages; one bit. What it means when it is missing, a sentence. */
const char *hr_fence_layer_name(unsigned layer);
const char *hr_fence_layer_missing(unsigned layer);

/* The name of a system call by its number on this machine: "unlinkat"; NULL when there is none. */
const char *hr_fence_call_name(long number);

#endif
