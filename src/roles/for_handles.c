/* Handles that are another name for a pointer to numbers or characters: `typedef unsigned long *set_t`, with set_new, set_free and more that take one first. And
 * those without any type: `void *state`, with void *state_init() and state_destroy(void *state).
 *
 * Invariant: a pointer is taken for a handle only when operations yield it, end it, and mostly are about it; of all others nothing is said here. */
#include "base/memory.h"
#include "roles/inference.h"
#include "roles/vocabulary.h"

#include <stdlib.h>
#include <string.h>

struct uses {
	size_t first, taken, returned, ended;
	size_t freed; /* of ended, those whose name leaves no doubt */
};

/* The typedef itself when it stands for a pointer to something that is neither a struct nor void nor a function; HR_NO_TYPE otherwise. */
static size_t named_pointer(const struct hr_model *model, struct hr_type_ref ref)
{
	if (ref.type == HR_NO_TYPE || model->types.data[ref.type].kind != HR_TYPE_TYPEDEF ||
	    model->types.data[ref.type].is_system || hr_points_to_const(model, ref) || hr_points_to_void(model, ref))
		return HR_NO_TYPE;
	enum hr_class class = hr_classify(model, ref);
	return class == HR_CLASS_TEXT || class == HR_CLASS_BYTES || class == HR_CLASS_SCALARS ? ref.type : HR_NO_TYPE;
}

/* `typedef struct hidden *thing` and the parameter is a `thing *`: the hidden type, or HR_NO_TYPE. */
static size_t named_slot(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *slot = hr_model_type(model, ref);
	if (!slot || slot->kind != HR_TYPE_POINTER || slot->target.type == HR_NO_TYPE)
		return HR_NO_TYPE;
	const struct hr_type *named = &model->types.data[slot->target.type];
	const struct hr_type *pointer = hr_model_type(model, slot->target);
	if (named->kind != HR_TYPE_TYPEDEF || named->is_system || !pointer || pointer->kind != HR_TYPE_POINTER)
		return HR_NO_TYPE;
	size_t type = hr_model_object(model, slot->target);
	return type != HR_NO_TYPE && model->types.data[type].completeness != HR_COMPLETE ? type : HR_NO_TYPE;
}

static void count(struct hr_inference *inference, const struct hr_operation *operation, struct uses *uses)
{
	const struct hr_model *model = inference->model;
	for (size_t i = 0; i < operation->params.count; i++) {
		size_t type = named_pointer(model, operation->params.data[i].type);
		if (type == HR_NO_TYPE)
			continue;
		uses[type].taken++;
		uses[type].first += i == 0;
		uses[type].ended +=
			i == 0 && operation->params.count == 1 && hr_name_ends(hr_words_of(inference, operation));
		uses[type].freed += i == 0 && operation->params.count == 1 &&
				    hr_name_has(hr_words_of(inference, operation), hr_words_free);
	}
	size_t type = named_pointer(model, operation->result.type);
	if (type != HR_NO_TYPE)
		uses[type].returned++;
}

static bool is_handle(const struct uses *uses)
{
	enum { FEWEST = 3 };
	return uses->first >= FEWEST && uses->returned && uses->ended && 2 * uses->first >= uses->taken;
}

