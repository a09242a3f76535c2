/* What went wrong in the unit: from an address or a message to a struct hr_wire_fault, and out of the unit with it.
 *
 * Invariants: nothing here allocates; a fault is complete in hr_runtime.fault before the unit is left; every place of undefined behaviour
 * that is only recorded is in `notes` once. */
#include "runtime/arena.h"
#include "runtime/changing.h"
#include "runtime/fault.h"
#include "runtime/machine.h"
#include "runtime/shadow.h"

#include <signal.h>
#include <string.h>

enum { NOTES_MOST = 32 };
#define NULL_PAGES 0x10000u
#define NOT_KNOWN UINTPTR_MAX /* an address that the processor does not tell */

static struct hr_wire_fault notes[NOTES_MOST];
static const char *note_files[NOTES_MOST]; /* as the compiler gave them: one address for each file */
static uint32_t note_count;
HR_CHANGING(notes);
HR_CHANGING(note_files);
HR_CHANGING(note_count);

/* ---- kinds ---- */

static const uint8_t kind_of_shadow[256] = {
	[HR_SHADOW_HEAP_REDZONE] = HR_FAULT_HEAP_OVERFLOW,
	[HR_SHADOW_HEAP_FREED] = HR_FAULT_USE_AFTER_FREE,
	[HR_SHADOW_STACK_LEFT] = HR_FAULT_STACK_UNDERFLOW,
	[HR_SHADOW_STACK_MIDDLE] = HR_FAULT_STACK_OVERFLOW_WRITE,
	[HR_SHADOW_STACK_RIGHT] = HR_FAULT_STACK_OVERFLOW_WRITE,
	[HR_SHADOW_STACK_RETURNED] = HR_FAULT_USE_AFTER_RETURN,
	[HR_SHADOW_STACK_SCOPE] = HR_FAULT_USE_AFTER_SCOPE,
	[HR_SHADOW_GLOBAL_REDZONE] = HR_FAULT_GLOBAL_OVERFLOW,
	[HR_SHADOW_ALLOCA_LEFT] = HR_FAULT_STACK_UNDERFLOW,
	[HR_SHADOW_ALLOCA_RIGHT] = HR_FAULT_STACK_OVERFLOW_WRITE,
	[HR_SHADOW_USER] = HR_FAULT_USE_AFTER_FREE, /* units do this to what they keep for reuse */
	[HR_SHADOW_FOREIGN] = HR_FAULT_FOREIGN,
	[HR_SHADOW_NULL] = HR_FAULT_NULL,
};

static const uint8_t kind_of_region[] = {
	[HR_REGION_NONE] = HR_FAULT_WILD,
	[HR_REGION_NULL] = HR_FAULT_NULL,
	[HR_REGION_HEAP] = HR_FAULT_HEAP_OVERFLOW,
	[HR_REGION_STACK] = HR_FAULT_STACK_OVERFLOW_WRITE,
	[HR_REGION_GLOBAL] = HR_FAULT_GLOBAL_OVERFLOW,
	[HR_REGION_FOREIGN] = HR_FAULT_FOREIGN,
};

static enum hr_wire_fault_kind heap_kind(const struct hr_wire_owner *owner)
{
	if (owner->region != HR_REGION_HEAP || owner->block == HR_WIRE_NO_BLOCK)
		return HR_FAULT_WILD; /* heap that was never given to anybody */
	if (owner->is_freed && owner->place == HR_PLACE_INSIDE)
		return HR_FAULT_USE_AFTER_FREE;
	return owner->place == HR_PLACE_BEFORE ? HR_FAULT_HEAP_UNDERFLOW : HR_FAULT_HEAP_OVERFLOW;
}

/* The kind of an access whose first bad byte is `bad`, which the shadow knows to be bad. */
static enum hr_wire_fault_kind poisoned_kind(uintptr_t bad, const struct hr_wire_owner *owner)
{
	const uint8_t *shadow = hr_shadow_of(bad);
	uint8_t value = *shadow;
	if (value < 8) /* the object ends within these eight bytes: what it ends in comes next */
		value = shadow[1];
	enum hr_wire_fault_kind kind = kind_of_shadow[value];
	if (kind == HR_FAULT_NONE)
		kind = kind_of_region[owner->region];
	return kind == HR_FAULT_HEAP_OVERFLOW ? heap_kind(owner) : kind;
}

