/* What an object consists of, as far as it can be compared: scalars, texts and pointers in structs, structs in structs, and arrays. */
#ifndef HR_SUITE_PARTS_H
#define HR_SUITE_PARTS_H

#include "base/arena.h"
#include "base/vec.h"
#include "model/model.h"
#include "seq/sequence.h"

struct hr_part {
	const char *path; /* ".total_out", ".head.size", "[1].type" */
	size_t offset;    /* bytes from the beginning of the object */
	struct hr_type_ref type;
};

typedef HR_VEC(struct hr_part) hr_object_parts;

/* Appends the parts that are for users to read, in their order, at most some dozens; paths are in the arena. `count`: an array of so many; -1: one object. Characters in an array are one part, a text. A scalar by itself
 * has no parts. */
void hr_object_parts_find(hr_object_parts *out, struct hr_arena *arena, const struct hr_model *model,
			  struct hr_type_ref ref, int64_t count);

/* The same for what a value points to, or, where it is a struct itself, for that. */
void hr_value_parts_find(hr_object_parts *out, struct hr_arena *arena, const struct hr_sequence *sequence, size_t value,
			 int64_t count);

/* Reads a part of what a value points to, at the end of the sequence; the value that it yields. */
size_t hr_part_read(struct hr_sequence *sequence, size_t value, const struct hr_part *part);

/* Whether a value is a struct itself, not a pointer to one. */
bool hr_value_is_struct(const struct hr_sequence *sequence, size_t value);

/* Whether a field is for users to read, as far as its name and its role tell. */
bool hr_field_is_public(const struct hr_field *field);

#endif
