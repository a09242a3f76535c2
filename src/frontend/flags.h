/* Compiler flags: which of them matter for reading a source, which are the linker's. */
#ifndef HR_FRONTEND_FLAGS_H
#define HR_FRONTEND_FLAGS_H

#include "base/arena.h"
#include "base/vec.h"

#include <stddef.h>

typedef HR_VEC(const char *) hr_strings;

/* From a compiler's arguments (without argv[0]; `file` is the source they compile, or NULL) appends to `out` those
 * that change the meaning of the source: -I -iquote -isystem -idirafter -include -imacros -D -U -std= -ansi -f… -m…
 * -pthread -nostdinc --sysroot, -x c and the like. -I, -D and -U come joined with their values, the others with the
 * value as the next string; -x comes last. Relative directories and files become absolute, from `directory` (of
 * -include and -imacros only where such a file exists, because the compiler looks for it among the headers otherwise).
 * Left out: the compiler's outputs (-o -c -S -E -M…), optimisation and debugging, warnings, -Werror, sanitizers,
 * -flto, _FORTIFY_SOURCE, plugins, sources, objects, and flags that only gcc knows (clang would refuse them). Response
 * files (@file) are read. */
void hr_flags_for_reading(hr_strings *out, const char *const *arguments, size_t count, const char *file,
			  const char *directory, struct hr_arena *arena);

/* Appends the linker's: -l… -L… -Wl,… -pthread -static, and paths that end in .o .a .so (also .so.N); relative ones
 * become absolute. */
void hr_flags_for_linking(hr_strings *out, const char *const *arguments, size_t count, const char *directory,
			  struct hr_arena *arena);

#endif
