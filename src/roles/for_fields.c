/* Roles of the fields of public structs: what the caller sets, what the unit sets for the caller to read, what is nobody's business. */
#include "base/memory.h"
#include "base/text.h"
#include "roles/doc_text.h"
#include "roles/field_words.h"
#include "roles/inference.h"
#include "roles/vocabulary.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* How the unit treats a struct as a whole. */
enum treatment {
	SET_BY_CALLER, /* options, streams, callbacks */
	SET_BY_UNIT,   /* results and objects that the caller reads */
	SET_BY_BOTH,   /* filled by some operations, read by others */
	LEFT_ALONE,    /* the API has operations for everything */
	KEPT_BY_UNIT,  /* the state of an object in memory of the caller's; only its user data is the caller's */
};

/* Does a word behind "set" or "get" in the operation's name begin a word in the name of one of the fields? */
static bool accesses_field(const struct hr_name_words *words, const struct hr_type *type)
{
	static const char *const accessors[] = { "set", "get", NULL };
	enum { SHORTEST = 3 };
	for (size_t w = hr_name_find(words, accessors) + 1; w < words->count; w++) {
		for (size_t i = 0; i < type->fields.count && strlen(words->words[w]) >= SHORTEST; i++) {
			struct hr_name_words field;
			hr_name_split(&field, type->fields.data[i].item.name);
			for (size_t k = 0; k < field.count; k++)
				if (strncmp(field.words[k], words->words[w], SHORTEST) == 0)
					return true;
		}
	}
	return false;
}

/* What holds of a struct holds of the structs in it, directly or by pointer, unless operations say otherwise of these. */
static void pass_on_uses(struct hr_inference *inference, size_t type, int depth)
{
	enum { DEEPEST = 6 };
	const struct hr_type *outer = &inference->model->types.data[type];
	const struct hr_object *from = &inference->objects[type];
	if (outer->completeness == HR_COMPLETED_FROM_SOURCE)
		return; /* what is in there is no business of the caller's */
	for (size_t i = 0; depth < DEEPEST && i < outer->fields.count; i++) {
		struct hr_type_ref inner = hr_model_strip(inference->model, outer->fields.data[i].item.type);
		enum hr_class class = hr_classify(inference->model, inner);
		if (class == HR_CLASS_OBJECT)
			inner = hr_model_pointee(inference->model, inner);
		/* T **all: a list of them */
		if (class == HR_CLASS_SLOT && hr_classify_slot(inference->model, inner) == HR_CLASS_OBJECT) {
			inner = hr_model_pointee(
				inference->model,
				hr_model_strip(inference->model, hr_model_pointee(inference->model, inner)));
			class = HR_CLASS_OBJECT;
		}
		inner = hr_model_strip(inference->model, inner);
		if ((class != HR_CLASS_STRUCT && class != HR_CLASS_OBJECT) || inner.type == HR_NO_TYPE)
			continue;
		struct hr_object *to = &inference->objects[inner.type];
		bool was_read = to->is_read, was_filled = to->is_filled;
		to->is_read = to->is_read || (from->is_read && !to->taken_by);
		to->is_read = to->is_read || (from->is_read && class == HR_CLASS_STRUCT);
		to->is_filled = to->is_filled || (from->is_filled && !to->taken_by);
		if (to->is_read != was_read || to->is_filled != was_filled)
			pass_on_uses(inference, inner.type, depth + 1);
	}
}

/* What a callback gets by a pointer that is not const, it may fill: then the caller sets it. */
static void look_at_callbacks(struct hr_inference *inference)
{
	const struct hr_model *model = inference->model;
	for (size_t i = 0; i < model->types.count; i++) {
		const struct hr_type *type = &model->types.data[i];
		for (size_t k = 0; type->kind == HR_TYPE_FUNCTION && k < type->params.count; k++) {
			struct hr_type_ref ref = type->params.data[k].type;
			size_t object = hr_model_object(model, ref);
			if (object != HR_NO_TYPE && hr_classify(model, ref) == HR_CLASS_OBJECT &&
			    !hr_points_to_const(model, ref))
				inference->objects[object].is_read = true;
		}
	}
}

