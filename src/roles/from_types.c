/* What the C type of an item suggests. */
#include "base/text.h"
#include "roles/field_words.h"
#include "roles/inference.h"
#include "roles/vocabulary.h"

#include <string.h>

#define TYPE HR_SOURCE_TYPE

bool hr_has_const_text(const struct hr_inference *inference, const struct hr_operation *operation)
{
	for (size_t i = 0; i < operation->params.count; i++)
		if (hr_classify(inference->model, operation->params.data[i].type) == HR_CLASS_TEXT &&
		    hr_points_to_const(inference->model, operation->params.data[i].type))
			return true;
	return false;
}

/* Text that has a name, in an API that has const nowhere, of an operation that is called as what uses its text, with no number right behind it, or at an address,
 * that may tell how much room there is: one that is called so, or not at all. What yields nothing else may as well fill it, and so may an object before it. */
static bool is_named_without_room(const struct hr_inference *inference, const struct hr_operation *operation,
				  const struct hr_item *item)
{
	const struct hr_model *model = inference->model;
	const struct hr_name_words *verbs = hr_words_of(inference, operation);
	size_t next = (size_t)(item - operation->params.data) + 1;
	if (!*item->name || !hr_name_has(verbs, hr_words_use) || hr_name_has(verbs, hr_words_fill) ||
	    inference->const_inputs || hr_classify(model, operation->result.type) == HR_CLASS_VOID)
		return false;
	for (size_t i = 0; i + 1 < next; i++)
		if (hr_classify(model, operation->params.data[i].type) == HR_CLASS_OBJECT)
			return false;
	enum hr_class class =
		next < operation->params.count ? hr_classify(model, operation->params.data[next].type) : HR_CLASS_VOID;
	if (class != HR_CLASS_INTEGER && class != HR_CLASS_SCALARS)
		return true;
	struct hr_name_words words;
	hr_name_split(&words, operation->params.data[next].name);
	return words.count && !hr_name_has_loosely(&words, hr_words_length) &&
	       !hr_name_has_loosely(&words, hr_words_size) && !hr_name_has_loosely(&words, hr_words_capacity);
}

static void about_text(struct hr_inference *inference, const struct hr_operation *operation, struct hr_item *item,
		       bool is_const)
{
	if (is_const) {
		hr_claim_role(inference, item, HR_ROLE_STRING, TYPE, 0.6, "a pointer to const char is mostly text");
		return;
	}
	bool knows_const = (inference->const_inputs >= 3 && inference->const_inputs > inference->plain_inputs) ||
			   (!*item->name && hr_has_const_text(inference, operation));
	hr_claim_role(inference, item, HR_ROLE_OUT, TYPE, knows_const ? 0.4 : 0.3,
		      "a pointer to char that may be written");
	if (!knows_const)
		hr_claim_role(inference, item, HR_ROLE_STRING, TYPE,
			      is_named_without_room(inference, operation, item) ? 0.4 : 0.3,
			      "a pointer to char may be text of an API without const");
}

static void about_bytes(struct hr_inference *inference, struct hr_item *item, bool is_const)
{
	struct hr_name_words words;
	hr_name_split(&words, item->name);
	bool is_input = hr_points_to_void(inference->model, item->type) || hr_name_has(&words, hr_words_input);
	if (is_const)
		hr_claim_role(inference, item, HR_ROLE_BUFFER, TYPE, 0.4, "a pointer to const bytes");
	else
		hr_claim_role(inference, item, HR_ROLE_OUT, TYPE, is_input ? 0.2 : 0.3,
			      "a pointer to bytes that may be written");
	hr_claim_role(inference, item, HR_ROLE_IN, TYPE, is_const ? 0.2 : 0.25,
		      "a pointer to something that the type does not tell");
}

static void about_slot(struct hr_inference *inference, struct hr_item *item)
{
	const struct hr_model *model = inference->model;
	const struct hr_type *slot = hr_model_type(model, item->type);
	bool fixed = (slot->target.qualifiers & HR_CONST) != 0;
	enum hr_class inner = hr_classify_slot(model, item->type);
	if (inner == HR_CLASS_SLOT && !fixed)
		hr_claim_role(inference, item, HR_ROLE_OUT, TYPE, 0.7, "a pointer to a pointer to a pointer");
	if (fixed) {
		hr_claim_role(inference, item, HR_ROLE_ARRAY, TYPE, 0.8, "pointers that the callee must not change");
		return;
	}
	hr_claim_role(inference, item, HR_ROLE_OUT, TYPE, 0.55, "a pointer to a pointer is mostly a slot to be filled");
	hr_claim_role(inference, item, HR_ROLE_INOUT, TYPE, inner == HR_CLASS_TEXT ? 0.3 : 0.2,
		      "a pointer to a pointer may be moved on or replaced");
	hr_claim_role(inference, item, HR_ROLE_ARRAY, TYPE, 0.2, "a pointer to pointers may be an array");
}

