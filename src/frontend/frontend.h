/* From headers, sources and compiler flags to the model: the only folder that knows clang. */
#ifndef HR_FRONTEND_FRONTEND_H
#define HR_FRONTEND_FRONTEND_H

#include "frontend/flags.h"
#include "model/model.h"
#include "model/recipe.h"

/* What the user named. All of it is borrowed for the time of the call. */
struct hr_input {
	hr_strings headers; /* paths, or names that the include directories resolve */
	const char *with;   /* a user's additions, read as the last of the headers; NULL: none */
	hr_strings sources;
	hr_strings trees;     /* directories all of whose headers are public, when reached */
	hr_strings flags;     /* compiler and linker flags */
	const char *database; /* a compile database or its directory; NULL: none */
	/* Told what is being done, for a person who waits; NULL: nobody is told. */
	void (*progress)(void *context, const char *what);
	void *progress_context;
	struct hr_recipe
		*recipe; /* filled with how the unit is compiled; the caller releases it; NULL: not asked for */
};

/* Reads the public API into a fresh model, which the caller owns: types, operations, constants, variables, with their documentation and
 * attributes. Claims are left to later stages. `callable` says of each operation whether its stub compiles and links; the reason is
 * given where it does not. Fails with HR_ERROR_INPUT, the compiler's diagnostics in the details and, where it can be told, what is
 * missing in the hint. */
int hr_frontend_read(struct hr_model **out, const struct hr_input *input, struct hr_error *error);

#endif
