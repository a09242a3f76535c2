/* One witness for each bug planted in hold (bugs.tsv). */
#include "../witness.h"

#include "hold.h"

static hold_list *list_of(size_t count, const int *items)
{
	hold_list *list = hold_list_new();

	CHECK(list);
	for (size_t i = 0; i < count; i++)
		CHECK(hold_list_append(list, items[i]) == HOLD_OK);
	return list;
}

static void ring_put(void)
{
	hold_ring *ring = hold_ring_new(4);

	hold_ring_write(ring, "abcd", 4);
	hold_ring_skip(ring, 1);
	CHECK(hold_ring_put(ring, 'e'));
	hold_ring_free(ring);
}

static void ring_percent(void)
{
	hold_ring *ring = hold_ring_new(0);

	CHECK(hold_ring_percent(ring) == 100);
	hold_ring_free(ring);
}

static void list_remove(void)
{
	hold_list *list = list_of(2, (int[]){ 1, 2 });

	CHECK(hold_list_remove(list, -3) == HOLD_RANGE);
	hold_list_free(list);
}

static void list_compare(void)
{
	hold_list *shorter = list_of(1, (int[]){ 1 }), *longer = list_of(2, (int[]){ 1, 2 });

	CHECK(hold_list_compare(longer, shorter) > 0 && hold_list_compare(shorter, longer) < 0);
	hold_list_free(shorter);
	hold_list_free(longer);
}

static void list_hash(void)
{
	hold_list *a = list_of(1, (int[]){ 1 }), *b = list_of(1, (int[]){ 1 });

	CHECK(hold_list_reserve(b, 10) == HOLD_OK);
	CHECK(hold_list_equal(a, b) && hold_list_hash(a) == hold_list_hash(b));
	hold_list_free(a);
	hold_list_free(b);
}

static void list_set(void)
{
	hold_list *list = list_of(1, (int[]){ 1 }), *copy = hold_list_copy(list);
	int value = 0;

	CHECK(hold_list_set(copy, 0, 2) == HOLD_OK);
	CHECK(hold_list_get(list, 0, &value) == HOLD_OK && value == 1);
	hold_list_free(list);
	hold_list_free(copy);
}

static void map_recent(void)
{
	hold_map *map = hold_map_new();

	hold_map_put(map, "sky", "blue");
	hold_map_get(map, "sky");
	hold_map_remove(map, "sky");
	CHECK(!hold_map_get(map, "sky"));
	hold_map_free(map);
}

static void map_clear(void)
{
	hold_map *map = hold_map_new();

	hold_map_set_default(map, "none");
	hold_map_clear(map);
	hold_map_free(map);
}

static void map_take(void)
{
	hold_map *map = hold_map_new(), *copy;

	hold_map_put(map, "sky", "blue");
	free(hold_map_take(map, "sky"));
	CHECK(hold_map_count(map) == 0);
	copy = hold_map_copy(map);
	CHECK(hold_map_equal(map, copy));
	hold_map_free(map);
	hold_map_free(copy);
}

static void heap_free(void)
{
	hold_heap *heap = hold_heap_new();

	hold_heap_set_label(heap, "jobs");
	hold_heap_free(heap);
}

static void heap_peek(void)
{
	CHECK(hold_heap_count(NULL) == 0 && !hold_heap_label(NULL));
	CHECK(hold_heap_peek(NULL, NULL) == HOLD_MISSING);
}

const struct witness witnesses[] = {
	{ "ring-put", ring_put },         { "ring-percent", ring_percent }, { "list-remove", list_remove },
	{ "list-compare", list_compare }, { "list-hash", list_hash },       { "list-set", list_set },
	{ "map-recent", map_recent },     { "map-clear", map_clear },       { "map-take", map_take },
	{ "heap-free", heap_free },       { "heap-peek", heap_peek },       { NULL, NULL },
};