/* How the operations treat the structs they take: one look at each. */
static void look_at_uses(struct hr_inference *inference)
{
	const struct hr_model *model = inference->model;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		if (hr_classify(model, operation->result.type) == HR_CLASS_STRUCT) {
			struct hr_object *result =
				&inference->objects[hr_model_strip(model, operation->result.type).type];
			result->is_filled = result->is_filled_later = true;
		}
		for (size_t k = 0; k < operation->params.count; k++) {
			const struct hr_item *item = &operation->params.data[k];
			size_t type = hr_model_object(model, item->type);
			if (hr_classify(model, item->type) == HR_CLASS_STRUCT)
				inference->objects[hr_model_strip(model, item->type).type].is_read = true;
			if (type == HR_NO_TYPE || hr_classify(model, item->type) != HR_CLASS_OBJECT)
				continue;
			struct hr_object *object = &inference->objects[type];
			enum hr_role role = hr_role_so_far(item);
			/* A lone const struct is asked something, not taken as input. */
			bool is_const = hr_points_to_const(model, item->type);
			bool is_asked = is_const && operation->params.count == 1;
			bool is_taken = role == HR_ROLE_IN || role == HR_ROLE_ARRAY;
			object->reads += (is_const && !is_asked) || is_taken;
			/* a copy is filled with what the caller has, or the unit */
			bool is_copy = false;
			for (size_t c = 0; c < operation->params.count; c++)
				is_copy = is_copy || (hr_model_object(model, operation->params.data[c].type) == type &&
						      hr_points_to_const(model, operation->params.data[c].type));
			if (role == HR_ROLE_OUT && is_copy)
				continue;
			object->fills += role == HR_ROLE_OUT;
			object->is_read = object->is_read || (is_const && !is_asked) || is_taken;
			object->is_filled = object->is_filled || role == HR_ROLE_OUT;
			object->is_filled_later = object->is_filled_later || (role == HR_ROLE_OUT && k > 0);
			object->accessors +=
				k == 0 && accesses_field(&inference->operation_words[i], &model->types.data[type]);
		}
	}
}

/* Has it fields that only the caller could know: callbacks, buffers, text? */
static bool has_caller_parts(const struct hr_inference *inference, size_t index)
{
	const struct hr_type *type = &inference->model->types.data[index];
	for (size_t i = 0; i < type->fields.count; i++) {
		struct hr_type_ref ref = type->fields.data[i].item.type;
		enum hr_class class = hr_classify(inference->model, ref);
		/* what is in the struct itself has to be put there by somebody, and may as well be by the unit */
		if (class > HR_CLASS_FUNCTION && hr_model_type(inference->model, ref)->kind == HR_TYPE_ARRAY)
			continue;
		if (class == HR_CLASS_FUNCTION || class == HR_CLASS_TEXT)
			return true;
		if (class == HR_CLASS_BYTES && !hr_points_to_void(inference->model, ref))
			return true;
		/* a list of texts */
		if (class == HR_CLASS_SLOT && hr_classify_slot(inference->model, ref) == HR_CLASS_TEXT)
			return true;
	}
	return false;
}

/* A callback with its user data in a struct that the unit only allocates: a form for the caller to fill. */
static bool is_form(const struct hr_inference *inference, size_t index)
{
	const struct hr_model *model = inference->model;
	const struct hr_type *type = &model->types.data[index];
	bool has_user_data = false, is_allocated = false;
	for (size_t i = 0; i < type->fields.count; i++) {
		struct hr_name_words words;
		hr_name_split(&words, type->fields.data[i].item.name);
		has_user_data = has_user_data || (hr_points_to_void(model, type->fields.data[i].item.type) &&
						  hr_name_has_loosely(&words, hr_words_user_data));
	}
	if (!inference->objects[index].has_callbacks || !has_user_data || inference->objects[index].slots)
		return false;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		if (hr_classify(model, operation->result.type) != HR_CLASS_OBJECT ||
		    hr_model_object(model, operation->result.type) != index)
			continue;
		if (!hr_name_has_loosely(&inference->operation_words[i], hr_words_allocate))
			return false;
		is_allocated = true;
	}
	return is_allocated;
}

/* The arguments of a program come from its caller, whoever changes them later. */
static bool has_arguments(const struct hr_inference *inference, size_t index)
{
	const struct hr_type *type = &inference->model->types.data[index];
	for (size_t i = 0; i < type->fields.count; i++)
		if (strcmp(type->fields.data[i].item.name, "argv") == 0)
			return true;
	return false;
}

