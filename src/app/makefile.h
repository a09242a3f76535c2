/* Parts of Makefiles that build programs with the library: every source with its own flags, as the library's own build has it. CC, CFLAGS and LDFLAGS are the user's. */
#ifndef HR_APP_MAKEFILE_H
#define HR_APP_MAKEFILE_H

#include "app/unit.h"

/* The compiler's flags and the environment of a program that is to fail with the sanitizers of whatever compiler the user has; leaks count only where they are the failure. */
void hr_makefile_sanitizers(struct hr_strbuf *out, bool shows_leaks);

/* The variable `library`, and rules for the object files in it. */
void hr_makefile_library(struct hr_strbuf *out, const struct hr_app_unit *unit);

/* Rules that make `program` from SOURCE.c and the library; `more` is put into the command that links, or is "". */
void hr_makefile_program(struct hr_strbuf *out, const struct hr_app_unit *unit, const char *program, const char *source,
			 const char *more);

/* A program of a suite, compiled with -Wall -Wextra; warnings that come from the library's own headers excepted. */
struct hr_makefile_test {
	const char *program; /* SOURCE.c is called like it */
	const char *header;  /* beside it, which it includes */
	const char *compile; /* further flags, each with a space in front, or "" */
	const char *link;    /* the same, behind the library */
	const char *objects; /* the same: further object files */
};

void hr_makefile_test(struct hr_strbuf *out, const struct hr_app_unit *unit, const struct hr_makefile_test *test);

/* Flags for compiling tests that include the library's headers, in an order in which nothing changes its meaning: directories of headers as those of the system, and a standard that tests
 * can be written in. The strings live in `arena`. */
void hr_test_flags(hr_recipe_strings *out, const struct hr_app_unit *unit, struct hr_arena *arena);

/* What linking with the library takes: names that nobody defines, libraries, where they are found. The same. */
void hr_test_link_flags(hr_recipe_strings *out, const struct hr_app_unit *unit, struct hr_arena *arena);

#endif
