/* The library of the command line as a model, with what its code proves. */
#ifndef HR_APP_ANALYSE_H
#define HR_APP_ANALYSE_H

#include "analysis/facts.h"
#include "frontend/frontend.h"

/* All zero is a valid, empty one. */
struct hr_app_library {
	struct hr_model *model;
	struct hr_recipe recipe;
	struct hr_code *code;   /* NULL: not asked for, or there is none */
	struct hr_facts *facts; /* alike */
	const char *directory;  /* the current one, for places; lives in the recipe's arena */
};

/* Reads headers and sources; with `with_code` also looks into the code of sources and headers, which makes claims stronger. Code that
 * cannot be analysed is no failure: a note of the model tells. Progress on a terminal. */
int hr_app_library_read(struct hr_app_library *out, struct hr_input *input, bool with_code, struct hr_error *error);
void hr_app_library_release(struct hr_app_library *library);

#endif
