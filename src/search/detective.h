/* The detective: values of classes that no operation yields, found elsewhere. Leads are followed only when something is wanted and not there; what they lead to is kept in a pool
 * of its own until it has proved useful. */
#ifndef HR_SEARCH_DETECTIVE_H
#define HR_SEARCH_DETECTIVE_H

#include "search/plans.h"

/* A public field of an object that can be had, which points to what is wanted. */
struct hr_lead {
	uint32_t wanted; /* class */
	uint32_t from;   /* class of the object: a pointer to a struct, or a struct by value */
	bool through;    /* a pointer */
	bool is_const;   /* what it points to */
	int64_t offset;  /* bytes */
	struct hr_type_ref type;
	const char *text; /* ".buffer", ".head.buffer" */
};

struct hr_leads {
	struct hr_arena arena;
	HR_VEC(struct hr_lead) list;
};

/* Anew, for parameters that take a value of a class without makers. */
void hr_leads_find(struct hr_leads *leads, const struct hr_model *model, const struct hr_classes *classes,
		   const struct hr_plans *plans);
void hr_leads_release(struct hr_leads *leads);

struct hr_making;

/* Appends a statement that reads a value of the class from something in the chain or the pool, to be known when the chain has run. False: there is no lead, or
 * nothing to follow it from; `*from` is then a class that is lacking for it, or HR_NO_CLASS. */
bool hr_detect(struct hr_making *making, uint32_t class, uint32_t *from);

#endif
