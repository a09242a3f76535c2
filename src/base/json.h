/* JSON (RFC 8259): a reader that builds a tree, and a writer that streams into a string.
 *
 * The reader takes untrusted text: nesting is limited (HR_JSON_DEPTH), strings come out as valid UTF-8 (escapes
 * decoded, lone surrogates and malformed bytes become U+FFFD), `\u0000` is an error because strings are C strings,
 * numbers keep their text beside the double (infinite when out of a double's range). Of repeated keys in an object the
 * last one counts for hr_json_get; the children have them all. A byte order mark at the beginning is skipped. */
#ifndef HR_BASE_JSON_H
#define HR_BASE_JSON_H

#include "base/arena.h"
#include "base/error.h"
#include "base/strbuf.h"

#include <stdbool.h>
#include <stdint.h>

#define HR_JSON_DEPTH 512

enum hr_json_kind {
	HR_JSON_NULL,
	HR_JSON_BOOL,
	HR_JSON_NUMBER,
	HR_JSON_STRING,
	HR_JSON_ARRAY,
	HR_JSON_OBJECT,
};

struct hr_json {
	enum hr_json_kind kind;
	bool boolean;
	double number;
	const char *text;      /* a string's value, or a number as written */
	const char *key;       /* in an object: this member's name; else NULL */
	struct hr_json *first; /* children of an array or object, in order */
	struct hr_json *next;  /* next sibling */
	size_t count;          /* number of children */
	unsigned line, column; /* where it begins, from 1; columns are bytes */
};

/* Reads one JSON text, with nothing but white space after it. The tree lives in the arena. Fails (HR_ERROR_INPUT) with
 * "NAME:LINE:COLUMN: reason", `name` being what to call the text. */
int hr_json_read(struct hr_json **out, const char *text, size_t length, const char *name, struct hr_arena *arena,
		 struct hr_error *error);

/* The member of an object; NULL when absent or when `object` is NULL or no object. */
const struct hr_json *hr_json_get(const struct hr_json *object, const char *key);

/* The member's text when it is a string, else `otherwise`. */
const char *hr_json_get_string(const struct hr_json *object, const char *key, const char *otherwise);

/* The member's value when it is a number that is a whole int64_t, else `otherwise`. */
int64_t hr_json_get_int(const struct hr_json *object, const char *key, int64_t otherwise);
double hr_json_get_double(const struct hr_json *object, const char *key, double otherwise);
bool hr_json_get_bool(const struct hr_json *object, const char *key, bool otherwise);

/* The writer indents by one space a level and takes care of commas, colons and escapes (malformed UTF-8 becomes
 * U+FFFD). Broken nesting, or nesting beyond HR_JSON_DEPTH, is an HR_BUG. In an object every value is preceded by
 * hr_json_key. No newline is written after the outermost value. The fields are the writer's own. */
struct hr_json_writer {
	struct hr_strbuf *out;
	unsigned depth;
	unsigned compact_depth;        /* the depth the compact value has inside; 0: none is being written */
	bool compact_next;             /* hr_json_compact was called, the value is still to come */
	bool after_key;                /* a key waits for its value */
	bool after_value;              /* something was written at this level */
	bool is_object[HR_JSON_DEPTH]; /* what was begun, outermost first */
};

void hr_json_writer_init(struct hr_json_writer *writer, struct hr_strbuf *out);
void hr_json_begin_object(struct hr_json_writer *writer);
void hr_json_end_object(struct hr_json_writer *writer);
void hr_json_begin_array(struct hr_json_writer *writer);
void hr_json_end_array(struct hr_json_writer *writer);
void hr_json_key(struct hr_json_writer *writer, const char *key);
void hr_json_string(struct hr_json_writer *writer, const char *text); /* NULL writes null */
void hr_json_int(struct hr_json_writer *writer, int64_t value);
void hr_json_uint(struct hr_json_writer *writer, uint64_t value);
/* The fewest digits that read back as the same double, whole numbers below 1e15 without an exponent; null when not
 * finite. */
void hr_json_double(struct hr_json_writer *writer, double value);
void hr_json_bool(struct hr_json_writer *writer, bool value);
void hr_json_null(struct hr_json_writer *writer);

/* The next value (object or array) is written on one line; back to normal when it ends. */
void hr_json_compact(struct hr_json_writer *writer);

#endif
