/* Parts of objects: all that is public, structs in structs and the first elements of arrays included.
 *
 * Invariant: a part lies within the object, and its path is what C writes behind the object's name. */
#include "suite/parts.h"

#include <string.h>

enum { MOST_PARTS = 48, MOST_DEPTH = 3, MOST_ELEMENTS = 8 };

struct finding {
	hr_object_parts *out;
	struct hr_arena *arena;
	const struct hr_model *model;
};

bool hr_field_is_public(const struct hr_field *field)
{
	static const char *const hidden[] = {
		"private", "reserved", "internal", "opaque", "padding", "unused", "magic"
	};
	const char *name = field->item.name;
	if (!*name || *name == '_' || name[strlen(name) - 1] == '_' || field->bit_width >= 0 ||
	    field->item.role == HR_ROLE_PRIVATE || field->offset_bits < 0 || field->offset_bits % 8)
		return false;
	for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
		if (strstr(name, hidden[i]))
			return false;
	return true;
}

static bool is_character(const struct hr_type *type)
{
	return type && type->kind == HR_TYPE_INT && strcmp(type->spelling, "char") == 0;
}

static void find_in(const struct finding *finding, const char *path, size_t offset, struct hr_type_ref ref,
		    unsigned depth);

static void find_elements(const struct finding *finding, const char *path, size_t offset, struct hr_type_ref element,
			  int64_t count, unsigned depth)
{
	const struct hr_type *type = hr_model_type(finding->model, element);
	for (int64_t i = 0; type && type->size > 0 && i < count && i < MOST_ELEMENTS; i++)
		find_in(finding, hr_arena_printf(finding->arena, "%s[%lld]", path, (long long)i),
			offset + (size_t)(i * type->size), element, depth + 1);
}

static void find_fields(const struct finding *finding, const char *path, size_t offset, const struct hr_type *type,
			unsigned depth)
{
	for (size_t i = 0; i < type->fields.count; i++) {
		const struct hr_field *field = &type->fields.data[i];
		if (hr_field_is_public(field))
			find_in(finding, hr_arena_printf(finding->arena, "%s.%s", path, field->item.name),
				offset + (size_t)field->offset_bits / 8, field->item.type, depth + 1);
	}
}

/* What stands there: one part, or several. */
static void find_in(const struct finding *finding, const char *path, size_t offset, struct hr_type_ref ref,
		    unsigned depth)
{
	const struct hr_type *type = hr_model_type(finding->model, ref);
	if (!type || type->size <= 0 || depth > MOST_DEPTH || finding->out->count >= MOST_PARTS)
		return;
	switch (type->kind) {
	case HR_TYPE_STRUCT:
		if (type->completeness == HR_COMPLETE)
			find_fields(finding, path, offset, type, depth);
		break;
	case HR_TYPE_ARRAY:
		if (is_character(hr_model_type(finding->model, type->target)))
			hr_vec_push(finding->out, (struct hr_part){ path, offset, ref });
		else
			find_elements(finding, path, offset, type->target, type->count, depth);
		break;
	case HR_TYPE_BOOL:
	case HR_TYPE_INT:
	case HR_TYPE_ENUM:
	case HR_TYPE_FLOAT:
	case HR_TYPE_POINTER:
		hr_vec_push(finding->out, (struct hr_part){ path, offset, ref });
		break;
	default:
		break;
	}
}

void hr_object_parts_find(hr_object_parts *out, struct hr_arena *arena, const struct hr_model *model,
			  struct hr_type_ref ref, int64_t count)
{
	struct finding finding = { out, arena, model };
	const struct hr_type *type = hr_model_type(model, ref);
	if (count >= 0)
		find_elements(&finding, "", 0, ref, count, 0);
	else if (type && type->kind == HR_TYPE_STRUCT)
		find_in(&finding, "", 0, ref, 0);
}

bool hr_value_is_struct(const struct hr_sequence *sequence, size_t value)
{
	const struct hr_type *type = hr_model_type(sequence->model, sequence->values.data[value].type);
	return type && type->kind == HR_TYPE_STRUCT;
}

void hr_value_parts_find(hr_object_parts *out, struct hr_arena *arena, const struct hr_sequence *sequence, size_t value,
			 int64_t count)
{
	struct hr_type_ref type = hr_value_is_struct(sequence, value) ? sequence->values.data[value].type
								      : hr_value_pointee(sequence, value);
	hr_object_parts_find(out, arena, sequence->model, type, count);
}

size_t hr_part_read(struct hr_sequence *sequence, size_t value, const struct hr_part *part)
{
	struct hr_arena *arena = &sequence->arena;
	struct hr_statement get = { .kind = HR_STATEMENT_GET, .value = HR_NO_VALUE, .count = -1 };
	get.access = hr_arena_alloc(arena, sizeof *get.access);
	*get.access = (struct hr_access){ .value = value,
					  .through = true,
					  .offset = (int64_t)part->offset,
					  .bit_offset = -1,
					  .bit_width = -1,
					  .type = part->type,
					  .text = hr_arena_strdup(arena, part->path) };
	size_t index = hr_sequence_add(sequence, &get, true, part->type, NULL);
	return sequence->statements.data[index].value;
}
