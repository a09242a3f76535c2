/* What is freed, and on which condition.
 *
 * Many objects say with a flag whether what they point to is theirs: it is freed only when the flag allows it. Such a free is guarded. When an object that this
 * function made itself, or a local one, points to somebody else's memory and goes through a guarded free, the flag has been set for that: whether it is freed is in doubt.
 *
 * A pointer that was compared with another one and found equal frees what the other one points to. */
#include "analysis/memory_internal.h"

#include "base/memory.h"

static const struct hr_code_instruction *maker(const struct hr_code_function *function, uint32_t value)
{
	const struct hr_code_value *it = &function->values.data[value];

	return it->kind == HR_VALUE_INSTRUCTION ? &function->instructions.data[it->index] : NULL;
}

static uint32_t root_of(const struct hr_code_function *function, uint32_t value)
{
	for (;;) {
		const struct hr_code_instruction *at = maker(function, value);

		if (!at || (at->op != HR_CODE_ADDRESS && at->op != HR_CODE_CAST))
			return value;
		value = function->operands.data[at->operands];
	}
}

/* The object that a pointer was loaded from, or HR_CODE_NONE. */
static uint32_t holder_of(const struct hr_code_function *function, uint32_t value)
{
	const struct hr_code_instruction *at = maker(function, root_of(function, value));

	return at && at->op == HR_CODE_LOAD ? root_of(function, function->operands.data[at->operands]) : HR_CODE_NONE;
}

/* True when a condition looks at a number in the object. */
static bool looks_into(const struct hr_code_function *function, uint32_t condition, uint32_t object, int depth)
{
	const struct hr_code_instruction *at = maker(function, condition);

	if (!at || depth > 5)
		return false;
	if (at->op == HR_CODE_LOAD)
		return !function->values.data[at->value].is_pointer &&
		       root_of(function, function->operands.data[at->operands]) == object;
	if (at->op != HR_CODE_COMPARE && at->op != HR_CODE_CAST && at->op != HR_CODE_BINARY)
		return false;
	for (uint32_t i = 0; i < at->operand_count; i++)
		if (looks_into(function, function->operands.data[at->operands + i], object, depth + 1))
			return true;
	return false;
}

/* True when every way to the block takes one edge of the branch: without it the block is not found. */
static bool depends_on(const struct memory_frame *frame, uint32_t block, uint32_t branch, uint32_t target)
{
	const struct hr_code_function *function = frame->function;
	bool *is_seen = hr_calloc(function->blocks.count, sizeof *is_seen);
	HR_VEC(uint32_t) todo = HR_VEC_INIT;

	is_seen[0] = true;
	hr_vec_push(&todo, 0);
	while (todo.count && !is_seen[block]) {
		uint32_t at = todo.data[--todo.count];
		const struct hr_code_block *it = &function->blocks.data[at];
		const struct hr_code_instruction *last = &function->instructions.data[it->first + it->count - 1];

		for (uint32_t i = 0; i < last->target_count; i++) {
			uint32_t next = function->targets.data[last->targets + i];

			if (is_seen[next] || (at == branch && next == target) || !frame->run->is_reached[next])
				continue;
			is_seen[next] = true;
			hr_vec_push(&todo, next);
		}
	}
	bool is_found = is_seen[block];
	free(is_seen);
	hr_vec_release(&todo);
	return !is_found;
}

static const struct hr_code_instruction *branch_of(const struct memory_frame *frame, uint32_t block)
{
	const struct hr_code_block *it = &frame->function->blocks.data[block];
	const struct hr_code_instruction *last = &frame->function->instructions.data[it->first + it->count - 1];

	return last->op == HR_CODE_BRANCH && last->target_count == 2 && frame->run->is_reached[block] ? last : NULL;
}

static bool find_guard(const struct memory_frame *frame, uint32_t instruction, uint32_t value)
{
	const struct hr_code_function *function = frame->function;
	uint32_t holder = holder_of(function, value);
	uint32_t block = function->instructions.data[instruction].block;

	for (uint32_t i = 0; holder != HR_CODE_NONE && i < function->blocks.count; i++) {
		const struct hr_code_instruction *branch = branch_of(frame, i);

		if (!branch || !looks_into(function, function->operands.data[branch->operands], holder, 0))
			continue;
		if (depends_on(frame, block, i, function->targets.data[branch->targets]) ||
		    depends_on(frame, block, i, function->targets.data[branch->targets + 1]))
			return true;
	}
	return false;
}

bool hr_frame_is_guarded(struct memory_frame *frame, uint32_t instruction, uint32_t value)
{
	uint8_t *known = &frame->guarded[instruction];

	if (frame->memory.is_coarse || holder_of(frame->function, value) == HR_CODE_NONE)
		return false;
	if (!*known)
		*known = find_guard(frame, instruction, value) ? 1 : 2;
	return *known == 1;
}

static bool is_own(const struct memory_frame *frame, uint32_t object)
{
	return frame->memory.objects.data[object].kind == OBJECT_LOCAL ||
	       frame->memory.objects.data[object].kind == OBJECT_FRESH;
}

/* True when the pointer comes out of objects of our own alone. */
bool hr_frame_is_held(struct memory_frame *frame, uint32_t value)
{
	uint32_t holder = holder_of(frame->function, value);
	const pointees *set = holder == HR_CODE_NONE ? NULL : hr_frame_set(frame, holder);

	for (size_t i = 0; set && i < set->count; i++)
		if (!is_own(frame, set->data[i].object))
			return false;
	return set && set->count;
}

void hr_frame_free(struct memory_frame *frame, const pointees *set, unsigned mark, bool is_held, struct hr_place at)
{
	for (size_t i = 0; i < set->count; i++) {
		pointees one = { &set->data[i], 1, 1 };
		bool is_doubtful = mark == MARK_GUARDED && is_held && !is_own(frame, set->data[i].object);

		hr_memory_mark(&frame->memory, &one, is_doubtful ? MARK_DOUBT : mark, at);
	}
}

void hr_frame_add_equal(struct memory_frame *frame, uint32_t instruction, uint32_t value, pointees *out)
{
	const struct hr_code_function *function = frame->function;
	uint32_t block = function->instructions.data[instruction].block;
	uint32_t root = root_of(function, value);

	for (uint32_t i = 0; !frame->memory.is_coarse && i < function->blocks.count; i++) {
		const struct hr_code_instruction *branch = branch_of(frame, i);
		const struct hr_code_instruction *test =
			branch ? maker(function, function->operands.data[branch->operands]) : NULL;

		if (!test || test->op != HR_CODE_COMPARE || (test->detail != HR_EQUAL && test->detail != HR_NOT_EQUAL))
			continue;
		const uint32_t *sides = hr_code_operands(function, test);
		if (sides[0] != root && sides[1] != root)
			continue;
		if (depends_on(frame, block, i,
			       function->targets.data[branch->targets + (test->detail == HR_NOT_EQUAL)]))
			hr_pointees_add_all(&frame->memory, out, hr_frame_set(frame, sides[sides[0] == root]));
	}
}
