/* Can every parameter be given something?
 *
 * Scalars, text, buffers, arrays, structs that can be built from their fields, and callbacks come from nothing. A pointer to an opaque type
 * needs somebody who yields one: a result, a slot that is filled, an argument that a callback gets, a field, a variable — and that
 * in turn may need other values first. So this is a least fixed point: nothing is obtainable at first, and each round adds what can be had
 * from what was had before. */
#include "base/memory.h"
#include "roles/inference.h"
#include "roles/roles.h"

#include <string.h>

struct supply {
	struct hr_model *model;
	bool *obtainable; /* for each type: a pointer to it can be had */
	bool changed;
};

/* Opaque types of libc that libc itself can make. */
static bool is_from_libc(const struct hr_model *model, size_t type)
{
	static const char *const known[] = {
		"FILE", "struct _IO_FILE", "DIR", "struct __dirstream", "struct __locale_struct", "struct __va_list_tag"
	};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(model->types.data[type].spelling, known[i]) == 0)
			return true;
	return false;
}

static void obtain(struct supply *supply, size_t type)
{
	if (type == HR_NO_TYPE || supply->obtainable[type])
		return;
	supply->obtainable[type] = true;
	supply->changed = true;
}

/* What a reference leads to: through pointers and typedefs, the struct or opaque type at its end; `levels` counts the pointers. */
static size_t end_of(const struct hr_model *model, struct hr_type_ref ref, int *levels)
{
	*levels = 0;
	for (int depth = 0; depth < 16 && ref.type != HR_NO_TYPE; depth++) {
		ref = hr_model_strip(model, ref);
		if (ref.type == HR_NO_TYPE)
			break;
		const struct hr_type *type = &model->types.data[ref.type];
		if (type->kind != HR_TYPE_POINTER && type->kind != HR_TYPE_ARRAY)
			return ref.type;
		*levels += type->kind == HR_TYPE_POINTER;
		ref = type->target;
	}
	return HR_NO_TYPE;
}

static bool is_opaque_record(const struct hr_type *type)
{
	return (type->kind == HR_TYPE_STRUCT || type->kind == HR_TYPE_UNION) && type->completeness != HR_COMPLETE;
}

/* Whatever can be reached from a value of this type can be had: fields of structs, what pointers point to. */
static void obtain_through(struct supply *supply, struct hr_type_ref ref, int depth)
{
	int levels;
	size_t end = end_of(supply->model, ref, &levels);
	if (end == HR_NO_TYPE || depth > 4 || supply->obtainable[end])
		return;
	obtain(supply, end);
	const struct hr_type *type = &supply->model->types.data[end];
	for (size_t i = 0; i < type->fields.count && type->completeness == HR_COMPLETE; i++)
		obtain_through(supply, type->fields.data[i].item.type, depth + 1);
}

/* The values that a callback sees are values too: operations on them are called from inside it. */
static void obtain_from_callback(struct supply *supply, struct hr_type_ref ref)
{
	int levels;
	size_t end = end_of(supply->model, ref, &levels);
	const struct hr_type *type = end == HR_NO_TYPE ? NULL : &supply->model->types.data[end];
	if (!type)
		return;
	if (type->kind == HR_TYPE_FUNCTION)
		for (size_t i = 0; i < type->params.count; i++)
			obtain_through(supply, type->params.data[i].type, 0);
	/* A struct of callbacks, or one that has some. */
	if (type->kind == HR_TYPE_STRUCT && type->completeness == HR_COMPLETE)
		for (size_t i = 0; i < type->fields.count; i++) {
			int inner;
			size_t field = end_of(supply->model, type->fields.data[i].item.type, &inner);
			if (field != HR_NO_TYPE && supply->model->types.data[field].kind == HR_TYPE_FUNCTION)
				obtain_from_callback(supply, type->fields.data[i].item.type);
		}
}

/* NULL when the parameter can be given something; else the type that is missing. */
static const struct hr_type *missing_for(const struct supply *supply, const struct hr_item *item)
{
	int levels;
	size_t end = end_of(supply->model, item->type, &levels);
	if (end == HR_NO_TYPE)
		return NULL;
	const struct hr_type *type = &supply->model->types.data[end];
	if (!is_opaque_record(type) || supply->obtainable[end] || is_from_libc(supply->model, end))
		return NULL;
	if (item->nullable == HR_YES)
		return NULL;
	/* A slot is filled by the callee: nothing has to be in it. */
	if (levels >= 2 && item->role != HR_ROLE_ARRAY)
		return NULL;
	return type;
}

static const struct hr_type *first_missing(const struct supply *supply, const struct hr_operation *operation,
					   size_t *param)
{
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_type *type = missing_for(supply, &operation->params.data[i]);
		if (type) {
			*param = i;
			return type;
		}
	}
	return NULL;
}

static void take_what_it_yields(struct supply *supply, const struct hr_operation *operation)
{
	obtain_through(supply, operation->result.type, 0);
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *item = &operation->params.data[i];
		int levels;
		size_t end = end_of(supply->model, item->type, &levels);
		if (end != HR_NO_TYPE && levels >= 2 && item->role != HR_ROLE_CONSUMED)
			obtain_through(supply, item->type, 0);
		obtain_from_callback(supply, item->type);
	}
}

void hr_roles_find_sources(struct hr_model *model)
{
	struct supply supply = { model, hr_calloc(model->types.count + 1, sizeof(bool)), true };
	for (size_t i = 0; i < model->variables.count; i++)
		obtain_through(&supply, model->variables.data[i].type, 0);
	while (supply.changed) {
		supply.changed = false;
		for (size_t i = 0; i < model->operations.count; i++) {
			size_t param;
			if (model->operations.data[i].callable &&
			    !first_missing(&supply, &model->operations.data[i], &param))
				take_what_it_yields(&supply, &model->operations.data[i]);
		}
	}
	for (size_t i = 0; i < model->operations.count; i++) {
		struct hr_operation *operation = &model->operations.data[i];
		size_t param;
		const struct hr_type *missing = operation->callable ? first_missing(&supply, operation, &param) : NULL;
		if (!missing)
			continue;
		operation->callable = false;
		operation->reason = hr_arena_printf(
			&model->arena, "nothing yields a '%s' for parameter %zu%s%s", missing->spelling, param + 1,
			*operation->params.data[param].name ? ", " : "", operation->params.data[param].name);
	}
	free(supply.obtainable);
}
