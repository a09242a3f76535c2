/* The shadow: one byte for every eight of the address space, at the place where clang 19 expects it on x86-64.
 *
 * 0: all eight bytes may be used; 1…7: the first so many; the values below: none. */
#ifndef HR_RUNTIME_SHADOW_H
#define HR_RUNTIME_SHADOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HR_SHADOW_OFFSET 0x7fff8000u

enum hr_shadow_value {
	HR_SHADOW_HEAP_REDZONE = 0xfa, /* also: heap never allocated */
	HR_SHADOW_HEAP_FREED = 0xfd,
	HR_SHADOW_STACK_LEFT = 0xf1,
	HR_SHADOW_STACK_MIDDLE = 0xf2,
	HR_SHADOW_STACK_RIGHT = 0xf3,
	HR_SHADOW_STACK_RETURNED = 0xf5,
	HR_SHADOW_STACK_SCOPE = 0xf8,
	HR_SHADOW_GLOBAL_REDZONE = 0xf9,
	HR_SHADOW_ALLOCA_LEFT = 0xca,
	HR_SHADOW_ALLOCA_RIGHT = 0xcb,
	HR_SHADOW_USER = 0xf7,    /* __asan_poison_memory_region by the unit itself */
	HR_SHADOW_FOREIGN = 0xfe, /* the runtime's and the wire's memory */
	HR_SHADOW_NULL = 0xef,    /* the first pages of the address space */
};

/* Maps the shadow, before anything instrumented is loaded; poisons the first 64 KB. 0, or errno. */
int hr_shadow_map(void);

static inline uint8_t *hr_shadow_of(uintptr_t address)
{
	return (uint8_t *)((address >> 3) + HR_SHADOW_OFFSET);
}

/* Makes [address, address + size) usable; address is a multiple of 8. The rest of a last, partial granule is not. */
void hr_shadow_open(uintptr_t address, size_t size);

/* Fills the shadow of all granules that the range touches. */
void hr_shadow_close(uintptr_t address, size_t size, enum hr_shadow_value value);

/* The first byte of the range that may not be used; 0 when all may. Wild addresses (not canonical, or in the shadow itself)
 * count as bad. Never faults. */
uintptr_t hr_shadow_first_bad(uintptr_t address, size_t size);

static inline bool hr_shadow_is_bad(const void *address, size_t size)
{
	return hr_shadow_first_bad((uintptr_t)address, size) != 0;
}

/* How many bytes from `address` on may be read, at most `most`. Never faults, also where nothing is mapped: asks
 * hr_memory_is_mapped for memory that is neither the arena's, the unit's nor its stack's. */
size_t hr_shadow_readable(uintptr_t address, size_t most);

#endif
