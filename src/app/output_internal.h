/* What the files of output share: output.c (the folder and files in it), output_folders.c (folders in it). */
#ifndef HR_APP_OUTPUT_INTERNAL_H
#define HR_APP_OUTPUT_INTERNAL_H

#include "app/output.h"

/* "cannot write 'DIRECTORY/NAME': reason"; `name` may be NULL. */
int hr_output_fail(const char *directory, const char *name, struct hr_error *error, int reason);

/* What is in the directory is on the disk when it returns. 0, or -1 with errno set, as the next. */
int hr_output_flush(const char *path);

/* A new file, on the disk when it returns. */
int hr_output_write_new(const char *directory, const struct hr_output_file *file);

#endif