/* Does the documentation of its fields say of some that the caller sets them, and of others that they are filled? */
static bool is_said_to_go_both_ways(const struct hr_type *type)
{
	bool goes_in = false, comes_out = false;
	for (size_t i = 0; i < type->fields.count; i++) {
		const char *doc = type->fields.data[i].item.doc;
		bool is_input = hr_field_says_input(doc);
		goes_in = goes_in || is_input;
		comes_out = comes_out || (!is_input && hr_field_says_output(doc));
	}
	return goes_in && comes_out;
}

static void about_object(struct hr_inference *inference, const struct hr_operation *operation, struct hr_item *item)
{
	const struct hr_model *model = inference->model;
	size_t type = hr_model_object(model, item->type);
	bool is_const = hr_points_to_const(model, item->type);
	if (!is_const && hr_type_is_called(model, hr_model_type(model, item->type)->target, "fd_set")) {
		hr_claim_role(inference, item, HR_ROLE_INOUT, TYPE, 0.9, "a set of descriptors, to be added to");
		return;
	}
	if (type != HR_NO_TYPE && model->types.data[type].is_system && !is_const)
		hr_claim_role(inference, item, HR_ROLE_IN, TYPE, 0.4, "a struct of the system's");
	if (type != HR_NO_TYPE && inference->objects[type].is_callbacks) {
		hr_claim_role(inference, item, HR_ROLE_CALLBACK, TYPE, 0.9, "a struct of nothing but functions");
		const char *name = model->types.data[type].spelling;
		const char *bare = strrchr(name, ' ') ? strrchr(name, ' ') + 1 : name;
		if (!is_const && item == operation->params.data && hr_text_starts_with(operation->name, bare) &&
		    hr_name_has_loosely(hr_words_of(inference, operation), hr_words_init))
			hr_claim_role(inference, item, HR_ROLE_RECEIVER, HR_SOURCE_SHAPE, 0.95, "'%s' sets it up",
				      operation->name);
		return;
	}
	bool object = type != HR_NO_TYPE && inference->objects[type].is_object;
	if (!is_const && !object && type != HR_NO_TYPE && is_said_to_go_both_ways(&model->types.data[type]))
		hr_claim_role(inference, item, HR_ROLE_INOUT, HR_SOURCE_DOCUMENTATION, 0.85,
			      "some of its fields are set before, others filled");
	static const char *const defaults[] = { "default", "defaults", "parse", "load", "preset", NULL };
	const struct hr_name_words *words = hr_words_of(inference, operation);
	if (is_const || object)
		hr_claim_role(inference, item, HR_ROLE_IN, TYPE, 0.5, "a pointer to %s",
			      is_const ? "a const struct" : "an object");
	if (!is_const && !object && type != HR_NO_TYPE && inference->objects[type].has_callbacks)
		hr_claim_role(inference, item, HR_ROLE_IN, TYPE, 0.6, "a struct with callbacks of the caller's");
	if (!is_const && !object && type != HR_NO_TYPE && inference->objects[type].is_stream)
		hr_claim_role(inference, item, HR_ROLE_INOUT, TYPE, 0.6,
			      "a struct with data to read and room to write");
	else if (!is_const && !object && type != HR_NO_TYPE && inference->objects[type].is_options &&
		 !hr_name_has_loosely(words, hr_words_fill) && !hr_name_has_loosely(words, hr_words_init) &&
		 !hr_name_has(words, defaults))
		hr_claim_role(inference, item, HR_ROLE_IN, TYPE, 0.55, "its type is called as settings are");
	else if (!is_const && !object && type != HR_NO_TYPE && inference->objects[type].slots)
		hr_claim_role(inference, item, HR_ROLE_IN, TYPE, 0.55, "a struct that other operations yield");
	else if (!is_const && !object) {
		hr_claim_role(inference, item, HR_ROLE_OUT, TYPE, 0.5, "a struct of the caller's that may be written");
		hr_claim_role(inference, item, HR_ROLE_IN, TYPE, 0.3, "a pointer to a struct");
	}
}

