/* What the parts of `harrier doctor` share. */
#ifndef HR_APP_DOCTOR_INTERNAL_H
#define HR_APP_DOCTOR_INTERNAL_H

#include "base/arena.h"
#include "base/vec.h"

enum hr_finding_state {
	HR_FINDING_FINE,
	HR_FINDING_MISSING, /* Harrier works without it */
	HR_FINDING_FATAL,   /* a command of Harrier's does not */
};

struct hr_finding {
	const char *part; /* "fence" */
	const char *name; /* "seccomp filter" */
	enum hr_finding_state state;
	const char *what;    /* what there is, or why not; may be "" when all is fine */
	const char *meaning; /* of its being missing; "" when all is fine */
};

struct hr_checkup {
	struct hr_arena arena;
	HR_VEC(struct hr_finding) findings;
};

/* Notes a finding; texts are formatted, or borrowed for good. `meaning` is kept unless the state is fine. */
void hr_checkup_note(struct hr_checkup *checkup, const char *part, const char *name, enum hr_finding_state state,
		     const char *meaning, const char *format, ...) __attribute__((format(printf, 6, 7)));

/* How many findings are at least that bad. */
size_t hr_checkup_count(const struct hr_checkup *checkup, enum hr_finding_state state);

/* Layers of the fence; programs; directories; what else the kernel has to offer. */
void hr_checkup_fence(struct hr_checkup *checkup);
void hr_checkup_programs(struct hr_checkup *checkup);
void hr_checkup_directories(struct hr_checkup *checkup);
void hr_checkup_kernel(struct hr_checkup *checkup);

/* Builds a small library, runs calls of it, and lets it and a test try to remove a file that was made for that. */
void hr_checkup_trial(struct hr_checkup *checkup);

#endif
