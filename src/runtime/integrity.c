/* Integrity: whether the worker itself is still whole (integrity.h). x86-64 only: floating-point modes.
 *
 * Reference copies are made once and are read-only from then on. Of the runtime's variables everything is compared but what the restore does not bring back
 * by nature (HR_CHANGING) and what the unit may change by right (HR_GATE_DATA, HR_GATE_OPEN). Of the shadow, windows at places that move on with
 * every program: a wild store of some length is seen at once, a single byte sooner or later. */
#include "runtime/integrity.h"
#include "runtime/changing.h"

#include "runtime/arena.h"
#include "runtime/fault.h"
#include "runtime/file_tree.h"
#include "runtime/files.h"
#include "runtime/gate_state.h"
#include "runtime/interpreter.h"
#include "runtime/machine.h"
#include "runtime/shadow.h"
#include "runtime/suspicion.h"
#include "runtime/system.h"
#include "runtime/text.h"

#include <errno.h>
#include <link.h>
#include <sched.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>

enum {
	PAGE = 4096,
	MOST_QUIET = 1024,
	MOST_SAMPLED = 16,
	MOST_SEGMENTS = 512,
	MOST_STACK = 64 << 10, /* of the interpreter */
	MOST_SHADOW = 1 << 20, /* of one range */
	WINDOW = 64,
	WINDOWS = 8,           /* of each range, after each program */
	HEAP_BEYOND = 1 << 20, /* bytes of heap behind the mark */
	STEP = 7919,           /* a prime: windows get everywhere */
};

/* Where the shared memory may be hidden: addresses that nothing else is at. */
#define HIDDEN_BASE 0x200000000000u
#define HIDDEN_STEP ((uintptr_t)256 << 20)
#define HIDDEN_PLACES 0x30000u

struct range_copy {
	uint8_t *memory;
	size_t size;
	const uint8_t *copy;
};

static struct {
	bool is_wary;
	struct hr_range shared;              /* where it only catches wild stores */
	struct range_copy quiet[MOST_QUIET]; /* the runtime's variables */
	size_t quiet_count;
	struct range_copy sampled[MOST_SAMPLED]; /* shadow, and large variables */
	size_t sampled_count;
	struct hr_range segments[MOST_SEGMENTS]; /* of everything that is loaded */
	size_t segment_count;
	uintptr_t program; /* where it is loaded */
	uintptr_t stack_end;
	uint8_t *stack_copy;
	uint8_t *area_copy;
	uint32_t modes; /* MXCSR */
} integrity;

static uint32_t turn; /* which windows come next */
HR_CHANGING(turn);
static struct hr_text told;
HR_CHANGING(told);

extern void *__libc_stack_end;
extern const struct hr_changing *__start_hr_changing[] __attribute__((visibility("hidden")));
extern const struct hr_changing *__stop_hr_changing[] __attribute__((visibility("hidden")));

bool hr_integrity_is_wary(void)
{
	return integrity.is_wary;
}

/* ---- what is compared ---- */

static int add_quiet(uintptr_t begin, uintptr_t end)
{
	if (begin >= end)
		return 0;
	if (integrity.quiet_count == MOST_QUIET)
		return ENOSPC;
	integrity.quiet[integrity.quiet_count++] = (struct range_copy){ (uint8_t *)begin, end - begin, NULL };
	return 0;
}

/* The first hole that begins at or behind `at`, or has it inside; at the end of memory when there is none. */
static struct hr_range next_hole(uintptr_t at)
{
	struct hr_range best = { UINTPTR_MAX, UINTPTR_MAX };
	const struct hr_range fixed[] = { hr_gate_data_range(),
					  hr_gate_open_range(),
					  { (uintptr_t)&integrity, (uintptr_t)(&integrity + 1) } };
	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
		if (fixed[i].end > at && fixed[i].begin < best.begin)
			best = fixed[i];
	for (const struct hr_changing **it = __start_hr_changing; it < __stop_hr_changing; it++) {
		uintptr_t begin = (uintptr_t)(*it)->begin;
		if (begin + (*it)->size > at && begin < best.begin)
			best = (struct hr_range){ begin, begin + (*it)->size };
	}
	return best;
}

