/* The proofs. A sum is made larger, step by step, until only a base and a number of the caller's are left:
 *
 * - a condition that holds here says that something is not negative: it is added, so that a term goes away, or (once) as slack;
 * - a phi is replaced by what it gets from each predecessor, all phis of its block together; all ways have to end at the same limit. A way that comes back
 *   to the same sum (or a smaller one) is proved by that: induction over the rounds of the loop;
 * - x & mask, x % y, x / y are at most x; a minimum is at most either.
 *
 * Invariant: a phi is replaced only where every other atom of the sum is older than the phi's block, so that no value of one round meets one of another.
 * Steps are counted, so that no function takes more than its share of time. */
#include "analysis/bounds_internal.h"

#include <string.h>

enum { DEPTH_MAX = 14, STEPS_FOR_ONE = 600 };

static const struct hr_limits nothing;

bool hr_atom_is_base(const struct hr_sums *sums, uint32_t atom)
{
	const struct hr_atom *a = &sums->atoms.data[atom];
	if (!a->is_pointer)
		return false;
	return a->kind == HR_ATOM_CELL ||
	       (a->kind == HR_ATOM_VALUE && sums->function->values.data[a->number].kind == HR_VALUE_PARAMETER);
}

bool hr_atom_is_number(const struct hr_sums *sums, uint32_t atom)
{
	const struct hr_atom *a = &sums->atoms.data[atom];
	if (a->kind == HR_ATOM_PRODUCT)
		return hr_atom_is_number(sums, a->base) && hr_atom_is_number(sums, a->other);
	if (a->is_pointer)
		return false;
	return a->kind == HR_ATOM_CELL ||
	       (a->kind == HR_ATOM_VALUE && sums->function->values.data[a->number].kind == HR_VALUE_PARAMETER);
}

/* The sum itself is a limit: one base, at most one number, and nothing beyond. */
static bool is_limit(struct hr_limit *out, struct hr_proof *proof, const struct hr_sum *sum,
		     const struct hr_stage *stage)
{
	*out = (struct hr_limit){ HR_CODE_NONE, HR_CODE_NONE, 0, HR_LIMIT_BOUNDED };
	for (uint8_t i = 0; i < sum->count; i++) {
		const struct hr_term *term = &sum->terms[i];
		if (hr_atom_is_base(proof->sums, term->atom)) {
			if (out->base != HR_CODE_NONE || term->factor != sum->divisor)
				return false;
			out->base = term->atom;
		} else if (hr_atom_is_number(proof->sums, term->atom)) {
			if (out->number != HR_CODE_NONE || term->factor <= 0 || term->factor % sum->divisor)
				return false;
			out->number = term->atom;
			out->factor = term->factor / sum->divisor;
		} else {
			return false;
		}
	}
	if (out->base == HR_CODE_NONE)
		return false;
	if (out->number == HR_CODE_NONE)
		out->factor = (sum->constant + sum->divisor - 1) / sum->divisor;
	else if (sum->constant > 0 && sum->constant >= out->factor * sum->divisor) {
		/* beyond by an element; by less than one is what division leaves */
		if (stage->depth == 1 && stage->to == HR_CODE_NONE && sum->constant == out->factor * sum->divisor)
			proof->beyond = *out;
		return false;
	}
	if (out->number != HR_CODE_NONE && sum->constant > 0 && stage->is_exact)
		return false;
	out->by = stage->is_exact ? HR_LIMIT_EXACT : stage->was_refused ? HR_LIMIT_REFUSED : HR_LIMIT_BOUNDED;
	return true;
}

/* ---- conditions ---- */

/* Adds so much of `known` that the term of `atom` goes away. */
static struct hr_sum cancel(const struct hr_sum *sum, const struct hr_sum *known, uint32_t atom)
{
	int64_t want = hr_sum_factor(sum, atom), have = -hr_sum_factor(known, atom);
	struct hr_sum part = hr_sum_scale(known, want * known->divisor, have * sum->divisor);
	return hr_sum_add(sum, &part, 1);
}

