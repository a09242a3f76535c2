/* The model: a unit as plain data. Everything in it lives in its arena, but for the vectors, which it frees itself. */
#ifndef HR_MODEL_MODEL_H
#define HR_MODEL_MODEL_H

#include "base/arena.h"
#include "base/error.h"
#include "base/map.h"
#include "base/strbuf.h"
#include "model/operation.h"

/* Version of the JSON form (docs/model.md); raised when a reader of the old form would go wrong. */
#define HR_MODEL_SCHEMA "harrier-model/1"

enum hr_constant_kind {
	HR_CONSTANT_INT,
	HR_CONSTANT_FLOAT,
	HR_CONSTANT_STRING,
	HR_CONSTANT_POINTER,
	HR_CONSTANT_KIND_COUNT
};

struct hr_constant {
	const char *name;
	enum hr_constant_kind kind;
	bool is_enumerator;
	size_t type;      /* the enum's or the expression's type, or HR_NO_TYPE */
	int64_t number;   /* integers */
	double real;      /* floats */
	const char *text; /* strings: the value; pointers: the expression; else NULL */
	const char *at;
	const char *doc; /* or NULL */
};

struct hr_variable {
	const char *name;
	struct hr_type_ref type;
	const char *at;
	const char *doc; /* or NULL */
	bool is_missing; /* nobody defines it, or its address is no constant: it cannot be passed */
};

struct hr_model {
	struct hr_arena arena;
	const char *unit; /* its name: that of the first header without ".h" */
	HR_VEC(const char *) headers;
	HR_VEC(const char *) sources;
	HR_VEC(const char *) flags; /* compiler and linker flags, as given */
	HR_VEC(const char *) notes; /* what was passed over and why, a sentence each */
	HR_VEC(struct hr_type) types;
	HR_VEC(struct hr_operation) operations;
	HR_VEC(struct hr_constant) constants;
	HR_VEC(struct hr_variable) variables;
	struct hr_map type_by_spelling;  /* index of the type */
	struct hr_map operation_by_name; /* index of the operation */
	struct hr_map constant_by_name;
};

struct hr_model *hr_model_new(void);
void hr_model_free(struct hr_model *model); /* NULL is fine */

/* Appends; the model copies nothing but the struct itself. Returns the index. The name (or spelling) becomes known to the maps
 * when it is new; a type that is_unnamed is not entered. */
size_t hr_model_add_type(struct hr_model *model, const struct hr_type *type);
size_t hr_model_add_operation(struct hr_model *model, const struct hr_operation *operation);
size_t hr_model_add_constant(struct hr_model *model, const struct hr_constant *constant);

/* An item with nothing known but its type. */
struct hr_item hr_item_of(const char *name, struct hr_type_ref type);

/* Decides every item and operation from its claims. */
void hr_model_decide(struct hr_model *model);

/* Forgets what sources weaker than this one said of the fields of structs. What was decided stays until it is decided anew. */
void hr_model_drop_field_claims(struct hr_model *model, enum hr_source weakest);

/* The type behind any typedefs; the qualifiers met on the way are collected. HR_NO_TYPE stays what it is. */
struct hr_type_ref hr_model_strip(const struct hr_model *model, struct hr_type_ref ref);

/* The stripped type itself; NULL for HR_NO_TYPE. Asked for every argument of every call: most are behind no typedef. */
const struct hr_type *hr_model_type_behind(const struct hr_model *model, struct hr_type_ref ref);
static inline const struct hr_type *hr_model_type(const struct hr_model *model, struct hr_type_ref ref)
{
	if (ref.type < model->types.count && model->types.data[ref.type].kind != HR_TYPE_TYPEDEF)
		return &model->types.data[ref.type];
	return hr_model_type_behind(model, ref);
}

/* The stripped type that a pointer (or array) points to; HR_NO_TYPE when it is none. */
struct hr_type_ref hr_model_pointee(const struct hr_model *model, struct hr_type_ref ref);

/* The object that a reference is about: the struct, union or opaque type behind typedefs and one level of pointer; HR_NO_TYPE
 * when there is none. `handle` typedefs of `void *`, and typedefs of `void` behind a pointer, count as
 * the typedef itself. */
size_t hr_model_object(const struct hr_model *model, struct hr_type_ref ref);

/* The type as C writes it, qualifiers included, for example "const char *". Appends to `out`. */
void hr_model_spell(struct hr_strbuf *out, const struct hr_model *model, struct hr_type_ref ref);

/* The whole model as JSON (docs/model.md), appended to `out`. */
void hr_model_save(struct hr_strbuf *out, const struct hr_model *model);

/* Reads it back: saving the result gives the same text. Any text is safe to read; fails with HR_ERROR_INPUT and line, column. */
int hr_model_load(struct hr_model **out, const char *text, size_t length, const char *name, struct hr_error *error);

#endif
