/* Operands that met at comparisons, from clang's -fsanitize-coverage=trace-cmp and from the gate.
 *
 * Off, a comparison costs the test of one flag. On, every (place, operands) is kept once per program, up to a number; a hash table over the
 * list finds what is there already. Invariant: slots[] holds 0 or 1 + an index below `count`, each index once. */
#include "runtime/coverage.h"
#include "runtime/changing.h"

#include <string.h>

enum { MOST = 4096, SLOTS = 4 * MOST, TOLD = 32, CASES_MOST = 64, SET_MOST = 16 };

static struct hr_wire_comparison list[MOST];
static uint16_t slots[SLOTS];
static uint16_t slot_of[MOST]; /* by entry of the list: to empty the table costs what is in it */
static uint32_t count;
static bool is_truncated;
static bool is_on;
HR_CHANGING(list);
HR_CHANGING(slots);
HR_CHANGING(slot_of);
HR_CHANGING(count);
HR_CHANGING(is_truncated);
HR_CHANGING(is_on);

void hr_comparisons_record(bool on)
{
	if (on) {
		for (uint32_t i = 0; i < count; i++)
			slots[slot_of[i]] = 0;
		count = 0;
		is_truncated = false;
	}
	is_on = on;
}

const struct hr_wire_comparison *hr_comparisons(uint32_t *out_count, bool *truncated)
{
	*out_count = count;
	*truncated = is_truncated;
	return list;
}

static uint32_t hash_of(const struct hr_wire_comparison *comparison)
{
	const unsigned char *bytes = (const unsigned char *)comparison;
	uint64_t hash = 0;
	for (size_t i = 0; i < sizeof *comparison; i += sizeof(uint64_t)) {
		uint64_t word;
		__builtin_memcpy(&word, bytes + i, sizeof word);
		hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
		hash ^= hash >> 29;
	}
	return (uint32_t)hash;
}

/* All bytes of it are set, those that mean nothing to zero. */
static void add(const struct hr_wire_comparison *comparison)
{
	uint32_t slot = hash_of(comparison) % SLOTS;
	while (slots[slot] != 0) {
		if (memcmp(&list[slots[slot] - 1], comparison, sizeof *comparison) == 0)
			return;
		slot = (slot + 1) % SLOTS;
	}
	if (count == MOST) {
		is_truncated = true;
		return;
	}
	list[count] = *comparison;
	slot_of[count++] = (uint16_t)slot;
	slots[slot] = (uint16_t)count;
}

/* Where in the unit the call is that returns to `return_address`; false for anybody else's. */
static bool find_place(struct hr_wire_comparison *out, const void *return_address)
{
	uintptr_t pc = (uintptr_t)return_address - 1;
	if (!hr_range_has(hr_runtime.unit_text, pc))
		return false;
	out->pc = pc - hr_runtime.unit_base;
	return true;
}

static __attribute__((noinline)) void add_numbers(uint64_t left, uint64_t right, uint32_t size, const void *pc)
{
	struct hr_wire_comparison comparison = { .kind = HR_COMPARED_NUMBERS, .size = size };
	if (!find_place(&comparison, pc))
		return;
	memcpy(comparison.left, &left, sizeof left);
	memcpy(comparison.right, &right, sizeof right);
	add(&comparison);
}

void hr_comparison_bytes(const void *left, size_t left_size, const void *right, size_t right_size, void *pc)
{
	if (!is_on)
		return;
	left_size = left_size < TOLD ? left_size : TOLD;
	right_size = right_size < TOLD ? right_size : TOLD;
	struct hr_wire_comparison comparison = { .kind = HR_COMPARED_BYTES };
	if (!find_place(&comparison, pc))
		return;
	comparison.size = (uint32_t)(left_size > right_size ? left_size : right_size);
	memcpy(comparison.left, left, left_size);
	memcpy(comparison.right, right, right_size);
	add(&comparison);
}

void hr_comparison_search(const char *text, size_t size, const char *wanted, size_t wanted_size, void *pc)
{
	if (!is_on || !size)
		return;
	const size_t first = size <= SET_MOST ? 0 : size - 1;
	for (size_t i = 0; i < wanted_size && i < SET_MOST; i++)
		for (size_t k = first; k < size; k++)
			if (text[k] != wanted[i])
				add_numbers((unsigned char)text[k], (unsigned char)wanted[i], 1, pc);
}

/* ---- what instrumented code calls ---- */

#define COMPARE(name, type) \
	void __sanitizer_cov_trace_##name(type left, type right); \
	void __sanitizer_cov_trace_##name(type left, type right) \
	{ \
		if (__builtin_expect(is_on, 0)) \
			add_numbers(left, right, sizeof left, __builtin_return_address(0)); \
	}

COMPARE(cmp1, uint8_t)
COMPARE(cmp2, uint16_t)
COMPARE(cmp4, uint32_t)
COMPARE(cmp8, uint64_t)
COMPARE(const_cmp1, uint8_t) /* the left one is the constant */
COMPARE(const_cmp2, uint16_t)
COMPARE(const_cmp4, uint32_t)
COMPARE(const_cmp8, uint64_t)

/* A division is a comparison with zero. */
#define DIVIDE(name, type) \
	void __sanitizer_cov_trace_##name(type divisor); \
	void __sanitizer_cov_trace_##name(type divisor) \
	{ \
		if (__builtin_expect(is_on, 0)) \
			add_numbers(divisor, 0, sizeof divisor, __builtin_return_address(0)); \
	}

DIVIDE(div4, uint32_t)
DIVIDE(div8, uint64_t)

/* `cases`: their number, the width of the value in bits, the cases. */
void __sanitizer_cov_trace_switch(uint64_t value, const uint64_t *cases);
void __sanitizer_cov_trace_switch(uint64_t value, const uint64_t *cases)
{
	if (__builtin_expect(!is_on, 1))
		return;
	uint64_t most = cases[0] < CASES_MOST ? cases[0] : CASES_MOST;
	for (uint64_t i = 0; i < most; i++)
		add_numbers(value, cases[2 + i], (uint32_t)cases[1] / 8, __builtin_return_address(0));
}

void __sanitizer_cov_trace_gep(uintptr_t index);
void __sanitizer_cov_trace_gep(uintptr_t index)
{
	(void)index;
}
