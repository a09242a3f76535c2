/* Folders in the output folder, replaced all at once.
 *
 * Invariants: as in output.c, what is new is on the disk before anything old goes, and the step from old to new is one rename. Where that cannot be, each file is replaced by itself, and what is the user's is not touched. */
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

#define BEFORE_PREFIX ".harrier-old-"

const struct hr_output_folder *hr_output_find_folder(const struct hr_output_replacement *replacement, const char *name)
{
	for (size_t i = 0; i < replacement->count; i++)
		if (strcmp(replacement->folders[i].name, name) == 0)
			return &replacement->folders[i];
	return NULL;
}

static bool is_among(const char *name, const struct hr_output_folder *folder)
{
	for (size_t i = 0; folder && i < folder->count; i++)
		if (strcmp(folder->files[i].name, name) == 0)
			return true;
	return false;
}

bool hr_output_is_our_file(const char *path, const struct hr_output_folder *folder)
{
	static const char *const ours[] = { "test.c",    "test",       "neighbour.c",  "neighbour",
					    "README.md", "report.txt", "sequence.seq", "Makefile",
					    "old.mk",    "new.mk",     "test.first",   "test.other" };
	const char *name = hr_path_name(path);
	struct stat info;
	bool is_known = is_among(name, folder) || hr_text_ends_with(name, ".o");
	for (size_t i = 0; i < sizeof ours / sizeof *ours && !is_known; i++)
		is_known = strcmp(ours[i], name) == 0;
	return is_known && lstat(path, &info) == 0 && !S_ISDIR(info.st_mode);
}

