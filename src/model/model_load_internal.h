/* Reading the parts of a saved model: what the files of hr_model_load share.
 *
 * All functions return 0, or -1 with an error that says where in the text the trouble is. A string that they hand out
 * lives in the model's arena. */
#ifndef HR_MODEL_MODEL_LOAD_INTERNAL_H
#define HR_MODEL_MODEL_LOAD_INTERNAL_H

#include "base/json.h"
#include "model/model_internal.h"

struct hr_model_reader {
	struct hr_model *model;
	const char *name; /* of the text */
	struct hr_error *error;
	size_t types, operations, constants; /* how many there will be: what indices are held against */
};

int hr_read_fail(struct hr_model_reader *reader, const struct hr_json *at, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Members of an object. Absent, or null where a string or a reference is wanted, they are … */
int hr_read_string(const char **out, struct hr_model_reader *reader, const struct hr_json *object,
		   const char *key); /* an error */
int hr_read_optional(const char **out, struct hr_model_reader *reader, const struct hr_json *object,
		     const char *key); /* NULL */
int hr_read_word(int *out, struct hr_model_reader *reader, const struct hr_json *object, const char *key,
		 const struct hr_words *words); /* an error */
int hr_read_int(int64_t *out, struct hr_model_reader *reader, const struct hr_json *object,
		const char *key); /* an error */
int hr_read_bool(bool *out, struct hr_model_reader *reader, const struct hr_json *object, const char *key); /* false */
int hr_read_flags(void *base, struct hr_model_reader *reader, const struct hr_json *object,
		  const struct hr_flag_form *flags); /* false */
int hr_read_ref(struct hr_type_ref *out, struct hr_model_reader *reader, const struct hr_json *object,
		const char *key); /* HR_NO_TYPE when null, an error when absent */

/* A number from 0 up to and without `limit`; absent it is -1. */
int hr_read_natural(int64_t *out, struct hr_model_reader *reader, const struct hr_json *object, const char *key,
		    int64_t limit);

/* An array, the elements of which are of one kind; absent it is an error. */
int hr_read_array(const struct hr_json **out, struct hr_model_reader *reader, const struct hr_json *object,
		  const char *key, enum hr_json_kind elements);

/* The parts with claims. `siblings` is the number of parameters or fields that `of` may count. */
int hr_read_item(struct hr_item *out, struct hr_model_reader *reader, const struct hr_json *object, size_t siblings);
int hr_read_claims(hr_claims *out, struct hr_model_reader *reader, const struct hr_json *object, size_t siblings);
int hr_read_type(struct hr_type *out, struct hr_model_reader *reader, const struct hr_json *object);
int hr_read_operation(struct hr_operation *out, struct hr_model_reader *reader, const struct hr_json *object);

/* True, and `*type` set, when a type stands for itself, or points to itself with no struct on the way, or contains
 * itself with no pointer on the way: no C text can say so, and who follows types would never come to an end. */
bool hr_model_find_cycle(size_t *type, const struct hr_model *model);

#endif
