/* Inodes of the private file area, and how the area begins.
 *
 * Invariants: an inode is freed when it has neither names nor holders; `content` is the sum of the capacities of all files and pipes and
 * never above HR_FILES_MOST_BYTES. The first start builds the tree (/, /tmp, /dev and what is in it) and keeps a copy of it; every later
 * one copies it back, so that inode numbers and all else are the same in each sequence. Once constructors of the unit have run, what they left
 * takes the place of that copy. */
#include "runtime/descriptor.h"
#include "runtime/changing.h"
#include "runtime/system.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define FRESH_BYTES 8192u /* more than enough for the tree as it begins */
#define SMALLEST_CONTENT 256u

struct hr_file_area hr_file_area;
HR_CHANGING(hr_file_area);
uint32_t hr_file_generation = 1;
HR_CHANGING(hr_file_generation);

/* As after the first start: the area itself, the beginning of the store, the open files of descriptors 0, 1 and 2. */
static struct {
	bool exists;
	struct hr_file_area area;
	struct hr_open_file *standard[3];
	char *store;
	char first_store[FRESH_BYTES];
} fresh;

static const struct {
	const char *name;
	enum hr_inode_kind kind;
} devices[] = {
	{ "null", HR_INODE_NULL },   { "zero", HR_INODE_ZERO },     { "full", HR_INODE_FULL },
	{ "stdin", HR_INODE_INPUT }, { "stdout", HR_INODE_OUTPUT }, { "stderr", HR_INODE_OUTPUT },
};

static struct hr_inode *new_directory(struct hr_inode *parent, const char *name, uint32_t permissions)
{
	struct hr_inode *inode = hr_inode_new(HR_INODE_DIRECTORY, permissions);
	if (!inode)
		return NULL;
	inode->user = inode->group = 0;
	inode->links = 1; /* "." */
	inode->parent = parent ? parent : inode;
	if (parent) {
		hr_directory_add(parent, name, strlen(name), inode);
		parent->links++;
	}
	return inode;
}

static void build_tree(void)
{
	struct hr_file_area *area = &hr_file_area;
	area->root = new_directory(NULL, "", 0755);
	area->root->links = 2;
	hr_inode_hold(area->root);
	area->scratch = new_directory(area->root, "tmp", 01777);
	struct hr_inode *directory = new_directory(area->root, "dev", 0755);
	struct hr_inode *device[sizeof devices / sizeof devices[0]];
	for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
		device[i] = hr_inode_new(devices[i].kind, 0666);
		device[i]->user = device[i]->group = 0;
		hr_directory_add(directory, devices[i].name, strlen(devices[i].name), device[i]);
	}
	area->current = area->scratch;
	hr_inode_hold(area->current);
	for (size_t i = 0; i < 3; i++)
		fresh.standard[i] = hr_open_file_new(device[3 + i], O_RDWR);
}

void hr_file_area_start(void)
{
	int before = errno;
	if (fresh.exists) {
		hr_file_area = fresh.area;
		memcpy(hr_store_begin(), fresh.store, fresh.area.store.used);
	} else {
		hr_file_area = (struct hr_file_area){ .mask = 022, .is_ready = true };
		if (!hr_store_begin()) {
			/* as good as it gets without memory: the worker could not have come this far */
			__builtin_trap();
		}
		build_tree();
		fresh.area = hr_file_area;
		fresh.store = fresh.first_store;
		memcpy(fresh.store, hr_store_begin(), fresh.area.store.used);
		fresh.exists = true;
	}
	hr_descriptors_start(fresh.standard);
	errno = before;
}

