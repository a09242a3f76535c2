/* Conditions that hold in a block: those of the branches that dominate it, seen from the side that leads there.
 *
 * A condition is a comparison, its negation, a comparison of such a truth value with 0, or one of the joins that clang makes of a && b and a || b where
 * they are not a branch's own condition: a phi of constants and one value. When such a phi is true, its value is, and so is all that holds where it comes from. */
#include "analysis/flow.h"

enum hr_compared hr_comparison_negated(enum hr_compared comparison)
{
	static const enum hr_compared negated[] = {
		[HR_EQUAL] = HR_NOT_EQUAL,
		[HR_NOT_EQUAL] = HR_EQUAL,
		[HR_UNSIGNED_GREATER] = HR_UNSIGNED_LESS_EQUAL,
		[HR_UNSIGNED_GREATER_EQUAL] = HR_UNSIGNED_LESS,
		[HR_UNSIGNED_LESS] = HR_UNSIGNED_GREATER_EQUAL,
		[HR_UNSIGNED_LESS_EQUAL] = HR_UNSIGNED_GREATER,
		[HR_SIGNED_GREATER] = HR_SIGNED_LESS_EQUAL,
		[HR_SIGNED_GREATER_EQUAL] = HR_SIGNED_LESS,
		[HR_SIGNED_LESS] = HR_SIGNED_GREATER_EQUAL,
		[HR_SIGNED_LESS_EQUAL] = HR_SIGNED_GREATER,
	};
	return negated[comparison];
}

enum hr_compared hr_comparison_swapped(enum hr_compared comparison)
{
	static const enum hr_compared swapped[] = {
		[HR_EQUAL] = HR_EQUAL,
		[HR_NOT_EQUAL] = HR_NOT_EQUAL,
		[HR_UNSIGNED_GREATER] = HR_UNSIGNED_LESS,
		[HR_UNSIGNED_GREATER_EQUAL] = HR_UNSIGNED_LESS_EQUAL,
		[HR_UNSIGNED_LESS] = HR_UNSIGNED_GREATER,
		[HR_UNSIGNED_LESS_EQUAL] = HR_UNSIGNED_GREATER_EQUAL,
		[HR_SIGNED_GREATER] = HR_SIGNED_LESS,
		[HR_SIGNED_GREATER_EQUAL] = HR_SIGNED_LESS_EQUAL,
		[HR_SIGNED_LESS] = HR_SIGNED_GREATER,
		[HR_SIGNED_LESS_EQUAL] = HR_SIGNED_GREATER_EQUAL,
	};
	return swapped[comparison];
}

uint32_t hr_flow_uncast(const struct hr_code_function *function, uint32_t value)
{
	for (unsigned depth = 0; depth < 8; depth++) {
		const struct hr_code_instruction *maker = hr_flow_maker(function, value);
		if (!maker || maker->op != HR_CODE_CAST || maker->detail == HR_CAST_REAL)
			return value;
		value = hr_flow_operand(function, maker, 0);
	}
	return value;
}

struct search {
	struct hr_known *out;
	size_t count;
	const struct hr_flow *flow;
	unsigned depth; /* of conditions inside of conditions */
};

static void add_dominating(struct search *search, uint32_t block, uint32_t stop);

static const struct hr_code_value *value_of(const struct search *search, uint32_t value)
{
	return &search->flow->function->values.data[value];
}

static void add_known(struct search *search, uint32_t left, enum hr_compared comparison, uint32_t right, uint32_t block)
{
	if (search->count < HR_KNOWN_MAX)
		search->out[search->count++] = (struct hr_known){ left, right, comparison, block };
}

static void add_condition(struct search *search, uint32_t condition, bool holds, uint32_t block);

/* phi [constant…], [value from Y]: when the result is not that constant, it is the value, and control came from Y. */
static void add_join(struct search *search, const struct hr_code_instruction *phi, bool holds)
{
	const struct hr_code_function *function = search->flow->function;
	uint32_t live = HR_CODE_NONE;
	for (uint32_t o = 0; o < phi->operand_count; o++) {
		const struct hr_code_value *operand = value_of(search, hr_flow_operand(function, phi, o));
		if (operand->kind == HR_VALUE_INTEGER && (operand->number != 0) != holds)
			continue;
		if (live != HR_CODE_NONE)
			return;
		live = o;
	}
	if (live == HR_CODE_NONE)
		return;
	uint32_t from = function->targets.data[phi->targets + live];
	uint32_t value = hr_flow_operand(function, phi, live);
	if (value_of(search, value)->kind != HR_VALUE_INTEGER)
		add_condition(search, value, holds, from);
	add_dominating(search, from, search->flow->dominator[phi->block]);
}

