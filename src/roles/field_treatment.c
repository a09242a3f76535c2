/* How the unit treats a struct as a whole: who fills it, who reads it, who makes and ends it, and what it is called. */
#include "roles/field_treatment.h"

#include "base/memory.h"
#include "base/text.h"
#include "roles/field_words.h"
#include "roles/vocabulary.h"

#include <ctype.h>
#include <string.h>

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
		to->is_filled = to->is_filled || (from->is_filled && !to->taken_by && !to->is_value);
		if (to->is_read != was_read || to->is_filled != was_filled)
			pass_on_uses(inference, inner.type, depth + 1);
	}
}

/* What a callback gets by a pointer that is not const, it may fill: then the caller sets it. By a const one it is the unit's word. */
static void look_at_callbacks(struct hr_inference *inference)
{
	const struct hr_model *model = inference->model;
	for (size_t i = 0; i < model->types.count; i++) {
		const struct hr_type *type = &model->types.data[i];
		for (size_t k = 0; type->kind == HR_TYPE_FUNCTION && k < type->params.count; k++) {
			struct hr_type_ref ref = type->params.data[k].type;
			size_t object = hr_model_object(model, ref);
			if (object == HR_NO_TYPE || hr_classify(model, ref) != HR_CLASS_OBJECT)
				continue;
			if (hr_points_to_const(model, ref))
				inference->objects[object].yields++;
			else
				inference->objects[object].is_read = true;
		}
	}
}

/* color make_color(float r, float g, float b): what it returns is what the caller put into it, field by field. */
static bool puts_together(const struct hr_model *model, const struct hr_operation *operation)
{
	const struct hr_type *type = hr_model_type(model, operation->result.type);
	if (type->fields.count != operation->params.count || !type->fields.count)
		return false;
	for (size_t i = 0; i < type->fields.count; i++) {
		enum hr_class class = hr_classify(model, operation->params.data[i].type);
		if (class >= HR_CLASS_STRUCT || class != hr_classify(model, type->fields.data[i].item.type))
			return false;
	}
	return true;
}

/* Numbers and nothing else, in itself or in what it has in it: nothing of the unit's can be in there. */
static bool is_plain(const struct hr_model *model, struct hr_type_ref ref, int depth)
{
	enum { DEEPEST = 6 };
	const struct hr_type *type = hr_model_type(model, ref);
	while (type && type->kind == HR_TYPE_ARRAY)
		type = hr_model_type(model, type->target);
	if (!type || type->kind != HR_TYPE_STRUCT || type->completeness != HR_COMPLETE || depth > DEEPEST)
		return type && (type->kind == HR_TYPE_INT || type->kind == HR_TYPE_FLOAT ||
				type->kind == HR_TYPE_ENUM || type->kind == HR_TYPE_BOOL);
	for (size_t i = 0; i < type->fields.count; i++)
		if (!is_plain(model, type->fields.data[i].item.type, depth + 1))
			return false;
	return type->fields.count > 0;
}

/* to_hsv(const color *, hsv *): is it computed from a plain value that the caller has? */
static bool is_converted(const struct hr_model *model, const struct hr_operation *operation)
{
	for (size_t i = 0; i < operation->params.count; i++) {
		struct hr_type_ref ref = operation->params.data[i].type;
		size_t type = hr_model_object(model, ref);
		if (type != HR_NO_TYPE && hr_classify(model, ref) == HR_CLASS_OBJECT &&
		    hr_points_to_const(model, ref) && is_plain(model, (struct hr_type_ref){ .type = type }, 0))
			return true;
	}
	return false;
}

/* The code reads what the caller left there, and writes. */
static bool is_proved_read(const struct hr_item *item)
{
	struct hr_decision role = hr_claims_decide(&item->claims, HR_FACT_ROLE);
	return role.decided && role.value == HR_ROLE_INOUT && role.source >= HR_SOURCE_CODE;
}

