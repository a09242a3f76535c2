/* The fake stack: where clang puts the variables of functions when asked to find their use after return.
 *
 * Functions get a frame when they begin and give it back when they return; here no frame is used twice within a sequence, so that a
 * pointer to a variable that is gone always finds HR_SHADOW_STACK_RETURNED. When the region is full functions use the real stack.
 *
 * Invariants: frames have the size of their class (64 << class), are aligned to it (at most to a page) and lie below the cursor; `starts`
 * has the class + 1 of each frame at the place of its first 64 bytes and zero elsewhere; the shadow from the cursor on is
 * HR_SHADOW_STACK_RETURNED. */
#include "runtime/asan_internal.h"
#include "runtime/changing.h"
#include "runtime/shadow.h"
#include "runtime/system.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define FRAME_LEAST ((size_t)64)
#define FRAME_MOST (FRAME_LEAST << 10)
#define STARTS (HR_FAKE_STACK_SIZE / FRAME_LEAST)
#define KEPT ((size_t)1 << 20) /* of the region that stays in memory between sequences */

enum { PAGE = 4096 };

/* The compiler alone knows these names: nobody else declares them. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* Read by instrumented code: whether to ask for frames. */
int __asan_option_detect_stack_use_after_return;

static uintptr_t cursor = HR_FAKE_STACK_BASE;
static uint8_t *starts;

/* Frames are given back by code that the compiler inlined: it stores a zero where the last word of the frame points to. We do not
 * need to know, so all of them point here. */
static uint8_t given_back;
HR_CHANGING(given_back);

int hr_fake_stack_map(void)
{
	int error = hr_memory_reserve(HR_FAKE_STACK_BASE, HR_FAKE_STACK_SIZE, PROT_READ | PROT_WRITE);
	if (!error)
		error = hr_shadow_reserve(HR_FAKE_STACK_BASE, HR_FAKE_STACK_SIZE, HR_SHADOW_STACK_RETURNED);
	if (error)
		return error;
	void *bytes =
		hr_system_map(NULL, STARTS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (bytes == MAP_FAILED)
		return errno;
	hr_shadow_close((uintptr_t)bytes, STARTS, HR_SHADOW_FOREIGN);
	starts = bytes;
	__asan_option_detect_stack_use_after_return = 1;
	return 0;
}

void hr_fake_stack_reset(void)
{
	size_t used = cursor - HR_FAKE_STACK_BASE;
	if (used == 0)
		return;
	memset(starts, 0, used / FRAME_LEAST);
	hr_shadow_recycle(HR_FAKE_STACK_BASE, used, HR_SHADOW_STACK_RETURNED);
	if (used > KEPT)
		hr_system_advise((void *)(HR_FAKE_STACK_BASE + KEPT), used - KEPT, MADV_DONTNEED);
	cursor = HR_FAKE_STACK_BASE;
}

uintptr_t hr_fake_stack_frame(uintptr_t address)
{
	if (address < HR_FAKE_STACK_BASE || address >= cursor)
		return 0;
	size_t slot = (address - HR_FAKE_STACK_BASE) / FRAME_LEAST;
	for (size_t i = 0; i < FRAME_MOST / FRAME_LEAST && i <= slot; i++) {
		uint8_t class = starts[slot - i];
		if (class == 0)
			continue;
		/* the address may lie between frames, where one was aligned */
		uintptr_t frame = HR_FAKE_STACK_BASE + (slot - i) * FRAME_LEAST;
		return address - frame < FRAME_LEAST << (class - 1) ? frame : 0;
	}
	return 0;
}

static inline uintptr_t frame_new(unsigned class, size_t size)
{
	size_t class_size = FRAME_LEAST << class;
	size_t align = class_size < PAGE ? class_size : PAGE;
	uintptr_t frame = (cursor + align - 1) & ~(uintptr_t)(align - 1);
	if (!starts || size > class_size || class_size > HR_FAKE_STACK_BASE + HR_FAKE_STACK_SIZE - frame)
		return 0;
	cursor = frame + class_size;
	starts[(frame - HR_FAKE_STACK_BASE) / FRAME_LEAST] = (uint8_t)(class + 1);
	memset((void *)frame, hr_runtime.fill, class_size);
	uint8_t *flag = &given_back;
	__builtin_memcpy((void *)(frame + class_size - sizeof flag), &flag, sizeof flag);
	/* the prologue writes the redzones and no more */
	hr_shadow_open(frame, class_size);
	return frame;
}

static inline void frame_free(unsigned class, uintptr_t frame)
{
	hr_shadow_close(frame, FRAME_LEAST << class, HR_SHADOW_STACK_RETURNED);
}

#define CLASS(class)                                                                   \
	uintptr_t __asan_stack_malloc_##class(size_t size)                             \
	{                                                                              \
		return frame_new(class, size);                                         \
	}                                                                              \
	uintptr_t __asan_stack_malloc_always_##class(size_t size)                      \
	{                                                                              \
		return frame_new(class, size);                                         \
	}                                                                              \
	void __asan_stack_free_##class(uintptr_t frame, size_t size)                   \
	{                                                                              \
		(void)size;                                                            \
		frame_free(class, frame);                                              \
	}

CLASS(0)
CLASS(1)
CLASS(2)
CLASS(3)
CLASS(4)
CLASS(5)
CLASS(6)
CLASS(7)
CLASS(8)
CLASS(9)
CLASS(10)

/* For units that scan their own stack. */
void *__asan_get_current_fake_stack(void)
{
	return NULL;
}

void *__asan_addr_is_in_fake_stack(void *fake_stack, void *address, void **begin, void **end)
{
	(void)fake_stack;
	(void)address;
	(void)begin;
	(void)end;
	return NULL;
}
