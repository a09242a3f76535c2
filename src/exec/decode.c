/* Results of a worker → outcomes.
 *
 * The unit may have written over the shared memory, so nothing in it is believed: every list is checked against the bounds of its result,
 * every number that chooses something against its range. It may also write while we read (its worker runs the next batch): whatever is
 * checked is copied first. */
#include "exec/program.h"
#include "model/extras.h"

#include <string.h>

struct source {
	const unsigned char *bytes;
	size_t size;
	struct hr_outcome *out;
	const struct hr_program *program;
	size_t next_pointer; /* in the program's list */
};

/* The entries of a list, `size` bytes each; NULL when there are none or they do not lie in the result. */
static const unsigned char *list(const struct source *source, const struct hr_wire_list *entries, size_t size)
{
	if (entries->count == 0 || entries->offset > source->size || entries->offset % 4)
		return NULL;
	if (entries->count > (source->size - entries->offset) / size)
		return NULL;
	return source->bytes + entries->offset;
}

static const char *text(struct source *source, const char *bytes, size_t room)
{
	size_t length = strnlen(bytes, room);
	return length ? hr_arena_strndup(&source->out->arena, bytes, length) : "";
}

static unsigned bounded(uint32_t number, unsigned count)
{
	return number < count ? number : 0;
}

static void decode_owner(struct hr_owner *out, struct source *source, const struct hr_wire_owner *owner)
{
	static const enum hr_fault_region regions[] = {
		[HR_REGION_NONE] = HR_IN_NOTHING,  [HR_REGION_NULL] = HR_IN_NULL_PAGE,
		[HR_REGION_HEAP] = HR_IN_HEAP,     [HR_REGION_STACK] = HR_IN_STACK,
		[HR_REGION_GLOBAL] = HR_IN_GLOBAL, [HR_REGION_FOREIGN] = HR_IN_FOREIGN,
	};
	out->region = regions[bounded(owner->region, HR_REGION_FOREIGN + 1)];
	out->place = (enum hr_fault_place)bounded(owner->place, HR_PLACE_AFTER + 1);
	out->distance = owner->distance;
	out->size = owner->size;
	out->block = owner->block;
	out->allocated_by = owner->allocated_by;
	out->freed_by = owner->freed_by;
	out->is_freed = owner->is_freed != 0;
	out->name = text(source, owner->name, sizeof owner->name);
}

static void decode_stack(hr_frames *out, const struct hr_wire_stack *stack)
{
	for (uint32_t i = 0; i < stack->count && i < HR_WIRE_FRAMES; i++)
		hr_vec_push(out, (struct hr_frame){ .pc = stack->pc[i], .function = "", .file = "" });
}

static void decode_fault(struct hr_fault *out, struct source *source, const struct hr_wire_fault *fault)
{
	out->kind = (enum hr_fault_kind)bounded(fault->kind, HR_FAULT_KINDS);
	out->access = (enum hr_fault_access)bounded(fault->access, HR_ACCESS_FREE + 1);
	out->address = fault->address;
	out->size = fault->size;
	out->code = fault->code;
	out->statement = fault->statement;
	out->line = fault->line;
	out->column = fault->column;
	out->file = text(source, fault->file, sizeof fault->file);
	out->function = text(source, fault->function, sizeof fault->function);
	out->text = text(source, fault->text, sizeof fault->text);
	decode_owner(&out->owner, source, &fault->owner);
	decode_stack(&out->stack, &fault->stack);
	decode_stack(&out->allocation, &fault->allocation);
	decode_stack(&out->release, &fault->release);
}

/* Whose pointer stands in the slot. Entries come in the order of the list, mostly: it is looked for behind the one that was found last. */
static size_t value_of_slot(struct source *source, uint32_t slot)
{
	const struct hr_program *program = source->program;
	size_t count = program->value_of.count;
	for (size_t i = 0; i < count; i++) {
		size_t at = source->next_pointer < count ? source->next_pointer : 0;
		source->next_pointer = at + 1;
		if (hr_program_pointer(program, at) == slot)
			return program->value_of.data[at];
	}
	return HR_NO_VALUE;
}

static struct hr_pointer_record decode_pointer(struct source *source, const struct hr_wire_pointer *pointer)
{
	struct hr_pointer_record record = {
		.value = value_of_slot(source, pointer->slot),
		.block = pointer->block,
		.is_freed = pointer->is_freed != 0,
		.allocated_by = pointer->allocated_by,
		.freed_by = pointer->freed_by,
		.offset = pointer->offset,
		.size = pointer->size,
	};
	record.region = (enum hr_fault_region)bounded(pointer->region, HR_REGION_FOREIGN + 1);
	return record;
}

/* There are many of them: room is made once. */
static void decode_calls(struct hr_outcome *out, const unsigned char *entries, size_t count)
{
	hr_program_reserve(&out->calls, count);
	for (size_t i = 0; i < count; i++) {
		struct hr_wire_call call;
		memcpy(&call, entries + i * sizeof call, sizeof call);
		out->calls.data[i] = (struct hr_call_record){ call.statement, call.error_number, call.born, call.died };
	}
	out->calls.count = count;
}

