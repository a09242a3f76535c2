/* What instructions do to abstract memory: one function, until nothing changes.
 *
 * The order of instructions does not count, but blocks that are never reached in the context are left out. */
#include "analysis/memory_internal.h"

#include "base/memory.h"

enum { MOST_PASSES = 16, MOST_WORK = 5000000, MOST_COARSE_WORK = 50000000, MOST_OBJECTS = 400 };

static const pointees empty = HR_VEC_INIT;

static struct hr_place place_of(const struct hr_code_instruction *at)
{
	return (struct hr_place){ at->file, at->line };
}

static uint32_t operand(const struct memory_frame *frame, const struct hr_code_instruction *at, uint32_t number)
{
	return frame->function->operands.data[at->operands + number];
}

/* The one element of a constant's or parameter's set is made when it is first asked for. */
const pointees *hr_frame_set(struct memory_frame *frame, uint32_t value)
{
	const struct hr_code_value *it = &frame->function->values.data[value];
	pointees *set = &frame->values[value];
	uint32_t object;

	if (set->count)
		return set;
	switch (it->kind) {
	case HR_VALUE_PARAMETER:
		if (it->is_pointer && !hr_range_is_null(&frame->run->values[value])) {
			object = hr_memory_object(&frame->memory, OBJECT_PARAMETER, it->index, 0);
			hr_pointees_add(&frame->memory, set, (struct pointee){ object, 0, 0 });
		}
		return set;
	case HR_VALUE_FUNCTION:
		object = hr_memory_object(&frame->memory, OBJECT_FUNCTION, it->index, 0);
		hr_pointees_add(&frame->memory, set, (struct pointee){ object, 0, 0 });
		return set;
	case HR_VALUE_VARIABLE:
		object = hr_memory_global(&frame->memory, frame->code, it->index);
		hr_pointees_add(&frame->memory, set, hr_pointee_moved((struct pointee){ object, 0, 0 }, it->number, 0));
		return set;
	case HR_VALUE_OTHER:
		if (it->is_pointer) {
			object = hr_memory_object(&frame->memory, OBJECT_UNKNOWN, 0, 0);
			hr_pointees_add(&frame->memory, set, (struct pointee){ object, 0, 1 });
		}
		return set;
	default:
		return it->kind == HR_VALUE_INSTRUCTION ? set : &empty;
	}
}

void hr_frame_add(struct memory_frame *frame, uint32_t value, const pointees *set)
{
	if (value == HR_CODE_NONE)
		return;
	frame->memory.version += hr_pointees_add_all(&frame->memory, &frame->values[value], set);
}

static void add_moved(struct memory_frame *frame, uint32_t value, uint32_t from, int64_t bytes, uint64_t stride)
{
	pointees moved = HR_VEC_INIT;
	const pointees *set = hr_frame_set(frame, from);

	for (size_t i = 0; i < set->count; i++)
		hr_pointees_add(&frame->memory, &moved, hr_pointee_moved(set->data[i], bytes, stride));
	hr_frame_add(frame, value, &moved);
	hr_vec_release(&moved);
}

struct hr_cell hr_frame_member(const struct memory_frame *frame, uint32_t pointer)
{
	const struct hr_code_value *it = &frame->function->values.data[pointer];

	while (it->kind == HR_VALUE_INSTRUCTION) {
		const struct hr_code_instruction *at = &frame->function->instructions.data[it->index];

		if (at->op == HR_CODE_ADDRESS) {
			const struct hr_code_address *address = &frame->function->addresses.data[at->address];

			return address->offset < 0 ? hr_no_member()
						   : (struct hr_cell){ address->type, (uint64_t)address->offset };
		}
		if (at->op != HR_CODE_CAST)
			return hr_no_member();
		it = &frame->function->values.data[frame->function->operands.data[at->operands]];
	}
	if (it->kind != HR_VALUE_VARIABLE || it->number < 0)
		return hr_no_member();
	return (struct hr_cell){ frame->code->variables.data[it->index].type, (uint64_t)it->number };
}

