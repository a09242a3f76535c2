/* Members of one struct that go together: where one function proves that stream->room limits stream->out, that is so for the struct, and
 * - a function that fills a struct (stream.out = buffer; stream.room = size) tells by that which of its numbers goes with which of its buffers;
 * - a function that takes the struct and reaches code that uses the two has them as facts about its fields.
 * A buffer that different numbers of the struct limit in different places has none. */
#include "analysis/values_internal.h"

#include "base/memory.h"

#include <string.h>

void hr_type_span_note(struct hr_function_values *values, const struct hr_limit *limit, const struct hr_access *access,
		       bool is_read, bool is_written)
{
	const struct hr_atom *buffer = &values->sums.atoms.data[limit->base];
	const struct hr_atom *number = &values->sums.atoms.data[limit->number];
	if (buffer->kind != HR_ATOM_CELL || number->kind != HR_ATOM_CELL || buffer->base != number->base ||
	    buffer->type == HR_CODE_NONE || buffer->type != number->type)
		return;
	struct hr_type_span *found = NULL;
	for (size_t i = 0; i < values->unit->type_spans.count; i++) {
		struct hr_type_span *span = &values->unit->type_spans.data[i];
		if (span->type != buffer->type || span->buffer != buffer->offset)
			continue;
		if (span->number == number->offset && span->factor == limit->factor)
			found = span;
		else
			span->is_contradicted = true;
	}
	if (!found) {
		bool is_contradicted = false;
		for (size_t i = 0; i < values->unit->type_spans.count; i++)
			is_contradicted |= values->unit->type_spans.data[i].type == buffer->type &&
					   values->unit->type_spans.data[i].buffer == buffer->offset;
		found = hr_vec_add(&values->unit->type_spans);
		found->type = buffer->type;
		found->buffer = buffer->offset;
		found->number = number->offset;
		found->factor = limit->factor;
		found->is_contradicted = is_contradicted;
		found->at = hr_place_of(&values->function->instructions.data[access->instruction]);
	}
	found->is_read |= is_read;
	found->is_written |= is_written;
}

/* ---- filling a struct ---- */

struct roots {
	struct hr_function_values *values;
	uint32_t found; /* atom; HR_CODE_NONE: none yet */
	bool is_several;
	unsigned left;
	uint32_t seen[32];
	unsigned seen_count;
};

static void find_roots(struct roots *roots, uint32_t value);

static void find_roots_of_atom(struct roots *roots, uint32_t atom)
{
	struct hr_sums *sums = &roots->values->sums;
	struct hr_ref ref;
	if (hr_ref_of_atom(&ref, sums, atom)) {
		roots->is_several |= roots->found != HR_CODE_NONE && roots->found != atom;
		roots->found = atom;
		return;
	}
	const struct hr_atom *a = &sums->atoms.data[atom];
	const struct hr_code_instruction *maker =
		a->kind == HR_ATOM_VALUE ? hr_flow_maker(sums->function, a->number) : NULL;
	if (!maker || (maker->op != HR_CODE_PHI && maker->op != HR_CODE_SELECT))
		return;
	for (unsigned i = 0; i < roots->seen_count; i++)
		if (roots->seen[i] == atom)
			return;
	if (roots->seen_count == sizeof roots->seen / sizeof *roots->seen) {
		roots->is_several = true;
		return;
	}
	roots->seen[roots->seen_count++] = atom;
	for (uint32_t o = maker->op == HR_CODE_SELECT; o < maker->operand_count; o++)
		find_roots(roots, hr_flow_operand(sums->function, maker, o));
}

static void find_roots(struct roots *roots, uint32_t value)
{
	const struct hr_sum *sum = hr_sum_of(&roots->values->sums, value);
	for (uint8_t t = 0; t < sum->count; t++)
		if (sum->terms[t].factor > 0)
			find_roots_of_atom(roots, sum->terms[t].atom);
}

/* The one number of the caller's that a value is made from; HR_CODE_NONE when there is none or several. */
static uint32_t root_of(struct hr_function_values *values, uint32_t value)
{
	struct roots roots = { .values = values, .found = HR_CODE_NONE };
	find_roots(&roots, value);
	return roots.is_several ? HR_CODE_NONE : roots.found;
}

