/* Files and directories. Paths come last; they are text, and most of their
 * questions are answered without looking at the disk.
 *
 * Invariants: a failed read leaves the caller's buffer as it was; a failed write leaves the target as it was and no
 * temporary file behind; removal goes by descriptors and never through a symbolic link. */
#include "base/file.h"

#include "base/memory.h"
#include "base/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define READ_SIZE 16384
#define ROOM_BYTES ((uint64_t)4 << 20)
#define MOST_DEPTH 100

/* Reads to the end; returns 0, or -1 with errno set. */
static int read_all(struct hr_strbuf *out, int fd)
{
	char chunk[READ_SIZE];
	ssize_t got;

	for (;;) {
		got = read(fd, chunk, sizeof chunk);
		if (got > 0)
			hr_strbuf_add(out, chunk, (size_t)got);
		else if (got == 0)
			return 0;
		else if (errno != EINTR)
			return -1;
	}
}

int hr_file_read(struct hr_strbuf *out, const char *path, struct hr_error *error)
{
	size_t before = out->length;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int status = 0;

	/* a directory opens, and then fails to read with EISDIR */
	if (fd < 0 || read_all(out, fd) < 0) {
		status = hr_fail(error, HR_ERROR_INPUT, "cannot read '%s': %s", path, strerror(errno));
		hr_strbuf_truncate(out, before);
	}
	if (fd >= 0)
		close(fd);
	return status;
}

static int write_all(int fd, const char *bytes, size_t length)
{
	while (length) {
		ssize_t put = write(fd, bytes, length);

		if (put < 0 && errno != EINTR)
			return -1;
		if (put > 0) {
			bytes += put;
			length -= (size_t)put;
		}
	}
	return 0;
}

/* Writes and closes in any case; returns 0, or -1 with errno set. */
static int write_and_close(int fd, const char *bytes, size_t length)
{
	int status = write_all(fd, bytes, length);
	int saved = errno;

	if (close(fd) < 0 && status == 0)
		return -1;
	errno = saved;
	return status;
}

/* Opens a file of our own beside `target`. Not mkstemp, whose files only their owner may read: the umask decides. */
static int open_beside(char **out, const char *target)
{
	struct hr_strbuf name = HR_STRBUF_INIT;
	int fd = -1;

	for (unsigned attempt = 0; attempt < 1000; attempt++) {
		hr_strbuf_clear(&name);
		hr_strbuf_addf(&name, "%s.%ld-%u.tmp", target, (long)getpid(), attempt);
		fd = open(name.data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd >= 0 || errno != EEXIST)
			break;
	}
	*out = hr_strbuf_detach(&name);
	return fd;
}

/* `old` is what stands there already, NULL when nothing does. */
static int replace(const char *target, const struct stat *old, const char *bytes, size_t length)
{
	char *beside;
	int fd = open_beside(&beside, target);
	int status = -1, saved;

	if (fd < 0)
		goto out;
	if (old && fchmod(fd, old->st_mode & 07777) < 0) {
		saved = errno;
		close(fd);
		errno = saved;
	} else if (write_and_close(fd, bytes, length) == 0 && rename(beside, target) == 0) {
		status = 0;
	}
	if (status < 0) {
		saved = errno;
		unlink(beside);
		errno = saved;
	}
out:
	saved = errno;
	free(beside);
	errno = saved;
	return status;
}

/* Devices and pipes are written to: renaming over /dev/null would destroy it. */
static int write_special(const char *path, const char *bytes, size_t length)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	return fd < 0 ? -1 : write_and_close(fd, bytes, length);
}

int hr_file_write(const char *path, const char *bytes, size_t length, struct hr_error *error)
{
	struct stat old;
	char *target;
	int status;

	if (stat(path, &old) < 0) {
		status = replace(path, NULL, bytes, length);
	} else if (S_ISREG(old.st_mode)) {
		/* a link stays a link: what it leads to is replaced */
		target = hr_path_real(path);
		status = replace(target ? target : path, &old, bytes, length);
		free(target);
	} else {
		status = write_special(path, bytes, length);
	}
	if (status < 0)
		return hr_fail(error, HR_ERROR_INTERNAL, "cannot write '%s': %s", path, strerror(errno));
	return 0;
}

