/* The entry points that clang 19 calls for every access to memory in code compiled with -fsanitize=address.
 *
 * Invariant: a report is made before the access, and a report does not return: what was about to be destroyed is whole. Entry points that the
 * unit calls directly take the return address and the frame themselves (SITE), never a function below them. */
#include "runtime/fault.h"
#include "runtime/shadow.h"
#include "runtime/unit.h"

#include <string.h>

#define SITE __builtin_return_address(0), __builtin_frame_address(0)

/* The compiler alone knows these names: nobody else declares them. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* ---- reports: the check was inlined and failed ---- */

#define REPORT(name, access, size)                                                     \
	void __asan_report_##name(uintptr_t address)                                   \
	{                                                                              \
		hr_fault_access(address, size, access, NULL, SITE);                    \
	}                                                                              \
	void __asan_report_##name##_noabort(uintptr_t address)                         \
	{                                                                              \
		hr_fault_access(address, size, access, NULL, SITE);                    \
	}                                                                              \
	void __asan_report_exp_##name(uintptr_t address, uint32_t experiment)          \
	{                                                                              \
		(void)experiment;                                                      \
		hr_fault_access(address, size, access, NULL, SITE);                    \
	}

#define REPORT_SIZED(name, access)                                                     \
	void __asan_report_##name(uintptr_t address, size_t size)                      \
	{                                                                              \
		hr_fault_access(address, size, access, NULL, SITE);                    \
	}                                                                              \
	void __asan_report_##name##_noabort(uintptr_t address, size_t size)            \
	{                                                                              \
		hr_fault_access(address, size, access, NULL, SITE);                    \
	}                                                                              \
	void __asan_report_exp_##name(uintptr_t address, size_t size, uint32_t experiment) \
	{                                                                              \
		(void)experiment;                                                      \
		hr_fault_access(address, size, access, NULL, SITE);                    \
	}

REPORT(load1, HR_ACCESS_READ, 1)
REPORT(load2, HR_ACCESS_READ, 2)
REPORT(load4, HR_ACCESS_READ, 4)
REPORT(load8, HR_ACCESS_READ, 8)
REPORT(load16, HR_ACCESS_READ, 16)
REPORT(store1, HR_ACCESS_WRITE, 1)
REPORT(store2, HR_ACCESS_WRITE, 2)
REPORT(store4, HR_ACCESS_WRITE, 4)
REPORT(store8, HR_ACCESS_WRITE, 8)
REPORT(store16, HR_ACCESS_WRITE, 16)
REPORT_SIZED(load_n, HR_ACCESS_READ)
REPORT_SIZED(store_n, HR_ACCESS_WRITE)

/* ---- checks: the function was too large for inlining them ---- */

static inline bool is_bad(uintptr_t address, size_t size)
{
	return !hr_shadow_is_plainly_good(address, size) && hr_shadow_first_bad(address, size) != 0;
}

#define CHECK(name, access, size)                                                      \
	void __asan_##name(uintptr_t address)                                          \
	{                                                                              \
		if (is_bad(address, size))                                             \
			hr_fault_access(address, size, access, NULL, SITE);            \
	}                                                                              \
	void __asan_##name##_noabort(uintptr_t address)                                \
	{                                                                              \
		if (is_bad(address, size))                                             \
			hr_fault_access(address, size, access, NULL, SITE);            \
	}                                                                              \
	void __asan_exp_##name(uintptr_t address, uint32_t experiment)                 \
	{                                                                              \
		(void)experiment;                                                      \
		if (is_bad(address, size))                                             \
			hr_fault_access(address, size, access, NULL, SITE);            \
	}

#define CHECK_SIZED(name, access)                                                      \
	void __asan_##name(uintptr_t address, size_t size)                             \
	{                                                                              \
		if (is_bad(address, size))                                             \
			hr_fault_access(address, size, access, NULL, SITE);            \
	}                                                                              \
	void __asan_##name##_noabort(uintptr_t address, size_t size)                   \
	{                                                                              \
		if (is_bad(address, size))                                             \
			hr_fault_access(address, size, access, NULL, SITE);            \
	}                                                                              \
	void __asan_exp_##name(uintptr_t address, size_t size, uint32_t experiment)    \
	{                                                                              \
		(void)experiment;                                                      \
		if (is_bad(address, size))                                             \
			hr_fault_access(address, size, access, NULL, SITE);            \
	}

