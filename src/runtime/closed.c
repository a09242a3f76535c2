/* Closing the worker's own memory to the unit.
 *
 * A store of the unit that goes astray may hit anything; what it must never hit unseen is what decides about the sequences that follow. The
 * program's writable segments are closed as a whole, then the few parts that belong to the unit are opened again. Memory that the runtime
 * maps for itself is closed where it is mapped. Not closed: the loader's and libc's own variables, some of which units use by right. */
#include "runtime/closed.h"

#include "runtime/gate_state.h"
#include "runtime/shadow.h"
#include "runtime/stream.h"

#include <link.h>

enum { BELOW = 64 << 10, GRANULE = 8 };

extern void *__libc_stack_end; /* where main's stack begins, as the loader found it */

static int close_program(struct dl_phdr_info *module, size_t size, void *context)
{
	(void)size;
	(void)context;
	for (int i = 0; i < module->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &module->dlpi_phdr[i];
		if (header->p_type == PT_LOAD && header->p_flags & PF_W)
			hr_shadow_close(module->dlpi_addr + header->p_vaddr, header->p_memsz, HR_SHADOW_FOREIGN);
	}
	return 1; /* the program itself comes first */
}

/* All granules that the range has a part of. */
static void open_range(struct hr_range range)
{
	uintptr_t begin = range.begin & ~(uintptr_t)(GRANULE - 1);
	uintptr_t end = (range.end + GRANULE - 1) & ~(uintptr_t)(GRANULE - 1);
	if (begin < end)
		hr_shadow_open(begin, end - begin);
}

void hr_worker_close(void)
{
	struct hr_stream *const streams[] = { &hr_gate__IO_2_1_stdin_, &hr_gate__IO_2_1_stdout_,
					      &hr_gate__IO_2_1_stderr_ };
	uintptr_t stack = (uintptr_t)__builtin_frame_address(0) - BELOW;
	uintptr_t stack_end = (uintptr_t)__libc_stack_end;

	dl_iterate_phdr(close_program, NULL);
	if (stack_end > stack && stack_end - stack < (size_t)8 << 20)
		hr_shadow_close(stack & ~(uintptr_t)(GRANULE - 1), stack_end - stack, HR_SHADOW_FOREIGN);
	open_range(hr_gate_data_range());
	open_range(hr_gate_open_range());
	for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
		uintptr_t begin = (uintptr_t)streams[i];
		open_range((struct hr_range){ begin, begin + HR_STREAM_OPEN_BYTES });
	}
}
