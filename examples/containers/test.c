/* Tests of the two containers: every operation, its edges and its refusals, and random bit sets against plain arrays. */
#undef NDEBUG
#include "bitset.h"
#include "stack.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 300

static void test_stack(void)
{
	stack *s = stack_create();
	object *items[25], *stranger = object_create();

	assert(s && stranger);
	assert(stack_empty(s) && !stack_peek(s) && !stack_pop(s));
	for (int i = 0; i < 25; i++) { /* grows twice */
		items[i] = object_create();
		assert(stack_push(s, items[i]) == items[i]);
		assert(stack_peek(s) == items[i] && !stack_empty(s));
	}
	assert(stack_search(s, items[24]) == 1 && stack_search(s, items[0]) == 25 && stack_search(s, stranger) == -1);
	stack_push(s, items[0]);
	assert(stack_search(s, items[0]) == 1 && stack_pop(s) == items[0]);
	for (int i = 24; i >= 0; i--) {
		assert(stack_pop(s) == items[i]);
		object_destroy(items[i]);
	}
	assert(stack_empty(s));
	stack_destroy(s);
	stack_destroy(NULL);
	object_destroy(stranger);
	object_destroy(NULL);
}

static void expect_text(const bitset *set, const char *wanted)
{
	char *text = bitset_to_string(set);

	assert(text && strcmp(text, wanted) == 0);
	free(text);
}

static void test_bits(void)
{
	bitset *set = bitset_create();

	assert(set && bitset_is_empty(set) && bitset_length(set) == 0 && bitset_size(set) == 64);
	expect_text(set, "{}");
	assert(bitset_set(set, 3) == BITSET_OK && bitset_set(set, 200) == BITSET_OK);
	assert(bitset_get(set, 3) && bitset_get(set, 200) && !bitset_get(set, 4) && !bitset_get(set, 100000));
	expect_text(set, "{3, 200}");
	assert(bitset_length(set) == 201 && bitset_size(set) >= 256 && bitset_cardinality(set) == 2);
	assert(bitset_flip(set, 200) == BITSET_OK && bitset_length(set) == 4);
	assert(bitset_flip(set, 64) == BITSET_OK && bitset_get(set, 64));
	assert(bitset_set_value(set, 64, false) == BITSET_OK && bitset_set_value(set, 5, true) == BITSET_OK);
	expect_text(set, "{3, 5}");
	assert(bitset_clear(set, 99999) == BITSET_OK && bitset_clear(set, 3) == BITSET_OK);
	expect_text(set, "{5}");
	bitset_clear_all(set);
	assert(bitset_is_empty(set));
	bitset_destroy(set);
	bitset_destroy(NULL);
}

static void test_refusals(void)
{
	bitset *set = bitset_create_size(0);

	assert(set && !bitset_create_size(-1));
	assert(bitset_set(set, -1) == BITSET_WRONG_INDEX && bitset_clear(set, INT_MIN) == BITSET_WRONG_INDEX);
	assert(bitset_flip(set, -1) == BITSET_WRONG_INDEX && bitset_set_value(set, -1, true) == BITSET_WRONG_INDEX);
	assert(bitset_set(set, INT_MAX) == BITSET_WRONG_INDEX && bitset_clear(set, INT_MAX) == BITSET_OK);
	assert(!bitset_get(set, -1) && bitset_next_set_bit(set, -1) == -1 && bitset_next_clear_bit(set, -1) == -1);
	assert(bitset_set_range(set, 5, 4) == BITSET_WRONG_INDEX && bitset_set_range(set, -1, 4) == BITSET_WRONG_INDEX);
	assert(bitset_clear_range(set, 5, 4) == BITSET_WRONG_INDEX &&
	       bitset_flip_range(set, 5, 4) == BITSET_WRONG_INDEX);
	assert(bitset_set_range_value(set, 5, 4, true) == BITSET_WRONG_INDEX && !bitset_get_range(set, 5, 4));
	assert(bitset_set_range(set, 7, 7) == BITSET_OK && bitset_flip_range(set, 7, 7) == BITSET_OK);
	assert(bitset_is_empty(set) && !bitset_equals(set, NULL));
	bitset_destroy(set);
}

