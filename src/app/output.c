/* The folder that results go to.
 *
 * Invariants: what is new is written and on the disk before anything old goes; the step from old to new is one rename. All that is half done lies in
 * a temporary directory in the folder, which goes with us or, if we are killed, with the next run. */
#include "app/output_internal.h"

#include "base/file.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/strbuf.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOCK_NAME ".harrier.lock"
#define STAGE_PREFIX ".harrier-new-"

enum { MOST_ATTEMPTS = 100 }; /* at the lock: as many runs may end between our opening and our locking it */

int hr_output_fail(const char *directory, const char *name, struct hr_error *error, int reason)
{
	char *path = name ? hr_path_join(directory, name) : hr_strdup(directory);
	int status = hr_fail(error, HR_ERROR_INTERNAL, "cannot write '%s': %s", path, strerror(reason));
	free(path);
	return status;
}

/* ---- the lock ---- */

static int fail_as_busy(const char *shown, int lock, struct hr_error *error)
{
	char text[32] = "";
	ssize_t length = pread(lock, text, sizeof text - 1, 0);
	long pid = length > 0 ? atol(text) : 0;
	if (pid > 0)
		hr_fail(error, HR_ERROR_INTERNAL, "another run of harrier (process %ld) writes to '%s'", pid, shown);
	else
		hr_fail(error, HR_ERROR_INTERNAL, "another run of harrier writes to '%s'", shown);
	hr_strbuf_addstr(&error->hint, "wait until it has ended, or choose another folder with --out");
	return -1;
}

/* Whoever had the lock before us removed the file: then ours is of a file that nobody sees any more. */
static bool is_still_there(int lock, const char *path)
{
	struct stat ours;
	struct stat there;
	return fstat(lock, &ours) == 0 && stat(path, &there) == 0 && ours.st_ino == there.st_ino &&
	       ours.st_dev == there.st_dev;
}

static int sign(int lock)
{
	char text[32];
	int length = snprintf(text, sizeof text, "%ld\n", (long)getpid());
	if (ftruncate(lock, 0) != 0)
		return -1;
	ssize_t put = pwrite(lock, text, (size_t)length, 0);
	if (put >= 0 && put != length)
		errno = ENOSPC;
	return put == length ? 0 : -1;
}

/* There are file systems on which a file has another number whenever it is asked for. */
static int fail_as_unstable(const char *shown, struct hr_error *error)
{
	hr_fail(error, HR_ERROR_INTERNAL, "cannot lock the folder '%s': the lock is another file at every look", shown);
	hr_strbuf_addstr(&error->hint, "choose a folder on another file system with --out");
	return -1;
}

static int take_lock(struct hr_output *out, struct hr_error *error)
{
	char *path = hr_path_join(out->path, LOCK_NAME);
	int status = 1;
	for (int attempt = 0; status == 1; attempt++) {
		int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
		if (lock < 0) {
			status = hr_fail(error, HR_ERROR_INTERNAL, "cannot write to the folder '%s': %s", out->shown,
					 strerror(errno));
		} else if (flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
			status = fail_as_busy(out->shown, lock, error);
			close(lock);
		} else if (!is_still_there(lock, path)) {
			if (attempt == MOST_ATTEMPTS)
				status = fail_as_unstable(out->shown, error);
			close(lock);
		} else if (sign(lock)) {
			status = hr_fail(error, HR_ERROR_INTERNAL, "cannot write to the folder '%s': %s", out->shown,
					 strerror(errno));
			unlink(path);
			close(lock);
		} else {
			out->lock = lock;
			status = 0;
		}
	}
	free(path);
	return status;
}

int hr_output_open(struct hr_output *out, const char *path, struct hr_error *error)
{
	*out = (struct hr_output)HR_OUTPUT_INIT;
	out->shown = path;
	out->path = hr_path_absolute(path);
	hr_interrupt_hold();
	int status = 0;
	if (mkdir(path, 0777) == 0)
		out->is_fresh = true;
	else if (errno != EEXIST || !hr_path_is_directory(path))
		status = hr_fail(error, HR_ERROR_INTERNAL, "cannot make the folder '%s': %s", path, strerror(errno));
	if (!status)
		status = take_lock(out, error);
	if (!status)
		status = hr_directory_temporary_in(&out->stage, out->path, STAGE_PREFIX, error);
	if (status)
		hr_output_close(out);
	return status;
}

void hr_output_close(struct hr_output *output)
{
	if (!output->path)
		return;
	if (output->stage)
		hr_directory_remove(output->stage);
	if (output->lock >= 0) {
		char *path = hr_path_join(output->path, LOCK_NAME);
		unlink(path); /* while we have it */
		close(output->lock);
		free(path);
	}
	if (output->is_fresh)
		rmdir(output->path); /* does nothing when there is something in it */
	free(output->stage);
	free(output->path);
	*output = (struct hr_output)HR_OUTPUT_INIT;
	hr_interrupt_release();
}

/* ---- writing ---- */

int hr_output_flush(const char *path)
{
	int directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int status = directory < 0 ? -1 : fsync(directory);
	if (status != 0 && errno == EINVAL)
		status = 0; /* a file system that has nothing to flush */
	if (directory >= 0)
		close(directory);
	return status;
}

static int write_all(int descriptor, const char *text, size_t length)
{
	while (length) {
		ssize_t put = write(descriptor, text, length);
		if (put < 0 && errno != EINTR)
			return -1;
		text += put > 0 ? put : 0;
		length -= put > 0 ? (size_t)put : 0;
	}
	return 0;
}

