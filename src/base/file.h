/* Files and paths. Paths are plain strings; returned strings belong to the caller (free). */
#ifndef HR_BASE_FILE_H
#define HR_BASE_FILE_H

#include "base/error.h"
#include "base/strbuf.h"

#include <stdbool.h>

/* Appends the whole file to `out`. Fails (HR_ERROR_INPUT) with the system's reason, `out` unchanged; a directory is an
 * error. */
int hr_file_read(struct hr_strbuf *out, const char *path, struct hr_error *error);

/* Writes beside the target and renames over it, so that a reader sees the old text or the new one, never half of it.
 * An old file keeps its mode, a symbolic link stays and its target is replaced, a device or pipe is written to as it
 * is. Fails with HR_ERROR_INTERNAL. */
int hr_file_write(const char *path, const char *bytes, size_t length, struct hr_error *error);

bool hr_path_is_file(const char *path); /* follows symbolic links */
bool hr_path_is_directory(const char *path);

/* False when the file system of this directory has hardly any space left (less than 4 MB). */
bool hr_path_has_room(const char *directory);

/* `directory`/`path`, or a copy of `path` where that is absolute or the directory is empty or NULL. */
char *hr_path_join(const char *directory, const char *path);

/* Without the last component; "." when there is no slash before it, "/" for the root. Slashes at the end of `path` do
 * not count: the parent of "a/b/" is "a". */
char *hr_path_parent(const char *path);

/* The last component, a pointer into `path` (with the slashes at its end, when it has any). */
const char *hr_path_name(const char *path);

/* Absolute, symbolic links and dots resolved; NULL when the file does not exist. */
char *hr_path_real(const char *path);

/* Absolute, with "." , ".." and repeated slashes removed by text alone: the file need not exist. */
char *hr_path_absolute(const char *path);

/* True when `path` lies below `directory` (both absolute and normal; a directory is not below itself). */
bool hr_path_is_below(const char *path, const char *directory);

/* Makes a fresh private directory below TMPDIR (or /tmp): harrier-XXXXXX. It is locked for as long as we live; what a run that was killed left
 * behind is removed by the next one of the same user, who knows it by its mode. While there is one, signals that ask us to end wait (base/interrupt.h). */
int hr_directory_temporary(char **out, struct hr_error *error);

/* The same in another place, named `prefix` and six characters. Fails with HR_ERROR_INTERNAL. */
int hr_directory_temporary_in(char **out, const char *parent, const char *prefix, struct hr_error *error);

/* Removes a directory and all below it, not following symbolic links; what cannot be removed stays. */
void hr_directory_remove(const char *path);

#endif
