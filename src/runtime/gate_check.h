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
	size_t before_last = (size_t)(hr_shadow_of(last) - shadow); /* granules that must be usable as a whole */
	uint64_t eight;
	for (; before_last >= 8; before_last -= 8, shadow += 8) {
		__builtin_memcpy(&eight, shadow, sizeof eight);
		if (eight)
			return false;
	}
	__builtin_memcpy(&eight, shadow, sizeof eight);
	if (eight & (((uint64_t)1 << before_last * 8) - 1))
		return false;
	const uint8_t in_last = (uint8_t)(eight >> before_last * 8);
	return !in_last || (int8_t)in_last > (int8_t)(last & 7);
}

/* hr_gate_reads and hr_gate_writes, the usual case in line. */
static inline void hr_check_reads(const struct hr_gate_site *site, const void *from, size_t size)
{
	if (size && !hr_check_quick((uintptr_t)from, size))
		hr_gate_reads(site, from, size);
}

static inline void hr_check_writes(const struct hr_gate_site *site, const void *to, size_t size)
{
	if (size && !hr_check_quick((uintptr_t)to, size))
		hr_gate_writes(site, to, size);
}

static inline void hr_check_no_overlap(const struct hr_gate_site *site, const void *a, size_t a_size, const void *b,
				       size_t b_size)
{
	if ((uintptr_t)a < (uintptr_t)b + b_size && (uintptr_t)b < (uintptr_t)a + a_size)
		hr_gate_no_overlap(site, a, a_size, b, b_size);
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

/* The length of a string that ends within the first bytes, all of which may be used; SIZE_MAX when it does not, or nobody knows. */
static inline size_t hr_check_short_string(const char *text)
{
	const uintptr_t address = (uintptr_t)text;
	if (address < HR_PLAIN_MEMORY || address >= HR_ADDRESS_END - 64)
		return SIZE_MAX;
	const uint8_t *shadow = hr_shadow_of(address);
	const char *granule = text - (address & 7);
	uint64_t ignored = ((uint64_t)1 << (address & 7) * 8) - 1; /* what stands before the string is no end of it */
	for (int i = 0; i < 8; i++, granule += 8, ignored = 0) {
		if (shadow[i]) {
			if (shadow[i] > 7)
				return SIZE_MAX;
			ignored |= UINT64_MAX << shadow[i] * 8; /* so is what may not be used */
		}
		uint64_t eight;
		__builtin_memcpy(&eight, granule, sizeof eight);
		eight |= ignored;
		const uint64_t zeros = (eight - 0x0101010101010101u) & ~eight & 0x8080808080808080u;
		if (zeros)
			return (size_t)(granule + __builtin_ctzll(zeros) / 8 - text);
		if (shadow[i])
			break;
	}
	return SIZE_MAX;
}

/* The same as hr_check_step, but reports when there are none. */
static inline size_t hr_check_reads_some(const struct hr_gate_site *site, const void *from)
{
	const size_t step = hr_check_step((uintptr_t)from);
	if (!step)
		hr_gate_reads(site, from, 1);
	return step ? step : 1;
}

#endif
