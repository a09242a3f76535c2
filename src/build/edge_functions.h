/* Which function each edge of the search flavour is in: from the table of program counters that clang leaves in the shared object. */
#ifndef HR_BUILD_EDGE_FUNCTIONS_H
#define HR_BUILD_EDGE_FUNCTIONS_H

#include "base/arena.h"
#include "base/error.h"
#include "base/vec.h"

typedef HR_VEC(const char *) hr_edge_functions;

/* Appends a name for each edge, in the order of their numbers; NULL: not known. A shared object without such a table has none. Names live in the arena, one for each
 * function. Fails with HR_ERROR_INPUT when it is no ELF file that can be read; any bytes are safe to read. */
int hr_edge_functions_read(hr_edge_functions *out, const char *path, struct hr_arena *arena, struct hr_error *error);

#endif
