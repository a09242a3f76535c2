/* Gates of the functions on plain memory: memcpy, memset, memchr and their kin (comparing ones are in gate_compare.c).
 *
 * Invariant: all that will be read and written is checked before the first byte moves; searching functions check no byte beyond the one
 * they find, as C lets them stop there. */
#include "runtime/gate.h"
#include "runtime/coverage.h"
#include "runtime/gate_check.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

static void check_copy(const struct hr_gate_site *site, const void *to, const void *from, size_t size)
{
	hr_check_reads(site, from, size);
	hr_check_writes(site, to, size);
	if (to != from) /* compilers copy a struct onto itself with it: everybody lets that pass */
		hr_check_no_overlap(site, to, size, from, size);
}

void *hr_gate_memcpy(void *to, const void *from, size_t size)
{
	HR_GATE_ENTER("memcpy");
	check_copy(site, to, from, size);
	return memcpy(to, from, size);
}

void *hr_gate_mempcpy(void *to, const void *from, size_t size)
{
	HR_GATE_ENTER("mempcpy");
	check_copy(site, to, from, size);
	return mempcpy(to, from, size);
}

void *hr_gate_memmove(void *to, const void *from, size_t size)
{
	HR_GATE_ENTER("memmove");
	hr_check_reads(site, from, size);
	hr_check_writes(site, to, size);
	return memmove(to, from, size);
}

void hr_gate_bcopy(const void *from, void *to, size_t size)
{
	HR_GATE_ENTER("bcopy");
	hr_check_reads(site, from, size);
	hr_check_writes(site, to, size);
	memmove(to, from, size);
}

void *hr_gate_memset(void *to, int byte, size_t size)
{
	HR_GATE_ENTER("memset");
	hr_check_writes(site, to, size);
	return memset(to, byte, size);
}

void hr_gate_bzero(void *to, size_t size)
{
	HR_GATE_ENTER("bzero");
	hr_check_writes(site, to, size);
	memset(to, 0, size);
}

void hr_gate_explicit_bzero(void *to, size_t size)
{
	HR_GATE_ENTER("explicit_bzero");
	hr_check_writes(site, to, size);
	memset(to, 0, size);
}

/* In vain. */
static void looked_for(const struct hr_gate_site *site, const void *from, size_t size, int byte)
{
	if (hr_runtime.wants & HR_WIRE_WANT_COMPARISONS)
		hr_comparison_search(from, size, &(char){ (char)byte }, 1, site->pc);
}

/* The first place of a byte; NULL when it is not in there. */
static void *find_byte(const struct hr_gate_site *site, const void *from, int byte, size_t size)
{
	if (size && hr_check_quick((uintptr_t)from, size))
		return memchr(from, byte, size);
	const char *place = from;
	while (size) {
		size_t step = hr_check_reads_some(site, place);
		if (step > size)
			step = size;
		void *found = memchr(place, byte, step);
		if (found)
			return found;
		place += step;
		size -= step;
	}
	return NULL;
}

void *hr_gate_memchr(const void *from, int byte, size_t size)
{
	HR_GATE_ENTER("memchr");
	void *found = find_byte(site, from, byte, size);
	if (!found)
		looked_for(site, from, size, byte);
	return found;
}

void *hr_gate_rawmemchr(const void *from, int byte)
{
	HR_GATE_ENTER("rawmemchr");
	return find_byte(site, from, byte, SIZE_MAX);
}

void *hr_gate_memrchr(const void *from, int byte, size_t size)
{
	HR_GATE_ENTER("memrchr");
	hr_check_reads(site, from, size);
	void *found = memrchr(from, byte, size);
	if (!found)
		looked_for(site, from, size, byte);
	return found;
}

void *hr_gate_memccpy(void *to, const void *from, int byte, size_t size)
{
	HR_GATE_ENTER("memccpy");
	const char *found = find_byte(site, from, byte, size);
	const size_t copied = found ? (size_t)(found - (const char *)from) + 1 : size;
	hr_check_writes(site, to, copied);
	hr_check_no_overlap(site, to, copied, from, copied);
	memcpy(to, from, copied);
	return found ? (char *)to + copied : NULL;
}

void *hr_gate_memfrob(void *to, size_t size)
{
	HR_GATE_ENTER("memfrob");
	hr_check_writes(site, to, size);
	return memfrob(to, size);
}

void hr_gate_swab(const void *from, void *to, ssize_t size)
{
	HR_GATE_ENTER("swab");
	if (size <= 1)
		return;
	const size_t even = (size_t)size & ~(size_t)1;
	hr_check_reads(site, from, even);
	hr_check_writes(site, to, even);
	if (to != from) /* in place works and is done */
		hr_check_no_overlap(site, to, even, from, even);
	swab(from, to, (ssize_t)even);
}

HR_GATE_ALIAS(__memcpy_chk, memcpy);
HR_GATE_ALIAS(__memmove_chk, memmove);
HR_GATE_ALIAS(__memset_chk, memset);
HR_GATE_ALIAS(__mempcpy, mempcpy);
HR_GATE_ALIAS(__mempcpy_chk, mempcpy);
HR_GATE_ALIAS(__rawmemchr, rawmemchr);
HR_GATE_ALIAS(__bzero, bzero);
HR_GATE_ALIAS(__explicit_bzero_chk, explicit_bzero);
