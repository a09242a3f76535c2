/* A unit, from the command line to workers that run it. */
#include "app/unit.h"

#include "app/arguments.h"
#include "roles/roles.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

void hr_app_unit_release(struct hr_app_unit *unit)
{
	hr_workers_stop(unit->workers);
	hr_built_release(&unit->built);
	hr_callables_release(&unit->callables);
	hr_recipe_release(&unit->recipe);
	hr_model_free(unit->model);
	memset(unit, 0, sizeof *unit);
}

int hr_app_unit_read(struct hr_app_unit *unit, struct hr_input *input, struct hr_error *error)
{
	hr_input_show_progress(input);
	input->recipe = &unit->recipe;
	int status = hr_frontend_read(&unit->model, input, error);
	hr_progress_clear();
	if (status)
		return status;
	hr_roles_infer(unit->model);
	hr_roles_find_sources(unit->model);
	hr_callables_list(&unit->callables, unit->model);
	return 0;
}

static void show_build(void *context, size_t done, size_t total, const char *what)
{
	(void)context;
	fprintf(stderr, "\r\033[Kbuilding %zu/%zu %s", done, total, what);
	fflush(stderr);
}

int hr_app_unit_build(struct hr_app_unit *unit, struct hr_error *error)
{
	struct hr_build_options options = { .flavour = HR_FLAVOUR_SEARCH };
	if (isatty(STDERR_FILENO) == 1)
		options.progress = show_build;
	int status = hr_build(&unit->built, unit->model, &unit->recipe, &unit->callables, &options, error);
	hr_progress_clear();
	return status;
}

int hr_app_unit_start(struct hr_app_unit *unit, struct hr_workers_options *options, struct hr_error *error)
{
	options->unit = unit->built.object;
	return hr_workers_start(&unit->workers, options, error);
}
