/* Open files and descriptors of the private file area.
 *
 * Invariants: an open file is counted by the descriptors that refer to it and holds its inode; descriptors above `highest` are free. Waiting
 * for a pipe would be for ever, as nobody else runs: it ends the sequence as a hang. */
#include "runtime/descriptor.h"
#include "runtime/changing.h"
#include "runtime/fault.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static struct {
	struct hr_open_file *file;
	bool is_closed_by_exec;
} descriptors[HR_DESCRIPTORS];
static int highest = -1;
HR_CHANGING(descriptors);
HR_CHANGING(highest);

struct hr_open_file *hr_open_file_new(struct hr_inode *inode, int flags)
{
	struct hr_open_file *file = hr_store_take(sizeof *file);
	if (!file)
		return NULL;
	*file = (struct hr_open_file){ .inode = inode, .flags = flags };
	hr_inode_hold(inode);
	if (inode->kind == HR_INODE_PIPE) {
		inode->readers += (flags & O_ACCMODE) != O_WRONLY;
		inode->writers += (flags & O_ACCMODE) != O_RDONLY;
	}
	return file;
}

static void release(struct hr_open_file *file)
{
	if (file->references)
		return;
	struct hr_inode *inode = file->inode;
	if (inode->kind == HR_INODE_PIPE) {
		inode->readers -= (file->flags & O_ACCMODE) != O_WRONLY;
		inode->writers -= (file->flags & O_ACCMODE) != O_RDONLY;
	}
	inode->holders--;
	hr_inode_drop(inode);
	hr_store_give(file, sizeof *file);
}

/* As constructors of the unit left them; the open files themselves come back with the store. */
static struct {
	__typeof__(descriptors[0]) entries[HR_DESCRIPTORS];
	int highest; /* -1: there is no mark */
} marked = { .highest = -1 };
HR_SAMPLED(marked);

void hr_descriptors_mark(void)
{
	memcpy(marked.entries, descriptors, sizeof descriptors);
	marked.highest = highest;
}

void hr_descriptors_start(struct hr_open_file *const standard[3])
{
	if (marked.highest >= 0) {
		int count = (highest > marked.highest ? highest : marked.highest) + 1;
		memcpy(descriptors, marked.entries, (size_t)count * sizeof descriptors[0]);
		highest = marked.highest;
		return;
	}
	for (int i = 3; i <= highest; i++)
		descriptors[i].file = NULL;
	for (int i = 0; i < 3; i++) {
		descriptors[i].file = standard[i];
		descriptors[i].is_closed_by_exec = false;
		standard[i]->references = 1;
	}
	highest = 2;
}

struct hr_open_file *hr_descriptor_file(int descriptor)
{
	hr_files();
	if (descriptor < 0 || descriptor >= HR_DESCRIPTORS || !descriptors[descriptor].file) {
		errno = EBADF;
		return NULL;
	}
	return descriptors[descriptor].file;
}

struct hr_inode *hr_descriptor_base(int descriptor)
{
	if (descriptor == AT_FDCWD)
		return hr_files()->current;
	struct hr_open_file *file = hr_descriptor_file(descriptor);
	return file ? file->inode : NULL;
}

int hr_descriptor_place(int descriptor, struct hr_open_file *file, bool is_closed_by_exec)
{
	struct hr_open_file *before = descriptors[descriptor].file;
	file->references++;
	descriptors[descriptor].file = file;
	descriptors[descriptor].is_closed_by_exec = is_closed_by_exec;
	if (descriptor > highest)
		highest = descriptor;
	if (before) {
		before->references--;
		release(before);
	}
	return descriptor;
}

int hr_descriptor_add(struct hr_open_file *file, int lowest, bool is_closed_by_exec)
{
	for (int i = lowest; i < HR_DESCRIPTORS; i++)
		if (!descriptors[i].file)
			return hr_descriptor_place(i, file, is_closed_by_exec);
	release(file);
	errno = EMFILE;
	return -1;
}