/* i * w where i <= h - 1 is at most h * w - w. */
static void by_product(struct hr_limits *out, struct hr_proof *proof, const struct hr_sum *sum,
		       const struct hr_sum *known, const struct hr_stage *stage)
{
	for (uint8_t t = 0; t < sum->count; t++) {
		const struct hr_atom atom = proof->sums->atoms.data[sum->terms[t].atom];
		if (atom.kind != HR_ATOM_PRODUCT || sum->terms[t].factor <= 0)
			continue;
		const uint32_t sides[] = { atom.base, atom.other };
		for (size_t s = 0; s < 2; s++) {
			if (hr_sum_factor(known, sides[s]) >= 0 || known->divisor != 1)
				continue;
			struct hr_sum self = hr_sum_atom(sides[s]);
			struct hr_sum at_most = cancel(&self, known, sides[s]);
			uint32_t single = hr_sum_single(&at_most);
			if (single == HR_CODE_NONE)
				continue;
			uint32_t product = hr_atom_product(proof->sums, single, sides[1 - s]);
			if (product == HR_CODE_NONE)
				continue;
			struct hr_sum larger = hr_sum_atom(product);
			struct hr_sum rest = hr_sum_atom(sides[1 - s]);
			larger = hr_sum_add(&larger, &rest, at_most.constant);
			struct hr_stage next = *stage;
			next.depth++;
			next.is_exact = false;
			struct hr_sum replaced = hr_sum_replace(sum, sum->terms[t].atom, &larger);
			struct hr_limits found = hr_bounds_prove(proof, &replaced, &next);
			hr_limits_join(out, &found);
		}
	}
}

static void by_condition(struct hr_limits *out, struct hr_proof *proof, const struct hr_sum *sum,
			 const struct hr_sum *known, const struct hr_stage *stage)
{
	for (uint8_t t = 0; t < sum->count; t++) {
		uint32_t atom = sum->terms[t].atom;
		if (sum->terms[t].factor <= 0 || hr_sum_factor(known, atom) >= 0)
			continue;
		struct hr_sum larger = cancel(sum, known, atom);
		if (!larger.is_known || larger.count > sum->count + 1)
			continue;
		struct hr_stage next = *stage;
		next.depth++;
		next.is_exact = false;
		if (hr_atom_join(proof->sums, atom) == HR_CODE_NONE && stage->to == HR_CODE_NONE)
			next.was_refused = true;
		struct hr_limits found = hr_bounds_prove(proof, &larger, &next);
		hr_limits_join(out, &found);
	}
}

static void by_conditions(struct hr_limits *out, struct hr_proof *proof, const struct hr_sum *sum,
			  const struct hr_stage *stage)
{
	const struct hr_facts_here *here = hr_bounds_here(proof->bounds, stage->from, stage->to);
	for (size_t i = 0; i < here->sums.count; i++) {
		by_condition(out, proof, sum, &here->sums.data[i], stage);
		by_product(out, proof, sum, &here->sums.data[i], stage);
	}
}

/* ---- phis ---- */

/* The block of the youngest phi of the sum; HR_CODE_NONE when there is none, or something younger than it. */
static uint32_t youngest_phi(const struct hr_proof *proof, const struct hr_sum *sum)
{
	const struct hr_flow *flow = proof->sums->flow;
	uint32_t youngest = HR_CODE_NONE;
	for (uint8_t i = 0; i < sum->count; i++) {
		uint32_t block = hr_atom_join(proof->sums, sum->terms[i].atom);
		if (block != HR_CODE_NONE &&
		    (youngest == HR_CODE_NONE || flow->position[block] > flow->position[youngest]))
			youngest = block;
	}
	if (youngest == HR_CODE_NONE)
		return HR_CODE_NONE;
	for (uint8_t i = 0; i < sum->count; i++) {
		uint32_t made = hr_atom_block(proof->sums, sum->terms[i].atom);
		if (made == HR_CODE_NONE || hr_atom_join(proof->sums, sum->terms[i].atom) == youngest)
			continue;
		if (made == youngest || !hr_flow_dominates(flow, made, youngest))
			return HR_CODE_NONE;
	}
	return youngest;
}

