/* Units made of text: files in a temporary directory, read by the front end and built, with the cache beside them. Include after cmocka.h. */
#ifndef HR_TEST_BUILD_BUILDING_H
#define HR_TEST_BUILD_BUILDING_H

#include "base/file.h"
#include "build/build.h"
#include "build/elf_symbols.h"
#include "frontend/frontend.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A unit and what became of it. */
struct unit {
	char *directory;
	struct hr_model *model;
	struct hr_recipe recipe;
	struct hr_callables callables;
	struct hr_build_options options;
	struct hr_built built;
	struct hr_error error;
	struct hr_arena arena;
	hr_elf_symbols symbols; /* of the shared object's dynamic table, after build_fine */
	hr_elf_symbols all;     /* of its full table */
};

static inline int make_unit(void **state)
{
	struct unit *unit = calloc(1, sizeof *unit);
	char *directory = NULL;
	struct hr_error error = HR_ERROR_INIT;

	if (!unit || hr_directory_temporary(&directory, &error) != 0)
		return -1;
	unit->directory = hr_path_real(directory); /* TMPDIR may be a link */
	free(directory);
	unit->error = (struct hr_error)HR_ERROR_INIT;
	unit->options.cache = hr_arena_printf(&unit->arena, "%s/cache", unit->directory);
	*state = unit;
	return 0;
}

static inline void forget_build(struct unit *unit)
{
	hr_built_release(&unit->built);
	hr_vec_release(&unit->symbols);
	hr_vec_release(&unit->all);
}

static inline void forget_model(struct unit *unit)
{
	forget_build(unit);
	hr_callables_release(&unit->callables);
	hr_recipe_release(&unit->recipe);
	hr_model_free(unit->model);
	unit->model = NULL;
}

static inline int drop_unit(void **state)
{
	struct unit *unit = *state;

	forget_model(unit);
	hr_error_release(&unit->error);
	hr_directory_remove(unit->directory);
	hr_arena_release(&unit->arena);
	free(unit->directory);
	free(unit);
	return 0;
}

#define IN_UNIT(test) cmocka_unit_test_setup_teardown(test, make_unit, drop_unit)

static inline const char *path_in(struct unit *unit, const char *name)
{
	return *name == '/' ? name : hr_arena_printf(&unit->arena, "%s/%s", unit->directory, name);
}

static inline void write_in(struct unit *unit, const char *name, const char *text)
{
	char *parent = hr_path_parent(path_in(unit, name));

	mkdir(parent, 0777);
	free(parent);
	assert_int_equal(hr_file_write(path_in(unit, name), text, strlen(text), &unit->error), 0);
}

/* Reads "unit.h" with sources and flags, words with blanks between them. */
static inline int read_unit(struct unit *unit, const char *sources, const char *flags)
{
	struct hr_input input = { .recipe = &unit->recipe };
	char *source_words = hr_arena_strdup(&unit->arena, sources), *flag_words = hr_arena_strdup(&unit->arena, flags);

	forget_model(unit);
	hr_vec_push(&input.headers, path_in(unit, "unit.h"));
	for (char *rest = source_words, *word; (word = strtok_r(rest, " ", &rest));)
		hr_vec_push(&input.sources, path_in(unit, word));
	for (char *rest = flag_words, *word; (word = strtok_r(rest, " ", &rest));)
		hr_vec_push(&input.flags, word);
	int status = hr_frontend_read(&unit->model, &input, &unit->error);
	hr_vec_release(&input.headers);
	hr_vec_release(&input.sources);
	hr_vec_release(&input.flags);
	if (!status)
		hr_callables_list(&unit->callables, unit->model);
	return status;
}

static inline int build_unit(struct unit *unit)
{
	forget_build(unit);
	int status = hr_build(&unit->built, unit->model, &unit->recipe, &unit->callables, &unit->options, &unit->error);
	if (status || !unit->built.object)
		return status;
	assert_int_equal(hr_elf_symbols_read(&unit->symbols, unit->built.object, true, &unit->arena, &unit->error), 0);
	assert_int_equal(hr_elf_symbols_read(&unit->all, unit->built.object, false, &unit->arena, &unit->error), 0);
	return 0;
}

/* Writes header and source, reads and builds; it has to be fine. */
static inline void build_fine(struct unit *unit, const char *header, const char *source, const char *flags)
{
	write_in(unit, "unit.h", header);
	write_in(unit, "unit.c", source);
	if (read_unit(unit, "unit.c", flags) != 0 || build_unit(unit) != 0)
		fail_msg("%s\n%s", unit->error.message.data, unit->error.details.data);
}

static inline const struct hr_elf_symbol *find_in(const hr_elf_symbols *symbols, const char *name)
{
	for (size_t i = 0; i < symbols->count; i++)
		if (strcmp(symbols->data[i].name, name) == 0)
			return &symbols->data[i];
	return NULL;
}

static inline bool is_undefined(const struct unit *unit, const char *name)
{
	const struct hr_elf_symbol *symbol = find_in(&unit->symbols, name);

	return symbol && !symbol->is_defined;
}

static inline bool is_defined(const struct unit *unit, const char *name)
{
	const struct hr_elf_symbol *symbol = find_in(&unit->all, name);

	return symbol && symbol->is_defined;
}

/* The first refused entry that begins so; NULL: none. */
static inline const char *find_refused(const struct unit *unit, const char *beginning)
{
	for (size_t i = 0; i < unit->built.refused.count; i++)
		if (strncmp(unit->built.refused.data[i], beginning, strlen(beginning)) == 0)
			return unit->built.refused.data[i];
	return NULL;
}

#endif
