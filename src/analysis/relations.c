/* Which number goes with which buffer. Every access that has limits votes; a number is the limit of a buffer when it limits all accesses to it that have any, and no
 * access goes beyond it (to[n] = 0 behind memcpy(to, from, n) does). Where several numbers are left (memcpy(to, from, min(n, room))), each buffer gets the
 * one that no other buffer needs, that is in the same struct, or that stands beside it among the parameters; if that does not decide, nothing is said. */
#include "analysis/relations_internal.h"

enum { GROUP_MAX = 64 };

struct hr_buffer *hr_buffer_find(hr_buffers *all, uint32_t base)
{
	for (size_t i = 0; i < all->count; i++)
		if (all->data[i].base == base)
			return &all->data[i];
	struct hr_buffer *fresh = hr_vec_add(all);
	fresh->base = base;
	fresh->chosen = -1;
	return fresh;
}

struct hr_candidate *hr_candidate_find(struct hr_buffer *buffer, uint32_t number, int64_t factor, bool is_end)
{
	for (size_t i = 0; i < buffer->count; i++)
		if (buffer->candidates[i].number == number && buffer->candidates[i].factor == factor &&
		    buffer->candidates[i].is_end == is_end)
			return &buffer->candidates[i];
	if (buffer->count == HR_CANDIDATES_MAX)
		return NULL;
	struct hr_candidate *fresh = &buffer->candidates[buffer->count++];
	*fresh = (struct hr_candidate){ .number = number, .factor = factor, .is_end = is_end, .by = HR_LIMIT_REFUSED };
	return fresh;
}

/* Reading n bytes because it was asked for n, or at most n: a check against something else says nothing about what is read. */
static bool counts(const struct hr_function_values *values, const struct hr_access *access,
		   const struct hr_limit *limit)
{
	/* a struct with an array at its end, and their number in it: no buffer */
	if (limit->number != HR_CODE_NONE && values->sums.atoms.data[limit->number].kind == HR_ATOM_CELL &&
	    values->sums.atoms.data[limit->number].base == limit->base)
		return false;
	/* array[2 * n]: n is not how many there are */
	int64_t stride = 0;
	for (uint8_t t = 0; t < access->last.count && !access->is_range; t++) {
		const struct hr_term *term = &access->last.terms[t];
		if (!values->sums.atoms.data[term->atom].is_pointer && term->factor > 0)
			stride += term->factor;
	}
	if (limit->number != HR_CODE_NONE && limit->factor > 1 && stride &&
	    limit->factor * access->last.divisor > stride)
		return false;
	if (!access->is_range || !access->is_read)
		return true;
	if (limit->by == HR_LIMIT_REFUSED)
		return false;
	bool has_exact = false;
	for (size_t i = 0; i < access->limits.count; i++)
		has_exact |= access->limits.items[i].by == HR_LIMIT_EXACT;
	return limit->by == HR_LIMIT_EXACT || !has_exact;
}

bool hr_atom_is_parameter(const struct hr_sums *sums, uint32_t atom)
{
	struct hr_ref ref;
	return atom != HR_CODE_NONE && hr_ref_of_atom(&ref, sums, atom) && !ref.is_cell;
}

/* A pointer of the caller's that is not where this one comes from, and nothing behind it. */
static bool is_an_end(const struct hr_function_values *values, const struct hr_access *access,
		      const struct hr_limit *limit)
{
	struct hr_ref ref;
	return limit->factor <= 0 && limit->base != access->origin &&
	       hr_atom_is_parameter(&values->sums, limit->base) && hr_ref_of_atom(&ref, &values->sums, access->origin);
}

static void vote(hr_buffers *all, const struct hr_function_values *values, const struct hr_access *access)
{
	uint32_t voted = HR_CODE_NONE;
	for (size_t i = 0; i < access->limits.count; i++) {
		const struct hr_limit *limit = &access->limits.items[i];
		bool is_end = limit->number == HR_CODE_NONE;
		uint32_t base = is_end ? access->origin : limit->base;
		if (is_end && !is_an_end(values, access, limit))
			continue;
		if (!is_end && access->origin != HR_CODE_NONE && access->origin != limit->base)
			continue;
		if (!counts(values, access, limit))
			continue;
		struct hr_buffer *buffer = hr_buffer_find(all, base);
		struct hr_candidate *candidate = hr_candidate_find(buffer, is_end ? limit->base : limit->number,
								   is_end ? 1 : limit->factor, is_end);
		if (!candidate)
			continue;
		if (voted != base)
			buffer->voters++;
		voted = base;
		candidate->covered++;
		if (!candidate->first)
			candidate->first = access;
		if (limit->by < candidate->by)
			candidate->by = limit->by;
	}
}

static bool has_negative(const struct hr_sum *sum)
{
	for (uint8_t t = 0; t < sum->count; t++)
		if (sum->terms[t].factor < 0)
			return true;
	return sum->constant < 0;
}

