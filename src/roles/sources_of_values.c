/* Can every parameter be given something?
 *
 * Scalars, text, buffers, arrays, structs that can be built from their fields, and callbacks come from nothing. A pointer to an opaque type
 * needs somebody who yields one: a result, a slot that is filled, an argument that a callback gets, a field, a variable — and that
 * in turn may need other values first. So this is a least fixed point: nothing is obtainable at first; an operation that lacks something
 * waits for the first type that it lacks, and is looked at again when that can be had. Each type is followed once. */
#include "base/memory.h"
#include "roles/inference.h"
#include "roles/roles.h"

#include <string.h>

struct supply {
	struct hr_model *model;
	bool *obtainable;    /* for each type: a pointer to it can be had */
	hr_indices fresh;    /* types that became obtainable and were not followed yet */
	hr_indices *waiting; /* for each type: operations that lack it first */
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
	hr_vec_push(&supply->fresh, type);
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

static void obtain_end_of(struct supply *supply, struct hr_type_ref ref)
{
	int levels;
	obtain(supply, end_of(supply->model, ref, &levels));
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
			obtain_end_of(supply, type->params.data[i].type);
	/* A struct of callbacks, or one that has some. */
	if (type->kind == HR_TYPE_STRUCT && type->completeness == HR_COMPLETE)
		for (size_t i = 0; i < type->fields.count; i++) {
			int inner;
			size_t field = end_of(supply->model, type->fields.data[i].item.type, &inner);
			if (field != HR_NO_TYPE && supply->model->types.data[field].kind == HR_TYPE_FUNCTION)
				obtain_from_callback(supply, type->fields.data[i].item.type);
		}
}

/* The type that is missing for the parameter; HR_NO_TYPE when it can be given something. */
static size_t missing_for(const struct supply *supply, const struct hr_item *item)
{
	int levels;
	size_t end = end_of(supply->model, item->type, &levels);
	if (end == HR_NO_TYPE)
		return HR_NO_TYPE;
	const struct hr_type *type = &supply->model->types.data[end];
	if (!is_opaque_record(type) || supply->obtainable[end] || is_from_libc(supply->model, end))
		return HR_NO_TYPE;
	if (item->nullable == HR_YES)
		return HR_NO_TYPE;
	/* A slot is filled by the callee: nothing has to be in it. */
	if (levels >= 2 && item->role != HR_ROLE_ARRAY)
		return HR_NO_TYPE;
	return end;
}

/* The first parameter that nothing can be given to yet; the number of parameters when there is none. */
static size_t first_missing(const struct supply *supply, const struct hr_operation *operation)
{
	size_t param = 0;
	while (param < operation->params.count && missing_for(supply, &operation->params.data[param]) == HR_NO_TYPE)
		param++;
	return param;
}

static void take_what_it_yields(struct supply *supply, const struct hr_operation *operation)
{
	obtain_end_of(supply, operation->result.type);
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *item = &operation->params.data[i];
		int levels;
		size_t end = end_of(supply->model, item->type, &levels);
		if (levels >= 2 && item->role != HR_ROLE_CONSUMED)
			obtain(supply, end);
		obtain_from_callback(supply, item->type);
	}
}

/* Takes what the operation yields, or lets it wait for what it lacks. */
static void consider(struct supply *supply, size_t index)
{
	const struct hr_operation *operation = &supply->model->operations.data[index];
	if (!operation->callable)
		return;
	size_t param = first_missing(supply, operation);
	if (param == operation->params.count)
		take_what_it_yields(supply, operation);
	else
		hr_vec_push(&supply->waiting[missing_for(supply, &operation->params.data[param])], index);
}

/* A type that can be had: so can what its fields hold and point to, and whoever waited for it is looked at again. */
static void follow(struct supply *supply, size_t index)
{
	const struct hr_type *type = &supply->model->types.data[index];
	for (size_t i = 0; i < type->fields.count && type->completeness == HR_COMPLETE; i++)
		obtain_end_of(supply, type->fields.data[i].item.type);
	for (size_t i = 0; i < supply->waiting[index].count; i++)
		consider(supply, supply->waiting[index].data[i]);
}

static void refuse_for(struct hr_model *model, struct hr_operation *operation, size_t param, size_t type)
{
	const char *name = operation->params.data[param].name;
	operation->callable = false;
	operation->reason = hr_arena_printf(&model->arena, "nothing yields a '%s' for parameter %zu%s%s",
					    model->types.data[type].spelling, param + 1, *name ? ", " : "", name);
}

void hr_roles_find_sources(struct hr_model *model)
{
	struct supply supply = { model, hr_calloc(model->types.count, sizeof(bool)), HR_VEC_INIT,
				 hr_calloc(model->types.count, sizeof(hr_indices)) };
	for (size_t i = 0; i < model->variables.count; i++)
		obtain_end_of(&supply, model->variables.data[i].type);
	for (size_t i = 0; i < model->operations.count; i++)
		consider(&supply, i);
	while (supply.fresh.count)
		follow(&supply, supply.fresh.data[--supply.fresh.count]);
	for (size_t i = 0; i < model->types.count; i++) {
		for (size_t k = 0; k < supply.waiting[i].count && !supply.obtainable[i]; k++) {
			struct hr_operation *operation = &model->operations.data[supply.waiting[i].data[k]];
			refuse_for(model, operation, first_missing(&supply, operation), i);
		}
		hr_vec_release(&supply.waiting[i]);
	}
	hr_vec_release(&supply.fresh);
	free(supply.waiting);
	free(supply.obtainable);
}
