/* xoshiro256** by Blackman and Vigna, seeded with splitmix64. */
#include "base/random.h"

__extension__ typedef unsigned __int128 wide;

static uint64_t rotate(uint64_t word, int bits)
{
	return word << bits | word >> (64 - bits);
}

void hr_random_seed(struct hr_random *random, uint64_t seed)
{
	for (int i = 0; i < 4; i++) {
		seed += 0x9e3779b97f4a7c15u;
		uint64_t word = seed;
		word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9u;
		word = (word ^ word >> 27) * 0x94d049bb133111ebu;
		random->state[i] = word ^ word >> 31;
	}
}

uint64_t hr_random_next(struct hr_random *random)
{
	uint64_t *state = random->state;
	uint64_t result = rotate(state[1] * 5, 7) * 9;
	uint64_t shifted = state[1] << 17;
	state[2] ^= state[0];
	state[3] ^= state[1];
	state[1] ^= state[2];
	state[0] ^= state[3];
	state[2] ^= shifted;
	state[3] = rotate(state[3], 45);
	return result;
}

size_t hr_random_below(struct hr_random *random, size_t count)
{
	/* The high half of a 128-bit product; what unevenness is left is below 2^-32 for any count that fits memory. */
	return (size_t)((wide)hr_random_next(random) * count >> 64);
}

bool hr_random_chance(struct hr_random *random, double probability)
{
	return (double)(hr_random_next(random) >> 11) * 0x1.0p-53 < probability;
}
