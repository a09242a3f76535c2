/* Which stores can be seen where: ways through a function that do not overwrite them. Private to the analysis of memory. */
#ifndef HR_ANALYSIS_MEMORY_ORDER_H
#define HR_ANALYSIS_MEMORY_ORDER_H

#include "ir/code.h"

#define HR_AT_ENTRY (UINT32_MAX - 1)  /* instead of an instruction: what was there at the entry */
#define HR_AT_RETURN (UINT32_MAX - 2) /* any return */

/* A place in memory that is known by the value it is computed from. */
struct hr_spot {
	bool is_known;
	bool is_variable;
	uint32_t base; /* variable or value */
	int64_t bytes;
};

struct hr_order;

/* NULL for a function that is too large. Blocks that are not reached do not count. */
struct hr_order *hr_order_new(const struct hr_code_function *function, const bool *is_reached);
void hr_order_free(struct hr_order *order); /* NULL is fine */

/* Where a pointer points to. */
struct hr_spot hr_order_spot(const struct hr_code_function *function, uint32_t pointer);

/* True when there is a way from behind `from` to `to` on which the spot (when it is known) is not overwritten. */
bool hr_order_lasts(struct hr_order *order, uint32_t from, uint32_t to, struct hr_spot spot);

/* True when something is stored to the spot anywhere. */
bool hr_order_is_stored(const struct hr_order *order, struct hr_spot spot);

#endif
