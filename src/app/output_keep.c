/* What is the user's in folders of ours (output_folders.c), when a new folder takes the place of the old one.
 *
 * Invariants: before the step it has a second name in the new folder, where it can have one; the rest, folders above all, is moved after it. Until all of it is there, the old folder has a name that no run removes: one that finds
 * it, because we were killed, goes on with it. Nothing is removed there but files of ours, second names, and folders that are empty. */
#include "app/output_internal.h"
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- before the step ---- */

static bool is_folder(const char *path)
{
	struct stat info;
	return lstat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* A folder, and no link to one; by its owner, who can change its mode, or by whom its mode lets. */
static bool can_be_emptied(const char *path)
{
	struct stat info;
	return lstat(path, &info) == 0 && S_ISDIR(info.st_mode) &&
	       (info.st_uid == geteuid() || access(path, W_OK) == 0);
}

/* A second name in the new folder; or nothing, where it can be moved there later, as far as can be told. */
static bool keep_one(const char *from, const char *to, dev_t device)
{
	struct stat info;
	struct stat there;
	if (linkat(AT_FDCWD, from, AT_FDCWD, to, 0) == 0)
		return true;
	if (lstat(from, &info) != 0)
		return errno == ENOENT;
	return lstat(to, &there) != 0 && info.st_dev == device && (!S_ISDIR(info.st_mode) || access(from, W_OK) == 0);
}

/* In a folder of ours. */
static bool keep_inside(const char *old, const char *new, const struct hr_output_folder *folder, dev_t device)
{
	hr_output_names names;
	bool fine = can_be_emptied(old);
	if (hr_output_list(&names, old))
		return false;
	for (size_t i = 0; i < names.count && fine; i++) {
		char *from = hr_path_join(old, names.data[i]);
		char *to = hr_path_join(new, names.data[i]);
		if (!hr_output_is_our_file(from, folder)) {
			(void)mkdir(new, 0777);
			fine = keep_one(from, to, device);
		}
		free(from);
		free(to);
	}
	hr_output_names_release(&names);
	return fine;
}

bool hr_output_keep(const struct hr_output_replacement *replacement, dev_t device)
{
	const char *old = replacement->directory;
	hr_output_names names;
	bool fine = can_be_emptied(old);
	if (hr_output_list(&names, old))
		return false;
	for (size_t i = 0; i < names.count && fine; i++) {
		const struct hr_output_folder *folder = hr_output_find_folder(replacement, names.data[i]);
		char *from = hr_path_join(old, names.data[i]);
		char *to = hr_path_join(replacement->new, names.data[i]);
		if (folder || hr_output_is_ours(old, names.data[i], replacement))
			fine = keep_inside(from, to, folder, device);
		else
			fine = keep_one(from, to, device);
		free(from);
		free(to);
	}
	hr_output_names_release(&names);
	return fine;
}

/* ---- after it ---- */

static int fail_to_move(const char *from, const char *to, int reason, struct hr_error *error)
{
	hr_fail(error, HR_ERROR_INTERNAL, "cannot move '%s' to '%s': %s", from, to, strerror(reason));
	hr_strbuf_addstr(&error->hint, "harrier did not write it, and leaves it there: move it where it should be");
	return -1;
}

/* 0, or -1 with errno set. Nothing is replaced. */
static int rename_one(const char *from, const char *to)
{
	struct stat there;
	int status = renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
	if (status == 0 || errno != EINVAL)
		return status;
	/* a file system that does not know this flag */
	if (lstat(to, &there) != 0)
		return rename(from, to);
	errno = EEXIST;
	return -1;
}

static int move_all(const char *from, const char *to, struct hr_error *error);

/* What has a second name there already loses the first one. */
static int move_one(const char *from, const char *to, struct hr_error *error)
{
	struct stat info;
	struct stat there;
	if (rename_one(from, to) == 0)
		return 0;
	int reason = errno;
	if (reason != EEXIST || lstat(from, &info) != 0 || lstat(to, &there) != 0)
		return fail_to_move(from, to, reason, error);
	if (S_ISDIR(info.st_mode) && S_ISDIR(there.st_mode))
		return move_all(from, to, error);
	if (info.st_ino == there.st_ino && info.st_dev == there.st_dev)
		return hr_output_remove(from, error);
	return fail_to_move(from, to, reason, error);
}

/* Into a folder that somebody made in the meantime. */
static int move_all(const char *from, const char *to, struct hr_error *error)
{
	hr_output_names names;
	int status = 0;
	if (hr_output_list(&names, from))
		return hr_output_fail_to_read(from, error);
	for (size_t i = 0; i < names.count; i++) {
		char *one = hr_path_join(from, names.data[i]);
		char *target = hr_path_join(to, names.data[i]);
		if (move_one(one, target, error))
			status = -1;
		free(one);
		free(target);
	}
	hr_output_names_release(&names);
	return !status && rmdir(from) != 0 ? hr_output_fail_to_remove(from, error) : status;
}

/* From a folder of ours, which goes. The mark goes last: the next run has to know the folder when we are killed. */
static int give_back_inside(const char *from, const char *to, const struct hr_output_replacement *replacement,
			    struct hr_error *error)
{
	const struct hr_output_folder *folder = hr_output_find_folder(replacement, hr_path_name(from));
	char *mark = hr_path_join(from, replacement->mark);
	hr_output_names names;
	int status = 0;
	(void)chmod(from, 0700);
	if (hr_output_list(&names, from))
		status = hr_output_fail_to_read(from, error);
	for (size_t i = 0; i < names.count; i++) {
		char *one = hr_path_join(from, names.data[i]);
		char *target = hr_path_join(to, names.data[i]);
		bool is_ours = hr_output_is_our_file(one, folder);
		if (!is_ours)
			(void)mkdir(to, 0777);
		if (strcmp(one, mark) != 0 && (is_ours ? hr_output_remove(one, error) : move_one(one, target, error)))
			status = -1;
		free(one);
		free(target);
	}
	if (!status)
		status = hr_output_remove(mark, error);
	if (!status && rmdir(from) != 0)
		status = hr_output_fail_to_remove(from, error);
	hr_output_names_release(&names);
	free(mark);
	return status;
}

int hr_output_give_back(const struct hr_output_replacement *replacement, struct hr_error *error)
{
	const char *before = replacement->before;
	hr_output_names names;
	int status = 0;
	if (!is_folder(before))
		return 0;
	(void)chmod(before, 0700);
	if (hr_output_list(&names, before))
		return hr_output_fail_to_read(before, error);
	(void)mkdir(replacement->directory, 0777);
	for (size_t i = 0; i < names.count; i++) {
		const char *name = names.data[i];
		char *from = hr_path_join(before, name);
		char *to = hr_path_join(replacement->directory, name);
		bool is_ours = hr_output_is_ours(before, name, replacement) ||
			       (is_folder(from) && hr_output_is_ours(replacement->directory, name, replacement));
		if (is_ours ? give_back_inside(from, to, replacement, error) : move_one(from, to, error))
			status = -1;
		free(from);
		free(to);
	}
	hr_output_names_release(&names);
	if (!status && rmdir(before) != 0)
		status = hr_output_fail_to_remove(before, error);
	(void)rmdir(replacement->directory); /* does nothing when there is something in it */
	return status;
}
