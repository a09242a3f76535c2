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

/* What has a shadow: [0, HR_SHADOW_LOW_END) and [HR_SHADOW_HIGH_BEGIN, HR_SHADOW_HIGH_END). Between them lies the shadow itself, whose
 * own shadow (the gap) cannot be touched; above are addresses that no processor takes. */
#define HR_SHADOW_LOW_END 0x7fff8000u
#define HR_SHADOW_HIGH_BEGIN 0x10007fff8000u
#define HR_SHADOW_HIGH_END 0x800000000000u
#define HR_SHADOW_NULL_SIZE 0x10000u

/* Maps the shadow, before anything instrumented is loaded; poisons the first 64 KB. 0, or errno. */
int hr_shadow_map(void);

static inline uint8_t *hr_shadow_of(uintptr_t address)
{
	return (uint8_t *)((address >> 3) + HR_SHADOW_OFFSET);
}

/* The first of the eight bytes whose shadow this is: for faults of instrumented code at a shadow that is not mapped. */
static inline uintptr_t hr_shadow_origin(uintptr_t shadow)
{
	return (shadow - HR_SHADOW_OFFSET) << 3;
}

static inline bool hr_shadow_exists(uintptr_t address)
{
	return address < HR_SHADOW_LOW_END || (address >= HR_SHADOW_HIGH_BEGIN && address < HR_SHADOW_HIGH_END);
}

/* Makes [address, address + size) usable; address is a multiple of 8. The rest of a last, partial granule is not. */
void hr_shadow_open(uintptr_t address, size_t size);

/* Fills the shadow of all granules that the range touches. */
void hr_shadow_close(uintptr_t address, size_t size, enum hr_shadow_value value);

/* Closes a large range that was mapped in reserve, without taking memory for its shadow before it is used. Both are multiples of
 * HR_SHADOW_UNIT. 0, or errno. */
#define HR_SHADOW_UNIT ((size_t)8 << 20)
int hr_shadow_reserve(uintptr_t address, size_t size, enum hr_shadow_value value);

/* Brings a part of such a range back to how it was: what hr_shadow_close would do, but gives memory back when it is much. */
void hr_shadow_recycle(uintptr_t address, size_t size, enum hr_shadow_value value);

/* The first byte of the range that may not be used; 0 when all may, or when the size is 0. Because 0 is taken, 1 stands for a range that
 * begins at address 0. Wild addresses (not canonical, or in the shadow itself) count as bad, and so does what lies beyond the arena, the
 * unit or the stack that a long range begins in. Never faults. */
uintptr_t hr_shadow_first_bad(uintptr_t address, size_t size);

/* The quick answer: true for most ranges of at most 57 bytes that are good; false says nothing. */
static inline bool hr_shadow_is_plainly_good(uintptr_t address, size_t size)
{
	/* the eight shadow bytes that are read all exist for such an address */
	if (size - 1 > 56 || address < HR_SHADOW_HIGH_BEGIN || address >= HR_SHADOW_HIGH_END - 0x1000)
		return false;
	const uintptr_t last = address + size - 1;
	const unsigned bits = (unsigned)((last >> 3) - (address >> 3)) * 8;
	uint64_t eight;
	__builtin_memcpy(&eight, hr_shadow_of(address), sizeof eight);
	if (eight & (((uint64_t)1 << bits) - 1))
		return false;
	const int8_t end = (int8_t)(eight >> bits);
	return end == 0 || end > (int8_t)(last & 7);
}

static inline bool hr_shadow_is_bad(const void *address, size_t size)
{
	return hr_shadow_first_bad((uintptr_t)address, size) != 0;
}

/* How many bytes from `address` on may be read, at most `most`. Never faults, also where nothing is mapped: asks
 * hr_memory_is_mapped for memory that is not the arena's or the fake stack's. */
size_t hr_shadow_readable(uintptr_t address, size_t most);

/* True when the byte can be read, whatever its shadow says. Asks the kernel, which looks in our stead: about as dear as any system call. */
bool hr_memory_is_mapped(uintptr_t address);

#endif
