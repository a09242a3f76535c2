/* From values to sums, and the atoms that they are made of. The sum of a value is made once; while it is being made (a loop through a phi cannot happen, as
 * phis are atoms) depth is bounded, and what lies deeper is an atom. */
#include "analysis/sums.h"

#include <string.h>

enum { DEPTH_MAX = 60 };

static uint32_t hash_atom(const struct hr_sums *sums, const struct hr_atom *atom)
{
	uint64_t hash = atom->kind * UINT64_C(0x9e3779b97f4a7c15);
	hash = (hash ^ atom->number) * UINT64_C(0x100000001b3);
	hash = (hash ^ atom->base) * UINT64_C(0x100000001b3);
	hash = (hash ^ atom->other) * UINT64_C(0x100000001b3);
	hash = (hash ^ (uint64_t)atom->bytes) * UINT64_C(0x100000001b3);
	return (uint32_t)(hash >> 20) & (sums->bucket_count - 1);
}

static uint32_t find_atom(struct hr_sums *sums, struct hr_atom atom)
{
	uint32_t values = (uint32_t)sums->function->values.count;
	uint32_t bucket = hash_atom(sums, &atom);
	for (uint32_t i = sums->buckets[bucket]; i != HR_CODE_NONE; i = sums->chain[i - values]) {
		struct hr_atom *known = &sums->atoms.data[i];
		if (known->kind == atom.kind && known->number == atom.number && known->base == atom.base &&
		    known->other == atom.other && known->bytes == atom.bytes) {
			if (known->type == HR_CODE_NONE && atom.type != HR_CODE_NONE) {
				known->type = atom.type;
				known->offset = atom.offset;
			}
			known->is_pointer |= atom.is_pointer;
			return i;
		}
	}
	uint32_t index = (uint32_t)sums->atoms.count;
	if (index - values >= sums->bucket_count)
		return HR_CODE_NONE; /* as many as there are values at most */
	hr_vec_push(&sums->atoms, atom);
	sums->chain[index - values] = sums->buckets[bucket];
	sums->buckets[bucket] = index;
	return index;
}

uint32_t hr_atom_cell(struct hr_sums *sums, uint32_t base, int64_t bytes, uint32_t type, int64_t offset,
		      bool is_pointer)
{
	return find_atom(sums, (struct hr_atom){ .kind = HR_ATOM_CELL,
						 .base = base,
						 .bytes = bytes,
						 .type = type,
						 .offset = offset,
						 .is_pointer = is_pointer,
						 .value = HR_CODE_NONE });
}

uint32_t hr_atom_product(struct hr_sums *sums, uint32_t one, uint32_t other)
{
	return find_atom(sums, (struct hr_atom){ .kind = HR_ATOM_PRODUCT,
						 .base = one < other ? one : other,
						 .other = one < other ? other : one,
						 .type = HR_CODE_NONE,
						 .value = HR_CODE_NONE });
}

void hr_sums_init(struct hr_sums *sums, const struct hr_code *code, struct hr_flow *flow)
{
	memset(sums, 0, sizeof *sums);
	sums->code = code;
	sums->flow = flow;
	sums->function = flow->function;
	hr_locals_init(&sums->locals, flow);
	size_t count = flow->function->values.count;
	sums->of_value = hr_arena_alloc(&sums->arena, (count + 1) * sizeof *sums->of_value);
	for (sums->bucket_count = 256; sums->bucket_count < 2 * count;)
		sums->bucket_count *= 2;
	sums->buckets = hr_arena_alloc(&sums->arena, sums->bucket_count * sizeof *sums->buckets);
	sums->chain = hr_arena_alloc(&sums->arena, sums->bucket_count * sizeof *sums->chain);
	memset(sums->buckets, 0xff, sums->bucket_count * sizeof *sums->buckets);
	for (size_t i = 0; i < count; i++) {
		const struct hr_code_value *value = &flow->function->values.data[i];
		hr_vec_push(&sums->atoms, (struct hr_atom){ .kind = HR_ATOM_VALUE,
							    .number = (uint32_t)i,
							    .type = HR_CODE_NONE,
							    .is_pointer = value->is_pointer,
							    .value = (uint32_t)i });
	}
}

