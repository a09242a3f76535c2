/* The shadow of the address space, as clang's instrumented code expects it on x86-64 Linux.
 *
 * Invariants: the shadow is one mapping from HR_SHADOW_OFFSET to HR_SHADOW_HIGH_BEGIN that takes memory only where it was written; the
 * shadow of the shadow (the gap) cannot be read, so that instrumented code that strays there gets a signal. Nothing here reads a shadow byte
 * of an address that has none.
 *
 * Reserved ranges: their shadow is a private mapping of one small file full of the value, again and again. Untouched pages are
 * shared by all of it (and by all workers of a zygote); dropping a page brings the value back. */
#include "runtime/asan_internal.h"
#include "runtime/arena.h"
#include "runtime/shadow.h"
#include "runtime/state.h"
#include "runtime/system.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SHADOW_SIZE (HR_SHADOW_HIGH_BEGIN - HR_SHADOW_OFFSET)
#define UNIT_SHADOW (HR_SHADOW_UNIT / 8)

enum {
	PAGE = 4096,
	LONG_RANGE = 64 << 10, /* from here on a range is held against the bounds of its region */
	RECYCLE_LEAST =
		1 << 20, /* bytes of shadow: filling fewer is cheaper than taking pages anew, and they may stay */
};

#define FOREIGN_MOST ((size_t)64 << 20) /* no object outside the unit's memory is larger */

static const int RESERVE = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

int hr_memory_reserve(uintptr_t address, size_t size, int protection)
{
	void *want = (void *)address;
	void *got = hr_system_map(want, size, protection, RESERVE | MAP_FIXED_NOREPLACE, -1, 0);
	if (got == MAP_FAILED)
		return errno;
	if (got != want) { /* an old kernel takes the address for a hint */
		hr_system_unmap(got, size);
		return EEXIST;
	}
	hr_system_advise(got, size, MADV_NOHUGEPAGE);
	return 0;
}

int hr_shadow_map(void)
{
	int error = hr_memory_reserve(HR_SHADOW_OFFSET, SHADOW_SIZE, PROT_READ | PROT_WRITE);
	if (error)
		return error;
	if (hr_system_advise((void *)HR_SHADOW_OFFSET, SHADOW_SIZE, MADV_DONTDUMP) != 0)
		return errno;
	uint8_t *gap = hr_shadow_of(HR_SHADOW_OFFSET);
	if (hr_system_protect(gap, (size_t)(hr_shadow_of(HR_SHADOW_HIGH_BEGIN) - gap), PROT_NONE) != 0)
		return errno;
	hr_shadow_close(0, HR_SHADOW_NULL_SIZE, HR_SHADOW_NULL);
	return 0;
}

/* ---- writing ---- */

/* Most ranges are a few granules: those should not cost a call. */
static inline void fill(uint8_t *at, uint8_t value, size_t count)
{
	const uint64_t eight = value * 0x0101010101010101u;
	if (count > 64) {
		memset(at, value, count); /* it knows best from when on `rep stosb` pays */
	} else if (count >= 8) {
		for (size_t i = 0; i + 8 <= count; i += 8)
			__builtin_memcpy(at + i, &eight, 8);
		__builtin_memcpy(at + count - 8, &eight, 8);
	} else {
		for (size_t i = 0; i < count; i++)
			at[i] = value;
	}
}

void hr_shadow_open(uintptr_t address, size_t size)
{
	uint8_t *shadow = hr_shadow_of(address);
	fill(shadow, 0, size >> 3);
	if (size & 7)
		shadow[size >> 3] = size & 7;
}

void hr_shadow_close(uintptr_t address, size_t size, enum hr_shadow_value value)
{
	if (size == 0)
		return;
	uint8_t *shadow = hr_shadow_of(address);
	fill(shadow, (uint8_t)value, (size_t)(hr_shadow_of(address + size - 1) - shadow) + 1);
}