void hr_frame_access(struct memory_frame *frame, uint32_t pointer, unsigned marks, const struct hr_code_instruction *at)
{
	const pointees *set = hr_frame_set(frame, pointer);

	hr_memory_mark(&frame->memory, set, marks, place_of(at));
	if (!(marks & (MARK_READ | MARK_WRITTEN)))
		return;
	for (size_t i = 0; i < set->count; i++) {
		struct memory_object *object = &frame->memory.objects.data[set->data[i].object];

		if (object->kind == OBJECT_PARAMETER &&
		    (object->index >= 64 || !(frame->derived[pointer] >> object->index & 1)))
			object->marks |= MARK_INDIRECT;
	}
}

/* ---- instructions ---- */

static void load(struct memory_frame *frame, const struct hr_code_instruction *at)
{
	uint32_t pointer = operand(frame, at, 0);
	const struct hr_code_value *value = &frame->function->values.data[at->value];
	pointees found = HR_VEC_INIT;

	hr_frame_access(frame, pointer, MARK_READ, at);
	if (!value->is_pointer && value->bits < 64)
		return;
	pointees from = HR_VEC_INIT; /* loading can make nodes: the set may move */
	frame->memory.spot = hr_order_spot(frame->function, pointer);
	hr_pointees_add_all(&frame->memory, &from, hr_frame_set(frame, pointer));
	for (size_t i = 0; i < from.count; i++)
		hr_memory_load(&frame->memory, frame->code, &found, from.data[i], hr_frame_member(frame, pointer),
			       value->is_pointer);
	hr_frame_add(frame, at->value, &found);
	hr_vec_release(&from);
	hr_vec_release(&found);
}

static void store(struct memory_frame *frame, uint32_t instruction, const struct hr_code_instruction *at)
{
	uint32_t pointer = operand(frame, at, 1);
	pointees values = HR_VEC_INIT;

	hr_frame_access(frame, pointer, MARK_WRITTEN, at);
	hr_pointees_add_all(&frame->memory, &values, hr_frame_set(frame, operand(frame, at, 0)));
	if (values.count) {
		const pointees *to = hr_frame_set(frame, pointer);
		bool is_left = !frame->memory.order || hr_order_lasts(frame->memory.order, instruction, HR_AT_RETURN,
								      hr_order_spot(frame->function, pointer));

		for (size_t i = 0; i < to->count; i++)
			hr_memory_store(&frame->memory, to->data[i], hr_frame_member(frame, pointer), &values, is_left);
	}
	hr_vec_release(&values);
}

static void address(struct memory_frame *frame, const struct hr_code_instruction *at)
{
	const struct hr_code_address *it = &frame->function->addresses.data[at->address];
	uint64_t stride = 0;

	for (uint32_t i = 1; i < at->operand_count; i++) {
		int64_t step = frame->function->strides.data[it->strides + i - 1];
		uint64_t a = stride;
		uint64_t b = step < 0 ? (uint64_t)-step : (uint64_t)step;

		while (b) {
			uint64_t rest = a % b;
			a = b;
			b = rest;
		}
		stride = a;
	}
	add_moved(frame, at->value, operand(frame, at, 0), it->bytes, stride);
}

/* Pointers in integers. */
static void binary(struct memory_frame *frame, const struct hr_code_instruction *at)
{
	const struct hr_code_value *right = &frame->function->values.data[operand(frame, at, 1)];
	bool left_points = hr_frame_set(frame, operand(frame, at, 0))->count != 0;
	bool right_points = hr_frame_set(frame, operand(frame, at, 1))->count != 0;

	if (frame->function->values.data[at->value].bits < 64 ||
	    (left_points && right_points && at->detail == HR_SUBTRACT))
		return;
	switch (at->detail) {
	case HR_ADD:
	case HR_SUBTRACT:
		if (right->kind == HR_VALUE_INTEGER) {
			add_moved(frame, at->value, operand(frame, at, 0),
				  at->detail == HR_ADD ? right->number : -right->number, 0);
			break;
		}
		add_moved(frame, at->value, operand(frame, at, 0), 0, 1);
		add_moved(frame, at->value, operand(frame, at, 1), 0, 1);
		break;
	case HR_AND:
		if (right->kind == HR_VALUE_INTEGER && right->number >= 0 && right->number < 4096)
			break;
		add_moved(frame, at->value, operand(frame, at, 0), 0, 0);
		break;
	case HR_OR:
	case HR_EXCLUSIVE_OR:
		add_moved(frame, at->value, operand(frame, at, 0), 0, 0);
		add_moved(frame, at->value, operand(frame, at, 1), 0, 0);
		break;
	default:
		break;
	}
}

