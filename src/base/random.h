/* Random numbers that repeat: the same seed gives the same numbers on every machine. */
#ifndef HR_BASE_RANDOM_H
#define HR_BASE_RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hr_random {
	uint64_t state[4]; /* xoshiro256** */
};

void hr_random_seed(struct hr_random *random, uint64_t seed);
uint64_t hr_random_next(struct hr_random *random);

/* Uniform in 0 … count - 1; count is at least 1. */
size_t hr_random_below(struct hr_random *random, size_t count);

/* True with this probability. */
bool hr_random_chance(struct hr_random *random, double probability);

#endif
