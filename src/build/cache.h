/* Where what was built is kept: files named by what went into them.
 *
 * Any number of Harriers may use one directory: a file appears whole or not at all, and what two of them make under one name is the same. */
#ifndef HR_BUILD_CACHE_H
#define HR_BUILD_CACHE_H

#include "base/arena.h"
#include "base/error.h"
#include "base/hash.h"

#include <stdbool.h>
#include <stdint.h>

struct hr_cache {
	struct hr_arena arena;
	const char *directory;
	const char *scratch; /* a private directory in it, for what is being made */
	bool is_temporary;   /* the directory could not be used: this one goes when the cache is closed */
};

/* Opens `wanted`, or where the environment says ($XDG_CACHE_HOME/harrier/units, ~/.cache/harrier/units). A directory that cannot be used is
 * replaced by a temporary one. Fails with HR_ERROR_INTERNAL when there is no room even for that. */
int hr_cache_open(struct hr_cache *out, const char *wanted, struct hr_error *error);

/* Removes the scratch directory. What is in a temporary cache stays until hr_cache_remove. */
void hr_cache_close(struct hr_cache *cache);

#define HR_KEY_TEXT 33 /* 128 bits of a hash */

/* Names what the hash has seen. */
void hr_cache_key(struct hr_hash *hash, char key[HR_KEY_TEXT]);

/* The file of that key; `ending` for example ".o". Lives as long as the cache is open. */
const char *hr_cache_path(struct hr_cache *cache, const char *key, const char *ending);
const char *hr_cache_scratch(struct hr_cache *cache, const char *name, const char *ending);

/* True when the file is there; it counts as used now. */
bool hr_cache_has(const char *path);

/* Moves a finished file to its place. Fails with HR_ERROR_INTERNAL. */
int hr_cache_keep(const char *from, const char *path, struct hr_error *error);

/* Removes what was not used for the longest time, until all are at most `most` bytes. */
void hr_cache_trim(const struct hr_cache *cache, uint64_t most);

#endif
