/* Types as the search sees them: which values can stand for which. A class is a base type and how many pointers deep it is behind; qualifiers and
 * typedefs make no difference, but for typedefs of `void` and `void *` that stand for a handle. */
#ifndef HR_SEARCH_CLASSES_H
#define HR_SEARCH_CLASSES_H

#include "model/model.h"

/* The unit's global variables, as if they were one object that every chain has. */
#define HR_CLASS_GLOBALS 0u
#define HR_NO_CLASS UINT32_MAX

struct hr_value_class {
	size_t base; /* behind typedefs, or a typedef that is a handle; HR_NO_TYPE: the globals */
	unsigned depth;
	bool is_scalar;          /* integers, enums, bool, reals */
	bool is_object;          /* a pointer to a struct, a union or what a handle stands for */
	bool has_makers;         /* operations yield it: as their result, or into a slot */
	hr_indices makers;       /* those, and initialisers */
	hr_indices accepts;      /* classes whose values fit where this one is wanted; itself is the first */
	hr_indices initialisers; /* operations that set up an object of the caller's */
};

struct hr_classes {
	const struct hr_model *model;
	HR_VEC(struct hr_value_class) list;
	uint32_t *of;         /* by type */
	uint32_t *pointer_to; /* by type: of a pointer to it */
};

void hr_classes_init(struct hr_classes *classes, const struct hr_model *model);
void hr_classes_release(struct hr_classes *classes);

/* Finds makers and initialisers anew: kinds or roles changed. */
void hr_classes_relearn(struct hr_classes *classes);

/* HR_NO_CLASS: a type that nobody knows, void, functions. */
uint32_t hr_class_of(const struct hr_classes *classes, struct hr_type_ref type);
uint32_t hr_class_pointer_to(const struct hr_classes *classes, struct hr_type_ref type);

/* A pointer type of the model that has the class, to what may be written; HR_NO_TYPE: it has none. */
struct hr_type_ref hr_class_type(const struct hr_classes *classes, uint32_t class);

/* The parameter through which operation `index` sets up an object of the caller's; -1: it is no initialiser. */
int hr_initialised_parameter(const struct hr_classes *classes, size_t index);

/* A struct or union whose size and members the caller knows, so that he can have one of his own. */
bool hr_is_own_struct(const struct hr_model *model, struct hr_type_ref type);

#endif
