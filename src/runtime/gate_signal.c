/* Signals that the unit sends to itself, and what it wants done with them.
 *
 * No handler is ever really installed and no signal really sent: the worker's own signals find the unit's faults. Handlers, the mask and
 * pending signals are remembered here. raise() calls the handler at once, keeps a blocked signal until it is let through, and does
 * otherwise what is done by default: nothing, or the end of the sequence. */
#include "runtime/gate_process_internal.h"

#include <signal.h>
#include <string.h>

enum { MOST_SIGNALS = 65, MOST_HANDLERS = 64 };

/* A handler that runs: where it was called from, and the mask it gives back when it ends. */
struct running_handler {
	uintptr_t frame;
	uint64_t mask;
};

static struct {
	struct sigaction actions[MOST_SIGNALS];
	uint64_t mask; /* bit number - 1 */
	uint64_t pending;
	struct running_handler running[MOST_HANDLERS]; /* the outermost first; those that are deeper are not noted */
	size_t running_count;
	stack_t stack;
} signals = { .stack = { .ss_flags = SS_DISABLE } };
HR_GATE_STATE(signals);

static uint64_t bit_of(int number)
{
	return 1ull << (number - 1);
}

static bool is_signal(int number)
{
	return number > 0 && number < MOST_SIGNALS;
}

/* ---- delivery ---- */

static _Noreturn void end_by_default(const struct hr_gate_site *site, int number)
{
	if (number == SIGABRT)
		hr_fault_kind(HR_FAULT_ABORT, 0, 0, number, site->function, NULL, site->pc, site->frame);
	if (number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU)
		hr_gate_refuse(site, "a signal that stops the process for good");
	hr_fault_kind(HR_FAULT_SIGNAL, 0, 0, number, site->function, "raised by the unit itself", site->pc,
		      site->frame);
}

static void call_handler(const struct hr_gate_site *site, int number, int sender)
{
	const struct sigaction action = signals.actions[number];
	const uint64_t mask = signals.mask;
	const size_t running_count = signals.running_count;
	HR_GATE_TOUCH(signals);
	if (running_count < MOST_HANDLERS)
		signals.running[signals.running_count++] = (struct running_handler){ (uintptr_t)site->frame, mask };
	if (action.sa_flags & SA_RESETHAND)
		memset(&signals.actions[number], 0, sizeof signals.actions[number]);
	uint64_t blocked = 0;
	memcpy(&blocked, &action.sa_mask, sizeof blocked);
	signals.mask |= blocked;
	if (!(action.sa_flags & SA_NODEFER))
		signals.mask |= bit_of(number);
	if (action.sa_flags & SA_SIGINFO) {
		siginfo_t information;
		memset(&information, 0, sizeof information);
		information.si_signo = number;
		information.si_code = sender;
		information.si_pid = HR_GATE_PID;
		information.si_uid = HR_GATE_USER_ID;
		action.sa_sigaction(number, &information, NULL);
	} else {
		action.sa_handler(number);
	}
	signals.mask = mask;
	signals.running_count = running_count;
}

void hr_gate_deliver(const struct hr_gate_site *site, int number, int sender)
{
	if (signals.mask & bit_of(number) && number != SIGKILL && number != SIGSTOP) {
		HR_GATE_TOUCH(signals);
		signals.pending |= bit_of(number);
		return;
	}
	const struct sigaction *action = &signals.actions[number];
	if (action->sa_handler == SIG_IGN)
		return;
	if (action->sa_handler != SIG_DFL)
		call_handler(site, number, sender);
	else if (number != SIGCHLD && number != SIGURG && number != SIGWINCH && number != SIGCONT)
		end_by_default(site, number);
}

static void deliver_pending(const struct hr_gate_site *site)
{
	uint64_t ready = 0;
	while ((ready = signals.pending & ~signals.mask)) {
		const int number = __builtin_ctzll(ready) + 1;
		HR_GATE_TOUCH(signals);
		signals.pending &= ~bit_of(number);
		hr_gate_deliver(site, number, SI_USER);
	}
}

void hr_gate_leave_handlers(const struct hr_gate_site *site, uintptr_t stack, bool restores_mask)
{
	if (!signals.running_count || signals.running[signals.running_count - 1].frame >= stack)
		return;
	HR_GATE_TOUCH(signals);
	uint64_t mask = signals.mask;
	while (signals.running_count && signals.running[signals.running_count - 1].frame < stack)
		mask = signals.running[--signals.running_count].mask;
	if (!restores_mask)
		return;
	signals.mask = mask;
	deliver_pending(site);
}

