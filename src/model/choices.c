/* Which named constants an integer parameter is one of.
 *
 * A header says it by names (Z_FULL_FLUSH for `flush`) and by one comment above a group of constants, which each of them has in the model. */
#include "model/choices.h"

#include "base/text.h"

#include <string.h>

enum { SHORTEST = 3, LONGEST = 63 };

/* The parameter's name without the s of a plural; false when it is too short to mean anything. */
static bool stem_of(char out[LONGEST + 1], const char *parameter)
{
	size_t length = strlen(parameter);
	if (length && parameter[length - 1] == 's')
		length--;
	if (length < SHORTEST || length > LONGEST)
		return false;
	memcpy(out, parameter, length);
	out[length] = '\0';
	return true;
}

bool hr_constant_is_called_after(const char *constant, const char *parameter)
{
	char stem[LONGEST + 1];
	return stem_of(stem, parameter) && hr_text_find_any_case(constant, stem);
}

static bool speaks_of(const char *doc, const char *parameter)
{
	char stem[LONGEST + 2];
	if (!doc || !stem_of(stem, parameter))
		return false;
	if (hr_text_find_word(doc, stem, true))
		return true;
	strcat(stem, "s");
	return hr_text_find_word(doc, stem, true) != NULL;
}

static bool has_comment_of_one(const struct hr_model *model, const struct hr_constant *constant, const char *parameter)
{
	for (size_t i = 0; constant->doc && i < model->constants.count; i++) {
		const struct hr_constant *other = &model->constants.data[i];
		if (other->doc && strcmp(other->doc, constant->doc) == 0 &&
		    hr_constant_is_called_after(other->name, parameter))
			return true;
	}
	return false;
}

const struct hr_constant *hr_choice_of(const struct hr_model *model, const struct hr_item *item, int64_t number)
{
	const struct hr_type *type = hr_model_type(model, item->type);
	const struct hr_constant *found = NULL;
	if (!type || type->kind != HR_TYPE_INT || (item->role != HR_ROLE_ENUM && item->role != HR_ROLE_FLAGS))
		return NULL;
	for (size_t i = 0; i < model->constants.count; i++) {
		const struct hr_constant *constant = &model->constants.data[i];
		if (constant->kind != HR_CONSTANT_INT || constant->number != number)
			continue;
		if (!hr_constant_is_called_after(constant->name, item->name) && !speaks_of(constant->doc, item->name) &&
		    !has_comment_of_one(model, constant, item->name))
			continue;
		if (found)
			return NULL;
		found = constant;
	}
	return found;
}
