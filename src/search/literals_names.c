/* Named constants that a parameter can be: those that its documentation names, or that are called after it. */
#include "search/literals_internal.h"

#include "base/memory.h"
#include "base/text.h"
#include "model/choices.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_named_role(const struct hr_model *model, const struct hr_item *item)
{
	const struct hr_type *type = hr_model_type(model, item->type);
	return type && type->kind == HR_TYPE_INT && (item->role == HR_ROLE_FLAGS || item->role == HR_ROLE_ENUM);
}

static void name_numbers(struct hr_literals *literals, const struct hr_operation *operation, const struct hr_item *item,
			 hr_named_numbers *out)
{
	const struct hr_model *model = literals->model;
	for (int by_name = 0; by_name < 2 && out->count == 0; by_name++)
		for (size_t i = 0; i < model->constants.count; i++) {
			const struct hr_constant *constant = &model->constants.data[i];
			if (constant->kind == HR_CONSTANT_INT &&
			    (by_name ? hr_constant_is_called_after(constant->name, item->name)
				     : (item->doc && hr_text_find_word(item->doc, constant->name, false)) ||
					       (operation->doc &&
						hr_text_find_word(operation->doc, constant->name, false))))
				hr_vec_push(out, constant->number);
		}
}

/* What fopen() takes is what others take as well that open something. */
static void name_modes(const struct hr_operation *operation, const struct hr_item *item, hr_named_texts *out)
{
	static const char *const modes[] = { "r", "w", "a", "rb", "wb", "ab", "r+", "w+" };
	if (strcasecmp(item->name, "mode") != 0 || !hr_text_find_any_case(operation->name, "open"))
		return;
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
		hr_vec_push(out, modes[i]);
}

static void name_texts(const struct hr_model *model, const struct hr_operation *operation, const struct hr_item *item,
		       hr_named_texts *out)
{
	enum { SHORTEST = 4 };
	const struct hr_type *target = hr_model_type(model, hr_model_pointee(model, item->type));
	if (!target || target->kind != HR_TYPE_INT || target->size != 1 || strlen(item->name) < SHORTEST)
		return;
	name_modes(operation, item, out);
	for (size_t i = 0; i < model->constants.count; i++)
		if (model->constants.data[i].kind == HR_CONSTANT_STRING &&
		    hr_constant_is_called_after(model->constants.data[i].name, item->name))
			hr_vec_push(out, model->constants.data[i].text);
}

void hr_literals_forget_names(struct hr_literals *literals)
{
	for (size_t i = 0; i < literals->named_count; i++) {
		hr_vec_release(&literals->named[i]);
		hr_vec_release(&literals->named_texts[i]);
	}
	free(literals->named);
	free(literals->named_texts);
	literals->named_texts = NULL;
	literals->named = NULL;
	literals->named_count = 0;
}

void hr_literals_relearn(struct hr_literals *literals)
{
	const struct hr_model *model = literals->model;
	hr_literals_forget_names(literals);
	for (size_t i = 0; i < model->operations.count; i++)
		literals->named_count += model->operations.data[i].params.count;
	literals->named = hr_calloc(literals->named_count + 1, sizeof *literals->named);
	literals->named_texts = hr_calloc(literals->named_count + 1, sizeof *literals->named_texts);
	for (size_t i = 0; i < model->operations.count; i++)
		for (size_t k = 0; k < model->operations.data[i].params.count; k++) {
			name_texts(model, &model->operations.data[i], &model->operations.data[i].params.data[k],
				   &literals->named_texts[hr_corpus_parameter(literals->corpus, i, k)]);
			if (is_named_role(model, &model->operations.data[i].params.data[k]))
				name_numbers(literals, &model->operations.data[i],
					     &model->operations.data[i].params.data[k],
					     &literals->named[hr_corpus_parameter(literals->corpus, i, k)]);
		}
}