static void add_condition(struct search *search, uint32_t condition, bool holds, uint32_t block)
{
	const struct hr_code_function *function = search->flow->function;
	const struct hr_code_instruction *maker = hr_flow_maker(function, condition);
	if (!maker || search->depth > 12)
		return;
	search->depth++;
	if (maker->op == HR_CODE_COMPARE) {
		uint32_t left = hr_flow_operand(function, maker, 0), right = hr_flow_operand(function, maker, 1);
		enum hr_compared comparison =
			holds ? maker->detail : hr_comparison_negated((enum hr_compared)maker->detail);
		uint8_t kind = value_of(search, left)->kind;
		if (kind == HR_VALUE_NULL || kind == HR_VALUE_INTEGER) { /* NULL == p */
			uint32_t constant = left;
			left = right;
			right = constant;
			comparison = hr_comparison_swapped(comparison);
		}
		add_known(search, left, comparison, right, block);
		/* (x < y) != 0 */
		const struct hr_code_value *zero = value_of(search, right);
		uint32_t inner = hr_flow_uncast(function, left);
		if ((maker->detail == HR_EQUAL || maker->detail == HR_NOT_EQUAL) && zero->kind == HR_VALUE_INTEGER &&
		    zero->number == 0 && value_of(search, inner)->bits == 1)
			add_condition(search, inner, holds == (maker->detail == HR_NOT_EQUAL), block);
	} else if (maker->op == HR_CODE_CAST) {
		uint32_t inner = hr_flow_uncast(function, condition);
		if (value_of(search, inner)->bits == 1)
			add_condition(search, inner, holds, block);
	} else if (maker->op == HR_CODE_BINARY && maker->detail == HR_EXCLUSIVE_OR) {
		const struct hr_code_value *one = value_of(search, hr_flow_operand(function, maker, 1));
		if (one->kind == HR_VALUE_INTEGER && one->bits == 1 && one->number != 0)
			add_condition(search, hr_flow_operand(function, maker, 0), !holds, block);
	} else if (maker->op == HR_CODE_PHI && value_of(search, condition)->bits == 1) {
		add_join(search, maker, holds);
	}
	search->depth--;
}

/* What the branch at the end of `from` tells when it goes to `to`. */
static void add_edge(struct search *search, uint32_t from, uint32_t to)
{
	const struct hr_code_function *function = search->flow->function;
	const struct hr_code_instruction *end = hr_flow_end(function, from);
	if (!end)
		return;
	const uint32_t *targets = hr_code_targets(function, end);
	if (end->op == HR_CODE_BRANCH && end->target_count == 2 && targets[0] != targets[1])
		add_condition(search, hr_flow_operand(function, end, 0), to == targets[0], from);
	if (end->op == HR_CODE_SWITCH) {
		uint32_t found = HR_CODE_NONE;
		for (uint32_t t = 0; t < end->target_count; t++)
			if (targets[t] == to) {
				if (found != HR_CODE_NONE || t == 0)
					return;
				found = t;
			}
		if (found != HR_CODE_NONE)
			add_known(search, hr_flow_operand(function, end, 0), HR_EQUAL,
				  hr_flow_operand(function, end, found), from);
	}
}

/* All branches that decide whether `block` is entered, up to but without those above `stop`. */
static void add_dominating(struct search *search, uint32_t block, uint32_t stop)
{
	const struct hr_flow *flow = search->flow;
	const struct hr_code_function *function = flow->function;
	if (search->depth > 12 || flow->position[block] == HR_CODE_NONE)
		return;
	for (unsigned steps = 0; block != stop && block != 0 && steps < 200 && search->count < HR_KNOWN_MAX; steps++) {
		const struct hr_code_block *b = &function->blocks.data[block];
		uint32_t above = flow->dominator[block];
		uint32_t from = HR_CODE_NONE;
		/* entered from one place only, back edges aside: those come from blocks where it held already */
		for (uint32_t p = 0; p < b->predecessor_count; p++) {
			uint32_t predecessor = function->targets.data[b->predecessors + p];
			if (hr_flow_dominates(flow, block, predecessor) || flow->position[predecessor] == HR_CODE_NONE)
				continue;
			from = from == HR_CODE_NONE || from == predecessor ? predecessor : HR_CODE_NONE - 1;
		}
		if (from == above)
			add_edge(search, above, block);
		block = above;
	}
}

size_t hr_flow_known(struct hr_known *out, const struct hr_flow *flow, uint32_t block)
{
	struct search search = { .out = out, .flow = flow };
	add_dominating(&search, block, HR_CODE_NONE);
	return search.count;
}

size_t hr_flow_known_edge(struct hr_known *out, const struct hr_flow *flow, uint32_t from, uint32_t to)
{
	struct search search = { .out = out, .flow = flow };
	add_edge(&search, from, to);
	add_dominating(&search, from, HR_CODE_NONE);
	return search.count;
}

size_t hr_flow_known_condition(struct hr_known *out, size_t count, const struct hr_flow *flow, uint32_t condition,
			       bool holds, uint32_t block)
{
	struct search search = { .out = out, .count = count, .flow = flow };
	add_condition(&search, condition, holds, block);
	return search.count;
}