bool hr_descriptor_flag(int descriptor, const bool *set)
{
	if (set)
		descriptors[descriptor].is_closed_by_exec = *set;
	return descriptors[descriptor].is_closed_by_exec;
}

int hr_descriptor_close(int descriptor)
{
	struct hr_open_file *file = hr_descriptor_file(descriptor);
	if (!file)
		return -1;
	descriptors[descriptor].file = NULL;
	file->references--;
	release(file);
	return 0;
}

/* ---- opening ---- */

static struct hr_inode *create(struct hr_name *name, int flags, mode_t mode)
{
	if (!(flags & O_CREAT)) {
		errno = ENOENT;
		return NULL;
	}
	if (name->has_slash) {
		errno = EISDIR;
		return NULL;
	}
	if (hr_inode_allows(name->parent, 2))
		return NULL;
	struct hr_inode *inode = hr_inode_new(HR_INODE_FILE, mode & 07777 & ~hr_files()->mask);
	if (inode && hr_directory_add(name->parent, name->last, name->length, inode)) {
		hr_inode_drop(inode);
		return NULL;
	}
	return inode;
}

/* Whether what was there may be opened this way. */
static int may_open(const struct hr_name *name, int flags)
{
	const struct hr_inode *inode = name->inode;
	static const unsigned wanted[] = { [O_RDONLY] = 4, [O_WRONLY] = 2, [O_RDWR] = 6, [O_ACCMODE] = 6 };
	int why = 0;
	if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL))
		why = EEXIST;
	else if (inode->kind == HR_INODE_LINK)
		why = ELOOP; /* O_NOFOLLOW */
	else if (inode->kind == HR_INODE_DIRECTORY && ((flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT)))
		why = EISDIR;
	else if ((flags & O_DIRECTORY) && inode->kind != HR_INODE_DIRECTORY)
		why = ENOTDIR;
	if (why) {
		errno = why;
		return -1;
	}
	return hr_inode_allows(inode, wanted[flags & O_ACCMODE]);
}

/* O_TMPFILE: a file without a name. */
static struct hr_inode *nameless(struct hr_inode *directory, int flags, mode_t mode)
{
	if (!directory || directory->kind != HR_INODE_DIRECTORY || (flags & O_ACCMODE) == O_RDONLY) {
		errno = !directory ? ENOENT : directory->kind != HR_INODE_DIRECTORY ? ENOTDIR : EINVAL;
		return NULL;
	}
	return hr_inode_new(HR_INODE_FILE, mode & 07777 & ~hr_files()->mask);
}

int hr_descriptor_open(struct hr_inode *base, const char *path, int flags, mode_t mode)
{
	struct hr_name name;
	bool follows = !(flags & O_NOFOLLOW) && (flags & (O_CREAT | O_EXCL)) != (O_CREAT | O_EXCL);
	if (hr_name_find(&name, base, path, follows ? HR_NAME_FOLLOW : 0))
		return -1;
	struct hr_inode *inode = name.inode;
	if ((flags & O_TMPFILE) == O_TMPFILE)
		inode = nameless(inode, flags, mode);
	else if (!inode)
		inode = create(&name, flags, mode);
	else if (may_open(&name, flags))
		inode = NULL;
	else if ((flags & O_TRUNC) && inode->kind == HR_INODE_FILE && (flags & O_ACCMODE) != O_RDONLY)
		hr_inode_resize(inode, 0);
	if (!inode)
		return -1;
	struct hr_open_file *file = hr_open_file_new(inode, flags & (O_ACCMODE | O_APPEND | O_NONBLOCK));
	if (!file)
		return -1;
	return hr_descriptor_add(file, 0, flags & O_CLOEXEC);
}

