/* Well-known callbacks: functions that do what their type suggests (compare, hash, copy, read, write), written out for every callback type that
 * they fit. Sequences name them like functions. */
#ifndef HR_MODEL_CALLBACK_SHAPES_H
#define HR_MODEL_CALLBACK_SHAPES_H

#include "model/model.h"

enum hr_callback_shape {
	HR_SHAPE_COMPARE_INT,  /* orders what two pointers point to as ints */
	HR_SHAPE_COMPARE_TEXT, /* … as strings */
	HR_SHAPE_HASH_TEXT,
	HR_SHAPE_COPY_TEXT, /* a copy on the heap */
	HR_SHAPE_READ_ONCE, /* gives one byte, then the end */
	HR_SHAPE_WRITE_ALL, /* takes all it is given */
	HR_SHAPE_COUNT
};

const char *hr_callback_shape_name(enum hr_callback_shape shape); /* "compare_int", … */

/* The shape of that name; HR_SHAPE_COUNT when there is none. */
enum hr_callback_shape hr_callback_shape_named(const char *name);

/* True when the function type can have this shape. */
bool hr_callback_shape_fits(const struct hr_model *model, const struct hr_type *function, enum hr_callback_shape shape);

/* Its definition as C text, on one line, `static R name(…) { … }`. */
void hr_callback_shape_write(struct hr_strbuf *out, const struct hr_model *model, const struct hr_type *function,
			     enum hr_callback_shape shape, const char *name);

#endif
