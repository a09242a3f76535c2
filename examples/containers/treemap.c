/*
 * A red-black tree. Invariants: keys are in order; the root is black; a red node has no red child; all ways from the root down to a missing
 * child pass the same number of black nodes. Left and right are children 0 and 1, so that every repair is written once for both sides.
 */
#include "treemap.h"

#include <stdlib.h>

struct node {
	struct node *child[2];
	struct node *parent;
	int key;
	int value;
	bool red;
};

struct treemap {
	struct node *root;
	int size;
};

treemap *treemap_create(void)
{
	return calloc(1, sizeof(treemap));
}

void treemap_destroy(treemap *self)
{
	if (!self)
		return;
	treemap_clear(self);
	free(self);
}

void treemap_clear(treemap *self)
{
	struct node *node = self->root;

	while (node) { /* leaves first */
		struct node *parent = node->parent;

		if (node->child[0] || node->child[1]) {
			node = node->child[node->child[0] ? 0 : 1];
			continue;
		}
		if (parent)
			parent->child[parent->child[0] == node ? 0 : 1] = NULL;
		free(node);
		node = parent;
	}
	self->root = NULL;
	self->size = 0;
}

static bool is_red(const struct node *node)
{
	return node && node->red;
}

static int side_of(const struct node *node)
{
	return node->parent->child[1] == node ? 1 : 0;
}

/* Puts another node, or none, in a node's place below its parent. */
static void replace(treemap *self, const struct node *node, struct node *other)
{
	if (!node->parent)
		self->root = other;
	else
		node->parent->child[side_of(node)] = other;
	if (other)
		other->parent = node->parent;
}

/* Turns a node down to this side; its child of the other side takes its place. */
static void rotate(treemap *self, struct node *node, int side)
{
	struct node *up = node->child[1 - side];

	replace(self, node, up);
	node->child[1 - side] = up->child[side];
	if (up->child[side])
		up->child[side]->parent = node;
	up->child[side] = node;
	node->parent = up;
}

static struct node *find(const treemap *self, int key)
{
	struct node *node = self->root;

	while (node && node->key != key)
		node = node->child[key > node->key ? 1 : 0];
	return node;
}

/* A red node may have got a red parent. */
static void repair_after_adding(treemap *self, struct node *node)
{
	while (is_red(node->parent)) { /* red, so it is not the root */
		int side = side_of(node->parent);
		struct node *grandparent = node->parent->parent, *uncle = grandparent->child[1 - side];

		if (is_red(uncle)) {
			node->parent->red = uncle->red = false;
			grandparent->red = true;
			node = grandparent;
			continue;
		}
		if (side_of(node) != side) {
			node = node->parent;
			rotate(self, node, side);
		}
		node->parent->red = false;
		grandparent->red = true;
		rotate(self, grandparent, 1 - side);
	}
	self->root->red = false;
}

int treemap_put(treemap *self, int key, int value)
{
	struct node **link = &self->root, *parent = NULL, *node;

	while (*link && (*link)->key != key) {
		parent = *link;
		link = &parent->child[key > parent->key ? 1 : 0];
	}
	if (*link) {
		(*link)->value = value;
		return 0;
	}
	node = calloc(1, sizeof *node);
	if (!node)
		return -1;
	node->parent = parent;
	node->key = key;
	node->value = value;
	node->red = true;
	*link = node;
	self->size++;
	repair_after_adding(self, node);
	return 1;
}

bool treemap_get(const treemap *self, int key, int *value)
{
	const struct node *node = find(self, key);

	if (!node)
		return false;
	*value = node->value;
	return true;
}

bool treemap_contains_key(const treemap *self, int key)
{
	return find(self, key);
}

static struct node *leftmost(struct node *node)
{
	while (node->child[0])
		node = node->child[0];
	return node;
}

/* The node with the next larger key, or NULL. */
static struct node *successor(struct node *node)
{
	if (node->child[1])
		return leftmost(node->child[1]);
	while (node->parent && side_of(node) == 1)
		node = node->parent;
	return node->parent;
}

bool treemap_contains_value(const treemap *self, int value)
{
	struct node *node = self->root ? leftmost(self->root) : NULL;

	while (node && node->value != value)
		node = successor(node);
	return node;
}

/* All ways through the node, which is black or the root, are one black node short. */
static void repair_after_removing(treemap *self, struct node *node)
{
	while (node->parent && !node->red) {
		int side = side_of(node);
		struct node *parent = node->parent,
			    *sibling = parent->child[1 - side]; /* there is one: its side has a black node more */

		if (sibling->red) {
			sibling->red = false;
			parent->red = true;
			rotate(self, parent, side);
			sibling = parent->child[1 - side];
		}
		if (!is_red(sibling->child[0]) && !is_red(sibling->child[1])) {
			sibling->red = true;
			node = parent;
			continue;
		}
		if (!is_red(sibling->child[1 - side])) {
			sibling->child[side]->red = false;
			sibling->red = true;
			rotate(self, sibling, 1 - side);
			sibling = parent->child[1 - side];
		}
		sibling->red = parent->red;
		parent->red = false;
		sibling->child[1 - side]->red = false;
		rotate(self, parent, side);
		return;
	}
	node->red = false;
}

bool treemap_remove(treemap *self, int key)
{
	struct node *node = find(self, key), *child;

	if (!node)
		return false;
	if (node->child[0] && node->child[1]) { /* the next larger one, which has no left child, goes instead */
		struct node *next = leftmost(node->child[1]);

		node->key = next->key;
		node->value = next->value;
		node = next;
	}
	child = node->child[node->child[0] ? 0 : 1];
	if (child)
		child->red = false; /* an only child is red and its parent black */
	else if (!node->red)
		repair_after_removing(self, node);
	replace(self, node, child);
	free(node);
	self->size--;
	return true;
}

int treemap_size(const treemap *self)
{
	return self->size;
}

bool treemap_first_key(const treemap *self, int *key)
{
	if (!self->root)
		return false;
	*key = leftmost(self->root)->key;
	return true;
}

bool treemap_last_key(const treemap *self, int *key)
{
	const struct node *node = self->root;

	if (!node)
		return false;
	while (node->child[1])
		node = node->child[1];
	*key = node->key;
	return true;
}

bool treemap_higher_key(const treemap *self, int key, int *next)
{
	const struct node *node = self->root, *found = NULL;

	while (node) {
		if (node->key > key)
			found = node;
		node = node->child[node->key > key ? 0 : 1];
	}
	if (!found)
		return false;
	*next = found->key;
	return true;
}
