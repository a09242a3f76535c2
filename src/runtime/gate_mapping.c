/* Gate: mmap and its companions. A mapping is a block of the arena, a multiple of pages, with the file's bytes copied in.
 *
 * Invariants: every live mapping is in the list of the file area. A shared one keeps a copy of what file and mapping had last in common:
 * before the file is read, what the unit changed since comes into it (hr_mappings_collect); what is written to the file goes to the
 * mappings at once. Pages that lie wholly beyond the end of the file are closed, as touching them is a fault. */
#include "runtime/descriptor.h"
#include "runtime/gate.h"
#include "runtime/arena.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE 4096u

struct hr_mapping {
	struct hr_mapping *next;
	char *address;
	size_t size;            /* a multiple of pages */
	struct hr_inode *inode; /* shared and writable: where changes go; else NULL */
	size_t offset;          /* in the file */
	size_t length;          /* bytes of the file in it */
	char *common;           /* what both had last */
};

static size_t whole_pages(size_t size)
{
	return (size + PAGE - 1) / PAGE * PAGE;
}

/* What the unit wrote through this mapping goes to the file. */
static void collect(struct hr_mapping *mapping)
{
	struct hr_inode *inode = mapping->inode;
	size_t length = mapping->length;
	if (mapping->offset >= inode->size)
		return;
	if (length > inode->size - mapping->offset)
		length = inode->size - mapping->offset;
	for (size_t i = 0; i < length; i++)
		if (mapping->address[i] != mapping->common[i])
			mapping->common[i] = inode->bytes[mapping->offset + i] = mapping->address[i];
}

void hr_mappings_collect(struct hr_inode *inode)
{
	for (struct hr_mapping *each = hr_files()->mappings; each; each = each->next)
		if (each->inode == inode)
			collect(each);
}

void hr_mappings_spread(struct hr_inode *inode, size_t offset, size_t size)
{
	for (struct hr_mapping *each = hr_files()->mappings; each; each = each->next) {
		if (each->inode != inode)
			continue;
		size_t begin = offset > each->offset ? offset : each->offset;
		size_t end = offset + size < each->offset + each->length ? offset + size : each->offset + each->length;
		if (begin >= end)
			continue;
		memcpy(each->address + (begin - each->offset), inode->bytes + begin, end - begin);
		memcpy(each->common + (begin - each->offset), inode->bytes + begin, end - begin);
	}
}

/* Fills a fresh mapping from the file. 0, or -1 with errno. */
static int fill_from(struct hr_mapping *mapping, struct hr_open_file *file, int protection, int flags, off_t offset)
{
	struct hr_inode *inode = file->inode;
	bool is_shared = (flags & MAP_TYPE) != MAP_PRIVATE;
	int access = file->flags & O_ACCMODE;
	int why = 0;
	if (access == O_WRONLY || (is_shared && (protection & PROT_WRITE) && access != O_RDWR))
		why = EACCES;
	else if (inode->kind == HR_INODE_ZERO)
		return 0;
	else if (inode->kind != HR_INODE_FILE)
		why = ENODEV;
	if (why) {
		errno = why;
		return -1;
	}
	mapping->offset = (size_t)offset;
	mapping->length = hr_inode_read(inode, mapping->offset, mapping->address, mapping->size);
	size_t usable = whole_pages(mapping->length);
	if (usable < mapping->size)
		hr_shadow_close((uintptr_t)mapping->address + usable, mapping->size - usable, HR_SHADOW_FOREIGN);
	if (is_shared && access == O_RDWR && mapping->length) {
		mapping->common = hr_store_take(mapping->length);
		if (!mapping->common)
			return -1;
		memcpy(mapping->common, mapping->address, mapping->length);
		mapping->inode = inode;
		inode->mappings++;
		hr_inode_hold(inode);
	}
	return 0;
}

static int check_arguments(size_t size, int protection, int flags, off_t offset)
{
	int type = flags & MAP_TYPE;
	int why = 0;
	if (size == 0 || offset < 0 || offset % PAGE ||
	    (type != MAP_PRIVATE && type != MAP_SHARED && type != MAP_SHARED_VALIDATE) || (flags & MAP_FIXED))
		why = EINVAL;
	else if (size > HR_ARENA_SIZE)
		why = ENOMEM;
	else if (protection & PROT_EXEC)
		why = EACCES; /* the arena holds no code */
	if (why)
		errno = why;
	return why ? -1 : 0;
}

void *hr_gate_mmap(void *hint, size_t size, int protection, int flags, int descriptor, off_t offset)
{
	(void)hint;
	if (check_arguments(size, protection, flags, offset))
		return MAP_FAILED;
	struct hr_open_file *file = NULL;
	if (!(flags & MAP_ANONYMOUS) && !(file = hr_descriptor_file(descriptor)))
		return MAP_FAILED;
	hr_files();
	struct hr_mapping *mapping = hr_store_take(sizeof *mapping);
	char *address = mapping ? hr_arena_allocate(whole_pages(size), PAGE, HR_BLOCK_OBJECT) : NULL;
	if (!address) {
		hr_store_give(mapping, sizeof *mapping);
		errno = ENOMEM;
		return MAP_FAILED;
	}
	*mapping = (struct hr_mapping){ .address = address, .size = whole_pages(size) };
	memset(address, 0, mapping->size);
	if (file && fill_from(mapping, file, protection, flags, offset)) {
		hr_arena_retire(hr_arena_find((uintptr_t)address));
		hr_store_give(mapping, sizeof *mapping);
		return MAP_FAILED;
	}
	if (protection == PROT_NONE)
		hr_shadow_close((uintptr_t)address, mapping->size, HR_SHADOW_FOREIGN);
	mapping->next = hr_files()->mappings;
	hr_files()->mappings = mapping;
	return address;
}
HR_GATE_ALIAS(mmap64, mmap);

