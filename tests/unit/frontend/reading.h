/* Units made of text: a header and perhaps a source, written to a temporary directory and given to the front end; and
 * finding one's way in the model that comes out of it. Include after cmocka.h. */
#ifndef HR_TEST_FRONTEND_READING_H
#define HR_TEST_FRONTEND_READING_H

#include "frontend/frontend.h"
#include "model/words.h"

#include "scratch.h"
#include "words.h"

#include <stdio.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* What is read. Lists are words with bars between them; files are looked for in the directory. */
struct text_unit {
	const char *headers; /* NULL: "unit.h" */
	const char *sources; /* NULL: none */
	const char *trees;   /* NULL: none */
	const char *flags;   /* NULL: none */
};

/* The words as paths below the directory; absolute ones stay as they are. */
static inline void split_paths(hr_strings *out, const char *directory, const char *words, struct hr_arena *arena)
{
	hr_strings names = HR_VEC_INIT;

	split_words(&names, words ? words : "", arena);
	for (size_t i = 0; i < names.count; i++)
		hr_vec_push(out, names.data[i][0] == '/' ? names.data[i]
							 : hr_arena_printf(arena, "%s/%s", directory, names.data[i]));
	hr_vec_release(&names);
}

/* As hr_frontend_read, of files that are in the directory already. */
static inline int read_files(struct hr_model **out, const char *directory, const struct text_unit *unit,
			     struct hr_error *error)
{
	struct hr_arena arena = HR_ARENA_INIT;
	struct hr_input input = { 0 };
	int status;

	split_paths(&input.headers, directory, unit->headers ? unit->headers : "unit.h", &arena);
	split_paths(&input.sources, directory, unit->sources, &arena);
	split_paths(&input.trees, directory, unit->trees, &arena);
	split_words(&input.flags, unit->flags ? unit->flags : "", &arena);
	status = hr_frontend_read(out, &input, error);
	hr_vec_release(&input.headers);
	hr_vec_release(&input.sources);
	hr_vec_release(&input.trees);
	hr_vec_release(&input.flags);
	hr_arena_release(&arena);
	return status;
}

/* Reads files that have to be fine. */
static inline struct hr_model *read_fine(const char *directory, const struct text_unit *unit)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_model *model = NULL;

	if (read_files(&model, directory, unit, &error) != 0)
		fail_msg("%s\n%s", error.message.data, error.details.data);
	return model;
}

/* Writes the header (and the source, unless NULL) and reads them; they have to be fine. */
static inline struct hr_model *read_text(const char *directory, const char *header, const char *source)
{
	write_scratch(directory, "unit.h", header);
	if (source)
		write_scratch(directory, "unit.c", source);
	return read_fine(directory, &(struct text_unit){ .sources = source ? "unit.c" : NULL });
}

/* The finders fail the test when there is no such thing. */
static inline struct hr_operation *find_operation(const struct hr_model *model, const char *name)
{
	size_t index;

	if (!hr_map_get(&model->operation_by_name, name, &index))
		fail_msg("no operation '%s'", name);
	return &model->operations.data[index];
}

static inline struct hr_type *find_type(const struct hr_model *model, const char *spelling)
{
	size_t index;

	if (!hr_map_get(&model->type_by_spelling, spelling, &index))
		fail_msg("no type '%s'", spelling);
	return &model->types.data[index];
}

static inline struct hr_constant *find_constant(const struct hr_model *model, const char *name)
{
	size_t index;

	if (!hr_map_get(&model->constant_by_name, name, &index))
		fail_msg("no constant '%s'", name);
	return &model->constants.data[index];
}

static inline struct hr_item *find_param(const struct hr_operation *operation, const char *name)
{
	for (size_t i = 0; i < operation->params.count; i++)
		if (strcmp(operation->params.data[i].name, name) == 0)
			return &operation->params.data[i];
	fail_msg("'%s' has no parameter '%s'", operation->name, name);
	return NULL;
}

static inline struct hr_item *find_field(const struct hr_type *type, const char *name)
{
	for (size_t i = 0; i < type->fields.count; i++)
		if (strcmp(type->fields.data[i].item.name, name) == 0)
			return &type->fields.data[i].item;
	fail_msg("'%s' has no field '%s'", type->spelling, name);
	return NULL;
}

static inline bool has_operation(const struct hr_model *model, const char *name)
{
	return hr_map_get(&model->operation_by_name, name, NULL);
}

/* Counts, and tells about, what is not as expected, so that one run shows all of a table; at its end assert that the
 * count is 0. NULL stands for "nothing". */
static inline void expect_text(int *problems, const char *subject, const char *expected, const char *actual)
{
	if (expected == actual || (expected && actual && strcmp(expected, actual) == 0))
		return;
	print_error("%s\n  expected  %s\n  actual    %s\n", subject, expected ? expected : "(nothing)",
		    actual ? actual : "(nothing)");
	++*problems;
}

#endif
