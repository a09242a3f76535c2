/* The unit's own stack, and the way onto it and back. x86-64 only.
 *
 * The stack lies at a fixed address, so that runs repeat exactly. From the top down: the window, which is always open and refilled after
 * every sequence; the rest of the reserve, closed (PROT_NONE) and opened in pieces when the unit gets there; the guard, never opened.
 *
 * Invariants: `lowest` is the lowest open address; all open memory that the unit did not write holds the fill byte; between sequences the
 * window alone is open. The interpreter's registers wait on its stack while the unit runs: leaving is nothing but taking them up again,
 * from wherever the processor is (the unit's stack, the signal stack), because handlers run with an unchanged signal mask. */
#include "runtime/fault.h"
#include "runtime/changing.h"
#include "runtime/shadow.h"
#include "runtime/suspicion.h"
#include "runtime/system.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define STACK_BASE HR_STACK_BASE
#define STACK_SIZE ((size_t)8 << 20)
#define GUARD_SIZE ((size_t)256 << 20) /* also for a frame that is too large as a whole */
#define STACK_TOP (STACK_BASE + STACK_SIZE)

enum {
	PAGE = 4096,
	WINDOW_FIRST = 8 << 10,
	WINDOW_MOST = 64 << 10,
	CHUNK_LEAST = 64 << 10,
	/* the window doubles when the stack grew in more than about one of GROWTH_WEIGHT sequences for a while */
	GROWTH_WEIGHT = 16,
	GROWTH_ENOUGH = 256,
};

static struct {
	uintptr_t lowest;
	size_t window;
	unsigned growth; /* how often the window was too small lately */
	uint8_t fill;
	bool grew; /* since the last refill */
} stack;
HR_CHANGING(stack);

/* What the assembly knows of the interpreter, by these offsets. Not taken from the unit's registers or stack: it may have
 * written over those. */
struct interpreter {
	uint32_t mxcsr; /* 0: its floating-point modes, which never change */
	uint16_t x87;   /* 4 */
	void *waiting;  /* 8: its stack pointer while the unit runs */
};
extern struct interpreter hr_switch_interpreter __attribute__((visibility("hidden")));
struct interpreter hr_switch_interpreter;
HR_CHANGING_PART(waiting, hr_switch_interpreter.waiting);

/* Calls stub(arguments, result) at `top`; 0 when it returned, 1 when hr_switch_resume was called meanwhile. */
int hr_switch_enter(void (*stub)(void **, void *), void **arguments, void *result, uintptr_t top);

/* Goes on behind the hr_switch_enter that waits. */
_Noreturn void hr_switch_resume(void);

/* Flags that a function returns with clear: direction, alignment checks, single steps. They are looked at and not only cleared, because taking up
 * flags costs more than all the rest. */
#define FLAGS_OF_THE_UNIT "0x40500"

/* On the interpreter's stack: the callee-saved registers, and room. rbp is zero in the unit's first frame: there the walk of the stack ends. The others
 * are too: the unit's functions save them on its stack, where it may read them by mistake, and they must be the same in every run.
 *
 * Floating-point modes: reading MXCSR costs as much as all the rest, reading the x87 control word nothing. Whoever changes modes by
 * fesetround and the like changes both; so the one tells of the other after each call, and MXCSR itself is looked at once a sequence. */
