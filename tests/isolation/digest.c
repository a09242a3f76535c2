/* Outcomes → numbers to compare. Pointers count by their records, never by their addresses; everything else counts as it is. What only says
 * how a worker came to it (new edges, addresses of faults) does not count. */
#include "digest.h"

#include <string.h>

static void mix(uint64_t *hash, uint64_t value)
{
	uint64_t mixed = (*hash ^ value) * 0x9e3779b97f4a7c15u;
	*hash = mixed ^ (mixed >> 29);
}

static void mix_bytes(uint64_t *hash, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;
	mix(hash, size);
	for (; size >= 8; at += 8, size -= 8) {
		uint64_t word;
		memcpy(&word, at, sizeof word);
		mix(hash, word);
	}
	uint64_t rest = 0;
	if (size)
		memcpy(&rest, at, size);
	mix(hash, rest);
}

static void mix_text(uint64_t *hash, const char *text)
{
	mix_bytes(hash, text ? text : "", text ? strlen(text) : 0);
}

static void mix_owner(uint64_t *hash, const struct hr_owner *owner)
{
	mix(hash, owner->region * 4u + owner->place);
	mix(hash, owner->distance);
	mix(hash, owner->size);
	mix(hash, owner->block);
	mix(hash, owner->allocated_by);
	mix(hash, owner->freed_by);
	mix(hash, owner->is_freed);
	mix_text(hash, owner->name);
}

static void mix_frames(uint64_t *hash, const hr_frames *frames)
{
	mix(hash, frames->count);
	for (size_t i = 0; i < frames->count; i++)
		mix(hash, frames->data[i].pc);
}

static void mix_fault(uint64_t *hash, const struct hr_fault *fault)
{
	mix(hash, fault->kind * 8u + fault->access);
	mix(hash, fault->size);
	mix(hash, (uint64_t)fault->code);
	mix(hash, fault->statement);
	mix(hash, fault->line);
	mix(hash, fault->column);
	mix_text(hash, fault->file);
	mix_text(hash, fault->function);
	mix_text(hash, fault->text);
	mix_owner(hash, &fault->owner);
	mix_frames(hash, &fault->stack);
	mix_frames(hash, &fault->allocation);
	mix_frames(hash, &fault->release);
}

static void mix_pointer(uint64_t *hash, const struct hr_pointer_record *pointer)
{
	mix(hash, pointer->value);
	mix(hash, pointer->region);
	mix(hash, pointer->block);
	mix(hash, pointer->is_freed);
	mix(hash, pointer->allocated_by);
	mix(hash, pointer->freed_by);
	mix(hash, pointer->offset);
	mix(hash, pointer->size);
}

/* What memory holds: perhaps bytes that nobody wrote. */
static void mix_memory(uint64_t *hash, const unsigned char *bytes, size_t size, struct digest_fills fills)
{
	if (fills.one == fills.other) {
		mix_bytes(hash, bytes, size);
		return;
	}
	mix(hash, size);
	for (size_t i = 0; i < size; i++)
		mix(hash, bytes[i] == fills.other ? fills.one : bytes[i]);
}

static void mix_description(uint64_t *hash, const struct hr_description *description, struct digest_fills fills)
{
	mix(hash, description->statement);
	mix(hash, description->value);
	mix(hash, description->is_readable);
	mix_pointer(hash, &description->pointer);
	mix_memory(hash, description->bytes, description->length, fills);
}

static void mix_callback(uint64_t *hash, const struct hr_callback_call *call, struct digest_fills fills)
{
	mix(hash, call->statement);
	mix(hash, call->type * 16 + call->instance);
	for (size_t i = 0; i < call->arguments.count; i++) {
		mix_bytes(hash, call->arguments.data[i].bytes, sizeof call->arguments.data[i].bytes);
		mix_memory(hash, (const unsigned char *)call->arguments.data[i].text, call->arguments.data[i].length,
			   fills);
	}
}

static bool is_pointer(const struct hr_sequence *sequence, size_t value)
{
	const struct hr_type *type = hr_model_type(sequence->model, sequence->values.data[value].type);
	return !type || type->kind == HR_TYPE_POINTER || type->kind == HR_TYPE_ARRAY;
}

static void mix_value(uint64_t *hash, const struct hr_sequence *sequence, const struct hr_outcome *outcome,
		      size_t value)
{
	const unsigned char *bytes = hr_outcome_bytes(outcome, value);
	size_t size = hr_type_size(sequence->model, sequence->values.data[value].type);
	if (bytes && !is_pointer(sequence, value))
		mix_bytes(hash, bytes, size);
	else
		mix(hash, bytes != NULL);
}

/* ---- parts ---- */

typedef void mix_part(uint64_t *hash, const struct hr_sequence *sequence, const struct hr_outcome *outcome,
		      struct digest_fills fills);

#define PART_OF(name) \
	static void name(uint64_t *hash, const struct hr_sequence *sequence, const struct hr_outcome *outcome, \
			 struct digest_fills fills)

PART_OF(mix_status)
{
	(void)sequence;
	(void)fills;
	mix(hash, outcome->status);
	mix(hash, outcome->statement);
}

PART_OF(mix_the_fault)
{
	(void)sequence;
	(void)fills;
	mix_fault(hash, &outcome->fault);
}

