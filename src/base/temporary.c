/* Temporary directories.
 *
 * Invariants: a directory that has its final name is locked (flock) by the process that made it, for as long as that lives; so one that can be
 * locked was left behind by a process that was killed, whatever process ids say here or in another container. It gets its lock under another
 * name, under which it is empty, and anybody may remove it at any time. What is removed belongs to our user and has a mode that nobody gives to a
 * directory by hand, because names that look like ours are easily found (harrier-backup); and never through a symbolic link. While there is a
 * temporary directory, signals that ask us to end wait. */
#include "base/temporary.h"

#include "base/file.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vec.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define RANDOM_PART "XXXXXX"
#define UNLOCKED_MARK "unlocked-" /* behind the prefix, for the moment before the lock */

enum { MARK = S_ISVTX | S_IRWXU }; /* the mode by which ours are known */

struct temporary {
	char *path;
	int lock; /* -1: the file system has none */
};

static HR_VEC(struct temporary) ours;
static HR_VEC(char *) cleaned; /* "PARENT/PREFIX" */

static int open_directory(int parent, const char *name)
{
	int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int moved;

	if (fd < 0 || fd > STDERR_FILENO)
		return fd;
	moved = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	close(fd);
	return moved;
}

/* Removes one that nobody has locked; or one that is not locked yet, and empty: its maker, if he still lives, takes another. */
static void remove_stale(int parent, const char *directory, const char *name, size_t prefix_length)
{
	struct stat info;
	int fd = open_directory(parent, name);

	if (fd < 0)
		return;
	if (fstat(fd, &info) == 0 && info.st_uid == geteuid()) {
		char *path = hr_path_join(directory, name);

		if (hr_text_starts_with(name + prefix_length, UNLOCKED_MARK))
			rmdir(path);
		else if ((info.st_mode & ALLPERMS) == MARK && flock(fd, LOCK_EX | LOCK_NB) == 0)
			hr_directory_remove(path);
		free(path);
	}
	close(fd);
}

static bool is_one(const char *name, const char *prefix)
{
	if (!hr_text_starts_with(name, prefix))
		return false;
	name += strlen(prefix);
	if (hr_text_starts_with(name, UNLOCKED_MARK))
		name += strlen(UNLOCKED_MARK);
	return strlen(name) == strlen(RANDOM_PART) && !strpbrk(name, "-.");
}

/* Removes what dead processes of our user left there; once in the life of this one. */
static void clean(const char *parent, const char *prefix)
{
	char *key = hr_path_join(parent, prefix);
	struct dirent *entry;
	DIR *stream;

	for (size_t i = 0; i < cleaned.count; i++)
		if (strcmp(cleaned.data[i], key) == 0) {
			free(key);
			return;
		}
	hr_vec_push(&cleaned, key);
	stream = opendir(parent);
	if (!stream)
		return;
	while ((entry = readdir(stream)))
		if (is_one(entry->d_name, prefix))
			remove_stale(dirfd(stream), parent, entry->d_name, strlen(prefix));
	closedir(stream);
}

/* From the name without a lock to the final one, with it. `unlocked` becomes the final name. */
static int give_name(int *lock, char *unlocked, size_t mark_at)
{
	char *name = hr_strdup(unlocked);
	size_t mark = strlen(UNLOCKED_MARK);
	int status = -1;

	memmove(name + mark_at, name + mark_at + mark, strlen(name + mark_at + mark) + 1);
	*lock = open_directory(AT_FDCWD, unlocked);
	if (*lock >= 0) {
		(void)flock(*lock, LOCK_EX | LOCK_NB); /* where there are no locks, nobody else gets one either */
		(void)!fchmod(*lock, MARK);            /* where there are no modes, nobody cleans up */
		status = renameat2(AT_FDCWD, unlocked, AT_FDCWD, name, RENAME_NOREPLACE);
		if (status < 0 && errno == EINVAL) /* a file system that does not know this flag */
			status = rename(unlocked, name);
	}
	if (status < 0) {
		int saved = errno;

		rmdir(unlocked);
		if (*lock >= 0)
			close(*lock);
		errno = saved;
	} else {
		memcpy(unlocked, name, strlen(name) + 1);
	}
	free(name);
	return status;
}

int hr_directory_temporary_in(char **out, const char *parent, const char *prefix, struct hr_error *error)
{
	struct hr_strbuf path = HR_STRBUF_INIT;
	char *absolute = hr_path_absolute(parent);
	int status = -1, lock = -1;

	clean(absolute, prefix);
	hr_interrupt_hold();
	for (int attempt = 0; attempt < 100; attempt++) {
		hr_strbuf_clear(&path);
		hr_strbuf_addf(&path, "%s/%s" UNLOCKED_MARK RANDOM_PART, absolute, prefix);
		if (!mkdtemp(path.data))
			break;
		status = give_name(&lock, path.data, strlen(absolute) + 1 + strlen(prefix));
		if (!status || (errno != EEXIST && errno != ENOENT)) /* ENOENT: somebody cleaned up */
			break;
	}
	if (status) {
		hr_interrupt_release();
		hr_fail(error, HR_ERROR_INTERNAL, "cannot make a directory in '%s': %s", absolute, strerror(errno));
		hr_strbuf_release(&path);
	} else {
		*out = hr_strdup(path.data);
		hr_strbuf_release(&path);
		hr_vec_push(&ours, (struct temporary){ hr_strdup(*out), lock });
	}
	free(absolute);
	return status;
}

int hr_directory_temporary(char **out, struct hr_error *error)
{
	const char *parent = getenv("TMPDIR");

	return hr_directory_temporary_in(out, parent && *parent ? parent : "/tmp", "harrier-", error);
}

void hr_temporary_forget(const char *path)
{
	for (size_t i = 0; i < ours.count; i++) {
		struct temporary temporary = ours.data[i];

		if (strcmp(temporary.path, path) != 0)
			continue;
		close(temporary.lock);
		free(temporary.path);
		ours.data[i] = ours.data[--ours.count];
		hr_interrupt_release();
		return;
	}
}
