/* What types and operations look like, as far as idioms ask. */
#include "oracle/idioms_internal.h"

#include <string.h>

bool hr_is_text(const struct hr_model *model, struct hr_type_ref type)
{
	const struct hr_type *it = hr_model_type(model, type);
	const struct hr_type *target = hr_model_type(model, hr_model_pointee(model, type));

	return it && it->kind == HR_TYPE_POINTER && target && target->kind == HR_TYPE_INT && target->size == 1 &&
	       strcmp(target->spelling, "char") == 0;
}

bool hr_is_number(const struct hr_model *model, struct hr_type_ref type)
{
	const struct hr_type *it = hr_model_type(model, type);

	return it && (it->kind == HR_TYPE_INT || it->kind == HR_TYPE_BOOL || it->kind == HR_TYPE_ENUM) &&
	       it->size > 0 && it->size <= 8;
}

bool hr_is_real(const struct hr_model *model, struct hr_type_ref type)
{
	const struct hr_type *it = hr_model_type(model, type);

	return it && it->kind == HR_TYPE_FLOAT && (it->size == 8 || it->size == 4);
}

bool hr_is_truth(const struct hr_model *model, struct hr_type_ref type)
{
	const struct hr_type *it = hr_model_type(model, type);

	if (!it || !hr_is_number(model, type))
		return false;
	if (it->kind == HR_TYPE_BOOL)
		return true;
	const struct hr_type *named = &model->types.data[type.type];
	struct hr_idiom_words name;
	hr_idiom_name_split(&name, named->spelling);
	static const char *const words[] = { "bool", "boolean", "gboolean", NULL };
	return named->kind == HR_TYPE_TYPEDEF && hr_idiom_name_has(&name, words) != HR_NONE;
}

bool hr_is_const_pointer(const struct hr_model *model, struct hr_type_ref type)
{
	const struct hr_type *it = hr_model_type(model, type);

	return it && it->kind == HR_TYPE_POINTER && (it->target.qualifiers & HR_CONST) != 0;
}

size_t hr_handle_of(const struct hr_model *model, struct hr_type_ref type)
{
	const struct hr_type *it = hr_model_type(model, type);
	if (!it || it->kind != HR_TYPE_POINTER)
		return HR_NO_TYPE;
	const struct hr_type *target = hr_model_type(model, hr_model_pointee(model, type));
	if (!target || target->is_system)
		return HR_NO_TYPE;
	if (target->kind != HR_TYPE_STRUCT && target->kind != HR_TYPE_UNION && target->kind != HR_TYPE_VOID)
		return HR_NO_TYPE;
	/* of pointers to void only those that have a name of their own */
	size_t object = hr_model_object(model, type);
	return object != HR_NO_TYPE && model->types.data[object].kind == HR_TYPE_VOID ? HR_NO_TYPE : object;
}

size_t hr_handle_behind(const struct hr_model *model, struct hr_type_ref type)
{
	const struct hr_type *it = hr_model_type(model, type);

	return it && it->kind == HR_TYPE_POINTER ? hr_handle_of(model, it->target) : HR_NO_TYPE;
}

bool hr_same_type(const struct hr_model *model, struct hr_type_ref a, struct hr_type_ref b)
{
	const struct hr_type *first = hr_model_type(model, a), *second = hr_model_type(model, b);

	if (first == second)
		return first != NULL;
	return first && second && first->kind == HR_TYPE_POINTER && second->kind == HR_TYPE_POINTER &&
	       hr_same_type(model, first->target, second->target);
}

bool hr_can_probe(const struct hr_operation *operation)
{
	return operation->callable && !operation->is_variadic && !operation->is_noreturn && operation->has_prototype &&
	       operation->params.count <= HR_MOST_PARAMETERS;
}

static bool can_be_made_up(const struct hr_model *model, const struct hr_item *param)
{
	if (param->role == HR_ROLE_OUT || param->role == HR_ROLE_FLAGS)
		return true;
	if (param->role == HR_ROLE_STRING || param->role == HR_ROLE_IN || param->role == HR_ROLE_SIZE)
		return hr_is_number(model, param->type) || hr_is_text(model, param->type);
	return hr_is_truth(model, param->type);
}

bool hr_is_observer(const struct hr_model *model, size_t operation, size_t object)
{
	const struct hr_operation *it = &model->operations.data[operation];
	size_t receiver = HR_NONE;

	if (!hr_can_probe(it) || it->kind == HR_KIND_DESTROYER || it->kind == HR_KIND_MUTATOR ||
	    it->kind == HR_KIND_MAKER)
		return false;
	bool sees = hr_is_number(model, it->result.type) || hr_is_real(model, it->result.type) ||
		    hr_is_text(model, it->result.type);
	for (size_t i = 0; i < it->params.count; i++) {
		const struct hr_item *param = &it->params.data[i];
		if (receiver == HR_NONE && hr_handle_of(model, param->type) == object) {
			receiver = i;
			if (param->role == HR_ROLE_CONSUMED || param->kept ||
			    (it->kind != HR_KIND_OBSERVER && !hr_is_const_pointer(model, param->type)))
				return false;
		} else if (!can_be_made_up(model, param)) {
			return false;
		}
	}
	return receiver != HR_NONE && sees;
}
