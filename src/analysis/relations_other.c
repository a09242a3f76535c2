/* Evidence for relations that is not the limit of one access:
 *
 * - members that move together: s->next += n and s->left -= n, beside accesses through s->next;
 * - ends: a pointer into the buffer is compared with buffer + n, and the function returns at once when it is beyond. Where that depends on a mode, no access
 *   has the limit, but the check shows what the number is for;
 * - least amounts: it returns at once when n is below 5, and then touches the first 5 bytes of the buffer beside n;
 * - fixed sizes: loops up to a constant.
 *
 * Each speaks only of buffers that no access has told of. */
#include "analysis/entry.h"
#include "analysis/relations_internal.h"

static void propose(hr_buffers *all, uint32_t base, uint32_t number, int64_t factor, bool is_end,
		    const struct hr_access *first)
{
	struct hr_buffer *buffer = hr_buffer_find(all, base);
	struct hr_candidate *candidate = hr_candidate_find(buffer, number, factor, is_end);
	if (!candidate)
		return;
	if (!buffer->voters)
		buffer->voters = 1;
	candidate->covered = buffer->voters;
	candidate->by = HR_LIMIT_BOUNDED;
	if (!candidate->first)
		candidate->first = first;
}

static bool is_told(hr_buffers *all, uint32_t base)
{
	for (size_t i = 0; i < all->count; i++)
		if (all->data[i].base == base)
			return all->data[i].voters != 0;
	return false;
}

static const struct hr_access *first_access(const hr_accesses *accesses, uint32_t base)
{
	for (size_t i = 0; i < accesses->count; i++)
		if (accesses->data[i].origin == base)
			return &accesses->data[i];
	return NULL;
}

/* ---- members that move together ---- */

struct move {
	uint32_t cell; /* atom */
	struct hr_sum by;
	uint32_t block;
};

typedef HR_VEC(struct move) moves;

/* Stores of the form s->x = s->x + something. */
static void find_moves(moves *out, struct hr_function_values *values)
{
	const struct hr_code_function *function = values->function;
	for (uint32_t i = 0; i < function->instructions.count; i++) {
		const struct hr_code_instruction *store = &function->instructions.data[i];
		if (store->op != HR_CODE_STORE || values->flow.position[store->block] == HR_CODE_NONE)
			continue;
		const struct hr_sum *at = hr_sum_of(&values->sums, hr_flow_operand(function, store, 1));
		const struct hr_sum *value = hr_sum_of(&values->sums, hr_flow_operand(function, store, 0));
		uint32_t base = hr_sum_single(at);
		for (uint8_t t = 0; t < value->count && base != HR_CODE_NONE; t++) {
			const struct hr_atom *atom = &values->sums.atoms.data[value->terms[t].atom];
			if (atom->kind != HR_ATOM_CELL || atom->base != base || atom->bytes != at->constant ||
			    value->terms[t].factor != 1 || value->divisor != 1)
				continue;
			struct hr_sum self = hr_sum_atom(value->terms[t].atom);
			struct move move = { .cell = value->terms[t].atom,
					     .by = hr_sum_add(value, &self, -1),
					     .block = store->block };
			if (move.by.is_known && (move.by.count || move.by.constant))
				hr_vec_push(out, move);
		}
	}
}

/* Bytes of the one for each of the other; 0 when they do not go together. */
static int64_t ratio(const struct hr_sum *pointer, const struct hr_sum *number)
{
	int64_t up = pointer->count ? pointer->terms[0].factor : pointer->constant;
	int64_t down = number->count ? number->terms[0].factor : number->constant;
	if (pointer->count != number->count || !down || up <= 0 || down >= 0 || up % -down)
		return 0;
	int64_t factor = up / -down;
	struct hr_sum rest = hr_sum_add(pointer, number, factor);
	return rest.is_known && !rest.count && !rest.constant ? factor : 0;
}

void hr_find_lockstep(hr_buffers *all, struct hr_function_values *values, const hr_accesses *accesses)
{
	moves found = HR_VEC_INIT;
	find_moves(&found, values);
	for (size_t i = 0; i < found.count; i++) {
		const struct move *pointer = &found.data[i];
		if (!values->sums.atoms.data[pointer->cell].is_pointer || is_told(all, pointer->cell))
			continue;
		const struct hr_access *first = first_access(accesses, pointer->cell);
		for (size_t j = 0; j < found.count && first; j++) {
			const struct move *number = &found.data[j];
			int64_t factor = ratio(&pointer->by, &number->by);
			if (!factor || values->sums.atoms.data[number->cell].is_pointer ||
			    values->sums.atoms.data[pointer->cell].base != values->sums.atoms.data[number->cell].base ||
			    values->flow.loop[pointer->block] != values->flow.loop[number->block] ||
			    (!hr_flow_dominates(&values->flow, pointer->block, number->block) &&
			     !hr_flow_dominates(&values->flow, number->block, pointer->block)))
				continue;
			propose(all, pointer->cell, number->cell, factor, false, first);
		}
	}
	hr_vec_release(&found);
}

/* ---- ends ---- */

