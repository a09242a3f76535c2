/* The analyses, one for each part of the facts. hr_facts_find runs them in this order; each may use what the ones before it found, and fills only its own
 * part. Private to this folder and its tests. */
#ifndef HR_ANALYSIS_PARTS_H
#define HR_ANALYSIS_PARTS_H

#include "analysis/facts.h"

/* What becomes of the objects behind pointers, purity, results, cells; and `callees`. */
void hr_analyse_memory(struct hr_facts *facts);

/* `always_freed`. Uses what is freed, and purity. */
void hr_analyse_ended(struct hr_facts *facts);

/* Branches, and functions that come first: `branches`, `after`, `init`. Uses `callees`. */
void hr_analyse_reach(struct hr_facts *facts);

/* What numbers and buffers are for: relations, meanings, checks. Uses `callees`. */
void hr_analyse_values(struct hr_facts *facts);

/* Which bits of numbers are asked for: `bits`. */
void hr_analyse_bits(struct hr_facts *facts);

/* Results that tell of errors, what is written when, assertions. Uses checks and purity. */
void hr_analyse_errors(struct hr_facts *facts);

/* `sets_errno`. Uses `callees`. */
void hr_analyse_errno(struct hr_facts *facts);

/* `literals`. */
void hr_analyse_constants(struct hr_facts *facts);

/* `first`: what is read before it is written. Uses what is kept. */
void hr_analyse_first_use(struct hr_facts *facts);

/* Who calls whom: made when it is first asked for, and kept with the facts. */
struct hr_call_graph *hr_facts_graph(struct hr_facts *facts);

/* The facts about a member of the object behind a parameter; added when they are not there. Valid until the next one is added. */
struct hr_field_facts *hr_facts_field(struct hr_facts *facts, uint32_t function, uint32_t parameter, uint32_t type,
				      uint64_t offset);

#endif
