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

static inline uint64_t hr_random_rotate(uint64_t word, int bits)
{
	return word << bits | word >> (64 - bits);
}

static inline uint64_t hr_random_next(struct hr_random *random)
{
	uint64_t *state = random->state;
	uint64_t result = hr_random_rotate(state[1] * 5, 7) * 9;
	uint64_t shifted = state[1] << 17;
	state[2] ^= state[0];
	state[3] ^= state[1];
	state[1] ^= state[2];
	state[0] ^= state[3];
	state[2] ^= shifted;
	state[3] = hr_random_rotate(state[3], 45);
	return result;
}

/* Uniform in 0 … count - 1; count is at least 1. */
static inline size_t hr_random_below(struct hr_random *random, size_t count)
{
	/* The high half of a 128-bit product; what unevenness is left is below 2^-32 for any count that fits memory. */
	__extension__ typedef unsigned __int128 wide;
	return (size_t)((wide)hr_random_next(random) * count >> 64);
}

/* True with this probability. */
bool hr_random_chance(struct hr_random *random, double probability);

#endif
