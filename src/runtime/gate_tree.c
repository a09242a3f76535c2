/* Gates of the search trees and the hash table of search.h: tsearch, twalk, hsearch and their kin.
 *
 * Invariants: nodes of a tree are blocks of the unit's heap, as if it had allocated them itself; its comparisons and actions are called from
 * here, so that they may leave; a node is checked before it is followed. The tree is a plain binary one: what libc's balancing changes can
 * be seen in the depths that twalk tells, nowhere else. The hash table is libc's own and is destroyed between sequences. */
#include "runtime/gate.h"
#include "runtime/arena.h"

#include <errno.h>
#include <search.h>
#include <stdlib.h>

struct node {
	const void *key; /* first: the unit reads it through the pointers it gets */
	struct node *left;
	struct node *right;
};

typedef int compare_function(const void *, const void *);

static bool has_table;

void hr_gate_tree_reset(void)
{
	if (has_table)
		hdestroy();
	has_table = false;
}

static struct node *visit(const struct hr_gate_site *site, struct node *node)
{
	if (node)
		hr_gate_writes(site, node, sizeof *node);
	return node;
}

/* The link that leads, or would lead, to the node with that key; `parent` (may be NULL) is the node above it. */
static struct node **find(const struct hr_gate_site *site, const void *key, struct node **link,
			  compare_function *compare, struct node **parent)
{
	while (visit(site, *link)) {
		struct node *node = *link;
		const int order = compare(key, node->key);
		if (order == 0)
			break;
		visit(site, node); /* the comparison may have freed it */
		if (parent)
			*parent = node;
		link = order < 0 ? &node->left : &node->right;
	}
	return link;
}

void *hr_gate_tsearch(const void *key, void **root, compare_function *compare)
{
	HR_GATE_ENTER("tsearch");
	if (!root)
		return NULL;
	hr_gate_writes(site, root, sizeof *root);
	struct node **link = find(site, key, (struct node **)root, compare, NULL);
	if (*link)
		return *link;
	struct node *fresh = hr_arena_lend(sizeof *fresh, 16);
	if (!fresh)
		return NULL;
	*fresh = (struct node){ .key = key };
	*link = fresh;
	return fresh;
}

void *hr_gate_tfind(const void *key, void *const *root, compare_function *compare)
{
	HR_GATE_ENTER("tfind");
	if (!root)
		return NULL;
	hr_gate_reads(site, root, sizeof *root);
	struct node *top = *root;
	return *find(site, key, &top, compare, NULL);
}

/* Returns the parent of the node that went, the root's being nothing that anybody may look at. */
void *hr_gate_tdelete(const void *key, void **root, compare_function *compare)
{
	HR_GATE_ENTER("tdelete");
	if (!root)
		return NULL;
	hr_gate_writes(site, root, sizeof *root);
	struct node *parent = NULL;
	struct node **link = find(site, key, (struct node **)root, compare, &parent);
	struct node *old = *link;
	if (!old)
		return NULL;
	if (visit(site, old->left) && visit(site, old->right)) {
		struct node **next = &old->right; /* the smallest of the larger ones takes its place */
		while (visit(site, (*next)->left))
			next = &(*next)->left;
		struct node *heir = *next;
		*next = heir->right;
		heir->left = old->left;
		heir->right = old->right;
		*link = heir;
	} else {
		*link = old->left ? old->left : old->right;
	}
	hr_arena_free(old, "tdelete");
	return parent ? (void *)parent : (void *)root;
}

static void walk(const struct hr_gate_site *site, struct node *node, void (*action)(const void *, VISIT, int),
		 int depth)
{
	visit(site, node);
	if (!node->left && !node->right) {
		action(node, leaf, depth);
		return;
	}
	action(node, preorder, depth);
	if (visit(site, node)->left)
		walk(site, node->left, action, depth + 1);
	action(node, postorder, depth);
	if (visit(site, node)->right)
		walk(site, node->right, action, depth + 1);
	action(node, endorder, depth);
}

void hr_gate_twalk(const void *root, void (*action)(const void *, VISIT, int))
{
	HR_GATE_ENTER("twalk");
	if (root && action)
		walk(site, (struct node *)root, action, 0);
}

static void walk_with(const struct hr_gate_site *site, struct node *node, void (*action)(const void *, VISIT, void *),
		      void *context)
{
	visit(site, node);
	if (!node->left && !node->right) {
		action(node, leaf, context);
		return;
	}
	action(node, preorder, context);
	if (visit(site, node)->left)
		walk_with(site, node->left, action, context);
	action(node, postorder, context);
	if (visit(site, node)->right)
		walk_with(site, node->right, action, context);
	action(node, endorder, context);
}

void hr_gate_twalk_r(const void *root, void (*action)(const void *, VISIT, void *), void *context)
{
	HR_GATE_ENTER("twalk_r");
	if (root && action)
		walk_with(site, (struct node *)root, action, context);
}

static void destroy(const struct hr_gate_site *site, struct node *node, void (*release)(void *))
{
	if (!visit(site, node))
		return;
	destroy(site, node->left, release);
	destroy(site, node->right, release);
	release((void *)node->key);
	hr_arena_free(node, "tdestroy");
}

void hr_gate_tdestroy(void *root, void (*release)(void *))
{
	HR_GATE_ENTER("tdestroy");
	destroy(site, root, release);
}

/* ---- the hash table ------------------------------------------------------------------------------------------------------------ */

int hr_gate_hcreate(size_t count)
{
	const int result = hcreate(count);
	has_table = has_table || result;
	return result;
}

ENTRY *hr_gate_hsearch(ENTRY entry, ACTION action)
{
	HR_GATE_ENTER("hsearch");
	if (!has_table) {
		errno = action == ENTER ? ENOMEM : ESRCH;
		return NULL;
	}
	hr_gate_string(site, entry.key);
	return hsearch(entry, action);
}

void hr_gate_hdestroy(void)
{
	hr_gate_tree_reset();
}

HR_GATE_ALIAS(__tsearch, tsearch);
HR_GATE_ALIAS(__tfind, tfind);
HR_GATE_ALIAS(__tdelete, tdelete);
HR_GATE_ALIAS(__twalk, twalk);
HR_GATE_ALIAS(__twalk_r, twalk_r);
