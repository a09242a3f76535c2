/* Noise, made and found again. Invariant: hr_noise_c_body does the same, to the bit. */
#include "seq/noise.h"

#include <string.h>

enum { ALPHABET = 26, LOOKED_AT = 48, MOST_CHANCE = 40 };

const unsigned hr_noise_letters[] = { 2, 4, 26, 256 };
const size_t hr_noise_letter_count = sizeof hr_noise_letters / sizeof *hr_noise_letters;

const char hr_noise_c_body[] = "{\n"
			       "\tfor (size_t i = 0; i < size; i++) {\n"
			       "\t\tseed = seed * 1103515245u + 12345u;\n"
			       "\t\tbytes[i] = i < period ? (char)((letters > 26 ? 0 : 'a') + (seed >> 16) % letters) "
			       ": bytes[i - period];\n"
			       "\t}\n"
			       "}\n\n";

void hr_noise_fill(char *bytes, size_t length, const struct hr_noise *noise)
{
	unsigned state = noise->seed;

	for (size_t i = 0; i < length; i++) {
		state = state * 1103515245u + 12345u;
		bytes[i] = i < noise->period
				   ? (char)((noise->letters > ALPHABET ? 0 : 'a') + (state >> 16) % noise->letters)
				   : bytes[i - noise->period];
	}
}

/* How far it agrees with the noise that does not begin anew. */
static size_t agreement(const char *bytes, size_t length, unsigned letters, unsigned seed)
{
	unsigned state = seed;

	for (size_t i = 0; i < length; i++) {
		state = state * 1103515245u + 12345u;
		if (bytes[i] != (char)((letters > ALPHABET ? 0 : 'a') + (state >> 16) % letters))
			return i;
	}
	return length;
}

static bool repeats(const char *bytes, size_t length, size_t period)
{
	return memcmp(bytes, bytes + period, length - period) == 0;
}

bool hr_noise_find(struct hr_noise *out, const char *bytes, size_t length)
{
	if (length < HR_NOISE_SHORTEST)
		return false;
	for (size_t i = 0; i < hr_noise_letter_count; i++)
		for (unsigned seed = 0; seed < HR_NOISE_SEEDS; seed++) {
			unsigned letters = hr_noise_letters[i];

			if (agreement(bytes, LOOKED_AT, letters, seed) < LOOKED_AT)
				continue;
			size_t agreed = agreement(bytes, length, letters, seed);
			*out = (struct hr_noise){ length, letters, seed };
			if (agreed == length)
				return true;
			/* it may have begun anew some bytes before the first that is another */
			for (size_t back = 0; back < MOST_CHANCE && back < agreed; back++)
				if (repeats(bytes, length, agreed - back)) {
					out->period = agreed - back;
					return true;
				}
		}
	return false;
}