void hr_sums_release(struct hr_sums *sums)
{
	hr_vec_release(&sums->atoms);
	hr_arena_release(&sums->arena);
}

static struct hr_sum sum_of_address(struct hr_sums *sums, const struct hr_code_instruction *instruction)
{
	const struct hr_code_function *function = sums->function;
	const struct hr_code_address *address = &function->addresses.data[instruction->address];
	struct hr_sum sum = *hr_sum_of(sums, hr_flow_operand(function, instruction, 0));
	struct hr_sum bytes = hr_sum_constant(address->bytes);
	sum = hr_sum_add(&sum, &bytes, 1);
	for (uint32_t i = 1; i < instruction->operand_count && sum.is_known; i++)
		sum = hr_sum_add(&sum, hr_sum_of(sums, hr_flow_operand(function, instruction, i)),
				 function->strides.data[address->strides + i - 1]);
	return sum;
}

static struct hr_sum sum_of_product(struct hr_sums *sums, const struct hr_sum *left, const struct hr_sum *right)
{
	if (left->is_known && !left->count && left->divisor == 1)
		return hr_sum_scale(right, left->constant, 1);
	if (right->is_known && !right->count && right->divisor == 1)
		return hr_sum_scale(left, right->constant, 1);
	uint32_t one = hr_sum_single(left), other = hr_sum_single(right);
	struct hr_sum none = hr_sum_constant(0);
	none.is_known = false;
	if (one == HR_CODE_NONE || other == HR_CODE_NONE || left->constant || right->constant)
		return none;
	uint32_t product = hr_atom_product(sums, one, other);
	return product == HR_CODE_NONE ? none : hr_sum_atom(product);
}

static struct hr_sum sum_of_binary(struct hr_sums *sums, const struct hr_code_instruction *instruction)
{
	const struct hr_code_function *function = sums->function;
	uint32_t right_value = hr_flow_operand(function, instruction, 1);
	const struct hr_sum *left = hr_sum_of(sums, hr_flow_operand(function, instruction, 0));
	const struct hr_sum *right = hr_sum_of(sums, right_value);
	const struct hr_code_value *by = &function->values.data[right_value];
	bool is_constant = by->kind == HR_VALUE_INTEGER;
	switch ((enum hr_binary)instruction->detail) {
	case HR_ADD:
		return hr_sum_add(left, right, 1);
	case HR_SUBTRACT:
		return hr_sum_add(left, right, -1);
	case HR_MULTIPLY:
		return sum_of_product(sums, left, right);
	case HR_SHIFT_LEFT:
		if (is_constant && by->number >= 0 && by->number < 32)
			return hr_sum_scale(left, INT64_C(1) << by->number, 1);
		break;
	case HR_DIVIDE_SIGNED:
	case HR_DIVIDE_UNSIGNED:
		if (is_constant && by->number > 0)
			return hr_sum_scale(left, 1, by->number);
		break;
	case HR_SHIFT_RIGHT_SIGNED:
	case HR_SHIFT_RIGHT_UNSIGNED:
		if (is_constant && by->number >= 0 && by->number < 12)
			return hr_sum_scale(left, 1, INT64_C(1) << by->number);
		break;
	default:
		break;
	}
	struct hr_sum none = hr_sum_constant(0);
	none.is_known = false;
	return none;
}

