/* Calls: what a callee's summary means for the caller's memory. */
#include "analysis/memory_call.h"

#include "base/memory.h"

enum { MOST_ROUNDS = 8, MOST_FRESH = 6 };

void hr_call_add(struct memory *memory, pointees *set, uint32_t object, uint32_t stride)
{
	hr_pointees_add(memory, set, (struct pointee){ object, 0, stride });
}

static void give_arguments(const struct memory_call *call, unsigned marks, pointees *result)
{
	struct memory *memory = &call->frame->memory;

	for (uint32_t i = 0; i < call->count; i++)
		hr_memory_give(memory, hr_frame_set(call->frame, call->arguments[i]), marks, call->place);
	memory->is_unknown = true;
	if (call->at->value != HR_CODE_NONE && call->frame->function->values.data[call->at->value].is_pointer)
		hr_call_add(memory, result, hr_memory_object(memory, OBJECT_UNKNOWN, 0, 0), 1);
}

void hr_call_free(const struct memory_call *call, uint32_t argument, const pointees *set, unsigned mark)
{
	struct memory_frame *frame = call->frame;
	pointees all = HR_VEC_INIT;

	if (hr_frame_is_guarded(frame, call->instruction, argument))
		mark = MARK_GUARDED;
	hr_pointees_add_all(&frame->memory, &all, set);
	hr_frame_add_equal(frame, call->instruction, argument, &all);
	hr_frame_free(frame, &all, mark, hr_frame_is_held(frame, argument), call->place);
	hr_vec_release(&all);
}

/* ---- functions of the unit ---- */

struct mapping {
	const struct memory_call *call;
	const struct memory *summary;
	pointees *to;        /* by the summary's objects: the caller's */
	bool *is_held;       /* nodes that only objects of the caller's own lead to */
	const pointees *all; /* not NULL: every parameter is any of these */
	uint32_t *stamps;    /* by the caller's objects */
	uint32_t stamp_count;
	uint32_t stamp;
};

static void map_roots(struct mapping *mapping)
{
	const struct memory_call *call = mapping->call;
	struct memory *memory = &call->frame->memory;
	uint32_t fresh = 0;

	for (size_t i = 0; i < mapping->summary->objects.count; i++) {
		const struct memory_object *object = &mapping->summary->objects.data[i];
		uint32_t own;

		switch (object->kind) {
		case OBJECT_PARAMETER:
			if (mapping->all)
				hr_pointees_add_all(memory, &mapping->to[i], mapping->all);
			else if (object->index < call->count)
				hr_pointees_add_all(memory, &mapping->to[i],
						    hr_frame_set(call->frame, call->arguments[object->index]));
			break;
		case OBJECT_GLOBAL:
			own = hr_memory_global(memory, call->frame->code, object->index);
			hr_call_add(memory, &mapping->to[i], own, 0);
			break;
		case OBJECT_FUNCTION:
		case OBJECT_UNKNOWN:
			own = hr_memory_object(memory, (enum object_kind)object->kind, object->index, 0);
			hr_call_add(memory, &mapping->to[i], own, object->kind == OBJECT_UNKNOWN);
			break;
		case OBJECT_FRESH:
			own = hr_memory_object(memory, OBJECT_FRESH, call->instruction, fresh);
			memory->objects.data[own].is_several |= object->is_several || fresh == MOST_FRESH;
			fresh += fresh < MOST_FRESH;
			hr_call_add(memory, &mapping->to[i], own, 0);
			break;
		default:
			break;
		}
	}
}

static bool map_child(struct mapping *mapping, size_t parent, const struct memory_cell *cell)
{
	const struct memory_call *call = mapping->call;
	struct memory *memory = &call->frame->memory;
	pointees found = HR_VEC_INIT;

	if (mapping->summary->objects.data[parent].kind == OBJECT_REST) {
		uint32_t named = (uint32_t)-1;

		for (size_t i = 0; i < mapping->summary->objects.count; i++)
			if (mapping->summary->objects.data[i].kind == OBJECT_REST)
				named = mapping->summary->objects.data[i].index;
		for (uint32_t i = named; i < call->count; i++)
			hr_pointees_add_all(memory, &found, hr_frame_set(call->frame, call->arguments[i]));
	}
	const struct memory_object *object = &mapping->summary->objects.data[parent];
	memory->spot.is_known = false;
	if (object->kind == OBJECT_PARAMETER && object->index < call->count && !mapping->all && !cell->stride) {
		memory->spot = hr_order_spot(call->frame->function, call->arguments[object->index]);
		memory->spot.bytes += cell->offset;
	}
	for (size_t i = 0; i < mapping->to[parent].count; i++)
		hr_memory_load(memory, call->frame->code, &found,
			       hr_pointee_moved(mapping->to[parent].data[i], cell->offset, cell->stride), cell->member,
			       true);
	if (mapping->summary->objects.data[cell->child].is_collapsed)
		hr_memory_close(memory, &found);
	for (size_t i = 0; i < mapping->to[parent].count; i++) {
		const struct memory_object *holder = &memory->objects.data[mapping->to[parent].data[i].object];

		if (holder->kind != OBJECT_FRESH && holder->kind != OBJECT_LOCAL &&
		    !(object->kind == OBJECT_NODE && mapping->is_held[parent]))
			mapping->is_held[cell->child] = false;
	}
	bool has_changed = hr_pointees_add_all(memory, &mapping->to[cell->child], &found);
	hr_vec_release(&found);
	return has_changed;
}

