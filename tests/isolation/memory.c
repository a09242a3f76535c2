/* See memory.h. */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct memory_box {
	int size;
	int unwritten;
	unsigned char colour; /* not written either */
	int *numbers;
};

enum { CACHE = 64, TEXTS = 128 };

static unsigned char large[1 << 20];
static int larger[3 << 18];
static unsigned char filled[64 << 10] = { 1, 2, 3, [40000] = 77 };
static char *squares[CACHE];
static int hits;
static char *texts[TEXTS];
static int text_count;
static size_t place;

struct memory_box *memory_box_new(int size)
{
	struct memory_box *box = malloc(sizeof *box);
	if (!box)
		return NULL;
	box->size = size & 0x3f;
	box->numbers = calloc((size_t)box->size + 1, sizeof *box->numbers);
	return box;
}

void memory_box_free(struct memory_box *box)
{
	if (box)
		free(box->numbers);
	free(box);
}

int memory_box_size(const struct memory_box *box)
{
	return box->size;
}

int memory_box_set(struct memory_box *box, int index, int value)
{
	if (index < 0 || index > box->size)
		return -1;
	int before = box->numbers[index];
	box->numbers[index] = value;
	return before;
}

struct memory_box *memory_box_copy(const struct memory_box *box)
{
	struct memory_box *copy = memory_box_new(box->size);
	if (copy && copy->numbers)
		memcpy(copy->numbers, box->numbers, ((size_t)box->size + 1) * sizeof *copy->numbers);
	return copy;
}

int memory_large(unsigned index, int to)
{
	unsigned char *at = &large[index * 4099u % sizeof large];
	int before = *at;
	*at = (unsigned char)to;
	return before;
}

int memory_larger(unsigned page, int to)
{
	int *at = &larger[page * 1024u % (3 << 18)];
	int before = *at;
	*at = to;
	return before;
}

int memory_filled(unsigned index, int to)
{
	unsigned char *at = &filled[index * 40u % sizeof filled];
	int before = *at;
	*at = (unsigned char)to;
	return before;
}

long memory_sum_large(void)
{
	long sum = 0;
	for (size_t i = 0; i < sizeof large; i += 64)
		sum += large[i];
	for (size_t i = 0; i < 3 << 18; i += 1024)
		sum += larger[i];
	for (size_t i = 0; i < sizeof filled; i += 8)
		sum += filled[i];
	return sum;
}

int memory_clear_large(int to)
{
	int before = large[12345];
	memset(large, to, to == 255 && hits ? sizeof large : sizeof large / 16);
	return before;
}

int memory_read_into_large(const char *text)
{
	place = (place + 70000) % (sizeof large - 1000);
	int before = large[place];
	memcpy(large + place, text, strlen(text) + 1);
	snprintf((char *)large + place + 100, 100, "%s %zu", text, place);
	return before;
}

const char *memory_square(int number)
{
	unsigned slot = (unsigned)number % CACHE;
	char text[32];
	if (squares[slot]) {
		hits++;
		return squares[slot];
	}
	snprintf(text, sizeof text, "%ld", (long)number * number);
	squares[slot] = strdup(text);
	return squares[slot];
}

int memory_cache_hits(void)
{
	return hits;
}

int memory_intern(const char *text)
{
	for (int i = 0; i < text_count; i++)
		if (strcmp(texts[i], text) == 0)
			return i;
	if (text_count == TEXTS)
		return -1;
	texts[text_count] = strdup(text);
	return text_count++;
}

int memory_forget(void)
{
	int count = text_count;
	for (int i = 0; i < CACHE; i++) {
		count += squares[i] != NULL;
		free(squares[i]);
		squares[i] = NULL;
	}
	for (int i = 0; i < text_count; i++)
		free(texts[i]);
	text_count = 0;
	return count;
}

struct memory_pair memory_pair(int a, int b)
{
	struct memory_pair pair;
	memset(&pair, 0, sizeof pair);
	pair.small = (char)a;
	pair.large = b;
	return pair;
}

long memory_pair_sum(struct memory_pair pair)
{
	return pair.small + pair.large;
}

static void fill_some(volatile int *numbers, int count)
{
	for (int i = 0; i < count; i++)
		numbers[i] = i;
}

int memory_unwritten_local(int index)
{
	volatile int numbers[8];
	fill_some(numbers, 4);
	return numbers[index & 7];
}

int memory_unwritten_array(int count)
{
	int size = (count & 0xf) + 2;
	volatile int numbers[size];
	fill_some(numbers, size - 1);
	return numbers[size - 1];
}

int memory_unwritten_field(const struct memory_box *box)
{
	return box->unwritten;
}

int memory_unwritten_growth(int size)
{
	int *numbers = calloc(2, sizeof *numbers);
	int last = (size & 0xf) + 2;
	numbers = realloc(numbers, ((size_t)last + 1) * sizeof *numbers);
	int value = numbers[last];
	free(numbers);
	return value;
}

int memory_unwritten_compare(int size)
{
	char *text = malloc(16);
	int is_equal = memcmp(text, "ZZZZZZZZZZZZZZZZ", (size_t)(size & 0xf)) == 0;
	free(text);
	return is_equal;
}

int memory_unwritten_branch(const struct memory_box *box)
{
	if (box->colour > 100)
		return large[0] + 1;
	return hits - 1;
}