int hr_descriptor_pipe(int out[2], int flags)
{
	struct hr_inode *inode = hr_inode_new(HR_INODE_PIPE, 0600);
	if (!inode)
		return -1;
	int made[2] = { -1, -1 };
	for (int i = 0; i < 2; i++) {
		struct hr_open_file *file = hr_open_file_new(inode, (i ? O_WRONLY : O_RDONLY) | (flags & O_NONBLOCK));
		made[i] = file ? hr_descriptor_add(file, 0, flags & O_CLOEXEC) : -1;
		if (made[i] < 0) {
			if (i)
				hr_descriptor_close(made[0]);
			return -1;
		}
	}
	out[0] = made[0];
	out[1] = made[1];
	return 0;
}

/* ---- reading and writing ---- */

/* Nobody will ever wake it. */
static ssize_t wait_for_ever(const struct hr_open_file *file)
{
	if (!(file->flags & O_NONBLOCK))
		hr_leave(HR_WIRE_HANG);
	errno = EAGAIN;
	return -1;
}

static ssize_t pipe_read(struct hr_open_file *file, void *to, size_t size)
{
	struct hr_inode *pipe = file->inode;
	size_t waiting = pipe->size - pipe->begin;
	if (size == 0)
		return 0;
	if (waiting == 0)
		return pipe->writers ? wait_for_ever(file) : 0;
	if (size > waiting)
		size = waiting;
	memcpy(to, pipe->bytes + pipe->begin, size);
	pipe->begin += size;
	if (pipe->begin == pipe->size)
		pipe->begin = pipe->size = 0;
	return (ssize_t)size;
}

static ssize_t pipe_write(struct hr_open_file *file, const void *from, size_t size)
{
	struct hr_inode *pipe = file->inode;
	size_t room = HR_FILES_PIPE_BYTES - (pipe->size - pipe->begin);
	if (size == 0)
		return 0;
	if (!pipe->readers) {
		errno = EPIPE;
		return -1;
	}
	if (room == 0)
		return wait_for_ever(file);
	if (size > room && !(file->flags & O_NONBLOCK))
		return wait_for_ever(file);
	if (size > room)
		size = room;
	if (pipe->begin) {
		memmove(pipe->bytes, pipe->bytes + pipe->begin, pipe->size - pipe->begin);
		pipe->size -= pipe->begin;
		pipe->begin = 0;
	}
	return hr_inode_write(pipe, pipe->size, from, size);
}

static struct hr_open_file *file_for(int descriptor, int forbidden_mode, off_t at)
{
	struct hr_open_file *file = hr_descriptor_file(descriptor);
	if (!file)
		return NULL;
	if ((file->flags & O_ACCMODE) == forbidden_mode)
		errno = EBADF;
	else if (file->inode->kind == HR_INODE_PIPE && at >= 0)
		errno = ESPIPE;
	else
		return file;
	return NULL;
}

ssize_t hr_descriptor_read(int descriptor, void *to, size_t size, off_t at)
{
	struct hr_open_file *file = file_for(descriptor, O_WRONLY, at);
	if (!file)
		return -1;
	size_t offset = (size_t)(at >= 0 ? at : file->offset);
	size_t done;
	switch ((enum hr_inode_kind)file->inode->kind) {
	case HR_INODE_DIRECTORY:
		errno = EISDIR;
		return -1;
	case HR_INODE_PIPE:
		return pipe_read(file, to, size);
	case HR_INODE_ZERO:
	case HR_INODE_FULL:
		memset(to, 0, size);
		return (ssize_t)size;
	case HR_INODE_FILE:
		done = hr_inode_read(file->inode, offset, to, size);
		if (at < 0)
			file->offset += (off_t)done;
		return (ssize_t)done;
	default:
		return 0;
	}
}

