/* Limits as sets, and those ways to make a sum larger that need neither conditions nor phis: minima, remainders, masks, quotients, counters that are not
 * negative. */
#include "analysis/bounds_internal.h"

static const struct hr_limits nothing;

static bool is_same(const struct hr_limit *a, const struct hr_limit *b)
{
	return a->base == b->base && a->number == b->number && a->factor == b->factor;
}

/* Not a byte of the same buffer: less than anything else. */
static bool is_nothing(const struct hr_limit *limit, const struct hr_limit *than)
{
	return limit->base == than->base && limit->number == HR_CODE_NONE && limit->factor <= 0;
}

void hr_limits_join(struct hr_limits *out, const struct hr_limits *more)
{
	for (size_t i = 0; i < more->count; i++) {
		size_t j = 0;
		while (j < out->count && !is_same(&out->items[j], &more->items[i]))
			j++;
		if (j < out->count) {
			if (more->items[i].by < out->items[j].by)
				out->items[j].by = more->items[i].by;
		} else if (out->count < HR_LIMITS_MAX) {
			out->items[out->count++] = more->items[i];
		}
	}
	out->is_any |= more->is_any;
}

void hr_limits_meet(struct hr_limits *out, const struct hr_limits *other)
{
	if (other->is_any)
		return;
	if (out->is_any) {
		*out = *other;
		return;
	}
	struct hr_limits kept = { .count = 0 };
	for (size_t i = 0; i < out->count; i++)
		for (size_t j = 0; j < other->count; j++) {
			struct hr_limit item = out->items[i];
			if (is_nothing(&item, &other->items[j]))
				item = other->items[j];
			else if (!is_same(&item, &other->items[j]) && !is_nothing(&other->items[j], &item))
				continue;
			if (out->items[i].by > item.by || other->items[j].by > item.by)
				item.by = out->items[i].by > other->items[j].by ? out->items[i].by : other->items[j].by;
			const struct hr_limits one = { .count = 1, .items = { item } };
			hr_limits_join(&kept, &one);
		}
	*out = kept;
}

/* ---- other ways to make it larger ---- */

static void try_larger(struct hr_limits *out, struct hr_proof *proof, const struct hr_sum *sum, uint32_t atom,
		       uint32_t with, int64_t plus, const struct hr_stage *stage)
{
	struct hr_sum larger = *hr_sum_of(proof->sums, with);
	struct hr_sum constant = hr_sum_constant(plus);
	larger = hr_sum_add(&larger, &constant, 1);
	larger = hr_sum_replace(sum, atom, &larger);
	struct hr_stage next = *stage;
	next.depth++;
	next.is_exact = false;
	struct hr_limits found = hr_bounds_prove(proof, &larger, &next);
	hr_limits_join(out, &found);
}

/* condition ? a : b. Where the condition compares the two, it is their minimum: at most either. Otherwise both have to be limited. */
static void by_select(struct hr_limits *out, struct hr_proof *proof, const struct hr_sum *sum, uint32_t atom,
		      const struct hr_code_instruction *select, const struct hr_stage *stage)
{
	const struct hr_code_function *function = proof->sums->function;
	uint32_t values[] = { hr_flow_operand(function, select, 1), hr_flow_operand(function, select, 2) };
	struct hr_known known[HR_KNOWN_MAX];
	size_t count = hr_flow_known_condition(known, 0, proof->sums->flow, hr_flow_operand(function, select, 0), true,
					       select->block);
	bool is_minimum = false;
	for (size_t i = 0; i < count; i++) {
		int64_t first, second;
		bool is_less = known[i].comparison == HR_UNSIGNED_LESS || known[i].comparison == HR_SIGNED_LESS ||
			       known[i].comparison == HR_UNSIGNED_LESS_EQUAL ||
			       known[i].comparison == HR_SIGNED_LESS_EQUAL;
		bool is_more = known[i].comparison >= HR_UNSIGNED_GREATER && !is_less;
		const struct hr_sum *small = hr_sum_of(proof->sums, is_less ? known[i].left : known[i].right);
		const struct hr_sum *large = hr_sum_of(proof->sums, is_less ? known[i].right : known[i].left);
		is_minimum |= (is_less || is_more) &&
			      hr_sum_differ_by(hr_sum_of(proof->sums, values[0]), small, &first) &&
			      hr_sum_differ_by(hr_sum_of(proof->sums, values[1]), large, &second) && first == second;
	}
	struct hr_limits both = { .is_any = true };
	for (size_t i = 0; i < 2; i++) {
		struct hr_limits one = nothing;
		try_larger(&one, proof, sum, atom, values[i], 0, stage);
		if (is_minimum)
			hr_limits_join(out, &one);
		else
			hr_limits_meet(&both, &one);
	}
	if (!is_minimum)
		hr_limits_join(out, &both);
}