static void decode_plain_lists(struct source *source, const struct hr_wire_result *result)
{
	struct hr_outcome *out = source->out;
	const unsigned char *entries = list(source, &result->calls, sizeof(struct hr_wire_call));
	decode_calls(out, entries, entries ? result->calls.count : 0);
	entries = list(source, &result->pointers, sizeof(struct hr_wire_pointer));
	for (uint32_t i = 0; entries && i < result->pointers.count; i++) {
		struct hr_wire_pointer pointer;
		memcpy(&pointer, entries + i * sizeof pointer, sizeof pointer);
		hr_vec_push(&out->pointers, decode_pointer(source, &pointer));
	}
	entries = list(source, &result->heap, sizeof(struct hr_wire_heap_event));
	for (uint32_t i = 0; entries && i < result->heap.count; i++) {
		struct hr_wire_heap_event event;
		memcpy(&event, entries + i * sizeof event, sizeof event);
		hr_vec_push(&out->heap,
			    (struct hr_heap_event){ event.statement,
						    (enum hr_heap_event_kind)bounded(event.kind, HR_HEAP_REFUSED + 1),
						    event.block, event.size });
	}
	entries = list(source, &result->comparisons, sizeof(struct hr_wire_comparison));
	for (uint32_t i = 0; entries && i < result->comparisons.count; i++) {
		struct hr_wire_comparison wire;
		memcpy(&wire, entries + i * sizeof wire, sizeof wire);
		struct hr_comparison *comparison = hr_vec_add(&out->comparisons);
		comparison->pc = wire.pc;
		comparison->is_bytes = wire.kind == HR_COMPARED_BYTES;
		comparison->size = wire.size <= sizeof wire.left ? wire.size : sizeof wire.left;
		memcpy(comparison->left, wire.left, sizeof wire.left);
		memcpy(comparison->right, wire.right, sizeof wire.right);
	}
	entries = list(source, &result->fingerprints, sizeof(struct hr_wire_fingerprint));
	for (uint32_t i = 0; entries && i < result->fingerprints.count; i++) {
		struct hr_wire_fingerprint wire;
		memcpy(&wire, entries + i * sizeof wire, sizeof wire);
		size_t value = HR_NO_VALUE;
		for (size_t k = 0; k < source->program->slot_of.count && value == HR_NO_VALUE; k++)
			if (source->program->slot_of.data[k] == wire.slot)
				value = k;
		hr_vec_push(&out->fingerprints, (struct hr_fingerprint){ wire.statement, value, wire.value });
	}
}

static void decode_edges(struct source *source, const struct hr_wire_result *result)
{
	const unsigned char *entries = list(source, &result->new_edge_list, sizeof(uint32_t));
	for (uint32_t i = 0; entries && i < result->new_edge_list.count; i++) {
		uint32_t edge;
		memcpy(&edge, entries + i * sizeof edge, sizeof edge);
		hr_vec_push(&source->out->new_edges, edge);
	}
	entries = list(source, &result->edge_list, sizeof(uint32_t));
	for (uint32_t i = 0; entries && i < result->edge_list.count; i++) {
		uint32_t edge;
		memcpy(&edge, entries + i * sizeof edge, sizeof edge);
		hr_vec_push(&source->out->edges, edge);
	}
	entries = list(source, &result->place_list, sizeof(uint64_t));
	for (uint32_t i = 0; entries && i < result->place_list.count; i++) {
		uint64_t place;
		memcpy(&place, entries + i * sizeof place, sizeof place);
		hr_vec_push(&source->out->edge_places, place);
	}
}

static void decode_faults(struct source *source, const struct hr_wire_result *result)
{
	struct hr_outcome *out = source->out;
	struct hr_wire_fault wire;
	const unsigned char *entries = list(source, &result->notes, sizeof wire);
	for (uint32_t i = 0; entries && i < result->notes.count; i++) {
		memcpy(&wire, entries + i * sizeof wire, sizeof wire);
		decode_fault(hr_vec_add(&out->notes), source, &wire);
	}
	struct hr_wire_owner owner;
	entries = list(source, &result->leaks, sizeof owner);
	for (uint32_t i = 0; entries && i < result->leaks.count; i++) {
		memcpy(&owner, entries + i * sizeof owner, sizeof owner);
		decode_owner(hr_vec_add(&out->leaks), source, &owner);
	}
	if (result->status != HR_WIRE_NORMAL)
		decode_fault(&out->fault, source, &result->fault);
}

