/* Types as sequences have them.
 *
 * Invariant: a shape whose type is HR_NO_TYPE is a pointer; where its depth is 0, or its base HR_NO_TYPE too, nobody knows to what. */
#include "seq/shape.h"

#include "base/text.h"

static const struct hr_type_ref no_type = { HR_NO_TYPE, 0 };

struct hr_shape hr_shape_of(struct hr_type_ref type)
{
	return (struct hr_shape){ type, { no_type, 0 } };
}

struct hr_shape hr_shape_of_access(const struct hr_access *access)
{
	return (struct hr_shape){ access->type, access->pointed };
}

struct hr_shape hr_shape_of_value(const struct hr_sequence *sequence, size_t value)
{
	const struct hr_value *it = &sequence->values.data[value];
	const struct hr_statement *statement = &sequence->statements.data[it->statement];

	if (it->type.type != HR_NO_TYPE)
		return hr_shape_of(it->type);
	if (statement->kind == HR_STATEMENT_GET)
		return hr_shape_of_access(statement->access);
	if (statement->kind == HR_STATEMENT_LITERAL)
		return (struct hr_shape){ no_type, statement->pointed };
	if (statement->kind == HR_STATEMENT_NEW && statement->type.type != HR_NO_TYPE)
		return (struct hr_shape){ no_type, { statement->type, 1 } };
	if (statement->kind == HR_STATEMENT_NEW)
		return (struct hr_shape){ no_type, { statement->pointed.base, statement->pointed.depth + 1 } };
	return hr_shape_of(no_type);
}

/* How well a pointer of the model leads to the type: 0 not at all, 1 behind typedefs, 2 as it is written. */
static int rate_pointer(const struct hr_model *model, const struct hr_type *pointer, struct hr_type_ref to)
{
	if (pointer->kind != HR_TYPE_POINTER || pointer->target.type == HR_NO_TYPE || pointer->target.qualifiers)
		return 0;
	if (pointer->target.type == to.type)
		return 2;
	struct hr_type_ref target = hr_model_strip(model, pointer->target);
	return target.type == hr_model_strip(model, to).type && !target.qualifiers;
}

struct hr_shape hr_shape_pointer_to(const struct hr_model *model, struct hr_shape shape)
{
	struct hr_shape best = { no_type, { shape.type, 1 } };
	int best_rate = 0;

	if (shape.type.type == HR_NO_TYPE)
		return (struct hr_shape){ no_type, { shape.pointed.base, shape.pointed.depth + 1 } };
	for (size_t i = 0; i < model->types.count && best_rate < 2; i++) {
		int rate = rate_pointer(model, &model->types.data[i], shape.type);

		if (rate > best_rate) {
			best = hr_shape_of((struct hr_type_ref){ i, 0 });
			best_rate = rate;
		}
	}
	return best;
}

bool hr_shape_pointee(struct hr_shape *out, const struct hr_model *model, struct hr_shape shape)
{
	const struct hr_type *type = hr_shape_type(model, shape);

	if (type) {
		*out = hr_shape_of(type->target);
		return (type->kind == HR_TYPE_POINTER || type->kind == HR_TYPE_ARRAY) &&
		       type->target.type != HR_NO_TYPE;
	}
	if (shape.pointed.depth == 0 || shape.pointed.base.type == HR_NO_TYPE)
		return false;
	*out = hr_shape_of(shape.pointed.base);
	if (shape.pointed.depth > 1)
		*out = (struct hr_shape){ no_type, { shape.pointed.base, shape.pointed.depth - 1 } };
	return true;
}

enum hr_type_kind hr_shape_kind(const struct hr_model *model, struct hr_shape shape)
{
	const struct hr_type *type = hr_shape_type(model, shape);

	return type ? type->kind : HR_TYPE_POINTER;
}

const struct hr_type *hr_shape_type(const struct hr_model *model, struct hr_shape shape)
{
	return hr_model_type(model, shape.type);
}

size_t hr_shape_size(const struct hr_model *model, struct hr_shape shape)
{
	return hr_type_size(model, shape.type);
}

void hr_shape_spell(struct hr_strbuf *out, const struct hr_model *model, struct hr_shape shape)
{
	if (shape.type.type != HR_NO_TYPE) {
		hr_model_spell(out, model, shape.type);
		return;
	}
	size_t start = out->length;
	if (shape.pointed.base.type == HR_NO_TYPE)
		hr_strbuf_addstr(out, "void");
	hr_model_spell(out, model, shape.pointed.base);
	if (out->length > start && out->data[out->length - 1] != '*')
		hr_strbuf_addch(out, ' ');
	hr_strbuf_addch(out, '*');
	for (unsigned i = 1; i < shape.pointed.depth; i++)
		hr_strbuf_addch(out, '*');
}

bool hr_shape_is_byte(const struct hr_model *model, struct hr_shape shape)
{
	const struct hr_type *type = hr_shape_type(model, shape);

	return type && type->kind == HR_TYPE_INT && type->size == 1;
}

/* A struct begins with its first member, a union with each of them. */
static bool begins_with(const struct hr_model *model, const struct hr_type *type, const struct hr_type *wanted)
{
	if (type->kind != HR_TYPE_STRUCT && type->kind != HR_TYPE_UNION)
		return false;
	for (size_t i = 0; i < type->fields.count; i++) {
		const struct hr_type *first = hr_model_type(model, type->fields.data[i].item.type);

		if (type->fields.data[i].offset_bits != 0 || !first)
			continue;
		if (first == wanted || begins_with(model, first, wanted))
			return true;
	}
	return false;
}

static bool is_enum_of(const struct hr_model *model, const struct hr_type *type, const struct hr_type *integer)
{
	return type->kind == HR_TYPE_ENUM && hr_model_type(model, type->target) == integer;
}

static bool are_alike(const struct hr_model *model, const struct hr_type *from, const struct hr_type *to)
{
	if (from == to || from->kind == HR_TYPE_VOID || to->kind == HR_TYPE_VOID)
		return true;
	if (from->kind == HR_TYPE_FUNCTION && to->kind == HR_TYPE_FUNCTION)
		return from->params.count == to->params.count;
	if (from->kind == HR_TYPE_INT && to->kind == HR_TYPE_INT && from->size == 1 && to->size == 1)
		return true;
	if (is_enum_of(model, from, to) || is_enum_of(model, to, from))
		return true;
	if (from->kind == to->kind && !from->is_unnamed && hr_text_equal(from->spelling, to->spelling))
		return true;
	return begins_with(model, from, to);
}

bool hr_shape_leads_to(const struct hr_model *model, struct hr_shape from, struct hr_shape to)
{
	for (;;) {
		const struct hr_type *from_type = hr_shape_type(model, from), *to_type = hr_shape_type(model, to);

		if (from_type && to_type && are_alike(model, from_type, to_type))
			return true;
		/* The address of an array is that of its first element. */
		if (from_type && from_type->kind == HR_TYPE_ARRAY && to_type && to_type->kind != HR_TYPE_ARRAY) {
			from = hr_shape_of(from_type->target);
			continue;
		}
		if ((from_type && from_type->kind == HR_TYPE_VOID) || (to_type && to_type->kind == HR_TYPE_VOID))
			return true;
		if (hr_shape_kind(model, from) != HR_TYPE_POINTER || hr_shape_kind(model, to) != HR_TYPE_POINTER)
			return false;
		if (!hr_shape_pointee(&from, model, from) || !hr_shape_pointee(&to, model, to))
			return true;
	}
}
