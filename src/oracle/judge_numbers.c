/* Numbers: does a failure that depends on a number show a mistake, or a range that the caller has to keep?
 *
 * What tells: a function that is careful refuses everything out of range, so that numbers further out than the failing one return normally; then the failing one is its
 * mistake. One that fails for everything further out checks nothing: then the range is a rule. */
#include "oracle/judge_internal.h"

#include "oracle/provenance.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

enum { HUGE_NUMBER = 1 << 30, NEARLY_HUGE = 1 << 28, LARGE_NUMBER = 65536, CLEARLY_OUT = 1000 };

/* A length or capacity that is true, passed as it is or in an object. */
static bool is_true_length(const struct hr_sequence *failing, size_t statement, size_t operand)
{
	hr_number_use(failing, &statement, &operand);
	const struct hr_statement *call = &failing->statements.data[statement];
	const struct hr_item *item = hr_parameter_of(failing, call, operand);
	int64_t room;
	if (!item || (item->role != HR_ROLE_LENGTH && item->role != HR_ROLE_CAPACITY) || item->of < 0 ||
	    (size_t)item->of >= call->operand_count)
		return false;
	const struct hr_item *buffer = hr_parameter_of(failing, call, (size_t)item->of);
	return buffer && hr_operand_room(failing, &call->operands[item->of], buffer->type, &room);
}

/* A part of a name between underscores, or in camel case. */
static bool has_part(const char *name, const char *part)
{
	size_t length = strlen(part);
	for (const char *at = hr_text_find_any_case(name, part); at; at = hr_text_find_any_case(at + 1, part)) {
		bool begins = at == name || at[-1] == '_' ||
			      (islower((unsigned char)at[-1]) && isupper((unsigned char)at[0]));
		bool ends = !at[length] || at[length] == '_' ||
			    (isupper((unsigned char)at[length]) && islower((unsigned char)at[length - 1]));
		if (begins && ends)
			return true;
	}
	return false;
}

/* The last one of many enums only tells how many there are: FORMAT_COUNT is no format. Where another has the same number, it is one all the same. */
static bool is_count(const struct hr_type *type, int64_t number)
{
	static const char *const words[] = { "num", "count", "max", "last", "end", "size", "total", "limit", "nb" };
	const char *name = NULL;
	size_t namesakes = 0;
	for (size_t i = 0; i < type->enumerators.count; i++) {
		if (type->enumerators.data[i].value > number)
			return false;
		if (type->enumerators.data[i].value != number)
			continue;
		name = type->enumerators.data[i].name;
		namesakes++;
	}
	for (size_t i = 0; namesakes == 1 && i < sizeof words / sizeof *words; i++)
		if (has_part(name, words[i]))
			return true;
	return false;
}

static bool is_enumerator(const struct hr_sequence *failing, const struct hr_statement *call, size_t operand)
{
	const struct hr_item *item = hr_parameter_of(failing, call, operand);
	const struct hr_type *type = item ? hr_model_type(failing->model, item->type) : NULL;
	if (!type)
		return false;
	int64_t number;
	if (type->kind == HR_TYPE_ENUM && !type->is_flags &&
	    hr_operand_number(failing, &call->operands[operand], &number) && is_count(type, number))
		return false;
	if (call->operands[operand].kind == HR_OPERAND_CONSTANT)
		return item->role == HR_ROLE_ENUM || item->role == HR_ROLE_FLAGS;
	return type->kind == HR_TYPE_BOOL || (type->kind == HR_TYPE_ENUM && !type->is_flags);
}

/* One of many bytes: contents, which can be anything. */
static bool is_content(const struct hr_sequence *failing, size_t statement, size_t operand, size_t part)
{
	struct hr_type_ref ref;
	int64_t number;
	if (part == HR_NO_PART || failing->statements.data[statement].operands[operand].kind != HR_OPERAND_LIST ||
	    !hr_number_at(failing, statement, operand, part, &number, &ref))
		return false;
	const struct hr_type *type = hr_model_type(failing->model, ref);
	return type && type->kind == HR_TYPE_INT && type->size == 1;
}

/* Other bytes, as many, return normally in the failing call: what is wrong stands in the data, which the unit has to check. */
static bool depends_on_data(const struct hr_experiments *experiments)
{
	for (size_t i = 0; i < experiments->list.count; i++) {
		const struct hr_experiment *it = &experiments->list.data[i];
		if (it->change == HR_CHANGE_TEXT && it->is_as_long && it->statement == experiments->statement &&
		    it->is_normal && !it->lost_object)
			return true;
	}
	return false;
}

