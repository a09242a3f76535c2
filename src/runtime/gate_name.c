/* Gate: names made, changed and removed: unlink, rename, link, mkdir and their kin, temporary files, the current directory.
 *
 * Names of temporary files are numbered, so that they are the same in each run. */
#include "runtime/descriptor.h"
#include "runtime/path.h"
#include "runtime/stream.h"
#include "runtime/arena.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

/* Finds a name whose parent can be changed. */
static int find_for_change(const struct hr_gate_site *site, struct hr_name *out, int directory, const char *path)
{
	struct hr_inode *base = hr_path_base(site, directory, path);
	if (!base || hr_name_find(out, base, path, 0))
		return -1;
	return 0;
}

/* A name for something new. */
static int find_for_new(const struct hr_gate_site *site, struct hr_name *out, int directory, const char *path)
{
	if (find_for_change(site, out, directory, path))
		return -1;
	if (out->inode) {
		errno = EEXIST;
		return -1;
	}
	return hr_inode_allows(out->parent, 3);
}

/* ---- removing ---- */

static int remove_file(const struct hr_gate_site *site, int directory, const char *path)
{
	struct hr_name name;
	if (find_for_change(site, &name, directory, path))
		return -1;
	if (!name.inode || name.inode->kind == HR_INODE_DIRECTORY) {
		errno = name.inode ? EISDIR : ENOENT;
		return -1;
	}
	if (hr_inode_allows(name.parent, 3))
		return -1;
	hr_directory_remove(name.parent, hr_directory_find(name.parent, name.last, name.length));
	hr_inode_drop(name.inode);
	return 0;
}

/* The directory has no names any more; it lives while somebody holds it. */
static void end_directory(struct hr_inode *parent, struct hr_entry *entry)
{
	struct hr_inode *inode = entry->inode;
	hr_directory_remove(parent, entry);
	parent->links--;
	inode->links = 0;
	inode->holds_parent = true;
	hr_inode_hold(parent);
	hr_inode_drop(inode);
}

static int remove_directory(const struct hr_gate_site *site, int directory, const char *path)
{
	struct hr_name name;
	if (find_for_change(site, &name, directory, path))
		return -1;
	int why = 0;
	if (!name.inode)
		why = ENOENT;
	else if (name.inode->kind != HR_INODE_DIRECTORY)
		why = ENOTDIR;
	else if (name.inode == hr_files()->root)
		why = EBUSY;
	else if (name.is_special)
		why = strcmp(name.last, ".") == 0 ? EINVAL : ENOTEMPTY;
	else if (name.inode->first)
		why = ENOTEMPTY;
	if (why)
		errno = why;
	if (why || hr_inode_allows(name.parent, 3))
		return -1;
	end_directory(name.parent, hr_directory_find(name.parent, name.last, name.length));
	return 0;
}

int hr_gate_unlink(const char *path)
{
	HR_GATE_ENTER("unlink");
	return remove_file(site, AT_FDCWD, path);
}

int hr_gate_unlinkat(int directory, const char *path, int flags)
{
	HR_GATE_ENTER("unlinkat");
	return flags & AT_REMOVEDIR ? remove_directory(site, directory, path) : remove_file(site, directory, path);
}

int hr_gate_rmdir(const char *path)
{
	HR_GATE_ENTER("rmdir");
	return remove_directory(site, AT_FDCWD, path);
}

int hr_gate_remove(const char *path)
{
	HR_GATE_ENTER("remove");
	if (remove_file(site, AT_FDCWD, path) == 0)
		return 0;
	if (errno != EISDIR) /* which stays there also when all is well, as with glibc */
		return -1;
	return remove_directory(site, AT_FDCWD, path);
}

/* ---- renaming ---- */

static bool is_below(const struct hr_inode *inode, const struct hr_inode *above)
{
	for (; inode != inode->parent; inode = inode->parent)
		if (inode == above)
			return true;
	return inode == above;
}

/* Whether `to` may be replaced by `from`. */
static int may_replace(const struct hr_name *from, const struct hr_name *to)
{
	bool is_directory = from->inode && from->inode->kind == HR_INODE_DIRECTORY;
	int why = 0;
	if (!from->inode)
		why = ENOENT;
	else if (from->is_special || to->is_special)
		why = EBUSY;
	else if (is_directory && is_below(to->parent, from->inode))
		why = EINVAL;
	else if (!is_directory && to->has_slash)
		why = ENOTDIR;
	else if (to->inode && is_directory && to->inode->kind != HR_INODE_DIRECTORY)
		why = ENOTDIR;
	else if (to->inode && !is_directory && to->inode->kind == HR_INODE_DIRECTORY)
		why = EISDIR;
	else if (to->inode && to->inode->first)
		why = ENOTEMPTY;
	if (why) {
		errno = why;
		return -1;
	}
	return hr_inode_allows(from->parent, 3) || hr_inode_allows(to->parent, 3) ? -1 : 0;
}

static int rename_at(const struct hr_gate_site *site, int from_directory, const char *from_path, int to_directory,
		     const char *to_path, bool replaces)
{
	struct hr_name from, to;
	if (find_for_change(site, &from, from_directory, from_path) ||
	    find_for_change(site, &to, to_directory, to_path))
		return -1;
	if (from.inode && from.inode == to.inode && !from.is_special && !to.is_special)
		return 0; /* two names of the same, or the same name */
	if (may_replace(&from, &to))
		return -1;
	if (to.inode && !replaces) {
		errno = EEXIST;
		return -1;
	}
	struct hr_inode *inode = from.inode;
	if (hr_directory_add(to.parent, to.last, to.length, inode))
		return -1;
	if (to.inode) { /* the older of two entries of this name is found first */
		struct hr_entry *old = hr_directory_find(to.parent, to.last, to.length);
		if (to.inode->kind == HR_INODE_DIRECTORY) {
			end_directory(to.parent, old);
		} else {
			hr_directory_remove(to.parent, old);
			hr_inode_drop(to.inode);
		}
	}
	hr_directory_remove(from.parent, hr_directory_find(from.parent, from.last, from.length));
	if (inode->kind == HR_INODE_DIRECTORY) {
		from.parent->links--;
		to.parent->links++;
		inode->parent = to.parent;
	}
	return 0;
}

