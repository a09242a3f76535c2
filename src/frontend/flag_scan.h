/* Walking over a compiler's arguments: which are options, which belong to the option before, which are inputs.
 *
 * Both users of the walk, the flags themselves (flags.h) and the call as a whole (compiler_call.h), lean on one table
 * of options; an option that is not in the table stands alone and means nothing to us. */
#ifndef HR_FRONTEND_FLAG_SCAN_H
#define HR_FRONTEND_FLAG_SCAN_H

#include "base/arena.h"
#include "frontend/flags.h"

#include <stdbool.h>
#include <stddef.h>

/* What becomes of an option when the source is read. */
enum hr_flag_reading {
	HR_READING_DROP,
	HR_READING_KEEP,
	HR_READING_DIRECTORY, /* kept; the value is a path */
	HR_READING_FILE,      /* kept; the value is a path when such a file exists, else looked up like an #include */
	HR_READING_MACRO,
	HR_READING_STANDARD,
	HR_READING_FEATURE,  /* -f… */
	HR_READING_MACHINE,  /* -m… */
	HR_READING_LANGUAGE, /* -x */
};

enum hr_flag_linking {
	HR_LINKING_DROP,
	HR_LINKING_KEEP,
	HR_LINKING_DIRECTORY,
};

/* How far the option lets the compiler go. */
enum hr_flag_stage {
	HR_FLAG_STAGE_NONE, /* says nothing about it */
	HR_FLAG_STAGE_COMPILE,
	HR_FLAG_STAGE_STOPS, /* no code comes out: preprocesses, checks, answers a question */
};

enum hr_flag_shape {
	HR_FLAG_ALONE,    /* -pthread */
	HR_FLAG_JOINED,   /* -std=c11 */
	HR_FLAG_SEPARATE, /* -MF file */
	HR_FLAG_EITHER,   /* -Idir, -I dir */
};

struct hr_flag_rule {
	const char *name;
	enum hr_flag_shape shape;
	enum hr_flag_reading reading;
	enum hr_flag_linking linking;
	enum hr_flag_stage stage;
};

struct hr_flag {
	const struct hr_flag_rule *rule; /* never NULL; of an unknown option and of an input all is DROP and NONE */
	const char *text;                /* the argument as written */
	const char *value;               /* what belongs to the option; NULL when it has none */
	bool is_input;                   /* a source, an object, a library; "-" for standard input */
};

struct hr_flag_scan {
	const char *const *arguments;
	size_t count;
	size_t at;        /* 0 at the start */
	bool only_inputs; /* "--" was seen */
};

/* The next option with its value, or the next input; false at the end. An option without its value is passed over. */
bool hr_flag_next(struct hr_flag *out, struct hr_flag_scan *scan);

/* Appends the arguments with response files (@file, from `directory`) put in their places. One that cannot be read
 * stays as it is, as compilers do. */
void hr_flags_expand_files(hr_strings *out, const char *const *arguments, size_t count, const char *directory,
			   struct hr_arena *arena);

/* The same, with what -Wp, and -Xpreprocessor wrap unwrapped too. */
void hr_flags_expand(hr_strings *out, const char *const *arguments, size_t count, const char *directory,
		     struct hr_arena *arena);

/* `path` from `directory`, absolute and without dots, in the arena. Dots are kept where a symbolic link makes the path
 * without them another one. */
const char *hr_flags_absolute(const char *path, const char *directory, struct hr_arena *arena);

#endif
