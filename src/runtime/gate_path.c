/* Gate: what is asked and done by path: stat, links, directories made and removed, permissions, times. */
#include "runtime/descriptor.h"
#include "runtime/gate.h"
#include "runtime/path.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

struct hr_inode *hr_path_base(const struct hr_gate_site *site, int directory, const char *path)
{
	hr_gate_string(site, path);
	return *path == '/' ? hr_files()->root : hr_descriptor_base(directory);
}

struct hr_inode *hr_path_inode(const struct hr_gate_site *site, int directory, const char *path, bool follows)
{
	struct hr_inode *base = hr_path_base(site, directory, path);
	return base ? hr_name_inode(base, path, follows ? HR_NAME_FOLLOW : 0) : NULL;
}

/* ---- asking ---- */

static int stat_of(const struct hr_gate_site *site, struct hr_inode *inode, struct stat *out)
{
	if (!inode)
		return -1;
	hr_gate_writes(site, out, sizeof *out);
	hr_inode_stat(inode, out);
	return 0;
}

static int stat_descriptor(const struct hr_gate_site *site, int descriptor, struct stat *out)
{
	struct hr_open_file *file = hr_descriptor_file(descriptor);
	return stat_of(site, file ? file->inode : NULL, out);
}

static int stat_at(const struct hr_gate_site *site, int directory, const char *path, struct stat *out, int flags)
{
	if ((flags & AT_EMPTY_PATH) && hr_gate_string(site, path) == 0)
		return stat_of(site, hr_descriptor_base(directory), out);
	return stat_of(site, hr_path_inode(site, directory, path, !(flags & AT_SYMLINK_NOFOLLOW)), out);
}

int hr_gate_stat(const char *path, struct stat *out)
{
	HR_GATE_ENTER("stat");
	return stat_at(site, AT_FDCWD, path, out, 0);
}
HR_GATE_ALIAS(stat64, stat);

int hr_gate_lstat(const char *path, struct stat *out)
{
	HR_GATE_ENTER("lstat");
	return stat_at(site, AT_FDCWD, path, out, AT_SYMLINK_NOFOLLOW);
}
HR_GATE_ALIAS(lstat64, lstat);

int hr_gate_fstat(int descriptor, struct stat *out)
{
	HR_GATE_ENTER("fstat");
	return stat_descriptor(site, descriptor, out);
}
HR_GATE_ALIAS(fstat64, fstat);

int hr_gate_fstatat(int directory, const char *path, struct stat *out, int flags)
{
	HR_GATE_ENTER("fstatat");
	return stat_at(site, directory, path, out, flags);
}
HR_GATE_ALIAS(fstatat64, fstatat);

/* As old headers have them: a version in front. */
int hr_gate___xstat(int version, const char *path, struct stat *out)
{
	HR_GATE_ENTER("stat");
	(void)version;
	return stat_at(site, AT_FDCWD, path, out, 0);
}
HR_GATE_ALIAS(__xstat64, __xstat);

int hr_gate___lxstat(int version, const char *path, struct stat *out)
{
	HR_GATE_ENTER("lstat");
	(void)version;
	return stat_at(site, AT_FDCWD, path, out, AT_SYMLINK_NOFOLLOW);
}
HR_GATE_ALIAS(__lxstat64, __lxstat);

int hr_gate___fxstat(int version, int descriptor, struct stat *out)
{
	HR_GATE_ENTER("fstat");
	(void)version;
	return stat_descriptor(site, descriptor, out);
}
HR_GATE_ALIAS(__fxstat64, __fxstat);

int hr_gate___fxstatat(int version, int directory, const char *path, struct stat *out, int flags)
{
	HR_GATE_ENTER("fstatat");
	(void)version;
	return stat_at(site, directory, path, out, flags);
}
HR_GATE_ALIAS(__fxstatat64, __fxstatat);

static int access_at(const struct hr_gate_site *site, int directory, const char *path, int mode)
{
	if (mode & ~(R_OK | W_OK | X_OK)) {
		errno = EINVAL;
		return -1;
	}
	struct hr_inode *inode = hr_path_inode(site, directory, path, true);
	return inode ? hr_inode_allows(inode, (unsigned)mode) : -1;
}

int hr_gate_access(const char *path, int mode)
{
	HR_GATE_ENTER("access");
	return access_at(site, AT_FDCWD, path, mode);
}
HR_GATE_ALIAS(euidaccess, access);
HR_GATE_ALIAS(eaccess, access);

int hr_gate_faccessat(int directory, const char *path, int mode, int flags)
{
	HR_GATE_ENTER("faccessat");
	(void)flags;
	return access_at(site, directory, path, mode);
}

