/* Choosing among the numbers that may be the limit of a buffer: see relations.c for what counts. */
#include "analysis/relations_internal.h"

#include "base/text.h"

#include <ctype.h>

static bool is_eligible(const struct hr_buffer *buffer, const struct hr_candidate *candidate)
{
	return candidate->covered == buffer->voters && !candidate->is_contradicted;
}

/* memcpy(s->to, s->from, s->length): a member that is the length of one buffer is not told as the room of another by that. */
void hr_buffers_drop_copied(hr_buffers *all, const struct hr_sums *sums)
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

void hr_buffers_choose(hr_buffers *all, const struct hr_function_values *values)
{
	choose(all, values);
	drop_borrowed(all, values);
}