static bool has_shadow(uintptr_t address)
{
	return address < (uintptr_t)1 << 47 &&
	       (address >= HR_SHADOW_OFFSET + ((uintptr_t)1 << 44) || address < HR_SHADOW_OFFSET);
}

static enum hr_wire_fault_kind access_kind(uintptr_t bad, const struct hr_wire_owner *owner)
{
	/* before it, too: what is looked up in front of a function, or a negative index */
	if (bad < NULL_PAGES || (bad >= UINTPTR_MAX - NULL_PAGES && bad != NOT_KNOWN))
		return HR_FAULT_NULL;
	if (!has_shadow(bad))
		return HR_FAULT_WILD;
	if (hr_shadow_first_bad(bad, 1) == 0) /* allowed, but nothing is there */
		return HR_FAULT_WILD;
	return poisoned_kind(bad, owner);
}

bool hr_fault_ends(enum hr_wire_fault_kind kind)
{
	static const bool is_only_noted[HR_FAULT_KIND_COUNT] = {
		[HR_FAULT_UB_ALIGNMENT] = true,
		[HR_FAULT_UB_FUNCTION_TYPE] = true,
		[HR_FAULT_UB_POINTER_OVERFLOW] = true,
	};
	return !is_only_noted[kind];
}

/* ---- filling in ---- */

static void copy_text(char *to, size_t size, const char *from)
{
	size_t length = from ? strnlen(from, size - 1) : 0;
	if (length > 0)
		memcpy(to, from, length);
	to[length] = '\0';
}

/* The end of a path that is too long tells more than its beginning. */
static void copy_path(char *to, size_t size, const char *from)
{
	size_t length = from ? strlen(from) : 0;
	copy_text(to, size, length >= size ? from + length - (size - 1) : from);
}

static void begin(struct hr_wire_fault *fault, enum hr_wire_fault_kind kind, uintptr_t address, size_t size, void *pc,
		  void *frame)
{
	memset(fault, 0, sizeof *fault);
	fault->kind = kind;
	fault->address = address;
	fault->size = size;
	fault->statement = hr_runtime.statement;
	fault->owner.block = HR_WIRE_NO_BLOCK;
	fault->owner.allocated_by = HR_WIRE_NO_STATEMENT;
	fault->owner.freed_by = HR_WIRE_NO_STATEMENT;
	hr_stack_walk(&fault->stack, pc, frame);
}

static void find_owner(struct hr_wire_fault *fault, uintptr_t address)
{
	hr_owner_of(&fault->owner, address);
	struct hr_block_stacks stacks;
	if (fault->owner.block == HR_WIRE_NO_BLOCK || !hr_block_stacks(hr_arena_block(fault->owner.block), &stacks))
		return;
	fault->allocation = stacks.allocation;
	fault->release = stacks.release;
}

static enum hr_wire_status status_of(enum hr_wire_fault_kind kind)
{
	switch (kind) {
	case HR_FAULT_EXIT:
		return HR_WIRE_EXIT;
	case HR_FAULT_REFUSED_CALL:
		return HR_WIRE_REFUSED;
	default:
		return HR_WIRE_FAULT;
	}
}

void hr_fault_access(uintptr_t address, size_t size, enum hr_wire_access access, const char *function, void *pc,
		     void *frame)
{
	struct hr_wire_fault *fault = &hr_runtime.fault;
	begin(fault, HR_FAULT_WILD, address, size, pc, frame);
	fault->access = access;
	copy_text(fault->function, sizeof fault->function, function);
	uintptr_t bad = hr_shadow_first_bad(address, size);
	if (bad == 0)
		bad = address;
	find_owner(fault, bad);
	if (function && size > PTRDIFF_MAX)
		fault->kind = HR_FAULT_NEGATIVE_SIZE;
	else
		fault->kind = access_kind(bad, &fault->owner);
	hr_leave(HR_WIRE_FAULT);
}