static void map_nodes(struct mapping *mapping)
{
	bool has_changed = true;

	for (int round = 0; has_changed && round < MOST_ROUNDS; round++) {
		has_changed = false;
		for (size_t i = 0; i < mapping->summary->objects.count; i++) {
			const struct memory_object *object = &mapping->summary->objects.data[i];

			for (size_t k = 0; k < object->cells.count; k++)
				if (object->cells.data[k].child != HR_CODE_NONE)
					has_changed |= map_child(mapping, i, &object->cells.data[k]);
		}
	}
}

/* Parameters of the caller that the callee accesses by pointers that were in memory. */
static void mark_indirect(struct mapping *mapping, size_t index)
{
	const struct memory_object *object = &mapping->summary->objects.data[index];
	struct memory_frame *frame = mapping->call->frame;
	uint64_t derived = 0;

	if (!(object->marks & (MARK_READ | MARK_WRITTEN)))
		return;
	if (object->kind == OBJECT_PARAMETER && !(object->marks & MARK_INDIRECT) &&
	    object->index < mapping->call->count)
		derived = frame->derived[mapping->call->arguments[object->index]];
	for (size_t i = 0; i < mapping->to[index].count; i++) {
		struct memory_object *own = &frame->memory.objects.data[mapping->to[index].data[i].object];

		if (own->kind == OBJECT_PARAMETER && (own->index >= 64 || !(derived >> own->index & 1)))
			own->marks |= MARK_INDIRECT;
	}
}

/* Coarsely there is one of each object: a mark says that it is there. */
static void add_distinct(struct mapping *mapping, pointees *out, const pointees *from)
{
	if (!out->count)
		mapping->stamp++;
	for (size_t i = 0; i < from->count; i++) {
		uint32_t object = from->data[i].object;

		if (object < mapping->stamp_count && mapping->stamps[object] == mapping->stamp)
			continue;
		if (object < mapping->stamp_count)
			mapping->stamps[object] = mapping->stamp;
		hr_pointees_add(&mapping->call->frame->memory, out, from->data[i]);
	}
}

static void add_mapped(struct mapping *mapping, pointees *out, const pointees *from)
{
	for (size_t i = 0; i < from->count; i++) {
		const pointees *to = &mapping->to[from->data[i].object];

		if (mapping->call->frame->memory.is_coarse) {
			add_distinct(mapping, out, to);
			continue;
		}
		for (size_t k = 0; k < to->count; k++)
			hr_pointees_add(&mapping->call->frame->memory, out,
					hr_pointee_moved(to->data[k], from->data[i].offset, from->data[i].stride));
	}
}

static void apply_free(struct mapping *mapping, size_t index)
{
	const struct memory_object *object = &mapping->summary->objects.data[index];
	const struct memory_object *root =
		object->root < mapping->summary->objects.count ? &mapping->summary->objects.data[object->root] : object;
	const struct memory_call *call = mapping->call;
	unsigned mark = object->marks & MARK_FREED ? MARK_FREED : MARK_GUARDED;
	bool has_argument = root->kind == OBJECT_PARAMETER && root->index < call->count && !mapping->all;

	if (object->kind == OBJECT_PARAMETER && has_argument) {
		hr_call_free(call, call->arguments[object->index], &mapping->to[index], mark);
		return;
	}
	if (has_argument && hr_frame_is_guarded(call->frame, call->instruction, call->arguments[root->index]))
		mark = MARK_GUARDED;
	hr_frame_free(call->frame, &mapping->to[index], mark, mapping->is_held[index], call->place);
}

static void apply_object(struct mapping *mapping, size_t index)
{
	const struct memory_object *object = &mapping->summary->objects.data[index];
	struct memory *memory = &mapping->call->frame->memory;
	const pointees *to = &mapping->to[index];
	unsigned given = object->marks & (MARK_GIVEN | MARK_FOREIGN);

	hr_memory_mark(memory, to,
		       object->marks &
			       ~(unsigned)(MARK_INDIRECT | MARK_GIVEN | MARK_FOREIGN | MARK_FREED | MARK_GUARDED),
		       mapping->call->place);
	if (object->marks & (MARK_FREED | MARK_GUARDED))
		apply_free(mapping, index);
	if (given)
		hr_memory_give(memory, to, given, mapping->call->place);
	mark_indirect(mapping, index);
	for (size_t i = 0; i < object->cells.count; i++) {
		const struct memory_cell *cell = &object->cells.data[i];
		pointees values = HR_VEC_INIT;

		add_mapped(mapping, &values, &cell->left);
		for (size_t k = 0; k < to->count && values.count; k++)
			hr_memory_store(memory, hr_pointee_moved(to->data[k], cell->offset, cell->stride), cell->member,
					&values, true);
		hr_vec_release(&values);
	}
	for (size_t i = 0; i < object->copies.count; i++) {
		const struct memory_copy *copy = &object->copies.data[i];
		const pointees *from = &mapping->to[copy->from.object];

		for (size_t k = 0; k < to->count; k++)
			for (size_t n = 0; n < from->count; n++)
				hr_memory_copy(memory, mapping->call->frame->code,
					       hr_pointee_moved(to->data[k], copy->offset, copy->stride),
					       hr_pointee_moved(from->data[n], copy->from.offset, copy->from.stride),
					       copy->size, copy);
	}
}

