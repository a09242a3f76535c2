/* The Makefile of emitted tests. */
#include "app/gen_internal.h"
#include "app/gen_suite.h"
#include "app/makefile.h"
#include "suite/program.h"

/* Memory can be made to run out only where the library's own calls of malloc() are linked here. */
static bool needs_static(const struct hr_suite_file *file)
{
	return *hr_suite_link_flags(file->text.data) != '\0';
}

static void add_programs(struct hr_strbuf *out, const struct hr_suite_files *suite)
{
	hr_strbuf_addstr(out, "programs =");
	for (size_t i = 0; i < suite->files.count; i++)
		if (!needs_static(&suite->files.data[i]))
			hr_strbuf_addf(out, " %s", suite->files.data[i].program);
	hr_strbuf_addch(out, '\n');
	for (size_t i = 0; i < suite->files.count; i++)
		if (needs_static(&suite->files.data[i]))
			hr_strbuf_addf(
				out,
				"ifeq ($(filter-out %%.a %%.o,$(LIB)),) # not with a shared library: malloc() is wrapped\n"
				"programs += %s\nendif\n",
				suite->files.data[i].program);
}

void hr_gen_makefile(struct hr_strbuf *out, const struct hr_app_unit *unit, const struct hr_suite_files *suite)
{
	hr_strbuf_addstr(
		out,
		"# Builds the tests with the library's sources and runs them. CC, CFLAGS and LDFLAGS are yours; LIB=path links a\n"
		"# library that was built before instead.\nroot = @way@\n");
	add_programs(out, suite);
	if (suite->compiler)
		hr_strbuf_addf(out, "ifeq ($(origin CC),default)\nCC = %s\nendif\n", suite->compiler);
	hr_strbuf_addstr(out,
			 "\ncheck: tests\n"
			 "\t@status=0; for program in $(programs); do ./$$program || status=1; done; exit $$status\n\n"
			 "tests: $(programs)\n\n");
	hr_strbuf_addstr(out, suite->framework->makefile);
	hr_makefile_library(out, unit);
	for (size_t i = 0; i < suite->files.count; i++) {
		const struct hr_suite_file *file = &suite->files.data[i];
		struct hr_strbuf link = HR_STRBUF_INIT;
		hr_strbuf_addf(&link, "%s%s", hr_suite_link_flags(file->text.data), suite->framework->link);
		struct hr_makefile_test test = { .program = file->program,
						 .header = suite->framework->shared_name,
						 .compile = suite->framework->compile,
						 .link = link.data,
						 .objects = suite->framework->objects };
		hr_makefile_test(out, unit, &test);
		hr_strbuf_release(&link);
	}
	hr_strbuf_addstr(out, "\nlibrary: $(library)\n\nclean:\n\trm -f $(programs) *.o\n\n"
			      ".PHONY: check tests library clean\n");
}
