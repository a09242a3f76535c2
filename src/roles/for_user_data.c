/* Which pointer is handed back by which callback.
 *
 * Invariant: what has a length beside it and must not be written is a buffer, never user data. */
#include "roles/inference.h"
#include "roles/vocabulary.h"

#include <string.h>

static const struct hr_type *function_of(const struct hr_model *model, const struct hr_item *callback)
{
	const struct hr_type *type = hr_model_type(model, callback->type);
	if (type && type->kind == HR_TYPE_POINTER)
		type = hr_model_type(model, type->target);
	return type;
}

/* Does the callback hand such a pointer to its callee? One of another type than `void *` has to be the very same. */
static bool hands_back(const struct hr_model *model, const struct hr_item *callback, const struct hr_item *data)
{
	const struct hr_type *type = function_of(model, callback);
	bool is_untyped = hr_points_to_void(model, data->type);
	if (!type || type->kind != HR_TYPE_FUNCTION)
		return type != NULL && is_untyped;
	for (size_t i = 0; i < type->params.count; i++) {
		struct hr_type_ref ref = type->params.data[i].type;
		if (is_untyped ? hr_classify(model, ref) == HR_CLASS_BYTES
			       : hr_model_strip(model, ref).type == hr_model_strip(model, data->type).type)
			return true;
	}
	return false;
}

/* The callback before it, else the one after it; the number of parameters when there is none. */
static size_t callback_for(const struct hr_model *model, const struct hr_operation *operation, size_t data)
{
	size_t count = operation->params.count, callbacks = 0, only = count;
	const struct hr_item *params = operation->params.data;
	for (size_t k = 0; k < count; k++)
		if (hr_role_so_far(&params[k]) == HR_ROLE_CALLBACK) {
			callbacks++;
			only = k;
		}
	/* the callback may get it inside of something else */
	if (callbacks == 1 && hr_role_so_far(&params[data]) == HR_ROLE_USER_DATA)
		return only;
	for (size_t k = data; k-- > 0;)
		if (hr_role_so_far(&params[k]) == HR_ROLE_CALLBACK && hands_back(model, &params[k], &params[data]))
			return k;
	for (size_t k = data + 1; k < count; k++)
		if (hr_role_so_far(&params[k]) == HR_ROLE_CALLBACK && hands_back(model, &params[k], &params[data]))
			return k;
	return count;
}

static void about_param(struct hr_inference *inference, struct hr_operation *operation, size_t index)
{
	static const char *const memory[] = { "buf", "buffer", "mem", "memory", "block", NULL };
	const struct hr_model *model = inference->model;
	struct hr_item *item = &operation->params.data[index];
	bool is_untyped = hr_points_to_void(model, item->type);
	bool is_const = hr_points_to_const(model, item->type);
	bool is_counted = index + 1 < operation->params.count &&
			  hr_classify(model, operation->params.data[index + 1].type) == HR_CLASS_INTEGER;
	if (hr_classify(model, item->type) != HR_CLASS_BYTES || (is_const && (is_counted || !is_untyped)))
		return;
	size_t callback = callback_for(model, operation, index);
	if (callback == operation->params.count)
		return;
	/* of two, the one that may be changed */
	for (size_t i = 0; is_const && i < operation->params.count; i++)
		if (hr_points_to_void(model, operation->params.data[i].type) &&
		    model->types.data[operation->params.data[i].type.type].kind == HR_TYPE_POINTER &&
		    !hr_points_to_const(model, operation->params.data[i].type))
			return;
	struct hr_name_words words;
	hr_name_split(&words, item->name);
	bool named = hr_name_has_loosely(&words, hr_words_user_data);
	bool beside = callback + 1 == index || index + 1 == callback;
	if ((!named && hr_name_has(&words, memory)) || (!named && !beside && words.count) ||
	    (!is_untyped && !named && (words.count || is_counted)))
		return;
	hr_claim_relation(inference, item, HR_ROLE_USER_DATA, callback, HR_UNIT_NONE, HR_SOURCE_SHAPE,
			  hr_role_so_far(item) == HR_ROLE_USER_DATA ? 0.97 /* so it is told, but not of which */
			  : named                                   ? 0.85
			  : beside                                  ? 0.65
								    : 0.4,
			  is_untyped ? "a void * beside a callback that gets one"
				     : "bytes beside a callback that gets the like");
}

/* Does a callback that some operation sets on such an object get a `void *` of this name? */
static bool is_got_later(const struct hr_inference *inference, size_t object, const char *name)
{
	const struct hr_model *model = inference->model;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		if (operation->params.count < 2 || hr_model_object(model, operation->params.data[0].type) != object)
			continue;
		for (size_t k = 1; k < operation->params.count; k++) {
			const struct hr_type *type = function_of(model, &operation->params.data[k]);
			for (size_t p = 0; type && type->kind == HR_TYPE_FUNCTION && p < type->params.count; p++)
				if (strcmp(type->params.data[p].name, name) == 0 &&
				    hr_points_to_void(model, type->params.data[p].type))
					return true;
		}
	}
	return false;
}

/* new(void *state) and set_read(object, read(void *state)): handed to callbacks that come later. */
static void about_maker(struct hr_inference *inference, struct hr_operation *operation)
{
	const struct hr_model *model = inference->model;
	size_t made = hr_model_object(model, operation->result.type);
	if (made == HR_NO_TYPE || hr_classify(model, operation->result.type) != HR_CLASS_OBJECT)
		return;
	for (size_t i = 0; i < operation->params.count; i++) {
		struct hr_item *item = &operation->params.data[i];
		if (*item->name && hr_points_to_void(model, item->type) && !hr_points_to_const(model, item->type) &&
		    callback_for(model, operation, i) == operation->params.count &&
		    is_got_later(inference, made, item->name))
			hr_claim_role(inference, item, HR_ROLE_USER_DATA, HR_SOURCE_SHAPE, 0.85,
				      "callbacks that are set later get a '%s'", item->name);
	}
}

void hr_rules_for_user_data(struct hr_inference *inference, struct hr_operation *operation)
{
	for (size_t i = 0; i < operation->params.count; i++)
		about_param(inference, operation, i);
	about_maker(inference, operation);
}
