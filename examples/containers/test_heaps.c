/* Tests of BHeap, FibHeap and HeapArray: their edges, and random operations against plain counts. */
#undef NDEBUG
#include "bheap.h"
#include "fibheap.h"
#include "heaparray.h"

#include <assert.h>
#include <stdlib.h>

#define KEYS 30

/* How often each key is in the heap. */
struct counts {
	int of[KEYS];
	int size;
};

static int smallest(const struct counts *counts)
{
	int key = 0;

	while (key < KEYS && counts->of[key] == 0)
		key++;
	return key;
}

static void change(struct counts *counts, int key, int by)
{
	counts->of[key] += by;
	counts->size += by;
}

/* The two heaps have the same operations. */
#define TEST_HEAP(heap) \
	static void test_##heap##_once(struct counts *counts, heap *self) \
	{ \
		int i = rand() % KEYS, k = rand() % KEYS, key = -1; \
\
		switch (rand() % 10) { \
		case 0: \
			assert(heap##_extract_min(self, &key) == (counts->size > 0)); \
			if (counts->size > 0) { \
				assert(key == smallest(counts)); \
				change(counts, key, -1); \
			} \
			break; \
		case 1: \
		case 2: \
		case 3: \
			assert(heap##_decrease_key(self, i, k) == (counts->of[i] > 0 && k < i)); \
			if (counts->of[i] > 0 && k < i) { \
				change(counts, i, -1); \
				change(counts, k, 1); \
			} \
			break; \
		case 4: \
		case 5: \
			assert(heap##_remove(self, i) == (counts->of[i] > 0)); \
			if (counts->of[i] > 0) \
				change(counts, i, -1); \
			break; \
		default: \
			assert(heap##_insert(self, i)); \
			change(counts, i, 1); \
		} \
		assert(heap##_size(self) == counts->size && heap##_contains(self, k) == (counts->of[k] > 0)); \
		assert(heap##_find_min(self, &key) == (counts->size > 0) && (counts->size == 0 || key == smallest(counts))); \
	} \
\
	static void test_##heap(void) \
	{ \
		heap *self = heap##_create(), *other = heap##_create(); \
		struct counts counts = { { 0 }, 0 }, more = { { 0 }, 0 }; \
\
		assert(self && other); \
		heap##_merge(self, other); \
		heap##_merge(self, self); \
		for (int round = 0; round < 20000; round++) { \
			test_##heap##_once(&counts, self); \
			if (rand() % 10 == 0) \
				test_##heap##_once(&more, other); \
			if (rand() % 100 == 0) { \
				heap##_merge(self, other); \
				for (int i = 0; i < KEYS; i++) \
					change(&counts, i, more.of[i]); \
				more = (struct counts){ { 0 }, 0 }; \
				assert(heap##_size(other) == 0); \
			} \
			for (int key; counts.size > 60 && heap##_extract_min(self, &key);) \
				change(&counts, key, -1); \
		} \
		heap##_destroy(self); \
		heap##_destroy(other); \
		heap##_destroy(NULL); \
	}

TEST_HEAP(bheap)
TEST_HEAP(fibheap)

static int largest(const struct counts *counts)
{
	int key = KEYS - 1;

	while (key >= 0 && counts->of[key] == 0)
		key--;
	return key;
}

static void test_heaparray(void)
{
	heaparray *heap = heaparray_create(50);
	struct counts counts = { { 0 }, 0 };

	assert(heap && !heaparray_create(0) && !heaparray_create(1000001));
	for (int round = 0; round < 20000; round++) {
		int i = rand() % KEYS, k = rand() % KEYS, key = -1;

		switch (rand() % 4) {
		case 0:
			assert(heaparray_extract_max(heap, &key) == (counts.size > 0));
			if (counts.size > 0) {
				assert(key == largest(&counts));
				change(&counts, key, -1);
			}
			break;
		case 1:
			assert(heaparray_increase_key(heap, i, k) == (counts.of[i] > 0 && k > i));
			if (counts.of[i] > 0 && k > i) {
				change(&counts, i, -1);
				change(&counts, k, 1);
			}
			break;
		default:
			assert(heaparray_insert(heap, i) == (counts.size < 50));
			if (counts.size < 50)
				change(&counts, i, 1);
		}
		assert(heaparray_size(heap) == counts.size && heaparray_find_max(heap, &key) == (counts.size > 0));
		assert(counts.size == 0 || key == largest(&counts));
		if (rand() % 1000 == 0) {
			heaparray_clear(heap);
			counts = (struct counts){ { 0 }, 0 };
		}
	}
	heaparray_destroy(heap);
	heaparray_destroy(NULL);
}

int main(void)
{
	test_bheap();
	test_fibheap();
	test_heaparray();
	return 0;
}
