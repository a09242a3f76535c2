/* Edges executed and operands compared, from clang's sanitizer-coverage instrumentation. */
#ifndef HR_RUNTIME_COVERAGE_H
#define HR_RUNTIME_COVERAGE_H

#include "runtime/state.h"

uint32_t hr_coverage_edge_count(void);

/* The counters' own memory: it lies in the unit's writable segment and must not be restored. */
uint32_t hr_coverage_ranges(struct hr_range *out, uint32_t most);

/* Sets all counters to zero, without looking. */
void hr_coverage_clear(void);

/* Looks at the counters and sets them to zero: how many edges were executed, and which for the first time in this process. Numbers of new
 * edges go to `fresh` (at most `most`), all of them to `all` when that is not NULL. Without `counts` they stay new for the next time. */
struct hr_coverage_harvest {
	uint32_t executed;
	uint32_t fresh_count; /* also beyond `most` */
	uint32_t all_count;
};
struct hr_coverage_harvest hr_coverage_collect(uint32_t *fresh, uint32_t most, uint32_t *all, uint32_t most_all,
					       bool counts);

/* The program counter of an edge, relative to the unit; what the edge list of a result is turned into places with. */
uint64_t hr_coverage_pc(uint32_t edge);

/* Comparisons are recorded while this is on. */
void hr_comparisons_record(bool on);
const struct hr_wire_comparison *hr_comparisons(uint32_t *count, bool *truncated);

/* Records a comparison of bytes, made by a gate function (strcmp, memcmp, …). `pc` is the return address into the unit. */
void hr_comparison_bytes(const void *left, size_t left_size, const void *right, size_t right_size, void *pc);

/* Records what a gate function looked for among bytes and did not find (memchr, strcspn, …): each of the first bytes of `wanted` as compared with the last one of `text`, and with
 * each of a text that is short: that may be the set, and what is looked for a byte of the input. */
void hr_comparison_search(const char *text, size_t size, const char *wanted, size_t wanted_size, void *pc);

#endif