CHECK(load1, HR_ACCESS_READ, 1)
CHECK(load2, HR_ACCESS_READ, 2)
CHECK(load4, HR_ACCESS_READ, 4)
CHECK(load8, HR_ACCESS_READ, 8)
CHECK(load16, HR_ACCESS_READ, 16)
CHECK(store1, HR_ACCESS_WRITE, 1)
CHECK(store2, HR_ACCESS_WRITE, 2)
CHECK(store4, HR_ACCESS_WRITE, 4)
CHECK(store8, HR_ACCESS_WRITE, 8)
CHECK(store16, HR_ACCESS_WRITE, 16)
CHECK_SIZED(loadN, HR_ACCESS_READ)
CHECK_SIZED(storeN, HR_ACCESS_WRITE)

/* ---- copies: the compiler's own (structures) and those that it knew by name ---- */

static inline bool do_overlap(uintptr_t a, uintptr_t b, size_t size)
{
	return a < b ? b - a < size : a - b < size;
}

void *__asan_memcpy(void *to, const void *from, size_t size)
{
	if (is_bad((uintptr_t)from, size))
		hr_fault_access((uintptr_t)from, size, HR_ACCESS_READ, "memcpy", SITE);
	if (is_bad((uintptr_t)to, size))
		hr_fault_access((uintptr_t)to, size, HR_ACCESS_WRITE, "memcpy", SITE);
	/* a structure may be assigned to itself */
	if (to != from && do_overlap((uintptr_t)to, (uintptr_t)from, size))
		hr_fault_kind(HR_FAULT_OVERLAP, (uintptr_t)to, size, 0, "memcpy", NULL, SITE);
	return size > 0 ? memmove(to, from, size) : to;
}

void *__asan_memmove(void *to, const void *from, size_t size)
{
	if (is_bad((uintptr_t)from, size))
		hr_fault_access((uintptr_t)from, size, HR_ACCESS_READ, "memmove", SITE);
	if (is_bad((uintptr_t)to, size))
		hr_fault_access((uintptr_t)to, size, HR_ACCESS_WRITE, "memmove", SITE);
	return size > 0 ? memmove(to, from, size) : to;
}

void *__asan_memset(void *to, int value, size_t size)
{
	if (is_bad((uintptr_t)to, size))
		hr_fault_access((uintptr_t)to, size, HR_ACCESS_WRITE, "memset", SITE);
	return size > 0 ? memset(to, value, size) : to;
}

/* ---- what is called once, or tells something about us ---- */

uintptr_t __asan_shadow_memory_dynamic_address = HR_SHADOW_OFFSET;

/* The first thing that any constructor of the unit calls. */
void __asan_init(void)
{
	hr_unit_locate();
}

void __asan_version_mismatch_check_v8(void)
{
}

void __asan_get_shadow_mapping(size_t *scale, size_t *offset)
{
	*scale = 3;
	*offset = HR_SHADOW_OFFSET;
}

/* Before a call that does not return: the frames above ours may be left without their epilogues. */
void __asan_handle_no_return(void)
{
	uintptr_t here = (uintptr_t)__builtin_frame_address(0);
	if (hr_range_has(hr_runtime.unit_stack, here))
		hr_stack_forget(here);
}

void __asan_handle_vfork(void *stack)
{
	(void)stack;
}

/* The order of initialisers of C++ objects in several files: nothing to check in C. */
void __asan_before_dynamic_init(const char *module)
{
	(void)module;
}

void __asan_after_dynamic_init(void)
{
}

/* Pointers that are compared or subtracted, with an option that we do not set. */
void __sanitizer_ptr_cmp(void *left, void *right)
{
	(void)left;
	(void)right;
}

void __sanitizer_ptr_sub(void *left, void *right)
{
	(void)left;
	(void)right;
}