/* A file of UNIT_SHADOW bytes that are all the value; -1 with errno. */
static int pattern_file(uint8_t value)
{
	int file = memfd_create("harrier-shadow", MFD_CLOEXEC);
	if (file < 0)
		return -1;
	if (ftruncate(file, (off_t)UNIT_SHADOW) == 0) {
		void *bytes = hr_system_map(NULL, UNIT_SHADOW, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
		if (bytes != MAP_FAILED) {
			memset(bytes, value, UNIT_SHADOW);
			hr_system_unmap(bytes, UNIT_SHADOW);
			return file;
		}
	}
	int error = errno;
	close(file);
	errno = error;
	return -1;
}

int hr_shadow_reserve(uintptr_t address, size_t size, enum hr_shadow_value value)
{
	int file = pattern_file((uint8_t)value);
	if (file < 0)
		return errno;
	int error = 0;
	for (uintptr_t at = address; at < address + size && !error; at += HR_SHADOW_UNIT) {
		void *want = hr_shadow_of(at);
		if (hr_system_map(want, UNIT_SHADOW, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, file, 0) ==
			    MAP_FAILED ||
		    hr_system_advise(want, UNIT_SHADOW, MADV_DONTDUMP) != 0)
			error = errno;
	}
	close(file);
	return error;
}

void hr_shadow_recycle(uintptr_t address, size_t size, enum hr_shadow_value value)
{
	if (size / 8 < RECYCLE_LEAST) {
		hr_shadow_close(address, size, value);
		return;
	}
	uintptr_t begin = (uintptr_t)hr_shadow_of(address);
	uintptr_t end = (uintptr_t)hr_shadow_of(address + size - 1) + 1;
	uintptr_t first = (begin + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
	uintptr_t last = end & ~(uintptr_t)(PAGE - 1);
	fill((uint8_t *)begin, (uint8_t)value, first - begin);
	fill((uint8_t *)last, (uint8_t)value, end - last);
	if (hr_system_advise((void *)first, last - first, MADV_DONTNEED) != 0)
		fill((uint8_t *)first, (uint8_t)value, last - first);
}

/* ---- reading ---- */

/* Where a long range that begins at the address must have ended. Without this a size gone wrong would have us read the shadow of
 * terabytes that nobody ever wrote. */
static uintptr_t region_end(uintptr_t address)
{
	const struct hr_range regions[] = {
		{ HR_ARENA_BASE, HR_ARENA_BASE + HR_ARENA_SIZE },
		{ HR_FAKE_STACK_BASE, HR_FAKE_STACK_BASE + HR_FAKE_STACK_SIZE },
		hr_runtime.unit_stack,
		hr_runtime.unit_image,
		{ 0, HR_SHADOW_LOW_END },
	};
	for (size_t i = 0; i < sizeof regions / sizeof regions[0]; i++)
		if (hr_range_has(regions[i], address))
			return regions[i].end;
	uintptr_t most = HR_SHADOW_HIGH_END - address;
	return address + (most < FOREIGN_MOST ? most : FOREIGN_MOST);
}

/* The first bad byte of [address, last], all of which has a shadow; 0 when there is none. */
static inline uintptr_t scan(uintptr_t address, uintptr_t last)
{
	const uint8_t *shadow = hr_shadow_of(address);
	const uint8_t *const end = hr_shadow_of(last) + 1;
	uintptr_t granule = address & ~(uintptr_t)7;
	for (; shadow < end; shadow++, granule += 8) {
		for (uint64_t eight; end - shadow >= 8; shadow += 8, granule += 64) {
			__builtin_memcpy(&eight, shadow, 8);
			if (eight)
				break;
		}
		if (shadow == end)
			break;
		if (*shadow == 0)
			continue;
		/* negative: none may be used */
		uintptr_t bad = granule + ((int8_t)*shadow < 0 ? 0 : *shadow);
		if (bad < address)
			bad = address;
		if (bad <= last && bad - granule < 8)
			return bad;
	}
	return 0;
}

uintptr_t hr_shadow_first_bad(uintptr_t address, size_t size)
{
	if (hr_shadow_is_plainly_good(address, size) || size == 0)
		return 0;
	if (address == 0)
		return 1;
	if (!hr_shadow_exists(address))
		return address;
	uintptr_t last = address + size - 1;
	if (size < LONG_RANGE) {
		if (hr_shadow_exists(last))
			return scan(address, last);
	} else if (size <= region_end(address) - address) {
		return scan(address, last);
	}
	uintptr_t end = region_end(address);
	uintptr_t bad = scan(address, end - 1);
	return bad ? bad : end;
}

bool hr_memory_is_mapped(uintptr_t address)
{
	if (!hr_shadow_exists(address))
		return false;
	/* The kernel copies the new mask in before it finds that there is no such way to change it. */
	const uintptr_t aligned = address & ~(uintptr_t)7;
	return hr_system_call(SYS_rt_sigprocmask, -1, (long)aligned, 0, 8, 0, 0) != -EFAULT;
}

size_t hr_shadow_readable(uintptr_t address, size_t most)
{
	uintptr_t bad = hr_shadow_first_bad(address, most);
	size_t open = bad == 0 ? most : address == 0 ? 0 : bad - address;
	if (open == 0 || address - HR_ARENA_BASE < HR_ARENA_SIZE || address - HR_FAKE_STACK_BASE < HR_FAKE_STACK_SIZE)
		return open;
	uintptr_t at = address;
	while (at < address + open && hr_memory_is_mapped(at))
		at = (at & ~(uintptr_t)(PAGE - 1)) + PAGE;
	return at < address + open ? at - address : open;
}