/* The mapping that has all of the range; NULL. */
static struct hr_mapping *find(const void *address, size_t size)
{
	uintptr_t at = (uintptr_t)address;
	for (struct hr_mapping *each = hr_files()->mappings; each; each = each->next) {
		uintptr_t begin = (uintptr_t)each->address;
		if (at >= begin && at - begin < each->size && size <= each->size - (at - begin))
			return each;
	}
	return NULL;
}

static void end_mapping(struct hr_mapping *mapping)
{
	struct hr_mapping **link = &hr_files()->mappings;
	while (*link != mapping)
		link = &(*link)->next;
	*link = mapping->next;
	if (mapping->inode) {
		mapping->inode->mappings--;
		mapping->inode->holders--;
		hr_inode_drop(mapping->inode);
		hr_store_give(mapping->common, mapping->length);
	}
	struct hr_block *block = hr_arena_find((uintptr_t)mapping->address);
	if (block)
		hr_arena_retire(block);
	hr_store_give(mapping, sizeof *mapping);
}

int hr_gate_munmap(void *address, size_t size)
{
	if ((uintptr_t)address % PAGE || size == 0) {
		errno = EINVAL;
		return -1;
	}
	struct hr_mapping *mapping = find(address, whole_pages(size));
	if (!mapping)
		return 0; /* nothing there: Linux does not mind */
	if (mapping->inode)
		collect(mapping);
	if (whole_pages(size) == mapping->size)
		end_mapping(mapping);
	else
		hr_shadow_close((uintptr_t)address, whole_pages(size), HR_SHADOW_HEAP_FREED);
	return 0;
}

int hr_gate_msync(void *address, size_t size, int flags)
{
	(void)flags;
	if ((uintptr_t)address % PAGE) {
		errno = EINVAL;
		return -1;
	}
	struct hr_mapping *mapping = find(address, whole_pages(size));
	if (!mapping) {
		errno = ENOMEM;
		return -1;
	}
	if (mapping->inode)
		collect(mapping);
	return 0;
}

int hr_gate_mprotect(void *address, size_t size, int protection)
{
	struct hr_mapping *mapping = find(address, whole_pages(size));
	if ((uintptr_t)address % PAGE || !mapping || (protection & PROT_EXEC)) {
		errno = (uintptr_t)address % PAGE ? EINVAL : mapping ? EACCES : ENOMEM;
		return -1;
	}
	if (protection == PROT_NONE)
		hr_shadow_close((uintptr_t)address, whole_pages(size), HR_SHADOW_FOREIGN);
	else
		hr_shadow_open((uintptr_t)address, whole_pages(size));
	return 0;
}

int hr_gate_madvise(void *address, size_t size, int advice)
{
	struct hr_mapping *mapping = find(address, whole_pages(size));
	if ((uintptr_t)address % PAGE || !mapping) {
		errno = (uintptr_t)address % PAGE ? EINVAL : ENOMEM;
		return -1;
	}
	if (advice == MADV_DONTNEED && !mapping->length)
		memset(address, 0, whole_pages(size));
	return 0;
}
HR_GATE_ALIAS(posix_madvise, madvise);

void *hr_gate_mremap(void *address, size_t size, size_t wanted, int flags, ...)
{
	HR_GATE_ENTER("mremap");
	struct hr_mapping *mapping = find(address, whole_pages(size));
	if (!mapping || address != mapping->address || whole_pages(size) != mapping->size || mapping->length ||
	    !wanted || wanted > HR_ARENA_SIZE || (flags & MREMAP_FIXED)) {
		errno = mapping ? EINVAL : EFAULT;
		return MAP_FAILED;
	}
	if (whole_pages(wanted) == mapping->size)
		return address;
	if (!(flags & MREMAP_MAYMOVE) && whole_pages(wanted) > mapping->size) {
		errno = ENOMEM;
		return MAP_FAILED;
	}
	hr_gate_reads(site, address, mapping->size);
	char *moved = hr_arena_allocate(whole_pages(wanted), PAGE, HR_BLOCK_OBJECT);
	if (!moved) {
		errno = ENOMEM;
		return MAP_FAILED;
	}
	memset(moved, 0, whole_pages(wanted));
	memcpy(moved, address, mapping->size < whole_pages(wanted) ? mapping->size : whole_pages(wanted));
	hr_arena_retire(hr_arena_find((uintptr_t)address));
	mapping->address = moved;
	mapping->size = whole_pages(wanted);
	return moved;
}

int hr_gate_mlock(const void *address, size_t size)
{
	(void)address, (void)size;
	return 0;
}
HR_GATE_ALIAS(munlock, mlock);
