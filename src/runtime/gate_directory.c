/* Gate: directory streams.
 *
 * A DIR is a block of the arena: the beginning is closed to the unit, the rest is the entry that readdir returns, so that an entry kept
 * beyond closedir is found as what it is. Entries come in the order they were made, "." and ".." first; the position is the number
 * of the last one, which stays right when names come and go. */
#include "runtime/descriptor.h"
#include "runtime/path.h"
#include "runtime/arena.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define DIRECTORY_MAGIC 0x44495253u

struct directory {
	uint32_t magic;
	uint32_t generation;
	int32_t descriptor;
	uint32_t reserved;
	struct dirent entry; /* open to the unit */
};

_Static_assert(sizeof(struct dirent) == sizeof(struct dirent64), "one layout for both");

/* Positions: 0 and 1 are the dots, from 2 on the entries by their sequence. */
enum { DOT, DOTS, NAMES };

static struct directory *check(const struct hr_gate_site *site, const void *of_unit)
{
	uintptr_t address = (uintptr_t)of_unit;
	struct directory *directory = (struct directory *)address;
	if (!of_unit)
		hr_gate_fault(site, HR_FAULT_NULL, 0, sizeof *directory, "the directory stream is NULL");
	const struct hr_block *block = hr_arena_find(address);
	if (!block || block->origin != HR_BLOCK_STREAM || block->address != address)
		hr_gate_fault(site, HR_FAULT_BAD_FILE, address, sizeof *directory, "not a directory stream");
	if (block->is_freed)
		hr_gate_fault(site, HR_FAULT_BAD_FILE, address, sizeof *directory, "the directory stream is closed");
	if (directory->magic != DIRECTORY_MAGIC)
		hr_gate_fault(site, HR_FAULT_BAD_FILE, address, sizeof *directory, "not a directory stream");
	if (directory->generation != hr_file_generation)
		directory->descriptor = -1;
	return directory;
}

static DIR *open_on(int descriptor)
{
	struct directory *directory = hr_arena_allocate(sizeof *directory, 16, HR_BLOCK_STREAM);
	if (!directory)
		return NULL;
	memset(directory, 0, sizeof *directory);
	directory->magic = DIRECTORY_MAGIC;
	directory->generation = hr_file_generation;
	directory->descriptor = descriptor;
	hr_shadow_close((uintptr_t)directory, offsetof(struct directory, entry), HR_SHADOW_FOREIGN);
	return (DIR *)directory;
}

