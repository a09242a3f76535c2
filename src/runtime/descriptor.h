/* Open files and descriptors of the private file area, below the gates. As in the kernel: several descriptors may share an open file, which
 * has the offset; several open files may share an inode. All functions set errno when they fail. */
#ifndef HR_RUNTIME_DESCRIPTOR_H
#define HR_RUNTIME_DESCRIPTOR_H

#include "runtime/file_tree.h"

#include <fcntl.h>

#define HR_DESCRIPTORS 1024

struct hr_open_file {
	struct hr_inode *inode;
	uint32_t references;
	int flags; /* access mode, O_APPEND, O_NONBLOCK */
	off_t offset;
	uint64_t sequence; /* directories: see directory streams */
};

struct hr_open_file *hr_open_file_new(struct hr_inode *inode, int flags);

/* The descriptors as they are at first: 0, 1 and 2 alone, or as they were when they were marked. */
void hr_descriptors_start(struct hr_open_file *const standard[3]);
void hr_descriptors_mark(void);

/* What a descriptor refers to; NULL and EBADF. */
struct hr_open_file *hr_descriptor_file(int descriptor);

/* The directory that a relative path starts from: AT_FDCWD or a descriptor. */
struct hr_inode *hr_descriptor_base(int descriptor);

/* The lowest free descriptor from `lowest` on for the open file; -1 with EMFILE, and the file is dropped if nobody else has it. */
int hr_descriptor_add(struct hr_open_file *file, int lowest, bool is_closed_by_exec);
int hr_descriptor_place(int descriptor, struct hr_open_file *file, bool is_closed_by_exec); /* there, as dup2 does */
bool hr_descriptor_flag(int descriptor, const bool *set); /* FD_CLOEXEC: gets, and sets when `set` is not NULL */

int hr_descriptor_open(struct hr_inode *base, const char *path, int flags, mode_t mode);
int hr_descriptor_close(int descriptor);
int hr_descriptor_pipe(int out[2], int flags);

/* `at` < 0: at the file's own offset, which moves. */
ssize_t hr_descriptor_read(int descriptor, void *to, size_t size, off_t at);
ssize_t hr_descriptor_write(int descriptor, const void *from, size_t size, off_t at);
off_t hr_descriptor_seek(int descriptor, off_t offset, int whence);
int hr_descriptor_resize(int descriptor, off_t size);

/* Bytes that can be read without waiting. */
size_t hr_descriptor_available(int descriptor);

/* How many bytes a read of so many may bring at the most: what a destination is checked for. */
size_t hr_descriptor_most(int descriptor, size_t size);
size_t hr_descriptor_most_at(int descriptor, size_t size, off_t at);

/* ---- shared mappings (gate_mapping.c) ---- */

/* The unit's writes through its mappings come into the file; what was written to the file goes to the mappings. */
void hr_mappings_collect(struct hr_inode *inode);
void hr_mappings_spread(struct hr_inode *inode, size_t offset, size_t size);

#endif
