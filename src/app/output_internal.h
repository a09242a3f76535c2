/* What the files of output share: output.c (the folder and files in it), output_folders.c (folders in it), output_keep.c (what is the user's in these). */
#ifndef HR_APP_OUTPUT_INTERNAL_H
#define HR_APP_OUTPUT_INTERNAL_H

#include "app/output.h"
#include "base/vec.h"

#include <sys/types.h>

/* "cannot write 'DIRECTORY/NAME': reason"; `name` may be NULL. */
int hr_output_fail(const char *directory, const char *name, struct hr_error *error, int reason);

/* What is in the directory is on the disk when it returns. 0, or -1 with errno set, as the next. */
int hr_output_flush(const char *path);

/* A new file, on the disk when it returns. */
int hr_output_write_new(const char *directory, const struct hr_output_file *file);

/* What is in a folder, without the dots, to be gone through while that changes. 0, or -1 with errno set and nothing in `out`. */
typedef HR_VEC(char *) hr_output_names;
int hr_output_list(hr_output_names *out, const char *path);
void hr_output_names_release(hr_output_names *names);

/* "cannot read 'PATH': reason", by errno; and "cannot remove". */
int hr_output_fail_to_read(const char *path, struct hr_error *error);
int hr_output_fail_to_remove(const char *path, struct hr_error *error);

/* A file; fine where there is none. */
int hr_output_remove(const char *path, struct hr_error *error);

/* Folders, for those of an earlier run. */
struct hr_output_replacement {
	const struct hr_output_folder *folders;
	size_t count;
	const char *mark;
	char *directory; /* what is replaced */
	char *shown;     /* as the user named it */
	char *new;       /* in the stage */
	char *before;    /* where the old one is after the step */
};

const struct hr_output_folder *hr_output_find_folder(const struct hr_output_replacement *replacement, const char *name);

/* A folder that an earlier run wrote, or was killed at: then nothing is in it. No link to one. */
bool hr_output_is_ours(const char *directory, const char *name, const struct hr_output_replacement *replacement);

/* A file in such a folder of a name that we or make write; also one of `folder`'s, which may be NULL. Folders in it are never ours. */
bool hr_output_is_our_file(const char *path, const struct hr_output_folder *folder);

/* Prepares the new folder for what is the user's in the old one, which is on this device. False: some of it would be left behind by the step. */
bool hr_output_keep(const struct hr_output_replacement *replacement, dev_t device);

/* Moves what is the user's in the folder of before, if there is one, and removes what is ours, and then the folder. Fails (HR_ERROR_INTERNAL) where something cannot be moved or removed: that stays where it is. */
int hr_output_give_back(const struct hr_output_replacement *replacement, struct hr_error *error);

#endif
