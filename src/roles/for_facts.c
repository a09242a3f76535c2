/* Facts beside the roles: special pointers, least capacities, pointers that are kept. */
#include "base/text.h"
#include "roles/doc_text.h"
#include "roles/inference.h"
#include "roles/vocabulary.h"

#include <string.h>

/* Constants that are pointers of the parameter's own type stand for something special: "copy it", "it is static". */
static void claim_sentinels(struct hr_inference *inference, struct hr_item *item)
{
	const struct hr_model *model = inference->model;
	size_t type = hr_model_strip(model, item->type).type;
	for (size_t i = 0; i < inference->pointer_constants.count; i++) {
		const struct hr_constant *constant = &model->constants.data[inference->pointer_constants.data[i]];
		struct hr_type_ref ref = { constant->type, 0 };
		if (constant->type != HR_NO_TYPE && hr_model_strip(model, ref).type == type && type != HR_NO_TYPE)
			hr_claim_fact(inference, &item->claims, HR_FACT_SENTINEL, 1,
				      (int)inference->pointer_constants.data[i], HR_SOURCE_TYPE, 0.7,
				      "'%s' is a constant of this type", constant->name);
	}
}

/* "capacity >= encode_bound(size)": an operation that the text calls and that yields a number is the least capacity. */
static void claim_bounds(struct hr_inference *inference, struct hr_operation *operation, struct hr_item *item)
{
	static const char *const bounds[] = { "bound", "maxlen", "maxsize", NULL };
	const struct hr_model *model = inference->model;
	for (size_t i = 0; i < inference->bounds.count; i++) {
		size_t index = inference->bounds.data[i];
		const struct hr_operation *bound = &model->operations.data[index];
		bool named = operation->doc && hr_text_find_word(operation->doc, bound->name, false);
		bool alike = hr_text_starts_with(bound->name, operation->name) && bound != operation &&
			     hr_name_has_loosely(&inference->operation_words[index], bounds);
		if (named || alike)
			hr_claim_fact(inference, &item->claims, HR_FACT_BOUND_BY, 1, (int)index,
				      named ? HR_SOURCE_DOCUMENTATION : HR_SOURCE_NAME, named ? 0.85 : 0.6,
				      "'%s' tells how much is enough", bound->name);
	}
}

static void look_for_keeping(void *context, const struct hr_sentence *sentence)
{
	static const char *const phrases[] = { "must remain valid",       "must stay valid", "remain valid until",
					       "must not be freed until", "is not copied",   "not be freed before",
					       "pointer is stored",       "pointer is kept", "must be kept",
					       "for the lifetime",        "is retained",     "must outlive",
					       "keeps a pointer",         "unchanged until", NULL };
	const char **found = context;
	for (const char *const *phrase = phrases; *phrase && !*found && sentence->others <= 1; phrase++)
		if (strstr(sentence->lower, *phrase))
			*found = *phrase;
}

/* What a set function stores in its receiver, and what the documentation says has to stay. */
static void claim_kept(struct hr_inference *inference, struct hr_operation *operation, size_t param)
{
	static const char *const setters[] = { "set", "register", "install", "add", NULL };
	struct hr_item *item = &operation->params.data[param];
	enum hr_class class = hr_classify(inference->model, item->type);
	enum hr_role role = hr_role_so_far(item);
	const char *phrase = NULL;
	if (class < HR_CLASS_FUNCTION || role == HR_ROLE_CONSUMED || role == HR_ROLE_RECEIVER)
		return;
	hr_doc_each_sentence(operation, param, look_for_keeping, &phrase);
	if (phrase)
		hr_claim_fact(inference, &item->claims, HR_FACT_KEPT, 1, -1, HR_SOURCE_DOCUMENTATION, 0.8, "\"%s\"",
			      phrase);
	bool handed_back = role == HR_ROLE_CALLBACK || role == HR_ROLE_USER_DATA;
	if (handed_back && hr_name_has_loosely(hr_words_of(inference, operation), setters))
		hr_claim_fact(inference, &item->claims, HR_FACT_KEPT, 1, -1, HR_SOURCE_SHAPE, 0.8,
			      "'%s' keeps it for later", operation->name);
}

void hr_find_facts(struct hr_inference *inference)
{
	static const char *const bounds[] = { "bound", "maxlen", "maxsize", "max", NULL };
	const struct hr_model *model = inference->model;
	for (size_t i = 0; i < model->constants.count; i++)
		if (model->constants.data[i].kind == HR_CONSTANT_POINTER)
			hr_vec_push(&inference->pointer_constants, i);
	inference->good_constant = hr_find_good_constant(model);
	for (size_t i = 0; i < model->operations.count; i++)
		if (hr_classify(model, model->operations.data[i].result.type) == HR_CLASS_INTEGER &&
		    hr_name_has_loosely(&inference->operation_words[i], bounds))
			hr_vec_push(&inference->bounds, i);
}

void hr_rules_for_facts(struct hr_inference *inference, struct hr_operation *operation)
{
	for (size_t i = 0; i < operation->params.count; i++) {
		struct hr_item *item = &operation->params.data[i];
		if (hr_classify(inference->model, item->type) == HR_CLASS_FUNCTION)
			claim_sentinels(inference, item);
		if (hr_role_so_far(item) == HR_ROLE_CAPACITY)
			claim_bounds(inference, operation, item);
		claim_kept(inference, operation, i);
	}
}
