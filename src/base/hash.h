/* SHA-256, to know contents again by a short name. */
#ifndef HR_BASE_HASH_H
#define HR_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

struct hr_hash {
	uint32_t state[8];
	uint64_t length; /* bytes so far */
	unsigned char block[64];
};

#define HR_HASH_SIZE 32
#define HR_HASH_TEXT 65 /* room for the digest as text */

void hr_hash_init(struct hr_hash *hash);
void hr_hash_add(struct hr_hash *hash, const void *bytes, size_t length);

/* Adds the text with its NUL, so that ("ab", "c") differs from ("a", "bc"). NULL counts as "". */
void hr_hash_addstr(struct hr_hash *hash, const char *text);

/* The digest; the hash has to be initialised again before it is used again. */
void hr_hash_finish(struct hr_hash *hash, unsigned char digest[HR_HASH_SIZE]);

/* The same as hexadecimal digits. */
void hr_hash_text(struct hr_hash *hash, char text[HR_HASH_TEXT]);

#endif
