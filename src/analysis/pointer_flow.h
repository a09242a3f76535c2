/* Which functions a function pointer can be, in the whole unit at once. Private to the call graph. */
#ifndef HR_ANALYSIS_POINTER_FLOW_H
#define HR_ANALYSIS_POINTER_FLOW_H

#include "ir/code.h"

struct hr_pointer_flow;

struct hr_pointer_flow *hr_pointer_flow_new(const struct hr_code *code);
void hr_pointer_flow_free(struct hr_pointer_flow *flow);

/* Appends the functions that a value of a function can be where it is called with a signature, sorted, to a vector of numbers (given by its members). True when it
 * can be something else, too. */
bool hr_pointer_flow_targets(const struct hr_pointer_flow *flow, uint32_t function, uint32_t value, uint32_t signature,
			     uint32_t **data, size_t *count, size_t *capacity);

#endif
