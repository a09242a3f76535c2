/* Sets of hashes that forget the oldest when they are full: to know what was met before, in bounded memory. */
#ifndef HR_SEARCH_SEEN_H
#define HR_SEARCH_SEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Two generations: the older one is forgotten when the younger one is full. */
struct hr_seen {
	uint64_t *younger;
	uint64_t *older;
	size_t capacity; /* of each; a power of two */
	size_t most;     /* to which it may grow */
	size_t count;    /* in the younger one */
};

/* Remembers between `most` and twice as many; 0: four million. */
void hr_seen_init(struct hr_seen *seen, size_t most);
void hr_seen_release(struct hr_seen *seen);

/* True when it is new; it is there afterwards. */
bool hr_seen_add(struct hr_seen *seen, uint64_t hash);
bool hr_seen_has(const struct hr_seen *seen, uint64_t hash);

#endif