void hr_fault_kind(enum hr_wire_fault_kind kind, uintptr_t address, size_t size, int code, const char *function,
		   const char *text, void *pc, void *frame)
{
	struct hr_wire_fault *fault = &hr_runtime.fault;
	begin(fault, kind, address, size, pc, frame);
	fault->code = code;
	if (kind == HR_FAULT_DOUBLE_FREE || kind == HR_FAULT_INVALID_FREE)
		fault->access = HR_ACCESS_FREE;
	if (address != 0 || kind == HR_FAULT_NULL)
		find_owner(fault, address);
	copy_text(fault->function, sizeof fault->function, function);
	copy_text(fault->text, sizeof fault->text, text);
	hr_leave(status_of(kind));
}

void hr_fault_trap(enum hr_wire_fault_kind kind, uintptr_t address, enum hr_wire_access access, int code, void *pc,
		   void *frame)
{
	struct hr_wire_fault *fault = &hr_runtime.fault;
	begin(fault, kind, address, 0, pc, frame);
	fault->access = access;
	fault->code = code;
	if (kind == HR_FAULT_WILD || kind == HR_FAULT_READ_ONLY)
		find_owner(fault, address);
	if (kind == HR_FAULT_WILD)
		fault->kind =
			hr_stack_is_guard(address) ? HR_FAULT_STACK_EXHAUSTED : access_kind(address, &fault->owner);
	hr_leave(HR_WIRE_FAULT);
}

void hr_fault_no_stack(void *pc, void *frame)
{
	hr_fault_trap(HR_FAULT_WILD, HR_STACK_BASE - sizeof(void *), HR_ACCESS_WRITE, SIGSEGV, pc, frame);
}

void hr_fault_hang(void *pc, void *frame)
{
	begin(&hr_runtime.fault, HR_FAULT_NONE, 0, 0, pc, frame);
	hr_leave(HR_WIRE_HANG);
}

void hr_fault_exhausted(void *pc, void *frame)
{
	begin(&hr_runtime.fault, HR_FAULT_NONE, 0, 0, pc, frame);
	copy_text(hr_runtime.fault.text, sizeof hr_runtime.fault.text, "the process takes too much memory");
	hr_leave(HR_WIRE_EXHAUSTED);
}

/* ---- undefined behaviour ---- */

bool hr_fault_is_noted(enum hr_wire_fault_kind kind, const char *file, uint32_t line, uint32_t column)
{
	if (hr_machine.is_known && !hr_fault_ends(kind))
		return true;
	for (uint32_t i = 0; i < note_count; i++)
		if (notes[i].line == line && notes[i].column == column && notes[i].kind == kind &&
		    note_files[i] == file)
			return true;
	return note_count == NOTES_MOST && !hr_fault_ends(kind);
}

void hr_fault_undefined(enum hr_wire_fault_kind kind, const char *file, uint32_t line, uint32_t column,
			const char *text, uintptr_t address, void *pc, void *frame)
{
	bool ends = hr_fault_ends(kind);
	if (!ends && hr_fault_is_noted(kind, file, line, column))
		return;
	struct hr_wire_fault *fault = &hr_runtime.fault;
	if (!ends) {
		note_files[note_count] = file;
		fault = &notes[note_count];
	}
	begin(fault, kind, address, 0, pc, frame);
	if (address != 0 || kind == HR_FAULT_NULL)
		find_owner(fault, address);
	fault->line = line;
	fault->column = column;
	copy_path(fault->file, sizeof fault->file, file);
	copy_text(fault->text, sizeof fault->text, text);
	if (ends)
		hr_leave(status_of(kind));
	note_count++;
}

const struct hr_wire_fault *hr_fault_notes(uint32_t *count)
{
	*count = note_count;
	return notes;
}

void hr_faults_clear(void)
{
	note_count = 0;
}
