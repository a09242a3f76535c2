/* Parts of Makefiles that build programs with the library: every source with its own flags, as the library's own build has it. CC, CFLAGS and LDFLAGS are the user's. */
#ifndef HR_APP_MAKEFILE_H
#define HR_APP_MAKEFILE_H

#include "app/unit.h"

/* The variable `library`, and rules for the object files in it. */
void hr_makefile_library(struct hr_strbuf *out, const struct hr_app_unit *unit);

/* Rules that make `program` from SOURCE.c and the library; `more` is put into the command that links, or is "". */
void hr_makefile_program(struct hr_strbuf *out, const struct hr_app_unit *unit, const char *program, const char *source,
			 const char *more);

#endif
