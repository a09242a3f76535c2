/* Experiments with limits that the API has a name for: LEVEL_MAX is 9, and the level was 12.
 *
 * A constant counts for a number where both speak of the same: the words of its name, without those that only say "at most", and the words of the parameter's name or type. Where the calls return normally with
 * nothing above the limit, it was the caller's to keep. */
#include "oracle/experiments_internal.h"

#include "oracle/idioms_internal.h"
#include "oracle/provenance.h"

#include <string.h>

static const char *const limit_words[] = { "max", "maximum", "limit", "most", "highest", "largest", NULL };

static bool is_limit(const struct hr_constant *constant, struct hr_idiom_words *words)
{
	hr_idiom_name_split(words, constant->name);
	return constant->kind == HR_CONSTANT_INT && constant->number > 1 &&
	       hr_idiom_name_has(words, limit_words) != HR_NONE;
}

/* Have they a word in common, besides those for limits, and the first one of several, which all names of an API begin with? */
static bool share_word(const struct hr_idiom_words *limit, const char *name)
{
	enum { SHORTEST = 3, WITHOUT_PREFIX = 2 };
	struct hr_idiom_words words;
	hr_idiom_name_split(&words, name);
	for (size_t i = limit->count > WITHOUT_PREFIX; i < limit->count; i++) {
		const char *const word[] = { limit->words[i], NULL };
		const struct hr_idiom_words single = { .words = { limit->words[i] }, .count = 1 };
		if (strlen(limit->words[i]) >= SHORTEST && hr_idiom_name_has(&single, limit_words) == HR_NONE &&
		    hr_idiom_name_has(&words, word) != HR_NONE)
			return true;
	}
	return false;
}

/* Is the limit about this parameter: by its name, or by a type that the API has made a name for? The names of other types say nothing ("size", "int"), nor does one word that may be the API's own. */
static bool is_about(const struct hr_sequence *failing, const struct hr_idiom_words *limit, const struct hr_item *item)
{
	enum { WITHOUT_PREFIX = 2 };
	const struct hr_model *model = failing->model;
	struct hr_type_ref pointee = hr_model_pointee(model, item->type);
	size_t type = pointee.type != HR_NO_TYPE ? pointee.type : item->type.type;
	bool is_own = type != HR_NO_TYPE && model->types.data[type].kind == HR_TYPE_TYPEDEF &&
		      !model->types.data[type].is_system && limit->count > WITHOUT_PREFIX;
	return share_word(limit, item->name) || (is_own && share_word(limit, model->types.data[type].spelling));
}

/* Cuts numbers that are above the limit down to it; true when there was one. */
static bool cut(struct hr_operand *operand, int64_t limit)
{
	bool is_cut = operand->kind == HR_OPERAND_NUMBER && operand->number > limit;
	if (is_cut)
		operand->number = limit;
	for (size_t i = 0; operand->kind == HR_OPERAND_LIST && i < operand->part_count; i++)
		is_cut = cut(&operand->parts[i], limit) || is_cut;
	return is_cut;
}

/* The failing sequence with nothing above the limit; NULL: nothing is, or it cannot be made. */
static struct hr_sequence *within_limit(const struct hr_sequence *failing, const struct hr_idiom_words *words,
					int64_t limit)
{
	struct hr_edit edit;
	bool is_cut = false;
	hr_edit_begin(&edit, failing);
	for (size_t i = 0; i < failing->statements.count; i++) {
		struct hr_statement changed;
		if (!hr_edit_statement(&edit, &changed, i)) {
			hr_edit_abandon(&edit);
			return NULL;
		}
		for (size_t k = 0; changed.kind == HR_STATEMENT_CALL && k < changed.operand_count; k++) {
			const struct hr_item *item = hr_parameter_of(failing, &failing->statements.data[i], k);
			if (item && is_about(failing, words, item))
				is_cut = cut(&changed.operands[k], limit) || is_cut;
		}
		hr_edit_replace(&edit, i, &changed);
	}
	if (is_cut)
		return hr_edit_finish(&edit);
	hr_edit_abandon(&edit);
	return NULL;
}

void hr_experiments_for_limits(struct hr_experiments *experiments)
{
	enum { MOST = 4 };
	const struct hr_model *model = experiments->failing->model;
	size_t count = 0;
	if (experiments->way != HR_WAY_OVERFLOW && experiments->way != HR_WAY_WILD && experiments->way != HR_WAY_DEAD)
		return;
	for (size_t i = 0; i < model->constants.count && count < MOST; i++) {
		const struct hr_constant *constant = &model->constants.data[i];
		struct hr_idiom_words words;
		if (!is_limit(constant, &words))
			continue;
		struct hr_experiment experiment = {
			.change = HR_CHANGE_MISUSE,
			.sequence = within_limit(experiments->failing, &words, constant->number),
			.statement = experiments->statement,
			.part = HR_NO_PART,
			.text = hr_arena_printf(&experiments->arena, "nothing is above %s", constant->name),
		};
		count += experiment.sequence != NULL;
		hr_experiments_add(experiments, &experiment);
	}
}