void hr_bounds_by_operation(struct hr_limits *out, struct hr_proof *proof, const struct hr_sum *sum, uint32_t atom,
			    const struct hr_stage *stage)
{
	const struct hr_code_function *function = proof->sums->function;
	if (proof->sums->atoms.data[atom].kind != HR_ATOM_VALUE)
		return;
	const struct hr_code_instruction *maker = hr_flow_maker(function, proof->sums->atoms.data[atom].number);
	if (!maker)
		return;
	if (maker->op == HR_CODE_SELECT) {
		by_select(out, proof, sum, atom, maker, stage);
		return;
	}
	if (maker->op != HR_CODE_BINARY)
		return;
	uint32_t left = hr_flow_operand(function, maker, 0), right = hr_flow_operand(function, maker, 1);
	switch ((enum hr_binary)maker->detail) {
	case HR_REMAINDER_SIGNED:
	case HR_REMAINDER_UNSIGNED:
		try_larger(out, proof, sum, atom, right, -1, stage);
		try_larger(out, proof, sum, atom, left, 0, stage);
		break;
	case HR_AND:
		if (function->values.data[right].kind != HR_VALUE_INTEGER || function->values.data[right].number >= 0)
			try_larger(out, proof, sum, atom, right, 0, stage);
		try_larger(out, proof, sum, atom, left, 0, stage);
		break;
	case HR_DIVIDE_SIGNED:
	case HR_DIVIDE_UNSIGNED:
	case HR_SHIFT_RIGHT_SIGNED:
	case HR_SHIFT_RIGHT_UNSIGNED:
		try_larger(out, proof, sum, atom, left, 0, stage);
		break;
	default:
		break;
	}
}

/* n - 1 - i: counters are not negative. */
void hr_bounds_by_dropping(struct hr_limits *out, struct hr_proof *proof, const struct hr_sum *sum,
			   const struct hr_stage *stage)
{
	for (uint8_t t = 0; t < sum->count; t++) {
		if (sum->terms[t].factor >= 0 || hr_atom_join(proof->sums, sum->terms[t].atom) == HR_CODE_NONE)
			continue;
		struct hr_sum zero = hr_sum_constant(0);
		struct hr_sum larger = hr_sum_replace(sum, sum->terms[t].atom, &zero);
		struct hr_stage next = *stage;
		next.depth++;
		next.is_exact = false;
		struct hr_limits found = hr_bounds_prove(proof, &larger, &next);
		hr_limits_join(out, &found);
	}
}

/* if (n > 100) n = 100: where 100 comes from, it is less than n. */
void hr_bounds_by_minimum(struct hr_limits *out, const struct hr_proof *proof, const struct hr_limit *constant,
			  const struct hr_stage *stage)
{
	const struct hr_facts_here *here = hr_bounds_here(proof->bounds, stage->from, stage->to);
	if (stage->to == HR_CODE_NONE || constant->number != HR_CODE_NONE || constant->factor <= 0)
		return;
	for (size_t i = 0; i < here->sums.count; i++) {
		const struct hr_sum *known = &here->sums.data[i];
		/* only what decides between the values that meet here */
		if (here->blocks.data[i] != stage->from &&
		    here->blocks.data[i] != proof->sums->flow->dominator[stage->to])
			continue;
		if (known->count != 1 || known->divisor != 1 || known->terms[0].factor <= 0 || known->constant >= 0 ||
		    !hr_atom_is_number(proof->sums, known->terms[0].atom))
			continue;
		int64_t times = constant->factor % -known->constant ? 1 : constant->factor / -known->constant;
		if (constant->factor + times * known->constant > 0)
			continue;
		const struct hr_limits one = {
			.count = 1,
			.items = { { constant->base, known->terms[0].atom, times * known->terms[0].factor,
				     HR_LIMIT_BOUNDED } },
		};
		hr_limits_join(out, &one);
	}
}