static void claim(struct hr_inference *inference, struct hr_operation *operation, const struct uses *uses)
{
	const struct hr_model *model = inference->model;
	const struct hr_name_words *words = hr_words_of(inference, operation);
	bool seen = false;
	for (size_t i = 0; i < operation->params.count; i++) {
		struct hr_item *item = &operation->params.data[i];
		seen = seen || hr_role_so_far(item) == HR_ROLE_RECEIVER;
		size_t type = named_pointer(model, item->type);
		if (type == HR_NO_TYPE || !is_handle(&uses[type]))
			continue;
		/* release(x) beside free(x) ends a part of it */
		bool ends = i == 0 && operation->params.count <= 2 && hr_name_ends(words) &&
			    (!uses[type].freed || hr_name_has(words, hr_words_free));
		enum hr_role role = ends ? HR_ROLE_CONSUMED : seen || i > 0 ? HR_ROLE_IN : HR_ROLE_RECEIVER;
		hr_claim_role(inference, item, role, HR_SOURCE_SHAPE, 0.99,
			      "%zu operations take such a handle first, and one ends it", uses[type].first);
		seen = true;
	}
	size_t type = named_pointer(model, operation->result.type);
	if (type != HR_NO_TYPE && is_handle(&uses[type]) &&
	    (!seen || hr_name_has_loosely(words, hr_words_make) || hr_name_has_loosely(words, hr_words_copy)))
		hr_claim_role(inference, &operation->result, HR_ROLE_OWNED, HR_SOURCE_SHAPE, 0.9,
			      "a handle that has to be ended");
}

static bool is_plain_void(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = ref.type == HR_NO_TYPE ? NULL : &model->types.data[ref.type];
	return type && type->kind == HR_TYPE_POINTER && hr_points_to_void(model, ref) &&
	       !hr_points_to_const(model, ref) && !strcmp(type->spelling, "void *");
}

/* Does the operation make something of which the type says nothing, and that is not only memory? */
static bool makes_untyped(const struct hr_inference *inference, const struct hr_operation *operation)
{
	const struct hr_name_words *words = hr_words_of(inference, operation);
	return is_plain_void(inference->model, operation->result.type) &&
	       (hr_name_has(words, hr_words_make) || hr_name_has(words, hr_words_init)) &&
	       !hr_name_has_loosely(words, hr_words_allocate);
}

/* dir_init(void *dir, …), dir_add(void *dir, …): memory of the caller's that one of them sets up, by the same name in all of them. */
static bool is_set_up_by_name(const struct hr_inference *inference, const struct hr_operation *operation)
{
	enum { FEWEST = 3 };
	const struct hr_model *model = inference->model;
	const struct hr_name_words *words = hr_words_of(inference, operation);
	size_t first = 0, set_up = 0;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *other = &model->operations.data[i];
		const struct hr_name_words *names = &inference->operation_words[i];
		if (!other->params.count || !hr_points_to_void(model, other->params.data[0].type) ||
		    strcmp(other->params.data[0].name, operation->params.data[0].name) != 0 || !names->count ||
		    !words->count || strcmp(names->words[0], words->words[0]) != 0)
			continue;
		first++;
		set_up += hr_name_has(names, hr_words_init) && !hr_points_to_const(model, other->params.data[0].type);
	}
	return first >= FEWEST && set_up;
}

bool hr_takes_untyped_handle(const struct hr_inference *inference, const struct hr_operation *operation)
{
	enum { FEWEST = 3 };
	const struct hr_model *model = inference->model;
	size_t first = 0, ended = 0, made = 0;
	if (!operation->params.count || !*operation->params.data[0].name ||
	    !hr_points_to_void(model, operation->params.data[0].type))
		return false;
	if (is_set_up_by_name(inference, operation))
		return true;
	if (!is_plain_void(model, operation->params.data[0].type))
		return false;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *other = &model->operations.data[i];
		made += makes_untyped(inference, other);
		if (!other->params.count || !is_plain_void(model, other->params.data[0].type) ||
		    strcmp(other->params.data[0].name, operation->params.data[0].name) != 0)
			continue;
		first++;
		ended += other->params.count == 1 && hr_name_ends(hr_words_of(inference, other));
	}
	return first >= FEWEST && ended && made;
}

size_t hr_handle_by_address(const struct hr_inference *inference, struct hr_type_ref ref)
{
	size_t type = named_slot(inference->model, ref);
	return type != HR_NO_TYPE && inference->objects[type].is_by_address ? type : HR_NO_TYPE;
}

