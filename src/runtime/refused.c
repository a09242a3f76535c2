/* What becomes of a system call that the fence does not let through: the outcome of the call of the unit that made it.
 *
 * Where something better than "refused" can be said, it is: output is collected, an exit is an exit, a signal to oneself is that signal. All this
 * is for code that goes around the gate: assembly, and libraries that are not compiled by us. A worker that was left in the middle of a library is
 * suspect; one that was left in the unit's own code is not. x86-64 Linux only. */
#include "runtime/refused.h"

#include "fence/fence.h"
#include "runtime/fault.h"
#include "runtime/file_tree.h"
#include "runtime/files.h"
#include "runtime/shadow.h"
#include "runtime/suspicion.h"
#include "runtime/system.h"
#include "runtime/text.h"

#include <errno.h>
#include <linux/audit.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <ucontext.h>

enum { PARTS_MOST = 1024, PAGE = 4096, WRITTEN_MOST = 0x7ffff000 };

static uint64_t mask; /* of signals, as a library believes it to be */

struct trapped {
	long number;
	greg_t *registers;
	void *pc; /* behind the instruction, like a return address */
	void *frame;
};

static uintptr_t argument(const struct trapped *call, unsigned n)
{
	static const int order[] = { REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8, REG_R9 };

	return (uintptr_t)call->registers[order[n]];
}

static _Noreturn void leave(const struct trapped *call, enum hr_wire_fault_kind kind, int code, const char *text)
{
	if (!hr_range_has(hr_runtime.unit_text, (uintptr_t)call->pc - 1))
		hr_suspect(HR_SUSPECT_FOREIGN_CALL);
	uintptr_t pc = (uintptr_t)call->pc;
	uintptr_t frame = (uintptr_t)call->frame;
	hr_stack_reach_unit(&pc, &frame, (uintptr_t)call->registers[REG_RSP]);
	hr_fault_kind(kind, 0, 0, code, NULL, text, (void *)pc, (void *)frame);
}

/* ---- calls that have an answer ---- */

/* How much of a range can be read, page by page: nobody checked it. */
static size_t readable(uintptr_t from, size_t size)
{
	size_t length = 0;

	while (length < size && hr_memory_is_mapped(from + length))
		length += PAGE - (from + length) % PAGE;
	return length < size ? length : size;
}

/* Nobody reads more than the first bytes of it. */
static long collect(uintptr_t from, size_t size)
{
	size_t kept = size < HR_FILES_OUTPUT_BYTES + 1 ? size : HR_FILES_OUTPUT_BYTES + 1;

	if (readable(from, kept) < kept)
		return -EFAULT;
	hr_files_say((const char *)from, kept);
	return (long)(size < WRITTEN_MOST ? size : WRITTEN_MOST);
}

static bool is_output(const struct trapped *call)
{
	return (int)argument(call, 0) == 1 || (int)argument(call, 0) == 2;
}

/* True when the call was answered. */
static bool answer_write(const struct trapped *call, long *answer)
{
	if (is_output(call))
		*answer = collect(argument(call, 1), argument(call, 2));
	return is_output(call);
}

static bool answer_writev(const struct trapped *call, long *answer)
{
	const struct iovec *parts = (const struct iovec *)argument(call, 1);
	size_t count = argument(call, 2);

	if (!is_output(call))
		return false;
	*answer = -EINVAL;
	if (count > PARTS_MOST)
		return true;
	*answer = 0;
	if (readable((uintptr_t)parts, count * sizeof *parts) < count * sizeof *parts)
		*answer = -EFAULT;
	for (size_t i = 0; i < count && *answer >= 0; i++) {
		long done = collect((uintptr_t)parts[i].iov_base, parts[i].iov_len);
		*answer = done < 0 ? done : *answer + done;
	}
	return true;
}

static bool answer_exit(const struct trapped *call, long *answer)
{
	(void)answer;
	leave(call, HR_FAULT_EXIT, (int)(argument(call, 0) & 0xff), NULL);
}