__asm__(".pushsection .text\n"
	".p2align 4\n"
	".hidden hr_switch_enter\n"
	".globl hr_switch_enter\n"
	".type hr_switch_enter, @function\n"
	"hr_switch_enter:\n"
	"	pushq %rbp\n"
	"	pushq %rbx\n"
	"	pushq %r12\n"
	"	pushq %r13\n"
	"	pushq %r14\n"
	"	pushq %r15\n"
	"	subq $24, %rsp\n"
	"	movq %rsp, hr_switch_interpreter+8(%rip)\n"
	"	movq %rdi, %rax\n"
	"	movq %rsi, %rdi\n"
	"	movq %rdx, %rsi\n"
	"	movq %rcx, %rsp\n"
	"	xorl %ebp, %ebp\n"
	"	xorl %ebx, %ebx\n"
	"	xorl %r12d, %r12d\n"
	"	xorl %r13d, %r13d\n"
	"	xorl %r14d, %r14d\n"
	"	xorl %r15d, %r15d\n"
	"	call *%rax\n"
	"	movq hr_switch_interpreter+8(%rip), %rsp\n"
	"	pushfq\n"
	"	testl $" FLAGS_OF_THE_UNIT ", (%rsp)\n"
	"	leaq 8(%rsp), %rsp\n"
	"	jne 3f\n"
	"4:	xorl %eax, %eax\n"
	"	fnstcw (%rsp)\n"
	"	movzwl (%rsp), %ecx\n"
	"	cmpw hr_switch_interpreter+4(%rip), %cx\n"
	"	jne 2f\n"
	"1:	addq $24, %rsp\n"
	"	popq %r15\n"
	"	popq %r14\n"
	"	popq %r13\n"
	"	popq %r12\n"
	"	popq %rbx\n"
	"	popq %rbp\n"
	"	ret\n"
	"2:	fldcw hr_switch_interpreter+4(%rip)\n"
	"	ldmxcsr hr_switch_interpreter(%rip)\n"
	"	jmp 1b\n"
	"3:	pushq $0\n"
	"	popfq\n"
	"	jmp 4b\n"
	".size hr_switch_enter, . - hr_switch_enter\n"
	".hidden hr_switch_resume\n"
	".globl hr_switch_resume\n"
	".type hr_switch_resume, @function\n"
	"hr_switch_resume:\n"
	"	movq hr_switch_interpreter+8(%rip), %rsp\n"
	"	pushq $0\n"
	"	popfq\n"
	"	fninit\n" /* the unit may have left values on the x87 stack */
	"	movl $1, %eax\n"
	"	jmp 2b\n"
	".size hr_switch_resume, . - hr_switch_resume\n"
	".popsection\n");

/* The head of the thread's control block, which libc and the compiler find everything by: itself twice, the canary of stacks, the guard of
 * pointers. */
struct thread_head {
	uint64_t self, same, canary, guard;
};
static struct thread_head thread_head;

static struct thread_head thread_head_now(void)
{
	struct thread_head head;
	__asm__ volatile("movq %%fs:0, %0\n\tmovq %%fs:0x10, %1\n\tmovq %%fs:0x28, %2\n\tmovq %%fs:0x30, %3"
			 : "=&r"(head.self), "=&r"(head.same), "=&r"(head.canary), "=r"(head.guard));
	return head;
}

/* Whether code without checks wrote over it, or moved the register that leads to it. */
static bool is_same_thread(void)
{
	struct thread_head head = thread_head_now();
	return head.self == thread_head.self && head.same == thread_head.same && head.canary == thread_head.canary &&
	       head.guard == thread_head.guard;
}

int hr_switch_call(void (*stub)(void **, void *), void **arguments, void *result)
{
	hr_runtime.inside = true;
	int left = hr_switch_enter(stub, arguments, result, STACK_TOP);
	hr_runtime.inside = false;
	if (!is_same_thread())
		hr_suspect(HR_SUSPECT_INTEGRITY);
	return left;
}

void hr_leave(enum hr_wire_status status)
{
	if (!hr_runtime.inside) {
		static const char text[] = "harrier-worker: the runtime itself is at fault\n";
		ssize_t ignored = hr_system_write(STDERR_FILENO, text, sizeof text - 1);
		(void)ignored;
		hr_system_exit(70);
	}
	hr_runtime.status = status;
	hr_stack_forget(stack.lowest);
	/* should the interpreter's stack be spoilt, what happens next is no fault of the unit that could be left again, for ever */
	hr_runtime.inside = false;
	hr_switch_resume();
}

