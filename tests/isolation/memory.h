/* Much static memory, caches that fill lazily, and six reads of memory that nobody wrote (their names say "unwritten"); no others. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>

struct memory_box;

struct memory_box *memory_box_new(int size);
void memory_box_free(struct memory_box *box);
int memory_box_size(const struct memory_box *box);
int memory_box_set(struct memory_box *box, int index, int value); /* what was there */
struct memory_box *memory_box_copy(const struct memory_box *box);

/* static arrays: 1 MB, 3 MB, and 64 KB that do not begin as zeros */
int memory_large(unsigned index, int to); /* what was there */
int memory_larger(unsigned page, int to);
int memory_filled(unsigned index, int to);
long memory_sum_large(void);
int memory_clear_large(int to);               /* much of it, or all */
int memory_read_into_large(const char *text); /* by memcpy and snprintf, at a place that moves */

/* caches */
const char *memory_square(int number); /* the text of its square, kept */
int memory_cache_hits(void);
int memory_intern(const char *text); /* the number of the text */
int memory_forget(void);             /* frees all that is kept; how much it was */

/* structs by value, with padding */
struct memory_pair {
	char small;
	long large;
};
struct memory_pair memory_pair(int a, int b);
long memory_pair_sum(struct memory_pair pair);

/* what nobody wrote */
int memory_unwritten_local(int index);
int memory_unwritten_array(int count);
int memory_unwritten_field(const struct memory_box *box);
int memory_unwritten_growth(int size);
int memory_unwritten_compare(int size);
int memory_unwritten_branch(const struct memory_box *box);

#endif
