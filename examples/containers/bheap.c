/*
 * A binomial heap. Invariants: the trees stand in `first` by growing degree, no two of the same; a tree of degree d has d children, whose degrees are d - 1 down to
 * 0 in this order; no child has a smaller key than its parent.
 */
#include "bheap.h"

#include <stdlib.h>

struct node {
	struct node *parent;
	struct node *child;   /* the one of the highest degree */
	struct node *sibling; /* the next tree, or the next child of the same parent */
	int degree;
	int key;
};

struct bheap {
	struct node *first;
	int size;
};

bheap *bheap_create(void)
{
	return calloc(1, sizeof(bheap));
}

void bheap_destroy(bheap *self)
{
	int key;

	if (!self)
		return;
	while (bheap_extract_min(self, &key))
		;
	free(self);
}

/* Makes a tree the child of another one with the same degree. */
static void link_below(struct node *child, struct node *parent)
{
	child->parent = parent;
	child->sibling = parent->child;
	parent->child = child;
	parent->degree++;
}

/* One list of two, by growing degree. */
static struct node *merge_lists(struct node *a, struct node *b)
{
	struct node *first = NULL, **end = &first;

	while (a && b) {
		struct node **smaller = a->degree <= b->degree ? &a : &b;

		*end = *smaller;
		*smaller = (*smaller)->sibling;
		end = &(*end)->sibling;
	}
	*end = a ? a : b;
	return first;
}

/* Adds trees: as binary numbers are added, two of one degree make one of the next. */
static void add_trees(bheap *self, struct node *trees)
{
	struct node **link = &self->first;

	self->first = merge_lists(self->first, trees);
	while (*link && (*link)->sibling) {
		struct node *tree = *link, *next = tree->sibling;

		if (tree->degree != next->degree || (next->sibling && next->sibling->degree == next->degree)) {
			link = &tree->sibling; /* of three the last two are linked */
		} else if (tree->key <= next->key) {
			tree->sibling = next->sibling;
			link_below(next, tree);
		} else {
			*link = next;
			link_below(tree, next);
		}
	}
}

bool bheap_insert(bheap *self, int key)
{
	struct node *node = calloc(1, sizeof *node);

	if (!node)
		return false;
	node->key = key;
	add_trees(self, node);
	self->size++;
	return true;
}

/* Where the tree with the smallest key is linked in; where the list ends if there is none. */
static struct node **find_min(struct node **first)
{
	struct node **min = first;

	for (struct node **link = first; *link; link = &(*link)->sibling)
		if ((*link)->key < (*min)->key)
			min = link;
	return min;
}

bool bheap_find_min(const bheap *self, int *key)
{
	struct node *first = self->first;

	if (!first)
		return false;
	*key = (*find_min(&first))->key;
	return true;
}

/* Takes a root out; its children become trees, by growing degree. */
static void remove_root(bheap *self, struct node **link)
{
	struct node *root = *link, *children = NULL;

	*link = root->sibling;
	while (root->child) {
		struct node *child = root->child;

		root->child = child->sibling;
		child->parent = NULL;
		child->sibling = children;
		children = child;
	}
	free(root);
	self->size--;
	add_trees(self, children);
}

bool bheap_extract_min(bheap *self, int *key)
{
	if (!bheap_find_min(self, key))
		return false;
	remove_root(self, find_min(&self->first));
	return true;
}

static struct node *find(struct node *tree, int key)
{
	for (; tree; tree = tree->sibling) {
		struct node *found = tree;

		if (tree->key > key)
			continue; /* what is below is larger still */
		if (tree->key != key)
			found = find(tree->child, key);
		if (found)
			return found;
	}
	return NULL;
}

/* Moves a key up; all the way, or as far as it has to. Returns the node where it is then. */
static struct node *move_up(struct node *node, bool all_the_way)
{
	while (node->parent && (all_the_way || node->parent->key > node->key)) {
		int key = node->key;

		node->key = node->parent->key;
		node->parent->key = key;
		node = node->parent;
	}
	return node;
}

bool bheap_decrease_key(bheap *self, int key, int smaller)
{
	struct node *node = find(self->first, key);

	if (!node || smaller >= key)
		return false;
	node->key = smaller;
	move_up(node, false);
	return true;
}

bool bheap_remove(bheap *self, int key)
{
	struct node *node = find(self->first, key), **link = &self->first;

	if (!node)
		return false;
	node = move_up(node, true);
	while (*link != node)
		link = &(*link)->sibling;
	remove_root(self, link);
	return true;
}

void bheap_merge(bheap *self, bheap *other)
{
	if (self == other)
		return;
	add_trees(self, other->first);
	self->size += other->size;
	other->first = NULL;
	other->size = 0;
}

bool bheap_contains(const bheap *self, int key)
{
	return find(self->first, key);
}

int bheap_size(const bheap *self)
{
	return self->size;
}
