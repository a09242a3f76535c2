/* Names in the private file area: paths, directories, symbolic links.
 *
 * Invariants: the entries of a directory stand in the order they were made; "." and ".." are not among them. A directory's link count is two
 * and one for every directory in it; a removed directory has none and accepts no new names. */
#include "runtime/file_tree.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>

#define MOST_LINKS 40

struct hr_entry *hr_directory_find(struct hr_inode *directory, const char *name, size_t length)
{
	for (struct hr_entry *entry = directory->first; entry; entry = entry->next)
		if (entry->length == length && memcmp(entry->name, name, length) == 0)
			return entry;
	return NULL;
}

static size_t entry_size(size_t length)
{
	return offsetof(struct hr_entry, name) + length + 1;
}

int hr_directory_add(struct hr_inode *directory, const char *name, size_t length, struct hr_inode *inode)
{
	if (directory->links == 0) {
		errno = ENOENT;
		return -1;
	}
	struct hr_entry *entry = hr_store_take(entry_size(length));
	if (!entry)
		return -1;
	*entry = (struct hr_entry){ .inode = inode, .sequence = ++directory->sequence, .length = (uint32_t)length };
	memcpy(entry->name, name, length);
	entry->name[length] = '\0';
	if (directory->last)
		directory->last->next = entry;
	else
		directory->first = entry;
	directory->last = entry;
	inode->links++;
	return 0;
}

void hr_directory_remove(struct hr_inode *directory, struct hr_entry *entry)
{
	struct hr_entry *before = NULL;
	for (struct hr_entry *each = directory->first; each != entry; each = each->next)
		before = each;
	*(before ? &before->next : &directory->first) = entry->next;
	if (directory->last == entry)
		directory->last = before;
	entry->inode->links--;
	hr_store_give(entry, entry_size(entry->length));
}

/* ---- paths ---- */

/* The text that is still to be walked: what is left of it, with the targets of links put in front. */
struct walk {
	struct hr_inode *at;
	const char *rest;
	char text[PATH_MAX];
	unsigned links;
};

/* Puts a link's target in front of the rest. */
static int follow(struct walk *walk, const struct hr_inode *link, const char *rest)
{
	if (++walk->links > MOST_LINKS) {
		errno = ELOOP;
		return -1;
	}
	size_t rest_size = strlen(rest) + 1;
	if (link->size + 1 + rest_size > sizeof walk->text) {
		errno = ENAMETOOLONG;
		return -1;
	}
	memmove(walk->text + link->size, rest, rest_size);
	memcpy(walk->text, link->bytes, link->size);
	walk->rest = walk->text;
	if (walk->text[0] == '/')
		walk->at = hr_files()->root;
	return 0;
}

static struct hr_inode *look_up(struct hr_inode *directory, const char *name, size_t length)
{
	if (length == 1 && name[0] == '.')
		return directory;
	if (length == 2 && memcmp(name, "..", 2) == 0)
		return directory->parent;
	struct hr_entry *entry = hr_directory_find(directory, name, length);
	return entry ? entry->inode : NULL;
}

static bool is_dots(const char *name, size_t length)
{
	return (length == 1 && name[0] == '.') || (length == 2 && name[0] == '.' && name[1] == '.');
}

/* One name of a path. 1: that was the last one, and `out` is filled in; 0: go on; -1: cannot. */
static int step(struct walk *walk, struct hr_name *out, unsigned flags)
{
	const char *name = walk->rest;
	size_t length = strcspn(name, "/");
	const char *rest = name + length;
	const char *after = rest + strspn(rest, "/");
	bool is_last = *after == '\0';
	if (walk->at->kind != HR_INODE_DIRECTORY) {
		errno = ENOTDIR;
		return -1;
	}
	if (hr_inode_allows(walk->at, 1))
		return -1;
	if (length > NAME_MAX) {
		errno = ENAMETOOLONG;
		return -1;
	}
	struct hr_inode *found = look_up(walk->at, name, length);
	if (found && found->kind == HR_INODE_LINK && (!is_last || *rest == '/' || (flags & HR_NAME_FOLLOW)))
		return follow(walk, found, rest);
	if (is_last) {
		out->parent = walk->at;
		out->inode = found;
		out->length = length;
		memcpy(out->last, name, length);
		out->last[length] = '\0';
		out->has_slash = *rest == '/';
		out->is_special = is_dots(name, length);
		if (found && out->has_slash && found->kind != HR_INODE_DIRECTORY) {
			errno = ENOTDIR;
			return -1;
		}
		return 1;
	}
	if (!found) {
		errno = ENOENT;
		return -1;
	}
	walk->at = found;
	walk->rest = after;
	return 0;
}

int hr_name_find(struct hr_name *out, struct hr_inode *base, const char *path, unsigned flags)
{
	size_t size = strnlen(path, PATH_MAX);
	if (size == 0 || size == PATH_MAX) {
		errno = size ? ENAMETOOLONG : ENOENT;
		return -1;
	}
	struct walk walk; /* no initialiser: it would clear the text */
	walk.at = *path == '/' ? hr_files()->root : base;
	walk.rest = path;
	walk.links = 0;
	for (;;) {
		walk.rest += strspn(walk.rest, "/");
		if (*walk.rest == '\0') { /* nothing but slashes */
			*out = (struct hr_name){ .parent = walk.at, .inode = walk.at, .is_special = true };
			memcpy(out->last, ".", 2);
			out->length = 1;
			return 0;
		}
		int done = step(&walk, out, flags);
		if (done)
			return done < 0 ? -1 : 0;
	}
}

struct hr_inode *hr_name_inode(struct hr_inode *base, const char *path, unsigned flags)
{
	struct hr_name name;
	if (hr_name_find(&name, base, path, flags))
		return NULL;
	if (!name.inode)
		errno = ENOENT;
	return name.inode;
}

ssize_t hr_directory_path(struct hr_inode *directory, char *out, size_t room)
{
	char path[PATH_MAX];
	size_t begin = sizeof path - 1;
	path[begin] = '\0';
	if (directory->links == 0) {
		errno = ENOENT;
		return -1;
	}
	for (struct hr_inode *at = directory; at != hr_files()->root; at = at->parent) {
		struct hr_entry *entry = at->parent->first;
		while (entry && entry->inode != at)
			entry = entry->next;
		if (!entry || entry->length + 1 > begin) {
			errno = entry ? ENAMETOOLONG : ENOENT;
			return -1;
		}
		begin -= entry->length + 1;
		path[begin] = '/';
		memcpy(path + begin + 1, entry->name, entry->length);
	}
	if (!path[begin])
		path[--begin] = '/';
	size_t length = sizeof path - 1 - begin;
	if (length + 1 > room) {
		errno = ERANGE;
		return -1;
	}
	memcpy(out, path + begin, length + 1);
	return (ssize_t)length;
}