static struct hr_sum sum_of_found(struct hr_sums *sums, uint32_t local, struct hr_found found)
{
	const struct hr_code_function *function = sums->function;
	struct hr_sum none = hr_sum_constant(0);
	none.is_known = false;
	if (found.kind == HR_FOUND_NOTHING)
		return none;
	if (found.kind == HR_FOUND_STORED) {
		uint32_t value = hr_flow_operand(function, &function->instructions.data[found.number], 0);
		const struct hr_code_value *v = &function->values.data[value];
		return v->is_real || v->kind == HR_VALUE_UNDEFINED ? none : *hr_sum_of(sums, value);
	}
	bool is_pointer = false;
	for (uint32_t u = sums->flow->use_first[local]; u < sums->flow->use_first[local + 1]; u++) {
		const struct hr_code_instruction *use = &function->instructions.data[sums->flow->uses[u]];
		is_pointer |= use->op == HR_CODE_LOAD && function->values.data[use->value].is_pointer;
	}
	uint32_t atom = find_atom(
		sums, (struct hr_atom){ .kind = found.kind == HR_FOUND_JOINED ? HR_ATOM_JOINED : HR_ATOM_CALLED,
					.number = found.number,
					.base = local,
					.type = HR_CODE_NONE,
					.is_pointer = is_pointer,
					.value = HR_CODE_NONE });
	return atom == HR_CODE_NONE ? none : hr_sum_atom(atom);
}

/* The contents of a cell whose address is one atom and a constant. */
static struct hr_sum sum_of_load(struct hr_sums *sums, const struct hr_code_instruction *instruction)
{
	const struct hr_code_function *function = sums->function;
	uint32_t pointer = hr_flow_operand(function, instruction, 0);
	const struct hr_sum *at = hr_sum_of(sums, pointer);
	uint32_t base = hr_sum_single(at);
	struct hr_sum none = hr_sum_constant(0);
	none.is_known = false;
	const struct hr_code_value *value = &function->values.data[instruction->value];
	if (sums->locals.at_entry[pointer] && (value->is_pointer || value->bits >= 16)) {
		struct hr_sum held = sum_of_found(
			sums, pointer,
			hr_locals_before(&sums->locals, pointer, function->values.data[instruction->value].index));
		if (held.is_known)
			return held;
	}
	if (base == HR_CODE_NONE || (!value->is_pointer && value->bits < 8))
		return none;
	uint32_t type = HR_CODE_NONE;
	int64_t offset = at->constant;
	const struct hr_code_instruction *maker = hr_flow_maker(function, pointer);
	if (maker && maker->op == HR_CODE_ADDRESS) {
		type = function->addresses.data[maker->address].type;
		if (type != HR_CODE_NONE)
			offset = function->addresses.data[maker->address].offset;
	}
	uint32_t cell = hr_atom_cell(sums, base, at->constant, type, offset, value->is_pointer);
	if (cell == HR_CODE_NONE)
		return none;
	if (sums->atoms.data[cell].value == HR_CODE_NONE)
		sums->atoms.data[cell].value = instruction->value;
	return hr_sum_atom(cell);
}

static bool cast_keeps_number(const struct hr_code_function *function, const struct hr_code_instruction *cast)
{
	const struct hr_code_value *to = &function->values.data[cast->value];
	const struct hr_code_value *from = &function->values.data[hr_flow_operand(function, cast, 0)];
	if (cast->detail == HR_CAST_REAL || from->is_real || to->is_real)
		return false;
	return from->bits >= 16 && to->bits >= 16;
}

static bool is_only_value(const struct hr_code_function *function, const struct hr_code_instruction *phi, uint32_t *out)
{
	uint32_t only = HR_CODE_NONE;
	for (uint32_t o = 0; o < phi->operand_count; o++) {
		uint32_t operand = hr_flow_operand(function, phi, o);
		if (operand == phi->value || operand == only)
			continue;
		if (only != HR_CODE_NONE)
			return false;
		only = operand;
	}
	*out = only;
	return only != HR_CODE_NONE;
}