int hr_stack_map(void)
{
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
	void *want = (void *)(STACK_BASE - GUARD_SIZE);
	void *got = hr_system_map(want, GUARD_SIZE + STACK_SIZE, PROT_NONE, flags, -1, 0);
	if (got == MAP_FAILED)
		return errno;
	if (got != want) {
		hr_system_unmap(got, GUARD_SIZE + STACK_SIZE);
		return EEXIST;
	}
	if (hr_system_protect((void *)STACK_BASE, STACK_SIZE, PROT_READ | PROT_WRITE) != 0)
		return errno;
	__asm__ volatile("stmxcsr %0\n\tfnstcw %1"
			 : "=m"(hr_switch_interpreter.mxcsr), "=m"(hr_switch_interpreter.x87));
	thread_head = thread_head_now();
	stack.lowest = STACK_BASE;
	stack.window = WINDOW_FIRST;
	stack.grew = true;
	hr_runtime.unit_stack = (struct hr_range){ STACK_BASE, STACK_TOP };
	return 0;
}

/* Closes what was opened below the window; after having let the window grow, when that happens often. */
static void close_again(void)
{
	stack.growth += GROWTH_WEIGHT;
	if (stack.growth >= GROWTH_ENOUGH && stack.window < WINDOW_MOST) {
		stack.window *= 2;
		stack.growth = 0;
	}
	uintptr_t bottom = STACK_TOP - stack.window;
	hr_system_protect((void *)stack.lowest, bottom - stack.lowest, PROT_NONE);
	stack.lowest = bottom;
	stack.grew = false;
}

/* Modes and flags, those of the x87 too: fetestexcept looks at both. */
static void restore_modes(void)
{
	uint32_t now;
	uint16_t flags;
	__asm__ volatile("fnstsw %0" : "=m"(flags));
	if (flags & 0xff)
		__asm__ volatile("fnclex");
	__asm__ volatile("stmxcsr %0" : "=m"(now));
	__asm__ volatile("emms"); /* all registers of the x87 are free */
	if (now != hr_switch_interpreter.mxcsr)
		__asm__ volatile("ldmxcsr %0" : : "m"(hr_switch_interpreter.mxcsr));
}

void hr_stack_restart(uint8_t fill)
{
	restore_modes();
	hr_stack_refill(fill);
}

void hr_stack_refill(uint8_t fill)
{
	hr_stack_forget(stack.lowest);
	stack.fill = fill;
	if (stack.grew)
		close_again();
	else if (stack.growth > 0)
		stack.growth--;
	memset((void *)stack.lowest, fill, STACK_TOP - stack.lowest);
}

void hr_stack_forget(uintptr_t low)
{
	/* nothing below what is open was ever poisoned: a function touches the bottom of its frame first */
	if (low < stack.lowest)
		low = stack.lowest;
	if (low < STACK_TOP)
		memset(hr_shadow_of(low), 0, (STACK_TOP - low) / 8);
}

bool hr_stack_grow(uintptr_t address)
{
	if (address < STACK_BASE || address >= stack.lowest)
		return false;
	/* at least as much as there is, so that a deep recursion faults a few times only */
	size_t chunk = STACK_TOP - stack.lowest;
	if (chunk < CHUNK_LEAST)
		chunk = CHUNK_LEAST;
	uintptr_t low = address & ~(uintptr_t)(PAGE - 1);
	if (stack.lowest - STACK_BASE <= chunk)
		low = STACK_BASE;
	else if (low > stack.lowest - chunk)
		low = stack.lowest - chunk;
	if (hr_system_protect((void *)low, stack.lowest - low, PROT_READ | PROT_WRITE) != 0)
		return false;
	memset((void *)low, stack.fill, stack.lowest - low);
	stack.lowest = low;
	stack.grew = true;
	return true;
}

uintptr_t hr_stack_lowest(void)
{
	return stack.lowest;
}

bool hr_stack_is_guard(uintptr_t address)
{
	return address >= STACK_BASE - GUARD_SIZE && address < STACK_BASE;
}
