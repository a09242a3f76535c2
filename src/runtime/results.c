/* Writing results: logs that fill while a program runs, and the lists of the result that are made of them and of what the other parts
 * know at the end.
 *
 * Invariants: no list reaches beyond the room of the result; every list begins at a multiple of 8; a list that lost entries says so. A
 * result costs what is in it: the fault (1 KB) is written only when there is one. */
#include "runtime/results.h"
#include "runtime/changing.h"

#include "runtime/arena.h"
#include "runtime/coverage.h"
#include "runtime/fault.h"
#include "runtime/files.h"
#include "runtime/interpreter.h"
#include "runtime/leaks.h"
#include "runtime/machine.h"
#include "runtime/shadow.h"
#include "runtime/system.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

struct hr_logs hr_logs;

/* Capacities. In all less than HR_BATCH_ROOM, so that the logs of a program always fit into its result. */
static const struct {
	struct hr_log *log;
	uint32_t size;
} capacities[] = {
	{ &hr_logs.calls, 32 * 1024 },
	{ &hr_logs.descriptions, 96 * 1024 },
	{ &hr_logs.fingerprints, 16 * 1024 },
	{ &hr_logs.callbacks, 48 * 1024 },
};
#define LOG_COUNT (sizeof(capacities) / sizeof(capacities[0]))

#define MOST_LEAKS 64u
#define MOST_FRESH 65536u
#define MOST_HEAP_BLOCKS 4096u

