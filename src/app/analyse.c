/* The library of the command line as a model, with what its code proves. */
#include "app/analyse.h"

#include "analysis/claims.h"
#include "app/arguments.h"
#include "app/extras.h"
#include "build/build.h"
#include "roles/roles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void show_build(void *context, size_t done, size_t total, const char *what)
{
	(void)context;
	fprintf(stderr, "\r\033[Kreading code %zu/%zu %s", done, total, what);
	fflush(stderr);
}

static bool has_code(const struct hr_app_library *library)
{
	if (library->recipe.sources.count)
		return true;
	for (size_t i = 0; i < library->model->operations.count; i++)
		if (library->model->operations.data[i].form == HR_FORM_INLINE ||
		    library->model->operations.data[i].definition == HR_DEFINED_HEADER)
			return true;
	return false;
}

static int read_code(struct hr_app_library *library, struct hr_error *error)
{
	struct hr_build_options options = { .flavour = HR_FLAVOUR_ANALYSIS };
	struct hr_built built;

	if (isatty(STDERR_FILENO) == 1)
		options.progress = show_build;
	int status = hr_build(&built, library->model, &library->recipe, NULL, &options, error);
	if (status) {
		hr_progress_clear();
		return status;
	}
	if (options.progress)
		show_build(NULL, built.total, built.total, "all together");
	status = hr_code_read(&library->code, built.bitcode.data, built.bitcode.count, NULL, error);
	hr_built_release(&built);
	if (!status)
		library->facts = hr_facts_find(library->code);
	hr_progress_clear();
	return status;
}

/* What goes wrong here costs evidence, and nothing else. */
static void analyse(struct hr_app_library *library)
{
	struct hr_error error = HR_ERROR_INIT;

	if (read_code(library, &error))
		hr_vec_push(&library->model->notes,
			    hr_arena_printf(&library->model->arena, "the code was not looked into: %s",
					    error.message.data));
	hr_error_release(&error);
}

/* Of fields twice where there is code: what a struct is for is told by what the operations do with it, and that may be known from the code alone, which has a say in it once the names, the types and the
 * documentation had theirs. */
static void infer(struct hr_app_library *library, const struct hr_claim_options *options)
{
	if (library->facts)
		hr_facts_claim(library->model, library->facts, options);
	hr_roles_infer(library->model);
	if (!library->facts)
		return;
	hr_facts_settle(library->model, library->facts, options);
	hr_model_drop_field_claims(library->model,
				   HR_SOURCE_LEARNED); /* what the code said of them was said to the first guess */
	hr_roles_infer_fields(library->model);
	hr_facts_settle_fields(library->model, library->facts, options);
}

int hr_app_library_read(struct hr_app_library *out, struct hr_input *input, bool with_code, struct hr_error *error)
{
	char *directory = getcwd(NULL, 0);
	struct hr_claim_options options = { 0 };

	hr_input_show_progress(input);
	input->recipe = &out->recipe;
	int status = hr_frontend_read(&out->model, input, error);
	hr_progress_clear();
	if (!status && input->with)
		status = hr_extras_claim(out->model, input->with, error);
	if (!status) {
		options.directory = out->directory = directory ? hr_arena_strdup(&out->recipe.arena, directory) : NULL;
		if (with_code && has_code(out))
			analyse(out);
		infer(out, &options);
		if (input->with)
			hr_extras_apply(out->model, &out->recipe);
		hr_roles_find_sources(out->model);
	}
	free(directory);
	return status;
}

void hr_app_library_release(struct hr_app_library *library)
{
	hr_facts_free(library->facts);
	hr_code_free(library->code);
	hr_recipe_release(&library->recipe);
	hr_model_free(library->model);
	memset(library, 0, sizeof *library);
}