static int add_segment(uintptr_t begin, uintptr_t end)
{
	int failed = 0;

	while (begin < end && !failed) {
		struct hr_range hole = next_hole(begin);
		failed = add_quiet(begin, hole.begin < end ? hole.begin : end);
		begin = hole.end;
	}
	return failed;
}

static int look_at_program(struct dl_phdr_info *module, size_t size, void *context)
{
	struct hr_range relro = { 0, 0 };
	int *failed = context;

	(void)size;
	integrity.program = module->dlpi_addr;
	for (int i = 0; i < module->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &module->dlpi_phdr[i];
		uintptr_t begin = module->dlpi_addr + header->p_vaddr;
		if (header->p_type == PT_GNU_RELRO)
			relro = (struct hr_range){ begin, (begin + header->p_memsz) & ~(uintptr_t)(PAGE - 1) };
	}
	for (int i = 0; i < module->dlpi_phnum && !*failed; i++) {
		const ElfW(Phdr) *header = &module->dlpi_phdr[i];
		uintptr_t begin = module->dlpi_addr + header->p_vaddr;
		if (header->p_type != PT_LOAD || !(header->p_flags & PF_W))
			continue;
		*failed = add_segment(hr_range_has(relro, begin) ? relro.end : begin, begin + header->p_memsz);
	}
	return 1; /* the program itself comes first */
}

/* More than fit are not watched. */
static int look_at_segments(struct dl_phdr_info *module, size_t size, void *context)
{
	(void)size;
	(void)context;
	for (int i = 0; i < module->dlpi_phnum && integrity.segment_count < MOST_SEGMENTS; i++) {
		const ElfW(Phdr) *header = &module->dlpi_phdr[i];
		uintptr_t begin = module->dlpi_addr + header->p_vaddr;
		if (header->p_type == PT_LOAD)
			integrity.segments[integrity.segment_count++] =
				(struct hr_range){ begin & ~(uintptr_t)(PAGE - 1), begin + header->p_memsz };
	}
	return 0;
}

static void add_sampled(uint8_t *memory, size_t size)
{
	if (size >= WINDOW && integrity.sampled_count < MOST_SAMPLED)
		integrity.sampled[integrity.sampled_count++] = (struct range_copy){ memory, size, NULL };
}

/* The shadow of a range, its beginning when it is long. */
static void add_watched(uintptr_t begin, uintptr_t end)
{
	size_t size = (end - begin) / 8;

	add_sampled(hr_shadow_of(begin), size < MOST_SHADOW ? size : MOST_SHADOW);
}

static void choose_samples(void)
{
	const struct hr_range state = hr_state_pages();
	uintptr_t heap = hr_arena_cursor();

	for (const struct hr_changing **it = __start_hr_changing; it < __stop_hr_changing; it++)
		if ((*it)->is_sampled)
			add_sampled((uint8_t *)(uintptr_t)(*it)->begin, (*it)->size);
	add_watched(0, HR_SHADOW_NULL_SIZE);
	add_watched(state.begin, state.end);
	add_watched(hr_runtime.unit_image.begin, hr_runtime.unit_image.end);
	add_watched((heap + 7) & ~(uintptr_t)7, heap + HEAP_BEYOND);
	add_watched(HR_AREA_BASE, HR_AREA_BASE + HR_AREA_MOST);
	add_watched(integrity.shared.begin, integrity.shared.end);
}

static size_t size_of_all(const struct range_copy *ranges, size_t count)
{
	size_t size = 0;
	for (size_t i = 0; i < count; i++)
		size += (ranges[i].size + 7) & ~(size_t)7;
	return size;
}

static uint8_t *copy_all(uint8_t *to, struct range_copy *ranges, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		memcpy(to, ranges[i].memory, ranges[i].size);
		ranges[i].copy = to;
		to += (ranges[i].size + 7) & ~(size_t)7;
	}
	return to;
}

