/* The state of one reading, shared by the files of this folder. */
#ifndef HR_FRONTEND_READER_H
#define HR_FRONTEND_READER_H

#include "base/map.h"
#include "frontend/flags.h"
#include "frontend/frontend.h"

#include <clang-c/Index.h>

/* A file that clang opened. */
struct hr_read_file {
	const char *path;    /* real and absolute, or as clang says when it is no real file */
	const char *display; /* as messages show it: relative when below the current directory */
	const char *text;    /* its contents, once hr_reader_text was asked for it */
	size_t length;
	size_t functions; /* declared in it, though it is not public */
	bool is_public;
	bool is_system;
};

struct hr_read_source {
	const char *path;
	hr_strings flags;
};

/* What a stretch of a file declares: comments near it are about it. */
enum hr_place_kind {
	HR_PLACE_OPERATION,
	HR_PLACE_PARAM,
	HR_PLACE_TYPE,
	HR_PLACE_FIELD,
	HR_PLACE_ENUMERATOR,
	HR_PLACE_CONSTANT,
	HR_PLACE_VARIABLE,
};

struct hr_place {
	enum hr_place_kind kind;
	size_t file;       /* index of the file */
	size_t index;      /* of the operation, type, constant or variable */
	size_t member;     /* of the parameter, field or enumerator */
	size_t start, end; /* offsets */
	unsigned start_line, end_line;
};

/* A function-like or object-like macro, as written. */
struct hr_read_macro {
	const char *name;
	const char *body;
	hr_strings params;
	bool is_function_like;
	bool is_variadic;
	const char *at;
	struct hr_place place;
};

/* A struct whose fields wait to be read. */
struct hr_unread_record {
	size_t index;
	CXType type;
};

struct hr_reader {
	struct hr_model *model;
	struct hr_arena *arena; /* the model's */
	CXIndex index;
	hr_strings headers;      /* absolute paths, as the user named them */
	hr_strings real_headers; /* the same without symbolic links */
	hr_strings home_trees;   /* directories whose headers are public */
	hr_strings arguments;    /* clang's, for reading the headers */
	hr_strings link_flags;
	HR_VEC(struct hr_read_source) sources;
	const char *prologue; /* the #include lines that make the whole API visible */
	HR_VEC(struct hr_read_file) files;
	struct hr_map file_by_name; /* clang's name of a file */
	struct hr_map type_by_key;  /* see types.c */
	unsigned type_depth;
	HR_VEC(struct hr_unread_record) unread;
	HR_VEC(struct hr_place) places;
	HR_VEC(struct hr_read_macro) macros;
	struct hr_map macro_by_name;
	struct hr_map truths; /* macros that are called as a type for truth values is, of any file */
	struct hr_map variable_by_name;
	hr_strings symbols;           /* of functions that the linker knows by another name */
	struct hr_map symbol_by_name; /* index of the symbol by the function's name */
	bool reading_sources;         /* files opened from now on are no part of the API */
};

/* input.c */
int hr_reader_take_input(struct hr_reader *reader, const struct hr_input *input, struct hr_error *error);

/* frontend.c: the file that includes the headers, one a line, at the end of reader->prologue */
extern const char hr_api_name[];

/* "'a.h'", or "'a.h' and 2 more": the headers, for messages. */
const char *hr_reader_headers_named(struct hr_reader *reader);

/* parse.c */

/* Copies into the model's arena and disposes of the original. */
const char *hr_reader_string(struct hr_reader *reader, CXString string);

/* Parses `text` as the file `name` (or the file itself when `text` is NULL). Diagnostics are the caller's to look at. Fails only when
 * clang itself does. */
int hr_reader_parse(CXTranslationUnit *out, struct hr_reader *reader, const char *name, const char *text,
		    const hr_strings *flags, const char *const *extra, unsigned options, struct hr_error *error);

/* Fails with HR_ERROR_INPUT, the message and the diagnostics when the unit has errors. */
int hr_reader_check(struct hr_reader *reader, CXTranslationUnit unit, const char *message, struct hr_error *error);

/* Calls `visit` for each error that lies in the file `name`, with its line and text. */
typedef void hr_diagnostic_fn(void *context, unsigned line, const char *text);
void hr_reader_each_error(CXTranslationUnit unit, const char *name, hr_diagnostic_fn *visit, void *context);

/* files.c */
size_t hr_reader_file(struct hr_reader *reader, CXFile file); /* index of the file, entered when new */
size_t hr_reader_file_named(struct hr_reader *reader, const char *name);
const char *hr_reader_display(struct hr_reader *reader,
			      const char *path); /* relative when below the current directory */
const struct hr_read_file *hr_reader_file_of(struct hr_reader *reader,
					     CXFile file); /* valid until the next file is entered */
const char *hr_reader_text(struct hr_reader *reader, size_t file, size_t *length); /* "" when it cannot be read */
void hr_reader_note_inclusion(struct hr_reader *reader, CXCursor directive);
bool hr_is_system_root(const char *directory);

/* Fills the place's file, offsets and lines from the cursor's extent; false when it lies in no file. */
bool hr_reader_place(struct hr_place *place, struct hr_reader *reader, CXCursor cursor);

/* "display:line" of a cursor; NULL when it lies in no file. */
const char *hr_reader_at(struct hr_reader *reader, CXCursor cursor);

/* types.c: every type is entered once, whatever the translation unit it was met in. */
struct hr_type_ref hr_reader_type(struct hr_reader *reader, CXType type);

/* What parameter `number` of `function`, written as the type `written`, really is: of an array a pointer to its elements, of a function
 * a pointer to it, of all others the same. */
struct hr_type_ref hr_reader_decayed(struct hr_reader *reader, struct hr_type_ref written, CXType function,
				     unsigned number);

/* Fills in the members of a struct or union that the model has as opaque, from its definition in a source. */
void hr_reader_complete(struct hr_reader *reader, CXCursor definition);

/* truth.c */
void hr_reader_note_truth(struct hr_reader *reader, CXCursor macro); /* for reader->truths, if it is one */

/* Is the declaration's number of this type, or the one that it returns, written with a macro for truth values? */
bool hr_reader_is_truth(struct hr_reader *reader, CXCursor declaration, CXType type);

/* attributes.c */
void hr_reader_attributes(struct hr_reader *reader, struct hr_operation *operation, CXCursor function);

/* declarations.c */
void hr_reader_declarations(struct hr_reader *reader, CXTranslationUnit unit);

/* Fills in what a definition or a redeclaration tells beyond what the operation has: names of parameters, a prototype. */
void hr_reader_refine(struct hr_reader *reader, size_t operation, CXCursor function);

/* comments.c */
void hr_reader_attach_comments(struct hr_reader *reader);

/* constants.c, macros.c: both try out in a translation unit of their own what cannot be asked of clang. */
int hr_reader_constants(struct hr_reader *reader, struct hr_error *error);
int hr_reader_macros(struct hr_reader *reader, struct hr_error *error);

/* sources.c */
int hr_reader_sources(struct hr_reader *reader, struct hr_error *error);

/* stubs.c */
int hr_reader_try_stubs(struct hr_reader *reader, struct hr_error *error);

/* link.c */
int hr_reader_try_link(struct hr_reader *reader, struct hr_error *error);

#endif
