/* A unit, from the command line to workers that run it. */
#include "app/unit.h"

#include "app/arguments.h"
#include "app/extras.h"
#include "base/file.h"
#include "build/find_library.h"
#include "fence/fence.h"
#include "roles/roles.h"

#include <stdio.h>
#include <stdlib.h>
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
	if (!status && input->with)
		status = hr_extras_claim(unit->model, input->with, error);
	if (status)
		return status;
	hr_roles_infer(unit->model);
	if (input->with)
		hr_extras_apply(unit->model, &unit->recipe);
	hr_roles_find_sources(unit->model);
	hr_callables_list(&unit->callables, unit->model);
	return 0;
}

void hr_app_unit_take(struct hr_app_unit *unit, struct hr_app_library *library)
{
	unit->model = library->model;
	unit->recipe = library->recipe;
	library->model = NULL;
	memset(&library->recipe, 0, sizeof library->recipe);
	hr_callables_list(&unit->callables, unit->model);
}

static void show_build(void *context, size_t done, size_t total, const char *what)
{
	(void)context;
	fprintf(stderr, "\r\033[Kbuilding %zu/%zu %s", done, total, what);
	fflush(stderr);
}

enum { MOST_NAMES = 5 };

/* "'a', 'b' and 3 more" */
static void list_names(struct hr_strbuf *out, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count && i < MOST_NAMES; i++)
		hr_strbuf_addf(out, "%s'%s'", !i ? "" : i + 1 == count ? " and " : ", ", names[i]);
	if (count > MOST_NAMES)
		hr_strbuf_addf(out, " and %zu more", count - MOST_NAMES);
}

/* ": 'a' and 'b' …", and where they are, as far as a library that is installed has them. */
static void tell_undefined(struct hr_strbuf *out, const char *const *names, size_t count)
{
	struct hr_arena arena = HR_ARENA_INIT;
	hr_found_libraries found = HR_VEC_INIT;
	hr_strbuf_addstr(out, "note: neither the sources nor the libraries define ");
	list_names(out, names, count);
	hr_strbuf_addstr(out, ": calls that come there are refused\n");
	hr_find_libraries(&found, names, count, NULL, &arena);
	for (size_t i = 0; i < found.count; i++)
		hr_strbuf_addf(out, "%s-l%s", i ? " " : "hint: add ", found.data[i].name);
	if (found.count)
		hr_strbuf_addstr(
			out, found.count == 1
				     ? " behind '--': a library of that name has what is missing, or some of it\n"
				     : " behind '--': libraries of these names have what is missing, or some of it\n");
	hr_vec_release(&found);
	hr_arena_release(&arena);
}

/* What the user should know about the unit: what is not part of it, and what cannot be called. */
static void tell_build(const struct hr_built *built)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	HR_VEC(const char *) names = HR_VEC_INIT;
	for (size_t i = 0; i < built->left_out.count; i++)
		hr_vec_push(&names, hr_path_name(built->left_out.data[i]));
	if (names.count) {
		hr_strbuf_addstr(&text, "note: not part of the library, as they define main or serve those that do: ");
		list_names(&text, names.data, names.count);
		hr_strbuf_addch(&text, '\n');
	}
	hr_vec_clear(&names);
	size_t others = 0;
	for (size_t i = 0; i < built->refused.count; i++) {
		if (!strstr(built->refused.data[i], ": "))
			hr_vec_push(&names, built->refused.data[i]);
		else if (others++ < MOST_NAMES)
			hr_strbuf_addf(&text, "note: %s\n", built->refused.data[i]);
	}
	if (others > MOST_NAMES)
		hr_strbuf_addf(&text, "note: and %zu more of the kind\n", others - MOST_NAMES);
	/* what the C library has is not missing: it is none of the functions that are the same every time (src/wire/gate_*.def) */
	HR_VEC(const char *) known = HR_VEC_INIT;
	size_t kept = 0;
	for (size_t i = 0; i < names.count; i++)
		if (hr_c_library_has(names.data[i]))
			hr_vec_push(&known, names.data[i]);
		else
			names.data[kept++] = names.data[i];
	names.count = kept;
	if (known.count) {
		hr_strbuf_addstr(&text, "note: the C library's ");
		list_names(&text, known.data, known.count);
		hr_strbuf_addf(&text, " %s not let through: calls that come there are refused\n",
			       known.count == 1 ? "is" : "are");
	}
	if (names.count)
		tell_undefined(&text, names.data, names.count);
	fputs(text.data, stderr);
	hr_vec_release(&known);
	hr_vec_release(&names);
	hr_strbuf_release(&text);
}