void hr_call_apply(const struct memory_call *call, const struct memory *summary, const pointees *all, pointees *result)
{
	struct memory *memory = &call->frame->memory;
	struct mapping mapping = {
		.call = call, .summary = summary, .to = hr_calloc(summary->objects.count, sizeof(pointees)), .all = all
	};

	mapping.is_held = hr_calloc(summary->objects.count, sizeof *mapping.is_held);
	for (size_t i = 0; i < summary->objects.count; i++)
		mapping.is_held[i] = summary->objects.data[i].kind == OBJECT_NODE;
	map_roots(&mapping);
	map_nodes(&mapping);
	mapping.stamp_count = (uint32_t)memory->objects.count;
	mapping.stamps = hr_calloc(mapping.stamp_count, sizeof *mapping.stamps);
	for (size_t i = 0; i < summary->objects.count; i++)
		apply_object(&mapping, i);
	add_mapped(&mapping, result, &summary->returned);
	memory->is_outside |= summary->is_outside;
	memory->is_unknown |= summary->is_unknown;
	memory->is_imprecise |= summary->is_imprecise;
	memory->reads_globals |= summary->reads_globals;
	for (size_t i = 0; i < summary->objects.count; i++)
		hr_vec_release(&mapping.to[i]);
	free(mapping.to);
	free(mapping.stamps);
	free(mapping.is_held);
}

static void call_defined(const struct memory_call *call, uint32_t target, pointees *result)
{
	const struct hr_code_function *function = &call->frame->code->functions.data[target];
	struct hr_range *ranges = hr_calloc(function->parameters.count, sizeof *ranges);

	for (uint32_t i = 0; i < function->parameters.count; i++) {
		ranges[i] = hr_range_all();
		if (i >= call->count)
			continue;
		const struct hr_code_value *value = &call->frame->function->values.data[call->arguments[i]];
		struct hr_range known = call->frame->run->values[call->arguments[i]];

		if (value->kind == HR_VALUE_INTEGER)
			known = hr_range_number(value->bits == 1 ? value->number & 1 : value->number);
		else if (value->kind == HR_VALUE_NULL)
			known = hr_range_number(0);
		else if (value->kind != HR_VALUE_PARAMETER && value->kind != HR_VALUE_INSTRUCTION)
			continue;
		known.null_of = 0;
		if (hr_range_is_number(&known, NULL))
			ranges[i] = known;
	}
	const struct memory *summary = hr_effects_ask(call->frame->effects, call->frame->index, target, ranges);
	/* what leads to everything makes everything of the caller's the same */
	if (summary && summary->is_coarse && !call->frame->memory.is_coarse)
		call->frame->memory.work = UINT64_MAX / 2;
	else if (summary)
		hr_call_apply(call, summary, NULL, result);
	free(ranges);
}

/* ---- any call ---- */

static void call_one(const struct memory_call *call, uint32_t target, pointees *result)
{
	const struct hr_call_graph *graph = hr_effects_graph(call->frame->effects);
	const struct hr_code_function *function = &call->frame->code->functions.data[target];

	if (function->is_defined)
		call_defined(call, target, result);
	else if (graph->library[target])
		hr_call_to_library(call, graph->library[target], result);
	else if (!hr_is_intrinsic(function->name))
		give_arguments(call, MARK_GIVEN | MARK_FOREIGN, result);
}

void hr_frame_call(struct memory_frame *frame, uint32_t instruction)
{
	const struct hr_code_instruction *at = &frame->function->instructions.data[instruction];
	const struct hr_call_graph *graph = hr_effects_graph(frame->effects);
	const struct hr_call *targets = hr_call_graph_call(graph, frame->index, instruction);
	const uint32_t *operands = hr_code_operands(frame->function, at);
	struct memory_call call = {
		frame, at, instruction, operands + 1, at->operand_count - 1, { at->file, at->line }
	};
	pointees result = HR_VEC_INIT;

	if (frame->seen[instruction] == frame->memory.version + 1)
		return; /* nothing is new since the last time */
	if (frame->function->values.data[operands[0]].kind != HR_VALUE_FUNCTION)
		hr_frame_access(frame, operands[0], MARK_CALLED, at);
	for (uint32_t i = 0; i < targets->target_count; i++)
		call_one(&call, graph->functions[frame->index].targets.data[targets->targets + i], &result);
	if (targets->is_unknown)
		give_arguments(&call, MARK_GIVEN, &result);
	hr_frame_add(frame, at->value, &result);
	hr_vec_release(&result);
	frame->seen[instruction] = frame->memory.version + 1;
}
