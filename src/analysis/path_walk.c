/* Going through the blocks of a function in one context.
 *
 * Each block is done once for each edge that leads to it, with what is known on that edge, as long as these are few: then a condition on what comes together
 * in the block is told apart by where we come from, and a loop that is entered with a condition that holds is run at least once. What is known along an edge only ever
 * shrinks, ranges of values only ever grow: it ends. */
#include "analysis/paths_internal.h"

#include "base/memory.h"

enum { MOST_EDGES_APART = 6, MOST_RETURNING = 8, WIDEN_AFTER = 4, MOST_ROUNDS = 40 };

const struct hr_code_instruction *hr_walk_maker(const struct hr_code_function *function, uint32_t value)
{
	const struct hr_code_value *it = &function->values.data[value];

	return it->kind == HR_VALUE_INSTRUCTION ? &function->instructions.data[it->index] : NULL;
}

uint32_t hr_walk_root(const struct hr_code_function *function, uint32_t value)
{
	for (;;) {
		const struct hr_code_instruction *at = hr_walk_maker(function, value);

		if (!at || (at->op != HR_CODE_ADDRESS && at->op != HR_CODE_CAST))
			return value;
		value = function->operands.data[at->operands];
	}
}

struct hr_range hr_walk_range(const struct path_walk *walk, const struct path_state *state, uint32_t value)
{
	const struct hr_code_value *it = &walk->function->values.data[value];
	const struct hr_range *refined = state ? hr_state_range(state, value) : NULL;
	struct hr_range range = hr_range_all();

	switch (it->kind) {
	case HR_VALUE_PARAMETER:
		range = walk->parameters[it->index];
		break;
	case HR_VALUE_INSTRUCTION:
		range = walk->run->values[value];
		if (hr_range_is_none(&range))
			range = hr_range_all();
		break;
	case HR_VALUE_INTEGER:
		return hr_range_number(it->bits == 1 ? it->number & 1 : it->number);
	case HR_VALUE_NULL:
		return hr_range_number(0);
	case HR_VALUE_FUNCTION:
	case HR_VALUE_VARIABLE:
		return hr_range_nonzero();
	default:
		break;
	}
	return refined ? hr_range_meet(*refined, range) : range;
}

static void set_range(struct path_walk *walk, struct path_state *state, uint32_t value, struct hr_range range)
{
	struct hr_range *old = &walk->run->values[value];
	struct hr_range joined = hr_range_join(*old, range);

	hr_state_forget(state, value);
	if (!hr_range_equal(old, &joined) || hr_range_is_none(old)) {
		bool was_none = hr_range_is_none(old);

		if (!was_none && ++walk->changes[value] > WIDEN_AFTER) {
			bool is_nonzero = joined.is_nonzero;
			uint64_t null_of = joined.null_of;

			joined = hr_range_all();
			joined.is_nonzero = is_nonzero;
			joined.null_of = null_of;
		}
		walk->has_changed |= !hr_range_equal(old, &joined);
		*old = joined;
	}
	/* in this pass it is what came in by this edge */
	if (!hr_range_equal(&joined, &range))
		hr_state_refine(state, value, range);
}

/* ---- what happens to memory ---- */

static bool is_errno(const struct path_walk *walk, uint32_t root)
{
	const struct hr_code_instruction *at = hr_walk_maker(walk->function, root);

	if (!at || at->op != HR_CODE_CALL)
		return false;
	const struct hr_code_value *callee = &walk->function->values.data[walk->function->operands.data[at->operands]];
	return callee->kind == HR_VALUE_FUNCTION && walk->paths->graph->library[callee->index] &&
	       walk->paths->graph->library[callee->index]->does & HR_LIBC_STATIC;
}

void hr_walk_act(struct path_walk *walk, const struct path_state *state)
{
	walk->run->result.acts = true;
	if (state->is_decided)
		walk->run->acts_after = true;
	else
		walk->run->acts_before = true;
}