static struct hr_sum sum_of_instruction(struct hr_sums *sums, const struct hr_code_instruction *instruction)
{
	const struct hr_code_function *function = sums->function;
	struct hr_sum none = hr_sum_constant(0);
	none.is_known = false;
	uint32_t only;
	switch ((enum hr_code_op)instruction->op) {
	case HR_CODE_ADDRESS:
		return sum_of_address(sums, instruction);
	case HR_CODE_BINARY:
		return sum_of_binary(sums, instruction);
	case HR_CODE_LOAD:
		return sum_of_load(sums, instruction);
	case HR_CODE_CAST:
		if (cast_keeps_number(function, instruction))
			return *hr_sum_of(sums, hr_flow_operand(function, instruction, 0));
		return none;
	case HR_CODE_PHI:
		return is_only_value(function, instruction, &only) ? *hr_sum_of(sums, only) : none;
	default:
		return none;
	}
}

static struct hr_sum sum_of_value(struct hr_sums *sums, uint32_t index)
{
	const struct hr_code_value *value = &sums->function->values.data[index];
	struct hr_sum none = hr_sum_constant(0);
	none.is_known = false;
	switch ((enum hr_value_kind)value->kind) {
	case HR_VALUE_INTEGER:
		return value->bits > 1 ? hr_sum_constant(value->number) : none;
	case HR_VALUE_NULL:
		return hr_sum_constant(0);
	case HR_VALUE_VARIABLE: {
		uint32_t atom = find_atom(sums, (struct hr_atom){ .kind = HR_ATOM_VARIABLE,
								  .number = value->index,
								  .type = HR_CODE_NONE,
								  .is_pointer = true,
								  .value = index });
		if (atom == HR_CODE_NONE)
			return none;
		struct hr_sum sum = hr_sum_atom(atom);
		sum.constant = value->number;
		return sum;
	}
	case HR_VALUE_INSTRUCTION:
		if (sums->depth >= DEPTH_MAX)
			return none;
		sums->depth++;
		none = sum_of_instruction(sums, &sums->function->instructions.data[value->index]);
		sums->depth--;
		return none;
	default:
		return none;
	}
}

uint32_t hr_atom_join(const struct hr_sums *sums, uint32_t atom)
{
	const struct hr_atom *a = &sums->atoms.data[atom];
	if (a->kind == HR_ATOM_JOINED)
		return a->number;
	const struct hr_code_instruction *maker =
		a->kind == HR_ATOM_VALUE ? hr_flow_maker(sums->function, a->number) : NULL;
	return maker && maker->op == HR_CODE_PHI ? maker->block : HR_CODE_NONE;
}

struct hr_sum hr_atom_from(struct hr_sums *sums, uint32_t atom, uint32_t predecessor)
{
	const struct hr_code_function *function = sums->function;
	const struct hr_atom a = sums->atoms.data[atom];
	struct hr_sum none = hr_sum_constant(0);
	none.is_known = false;
	if (a.kind == HR_ATOM_JOINED)
		return sum_of_found(sums, a.base, hr_locals_after(&sums->locals, a.base, predecessor));
	const struct hr_code_instruction *phi = hr_flow_maker(function, a.number);
	for (uint32_t o = 0; o < phi->operand_count; o++)
		if (function->targets.data[phi->targets + o] == predecessor)
			return *hr_sum_of(sums, hr_flow_operand(function, phi, o));
	return none;
}

uint32_t hr_atom_block(const struct hr_sums *sums, uint32_t atom)
{
	const struct hr_atom *a = &sums->atoms.data[atom];
	if (a->kind == HR_ATOM_JOINED)
		return a->number;
	if (a->kind == HR_ATOM_CALLED)
		return sums->function->instructions.data[a->number].block;
	const struct hr_code_instruction *maker =
		a->kind == HR_ATOM_VALUE ? hr_flow_maker(sums->function, a->number) : NULL;
	return maker ? maker->block : HR_CODE_NONE;
}

const struct hr_sum *hr_sum_of(struct hr_sums *sums, uint32_t value)
{
	if (!sums->of_value[value]) {
		struct hr_sum sum = sum_of_value(sums, value);
		if (!sum.is_known)
			sum = hr_sum_atom(value);
		struct hr_sum *kept = hr_arena_alloc(&sums->arena, sizeof *kept);
		*kept = sum;
		sums->of_value[value] = kept;
	}
	return sums->of_value[value];
}
