/* Signals: what the processor finds in the unit, and the clock. x86-64 Linux only.
 *
 * Invariants: handlers run on a stack of their own (the kernel needs nothing of the unit's) and with the signal mask as it was, so that
 * hr_leave may leave them like any function; errno is as before when they return; the timer is armed once, and starting a program
 * only writes two numbers. */
#include "runtime/fault.h"
#include "runtime/changing.h"
#include "runtime/refused.h"
#include "runtime/growth.h"
#include "runtime/shadow.h"
#include "runtime/suspicion.h"
#include "runtime/system.h"
#include "runtime/text.h"
#include "runtime/unit.h"
#include "runtime/work.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum {
	SIGNAL_STACK = 64 << 10,
	TICK_MS = 5,
	GRACE_TICKS = 20,
	EXIT_BROKEN = 70,
};

/* Bits of the processor's error code for a page fault. */
enum { PAGE_WRITE = 2, PAGE_FETCH = 16 };

enum { BY_FILTER = 1 }; /* SYS_SECCOMP: the code of a SIGSYS that a seccomp filter sends */

static unsigned char signal_stack[SIGNAL_STACK] __attribute__((aligned(4096)));

static struct {
	volatile uint32_t program;  /* which has the limit: counts */
	volatile uint32_t limit_ms; /* 0: none */
	uint32_t measured_program;  /* the one that `began` belongs to */
	uint32_t ticks_over;        /* since its limit was over */
	int64_t began;              /* CPU time of the process at its first tick, in nanoseconds */
	pid_t thread;               /* the interpreter's */
	pid_t armed_in;             /* the process that has the timer: a fork does not inherit it */
} ticking;
HR_CHANGING(signal_stack);
HR_CHANGING(ticking);

/* ---- where it happened ---- */

struct place {
	uintptr_t pc;
	uintptr_t frame;
	uintptr_t stack_pointer;
	uint64_t error;
};

static struct place place_of(const void *context)
{
	const greg_t *registers = ((const ucontext_t *)context)->uc_mcontext.gregs;
	return (struct place){
		.pc = (uintptr_t)registers[REG_RIP],
		.frame = (uintptr_t)registers[REG_RBP],
		.stack_pointer = (uintptr_t)registers[REG_RSP],
		.error = (uint64_t)registers[REG_ERR],
	};
}

/* A call through a bad pointer faults at its target; the caller is what counts, its address is on the stack. */
static void step_back_from_bad_target(struct place *place)
{
	uintptr_t at = place->stack_pointer;
	if (hr_range_has(hr_runtime.unit_text, place->pc) || at % sizeof at != 0 || at < hr_stack_lowest() ||
	    at > hr_runtime.unit_stack.end - sizeof at)
		return;
	uintptr_t caller = *(const uintptr_t *)at;
	if (hr_range_has(hr_runtime.unit_text, caller - 1))
		place->pc = caller - 1;
}

/* ---- faults ---- */

/* The runtime itself is broken: nothing can be trusted any more. */
static _Noreturn void give_up(int number, uintptr_t address, uintptr_t pc)
{
	struct hr_text text = { 0 };
	hr_text_add(&text, "harrier-worker: signal ");
	hr_text_add_signed(&text, number);
	hr_text_add(&text, " outside the unit, address ");
	hr_text_add_address(&text, address);
	hr_text_add(&text, ", pc ");
	hr_text_add_address(&text, pc);
	hr_text_add(&text, "\n");
	ssize_t ignored = hr_system_write(STDERR_FILENO, text.bytes, text.length);
	(void)ignored;
	hr_system_exit(EXIT_BROKEN);
}

/* Instrumented code looks at the shadow first: when that is not there, the address it was about to use is the wild one. */
static uintptr_t looked_up(uintptr_t address)
{
	const uintptr_t shadow_end = HR_SHADOW_OFFSET + ((uintptr_t)1 << 44);
	if (address >= HR_SHADOW_OFFSET && address < shadow_end)
		return (address - HR_SHADOW_OFFSET) << 3;
	return address;
}

/* In the runtime's own code. Where the stack ends there, it was in one of the small functions that the compiler puts before every access and
 * comparison: those hold nothing half done. Gate functions have a reserve. */
static bool is_runtime(uintptr_t pc)
{
	extern const char __executable_start[], etext[]; /* by the linker */
	return pc >= (uintptr_t)__executable_start && pc < (uintptr_t)etext;
}

static _Noreturn void leave_with(enum hr_wire_fault_kind kind, uintptr_t address, enum hr_wire_access access,
				 int number, const struct place *place)
{
	if (!hr_range_has(hr_runtime.unit_text, place->pc) && !(hr_stack_is_guard(address) && is_runtime(place->pc)))
		hr_suspect(HR_SUSPECT_LEFT_FOREIGN_CODE);
	uintptr_t pc = place->pc + 1;
	uintptr_t frame = place->frame;
	hr_stack_reach_unit(&pc, &frame, place->stack_pointer);
	hr_fault_trap(kind, address, access, number, (void *)pc, (void *)frame);
}

static _Noreturn void leave_bad_access(const siginfo_t *info, struct place *place)
{
	if (info->si_code == SI_KERNEL) { /* not canonical: the processor does not say which address it was */
		step_back_from_bad_target(place);
		leave_with(HR_FAULT_WILD, UINTPTR_MAX, HR_ACCESS_NONE, info->si_signo, place);
	}
	uintptr_t address = (uintptr_t)info->si_addr;
	bool is_write = place->error & PAGE_WRITE;
	enum hr_wire_fault_kind kind = HR_FAULT_WILD;
	/* not by the processor's "present": a page of the file that nobody read yet in this process is not */
	if (is_write && info->si_code == SEGV_ACCERR && address >= 0x10000 && hr_memory_is_mapped(address) &&
	    *hr_shadow_of(address) != HR_SHADOW_FOREIGN)
		kind = HR_FAULT_READ_ONLY;
	if (place->error & PAGE_FETCH || address == place->pc)
		step_back_from_bad_target(place);
	else if (hr_range_has(hr_runtime.unit_text, place->pc))
		address = looked_up(address);
	leave_with(kind, address, is_write ? HR_ACCESS_WRITE : HR_ACCESS_READ, info->si_signo, place);
}