void hr_walk_act_through(struct path_walk *walk, const struct path_state *state, uint32_t pointer)
{
	uint32_t root = hr_walk_root(walk->function, pointer);
	const struct hr_code_value *it = &walk->function->values.data[root];
	const struct hr_code_instruction *at = hr_walk_maker(walk->function, root);

	if ((at && at->op == HR_CODE_LOCAL) || is_errno(walk, root))
		return;
	bool acts = walk->run->result.acts;
	hr_walk_act(walk, state);
	if (it->kind == HR_VALUE_PARAMETER && it->index < 64) {
		walk->run->result.acts = acts;
		walk->run->result.writes |= (uint64_t)1 << it->index;
	}
}

static uint64_t pointed_parameters(const struct path_walk *walk, const struct path_state *state, uint32_t pointer)
{
	uint32_t root = hr_walk_root(walk->function, pointer);
	const struct hr_code_value *it = &walk->function->values.data[root];

	if (it->kind == HR_VALUE_PARAMETER)
		return it->index < 64 ? (uint64_t)1 << it->index : 0;
	return hr_state_alias(state, root);
}

/* … or NULL: what a callee gives back. */
static uint64_t pointed_unless_null(const struct path_walk *walk, const struct path_state *state, uint32_t pointer)
{
	return pointed_parameters(walk, state, pointer) | walk->given_back[hr_walk_root(walk->function, pointer)];
}

bool hr_walk_access(struct path_walk *walk, struct path_state *state, uint32_t pointer,
		    const struct hr_code_instruction *at)
{
	struct hr_range range = hr_walk_range(walk, state, pointer);

	state->touched |= pointed_unless_null(walk, state, pointer);
	if (range.null_of) {
		if (!(walk->run->result.crashes & range.null_of) && walk->run->at_crash.line == 0)
			walk->run->at_crash = (struct hr_place){ at->file, at->line };
		walk->run->result.crashes |= range.null_of;
	}
	return !(range.null_of && hr_range_is_null(&range)) && !(range.null_of && range.low == range.high);
}

/* ---- values ---- */

static struct hr_range address_range(struct path_walk *walk, struct path_state *state,
				     const struct hr_code_instruction *at)
{
	const struct hr_code_address *address = &walk->function->addresses.data[at->address];
	struct hr_range base = hr_walk_range(walk, state, walk->function->operands.data[at->operands]);
	struct hr_range result = hr_range_nonzero();

	if (at->operand_count == 1 && address->bytes == 0)
		return base;
	if (hr_range_is_null(&base) && !base.null_of)
		return hr_range_all();
	if (hr_range_is_null(&base) && at->operand_count == 1)
		result = hr_range_number(address->bytes);
	else if (!hr_range_is_nonzero(&base) && at->operand_count > 1)
		result = hr_range_all();
	result.null_of = base.null_of;
	return result;
}

static struct hr_range compared(struct path_walk *walk, struct path_state *state, const struct hr_code_instruction *at)
{
	const uint32_t *operands = hr_code_operands(walk->function, at);
	struct hr_range left = hr_walk_range(walk, state, operands[0]);
	struct hr_range right = hr_walk_range(walk, state, operands[1]);
	int answer = operands[0] == operands[1] ? -1 : hr_range_compare((enum hr_compared)at->detail, &left, &right);
	struct hr_range result = { .low = 0, .high = 1 };

	if (answer >= 0)
		result = hr_range_number(answer);
	result.null_of = left.null_of | right.null_of;
	return result;
}

/* Values that need nothing but their operands. */
static struct hr_range computed(struct path_walk *walk, struct path_state *state, const struct hr_code_instruction *at)
{
	const uint32_t *operands = hr_code_operands(walk->function, at);
	const struct hr_code_value *value = &walk->function->values.data[at->value];
	struct hr_range left;
	struct hr_range right;
	struct hr_range result = hr_range_all();

