/* The library's own test: what its author thought of. It passes with and without the planted bugs. */
#undef NDEBUG
#include "hold.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void test_list(void)
{
	hold_list *list = hold_list_new(), *copy;
	int value = 0;

	assert(list && hold_list_count(list) == 0);
	for (int i = 0; i < 20; i++)
		assert(hold_list_append(list, 10 * i) == HOLD_OK);
	assert(hold_list_count(list) == 20 && hold_list_find(list, 70) == 7 && hold_list_find(list, 75) == -1);
	assert(hold_list_get(list, 3, &value) == HOLD_OK && value == 30);
	assert(hold_list_get(list, -1, &value) == HOLD_OK && value == 190);
	assert(hold_list_get(list, 20, &value) == HOLD_RANGE && hold_list_get(list, -21, &value) == HOLD_RANGE &&
	       value == 190);
	assert(hold_list_insert(list, 1, 5) == HOLD_OK && hold_list_find(list, 10) == 2);
	assert(hold_list_remove(list, -1) == HOLD_OK && hold_list_remove(list, 20) == HOLD_RANGE);
	assert(hold_list_set(list, 0, 1) == HOLD_OK && hold_list_get(list, 0, &value) == HOLD_OK && value == 1);

	copy = hold_list_copy(list);
	assert(hold_list_equal(list, copy) && hold_list_hash(list) == hold_list_hash(copy) &&
	       hold_list_compare(list, copy) == 0);
	assert(hold_list_append(copy, 7) == HOLD_OK && !hold_list_equal(list, copy) &&
	       hold_list_compare(copy, list) > 0);
	hold_list_set(copy, 0, 2);
	assert(hold_list_compare(list, copy) < 0 && hold_list_compare(copy, list) > 0);
	assert(hold_list_find(list, 2) == -1 && hold_list_count(list) == 20);
	hold_list_clear(list);
	assert(hold_list_count(list) == 0 && hold_list_count(copy) == 21);
	hold_list_free(list);
	hold_list_free(copy);
}

static bool count_entry(const char *key, const char *value, void *user_data)
{
	assert(*key && *value);
	++*(int *)user_data;
	return true;
}

static void test_map(void)
{
	hold_map *map = hold_map_new(), *copy;
	char key[3] = "aa", *taken;
	int visited = 0;

	assert(map && hold_map_count(map) == 0 && !hold_map_get(map, "sky"));
	assert(hold_map_put(map, "sky", "blue") == HOLD_OK && strcmp(hold_map_get(map, "sky"), "blue") == 0);
	assert(hold_map_put(map, "sky", "grey") == HOLD_OK && strcmp(hold_map_get(map, "sky"), "grey") == 0);
	for (key[0] = 'a'; key[0] <= 'z'; key[0]++)
		assert(hold_map_put(map, key, "letters") == HOLD_OK);
	assert(hold_map_count(map) == 27 && hold_map_each(map, count_entry, &visited) == 27 && visited == 27);
	assert(hold_map_remove(map, "ba") == HOLD_OK && hold_map_remove(map, "ba") == HOLD_MISSING &&
	       !hold_map_has(map, "ba"));
	assert(hold_map_count(map) == 26);
	assert(hold_map_set_default(map, "none") == HOLD_OK && strcmp(hold_map_get(map, "ba"), "none") == 0);
	copy = hold_map_copy(map);
	assert(copy && hold_map_equal(map, copy) && strcmp(hold_map_default(copy), "none") == 0);
	taken = hold_map_take(copy, "sky");
	assert(taken && strcmp(taken, "grey") == 0 && !hold_map_has(copy, "sky") && !hold_map_take(copy, "sky"));
	free(taken);
	assert(!hold_map_equal(map, copy));
	assert(hold_map_set_default(map, NULL) == HOLD_OK);
	hold_map_clear(map);
	assert(hold_map_count(map) == 0 && !hold_map_has(map, "sky"));
	hold_map_free(map);
	hold_map_free(copy);
}

static void test_heap(void)
{
	hold_heap *heap = hold_heap_new();
	int job = 0, last = -1;

	assert(heap && hold_heap_count(NULL) == 0 && hold_heap_peek(heap, &job) == HOLD_MISSING);
	for (int i = 0; i < 50; i++)
		assert(hold_heap_push(heap, 17 * i % 50, 17 * i % 50) == HOLD_OK);
	assert(hold_heap_peek(heap, &job) == HOLD_OK && job == 0);
	while (hold_heap_pop(heap, &job) == HOLD_OK) {
		assert(job > last);
		last = job;
	}
	assert(last == 49 && hold_heap_count(heap) == 0);
	hold_heap_set_label(heap, "jobs");
	assert(strcmp(hold_heap_label(heap), "jobs") == 0);
	hold_heap_set_label(heap, NULL);
	assert(!hold_heap_label(heap));
	hold_heap_free(heap);
}

static void test_ring(void)
{
	hold_ring *ring = hold_ring_new(8);
	char buffer[8];

	assert(ring && hold_ring_write(ring, "abcdef", 6) == 6 && hold_ring_percent(ring) == 75);
	assert(hold_ring_read(ring, buffer, 4) == 4 && memcmp(buffer, "abcd", 4) == 0);
	assert(hold_ring_write(ring, "ghijklmn", 8) == 6 && hold_ring_used(ring) == 8 && !hold_ring_put(ring, 'x'));
	assert(hold_ring_read(ring, buffer, 8) == 8 && memcmp(buffer, "efghijkl", 8) == 0);
	assert(hold_ring_put(ring, 'y') && hold_ring_read(ring, buffer, 8) == 1 && buffer[0] == 'y');
	assert(hold_ring_skip(ring, 1) == 0 && hold_ring_capacity(ring) == 8);
	assert(!hold_ring_new(HOLD_MOST + 1));
	hold_ring_free(ring);
}

int main(void)
{
	test_list();
	test_map();
	test_heap();
	test_ring();
	return 0;
}
