/* What the files that find arguments share: arguments.c (the call as a whole), arguments_values.c (handles from the chain and the pool), arguments_objects.c (fresh objects and
 * buffers), arguments_tables.c (arrays of objects), arguments_literals.c (literals, numbers that tell how long something is). */
#ifndef HR_SEARCH_ARGUMENTS_H
#define HR_SEARCH_ARGUMENTS_H

#include "search/making.h"

enum { HR_MOST_PARAMETERS = 32 };

/* A call whose arguments are being found. */
struct hr_filling {
	struct hr_making *making;
	struct hr_search *search;
	const struct hr_operation *operation;
	const struct hr_plan *plan;
	size_t index; /* of the operation */
	struct hr_operand *operands;
	uint32_t arguments[HR_MOST_PARAMETERS]; /* working values; HR_NOBODY: others */
	uint32_t inside[HR_MOST_PARAMETERS];    /* a value in a slot that the call replaces or ends; HR_NOBODY: none */
	int64_t extents[HR_MOST_PARAMETERS];    /* elements; -1: not known */
	size_t current;                         /* parameter that is being filled */
	const struct hr_operand *again;         /* of an earlier call whose literals are passed again; NULL: none */
	size_t again_count;
	uint32_t used[2 * HR_MOST_PARAMETERS + 8];
	size_t used_count;
	size_t bulk;     /* so many bytes go in; 0: as many as there happen to be */
	bool has_table;  /* what it uses beside its arguments stands in a table */
	bool ends_table; /* and its life ends with the call */
};

static inline bool hr_filling_chance(const struct hr_filling *filling, unsigned percent)
{
	return hr_random_below(filling->making->random, 100) < percent;
}

static inline void hr_filling_set_value(const struct hr_filling *filling, struct hr_operand *out, uint32_t value)
{
	out->kind = HR_OPERAND_VALUE;
	out->value = filling->making->values.data[value].number;
}

/* ---- arguments_values.c ---- */

/* A value among those of the chain, or from the pool; it counts as used by the call. HR_NOBODY: there is none. */
uint32_t hr_filling_find(struct hr_filling *filling, struct hr_demand *demand, bool may_be_used);

struct hr_demand hr_filling_demand(const struct hr_filling *filling, const struct hr_parameter_plan *parameter);
bool hr_filling_may_be_twice(const struct hr_filling *filling);
void hr_filling_use(struct hr_filling *filling, uint32_t value);

/* The current parameter, from each source; false: there is nothing. */
bool hr_fill_value(struct hr_filling *filling, struct hr_operand *out, const struct hr_item *param,
		   const struct hr_parameter_plan *parameter);

/* Now and then any object of the unit, where the code keeps a pointer and does not look behind it. */
bool hr_fill_any_object(struct hr_filling *filling, struct hr_operand *out, const struct hr_parameter_plan *parameter);

/* ---- arguments_objects.c ---- */

bool hr_fill_raw(struct hr_filling *filling, struct hr_operand *out, const struct hr_parameter_plan *parameter);
bool hr_fill_object(struct hr_filling *filling, struct hr_operand *out, const struct hr_item *param,
		    const struct hr_parameter_plan *parameter);
/* A struct of the caller's from its fields. */
bool hr_fill_fresh(struct hr_filling *filling, struct hr_operand *out, const struct hr_item *param,
		   const struct hr_parameter_plan *parameter);
bool hr_fill_slot(struct hr_filling *filling, struct hr_operand *out, const struct hr_item *param,
		  const struct hr_parameter_plan *parameter);
bool hr_fill_room(struct hr_filling *filling, struct hr_operand *out, const struct hr_item *param,
		  const struct hr_parameter_plan *parameter);

/* In bytes: what the code is proved to use where nobody tells how much there is, what a rule asks for, what runs taught. */
int64_t hr_least_room(const struct hr_filling *filling, const struct hr_parameter_plan *parameter);

/* A number in memory of the caller's, passed by its address. */
void hr_pass_number(struct hr_filling *filling, struct hr_operand *out, struct hr_type_ref type, int64_t number);

/* ---- arguments_spans.c ---- */

/* Bytes that others lead into, under a name; and who leads there: to their end, or their beginning. */
bool hr_fill_span_base(struct hr_filling *filling, struct hr_operand *out, const struct hr_item *param,
		       const struct hr_parameter_plan *parameter);
bool hr_fill_span(struct hr_filling *filling, struct hr_operand *out, const struct hr_item *param,
		  const struct hr_parameter_plan *parameter);

/* ---- arguments_public.c ---- */

/* In so many of a hundred calls, where the unit has such objects of its own as public variables: the address of one. */
bool hr_fill_public(const struct hr_filling *filling, struct hr_operand *out, const struct hr_parameter_plan *parameter,
		    unsigned percent);

/* ---- arguments_callbacks.c ---- */

/* Counts the callbacks in a literal of that type, and leaves out fields for which there are none left; false: it is one itself, or there are functions beside objects that they could look
 * into. */
bool hr_take_callbacks(const struct hr_filling *filling, struct hr_operand *operand, struct hr_type_ref type);

/* ---- arguments_bulk.c ---- */

/* How much data goes in this time; 0: as much as there happens to be, which it is mostly. */
size_t hr_bulk_draw(const struct hr_filling *filling);

/* Makes the operand so much of it. */
void hr_bulk_set(const struct hr_filling *filling, struct hr_operand *out, size_t size);

/* The current parameter, if it is one and the call is to have much; false: it is filled otherwise. */
bool hr_fill_bulk(struct hr_filling *filling, struct hr_operand *out);

/* Room for what comes out of so much. */
int64_t hr_bulk_room(size_t bulk);

/* ---- arguments_tables.c ---- */

/* Whether the parameter takes a table of objects that can be filled. */
bool hr_is_table(const struct hr_filling *filling, const struct hr_item *param,
		 const struct hr_parameter_plan *parameter);
bool hr_fill_table(struct hr_filling *filling, struct hr_operand *out, const struct hr_parameter_plan *parameter);

/* What becomes of the elements after the call. */
void hr_foresee_elements(struct hr_filling *filling);

/* ---- arguments_literals.c ---- */

struct hr_wish hr_filling_wish(struct hr_filling *filling, const struct hr_item *item);

bool hr_fill_literal(struct hr_filling *filling, struct hr_operand *out, const struct hr_item *param,
		     const struct hr_parameter_plan *parameter);
bool hr_fill_extent(struct hr_filling *filling, struct hr_operand *out, const struct hr_item *param,
		    const struct hr_parameter_plan *parameter);

#endif
