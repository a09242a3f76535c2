/* meson.build of emitted tests: a part of a project. */
#include "app/gen_internal.h"
#include "app/gen_suite.h"
#include "app/makefile.h"
#include "suite/program.h"

#include <string.h>

/* A string in which @root@ is replaced when meson reads it; what stands for itself is escaped. */
static void add_string(struct hr_strbuf *out, const char *word)
{
	hr_strbuf_addstr(out, "f'");
	for (; *word; word++) {
		if (*word == '\\' || *word == '\'')
			hr_strbuf_addch(out, '\\');
		hr_strbuf_addch(out, *word);
	}
	hr_strbuf_addch(out, '\'');
}

static void add_list(struct hr_strbuf *out, const hr_recipe_strings *words, const char *more)
{
	hr_strbuf_addch(out, '[');
	for (size_t i = 0; i < words->count; i++) {
		hr_strbuf_addstr(out, i ? ", " : "");
		add_string(out, words->data[i]);
	}
	if (*more) {
		hr_strbuf_addstr(out, words->count ? ", " : "");
		add_string(out, more);
	}
	hr_strbuf_addch(out, ']');
}

/* Each source has flags of its own, so each is a library of its own, and all of it is linked. */
static void add_library(struct hr_strbuf *out, const struct hr_app_unit *unit)
{
	hr_strbuf_addstr(out, "tested_is_linked = not is_variable('tested_library')\n"
			      "if tested_is_linked\n  parts = []\n");
	for (size_t i = 0; i < unit->built.sources.count; i++) {
		const struct hr_built_source *source = &unit->built.sources.data[i];
		const struct hr_recipe_source *recipe = &unit->recipe.sources.data[source->index];
		struct hr_strbuf rename = HR_STRBUF_INIT;
		if (source->has_main)
			hr_strbuf_addf(&rename, "-Dmain=main_of_source_%zu", i + 1);
		hr_strbuf_addf(out, "  parts += static_library('tested_%s_%zu', ", unit->model->unit, i + 1);
		add_string(out, recipe->path);
		hr_strbuf_addstr(out, ",\n    c_args : ['-w'] + ");
		add_list(out, &recipe->flags, rename.data);
		hr_strbuf_addstr(out, ")\n");
		hr_strbuf_release(&rename);
	}
	hr_strbuf_addstr(out, "  tested_library = declare_dependency(link_whole : parts)\nendif\n\n");
}

void hr_gen_meson(struct hr_strbuf *out, const struct hr_app_unit *unit, const struct hr_suite_files *suite)
{
	const struct hr_framework *framework = suite->framework;
	const char *module = framework->module ? framework->module : framework->wrap;
	struct hr_arena arena = HR_ARENA_INIT;
	hr_recipe_strings flags = HR_VEC_INIT;
	hr_recipe_strings link = HR_VEC_INIT;
	hr_test_flags(&flags, unit, &arena);
	hr_test_link_flags(&link, unit, &arena);
	hr_strbuf_addstr(
		out,
		"# Tests of the library, as a part of a project: subdir() names this folder. Where tested_library is a\n"
		"# dependency by then, that is linked instead of the library's sources. For meson 0.58 and later.\n"
		"root = meson.current_source_dir() / '@way@'\n\n");
	add_library(out, unit);
	hr_strbuf_addstr(out, "test_dependencies = [tested_library");
	if (module)
		hr_strbuf_addf(out, ", dependency('%s')", module);
	hr_strbuf_addstr(out, "]\ntest_flags = ['-Wall', '-Wextra'] + ");
	add_list(out, &flags, "");
	hr_strbuf_addstr(out, "\ntest_link_flags = ");
	add_list(out, &link, "");
	hr_strbuf_addstr(out, "\n\n");
	for (size_t i = 0; i < suite->files.count; i++) {
		const struct hr_suite_file *file = &suite->files.data[i];
		const char *wrap = hr_suite_link_flags(file->text.data);
		if (*wrap) /* malloc() is wrapped, which a shared library does not see */
			hr_strbuf_addstr(out, "if tested_is_linked\n");
		hr_strbuf_addf(
			out,
			"test('%s', executable('%s', '%s',\n"
			"  c_args : test_flags, link_args : test_link_flags%s%s%s, dependencies : test_dependencies)%s)\n",
			file->program, file->program, file->name, *wrap ? " + ['" : "", *wrap ? wrap + 1 : "",
			*wrap ? "']" : "", framework == &hr_framework_plain ? ", protocol : 'tap'" : "");
		if (*wrap)
			hr_strbuf_addstr(out, "endif\n");
	}
	hr_vec_release(&flags);
	hr_vec_release(&link);
	hr_arena_release(&arena);
}
