/* Folders in the output folder, replaced all at once.
 *
 * Invariants: as in output.c, what is new is on the disk before anything old goes, and the step from old to new is one rename. What is the user's has a second name in the new folder before that step; only folders of his
 * are moved after it. */
#include "app/output_internal.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vec.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct replacement {
	const struct hr_output_folder *folders;
	size_t count;
	const char *mark;
};

static const struct hr_output_folder *find_folder(const struct replacement *replacement, const char *name)
{
	for (size_t i = 0; i < replacement->count; i++)
		if (strcmp(replacement->folders[i].name, name) == 0)
			return &replacement->folders[i];
	return NULL;
}

static bool has_our_name(const char *name)
{
	size_t digits = strspn(name, "0123456789");
	return digits >= 2 && name[digits] == '-';
}

/* A folder that an earlier run wrote. */
static bool is_ours(const char *directory, const char *name, const struct replacement *replacement)
{
	if (!has_our_name(name))
		return false;
	char *folder = hr_path_join(directory, name);
	char *mark = hr_path_join(folder, replacement->mark);
	bool found = hr_path_is_file(mark);
	free(mark);
	free(folder);
	return found;
}

/* Names that we or make write. */
static bool is_our_file(const char *name, const struct hr_output_folder *folder)
{
	static const char *const ours[] = { "test.c",     "test",         "neighbour.c", "neighbour", "README.md",
					    "report.txt", "sequence.seq", "Makefile",    "old.mk",    "new.mk" };
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		if (strcmp(ours[i], name) == 0)
			return true;
	for (size_t i = 0; folder && i < folder->count; i++)
		if (strcmp(folder->files[i].name, name) == 0)
			return true;
	return hr_text_ends_with(name, ".o");
}

static bool is_dots(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* What is in a folder, to be gone through while it changes. */
typedef HR_VEC(char *) hr_names;

static void names_release(hr_names *names)
{
	for (size_t i = 0; i < names->count; i++)
		free(names->data[i]);
	hr_vec_release(names);
}

/* 0, or -1 with errno set and nothing in `out`. */
static int list_names(hr_names *out, const char *path)
{
	*out = (hr_names)HR_VEC_INIT;
	DIR *stream = opendir(path);
	if (!stream)
		return -1;
	errno = 0;
	for (struct dirent *entry; (entry = readdir(stream)); errno = 0)
		if (!is_dots(entry->d_name))
			hr_vec_push(out, hr_strdup(entry->d_name));
	int reason = errno;
	closedir(stream);
	if (reason)
		names_release(out);
	errno = reason;
	return reason ? -1 : 0;
}

/* ---- is there anything to do? ---- */

static bool file_is_same(const char *directory, const struct hr_output_file *file)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;
	char *path = hr_path_join(directory, file->name);
	bool same = hr_path_is_file(path) && hr_file_read(&text, path, &error) == 0 && text.length == file->length &&
		    memcmp(text.data, file->text, text.length) == 0;
	hr_error_release(&error);
	hr_strbuf_release(&text);
	free(path);
	return same;
}

static bool is_same(const char *directory, const struct replacement *replacement)
{
	bool same = true;
	for (size_t i = 0; i < replacement->count && same; i++) {
		char *folder = hr_path_join(directory, replacement->folders[i].name);
		for (size_t k = 0; k < replacement->folders[i].count && same; k++)
			same = file_is_same(folder, &replacement->folders[i].files[k]);
		free(folder);
	}
	DIR *stream = opendir(directory);
	if (!stream)
		return same && !replacement->count;
	for (struct dirent *entry; same && (entry = readdir(stream));)
		same = !is_ours(directory, entry->d_name, replacement) || find_folder(replacement, entry->d_name);
	closedir(stream);
	return same && replacement->count;
}

/* ---- what is the user's ---- */

