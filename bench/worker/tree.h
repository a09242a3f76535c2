/* A red-black tree from int to int: the small, busy kind of library that the worker is measured on. */
#ifndef TREE_H
#define TREE_H

#include <stddef.h>

struct tree;

struct tree *tree_new(void);
int tree_put(struct tree *tree, int key, int value); /* 1: new, 0: replaced, -1: no memory */
int tree_get(const struct tree *tree, int key, int *found);
int tree_remove(struct tree *tree, int key); /* 1: was there */
size_t tree_size(const struct tree *tree);
void tree_free(struct tree *tree);

/* For the share of sequences that crash: writes one byte past a block. */
void tree_break(struct tree *tree);

/* For a unit with much static data: counts in a table of 1 MB. */
int tree_count(int slot);

#endif