static bool is_refused(const struct hr_built *built, const char *name)
{
	for (size_t i = 0; i < built->refused.count; i++)
		if (strcmp(built->refused.data[i], name) == 0)
			return true;
	return false;
}

/* Without sources there has to be a library, or nothing can be called. */
static int check_defined(const struct hr_app_unit *unit, struct hr_error *error)
{
	const struct hr_model *model = unit->model;
	bool from_library = false;
	bool is_missing = false;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		if (operation->form == HR_FORM_MACRO)
			continue;
		if (operation->definition == HR_DEFINED_NOWHERE || is_refused(&unit->built, operation->name))
			is_missing = true;
		else if (operation->definition == HR_DEFINED_LIBRARY)
			from_library = true;
		else
			return 0;
	}
	if (from_library)
		fputs("note: without its sources the library runs unchecked: errors inside it show only as crashes, and its "
		      "branches are not counted\n",
		      stderr);
	if (from_library || !is_missing)
		return 0;
	hr_fail(error, HR_ERROR_INPUT, "nothing defines the functions that the headers declare");
	hr_strbuf_addstr(&error->hint, "name the library's sources; or the library itself after '--', as in -- -lNAME");
	return -1;
}

/* Variables whose address the unit does not have. */
static void mark_missing(struct hr_model *model, const struct hr_built *built)
{
	for (size_t i = 0; i < model->variables.count; i++) {
		struct hr_variable *variable = &model->variables.data[i];
		size_t length = strlen(variable->name);
		for (size_t k = 0; k < built->refused.count && !variable->is_missing; k++) {
			/* a name, or "'name': why" */
			const char *it = built->refused.data[k];
			it += *it == '\'';
			variable->is_missing = strncmp(it, variable->name, length) == 0 &&
					       (!it[length] || it[length] == '\'' || it[length] == ':');
		}
	}
}

int hr_app_unit_build(struct hr_app_unit *unit, struct hr_error *error)
{
	struct hr_build_options options = { .flavour = HR_FLAVOUR_SEARCH };
	if (isatty(STDERR_FILENO) == 1)
		options.progress = show_build;
	int status = hr_build(&unit->built, unit->model, &unit->recipe, &unit->callables, &options, error);
	hr_progress_clear();
	if (!status && !unit->recipe.sources.count)
		status = check_defined(unit, error);
	if (status)
		return status;
	mark_missing(unit->model, &unit->built);
	tell_build(&unit->built);
	return 0;
}

/* One line about the layers of the fence that this machine does not offer. Landlock and mounts stand in for each other, Landlock being more. */
static void tell_fence(unsigned layers)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	unsigned missing = HR_FENCE_ALL & ~layers;
	if (layers & HR_FENCE_LANDLOCK)
		missing &= ~(unsigned)HR_FENCE_MOUNTS;
	for (unsigned layer = 1; layer <= missing; layer <<= 1)
		if (missing & layer)
			hr_strbuf_addf(&text, "%s%s", text.length ? ", " : "", hr_fence_layer_name(layer));
	if (missing)
		fprintf(stderr,
			"harrier: note: not offered here for the fence around the library: %s; 'harrier doctor' tells what that means\n",
			text.data);
	hr_strbuf_release(&text);
}

int hr_app_unit_start(struct hr_app_unit *unit, struct hr_workers_options *options, struct hr_error *error)
{
	options->unit = unit->built.object;
	int status = hr_workers_start(&unit->workers, options, error);
	if (!status)
		tell_fence(hr_workers_fence(unit->workers));
	return status;
}

void hr_app_unit_readable(hr_recipe_strings *out, const struct hr_app_unit *unit, const char *directory,
			  struct hr_arena *arena)
{
	hr_vec_push(out, directory);
	for (size_t i = 0; i < unit->recipe.link_flags.count; i++) {
		const char *flag = unit->recipe.link_flags.data[i];
		if (strncmp(flag, "-L", 2) == 0 && flag[2]) {
			hr_vec_push(out, flag + 2);
		} else if (*flag == '/') {
			char *parent = hr_path_parent(flag);
			hr_vec_push(out, hr_arena_strdup(arena, parent));
			free(parent);
		}
	}
	hr_vec_push(out, NULL);
}