	switch (at->op) {
	case HR_CODE_LOCAL:
		return hr_range_nonzero();
	case HR_CODE_ADDRESS:
		return address_range(walk, state, at);
	case HR_CODE_COMPARE:
		return compared(walk, state, at);
	case HR_CODE_CAST:
		left = hr_walk_range(walk, state, operands[0]);
		return hr_range_cast((enum hr_cast)at->detail, &left, walk->function->values.data[operands[0]].bits,
				     value->bits);
	case HR_CODE_BINARY:
		left = hr_walk_range(walk, state, operands[0]);
		right = hr_walk_range(walk, state, operands[1]);
		result = hr_range_binary((enum hr_binary)at->detail, &left, &right, value->bits);
		result.null_of = left.null_of | right.null_of;
		return result;
	case HR_CODE_SELECT:
		left = hr_walk_range(walk, state, operands[0]);
		if (hr_range_is_number(&left, NULL)) {
			if (left.null_of)
				walk->run->result.checked |= left.null_of;
			return hr_walk_range(walk, state, operands[left.low ? 1 : 2]);
		}
		return hr_range_join(hr_walk_range(walk, state, operands[1]), hr_walk_range(walk, state, operands[2]));
	default:
		if (value->bits == 1)
			result = (struct hr_range){ .low = 0, .high = 1 };
		return result;
	}
}

/* ---- one instruction ---- */

static void keep_strange(struct path_walk *walk, struct path_state *state, uint32_t value)
{
	struct hr_range range = hr_walk_range(walk, state, value);

	walk->run->result.strange |= range.null_of;
}

static bool step(struct path_walk *walk, struct path_state *state, uint32_t instruction)
{
	const struct hr_code_instruction *at = &walk->function->instructions.data[instruction];
	const uint32_t *operands = hr_code_operands(walk->function, at);
	struct hr_range result = hr_range_all();

	switch (at->op) {
	case HR_CODE_LOAD:
		walk->run->works_after |= state->is_decided;
		if (!hr_walk_access(walk, state, operands[0], at))
			return false;
		result = computed(walk, state, at);
		break;
	case HR_CODE_STORE:
		keep_strange(walk, state, operands[0]);
		if (!hr_walk_access(walk, state, operands[1], at))
			return false;
		hr_walk_act_through(walk, state, operands[1]);
		break;
	case HR_CODE_ATOMIC:
		if (!hr_walk_access(walk, state, operands[0], at))
			return false;
		hr_walk_act_through(walk, state, operands[0]);
		break;
	case HR_CODE_CALL:
		if (!hr_walk_call(walk, state, instruction, &result))
			return false;
		break;
	case HR_CODE_ASSEMBLY:
	case HR_CODE_OTHER:
		for (uint32_t i = 0; i < at->operand_count; i++)
			keep_strange(walk, state, operands[i]);
		break;
	case HR_CODE_UNREACHABLE:
		return false;
	case HR_CODE_PHI:
		return true;
	default:
		if (at->value != HR_CODE_NONE)
			result = computed(walk, state, at);
		break;
	}
	if (at->value != HR_CODE_NONE)
		set_range(walk, state, at->value, result);
	return true;
}

/* ---- edges ---- */

static uint32_t edge_between(const struct path_walk *walk, uint32_t from, uint32_t to)
{
	const struct hr_code_block *block = &walk->function->blocks.data[to];

	for (uint32_t i = 0; i < block->predecessor_count; i++)
		if (walk->function->targets.data[block->predecessors + i] == from)
			return walk->first_edge[to] + i;
	return HR_CODE_NONE;
}

static void wait_for(struct path_walk *walk, uint32_t rank)
{
	walk->is_waiting[rank] = true;
	if (rank < walk->lowest)
		walk->lowest = rank;
}

static void follow(struct path_walk *walk, const struct path_state *state, uint32_t from, uint32_t to)
{
	uint32_t edge = edge_between(walk, from, to);

	if (edge != HR_CODE_NONE && hr_state_join(&walk->edges[edge], state))
		wait_for(walk, walk->rank[to]);
}

