/* APIs that have a name for success and one for failure, and the other way round than most: FOO_OK is 1, FOO_ERROR is 0.
 *
 * Invariant: both names have to be there, and to be alike but for their last word; an API in which two such pairs contradict each other has none. */
#include "roles/inference.h"

#include <string.h>

static const char *const good[] = { "ok", "okay", "success", "succeeded", "true", NULL };
static const char *const bad[] = { "error", "err", "fail", "failed", "failure", "false", NULL };

static bool are_alike(const struct hr_name_words *a, const struct hr_name_words *b)
{
	if (a->count != b->count || a->count < 2)
		return false;
	for (size_t i = 0; i + 1 < a->count; i++)
		if (strcmp(a->words[i], b->words[i]) != 0)
			return false;
	return true;
}

/* Is there a name for failure beside this one for success? */
static bool has_opposite(const struct hr_model *model, const struct hr_name_words *words, bool is_zero)
{
	for (size_t i = 0; i < model->constants.count; i++) {
		const struct hr_constant *constant = &model->constants.data[i];
		struct hr_name_words other;
		if (constant->kind != HR_CONSTANT_INT || (constant->number == 0) != is_zero)
			continue;
		hr_name_split(&other, constant->name);
		if (other.count && hr_word_is_in(other.words[other.count - 1], bad) && are_alike(words, &other))
			return true;
	}
	return false;
}

int hr_find_good_constant(const struct hr_model *model)
{
	int found = -1;
	for (size_t i = 0; i < model->constants.count; i++) {
		const struct hr_constant *constant = &model->constants.data[i];
		struct hr_name_words words;
		if (constant->kind != HR_CONSTANT_INT)
			continue;
		hr_name_split(&words, constant->name);
		if (!words.count || !hr_word_is_in(words.words[words.count - 1], good))
			continue;
		if (constant->number == 0 && has_opposite(model, &words, false))
			return -1;
		if (constant->number != 0 && found < 0 && has_opposite(model, &words, true))
			found = (int)i;
	}
	return found;
}
