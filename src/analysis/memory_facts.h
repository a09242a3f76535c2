/* From summaries and paths to facts. Private to this folder. */
#ifndef HR_ANALYSIS_MEMORY_FACTS_H
#define HR_ANALYSIS_MEMORY_FACTS_H

#include "analysis/memory_internal.h"

/* What becomes of the objects of parameters and of members that hold pointers, purity and results of one function. */
void hr_tell_memory(struct hr_facts *facts, uint32_t function, const struct memory *memory);

/* What happens when a parameter is NULL, and whether its object is always accessed. After hr_tell_memory. */
void hr_tell_paths(struct hr_facts *facts, uint32_t index, struct hr_paths *paths, const struct memory *memory);

/* `defines` and `uses` of all functions. */
void hr_tell_cells(struct hr_facts *facts, const struct hr_call_graph *graph);

#endif
