/* Bits in words of 64. Invariants: 0 <= used <= room; words[used..room-1] are 0, and so is no words[used - 1]. */
#include "bitset.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD_BITS 64

struct bitset {
	uint64_t *words;
	int used; /* words up to the highest bit that is set */
	int room;
};

static int word_of(int index)
{
	return index / WORD_BITS;
}

static uint64_t mask_of(int index)
{
	return UINT64_C(1) << (index % WORD_BITS);
}

bitset *bitset_create(void)
{
	return bitset_create_size(WORD_BITS);
}

bitset *bitset_create_size(int count)
{
	bitset *self;

	if (count < 0)
		return NULL;
	self = calloc(1, sizeof *self);
	if (!self)
		return NULL;
	self->room = count > 0 ? word_of(count - 1) + 1 : 1;
	self->words = calloc((size_t)self->room, sizeof *self->words);
	if (!self->words) {
		free(self);
		return NULL;
	}
	return self;
}

void bitset_destroy(bitset *self)
{
	if (!self)
		return;
	free(self->words);
	free(self);
}

/* Room for `needed` words. */
static enum bitset_status reserve(bitset *self, int needed)
{
	uint64_t *words;
	int room;

	if (needed <= self->room)
		return BITSET_OK;
	room = needed > 2 * self->room ? needed : 2 * self->room;
	words = realloc(self->words, (size_t)room * sizeof *words);
	if (!words)
		return BITSET_NO_MEMORY;
	memset(words + self->room, 0, (size_t)(room - self->room) * sizeof *words);
	self->words = words;
	self->room = room;
	return BITSET_OK;
}

static void trim(bitset *self)
{
	while (self->used > 0 && self->words[self->used - 1] == 0)
		self->used--;
}

bitset *bitset_clone(const bitset *self)
{
	bitset *copy = bitset_create_size(bitset_length(self));

	if (!copy)
		return NULL;
	memcpy(copy->words, self->words, (size_t)self->used * sizeof *self->words);
	copy->used = self->used;
	return copy;
}

enum bitset_status bitset_set(bitset *self, int index)
{
	if (index < 0 || index == INT_MAX) /* its length would not be an int */
		return BITSET_WRONG_INDEX;
	if (reserve(self, word_of(index) + 1) != BITSET_OK)
		return BITSET_NO_MEMORY;
	self->words[word_of(index)] |= mask_of(index);
	if (self->used <= word_of(index))
		self->used = word_of(index) + 1;
	return BITSET_OK;
}

enum bitset_status bitset_clear(bitset *self, int index)
{
	if (index < 0)
		return BITSET_WRONG_INDEX;
	if (word_of(index) < self->used) {
		self->words[word_of(index)] &= ~mask_of(index);
		trim(self);
	}
	return BITSET_OK;
}

enum bitset_status bitset_set_value(bitset *self, int index, bool value)
{
	return value ? bitset_set(self, index) : bitset_clear(self, index);
}

enum bitset_status bitset_flip(bitset *self, int index)
{
	return bitset_get(self, index) ? bitset_clear(self, index) : bitset_set(self, index);
}

bool bitset_get(const bitset *self, int index)
{
	if (index < 0 || word_of(index) >= self->used)
		return false;
	return (self->words[word_of(index)] & mask_of(index)) != 0;
}

static bool is_range(int from, int to)
{
	return from >= 0 && to >= from;
}

/* The bits of word `word` that lie in the range, which is not empty. */
static uint64_t range_mask(int word, int from, int to)
{
	uint64_t mask = UINT64_MAX;

	if (word == word_of(from))
		mask <<= from % WORD_BITS;
	if (word == word_of(to - 1))
		mask &= UINT64_MAX >> (WORD_BITS - 1 - (to - 1) % WORD_BITS);
	return mask;
}

enum bitset_status bitset_set_range(bitset *self, int from, int to)
{
	if (!is_range(from, to))
		return BITSET_WRONG_INDEX;
	if (from == to)
		return BITSET_OK;
	if (reserve(self, word_of(to - 1) + 1) != BITSET_OK)
		return BITSET_NO_MEMORY;
	for (int word = word_of(from); word <= word_of(to - 1); word++)
		self->words[word] |= range_mask(word, from, to);
	if (self->used <= word_of(to - 1))
		self->used = word_of(to - 1) + 1;
	return BITSET_OK;
}

enum bitset_status bitset_clear_range(bitset *self, int from, int to)
{
	if (!is_range(from, to))
		return BITSET_WRONG_INDEX;
	for (int word = word_of(from); from < to && word <= word_of(to - 1) && word < self->used; word++)
		self->words[word] &= ~range_mask(word, from, to);
	trim(self);
	return BITSET_OK;
}

enum bitset_status bitset_set_range_value(bitset *self, int from, int to, bool value)
{
	return value ? bitset_set_range(self, from, to) : bitset_clear_range(self, from, to);
}