/* base + n + 1, base + n + m, base + n + i, and base + i where i <= n: n alone is not the limit. */
static void contradict(hr_buffers *all, const struct hr_function_values *values, const struct hr_access *access)
{
	uint32_t base = HR_CODE_NONE;
	for (uint8_t t = 0; t < access->last.count; t++)
		if (hr_atom_is_base(&values->sums, access->last.terms[t].atom))
			base = access->last.terms[t].atom;
	for (size_t i = 0; i < access->limits.count; i++)
		if (access->limits.items[i].by == HR_LIMIT_EXACT || access->limits.items[i].number != HR_CODE_NONE)
			return;
	if (base == HR_CODE_NONE)
		return;
	struct hr_buffer *buffer = hr_buffer_find(all, base);
	for (size_t c = 0; c < buffer->count; c++) {
		struct hr_candidate *candidate = &buffer->candidates[c];
		bool is_beyond = access->beyond.base == base && access->beyond.number == candidate->number;
		/* n - i is not beyond */
		for (uint8_t t = 0; t < access->last.count; t++)
			is_beyond &= access->last.terms[t].factor > 0;
		if (hr_sum_factor(&access->last, candidate->number) > 0 || is_beyond)
			candidate->is_contradicted |= is_beyond || !has_negative(&access->last);
	}
}

/* ---- telling ---- */

static bool limits_with(const struct hr_access *access, const struct hr_buffer *buffer,
			const struct hr_candidate *candidate)
{
	if (candidate->is_end)
		return access->origin == buffer->base;
	for (size_t i = 0; i < access->limits.count; i++)
		if (access->limits.items[i].base == buffer->base)
			return true;
	return false;
}

/* Bytes of an element, where only pointers tell: by how much they move. */
static int64_t element_of(struct hr_function_values *values, const struct hr_access *access)
{
	const struct hr_code_instruction *instruction = &values->function->instructions.data[access->instruction];
	for (uint8_t t = 0; t < access->last.count; t++) {
		uint32_t atom = access->last.terms[t].atom;
		const struct hr_code_instruction *maker =
			values->sums.atoms.data[atom].kind == HR_ATOM_VALUE
				? hr_flow_maker(values->function, values->sums.atoms.data[atom].number)
				: NULL;
		if (!maker || maker->op != HR_CODE_PHI || !values->sums.atoms.data[atom].is_pointer)
			continue;
		struct hr_sum self = hr_sum_atom(atom);
		for (uint32_t o = 0; o < maker->operand_count; o++) {
			int64_t step;
			uint32_t operand = hr_flow_operand(values->function, maker, o);
			if (hr_sum_differ_by(hr_sum_of(&values->sums, operand), &self, &step) && step)
				return step < 0 ? -step : step;
		}
	}
	return instruction->size ? instruction->size : 1;
}

/* The accesses that tell whether it is read or written: those with limits and all that write, or all where none has a limit. */
static size_t find_group(const struct hr_access **group, const struct hr_buffer *buffer, const hr_accesses *accesses)
{
	const struct hr_candidate *candidate = &buffer->candidates[buffer->chosen];
	size_t count = 0;
	bool is_limited = false;
	for (size_t i = 0; i < accesses->count && count < GROUP_MAX; i++) {
		const struct hr_access *access = &accesses->data[i];
		bool has_limit = limits_with(access, buffer, candidate);
		if (has_limit || (access->is_written && access->origin == buffer->base))
			group[count++] = access;
		is_limited |= has_limit;
	}
	if (is_limited)
		return count;
	count = 0;
	for (size_t i = 0; i < accesses->count && count < GROUP_MAX; i++)
		if (accesses->data[i].origin == buffer->base)
			group[count++] = &accesses->data[i];
	return count;
}

static void tell(struct hr_function_values *values, const struct hr_buffer *buffer, const hr_accesses *accesses,
		 bool wants_read)
{
	const struct hr_candidate *candidate = &buffer->candidates[buffer->chosen];
	const struct hr_access *group[GROUP_MAX];
	size_t count = find_group(group, buffer, accesses);
	bool is_written = false;
	for (size_t i = 0; i < count; i++)
		is_written |= group[i]->is_written;
	bool is_read = hr_accesses_read_first(&values->flow, group, count);
	if ((!is_read && !is_written) || is_read != wants_read || (is_read && hr_is_read_as_text(values, buffer->base)))
		return;
	if (!candidate->is_end) {
		struct hr_limit limit = { buffer->base, candidate->number, candidate->factor, candidate->by };
		hr_type_span_note(values, &limit, candidate->first, is_read, is_written);
	}
	struct hr_span span = { .factor = candidate->factor, .is_end = candidate->is_end, .by = candidate->by };
	const struct hr_atom *number = &values->sums.atoms.data[candidate->number];
	if (!hr_ref_of_atom(&span.buffer, &values->sums, buffer->base))
		return;
	span.times.parameter = HR_CODE_NONE;
	if (number->kind == HR_ATOM_PRODUCT) {
		if (!hr_ref_of_atom(&span.number, &values->sums, number->base) ||
		    !hr_ref_of_atom(&span.times, &values->sums, number->other))
			return;
	} else if (!hr_ref_of_atom(&span.number, &values->sums, candidate->number)) {
		return;
	}
	if (candidate->is_end)
		span.factor = element_of(values, candidate->first);
	span.relation = is_read ? HR_RELATION_LENGTH : HR_RELATION_CAPACITY;
	for (size_t i = 0; i < count; i++)
		span.or_text |= is_read && group[i]->limits.or_text;
	span.at = hr_place_of(&values->function->instructions.data[candidate->first->instruction]);
	hr_span_add(values, &span);
}