/* A struct that an init function sets up, with nothing in it that only the caller could know, is the unit's own. */
static bool is_state(const struct hr_inference *inference, size_t index)
{
	const struct hr_object *object = &inference->objects[index];
	if (!object->is_object || !object->by_caller || !object->set_up_by || object->taken_by < 2)
		return false;
	return !has_caller_parts(inference, index);
}

/* Do operations return it for the caller to look at, and all others promise not to change it? Then the unit has what there is of them. */
static bool is_lent(const struct hr_inference *inference, size_t index)
{
	const struct hr_model *model = inference->model;
	const struct hr_object *object = &inference->objects[index];
	for (size_t i = 0; i < model->operations.count && object->const_taken == object->taken_by; i++) {
		struct hr_type_ref ref = model->operations.data[i].result.type;
		if (hr_classify(model, ref) == HR_CLASS_OBJECT && hr_model_object(model, ref) == index &&
		    hr_points_to_const(model, ref))
			return true;
	}
	return false;
}

/* Callbacks in a struct that nobody makes are the caller's, and so is the rest of it. */
static bool is_registered(const struct hr_inference *inference, size_t index)
{
	const struct hr_type *type = &inference->model->types.data[index];
	const struct hr_object *object = &inference->objects[index];
	size_t functions = 0;
	for (size_t i = 0; i < type->fields.count; i++)
		functions += hr_classify(inference->model, type->fields.data[i].item.type) == HR_CLASS_FUNCTION;
	return functions && object->taken_by && !object->made_by && !object->slots && !object->freed_by &&
	       !is_lent(inference, index);
}

/* An object that the unit makes and ends, with operations for what it is there for, and not a word about its fields. */
static bool is_handle(const struct hr_inference *inference, size_t index)
{
	enum { FEWEST = 3, MANY_ACCESSORS = 4 };
	const struct hr_object *object = &inference->objects[index];
	const struct hr_type *type = &inference->model->types.data[index];
	size_t told = 0;
	for (size_t i = 0; i < type->fields.count; i++)
		told += type->fields.data[i].item.doc != NULL;
	if (!object->made_by || !object->ended_by || told)
		return false;
	return object->first_of >= FEWEST || object->accessors >= MANY_ACCESSORS;
}

/* A list that the caller may as well put together himself: it leads to the next one of its kind, and nobody returns one. */
static bool is_list_of_options(const struct hr_inference *inference, size_t index)
{
	const struct hr_type *type = &inference->model->types.data[index];
	if (inference->objects[index].returned_by || type->completeness != HR_COMPLETE)
		return false;
	for (size_t i = 0; i < type->fields.count; i++)
		if (hr_model_object(inference->model, type->fields.data[i].item.type) == index)
			return true;
	return false;
}

/* Is there a word about most of its fields? Then they are meant to be looked at. */
static bool is_described(const struct hr_type *type)
{
	size_t told = 0;
	for (size_t i = 0; i < type->fields.count; i++)
		told += type->fields.data[i].item.doc != NULL;
	return 2 * told > type->fields.count;
}

static enum treatment treatment_of(const struct hr_inference *inference, size_t index)
{
	enum { MANY_ACCESSORS = 4 };
	const struct hr_object *object = &inference->objects[index];
	if (object->is_callbacks || is_registered(inference, index) || is_form(inference, index) ||
	    (object->by_caller && has_arguments(inference, index)))
		return SET_BY_CALLER;
	bool is_form_to_fill = object->returned_by && is_described(&inference->model->types.data[index]);
	if (object->is_options && (object->by_caller || is_list_of_options(inference, index) || is_form_to_fill) &&
	    object->accessors < MANY_ACCESSORS)
		return SET_BY_CALLER;
	if ((object->is_report && !object->const_taken && !object->returned_by) || object->is_errors)
		return SET_BY_UNIT;
	if (!object->taken_by && !object->is_read && !object->returned_by && !object->slots)
		return SET_BY_UNIT; /* nobody takes one: it is met behind a void * or in a callback */
	if (object->accessors >= MANY_ACCESSORS && object->by_caller)
		return object->is_filled_later && is_described(&inference->model->types.data[index]) ? SET_BY_UNIT
												     : LEFT_ALONE;
	if (object->returned_by && is_handle(inference, index))
		return LEFT_ALONE;
	if (object->returned_by || object->slots)
		return SET_BY_UNIT;
	/* one that reads among many that fill: a mistake, or a look at what was filled */
	if (object->is_filled_later && object->fills > 3 && object->reads == 1)
		return SET_BY_UNIT;
	if (object->is_filled_later)
		return object->is_read ? SET_BY_BOTH : SET_BY_UNIT;
	if (is_state(inference, index))
		return KEPT_BY_UNIT;
	/* open(path, file), close(file): what is in it comes from the unit */
	if (object->is_object && object->by_caller && object->opened_by && object->ended_by && !object->has_callbacks)
		return SET_BY_UNIT;
	if (object->is_object && object->by_caller && object->ended_by && !object->set_up_by && !object->is_read &&
	    !has_caller_parts(inference, index))
		return SET_BY_UNIT; /* it has contents to be freed, and nobody but the unit puts them there */
	if (object->is_filled)
		return object->is_read ? SET_BY_BOTH : SET_BY_UNIT;
	return SET_BY_CALLER;
}

