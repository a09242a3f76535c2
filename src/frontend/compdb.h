/* Compile databases (compile_commands.json): reading untrusted ones and writing our own. */
#ifndef HR_FRONTEND_COMPDB_H
#define HR_FRONTEND_COMPDB_H

#include "base/arena.h"
#include "base/error.h"
#include "base/vec.h"
#include "frontend/flags.h"

#define HR_COMPDB_FILE "compile_commands.json"

/* Beside a database of ours: { "schema": HR_LINK_SCHEMA, "flags": [ … ] }, what the build linked with. */
#define HR_LINK_FILE "harrier-link.json"
#define HR_LINK_SCHEMA "harrier-link/1"

struct hr_compile_command {
	const char *directory; /* absolute */
	const char *file;      /* absolute */
	hr_strings flags;      /* what matters for reading the source, as hr_flags_for_reading leaves it */
};

struct hr_compdb {
	struct hr_arena arena;                      /* owns every string */
	HR_VEC(struct hr_compile_command) commands; /* in the order of the file; of one source the first entry counts */
	hr_strings absent;                          /* sources that the database names and that do not exist */
	hr_strings link_flags; /* -l and -L flags noted by `harrier capture`, when it wrote the database */
};

#define HR_COMPDB_INIT { HR_ARENA_INIT, HR_VEC_INIT, HR_VEC_INIT, HR_VEC_INIT }

/* Reads `path`, a compile_commands.json or the directory that holds one. Entries may have "arguments" or "command"
 * (split as a POSIX shell would, without expansion); relative paths are taken from the entry's "directory". Sources
 * that are not C (C++, assembler, Objective-C) are left out. Fails with HR_ERROR_INPUT: no such file, not JSON (line,
 * column), not a list of commands, no C source in it, or every source absent. Picks up HR_LINK_FILE beside the
 * database. */
int hr_compdb_read(struct hr_compdb *out, const char *path, struct hr_error *error);

/* The same for text that was read already; `directory` is what relative "directory" members are taken from. Absent
 * files are listed, never an error here. */
int hr_compdb_parse(struct hr_compdb *out, const char *text, size_t length, const char *name, const char *directory,
		    struct hr_error *error);

void hr_compdb_release(struct hr_compdb *compdb); /* empty and usable again */

#endif
