/* The folder that results go to.
 *
 * One run at a time: the folder is locked while it is open. What is in it is at every moment what an earlier run wrote or what this one wrote, whole:
 * also for somebody who kills us, or whose disk is full. Files that are not ours stay as they are. */
#ifndef HR_APP_OUTPUT_H
#define HR_APP_OUTPUT_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct hr_output {
	const char *shown; /* as the user named it */
	char *path;        /* absolute; NULL: not open */
	char *stage;       /* a temporary directory in it, for what is not finished */
	int lock;
	bool is_fresh; /* we made it */
};

#define HR_OUTPUT_INIT { NULL, NULL, NULL, -1, false }

/* Makes the folder where there is none, and locks it. While it is open, signals that ask us to end wait. Fails (HR_ERROR_INTERNAL) when it cannot be
 * made or written to, or when another run has it: then the message names that run. `path` is borrowed. */
int hr_output_open(struct hr_output *out, const char *path, struct hr_error *error);

/* Gives the lock up; a folder that we made and that nothing was put into goes again. One that is not open is fine. */
void hr_output_close(struct hr_output *output);

struct hr_output_file {
	const char *name; /* without a directory */
	const char *text; /* NULL, where a function says so: it is not to be there */
	size_t length;
};

/* Puts the files into the folder `name` in the output folder, all at once: in place of those of the same names that are there; those without a text go. Where the system
 * cannot do that at once (another folder or a link among them, a file system without the means), each file by itself is whole. Fails
 * (HR_ERROR_INTERNAL) with the file and the reason, and all is as it was. */
int hr_output_replace(struct hr_output *output, const char *name, const struct hr_output_file *files, size_t count,
		      struct hr_error *error);

/* The same for files that people edit: those that somebody has changed since an earlier run wrote them, or put there himself, stay as they are, and their names are added to `left`, separated by commas. Files of an earlier run that are
 * not among these go, unless they were changed. Which are ours is kept in the file NAME.written beside the folder. */
int hr_output_update(struct hr_output *output, const char *name, const struct hr_output_file *files, size_t count,
		     struct hr_strbuf *left, struct hr_error *error);

/* A folder of files. */
struct hr_output_folder {
	const char *name; /* "01-…": begins with digits and a dash, as nothing of the user's does */
	const struct hr_output_file *files;
	size_t count;
};

/* The same for folders in the folder `name`: in place of all that are there and were written by an earlier run (told by their names and by a file `mark` in them, or nothing), all at once where the system can do that. Files and
 * folders of the user's stay: beside the folders, in folders of the same name, and in those that would go. What `make` left there is not the user's: programs named like a source without ".c", "*.o", and what a test printed in
 * runs that differ. No folders: what was there goes, and `name` itself when nothing is left in it.
 * Where it fails because something of the user's cannot be moved, the new folders may be there already; what could not be moved is in .harrier-old-NAME beside them, as is what a run that was killed had no time for: the next one
 * moves it first. */
int hr_output_replace_folders(struct hr_output *output, const char *name, const struct hr_output_folder *folders,
			      size_t count, const char *mark, struct hr_error *error);

#endif
