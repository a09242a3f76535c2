/* Structs that are passed and returned by value and own memory: they have pointers in them, and an operation that frees what they lead to.
 *
 * Invariant: a struct that nobody ends is a plain value, as is one that leads nowhere. */
#include "base/text.h"
#include "roles/inference.h"

/* The struct that is passed by value, or by a pointer that may be written through; HR_NO_TYPE for anything else. */
static size_t struct_of(const struct hr_model *model, struct hr_type_ref ref)
{
	enum hr_class class = hr_classify(model, ref);
	if (class == HR_CLASS_STRUCT)
		return hr_model_strip(model, ref).type;
	return class == HR_CLASS_OBJECT && !hr_points_to_const(model, ref) ? hr_model_object(model, ref) : HR_NO_TYPE;
}

/* What members lead to, other than functions. */
enum leads { LEADS_NOWHERE, LEADS_TO_CONST, LEADS_TO_MEMORY };

static enum leads leads_to(const struct hr_model *model, size_t type)
{
	const struct hr_type *record = &model->types.data[type];
	enum leads most = LEADS_NOWHERE;
	for (size_t i = 0; i < record->fields.count && most < LEADS_TO_MEMORY; i++) {
		struct hr_type_ref ref = record->fields.data[i].item.type;
		const struct hr_type *field = hr_model_type(model, ref);
		if (field && field->kind == HR_TYPE_POINTER && hr_classify(model, ref) >= HR_CLASS_TEXT)
			most = hr_points_to_const(model, ref) ? LEADS_TO_CONST : LEADS_TO_MEMORY;
	}
	return most;
}

/* free(T), fini(T *): of that struct alone. What is handed out as const is freed by who says so, and not by who empties it. */
static bool ends(const struct hr_inference *inference, const struct hr_operation *operation, size_t type,
		 enum leads leads)
{
	static const char *const contents[] = { "fini", "finish", "deinit", "cleanup", "clear", NULL };
	const struct hr_name_words *words = hr_words_of(inference, operation);
	return operation->params.count == 1 && struct_of(inference->model, operation->params.data[0].type) == type &&
	       (hr_name_ends(words) || (leads == LEADS_TO_MEMORY && hr_name_has(words, contents)));
}

static const struct hr_operation *find_ender(const struct hr_inference *inference, size_t type, enum leads leads)
{
	const struct hr_model *model = inference->model;
	for (size_t i = 0; i < model->operations.count; i++)
		if (ends(inference, &model->operations.data[i], type, leads))
			return &model->operations.data[i];
	return NULL;
}

const struct hr_operation *hr_struct_ender(const struct hr_inference *inference, struct hr_type_ref ref)
{
	if (hr_classify(inference->model, ref) != HR_CLASS_STRUCT)
		return NULL;
	size_t type = hr_model_strip(inference->model, ref).type;
	enum leads leads = leads_to(inference->model, type);
	return leads ? find_ender(inference, type, leads) : NULL;
}

/* "The string is not duplicated": what it leads to is still somebody else's. */
static bool is_said_to_lead_elsewhere(const char *doc)
{
	static const char *const phrases[] = { "not duplicated", "not copied", "does not copy", "without copying" };
	for (size_t i = 0; doc && i < sizeof phrases / sizeof *phrases; i++)
		if (hr_text_find_any_case(doc, phrases[i]))
			return true;
	return false;
}

/* from_string(text): a struct that leads to nothing but what an argument has, which is somebody else's. */
static bool leads_to_argument(const struct hr_model *model, const struct hr_operation *operation)
{
	size_t type = hr_model_strip(model, operation->result.type).type;
	if (leads_to(model, type) != LEADS_TO_CONST)
		return false;
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *item = &operation->params.data[i];
		enum hr_class class = hr_classify(model, item->type);
		for (size_t k = 0; k < item->claims.count && hr_points_to_const(model, item->type); k++)
			if ((class == HR_CLASS_TEXT || class == HR_CLASS_BYTES) &&
			    item->claims.data[k].fact == HR_FACT_KEPT && item->claims.data[k].value == 1)
				return true;
	}
	return false;
}

void hr_rules_for_owning_structs(struct hr_inference *inference, struct hr_operation *operation)
{
	const struct hr_operation *ender = hr_struct_ender(inference, operation->result.type);
	static const char *const looks[] = { "get", "peek", "view", "ref", "borrow", NULL };
	if (ender && !hr_name_has(hr_words_of(inference, operation), looks) &&
	    !is_said_to_lead_elsewhere(operation->doc) && !leads_to_argument(inference->model, operation))
		hr_claim_role(inference, &operation->result, HR_ROLE_OWNED, HR_SOURCE_SHAPE, 0.97,
			      "a struct by value that leads to memory, which '%s' frees", ender->name);
	if (!operation->params.count)
		return;
	struct hr_item *first = &operation->params.data[0];
	ender = hr_struct_ender(inference, first->type);
	if (!ender)
		return;
	size_t type = hr_model_strip(inference->model, first->type).type;
	bool is_end = ends(inference, operation, type, leads_to(inference->model, type));
	hr_claim_role(inference, first, is_end ? HR_ROLE_CONSUMED : HR_ROLE_RECEIVER, HR_SOURCE_SHAPE, 0.95,
		      "by value, but it leads to memory that '%s' frees", is_end ? operation->name : ender->name);
}