static void claim_by_class(struct hr_inference *inference, struct hr_item *item, const struct hr_name_words *words)
{
	const struct hr_model *model = inference->model;
	bool is_const = hr_points_to_const(model, item->type);
	bool output = hr_name_has(words, hr_words_output);
	switch (hr_classify(model, item->type)) {
	case HR_CLASS_FUNCTION:
		hr_claim_role(inference, item, HR_ROLE_CALLBACK, HR_SOURCE_TYPE, 0.97, "a pointer to a function");
		break;
	case HR_CLASS_FILE:
		hr_claim_role(inference, item, HR_ROLE_FILE, HR_SOURCE_TYPE, 0.97, "a FILE *");
		break;
	case HR_CLASS_SCALARS:
		hr_claim_role(inference, item, output && !is_const ? HR_ROLE_OUT : HR_ROLE_ARRAY, HR_SOURCE_TYPE, 0.5,
			      "numbers");
		break;
	case HR_CLASS_TEXT:
		hr_claim_role(inference, item, output && !is_const ? HR_ROLE_OUT : HR_ROLE_STRING, HR_SOURCE_TYPE, 0.5,
			      "a pointer to characters");
		if (hr_name_has_loosely(words, hr_words_path))
			hr_claim_role(inference, item, HR_ROLE_PATH, HR_SOURCE_NAME, 0.65, "called '%s'", item->name);
		break;
	case HR_CLASS_BYTES:
		hr_claim_role(inference, item, output && !is_const ? HR_ROLE_OUT : HR_ROLE_BUFFER, HR_SOURCE_TYPE, 0.45,
			      "a pointer to bytes");
		break;
	case HR_CLASS_ENUM:
		hr_claim_role(inference, item,
			      hr_model_type(model, item->type)->is_flags ? HR_ROLE_FLAGS : HR_ROLE_ENUM, HR_SOURCE_TYPE,
			      0.8, "an enum");
		break;
	case HR_CLASS_INTEGER:
		if (hr_name_has(words, hr_words_flags) && !hr_text_ends_with(item->name, "mask"))
			hr_claim_role(inference, item, HR_ROLE_FLAGS, HR_SOURCE_NAME, 0.7, "called '%s'", item->name);
		if (hr_name_has(words, hr_words_descriptor) && hr_model_type(model, item->type)->size == 4)
			hr_claim_role(inference, item, HR_ROLE_DESCRIPTOR, HR_SOURCE_NAME, 0.8, "called '%s'",
				      item->name);
		hr_claim_role(inference, item, HR_ROLE_IN, HR_SOURCE_TYPE, 0.4, "a number");
		if (words->count && hr_word_is_in(words->words[words->count - 1], hr_words_choice_only))
			hr_claim_role(inference, item, HR_ROLE_ENUM, HR_SOURCE_NAME, 0.55, "called '%s'", item->name);
		if (hr_doc_lists_values(item->doc))
			hr_claim_role(inference, item, HR_ROLE_ENUM, HR_SOURCE_DOCUMENTATION, 0.6,
				      "the documentation says what each number means");
		if (hr_name_has_loosely(words, hr_words_size) && !hr_name_has(words, hr_words_index))
			hr_claim_role(inference, item, HR_ROLE_SIZE, HR_SOURCE_NAME, 0.55, "called '%s'", item->name);
		break;
	case HR_CLASS_OBJECT: {
		size_t type = hr_model_object(model, item->type);
		bool callbacks = type != HR_NO_TYPE && inference->objects[type].is_callbacks;
		hr_claim_role(inference, item, callbacks ? HR_ROLE_CALLBACK : HR_ROLE_IN, HR_SOURCE_TYPE,
			      callbacks ? 0.97 : 0.4,
			      callbacks ? "a struct of nothing but functions" : "a pointer to a struct");
		break;
	}
	default:
		hr_claim_role(inference, item, HR_ROLE_IN, HR_SOURCE_TYPE, 0.4, "a value");
		break;
	}
}