/* buffer + n, as it is or as the last of what a pointer was set to; a limit that an end has. */
static bool is_end_of(struct hr_limit *out, struct hr_function_values *values, uint32_t end, uint32_t origin,
		      uint32_t block)
{
	struct hr_limits limits = hr_bounds_find(&values->bounds, hr_sum_of(&values->sums, end), block, 1);
	for (size_t i = 0; i < limits.count; i++) {
		const struct hr_limit *limit = &limits.items[i];
		bool is_pointer = limit->number == HR_CODE_NONE && limit->factor <= 0 && limit->base != origin &&
				  hr_atom_is_parameter(&values->sums, limit->base);
		if (limit->by == HR_LIMIT_REFUSED ||
		    (!is_pointer && (limit->number == HR_CODE_NONE || limit->base != origin)))
			continue;
		*out = *limit;
		return true;
	}
	return false;
}

static void look_at_end(hr_buffers *all, struct hr_function_values *values, const hr_accesses *accesses,
			const struct hr_known *beyond, uint32_t target)
{
	bool is_left = beyond->comparison == HR_UNSIGNED_GREATER || beyond->comparison == HR_UNSIGNED_GREATER_EQUAL;
	bool is_right = beyond->comparison == HR_UNSIGNED_LESS || beyond->comparison == HR_UNSIGNED_LESS_EQUAL;
	const struct hr_code_function *function = values->function;
	if ((!is_left && !is_right) || !function->values.data[beyond->left].is_pointer ||
	    !hr_returns_at_once(values, target, NULL))
		return;
	uint32_t pointer = is_left ? beyond->left : beyond->right, end = is_left ? beyond->right : beyond->left;
	uint32_t origin = values->origins[pointer];
	struct hr_ref ref;
	struct hr_limit limit;
	if (origin == HR_CODE_NONE || !hr_ref_of_atom(&ref, &values->sums, origin) || is_told(all, origin) ||
	    hr_sum_single(hr_sum_of(&values->sums, pointer)) == origin)
		return;
	const struct hr_access *first = first_access(accesses, origin);
	if (first && is_end_of(&limit, values, end, origin, beyond->block))
		propose(all, origin, limit.number == HR_CODE_NONE ? limit.base : limit.number,
			limit.number == HR_CODE_NONE ? 1 : limit.factor, limit.number == HR_CODE_NONE, first);
}

void hr_find_ends(hr_buffers *all, struct hr_function_values *values, const hr_accesses *accesses)
{
	const struct hr_code_function *function = values->function;
	for (uint32_t b = 0; b < values->flow.order_count; b++) {
		uint32_t block = values->flow.order[b];
		const struct hr_code_instruction *end = hr_flow_end(function, block);
		if (!end || end->op != HR_CODE_BRANCH || end->target_count != 2)
			continue;
		for (uint32_t t = 0; t < 2; t++) {
			struct hr_known known[HR_KNOWN_MAX];
			size_t count = hr_flow_known_condition(known, 0, &values->flow,
							       hr_flow_operand(function, end, 0), t == 0, block);
			for (size_t k = 0; k < count; k++)
				look_at_end(all, values, accesses, &known[k], function->targets.data[end->targets + t]);
		}
	}
}

/* ---- least amounts ---- */

/* n >= least holds in a block, because the function returned otherwise. */
static int64_t least_here(struct hr_function_values *values, uint32_t number, uint32_t block)
{
	struct hr_known known[HR_KNOWN_MAX];
	size_t count = hr_flow_known(known, &values->flow, block);
	for (size_t k = 0; k < count; k++) {
		const struct hr_code_value *right = &values->function->values.data[known[k].right];
		if (right->kind != HR_VALUE_INTEGER || hr_sum_single(hr_sum_of(&values->sums, known[k].left)) != number)
			continue;
		if (known[k].comparison == HR_UNSIGNED_GREATER_EQUAL || known[k].comparison == HR_SIGNED_GREATER_EQUAL)
			return right->number;
		if (known[k].comparison == HR_UNSIGNED_GREATER || known[k].comparison == HR_SIGNED_GREATER)
			return right->number + 1;
	}
	return 0;
}

void hr_find_least(hr_buffers *all, struct hr_function_values *values, const hr_accesses *accesses)
{
	const struct hr_code_function *function = values->function;
	for (uint32_t p = 0; p + 1 < function->parameters.count; p++) {
		if (!function->values.data[p].is_pointer || is_told(all, p) || !function->values.data[p + 1].bits ||
		    function->values.data[p + 1].is_pointer || function->values.data[p + 1].bits < 32)
			continue;
		int64_t farthest = 0, least = 0;
		const struct hr_access *first = NULL;
		for (size_t i = 0; i < accesses->count; i++) {
			const struct hr_access *access = &accesses->data[i];
			if (access->origin != p || hr_sum_single(&access->last) != p)
				continue;
			int64_t here = least_here(values, p + 1, access->block);
			if (here < 2 || access->last.constant > here) {
				first = NULL;
				farthest = 0;
				break;
			}
			least = here > least ? here : least;
			farthest = access->last.constant > farthest ? access->last.constant : farthest;
			first = first ? first : access;
		}
		if (first && farthest >= 2 && 2 * farthest > least)
			propose(all, p, p + 1, 1, false, first);
	}
}
