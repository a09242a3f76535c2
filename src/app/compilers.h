/* The compilers of this machine, one of each family, and what their own sanitizers are asked for. */
#ifndef HR_APP_COMPILERS_H
#define HR_APP_COMPILERS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

enum { HR_COMPILERS_MOST = 2 };

struct hr_compiler {
	const char *command; /* "gcc" */
	const char *family;  /* "gcc" or "clang" */
};

struct hr_compilers {
	struct hr_compiler list[HR_COMPILERS_MOST];
	size_t count;
};

/* Looks for them: $CC first, then what the system calls cc, then gcc and clang by name. The names are the environment's or constant. Fails only when interrupted. */
int hr_compilers_find(struct hr_compilers *out, struct hr_error *error);

/* The flags: address and undefined behaviour; what is only told (portability) does not end a program. */
const char *hr_sanitizer_flags(const struct hr_compiler *compiler);

/* Compiles and runs nothing at all with them, in `directory`: they may not be installed. */
int hr_compiler_has_sanitizers(bool *has_them, const struct hr_compiler *compiler, const char *directory,
			       struct hr_error *error);

#endif
