/* Numbers and pointers as ranges: what is known of a value on a path. A pointer is a number too; NULL is 0. */
#ifndef HR_ANALYSIS_RANGES_H
#define HR_ANALYSIS_RANGES_H

#include "ir/code.h"

struct hr_range {
	int64_t low; /* low > high: no value at all, the path cannot be taken */
	int64_t high;
	bool is_nonzero;
	uint64_t
		null_of; /* parameters of the function that are NULL here, and that it was made from: bit n for parameter n */
};

struct hr_range hr_range_all(void);
struct hr_range hr_range_none(void);
struct hr_range hr_range_number(int64_t number);
struct hr_range hr_range_nonzero(void);
bool hr_range_is_none(const struct hr_range *range);
bool hr_range_is_number(const struct hr_range *range, int64_t *number); /* exactly one */
bool hr_range_is_null(const struct hr_range *range);
bool hr_range_is_nonzero(const struct hr_range *range);
bool hr_range_equal(const struct hr_range *a, const struct hr_range *b);
struct hr_range hr_range_join(struct hr_range a, struct hr_range b); /* of either */
struct hr_range hr_range_meet(struct hr_range a, struct hr_range b); /* of both; `null_of` is that of a */

/* 1, 0, or -1 when it cannot be told. */
int hr_range_compare(enum hr_compared comparison, const struct hr_range *left, const struct hr_range *right);

/* `left` when it compares so with `right`. */
struct hr_range hr_range_refine(struct hr_range left, enum hr_compared comparison, const struct hr_range *right);

struct hr_range hr_range_binary(enum hr_binary binary, const struct hr_range *left, const struct hr_range *right,
				unsigned bits);
struct hr_range hr_range_cast(enum hr_cast cast, const struct hr_range *range, unsigned from, unsigned to);

#endif
