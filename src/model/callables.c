/* The numbers by which a built unit knows what sequences name. */
#include "model/callables.h"

#include "base/text.h"

#include <string.h>

#define NONE ((size_t)-1)

/* Functions of libc that are worth passing as callbacks. */
static const char *const libc_functions[] = {
	"abs",    "calloc",  "free",   "isalnum", "isalpha", "isdigit", "isprint",    "isspace", "malloc", "realloc",
	"strcmp", "strcoll", "strlen", "tolower", "toupper", "strdup",  "strcasecmp", "memcmp",  "memcpy", "puts",
};

static void list_stubs(struct hr_callables *out, const struct hr_model *model)
{
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		hr_vec_push(&out->stub_of, operation->callable ? out->stubs.count : NONE);
		if (!operation->callable)
			continue;
		unsigned most = operation->is_variadic ? HR_TAIL_MOST : 0;
		for (unsigned count = 0; count <= most; count++)
			for (unsigned reals = 0; reals < 1u << count; reals++)
				hr_vec_push(&out->stubs, (struct hr_stub){ i, count, reals });
	}
}

static void list_functions(struct hr_callables *out, const struct hr_model *model)
{
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		if (operation->callable && operation->form != HR_FORM_MACRO)
			hr_vec_push(&out->functions, (struct hr_function){ operation->name, i, HR_SHAPE_COUNT, NONE });
	}
	for (size_t i = 0; i < sizeof libc_functions / sizeof *libc_functions; i++)
		if (!hr_map_get(&model->operation_by_name, libc_functions[i], NULL))
			hr_vec_push(&out->functions,
				    (struct hr_function){ libc_functions[i], NONE, HR_SHAPE_COUNT, NONE });
}

/* The function type that a pointer leads to; HR_NO_TYPE when it leads to none. */
static size_t function_behind(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	if (!type || type->kind != HR_TYPE_POINTER)
		return HR_NO_TYPE;
	struct hr_type_ref target = hr_model_strip(model, type->target);
	const struct hr_type *function = hr_model_type(model, target);
	return function && function->kind == HR_TYPE_FUNCTION ? target.type : HR_NO_TYPE;
}

static size_t find_callback(const struct hr_callables *callables, const struct hr_model *model, size_t type)
{
	for (size_t i = 0; i < callables->callback_types.count; i++)
		if (callables->callback_types.data[i] == type ||
		    hr_text_equal(model->types.data[callables->callback_types.data[i]].spelling,
				  model->types.data[type].spelling))
			return i;
	return NONE;
}

/* A synthesised function can be written down when C can name the types of its parameters and it is not variadic. */
static bool can_synthesise(const struct hr_model *model, const struct hr_type *function)
{
	if (function->is_variadic)
		return false;
	for (size_t i = 0; i <= function->params.count; i++) {
		struct hr_type_ref ref = i < function->params.count ? function->params.data[i].type : function->target;
		const struct hr_type *type = hr_model_type(model, ref);
		if (!type || type->kind == HR_TYPE_VA_LIST || type->kind == HR_TYPE_OTHER)
			return false;
		if ((type->kind == HR_TYPE_STRUCT || type->kind == HR_TYPE_UNION) &&
		    (type->is_unnamed || type->completeness != HR_COMPLETE))
			return false;
	}
	return true;
}

static void note_callback(struct hr_callables *out, const struct hr_model *model, struct hr_type_ref ref)
{
	size_t type = function_behind(model, ref);
	if (type == HR_NO_TYPE || find_callback(out, model, type) != NONE)
		return;
	if (can_synthesise(model, &model->types.data[type]))
		hr_vec_push(&out->callback_types, type);
}

static void list_callbacks(struct hr_callables *out, const struct hr_model *model)
{
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		for (size_t k = 0; operation->callable && k < operation->params.count; k++)
			note_callback(out, model, operation->params.data[k].type);
	}
	for (size_t i = 0; i < model->types.count; i++)
		for (size_t k = 0; k < model->types.data[i].fields.count; k++)
			if (model->types.data[i].completeness == HR_COMPLETE)
				note_callback(out, model, model->types.data[i].fields.data[k].item.type);
}

/* A name that the unit has itself is the unit's. */
static void list_shapes(struct hr_callables *out, const struct hr_model *model)
{
	for (size_t i = 0; i < out->callback_types.count; i++)
		for (int shape = 0; shape < HR_SHAPE_COUNT; shape++) {
			const char *name = hr_callback_shape_name((enum hr_callback_shape)shape);
			if (!hr_map_get(&model->operation_by_name, name, NULL) &&
			    hr_callback_shape_fits(model, &model->types.data[out->callback_types.data[i]],
						   (enum hr_callback_shape)shape))
				hr_vec_push(&out->functions,
					    (struct hr_function){ name, NONE, (enum hr_callback_shape)shape, i });
		}
}

void hr_callables_list(struct hr_callables *out, const struct hr_model *model)
{
	memset(out, 0, sizeof *out);
	list_stubs(out, model);
	list_functions(out, model);
	for (size_t i = 0; i < model->variables.count; i++)
		hr_vec_push(&out->variables, i);
	list_callbacks(out, model);
	list_shapes(out, model);
}

void hr_callables_release(struct hr_callables *callables)
{
	hr_vec_release(&callables->stubs);
	hr_vec_release(&callables->functions);
	hr_vec_release(&callables->variables);
	hr_vec_release(&callables->callback_types);
	hr_vec_release(&callables->stub_of);
}

size_t hr_callables_stub(const struct hr_callables *callables, size_t operation, unsigned tail_count,
			 unsigned tail_reals)
{
	size_t first = operation < callables->stub_of.count ? callables->stub_of.data[operation] : NONE;
	for (size_t i = first; i < callables->stubs.count && callables->stubs.data[i].operation == operation; i++)
		if (callables->stubs.data[i].tail_count == tail_count &&
		    callables->stubs.data[i].tail_reals == tail_reals)
			return i;
	return NONE;
}

size_t hr_callables_function(const struct hr_callables *callables, const char *name)
{
	for (size_t i = 0; i < callables->functions.count; i++)
		if (strcmp(callables->functions.data[i].name, name) == 0)
			return i;
	return NONE;
}

size_t hr_callables_callback(const struct hr_callables *callables, const struct hr_model *model,
			     struct hr_type_ref pointer)
{
	size_t type = function_behind(model, pointer);
	return type == HR_NO_TYPE ? NONE : find_callback(callables, model, type);
}

size_t hr_callables_function_for(const struct hr_callables *callables, const struct hr_model *model, const char *name,
				 struct hr_type_ref pointer)
{
	size_t type = hr_callables_callback(callables, model, pointer);
	for (size_t i = 0; i < callables->functions.count; i++) {
		const struct hr_function *function = &callables->functions.data[i];
		if (strcmp(function->name, name) == 0 && (function->type == NONE || function->type == type))
			return i;
	}
	return NONE;
}