struct fill {
	uint32_t base; /* atom of the struct's address */
	int64_t bytes;
	uint32_t type;
	int64_t offset;
	uint32_t value;
	uint32_t instruction;
};

typedef HR_VEC(struct fill) fills;

static void find_fills(fills *out, struct hr_function_values *values)
{
	const struct hr_code_function *function = values->function;
	for (uint32_t i = 0; i < function->instructions.count; i++) {
		const struct hr_code_instruction *store = &function->instructions.data[i];
		if (store->op != HR_CODE_STORE)
			continue;
		uint32_t pointer = hr_flow_operand(function, store, 1);
		const struct hr_sum *at = hr_sum_of(&values->sums, pointer);
		uint32_t base = hr_sum_single(at);
		const struct hr_code_instruction *maker = hr_flow_maker(function, pointer);
		if (base == HR_CODE_NONE)
			continue;
		struct fill fill = { .base = base,
				     .bytes = at->constant,
				     .type = HR_CODE_NONE,
				     .value = hr_flow_operand(function, store, 0),
				     .instruction = i };
		if (maker && maker->op == HR_CODE_ADDRESS) {
			fill.type = function->addresses.data[maker->address].type;
			fill.offset = function->addresses.data[maker->address].offset;
		}
		if (fill.type != HR_CODE_NONE)
			hr_vec_push(out, fill);
	}
}

static void tell_filled(struct hr_function_values *values, const struct hr_type_span *type_span,
			const struct fill *buffer, const fills *all)
{
	struct hr_span span = { .factor = type_span->factor,
				.relation = type_span->is_written ? HR_RELATION_CAPACITY : HR_RELATION_LENGTH,
				.by = HR_LIMIT_BOUNDED };
	span.times.parameter = HR_CODE_NONE;
	if (!hr_ref_of_atom(&span.buffer, &values->sums, values->origins[buffer->value]))
		return;
	/* written through pointers that were made from the member */
	uint32_t source = values->function->parameters.data[span.buffer.parameter].source;
	if (!span.buffer.is_cell && source != HR_CODE_NONE &&
	    values->facts->parameters.data[source].memory.effect == HR_EFFECT_READ_WRITE)
		span.relation = HR_RELATION_CAPACITY;
	uint32_t number = HR_CODE_NONE;
	for (size_t i = 0; i < all->count; i++) {
		const struct fill *fill = &all->data[i];
		if (fill->base != buffer->base || fill->type != type_span->type || fill->offset != type_span->number)
			continue;
		uint32_t root = root_of(values, fill->value);
		/* s->left = s->left - n is no filling */
		if (root == HR_CODE_NONE || values->sums.atoms.data[root].base == fill->base)
			continue;
		if (number != HR_CODE_NONE && number != root)
			return;
		number = root;
	}
	if (!hr_ref_of_atom(&span.number, &values->sums, number))
		return;
	span.is_end = values->sums.atoms.data[number].is_pointer;
	if (span.is_end && span.number.is_cell)
		return;
	span.at = hr_place_of(&values->function->instructions.data[buffer->instruction]);
	hr_span_add(values, &span);
}

static const struct hr_type_span *find_span(const struct hr_unit_values *unit, uint32_t type, int64_t buffer)
{
	for (size_t i = 0; i < unit->type_spans.count; i++) {
		const struct hr_type_span *span = &unit->type_spans.data[i];
		if (span->type == type && span->buffer == buffer && !span->is_contradicted)
			return span;
	}
	return NULL;
}

void hr_find_filled(struct hr_function_values *values)
{
	if (!values->unit->type_spans.count)
		return;
	fills all = HR_VEC_INIT;
	find_fills(&all, values);
	for (size_t i = 0; i < all.count; i++) {
		const struct fill *fill = &all.data[i];
		if (!values->function->values.data[fill->value].is_pointer)
			continue;
		uint32_t origin = values->origins[fill->value];
		if (origin == HR_CODE_NONE || (values->sums.atoms.data[origin].kind == HR_ATOM_CELL &&
					       values->sums.atoms.data[origin].base == fill->base))
			continue;
		const struct hr_type_span *span = find_span(values->unit, fill->type, fill->offset);
		if (span)
			tell_filled(values, span, fill, &all);
	}
	hr_vec_release(&all);
}
