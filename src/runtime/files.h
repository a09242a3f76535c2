/* The private file area: a file system in memory, empty but for what a program put there, forgotten after each sequence.
 *
 * The unit's FILE *, descriptors, directories and paths live here and nowhere else: nothing that it opens, writes, renames or removes
 * touches the machine. Streams and directory streams are blocks of the arena (HR_BLOCK_STREAM), so that their use after fclose and
 * their leaks are found like those of memory. */
#ifndef HR_RUNTIME_FILES_H
#define HR_RUNTIME_FILES_H

#include "runtime/state.h"

#include <sys/types.h>

/* A fresh file with these contents: its path ("/tmp/harrier-1", …), a pointer that is valid until the reset. */
const char *hr_files_make(const void *bytes, size_t size);

/* The path of a file that does not exist, another one each time ("/tmp/harrier-new-1", …). NULL when there is no memory left. */
const char *hr_files_fresh(void);

/* A stream (FILE *) or a descriptor on a fresh file with these contents. Reading starts at the beginning, writing at the end. */
void *hr_files_stream(const void *bytes, size_t size, bool writable);
int hr_files_descriptor(const void *bytes, size_t size);

/* A stream that can be written to, without a buffer, and has room for so many bytes: fmemopen(NULL, room, "w") after setbuf(…, NULL). */
void *hr_files_small_stream(size_t room);

/* What stands in the file of a stream that can be written to, as if it were flushed: at most so many bytes from its beginning. Their number; -1: it is no such stream, is closed, or has no file. */
ssize_t hr_files_written(void *to, size_t most, const void *of_unit);

/* What stands in the file of that name: at most so many bytes from its beginning. Their number; -1: there is no such file, or it may not be read. */
ssize_t hr_files_contents(void *to, size_t most, const char *path);

/* Adds to what the unit wrote: for messages that libc would write on its behalf. The bytes may be the runtime's own. */
void hr_files_say(const char *bytes, size_t size);

/* What the unit wrote to stdout and stderr, in order, bounded. */
const char *hr_files_output(size_t *size, bool *truncated);

/* Forgets all of it. */
void hr_files_reset(void);

/* What is there now (files and streams that constructors of the unit made) is what a reset brings back. Beside hr_snapshot_take. 0, or errno. */
int hr_files_mark(void);

#endif