int hr_logs_map(void)
{
	size_t total = 0;
	for (size_t i = 0; i < LOG_COUNT; i++)
		total += capacities[i].size;
	uint8_t *memory = hr_system_map((void *)HR_LOGS_BASE, total, PROT_READ | PROT_WRITE,
					MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	if (memory == MAP_FAILED)
		return errno;
	hr_shadow_close((uintptr_t)memory, total, HR_SHADOW_FOREIGN);
	for (size_t i = 0; i < LOG_COUNT; i++) {
		*capacities[i].log = (struct hr_log){ .bytes = memory, .size = capacities[i].size };
		memory += capacities[i].size;
	}
	return 0;
}

void *hr_log_append(struct hr_log *log, uint32_t size)
{
	if (log->truncated || size > log->size - log->used) {
		log->truncated = true;
		return NULL;
	}
	void *entry = log->bytes + log->used;
	log->used += size;
	log->count++;
	return entry;
}

void hr_logs_clear(void)
{
	for (size_t i = 0; i < LOG_COUNT; i++) {
		struct hr_log *log = capacities[i].log;
		log->used = 0;
		log->count = 0;
		log->truncated = false;
	}
}

/* The block that an address belongs to; its end belongs to it too, as C allows pointers to there. */
static const struct hr_block *block_of(uintptr_t address)
{
	const struct hr_block *block = hr_arena_find(address);

	if (block)
		return block;
	block = hr_arena_nearest(address);
	return block && address == block->address + block->size ? block : NULL;
}

void hr_pointer_look(struct hr_wire_pointer *out, uint32_t slot, uintptr_t address)
{
	*out = (struct hr_wire_pointer){
		.slot = slot,
		.block = HR_WIRE_NO_BLOCK,
		.allocated_by = HR_WIRE_NO_STATEMENT,
		.freed_by = HR_WIRE_NO_STATEMENT,
	};
	if (address < 4096) {
		out->region = HR_REGION_NULL;
	} else if (address - HR_ARENA_BASE < HR_ARENA_SIZE) {
		const struct hr_block *block = block_of(address);
		out->region = HR_REGION_HEAP;
		if (!block)
			return;
		out->block = hr_arena_number(block);
		out->is_freed = block->is_freed;
		out->allocated_by = block->allocated_by;
		out->freed_by = block->freed_by;
		out->offset = address - block->address;
		out->size = block->size;
	} else if (hr_range_has(hr_runtime.unit_image, address)) {
		out->region = HR_REGION_GLOBAL;
		out->offset = address - hr_runtime.unit_base;
	} else if (hr_range_has(hr_runtime.unit_stack, address)) {
		out->region = HR_REGION_STACK;
	} else if (hr_shadow_readable(address, 1) == 1) {
		out->region = HR_REGION_FOREIGN;
	}
}

/* ---- lists ---- */

struct writer {
	uint8_t *base; /* of the result */
	uint32_t used;
	uint32_t room;
};

static uint32_t room_left(const struct writer *writer)
{
	return writer->room - writer->used;
}

/* Makes a list of what was already written at its place. */
static void close_list(struct writer *writer, struct hr_wire_list *list, uint32_t count, uint32_t size, bool truncated)
{
	list->offset = writer->used;
	list->count = count;
	list->size = size;
	list->truncated = truncated;
	writer->used += (size + 7u) & ~7u;
}

/* Appends `count` entries of `entry_size` bytes, as many as fit. */
static void put(struct writer *writer, struct hr_wire_list *list, const void *entries, uint32_t count,
		uint32_t entry_size, bool truncated)
{
	uint32_t fit = room_left(writer) / entry_size;

	if (count > fit) {
		count = fit;
		truncated = true;
	}
	memcpy(writer->base + writer->used, entries, (size_t)count * entry_size);
	close_list(writer, list, count, count * entry_size, truncated);
}

/* A log of entries of varying size: all or nothing. */
static void put_varying(struct writer *writer, struct hr_wire_list *list, const struct hr_log *log)
{
	bool fits = log->used <= room_left(writer);

	if (log->count > 0 || log->truncated)
		put(writer, list, log->bytes, fits ? log->used : 0, 1, log->truncated || !fits);
}

/* Those that the engine knows already are only looked at when something was freed since, and told when that was their block. */
static void put_pointers(struct writer *writer, struct hr_wire_list *list, const struct hr_wire_program *program,
			 const uint8_t *area)
{
	const uint32_t *slots = (const uint32_t *)((const uint8_t *)program + program->pointers);
	struct hr_wire_pointer *out = (struct hr_wire_pointer *)(writer->base + writer->used);
	uint32_t fit = room_left(writer) / sizeof(*out);
	uint32_t known =
		program->known_pointers < program->pointer_count ? program->known_pointers : program->pointer_count;
	bool has_freed = !hr_machine.is_known && hr_arena_freed_count() != hr_machine.freed_before;
	uint32_t count = 0;
	uint32_t at = has_freed ? 0 : known;

	for (; at < program->pointer_count && count < fit; at++) {
		uintptr_t address = 0;
		if ((uint64_t)slots[at] + sizeof(address) <= program->area_size)
			memcpy(&address, area + slots[at], sizeof(address));
		hr_pointer_look(&out[count], slots[at], address);
		if (at >= known || (out[count].is_freed && out[count].freed_by >= program->tell_from))
			count++;
	}
	close_list(writer, list, count, count * (uint32_t)sizeof(*out), at < program->pointer_count);
}

/* The numbers of new edges are told once and never again, so room is kept for them while all edges are written in place. */
/* Where the edges of a list are, in the same order. */
static void put_places(struct writer *writer, struct hr_wire_list *list, const uint32_t *edges, uint32_t edge_count)
{
	uint64_t *places = (uint64_t *)(writer->base + writer->used);
	uint32_t most = room_left(writer) / 8;
	uint32_t count = edge_count < most ? edge_count : most;
	for (uint32_t i = 0; i < count; i++)
		places[i] = hr_coverage_pc(edges[i]);
	close_list(writer, list, count, count * 8, count < edge_count);
}

static void put_coverage(struct writer *writer, struct hr_wire_result *result)
{
	static uint32_t fresh[MOST_FRESH];
	HR_CHANGING(fresh);
	bool wants_all = hr_runtime.wants & HR_WIRE_WANT_EDGES;
	uint32_t edge_count = hr_coverage_edge_count();
	uint32_t reserve = 4 * (edge_count < MOST_FRESH ? edge_count : MOST_FRESH) + 8;
	if (reserve > room_left(writer) / 2)
		reserve = room_left(writer) / 2;
	uint32_t most_all = wants_all ? (room_left(writer) - reserve) / 4 : 0;
	struct hr_coverage_harvest harvest =
		hr_coverage_collect(fresh, MOST_FRESH, wants_all ? (uint32_t *)(writer->base + writer->used) : NULL,
				    most_all, hr_runtime.status == HR_WIRE_NORMAL);

	result->edges = harvest.executed;
	result->new_edges = harvest.fresh_count;
	if (wants_all) {
		uint32_t count = harvest.all_count < most_all ? harvest.all_count : most_all;
		const uint32_t *edges = (const uint32_t *)(writer->base + writer->used);
		close_list(writer, &result->edge_list, count, count * 4, count < harvest.executed);
		if (hr_runtime.wants & HR_WIRE_WANT_PLACES)
			put_places(writer, &result->place_list, edges, count);
	}
	uint32_t count = harvest.fresh_count < MOST_FRESH ? harvest.fresh_count : MOST_FRESH;
	if (count > 0)
		put(writer, &result->new_edge_list, fresh, count, 4, count < harvest.fresh_count);
}

static void put_leaks(struct writer *writer, struct hr_wire_result *result, const uint8_t *area, uint32_t area_size)
{
	struct hr_wire_owner *out = (struct hr_wire_owner *)(writer->base + writer->used);
	uint32_t most = room_left(writer) / sizeof(*out);

	if (most > MOST_LEAKS)
		most = MOST_LEAKS;
	struct hr_leaks leaks = hr_leaks_find(out, most, area, area_size);
	uint32_t count = leaks.blocks < most ? leaks.blocks : most;
	result->leaked_blocks = leaks.blocks;
	result->leaked_bytes = leaks.bytes;
	close_list(writer, &result->leaks, count, count * (uint32_t)sizeof(*out), leaks.truncated);
}

static void put_event(struct writer *writer, struct hr_wire_list *list, const struct hr_wire_heap_event *event)
{
	if (room_left(writer) < sizeof(*event)) {
		list->truncated = 1;
		return;
	}
	memcpy(writer->base + writer->used, event, sizeof(*event));
	writer->used += (uint32_t)sizeof(*event);
	list->size += (uint32_t)sizeof(*event);
	list->count++;
}

/* The heap events of one statement: first what it allocated, then what it was refused, then what it freed. */
static void put_heap_of(struct writer *writer, struct hr_wire_list *list, uint32_t statement, uint32_t block_count)
{
	struct hr_wire_heap_event event = { .statement = statement };
	uint32_t refused_by;
	size_t refused_size;

	for (uint32_t i = 0; i < block_count; i++) {
		const struct hr_block *block = hr_arena_block(i);
		if (block->allocated_by != statement || block->origin == HR_BLOCK_OBJECT)
			continue;
		event.kind = HR_HEAP_ALLOCATED;
		event.block = i;
		event.size = block->size;
		put_event(writer, list, &event);
	}
	if (hr_arena_refused(&refused_by, &refused_size) && refused_by == statement) {
		event.kind = HR_HEAP_REFUSED;
		event.block = HR_WIRE_NO_BLOCK;
		event.size = refused_size;
		put_event(writer, list, &event);
	}
	for (uint32_t i = 0; i < block_count; i++) {
		const struct hr_block *block = hr_arena_block(i);
		if (!block->is_freed || block->freed_by != statement || block->origin == HR_BLOCK_OBJECT)
			continue;
		event.kind = HR_HEAP_FREED;
		event.block = i;
		event.size = block->size;
		put_event(writer, list, &event);
	}
}

static void put_heap(struct writer *writer, struct hr_wire_list *list, uint32_t statement_count)
{
	uint32_t block_count = hr_arena_count();

	list->offset = writer->used;
	if (block_count > MOST_HEAP_BLOCKS) {
		block_count = MOST_HEAP_BLOCKS;
		list->truncated = 1;
	}
	/* the atexit functions count as the statement behind the last; which was the last that began, the result says */
	for (uint32_t i = 0; i <= statement_count; i++)
		put_heap_of(writer, list, i, block_count);
}

static void put_wanted(struct writer *writer, struct hr_wire_result *result, uint32_t statement_count)
{
	uint32_t count;
	bool truncated;

	if (hr_runtime.wants & HR_WIRE_WANT_HEAP)
		put_heap(writer, &result->heap, statement_count);
	if (hr_runtime.wants & HR_WIRE_WANT_OUTPUT) {
		size_t size;
		const char *bytes = hr_files_output(&size, &truncated);
		if (size > 0)
			put(writer, &result->output, bytes, (uint32_t)size, 1, truncated);
	}
	if (hr_runtime.wants & HR_WIRE_WANT_COMPARISONS && !hr_machine.is_known) {
		const struct hr_wire_comparison *comparisons = hr_comparisons(&count, &truncated);
		if (count > 0)
			put(writer, &result->comparisons, comparisons, count, sizeof(*comparisons), truncated);
	}
}

void hr_result_write_bare(struct hr_wire_result *result, uint64_t id)
{
	memset(result, 0, offsetof(struct hr_wire_result, fault));
	result->id = id;
	result->size = hr_runtime.status == HR_WIRE_NORMAL ? (uint32_t)HR_WIRE_RESULT_LEAST : sizeof(*result);
	result->status = hr_runtime.status;
	result->statement = hr_runtime.statement;
	result->suspicion = hr_runtime.suspicion;
	if (hr_runtime.status != HR_WIRE_NORMAL)
		result->fault = hr_runtime.fault;
}

void hr_result_write(struct hr_wire_result *result, size_t room, const struct hr_wire_program *program,
		     const uint8_t *area)
{
	/* a little less, so that rounding up to 8 stays inside */
	struct writer writer = { .base = (uint8_t *)result, .room = (uint32_t)(room - 8) };
	uint32_t note_count;

	hr_result_write_bare(result, program->id);
	writer.used = result->size;
	result->live_blocks = hr_arena_live_count();
	result->call_count = hr_machine.call_count;
	put(&writer, &result->area, area, program->area_size, 1, false);
	if (hr_logs.calls.count > 0)
		put(&writer, &result->calls, hr_logs.calls.bytes, hr_logs.calls.count, sizeof(struct hr_wire_call),
		    hr_logs.calls.truncated);
	if (program->pointer_count > 0)
		put_pointers(&writer, &result->pointers, program, area);
	put_coverage(&writer, result);
	const struct hr_wire_fault *notes = hr_fault_notes(&note_count);
	if (note_count > 0)
		put(&writer, &result->notes, notes, note_count, sizeof(*notes), false);
	if (hr_runtime.wants & (HR_WIRE_WANT_LEAKS | HR_WIRE_WANT_LOST) && hr_runtime.status == HR_WIRE_NORMAL &&
	    result->live_blocks > 0)
		put_leaks(&writer, result, area, hr_runtime.wants & HR_WIRE_WANT_LOST ? 0 : program->area_size);
	if (hr_logs.fingerprints.count > 0)
		put(&writer, &result->fingerprints, hr_logs.fingerprints.bytes, hr_logs.fingerprints.count,
		    sizeof(struct hr_wire_fingerprint), hr_logs.fingerprints.truncated);
	put_varying(&writer, &result->descriptions, &hr_logs.descriptions);
	put_varying(&writer, &result->callbacks, &hr_logs.callbacks);
	put_wanted(&writer, result, program->statement_count);
	result->size = writer.used;
}