enum bitset_status bitset_flip_range(bitset *self, int from, int to)
{
	if (!is_range(from, to))
		return BITSET_WRONG_INDEX;
	if (from == to)
		return BITSET_OK;
	if (reserve(self, word_of(to - 1) + 1) != BITSET_OK)
		return BITSET_NO_MEMORY;
	for (int word = word_of(from); word <= word_of(to - 1); word++)
		self->words[word] ^= range_mask(word, from, to);
	if (self->used <= word_of(to - 1))
		self->used = word_of(to - 1) + 1;
	trim(self);
	return BITSET_OK;
}

bitset *bitset_get_range(const bitset *self, int from, int to)
{
	bitset *part;
	int end = bitset_length(self) < to ? bitset_length(self) : to;

	if (!is_range(from, to))
		return NULL;
	part = bitset_create_size(end > from ? end - from : 0);
	if (!part)
		return NULL;
	for (int i = bitset_next_set_bit(self, from); i >= 0 && i < end; i = bitset_next_set_bit(self, i + 1))
		bitset_set(part, i - from); /* there is room */
	return part;
}

void bitset_clear_all(bitset *self)
{
	memset(self->words, 0, (size_t)self->used * sizeof *self->words);
	self->used = 0;
}

void bitset_and(bitset *self, const bitset *other)
{
	for (int i = 0; i < self->used; i++)
		self->words[i] &= i < other->used ? other->words[i] : 0;
	trim(self);
}

enum bitset_status bitset_or(bitset *self, const bitset *other)
{
	if (reserve(self, other->used) != BITSET_OK)
		return BITSET_NO_MEMORY;
	for (int i = 0; i < other->used; i++)
		self->words[i] |= other->words[i];
	if (self->used < other->used)
		self->used = other->used;
	return BITSET_OK;
}

enum bitset_status bitset_xor(bitset *self, const bitset *other)
{
	int used = other->used;

	if (reserve(self, used) != BITSET_OK)
		return BITSET_NO_MEMORY;
	for (int i = 0; i < used; i++)
		self->words[i] ^= other->words[i];
	if (self->used < used)
		self->used = used;
	trim(self);
	return BITSET_OK;
}

void bitset_and_not(bitset *self, const bitset *other)
{
	for (int i = 0; i < self->used && i < other->used; i++)
		self->words[i] &= ~other->words[i];
	trim(self);
}

bool bitset_intersects(const bitset *self, const bitset *other)
{
	for (int i = 0; i < self->used && i < other->used; i++)
		if (self->words[i] & other->words[i])
			return true;
	return false;
}

bool bitset_equals(const bitset *self, const bitset *other)
{
	if (!other || self->used != other->used)
		return false;
	return memcmp(self->words, other->words, (size_t)self->used * sizeof *self->words) == 0;
}

bool bitset_is_empty(const bitset *self)
{
	return self->used == 0;
}

int bitset_cardinality(const bitset *self)
{
	int count = 0;

	for (int i = 0; i < self->used; i++)
		for (uint64_t word = self->words[i]; word != 0; word &= word - 1)
			count++;
	return count;
}

int bitset_length(const bitset *self)
{
	int length;

	if (self->used == 0)
		return 0;
	length = (self->used - 1) * WORD_BITS;
	for (uint64_t word = self->words[self->used - 1]; word != 0; word >>= 1)
		length++;
	return length;
}

int bitset_size(const bitset *self)
{
	return self->room > INT_MAX / WORD_BITS ? INT_MAX : self->room * WORD_BITS;
}

int bitset_hash(const bitset *self)
{
	uint64_t hash = 1234;

	for (int i = 0; i < self->used; i++)
		hash ^= self->words[i] * (uint64_t)(i + 1);
	return (int)((hash >> 32 ^ hash) & INT_MAX);
}

int bitset_next_set_bit(const bitset *self, int from)
{
	int end = bitset_length(self);

	if (from < 0)
		return -1;
	while (from < end && !bitset_get(self, from))
		from = self->words[word_of(from)] == 0 ? (word_of(from) + 1) * WORD_BITS : from + 1;
	return from < end ? from : -1;
}

int bitset_next_clear_bit(const bitset *self, int from)
{
	if (from < 0)
		return -1;
	while (bitset_get(self, from))
		from++;
	return from;
}

char *bitset_to_string(const bitset *self)
{
	size_t room = (size_t)bitset_cardinality(self) * sizeof "2147483647, " + sizeof "{}";
	char *text = malloc(room);
	size_t length = 1;

	if (!text)
		return NULL;
	text[0] = '{';
	for (int i = bitset_next_set_bit(self, 0); i >= 0; i = bitset_next_set_bit(self, i + 1))
		length += (size_t)snprintf(text + length, room - length, length > 1 ? ", %d" : "%d", i);
	memcpy(text + length, "}", sizeof "}");
	return text;
}
