/* Which number goes with which buffer. Every access that has limits votes; a number is the limit of a buffer when it limits all accesses to it that have any, and no
 * access goes beyond it (to[n] = 0 behind memcpy(to, from, n) does). Where several numbers are left (memcpy(to, from, min(n, room))), each buffer gets the
 * one that no other buffer needs, that is in the same struct, or that stands beside it among the parameters; if that does not decide, nothing is said. */
#include "analysis/relations_internal.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

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

/* ---- choosing ---- */

static bool is_eligible(const struct hr_buffer *buffer, const struct hr_candidate *candidate)
{
	return candidate->covered == buffer->voters && !candidate->is_contradicted;
}

/* memcpy(s->to, s->from, s->length): a member that is the length of one buffer is not told as the room of another by that. */
static void drop_copied(hr_buffers *all, const struct hr_sums *sums)
{
	for (size_t i = 0; i < all->count; i++) {
		struct hr_buffer *to = &all->data[i];
		if (sums->atoms.data[to->base].kind != HR_ATOM_CELL)
			continue;
		for (size_t c = 0; c < to->count; c++) {
			struct hr_candidate *candidate = &to->candidates[c];
			if (!candidate->first->is_written || !candidate->first->is_range ||
			    candidate->by != HR_LIMIT_EXACT)
				continue;
			for (size_t j = 0; j < all->count; j++)
				for (size_t d = 0; d < all->data[j].count; d++)
					candidate->is_contradicted |=
						all->data[j].candidates[d].number == candidate->number &&
						all->data[j].candidates[d].first->is_read &&
						all->data[j].candidates[d].first->instruction ==
							candidate->first->instruction;
		}
	}
}

/* dst and dstCapacity: where the code allows either of two numbers, names may decide. */
static int likeness(const struct hr_function_values *values, const struct hr_ref *base, const struct hr_ref *number)
{
	const char *a = values->function->parameters.data[base->parameter].name;
	const char *b = values->function->parameters.data[number->parameter].name;
	size_t same = 0;
	while (a[same] && tolower((unsigned char)a[same]) == tolower((unsigned char)b[same]))
		same++;
	return same >= 3 ? 1 : 0;
}

static int score(const struct hr_function_values *values, const struct hr_buffer *buffer,
		 const struct hr_candidate *candidate, const hr_buffers *all)
{
	const struct hr_sums *sums = &values->sums;
	const struct hr_atom *b = &sums->atoms.data[buffer->base], *n = &sums->atoms.data[candidate->number];
	int points = 0;
	struct hr_ref base, number;
	if (b->kind == HR_ATOM_CELL && n->kind == HR_ATOM_CELL && b->base == n->base) {
		int64_t distance = n->bytes - b->bytes;
		points += distance == 8 ? 11 : distance >= -8 && distance < 0 ? 10 : 8;
	}
	if (hr_ref_of_atom(&base, sums, buffer->base) && hr_ref_of_atom(&number, sums, candidate->number) &&
	    !base.is_cell) {
		bool is_beside = number.parameter == base.parameter + 1 || number.parameter + 1 == base.parameter;
		points += is_beside ? 3 : 0;
		points += number.is_cell ? 0 : 1 + likeness(values, &base, &number);
	}
	if (candidate->first->is_written && candidate->by == HR_LIMIT_REFUSED)
		points += 2;
	for (size_t i = 0; i < all->count; i++) {
		const struct hr_buffer *other = &all->data[i];
		if (other != buffer && other->chosen >= 0 &&
		    other->candidates[other->chosen].number == candidate->number)
			points -= 4;
	}
	return points;
}

static size_t count_eligible(const struct hr_buffer *buffer, int *last)
{
	size_t count = 0;
	for (size_t c = 0; c < buffer->count; c++)
		if (is_eligible(buffer, &buffer->candidates[c])) {
			count++;
			*last = (int)c;
		}
	return count;
}

/* The best one that is left for a buffer; -1 when two are as good. */
static int best_candidate(const struct hr_buffer *buffer, const struct hr_function_values *values,
			  const hr_buffers *all)
{
	int best = 0, at = -1;
	bool is_tie = false;
	for (size_t c = 0; c < buffer->count; c++) {
		if (!is_eligible(buffer, &buffer->candidates[c]))
			continue;
		int points = score(values, buffer, &buffer->candidates[c], all);
		if (at < 0 || points > best) {
			best = points;
			at = (int)c;
			is_tie = false;
		} else if (points == best) {
			is_tie = true;
		}
	}
	return is_tie ? -1 : at;
}

/* Those that have no choice first; then whoever has a best one, which leaves less for the others. */
static void choose(hr_buffers *all, const struct hr_function_values *values)
{
	for (size_t i = 0; i < all->count; i++) {
		int last = -1;
		if (count_eligible(&all->data[i], &last) == 1)
			all->data[i].chosen = last;
	}
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 0; i < all->count; i++) {
			if (all->data[i].chosen >= 0)
				continue;
			all->data[i].chosen = best_candidate(&all->data[i], values, all);
			changed |= all->data[i].chosen >= 0;
		}
	}
}

/* A number that stands right behind the buffer and is called a size, but was not found to limit anything. */
static bool has_own_size(const struct hr_function_values *values, const hr_buffers *all, const struct hr_buffer *buffer)
{
	static const char *const words[] = { "size", "len", "cap", "count", "max", "limit", "room", "bytes", "avail" };
	struct hr_ref ref;
	if (!hr_ref_of_atom(&ref, &values->sums, buffer->base) || ref.is_cell ||
	    ref.parameter + 1 >= values->function->parameters.count)
		return false;
	uint32_t next = ref.parameter + 1;
	const struct hr_code_value *value = &values->function->values.data[next];
	if (value->is_pointer || value->bits < 32)
		return false;
	for (size_t i = 0; i < all->count; i++)
		if (all->data[i].chosen >= 0 && all->data[i].candidates[all->data[i].chosen].number == next)
			return false;
	for (size_t w = 0; w < sizeof words / sizeof *words; w++)
		if (hr_text_find_any_case(values->function->parameters.data[next].name, words[w]))
			return true;
	return false;
}

/* Read or written along with another buffer, up to the other's size: says nothing about one that seems to have a size of its own. */
static void drop_borrowed(hr_buffers *all, const struct hr_function_values *values)
{
	for (size_t i = 0; i < all->count; i++) {
		struct hr_buffer *buffer = &all->data[i];
		if (buffer->chosen < 0 || !has_own_size(values, all, buffer))
			continue;
		for (size_t j = 0; j < all->count; j++)
			if (j != i && all->data[j].chosen >= 0 &&
			    all->data[j].candidates[all->data[j].chosen].number ==
				    buffer->candidates[buffer->chosen].number) {
				buffer->chosen = -1;
				break;
			}
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
	drop_copied(&all, &values->sums);
	hr_find_lockstep(&all, values, &accesses);
	hr_find_ends(&all, values, &accesses);
	hr_find_least(&all, values, &accesses);
	choose(&all, values);
	drop_borrowed(&all, values);
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
