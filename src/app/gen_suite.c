/* The files of a suite: one for each area, what they share, and what builds them. */
#include "app/gen_internal.h"
#include "app/gen_suite.h"

#include "base/file.h"
#include "base/memory.h"
#include "suite/areas.h"
#include "suite/c_names.h"
#include "suite/program.h"
#include "suite/test_file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

char *hr_suite_program_name(const struct hr_app_unit *unit, const char *area)
{
	struct hr_strbuf name = HR_STRBUF_INIT;
	hr_strbuf_addstr(&name, "test_");
	hr_suite_unit(&name, unit->model);
	hr_strbuf_addf(&name, "%s%s", *area ? "_" : "", area);
	char *copy = hr_strdup(name.data);
	hr_strbuf_release(&name);
	return copy;
}

/* The tests of one area: `count` of them. */
static int add_file(struct hr_suite_files *out, const struct hr_test *tests, size_t count,
		    const struct hr_app_unit *unit, struct hr_error *error)
{
	struct hr_suite_file file = { .program = hr_suite_program_name(unit, tests[0].area), .text = HR_STRBUF_INIT };
	struct hr_strbuf name = HR_STRBUF_INIT;
	hr_strbuf_addf(&name, "%s.c", file.program);
	file.name = hr_strdup(name.data);
	hr_strbuf_release(&name);
	struct hr_test_file options = { .framework = out->framework, .is_flat = out->is_flat };
	int status = hr_suite_test_file(&file.text, tests, count, &options, error);
	hr_vec_push(&out->files, file);
	return status;
}

/* The way from a directory to one that it is below: "../.."; NULL: it is not. The caller frees it. */
static char *way_up(const char *from, const char *to)
{
	struct hr_strbuf way = HR_STRBUF_INIT;
	if (!hr_path_is_below(from, to) || strcmp(from, to) == 0)
		return NULL;
	hr_strbuf_addstr(&way, "..");
	for (const char *c = from + strlen(to) + 1; *c; c++)
		if (*c == '/' && c[1])
			hr_strbuf_addstr(&way, "/..");
	char *copy = hr_strdup(way.data);
	hr_strbuf_release(&way);
	return copy;
}

/* Whether an absolute path can begin here: the word has no slash before this. */
static bool is_path_begin(const char *text, const char *at)
{
	while (at > text && !strchr(" \t\n\"'=,:;", at[-1]))
		if (*--at == '/')
			return false;
	return true;
}

/* Puts one text in place of another where that stands for a whole directory: not "/a" in "/ab", nor in "/b/a". */
static void replace(struct hr_strbuf *text, const char *old, const char *new)
{
	struct hr_strbuf out = HR_STRBUF_INIT;
	size_t length = strlen(old);
	for (const char *at = text->data; *at;) {
		bool is_whole = strncmp(at, old, length) == 0 && !isalnum((unsigned char)at[length]) &&
				!(at[length] && strchr("_-.+~", at[length])) &&
				(*old != '/' || is_path_begin(text->data, at));
		if (is_whole) {
			hr_strbuf_addstr(&out, new);
			at += length;
		} else {
			hr_strbuf_addch(&out, *at++);
		}
	}
	hr_strbuf_release(text);
	*text = out;
}

/* What builds the tests. Files below the current directory are named by a variable, so that the project can be moved. */
static void write_builds(struct hr_suite_files *out, const struct hr_app_unit *unit)
{
	char *here = hr_path_real(".");
	char *way = here && out->directory ? way_up(out->directory, here) : NULL;
	bool is_plain = here && strcmp(here, "/") != 0 && !strpbrk(here, " \t\"'\\$`()<>|&;*?[]{}#~!%:@");
	hr_gen_makefile(&out->makefile, unit, out);
	hr_gen_cmake(&out->cmake, unit, out);
	hr_gen_meson(&out->meson, unit, out);
	if (is_plain) {
		replace(&out->makefile, here, "$(root)");
		replace(&out->cmake, here, "${root}");
		replace(&out->meson, here, "@root@");
	}
	const char *root = way ? way : is_plain ? here : "."; /* where it is not plain, nothing is named by it */
	if (!way)
		replace(&out->cmake, "${CMAKE_CURRENT_SOURCE_DIR}/@way@", root);
	replace(&out->cmake, "@way@", root);
	replace(&out->makefile, "@way@", root);
	replace(&out->meson, "@way@", root); /* an absolute path takes the place of what it is joined to */
	free(here);
	free(way);
}

int hr_suite_files(struct hr_suite_files *out, const struct hr_test *tests, size_t count,
		   const struct hr_app_unit *unit, struct hr_error *error)
{
	int status = 0;
	for (size_t first = 0; first < count && !status;) {
		size_t end = hr_tests_area_end(tests, count, first);
		status = add_file(out, &tests[first], end - first, unit, error);
		first = end;
	}
	hr_strbuf_addstr(&out->shared, out->framework->shared_text);
	hr_c_settle_names(&out->shared, unit->model);
	write_builds(out, unit);
	return status;
}

void hr_suite_files_release(struct hr_suite_files *files)
{
	for (size_t i = 0; i < files->files.count; i++) {
		free(files->files.data[i].program);
		free(files->files.data[i].name);
		hr_strbuf_release(&files->files.data[i].text);
	}
	hr_vec_release(&files->files);
	hr_strbuf_release(&files->shared);
	hr_strbuf_release(&files->makefile);
	hr_strbuf_release(&files->cmake);
	hr_strbuf_release(&files->meson);
}

void hr_suite_list(hr_output_files *out, const struct hr_suite_files *files)
{
	for (size_t i = 0; i < files->files.count; i++) {
		const struct hr_suite_file *file = &files->files.data[i];
		hr_vec_push(out, (struct hr_output_file){ file->name, file->text.data, file->text.length });
	}
	hr_vec_push(out,
		    (struct hr_output_file){ files->framework->shared_name, files->shared.data, files->shared.length });
	hr_vec_push(out, (struct hr_output_file){ "Makefile", files->makefile.data, files->makefile.length });
	hr_vec_push(out, (struct hr_output_file){ "CMakeLists.txt", files->cmake.data, files->cmake.length });
	hr_vec_push(out, (struct hr_output_file){ "meson.build", files->meson.data, files->meson.length });
}
