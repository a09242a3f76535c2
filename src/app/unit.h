/* A unit, from the command line to workers that run it: what replay, gen and later commands begin with. */
#ifndef HR_APP_UNIT_H
#define HR_APP_UNIT_H

#include "app/analyse.h"
#include "build/build.h"
#include "exec/exec.h"
#include "frontend/frontend.h"

struct hr_app_unit {
	struct hr_model *model;
	struct hr_recipe recipe;
	struct hr_callables callables;
	struct hr_built built;
	struct hr_workers *workers;
};

/* All zero is a valid, empty unit. */
void hr_app_unit_release(struct hr_app_unit *unit);

/* Reads headers and sources into the model, with roles and sources of values. Progress on a terminal. */
int hr_app_unit_read(struct hr_app_unit *unit, struct hr_input *input, struct hr_error *error);

/* Makes a unit of a library that was read (app/analyse.h): takes its model and recipe; facts and code stay there. */
void hr_app_unit_take(struct hr_app_unit *unit, struct hr_app_library *library);

/* Builds the search flavour, with progress on a terminal. */
int hr_app_unit_build(struct hr_app_unit *unit, struct hr_error *error);

/* Starts workers on it; `options->unit` is filled in. Layers of the fence that are missing are told, in one line on standard error. */
int hr_app_unit_start(struct hr_app_unit *unit, struct hr_workers_options *options, struct hr_error *error);

/* Where a program that is linked with the unit may read: `directory`, where it was compiled, and where the libraries are. NULL-terminated; paths live in `arena`. */
void hr_app_unit_readable(hr_recipe_strings *out, const struct hr_app_unit *unit, const char *directory,
			  struct hr_arena *arena);

#endif
