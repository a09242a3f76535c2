/* Gates of sorting and searching with a comparison of the unit's: qsort, bsearch, lfind and their kin (trees: gate_tree.c).
 *
 * Invariants: the comparison is called from here, never from inside libc, so that leaving it leaves nothing behind; it sees elements in the
 * unit's array alone; what it may have done to the array (freed it) is noticed before the next element moves. The order of comparisons and
 * the result are those of glibc's merge sort, so equal elements keep their order. */
#include "runtime/gate.h"
#include "runtime/gate_check.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

struct sort {
	const struct hr_gate_site *site;
	size_t size; /* of an element */
	int (*compare)(const void *, const void *);
	int (*compare_with)(const void *, const void *, void *);
	void *context;
	char *temporary;
};

static int order(const struct sort *sort, const char *left, const char *right)
{
	if (sort->compare)
		return sort->compare(left, right);
	if (!sort->compare_with)
		hr_gate_fault(sort->site, HR_FAULT_NULL, 0, 0, NULL);
	return sort->compare_with(left, right, sort->context);
}

/* Total size of the elements, after a check that they are there. */
static size_t check_elements(const struct sort *sort, const char *base, size_t count)
{
	size_t total;
	if (__builtin_mul_overflow(count, sort->size, &total) || total > PTRDIFF_MAX)
		hr_gate_fault(sort->site, HR_FAULT_NEGATIVE_SIZE, (uintptr_t)base, SIZE_MAX, NULL);
	if (!total || hr_check_quick((uintptr_t)base, total))
		return total;
	const uintptr_t bad = hr_shadow_first_bad((uintptr_t)base, total);
	/* the comparison is the first that would see it: its report has more to tell, and is what others say */
	if (bad && count > 1)
		order(sort, base, base + (bad - (uintptr_t)base) / sort->size * sort->size);
	hr_gate_writes(sort->site, base, total);
	return total;
}

/* Most elements are integers or pointers. */
static inline void copy_element(char *to, const char *from, size_t size)
{
	if (size == 8)
		__builtin_memcpy(to, from, 8);
	else if (size == 4)
		__builtin_memcpy(to, from, 4);
	else
		memcpy(to, from, size);
}

/* Merges two sorted neighbours into the temporary, then back; what is left of the second is in its place already. */
static void merge(const struct sort *sort, char *base, size_t left_count, size_t right_count)
{
	const size_t size = sort->size;
	const size_t count = left_count + right_count;
	char *left = base, *right = base + left_count * size, *to = sort->temporary;
	while (left_count && right_count) {
		const bool takes_left = order(sort, left, right) <= 0;
		char **from = takes_left ? &left : &right;
		hr_check_reads(sort->site, *from, size);
		copy_element(to, *from, size);
		*from += size;
		to += size;
		*(takes_left ? &left_count : &right_count) -= 1;
	}
	hr_check_writes(sort->site, base, count * size);
	memcpy(to, left, left_count * size);
	memcpy(base, sort->temporary, (count - right_count) * size);
}

static void sort_range(const struct sort *sort, char *base, size_t count)
{
	if (count < 2)
		return;
	const size_t left = count / 2;
	sort_range(sort, base, left);
	sort_range(sort, base + left * sort->size, count - left);
	merge(sort, base, left, count - left);
}

static void sort_all(struct sort *sort, void *base, size_t count)
{
	const size_t total = check_elements(sort, base, count);
	if (count < 2)
		return;
	sort->temporary = hr_scratch_take(total);
	sort_range(sort, base, count);
	hr_scratch_release(sort->temporary);
}

void hr_gate_qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
	HR_GATE_ENTER("qsort");
	struct sort sort = { .site = site, .size = size, .compare = compare };
	sort_all(&sort, base, count);
}

void hr_gate_qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *),
		     void *context)
{
	HR_GATE_ENTER("qsort_r");
	struct sort sort = { .site = site, .size = size, .compare_with = compare, .context = context };
	sort_all(&sort, base, count);
}

void *hr_gate_bsearch(const void *key, const void *base, size_t count, size_t size,
		      int (*compare)(const void *, const void *))
{
	HR_GATE_ENTER("bsearch");
	size_t total;
	if (__builtin_mul_overflow(count, size, &total) || total > PTRDIFF_MAX)
		hr_gate_fault(site, HR_FAULT_NEGATIVE_SIZE, (uintptr_t)base, SIZE_MAX, NULL);
	const char *found = NULL;
	for (size_t low = 0, high = count; low < high && !found;) {
		const size_t middle = (low + high) / 2;
		const char *element = (const char *)base + middle * size;
		const int result = compare(key, element); /* looks at it first: see check_elements */
		hr_check_reads(site, element, size);
		if (result == 0)
			found = element;
		else if (result < 0)
			high = middle;
		else
			low = middle + 1;
	}
	if (total) { /* the ends, where the search may not have come */
		hr_check_reads(site, base, size);
		hr_check_reads(site, (const char *)base + total - size, size);
	}
	return (void *)found;
}

/* The element that equals the key; NULL: none. */
static void *find(const struct hr_gate_site *site, const void *key, const void *base, size_t count, size_t size,
		  int (*compare)(const void *, const void *))
{
	const char *element = base;
	for (size_t i = 0; i < count; i++, element += size) {
		const int result = compare(key, element); /* looks at it first: see check_elements */
		hr_check_reads(site, element, size);
		if (result == 0)
			return (void *)element;
	}
	return NULL;
}

void *hr_gate_lfind(const void *key, const void *base, size_t *count, size_t size,
		    int (*compare)(const void *, const void *))
{
	HR_GATE_ENTER("lfind");
	hr_check_reads(site, count, sizeof *count);
	return find(site, key, base, *count, size, compare);
}

void *hr_gate_lsearch(const void *key, void *base, size_t *count, size_t size,
		      int (*compare)(const void *, const void *))
{
	HR_GATE_ENTER("lsearch");
	hr_check_writes(site, count, sizeof *count);
	void *found = find(site, key, base, *count, size, compare);
	if (found)
		return found;
	hr_check_writes(site, count, sizeof *count);
	char *place = (char *)base + *count * size;
	hr_check_reads(site, key, size);
	hr_check_writes(site, place, size);
	if (place) /* else the check has left, or the elements are empty */
		memcpy(place, key, size);
	++*count;
	return place;
}

/* ---- doubly linked lists ------------------------------------------------------------------------------------------------------- */

struct element {
	struct element *next;
	struct element *previous;
};

void hr_gate_insque(void *element, void *previous)
{
	HR_GATE_ENTER("insque");
	struct element *fresh = element, *before = previous;
	hr_check_writes(site, fresh, sizeof *fresh);
	if (before)
		hr_check_writes(site, before, sizeof *before);
	if (before && before->next)
		hr_check_writes(site, before->next, sizeof *before);
	insque(element, previous);
}

void hr_gate_remque(void *element)
{
	HR_GATE_ENTER("remque");
	struct element *old = element;
	hr_check_writes(site, old, sizeof *old);
	if (old->next)
		hr_check_writes(site, old->next, sizeof *old);
	if (old->previous)
		hr_check_writes(site, old->previous, sizeof *old);
	remque(element);
}
