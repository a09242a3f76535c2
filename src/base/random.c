/* xoshiro256** by Blackman and Vigna, seeded with splitmix64. */
#include "base/random.h"

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

bool hr_random_chance(struct hr_random *random, double probability)
{
	return (double)(hr_random_next(random) >> 11) * 0x1.0p-53 < probability;
}