static void phi(struct memory_frame *frame, const struct hr_code_instruction *at)
{
	for (uint32_t i = 0; i < at->operand_count; i++)
		if (frame->run->is_reached[frame->function->targets.data[at->targets + i]])
			add_moved(frame, at->value, operand(frame, at, i), 0, 0);
}

static void atomic(struct memory_frame *frame, const struct hr_code_instruction *at)
{
	pointees to = HR_VEC_INIT;
	pointees found = HR_VEC_INIT;

	hr_frame_access(frame, operand(frame, at, 0), MARK_READ | MARK_WRITTEN, at);
	hr_pointees_add_all(&frame->memory, &to, hr_frame_set(frame, operand(frame, at, 0)));
	for (size_t i = 0; i < to.count; i++) {
		for (uint32_t k = 1; k < at->operand_count; k++)
			hr_memory_store(&frame->memory, to.data[i], hr_no_member(),
					hr_frame_set(frame, operand(frame, at, k)), true);
		hr_memory_load(&frame->memory, frame->code, &found, to.data[i], hr_no_member(), false);
	}
	hr_frame_add(frame, at->value, &found);
	hr_vec_release(&to);
	hr_vec_release(&found);
}

/* Code that nothing is known about; in a variadic function, what fills a va_list. */
static void strange(struct memory_frame *frame, const struct hr_code_instruction *at)
{
	struct memory *memory = &frame->memory;
	pointees unknown = HR_VEC_INIT;

	if (at->op == HR_CODE_OTHER && at->value == HR_CODE_NONE && at->operand_count >= 1 &&
	    frame->function->is_variadic) {
		uint32_t rest = hr_memory_object(memory, OBJECT_REST, (uint32_t)frame->function->parameters.count, 0);
		const pointees *list = hr_frame_set(frame, operand(frame, at, 0));

		hr_pointees_add(memory, &unknown, (struct pointee){ rest, 0, 1 });
		for (size_t i = 0; i < list->count; i++)
			hr_memory_store(memory, (struct pointee){ list->data[i].object, 0, 1 }, hr_no_member(),
					&unknown, true);
		hr_vec_release(&unknown);
		return;
	}
	for (uint32_t i = 0; i < at->operand_count; i++)
		hr_memory_give(memory, hr_frame_set(frame, operand(frame, at, i)), MARK_GIVEN | MARK_FOREIGN,
			       place_of(at));
	if (at->op == HR_CODE_ASSEMBLY)
		memory->is_unknown = true;
	if (at->value != HR_CODE_NONE && frame->function->values.data[at->value].is_pointer) {
		hr_pointees_add(memory, &unknown,
				(struct pointee){ hr_memory_object(memory, OBJECT_UNKNOWN, 0, 0), 0, 1 });
		hr_frame_add(frame, at->value, &unknown);
	}
	hr_vec_release(&unknown);
}

static void step(struct memory_frame *frame, uint32_t instruction)
{
	const struct hr_code_instruction *at = &frame->function->instructions.data[instruction];
	struct pointee local;

	frame->memory.now = instruction;
	frame->memory.spot.is_known = false;
	switch (at->op) {
	case HR_CODE_LOAD:
		load(frame, at);
		break;
	case HR_CODE_STORE:
		store(frame, instruction, at);
		break;
	case HR_CODE_ADDRESS:
		address(frame, at);
		break;
	case HR_CODE_LOCAL:
		local = (struct pointee){ hr_memory_object(&frame->memory, OBJECT_LOCAL, at->value, 0), 0, 0 };
		frame->memory.version += hr_pointees_add(&frame->memory, &frame->values[at->value], local);
		break;
	case HR_CODE_CALL:
		hr_frame_call(frame, instruction);
		break;
	case HR_CODE_RETURN:
		frame->memory.returns = true;
		if (at->operand_count)
			frame->memory.version += hr_pointees_add_all(&frame->memory, &frame->memory.returned,
								     hr_frame_set(frame, operand(frame, at, 0)));
		break;
	case HR_CODE_PHI:
		phi(frame, at);
		break;
	case HR_CODE_SELECT:
		add_moved(frame, at->value, operand(frame, at, 1), 0, 0);
		add_moved(frame, at->value, operand(frame, at, 2), 0, 0);
		break;
	case HR_CODE_CAST:
		if (frame->function->values.data[at->value].is_pointer ||
		    frame->function->values.data[at->value].bits >= 64)
			add_moved(frame, at->value, operand(frame, at, 0), 0, 0);
		break;
	case HR_CODE_BINARY:
		binary(frame, at);
		break;
	case HR_CODE_EXTRACT:
	case HR_CODE_INSERT:
		for (uint32_t i = 0; i < at->operand_count; i++)
			add_moved(frame, at->value, operand(frame, at, i), 0, 0);
		break;
	case HR_CODE_ATOMIC:
		atomic(frame, at);
		break;
	case HR_CODE_ASSEMBLY:
	case HR_CODE_OTHER:
	case HR_CODE_VA_ARG:
		strange(frame, at);
		break;
	default:
		break;
	}
}

