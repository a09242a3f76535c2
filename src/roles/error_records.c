/* Records that tell what went wrong, one for all operations: `int f(…, struct error *error)`, `int g(…, error_t **error)`. They come last and are never what an operation is
 * about, but for the few that are called after them. */
#include "roles/inference.h"
#include "roles/vocabulary.h"

enum { FEWEST = 4 };

/* The type behind a pointer, or behind a pointer to one, that may be written; HR_NO_TYPE for all else. */
static size_t written_type(const struct hr_model *model, struct hr_type_ref ref)
{
	enum hr_class class = hr_classify(model, ref);
	if (hr_points_to_const(model, ref))
		return HR_NO_TYPE;
	if (class == HR_CLASS_OBJECT)
		return hr_model_object(model, ref);
	return class == HR_CLASS_SLOT ? hr_model_object(model, hr_model_type(model, ref)->target) : HR_NO_TYPE;
}

static bool is_called_error(const char *name)
{
	static const char *const errors[] = { "error", "err", "status", "exception", "errors", NULL };
	struct hr_name_words words;
	hr_name_split(&words, name);
	return hr_name_has(&words, errors);
}

void hr_find_error_records(struct hr_inference *inference)
{
	const struct hr_model *model = inference->model;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		size_t count = operation->params.count;
		for (size_t k = 0; k < count; k++) {
			size_t type = written_type(model, operation->params.data[k].type);
			if (type == HR_NO_TYPE)
				continue;
			struct hr_object *object = &inference->objects[type];
			object->last_of += k > 0 && k + 1 == count;
			object->called_error +=
				k > 0 && k + 1 == count && is_called_error(operation->params.data[k].name);
			object->elsewhere_of += k + 1 < count || k == 0;
		}
	}
	for (size_t i = 0; i < model->types.count; i++) {
		struct hr_object *object = &inference->objects[i];
		bool is_named =
			is_called_error(model->types.data[i].spelling) || 2 * object->called_error > object->last_of;
		object->is_errors = is_named && object->last_of >= FEWEST && object->last_of > object->elsewhere_of;
	}
}

bool hr_is_error_record(const struct hr_inference *inference, const struct hr_operation *operation, size_t param)
{
	size_t type = written_type(inference->model, operation->params.data[param].type);
	return param > 0 && type != HR_NO_TYPE && inference->objects[type].is_errors;
}

/* Is it set up before the first call: by an operation, or by something called an initializer? */
static bool is_set_up(const struct hr_inference *inference, size_t type)
{
	static const char *const initial[] = { "initializer", "initialiser", "init", NULL };
	const struct hr_model *model = inference->model;
	if (inference->objects[type].set_up_by)
		return true;
	for (size_t i = 0; i < model->operations.count; i++)
		if (hr_model_strip(model, model->operations.data[i].result.type).type == type &&
		    hr_name_has_loosely(&inference->operation_words[i], initial))
			return true;
	return false;
}

void hr_rules_for_error_records(struct hr_inference *inference, struct hr_operation *operation)
{
	for (size_t i = 0; i < operation->params.count; i++) {
		struct hr_item *item = &operation->params.data[i];
		if (!hr_is_error_record(inference, operation, i) ||
		    hr_classify(inference->model, item->type) != HR_CLASS_OBJECT)
			continue;
		size_t type = hr_model_object(inference->model, item->type);
		bool is_kept = is_set_up(inference, type);
		hr_claim_role(inference, item, is_kept ? HR_ROLE_INOUT : HR_ROLE_OUT, HR_SOURCE_SHAPE,
			      is_kept ? 0.97 : 0.85, "%zu operations take one last, to tell what went wrong%s",
			      inference->objects[type].last_of, is_kept ? "; it is set up before" : "");
	}
}
