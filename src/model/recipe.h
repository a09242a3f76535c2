/* How the unit is compiled: what the front end found out about flags, for the stages that build it. */
#ifndef HR_MODEL_RECIPE_H
#define HR_MODEL_RECIPE_H

#include "base/arena.h"
#include "base/vec.h"

typedef HR_VEC(const char *) hr_recipe_strings;

struct hr_recipe_source {
	const char *path;        /* absolute */
	hr_recipe_strings flags; /* the user's own that change its meaning; paths in them are absolute */
};

struct hr_recipe {
	struct hr_arena arena; /* owns all strings */
	const char *prologue;  /* C text that includes the public headers; ends with a newline */
	hr_recipe_strings header_flags;
	hr_recipe_strings link_flags; /* -l… -L… and objects, archives, shared objects by absolute path */
	HR_VEC(struct hr_recipe_source) sources;
};

/* What C was before 1999 and gcc still takes, with a warning: no error for clang, either. Functions without a declaration stay one: what they return would be cut to an int, where
 * the library's own build has a -D that declares them. */
#define HR_OLD_C_FLAGS                                                                                            \
	"-Wno-error=implicit-int", "-Wno-error=int-conversion", "-Wno-error=incompatible-function-pointer-types", \
		"-Wno-error=return-mismatch"

#define HR_RECIPE_INIT { .arena = HR_ARENA_INIT }

void hr_recipe_release(struct hr_recipe *recipe); /* the recipe is empty and usable again */

#endif
