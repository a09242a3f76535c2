/* What a unit may call of the sanitizers' public interface (sanitizer/asan_interface.h and its like) when it finds itself instrumented.
 *
 * Poisoning stands in asan_poison.c. The rest is about stock runtimes' reports, options and leak checker, of which there is nothing here: these
 * exist so that the unit links, and do as little as they may. */
#include "runtime/arena.h"
#include "runtime/fault.h"

/* Declared by the sanitizers' headers, which only the unit includes. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#define NOTHING(name, ...)                                                             \
	void name(__VA_ARGS__)                                                         \
	{                                                                              \
	}
#pragma GCC diagnostic ignored "-Wunused-parameter"

NOTHING(__asan_describe_address, void *address)
NOTHING(__asan_set_death_callback, void (*callback)(void))
NOTHING(__asan_set_error_report_callback, void (*callback)(const char *))
NOTHING(__asan_print_accumulated_stats, void)
NOTHING(__sanitizer_set_death_callback, void (*callback)(void))
NOTHING(__sanitizer_set_report_path, const char *path)
NOTHING(__sanitizer_set_report_fd, void *file)
NOTHING(__sanitizer_print_stack_trace, void)
NOTHING(__sanitizer_print_memory_profile, size_t top_percent, size_t most)
NOTHING(__sanitizer_purge_allocator, void)
NOTHING(__sanitizer_start_switch_fiber, void **save, const void *bottom, size_t size)
NOTHING(__sanitizer_finish_switch_fiber, void *save, const void **old_bottom, size_t *old_size)
NOTHING(__sanitizer_annotate_contiguous_container, const void *begin, const void *end, const void *old, const void *new)
NOTHING(__lsan_disable, void)
NOTHING(__lsan_enable, void)
NOTHING(__lsan_ignore_object, const void *object)
NOTHING(__lsan_register_root_region, const void *from, size_t size)
NOTHING(__lsan_unregister_root_region, const void *from, size_t size)
NOTHING(__lsan_do_leak_check, void)

int __lsan_do_recoverable_leak_check(void)
{
	return 0;
}

/* The unit itself says that it is about to do something bad. */
void __asan_report_error(void *pc, void *frame, void *stack, void *address, int is_write, size_t size)
{
	hr_fault_access((uintptr_t)address, size, is_write ? HR_ACCESS_WRITE : HR_ACCESS_READ, NULL, pc, frame);
}

/* ---- the heap ---- */

static const struct hr_block *live_block(const volatile void *pointer)
{
	const struct hr_block *block = hr_arena_find((uintptr_t)pointer);
	return block && block->address == (uintptr_t)pointer && !block->is_freed ? block : NULL;
}

int __sanitizer_get_ownership(const volatile void *pointer)
{
	return live_block(pointer) != NULL;
}

size_t __sanitizer_get_allocated_size(const volatile void *pointer)
{
	const struct hr_block *block = live_block(pointer);
	return block ? block->size : 0;
}

size_t __sanitizer_get_estimated_allocated_size(size_t size)
{
	return size;
}