static ssize_t read_link(const struct hr_gate_site *site, int directory, const char *path, char *to, size_t size)
{
	struct hr_inode *inode = hr_path_inode(site, directory, path, false);
	if (!inode)
		return -1;
	if (inode->kind != HR_INODE_LINK || size == 0) {
		errno = EINVAL;
		return -1;
	}
	if (size > inode->size)
		size = inode->size;
	hr_gate_writes(site, to, size);
	memcpy(to, inode->bytes, size);
	return (ssize_t)size;
}

ssize_t hr_gate_readlink(const char *path, char *to, size_t size)
{
	HR_GATE_ENTER("readlink");
	return read_link(site, AT_FDCWD, path, to, size);
}

ssize_t hr_gate_readlinkat(int directory, const char *path, char *to, size_t size)
{
	HR_GATE_ENTER("readlinkat");
	return read_link(site, directory, path, to, size);
}

/* ---- permissions, owners, times, size ---- */

/* Only the owner may change these. */
static int owns(const struct hr_inode *inode)
{
	if (!inode)
		return -1;
	if (inode->user == HR_FILES_USER)
		return 0;
	errno = EPERM;
	return -1;
}

static int set_permissions(struct hr_inode *inode, mode_t mode)
{
	if (owns(inode))
		return -1;
	inode->permissions = mode & 07777;
	return 0;
}

int hr_gate_chmod(const char *path, mode_t mode)
{
	HR_GATE_ENTER("chmod");
	return set_permissions(hr_path_inode(site, AT_FDCWD, path, true), mode);
}

int hr_gate_fchmod(int descriptor, mode_t mode)
{
	struct hr_open_file *file = hr_descriptor_file(descriptor);
	return file ? set_permissions(file->inode, mode) : -1;
}

int hr_gate_fchmodat(int directory, const char *path, mode_t mode, int flags)
{
	HR_GATE_ENTER("fchmodat");
	return set_permissions(hr_path_inode(site, directory, path, !(flags & AT_SYMLINK_NOFOLLOW)), mode);
}

/* Nobody but root gives files away. */
static int set_owner(struct hr_inode *inode, uid_t user, gid_t group)
{
	if (owns(inode))
		return -1;
	if ((user != (uid_t)-1 && user != inode->user) || (group != (gid_t)-1 && group != inode->group)) {
		errno = EPERM;
		return -1;
	}
	return 0;
}

int hr_gate_chown(const char *path, uid_t user, gid_t group)
{
	HR_GATE_ENTER("chown");
	return set_owner(hr_path_inode(site, AT_FDCWD, path, true), user, group);
}

int hr_gate_lchown(const char *path, uid_t user, gid_t group)
{
	HR_GATE_ENTER("lchown");
	return set_owner(hr_path_inode(site, AT_FDCWD, path, false), user, group);
}

int hr_gate_fchown(int descriptor, uid_t user, gid_t group)
{
	struct hr_open_file *file = hr_descriptor_file(descriptor);
	return file ? set_owner(file->inode, user, group) : -1;
}

int hr_gate_fchownat(int directory, const char *path, uid_t user, gid_t group, int flags)
{
	HR_GATE_ENTER("fchownat");
	return set_owner(hr_path_inode(site, directory, path, !(flags & AT_SYMLINK_NOFOLLOW)), user, group);
}

static void set_time(struct timespec *time, const struct timespec *wanted)
{
	if (!wanted || wanted->tv_nsec == UTIME_NOW)
		*time = (struct timespec){ .tv_sec = HR_FILES_TIME };
	else if (wanted->tv_nsec != UTIME_OMIT)
		*time = *wanted;
}

static int set_times(struct hr_inode *inode, const struct timespec times[2])
{
	if (owns(inode))
		return -1;
	set_time(&inode->accessed, times ? &times[0] : NULL);
	set_time(&inode->modified, times ? &times[1] : NULL);
	return 0;
}

int hr_gate_utime(const char *path, const struct utimbuf *times)
{
	HR_GATE_ENTER("utime");
	if (times)
		hr_gate_reads(site, times, sizeof *times);
	const struct timespec both[2] = { { .tv_sec = times ? times->actime : 0 },
					  { .tv_sec = times ? times->modtime : 0 } };
	return set_times(hr_path_inode(site, AT_FDCWD, path, true), times ? both : NULL);
}

static int set_micro(struct hr_inode *inode, const struct timeval times[2])
{
	if (!times)
		return set_times(inode, NULL);
	const struct timespec both[2] = { { times[0].tv_sec, times[0].tv_usec * 1000 },
					  { times[1].tv_sec, times[1].tv_usec * 1000 } };
	return set_times(inode, both);
}