void hr_find_handles_by_address(struct hr_inference *inference)
{
	enum { FEWEST = 3, RARELY = 4 };
	const struct hr_model *model = inference->model;
	size_t *made = hr_calloc(model->types.count + 1, sizeof *made);
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		const struct hr_name_words *words = hr_words_of(inference, operation);
		if (!operation->params.count)
			continue;
		size_t slot = named_slot(model, operation->params.data[0].type);
		size_t value = hr_model_object(model, operation->params.data[0].type);
		if (slot != HR_NO_TYPE) {
			inference->objects[slot].slots_first++;
			made[slot] +=
				hr_name_has_loosely(words, hr_words_make) || hr_name_has_loosely(words, hr_words_init);
		}
		if (value != HR_NO_TYPE)
			inference->objects[value].values_first++;
	}
	for (size_t i = 0; i < model->types.count; i++) {
		struct hr_object *object = &inference->objects[i];
		object->is_by_address = made[i] && object->slots_first >= FEWEST &&
					object->slots_first >= RARELY * object->values_first;
	}
	free(made);
}

/* Who ends such a handle: clear and the like, where nothing is called free or destroy. */
static bool ends_by_address(const struct hr_inference *inference, const struct hr_operation *operation, size_t type)
{
	const struct hr_model *model = inference->model;
	const struct hr_name_words *words = hr_words_of(inference, operation);
	bool frees = false, empties = false;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *other = &model->operations.data[i];
		if (!other->params.count || named_slot(model, other->params.data[0].type) != type)
			continue;
		const struct hr_name_words *names = &inference->operation_words[i];
		frees = frees || (hr_name_ends(names) && hr_name_has_loosely(names, hr_words_free));
		empties = empties || hr_name_has(names, hr_words_empty);
	}
	for (size_t i = 1; i < operation->params.count; i++)
		if (!hr_is_error_record(inference, operation, i))
			return false;
	if (frees)
		return hr_name_ends(words) && hr_name_has_loosely(words, hr_words_free);
	static const char *const again[] = { "reset", NULL };
	return empties ? hr_name_has(words, hr_words_empty) && !hr_name_has(words, again) : hr_name_ends(words);
}

/* int thing_get(thing *handle, …): what it leads to is the object; the address is only how it is passed. */
static void about_address(struct hr_inference *inference, struct hr_operation *operation)
{
	struct hr_item *item = operation->params.data;
	size_t type = operation->params.count ? hr_handle_by_address(inference, item->type) : HR_NO_TYPE;
	if (type == HR_NO_TYPE)
		return;
	const struct hr_name_words *words = hr_words_of(inference, operation);
	bool makes = hr_name_has_loosely(words, hr_words_init) ||
		     (hr_name_has(words, hr_words_make) && words->count &&
		      hr_word_is_in(words->words[words->count - 1], hr_words_make));
	static const char *const opens[] = { "open", "connect", "load", "parse", "start", "begin", NULL };
	makes = makes && !hr_name_has(words, opens);
	enum hr_role role = makes                                         ? HR_ROLE_OUT
			    : ends_by_address(inference, operation, type) ? HR_ROLE_CONSUMED
									  : HR_ROLE_RECEIVER;
	hr_claim_role(inference, item, role, HR_SOURCE_SHAPE, 0.995,
		      "%zu operations take the address of such a handle first", inference->objects[type].slots_first);
}

void hr_rules_for_handles(struct hr_inference *inference)
{
	struct hr_model *model = inference->model;
	struct uses *uses = hr_calloc(model->types.count + 1, sizeof *uses);
	for (size_t i = 0; i < model->operations.count; i++)
		count(inference, &model->operations.data[i], uses);
	for (size_t i = 0; i < model->operations.count; i++)
		claim(inference, &model->operations.data[i], uses);
	for (size_t i = 0; i < model->operations.count; i++)
		about_address(inference, &model->operations.data[i]);
	free(uses);
}