/* Is the set what the array says? */
static void expect_bits(const bitset *set, const bool *bits)
{
	int count = 0, length = 0;

	for (int i = 0; i < COUNT; i++) {
		assert(bitset_get(set, i) == bits[i]);
		count += bits[i];
		length = bits[i] ? i + 1 : length;
	}
	assert(bitset_cardinality(set) == count && bitset_length(set) == length &&
	       bitset_is_empty(set) == (count == 0));
	for (int i = 0; i < COUNT; i++) {
		int set_bit = i, clear_bit = i;

		while (set_bit < COUNT && !bits[set_bit])
			set_bit++;
		while (clear_bit < COUNT && bits[clear_bit])
			clear_bit++;
		assert(bitset_next_set_bit(set, i) == (set_bit < COUNT ? set_bit : -1));
		assert(bitset_next_clear_bit(set, i) == clear_bit);
	}
}

static void change(bitset *set, bool *bits)
{
	int what = rand() % 5, from = rand() % COUNT, to = from + rand() % (COUNT - from + 1);

	switch (what) {
	case 0:
		assert(bitset_set_range(set, from, to) == BITSET_OK);
		break;
	case 1:
		assert(bitset_clear_range(set, from, to) == BITSET_OK);
		break;
	case 2:
		assert(bitset_flip_range(set, from, to) == BITSET_OK);
		break;
	case 3:
		assert(bitset_set_range_value(set, from, to, from % 2) == BITSET_OK);
		break;
	default:
		assert(bitset_flip(set, from) == BITSET_OK);
		to = from + 1;
	}
	for (int i = from; i < to; i++)
		bits[i] = what == 0 || (what == 3 && from % 2) || ((what == 2 || what == 4) && !bits[i]);
}

static void test_against_arrays(void)
{
	bitset *set = bitset_create(), *other = bitset_create();
	bool bits[COUNT] = { false }, other_bits[COUNT] = { false };

	for (int round = 0; round < 3000; round++) {
		bitset *copy, *part;
		bool both = false, equal = true, result[COUNT];
		int what = round % 4, from = rand() % COUNT, to = from + rand() % COUNT;

		change(set, bits);
		change(other, other_bits);
		expect_bits(set, bits);
		for (int i = 0; i < COUNT; i++) {
			both |= bits[i] && other_bits[i];
			equal &= bits[i] == other_bits[i];
			result[i] = what == 0   ? bits[i] && other_bits[i]
				    : what == 1 ? bits[i] || other_bits[i]
				    : what == 2 ? bits[i] != other_bits[i]
						: bits[i] && !other_bits[i];
		}
		assert(bitset_intersects(set, other) == both && bitset_equals(set, other) == equal);
		copy = bitset_clone(set);
		assert(bitset_equals(copy, set) && bitset_hash(copy) == bitset_hash(set));
		if (what == 0)
			bitset_and(copy, other);
		else if (what == 1)
			assert(bitset_or(copy, other) == BITSET_OK);
		else if (what == 2)
			assert(bitset_xor(copy, other) == BITSET_OK);
		else
			bitset_and_not(copy, other);
		expect_bits(copy, result);
		part = bitset_get_range(set, from, to);
		for (int i = 0; i < COUNT; i++)
			assert(bitset_get(part, i) == (from + i < to && bitset_get(set, from + i)));
		bitset_destroy(part);
		bitset_destroy(copy);
	}
	assert(bitset_xor(set, set) == BITSET_OK && bitset_is_empty(set));
	bitset_and_not(other, other);
	assert(bitset_is_empty(other));
	bitset_destroy(set);
	bitset_destroy(other);
}

int main(void)
{
	test_stack();
	test_bits();
	test_refusals();
	test_against_arrays();
	return 0;
}
