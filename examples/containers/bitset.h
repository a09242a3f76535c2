/**
 * @file bitset.h
 * A set of bits that grows as needed, with the operations of java.util.BitSet (JDK 1.4). Bits are counted from 0; all that
 * were never set are clear.
 *
 *     bitset *primes = bitset_create();
 *     bitset_set_range(primes, 2, 100);
 *     for (int i = 2; i > 0; i = bitset_next_set_bit(primes, i + 1))
 *             for (int k = 2 * i; k < 100; k += i)
 *                     bitset_clear(primes, k);
 *     bitset_destroy(primes);
 *
 * Ranges are half-open: `from` is in, `to` is not. The highest bit is INT_MAX - 1. An index is wrong when it is negative, a range also when `to` is below
 * `from`; a function that fails leaves the set as it was. Sets are not NULL, unless a function says so.
 */
#ifndef BITSET_H
#define BITSET_H

#include <stdbool.h>

/** A set of bits. Made by bitset_create(), bitset_create_size(), bitset_clone() and bitset_get_range(), ended by bitset_destroy(). */
typedef struct bitset bitset;

/** How an operation went. */
enum bitset_status {
	BITSET_OK = 0,
	BITSET_WRONG_INDEX = -1, /**< a negative index, setting bit INT_MAX, or a range that ends before it begins */
	BITSET_NO_MEMORY = -2
};

/** Makes an empty set. @return NULL when there is no memory. */
bitset *bitset_create(void);

/** Makes an empty set with room for the bits 0 to count - 1. @return NULL when count is negative or there is no memory. */
bitset *bitset_create_size(int count);

/** Ends a set. NULL is fine. */
void bitset_destroy(bitset *self);

/** A new set with the same bits. @return NULL when there is no memory. */
bitset *bitset_clone(const bitset *self);

/** @name One bit */
/** @{ */
enum bitset_status bitset_set(bitset *self, int index);
enum bitset_status bitset_set_value(bitset *self, int index, bool value);
enum bitset_status bitset_clear(bitset *self, int index);
enum bitset_status bitset_flip(bitset *self, int index);
/** Is the bit set? false for a wrong index, too. */
bool bitset_get(const bitset *self, int index);
/** @} */

/** @name A range of bits */
/** @{ */
enum bitset_status bitset_set_range(bitset *self, int from, int to);
enum bitset_status bitset_set_range_value(bitset *self, int from, int to, bool value);
enum bitset_status bitset_clear_range(bitset *self, int from, int to);
enum bitset_status bitset_flip_range(bitset *self, int from, int to);
/** A new set with the bits of the range, moved to begin at 0. @return NULL for a wrong range, and when there is no memory. */
bitset *bitset_get_range(const bitset *self, int from, int to);
/** @} */

/** Clears all bits. */
void bitset_clear_all(bitset *self);

/** @name Two sets: self becomes the result; both may be the same set */
/** @{ */
void bitset_and(bitset *self, const bitset *other);
enum bitset_status bitset_or(bitset *self, const bitset *other);
enum bitset_status bitset_xor(bitset *self, const bitset *other);
/** Clears the bits that are set in other. */
void bitset_and_not(bitset *self, const bitset *other);
/** @} */

/** @name Questions */
/** @{ */
/** Is there a bit that is set in both? */
bool bitset_intersects(const bitset *self, const bitset *other);
/** Are the same bits set? False when other is NULL. */
bool bitset_equals(const bitset *self, const bitset *other);
bool bitset_is_empty(const bitset *self);
/** How many bits are set. */
int bitset_cardinality(const bitset *self);
/** One more than the highest bit that is set; 0 when there is none. */
int bitset_length(const bitset *self);
/** How many bits there is room for. */
int bitset_size(const bitset *self);
/** Equal sets have the same. */
int bitset_hash(const bitset *self);
/** The first bit from `from` on that is set. @return -1 when there is none, and for a wrong index. */
int bitset_next_set_bit(const bitset *self, int from);
/** The first bit from `from` on that is clear. @return -1 for a wrong index. */
int bitset_next_clear_bit(const bitset *self, int from);
/** The bits that are set, as text: "{1, 4, 7}". @return memory for the caller to free(), or NULL when there is none. */
char *bitset_to_string(const bitset *self);
/** @} */

#endif
