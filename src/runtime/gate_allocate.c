/* Gates of the allocating functions: all of the unit's memory is blocks of the arena.
 *
 * Invariants: nothing of libc's own heap ever reaches the unit; a block that could not be made changes nothing, so that failed allocations
 * can be tried one by one. Frees are checked by the arena. */
#include "runtime/gate.h"
#include "runtime/arena.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define PAGE ((size_t)4096)
#define USUAL_ALIGNMENT ((size_t)16)

static void *allocate(size_t size, size_t align)
{
	void *memory = hr_arena_allocate(size, align < USUAL_ALIGNMENT ? USUAL_ALIGNMENT : align, HR_BLOCK_UNIT);
	hr_work += HR_GATE_WORK + (memory ? size / HR_GATE_BYTES_OF_WORK : 0);
	return memory;
}

static void *refuse(int error)
{
	errno = error;
	return NULL;
}

void *hr_gate_malloc(size_t size)
{
	return allocate(size, USUAL_ALIGNMENT);
}

void *hr_gate_calloc(size_t count, size_t size)
{
	size_t total;
	if (__builtin_mul_overflow(count, size, &total))
		return refuse(ENOMEM);
	void *memory = allocate(total, USUAL_ALIGNMENT);
	return memory ? memset(memory, 0, total) : NULL;
}

void hr_gate_free(void *memory)
{
	const int saved_errno = errno;
	hr_work += HR_GATE_WORK;
	hr_arena_free(memory, "free");
	errno = saved_errno;
}

/* The live block that begins here; anything else is reported as a bad free is. */
static struct hr_block *block_of(void *memory, const char *function)
{
	struct hr_block *block = hr_arena_find((uintptr_t)memory);
	if (!block) /* an empty one has no address inside */
		block = hr_arena_nearest((uintptr_t)memory);
	if (!block || block->address != (uintptr_t)memory || block->is_freed || block->origin != HR_BLOCK_UNIT)
		hr_arena_free(memory, function); /* leaves */
	return block;
}

static void *reallocate(void *memory, size_t size, const char *function)
{
	if (!memory)
		return allocate(size, USUAL_ALIGNMENT);
	const size_t old_size = block_of(memory, function)->size;
	if (size == 0) { /* as glibc does */
		hr_arena_free(memory, function);
		return NULL;
	}
	void *fresh = allocate(size, USUAL_ALIGNMENT);
	if (!fresh)
		return NULL;
	memcpy(fresh, memory, old_size < size ? old_size : size);
	hr_arena_free(memory, function);
	return fresh;
}

void *hr_gate_realloc(void *memory, size_t size)
{
	return reallocate(memory, size, "realloc");
}

void *hr_gate_reallocarray(void *memory, size_t count, size_t size)
{
	size_t total;
	if (__builtin_mul_overflow(count, size, &total))
		return refuse(ENOMEM);
	return reallocate(memory, total, "reallocarray");
}

/* ---- aligned ------------------------------------------------------------------------------------------------------------------- */

static bool is_power_of_two(size_t number)
{
	return number && (number & (number - 1)) == 0;
}

void *hr_gate_memalign(size_t align, size_t size)
{
	size_t power = USUAL_ALIGNMENT; /* glibc rounds up what is none */
	while (power < align && power <= SIZE_MAX / 4)
		power *= 2;
	return power < align ? refuse(EINVAL) : allocate(size, power);
}

void *hr_gate_aligned_alloc(size_t align, size_t size)
{
	return hr_gate_memalign(align, size);
}

int hr_gate_posix_memalign(void **out, size_t align, size_t size)
{
	HR_GATE_ENTER("posix_memalign");
	if (!is_power_of_two(align) || align % sizeof(void *) != 0)
		return EINVAL;
	hr_gate_writes(site, out, sizeof *out);
	const int saved_errno = errno;
	void *memory = allocate(size, align);
	errno = saved_errno;
	if (!memory)
		return ENOMEM;
	*out = memory;
	return 0;
}

void *hr_gate_valloc(size_t size)
{
	return allocate(size, PAGE);
}

void *hr_gate_pvalloc(size_t size)
{
	if (size > SIZE_MAX - PAGE)
		return refuse(ENOMEM);
	return allocate((size + PAGE - 1) & ~(PAGE - 1), PAGE);
}

/* ---- texts --------------------------------------------------------------------------------------------------------------------- */

static char *duplicate(const char *text, size_t length)
{
	char *memory = allocate(length + 1, USUAL_ALIGNMENT);
	if (!memory)
		return NULL;
	memcpy(memory, text, length);
	memory[length] = 0;
	return memory;
}

char *hr_gate_strdup(const char *text)
{
	HR_GATE_ENTER("strdup");
	return duplicate(text, hr_gate_string(site, text));
}

char *hr_gate_strndup(const char *text, size_t most)
{
	HR_GATE_ENTER("strndup");
	return duplicate(text, hr_gate_bounded_string(site, text, most));
}

/* ---- looking at the allocator: there is little to see --------------------------------------------------------------------------- */

/* What was asked for and no more: units that use what is "usable" beyond it are checked like all others. */
size_t hr_gate_malloc_usable_size(void *memory)
{
	return memory ? block_of(memory, "malloc_usable_size")->size : 0;
}

int hr_gate_mallopt(int parameter, int value)
{
	(void)parameter;
	(void)value;
	return 1;
}

int hr_gate_malloc_trim(size_t pad)
{
	(void)pad;
	return 0;
}

void hr_gate_malloc_stats(void)
{
}

struct mallinfo hr_gate_mallinfo(void)
{
	return (struct mallinfo){ 0 };
}

struct mallinfo2 hr_gate_mallinfo2(void)
{
	return (struct mallinfo2){ 0 };
}

HR_GATE_ALIAS(cfree, free);
HR_GATE_ALIAS(__libc_free, free);
HR_GATE_ALIAS(__libc_malloc, malloc);
HR_GATE_ALIAS(__libc_calloc, calloc);
HR_GATE_ALIAS(__libc_realloc, realloc);
HR_GATE_ALIAS(__libc_memalign, memalign);
HR_GATE_ALIAS(__libc_reallocarray, reallocarray);
HR_GATE_ALIAS(__strdup, strdup);
HR_GATE_ALIAS(__strndup, strndup);
