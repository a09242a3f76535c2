/* Types as sequences have them: the model's, and pointers that the model has no type for. Shared by the files of seq alone. */
#ifndef HR_SEQ_SHAPE_H
#define HR_SEQ_SHAPE_H

#include "seq/sequence.h"

/* As the pair in a statement or an access: `pointed` counts when the type is HR_NO_TYPE. */
struct hr_shape {
	struct hr_type_ref type;
	struct hr_pointed pointed;
};

struct hr_shape hr_shape_of(struct hr_type_ref type);
struct hr_shape hr_shape_of_value(const struct hr_sequence *sequence, size_t value);
struct hr_shape hr_shape_of_access(const struct hr_access *access);

/* The model's own type where it has one for a pointer to this without qualifiers. */
struct hr_shape hr_shape_pointer_to(const struct hr_model *model, struct hr_shape shape);

/* True, and `*out` set, when it is a pointer or an array and what it leads to is known. */
bool hr_shape_pointee(struct hr_shape *out, const struct hr_model *model, struct hr_shape shape);

/* Behind typedefs; that of pointers for those the model does not have. */
enum hr_type_kind hr_shape_kind(const struct hr_model *model, struct hr_shape shape);

/* The type behind typedefs; NULL for pointers that the model does not have. */
const struct hr_type *hr_shape_type(const struct hr_model *model, struct hr_shape shape);

size_t hr_shape_size(const struct hr_model *model, struct hr_shape shape);
void hr_shape_spell(struct hr_strbuf *out, const struct hr_model *model, struct hr_shape shape);

/* Characters and bytes: integers of one byte, whatever their sign. */
bool hr_shape_is_byte(const struct hr_model *model, struct hr_shape shape);

/* Whether a pointer to `from` may be handed over where one to `to` is wanted: the same type behind typedefs and qualifiers, void on
 * either side, bytes, a struct that begins with the wanted one, functions of as many parameters. */
bool hr_shape_leads_to(const struct hr_model *model, struct hr_shape from, struct hr_shape to);

/* True, and `*out` set, when the model has a type of this spelling, or it is a built-in type that one of the model's is equal to,
 * or a pointer to such a type. White space and qualifiers do not count. */
bool hr_shape_find(struct hr_shape *out, const struct hr_model *model, const char *spelling);

#endif