/* Write faults that are part of the machinery: a page that is watched for changes, more of the stack. */
static bool is_ours(const siginfo_t *info, const struct place *place)
{
	if (info->si_code <= 0 || info->si_code == SI_KERNEL)
		return false;
	uintptr_t address = (uintptr_t)info->si_addr;
	bool is_watched = (place->error & PAGE_WRITE) && hr_snapshot_fault(address);
	return is_watched || hr_stack_grow(address);
}

static void on_fault(int number, siginfo_t *info, void *context)
{
	int error_number = errno;
	struct place place = place_of(context);
	bool is_access = number == SIGSEGV || number == SIGBUS;
	if (is_access && is_ours(info, &place)) {
		errno = error_number;
		return;
	}
	if (!hr_runtime.inside || hr_system_thread() != ticking.thread)
		give_up(number, is_access ? (uintptr_t)info->si_addr : 0, place.pc);
	if (is_access && info->si_code > 0)
		leave_bad_access(info, &place);
	enum hr_wire_fault_kind kind = HR_FAULT_SIGNAL;
	if (number == SIGFPE && info->si_code == FPE_INTDIV)
		kind = HR_FAULT_UB_DIVISION;
	else if (number == SIGABRT)
		kind = HR_FAULT_ABORT;
	leave_with(kind, 0, HR_ACCESS_NONE, number, &place);
}

/* A system call that the fence does not let through, or somebody who sends such a signal. */
static void on_refusal(int number, siginfo_t *info, void *context)
{
	int error_number = errno;
	if (info->si_code != BY_FILTER) {
		on_fault(number, info, context);
		return;
	}
	if (!hr_runtime.inside || hr_system_thread() != ticking.thread)
		give_up(number, (uintptr_t)info->si_syscall, place_of(context).pc);
	hr_refused_call(info, context);
	errno = error_number;
}

/* ---- the clock ---- */

/* True when the running program's time is over. Its time begins with its first tick. */
static bool is_over(void)
{
	uint32_t limit = ticking.limit_ms;
	if (limit == 0)
		return false;
	int64_t now = hr_system_process_time();
	if (ticking.measured_program != ticking.program) {
		ticking.measured_program = ticking.program;
		ticking.began = now;
		ticking.ticks_over = 0;
		return false;
	}
	return now - ticking.began >= (int64_t)limit * 1000000;
}

static void on_tick(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)info;
	int error_number = errno;
	if (hr_runtime.inside && hr_growth_is_too_much(ticking.program)) {
		struct place place = place_of(context);
		hr_suspect(HR_SUSPECT_MEMORY);
		hr_fault_exhausted((void *)(place.pc + 1), (void *)place.frame);
	}
	if (hr_runtime.inside && (is_over() || hr_work_is_over())) {
		struct place place = place_of(context);
		bool is_in_unit = hr_range_has(hr_runtime.unit_text, place.pc);
		/* in libc or the runtime it may hold anything half done: wait for it to come back, for a while */
		if (is_in_unit || ++ticking.ticks_over > GRACE_TICKS) {
			if (!is_in_unit)
				hr_suspect(HR_SUSPECT_LEFT_FOREIGN_CODE);
			hr_fault_hang((void *)(place.pc + 1), (void *)place.frame);
		}
	}
	errno = error_number;
}

void hr_signals_limit(uint32_t cpu_ms)
{
	ticking.limit_ms = 0; /* a tick between these lines must not see the new limit with the old beginning */
	ticking.program++;
	ticking.limit_ms = cpu_ms;
}

/* ---- setting up ---- */

static int start_timer(void)
{
	struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGPROF };
	event._sigev_un._tid = ticking.thread; /* a thread of the unit could not leave */
	if (ticking.armed_in == hr_system_process())
		return 0;
	int timer; /* as the kernel numbers them */
	long failed = hr_system_call(SYS_timer_create, CLOCK_PROCESS_CPUTIME_ID, (long)&event, (long)&timer, 0, 0, 0);
	if (failed)
		return (int)-failed;
	const struct timespec period = { .tv_nsec = TICK_MS * 1000000L };
	const struct itimerspec ticks = { .it_interval = period, .it_value = period };
	failed = hr_system_call(SYS_timer_settime, timer, 0, (long)&ticks, 0, 0, 0);
	if (failed)
		return (int)-failed;
	ticking.armed_in = hr_system_process();
	return 0;
}

int hr_signals_install(void)
{
	static const int faults[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT };
	const int flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART;
	const stack_t stack = { .ss_sp = signal_stack, .ss_size = sizeof signal_stack };
	long failed = hr_system_call(SYS_sigaltstack, (long)&stack, 0, 0, 0, 0, 0);
	if (failed)
		return (int)-failed;
	const uint64_t none = 0; /* whoever started us may have blocked some */
	hr_system_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&none, 0, sizeof none, 0, 0);
	ticking.thread = hr_system_thread();
	for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
		if (hr_system_handle(faults[i], on_fault, flags) != 0)
			return errno;
	}
	if (hr_system_handle(SIGSYS, on_refusal, flags) != 0 || hr_system_handle(SIGPROF, on_tick, flags) != 0)
		return errno;
	return start_timer();
}
