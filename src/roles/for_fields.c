/* Roles of the fields of public structs: what the caller sets, what the unit sets for the caller to read, what is nobody's business. */
#include "base/memory.h"
#include "base/text.h"
#include "roles/doc_text.h"
#include "roles/field_treatment.h"
#include "roles/field_words.h"
#include "roles/inference.h"
#include "roles/vocabulary.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* "max_entries", "buffer_size"; not "max_luma", which is a value, nor "resize_mode", nor what is told in units of time or as a ratio. */
static bool is_called_size(const struct hr_name_words *words, const char *doc)
{
	static const char *const others[] = { "ms",     "msec",     "usec",     "us",    "sec",    "seconds", "time",
					      "period", "interval", "duration", "pct",   "ratio",  "percent", "rate",
					      "resize", "denom",    "delay",    "width", "height", NULL };
	static const char *const limits[] = { "max", NULL };
	static const char *const nouns[] = { "size",    "nbytes",    "bytes", "nbyte", "limit",  "capacity",
					     "len",     "length",    "sz",    "count", "amount", "nmemb",
					     "bufsize", "blocksize", "items", "siz",   NULL };
	if (!words->count || hr_name_has(words, others) || hr_name_has(words, hr_words_index) ||
	    !hr_name_has_loosely(words, hr_words_size))
		return false;
	/* the most of several: the last word is more than one of them */
	const char *last = words->words[words->count - 1];
	bool is_alone = words->count == 1 || hr_word_is_in(last, limits);
	bool is_told = doc && (hr_text_find_any_case(doc, "size of") || hr_text_find_any_case(doc, "number of"));
	return is_alone || is_told || hr_text_ends_with(last, "s") || hr_name_has_loosely(words, nouns);
}

