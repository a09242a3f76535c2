/* What conditions tell about the values in them, on the way that is taken when they hold and on the other. */
#include "analysis/flow.h"
#include "analysis/paths_internal.h"

static bool refine_condition(struct path_walk *walk, struct path_state *state, uint32_t condition, bool holds,
			     int depth);

bool hr_walk_refine_value(struct path_walk *walk, struct path_state *state, uint32_t value, enum hr_compared comparison,
			  const struct hr_range *other)
{
	const struct hr_code_value *it = &walk->function->values.data[value];
	struct hr_range range = hr_walk_range(walk, state, value);
	struct hr_range refined = hr_range_refine(range, comparison, other);

	if (hr_range_is_none(&refined))
		return false;
	if (it->kind != HR_VALUE_PARAMETER && it->kind != HR_VALUE_INSTRUCTION)
		return true;
	if (!hr_range_equal(&range, &refined))
		hr_state_refine(state, value, refined);
	/* either it points to the object, then it is not NULL, or that was accessed */
	if (it->is_pointer && hr_range_is_null(&refined) && it->kind == HR_VALUE_INSTRUCTION)
		state->touched |= hr_state_alias(state, hr_walk_root(walk->function, value)) & walk->nonnull;
	return true;
}

static bool refine_comparison(struct path_walk *walk, struct path_state *state, const struct hr_code_instruction *at,
			      bool holds, int depth)
{
	const uint32_t *operands = hr_code_operands(walk->function, at);
	enum hr_compared comparison = (enum hr_compared)at->detail;
	struct hr_range left = hr_walk_range(walk, state, operands[0]);
	struct hr_range right = hr_walk_range(walk, state, operands[1]);

	if (!holds)
		comparison = hr_comparison_negated(comparison);
	if (!hr_walk_refine_value(walk, state, operands[0], comparison, &right) ||
	    !hr_walk_refine_value(walk, state, operands[1], hr_comparison_swapped(comparison), &left))
		return false;
	/* x != 0 where x is a condition itself */
	if (hr_range_is_null(&right) && (comparison == HR_EQUAL || comparison == HR_NOT_EQUAL))
		return refine_condition(walk, state, operands[0], comparison == HR_NOT_EQUAL, depth);
	return true;
}

/* What is known when a condition holds, or does not. False: it never does. */
static bool refine_condition(struct path_walk *walk, struct path_state *state, uint32_t condition, bool holds,
			     int depth)
{
	const struct hr_code_instruction *at = hr_walk_maker(walk->function, condition);
	struct hr_range zero = hr_range_number(0);
	struct hr_range factor;

	if (!hr_walk_refine_value(walk, state, condition, holds ? HR_NOT_EQUAL : HR_EQUAL, &zero))
		return false;
	if (!at || depth > 6)
		return true;
	const uint32_t *operands = hr_code_operands(walk->function, at);
	switch (at->op) {
	case HR_CODE_COMPARE:
		return refine_comparison(walk, state, at, holds, depth + 1);
	case HR_CODE_CAST:
		if (at->detail == HR_CAST_ZERO_EXTEND || at->detail == HR_CAST_SIGN_EXTEND ||
		    walk->function->values.data[at->value].bits == 1)
			return refine_condition(walk, state, operands[0], holds, depth + 1);
		return true;
	case HR_CODE_BINARY:
		factor = hr_walk_range(walk, state, operands[1]);
		if (at->detail == HR_EXCLUSIVE_OR && walk->function->values.data[condition].bits == 1 &&
		    hr_range_is_number(&factor, NULL))
			return refine_condition(walk, state, operands[0], holds != (factor.low != 0), depth + 1);
		return true;
	default:
		return true;
	}
}

bool hr_walk_refine(struct path_walk *walk, struct path_state *state, uint32_t condition, bool holds)
{
	return refine_condition(walk, state, condition, holds, 0);
}
