/* One variable after the other: what it holds at the entry of each block is what its predecessors agree on, or a join of its own. Going round in order until nothing
 * changes; once a join, a block stays one. */
#include "analysis/locals.h"

enum { SIZE_MAX_OF_SCALAR = 8, WORK_MAX = 4000000 };

/* Marks "not yet" while going round. */
static const struct hr_found not_yet = { HR_FOUND_NOTHING, 0 };
static const struct hr_found no_value = { HR_FOUND_NOTHING, 1 };

static bool is_same(struct hr_found a, struct hr_found b)
{
	return a.kind == b.kind && a.number == b.number;
}

static bool is_followed(const struct hr_flow *flow, const struct hr_code_instruction *local)
{
	const struct hr_code_function *function = flow->function;
	if (local->operand_count || !local->size || local->size > SIZE_MAX_OF_SCALAR)
		return false;
	for (uint32_t u = flow->use_first[local->value]; u < flow->use_first[local->value + 1]; u++) {
		const struct hr_code_instruction *use = &function->instructions.data[flow->uses[u]];
		bool is_plain = (use->op == HR_CODE_LOAD && use->size == local->size) ||
				(use->op == HR_CODE_STORE && use->size == local->size &&
				 hr_flow_operand(function, use, 0) != local->value) ||
				(use->op == HR_CODE_CALL && hr_flow_operand(function, use, 0) != local->value);
		if (!is_plain || use->is_volatile)
			return false;
	}
	return true;
}

/* Looks back from `end` (not included) to the beginning of the block. */
static bool last_change(struct hr_found *out, const struct hr_code_function *function, uint32_t local, uint32_t block,
			uint32_t end)
{
	uint32_t first = function->blocks.data[block].first;
	for (uint32_t i = end; i-- > first;) {
		const struct hr_code_instruction *instruction = &function->instructions.data[i];
		if (instruction->op == HR_CODE_STORE && hr_flow_operand(function, instruction, 1) == local) {
			*out = (struct hr_found){ HR_FOUND_STORED, i };
			return true;
		}
		if (instruction->op != HR_CODE_CALL)
			continue;
		for (uint32_t o = 1; o < instruction->operand_count; o++)
			if (hr_flow_operand(function, instruction, o) == local) {
				*out = (struct hr_found){ HR_FOUND_CALLED, i };
				return true;
			}
	}
	return false;
}

static struct hr_found agreed(const struct hr_flow *flow, const struct hr_found *at_end, uint32_t block)
{
	const struct hr_code_function *function = flow->function;
	const struct hr_code_block *b = &function->blocks.data[block];
	struct hr_found found = not_yet;
	for (uint32_t p = 0; p < b->predecessor_count; p++) {
		uint32_t from = function->targets.data[b->predecessors + p];
		if (flow->position[from] == HR_CODE_NONE || is_same(at_end[from], not_yet))
			continue;
		if (!is_same(found, not_yet) && !is_same(found, at_end[from]))
			return (struct hr_found){ HR_FOUND_JOINED, block };
		found = at_end[from];
	}
	return found;
}

static void follow(struct hr_locals *locals, struct hr_flow *flow, uint32_t local)
{
	const struct hr_code_function *function = flow->function;
	size_t blocks = function->blocks.count;
	struct hr_found *entry = hr_arena_alloc(&flow->arena, (blocks + 1) * sizeof *entry);
	struct hr_found *end = hr_arena_alloc(&flow->arena, (blocks + 1) * sizeof *end);
	struct hr_found *change = hr_arena_alloc(&flow->arena, (blocks + 1) * sizeof *change);
	for (uint32_t b = 0; b < blocks; b++)
		last_change(&change[b], function, local, b,
			    function->blocks.data[b].first + function->blocks.data[b].count);
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = 0; i < flow->order_count; i++) {
			uint32_t block = flow->order[i];
			struct hr_found found = i ? agreed(flow, end, block) : no_value;
			if (entry[block].kind == HR_FOUND_JOINED && entry[block].number == block)
				found = entry[block];
			changed |= !is_same(found, entry[block]);
			entry[block] = found;
			struct hr_found last = change[block].kind ? change[block] : found;
			changed |= !is_same(last, end[block]);
			end[block] = last;
		}
	}
	locals->at_entry[local] = entry;
}

void hr_locals_init(struct hr_locals *locals, struct hr_flow *flow)
{
	const struct hr_code_function *function = flow->function;
	locals->flow = flow;
	locals->at_entry = hr_arena_alloc(&flow->arena, (function->values.count + 1) * sizeof *locals->at_entry);
	size_t work = 0;
	for (size_t i = 0; i < function->instructions.count && work < WORK_MAX; i++) {
		const struct hr_code_instruction *local = &function->instructions.data[i];
		if (local->op != HR_CODE_LOCAL || !is_followed(flow, local))
			continue;
		follow(locals, flow, local->value);
		work += function->instructions.count;
	}
}

static struct hr_found known(struct hr_found found)
{
	return found.kind == HR_FOUND_NOTHING ? (struct hr_found){ HR_FOUND_NOTHING, 0 } : found;
}

struct hr_found hr_locals_before(const struct hr_locals *locals, uint32_t local, uint32_t instruction)
{
	struct hr_found found = { HR_FOUND_NOTHING, 0 };
	if (!locals->at_entry[local])
		return found;
	uint32_t block = locals->flow->function->instructions.data[instruction].block;
	if (last_change(&found, locals->flow->function, local, block, instruction))
		return found;
	return known(locals->at_entry[local][block]);
}

struct hr_found hr_locals_after(const struct hr_locals *locals, uint32_t local, uint32_t block)
{
	struct hr_found found = { HR_FOUND_NOTHING, 0 };
	const struct hr_code_block *b = &locals->flow->function->blocks.data[block];
	if (!locals->at_entry[local])
		return found;
	if (last_change(&found, locals->flow->function, local, block, b->first + b->count))
		return found;
	return known(locals->at_entry[local][block]);
}
