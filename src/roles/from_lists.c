/* Parameters that tell about each other: lists that grow with their number, buffers as in getline, what a callback gets of what the operation was given. */
#include "roles/inference.h"
#include "roles/vocabulary.h"

#include <string.h>

/* solve(step(int n, const double *x), int n, double *x): what the callback must not change is there before, and may be changed after. */
static void about_arguments_of_callbacks(struct hr_inference *inference, struct hr_operation *operation)
{
	const struct hr_model *model = inference->model;
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_type *type = hr_model_type(model, operation->params.data[i].type);
		if (type && type->kind == HR_TYPE_POINTER)
			type = hr_model_type(model, type->target);
		for (size_t k = 0; type && type->kind == HR_TYPE_FUNCTION && k < type->params.count; k++) {
			const struct hr_item *argument = &type->params.data[k];
			if (!*argument->name || hr_classify(model, argument->type) != HR_CLASS_SCALARS ||
			    !hr_points_to_const(model, argument->type))
				continue;
			for (size_t p = 0; p < operation->params.count; p++) {
				struct hr_item *item = &operation->params.data[p];
				if (strcmp(item->name, argument->name) == 0 && !hr_points_to_const(model, item->type) &&
				    hr_classify(model, item->type) == HR_CLASS_SCALARS)
					hr_claim_role(inference, item, HR_ROLE_INOUT, HR_SOURCE_SHAPE, 0.8,
						      "%s gets it, and must not change it",
						      hr_label(inference, operation, i));
			}
		}
	}
}

/* add(int *count, T **all, …): a list that grows, shrinks or goes, with its number. */
static void about_growing(struct hr_inference *inference, struct hr_operation *operation)
{
	static const char *const grows[] = { "add",    "append", "insert", "remove", "push", "pop",
					     "delete", "grow",   "shrink", "resize", NULL };
	if (!hr_name_has(hr_words_of(inference, operation), grows))
		return;
	for (size_t i = 0; i + 1 < operation->params.count; i++) {
		struct hr_item *first = &operation->params.data[i], *second = first + 1;
		bool is_behind = hr_classify(inference->model, first->type) == HR_CLASS_SLOT;
		struct hr_item *all = is_behind ? first : second, *count = is_behind ? second : first;
		struct hr_name_words words;
		hr_name_split(&words, count->name);
		if (hr_classify(inference->model, all->type) != HR_CLASS_SLOT ||
		    hr_points_to_const(inference->model, all->type) ||
		    hr_classify(inference->model, count->type) != HR_CLASS_SCALARS ||
		    hr_points_to_const(inference->model, count->type) || !hr_name_has_loosely(&words, hr_words_length))
			continue;
		hr_claim_role(inference, all, HR_ROLE_INOUT, HR_SOURCE_SHAPE, 0.9, "a list that '%s' changes",
			      operation->name);
		hr_claim_role(inference, count, HR_ROLE_INOUT, HR_SOURCE_SHAPE, 0.95,
			      "the number of a list that '%s' changes", operation->name);
	}
}

/* getline(char **line, size_t *size, …): both are kept from one call to the next. */
static void about_getline(struct hr_inference *inference, struct hr_operation *operation)
{
	static const char *const lines[] = { "getline", "getdelim", NULL };
	const struct hr_name_words *verbs = hr_words_of(inference, operation);
	/* The verb may have been split off. */
	static const char *const line[] = { "line", "delim", NULL };
	bool reads =
		hr_name_has_loosely(verbs, lines) || (hr_name_has(verbs, hr_words_fill) && hr_name_has(verbs, line));
	for (size_t i = 0; reads && i + 1 < operation->params.count; i++) {
		struct hr_item *slot = &operation->params.data[i], *size = &operation->params.data[i + 1];
		if (hr_classify(inference->model, slot->type) != HR_CLASS_SLOT ||
		    hr_classify(inference->model, size->type) != HR_CLASS_SCALARS)
			continue;
		hr_claim_role(inference, slot, HR_ROLE_INOUT, HR_SOURCE_SHAPE, 0.9, "as in getline");
		hr_claim_role(inference, size, HR_ROLE_INOUT, HR_SOURCE_SHAPE, 0.9, "as in getline");
	}
}

void hr_rules_from_lists(struct hr_inference *inference, struct hr_operation *operation)
{
	about_getline(inference, operation);
	about_growing(inference, operation);
	about_arguments_of_callbacks(inference, operation);
}
