/* SHA-256 as FIPS 180-4 has it.
 *
 * Invariant: `length % 64` bytes of `block` are filled and wait for the rest. */
#include "base/hash.h"

#include <string.h>

static const uint32_t constants[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t word, unsigned by)
{
	return word >> by | word << (32 - by);
}

static void expand(uint32_t schedule[64], const unsigned char *block)
{
	for (size_t i = 0; i < 16; i++)
		schedule[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
			      (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
	for (unsigned i = 16; i < 64; i++) {
		uint32_t early = schedule[i - 15], late = schedule[i - 2];
		schedule[i] = schedule[i - 16] + (rotate(early, 7) ^ rotate(early, 18) ^ early >> 3) + schedule[i - 7] +
			      (rotate(late, 17) ^ rotate(late, 19) ^ late >> 10);
	}
}

static void take_block(struct hr_hash *hash, const unsigned char *block)
{
	uint32_t schedule[64], v[8];

	expand(schedule, block);
	memcpy(v, hash->state, sizeof v);
	for (unsigned i = 0; i < 64; i++) {
		uint32_t first = v[7] + (rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)) +
				 ((v[4] & v[5]) ^ (~v[4] & v[6])) + constants[i] + schedule[i];
		uint32_t second = (rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)) +
				  ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
		memmove(v + 1, v, 7 * sizeof *v);
		v[4] += first;
		v[0] = first + second;
	}
	for (unsigned i = 0; i < 8; i++)
		hash->state[i] += v[i];
}

void hr_hash_init(struct hr_hash *hash)
{
	static const uint32_t start[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
					   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };

	memcpy(hash->state, start, sizeof start);
	hash->length = 0;
}

void hr_hash_add(struct hr_hash *hash, const void *bytes, size_t length)
{
	const unsigned char *from = bytes;
	size_t filled = hash->length % sizeof hash->block;

	hash->length += length;
	while (length) {
		size_t part = sizeof hash->block - filled;
		if (!filled && length >= sizeof hash->block) {
			take_block(hash, from);
		} else {
			part = part < length ? part : length;
			memcpy(hash->block + filled, from, part);
			filled = (filled + part) % sizeof hash->block;
			if (!filled)
				take_block(hash, hash->block);
		}
		from += part;
		length -= part;
	}
}

void hr_hash_addstr(struct hr_hash *hash, const char *text)
{
	if (!text)
		text = "";
	hr_hash_add(hash, text, strlen(text) + 1);
}

void hr_hash_finish(struct hr_hash *hash, unsigned char digest[HR_HASH_SIZE])
{
	static const unsigned char padding[64] = { 0x80 };
	uint64_t bits = hash->length * 8;
	size_t filled = hash->length % 64;
	unsigned char count[8];

	for (unsigned i = 0; i < 8; i++)
		count[i] = (unsigned char)(bits >> (56 - 8 * i));
	hr_hash_add(hash, padding, (filled < 56 ? 56 : 120) - filled);
	hr_hash_add(hash, count, sizeof count);
	for (unsigned i = 0; i < HR_HASH_SIZE; i++)
		digest[i] = (unsigned char)(hash->state[i / 4] >> (24 - 8 * (i % 4)));
}

void hr_hash_text(struct hr_hash *hash, char text[HR_HASH_TEXT])
{
	static const char digits[] = "0123456789abcdef";
	unsigned char digest[HR_HASH_SIZE];

	hr_hash_finish(hash, digest);
	for (size_t i = 0; i < HR_HASH_SIZE; i++) {
		text[2 * i] = digits[digest[i] >> 4];
		text[2 * i + 1] = digits[digest[i] & 15];
	}
	text[HR_HASH_TEXT - 1] = '\0';
}
