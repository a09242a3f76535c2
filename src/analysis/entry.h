/* What happens before anything else, and where a function just returns. Private to this folder. */
#ifndef HR_ANALYSIS_ENTRY_H
#define HR_ANALYSIS_ENTRY_H

#include "analysis/values_internal.h"

/* Of each block: nothing that anybody could see has happened when it is entered. Storing constants into the caller's struct (a message set to NULL, hooks
 * set to their defaults) is let pass, asking is as well. Lives in the flow's arena. */
bool *hr_entry_find(struct hr_function_values *values);

/* Whether control goes from `block` straight to the return, with nothing done on the way but setting errno; `*result` (may be NULL) is the constant
 * value that is returned, or HR_CODE_NONE: none, nothing, not the same on all ways. */
bool hr_returns_at_once(const struct hr_function_values *values, uint32_t block, uint32_t *result);

/* Whether control goes from `block` straight to a call that never returns. */
bool hr_stops_at_once(const struct hr_function_values *values, uint32_t block);

/* The author's words of an assertion that fails in this block; NULL when there is none. */
const char *hr_assertion_text(const struct hr_function_values *values, uint32_t block);

/* __errno_location and its like. */
bool hr_is_errno(const struct hr_function_values *values, uint32_t instruction);

#endif