static void decode_callback(struct source *source, const struct hr_wire_callback_call *wire, const unsigned char *entry)
{
	struct hr_callback_call *call = hr_vec_add(&source->out->callbacks);
	const unsigned char *argument = entry + sizeof *wire;
	const unsigned char *end = entry + wire->size;
	call->statement = wire->statement;
	call->type = wire->callback / HR_WIRE_CALLBACK_INSTANCES;
	call->instance = wire->callback % HR_WIRE_CALLBACK_INSTANCES;
	const unsigned char *texts = argument + (size_t)wire->argument_count * 16;
	for (uint32_t i = 0; i < wire->argument_count && (size_t)(end - argument) >= 16; i++, argument += 16) {
		struct hr_callback_argument *out = hr_vec_add(&call->arguments);
		memcpy(out->bytes, argument, 16);
		if (i >= 32 || !(wire->texts & 1u << i) || texts > end || (size_t)(end - texts) < 4)
			continue;
		uint32_t length;
		memcpy(&length, texts, sizeof length);
		texts += sizeof length;
		if (length > (size_t)(end - texts))
			return;
		char *copy = hr_arena_alloc(&source->out->arena, (size_t)length + 1);
		memcpy(copy, texts, length); /* there may be a NUL among them */
		out->text = copy;
		out->length = length;
		out->is_ended = (wire->ended & 1u << i) != 0;
		texts += (length + 3) & ~3u;
	}
}

static void decode_varying_lists(struct source *source, const struct hr_wire_result *result)
{
	size_t end = (size_t)result->callbacks.offset + result->callbacks.size;
	struct hr_wire_callback_call call;
	source->out->has_more_callbacks = result->callbacks.truncated != 0;
	for (size_t at = result->callbacks.offset; end <= source->size && at + sizeof call <= end;) {
		memcpy(&call, source->bytes + at, sizeof call);
		if (call.size < sizeof call || call.size > end - at ||
		    call.argument_count > (call.size - sizeof call) / 16)
			break;
		decode_callback(source, &call, source->bytes + at);
		at += call.size;
	}
	struct hr_wire_description wire;
	end = (size_t)result->descriptions.offset + result->descriptions.size;
	for (size_t at = result->descriptions.offset; end <= source->size && at + sizeof wire <= end;) {
		memcpy(&wire, source->bytes + at, sizeof wire);
		if (wire.length > end - at - sizeof wire)
			break;
		struct hr_description *description = hr_vec_add(&source->out->descriptions);
		description->statement = wire.statement;
		description->value = value_of_slot(source, wire.slot);
		description->is_readable = wire.readable != 0;
		description->bytes = source->bytes + at + sizeof wire;
		description->length = wire.length;
		description->pointer = decode_pointer(source, &wire.pointer);
		description->pointer.value = description->value;
		at += sizeof wire + ((wire.length + 7) & ~7u);
	}
}

size_t hr_outcome_decode(struct hr_outcome *out, const struct hr_program *program, const void *bytes, size_t available)
{
	static const enum hr_outcome_status statuses[] = {
		[HR_WIRE_NOT_RUN] = HR_OUTCOME_NOT_RUN, [HR_WIRE_NORMAL] = HR_OUTCOME_NORMAL,
		[HR_WIRE_FAULT] = HR_OUTCOME_FAULT,     [HR_WIRE_ILLEGAL] = HR_OUTCOME_ILLEGAL,
		[HR_WIRE_HANG] = HR_OUTCOME_HANG,       [HR_WIRE_EXIT] = HR_OUTCOME_EXIT,
		[HR_WIRE_REFUSED] = HR_OUTCOME_REFUSED, [HR_WIRE_EXHAUSTED] = HR_OUTCOME_EXHAUSTED,
	};
	struct hr_wire_result copy;
	const struct hr_wire_result *result = &copy;
	out->status = HR_OUTCOME_DIED;
	if (available < HR_WIRE_RESULT_LEAST)
		return 0;
	memcpy(&copy, bytes, HR_WIRE_RESULT_LEAST);
	size_t least = copy.status == HR_WIRE_NORMAL ? HR_WIRE_RESULT_LEAST : sizeof copy;
	if (copy.size < least || copy.size > available || copy.status >= HR_WIRE_STATUS_COUNT)
		return 0;
	if (copy.sum != 0 && (copy.size % 8 != 0 || copy.sum != hr_wire_sum(bytes, copy.size)))
		return 0; /* the unit wrote over it */
	if (least == sizeof copy)
		memcpy(&copy.fault, (const unsigned char *)bytes + HR_WIRE_RESULT_LEAST, sizeof copy.fault);
	struct source source = { bytes, result->size, out, program, 0 };
	out->status = statuses[result->status];
	out->statement = result->statement;
	out->edge_total = result->edges;
	out->live_blocks = result->live_blocks;
	out->call_total = result->call_count;
	decode_plain_lists(&source, result);
	decode_edges(&source, result);
	decode_faults(&source, result);
	/* a user's precondition, asked by the call's wrapper */
	if (out->status == HR_OUTCOME_FAULT && out->fault.kind == HR_KIND_ASSERT &&
	    hr_is_broken_condition(out->fault.text))
		out->status = HR_OUTCOME_ILLEGAL;
	decode_varying_lists(&source, result);
	/* all of it or nothing: readers of values look at no size */
	if (result->area.count >= program->area_size)
		out->area = list(&source, &result->area, 1);
	out->area_size = out->area ? result->area.count : 0;
	out->slot_of = program->slot_of.data;
	out->slot_count = program->slot_of.count;
	out->output = (const char *)list(&source, &result->output, 1);
	out->output_length = out->output ? result->output.count : 0;
	return result->size;
}
