/* A call of a compiler as a whole: how far it goes and which C sources it compiles. */
#ifndef HR_FRONTEND_COMPILER_CALL_H
#define HR_FRONTEND_COMPILER_CALL_H

#include "base/arena.h"
#include "frontend/flags.h"

#include <stdbool.h>
#include <stddef.h>

enum hr_compiler_stage {
	HR_STAGE_NOTHING, /* asks something or only preprocesses: no code comes out */
	HR_STAGE_COMPILE, /* stops at objects or assembler: -c, -S */
	HR_STAGE_LINK,    /* goes on to a program or a library */
};

struct hr_compiler_call {
	enum hr_compiler_stage stage;
	hr_strings sources; /* the C sources among the inputs, absolute, in the arena; empty at HR_STAGE_NOTHING */
};

#define HR_COMPILER_CALL_INIT { HR_STAGE_NOTHING, HR_VEC_INIT }

/* Reads `argv` (with the compiler's name at [0]), called in `directory`. C is what ends in .c or .i, or is said to be
 * by -x c, unless the compiler is a C++ one; standard input and devices are no sources. Response files are read. */
void hr_compiler_call_read(struct hr_compiler_call *out, const char *const *argv, size_t count, const char *directory,
			   struct hr_arena *arena);
void hr_compiler_call_release(struct hr_compiler_call *call);

/* Is `file` C to the compiler `compiler` ("" when not known) with the language that -x names (NULL: none)? */
bool hr_source_is_c(const char *file, const char *compiler, const char *language);

#endif