/* A condition that is decided by a parameter that is NULL. */
static void decide(struct path_walk *walk, struct path_state *state, const struct hr_range *condition,
		   const struct hr_code_instruction *at)
{
	if (!condition->null_of)
		return;
	if (!walk->run->result.checked)
		walk->run->at_check = (struct hr_place){ at->file, at->line };
	walk->run->result.checked |= condition->null_of;
	state->is_decided = true;
}

static void follow_branch(struct path_walk *walk, struct path_state *state, uint32_t block,
			  const struct hr_code_instruction *at)
{
	const uint32_t *targets = hr_code_targets(walk->function, at);

	if (at->target_count == 1) {
		follow(walk, state, block, targets[0]);
		return;
	}
	uint32_t condition = walk->function->operands.data[at->operands];
	struct hr_range range = hr_walk_range(walk, state, condition);
	decide(walk, state, &range, at);
	for (int side = 0; side < 2; side++) {
		struct path_state taken = { 0 };

		if (hr_range_is_number(&range, NULL) && (range.low != 0) != (side == 0))
			continue;
		hr_state_copy(&taken, state);
		if (hr_walk_refine(walk, &taken, condition, side == 0))
			follow(walk, &taken, block, targets[side]);
		hr_state_release(&taken);
	}
}

static void follow_switch(struct path_walk *walk, struct path_state *state, uint32_t block,
			  const struct hr_code_instruction *at)
{
	const uint32_t *targets = hr_code_targets(walk->function, at);
	const uint32_t *operands = hr_code_operands(walk->function, at);
	struct hr_range range = hr_walk_range(walk, state, operands[0]);
	bool is_taken = false;

	decide(walk, state, &range, at);
	for (uint32_t i = 1; i < at->operand_count && i < at->target_count; i++) {
		struct hr_range number = hr_walk_range(walk, state, operands[i]);
		struct path_state taken = { 0 };

		if (hr_range_compare(HR_EQUAL, &range, &number) == 0)
			continue;
		is_taken |= hr_range_is_number(&range, NULL);
		hr_state_copy(&taken, state);
		if (hr_walk_refine_value(walk, &taken, operands[0], HR_EQUAL, &number))
			follow(walk, &taken, block, targets[i]);
		hr_state_release(&taken);
	}
	if (!is_taken)
		follow(walk, state, block, targets[0]);
}

static void leave_function(struct path_walk *walk, struct path_state *state, const struct hr_code_instruction *at)
{
	struct hr_path_result *result = &walk->run->result;

	if (at->operand_count) {
		uint32_t value = walk->function->operands.data[at->operands];
		struct hr_range range = hr_walk_range(walk, state, value);

		result->result = result->returns ? hr_range_join(result->result, range) : range;
		if (state->is_decided)
			walk->run->result_after =
				walk->run->returns_after ? hr_range_join(walk->run->result_after, range) : range;
		if (!hr_range_is_null(&range))
			result->given_back &= pointed_unless_null(walk, state, value);
	}
	walk->run->returns_after |= state->is_decided;
	walk->returned &= state->touched;
	result->returns = true;
}

static void leave_block(struct path_walk *walk, struct path_state *state, uint32_t block,
			const struct hr_code_instruction *at)
{
	switch (at->op) {
	case HR_CODE_RETURN:
		leave_function(walk, state, at);
		break;
	case HR_CODE_BRANCH:
		follow_branch(walk, state, block, at);
		break;
	case HR_CODE_SWITCH:
		follow_switch(walk, state, block, at);
		break;
	default:
		for (uint32_t i = 0; i < at->target_count; i++)
			follow(walk, state, block, walk->function->targets.data[at->targets + i]);
		break;
	}
}

/* ---- blocks ---- */