/* The signal of a process to itself. Those that do nothing when nobody handles them do nothing. */
static bool answer_signal(const struct trapped *call, int number, long *answer)
{
	*answer = 0;
	if (number < 0 || number > 64)
		*answer = -EINVAL;
	else if (number == SIGABRT)
		leave(call, HR_FAULT_ABORT, number, NULL);
	else if (number != 0 && number != SIGCHLD && number != SIGURG && number != SIGWINCH && number != SIGCONT)
		leave(call, HR_FAULT_SIGNAL, number, NULL);
	return true;
}

static bool answer_kill(const struct trapped *call, long *answer)
{
	return (pid_t)argument(call, 0) == hr_system_process() && answer_signal(call, (int)argument(call, 1), answer);
}

static bool answer_tkill(const struct trapped *call, long *answer)
{
	return (pid_t)argument(call, 0) == hr_system_thread() && answer_signal(call, (int)argument(call, 1), answer);
}

static bool answer_tgkill(const struct trapped *call, long *answer)
{
	return (pid_t)argument(call, 0) == hr_system_process() && (pid_t)argument(call, 1) == hr_system_thread() &&
	       answer_signal(call, (int)argument(call, 2), answer);
}

/* The mask of signals is only remembered: nobody sends the unit any, and those that the runtime needs must not be blocked. */
static bool answer_mask(const struct trapped *call, long *answer)
{
	const uint64_t *set = (const uint64_t *)argument(call, 1);
	uint64_t *old = (uint64_t *)argument(call, 2);
	uint64_t before = mask;

	*answer = -EFAULT;
	if (readable((uintptr_t)set, sizeof *set) < sizeof *set ||
	    (old && readable((uintptr_t)old, sizeof *old) < sizeof *old))
		return true;
	*answer = 0;
	switch ((int)argument(call, 0)) {
	case SIG_BLOCK:
		mask |= *set;
		break;
	case SIG_UNBLOCK:
		mask &= ~*set;
		break;
	case SIG_SETMASK:
		mask = *set;
		break;
	default:
		*answer = -EINVAL;
	}
	if (old && *answer == 0)
		*old = before;
	return true;
}

static const struct {
	long number;
	bool (*answer)(const struct trapped *call, long *answer);
} answers[] = {
	{ SYS_write, answer_write },     { SYS_writev, answer_writev },       { SYS_exit, answer_exit },
	{ SYS_exit_group, answer_exit }, { SYS_kill, answer_kill },           { SYS_tkill, answer_tkill },
	{ SYS_tgkill, answer_tgkill },   { SYS_rt_sigprocmask, answer_mask },
};

/* ---- all others ---- */

static _Noreturn void refuse(const struct trapped *call, unsigned machine)
{
	const char *name = machine == AUDIT_ARCH_X86_64 ? hr_fence_call_name(call->number) : NULL;
	struct hr_text text = { 0 };

	if (name) {
		hr_text_add(&text, "the system call '");
		hr_text_add(&text, name);
		hr_text_add(&text, "'");
	} else {
		hr_text_add(&text,
			    machine == AUDIT_ARCH_X86_64 ? "system call number " : "the 32-bit system call number ");
		hr_text_add_signed(&text, call->number);
	}
	leave(call, HR_FAULT_REFUSED_CALL, 0, text.bytes);
}

void hr_refused_call(const siginfo_t *info, void *context)
{
	greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
	const struct trapped call = {
		.number = info->si_syscall,
		.registers = registers,
		.pc = (void *)registers[REG_RIP],
		.frame = (void *)registers[REG_RBP],
	};
	long answer;

	for (size_t i = 0; info->si_arch == AUDIT_ARCH_X86_64 && i < sizeof answers / sizeof *answers; i++) {
		if (answers[i].number == call.number && answers[i].answer(&call, &answer)) {
			registers[REG_RAX] = answer;
			return;
		}
	}
	refuse(&call, info->si_arch);
}