/* The sum with all phis of `block` replaced by what they get from `from`. */
static struct hr_sum replace_phis(struct hr_proof *proof, const struct hr_sum *sum, uint32_t block, uint32_t from)
{
	struct hr_sum out = *sum;
	struct hr_sum parts = hr_sum_constant(0);
	out.count = 0;
	for (uint8_t i = 0; i < sum->count; i++) {
		if (hr_atom_join(proof->sums, sum->terms[i].atom) != block) {
			out.terms[out.count++] = sum->terms[i];
			continue;
		}
		struct hr_sum part = hr_atom_from(proof->sums, sum->terms[i].atom, from);
		part = hr_sum_scale(&part, sum->terms[i].factor, sum->divisor);
		parts = hr_sum_add(&parts, &part, 1);
	}
	return hr_sum_add(&out, &parts, 1);
}

static bool is_assumed(const struct hr_proof *proof, const struct hr_sum *sum, uint32_t block)
{
	for (unsigned i = 0; i < proof->assumed_count; i++) {
		int64_t difference;
		if (proof->assumed[i].block == block && hr_sum_differ_by(sum, &proof->assumed[i].sum, &difference) &&
		    difference <= 0)
			return true;
	}
	return false;
}

/* if (n < 0) n = strlen(p): on that way p reaches as far as its text. */
static bool is_own_length(const struct hr_proof *proof, const struct hr_sum *sum)
{
	const struct hr_code_function *function = proof->sums->function;
	for (uint8_t t = 0; t < sum->count; t++) {
		const struct hr_atom *atom = &proof->sums->atoms.data[sum->terms[t].atom];
		const struct hr_code_instruction *call =
			atom->kind == HR_ATOM_VALUE ? hr_flow_maker(function, atom->number) : NULL;
		if (!call || call->op != HR_CODE_CALL || call->operand_count < 2)
			continue;
		const struct hr_code_value *callee = &function->values.data[hr_flow_operand(function, call, 0)];
		uint32_t text = hr_sum_single(hr_sum_of(proof->sums, hr_flow_operand(function, call, 1)));
		if (callee->kind == HR_VALUE_FUNCTION && text != HR_CODE_NONE && hr_sum_factor(sum, text) &&
		    strcmp(proof->sums->code->functions.data[callee->index].name, "strlen") == 0)
			return true;
	}
	return false;
}

static struct hr_limits by_phis(struct hr_proof *proof, const struct hr_sum *sum, const struct hr_stage *stage)
{
	const struct hr_code_function *function = proof->sums->function;
	uint32_t block = youngest_phi(proof, sum);
	if (block == HR_CODE_NONE)
		return nothing;
	struct hr_limits out = { .is_any = true };
	if (is_assumed(proof, sum, block))
		return out;
	if (proof->assumed_count == HR_ASSUMED_MAX)
		return nothing;
	proof->assumed[proof->assumed_count].block = block;
	proof->assumed[proof->assumed_count++].sum = *sum;
	const struct hr_code_block *b = &function->blocks.data[block];
	for (uint32_t p = 0; p < b->predecessor_count && (out.is_any || out.count); p++) {
		uint32_t from = function->targets.data[b->predecessors + p];
		if (proof->sums->flow->position[from] == HR_CODE_NONE ||
		    hr_bounds_here(proof->bounds, from, block)->is_infeasible)
			continue;
		struct hr_sum replaced = replace_phis(proof, sum, block, from);
		if (replaced.is_known && !replaced.count)
			continue; /* NULL in place of a buffer */
		if (replaced.is_known && is_own_length(proof, &replaced)) {
			proof->or_text = true;
			continue;
		}
		struct hr_stage next = { .from = from,
					 .to = block,
					 .depth = stage->depth + 1,
					 .has_slack = stage->has_slack,
					 .was_refused = stage->was_refused };
		struct hr_limits found = hr_bounds_prove(proof, &replaced, &next);
		hr_limits_meet(&out, &found);
	}
	proof->assumed_count--;
	if (out.is_any && proof->assumed_count == 0)
		return nothing;
	return out;
}

/* ---- slack ---- */