/* The enum of the API that a number is of by its documentation ("refer to the thing_kind enum") or that is called as it is; NULL for none. */
static const char *find_enum(const struct hr_model *model, const struct hr_item *item)
{
	for (size_t i = 0; i < model->types.count; i++) {
		const struct hr_type *type = &model->types.data[i];
		const char *name = hr_text_starts_with(type->spelling, "enum ") ? type->spelling + 5 : type->spelling;
		struct hr_type_ref ref = { .type = i };
		if (hr_classify(model, ref) != HR_CLASS_ENUM || !type->is_public || hr_is_boolean(model, ref) ||
		    hr_model_type(model, ref)->is_flags)
			continue;
		if (strchr(name, '_') && strcasecmp(name, item->name) == 0)
			return type->spelling;
		/* a word of English is no name of a type */
		const char *at = item->doc && strpbrk(name + (*name != 0), "_ABCDEFGHIJKLMNOPQRSTUVWXYZ")
					 ? hr_text_find_word(item->doc, name, false)
					 : NULL;
		const char *after = at ? at + strlen(name) : "";
		if (at &&
		    (hr_text_starts_with(after, " enum") || (at - item->doc >= 3 && strncmp(at - 3, "in ", 3) == 0)))
			return type->spelling;
	}
	return NULL;
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
	case HR_CLASS_SCALARS: {
		bool is_text = hr_is_wide_character(model, hr_model_type(model, item->type)->target);
		hr_claim_role(inference, item,
			      output && !is_const ? HR_ROLE_OUT
			      : is_text           ? HR_ROLE_STRING
						  : HR_ROLE_ARRAY,
			      HR_SOURCE_TYPE, 0.5, is_text ? "a pointer to wide characters" : "numbers");
		break;
	}
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
		if (hr_name_has(words, hr_words_flags) && !hr_text_ends_with(item->name, "mask") &&
		    !hr_is_truth_value(model, item))
			hr_claim_role(inference, item, HR_ROLE_FLAGS, HR_SOURCE_NAME, 0.7, "called '%s'", item->name);
		if (hr_name_has(words, hr_words_descriptor) && hr_model_type(model, item->type)->size == 4)
			hr_claim_role(inference, item, HR_ROLE_DESCRIPTOR, HR_SOURCE_NAME, 0.8, "called '%s'",
				      item->name);
		if (hr_field_says_flags(item->doc))
			hr_claim_role(inference, item, HR_ROLE_FLAGS, HR_SOURCE_DOCUMENTATION, 0.65,
				      "the documentation calls it flags");
		hr_claim_role(inference, item, HR_ROLE_IN, HR_SOURCE_TYPE, 0.4, "a number");
		if (words->count && hr_word_is_in(words->words[words->count - 1], hr_words_choice_only))
			hr_claim_role(inference, item, HR_ROLE_ENUM, HR_SOURCE_NAME, 0.55, "called '%s'", item->name);
		if (find_enum(model, item))
			hr_claim_role(inference, item, HR_ROLE_ENUM, HR_SOURCE_DOCUMENTATION, 0.75, "one of '%s'",
				      find_enum(model, item));
		if (hr_doc_lists_values(item->doc) || hr_doc_lists_constants(item->doc))
			hr_claim_role(inference, item, HR_ROLE_ENUM, HR_SOURCE_DOCUMENTATION, 0.6,
				      "the documentation says what each number means");
		if (is_called_size(words, item->doc))
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

/* Does a callback of the struct take a `void *` that is called as the field is? */
static bool is_got_by_callback(const struct hr_model *model, const struct hr_type *type, const char *name)
{
	for (size_t i = 0; i < type->fields.count; i++) {
		struct hr_type_ref ref = type->fields.data[i].item.type;
		if (hr_classify(model, ref) != HR_CLASS_FUNCTION)
			continue;
		const struct hr_type *function = hr_model_type(model, ref);
		if (function->kind == HR_TYPE_POINTER)
			function = hr_model_type(model, function->target);
		for (size_t p = 0; function && function->kind == HR_TYPE_FUNCTION && p < function->params.count; p++)
			if (strcmp(function->params.data[p].name, name) == 0 &&
			    hr_points_to_void(model, function->params.data[p].type))
				return true;
	}
	return false;
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
	bool is_got = callback < type->fields.count && is_got_by_callback(inference->model, type, item->name);
	if (callback < type->fields.count)
		hr_claim_relation(inference, item, HR_ROLE_USER_DATA, callback, HR_UNIT_NONE, HR_SOURCE_SHAPE,
				  named || is_got ? 0.85 : 0.4,
				  is_got ? "a void * that callbacks get by this name" : "a void * beside a callback");
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
			  enum hr_treatment treatment)
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
	/* "state", "internal_state", "impl_data"; a state that something else is about ("state_change_arg") is none of the unit's */
	static const char *const states[] = { "state", NULL };
	bool is_about_state = hr_name_has(words, states) && !hr_word_is_in(words->words[words->count - 1], states);
	if (hr_name_has(words, hidden) && !is_about_state && class > HR_CLASS_FUNCTION)
		hr_claim_role(inference, item, HR_ROLE_PRIVATE, HR_SOURCE_NAME, 0.95, "called '%s'", item->name);
	static const char *const internals[] = { "private", "internal", "internals", "impl", NULL };
	bool is_internal =
		hr_points_to_void(inference->model, item->type) && words->count == 1 && hr_name_has(words, internals);
	if ((hr_name_has(words, own) && class == HR_CLASS_OBJECT) || (is_internal && treatment == HR_SET_BY_UNIT))
		hr_claim_role(inference, item, HR_ROLE_PRIVATE, HR_SOURCE_NAME, 0.95, "called '%s'", item->name);
	/* what the unit marks its own structs with, and what it keeps to be quicker */
	static const char *const marks[] = { "magic", "cache", "internal", "internals", NULL };
	if (hr_name_has(words, marks) && (treatment == HR_SET_BY_UNIT || treatment == HR_KEPT_BY_UNIT) &&
	    class != HR_CLASS_TEXT && class != HR_CLASS_FUNCTION)
		hr_claim_role(inference, item, HR_ROLE_PRIVATE, HR_SOURCE_NAME, 0.996, "called '%s'", item->name);
	static const char *const errors[] = { "error", "errcode", "errno", NULL };
	bool is_error = hr_name_has(words, errors) && (class == HR_CLASS_INTEGER || class == HR_CLASS_ENUM);
	if (is_error && treatment == HR_SET_BY_CALLER)
		hr_claim_role(inference, item, HR_ROLE_OUT, HR_SOURCE_NAME, 0.85, "called '%s'", item->name);
	if (hr_name_has(words, results) && treatment == HR_SET_BY_CALLER)
		hr_claim_role(inference, item, HR_ROLE_OUT, HR_SOURCE_NAME, 0.6, "called '%s'", item->name);
}

/* Does an operation whose name has one of the words take such a struct? */
static bool has_taker(const struct hr_inference *inference, size_t index, const char *const *words)
{
	const struct hr_model *model = inference->model;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		if (!hr_name_has(&inference->operation_words[i], words))
			continue;
		for (size_t k = 0; k < operation->params.count; k++)
			if (hr_model_object(model, operation->params.data[k].type) == index)
				return true;
	}
	return false;
}

static const char *const sets[] = { "set", NULL };
static const char *const asks[] = { "get", NULL };

/* What some operations fill, and others promise not to change: the caller has it from the one and gives it to the other; unless these set something by it. */
static bool is_handed_back(const struct hr_inference *inference, const struct hr_type *type)
{
	size_t index = (size_t)(type - inference->model->types.data);
	const struct hr_object *object = &inference->objects[index];
	return object->fills && object->const_taken && object->reads <= object->const_taken &&
	       !has_taker(inference, index, sets);
}