bool hr_path_is_file(const char *path)
{
	struct stat info;

	return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

bool hr_path_is_directory(const char *path)
{
	struct stat info;

	return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool hr_path_has_room(const char *directory)
{
	struct statvfs info;

	return statvfs(directory, &info) < 0 || (uint64_t)info.f_bavail * info.f_frsize >= ROOM_BYTES;
}

/* One call of hr_directory_remove. */
struct removal {
	int top;
	unsigned moved; /* directories that were too deep */
};

static void remove_children(struct removal *removal, int fd, unsigned depth);

/* Opens a directory that is to be emptied; one that its owner, who is us, made inaccessible is made accessible first. */
static int open_to_empty(int parent, const char *name)
{
	int flags = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
	int fd = openat(parent, name, O_RDONLY | flags);
	struct stat info;
	char path[64];
	int handle;

	if (fd < 0 && errno == EACCES && (handle = openat(parent, name, O_PATH | flags)) >= 0) {
		snprintf(path, sizeof path, "/proc/self/fd/%d", handle);
		(void)!chmod(path, 0700);
		close(handle);
		fd = openat(parent, name, O_RDONLY | flags);
	}
	/* or nothing in it can be removed; a mark (temporary.c) stays, for who goes on when we are killed */
	if (fd >= 0 && fstat(fd, &info) == 0 && (info.st_mode & S_IRWXU) != S_IRWXU)
		(void)!fchmod(fd, S_IRWXU);
	return fd;
}

/* Removes one entry of the directory `parent` is open on. Descriptors and the stack are finite: what is too deep is moved to the top. */
static void remove_entry(struct removal *removal, int parent, const char *name, unsigned depth)
{
	char moved[32];
	int fd;

	if (unlinkat(parent, name, 0) == 0)
		return;
	if (depth >= MOST_DEPTH) {
		snprintf(moved, sizeof moved, ".moved-%u", removal->moved);
		removal->moved += renameat2(parent, name, removal->top, moved, RENAME_NOREPLACE) == 0;
		return;
	}
	fd = open_to_empty(parent, name);
	if (fd >= 0)
		remove_children(removal, fd, depth + 1);
	unlinkat(parent, name, AT_REMOVEDIR);
}

/* Empties the directory and closes `fd`. */
static void remove_children(struct removal *removal, int fd, unsigned depth)
{
	DIR *directory = fdopendir(fd);
	struct dirent *entry;

	if (!directory) {
		close(fd);
		return;
	}
	while ((entry = readdir(directory)))
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			remove_entry(removal, fd, entry->d_name, depth);
	closedir(directory);
}

void hr_directory_remove(const char *path)
{
	struct removal removal = { open_to_empty(AT_FDCWD, path), 0 };
	unsigned before;

	if (removal.top >= 0) {
		do {
			before = removal.moved;
			remove_children(&removal, openat(removal.top, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), 0);
		} while (removal.moved != before);
		close(removal.top);
		rmdir(path);
	}
	hr_temporary_forget(path);
}

char *hr_path_join(const char *directory, const char *path)
{
	struct hr_strbuf joined = HR_STRBUF_INIT;

	if (directory && *directory && *path != '/') {
		hr_strbuf_addstr(&joined, directory);
		if (joined.data[joined.length - 1] != '/')
			hr_strbuf_addch(&joined, '/');
	}
	hr_strbuf_addstr(&joined, path);
	return hr_strbuf_detach(&joined);
}

/* How much of `path` there is without the slashes at its end. */
static size_t length_without_slashes(const char *path, size_t length)
{
	while (length && path[length - 1] == '/')
		length--;
	return length;
}

const char *hr_path_name(const char *path)
{
	size_t length = length_without_slashes(path, strlen(path));

	if (length == 0)
		return path;
	while (length && path[length - 1] != '/')
		length--;
	return path + length;
}

char *hr_path_parent(const char *path)
{
	size_t before_name = (size_t)(hr_path_name(path) - path);
	size_t length = length_without_slashes(path, before_name);

	if (length)
		return hr_strndup(path, length);
	return hr_strdup(*path == '/' ? "/" : ".");
}

char *hr_path_real(const char *path)
{
	return realpath(path, NULL);
}

/* Where we are; also when that directory has been removed under our feet. */
static char *current_directory(void)
{
	char *path = getcwd(NULL, 0);
	const char *known;

	if (path)
		return path;
	known = getenv("PWD");
	return hr_strdup(known && *known == '/' ? known : "/");
}

/* Adds one component to a normal absolute path, which the root is as the empty string. */
static void add_component(struct hr_strbuf *path, const char *component, size_t length)
{
	if (length == 0 || (length == 1 && component[0] == '.'))
		return;
	if (length == 2 && component[0] == '.' && component[1] == '.') {
		const char *slash = strrchr(path->data, '/');

		hr_strbuf_truncate(path, slash ? (size_t)(slash - path->data) : 0);
		return;
	}
	hr_strbuf_addch(path, '/');
	hr_strbuf_add(path, component, length);
}

char *hr_path_absolute(const char *path)
{
	struct hr_strbuf normal = HR_STRBUF_INIT;
	char *here = *path == '/' ? NULL : current_directory();
	char *whole = hr_path_join(here, path);

	for (const char *at = whole; *at; at += *at == '/') {
		size_t length = strcspn(at, "/");

		add_component(&normal, at, length);
		at += length;
	}
	if (normal.length == 0)
		hr_strbuf_addch(&normal, '/');
	free(whole);
	free(here);
	return hr_strbuf_detach(&normal);
}

bool hr_path_is_below(const char *path, const char *directory)
{
	size_t length = length_without_slashes(directory, strlen(directory));

	return strncmp(path, directory, length) == 0 && path[length] == '/' && path[length + 1] != '\0';
}
