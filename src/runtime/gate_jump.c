/* longjmp inside the unit. setjmp passes through to libc, so the buffer is as glibc fills it on x86-64: the saved frame pointer,
 * stack pointer and program counter are mangled with the thread's pointer guard.
 *
 * A jump happens only when the frame that called setjmp is still there: its stack pointer lies on the unit's stack above us, its program
 * counter in code, and, as far as the chain of frame pointers can be followed, its frame is in the chain. */
#include "runtime/gate_process_internal.h"

#include <setjmp.h>
#include <string.h>

/* Where glibc keeps them in __jmpbuf. */
enum { SAVED_FRAME = 1, SAVED_STACK = 6, SAVED_PC = 7 };

static uintptr_t demangle(uintptr_t value)
{
	uintptr_t guard = 0;
	__asm__("mov %%fs:0x30, %0" : "=r"(guard));
	value = value >> 17 | value << 47;
	return value ^ guard;
}

/* False when the chain of frame pointers passes by the target's frame: the function that called setjmp has returned. */
static bool frame_is_live(uintptr_t from, uintptr_t stack, uintptr_t frame)
{
	uintptr_t at = from;
	while (at < stack) {
		if (!hr_range_has(hr_runtime.unit_stack, at) || at % sizeof(uintptr_t))
			return true; /* cannot be followed */
		uintptr_t next = 0;
		memcpy(&next, (const void *)at, sizeof next);
		if (next <= at || next > hr_runtime.unit_stack.end)
			return true;
		at = next;
	}
	return at == frame;
}

static _Noreturn void jump(const struct hr_gate_site *site, struct __jmp_buf_tag *target, int value)
{
	hr_gate_reads(site, target, sizeof *target);
	uintptr_t words[8];
	memcpy(words, target->__jmpbuf, sizeof words);
	const uintptr_t stack = demangle(words[SAVED_STACK]);
	const uintptr_t pc = demangle(words[SAVED_PC]);
	const uintptr_t here = (uintptr_t)site->frame;
	const uintptr_t address = (uintptr_t)target;
	if (!hr_range_has(hr_runtime.unit_stack, stack) || !pc || pc >> 47)
		hr_gate_fault(site, HR_FAULT_BAD_JUMP, address, sizeof *target, "the buffer was not filled by setjmp");
	if (stack <= here || !frame_is_live(here, stack, demangle(words[SAVED_FRAME])))
		hr_gate_fault(site, HR_FAULT_BAD_JUMP, address, sizeof *target,
			      "the function that called setjmp has returned");
	hr_gate_leave_handlers(site, stack, target->__mask_was_saved != 0);
	hr_stack_forget(here);
	siglongjmp(target, value);
}

_Noreturn void hr_gate_longjmp(struct __jmp_buf_tag *target, int value)
{
	HR_GATE_ENTER("longjmp");
	jump(site, target, value);
}

_Noreturn void hr_gate__longjmp(struct __jmp_buf_tag *target, int value)
{
	HR_GATE_ENTER("_longjmp");
	jump(site, target, value);
}

_Noreturn void hr_gate_siglongjmp(struct __jmp_buf_tag *target, int value)
{
	HR_GATE_ENTER("siglongjmp");
	jump(site, target, value);
}

_Noreturn void hr_gate___longjmp_chk(struct __jmp_buf_tag *target, int value)
{
	HR_GATE_ENTER("longjmp");
	jump(site, target, value);
}

/* The checker knows one stack. */
#define CONTEXTS "contexts of their own stacks are not supported"
HR_GATE_REFUSED(getcontext, CONTEXTS)
HR_GATE_REFUSED(makecontext, CONTEXTS)
HR_GATE_REFUSED(setcontext, CONTEXTS)
HR_GATE_REFUSED(swapcontext, CONTEXTS)
