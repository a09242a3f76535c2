/* The files of a suite: one for each area, what they share, and a Makefile. */
#include "app/gen_internal.h"
#include "app/gen_suite.h"

#include "base/memory.h"
#include "suite/program.h"
#include "suite/test_file.h"

#include <stdlib.h>
#include <string.h>

char *hr_suite_program_name(const struct hr_app_unit *unit, const char *area)
{
	struct hr_strbuf name = HR_STRBUF_INIT;
	hr_strbuf_addf(&name, "test_%s%s%s", unit->model->unit, *area ? "_" : "", area);
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

int hr_suite_files(struct hr_suite_files *out, const struct hr_test *tests, size_t count,
		   const struct hr_app_unit *unit, struct hr_error *error)
{
	int status = 0;
	for (size_t first = 0; first < count && !status;) {
		size_t end = first + 1;
		while (end < count && strcmp(tests[end].area, tests[first].area) == 0)
			end++;
		status = add_file(out, &tests[first], end - first, unit, error);
		first = end;
	}
	hr_gen_makefile(&out->makefile, unit, out);
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
	hr_strbuf_release(&files->makefile);
}

void hr_suite_list(hr_output_files *out, const struct hr_suite_files *files)
{
	for (size_t i = 0; i < files->files.count; i++) {
		const struct hr_suite_file *file = &files->files.data[i];
		hr_vec_push(out, (struct hr_output_file){ file->name, file->text.data, file->text.length });
	}
	hr_vec_push(out, (struct hr_output_file){ files->framework->shared_name, files->framework->shared_text,
						  strlen(files->framework->shared_text) });
	hr_vec_push(out, (struct hr_output_file){ "Makefile", files->makefile.data, files->makefile.length });
}