/* A function, or a struct of nothing else. */
static bool is_callback(const struct hr_inference *inference, const struct hr_item *item)
{
	size_t type = hr_model_object(inference->model, item->type);
	return hr_classify(inference->model, item->type) == HR_CLASS_FUNCTION ||
	       (type != HR_NO_TYPE && inference->objects[type].is_callbacks);
}

/* A void * in a struct with callbacks is handed back by one of them. */
static void claim_user_data(struct hr_inference *inference, struct hr_type *type, size_t index)
{
	struct hr_item *item = &type->fields.data[index].item;
	if (!hr_points_to_void(inference->model, item->type))
		return;
	struct hr_name_words words;
	hr_name_split(&words, item->name);
	bool named = hr_name_has_loosely(&words, hr_words_user_data);
	size_t callback = type->fields.count;
	for (size_t i = index; i-- > 0 && callback == type->fields.count;)
		if (is_callback(inference, &type->fields.data[i].item))
			callback = i;
	for (size_t i = index + 1; i < type->fields.count && callback == type->fields.count; i++)
		if (is_callback(inference, &type->fields.data[i].item))
			callback = i;
	if (callback < type->fields.count)
		hr_claim_relation(inference, item, HR_ROLE_USER_DATA, callback, HR_UNIT_NONE, HR_SOURCE_SHAPE,
				  named ? 0.85 : 0.4, "a void * beside a callback");
	else if (named)
		hr_claim_role(inference, item, HR_ROLE_USER_DATA, HR_SOURCE_NAME, 0.75, "called '%s'", item->name);
}

/* "user_data", "priv_data": the caller's own, whatever the struct is for. */
static bool is_called_user_data(const struct hr_inference *inference, const struct hr_item *item)
{
	static const char *const certain[] = { "user_data", "userdata",    "user_ptr", "user_context", "user_ctx",
					       "privdata",  "client_data", "app_data", "udata",        "userptr" };
	const struct hr_type *type = hr_model_type(inference->model, item->type);
	bool fits = hr_points_to_void(inference->model, item->type) ||
		    (type && type->kind == HR_TYPE_INT && type->size == (int64_t)sizeof(void *));
	for (size_t i = 0; fits && i < sizeof certain / sizeof *certain; i++)
		if (strcasecmp(item->name, certain[i]) == 0)
			return true;
	return hr_points_to_void(inference->model, item->type) && hr_field_says_user_data(item->doc);
}

