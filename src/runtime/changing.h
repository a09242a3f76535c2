/* Variables of the runtime that are not the same after each restore: counters, caches, buffers whose contents do not matter any more. All others are
 * compared in wary workers (integrity.h): one that is missing here shows as a fault of a unit that did nothing wrong. */
#ifndef HR_RUNTIME_CHANGING_H
#define HR_RUNTIME_CHANGING_H

#include <stdbool.h>
#include <stddef.h>

struct hr_changing {
	const void *begin;
	size_t size;
	bool is_sampled; /* it is the same, but large: a part of it is compared each time */
};

/* Behind the definition of the variable. HR_CHANGING_PART is for a part of a structure, with any name that is unique there. The section holds
 * pointers: nothing comes between those. */
#define HR_CHANGING(variable) HR_CHANGING_PART(variable, variable)
#define HR_CHANGING_PART(name, part) HR_CHANGING_ENTRY(hr_changing_##name, part, false)
#define HR_SAMPLED(variable) HR_CHANGING_ENTRY(hr_sampled_##variable, variable, true)
#define HR_CHANGING_ENTRY(name, part, is_sampled)                                                                      \
	static const struct hr_changing name = { &(part), sizeof(part), is_sampled };                                  \
	static const struct hr_changing *name##_entry __attribute__((section("hr_changing"), used)) = &name

#endif
