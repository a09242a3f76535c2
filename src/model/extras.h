/* What a user adds in plain C (docs/extras.md), by the names that its functions have. */
#ifndef HR_MODEL_EXTRAS_H
#define HR_MODEL_EXTRAS_H

#include <stdbool.h>

enum hr_extra {
	HR_EXTRA_NONE,      /* the name is like any other */
	HR_EXTRA_UNKNOWN,   /* it begins as ours do, and is none of them */
	HR_EXTRA_PRE,       /* harrier_pre_OPERATION: false, the call must not be made */
	HR_EXTRA_POST,      /* harrier_post_OPERATION: false, the call went wrong */
	HR_EXTRA_INVARIANT, /* harrier_invariant_TYPE: false, something broke the object */
	HR_EXTRA_MAKE,      /* harrier_make_TYPE */
	HR_EXTRA_FREE,      /* harrier_free_TYPE */
	HR_EXTRA_OBSERVE,   /* harrier_observe_TYPE_anything */
	HR_EXTRA_SAME,      /* harrier_same_TYPE */
	HR_EXTRA_COUNT
};

/* What the functions with checks need to be declared. */
#define HR_CHECKS_HEAD "extern void __assert_fail(const char *, const char *, unsigned, const char *);\n"

/* What a name says; `*rest` (may be NULL) is what stands behind the prefix. */
enum hr_extra hr_extra_of(const char *name, const char **rest);

/* "harrier_pre_", …; NULL for those that have none. */
const char *hr_extra_prefix(enum hr_extra extra);

/* What a failed assertion says when a user's check is behind it: that one of ours was broken (pre), or that the unit broke one (post, invariant). */
bool hr_is_broken_condition(const char *assertion);
bool hr_is_broken_contract(const char *assertion);

#endif