int hr_gate_raise(int number)
{
	HR_GATE_ENTER("raise");
	if (!is_signal(number))
		return hr_gate_fail(EINVAL);
	hr_gate_deliver(site, number, SI_TKILL);
	return 0;
}

int hr_gate_gsignal(int number)
{
	return hr_gate_raise(number);
}

/* To ourselves or our group: raised; to another that cannot exist: no such process; to all: not let through. */
static int send_signal(const struct hr_gate_site *site, int process, int number)
{
	if (number < 0 || number >= MOST_SIGNALS)
		return hr_gate_fail(EINVAL);
	if (process == -1 || process == 1 || process == HR_GATE_PARENT_PID)
		hr_gate_refuse(site, "a signal to another process is not let through");
	if (process != 0 && process != HR_GATE_PID && process != -HR_GATE_PID)
		return hr_gate_fail(ESRCH);
	if (number != 0)
		hr_gate_deliver(site, number, SI_USER);
	return 0;
}

int hr_gate_kill(int process, int number)
{
	HR_GATE_ENTER("kill");
	return send_signal(site, process, number);
}

int hr_gate_killpg(int group, int number)
{
	HR_GATE_ENTER("killpg");
	return group < 0 ? hr_gate_fail(EINVAL) : send_signal(site, -group, number);
}

int hr_gate_tgkill(int group, int thread, int number)
{
	HR_GATE_ENTER("tgkill");
	return group != HR_GATE_PID ? hr_gate_fail(ESRCH) : send_signal(site, thread, number);
}

int hr_gate_sigqueue(int process, int number, union sigval value)
{
	HR_GATE_ENTER("sigqueue");
	(void)value;
	return send_signal(site, process, number);
}

/* ---- handlers ---- */

int hr_gate_sigaction(int number, const struct sigaction *fresh, struct sigaction *old)
{
	HR_GATE_ENTER("sigaction");
	if (!is_signal(number) || (fresh && (number == SIGKILL || number == SIGSTOP)))
		return hr_gate_fail(EINVAL);
	struct sigaction action;
	if (fresh) {
		hr_gate_reads(site, fresh, sizeof *fresh);
		action = *fresh;
	}
	if (old) {
		hr_gate_writes(site, old, sizeof *old);
		*old = signals.actions[number];
	}
	if (fresh) {
		HR_GATE_TOUCH(signals);
		signals.actions[number] = action;
	}
	return 0;
}

static sighandler_t set_handler(int number, sighandler_t handler, int flags)
{
	if (!is_signal(number) || number == SIGKILL || number == SIGSTOP || handler == SIG_ERR) {
		errno = EINVAL;
		return SIG_ERR;
	}
	HR_GATE_TOUCH(signals);
	const sighandler_t old = signals.actions[number].sa_handler;
	signals.actions[number] = (struct sigaction){ .sa_handler = handler, .sa_flags = flags };
	return old;
}

sighandler_t hr_gate_signal(int number, sighandler_t handler)
{
	return set_handler(number, handler, SA_RESTART);
}

sighandler_t hr_gate_bsd_signal(int number, sighandler_t handler)
{
	return set_handler(number, handler, SA_RESTART);
}

sighandler_t hr_gate_sysv_signal(int number, sighandler_t handler)
{
	return set_handler(number, handler, SA_RESETHAND | SA_NODEFER);
}

sighandler_t hr_gate___sysv_signal(int number, sighandler_t handler)
{
	return set_handler(number, handler, SA_RESETHAND | SA_NODEFER);
}

int hr_gate_siginterrupt(int number, int interrupts)
{
	(void)interrupts;
	return is_signal(number) ? 0 : hr_gate_fail(EINVAL);
}

int hr_gate_sigaltstack(const stack_t *fresh, stack_t *old)
{
	HR_GATE_ENTER("sigaltstack");
	stack_t stack = { 0 };
	if (fresh) {
		hr_gate_reads(site, fresh, sizeof *fresh);
		stack = *fresh;
		if (!(stack.ss_flags & SS_DISABLE) && stack.ss_size < 2048)
			return hr_gate_fail(ENOMEM);
	}
	if (old) {
		hr_gate_writes(site, old, sizeof *old);
		*old = signals.stack;
	}
	if (fresh) {
		HR_GATE_TOUCH(signals);
		signals.stack = stack;
	}
	return 0;
}