int hr_gate_utimes(const char *path, const struct timeval times[2])
{
	HR_GATE_ENTER("utimes");
	if (times)
		hr_gate_reads(site, times, 2 * sizeof *times);
	return set_micro(hr_path_inode(site, AT_FDCWD, path, true), times);
}

int hr_gate_lutimes(const char *path, const struct timeval times[2])
{
	HR_GATE_ENTER("lutimes");
	if (times)
		hr_gate_reads(site, times, 2 * sizeof *times);
	return set_micro(hr_path_inode(site, AT_FDCWD, path, false), times);
}

int hr_gate_futimes(int descriptor, const struct timeval times[2])
{
	HR_GATE_ENTER("futimes");
	if (times)
		hr_gate_reads(site, times, 2 * sizeof *times);
	struct hr_open_file *file = hr_descriptor_file(descriptor);
	return file ? set_micro(file->inode, times) : -1;
}

int hr_gate_utimensat(int directory, const char *path, const struct timespec times[2], int flags)
{
	HR_GATE_ENTER("utimensat");
	if (times)
		hr_gate_reads(site, times, 2 * sizeof *times);
	return set_times(hr_path_inode(site, directory, path, !(flags & AT_SYMLINK_NOFOLLOW)), times);
}

int hr_gate_futimens(int descriptor, const struct timespec times[2])
{
	HR_GATE_ENTER("futimens");
	if (times)
		hr_gate_reads(site, times, 2 * sizeof *times);
	struct hr_open_file *file = hr_descriptor_file(descriptor);
	return file ? set_times(file->inode, times) : -1;
}

int hr_gate_truncate(const char *path, off_t size)
{
	HR_GATE_ENTER("truncate");
	struct hr_inode *inode = hr_path_inode(site, AT_FDCWD, path, true);
	if (!inode)
		return -1;
	if (inode->kind != HR_INODE_FILE || size < 0 || (size_t)size > HR_FILES_MOST_BYTES) {
		errno = inode->kind == HR_INODE_DIRECTORY ? EISDIR : size > 0 ? EFBIG : EINVAL;
		return -1;
	}
	return hr_inode_allows(inode, 2) ? -1 : hr_inode_resize(inode, (size_t)size);
}
HR_GATE_ALIAS(truncate64, truncate);

mode_t hr_gate_umask(mode_t mask)
{
	mode_t before = hr_files()->mask;
	hr_files()->mask = mask & 0777;
	return before;
}

/* ---- the file system as a whole: fixed numbers ---- */

static int file_system(const struct hr_gate_site *site, struct statvfs *out)
{
	hr_gate_writes(site, out, sizeof *out);
	memset(out, 0, sizeof *out);
	out->f_bsize = out->f_frsize = HR_FILES_BLOCK;
	out->f_blocks = out->f_bfree = out->f_bavail = HR_FILES_MOST_BYTES / HR_FILES_BLOCK;
	out->f_files = out->f_ffree = out->f_favail = HR_FILES_MOST_INODES;
	out->f_namemax = NAME_MAX;
	return 0;
}

int hr_gate_statvfs(const char *path, struct statvfs *out)
{
	HR_GATE_ENTER("statvfs");
	return hr_path_inode(site, AT_FDCWD, path, true) ? file_system(site, out) : -1;
}
HR_GATE_ALIAS(statvfs64, statvfs);

int hr_gate_fstatvfs(int descriptor, struct statvfs *out)
{
	HR_GATE_ENTER("fstatvfs");
	return hr_descriptor_file(descriptor) ? file_system(site, out) : -1;
}
HR_GATE_ALIAS(fstatvfs64, fstatvfs);

static int file_system_short(const struct hr_gate_site *site, struct statfs *out)
{
	hr_gate_writes(site, out, sizeof *out);
	memset(out, 0, sizeof *out);
	out->f_type = 0x01021994; /* tmpfs */
	out->f_bsize = out->f_frsize = HR_FILES_BLOCK;
	out->f_blocks = out->f_bfree = out->f_bavail = HR_FILES_MOST_BYTES / HR_FILES_BLOCK;
	out->f_files = out->f_ffree = HR_FILES_MOST_INODES;
	out->f_namelen = NAME_MAX;
	return 0;
}

int hr_gate_statfs(const char *path, struct statfs *out)
{
	HR_GATE_ENTER("statfs");
	return hr_path_inode(site, AT_FDCWD, path, true) ? file_system_short(site, out) : -1;
}
HR_GATE_ALIAS(statfs64, statfs);

int hr_gate_fstatfs(int descriptor, struct statfs *out)
{
	HR_GATE_ENTER("fstatfs");
	return hr_descriptor_file(descriptor) ? file_system_short(site, out) : -1;
}
HR_GATE_ALIAS(fstatfs64, fstatfs);