struct tried {
	bool lower_returns, higher_returns; /* than the failing one */
	bool large_returns;                 /* at least CLEARLY_OUT, or LARGE_NUMBER */
	bool very_large_returns;
	bool large_fails;
	bool large_makes;    /* an object: it is fine, not noticed */
	bool further_fails;  /* one further out than the failing one, on the same side of 0 */
	bool further_modest; /* one further out, and not huge, returns */
	int64_t least, most; /* that return */
	size_t nearest;
};

/* Further out than the failing one. */
static bool is_further(int64_t number, int64_t failing)
{
	return failing > 0 ? number > failing : failing < 0 && number < failing;
}

bool hr_number_is_foreign(const struct hr_experiments *experiments, const struct hr_experiment *it)
{
	struct hr_type_ref ref;
	int64_t number;
	if (it->change != HR_CHANGE_NUMBER ||
	    !hr_number_at(experiments->failing, it->statement, it->operand, it->part, &number, &ref))
		return false;
	const struct hr_type *type = hr_model_type(experiments->failing->model, ref);
	if (!type || type->kind != HR_TYPE_ENUM || type->is_flags)
		return false;
	for (size_t i = 0; i < type->enumerators.count; i++)
		if (type->enumerators.data[i].value == it->number)
			return false;
	return true;
}

static struct tried collect(const struct hr_experiments *experiments, size_t statement, size_t operand, size_t part,
			    int64_t number)
{
	struct tried tried = { .nearest = (size_t)-1, .least = INT64_MAX, .most = INT64_MIN };
	for (size_t i = 0; i < experiments->list.count; i++) {
		const struct hr_experiment *it = &experiments->list.data[i];
		if (it->change != HR_CHANGE_NUMBER || it->statement != statement || it->operand != operand ||
		    it->part != part)
			continue;
		if (it->is_normal && (it->lost_object || it->lacked_memory || hr_does_nothing(experiments, it)))
			continue;
		if (hr_number_is_foreign(experiments, it))
			continue;
		if (!it->is_normal) {
			bool is_failure = it->status == HR_OUTCOME_FAULT || it->status == HR_OUTCOME_DIED ||
					  it->status == HR_OUTCOME_HANG || it->way == HR_WAY_LEAK;
			tried.large_fails = tried.large_fails || (is_failure && it->number >= CLEARLY_OUT);
			tried.further_fails = tried.further_fails || (is_failure && is_further(it->number, number));
			continue;
		}
		tried.further_modest = tried.further_modest || (is_further(it->number, number) &&
								it->number < NEARLY_HUGE && it->number > -NEARLY_HUGE);
		tried.nearest = tried.nearest == (size_t)-1 ? i : tried.nearest;
		tried.lower_returns = tried.lower_returns || it->number < number;
		tried.higher_returns = tried.higher_returns || it->number > number;
		tried.large_returns = tried.large_returns || it->number >= CLEARLY_OUT;
		tried.large_makes = tried.large_makes || (it->number >= CLEARLY_OUT && it->made_object);
		tried.very_large_returns = tried.very_large_returns || it->number >= LARGE_NUMBER;
		tried.least = it->number < tried.least ? it->number : tried.least;
		tried.most = it->number > tried.most ? it->number : tried.most;
	}
	return tried;
}

static enum hr_number_verdict verdict_of(const struct tried *tried, int64_t number, bool is_table, enum hr_way way)
{
	if (!tried->lower_returns && !tried->higher_returns)
		return HR_NUMBER_IRRELEVANT;
	/* where more fails as well, and only what is huge returns, sums wrapped or memory was refused: nobody looked at the range. Nor where a pointer leads nowhere, and only some numbers further out make that
	 * nobody follows it */
	bool is_around = tried->lower_returns && tried->higher_returns;
	bool is_followed = way == HR_WAY_NULL || way == HR_WAY_WILD;
	bool is_checked = !tried->further_fails || (tried->further_modest && (is_around || !is_followed));
	if (number > 0) {
		if (tried->higher_returns && is_checked)
			return HR_NUMBER_CHECKED;
		if (tried->higher_returns && !tried->lower_returns)
			return HR_NUMBER_IRRELEVANT;
		return number >= HUGE_NUMBER && tried->very_large_returns && !is_table ? HR_NUMBER_WRAPS
										       : HR_NUMBER_UNCHECKED;
	}
	if (number < 0) {
		if (tried->lower_returns && is_checked)
			return HR_NUMBER_CHECKED;
		if (tried->lower_returns && !tried->higher_returns)
			return HR_NUMBER_IRRELEVANT;
		return tried->large_returns && !tried->large_fails && !tried->large_makes ? HR_NUMBER_ONE_SIDED
											  : HR_NUMBER_UNCHECKED;
	}
	return HR_NUMBER_LEGAL; /* 0 */
}