static void claim_by_name(struct hr_inference *inference, struct hr_item *item, const struct hr_name_words *words,
			  enum treatment treatment)
{
	static const char *const spare[] = { "reserved", "pad",      "padding", "unused", "dummy",
					     "spare",    "refcount", "refcnt",  "refs",   NULL };
	static const char *const hidden[] = { "state", "internal", "internals", "impl", NULL };
	static const char *const own[] = { "priv", "private", "opaque", "hidden", NULL };
	static const char *const results[] = { "total",   "last",     "processed", "consumed", "used",
					       "written", "produced", "generated", "gen",      NULL };
	enum hr_class class = hr_classify(inference->model, item->type);
	if (hr_name_has(words, spare))
		hr_claim_role(inference, item, HR_ROLE_PRIVATE, HR_SOURCE_NAME, 0.99, "called '%s'", item->name);
	if (hr_name_has(words, hidden) && class >= HR_CLASS_FUNCTION)
		hr_claim_role(inference, item, HR_ROLE_PRIVATE, HR_SOURCE_NAME, 0.95, "called '%s'", item->name);
	static const char *const internals[] = { "private", "internal", "internals", "impl", NULL };
	bool is_internal =
		hr_points_to_void(inference->model, item->type) && words->count == 1 && hr_name_has(words, internals);
	if ((hr_name_has(words, own) && class == HR_CLASS_OBJECT) || (is_internal && treatment == SET_BY_UNIT))
		hr_claim_role(inference, item, HR_ROLE_PRIVATE, HR_SOURCE_NAME, 0.95, "called '%s'", item->name);
	/* what the unit marks its own structs with, and what it keeps to be quicker */
	static const char *const marks[] = { "magic", "cache", "internal", "internals", NULL };
	if (hr_name_has(words, marks) && (treatment == SET_BY_UNIT || treatment == KEPT_BY_UNIT) &&
	    class != HR_CLASS_TEXT && class != HR_CLASS_FUNCTION)
		hr_claim_role(inference, item, HR_ROLE_PRIVATE, HR_SOURCE_NAME, 0.996, "called '%s'", item->name);
	static const char *const errors[] = { "error", "errcode", "errno", NULL };
	bool is_error = hr_name_has(words, errors) && (class == HR_CLASS_INTEGER || class == HR_CLASS_ENUM);
	if (is_error && treatment == SET_BY_CALLER)
		hr_claim_role(inference, item, HR_ROLE_OUT, HR_SOURCE_NAME, 0.85, "called '%s'", item->name);
	if (hr_name_has(words, results) && treatment == SET_BY_CALLER)
		hr_claim_role(inference, item, HR_ROLE_OUT, HR_SOURCE_NAME, 0.6, "called '%s'", item->name);
}

/* What some operations fill, and others promise not to change: the caller has it from the one and gives it to the other; unless these set something by it. */
static bool is_handed_back(const struct hr_inference *inference, const struct hr_type *type)
{
	static const char *const sets[] = { "set", NULL };
	const struct hr_model *model = inference->model;
	size_t index = (size_t)(type - model->types.data);
	const struct hr_object *object = &inference->objects[index];
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		if (!hr_name_has(&inference->operation_words[i], sets))
			continue;
		for (size_t k = 0; k < operation->params.count; k++)
			if (hr_model_object(model, operation->params.data[k].type) == index)
				return false;
	}
	return object->fills && object->const_taken && object->reads <= object->const_taken;
}

/* Is the word at `at` a member of the macro's first parameter: (p)->word, p->word? */
static bool is_member_of_parameter(const struct hr_operation *macro, const char *at)
{
	const char *name = macro->params.data[0].name, *text = macro->expansion;
	size_t length = strlen(name);
	if (at < text + 2 || strncmp(at - 2, "->", 2) != 0)
		return false;
	for (at -= 2; at > text && (at[-1] == ')' || at[-1] == ' ');)
		at--;
	bool is_named = (size_t)(at - text) >= length && strncmp(at - length, name, length) == 0;
	return is_named && ((size_t)(at - text) == length || at[-(ptrdiff_t)length - 1] == '(' ||
			    at[-(ptrdiff_t)length - 1] == ' ');
}

/* Is there a macro for callers that takes such a struct, changes nothing, and looks at the field? */
static bool is_read_by_macro(const struct hr_inference *inference, const struct hr_type *type,
			     const struct hr_item *item)
{
	const struct hr_model *model = inference->model;
	enum hr_class class = hr_classify(model, item->type);
	size_t index = (size_t)(type - model->types.data);
	if (class != HR_CLASS_INTEGER && class != HR_CLASS_FLOAT && class != HR_CLASS_ENUM)
		return false;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *macro = &model->operations.data[i];
		if (!hr_macro_only_reads(macro) || !macro->params.count ||
		    hr_model_object(model, macro->params.data[0].type) != index)
			continue;
		const char *at = hr_text_find_word(macro->expansion, item->name, false);
		if (at && is_member_of_parameter(macro, at))
			return true;
	}
	return false;
}