static void *take_memory(size_t size)
{
	void *memory = hr_system_map(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

/* What hr_switch_call leaves alone until the next program: rounding and the like, set by an instruction. */
static void mend_modes(void)
{
	uint32_t modes;

	__asm__ volatile("stmxcsr %0" : "=m"(modes));
	if ((modes ^ integrity.modes) & 0xffc0) /* not the sticky flags */
		__asm__ volatile("ldmxcsr %0" : : "m"(integrity.modes));
}

/* ---- beginning ---- */

/* The shared memory once more, at a place that differs from start to start: the old one only catches wild stores. */
void *hr_integrity_hide(void *shared, size_t size, int file)
{
	const uint8_t *seed = (const uint8_t *)getauxval(AT_RANDOM); /* 16 random bytes of the kernel's */
	uint32_t number;

	if (!seed)
		return NULL;
	memcpy(&number, seed + 8, sizeof number);
	uintptr_t place = HIDDEN_BASE + (uintptr_t)(number % HIDDEN_PLACES) * HIDDEN_STEP;
	void *hidden =
		hr_system_map((void *)place, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE, file, 0);
	if (hidden == MAP_FAILED || hr_system_protect(shared, size, PROT_READ) != 0)
		return NULL;
	hr_shadow_close((uintptr_t)hidden, size, HR_SHADOW_FOREIGN);
	integrity.shared = (struct hr_range){ (uintptr_t)shared, (uintptr_t)shared + size };
	return hidden;
}

static int take_copies(void)
{
	size_t quiet = size_of_all(integrity.quiet, integrity.quiet_count);
	size_t sampled = size_of_all(integrity.sampled, integrity.sampled_count);
	uint8_t *copies = take_memory(quiet + sampled);

	integrity.stack_copy = take_memory(MOST_STACK);
	integrity.area_copy = take_memory(HR_AREA_MOST);
	if (!copies || !integrity.stack_copy || !integrity.area_copy)
		return ENOMEM;
	copy_all(copy_all(copies, integrity.quiet, integrity.quiet_count), integrity.sampled, integrity.sampled_count);
	return hr_system_protect(copies, quiet + sampled, PROT_READ) == 0 ? 0 : errno;
}

int hr_integrity_begin(void)
{
	int failed = 0;

	integrity.stack_end = (uintptr_t)__libc_stack_end;
	__asm__ volatile("stmxcsr %0" : "=m"(integrity.modes));
	integrity.quiet_count = integrity.sampled_count = integrity.segment_count = 0;
	hr_files(); /* made when it is first needed; now it is the same for all programs */
	hr_files_reset();
	dl_iterate_phdr(look_at_program, &failed);
	dl_iterate_phdr(look_at_segments, NULL);
	choose_samples();
	if (!failed)
		failed = take_copies();
	integrity.is_wary = !failed;
	return failed;
}

/* ---- telling ---- */

void hr_integrity_tell(const char *what)
{
	struct hr_wire_fault *fault = &hr_runtime.fault;

	hr_suspect(HR_SUSPECT_INTEGRITY);
	if (hr_runtime.status == HR_WIRE_FAULT || hr_runtime.status == HR_WIRE_HANG)
		return; /* which says more */
	memset(fault, 0, sizeof *fault);
	fault->kind = HR_FAULT_FOREIGN;
	fault->statement = hr_runtime.statement;
	fault->owner.region = HR_REGION_FOREIGN;
	fault->owner.block = HR_WIRE_NO_BLOCK;
	fault->owner.allocated_by = fault->owner.freed_by = HR_WIRE_NO_STATEMENT;
	strncpy(fault->text, what, sizeof fault->text - 1);
	hr_runtime.status = HR_WIRE_FAULT;
}

/* ---- around a call ---- */

/* True when the value area is as it was, but for the result. */
static bool area_is_same(size_t size, const void *result, size_t result_size)
{
	const uint8_t *area = (const uint8_t *)HR_AREA_BASE;
	size_t at = (uintptr_t)result - HR_AREA_BASE;

	if (at >= size)
		return memcmp(area, integrity.area_copy, size) == 0;
	size_t behind = at + result_size < size ? at + result_size : size;
	return memcmp(area, integrity.area_copy, at) == 0 &&
	       memcmp(area + behind, integrity.area_copy + behind, size - behind) == 0;
}

/* Nothing of this function that is needed after the call lies on the stack below what is compared. */
__attribute__((noinline)) static int call_warily(void (*stub)(void **, void *), void **arguments, void *result,
						 size_t result_size)
{
	uintptr_t low = (uintptr_t)__builtin_frame_address(0);
	size_t stack_size = integrity.stack_end - low < MOST_STACK ? integrity.stack_end - low : MOST_STACK;
	size_t area_size = hr_machine.whole_area_size;

	memcpy(integrity.stack_copy, (const void *)low, stack_size);
	memcpy(integrity.area_copy, (const void *)HR_AREA_BASE, area_size);
	int left = hr_switch_call(stub, arguments, result);
	const char *broken = NULL;
	mend_modes();
	if (memcmp((const void *)low, integrity.stack_copy, stack_size) != 0) {
		memcpy((void *)low, integrity.stack_copy, stack_size);
		broken = "wrote over the worker's own memory (its stack), noticed afterwards";
	}
	if (!area_is_same(area_size, result, result_size))
		broken = "wrote over the worker's own memory (values of the sequence), noticed afterwards";
	if (!broken)
		return left;
	hr_integrity_tell(broken);
	return 1;
}

int hr_integrity_call(void (*stub)(void **, void *), void **arguments, void *result, size_t result_size)
{
	if (!integrity.is_wary)
		return hr_switch_call(stub, arguments, result);
	return call_warily(stub, arguments, result, result_size);
}

/* ---- after a program ---- */

static bool is_same(const struct range_copy *range)
{
	return memcmp(range->memory, range->copy, range->size) == 0;
}

/* With the place in the program's file: whose variable it is stands in its symbol table. */
static const char *tell_variable(const struct range_copy *range)
{
	size_t at = 0;

	while (at + 1 < range->size && range->memory[at] == range->copy[at])
		at++;
	told = (struct hr_text){ 0 };
	hr_text_add(&told, "wrote over the worker's own memory (its variables, at ");
	hr_text_add_address(&told, (uintptr_t)range->memory + at - integrity.program);
	hr_text_add(&told, "), noticed afterwards");
	return told.bytes;
}

static bool windows_are_same(const struct range_copy *range)
{
	for (uint32_t i = 0; i < WINDOWS; i++) {
		size_t at = (size_t)(turn * WINDOWS + i) * STEP * 8 % (range->size - WINDOW + 1);
		if (memcmp(range->memory + at, range->copy + at, WINDOW) != 0)
			return false;
	}
	return true;
}

/* The kernel lets only a process with one thread "leave" the others. */
static bool has_one_thread(void)
{
	return hr_system_call(SYS_unshare, CLONE_THREAD, 0, 0, 0, 0, 0) != -EINVAL;
}

/* Whoever joins a thread goes on when it has ended for them; for the kernel it is there until its last bookkeeping, which may have to wait for a processor. So
 * another thread is one that is still there after a while: a sixth of a second, which only those that leave one behind pay. */
static bool is_alone(void)
{
	enum { FIRST_NS = 10000, LAST_NS = 100 * 1000 * 1000 };

	for (long wait = FIRST_NS; wait < LAST_NS && !has_one_thread(); wait *= 2) {
		struct timespec pause = { .tv_nsec = wait };
		hr_system_call(SYS_nanosleep, (long)&pause, 0, 0, 0, 0, 0);
	}
	return has_one_thread();
}

/* The kernel has nothing to write back of them, but says whether they are there. */
static bool is_mapped(struct hr_range range)
{
	return hr_system_call(SYS_msync, (long)range.begin, (long)(range.end - range.begin), MS_ASYNC, 0, 0, 0) !=
	       -ENOMEM;
}

const char *hr_integrity_broken(void)
{
	for (size_t i = 0; i < integrity.quiet_count; i++)
		if (!is_same(&integrity.quiet[i]))
			return tell_variable(&integrity.quiet[i]);
	for (size_t i = 0; i < integrity.sampled_count; i++)
		if (!windows_are_same(&integrity.sampled[i]))
			return "wrote over the worker's own memory (the shadow, or a table), noticed afterwards";
	turn++;
	for (size_t i = 0; i < integrity.segment_count; i++)
		if (!is_mapped(integrity.segments[i]))
			return "unmapped code or data of the worker or of a library, noticed afterwards";
	if (!is_alone()) {
		hr_suspect(HR_SUSPECT_THREADS);
		return "left a thread behind, which could still change anything";
	}
	return NULL;
}
