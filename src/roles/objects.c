/* The objects of the API: which types have a life of their own, and who begins, ends and uses it. */
#include "base/text.h"
#include "roles/inference.h"
#include "roles/vocabulary.h"

#include <string.h>

/* The object behind a pointer to a pointer; HR_NO_TYPE when there is none. */
static size_t object_in_slot(const struct hr_model *model, struct hr_type_ref ref)
{
	if (hr_classify(model, ref) != HR_CLASS_SLOT)
		return HR_NO_TYPE;
	const struct hr_type *pointer = hr_model_type(model, ref);
	return hr_model_object(model, pointer->target);
}

bool hr_name_ends(const struct hr_name_words *words)
{
	static const char *const questions[] = { "get", "is",     "has",  "want",     "can",
						 "on",  "should", "fill", "generate", NULL };
	static const char *const sets[] = { "set", NULL };
	size_t end = hr_name_find(words, hr_words_end);
	/* "set_close_handler" does not, but "set_free" may end a set */
	if (end != HR_NAME_WORDS && end + 1 < words->count && hr_name_find(words, sets) < end)
		return false;
	/* is_loopdel asks, whatever its last word ends with */
	static const char *const asks[] = { "is", "has", "can", "should", NULL };
	if (end == HR_NAME_WORDS && hr_name_has(words, asks))
		return false;
	return hr_name_has_loosely(words, hr_words_end) &&
	       !(end != HR_NAME_WORDS && hr_name_find(words, questions) < end);
}

/* free_images(file): several of something else, which is in it. */
static bool ends_parts(const struct hr_name_words *words, const char *type, const char *name)
{
	const char *last = words->count ? words->words[words->count - 1] : "";
	size_t verb = hr_name_find(words, hr_words_end);
	if (verb + 1 >= words->count || !hr_text_ends_with(last, "s"))
		return false;
	struct hr_name_words own[2];
	hr_name_split(&own[0], type);
	hr_name_split(&own[1], name);
	for (size_t i = verb + 1; i < words->count; i++)
		for (size_t k = 0; k < 2; k++)
			for (size_t w = 0; w < own[k].count; w++)
				if (hr_text_starts_with(words->words[i], own[k].words[w]))
					return false;
	return true;
}

static bool is_called_path(const struct hr_model *model, const struct hr_item *item)
{
	struct hr_name_words words;
	hr_name_split(&words, item->name);
	return hr_classify(model, item->type) == HR_CLASS_TEXT && hr_name_has_loosely(&words, hr_words_path);
}

/* match(path, mode_t mode), look(path, struct stat *found): what has permissions is a file. */
static bool has_mode(const struct hr_model *model, const struct hr_operation *operation)
{
	for (size_t i = 0; i < operation->params.count; i++) {
		struct hr_type_ref ref = operation->params.data[i].type;
		if (hr_type_is_called(model, ref, "mode_t") ||
		    hr_type_is_called(model, hr_model_pointee(model, ref), "struct stat"))
			return true;
	}
	return false;
}

/* get_label(path) and fget_label(fd), as stat and fstat. */
static bool has_twin_by_number(const struct hr_model *model, const struct hr_operation *operation)
{
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *twin = &model->operations.data[i];
		struct hr_name_words words;
		if (twin->name[0] != 'f' || strcmp(twin->name + 1, operation->name) != 0 || !twin->params.count)
			continue;
		hr_name_split(&words, twin->params.data[0].name);
		return hr_classify(model, twin->params.data[0].type) == HR_CLASS_INTEGER &&
		       hr_name_has(&words, hr_words_descriptor);
	}
	return false;
}

