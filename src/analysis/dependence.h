/* The dependence graph of a unit: which operation requires which types of objects and numbers, and which it provides.
 *
 * An operation provides a type by its result, by what it fills, and by every object that it is given and leaves alive: in another state, perhaps. What a
 * parameter that is not written through (safe or read-only) provides is no news; without it the graph is purified. Every edge that
 * provides something is an entry of the function set that trees of calls are built from. Types that no operation requires are of no interest; destroyers
 * provide nothing, and are not in the graph. */
#ifndef HR_ANALYSIS_DEPENDENCE_H
#define HR_ANALYSIS_DEPENDENCE_H

#include "analysis/facts.h"
#include "model/model.h"

#define HR_ITEM_RESULT (-1)

struct hr_dependence_edge {
	size_t operation;
	size_t type;
	int item;           /* parameter, or HR_ITEM_RESULT */
	bool is_irrelevant; /* provided, but not changed: not in the purified graph */
};

struct hr_dependence {
	HR_VEC(struct hr_dependence_edge) provided;
	HR_VEC(struct hr_dependence_edge) required;
};

/* Of all callable operations. `facts` may be NULL: then only what is const counts as not written. The caller releases. */
void hr_dependence_find(struct hr_dependence *out, const struct hr_model *model, const struct hr_facts *facts);
void hr_dependence_release(struct hr_dependence *dependence);

/* Entries of the purified function set. */
size_t hr_dependence_relevant(const struct hr_dependence *dependence);

/* "receiver", "parameter 2" or "return". */
void hr_dependence_label(struct hr_strbuf *out, const struct hr_model *model, const struct hr_dependence_edge *edge);

#endif
