/* What holds at a place, as sums that are not negative: from the conditions of branches, and for loops that are tested at their end from the condition for
 * going round again, as if it had been tested before the first time too (that it holds then is the caller's business). */
#include "analysis/bounds_internal.h"

#include <string.h>

enum { BUCKETS = 512 };

void hr_bounds_init(struct hr_bounds *bounds, struct hr_sums *sums)
{
	memset(bounds, 0, sizeof *bounds);
	bounds->sums = sums;
	bounds->contexts = hr_arena_alloc(&bounds->arena, BUCKETS * sizeof *bounds->contexts);
	bounds->left = 60000;
}

static void release_here(struct hr_facts_here *here)
{
	hr_vec_release(&here->sums);
	hr_vec_release(&here->blocks);
}

void hr_bounds_release(struct hr_bounds *bounds)
{
	for (size_t i = 0; i < BUCKETS; i++)
		for (struct hr_facts_here *here = bounds->contexts[i]; here; here = here->next)
			release_here(here);
	hr_arena_release(&bounds->arena);
}

int64_t hr_bounds_step(struct hr_sums *sums, uint32_t atom)
{
	uint32_t block = hr_atom_join(sums, atom);
	if (block == HR_CODE_NONE)
		return 0;
	const struct hr_code_block *b = &sums->function->blocks.data[block];
	struct hr_sum self = hr_sum_atom(atom);
	int64_t step = 0;
	for (uint32_t p = 0; p < b->predecessor_count; p++) {
		int64_t difference;
		struct hr_sum next = hr_atom_from(sums, atom, sums->function->targets.data[b->predecessors + p]);
		if (!hr_sum_differ_by(&next, &self, &difference) || difference == 0)
			continue;
		if (step && step != difference)
			return 0;
		step = difference;
	}
	return step;
}

/* What "less" means for pointers: by at least the size of an element. */
static int64_t strict_by(struct hr_sums *sums, uint32_t left, uint32_t right)
{
	const struct hr_code_function *function = sums->function;
	if (!function->values.data[left].is_pointer)
		return 1;
	const uint32_t sides[] = { left, right };
	for (size_t i = 0; i < 2; i++) {
		uint32_t atom = hr_sum_single(hr_sum_of(sums, sides[i]));
		int64_t step = atom == HR_CODE_NONE ? 0 : hr_bounds_step(sums, atom);
		if (step)
			return step < 0 ? -step : step;
	}
	for (size_t i = 0; i < 2; i++) {
		const struct hr_code_instruction *maker = hr_flow_maker(function, sides[i]);
		if (maker && maker->op == HR_CODE_ADDRESS && function->addresses.data[maker->address].element > 0)
			return function->addresses.data[maker->address].element;
	}
	return 1;
}

static bool is_phi_based(struct hr_sums *sums, uint32_t value)
{
	const struct hr_sum *sum = hr_sum_of(sums, value);
	for (uint8_t i = 0; i < sum->count; i++)
		if (hr_atom_join(sums, sum->terms[i].atom) != HR_CODE_NONE)
			return true;
	return false;
}

static void add(struct hr_facts_here *here, const struct hr_sum *larger, const struct hr_sum *smaller, int64_t by)
{
	struct hr_sum sum = hr_sum_add(larger, smaller, -1);
	struct hr_sum constant = hr_sum_constant(by);
	sum = hr_sum_add(&sum, &constant, -1);
	if (sum.is_known && sum.count)
		hr_vec_push(&here->sums, sum);
}

/* x >= the largest number there is: saturated counters, never reached. */
static bool is_extreme(const struct hr_code_function *function, const struct hr_known *known)
{
	const struct hr_code_value *right = &function->values.data[known->right];
	if (right->kind != HR_VALUE_INTEGER)
		return false;
	return (known->comparison == HR_UNSIGNED_GREATER_EQUAL && right->number == -1) ||
	       (known->comparison == HR_UNSIGNED_GREATER && right->number == -2);
}

/* l != r: counters run towards the other side. */
static void add_different(struct hr_facts_here *here, struct hr_sums *sums, const struct hr_known *known)
{
	const struct hr_code_value *right = &sums->function->values.data[known->right];
	const struct hr_sum *l = hr_sum_of(sums, known->left), *r = hr_sum_of(sums, known->right);
	if (right->kind == HR_VALUE_INTEGER) {
		if (right->number == 0)
			add(here, l, r, 1);
		return;
	}
	int64_t by = strict_by(sums, known->left, known->right);
	if (is_phi_based(sums, known->left))
		add(here, r, l, by);
	else if (is_phi_based(sums, known->right))
		add(here, l, r, by);
}