/* values[i] with a parameter i that is no limit of values. */
static void tell_index(struct hr_function_values *values, uint32_t base, uint32_t number, struct hr_place at)
{
	struct hr_ref b, n;
	if (!hr_ref_of_atom(&b, &values->sums, base) || !hr_ref_of_atom(&n, &values->sums, number) || b.is_cell ||
	    n.is_cell)
		return;
	struct hr_value_facts *facts = hr_ref_facts(values, &n);
	if (!facts || !hr_ref_facts(values, &b) || facts->relation != HR_RELATION_NONE)
		return;
	facts->relation = HR_RELATION_INDEX;
	facts->of = (int)values->function->parameters.data[b.parameter].source;
	facts->at_relation = at;
}

static void find_index(struct hr_function_values *values, const struct hr_access *access)
{
	uint32_t base = HR_CODE_NONE, number = HR_CODE_NONE;
	if (access->is_range || access->last.count != 2 || access->last.divisor != 1 || access->last.constant <= 0)
		return;
	for (uint8_t t = 0; t < 2; t++) {
		const struct hr_term *term = &access->last.terms[t];
		if (hr_atom_is_base(&values->sums, term->atom) && term->factor == 1)
			base = term->atom;
		else if (hr_atom_is_parameter(&values->sums, term->atom) && term->factor > 0)
			number = term->atom;
	}
	if (base != HR_CODE_NONE && number != HR_CODE_NONE)
		tell_index(values, base, number,
			   hr_place_of(&values->function->instructions.data[access->instruction]));
}

/* The same where a callee does it. */
static void find_index_of_callee(struct hr_function_values *values, uint32_t index)
{
	const struct hr_code_instruction *call = &values->function->instructions.data[index];
	uint32_t target = hr_call_target(values->unit, values->index, index);
	if (target == HR_CODE_NONE)
		return;
	const struct hr_code_function *callee = &values->unit->code->functions.data[target];
	const struct hr_function_facts *facts = &values->unit->facts->functions.data[target];
	for (uint32_t p = 0; p < callee->parameters.count && p + 1 < call->operand_count; p++) {
		uint32_t source = callee->parameters.data[p].source;
		if (source == HR_CODE_NONE || facts->parameters.data[source].value.relation != HR_RELATION_INDEX)
			continue;
		int of = facts->parameters.data[source].value.of;
		for (uint32_t b = 0; b < callee->parameters.count && b + 1 < call->operand_count; b++) {
			if (callee->parameters.data[b].source != (uint32_t)of)
				continue;
			uint32_t number =
				hr_sum_single(hr_sum_of(&values->sums, hr_flow_operand(values->function, call, p + 1)));
			uint32_t base =
				hr_sum_single(hr_sum_of(&values->sums, hr_flow_operand(values->function, call, b + 1)));
			if (number != HR_CODE_NONE && base != HR_CODE_NONE)
				tell_index(values, base, number, hr_place_of(call));
		}
	}
}

void hr_find_relations(struct hr_function_values *values)
{
	hr_accesses accesses = HR_VEC_INIT;
	hr_buffers all = HR_VEC_INIT;
	hr_accesses_find(&accesses, values);
	for (size_t i = 0; i < accesses.count; i++)
		vote(&all, values, &accesses.data[i]);
	for (size_t i = 0; i < accesses.count; i++)
		contradict(&all, values, &accesses.data[i]);
	hr_buffers_drop_copied(&all, &values->sums);
	hr_find_lockstep(&all, values, &accesses);
	hr_find_ends(&all, values, &accesses);
	hr_find_least(&all, values, &accesses);
	hr_buffers_choose(&all, values);
	/* what is written first: a loop that stops when the room for it is used up does not say how long a text is */
	for (unsigned wants_read = 0; wants_read < 2; wants_read++)
		for (size_t i = 0; i < all.count; i++)
			if (all.data[i].chosen >= 0)
				tell(values, &all.data[i], &accesses, wants_read != 0);
	hr_find_filled(values);
	hr_find_fixed(values, &accesses);
	for (size_t i = 0; i < accesses.count; i++)
		find_index(values, &accesses.data[i]);
	for (uint32_t i = 0; i < values->function->instructions.count; i++)
		find_index_of_callee(values, i);
	hr_vec_release(&accesses);
	hr_vec_release(&all);
}
