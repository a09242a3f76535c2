/* One test's looks, between finding them (looks_find.c), writing them as statements (looks_add.c) and choosing (looks.c). */
#ifndef HR_SUITE_LOOKS_INTERNAL_H
#define HR_SUITE_LOOKS_INTERNAL_H

#include "suite/looks.h"
#include "suite/parts.h"

enum { HR_LOOK_ARGUMENTS = 6, HR_LOOK_CANDIDATES = 64, HR_LOOK_ROOM = 64 };

/* What an observer is given for a parameter. */
enum hr_look_argument_kind {
	HR_LOOK_OBJECT, /* what is looked at */
	HR_LOOK_SAME,   /* what the focus was given: argument `of` of it */
	HR_LOOK_VARIABLE, /* the address of a fresh variable to be filled in: a number, or a pointer that leads somewhere */
	HR_LOOK_BUFFER,   /* fresh bytes, HR_LOOK_ROOM of them */
	HR_LOOK_CAPACITY, /* how many these are */
};

struct hr_look_argument {
	enum hr_look_argument_kind kind;
	size_t of;
};

/* What looks at one value: an observer, or a part; or two: a part that is a pointer, and what is behind it. */
struct hr_look {
	size_t value;
	size_t operation; /* (size_t)-1: a part */
	struct hr_look_argument arguments[HR_LOOK_ARGUMENTS];
	bool is_owned; /* what the operation yields has to be given back */
	struct hr_part part;
	struct hr_part behind; /* of what the part points to; the path is NULL: the part itself is looked at */
};

typedef HR_VEC(struct hr_look) hr_looks;

/* Where the statements of a look stand: it shows something from `shows` on. */
struct hr_look_place {
	size_t first, shows, end;
};

/* ---- looks_find.c ---- */

/* Appends all looks at objects that the focus of a test names or yields, at most HR_LOOK_CANDIDATES; paths are in the arena. */
void hr_looks_find(hr_looks *out, struct hr_arena *arena, const struct hr_selected *test,
		   const struct hr_look_options *options);

/* Whether an observer is given more than the object. */
bool hr_look_has_arguments(const struct hr_model *model, const struct hr_look *look);

/* Whether it reads a pointer that the focus was given the address of. */
bool hr_look_is_variable(const struct hr_look *look);

/* ---- looks_add.c ---- */

/* The test with these looks behind its focus; with `is_before` only what comes before the focus, then the looks. `places` gets where each of them stands. */
struct hr_sequence *hr_looks_add(struct hr_look_place *places, const struct hr_selected *test,
				 const struct hr_look *looks, size_t count, bool is_before);

#endif
