/* Edges executed: clang's inline 8-bit counters and the table of their program counters.
 *
 * Each shared object has one range of counters and one table of the same length. Edges are numbered through all of them in the order in which
 * they were registered. Invariant: outside hr_coverage_collect and hr_coverage_clear only the unit writes counters; which edges were
 * ever executed is kept here, out of its reach. */
#include "runtime/coverage.h"
#include "runtime/changing.h"

#include <string.h>

enum { MODULES_MOST = 64, EDGES_MOST = 1 << 22, BLOCK = 32 };

struct place {
	uintptr_t pc;
	uintptr_t flags; /* 1: the entry of a function */
};

struct module {
	uint8_t *counters;
	uint32_t count;
	uint32_t first; /* number of its first edge */
	const struct place *places;
};

static struct module modules[MODULES_MOST];
static uint32_t module_count;
static uint32_t edge_count;
static uint8_t was_executed[EDGES_MOST + 8] __attribute__((aligned(4096))); /* 0 or 1 */
HR_CHANGING(was_executed);

/* ---- what the unit's constructors call, once for every object file with the same range ---- */

void __sanitizer_cov_8bit_counters_init(uint8_t *begin, uint8_t *end);
void __sanitizer_cov_8bit_counters_init(uint8_t *begin, uint8_t *end)
{
	for (uint32_t i = 0; i < module_count; i++)
		if (modules[i].counters == begin)
			return;
	size_t count = (size_t)(end - begin);
	if (count == 0 || module_count == MODULES_MOST || count > EDGES_MOST - edge_count)
		return;
	modules[module_count++] = (struct module){ .counters = begin, .count = (uint32_t)count, .first = edge_count };
	edge_count += (uint32_t)count;
}

/* Comes right after the counters of the same module. */
void __sanitizer_cov_pcs_init(const uintptr_t *begin, const uintptr_t *end);
void __sanitizer_cov_pcs_init(const uintptr_t *begin, const uintptr_t *end)
{
	size_t count = (size_t)(end - begin) / 2;
	for (uint32_t i = module_count; i-- > 0;) {
		if (modules[i].places == (const struct place *)begin)
			return;
		if (!modules[i].places && modules[i].count == count) {
			modules[i].places = (const struct place *)begin;
			return;
		}
	}
}

/* Other ways of clang to tell the same; nobody listens. */
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc_indir(uintptr_t callee);
void __sanitizer_cov_trace_pc_guard(uint32_t *guard);
void __sanitizer_cov_trace_pc_guard_init(uint32_t *begin, uint32_t *end);

void __sanitizer_cov_trace_pc(void)
{
}

void __sanitizer_cov_trace_pc_indir(uintptr_t callee)
{
	(void)callee;
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
	(void)guard;
}

void __sanitizer_cov_trace_pc_guard_init(uint32_t *begin, uint32_t *end)
{
	(void)begin;
	(void)end;
}

/* ---- looking ---- */

struct harvest {
	struct hr_coverage_harvest result;
	uint32_t *fresh;
	uint32_t most_fresh;
	uint32_t *all;
	uint32_t most_all;
	bool counts;
};

static void take_edge(struct harvest *harvest, uint32_t edge)
{
	struct hr_coverage_harvest *result = &harvest->result;
	result->executed++;
	if (!was_executed[edge]) {
		was_executed[edge] = harvest->counts;
		if (result->fresh_count < harvest->most_fresh)
			harvest->fresh[result->fresh_count] = edge;
		result->fresh_count++;
	}
	if (harvest->all && result->all_count < harvest->most_all)
		harvest->all[result->all_count++] = edge;
}

static void take_bytes(struct harvest *harvest, uint8_t *counters, uint32_t count, uint32_t edge)
{
	for (uint32_t i = 0; i < count; i++)
		if (counters[i] != 0) {
			counters[i] = 0;
			take_edge(harvest, edge + i);
		}
}

static uint64_t load(const uint8_t *bytes)
{
	uint64_t word;
	__builtin_memcpy(&word, bytes, sizeof word);
	return word;
}

/* The highest bit of every byte that is not zero. */
static uint64_t nonzero_bytes(uint64_t word)
{
	const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
	return (((word & low) + low) | word) & ~low;
}

/* Takes the bytes of a word that are not zero. Mostly none of them is new, and nobody wants their numbers. */
static void take_word(struct harvest *harvest, uint8_t *counters, uint32_t edge)
{
	uint64_t word = load(counters);
	if (word == 0)
		return;
	__builtin_memset(counters, 0, sizeof word);
	uint64_t executed = nonzero_bytes(word);
	if (!harvest->all && (executed & ~(load(was_executed + edge) << 7)) == 0) {
		/* one bit a byte, summed up by the multiplication */
		harvest->result.executed += (uint32_t)((executed >> 7) * UINT64_C(0x0101010101010101) >> 56);
		return;
	}
	for (; executed != 0; executed &= executed - 1)
		take_edge(harvest, edge + (uint32_t)__builtin_ctzll(executed) / 8);
}

static void take_module(struct harvest *harvest, const struct module *module)
{
	uint32_t at = 0;
	for (; at + BLOCK <= module->count; at += BLOCK) {
		uint8_t *block = module->counters + at;
		if ((load(block) | load(block + 8) | load(block + 16) | load(block + 24)) == 0)
			continue;
		for (uint32_t i = 0; i < BLOCK; i += 8)
			take_word(harvest, block + i, module->first + at + i);
	}
	take_bytes(harvest, module->counters + at, module->count - at, module->first + at);
}

struct hr_coverage_harvest hr_coverage_collect(uint32_t *fresh, uint32_t most, uint32_t *all, uint32_t most_all,
					       bool counts)
{
	struct harvest harvest = {
		.fresh = fresh, .most_fresh = most, .all = all, .most_all = most_all, .counts = counts
	};
	for (uint32_t i = 0; i < module_count; i++)
		take_module(&harvest, &modules[i]);
	return harvest.result;
}

void hr_coverage_clear(void)
{
	for (uint32_t i = 0; i < module_count; i++)
		memset(modules[i].counters, 0, modules[i].count);
}

uint32_t hr_coverage_edge_count(void)
{
	return edge_count;
}

uint32_t hr_coverage_ranges(struct hr_range *out, uint32_t most)
{
	uint32_t count = module_count < most ? module_count : most;
	for (uint32_t i = 0; i < count; i++) {
		uintptr_t begin = (uintptr_t)modules[i].counters;
		out[i] = (struct hr_range){ begin, begin + modules[i].count };
	}
	return count;
}

uint64_t hr_coverage_pc(uint32_t edge)
{
	for (uint32_t i = 0; i < module_count; i++)
		if (edge >= modules[i].first && edge - modules[i].first < modules[i].count && modules[i].places)
			return modules[i].places[edge - modules[i].first].pc - hr_runtime.unit_base;
	return 0;
}
