/* The unit's global variables and literals, as its constructors tell them: their redzones, and which of them an address belongs to.
 *
 * Invariant: `globals` is sorted by address at any time; it is filled while the unit is loaded and never changes while it runs. The redzones
 * lie in the unit's segments and stay poisoned for ever. */
#include "runtime/asan_internal.h"
#include "runtime/shadow.h"
#include "runtime/system.h"

#include <string.h>
#include <sys/mman.h>

#define MOST ((size_t)1 << 20)

enum { NEAR = 4096 };

/* The compiler alone knows these names: nobody else declares them. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

static struct hr_global *globals;
static size_t count;

/* ---- the table ---- */

static bool make_table(void)
{
	if (globals)
		return true;
	const size_t size = MOST * sizeof *globals;
	void *bytes =
		hr_system_map(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (bytes == MAP_FAILED)
		return false;
	globals = bytes;
	return true;
}

static void sink(size_t at, size_t size)
{
	for (size_t child; (child = 2 * at + 1) < size; at = child) {
		if (child + 1 < size && globals[child + 1].address > globals[child].address)
			child++;
		if (globals[at].address >= globals[child].address)
			return;
		struct hr_global swap = globals[at];
		globals[at] = globals[child];
		globals[child] = swap;
	}
}

/* Not qsort, which may allocate. */
static void sort(void)
{
	for (size_t i = count / 2; i-- > 0;)
		sink(i, count);
	for (size_t size = count; size > 1;) {
		size--;
		struct hr_global swap = globals[0];
		globals[0] = globals[size];
		globals[size] = swap;
		sink(0, size);
	}
}

/* How many globals begin at or below the address. */
static size_t count_below(uintptr_t address)
{
	size_t low = 0;
	size_t high = count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (globals[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static size_t distance(const struct hr_global *global, uintptr_t address)
{
	if (address < global->address)
		return global->address - address;
	uintptr_t end = global->address + global->size;
	return address < end ? 0 : address - end;
}

const struct hr_global *hr_global_near(uintptr_t address)
{
	size_t below = count_below(address);
	const struct hr_global *left = below > 0 ? &globals[below - 1] : NULL;
	const struct hr_global *right = below < count ? &globals[below] : NULL;
	if (left && address - left->address < left->size_with_redzone)
		return left;
	const struct hr_global *best = left;
	if (!best || (right && distance(right, address) < distance(left, address)))
		best = right;
	return best && distance(best, address) < NEAR ? best : NULL;
}

const char *hr_global_name(const struct hr_global *global)
{
	static const char *const literals[] = { ".str", "<string literal>", ".L", "__const.", "" };
	if (!global->name)
		return "";
	for (size_t i = 0; literals[i][0]; i++)
		if (strncmp(global->name, literals[i], strlen(literals[i])) == 0)
			return "literal";
	return global->name;
}

/* ---- what constructors call ---- */

static void poison_redzone(const struct hr_global *global)
{
	size_t used = (global->size + 7) & ~(size_t)7;
	hr_shadow_close(global->address + used, global->size_with_redzone - used, HR_SHADOW_GLOBAL_REDZONE);
	if (global->size & 7)
		*hr_shadow_of(global->address + global->size) = global->size & 7;
}

void __asan_register_globals(const struct hr_global *new_globals, size_t new_count)
{
	for (size_t i = 0; i < new_count; i++)
		poison_redzone(&new_globals[i]);
	if (!make_table())
		return; /* reports will do without names */
	if (new_count > MOST - count)
		new_count = MOST - count;
	memcpy(globals + count, new_globals, new_count * sizeof *globals);
	count += new_count;
	sort();
	hr_shadow_close((uintptr_t)globals, count * sizeof *globals, HR_SHADOW_FOREIGN);
}

static void forget(uintptr_t address)
{
	size_t below = count_below(address);
	if (below == 0 || globals[below - 1].address != address)
		return;
	memmove(&globals[below - 1], &globals[below], (count - below) * sizeof *globals);
	count--;
}

void __asan_unregister_globals(const struct hr_global *old_globals, size_t old_count)
{
	for (size_t i = 0; i < old_count; i++) {
		hr_shadow_open(old_globals[i].address, old_globals[i].size_with_redzone);
		forget(old_globals[i].address);
	}
}

void __asan_register_elf_globals(uintptr_t *flag, const struct hr_global *begin, const struct hr_global *end)
{
	if (*flag || begin == end)
		return;
	*flag = 1;
	__asan_register_globals(begin, (size_t)(end - begin));
}

void __asan_unregister_elf_globals(uintptr_t *flag, const struct hr_global *begin, const struct hr_global *end)
{
	if (!*flag)
		return;
	*flag = 0;
	__asan_unregister_globals(begin, (size_t)(end - begin));
}

/* Other systems' object formats have these instead. */
void __asan_register_image_globals(uintptr_t *flag)
{
	*flag = 1;
}

void __asan_unregister_image_globals(uintptr_t *flag)
{
	*flag = 0;
}