ssize_t hr_descriptor_write(int descriptor, const void *from, size_t size, off_t at)
{
	struct hr_open_file *file = file_for(descriptor, O_RDONLY, at);
	if (!file)
		return -1;
	struct hr_inode *inode = file->inode;
	size_t offset = (size_t)(at >= 0 ? at : file->offset);
	ssize_t done;
	switch ((enum hr_inode_kind)inode->kind) {
	case HR_INODE_PIPE:
		return pipe_write(file, from, size);
	case HR_INODE_FULL:
		errno = ENOSPC;
		return size ? -1 : 0;
	case HR_INODE_OUTPUT:
		hr_files_say(from, size);
		return (ssize_t)size;
	case HR_INODE_FILE:
		if (file->flags & O_APPEND)
			offset = inode->size;
		done = hr_inode_write(inode, offset, from, size);
		if (done > 0 && at < 0)
			file->offset = (off_t)offset + done;
		return done;
	default:
		return (ssize_t)size;
	}
}

off_t hr_descriptor_seek(int descriptor, off_t offset, int whence)
{
	struct hr_open_file *file = hr_descriptor_file(descriptor);
	if (!file)
		return -1;
	struct hr_inode *inode = file->inode;
	if (inode->kind == HR_INODE_PIPE) {
		errno = ESPIPE;
		return -1;
	}
	off_t size = inode->kind == HR_INODE_FILE ? (off_t)inode->size : 0;
	off_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? file->offset : size;
	bool is_data = whence == SEEK_DATA || whence == SEEK_HOLE;
	off_t wanted;
	if (is_data && offset >= size) {
		errno = ENXIO;
		return -1;
	}
	if (whence < SEEK_SET || whence > SEEK_HOLE || (is_data && offset < 0) ||
	    (!is_data && __builtin_add_overflow(base, offset, &wanted))) {
		errno = whence >= SEEK_SET && whence <= SEEK_END ? EOVERFLOW : EINVAL;
		return -1;
	}
	if (is_data)
		wanted = whence == SEEK_DATA ? offset : size;
	if (wanted < 0) {
		errno = EINVAL;
		return -1;
	}
	if (inode->kind == HR_INODE_FILE || inode->kind == HR_INODE_DIRECTORY)
		file->offset = wanted;
	return file->offset;
}

int hr_descriptor_resize(int descriptor, off_t size)
{
	struct hr_open_file *file = size < 0 ? NULL : hr_descriptor_file(descriptor);
	if (size < 0)
		errno = EINVAL;
	if (!file)
		return -1;
	if ((file->flags & O_ACCMODE) == O_RDONLY || file->inode->kind != HR_INODE_FILE) {
		errno = EINVAL;
		return -1;
	}
	if ((size_t)size > HR_FILES_MOST_BYTES) {
		errno = EFBIG;
		return -1;
	}
	return hr_inode_resize(file->inode, (size_t)size);
}

static size_t available_at(const struct hr_open_file *file, off_t at)
{
	const struct hr_inode *inode = file->inode;
	if (inode->kind == HR_INODE_PIPE)
		return inode->size - inode->begin;
	if (inode->kind == HR_INODE_FILE && at < (off_t)inode->size)
		return inode->size - (size_t)at;
	return inode->kind == HR_INODE_ZERO || inode->kind == HR_INODE_FULL ? SIZE_MAX : 0;
}

size_t hr_descriptor_available(int descriptor)
{
	struct hr_open_file *file = hr_descriptor_file(descriptor);
	return file ? available_at(file, file->offset) : 0;
}

size_t hr_descriptor_most_at(int descriptor, size_t size, off_t at)
{
	int before = errno;
	struct hr_open_file *file = hr_descriptor_file(descriptor);
	errno = before;
	size_t available = file && (file->flags & O_ACCMODE) != O_WRONLY ? available_at(file, at) : 0;
	return size < available ? size : available;
}

size_t hr_descriptor_most(int descriptor, size_t size)
{
	int before = errno;
	struct hr_open_file *file = hr_descriptor_file(descriptor);
	errno = before;
	return hr_descriptor_most_at(descriptor, size, file ? file->offset : 0);
}
