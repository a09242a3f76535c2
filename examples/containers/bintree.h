/**
 * @file bintree.h
 * A set of numbers as a binary search tree without any balance.
 *
 *     bintree *tree = bintree_create();
 *     bintree_add(tree, 5);
 *     bintree_find(tree, 5);       // true
 *     bintree_destroy(tree);
 *
 * Trees are not NULL, except for bintree_destroy().
 */
#ifndef BINTREE_H
#define BINTREE_H

#include <stdbool.h>

/** A tree. Made by bintree_create(), ended by bintree_destroy(). */
typedef struct bintree bintree;

/** Makes an empty tree. @return NULL when there is no memory. */
bintree *bintree_create(void);

/** Ends a tree. NULL is fine. */
void bintree_destroy(bintree *self);

/** Adds a number. @return 1 when it is new, 0 when it was there, -1 when there is no memory */
int bintree_add(bintree *self, int key);

/** Is the number in the tree? */
bool bintree_find(const bintree *self, int key);

/** Removes a number. @return false when it is not in the tree */
bool bintree_remove(bintree *self, int key);

/** How many numbers are in the tree? */
int bintree_size(const bintree *self);

/** The smallest number. @param[out] key  untouched when the tree is empty. @return false then */
bool bintree_min(const bintree *self, int *key);

/** The largest number. @param[out] key  untouched when the tree is empty. @return false then */
bool bintree_max(const bintree *self, int *key);

#endif