/* Nobody can forbid it. */
static bool is_legal(const struct hr_sequence *failing, size_t statement, size_t operand, size_t part)
{
	const struct hr_statement *it = &failing->statements.data[statement];
	if (part != HR_NO_PART)
		return is_content(failing, statement, operand, part);
	return is_true_length(failing, statement, operand) ||
	       (it->kind == HR_STATEMENT_CALL && is_enumerator(failing, it, operand));
}

/* How many functions of the unit are to be seen. */
static size_t depth_of(const struct hr_fault *fault)
{
	size_t depth = 0;
	for (size_t i = 0; i < fault->stack.count; i++)
		depth += *fault->stack.data[i].function &&
			 !hr_text_starts_with(fault->stack.data[i].function, "__harrier_");
	return depth;
}

/* A place in a table of the unit's: how far it goes is known to whoever calls. */
static bool is_in_table(const struct hr_experiments *experiments)
{
	return experiments->outcome->status == HR_OUTCOME_FAULT &&
	       (experiments->outcome->fault.kind == HR_KIND_UB_BOUNDS ||
		experiments->outcome->fault.owner.region == HR_IN_GLOBAL);
}

bool hr_number_tells(const struct hr_experiments *experiments, const struct hr_experiment *it)
{
	struct hr_type_ref type;
	int64_t number;
	if (!hr_number_at(experiments->failing, it->statement, it->operand, it->part, &number, &type))
		return false;
	struct tried tried = collect(experiments, it->statement, it->operand, it->part, number);
	return verdict_of(&tried, number, is_in_table(experiments), experiments->way) != HR_NUMBER_IRRELEVANT;
}

static void consider(struct hr_number_finding *best, const struct hr_experiments *experiments, size_t statement,
		     size_t operand, size_t part, int64_t number)
{
	const struct hr_statement *it = &experiments->failing->statements.data[statement];
	struct tried tried = collect(experiments, statement, operand, part, number);
	struct hr_number_finding found = { .statement = statement, .operand = operand, .part = part, .number = number };
	found.verdict = verdict_of(&tried, number, is_in_table(experiments), experiments->way);
	/* a macro has no place to check things at: half a check is what the expression happens to do */
	if ((found.verdict == HR_NUMBER_ONE_SIDED || found.verdict == HR_NUMBER_WRAPS) &&
	    hr_fault_is_in_macro(experiments))
		found.verdict = HR_NUMBER_UNCHECKED;
	found.nearest = tried.nearest;
	if (found.verdict != HR_NUMBER_IRRELEVANT && is_legal(experiments->failing, statement, operand, part))
		found.verdict = HR_NUMBER_LEGAL;
	if (found.verdict == HR_NUMBER_UNCHECKED && it->kind == HR_STATEMENT_CALL &&
	    statement < experiments->statement && depends_on_data(experiments))
		found.verdict = HR_NUMBER_WITH_DATA;
	/* a divisor of 0 at the entry is what callers have to know */
	if (found.verdict == HR_NUMBER_LEGAL && number == 0 && experiments->way == HR_WAY_ARITHMETIC &&
	    statement == experiments->statement && depth_of(&experiments->outcome->fault) <= 2)
		found.verdict = HR_NUMBER_UNCHECKED;
	/* bounds that do not depend on an object: below zero, or zero itself */
	found.has_range = found.verdict == HR_NUMBER_UNCHECKED && number <= 0;
	found.least = number < 0 ? (tried.least <= 0 ? tried.least : 0) : 1;
	found.most = INT64_MAX;
	if (found.verdict > best->verdict || (found.verdict != HR_NUMBER_IRRELEVANT && best->nearest == (size_t)-1))
		*best = found;
}

struct hr_number_finding hr_judge_numbers(const struct hr_experiments *experiments)
{
	struct hr_number_finding best = { .verdict = HR_NUMBER_IRRELEVANT, .nearest = (size_t)-1 };
	const struct hr_sequence *failing = experiments->failing;
	for (size_t i = experiments->statement + 1; i-- > 0;) {
		const struct hr_statement *it = &failing->statements.data[i];
		for (size_t k = 0; k < it->operand_count; k++) {
			struct hr_type_ref type;
			int64_t number;
			if (hr_number_at(failing, i, k, HR_NO_PART, &number, &type))
				consider(&best, experiments, i, k, HR_NO_PART, number);
			for (size_t m = 0; m < hr_number_parts(&it->operands[k]); m++)
				if (hr_number_at(failing, i, k, m, &number, &type))
					consider(&best, experiments, i, k, m, number);
		}
	}
	return best;
}