static bool is_dots(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

void hr_output_names_release(hr_output_names *names)
{
	for (size_t i = 0; i < names->count; i++)
		free(names->data[i]);
	hr_vec_release(names);
}

int hr_output_list(hr_output_names *out, const char *path)
{
	*out = (hr_output_names)HR_VEC_INIT;
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
		hr_output_names_release(out);
	errno = reason;
	return reason ? -1 : 0;
}

int hr_output_fail_to_read(const char *path, struct hr_error *error)
{
	return hr_fail(error, HR_ERROR_INTERNAL, "cannot read '%s': %s", path, strerror(errno));
}

int hr_output_fail_to_remove(const char *path, struct hr_error *error)
{
	return hr_fail(error, HR_ERROR_INTERNAL, "cannot remove '%s': %s", path, strerror(errno));
}

int hr_output_remove(const char *path, struct hr_error *error)
{
	return unlink(path) == 0 || errno == ENOENT ? 0 : hr_output_fail_to_remove(path, error);
}

/* Either it has the mark, or nothing: then we were killed before we wrote it, or after we removed it. */
static bool has_mark(const char *folder, const char *mark)
{
	char *path = hr_path_join(folder, mark);
	hr_output_names names;
	bool found = hr_path_is_file(path);
	if (!found && hr_output_list(&names, folder) == 0) {
		found = !names.count;
		hr_output_names_release(&names);
	}
	free(path);
	return found;
}

bool hr_output_is_ours(const char *directory, const char *name, const struct hr_output_replacement *replacement)
{
	size_t digits = strspn(name, "0123456789");
	struct stat info;
	if (digits < 2 || name[digits] != '-')
		return false;
	char *folder = hr_path_join(directory, name);
	bool found = lstat(folder, &info) == 0 && S_ISDIR(info.st_mode) && has_mark(folder, replacement->mark);
	free(folder);
	return found;
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

static bool is_same(const char *directory, const struct hr_output_replacement *replacement)
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
		same = !hr_output_is_ours(directory, entry->d_name, replacement) ||
		       hr_output_find_folder(replacement, entry->d_name);
	closedir(stream);
	return same && replacement->count;
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

/* What is ours in a folder of ours goes, but for the files of `wanted` (NULL: there are none). The mark goes last: the next run has to know the folder when we are killed. */
static int remove_ours(const char *path, const struct hr_output_folder *wanted, const char *mark,
		       struct hr_error *error)
{
	hr_output_names names;
	int status = 0;
	if (hr_output_list(&names, path))
		return hr_output_fail_to_read(path, error);
	for (size_t i = 0; i < names.count && !status; i++) {
		char *file = hr_path_join(path, names.data[i]);
		if (hr_output_is_our_file(file, NULL) && !is_among(names.data[i], wanted) &&
		    strcmp(names.data[i], mark) != 0)
			status = hr_output_remove(file, error);
		free(file);
	}
	if (!status && !is_among(mark, wanted)) {
		char *file = hr_path_join(path, mark);
		status = hr_output_remove(file, error);
		free(file);
	}
	hr_output_names_release(&names);
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
static int replace_each(const struct hr_output_replacement *replacement, struct hr_error *error)
{
	const char *directory = replacement->directory;
	hr_output_names names;
	int status = 0;
	for (size_t i = 0; i < replacement->count && !status; i++) {
		char *path = hr_path_join(directory, replacement->folders[i].name);
		status = write_over(path, &replacement->folders[i], replacement->mark, error);
		free(path);
	}
	if (status)
		return status;
	if (hr_output_list(&names, directory))
		return hr_output_fail_to_read(directory, error);
	for (size_t i = 0; i < names.count && !status; i++) {
		char *path = hr_path_join(directory, names.data[i]);
		if (hr_output_is_ours(directory, names.data[i], replacement)) {
			status = remove_ours(path, hr_output_find_folder(replacement, names.data[i]), replacement->mark,
					     error);
			(void)rmdir(path); /* does nothing when there is something in it */
		}
		free(path);
	}
	hr_output_names_release(&names);
	return status;
}

/* ---- the step ---- */

/* The new folder takes the place of the old one. */
static int put_in_place(struct hr_output *output, const struct hr_output_replacement *replacement,
			struct hr_error *error)
{
	const char *directory = replacement->directory;
	struct stat info;
	if (lstat(directory, &info) != 0) {
		if (errno == ENOENT && rename(replacement->new, directory) == 0)
			return 0;
		return hr_output_fail(replacement->shown, NULL, error, errno);
	}
	if (!S_ISDIR(info.st_mode))
		return hr_output_fail(replacement->shown, NULL, error, ENOTDIR);
	if (!hr_output_keep(replacement, info.st_dev))
		return replace_each(replacement, error);
	(void)chmod(replacement->new, info.st_mode & 07777);
	if (rename(replacement->new, replacement->before) != 0)
		return replace_each(replacement, error);
	if (renameat2(AT_FDCWD, replacement->before, AT_FDCWD, directory, RENAME_EXCHANGE) != 0) {
		(void)rename(replacement->before, replacement->new);
		return replace_each(replacement, error);
	}
	(void)hr_output_flush(output->path);
	return hr_output_give_back(replacement, error);
}

static int replace(struct hr_output *output, const struct hr_output_replacement *replacement, struct hr_error *error)
{
	int status = 0;
	if (mkdir(replacement->new, 0777) != 0)
		status = hr_output_fail(replacement->shown, NULL, error, errno);
	for (size_t i = 0; i < replacement->count && !status; i++)
		status = write_folder(replacement->new, replacement->shown, &replacement->folders[i], error);
	if (!status && hr_output_flush(replacement->new))
		status = hr_output_fail(replacement->shown, NULL, error, errno);
	if (!status)
		status = put_in_place(output, replacement, error);
	if (!status && !replacement->count)
		(void)rmdir(replacement->directory); /* does nothing when there is something in it */
	if (!status)
		(void)hr_output_flush(output->path);
	hr_directory_remove(replacement->new);
	return status;
}

int hr_output_replace_folders(struct hr_output *output, const char *name, const struct hr_output_folder *folders,
			      size_t count, const char *mark, struct hr_error *error)
{
	struct hr_strbuf before = HR_STRBUF_INIT;
	hr_strbuf_addf(&before, "%s/" BEFORE_PREFIX "%s", output->path, name);
	struct hr_output_replacement replacement = { folders,
						     count,
						     mark,
						     hr_path_join(output->path, name),
						     hr_path_join(output->shown, name),
						     hr_path_join(output->stage, name),
						     hr_strbuf_detach(&before) };
	/* what cannot be moved is told at the end: it keeps nobody from writing */
	struct hr_error left = HR_ERROR_INIT;
	bool is_left = hr_output_give_back(&replacement, &left) != 0;
	bool is_there = access(replacement.directory, F_OK) == 0;
	int status = 0;
	if ((is_there || count) && !is_same(replacement.directory, &replacement))
		status = replace(output, &replacement, error);
	if (!status && is_left) {
		*error = left;
		status = -1;
	} else {
		hr_error_release(&left);
	}
	free(replacement.directory);
	free(replacement.shown);
	free(replacement.new);
	free(replacement.before);
	return status;
}