int hr_gate_rename(const char *from, const char *to)
{
	HR_GATE_ENTER("rename");
	return rename_at(site, AT_FDCWD, from, AT_FDCWD, to, true);
}

int hr_gate_renameat(int from_directory, const char *from, int to_directory, const char *to)
{
	HR_GATE_ENTER("renameat");
	return rename_at(site, from_directory, from, to_directory, to, true);
}

int hr_gate_renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned flags)
{
	HR_GATE_ENTER("renameat2");
	if (flags & ~(unsigned)RENAME_NOREPLACE) {
		errno = EINVAL;
		return -1;
	}
	return rename_at(site, from_directory, from, to_directory, to, !(flags & RENAME_NOREPLACE));
}

/* ---- making ---- */

static int make_link(const struct hr_gate_site *site, int from_directory, const char *from, int to_directory,
		     const char *to, bool follows)
{
	struct hr_inode *inode = hr_path_inode(site, from_directory, from, follows);
	struct hr_name name;
	if (!inode || find_for_new(site, &name, to_directory, to))
		return -1;
	if (inode->kind == HR_INODE_DIRECTORY || name.has_slash) {
		errno = name.has_slash ? ENOENT : EPERM;
		return -1;
	}
	return hr_directory_add(name.parent, name.last, name.length, inode);
}

int hr_gate_link(const char *from, const char *to)
{
	HR_GATE_ENTER("link");
	return make_link(site, AT_FDCWD, from, AT_FDCWD, to, false);
}

int hr_gate_linkat(int from_directory, const char *from, int to_directory, const char *to, int flags)
{
	HR_GATE_ENTER("linkat");
	return make_link(site, from_directory, from, to_directory, to, flags & AT_SYMLINK_FOLLOW);
}

/* A fresh inode under a fresh name; it goes again when the name cannot be made. */
static int add_fresh(const struct hr_name *name, struct hr_inode *inode)
{
	if (!inode)
		return -1;
	if (hr_directory_add(name->parent, name->last, name->length, inode) == 0)
		return 0;
	inode->links = 0;
	hr_inode_drop(inode);
	return -1;
}

static int make_symbolic(const struct hr_gate_site *site, const char *target, int directory, const char *path)
{
	struct hr_name name;
	size_t length = hr_gate_string(site, target);
	if (length == 0 || length >= PATH_MAX) {
		errno = length ? ENAMETOOLONG : ENOENT;
		return -1;
	}
	if (find_for_new(site, &name, directory, path))
		return -1;
	if (name.has_slash) {
		errno = ENOENT;
		return -1;
	}
	struct hr_inode *inode = hr_inode_new(HR_INODE_LINK, 0777);
	if (inode && hr_inode_write(inode, 0, target, length) < 0) {
		hr_inode_drop(inode);
		return -1;
	}
	return add_fresh(&name, inode);
}

int hr_gate_symlink(const char *target, const char *path)
{
	HR_GATE_ENTER("symlink");
	return make_symbolic(site, target, AT_FDCWD, path);
}

int hr_gate_symlinkat(const char *target, int directory, const char *path)
{
	HR_GATE_ENTER("symlinkat");
	return make_symbolic(site, target, directory, path);
}

static int make_directory(const struct hr_gate_site *site, int directory, const char *path, mode_t mode)
{
	struct hr_name name;
	if (find_for_new(site, &name, directory, path))
		return -1;
	struct hr_inode *inode = hr_inode_new(HR_INODE_DIRECTORY, mode & 01777 & ~hr_files()->mask);
	if (!inode)
		return -1;
	inode->links = 1;
	inode->parent = name.parent;
	if (add_fresh(&name, inode))
		return -1;
	name.parent->links++;
	return 0;
}

int hr_gate_mkdir(const char *path, mode_t mode)
{
	HR_GATE_ENTER("mkdir");
	return make_directory(site, AT_FDCWD, path, mode);
}

int hr_gate_mkdirat(int directory, const char *path, mode_t mode)
{
	HR_GATE_ENTER("mkdirat");
	return make_directory(site, directory, path, mode);
}

int hr_gate_mkfifo(const char *path, mode_t mode)
{
	HR_GATE_ENTER("mkfifo");
	struct hr_name name;
	if (find_for_new(site, &name, AT_FDCWD, path))
		return -1;
	return add_fresh(&name, hr_inode_new(HR_INODE_PIPE, mode & 0777 & ~hr_files()->mask));
}

/* ---- the current directory ---- */

static int change_directory(struct hr_inode *inode)
{
	if (!inode)
		return -1;
	if (inode->kind != HR_INODE_DIRECTORY) {
		errno = ENOTDIR;
		return -1;
	}
	if (hr_inode_allows(inode, 1))
		return -1;
	struct hr_inode *before = hr_files()->current;
	hr_inode_hold(inode);
	hr_files()->current = inode;
	before->holders--;
	hr_inode_drop(before);
	return 0;
}

int hr_gate_chdir(const char *path)
{
	HR_GATE_ENTER("chdir");
	return change_directory(hr_path_inode(site, AT_FDCWD, path, true));
}

int hr_gate_fchdir(int descriptor)
{
	struct hr_open_file *file = hr_descriptor_file(descriptor);
	return file ? change_directory(file->inode) : -1;
}
