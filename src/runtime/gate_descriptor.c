/* Gate: descriptors. Destinations are checked for as many bytes as a read brings; a read that would wait for ever is a hang. */
#include "runtime/descriptor.h"
#include "runtime/gate.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/uio.h>

/* ---- opening and closing ---- */

static int open_at(const struct hr_gate_site *site, int directory, const char *path, int flags, mode_t mode)
{
	hr_gate_string(site, path);
	struct hr_inode *base = *path == '/' ? hr_files()->root : hr_descriptor_base(directory);
	return base ? hr_descriptor_open(base, path, flags, mode) : -1;
}

/* The mode is there only when a file may be made. */
#define MODE_ARGUMENT(flags)                                                         \
	mode_t mode = 0;                                                             \
	if (((flags) & O_CREAT) || ((flags) & O_TMPFILE) == O_TMPFILE) {             \
		va_list args;                                                        \
		va_start(args, flags);                                               \
		mode = va_arg(args, mode_t);                                         \
		va_end(args);                                                        \
	}

int hr_gate_open(const char *path, int flags, ...)
{
	HR_GATE_ENTER("open");
	MODE_ARGUMENT(flags)
	return open_at(site, AT_FDCWD, path, flags, mode);
}
HR_GATE_ALIAS(open64, open);
HR_GATE_ALIAS(__open_2, open);
HR_GATE_ALIAS(__open64_2, open);

int hr_gate_openat(int directory, const char *path, int flags, ...)
{
	HR_GATE_ENTER("openat");
	MODE_ARGUMENT(flags)
	return open_at(site, directory, path, flags, mode);
}
HR_GATE_ALIAS(openat64, openat);

