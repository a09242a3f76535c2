/* Noise: many bytes that look drawn by chance, told by four numbers. What compresses, sorts or hashes goes other ways with much data than with little, and
 * a test that passes ten thousand bytes has to say which in one line. */
#ifndef HR_SEQ_NOISE_H
#define HR_SEQ_NOISE_H

#include <stdbool.h>
#include <stddef.h>

/* `letters` different bytes: from 'a' on where the alphabet has so many, else from 0 on. After `period` bytes it begins anew; where that is the length, never. */
struct hr_noise {
	size_t period;
	unsigned letters; /* 2 to 256 */
	unsigned seed;    /* below HR_NOISE_SEEDS */
};

enum { HR_NOISE_SEEDS = 256, HR_NOISE_SHORTEST = 100 };

/* Kinds of noise by number of letters; what is found has one of these. */
extern const unsigned hr_noise_letters[];
extern const size_t hr_noise_letter_count;

void hr_noise_fill(char *bytes, size_t length, const struct hr_noise *noise);

/* Whether these bytes are noise, and which. A beginning of noise is noise, if it is not shorter than HR_NOISE_SHORTEST. */
bool hr_noise_find(struct hr_noise *out, const char *bytes, size_t length);

/* The body of a function in C that does what hr_noise_fill does: (char *bytes, size_t size, size_t period, unsigned letters, unsigned seed). */
extern const char hr_noise_c_body[];

#endif