int hr_file_area_mark(void)
{
	size_t used = hr_file_area.store.used;
	if (used > FRESH_BYTES) {
		void *copy = hr_system_map(NULL, used, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (copy == MAP_FAILED)
			return errno;
		fresh.store = copy;
	}
	fresh.area = hr_file_area;
	memcpy(fresh.store, hr_store_begin(), used);
	hr_descriptors_mark();
	return 0;
}

/* ---- inodes ---- */

struct hr_inode *hr_inode_new(enum hr_inode_kind kind, uint32_t permissions)
{
	struct hr_file_area *area = hr_files();
	if (area->inode_count == HR_FILES_MOST_INODES) {
		errno = ENOSPC;
		return NULL;
	}
	struct hr_inode *inode = hr_store_take(sizeof *inode);
	if (!inode)
		return NULL;
	area->inode_count++;
	*inode = (struct hr_inode){
		.kind = kind,
		.number = ++area->inode_number,
		.permissions = permissions,
		.user = HR_FILES_USER,
		.group = HR_FILES_USER,
		.accessed = { .tv_sec = HR_FILES_TIME },
		.modified = { .tv_sec = HR_FILES_TIME },
	};
	return inode;
}

void hr_inode_hold(struct hr_inode *inode)
{
	inode->holders++;
}

static void release_content(struct hr_inode *inode)
{
	if (!inode->capacity)
		return;
	hr_files()->content -= inode->capacity;
	hr_store_give(inode->bytes, inode->capacity);
	inode->bytes = NULL;
	inode->capacity = inode->size = inode->begin = 0;
}

void hr_inode_drop(struct hr_inode *inode)
{
	while (inode && !inode->holders && !inode->links) {
		struct hr_inode *parent = inode->holds_parent ? inode->parent : NULL;
		release_content(inode);
		hr_files()->inode_count--;
		hr_store_give(inode, sizeof *inode);
		if (parent)
			parent->holders--;
		inode = parent;
	}
}

/* Room for `size` bytes. */
static int grow(struct hr_inode *inode, size_t size)
{
	struct hr_file_area *area = hr_files();
	if (size <= inode->capacity)
		return 0;
	size_t capacity = SMALLEST_CONTENT;
	while (capacity < size && capacity < HR_FILES_MOST_BYTES)
		capacity *= 2;
	if (capacity < size || capacity - inode->capacity > HR_FILES_MOST_BYTES - area->content) {
		errno = ENOSPC;
		return -1;
	}
	char *bytes = hr_store_take(capacity);
	if (!bytes)
		return -1;
	if (inode->size)
		memcpy(bytes, inode->bytes, inode->size);
	area->content += capacity - inode->capacity;
	if (inode->capacity)
		hr_store_give(inode->bytes, inode->capacity);
	inode->bytes = bytes;
	inode->capacity = capacity;
	return 0;
}

size_t hr_inode_read(struct hr_inode *inode, size_t offset, void *to, size_t size)
{
	if (inode->mappings)
		hr_mappings_collect(inode);
	if (offset >= inode->size)
		return 0;
	if (size > inode->size - offset)
		size = inode->size - offset;
	memcpy(to, inode->bytes + offset, size);
	return size;
}

ssize_t hr_inode_write(struct hr_inode *inode, size_t offset, const void *from, size_t size)
{
	if (size == 0)
		return 0;
	if (offset >= HR_FILES_MOST_BYTES) {
		errno = ENOSPC;
		return -1;
	}
	/* what the last doubling cannot hold is written as far as there is room, as on a full disk */
	if (size > HR_FILES_MOST_BYTES - offset)
		size = HR_FILES_MOST_BYTES - offset;
	if (grow(inode, offset + size)) {
		if (inode->capacity <= offset)
			return -1;
		size = inode->capacity - offset;
	}
	if (offset > inode->size)
		memset(inode->bytes + inode->size, 0, offset - inode->size);
	memcpy(inode->bytes + offset, from, size);
	if (offset + size > inode->size)
		inode->size = offset + size;
	if (inode->mappings)
		hr_mappings_spread(inode, offset, size);
	return (ssize_t)size;
}

int hr_inode_resize(struct hr_inode *inode, size_t size)
{
	if (size > inode->size) {
		if (grow(inode, size))
			return -1;
		memset(inode->bytes + inode->size, 0, size - inode->size);
	}
	inode->size = size;
	if (size == 0 && !inode->mappings)
		release_content(inode);
	return 0;
}

static const struct {
	uint32_t type; /* of st_mode */
	uint32_t major, minor;
} looks[] = {
	[HR_INODE_FILE] = { S_IFREG, 0, 0 },   [HR_INODE_DIRECTORY] = { S_IFDIR, 0, 0 },
	[HR_INODE_LINK] = { S_IFLNK, 0, 0 },   [HR_INODE_PIPE] = { S_IFIFO, 0, 0 },
	[HR_INODE_NULL] = { S_IFCHR, 1, 3 },   [HR_INODE_ZERO] = { S_IFCHR, 1, 5 },
	[HR_INODE_FULL] = { S_IFCHR, 1, 7 },   [HR_INODE_INPUT] = { S_IFCHR, 5, 0 },
	[HR_INODE_OUTPUT] = { S_IFCHR, 5, 1 },
};

void hr_inode_stat(struct hr_inode *inode, struct stat *out)
{
	memset(out, 0, sizeof *out);
	bool is_directory = inode->kind == HR_INODE_DIRECTORY;
	out->st_dev = 1;
	out->st_ino = inode->number;
	out->st_nlink = inode->links;
	out->st_mode = looks[inode->kind].type | inode->permissions;
	out->st_uid = inode->user;
	out->st_gid = inode->group;
	out->st_rdev = looks[inode->kind].major << 8 | looks[inode->kind].minor;
	out->st_blksize = HR_FILES_BLOCK;
	out->st_size = is_directory ? (off_t)HR_FILES_BLOCK : (off_t)(inode->size - inode->begin);
	if (inode->kind == HR_INODE_PIPE)
		out->st_size = 0;
	out->st_blocks = (out->st_size + HR_FILES_BLOCK - 1) / HR_FILES_BLOCK * (HR_FILES_BLOCK / 512);
	out->st_atim = inode->accessed;
	out->st_mtim = inode->modified;
	out->st_ctim = (struct timespec){ .tv_sec = HR_FILES_TIME };
}

int hr_inode_allows(const struct hr_inode *inode, unsigned wanted)
{
	unsigned granted = inode->user == HR_FILES_USER ? inode->permissions >> 6 : inode->permissions;
	if ((granted & wanted) == wanted)
		return 0;
	errno = EACCES;
	return -1;
}
