/* Tests of BinTree and TreeMap: their edges, and random operations against plain arrays. */
#undef NDEBUG
#include "bintree.h"
#include "treemap.h"

#include <assert.h>
#include <stdlib.h>

#define KEYS 40

static void test_bintree(void)
{
	bintree *tree = bintree_create();
	bool there[KEYS] = { false };
	int size = 0, key = -5;

	assert(tree && bintree_size(tree) == 0 && !bintree_min(tree, &key) && !bintree_max(tree, &key) && key == -5);
	for (int round = 0; round < 20000; round++) {
		int i = rand() % KEYS, least = 0, most = KEYS - 1;

		if (rand() % 2) {
			assert(bintree_add(tree, i) == !there[i]);
			size += !there[i];
			there[i] = true;
		} else {
			assert(bintree_remove(tree, i) == there[i]);
			size -= there[i];
			there[i] = false;
		}
		i = rand() % KEYS;
		assert(bintree_find(tree, i) == there[i] && bintree_size(tree) == size);
		while (least < KEYS && !there[least])
			least++;
		while (most >= 0 && !there[most])
			most--;
		assert(bintree_min(tree, &key) == (size > 0) && (size == 0 || key == least));
		assert(bintree_max(tree, &key) == (size > 0) && (size == 0 || key == most));
	}
	bintree_destroy(tree);
	bintree_destroy(NULL);
}

static void expect_map(const treemap *map, const int *values, int size)
{
	int count = 0, key = 0, value = 0, least = 0, most = KEYS - 1;
	bool more = treemap_first_key(map, &key);

	assert(treemap_size(map) == size && more == (size > 0));
	while (least < KEYS && values[least] < 0)
		least++;
	while (most >= 0 && values[most] < 0)
		most--;
	if (size > 0)
		assert(key == least && treemap_last_key(map, &key) && key == most);
	else
		assert(!treemap_last_key(map, &key));
	key = -1;
	while (treemap_higher_key(map, key, &key)) {
		assert(values[key] >= 0 && treemap_get(map, key, &value) && value == values[key]);
		count++;
	}
	assert(count == size);
}

static void test_treemap(void)
{
	treemap *map = treemap_create();
	int values[KEYS], size = 0, value;

	for (int i = 0; i < KEYS; i++)
		values[i] = -1;
	assert(map && !treemap_contains_value(map, 0));
	for (int round = 0; round < 20000; round++) {
		int i = rand() % KEYS;
		bool there = values[i] >= 0, wanted = false;

		if (rand() % 5 < 3 - (round / 1000) % 2 * 2) { /* it grows and shrinks in turn */
			values[i] = rand() % 100;
			assert(treemap_put(map, i, values[i]) == !there);
			size += !there;
		} else {
			assert(treemap_remove(map, i) == there);
			size -= there;
			values[i] = -1;
		}
		i = rand() % KEYS;
		value = rand() % 100;
		for (int k = 0; k < KEYS; k++)
			wanted |= values[k] == value;
		assert(treemap_contains_value(map, value) == wanted);
		assert(treemap_contains_key(map, i) == (values[i] >= 0) &&
		       treemap_get(map, i, &value) == (values[i] >= 0));
		if (round % 10 == 0)
			expect_map(map, values, size);
	}
	treemap_clear(map);
	assert(treemap_size(map) == 0 && !treemap_contains_key(map, 0));
	for (int i = 0; i < 100; i++)
		assert(treemap_put(map, i, i) == 1);
	treemap_destroy(map);
	treemap_destroy(NULL);
}

int main(void)
{
	test_bintree();
	test_treemap();
	return 0;
}
