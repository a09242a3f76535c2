/* A binary search tree. Invariants: what is left of a node is smaller, what is right of it larger; size is the number of nodes. */
#include "bintree.h"

#include <stdlib.h>

struct node {
	struct node *left;
	struct node *right;
	int key;
};

struct bintree {
	struct node *root;
	int size;
};

bintree *bintree_create(void)
{
	return calloc(1, sizeof(bintree));
}

void bintree_destroy(bintree *self)
{
	if (!self)
		return;
	while (self->root)
		bintree_remove(self, self->root->key);
	free(self);
}

/* Where the node with this key is linked in, or would be. */
static struct node **find(struct node **link, int key)
{
	while (*link && (*link)->key != key)
		link = key < (*link)->key ? &(*link)->left : &(*link)->right;
	return link;
}

int bintree_add(bintree *self, int key)
{
	struct node **link = find(&self->root, key), *node;

	if (*link)
		return 0;
	node = calloc(1, sizeof *node);
	if (!node)
		return -1;
	node->key = key;
	*link = node;
	self->size++;
	return 1;
}

bool bintree_find(const bintree *self, int key)
{
	struct node *root = self->root;

	return *find(&root, key);
}

bool bintree_remove(bintree *self, int key)
{
	struct node **link = find(&self->root, key), *node = *link;

	if (!node)
		return false;
	if (node->left && node->right) { /* the next larger one takes its place */
		link = &node->right;
		while ((*link)->left)
			link = &(*link)->left;
		node->key = (*link)->key;
		node = *link;
	}
	*link = node->left ? node->left : node->right;
	free(node);
	self->size--;
	return true;
}

int bintree_size(const bintree *self)
{
	return self->size;
}

bool bintree_min(const bintree *self, int *key)
{
	const struct node *node = self->root;

	if (!node)
		return false;
	while (node->left)
		node = node->left;
	*key = node->key;
	return true;
}

bool bintree_max(const bintree *self, int *key)
{
	const struct node *node = self->root;

	if (!node)
		return false;
	while (node->right)
		node = node->right;
	*key = node->key;
	return true;
}