/* ---- the mask ---- */

static uint64_t bits_of(const sigset_t *set)
{
	uint64_t bits = 0;
	memcpy(&bits, set, sizeof bits);
	return bits;
}

/* 0 or the number of an error. */
static int change_mask(const struct hr_gate_site *site, int how, const sigset_t *fresh, sigset_t *old)
{
	uint64_t bits = 0;
	if (fresh) {
		hr_gate_reads(site, fresh, sizeof *fresh);
		bits = bits_of(fresh);
		if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
			return EINVAL;
	}
	if (old) {
		hr_gate_writes(site, old, sizeof *old);
		memset(old, 0, sizeof *old);
		memcpy(old, &signals.mask, sizeof signals.mask);
	}
	if (fresh) {
		HR_GATE_TOUCH(signals);
		if (how == SIG_BLOCK)
			signals.mask |= bits;
		else if (how == SIG_UNBLOCK)
			signals.mask &= ~bits;
		else
			signals.mask = bits;
		signals.mask &= ~(bit_of(SIGKILL) | bit_of(SIGSTOP));
		deliver_pending(site);
	}
	return 0;
}

int hr_gate_sigprocmask(int how, const sigset_t *fresh, sigset_t *old)
{
	HR_GATE_ENTER("sigprocmask");
	const int number = change_mask(site, how, fresh, old);
	return number ? hr_gate_fail(number) : 0;
}

int hr_gate_pthread_sigmask(int how, const sigset_t *fresh, sigset_t *old)
{
	HR_GATE_ENTER("pthread_sigmask");
	return change_mask(site, how, fresh, old);
}

int hr_gate_sigpending(sigset_t *out)
{
	HR_GATE_ENTER("sigpending");
	hr_gate_writes(site, out, sizeof *out);
	memset(out, 0, sizeof *out);
	memcpy(out, &signals.pending, sizeof signals.pending);
	return 0;
}

/* Waiting is answered with what is pending; else nobody would ever wake us. Returns the signal. */
static int take_pending(const struct hr_gate_site *site, const sigset_t *set)
{
	hr_gate_reads(site, set, sizeof *set);
	const uint64_t ready = signals.pending & bits_of(set);
	if (!ready)
		return 0;
	HR_GATE_TOUCH(signals);
	signals.pending &= ~(ready & -ready);
	return __builtin_ctzll(ready) + 1;
}

#define WAITS "waits for a signal that nobody will send"

int hr_gate_sigwait(const sigset_t *set, int *out)
{
	HR_GATE_ENTER("sigwait");
	hr_gate_writes(site, out, sizeof *out);
	const int number = take_pending(site, set);
	if (!number)
		hr_gate_refuse(site, WAITS);
	*out = number;
	return 0;
}

static int wait_for(const struct hr_gate_site *site, const sigset_t *set, siginfo_t *out, bool is_timed)
{
	if (out)
		hr_gate_writes(site, out, sizeof *out);
	const int number = take_pending(site, set);
	if (!number && is_timed)
		return hr_gate_fail(EAGAIN);
	if (!number)
		hr_gate_refuse(site, WAITS);
	if (out) {
		memset(out, 0, sizeof *out);
		out->si_signo = number;
		out->si_code = SI_USER;
		out->si_pid = HR_GATE_PID;
	}
	return number;
}

int hr_gate_sigwaitinfo(const sigset_t *set, siginfo_t *out)
{
	HR_GATE_ENTER("sigwaitinfo");
	return wait_for(site, set, out, false);
}

int hr_gate_sigtimedwait(const sigset_t *set, siginfo_t *out, const struct timespec *timeout)
{
	HR_GATE_ENTER("sigtimedwait");
	return wait_for(site, set, out, timeout != NULL);
}

int hr_gate_sigsuspend(const sigset_t *mask)
{
	HR_GATE_ENTER("sigsuspend");
	hr_gate_reads(site, mask, sizeof *mask);
	if (!(signals.pending & ~bits_of(mask)))
		hr_gate_refuse(site, WAITS);
	const uint64_t old = signals.mask;
	HR_GATE_TOUCH(signals);
	signals.mask = bits_of(mask);
	deliver_pending(site);
	signals.mask = old;
	return hr_gate_fail(EINTR);
}

HR_GATE_REFUSED(pause, WAITS)
HR_GATE_REFUSED(sigpause, WAITS)
HR_GATE_REFUSED(sigreturn, "returning from a signal by hand is not let through")