/* p + 1 where n - i - 1 is not negative is at most p + 1 + (n - i - 1): a counter that runs along with a pointer. Only for pointers and indices that move. */
static void by_slack(struct hr_limits *out, struct hr_proof *proof, const struct hr_sum *sum,
		     const struct hr_stage *stage)
{
	int64_t step = 0;
	for (uint8_t t = 0; t < sum->count; t++) {
		uint32_t atom = sum->terms[t].atom;
		if (hr_atom_join(proof->sums, atom) == HR_CODE_NONE || sum->terms[t].factor <= 0)
			continue;
		int64_t moves = hr_bounds_step(proof->sums, atom) * sum->terms[t].factor;
		step = moves < 0 ? -moves : moves;
		if (!step)
			step = proof->grain;
	}
	if (!step || sum->divisor != 1)
		return;
	const struct hr_facts_here *here = hr_bounds_here(proof->bounds, stage->from, stage->to);
	for (size_t i = 0; i < here->sums.count; i++) {
		const struct hr_sum *known = &here->sums.data[i];
		int64_t counts = 0;
		for (uint8_t t = 0; t < known->count; t++) {
			uint32_t atom = known->terms[t].atom;
			if (hr_atom_join(proof->sums, atom) == HR_CODE_NONE || proof->sums->atoms.data[atom].is_pointer)
				continue;
			counts = hr_bounds_step(proof->sums, atom) * known->terms[t].factor;
			counts = counts < 0 ? -counts : counts ? counts : 1;
		}
		if (!counts || known->divisor != 1 || (step % counts && counts != 1))
			continue;
		struct hr_sum larger = hr_sum_add(sum, known, step % counts ? step : step / counts);
		if (!larger.is_known)
			continue;
		struct hr_stage next = *stage;
		next.depth++;
		next.has_slack = true;
		next.is_exact = false;
		struct hr_limits found = by_phis(proof, &larger, &next);
		hr_limits_join(out, &found);
	}
}

struct hr_limits hr_bounds_prove(struct hr_proof *proof, const struct hr_sum *sum, const struct hr_stage *stage)
{
	struct hr_limits out = nothing;
	if (!sum->is_known || !sum->count || !proof->left || !proof->bounds->left || stage->depth > DEPTH_MAX)
		return out;
	proof->left--;
	proof->bounds->left--;
	struct hr_limit self;
	if (is_limit(&self, proof, sum, stage)) {
		out.items[out.count++] = self;
		hr_bounds_by_minimum(&out, proof, &self, stage);
	} else if (youngest_phi(proof, sum) != HR_CODE_NONE && is_assumed(proof, sum, youngest_phi(proof, sum))) {
		out.is_any = true;
		return out;
	}
	if (stage->depth < 4 || !out.count)
		by_conditions(&out, proof, sum, stage);
	for (uint8_t t = 0; t < sum->count; t++)
		if (sum->terms[t].factor > 0)
			hr_bounds_by_operation(&out, proof, sum, sum->terms[t].atom, stage);
	if (out.count && stage->depth > 3)
		return out;
	hr_bounds_by_dropping(&out, proof, sum, stage);
	struct hr_limits found = by_phis(proof, sum, stage);
	hr_limits_join(&out, &found);
	if (!out.count && !out.is_any && !stage->has_slack)
		by_slack(&out, proof, sum, stage);
	return out;
}

struct hr_limits hr_bounds_find(struct hr_bounds *bounds, const struct hr_sum *last, uint32_t block, int64_t grain)
{
	struct hr_limit beyond;
	return hr_bounds_find_beyond(bounds, last, block, grain, &beyond);
}

struct hr_limits hr_bounds_find_beyond(struct hr_bounds *bounds, const struct hr_sum *last, uint32_t block,
				       int64_t grain, struct hr_limit *beyond)
{
	struct hr_proof proof;
	memset(&proof, 0, sizeof proof);
	proof.bounds = bounds;
	proof.sums = bounds->sums;
	proof.left = STEPS_FOR_ONE;
	proof.grain = grain;
	proof.beyond.base = HR_CODE_NONE;
	struct hr_stage stage = { .from = block, .to = HR_CODE_NONE, .is_exact = true };
	struct hr_limits out = hr_bounds_prove(&proof, last, &stage);
	out.is_any = false;
	out.or_text = proof.or_text && out.count;
	*beyond = proof.beyond;
	if (out.count)
		beyond->base = HR_CODE_NONE;
	return out;
}
