/* CMakeLists.txt of emitted tests: a part of a project, or a project of its own. */
#include "app/gen_internal.h"
#include "app/gen_suite.h"
#include "app/makefile.h"
#include "suite/program.h"

#include <string.h>

/* A quoted argument; `begin` is put in front of the word. */
static void add_quoted(struct hr_strbuf *out, const char *begin, const char *word)
{
	hr_strbuf_addf(out, "\"%s", begin);
	for (; *word; word++) {
		if (strchr("\\\"$;", *word))
			hr_strbuf_addch(out, '\\');
		hr_strbuf_addch(out, *word);
	}
	hr_strbuf_addch(out, '"');
}

/* A word behind "SHELL:", which is taken apart as a shell does; what ${root} stands for may have spaces in it. */
static void add_shell_word(struct hr_strbuf *out, const char *word)
{
	bool is_quoted = *word != '-' || strpbrk(word, " \t\"'\\");
	hr_strbuf_addstr(out, out->length ? " " : "");
	hr_strbuf_addstr(out, is_quoted ? "'" : "");
	for (; *word; word++) {
		if (*word == '\'')
			hr_strbuf_addstr(out, "'\\'");
		hr_strbuf_addch(out, *word);
	}
	hr_strbuf_addstr(out, is_quoted ? "'" : "");
}

/* Options, a line each. What takes a second word is kept together with it: of words that are there twice the second is dropped otherwise. */
static void add_options(struct hr_strbuf *out, const hr_recipe_strings *words)
{
	for (size_t i = 0; i < words->count; i++) {
		struct hr_strbuf line = HR_STRBUF_INIT;
		size_t end = i + 1;
		while (end < words->count && words->data[end - 1][0] == '-' &&
		       (words->data[end][0] != '-' || strcmp(words->data[end - 1], "-Xlinker") == 0))
			end++;
		for (size_t k = i; k < end && end - i > 1; k++)
			add_shell_word(&line, words->data[k]);
		hr_strbuf_addstr(out, "\n    ");
		add_quoted(out, line.length ? "SHELL:" : "", line.length ? line.data : words->data[i]);
		hr_strbuf_release(&line);
		i = end - 1;
	}
}

static void add_library(struct hr_strbuf *out, const struct hr_app_unit *unit)
{
	hr_strbuf_addstr(out, "if(TESTED_LIBRARY)\n"
			      "  add_library(tested INTERFACE)\n"
			      "  target_link_libraries(tested INTERFACE \"${TESTED_LIBRARY}\")\n"
			      "else()\n"
			      "  add_library(tested OBJECT");
	for (size_t i = 0; i < unit->built.sources.count; i++) {
		hr_strbuf_addstr(out, "\n    ");
		add_quoted(out, "", unit->recipe.sources.data[unit->built.sources.data[i].index].path);
	}
	hr_strbuf_addstr(out, ")\n");
	for (size_t i = 0; i < unit->built.sources.count; i++) {
		const struct hr_built_source *source = &unit->built.sources.data[i];
		const struct hr_recipe_source *recipe = &unit->recipe.sources.data[source->index];
		hr_strbuf_addstr(out, "  set_property(SOURCE ");
		add_quoted(out, "", recipe->path);
		hr_strbuf_addstr(out, " PROPERTY COMPILE_OPTIONS \"-w\"");
		for (size_t k = 0; k < recipe->flags.count; k++) {
			hr_strbuf_addch(out, ' ');
			add_quoted(out, "", recipe->flags.data[k]);
		}
		if (source->has_main)
			hr_strbuf_addf(out, " \"-Dmain=main_of_source_%zu\"", i + 1);
		hr_strbuf_addstr(out, ")\n");
	}
	hr_strbuf_addstr(out, "endif()\n\n");
}

