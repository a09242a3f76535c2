/* Which sources make up the unit. A build makes programs beside the library: tests, tools, examples. Their sources define main; they
 * are left out, and with them the helpers that nobody else needs.
 *
 * Invariants: a source that defines something that the API or a source of the unit wants, and nobody else in the unit defines, is
 * part of the unit, whether it has a main or not. A source that nobody wants anything of stays: it may make itself known when it is loaded. */
#include "build/builder.h"

#include "base/file.h"
#include "base/memory.h"

#include <string.h>

struct chosen_source {
	struct hr_map defined;
	HR_VEC(const char *) wanted;
	bool has_main;
	bool is_out;
};

struct choice {
	struct hr_builder *builder;
	struct chosen_source *sources;
	size_t count; /* the stubs are the last one: what they want is the API */
};

/* Reads the list of symbols that compile.c describes. */
static int read_source(struct choice *choice, size_t index, struct hr_error *error)
{
	struct chosen_source *source = &choice->sources[index];
	struct hr_strbuf text = HR_STRBUF_INIT;

	if (hr_file_read(&text, choice->builder->sources.data[index].symbols, error))
		return -1;
	for (char *rest = text.data, *line; (line = strtok_r(rest, "\n", &rest));) {
		if (*line == 'D')
			hr_map_put(&source->defined, line + 2, 0);
		else if (*line == 'U' || *line == 'V')
			hr_vec_push(&source->wanted, hr_arena_strdup(&choice->builder->arena, line + 2));
	}
	source->has_main = hr_map_get(&source->defined, "main", NULL);
	source->is_out = source->has_main;
	hr_strbuf_release(&text);
	return 0;
}

/* The headers call nothing; what they declare is wanted all the same. */
static void want_api(struct choice *choice)
{
	const struct hr_model *model = choice->builder->model;

	for (size_t i = 0; i < model->operations.count; i++)
		if (model->operations.data[i].form == HR_FORM_FUNCTION)
			hr_vec_push(&choice->sources[choice->count - 1].wanted, model->operations.data[i].name);
}

static bool wants(const struct chosen_source *source, const struct chosen_source *other)
{
	for (size_t i = 0; i < source->wanted.count; i++)
		if (strcmp(source->wanted.data[i], "main") != 0 &&
		    hr_map_get(&other->defined, source->wanted.data[i], NULL))
			return true;
	return false;
}

static bool is_in_unit(const struct choice *choice, const char *name)
{
	for (size_t i = 0; i < choice->count; i++)
		if (!choice->sources[i].is_out && hr_map_get(&choice->sources[i].defined, name, NULL))
			return true;
	return false;
}

/* True when the unit lacks something that this source, which is not part of it, has. */
static bool is_missed(const struct choice *choice, const struct chosen_source *candidate)
{
	for (size_t i = 0; i < choice->count; i++) {
		const struct chosen_source *source = &choice->sources[i];
		for (size_t k = 0; !source->is_out && k < source->wanted.count; k++)
			if (strcmp(source->wanted.data[k], "main") != 0 &&
			    hr_map_get(&candidate->defined, source->wanted.data[k], NULL) &&
			    !is_in_unit(choice, source->wanted.data[k]))
				return true;
	}
	return false;
}

/* True when sources that are left out want something of this one, and no others do. */
static bool is_for_others_only(const struct choice *choice, const struct chosen_source *candidate)
{
	bool any = false;

	for (size_t i = 0; i < choice->count; i++) {
		const struct chosen_source *source = &choice->sources[i];
		if (source == candidate || !wants(source, candidate))
			continue;
		if (!source->is_out)
			return false;
		any = true;
	}
	return any;
}

static void choose(struct choice *choice)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 0; i < choice->count; i++) {
			struct chosen_source *source = &choice->sources[i];
			if (source->is_out && is_missed(choice, source)) {
				source->is_out = false;
				changed = true;
			}
		}
	}
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 0; i + 1 < choice->count; i++) {
			struct chosen_source *source = &choice->sources[i];
			if (!source->is_out && is_for_others_only(choice, source)) {
				source->is_out = true;
				changed = true;
			}
		}
	}
}

/* Takes what is left out from the builder's list, and tells the caller what is in it. */
static void apply(struct choice *choice)
{
	struct hr_builder *builder = choice->builder;
	size_t kept = 0;

	for (size_t i = 0; i < choice->count; i++) {
		struct hr_unit_source *source = &builder->sources.data[i];
		if (choice->sources[i].is_out) {
			hr_vec_push(&builder->out->left_out, hr_arena_strdup(&builder->out->arena, source->path));
			builder->total--; /* no object is made of it */
			continue;
		}
		if (!source->is_stubs) {
			struct hr_built_source *built = hr_vec_add(&builder->out->sources);
			built->index = i;
			built->has_main = choice->sources[i].has_main;
		}
		builder->sources.data[kept++] = *source;
	}
	builder->sources.count = kept;
}

int hr_choose_sources(struct hr_builder *builder, struct hr_error *error)
{
	size_t count = builder->sources.count;
	struct choice choice = { builder, hr_calloc(count, sizeof *choice.sources), count };
	int status = 0;

	for (size_t i = 0; i < count && !status; i++)
		status = read_source(&choice, i, error);
	if (!status && builder->options->flavour == HR_FLAVOUR_ANALYSIS)
		want_api(&choice);
	if (!status) {
		choose(&choice);
		apply(&choice);
	}
	for (size_t i = 0; i < count; i++) {
		hr_map_release(&choice.sources[i].defined);
		hr_vec_release(&choice.sources[i].wanted);
	}
	free(choice.sources);
	return status;
}
