/* Operands that have operands: lists and structs.
 *
 * Invariant: the initialisers of a struct name each field once, in the order of the text; those of an anonymous member are in one operand
 * of their own, in the place of the first. */
#include "seq/read_internal.h"

#include <string.h>

void hr_operands_keep(struct hr_operand *out, struct hr_text_reader *reader, const hr_operands *parts)
{
	out->part_count = parts->count;
	if (parts->count == 0)
		return;
	out->parts = hr_arena_alloc(&reader->sequence->arena, parts->count * sizeof *parts->data);
	memcpy(out->parts, parts->data, parts->count * sizeof *parts->data);
}

/* What the elements of a list are for. */
static int element_target(struct hr_target *out, struct hr_text_reader *reader, const struct hr_target *target,
			  size_t at)
{
	struct hr_shape element = target->shape;

	if (target->place == HR_PLACE_TAIL)
		return hr_text_fail_fit(reader, at, target, "make it with new", "a list");
	if (target->count == HR_NOT_ARRAY) {
		if (hr_shape_kind(reader->model, target->shape) != HR_TYPE_POINTER)
			return hr_text_fail_fit(reader, at, target, NULL, "a list");
		if (!hr_shape_pointee(&element, reader->model, target->shape) ||
		    hr_shape_size(reader->model, element) == 0)
			return hr_text_fail_fit(reader, at, target, "make it with new", "a list");
	}
	*out = hr_target_of(reader->model, element, HR_PLACE_ELEMENT, NULL, 0);
	return 0;
}

int hr_text_list(struct hr_operand *out, struct hr_text_reader *reader, const struct hr_target *target)
{
	size_t at = hr_text_take(reader)->start;
	hr_operands parts = HR_VEC_INIT;
	struct hr_target element;
	int status = element_target(&element, reader, target, at);

	out->kind = HR_OPERAND_LIST;
	while (status == 0 && !hr_text_accept(reader, ']')) {
		struct hr_operand part;

		if (parts.count > 0 && hr_text_expect(reader, ',') < 0) {
			status = -1;
			break;
		}
		element.number = parts.count + 1;
		status = hr_text_operand(&part, reader, &element);
		if (status == 0)
			hr_vec_push(&parts, part);
	}
	if (status == 0 && target->count >= 0 && parts.count > (size_t)target->count)
		status = hr_text_fail_fit(reader, at, target, NULL, "a list of %zu elements", parts.count);
	if (status == 0)
		hr_operands_keep(out, reader, &parts);
	hr_vec_release(&parts);
	return status;
}

/* The struct or union that an operand in braces is: the target itself, or what it points to; NULL, and the error set, when that is none
 * with public members. */
static const struct hr_type *struct_target(struct hr_text_reader *reader, const struct hr_target *target, size_t at)
{
	struct hr_shape shape = target->shape;
	const struct hr_type *type = NULL;
	bool is_known = target->place != HR_PLACE_TAIL && target->count == HR_NOT_ARRAY;

	if (is_known && hr_shape_kind(reader->model, shape) == HR_TYPE_POINTER)
		is_known = hr_shape_pointee(&shape, reader->model, target->shape);
	if (is_known)
		type = hr_shape_type(reader->model, shape);
	if (!type || (type->kind != HR_TYPE_STRUCT && type->kind != HR_TYPE_UNION)) {
		hr_text_fail_fit(reader, at, target, NULL, "a struct");
		return NULL;
	}
	if (type->completeness != HR_COMPLETE) {
		hr_text_fail_fit(reader, at, target, "its members are not public", "a struct");
		return NULL;
	}
	return type;
}

/* The place for one more initialiser; -1 when the field has one already. */
static int add_part(struct hr_operand **out, struct hr_operand *operand, struct hr_arena *arena, size_t field,
		    bool is_anonymous)
{
	for (size_t i = 0; i < operand->part_count; i++) {
		*out = &operand->parts[i];
		if (operand->fields[i] == field)
			return is_anonymous ? 0 : -1;
	}
	struct hr_operand *parts = hr_arena_alloc(arena, (operand->part_count + 1) * sizeof *parts);
	size_t *fields = hr_arena_alloc(arena, (operand->part_count + 1) * sizeof *fields);
	if (operand->part_count > 0) {
		memcpy(parts, operand->parts, operand->part_count * sizeof *parts);
		memcpy(fields, operand->fields, operand->part_count * sizeof *fields);
	}
	operand->parts = parts;
	operand->fields = fields;
	operand->fields[operand->part_count] = field;
	*out = &operand->parts[operand->part_count++];
	if (is_anonymous)
		(*out)->kind = HR_OPERAND_STRUCT;
	return 0;
}

/* A field of an anonymous member lies in an operand of its own for that member. */
static int place_of_field(struct hr_operand **out, struct hr_operand *operand, struct hr_text_reader *reader,
			  const struct hr_type *type, const struct hr_field_path *path, const struct hr_token *name)
{
	for (size_t i = 0; i < path->count; i++) {
		bool is_last = i + 1 == path->count;

		if (type->kind == HR_TYPE_UNION && operand->part_count > 0 && operand->fields[0] != path->indices[i])
			return hr_text_fail(reader, name->start, "'%s' is in a union, and another member is set",
					    name->text);
		if (add_part(out, operand, &reader->sequence->arena, path->indices[i], !is_last) < 0)
			return hr_text_fail(reader, name->start, "'%s' is set twice", name->text);
		operand = *out;
		type = hr_model_type(reader->model, type->fields.data[path->indices[i]].item.type);
	}
	return 0;
}

static int read_initialiser(struct hr_operand *out, struct hr_text_reader *reader, const struct hr_type *type)
{
	struct hr_field_path path;
	struct hr_operand *place = NULL, part;

	if (!hr_text_accept(reader, '.'))
		return hr_text_fail_expected(reader, "a field, as in '.name = …',");
	const struct hr_token *name = hr_text_peek(reader, 0);
	if (name->kind != HR_TOKEN_WORD)
		return hr_text_fail_expected(reader, "the name of a field");
	hr_text_take(reader);
	if (hr_text_field(&path, reader, type, name) < 0 || hr_text_expect(reader, '=') < 0)
		return -1;
	struct hr_target target = hr_target_of(reader->model, hr_shape_of(path.field->item.type), HR_PLACE_FIELD,
					       path.field->item.name, 0);
	target.bit_width = path.field->bit_width;
	if (hr_text_operand(&part, reader, &target) < 0 || place_of_field(&place, out, reader, type, &path, name) < 0)
		return -1;
	if (place)
		*place = part;
	return 0;
}

int hr_text_struct(struct hr_operand *out, struct hr_text_reader *reader, const struct hr_target *target)
{
	size_t at = hr_text_take(reader)->start;

	out->kind = HR_OPERAND_STRUCT;
	/* `new T {}` is all zero, whatever T is. */
	if (target->place == HR_PLACE_OBJECT && hr_text_accept(reader, '}'))
		return 0;
	const struct hr_type *type = struct_target(reader, target, at);
	if (!type)
		return -1;
	for (bool is_first = true; !hr_text_accept(reader, '}'); is_first = false) {
		if (!is_first && hr_text_expect(reader, ',') < 0)
			return -1;
		if (read_initialiser(out, reader, type) < 0)
			return -1;
	}
	return 0;
}