static void about_scalars(struct hr_inference *inference, struct hr_item *item)
{
	static const char *const alone[] = { "time_t", "off_t", "mode_t", "uid_t", "gid_t", "dev_t", "clock_t" };
	struct hr_type_ref pointee = hr_model_type(inference->model, item->type)->target;
	if (hr_points_to_const(inference->model, item->type)) {
		/* localtime(const time_t *) */
		for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
			if (hr_type_is_called(inference->model, pointee, alone[i]) && item->array_count < 0 &&
			    !hr_text_ends_with(item->name, "s"))
				hr_claim_role(inference, item, HR_ROLE_IN, TYPE, 0.85, "one of these comes alone");
		/* … and a number beside it is what would make them several characters that do not end by themselves */
		if (hr_is_wide_character(inference->model, pointee))
			hr_claim_role(inference, item, HR_ROLE_STRING, TYPE, 0.6,
				      "a pointer to const wide characters is mostly text");
		else
			hr_claim_role(inference, item, HR_ROLE_ARRAY, TYPE, 0.7, "numbers that are only read");
		return;
	}
	hr_claim_role(inference, item, HR_ROLE_OUT, TYPE, 0.6, "a pointer to a number that may be written");
	hr_claim_role(inference, item, HR_ROLE_INOUT, TYPE, 0.2, "a pointer to a number may be read first");
}

static void about_enum(struct hr_inference *inference, struct hr_item *item)
{
	const struct hr_type *type = hr_model_type(inference->model, item->type);
	struct hr_name_words words;
	hr_name_split(&words, inference->model->types.data[item->type.type].spelling);
	bool bits = true;
	for (size_t i = 0; i < type->enumerators.count; i++) {
		int64_t value = type->enumerators.data[i].value;
		bits = bits && value >= 0 && (value & (value - 1)) == 0;
	}
	bool flags = type->is_flags || (bits && hr_name_has(&words, hr_words_flags));
	/* "kind", "mode": one of them, bits or not. */
	static const char *const singular[] = { "kind",  "type",   "mode", "which",  "level",
						"state", "status", "opt",  "option", NULL };
	hr_name_split(&words, item->name);
	if (flags && hr_name_has(&words, singular))
		hr_claim_role(inference, item, HR_ROLE_ENUM, HR_SOURCE_NAME, 0.93, "called '%s'", item->name);
	hr_claim_role(inference, item, flags ? HR_ROLE_FLAGS : HR_ROLE_ENUM, TYPE, 0.9,
		      flags ? "an enum of single bits" : "an enum");
}

static void about_param(struct hr_inference *inference, const struct hr_operation *operation, struct hr_item *item)
{
	const struct hr_model *model = inference->model;
	bool is_const = hr_points_to_const(model, item->type);
	if (hr_is_truth_value(model, item) && hr_classify(model, item->type) != HR_CLASS_ENUM) {
		hr_claim_role(inference, item, HR_ROLE_IN, TYPE, 0.97, "a boolean");
		return;
	}
	switch (hr_classify(model, item->type)) {
	case HR_CLASS_FUNCTION:
		hr_claim_role(inference, item, HR_ROLE_CALLBACK, TYPE, 0.97, "a pointer to a function");
		break;
	case HR_CLASS_FILE:
		hr_claim_role(inference, item, HR_ROLE_FILE, TYPE, 0.99, "a FILE *");
		break;
	case HR_CLASS_TEXT:
		about_text(inference, operation, item, is_const);
		break;
	case HR_CLASS_BYTES:
		about_bytes(inference, item, is_const);
		break;
	case HR_CLASS_SLOT:
		about_slot(inference, item);
		break;
	case HR_CLASS_OBJECT:
		about_object(inference, operation, item);
		break;
	case HR_CLASS_SCALARS:
		about_scalars(inference, item);
		break;
	case HR_CLASS_ENUM:
		about_enum(inference, item);
		break;
	case HR_CLASS_STRUCT:
		if (inference->objects[hr_model_strip(model, item->type).type].is_callbacks)
			hr_claim_role(inference, item, HR_ROLE_CALLBACK, TYPE, 0.97,
				      "a struct of nothing but functions");
		else
			hr_claim_role(inference, item, HR_ROLE_IN, TYPE, 0.9, "a value");
		break;
	case HR_CLASS_BOOL:
	case HR_CLASS_FLOAT:
	case HR_CLASS_VA_LIST:
		hr_claim_role(inference, item, HR_ROLE_IN, TYPE, 0.9, "a value");
		break;
	default:
		if (hr_type_is_called(model, item->type, "mode_t"))
			hr_claim_role(inference, item, HR_ROLE_FLAGS, TYPE, 0.9,
				      "bits for who may do what with a file");
		hr_claim_role(inference, item, HR_ROLE_IN, TYPE, 0.4, "a number");
		break;
	}
}

void hr_rules_from_types(struct hr_inference *inference, struct hr_operation *operation)
{
	for (size_t i = 0; i < operation->params.count; i++)
		about_param(inference, operation, &operation->params.data[i]);
}
