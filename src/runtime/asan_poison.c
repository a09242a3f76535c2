/* Poisoning: what instrumented code does to the shadow of its own stack, and what a unit does on purpose (sanitizer/asan_interface.h).
 *
 * Invariant: as soon as the unit changes the shadow of its own image, all of that shadow is kept as it was, and hr_poison_reset brings it
 * back; what it does to heap and stack ends with their resets. Only shadow that belongs to the unit is ever written. */
#include "runtime/asan_internal.h"
#include "runtime/changing.h"
#include "runtime/arena.h"
#include "runtime/fault.h"
#include "runtime/shadow.h"
#include "runtime/system.h"

#include <string.h>
#include <sys/mman.h>

/* The compiler alone knows these names: nobody else declares them. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* ---- by the compiler: its own stack ---- */

#define SET_SHADOW(name, value)                                                        \
	void __asan_set_shadow_##name(uint8_t *shadow, size_t size)                    \
	{                                                                              \
		memset(shadow, value, size);                                           \
	}

SET_SHADOW(00, 0x00)
SET_SHADOW(01, 0x01)
SET_SHADOW(02, 0x02)
SET_SHADOW(03, 0x03)
SET_SHADOW(04, 0x04)
SET_SHADOW(05, 0x05)
SET_SHADOW(06, 0x06)
SET_SHADOW(07, 0x07)
SET_SHADOW(f1, HR_SHADOW_STACK_LEFT)
SET_SHADOW(f2, HR_SHADOW_STACK_MIDDLE)
SET_SHADOW(f3, HR_SHADOW_STACK_RIGHT)
SET_SHADOW(f5, HR_SHADOW_STACK_RETURNED)
SET_SHADOW(f8, HR_SHADOW_STACK_SCOPE)

void __asan_poison_stack_memory(uintptr_t address, size_t size)
{
	hr_shadow_close(address, size, HR_SHADOW_STACK_SCOPE);
}

void __asan_unpoison_stack_memory(uintptr_t address, size_t size)
{
	hr_shadow_open(address, size);
}

enum { ALLOCA_REDZONE = 32 };

/* The compiler made room for a redzone on both sides; `address` is a multiple of its size. */
void __asan_alloca_poison(uintptr_t address, size_t size)
{
	uintptr_t end = address + size;
	uintptr_t right = (end + ALLOCA_REDZONE - 1) & ~(uintptr_t)(ALLOCA_REDZONE - 1);
	uintptr_t granule = end & ~(uintptr_t)7;
	hr_shadow_close(address - ALLOCA_REDZONE, ALLOCA_REDZONE, HR_SHADOW_ALLOCA_LEFT);
	hr_shadow_close(granule, right + ALLOCA_REDZONE - granule, HR_SHADOW_ALLOCA_RIGHT);
	if (end & 7)
		*hr_shadow_of(granule) = end & 7;
}

void __asan_allocas_unpoison(uintptr_t low, uintptr_t high)
{
	if (low != 0 && low < high)
		hr_shadow_open(low & ~(uintptr_t)7, (high - low) & ~(uintptr_t)7);
}

/* ---- by the unit, on purpose ---- */

static struct {
	uint8_t *copy; /* of the shadow of the unit's image; NULL before it was ever needed */
	struct hr_range range;
	bool is_changed;
} kept;
HR_CHANGING(kept);

static size_t kept_size(void)
{
	return (kept.range.end - kept.range.begin + 7) / 8;
}

/* Before the image's shadow changes. While constructors run there is no image yet, and nothing to come back to. */
static void keep_image(uintptr_t address)
{
	if (kept.is_changed || !hr_range_has(hr_runtime.unit_image, address))
		return;
	if (!kept.copy) {
		kept.range = hr_runtime.unit_image;
		void *copy =
			hr_system_map(NULL, kept_size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (copy == MAP_FAILED)
			return;
		kept.copy = copy;
		hr_shadow_close((uintptr_t)copy, kept_size(), HR_SHADOW_FOREIGN);
	}
	memcpy(kept.copy, hr_shadow_of(kept.range.begin), kept_size());
	kept.is_changed = true;
}

void hr_poison_reset(void)
{
	if (!kept.is_changed)
		return;
	memcpy(hr_shadow_of(kept.range.begin), kept.copy, kept_size());
	kept.is_changed = false;
}

/* The part of the range that the unit may poison or open: nothing of another region than the one it begins in. */
static size_t own_part(uintptr_t address, size_t size)
{
	const struct hr_range regions[] = {
		{ HR_ARENA_BASE, HR_ARENA_BASE + HR_ARENA_SIZE },
		{ HR_FAKE_STACK_BASE, HR_FAKE_STACK_BASE + HR_FAKE_STACK_SIZE },
		hr_runtime.unit_stack,
		hr_runtime.unit_image,
	};
	for (size_t i = 0; i < sizeof regions / sizeof regions[0]; i++)
		if (hr_range_has(regions[i], address))
			return size < regions[i].end - address ? size : regions[i].end - address;
	return 0;
}

/* How many of the eight bytes from the beginning may be used. */
static inline unsigned usable(uint8_t shadow)
{
	return shadow == 0 ? 8 : shadow < 8 ? shadow : 0;
}

static void poison_begin(uintptr_t address)
{
	uint8_t *shadow = hr_shadow_of(address);
	unsigned offset = address & 7;
	if (usable(*shadow) > offset)
		*shadow = (uint8_t)offset;
}

/* A last, partial granule is poisoned only when nothing behind the range is usable in it. */
static void poison_end(uintptr_t end)
{
	uint8_t *shadow = hr_shadow_of(end);
	if ((end & 7) && usable(*shadow) <= (end & 7))
		*shadow = HR_SHADOW_USER;
}

void __asan_poison_memory_region(const volatile void *from, size_t size)
{
	uintptr_t address = (uintptr_t)from;
	size = own_part(address, size);
	if (size == 0)
		return;
	keep_image(address);
	uintptr_t end = address + size;
	uintptr_t first = (address + 7) & ~(uintptr_t)7;
	uintptr_t last = end & ~(uintptr_t)7;
	if (first > last) { /* within one granule */
		if (usable(*hr_shadow_of(address)) <= (end & 7))
			poison_begin(address);
		return;
	}
	if (address & 7)
		poison_begin(address);
	hr_shadow_close(first, last - first, HR_SHADOW_USER);
	poison_end(end);
}

void __asan_unpoison_memory_region(const volatile void *from, size_t size)
{
	uintptr_t address = (uintptr_t)from;
	size = own_part(address, size);
	if (size == 0)
		return;
	keep_image(address);
	/* usable bytes of a granule are always its first, so those before the range come with it */
	uintptr_t first = address & ~(uintptr_t)7;
	uintptr_t end = address + size;
	uint8_t *last = hr_shadow_of(end);
	uint8_t before = *last;
	hr_shadow_open(first, end - first);
	if ((end & 7) && usable(before) > (end & 7))
		*last = before;
}

int __asan_address_is_poisoned(const volatile void *address)
{
	return hr_shadow_first_bad((uintptr_t)address, 1) != 0;
}

void *__asan_region_is_poisoned(void *from, size_t size)
{
	uintptr_t bad = hr_shadow_first_bad((uintptr_t)from, size);
	return (void *)bad;
}