/* What follows from how the unit treats the struct. */
static void claim_by_treatment(struct hr_inference *inference, const struct hr_type *type, struct hr_item *item,
			       enum treatment treatment)
{
	enum hr_class class = hr_classify(inference->model, item->type);
	bool is_number = class == HR_CLASS_INTEGER || class == HR_CLASS_FLOAT;
	bool is_units = treatment == LEFT_ALONE || treatment == KEPT_BY_UNIT || treatment == SET_BY_UNIT;
	if (is_units && is_read_by_macro(inference, type, item))
		hr_claim_role(inference, item, HR_ROLE_OUT, HR_SOURCE_SHAPE, 0.98, "a macro of the API reads it");
	else if (treatment == LEFT_ALONE)
		hr_claim_role(inference, item, HR_ROLE_PRIVATE, HR_SOURCE_SHAPE, 0.98,
			      "the API has operations to set and get");
	else if (treatment == KEPT_BY_UNIT)
		hr_claim_role(inference, item, HR_ROLE_PRIVATE, HR_SOURCE_SHAPE, 0.7,
			      "an init function sets up all of it");
	else if (treatment == SET_BY_BOTH && is_number)
		hr_claim_role(inference, item, is_handed_back(inference, type) ? HR_ROLE_OUT : HR_ROLE_INOUT,
			      HR_SOURCE_SHAPE, 0.6, "some operations fill these, others read them");
	else if (treatment == SET_BY_UNIT)
		hr_claim_role(inference, item, HR_ROLE_OUT, HR_SOURCE_SHAPE, class == HR_CLASS_FILE ? 0.98 : 0.92,
			      "the unit makes these for the caller to read");
}

/* What documentation says comes first, and leaves nothing to be guessed from the struct. Returns whether it did. */
static bool claim_by_words(struct hr_inference *inference, struct hr_item *item)
{
	bool is_function = hr_classify(inference->model, item->type) == HR_CLASS_FUNCTION;
	bool is_vague = is_function || hr_points_to_void(inference->model, item->type);
	if (hr_field_says_private(item->doc, is_vague)) {
		hr_claim_role(inference, item, HR_ROLE_PRIVATE, HR_SOURCE_DOCUMENTATION, 0.98,
			      "the documentation says so");
		return true;
	}
	if (hr_field_says_input(item->doc)) {
		hr_claim_role(inference, item, hr_role_so_far(item), HR_SOURCE_DOCUMENTATION, 0.6,
			      "the documentation lets the caller set it");
		return true;
	}
	if (hr_field_says_output(item->doc) && !is_function)
		hr_claim_role(inference, item, HR_ROLE_OUT, HR_SOURCE_DOCUMENTATION, 0.93, "the documentation says so");
	return false;
}

/* A part of something that the API hides. */
static void claim_by_part(struct hr_inference *inference, struct hr_item *item)
{
	const struct hr_model *model = inference->model;
	enum hr_class class = hr_classify(model, item->type);
	size_t object = hr_model_object(model, item->type);
	bool is_pointer = class == HR_CLASS_OBJECT && object != HR_NO_TYPE;
	bool is_hidden = is_pointer && model->types.data[object].completeness != HR_COMPLETE &&
			 !inference->objects[object].is_object;
	bool is_untyped = hr_points_to_void(model, item->type);
	const struct hr_type *part = class == HR_CLASS_STRUCT
					     ? &model->types.data[hr_model_strip(model, item->type).type]
				     : is_pointer ? &model->types.data[object]
						  : NULL;
	if (part && !part->is_public && !part->is_system)
		hr_claim_role(inference, item, HR_ROLE_PRIVATE, HR_SOURCE_SHAPE, 0.94,
			      "a struct of which the API says nothing");
	if (is_hidden || hr_text_starts_with(item->name, "_") || (is_untyped && hr_text_ends_with(item->name, "_")))
		hr_claim_role(inference, item, HR_ROLE_PRIVATE, HR_SOURCE_SHAPE, 0.94,
			      "nothing that the caller could set");
}

/* "user_data": the caller's own, also where something else was claimed more loudly. */
static void insist_on_user_data(struct hr_inference *inference, const struct hr_type *type, struct hr_item *item)
{
	struct hr_decision told = hr_claims_decide(&item->claims, HR_FACT_ROLE);
	size_t callback = type->fields.count;
	for (size_t i = 0; i < item->claims.count; i++)
		if (item->claims.data[i].fact == HR_FACT_ROLE && item->claims.data[i].of >= 0 &&
		    item->claims.data[i].value == HR_ROLE_USER_DATA)
			callback = (size_t)item->claims.data[i].of;
	if (told.value != HR_ROLE_USER_DATA && callback < type->fields.count)
		hr_claim_relation(inference, item, HR_ROLE_USER_DATA, callback, HR_UNIT_NONE, HR_SOURCE_NAME, 0.95,
				  "called '%s'", item->name);
	else if (told.value != HR_ROLE_USER_DATA)
		hr_claim_role(inference, item, HR_ROLE_USER_DATA, HR_SOURCE_NAME, 0.95, "called '%s'", item->name);
}