/* What comes in by an edge: number `edge` of the block's, in the order of its predecessors. */
static void enter_phis(struct path_walk *walk, struct path_state *state, const struct hr_code_block *block,
		       uint32_t from)
{
	HR_VEC(struct refinement) ranges = HR_VEC_INIT;
	HR_VEC(struct alias) aliases = HR_VEC_INIT;

	for (uint32_t i = 0; i < block->count; i++) {
		const struct hr_code_instruction *at = &walk->function->instructions.data[block->first + i];

		if (at->op != HR_CODE_PHI)
			break;
		for (uint32_t k = 0; k < at->operand_count; k++) {
			if (walk->function->targets.data[at->targets + k] != from)
				continue;
			uint32_t value = walk->function->operands.data[at->operands + k];
			hr_vec_push(&ranges, (struct refinement){ at->value, hr_walk_range(walk, state, value) });
			hr_vec_push(&aliases, (struct alias){ at->value, pointed_parameters(walk, state, value) });
			break;
		}
	}
	for (size_t i = 0; i < ranges.count; i++) {
		set_range(walk, state, ranges.data[i].value, ranges.data[i].range);
		hr_state_set_alias(state, aliases.data[i].value, aliases.data[i].of);
	}
	hr_vec_release(&ranges);
	hr_vec_release(&aliases);
}

static void pass(struct path_walk *walk, struct path_state *state, uint32_t index)
{
	const struct hr_code_block *block = &walk->function->blocks.data[index];

	walk->run->is_reached[index] = true;
	for (uint32_t i = 0; i < block->count; i++) {
		if (i + 1 == block->count)
			leave_block(walk, state, index, &walk->function->instructions.data[block->first + i]);
		else if (!step(walk, state, block->first + i))
			return;
	}
}

static void do_block(struct path_walk *walk, uint32_t index)
{
	const struct hr_code_block *block = &walk->function->blocks.data[index];
	struct path_state state = { 0 };
	struct path_state joined = { 0 };
	bool is_last = walk->function->instructions.data[block->first + block->count - 1].op == HR_CODE_RETURN;
	bool is_apart = block->predecessor_count <= MOST_EDGES_APART || (is_last && block->count <= MOST_RETURNING);

	if (index == 0) {
		state.is_reached = true;
		pass(walk, &state, index);
		hr_state_release(&state);
		return;
	}
	for (uint32_t i = 0; i < block->predecessor_count; i++) {
		const struct path_state *edge = &walk->edges[walk->first_edge[index] + i];

		if (!edge->is_reached)
			continue;
		hr_state_copy(&state, edge);
		enter_phis(walk, &state, block, walk->function->targets.data[block->predecessors + i]);
		if (is_apart)
			pass(walk, &state, index);
		else
			hr_state_join(&joined, &state);
	}
	if (!is_apart && joined.is_reached)
		pass(walk, &joined, index);
	hr_state_release(&state);
	hr_state_release(&joined);
}

static bool next_waiting(struct path_walk *walk, uint32_t *rank)
{
	while (walk->lowest < walk->reachable) {
		if (walk->is_waiting[walk->lowest]) {
			*rank = walk->lowest;
			return true;
		}
		walk->lowest++;
	}
	return false;
}

void hr_walk(struct path_walk *walk)
{
	uint32_t rank = 0;

	walk->is_waiting[0] = true;
	for (int round = 0; round < MOST_ROUNDS; round++) {
		walk->has_changed = false;
		while (next_waiting(walk, &rank)) {
			walk->is_waiting[rank] = false;
			do_block(walk, walk->order[rank]);
		}
		if (!walk->has_changed)
			break;
		for (uint32_t i = 0; i < walk->reachable; i++)
			walk->is_waiting[i] = walk->run->is_reached[walk->order[i]];
		walk->lowest = 0;
	}
	/* returns are joined anew: what an earlier round believed was too much */
	walk->returned = UINT64_MAX;
	walk->run->result.returns = walk->run->returns_after = false;
	walk->run->result.given_back = UINT64_MAX;
	for (uint32_t i = 0; i < walk->reachable; i++) {
		const struct hr_code_block *block = &walk->function->blocks.data[walk->order[i]];

		if (walk->run->is_reached[walk->order[i]] &&
		    walk->function->instructions.data[block->first + block->count - 1].op == HR_CODE_RETURN)
			do_block(walk, walk->order[i]);
	}
	walk->run->result.touched = walk->run->result.returns ? walk->returned : UINT64_MAX;
}