/* get_shape(io, &shape), set_shape(io, &shape): each number goes both ways. Where names do not say so, most of them are the caller's. */
static bool goes_both_ways(const struct hr_inference *inference, const struct hr_type *type)
{
	size_t index = (size_t)(type - inference->model->types.data);
	return has_taker(inference, index, sets) && has_taker(inference, index, asks);
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
			       enum hr_treatment treatment)
{
	enum hr_class class = hr_classify(inference->model, item->type);
	bool is_number = class == HR_CLASS_INTEGER || class == HR_CLASS_FLOAT;
	bool is_units = treatment == HR_LEFT_ALONE || treatment == HR_KEPT_BY_UNIT || treatment == HR_SET_BY_UNIT;
	if (is_units && is_read_by_macro(inference, type, item))
		hr_claim_role(inference, item, HR_ROLE_OUT, HR_SOURCE_SHAPE, 0.98, "a macro of the API reads it");
	else if (treatment == HR_LEFT_ALONE && hr_shows_use(inference, type, item->name))
		hr_claim_role(inference, item, HR_ROLE_OUT, HR_SOURCE_DOCUMENTATION, 0.97,
			      "the documentation shows how it is used");
	else if (treatment == HR_LEFT_ALONE && hr_struct_says_private(type->doc))
		hr_claim_role(inference, item, HR_ROLE_PRIVATE, HR_SOURCE_DOCUMENTATION, 0.98,
			      "the documentation says that the struct is to be left alone");
	else if (treatment == HR_LEFT_ALONE)
		hr_claim_role(inference, item, HR_ROLE_PRIVATE, HR_SOURCE_SHAPE, 0.98,
			      "the API has operations to set and get");
	else if (treatment == HR_KEPT_BY_UNIT)
		hr_claim_role(inference, item, HR_ROLE_PRIVATE, HR_SOURCE_SHAPE, 0.7,
			      "an init function sets up all of it");
	else if (treatment == HR_SET_BY_BOTH && is_number && is_handed_back(inference, type))
		hr_claim_role(inference, item, HR_ROLE_OUT, HR_SOURCE_SHAPE, 0.6,
			      "some operations fill these, others read them");
	else if (treatment == HR_SET_BY_BOTH && is_number && goes_both_ways(inference, type))
		hr_claim_role(inference, item, HR_ROLE_INOUT, HR_SOURCE_SHAPE, 0.6,
			      "some operations get these, others set them");
	else if (treatment == HR_SET_BY_UNIT)
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
	bool is_told = hr_field_says_user_data(item->doc);
	enum hr_source source = is_told ? HR_SOURCE_DOCUMENTATION : HR_SOURCE_NAME;
	if (told.value != HR_ROLE_USER_DATA && callback < type->fields.count)
		hr_claim_relation(inference, item, HR_ROLE_USER_DATA, callback, HR_UNIT_NONE, source, 0.95,
				  is_told ? "the documentation says so, of '%s'" : "called '%s'", item->name);
	else if (told.value != HR_ROLE_USER_DATA)
		hr_claim_role(inference, item, HR_ROLE_USER_DATA, source, 0.95,
			      is_told ? "the documentation says so, of '%s'" : "called '%s'", item->name);
}

static void about_field(struct hr_inference *inference, struct hr_type *type, size_t index, enum hr_treatment treatment)
{
	struct hr_item *item = &type->fields.data[index].item;
	struct hr_name_words words;
	hr_name_split(&words, item->name);
	claim_by_class(inference, item, &words);
	claim_by_name(inference, item, &words, treatment);
	bool is_told = claim_by_words(inference, item);
	if (!is_told || treatment == HR_LEFT_ALONE || treatment == HR_KEPT_BY_UNIT)
		claim_by_treatment(inference, type, item, treatment);
	claim_by_part(inference, item);
	claim_user_data(inference, type, index);
	if (is_called_user_data(inference, item) && treatment != HR_LEFT_ALONE)
		insist_on_user_data(inference, type, item);
}

/* What the comment of a struct says of its fields one by one is about them. */
static void read_entries(struct hr_model *model, struct hr_type *type)
{
	for (size_t i = 0; type->doc && i < type->fields.count; i++) {
		struct hr_item *item = &type->fields.data[i].item;
		struct hr_strbuf text = HR_STRBUF_INIT;
		if (!item->doc)
			hr_doc_field_text(&text, type->doc, item->name);
		if (text.length)
			item->doc = hr_arena_strdup(&model->arena, text.data);
		hr_strbuf_release(&text);
	}
}

void hr_rules_for_fields(struct hr_inference *inference)
{
	struct hr_model *model = inference->model;
	for (size_t i = 0; i < model->types.count; i++)
		read_entries(model, &model->types.data[i]);
	enum hr_treatment *treatments = hr_find_treatments(inference);
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
		enum hr_treatment treatment = treatments[i];
		for (size_t k = 0; k < type->fields.count; k++)
			about_field(inference, type, k, treatment);
		for (size_t k = 0;
		     k < type->fields.count && (treatment == HR_SET_BY_CALLER || treatment == HR_SET_BY_BOTH); k++)
			hr_rules_for_field_lengths(inference, type, k);
	}
	free(treatments);
}
