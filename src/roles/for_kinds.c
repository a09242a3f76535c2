/* Makers, destroyers, observers, mutators: what an operation does to the type it is about. */
#include "roles/inference.h"
#include "roles/vocabulary.h"

static void claim_kind(struct hr_inference *inference, struct hr_operation *operation, enum hr_kind kind,
		       size_t subject, double weight, const char *why)
{
	hr_claim_fact(inference, &operation->claims, HR_FACT_KIND, kind, subject == HR_NO_TYPE ? -1 : (int)subject,
		      HR_SOURCE_SHAPE, weight, "%s", why);
}

/* The object that a slot parameter receives, when the operation fills one; HR_NO_TYPE otherwise. */
static size_t made_through_slot(const struct hr_inference *inference, const struct hr_operation *operation)
{
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *item = &operation->params.data[i];
		if (hr_classify(inference->model, item->type) != HR_CLASS_SLOT || hr_role_so_far(item) != HR_ROLE_OUT ||
		    hr_is_error_record(inference, operation, i))
			continue;
		size_t type = hr_model_object(inference->model, hr_model_type(inference->model, item->type)->target);
		if (type != HR_NO_TYPE && inference->objects[type].is_object)
			return type;
	}
	return HR_NO_TYPE;
}

static void about_receiver(struct hr_inference *inference, struct hr_operation *operation, size_t position, size_t type)
{
	const struct hr_item *receiver = &operation->params.data[position];
	const struct hr_name_words *words = hr_words_of(inference, operation);
	const struct hr_object *object = &inference->objects[type];
	enum hr_role result = hr_role_so_far(&operation->result);
	bool is_const = hr_points_to_const(inference->model, receiver->type);
	bool asks = hr_name_has(words, hr_words_ask) || hr_name_has(words, hr_words_get) ||
		    hr_name_has(words, hr_words_part);
	bool changes = hr_name_has(words, hr_words_change) || hr_name_has(words, hr_words_give);
	if (object->by_caller && hr_name_has_loosely(words, hr_words_init))
		claim_kind(inference, operation, HR_KIND_MAKER, type, 0.85, "it sets up a struct of the caller's");
	if (object->by_caller &&
	    (hr_name_has_loosely(words, hr_words_end) || hr_name_has_loosely(words, hr_words_empty)) &&
	    operation->params.count == 1)
		claim_kind(inference, operation, HR_KIND_DESTROYER, type,
			   hr_name_has_loosely(words, hr_words_end) ? 0.85 : 0.7,
			   "it ends the life of a struct of the caller's");
	if (is_const && (result == HR_ROLE_VALUE || result == HR_ROLE_BORROWED || result == HR_ROLE_STATUS))
		claim_kind(inference, operation, HR_KIND_OBSERVER, type, 0.75, "its receiver is const");
	else if (asks && !changes && (result == HR_ROLE_VALUE || result == HR_ROLE_BORROWED))
		claim_kind(inference, operation, HR_KIND_OBSERVER, type, 0.6, "its name asks for something");
	bool looks = hr_macro_only_reads(operation) && result != HR_ROLE_NONE;
	if (looks)
		claim_kind(inference, operation, HR_KIND_OBSERVER, type, 0.9, "a macro that assigns and calls nothing");
	if (!is_const && !looks)
		claim_kind(inference, operation, HR_KIND_MUTATOR, type, changes || result == HR_ROLE_NONE ? 0.6 : 0.4,
			   "its receiver is not const");
}

void hr_rules_for_kinds(struct hr_inference *inference, struct hr_operation *operation)
{
	const struct hr_model *model = inference->model;
	size_t made = hr_model_object(model, operation->result.type);
	if (hr_role_so_far(&operation->result) == HR_ROLE_OWNED && made != HR_NO_TYPE &&
	    inference->objects[made].is_object)
		claim_kind(inference, operation, HR_KIND_MAKER, made, 0.85, "it returns a new one");
	size_t slot = made_through_slot(inference, operation);
	if (slot != HR_NO_TYPE)
		claim_kind(inference, operation, HR_KIND_MAKER, slot, 0.8, "it stores a new one through a pointer");
	for (size_t i = 0; i < operation->params.count; i++) {
		enum hr_role role = hr_role_so_far(&operation->params.data[i]);
		size_t type = hr_model_object(model, operation->params.data[i].type);
		/* destroy(T **): what is in the slot */
		bool is_slot = type == HR_NO_TYPE && role == HR_ROLE_CONSUMED &&
			       hr_classify(model, operation->params.data[i].type) == HR_CLASS_SLOT;
		if (is_slot)
			type = hr_model_object(model, hr_model_pointee(model, operation->params.data[i].type));
		if (type == HR_NO_TYPE && role == HR_ROLE_RECEIVER)
			type = hr_handle_by_address(inference, operation->params.data[i].type);
		if (role == HR_ROLE_CONSUMED && type != HR_NO_TYPE &&
		    ((i == 0 && operation->params.count <= 2) || (is_slot && i > 0)))
			claim_kind(inference, operation, HR_KIND_DESTROYER, type, 0.9, "it consumes its only object");
		if (role == HR_ROLE_OUT && type != HR_NO_TYPE &&
		    hr_classify(model, operation->params.data[i].type) == HR_CLASS_OBJECT &&
		    hr_name_has_loosely(hr_words_of(inference, operation), hr_words_init))
			claim_kind(inference, operation, HR_KIND_MAKER, type, 0.8,
				   "it sets up a struct of the caller's");
		if (role == HR_ROLE_RECEIVER && type != HR_NO_TYPE) {
			about_receiver(inference, operation, i, type);
			break;
		}
	}
}