/* Programs that wrap malloc() are left out with a shared library, which does not see that. */
static void add_kind(struct hr_strbuf *out, const struct hr_suite_files *suite)
{
	bool wraps = false;
	for (size_t i = 0; i < suite->files.count; i++)
		wraps = wraps || *hr_suite_link_flags(suite->files.data[i].text.data);
	if (wraps)
		hr_strbuf_addstr(out, "set(tested_is_shared FALSE)\n" /* as far as it is not known to be static */
				      "if(TARGET \"${TESTED_LIBRARY}\")\n"
				      "  get_target_property(tested_type \"${TESTED_LIBRARY}\" TYPE)\n"
				      "  if(NOT tested_type MATCHES \"^(STATIC|OBJECT)_LIBRARY$\")\n"
				      "    set(tested_is_shared TRUE)\n"
				      "  endif()\n"
				      "elseif(TESTED_LIBRARY AND NOT TESTED_LIBRARY MATCHES \"\\\\.[ao]$\")\n"
				      "  set(tested_is_shared TRUE)\n"
				      "endif()\n\n");
}

/* What the framework takes. Returns what programs are linked with. */
static const char *add_framework(struct hr_strbuf *out, const struct hr_framework *framework)
{
	if (framework->module) {
		hr_strbuf_addf(out,
			       "find_package(PkgConfig REQUIRED)\n"
			       "pkg_check_modules(FRAMEWORK REQUIRED IMPORTED_TARGET %s)\n\n",
			       framework->module);
		return " PkgConfig::FRAMEWORK";
	}
	if (framework->cmake) {
		hr_strbuf_addstr(out, framework->cmake);
		return " framework";
	}
	return "";
}

void hr_gen_cmake(struct hr_strbuf *out, const struct hr_app_unit *unit, const struct hr_suite_files *suite)
{
	struct hr_arena arena = HR_ARENA_INIT;
	hr_recipe_strings flags = HR_VEC_INIT;
	hr_recipe_strings link = HR_VEC_INIT;
	hr_test_flags(&flags, unit, &arena);
	hr_test_link_flags(&link, unit, &arena);
	hr_strbuf_addf(
		out,
		"# Tests of the library: cmake -S . -B build && cmake --build build && ctest --test-dir build; or\n"
		"# add_subdirectory() in a project. TESTED_LIBRARY, a target or a file, is linked instead of the sources.\n"
		"cmake_minimum_required(VERSION 3.13)\n"
		"project(test_%s C)\n"
		"enable_testing()\n\n"
		"set(root \"${CMAKE_CURRENT_SOURCE_DIR}/@way@\")\n"
		"set(TESTED_LIBRARY \"\" CACHE STRING \"what to link instead of the library's sources\")\n\n",
		unit->model->unit);
	add_library(out, unit);
	add_kind(out, suite);
	const char *framework = add_framework(out, suite->framework);
	for (size_t i = 0; i < suite->files.count; i++) {
		const struct hr_suite_file *file = &suite->files.data[i];
		const char *wrap = hr_suite_link_flags(file->text.data);
		if (*wrap)
			hr_strbuf_addstr(out, "if(NOT tested_is_shared)\n");
		hr_strbuf_addf(out, "add_executable(%s %s)\ntarget_compile_options(%s PRIVATE -Wall -Wextra",
			       file->program, file->name, file->program);
		add_options(out, &flags);
		hr_strbuf_addf(out, ")\ntarget_link_libraries(%s PRIVATE tested%s", file->program, framework);
		if (*wrap) {
			hr_strbuf_addstr(out, "\n    ");
			add_quoted(out, "", wrap + 1);
		}
		for (size_t k = 0; k < link.count; k++) {
			hr_strbuf_addstr(out, "\n    ");
			add_quoted(out, "", link.data[k]);
		}
		hr_strbuf_addf(out, ")\nadd_test(NAME %s COMMAND %s)\n%s\n", file->program, file->program,
			       *wrap ? "endif()\n" : "");
	}
	hr_vec_release(&flags);
	hr_vec_release(&link);
	hr_arena_release(&arena);
}