/* How the operations treat the structs they take: one look at each. */
static void look_at_uses(struct hr_inference *inference)
{
	const struct hr_model *model = inference->model;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		if (hr_classify(model, operation->result.type) == HR_CLASS_STRUCT && !puts_together(model, operation)) {
			struct hr_object *result =
				&inference->objects[hr_model_strip(model, operation->result.type).type];
			result->is_filled = result->is_filled_later = true;
		}
		for (size_t k = 0; k < operation->params.count; k++) {
			const struct hr_item *item = &operation->params.data[k];
			size_t type = hr_model_object(model, item->type);
			if (hr_classify(model, item->type) == HR_CLASS_STRUCT) {
				struct hr_object *value = &inference->objects[hr_model_strip(model, item->type).type];
				value->is_read = value->is_value = true;
				value->inputs++;
			}
			if (type == HR_NO_TYPE || hr_classify(model, item->type) != HR_CLASS_OBJECT)
				continue;
			struct hr_object *object = &inference->objects[type];
			enum hr_role role = hr_role_so_far(item);
			/* A lone const struct is asked something, not taken as input. */
			bool is_const = hr_points_to_const(model, item->type);
			bool is_asked = is_const && operation->params.count == 1;
			bool is_taken = role == HR_ROLE_IN || role == HR_ROLE_ARRAY;
			object->reads += (is_const && !is_asked) || is_taken;
			object->inputs += is_const && !is_asked && is_taken;
			/* a copy is filled with what the caller has, or the unit */
			bool is_copy = false;
			for (size_t c = 0; c < operation->params.count; c++)
				is_copy = is_copy || (hr_model_object(model, operation->params.data[c].type) == type &&
						      hr_points_to_const(model, operation->params.data[c].type));
			if (role == HR_ROLE_OUT && is_copy)
				continue;
			object->fills += role == HR_ROLE_OUT;
			object->yields += role == HR_ROLE_OUT && !is_converted(model, operation);
			object->is_read =
				object->is_read || (is_const && !is_asked) || is_taken || is_proved_read(item);
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

/* Callbacks in a struct that nobody makes are the caller's, and so is the rest of it; unless operations yield one and others change it. */
static bool is_registered(const struct hr_inference *inference, size_t index)
{
	const struct hr_type *type = &inference->model->types.data[index];
	const struct hr_object *object = &inference->objects[index];
	size_t functions = 0;
	for (size_t i = 0; i < type->fields.count; i++)
		functions += hr_classify(inference->model, type->fields.data[i].item.type) == HR_CLASS_FUNCTION;
	bool is_yielded = object->returned_by && object->const_taken < object->taken_by;
	return functions && object->taken_by && !object->made_by && !is_yielded && !object->slots &&
	       !object->freed_by && !is_lent(inference, index);
}

/* add(container, const T *item): something that nobody makes or ends is given as it is, and so the caller has filled it in, whoever lends one later. */
static bool is_given(const struct hr_inference *inference, size_t index)
{
	const struct hr_model *model = inference->model;
	const struct hr_object *object = &inference->objects[index];
	if (object->made_by || object->ended_by || object->fills ||
	    model->types.data[index].completeness != HR_COMPLETE)
		return false;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		if (!hr_name_has(&inference->operation_words[i], hr_words_give))
			continue;
		for (size_t k = 1; k < operation->params.count; k++)
			if (hr_model_object(model, operation->params.data[k].type) == index &&
			    hr_classify(model, operation->params.data[k].type) == HR_CLASS_OBJECT &&
			    hr_points_to_const(model, operation->params.data[k].type))
				return true;
	}
	return false;
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

/* "while (i.has_value)", "read it->current": does the text show how the field is used? */
static bool shows_use(const char *text, const char *field)
{
	for (const char *at = text; at && (at = hr_text_find_word(at, field, false)); at++) {
		bool is_member = at - text >= 2 && at[-1] == '.' && isalnum((unsigned char)at[-2]);
		bool is_behind = at - text >= 3 && at[-2] == '-' && at[-1] == '>' && isalnum((unsigned char)at[-3]);
		if (is_member || is_behind)
			return true;
	}
	return false;
}

bool hr_shows_use(const struct hr_inference *inference, const struct hr_type *type, const char *field)
{
	const struct hr_model *model = inference->model;
	size_t index = (size_t)(type - model->types.data);
	if (shows_use(type->doc, field))
		return true;
	for (size_t i = 0; i < model->operations.count; i++)
		for (size_t k = 0; k < model->operations.data[i].params.count; k++)
			if (hr_model_object(model, model->operations.data[i].params.data[k].type) == index &&
			    shows_use(model->operations.data[i].doc, field))
				return true;
	return false;
}

/* A struct with a life of its own, operations that carry it on, and documentation that shows which fields to look at: an iterator. */
static bool is_shown_in_part(const struct hr_inference *inference, size_t index)
{
	enum { FEWEST = 3, FEWEST_SHOWN = 2 };
	const struct hr_object *object = &inference->objects[index];
	const struct hr_type *type = &inference->model->types.data[index];
	size_t shown = 0;
	if (!object->made_by || !object->ended_by || object->first_of < FEWEST)
		return false;
	for (size_t i = 0; i < type->fields.count; i++)
		shown += shows_use(type->doc, type->fields.data[i].item.name);
	return shown >= FEWEST_SHOWN && 2 * shown < type->fields.count;
}

/* A color, a point, a rectangle: values that more operations are given to read than yield one. */
static bool is_plain_input(const struct hr_inference *inference, size_t index)
{
	const struct hr_object *object = &inference->objects[index];
	return object->inputs > object->yields + object->slots && !object->returned_by && !object->is_report &&
	       !object->is_errors && is_plain(inference->model, (struct hr_type_ref){ .type = index }, 0);
}

static enum hr_treatment treatment_of(const struct hr_inference *inference, size_t index)
{
	enum { MANY_ACCESSORS = 4 };
	const struct hr_object *object = &inference->objects[index];
	if (object->is_callbacks || is_registered(inference, index) || is_form(inference, index) ||
	    (object->by_caller && has_arguments(inference, index)) ||
	    hr_struct_says_input(inference->model->types.data[index].doc))
		return HR_SET_BY_CALLER;
	bool is_form_to_fill = object->returned_by && is_described(&inference->model->types.data[index]);
	if (object->is_options && (object->by_caller || is_list_of_options(inference, index) || is_form_to_fill) &&
	    object->accessors < MANY_ACCESSORS)
		return HR_SET_BY_CALLER;
	if (is_plain_input(inference, index))
		return HR_SET_BY_CALLER;
	if ((object->is_report && !object->const_taken && !object->returned_by) || object->is_errors)
		return HR_SET_BY_UNIT;
	if (!object->taken_by && !object->is_read && !object->returned_by && !object->slots)
		return HR_SET_BY_UNIT; /* nobody takes one: it is met behind a void * or in a callback */
	if (object->accessors >= MANY_ACCESSORS && object->by_caller)
		return object->is_filled_later && is_described(&inference->model->types.data[index]) ? HR_SET_BY_UNIT
												     : HR_LEFT_ALONE;
	if (object->returned_by && (is_handle(inference, index) || is_shown_in_part(inference, index)))
		return HR_LEFT_ALONE;
	if (object->returned_by && !object->slots && is_given(inference, index))
		return HR_SET_BY_BOTH;
	if (object->returned_by || object->slots)
		return HR_SET_BY_UNIT;
	/* one that reads among many that fill: a mistake, or a look at what was filled */
	if (object->is_filled_later && object->fills > 3 && object->reads == 1)
		return HR_SET_BY_UNIT;
	if (object->is_filled_later)
		return object->is_read ? HR_SET_BY_BOTH : HR_SET_BY_UNIT;
	if (is_state(inference, index))
		return HR_KEPT_BY_UNIT;
	/* open(path, file), close(file): what is in it comes from the unit */
	if (object->is_object && object->by_caller && object->opened_by && object->ended_by && !object->has_callbacks)
		return HR_SET_BY_UNIT;
	if (object->is_object && object->by_caller && object->ended_by && !object->set_up_by && !object->is_read &&
	    !has_caller_parts(inference, index))
		return HR_SET_BY_UNIT; /* it has contents to be freed, and nobody but the unit puts them there */
	if (object->is_filled)
		return object->is_read ? HR_SET_BY_BOTH : HR_SET_BY_UNIT;
	return HR_SET_BY_CALLER;
}

/* The one treatment of all structs that have such a struct in them, or lead to it; false: there is none, or they differ. */
static bool find_outer(const struct hr_inference *inference, size_t inner, const enum hr_treatment *treatments,
		       enum hr_treatment *found)
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

enum hr_treatment *hr_find_treatments(struct hr_inference *inference)
{
	struct hr_model *model = inference->model;
	look_at_uses(inference);
	look_at_callbacks(inference);
	for (size_t i = 0; i < model->types.count; i++)
		if (inference->objects[i].is_read || inference->objects[i].is_filled)
			pass_on_uses(inference, i, 0);
	enum hr_treatment *treatments = hr_calloc(model->types.count + 1, sizeof *treatments);
	for (size_t i = 0; i < model->types.count; i++)
		treatments[i] =
			hr_struct_says_private(model->types.data[i].doc) ? HR_LEFT_ALONE : treatment_of(inference, i);
	/* what no operation speaks of is treated as the struct is that it is a part of */
	for (size_t i = 0; i < model->types.count; i++) {
		const struct hr_object *object = &inference->objects[i];
		enum hr_treatment outer = HR_SET_BY_CALLER;
		/* … or no more than ask it something; one that takes it beside other things may do that, too */
		if (model->types.data[i].kind == HR_TYPE_STRUCT && object->taken_by == object->const_taken &&
		    object->reads <= 1 && !object->is_value && !object->returned_by && !object->slots &&
		    !object->has_callbacks && !hr_struct_says_input(model->types.data[i].doc) &&
		    !is_plain_input(inference, i) && find_outer(inference, i, treatments, &outer) &&
		    (outer == HR_SET_BY_UNIT || (outer == HR_LEFT_ALONE && !object->taken_by)))
			treatments[i] = outer;
	}
	return treatments;
}