DIR *hr_gate_opendir(const char *path)
{
	HR_GATE_ENTER("opendir");
	hr_gate_string(site, path);
	int descriptor = hr_descriptor_open(hr_files()->current, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
	if (descriptor < 0)
		return NULL;
	DIR *directory = open_on(descriptor);
	if (!directory) {
		hr_descriptor_close(descriptor);
		errno = ENOMEM;
	}
	return directory;
}

DIR *hr_gate_fdopendir(int descriptor)
{
	struct hr_open_file *file = hr_descriptor_file(descriptor);
	if (!file)
		return NULL;
	if (file->inode->kind != HR_INODE_DIRECTORY) {
		errno = ENOTDIR;
		return NULL;
	}
	return open_on(descriptor);
}

int hr_gate_closedir(DIR *of_unit)
{
	HR_GATE_ENTER("closedir");
	struct directory *directory = check(site, of_unit);
	int descriptor = directory->descriptor;
	hr_arena_retire(hr_arena_find((uintptr_t)directory));
	return hr_descriptor_close(descriptor);
}

int hr_gate_dirfd(DIR *of_unit)
{
	HR_GATE_ENTER("dirfd");
	return check(site, of_unit)->descriptor;
}

static unsigned char type_of(const struct hr_inode *inode)
{
	struct stat status;
	hr_inode_stat((struct hr_inode *)(uintptr_t)inode, &status);
	return (unsigned char)IFTODT(status.st_mode);
}

static void fill(struct dirent *out, const struct hr_inode *inode, const char *name, size_t length, uint64_t position)
{
	memset(out, 0, sizeof *out);
	out->d_ino = inode->number;
	out->d_off = (off_t)position;
	out->d_reclen = (unsigned short)((offsetof(struct dirent, d_name) + length + 1 + 7) & ~(size_t)7);
	out->d_type = type_of(inode);
	memcpy(out->d_name, name, length + 1);
}

/* The next entry and the position after it. False at the end. */
static bool next_entry(const struct hr_inode *inode, uint64_t *position, struct dirent *out)
{
	uint64_t at = *position;
	if (inode->links == 0)
		return false; /* removed: even the dots are gone */
	if (at < NAMES) {
		fill(out, at == DOT ? inode : inode->parent, at == DOT ? "." : "..", at == DOT ? 1 : 2, at + 1);
		*position = at + 1;
		return true;
	}
	for (const struct hr_entry *entry = inode->first; entry; entry = entry->next)
		if (entry->sequence > at - NAMES) {
			*position = entry->sequence + NAMES;
			fill(out, entry->inode, entry->name, entry->length, *position);
			return true;
		}
	return false;
}

struct dirent *hr_gate_readdir(DIR *of_unit)
{
	HR_GATE_ENTER("readdir");
	struct directory *directory = check(site, of_unit);
	struct hr_open_file *file = hr_descriptor_file(directory->descriptor);
	if (!file)
		return NULL;
	uint64_t position = (uint64_t)file->offset;
	if (!next_entry(file->inode, &position, &directory->entry))
		return NULL;
	file->offset = (off_t)position;
	return &directory->entry;
}
HR_GATE_ALIAS(readdir64, readdir);

int hr_gate_readdir_r(DIR *of_unit, struct dirent *entry, struct dirent **result)
{
	HR_GATE_ENTER("readdir_r");
	struct directory *directory = check(site, of_unit);
	hr_gate_writes(site, result, sizeof *result);
	*result = NULL;
	int before = errno;
	struct hr_open_file *file = hr_descriptor_file(directory->descriptor);
	errno = before;
	if (!file)
		return EBADF;
	uint64_t position = (uint64_t)file->offset;
	struct dirent next;
	if (next_entry(file->inode, &position, &next)) {
		hr_gate_writes(site, entry, next.d_reclen);
		memcpy(entry, &next, next.d_reclen);
		file->offset = (off_t)position;
		*result = entry;
	}
	return 0;
}
HR_GATE_ALIAS(readdir64_r, readdir_r);

long hr_gate_telldir(DIR *of_unit)
{
	HR_GATE_ENTER("telldir");
	struct hr_open_file *file = hr_descriptor_file(check(site, of_unit)->descriptor);
	return file ? file->offset : -1;
}

static void go_to(const struct directory *directory, long position)
{
	struct hr_open_file *file = hr_descriptor_file(directory->descriptor);
	if (file && position >= 0)
		file->offset = position;
}

void hr_gate_seekdir(DIR *of_unit, long position)
{
	HR_GATE_ENTER("seekdir");
	go_to(check(site, of_unit), position);
}

void hr_gate_rewinddir(DIR *of_unit)
{
	HR_GATE_ENTER("rewinddir");
	go_to(check(site, of_unit), 0);
}

/* ---- scandir ---- */

static int compare_names(const struct hr_gate_site *site, const struct dirent **left, const struct dirent **right)
{
	hr_gate_reads(site, left, sizeof *left);
	hr_gate_reads(site, right, sizeof *right);
	hr_gate_string(site, (*left)->d_name);
	hr_gate_string(site, (*right)->d_name);
	return strcmp((*left)->d_name, (*right)->d_name);
}

int hr_gate_alphasort(const struct dirent **left, const struct dirent **right)
{
	HR_GATE_ENTER("alphasort");
	return compare_names(site, left, right);
}
HR_GATE_ALIAS(alphasort64, alphasort);

int hr_gate_versionsort(const struct dirent **left, const struct dirent **right)
{
	HR_GATE_ENTER("versionsort");
	compare_names(site, left, right);
	return strverscmp((*left)->d_name, (*right)->d_name);
}
HR_GATE_ALIAS(versionsort64, versionsort);

/* Stable, in place: directories here are small. */
static void sort(struct dirent **list, size_t count, int (*compare)(const struct dirent **, const struct dirent **))
{
	for (size_t i = 1; i < count; i++)
		for (size_t j = i; j > 0; j--) {
			const struct dirent *before = list[j - 1], *after = list[j];
			if (compare(&before, &after) <= 0)
				break;
			struct dirent *moved = list[j];
			list[j] = list[j - 1];
			list[j - 1] = moved;
		}
}

static struct dirent *copy_for_unit(const struct dirent *entry)
{
	struct dirent *copy = hr_arena_lend(entry->d_reclen, 16);
	if (copy)
		memcpy(copy, entry, entry->d_reclen);
	return copy;
}

/* As a list in a block of the unit: at most `room` of them; the number, or -1 without memory. */
static ssize_t collect(const struct hr_inode *inode, struct dirent **list, size_t room,
		       int (*filter)(const struct dirent *))
{
	size_t count = 0;
	uint64_t position = 0;
	struct dirent entry;
	while (count < room && next_entry(inode, &position, &entry)) {
		if (filter && !filter(&entry))
			continue;
		list[count] = copy_for_unit(&entry);
		if (!list[count++]) {
			errno = ENOMEM;
			return -1;
		}
	}
	return (ssize_t)count;
}

int hr_gate_scandir(const char *path, struct dirent ***out, int (*filter)(const struct dirent *),
		    int (*compare)(const struct dirent **, const struct dirent **))
{
	HR_GATE_ENTER("scandir");
	struct hr_inode *inode = hr_path_inode(site, AT_FDCWD, path, true);
	hr_gate_writes(site, out, sizeof *out);
	if (!inode)
		return -1;
	if (inode->kind != HR_INODE_DIRECTORY) {
		errno = ENOTDIR;
		return -1;
	}
	size_t room = NAMES;
	for (const struct hr_entry *entry = inode->first; entry; entry = entry->next)
		room++;
	struct dirent **list = hr_arena_lend(room * sizeof *list, 16);
	ssize_t count = list ? collect(inode, list, room, filter) : -1;
	if (count < 0)
		return -1;
	if (compare)
		sort(list, (size_t)count, compare);
	*out = list;
	return (int)count;
}
HR_GATE_ALIAS(scandir64, scandir);
