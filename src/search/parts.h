/* The parts of the guided strategy: each can be switched off, and each is told what the chains that it contributed to found. */
#ifndef HR_SEARCH_PARTS_H
#define HR_SEARCH_PARTS_H

#include <stdbool.h>
#include <stdint.h>

enum hr_part {
	HR_PART_CONSTANTS, /* constants of the code, near the operation above all, and what was compared at run time */
	HR_PART_IMPURITY,  /* literals that differ a little from earlier ones; changing an object before it is used */
	HR_PART_ELEPHANT,  /* values by their exact run-time type */
	HR_PART_DETECTIVE, /* what no operation of the unit yields, from elsewhere */
	HR_PART_ORIENTEERING, /* cheap chains first */
	HR_PART_BLOODHOUND,   /* operations that lead to what nobody executed yet */
	HR_PART_COUNT
};

/* A set of parts has bit n for part n. */
#define HR_PARTS_ALL ((1u << HR_PART_COUNT) - 1)

/* Those that are on unless somebody says otherwise. Orienteering and bloodhound are not: without them as much or more was covered, on most libraries that were tried (the figures are in
 * bench/results/ablation.md). */
#define HR_PARTS_DEFAULT (HR_PARTS_ALL & ~(1u << HR_PART_ORIENTEERING | 1u << HR_PART_BLOODHOUND))

static inline bool hr_parts_have(unsigned parts, enum hr_part part)
{
	return parts >> part & 1;
}

/* What came of the chains that a part had a hand in. A chain counts for each of its parts. */
struct hr_part_counts {
	uint64_t chains;
	uint64_t finders; /* that executed new edges */
	uint64_t edges;   /* those */
};

/* "constants", … */
const char *hr_part_name(enum hr_part part);

/* Reads "all", "none", or names with commas between; names with a '-' before them are taken from the usual ones (HR_PARTS_DEFAULT). False: `*unknown` is where it is no such name. */
bool hr_parts_read(unsigned *out, const char *text, const char **unknown);

#endif
