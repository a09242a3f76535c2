/* The unit's constants, for whoever makes values: all of them together with the names that headers give them, and those that matter to one function. */
#ifndef HR_ANALYSIS_CONSTANTS_H
#define HR_ANALYSIS_CONSTANTS_H

#include "analysis/facts.h"
#include "model/model.h"

/* A value, once, wherever it is used. */
struct hr_mined {
	enum hr_literal_kind kind;
	int64_t number;
	double real;
	const char *text; /* with `length` bytes */
	size_t length;
	unsigned uses;  /* bit n: enum hr_literal_use n; 0: only in the headers */
	size_t count;   /* in how many functions and tables */
	double weight;  /* as in struct hr_literal; of what is only in the headers: the least of all */
	size_t literal; /* the first of them, or SIZE_MAX */
	/* names of the headers' constants that have this value: slice of the list's `names`, indices of the model's constants */
	size_t names, name_count;
};

struct hr_mined_list {
	HR_VEC(struct hr_mined) items; /* heaviest first */
	HR_VEC(size_t) names;
};

/* `model` may be NULL. Texts live as long as the facts and the model. */
void hr_constants_merge(struct hr_mined_list *out, const struct hr_facts *facts, const struct hr_model *model);
void hr_constants_release(struct hr_mined_list *list);

/* A literal and how many calls it is away from a function; one in a table counts for the functions that use the table. */
struct hr_near {
	uint32_t literal;
	uint32_t distance;
};

typedef HR_VEC(struct hr_near) hr_nearby;

/* All literals of functions that `function` can reach, the nearest first; the caller releases the vector. */
void hr_constants_near(hr_nearby *out, const struct hr_facts *facts, uint32_t function);

#endif
