/* What the files of `harrier inspect` share. */
#ifndef HR_APP_INSPECT_INTERNAL_H
#define HR_APP_INSPECT_INTERNAL_H

#include "analysis/dependence.h"
#include "app/analyse.h"
#include "base/strbuf.h"
#include "model/model.h"
#include "oracle/rules.h"

/* How to emphasise on a terminal; empty strings elsewhere. */
struct hr_paint {
	const char *bold, *dim, *green, *red, *plain;
};

struct hr_paint hr_paint_for(bool colour);

/* The whole API: a summary, types with their operations, operations with their roles. Appends to `out`. */
void hr_inspect_summary(struct hr_strbuf *out, const struct hr_model *model, const struct hr_paint *paint);
void hr_inspect_types(struct hr_strbuf *out, const struct hr_model *model, const struct hr_paint *paint);
void hr_inspect_operations(struct hr_strbuf *out, const struct hr_model *model, const struct hr_paint *paint);
void hr_inspect_unsupported(struct hr_strbuf *out, const struct hr_model *model, const struct hr_paint *paint);

/* One of them in full, with all evidence. */
void hr_explain_operation(struct hr_strbuf *out, const struct hr_model *model, size_t index,
			  const struct hr_paint *paint);
/* What the code of an operation was found to do, with places. */
void hr_explain_facts(struct hr_strbuf *out, const struct hr_app_library *library, const struct hr_operation *operation,
		      const struct hr_paint *paint);
/* The rules that were learned or written, of one operation or ((size_t)-1) of all, with where they come from. */
void hr_inspect_rules(struct hr_strbuf *out, const struct hr_model *model, const struct hr_rules *rules,
		      size_t operation, const struct hr_paint *paint);
/* The constants of the unit, or those that a function can reach (HR_CODE_NONE: all). The library must have facts. */
void hr_inspect_constants(struct hr_strbuf *out, const struct hr_app_library *library, uint32_t function, bool as_json,
			  const struct hr_paint *paint);
void hr_explain_type(struct hr_strbuf *out, const struct hr_model *model, size_t index, const struct hr_paint *paint);

/* "length of s (bytes), not NULL": the role with all facts beside it. `siblings` are what `of` counts in. */
void hr_describe_role(struct hr_strbuf *out, const struct hr_model *model, const struct hr_item *item,
		      const char *(*name_of)(const void *, int), const void *siblings);

/* Names for `of`, in parameters of an operation and in fields of a type. */
const char *hr_param_name(const void *operation, int index);
const char *hr_field_name(const void *type, int index);

/* "maker of struct reader; NULL means refused": what the operation does and how it refuses. */
void hr_describe_kind(struct hr_strbuf *out, const struct hr_model *model, const struct hr_operation *operation);

/* The operations of a kind on a type, in the order of the model, are given to `visit`. */
typedef void hr_operation_fn(void *context, const struct hr_operation *operation);
void hr_each_operation_on(const struct hr_model *model, size_t type, enum hr_kind kind, hr_operation_fn *visit,
			  void *context);

/* The same, as lines: "makers  list_new list_copy", and so on; nothing where there is none. */
void hr_list_operations_on(struct hr_strbuf *out, const struct hr_model *model, size_t type);

/* "3 fields, 24 bytes, opaque in the header", of a struct, union or enum. */
void hr_describe_shape(struct hr_strbuf *out, const struct hr_type *type);

/* Types and operations as a graph in Graphviz's language: who provides and who requires what, all of it and purified. */
void hr_graph_write(struct hr_strbuf *out, const struct hr_model *model, const struct hr_dependence *dependence);

/* Where it was drawn, and how large both graphs are. */
void hr_graph_summary(struct hr_strbuf *out, const struct hr_dependence *dependence, const char *file);

#endif