static void about_field(struct hr_inference *inference, struct hr_type *type, size_t index, enum treatment treatment)
{
	struct hr_item *item = &type->fields.data[index].item;
	struct hr_name_words words;
	hr_name_split(&words, item->name);
	claim_by_class(inference, item, &words);
	claim_by_name(inference, item, &words, treatment);
	bool is_told = claim_by_words(inference, item);
	if (!is_told || treatment == LEFT_ALONE || treatment == KEPT_BY_UNIT)
		claim_by_treatment(inference, type, item, treatment);
	claim_by_part(inference, item);
	claim_user_data(inference, type, index);
	if (is_called_user_data(inference, item) && treatment != LEFT_ALONE)
		insist_on_user_data(inference, type, item);
}

/* The one treatment of all structs that have such a struct in them, or lead to it; false: there is none, or they differ. */
static bool find_outer(const struct hr_inference *inference, size_t inner, const enum treatment *treatments,
		       enum treatment *found)
{
	const struct hr_model *model = inference->model;
	bool is_found = false;
	for (size_t i = 0; i < model->types.count; i++) {
		const struct hr_type *outer = &model->types.data[i];
		if (i == inner || outer->kind != HR_TYPE_STRUCT || !outer->is_public ||
		    outer->completeness != HR_COMPLETE)
			continue;
		for (size_t k = 0; k < outer->fields.count; k++) {
			struct hr_type_ref ref = hr_model_strip(model, outer->fields.data[k].item.type);
			if (ref.type != inner && hr_model_object(model, ref) != inner)
				continue;
			if (is_found && treatments[i] != *found)
				return false;
			*found = treatments[i];
			is_found = true;
		}
	}
	return is_found;
}

void hr_rules_for_fields(struct hr_inference *inference)
{
	struct hr_model *model = inference->model;
	look_at_uses(inference);
	look_at_callbacks(inference);
	for (size_t i = 0; i < model->types.count; i++)
		if (inference->objects[i].is_read || inference->objects[i].is_filled)
			pass_on_uses(inference, i, 0);
	enum treatment *treatments = hr_calloc(model->types.count + 1, sizeof *treatments);
	for (size_t i = 0; i < model->types.count; i++)
		treatments[i] =
			hr_struct_says_private(model->types.data[i].doc) ? LEFT_ALONE : treatment_of(inference, i);
	/* what no operation speaks of is treated as the struct is that it is a part of */
	for (size_t i = 0; i < model->types.count; i++) {
		const struct hr_object *object = &inference->objects[i];
		enum treatment outer = SET_BY_CALLER;
		/* … or no more than ask it something; one that takes it beside other things may do that, too */
		if (model->types.data[i].kind == HR_TYPE_STRUCT && object->taken_by == object->const_taken &&
		    object->reads <= 1 && !object->returned_by && !object->slots && !object->has_callbacks &&
		    find_outer(inference, i, treatments, &outer) && outer == SET_BY_UNIT)
			treatments[i] = outer;
	}
	for (size_t i = 0; i < model->types.count; i++) {
		struct hr_type *type = &model->types.data[i];
		if (!type->is_public || !type->fields.count)
			continue;
		if (type->completeness == HR_COMPLETED_FROM_SOURCE) {
			for (size_t k = 0; k < type->fields.count; k++)
				hr_claim_role(inference, &type->fields.data[k].item, HR_ROLE_PRIVATE, HR_SOURCE_SHAPE,
					      0.95, "the header hides it");
			continue;
		}
		enum treatment treatment = treatments[i];
		for (size_t k = 0; k < type->fields.count; k++)
			about_field(inference, type, k, treatment);
		for (size_t k = 0; k < type->fields.count && (treatment == SET_BY_CALLER || treatment == SET_BY_BOTH);
		     k++)
			hr_rules_for_field_lengths(inference, type, k);
	}
	free(treatments);
}