int hr_output_write_new(const char *directory, const struct hr_output_file *file)
{
	char *path = hr_path_join(directory, file->name);
	int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	int status = descriptor < 0 ? -1 : write_all(descriptor, file->text, file->length);
	if (!status)
		status = fsync(descriptor);
	int reason = errno;
	if (descriptor >= 0 && close(descriptor) != 0 && !status) {
		status = -1;
		reason = errno;
	}
	free(path);
	errno = reason;
	return status;
}

static bool is_among(const char *name, const struct hr_output_file *files, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(files[i].name, name) == 0)
			return true;
	return false;
}

/* All files are there already, as they should be. */
static bool is_same(const char *directory, const struct hr_output_file *files, size_t count)
{
	bool same = true;
	for (size_t i = 0; i < count && same; i++) {
		struct hr_strbuf text = HR_STRBUF_INIT;
		struct hr_error error = HR_ERROR_INIT;
		char *path = hr_path_join(directory, files[i].name);
		if (files[i].text)
			same = hr_path_is_file(path) && hr_file_read(&text, path, &error) == 0 &&
			       text.length == files[i].length && memcmp(text.data, files[i].text, text.length) == 0;
		else
			same = !hr_path_is_file(path);
		hr_error_release(&error);
		hr_strbuf_release(&text);
		free(path);
	}
	return same;
}

/* ---- all at once ---- */

/* Gives each file of `old` that is not among ours a second name in `new`. False when one of them cannot have one. */
static bool take_along(const char *old, const char *new, const struct hr_output_file *files, size_t count)
{
	DIR *stream = opendir(old);
	int target = open(new, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool fine = stream && target >= 0;
	for (struct dirent *entry; fine && (entry = readdir(stream));) {
		const char *name = entry->d_name;
		struct stat info;
		if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
			continue;
		fine = fstatat(dirfd(stream), name, &info, AT_SYMLINK_NOFOLLOW) == 0 && !S_ISDIR(info.st_mode);
		if (is_among(name, files, count))
			fine = fine && S_ISREG(info.st_mode); /* a link of the user's in its place is to be kept */
		else
			fine = fine && linkat(dirfd(stream), name, target, name, 0) == 0;
	}
	if (stream)
		closedir(stream);
	if (target >= 0)
		close(target);
	return fine;
}

/* What somebody put there while we were busy comes along, too. */
static void fetch_late(const char *old, const char *new, const struct hr_output_file *files, size_t count)
{
	DIR *stream = opendir(old);
	int target = open(new, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	for (struct dirent *entry; stream && target >= 0 && (entry = readdir(stream));)
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
		    !is_among(entry->d_name, files, count))
			(void)renameat2(dirfd(stream), entry->d_name, target, entry->d_name, RENAME_NOREPLACE);
	if (stream)
		closedir(stream);
	if (target >= 0)
		close(target);
}

/* The folder of before and the new one change places. 1: not here. */
static int exchange(const char *old, const char *new, const struct hr_output_file *files, size_t count)
{
	struct stat info;
	if (lstat(old, &info) != 0)
		return errno == ENOENT ? rename(new, old) : -1;
	if (!S_ISDIR(info.st_mode) || !take_along(old, new, files, count) || chmod(new, info.st_mode & 07777) != 0)
		return 1;
	if (renameat2(AT_FDCWD, new, AT_FDCWD, old, RENAME_EXCHANGE) != 0)
		return 1;
	fetch_late(new, old, files, count);
	return 0;
}

/* Each by itself. */
static int replace_each(const char *directory, const struct hr_output_file *files, size_t count, struct hr_error *error)
{
	if (mkdir(directory, 0777) != 0 && errno != EEXIST)
		return hr_fail(error, HR_ERROR_INTERNAL, "cannot make the folder '%s': %s", directory, strerror(errno));
	int status = 0;
	for (size_t i = 0; i < count && !status; i++) {
		char *path = hr_path_join(directory, files[i].name);
		struct stat info;
		if (files[i].text)
			status = hr_file_write(path, files[i].text, files[i].length, error);
		else if (lstat(path, &info) == 0 && S_ISREG(info.st_mode) && unlink(path) != 0)
			status = hr_output_fail(directory, files[i].name, error, errno);
		free(path);
	}
	return status;
}

/* Writes the new folder, then puts it in its place. Messages name the place. */
static int replace_all(const char *new, const char *directory, const char *shown, const struct hr_output_file *files,
		       size_t count, struct hr_error *error)
{
	if (mkdir(new, 0777) != 0)
		return hr_output_fail(shown, NULL, error, errno);
	for (size_t i = 0; i < count; i++)
		if (files[i].text && hr_output_write_new(new, &files[i]))
			return hr_output_fail(shown, files[i].name, error, errno);
	if (hr_output_flush(new))
		return hr_output_fail(shown, NULL, error, errno);
	int status = exchange(directory, new, files, count);
	if (status == 1)
		return replace_each(directory, files, count, error);
	return status ? hr_output_fail(shown, NULL, error, errno) : 0;
}

int hr_output_replace(struct hr_output *output, const char *name, const struct hr_output_file *files, size_t count,
		      struct hr_error *error)
{
	char *directory = hr_path_join(output->path, name);
	char *shown = hr_path_join(output->shown, name);
	char *new = hr_path_join(output->stage, name);
	int status = 0;
	if (!is_same(directory, files, count)) {
		status = replace_all(new, directory, shown, files, count, error);
		if (!status)
			(void)hr_output_flush(output->path);
		hr_directory_remove(new); /* what was there before, or what is half done */
	}
	free(new);
	free(shown);
	free(directory);
	return status;
}
