/*
 * A Fibonacci heap. Invariants: trees and the children of a node are rings; `min` is a root with the smallest key, NULL in an empty heap; no child
 * has a smaller key than its parent; `marked` are those that have a parent and have lost a child since they got it, so a
 * tree of degree d has at least as many nodes as the d-th Fibonacci number says.
 */
#include "fibheap.h"

#include <stdlib.h>

#define DEGREES 64 /* more than nodes in any memory can make */

struct node {
	struct node *parent;
	struct node *child; /* any of them */
	struct node *left;
	struct node *right;
	int degree;
	int key;
	bool marked;
};

struct fibheap {
	struct node *min;
	int size;
};

fibheap *fibheap_create(void)
{
	return calloc(1, sizeof(fibheap));
}

void fibheap_destroy(fibheap *self)
{
	int key;

	if (!self)
		return;
	while (fibheap_extract_min(self, &key))
		;
	free(self);
}

/* Makes one ring of two. Either may be NULL. */
static struct node *join(struct node *a, struct node *b)
{
	struct node *end;

	if (!a || !b)
		return a ? a : b;
	end = b->left;
	a->left->right = b;
	b->left = a->left;
	end->right = a;
	a->left = end;
	return a;
}

/* Takes a node out of its ring, and makes it one of its own. Returns what is left of the ring. */
static struct node *leave(struct node *node)
{
	struct node *rest = node->right == node ? NULL : node->right;

	node->left->right = node->right;
	node->right->left = node->left;
	node->left = node->right = node;
	return rest;
}

/* Adds a ring of trees. */
static void add_trees(fibheap *self, struct node *trees)
{
	struct node *min = self->min;

	self->min = join(min, trees);
	if (min && trees && trees->key < min->key)
		self->min = trees;
}

bool fibheap_insert(fibheap *self, int key)
{
	struct node *node = calloc(1, sizeof *node);

	if (!node)
		return false;
	node->key = key;
	node->left = node->right = node;
	add_trees(self, node);
	self->size++;
	return true;
}

bool fibheap_find_min(const fibheap *self, int *key)
{
	if (!self->min)
		return false;
	*key = self->min->key;
	return true;
}

/* Makes one tree of two with the same degree. */
static struct node *link_trees(struct node *a, struct node *b)
{
	struct node *parent = a->key <= b->key ? a : b, *child = parent == a ? b : a;

	child->parent = parent;
	parent->child = join(parent->child, child);
	parent->degree++;
	return parent;
}

/* Makes trees of different degrees of a ring of trees, and finds the smallest key among them. */
static void consolidate(fibheap *self, struct node *trees)
{
	struct node *by_degree[DEGREES] = { NULL };

	while (trees) {
		struct node *tree = trees;

		trees = leave(tree);
		while (by_degree[tree->degree]) {
			struct node *other = by_degree[tree->degree];

			by_degree[tree->degree] = NULL;
			tree = link_trees(other, tree);
		}
		by_degree[tree->degree] = tree;
	}
	self->min = NULL;
	for (int degree = 0; degree < DEGREES; degree++)
		add_trees(self, by_degree[degree]);
}

bool fibheap_extract_min(fibheap *self, int *key)
{
	struct node *min = self->min, *child;

	if (!min)
		return false;
	*key = min->key;
	child = min->child;
	for (int i = 0; i < min->degree; i++, child = child->right) {
		child->parent = NULL;
		child->marked = false;
	}
	consolidate(self, join(leave(min), min->child));
	free(min);
	self->size--;
	return true;
}

static struct node *find(struct node *ring, int key)
{
	struct node *node = ring, *found = NULL;

	if (!ring)
		return NULL;
	do {
		if (node->key == key)
			found = node;
		else if (node->key < key) /* otherwise what is below is larger still */
			found = find(node->child, key);
		node = node->right;
	} while (!found && node != ring);
	return found;
}

/* Makes a node that is not one a root, and its parents as well as long as they are marked. */
static void cut(fibheap *self, struct node *node)
{
	struct node *parent;

	do {
		parent = node->parent;
		parent->child = leave(node);
		parent->degree--;
		node->parent = NULL;
		node->marked = false;
		add_trees(self, node);
		node = parent;
	} while (node->marked);
	if (node->parent)
		node->marked = true;
}

bool fibheap_decrease_key(fibheap *self, int key, int smaller)
{
	struct node *node = find(self->min, key);

	if (!node || smaller >= key)
		return false;
	node->key = smaller;
	if (node->parent && node->parent->key > smaller)
		cut(self, node);
	else if (smaller < self->min->key)
		self->min = node; /* a root: a child is not smaller than its parent */
	return true;
}

bool fibheap_remove(fibheap *self, int key)
{
	struct node *node = find(self->min, key);

	if (!node)
		return false;
	if (node->parent)
		cut(self, node);
	self->min = node;
	return fibheap_extract_min(self, &key);
}

void fibheap_merge(fibheap *self, fibheap *other)
{
	if (self == other)
		return;
	add_trees(self, other->min);
	self->size += other->size;
	other->min = NULL;
	other->size = 0;
}

bool fibheap_contains(const fibheap *self, int key)
{
	return find(self->min, key);
}

int fibheap_size(const fibheap *self)
{
	return self->size;
}
