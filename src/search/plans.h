/* Plans: for each operation, where its arguments come from. Derived from the model, and made anew when that changes. */
#ifndef HR_SEARCH_PLANS_H
#define HR_SEARCH_PLANS_H

#include "analysis/facts.h"
#include "search/classes.h"

enum hr_supply {
	HR_SUPPLY_LITERAL, /* made on the spot */
	HR_SUPPLY_VALUE,   /* a handle: only an earlier value will do */
	HR_SUPPLY_OBJECT,  /* a struct of the caller's that is in order: an earlier value or a fresh one */
	HR_SUPPLY_RAW,     /* a fresh struct of the caller's, which this operation sets up */
	HR_SUPPLY_SLOT,    /* a fresh object for one value that comes out; for INOUT with something in it */
	HR_SUPPLY_ROOM,    /* a fresh buffer to write to */
	HR_SUPPLY_EXTENT,  /* a number that tells how long another argument is */
	HR_SUPPLY_COUNT
};

/* Two fields of a struct that the caller sets together: a buffer and how many bytes it has. */
struct hr_feed {
	size_t buffer, number; /* fields */
	bool is_output;        /* the unit writes to it */
};

struct hr_parameter_plan {
	enum hr_supply supply;
	uint32_t class;            /* of the argument */
	uint32_t slot_class;       /* SLOT: of what comes out; HR_NO_CLASS: nothing to go on with */
	struct hr_type_ref target; /* pointers: what they point to, typedefs and all */
	bool consumes;
	bool ends; /* the object's life, now */
	bool keeps;
	bool is_const;      /* what it points to */
	bool by_pointer;    /* EXTENT: behind a pointer */
	bool has_extent;    /* another parameter tells how long it is */
	int64_t least_room; /* bytes that the code is proved to use; 0: not known */
	bool has_range;     /* numbers: those that the code does not refuse at once, from `least` to `most` */
	int64_t least, most;
	int64_t checked_room; /* the largest number that the code compares its length or capacity with; 0: none */
	/* Objects of the caller's that several operations can set up: those that speak of the same thing as this one, by their names. NULL: any. */
	const bool *set_up_by; /* by operation */
	/* Objects of the caller's that input and output go through (z_stream): what has to be set before a call. */
	const struct hr_feed *feeds;
	size_t feed_count;
	bool takes_bulk; /* bytes that are only read, with a number that tells how many: may be much (arguments_bulk.c) */
	bool takes_objects;    /* `void *` that is kept and, as the code shows, not looked into: any object will do */
	const size_t *publics; /* VALUE, OBJECT: public variables of the unit that will do */
	size_t public_count;
	bool is_system_data; /* VALUE: a struct of the system's that the caller can fill in, where there is no other */
	bool has_spans;      /* other parameters lead into the memory that this one is given: ends, places */
	int span_of;         /* parameter into whose memory this one leads; -1: none */
	int counts;          /* elements of another parameter, which the call takes over; -1: none */
};

struct hr_plan {
	bool is_possible; /* callable, and no parameter is beyond us */
	bool has_handles; /* some parameter is VALUE, OBJECT or RAW */
	bool uses_globals;
	bool sets_globals;
	bool takes_bulk; /* some parameter does */
	int receiver;    /* parameter; -1: none */
	int initialises; /* parameter; -1: none */
	bool yields;
	uint32_t result_class; /* HR_NO_CLASS: void, or of no use */
	struct hr_parameter_plan *parameters;
};

struct hr_plans {
	struct hr_arena arena;
	HR_VEC(struct hr_plan) list; /* by operation */
};

/* `facts` may be NULL. */
void hr_plans_make(struct hr_plans *plans, const struct hr_model *model, const struct hr_classes *classes,
		   const struct hr_facts *facts);
void hr_plans_release(struct hr_plans *plans);

#endif
