/* What all gate functions are built from: checks that report by leaving, memory for a moment, memory for a sequence, and the reset.
 *
 * Invariants: nothing of the unit's memory was touched when a check leaves; scratch memory is a stack, empty between sequences; no
 * memory that is handed to the unit is the runtime's own. */
#include "runtime/gate.h"
#include "runtime/changing.h"

#include "runtime/arena.h"
#include "runtime/gate_check.h"
#include "runtime/gate_state.h"
#include "runtime/system.h"

#include <errno.h>
#include <sys/mman.h>

/* A block of the arena and what is copied out of it fit. Only pages that are used cost anything. */
#define SCRATCH_SIZE (HR_ARENA_SIZE * 4)
#define SCRATCH_KEPT (1u << 20) /* what stays in memory from one sequence to the next */

static struct {
	char *base;
	size_t used;
	size_t most;
} scratch;
HR_CHANGING_PART(used, scratch.used);
HR_CHANGING_PART(most, scratch.most);

static uint64_t sequence = 1;
HR_CHANGING(sequence);

/* One of each file of gates that keeps state. */
static void (*const resets[])(void) = {
	hr_gate_string_reset,
	hr_gate_tree_reset,
	hr_gate_states_reset,
};

static void check(const struct hr_gate_site *site, uintptr_t address, size_t size, enum hr_wire_access access)
{
	if (size > PTRDIFF_MAX)
		hr_gate_fault(site, HR_FAULT_NEGATIVE_SIZE, address, size, NULL);
	if (hr_shadow_first_bad(address, size))
		hr_fault_access(address, size, access, site->function, site->pc, site->frame);
}

void hr_gate_reads(const struct hr_gate_site *site, const void *from, size_t size)
{
	if (size && !hr_check_quick((uintptr_t)from, size))
		check(site, (uintptr_t)from, size, HR_ACCESS_READ);
	hr_work += size / HR_GATE_BYTES_OF_WORK; /* only now: what is no size at all is a fault */
}

void hr_gate_writes(const struct hr_gate_site *site, const void *to, size_t size)
{
	if (size && !hr_check_quick((uintptr_t)to, size))
		check(site, (uintptr_t)to, size, HR_ACCESS_WRITE);
	hr_work += size / HR_GATE_BYTES_OF_WORK; /* only now: what is no size at all is a fault */
}

void hr_gate_no_overlap(const struct hr_gate_site *site, const void *a, size_t a_size, const void *b, size_t b_size)
{
	const uintptr_t left = (uintptr_t)a, right = (uintptr_t)b;
	if (a_size && b_size && left < right + b_size && right < left + a_size)
		hr_gate_fault(site, HR_FAULT_OVERLAP, left, a_size, NULL);
}

/* How many bytes of a text can be looked at in one go: more of a long one. */
static size_t stride(const struct hr_gate_site *site, const char *place, size_t length)
{
	if (length >= 256)
		for (size_t size = 4096; size >= 256; size /= 4)
			if (hr_check_quick((uintptr_t)place, size))
				return size;
	return hr_check_reads_some(site, place);
}

/* Looks for a NUL in steps that the shadow allows. */
static size_t scan_for_nul(const struct hr_gate_site *site, const char *text, size_t most)
{
	size_t length = 0;
	while (length < most) {
		size_t step = stride(site, text + length, length);
		if (step > most - length)
			step = most - length;
		const char *nul = memchr(text + length, 0, step);
		hr_work += (nul ? (size_t)(nul - text) - length : step) / HR_GATE_BYTES_OF_WORK;
		if (nul)
			return (size_t)(nul - text);
		length += step;
	}
	return most;
}

size_t hr_gate_string(const struct hr_gate_site *site, const char *text)
{
	const size_t length = hr_check_short_string(text);
	return length != SIZE_MAX ? length : scan_for_nul(site, text, SIZE_MAX);
}

size_t hr_gate_bounded_string(const struct hr_gate_site *site, const char *text, size_t most)
{
	return scan_for_nul(site, text, most);
}

void hr_gate_fault(const struct hr_gate_site *site, enum hr_wire_fault_kind kind, uintptr_t address, size_t size,
		   const char *text)
{
	hr_fault_kind(kind, address, size, 0, site->function, text, site->pc, site->frame);
}

void hr_gate_refuse(const struct hr_gate_site *site, const char *text)
{
	hr_fault_kind(HR_FAULT_REFUSED_CALL, 0, 0, 0, site->function, text, site->pc, site->frame);
}

void *hr_gate_static(struct hr_gate_static *slot, size_t size)
{
	if (slot->memory && slot->sequence == sequence)
		return slot->memory;
	void *memory = hr_arena_allocate(size, 16, HR_BLOCK_OBJECT);
	if (!memory)
		hr_leave(HR_WIRE_EXHAUSTED);
	memset(memory, 0, size);
	slot->memory = memory;
	slot->sequence = sequence;
	return memory;
}

void *hr_scratch_take(size_t size)
{
	const int saved_errno = errno;
	if (!scratch.base) {
		void *base = hr_system_map(NULL, SCRATCH_SIZE, PROT_READ | PROT_WRITE,
					   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (base == MAP_FAILED)
			hr_leave(HR_WIRE_EXHAUSTED);
		scratch.base = base;
		errno = saved_errno;
	}
	if (size > SCRATCH_SIZE - 64 || scratch.used > SCRATCH_SIZE - 64 - size)
		hr_leave(HR_WIRE_EXHAUSTED);
	char *memory = scratch.base + scratch.used;
	scratch.used += (size + 15) & ~(size_t)15;
	if (scratch.used > scratch.most)
		scratch.most = scratch.used;
	return memory;
}

void hr_scratch_release(void *memory)
{
	if (memory)
		scratch.used = (size_t)((char *)memory - scratch.base);
}

void hr_gates_reset(void)
{
	for (size_t i = 0; i < sizeof resets / sizeof *resets; i++)
		resets[i]();
	sequence++;
	scratch.used = 0;
	if (scratch.most > SCRATCH_KEPT) {
		hr_system_advise(scratch.base + SCRATCH_KEPT, scratch.most - SCRATCH_KEPT, MADV_DONTNEED);
		scratch.most = SCRATCH_KEPT;
	}
}
