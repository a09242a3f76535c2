/* The files of a suite. */
#ifndef HR_APP_GEN_SUITE_H
#define HR_APP_GEN_SUITE_H

#include "app/output.h"
#include "app/unit.h"
#include "suite/framework.h"

struct hr_suite_file {
	char *program; /* that is made from it: its name without .c */
	char *name;
	struct hr_strbuf text;
};

struct hr_suite_files {
	HR_VEC(struct hr_suite_file) files; /* with tests */
	struct hr_strbuf shared;            /* what the framework has beside them */
	struct hr_strbuf makefile;
	struct hr_strbuf cmake; /* CMakeLists.txt */
	struct hr_strbuf meson; /* meson.build */

	/* set by the caller before hr_suite_files() */
	const struct hr_framework *framework;
	bool is_flat;         /* no tables: each test is a function of its own */
	const char *compiler; /* where the usual one does not compile the library; else NULL */
	const char *
		directory; /* where they will be, absolute: what is below the current directory is named from there. NULL: by absolute paths */
};

#define HR_SUITE_FILES_INIT \
	{ .shared = HR_STRBUF_INIT, \
	  .makefile = HR_STRBUF_INIT, \
	  .cmake = HR_STRBUF_INIT, \
	  .meson = HR_STRBUF_INIT, \
	  .framework = &hr_framework_plain }

typedef HR_VEC(struct hr_output_file) hr_output_files;

/* The tests of one area must stand together (hr_tests_sort). The caller releases `out`, whatever comes of it. */
int hr_suite_files(struct hr_suite_files *out, const struct hr_test *tests, size_t count,
		   const struct hr_app_unit *unit, struct hr_error *error);
void hr_suite_files_release(struct hr_suite_files *files);

/* All of them, what they share and what builds them included. The texts are borrowed. */
void hr_suite_list(hr_output_files *out, const struct hr_suite_files *files);

/* The program that has the tests of an area. The caller frees it. */
char *hr_suite_program_name(const struct hr_app_unit *unit, const char *area);

/* ---- gen_framework.c ---- */

struct hr_suite_fit {
	bool is_tried; /* it could be compiled and run here: else tests are as they were, and `told` says why not */
	bool is_flat;  /* tables do not pass where tests by themselves do */
	struct hr_strbuf told; /* what compiler and programs said. Owned */
};

/* Tries tests with the framework that they are for, and keeps those that pass, in their order: the others stand behind the first `*count` afterwards. It is given up when the clock says `until` (0: never). */
int hr_suite_fit(struct hr_suite_fit *out, struct hr_test *tests, size_t *count, const struct hr_app_unit *unit,
		 const struct hr_framework *framework, double until, struct hr_error *error);

#endif