static void count_uses(struct hr_inference *inference, size_t index)
{
	const struct hr_model *model = inference->model;
	const struct hr_operation *operation = &model->operations.data[index];
	bool ends = hr_name_ends(&inference->operation_words[index]);
	bool frees = ends && hr_name_has_loosely(&inference->operation_words[index], hr_words_free);
	static const char *const close[] = { "close", NULL };
	const struct hr_name_words *words = &inference->operation_words[index];
	bool closes = ends && words->count && hr_word_is_in(words->words[words->count - 1], close);
	static const char *const defaults[] = { "default", "defaults", NULL };
	bool sets_up = hr_name_has_loosely(&inference->operation_words[index], hr_words_init) ||
		       hr_name_has(&inference->operation_words[index], defaults);
	static const char *const openers[] = { "open", "load", "connect", "parse", NULL };
	bool opens = hr_name_has_loosely(words, openers);
	static const char *const stops[] = { "stop", "quit", "shutdown", "exit", NULL };
	bool stop = hr_name_has(&inference->operation_words[index], stops) && operation->params.count == 1;
	bool counts = hr_name_has(&inference->operation_words[index], hr_words_count) && operation->params.count == 1;
	bool is_first_object = true, works_on_path = false;
	for (size_t i = 0; i < operation->params.count; i++) {
		struct hr_type_ref ref = operation->params.data[i].type;
		if (hr_classify(model, ref) == HR_CLASS_TEXT)
			*(hr_points_to_const(model, ref) ? &inference->const_inputs : &inference->plain_inputs) += 1;
		works_on_path = works_on_path || is_called_path(model, &operation->params.data[i]);
		size_t slot = object_in_slot(model, ref);
		if (slot != HR_NO_TYPE)
			inference->objects[slot].slots++;
		/* destroy(T **slot) */
		if (slot != HR_NO_TYPE && i == 0 && ends && operation->params.count == 1)
			inference->objects[slot].ended_by++;
		if (hr_classify(model, ref) != HR_CLASS_OBJECT && hr_classify(model, ref) != HR_CLASS_BYTES)
			continue;
		size_t type = hr_model_object(model, ref);
		if (type == HR_NO_TYPE)
			continue;
		struct hr_object *object = &inference->objects[type];
		object->taken_by++;
		object->const_taken += hr_points_to_const(model, ref);
		object->set_up_by += sets_up && !hr_points_to_const(model, ref);
		object->opened_by += opens && !hr_points_to_const(model, ref);
		object->first_of += i == 0;
		object->is_counted = object->is_counted || counts;
		object->stopped_by += stop;
		object->ended_by += is_first_object && ends && operation->params.count <= 2;
		object->freed_by +=
			is_first_object && frees && operation->params.count <= 2 &&
			!ends_parts(words, model->types.data[type].spelling, operation->params.data[i].name);
		object->closed_by += is_first_object && closes && operation->params.count <= 2;
		is_first_object = false;
	}
	inference->file_paths += works_on_path && (hr_name_has(words, hr_words_file_calls) ||
						   has_mode(model, operation) || has_twin_by_number(model, operation));
	size_t result = hr_model_object(model, operation->result.type);
	enum hr_class class = hr_classify(model, operation->result.type);
	if (class == HR_CLASS_TEXT && hr_points_to_const(model, operation->result.type))
		inference->const_texts++;
	else if (class == HR_CLASS_TEXT)
		inference->plain_texts++;
	const struct hr_type *byte = class == HR_CLASS_INTEGER ? hr_model_type(model, operation->result.type) : NULL;
	inference->byte_truths +=
		byte && byte->size == 1 && operation->doc &&
		(hr_text_find_word(operation->doc, "true", true) || hr_text_find_word(operation->doc, "false", true));
	if (result != HR_NO_TYPE && (class == HR_CLASS_OBJECT || class == HR_CLASS_BYTES)) {
		inference->objects[result].returned_by++;
		inference->objects[result].made_by +=
			hr_name_has_loosely(&inference->operation_words[index], hr_words_make) ||
			hr_name_has_loosely(&inference->operation_words[index], hr_words_init);
	}
}