/* A second name in the new folder for what is the user's in a folder of ours. */
static void keep_inside(const char *old, const char *new, const struct hr_output_folder *folder)
{
	DIR *stream = opendir(old);
	for (struct dirent *entry; stream && (entry = readdir(stream));) {
		if (is_dots(entry->d_name) || is_our_file(entry->d_name, folder))
			continue;
		(void)mkdir(new, 0777);
		char *target = hr_path_join(new, entry->d_name);
		(void)linkat(dirfd(stream), entry->d_name, AT_FDCWD, target, 0);
		free(target);
	}
	if (stream)
		closedir(stream);
}

static void keep(const char *old, const char *new, const struct replacement *replacement)
{
	DIR *stream = opendir(old);
	for (struct dirent *entry; stream && (entry = readdir(stream));) {
		if (is_dots(entry->d_name))
			continue;
		char *from = hr_path_join(old, entry->d_name);
		char *to = hr_path_join(new, entry->d_name);
		if (is_ours(old, entry->d_name, replacement) || find_folder(replacement, entry->d_name))
			keep_inside(from, to, find_folder(replacement, entry->d_name));
		else
			(void)linkat(AT_FDCWD, from, AT_FDCWD, to, 0); /* folders come along later */
		free(from);
		free(to);
	}
	if (stream)
		closedir(stream);
}

