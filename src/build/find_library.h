/* Which installed libraries define names that neither the unit nor what it is linked with has. */
#ifndef HR_BUILD_FIND_LIBRARY_H
#define HR_BUILD_FIND_LIBRARY_H

#include "base/arena.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>

struct hr_found_library {
	const char *name; /* as it stands behind -l */
	size_t count;     /* so many of the names are defined there, and in none before it */
};

typedef HR_VEC(struct hr_found_library) hr_found_libraries;

/* Looks through the shared libraries (libNAME.so) in places that patterns of glob() tell, NULL at the end; NULL: where the linker looks. Appends those that define most of the names, at most three: first the one that
 * defines most, then who has most of what is left. Of several that define as many, the one with the shortest name. Names live in the arena. */
void hr_find_libraries(hr_found_libraries *out, const char *const *names, size_t count, const char *const *patterns,
		       struct hr_arena *arena);

/* Whether the C library itself has it, so that no other one is missing. */
bool hr_c_library_has(const char *name);

#endif