static bool is_all_functions(const struct hr_model *model, const struct hr_type *type)
{
	if (type->kind != HR_TYPE_STRUCT || type->completeness == HR_OPAQUE || !type->fields.count)
		return false;
	size_t functions = 0;
	for (size_t i = 0; i < type->fields.count; i++)
		functions += hr_classify(model, type->fields.data[i].item.type) == HR_CLASS_FUNCTION;
	return functions == type->fields.count;
}

static bool has_functions(const struct hr_model *model, const struct hr_type *type)
{
	for (size_t i = 0; type->kind == HR_TYPE_STRUCT && i < type->fields.count; i++)
		if (hr_classify(model, type->fields.data[i].item.type) == HR_CLASS_FUNCTION)
			return true;
	return false;
}

/* Pointers to data that must not be changed, and to data that may be: `const float *in; float *out`; or `next_in` and `next_out`. */
static bool has_both_ways(const struct hr_model *model, const struct hr_type *type)
{
	bool in = false, out = false;
	for (size_t i = 0; type->kind == HR_TYPE_STRUCT && i < type->fields.count; i++) {
		struct hr_type_ref ref = type->fields.data[i].item.type;
		enum hr_class class = hr_classify(model, ref);
		const struct hr_type *field = hr_model_type(model, ref);
		if ((class != HR_CLASS_BYTES && class != HR_CLASS_SCALARS) || field->kind == HR_TYPE_ARRAY ||
		    hr_points_to_void(model, ref))
			continue;
		in = in || hr_points_to_const(model, ref);
		out = out || !hr_points_to_const(model, ref);
	}
	bool has_in = false, has_out = false;
	for (size_t i = 0; type->kind == HR_TYPE_STRUCT && i < type->fields.count; i++) {
		const struct hr_item *item = &type->fields.data[i].item;
		if (!hr_is_bytes(hr_classify(model, item->type)))
			continue;
		has_in = has_in || strcmp(item->name, "next_in") == 0 || strcmp(item->name, "in") == 0;
		has_out = has_out || strcmp(item->name, "next_out") == 0 || strcmp(item->name, "out") == 0;
	}
	return (in && out) || (has_in && has_out);
}

/* A typedef of `void *` is a handle when operations yield it and mostly are about it, and its name is not one for any pointer. */
static bool is_handle(const char *name, const struct hr_object *object)
{
	static const char *const any[] = { "pointer", "ptr", "void", "any", "data", "opaque", "mem", "buf" };
	for (size_t i = 0; i < sizeof any / sizeof *any; i++)
		if (hr_text_find_any_case(name, any[i]))
			return false;
	return object->first_of >= 2 && object->first_of * 2 >= object->taken_by && object->returned_by + object->slots;
}

/* What the name of a struct says about who sets it. */
static void look_at_name(struct hr_object *object, const char *spelling)
{
	static const char *const certain[] = { "options", "settings", "preferences", NULL };
	static const char *const options[] = { "option",     "opts",       "config", "params",    "prefs",
					       "attributes", "parameters", "conf",   "parameter", "format",
					       "spec",       "hints",      NULL };
	static const char *const reports[] = { "stats",   "statistics", "stat",  "result",
					       "results", "report",     "error", NULL };
	struct hr_name_words words;
	hr_name_split(&words, spelling);
	static const char *const kinds[] = { "struct", NULL };
	while (words.count > 1 &&
	       (strlen(words.words[words.count - 1]) <= 1 || hr_word_is_in(words.words[words.count - 1], kinds)))
		words.count--; /* "_t", "_struct" */
	const char *last = words.count ? words.words[words.count - 1] : "";
	object->is_options = object->is_options || hr_name_has(&words, certain) || hr_word_is_in(last, options);
	object->is_report = object->is_report || hr_word_is_in(last, reports);
}