int hr_gate_creat(const char *path, mode_t mode)
{
	HR_GATE_ENTER("creat");
	return open_at(site, AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}
HR_GATE_ALIAS(creat64, creat);

int hr_gate_close(int descriptor)
{
	return hr_descriptor_close(descriptor);
}

int hr_gate_dup(int descriptor)
{
	struct hr_open_file *file = hr_descriptor_file(descriptor);
	return file ? hr_descriptor_add(file, 0, false) : -1;
}

static int duplicate_to(int descriptor, int wanted, int flags)
{
	struct hr_open_file *file = hr_descriptor_file(descriptor);
	if (!file)
		return -1;
	if (wanted < 0 || wanted >= HR_DESCRIPTORS) {
		errno = EBADF;
		return -1;
	}
	return descriptor == wanted ? wanted : hr_descriptor_place(wanted, file, flags & O_CLOEXEC);
}

int hr_gate_dup2(int descriptor, int wanted)
{
	return duplicate_to(descriptor, wanted, 0);
}

int hr_gate_dup3(int descriptor, int wanted, int flags)
{
	if (descriptor == wanted || (flags & ~O_CLOEXEC)) {
		errno = EINVAL;
		return -1;
	}
	return duplicate_to(descriptor, wanted, flags);
}

int hr_gate_pipe2(int out[2], int flags)
{
	HR_GATE_ENTER("pipe");
	hr_gate_writes(site, out, 2 * sizeof *out);
	if (flags & ~(O_CLOEXEC | O_NONBLOCK | O_DIRECT)) {
		errno = EINVAL;
		return -1;
	}
	return hr_descriptor_pipe(out, flags);
}

int hr_gate_pipe(int out[2])
{
	HR_GATE_ENTER("pipe");
	hr_gate_writes(site, out, 2 * sizeof *out);
	return hr_descriptor_pipe(out, 0);
}

/* ---- reading and writing ---- */

static size_t clipped(size_t size)
{
	const size_t most = 0x7ffff000; /* of one call of Linux */
	return size < most ? size : most;
}

static ssize_t read_at(const struct hr_gate_site *site, int descriptor, void *to, size_t size, off_t at)
{
	size = clipped(size);
	hr_gate_writes(site, to,
		       at < 0 ? hr_descriptor_most(descriptor, size) : hr_descriptor_most_at(descriptor, size, at));
	return hr_descriptor_read(descriptor, to, size, at);
}

static ssize_t write_at(const struct hr_gate_site *site, int descriptor, const void *from, size_t size, off_t at)
{
	size = clipped(size);
	hr_gate_reads(site, from, size);
	return hr_descriptor_write(descriptor, from, size, at);
}

ssize_t hr_gate_read(int descriptor, void *to, size_t size)
{
	HR_GATE_ENTER("read");
	return read_at(site, descriptor, to, size, -1);
}
HR_GATE_ALIAS(__read_chk, read);

ssize_t hr_gate_write(int descriptor, const void *from, size_t size)
{
	HR_GATE_ENTER("write");
	return write_at(site, descriptor, from, size, -1);
}

static int refuse_negative(off_t at)
{
	if (at >= 0)
		return 0;
	errno = EINVAL;
	return -1;
}

ssize_t hr_gate_pread(int descriptor, void *to, size_t size, off_t at)
{
	HR_GATE_ENTER("pread");
	return refuse_negative(at) ? -1 : read_at(site, descriptor, to, size, at);
}
HR_GATE_ALIAS(pread64, pread);

ssize_t hr_gate_pwrite(int descriptor, const void *from, size_t size, off_t at)
{
	HR_GATE_ENTER("pwrite");
	return refuse_negative(at) ? -1 : write_at(site, descriptor, from, size, at);
}
HR_GATE_ALIAS(pwrite64, pwrite);

/* One part after the other, until one is not done whole. */
static ssize_t each_part(const struct hr_gate_site *site, int descriptor, const struct iovec *parts, int count,
			 off_t at, bool reads)
{
	if (count < 0 || count > IOV_MAX) {
		errno = EINVAL;
		return -1;
	}
	hr_gate_reads(site, parts, (size_t)count * sizeof *parts);
	ssize_t whole = 0;
	for (int i = 0; i < count; i++) {
		if (parts[i].iov_len == 0)
			continue;
		off_t here = at < 0 ? at : at + whole;
		if (reads && whole && !hr_descriptor_available(descriptor))
			break; /* a pipe that is empty now: what came is the answer */
		ssize_t now = reads ? read_at(site, descriptor, parts[i].iov_base, parts[i].iov_len, here)
				    : write_at(site, descriptor, parts[i].iov_base, parts[i].iov_len, here);
		if (now < 0)
			return whole ? whole : -1;
		whole += now;
		if ((size_t)now < parts[i].iov_len)
			break;
	}
	if (count == 0 && !hr_descriptor_file(descriptor))
		return -1;
	return whole;
}

ssize_t hr_gate_readv(int descriptor, const struct iovec *parts, int count)
{
	HR_GATE_ENTER("readv");
	return each_part(site, descriptor, parts, count, -1, true);
}

ssize_t hr_gate_writev(int descriptor, const struct iovec *parts, int count)
{
	HR_GATE_ENTER("writev");
	return each_part(site, descriptor, parts, count, -1, false);
}

ssize_t hr_gate_preadv(int descriptor, const struct iovec *parts, int count, off_t at)
{
	HR_GATE_ENTER("preadv");
	return refuse_negative(at) ? -1 : each_part(site, descriptor, parts, count, at, true);
}
HR_GATE_ALIAS(preadv64, preadv);

ssize_t hr_gate_pwritev(int descriptor, const struct iovec *parts, int count, off_t at)
{
	HR_GATE_ENTER("pwritev");
	return refuse_negative(at) ? -1 : each_part(site, descriptor, parts, count, at, false);
}
HR_GATE_ALIAS(pwritev64, pwritev);

off_t hr_gate_lseek(int descriptor, off_t offset, int whence)
{
	return hr_descriptor_seek(descriptor, offset, whence);
}
HR_GATE_ALIAS(lseek64, lseek);

/* ---- the rest of a descriptor ---- */

int hr_gate_ftruncate(int descriptor, off_t size)
{
	return hr_descriptor_resize(descriptor, size);
}
HR_GATE_ALIAS(ftruncate64, ftruncate);

int hr_gate_posix_fallocate(int descriptor, off_t offset, off_t size)
{
	struct hr_open_file *file = hr_descriptor_file(descriptor);
	off_t end;
	if (!file)
		return EBADF;
	if (offset < 0 || size <= 0 || __builtin_add_overflow(offset, size, &end))
		return EINVAL;
	if ((file->flags & O_ACCMODE) == O_RDONLY)
		return EBADF;
	if (file->inode->kind != HR_INODE_FILE)
		return file->inode->kind == HR_INODE_PIPE ? ESPIPE : ENODEV;
	if (end <= (off_t)file->inode->size)
		return 0;
	int before = errno;
	int result = hr_descriptor_resize(descriptor, end) ? errno : 0;
	errno = before;
	return result;
}
HR_GATE_ALIAS(posix_fallocate64, posix_fallocate);

int hr_gate_posix_fadvise(int descriptor, off_t offset, off_t size, int advice)
{
	(void)offset, (void)size, (void)advice;
	int before = errno;
	int result = hr_descriptor_file(descriptor) ? 0 : EBADF;
	errno = before;
	return result;
}
HR_GATE_ALIAS(posix_fadvise64, posix_fadvise);

int hr_gate_fsync(int descriptor)
{
	struct hr_open_file *file = hr_descriptor_file(descriptor);
	if (file && file->inode->kind == HR_INODE_PIPE) {
		errno = EINVAL;
		return -1;
	}
	return file ? 0 : -1;
}
HR_GATE_ALIAS(fdatasync, fsync);
HR_GATE_ALIAS(syncfs, fsync);

int hr_gate_flock(int descriptor, int operation)
{
	(void)operation; /* nobody else wants it */
	return hr_descriptor_file(descriptor) ? 0 : -1;
}

int hr_gate_lockf(int descriptor, int command, off_t size)
{
	(void)command, (void)size;
	return hr_descriptor_file(descriptor) ? 0 : -1;
}
HR_GATE_ALIAS(lockf64, lockf);

void hr_gate_sync(void)
{
}

int hr_gate_isatty(int descriptor)
{
	if (hr_descriptor_file(descriptor))
		errno = ENOTTY;
	return 0;
}

char *hr_gate_ttyname(int descriptor)
{
	if (hr_descriptor_file(descriptor))
		errno = ENOTTY;
	return NULL;
}

int hr_gate_ioctl(int descriptor, unsigned long request, ...)
{
	HR_GATE_ENTER("ioctl");
	va_list args;
	va_start(args, request);
	int *argument = va_arg(args, int *);
	va_end(args);
	struct hr_open_file *file = hr_descriptor_file(descriptor);
	if (!file)
		return -1;
	if (request == FIONREAD) {
		hr_gate_writes(site, argument, sizeof *argument);
		*argument = (int)(hr_descriptor_available(descriptor) & INT_MAX);
		return 0;
	}
	if (request == FIONBIO) {
		hr_gate_reads(site, argument, sizeof *argument);
		file->flags = *argument ? file->flags | O_NONBLOCK : file->flags & ~O_NONBLOCK;
		return 0;
	}
	errno = ENOTTY;
	return -1;
}

static int lock_record(const struct hr_gate_site *site, int command, struct flock *lock)
{
	hr_gate_reads(site, lock, sizeof *lock);
	if (command == F_GETLK) {
		hr_gate_writes(site, lock, sizeof *lock);
		lock->l_type = F_UNLCK;
	}
	return 0;
}

int hr_gate_fcntl(int descriptor, int command, ...)
{
	HR_GATE_ENTER("fcntl");
	va_list args;
	va_start(args, command);
	long argument = va_arg(args, long);
	va_end(args);
	struct hr_open_file *file = hr_descriptor_file(descriptor);
	if (!file)
		return -1;
	const int changeable = O_APPEND | O_NONBLOCK;
	bool closes = (argument & FD_CLOEXEC) != 0;
	switch (command) {
	case F_DUPFD:
	case F_DUPFD_CLOEXEC:
		if ((int)argument < 0 || (int)argument >= HR_DESCRIPTORS) {
			errno = EINVAL;
			return -1;
		}
		return hr_descriptor_add(file, (int)argument, command == F_DUPFD_CLOEXEC);
	case F_GETFD:
		return hr_descriptor_flag(descriptor, NULL) ? FD_CLOEXEC : 0;
	case F_SETFD:
		hr_descriptor_flag(descriptor, &closes);
		return 0;
	case F_GETFL:
		return file->flags |
		       (file->inode->kind == HR_INODE_FILE ? 0100000 : 0); /* O_LARGEFILE, which Linux adds */
	case F_SETFL:
		file->flags = (file->flags & ~changeable) | ((int)argument & changeable);
		return 0;
	case F_GETLK:
	case F_SETLK:
	case F_SETLKW:
		return lock_record(site, command, (struct flock *)argument);
	default:
		errno = EINVAL;
		return -1;
	}
}
HR_GATE_ALIAS(fcntl64, fcntl);
