/* Whether a failed assertion is the author's word about an argument, and so a rule that the caller has to keep.
 *
 * At the entry its words name a parameter. Deeper inside nobody sees what was handed on; but a number that is handed on unchanged fails exactly where the words say so. Where the name is another one, and all that fails is below 1, a
 * multiple would do the same: the bound itself has to be met. */
#include "oracle/judge_internal.h"

#include "oracle/provenance.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool hr_assertion_is_precondition(const struct hr_experiments *experiments)
{
	enum { ENTRY = 2 };
	const struct hr_fault *fault = &experiments->outcome->fault;
	const struct hr_statement *call = &experiments->failing->statements.data[experiments->statement];
	size_t depth = 0;
	if (call->kind != HR_STATEMENT_CALL)
		return false;
	const struct hr_operation *operation = &experiments->failing->model->operations.data[call->operation];
	for (size_t i = 0; i < fault->stack.count; i++)
		depth += *fault->stack.data[i].function &&
			 !hr_text_starts_with(fault->stack.data[i].function, "__harrier_");
	if (fault->kind == HR_KIND_ABORT) /* without a word: at the entry it is a refusal */
		return depth <= 1;
	if (fault->kind != HR_KIND_ASSERT || depth > ENTRY)
		return false;
	for (size_t i = 0; i < operation->params.count; i++)
		if (*operation->params.data[i].name &&
		    hr_text_find_word(fault->text, operation->params.data[i].name, false))
			return true;
	return false;
}

/* ---- deep inside ---- */

enum relation { LESS, AT_MOST, MORE, AT_LEAST, EQUAL, DIFFERENT };

/* "name < 5", or "5 > name" the other way round. */
struct claim {
	const char *name;
	size_t length;
	enum relation relation;
	int64_t number;
};

static bool holds(const struct claim *claim, int64_t number)
{
	switch (claim->relation) {
	case LESS:
		return number < claim->number;
	case AT_MOST:
		return number <= claim->number;
	case MORE:
		return number > claim->number;
	case AT_LEAST:
		return number >= claim->number;
	case EQUAL:
		return number == claim->number;
	default:
		return number != claim->number;
	}
}

static const char *skip(const char *at, const char *characters)
{
	return at + strspn(at, characters);
}

/* A plain name or a number: what stands on one side. Returns where it ends, or NULL. */
static const char *read_side(struct claim *claim, bool *is_number, const char *at)
{
	const char *end = at;
	*is_number = isdigit((unsigned char)*at) || (*at == '-' && isdigit((unsigned char)at[1]));
	if (*is_number) {
		char *behind;
		claim->number = strtoll(at, &behind, 0);
		return skip(behind, "uUlL");
	}
	while (isalnum((unsigned char)*end) || *end == '_')
		end++;
	claim->name = at;
	claim->length = (size_t)(end - at);
	return end > at ? end : NULL;
}

/* One of the parts between "&&"; false where it is anything else than a comparison of a name and a number. Brackets around it do no harm. */
static bool read_claim(struct claim *claim, const char *at)
{
	static const struct {
		const char *text;
		enum relation relation, mirrored;
	} signs[] = {
		{ "<=", AT_MOST, AT_LEAST }, { ">=", AT_LEAST, AT_MOST }, { "==", EQUAL, EQUAL },
		{ "<", LESS, MORE },         { ">", MORE, LESS },         { "!=", DIFFERENT, DIFFERENT },
	};
	bool is_left_number, is_right_number;
	at = read_side(claim, &is_left_number, skip(at, " ("));
	at = at ? skip(at, " )") : NULL;
	for (size_t i = 0; at && i < sizeof signs / sizeof *signs; i++) {
		if (!hr_text_starts_with(at, signs[i].text))
			continue;
		claim->relation = is_left_number ? signs[i].mirrored : signs[i].relation;
		at = read_side(claim, &is_right_number, skip(at + strlen(signs[i].text), " ("));
		at = at ? skip(at, " )") : NULL;
		return at && is_left_number != is_right_number && (!*at || hr_text_starts_with(at, "&&")) &&
		       claim->number > INT64_MIN && claim->number < INT64_MAX;
	}
	return false;
}

/* Without overflow, for the numbers of all types. */
static uint64_t distance(int64_t a, int64_t b)
{
	return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

/* All numbers that were tried fail there where the claim does not hold, and nowhere else. */
static bool is_as_claimed(const struct hr_experiments *experiments, const struct claim *claim, size_t operand,
			  const char *name, int64_t number, size_t *passing)
{
	int64_t best = 0, worst = number;
	*passing = (size_t)-1;
	for (size_t i = 0; i < experiments->list.count; i++) {
		const struct hr_experiment *it = &experiments->list.data[i];
		if (it->change != HR_CHANGE_NUMBER || it->statement != experiments->statement ||
		    it->operand != operand || it->part != HR_NO_PART)
			continue;
		bool is_there = it->way == HR_WAY_ABORT && it->line == experiments->outcome->fault.line;
		if (is_there == holds(claim, it->number))
			return false;
		if (is_there && distance(it->number, claim->number) < distance(worst, claim->number))
			worst = it->number;
		if (!it->is_normal || it->lost_object)
			continue;
		if (*passing == (size_t)-1 || distance(it->number, claim->number) < distance(best, claim->number)) {
			best = it->number;
			*passing = i;
		}
	}
	/* the bound itself: one fails that is next to one that returns */
	bool is_met = *passing != (size_t)-1 && distance(best, worst) == 1 && best != 0 && worst != 0;
	return *passing != (size_t)-1 &&
	       (is_met || (strlen(name) == claim->length && strncmp(name, claim->name, claim->length) == 0));
}

bool hr_assertion_is_handed_on(const struct hr_experiments *experiments, struct hr_number_finding *found)
{
	const struct hr_fault *fault = &experiments->outcome->fault;
	const struct hr_statement *call = &experiments->failing->statements.data[experiments->statement];
	if (experiments->outcome->status != HR_OUTCOME_FAULT || fault->kind != HR_KIND_ASSERT || !fault->line ||
	    call->kind != HR_STATEMENT_CALL || strstr(fault->text, "||"))
		return false;
	for (const char *part = fault->text; part; part = strstr(part, "&&")) {
		struct claim claim;
		part = part == fault->text ? part : part + 2;
		for (size_t k = 0; read_claim(&claim, part) && k < call->operand_count; k++) {
			const struct hr_item *item = hr_parameter_of(experiments->failing, call, k);
			struct hr_type_ref type;
			int64_t number;
			size_t passing;
			if (!item ||
			    !hr_number_at(experiments->failing, experiments->statement, k, HR_NO_PART, &number,
					  &type) ||
			    holds(&claim, number) ||
			    !is_as_claimed(experiments, &claim, k, item->name, number, &passing))
				continue;
			bool is_below = claim.relation == MORE || claim.relation == AT_LEAST;
			*found = (struct hr_number_finding){
				.verdict = HR_NUMBER_UNCHECKED,
				.statement = experiments->statement,
				.operand = k,
				.part = HR_NO_PART,
				.number = number,
				.nearest = passing,
				.has_range = is_below || claim.relation == LESS || claim.relation == AT_MOST,
				.least = is_below ? claim.number + (claim.relation == MORE) : INT64_MIN,
				.most = is_below ? INT64_MAX : claim.number - (claim.relation == LESS),
			};
			return true;
		}
	}
	return false;
}