/* `typedef struct _foo FooConfig`: a struct whose other name says it. */
static void look_at_other_names(struct hr_inference *inference)
{
	const struct hr_model *model = inference->model;
	for (size_t i = 0; i < model->types.count; i++) {
		const struct hr_type *type = &model->types.data[i];
		if (type->kind != HR_TYPE_TYPEDEF || hr_classify(model, type->target) != HR_CLASS_STRUCT)
			continue;
		size_t record = hr_model_strip(model, type->target).type;
		if (model->types.data[record].kind == HR_TYPE_STRUCT)
			look_at_name(&inference->objects[record], type->spelling);
	}
}

/* A type of another library that the operations are about as if it were their own: an interpreter that is extended, a window that is drawn into. */
static bool is_foreign_object(const struct hr_type *type, const struct hr_object *object)
{
	enum { FEWEST = 3 };
	return type->kind == HR_TYPE_STRUCT && !object->const_taken && 2 * object->first_of >= object->taken_by &&
	       object->first_of >= (type->completeness == HR_COMPLETE ? FEWEST : FEWEST - 1);
}

void hr_find_objects(struct hr_inference *inference)
{
	const struct hr_model *model = inference->model;
	for (size_t i = 0; i < model->operations.count; i++)
		count_uses(inference, i);
	look_at_other_names(inference);
	for (size_t i = 0; i < model->types.count; i++) {
		const struct hr_type *type = &model->types.data[i];
		struct hr_object *object = &inference->objects[i];
		bool is_record =
			type->kind == HR_TYPE_STRUCT || type->kind == HR_TYPE_UNION || type->kind == HR_TYPE_TYPEDEF;
		/* what the unit makes and ends is an object, whatever is in it */
		object->is_callbacks = is_all_functions(model, type) && !(object->returned_by && object->ended_by);
		object->has_callbacks = has_functions(model, type);
		object->is_stream = has_both_ways(model, type);
		if (type->kind == HR_TYPE_STRUCT)
			look_at_name(object, type->spelling);
		object->by_caller = type->completeness == HR_COMPLETE && !object->returned_by && !object->slots;
		object->is_object = is_record && (!type->is_system || is_foreign_object(type, object)) &&
				    !object->is_callbacks &&
				    (object->ended_by || object->returned_by || object->first_of >= 2 ||
				     (object->taken_by && type->completeness != HR_COMPLETE &&
				      (object->first_of || object->slots || object->taken_by > object->const_taken)));
		/* A struct of the caller's that nobody changes, once it is set up, holds options. */
		if (object->by_caller && object->const_taken &&
		    object->const_taken + object->set_up_by == object->taken_by)
			object->is_object = false;
		/* One that comes along with other things is filled for the caller, or read from him. */
		if (object->by_caller && !object->ended_by && !object->set_up_by &&
		    object->first_of * 2 < object->taken_by)
			object->is_object = false;
		/* Another name for `void *` is a handle only when it is used as one throughout; one for `void` is meant to be. */
		const struct hr_type *target =
			type->kind == HR_TYPE_TYPEDEF ? hr_model_type(model, type->target) : NULL;
		if (target && target->kind == HR_TYPE_VOID)
			object->is_object = object->taken_by >= 2 || object->returned_by;
		else if (target)
			object->is_object = is_handle(type->spelling, object);
		object->is_object = object->is_object || object->is_by_address;
	}
}

bool hr_ends_first(const struct hr_operation *operation)
{
	return operation->params.count && operation->params.count <= 2 &&
	       hr_role_so_far(&operation->params.data[0]) == HR_ROLE_CONSUMED;
}

void hr_find_enders(struct hr_inference *inference)
{
	const struct hr_model *model = inference->model;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		if (!hr_ends_first(operation))
			continue;
		struct hr_type_ref ref = operation->params.data[0].type;
		size_t type = hr_model_object(model, ref);
		if (type != HR_NO_TYPE)
			hr_vec_push(&inference->objects[type].enders, i);
		else if (operation->params.count == 1 && hr_points_to_void(model, ref))
			hr_vec_push(&inference->memory_enders, i);
	}
}
