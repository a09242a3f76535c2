/* What an address belongs to: block, variable on the stack, global, or nothing of the unit's.
 *
 * Invariant: never faults and never allocates. Descriptions of frames are read from the stack, which a broken unit may have written
 * over: every pointer is asked for before it is followed, every number is bounded. */
#include "runtime/arena.h"
#include "runtime/asan_internal.h"
#include "runtime/fault.h"
#include "runtime/shadow.h"

#include <string.h>

#define FRAME_MAGIC 0x41b58ab3u
#define FRAME_RETIRED 0x45e0360eu

enum { FRAME_SEARCH_MOST = 1 << 20, VARIABLES_MOST = 10000 };

static void set_name(struct hr_wire_owner *out, const char *name, size_t length)
{
	if (length >= sizeof out->name)
		length = sizeof out->name - 1;
	memcpy(out->name, name, length);
	out->name[length] = '\0';
}

/* Where the address is, seen from an object at `begin`. */
static void set_place(struct hr_wire_owner *out, uintptr_t address, uintptr_t begin, size_t size)
{
	out->size = size;
	if (address < begin) {
		out->place = HR_PLACE_BEFORE;
		out->distance = begin - address;
	} else if (address - begin < size) {
		out->place = HR_PLACE_INSIDE;
		out->distance = address - begin;
	} else {
		out->place = HR_PLACE_AFTER;
		out->distance = address - begin - size;
	}
}

/* ---- heap ---- */

static void heap_owner(struct hr_wire_owner *out, uintptr_t address)
{
	out->region = HR_REGION_HEAP;
	const struct hr_block *block = hr_arena_nearest(address);
	if (!block)
		return;
	set_place(out, address, block->address, block->size);
	out->block = hr_arena_number(block);
	out->allocated_by = block->allocated_by;
	out->is_freed = block->is_freed;
	if (block->is_freed)
		out->freed_by = block->freed_by;
}

/* ---- stack ---- */

static uintptr_t word_at(uintptr_t address)
{
	uintptr_t word;
	memcpy(&word, (const void *)address, sizeof word);
	return word;
}

/* The frame on the real stack that has the address: its left redzone lies somewhere to the left, in the shadow. */
static uintptr_t real_frame(uintptr_t address)
{
	uintptr_t least = hr_stack_lowest(); /* nothing below was ever used */
	if (address < least)
		return 0;
	if (address - least > FRAME_SEARCH_MOST)
		least = address - FRAME_SEARCH_MOST;
	uintptr_t at = address & ~(uintptr_t)7;
	while (at >= least && *hr_shadow_of(at) != HR_SHADOW_STACK_LEFT)
		at -= 8;
	while (at >= least && *hr_shadow_of(at) == HR_SHADOW_STACK_LEFT)
		at -= 8;
	at += 8;
	return at >= least && *hr_shadow_of(at) == HR_SHADOW_STACK_LEFT && hr_memory_is_mapped(at) ? at : 0;
}

static bool read_number(const char **text, size_t *out)
{
	const char *at = *text;
	size_t number = 0;
	while (*at == ' ')
		at++;
	const char *digits = at;
	for (; *at >= '0' && *at <= '9' && at - digits < 18; at++)
		number = number * 10 + (size_t)(*at - '0');
	*text = at;
	*out = number;
	return at > digits;
}

struct variable {
	size_t offset; /* into the frame */
	size_t size;
	const char *name;
	size_t length;
};

/* One "offset size length name:line" of a description; false at its end. */
static bool read_variable(const char **text, struct variable *out)
{
	if (!read_number(text, &out->offset) || !read_number(text, &out->size) || !read_number(text, &out->length))
		return false;
	if (**text != ' ')
		return false;
	out->name = ++*text;
	size_t length = strnlen(out->name, out->length);
	*text += length;
	const char *line = memchr(out->name, ':', length);
	out->length = line ? (size_t)(line - out->name) : length;
	return true;
}

static size_t variable_distance(const struct variable *variable, size_t offset)
{
	if (offset < variable->offset)
		return variable->offset - offset;
	return offset - variable->offset < variable->size ? 0 : offset - variable->offset - variable->size + 1;
}

static void frame_owner(struct hr_wire_owner *out, uintptr_t address, uintptr_t frame)
{
	uintptr_t magic = word_at(frame);
	uintptr_t description = word_at(frame + 8);
	if ((magic != FRAME_MAGIC && magic != FRAME_RETIRED) || !hr_range_has(hr_runtime.unit_image, description) ||
	    !hr_memory_is_mapped(description))
		return;
	const char *text = (const char *)description;
	size_t variables;
	if (!read_number(&text, &variables) || variables > VARIABLES_MOST)
		return;
	struct variable best = { 0 };
	struct variable next;
	size_t least = SIZE_MAX;
	for (size_t i = 0; i < variables && read_variable(&text, &next); i++) {
		size_t away = variable_distance(&next, address - frame);
		if (away >= least)
			continue;
		least = away;
		best = next;
	}
	if (least == SIZE_MAX)
		return;
	set_place(out, address, frame + best.offset, best.size);
	set_name(out, best.name, best.length);
}

static void stack_owner(struct hr_wire_owner *out, uintptr_t address, uintptr_t frame)
{
	out->region = HR_REGION_STACK;
	if (frame)
		frame_owner(out, address, frame);
}

/* ---- globals ---- */

static void global_owner(struct hr_wire_owner *out, uintptr_t address)
{
	out->region = HR_REGION_GLOBAL;
	const struct hr_global *global = hr_global_near(address);
	if (!global)
		return;
	set_place(out, address, global->address, global->size);
	const char *name = hr_global_name(global);
	set_name(out, name, strnlen(name, sizeof out->name));
}

void hr_owner_of(struct hr_wire_owner *out, uintptr_t address)
{
	memset(out, 0, sizeof *out);
	out->block = HR_WIRE_NO_BLOCK;
	out->allocated_by = HR_WIRE_NO_STATEMENT;
	out->freed_by = HR_WIRE_NO_STATEMENT;
	if (address < HR_SHADOW_NULL_SIZE) {
		out->region = HR_REGION_NULL;
		out->distance = address;
	} else if (address - HR_ARENA_BASE < HR_ARENA_SIZE) {
		heap_owner(out, address);
	} else if (address - HR_FAKE_STACK_BASE < HR_FAKE_STACK_SIZE) {
		stack_owner(out, address, hr_fake_stack_frame(address));
	} else if (hr_range_has(hr_runtime.unit_stack, address)) {
		stack_owner(out, address, real_frame(address));
	} else if (hr_range_has(hr_runtime.unit_image, address)) {
		global_owner(out, address);
	} else if (hr_shadow_exists(address) &&
		   (*hr_shadow_of(address) == HR_SHADOW_FOREIGN || hr_memory_is_mapped(address))) {
		out->region = HR_REGION_FOREIGN;
	}
}
