/* Stores that do not last: overwritten through the same pointer on every way to the return. */
#include "analysis/memory_internal.h"

#include "base/memory.h"

enum { MOST_BLOCKS = 600 };

/* A place that is known by the value it is computed from: variable index or value, and bytes. */
struct spot {
	bool is_variable;
	uint32_t base;
	int64_t bytes;
};

static bool find_spot(const struct memory_frame *frame, uint32_t pointer, struct spot *out)
{
	const struct hr_code_function *function = frame->function;
	int64_t bytes = 0;

	for (;;) {
		const struct hr_code_value *it = &function->values.data[pointer];

		if (it->kind == HR_VALUE_VARIABLE) {
			*out = (struct spot){ true, it->index, bytes + it->number };
			return true;
		}
		if (it->kind == HR_VALUE_PARAMETER) {
			*out = (struct spot){ false, pointer, bytes };
			return true;
		}
		if (it->kind != HR_VALUE_INSTRUCTION)
			return false;
		const struct hr_code_instruction *at = &function->instructions.data[it->index];
		if (at->op == HR_CODE_ADDRESS && at->operand_count == 1) {
			bytes += function->addresses.data[at->address].bytes;
		} else if (at->op != HR_CODE_CAST) {
			*out = (struct spot){ false, pointer, bytes };
			return at->op != HR_CODE_ADDRESS;
		}
		pointer = function->operands.data[at->operands];
	}
}

static bool is_same(const struct spot *a, const struct spot *b)
{
	return a->is_variable == b->is_variable && a->base == b->base && a->bytes == b->bytes;
}

enum passage { PASSES, OVERWRITES, ENDS };

/* What an instruction means to what is at the spot. */
static enum passage look(const struct memory_frame *frame, uint32_t instruction, const struct spot *spot)
{
	const struct hr_code_instruction *at = &frame->function->instructions.data[instruction];
	struct spot other;

	if (at->op == HR_CODE_RETURN || (!spot->is_variable && at->value == spot->base))
		return ENDS; /* the base anew: another object from now on */
	if (at->op == HR_CODE_STORE && at->size == 8 &&
	    find_spot(frame, frame->function->operands.data[at->operands + 1], &other) && is_same(&other, spot))
		return OVERWRITES;
	return PASSES;
}

/* True when no way from behind the instruction ends with the spot as it is. */
static bool is_overwritten(const struct memory_frame *frame, uint32_t instruction, const struct spot *spot)
{
	const struct hr_code_function *function = frame->function;
	bool *is_seen = hr_calloc(function->blocks.count, sizeof *is_seen);
	HR_VEC(uint32_t) todo = HR_VEC_INIT; /* instructions to begin at */
	bool lasts = false;

	hr_vec_push(&todo, instruction + 1);
	while (todo.count && !lasts) {
		uint32_t at = todo.data[--todo.count];
		const struct hr_code_block *block = &function->blocks.data[function->instructions.data[at].block];
		uint32_t end = block->first + block->count;
		enum passage passage = PASSES;

		for (; at < end && passage == PASSES; at++)
			passage = look(frame, at, spot);
		lasts = passage == ENDS;
		if (passage != PASSES)
			continue;
		const struct hr_code_instruction *last = &function->instructions.data[end - 1];
		for (uint32_t i = 0; i < last->target_count; i++) {
			uint32_t target = function->targets.data[last->targets + i];

			if (is_seen[target] || !frame->run->is_reached[target])
				continue;
			is_seen[target] = true;
			hr_vec_push(&todo, function->blocks.data[target].first);
		}
	}
	free(is_seen);
	hr_vec_release(&todo);
	return !lasts;
}

static bool find_dead(const struct memory_frame *frame, uint32_t instruction)
{
	const struct hr_code_function *function = frame->function;
	struct spot spot;
	struct spot other;
	size_t same = 0;

	if (function->blocks.count > MOST_BLOCKS ||
	    !find_spot(frame, function->operands.data[function->instructions.data[instruction].operands + 1], &spot))
		return false;
	for (size_t i = 0; i < function->instructions.count && same < 2; i++) {
		const struct hr_code_instruction *at = &function->instructions.data[i];

		if (at->op == HR_CODE_STORE && find_spot(frame, function->operands.data[at->operands + 1], &other))
			same += is_same(&spot, &other);
	}
	return same > 1 && is_overwritten(frame, instruction, &spot);
}

bool hr_store_dies(struct memory_frame *frame, uint32_t instruction)
{
	if (!frame->dies[instruction])
		frame->dies[instruction] = find_dead(frame, instruction) ? 1 : 2;
	return frame->dies[instruction] == 1;
}

void hr_copy_holes(struct memory_frame *frame, uint32_t instruction, uint32_t pointer, int64_t size,
		   struct memory_copy *out)
{
	const struct hr_code_function *function = frame->function;
	struct spot to;
	struct spot spot;

	out->hole_count = 0;
	out->offset = 0;
	if (function->blocks.count > MOST_BLOCKS || !find_spot(frame, pointer, &to))
		return;
	for (uint32_t i = 0; i < function->instructions.count && out->hole_count < 4; i++) {
		const struct hr_code_instruction *at = &function->instructions.data[i];
		bool is_known = false;

		if (at->op != HR_CODE_STORE || at->size != 8 ||
		    !find_spot(frame, function->operands.data[at->operands + 1], &spot) ||
		    spot.is_variable != to.is_variable || spot.base != to.base || spot.bytes < to.bytes ||
		    (size >= 0 && spot.bytes >= to.bytes + size))
			continue;
		for (uint8_t k = 0; k < out->hole_count; k++)
			is_known |= out->holes[k] == spot.bytes - to.bytes;
		if (!is_known && is_overwritten(frame, instruction, &spot))
			out->holes[out->hole_count++] = (int32_t)(spot.bytes - to.bytes);
	}
}
