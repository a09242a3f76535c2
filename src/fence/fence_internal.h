/* What the layers of the fence share. */
#ifndef HR_FENCE_FENCE_INTERNAL_H
#define HR_FENCE_FENCE_INTERNAL_H

#include "fence/fence.h"

/* HR_CALL_read, …: the numbers, also of calls that the headers of the system do not know yet. */
enum {
#define HR_CALL(number, name) HR_CALL_##name = (number),
#include "fence/calls.def"
#undef HR_CALL
	HR_CALL_END
};

/* How setting up a layer went. */
enum hr_fence_result {
	HR_FENCE_UP,
	HR_FENCE_NOT_OFFERED, /* by this kernel, in this container */
	HR_FENCE_FAILED,
};

/* What a layer works with. */
struct hr_fence_work {
	struct hr_fence *fence;
	hr_fence_call_fn *call;
	char *why; /* a sentence when the result is not HR_FENCE_UP */
	size_t why_size;
};

typedef enum hr_fence_result hr_fence_layer_fn(struct hr_fence_work *work);

/* By seccomp; last, because it forbids what the others need. Reads fence->layers. */
hr_fence_layer_fn hr_fence_raise_calls;
hr_fence_layer_fn hr_fence_raise_landlock;
hr_fence_layer_fn hr_fence_raise_mounts;
hr_fence_layer_fn hr_fence_raise_limits;
/* Capabilities are needed for mounts and limits: after these. */
hr_fence_layer_fn hr_fence_raise_privileges;

/* Version of Landlock; 0 or less: there is none. */
int hr_fence_landlock_version(hr_fence_call_fn *call);
/* True when it keeps signals within the fence; when it looks at who cuts files off. */
bool hr_fence_landlock_has_signals(hr_fence_call_fn *call);
bool hr_fence_landlock_has_truncation(hr_fence_call_fn *call);

/* "the seccomp filter cannot be set: Operation not permitted": `what` and the reason, which may be negative. Returns the result. */
enum hr_fence_result hr_fence_say(struct hr_fence_work *work, enum hr_fence_result result, const char *what,
				  long reason);

/* A system call from here, as HR_FENCE's `call` when the caller has none. */
hr_fence_call_fn hr_fence_call;

/* ---- the filter (filter.c), and what it is made of (profiles.c) ---- */

/* What is asked of an argument. */
enum hr_filter_test {
	HR_TEST_NONE,
	HR_TEST_CLEAR,      /* none of these bits, of the lower 32 */
	HR_TEST_SET,        /* any of these bits */
	HR_TEST_EQUAL,      /* the lower 32 bits */
	HR_TEST_DIFFERENT,  /* the same */
	HR_TEST_NOT_OWN,    /* a descriptor outside HR_FENCE_OWN_FIRST … HR_FENCE_OWN_LAST */
	HR_TEST_NULL,       /* all 64 bits are 0 */
	HR_TEST_HIGH_LEAST, /* the upper 32 bits are this at least */
	HR_TEST_HIGH_MOST,  /* … and this at most */
	HR_TEST_HIGH_CLEAR, /* the upper 32 bits are 0 */
	HR_TEST_OWN_PID,    /* the process that the filter was made in */
	HR_TEST_NOT_OWN_PID,
	HR_TEST_OTHER_FAMILY, /* the second byte, by which requests of ioctl(2) are sorted, is another */
};

struct hr_filter_condition {
	uint8_t test;
	uint8_t argument;
	uint32_t value;
};

enum { HR_FILTER_CONDITIONS = 4 };

/* The first rule with this number, all of whose conditions hold, decides. */
struct hr_filter_rule {
	uint16_t number;
	uint16_t error; /* 0: passes; else refused with it */
	struct hr_filter_condition conditions[HR_FILTER_CONDITIONS];
};

struct hr_filter_rules {
	const struct hr_filter_rule *rules;
	size_t count;
};

/* What makes a filter. Calls that no rule decides: `trap`: SIGSYS; else they pass. */
struct hr_filter_plan {
	struct hr_filter_rules trusted;  /* for calls from the trusted range */
	struct hr_filter_rules parts[4]; /* for all others, one after the other */
	bool traps;
	bool refuses_unknown; /* calls with numbers beyond those known here do not exist */
};

void hr_filter_plan(struct hr_filter_plan *out, const struct hr_fence_work *work);

#endif