/* Which parameters values are computed from. */
static void find_derived(struct memory_frame *frame)
{
	const struct hr_code_function *function = frame->function;
	bool has_changed = true;

	for (size_t i = 0; i < function->values.count; i++)
		if (function->values.data[i].kind == HR_VALUE_PARAMETER && function->values.data[i].index < 64)
			frame->derived[i] = (uint64_t)1 << function->values.data[i].index;
	while (has_changed) {
		has_changed = false;
		for (size_t i = 0; i < function->instructions.count; i++) {
			const struct hr_code_instruction *at = &function->instructions.data[i];
			uint32_t count = at->op == HR_CODE_ADDRESS ? 1 : at->operand_count;
			uint64_t all = 0;

			if (at->value == HR_CODE_NONE ||
			    (at->op != HR_CODE_ADDRESS && at->op != HR_CODE_PHI && at->op != HR_CODE_SELECT &&
			     at->op != HR_CODE_CAST && at->op != HR_CODE_BINARY && at->op != HR_CODE_CALL))
				continue;
			for (uint32_t k = at->op == HR_CODE_CALL || at->op == HR_CODE_SELECT; k < count; k++)
				all |= frame->derived[function->operands.data[at->operands + k]];
			has_changed |= (all & ~frame->derived[at->value]) != 0;
			frame->derived[at->value] |= all;
		}
	}
}

static bool is_too_much(const struct memory *memory)
{
	if (memory->is_coarse)
		return memory->work > MOST_COARSE_WORK;
	return memory->work > MOST_WORK || memory->objects.count > MOST_OBJECTS;
}

/* All instructions, again and again. */
static bool run_passes(struct memory_frame *frame)
{
	const struct hr_code_function *function = frame->function;
	for (int pass = 0; pass < MOST_PASSES; pass++) {
		uint64_t before = frame->memory.version;

		for (size_t b = 0; b < function->blocks.count; b++) {
			const struct hr_code_block *block = &function->blocks.data[b];

			for (uint32_t i = 0; frame->run->is_reached[b] && i < block->count; i++)
				step(frame, block->first + i);
			if (is_too_much(&frame->memory))
				return false;
		}
		if (frame->memory.version == before)
			return true;
	}
	frame->memory.is_imprecise = true;
	return true;
}

bool hr_frame_compute(struct memory_frame *frame)
{
	const struct hr_code_function *function = frame->function;

	frame->values = hr_calloc(function->values.count, sizeof *frame->values);
	frame->derived = hr_calloc(function->values.count, sizeof *frame->derived);
	frame->memory.function = function;
	if (!frame->memory.is_coarse)
		frame->memory.order = hr_order_new(function, frame->run->is_reached);
	frame->guarded = hr_calloc(function->instructions.count, sizeof *frame->guarded);
	frame->seen = hr_calloc(function->instructions.count, sizeof *frame->seen);
	find_derived(frame);
	for (uint32_t i = 0; i < function->parameters.count; i++)
		if (function->values.data[i].is_pointer)
			hr_memory_object(&frame->memory, OBJECT_PARAMETER, i, 0);
	bool is_done = run_passes(frame);
	if (is_done && !frame->memory.is_coarse)
		hr_memory_look_back(&frame->memory, frame->code);
	for (size_t i = 0; i < function->values.count; i++)
		hr_vec_release(&frame->values[i]);
	free(frame->values);
	free(frame->derived);
	hr_order_free(frame->memory.order);
	frame->memory.order = NULL;
	free(frame->seen);
	free(frame->guarded);
	return is_done;
}