PART_OF(mix_notes)
{
	(void)sequence;
	(void)fills;
	for (size_t i = 0; i < outcome->notes.count; i++)
		mix_fault(hash, &outcome->notes.data[i]);
}

PART_OF(mix_calls)
{
	(void)sequence;
	(void)fills;
	for (size_t i = 0; i < outcome->calls.count; i++) {
		mix(hash, outcome->calls.data[i].statement);
		mix(hash, (uint64_t)outcome->calls.data[i].error_number);
		mix(hash, outcome->calls.data[i].born);
		mix(hash, outcome->calls.data[i].died);
	}
	mix(hash, outcome->live_blocks);
}

PART_OF(mix_pointers)
{
	(void)sequence;
	(void)fills;
	for (size_t i = 0; i < outcome->pointers.count; i++)
		mix_pointer(hash, &outcome->pointers.data[i]);
}

PART_OF(mix_values)
{
	(void)fills;
	for (size_t i = 0; i < sequence->values.count; i++)
		mix_value(hash, sequence, outcome, i);
}

PART_OF(mix_edges)
{
	(void)sequence;
	(void)fills;
	mix(hash, outcome->edge_total);
	for (size_t i = 0; i < outcome->edges.count; i++)
		mix(hash, outcome->edges.data[i]);
}

PART_OF(mix_heap)
{
	(void)sequence;
	(void)fills;
	for (size_t i = 0; i < outcome->heap.count; i++) {
		mix(hash, outcome->heap.data[i].statement * 4u + outcome->heap.data[i].kind);
		mix(hash, outcome->heap.data[i].block);
		mix(hash, outcome->heap.data[i].size);
	}
}

PART_OF(mix_leaks)
{
	(void)sequence;
	(void)fills;
	for (size_t i = 0; i < outcome->leaks.count; i++)
		mix_owner(hash, &outcome->leaks.data[i]);
}

PART_OF(mix_callbacks)
{
	(void)sequence;
	for (size_t i = 0; i < outcome->callbacks.count; i++)
		mix_callback(hash, &outcome->callbacks.data[i], fills);
}

PART_OF(mix_output)
{
	(void)sequence;
	(void)fills;
	mix_bytes(hash, outcome->output, outcome->output_length);
}

PART_OF(mix_descriptions)
{
	(void)sequence;
	for (size_t i = 0; i < outcome->descriptions.count; i++)
		mix_description(hash, &outcome->descriptions.data[i], fills);
}

PART_OF(mix_fingerprints)
{
	(void)sequence;
	(void)fills;
	for (size_t i = 0; i < outcome->fingerprints.count; i++) {
		mix(hash, outcome->fingerprints.data[i].value);
		mix(hash, outcome->fingerprints.data[i].fingerprint);
	}
}

static const struct {
	const char *name;
	mix_part *mix;
} parts[PART_COUNT] = {
	[PART_STATUS] = { "status", mix_status },
	[PART_FAULT] = { "fault", mix_the_fault },
	[PART_NOTES] = { "notes", mix_notes },
	[PART_CALLS] = { "calls", mix_calls },
	[PART_POINTERS] = { "pointers", mix_pointers },
	[PART_VALUES] = { "values", mix_values },
	[PART_EDGES] = { "edges", mix_edges },
	[PART_HEAP] = { "heap", mix_heap },
	[PART_LEAKS] = { "leaks", mix_leaks },
	[PART_CALLBACKS] = { "callbacks", mix_callbacks },
	[PART_OUTPUT] = { "output", mix_output },
	[PART_DESCRIPTIONS] = { "descriptions", mix_descriptions },
	[PART_FINGERPRINTS] = { "fingerprints", mix_fingerprints },
};

const char *part_name(enum part part)
{
	return parts[part].name;
}

void digest_outcome(struct digest *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome,
		    struct digest_fills fills)
{
	memset(out, 0, sizeof *out);
	out->status = (uint8_t)outcome->status;
	for (size_t i = 0; i < PART_COUNT; i++)
		parts[i].mix(&out->parts[i], sequence, outcome, fills);
}

void digest_statements(uint64_t *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome,
		       struct digest_fills fills)
{
	size_t count = sequence->statements.count;
	memset(out, 0, count * sizeof *out);
	for (size_t i = 0; i < sequence->values.count; i++)
		mix_value(&out[sequence->values.data[i].statement], sequence, outcome, i);
	for (size_t i = 0; i < outcome->calls.count; i++) {
		const struct hr_call_record *call = &outcome->calls.data[i];
		if (call->statement >= count)
			continue;
		mix(&out[call->statement], (uint64_t)call->error_number);
		mix(&out[call->statement], call->born);
		mix(&out[call->statement], call->died);
	}
	for (size_t i = 0; i < outcome->descriptions.count; i++)
		if (outcome->descriptions.data[i].statement < count)
			mix_description(&out[outcome->descriptions.data[i].statement], &outcome->descriptions.data[i],
					fills);
	for (size_t i = 0; i < outcome->callbacks.count; i++)
		if (outcome->callbacks.data[i].statement < count)
			mix_callback(&out[outcome->callbacks.data[i].statement], &outcome->callbacks.data[i], fills);
	if (outcome->status == HR_OUTCOME_NORMAL)
		return;
	for (size_t i = outcome->statement; i < count; i++)
		mix(&out[i], outcome->status);
}
