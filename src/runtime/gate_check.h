/* The quick way through the shadow, for gate functions that the unit calls in its inner loops. */
#ifndef HR_RUNTIME_GATE_CHECK_H
#define HR_RUNTIME_GATE_CHECK_H

#include "runtime/gate.h"

#include <string.h>

/* Above this all memory has a shadow that can be read: the arena, the unit and its stack are there. Below are the shadow itself and the
 * gap in it, where only hr_shadow_first_bad may look. */
#define HR_PLAIN_MEMORY 0x10007fff8000u
#define HR_ADDRESS_END 0x7fffffffe000u

/* (The runtime is compiled without builtins, so that its calls mean libc's functions; a copy of eight bytes must say that it is one.) */

/* True when all of the range may be used; false: ask hr_shadow_first_bad. `size` is not 0. */
static inline bool hr_check_quick(uintptr_t address, size_t size)
{
	if (address < HR_PLAIN_MEMORY || size > HR_ADDRESS_END - HR_PLAIN_MEMORY || address > HR_ADDRESS_END - size)
		return false;
	const uintptr_t last = address + size - 1;
	const uint8_t *shadow = hr_shadow_of(address);
	const uint8_t *const end = hr_shadow_of(last);
	for (; end - shadow >= 8; shadow += 8) {
		uint64_t eight;
		__builtin_memcpy(&eight, shadow, sizeof eight);
		if (eight)
			return false;
	}
	for (; shadow < end; shadow++)
		if (*shadow)
			return false;
	return !*end || (int8_t)*end > (int8_t)(last & 7);
}

/* How many bytes may be used from `address` on: 1…64, enough for a step of a scan, without looking further; 0: none. */
static inline size_t hr_check_step(uintptr_t address)
{
	if (address < HR_PLAIN_MEMORY || address >= HR_ADDRESS_END - 64)
		return hr_shadow_first_bad(address, 1) ? 0 : 1;
	const uint8_t *shadow = hr_shadow_of(address);
	const size_t inside = address & 7;
	if (*shadow)
		return (int8_t)*shadow > (int8_t)inside ? *shadow - inside : 0;
	uint64_t eight;
	__builtin_memcpy(&eight, shadow, sizeof eight);
	const size_t granules = eight ? (size_t)__builtin_ctzll(eight) / 8 : 8;
	return granules * 8 - inside;
}

/* The same, but reports when there are none. */
static inline size_t hr_check_reads_some(const struct hr_gate_site *site, const void *from)
{
	const size_t step = hr_check_step((uintptr_t)from);
	if (!step)
		hr_gate_reads(site, from, 1);
	return step ? step : 1;
}

#endif