/* What could not have a second name is moved: folders. */
static void fetch_late(const char *old, const char *new, const struct replacement *replacement)
{
	DIR *stream = opendir(old);
	int target = open(new, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	for (struct dirent *entry; stream && target >= 0 && (entry = readdir(stream));)
		if (!is_dots(entry->d_name) && !is_ours(old, entry->d_name, replacement))
			(void)renameat2(dirfd(stream), entry->d_name, target, entry->d_name, RENAME_NOREPLACE);
	if (stream)
		closedir(stream);
	if (target >= 0)
		close(target);
}

/* ---- writing ---- */

static int write_folder(const char *parent, const char *shown, const struct hr_output_folder *folder,
			struct hr_error *error)
{
	char *path = hr_path_join(parent, folder->name);
	char *seen = hr_path_join(shown, folder->name);
	int status = 0;
	if (mkdir(path, 0777) != 0)
		status = hr_output_fail(seen, NULL, error, errno);
	for (size_t i = 0; i < folder->count && !status; i++)
		if (hr_output_write_new(path, &folder->files[i]))
			status = hr_output_fail(seen, folder->files[i].name, error, errno);
	if (!status && hr_output_flush(path))
		status = hr_output_fail(seen, NULL, error, errno);
	free(seen);
	free(path);
	return status;
}

/* ---- one by one, where folders cannot change places ---- */

static int remove_file(const char *path, struct hr_error *error)
{
	if (unlink(path) == 0 || errno == ENOENT)
		return 0;
	return hr_fail(error, HR_ERROR_INTERNAL, "cannot remove '%s': %s", path, strerror(errno));
}

static bool is_among(const char *name, const struct hr_output_folder *folder)
{
	for (size_t i = 0; folder && i < folder->count; i++)
		if (strcmp(folder->files[i].name, name) == 0)
			return true;
	return false;
}

static bool is_folder(const char *path)
{
	struct stat info;
	return lstat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* What is ours in a folder of ours goes, but for the files of `wanted` (NULL: there are none). The mark goes last: the next run has to know the folder when we are killed. */
static int remove_ours(const char *path, const struct hr_output_folder *wanted, const char *mark,
		       struct hr_error *error)
{
	hr_names names;
	int status = 0;
	if (list_names(&names, path))
		return hr_fail(error, HR_ERROR_INTERNAL, "cannot read '%s': %s", path, strerror(errno));
	for (size_t i = 0; i < names.count && !status; i++) {
		char *file = hr_path_join(path, names.data[i]);
		if (is_our_file(names.data[i], NULL) && !is_among(names.data[i], wanted) &&
		    strcmp(names.data[i], mark) != 0 && !is_folder(file))
			status = remove_file(file, error);
		free(file);
	}
	if (!status && !is_among(mark, wanted)) {
		char *file = hr_path_join(path, mark);
		status = remove_file(file, error);
		free(file);
	}
	names_release(&names);
	return status;
}

/* The mark is written first, for the same reason. */
static int write_over(const char *path, const struct hr_output_folder *folder, const char *mark, struct hr_error *error)
{
	int status = 0;
	if (mkdir(path, 0777) != 0 && errno != EEXIST)
		status = hr_fail(error, HR_ERROR_INTERNAL, "cannot make the folder '%s': %s", path, strerror(errno));
	for (int turn = 0; turn < 2; turn++) {
		for (size_t i = 0; i < folder->count && !status; i++) {
			const struct hr_output_file *file = &folder->files[i];
			if ((strcmp(file->name, mark) == 0) != (turn == 0))
				continue;
			char *target = hr_path_join(path, file->name);
			status = hr_file_write(target, file->text, file->length, error);
			free(target);
		}
	}
	return status;
}

/* Each file by itself: first what is new, then what is not there any more. */
static int replace_each(const char *directory, const struct replacement *replacement, struct hr_error *error)
{
	int status = 0;
	for (size_t i = 0; i < replacement->count && !status; i++) {
		char *path = hr_path_join(directory, replacement->folders[i].name);
		status = write_over(path, &replacement->folders[i], replacement->mark, error);
		free(path);
	}
	if (status)
		return status;
	hr_names names;
	if (list_names(&names, directory))
		return hr_fail(error, HR_ERROR_INTERNAL, "cannot read '%s': %s", directory, strerror(errno));
	for (size_t i = 0; i < names.count && !status; i++) {
		char *path = hr_path_join(directory, names.data[i]);
		if (is_ours(directory, names.data[i], replacement)) {
			status = remove_ours(path, find_folder(replacement, names.data[i]), replacement->mark, error);
			(void)rmdir(path); /* does nothing when there is something in it */
		}
		free(path);
	}
	names_release(&names);
	return status;
}

/* The new folder takes the place of the old one. */
static int put_in_place(const char *new, const char *directory, const char *shown,
			const struct replacement *replacement, struct hr_error *error)
{
	struct stat info;
	if (lstat(directory, &info) != 0) {
		if (errno == ENOENT && rename(new, directory) == 0)
			return 0;
		return hr_output_fail(shown, NULL, error, errno);
	}
	if (!S_ISDIR(info.st_mode))
		return hr_output_fail(shown, NULL, error, ENOTDIR);
	keep(directory, new, replacement);
	(void)chmod(new, info.st_mode & 07777);
	if (renameat2(AT_FDCWD, new, AT_FDCWD, directory, RENAME_EXCHANGE) != 0)
		return replace_each(directory, replacement, error);
	fetch_late(new, directory, replacement);
	return 0;
}

int hr_output_replace_folders(struct hr_output *output, const char *name, const struct hr_output_folder *folders,
			      size_t count, const char *mark, struct hr_error *error)
{
	struct replacement replacement = { folders, count, mark };
	char *directory = hr_path_join(output->path, name);
	char *shown = hr_path_join(output->shown, name);
	char *new = hr_path_join(output->stage, name);
	int status = 0;
	bool is_there = access(directory, F_OK) == 0;
	if ((is_there || count) && !is_same(directory, &replacement)) {
		if (mkdir(new, 0777) != 0)
			status = hr_output_fail(shown, NULL, error, errno);
		for (size_t i = 0; i < count && !status; i++)
			status = write_folder(new, shown, &folders[i], error);
		if (!status && hr_output_flush(new))
			status = hr_output_fail(shown, NULL, error, errno);
		if (!status)
			status = put_in_place(new, directory, shown, &replacement, error);
		if (!status && !count)
			(void)rmdir(directory); /* does nothing when there is something in it */
		if (!status)
			(void)hr_output_flush(output->path);
		hr_directory_remove(new);
	}
	free(new);
	free(shown);
	free(directory);
	return status;
}
