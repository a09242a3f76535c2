/* Names of what a user adds. */
#include "model/extras.h"

#include "base/text.h"

#include <string.h>

static const char *const prefixes[HR_EXTRA_COUNT] = {
	[HR_EXTRA_PRE] = "harrier_pre_",
	[HR_EXTRA_POST] = "harrier_post_",
	[HR_EXTRA_INVARIANT] = "harrier_invariant_",
	[HR_EXTRA_MAKE] = "harrier_make_",
	[HR_EXTRA_FREE] = "harrier_free_",
	[HR_EXTRA_OBSERVE] = "harrier_observe_",
	[HR_EXTRA_SAME] = "harrier_same_",
};

const char *hr_extra_prefix(enum hr_extra extra)
{
	return prefixes[extra];
}

enum hr_extra hr_extra_of(const char *name, const char **rest)
{
	for (int extra = 0; extra < HR_EXTRA_COUNT; extra++)
		if (prefixes[extra] && hr_text_starts_with(name, prefixes[extra])) {
			if (rest)
				*rest = name + strlen(prefixes[extra]);
			return (enum hr_extra)extra;
		}
	return hr_text_starts_with(name, "harrier_") ? HR_EXTRA_UNKNOWN : HR_EXTRA_NONE;
}

bool hr_is_broken_condition(const char *assertion)
{
	return hr_extra_of(assertion, NULL) == HR_EXTRA_PRE;
}

bool hr_is_broken_contract(const char *assertion)
{
	enum hr_extra extra = hr_extra_of(assertion, NULL);
	return extra == HR_EXTRA_POST || extra == HR_EXTRA_INVARIANT;
}
