/* A left-leaning red-black tree. */
#include "tree.h"

#include <stdlib.h>

struct node {
	int key;
	int value;
	int red;
	struct node *child[2];
};

struct tree {
	struct node *root;
	size_t size;
};

#ifdef TREE_STATIC
static int counters[TREE_STATIC / sizeof(int)];
#else
static int counters[16];
#endif

int tree_count(int slot)
{
	return ++counters[(unsigned)slot % (sizeof counters / sizeof *counters)];
}

struct tree *tree_new(void)
{
	return calloc(1, sizeof(struct tree));
}

static int is_red(const struct node *node)
{
	return node && node->red;
}

static struct node *rotate(struct node *node, int to)
{
	struct node *up = node->child[!to];
	node->child[!to] = up->child[to];
	up->child[to] = node;
	up->red = node->red;
	node->red = 1;
	return up;
}

static void flip(struct node *node)
{
	node->red = !node->red;
	node->child[0]->red = !node->child[0]->red;
	node->child[1]->red = !node->child[1]->red;
}

static struct node *mend(struct node *node)
{
	if (is_red(node->child[1]))
		node = rotate(node, 0);
	if (is_red(node->child[0]) && is_red(node->child[0]->child[0]))
		node = rotate(node, 1);
	if (is_red(node->child[0]) && is_red(node->child[1]))
		flip(node);
	return node;
}

static struct node *put(struct node *node, int key, int value, int *result)
{
	if (!node) {
		struct node *fresh = calloc(1, sizeof *fresh);
		*result = fresh ? 1 : -1;
		if (fresh) {
			fresh->key = key;
			fresh->value = value;
			fresh->red = 1;
		}
		return fresh;
	}
	if (key == node->key) {
		node->value = value;
		*result = 0;
	} else {
		int side = key > node->key;
		node->child[side] = put(node->child[side], key, value, result);
	}
	return mend(node);
}

int tree_put(struct tree *tree, int key, int value)
{
	int result = 0;
	tree->root = put(tree->root, key, value, &result);
	if (tree->root)
		tree->root->red = 0;
	tree->size += result == 1;
	return result;
}

int tree_get(const struct tree *tree, int key, int *found)
{
	const struct node *node = tree->root;
	while (node && node->key != key)
		node = node->child[key > node->key];
	*found = node != NULL;
	return node ? node->value : 0;
}

static struct node *move_left(struct node *node)
{
	flip(node);
	if (is_red(node->child[1]->child[0])) {
		node->child[1] = rotate(node->child[1], 1);
		node = rotate(node, 0);
		flip(node);
	}
	return node;
}

static struct node *move_right(struct node *node)
{
	flip(node);
	if (is_red(node->child[0]->child[0])) {
		node = rotate(node, 1);
		flip(node);
	}
	return node;
}

static struct node *remove_least(struct node *node)
{
	if (!node->child[0]) {
		free(node);
		return NULL;
	}
	if (!is_red(node->child[0]) && !is_red(node->child[0]->child[0]))
		node = move_left(node);
	node->child[0] = remove_least(node->child[0]);
	return mend(node);
}

static struct node *take(struct node *node, int key)
{
	if (key < node->key) {
		if (!is_red(node->child[0]) && !is_red(node->child[0]->child[0]))
			node = move_left(node);
		node->child[0] = take(node->child[0], key);
		return mend(node);
	}
	if (is_red(node->child[0]))
		node = rotate(node, 1);
	if (key == node->key && !node->child[1]) {
		free(node);
		return NULL;
	}
	if (!is_red(node->child[1]) && !is_red(node->child[1]->child[0]))
		node = move_right(node);
	if (key == node->key) {
		const struct node *least = node->child[1];
		while (least->child[0])
			least = least->child[0];
		node->key = least->key;
		node->value = least->value;
		node->child[1] = remove_least(node->child[1]);
	} else {
		node->child[1] = take(node->child[1], key);
	}
	return mend(node);
}

int tree_remove(struct tree *tree, int key)
{
	int found;
	tree_get(tree, key, &found);
	if (!found)
		return 0;
	if (!is_red(tree->root->child[0]) && !is_red(tree->root->child[1]))
		tree->root->red = 1;
	tree->root = take(tree->root, key);
	if (tree->root)
		tree->root->red = 0;
	tree->size--;
	return 1;
}

size_t tree_size(const struct tree *tree)
{
	return tree->size;
}

static void free_nodes(struct node *node)
{
	if (!node)
		return;
	free_nodes(node->child[0]);
	free_nodes(node->child[1]);
	free(node);
}

void tree_free(struct tree *tree)
{
	free_nodes(tree->root);
	free(tree);
}

void tree_break(struct tree *tree)
{
	volatile size_t past = sizeof *tree;
	((volatile char *)tree)[past] = 1;
}