static void add_known(struct hr_facts_here *here, struct hr_sums *sums, const struct hr_known *known)
{
	const struct hr_code_value *left = &sums->function->values.data[known->left];
	const struct hr_code_value *right = &sums->function->values.data[known->right];
	if (left->kind == HR_VALUE_NULL || right->kind == HR_VALUE_NULL || left->bits == 1)
		return;
	const struct hr_sum *l = hr_sum_of(sums, known->left), *r = hr_sum_of(sums, known->right);
	switch (known->comparison) {
	case HR_UNSIGNED_LESS:
	case HR_SIGNED_LESS:
		add(here, r, l, strict_by(sums, known->left, known->right));
		break;
	case HR_UNSIGNED_LESS_EQUAL:
	case HR_SIGNED_LESS_EQUAL:
		add(here, r, l, 0);
		break;
	case HR_UNSIGNED_GREATER:
	case HR_SIGNED_GREATER:
		add(here, l, r, strict_by(sums, known->left, known->right));
		break;
	case HR_UNSIGNED_GREATER_EQUAL:
	case HR_SIGNED_GREATER_EQUAL:
		add(here, l, r, 0);
		here->is_infeasible |= is_extreme(sums->function, known);
		break;
	case HR_EQUAL:
		add(here, l, r, 0);
		add(here, r, l, 0);
		break;
	case HR_NOT_EQUAL:
		add_different(here, sums, known);
		break;
	}
}

static bool is_outside(const struct hr_flow *flow, uint32_t head, uint32_t value)
{
	const struct hr_code_instruction *maker = hr_flow_maker(flow->function, value);
	return !maker || (maker->block != head && hr_flow_dominates(flow, maker->block, head));
}

/* Going round from `from` to `head` a condition holds of what the phi gets next: it is taken to hold of the phi. */
static void add_round(struct hr_facts_here *here, struct hr_sums *sums, uint32_t head, uint32_t from)
{
	const struct hr_code_function *function = sums->function;
	struct hr_known known[HR_KNOWN_MAX];
	size_t count = hr_flow_known_edge(known, sums->flow, from, head);
	for (size_t k = 0; k < count; k++) {
		if (!hr_flow_in_loop(sums->flow, head, known[k].block))
			break;
		const struct hr_code_block *block = &function->blocks.data[head];
		for (uint32_t i = 0; i < block->count; i++) {
			const struct hr_code_instruction *phi = &function->instructions.data[block->first + i];
			if (phi->op != HR_CODE_PHI)
				break;
			for (uint32_t o = 0; o < phi->operand_count; o++) {
				uint32_t operand = hr_flow_operand(function, phi, o);
				if (function->targets.data[phi->targets + o] != from ||
				    hr_flow_uncast(function, known[k].left) != hr_flow_uncast(function, operand) ||
				    !is_outside(sums->flow, head, known[k].right))
					continue;
				struct hr_known moved = known[k];
				moved.left = phi->value;
				add_known(here, sums, &moved);
			}
		}
	}
}

static void add_rounds(struct hr_facts_here *here, struct hr_sums *sums, uint32_t block)
{
	const struct hr_code_function *function = sums->function;
	uint32_t head = sums->flow->loop[block];
	for (unsigned depth = 0; head != HR_CODE_NONE && depth < 2; depth++) {
		const struct hr_code_block *b = &function->blocks.data[head];
		for (uint32_t p = 0; p < b->predecessor_count && p < 8; p++) {
			uint32_t from = function->targets.data[b->predecessors + p];
			if (hr_flow_dominates(sums->flow, head, from))
				add_round(here, sums, head, from);
		}
		head = sums->flow->loop_parent[head];
	}
}

const struct hr_facts_here *hr_bounds_here(struct hr_bounds *bounds, uint32_t from, uint32_t to)
{
	size_t bucket = (from * 31u + to) % BUCKETS;
	for (struct hr_facts_here *here = bounds->contexts[bucket]; here; here = here->next)
		if (here->from == from && here->to == to)
			return here;
	struct hr_facts_here *here = hr_arena_alloc(&bounds->arena, sizeof *here);
	here->from = from;
	here->to = to;
	here->next = bounds->contexts[bucket];
	bounds->contexts[bucket] = here;
	struct hr_known known[HR_KNOWN_MAX];
	size_t count = to == HR_CODE_NONE ? hr_flow_known(known, bounds->sums->flow, from)
					  : hr_flow_known_edge(known, bounds->sums->flow, from, to);
	for (size_t i = 0; i < count; i++) {
		add_known(here, bounds->sums, &known[i]);
		while (here->blocks.count < here->sums.count)
			hr_vec_push(&here->blocks, known[i].block);
	}
	if (to == HR_CODE_NONE)
		add_rounds(here, bounds->sums, from);
	while (here->blocks.count < here->sums.count)
		hr_vec_push(&here->blocks, HR_CODE_NONE);
	return here;
}
