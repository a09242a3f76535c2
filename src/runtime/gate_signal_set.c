/* Sets of signals, messages about them, and timers that would send signals.
 *
 * Timers are remembered and answered, but never run out: time passes only when the unit asks for it, and nothing happens by itself. */
#include "runtime/gate_process_internal.h"

#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

/* ---- sets: glibc's layout, one bit a signal ---- */

int hr_gate_sigemptyset(sigset_t *set)
{
	HR_GATE_ENTER("sigemptyset");
	hr_gate_writes(site, set, sizeof *set);
	memset(set, 0, sizeof *set);
	return 0;
}

/* glibc leaves out the two signals that its threads use. */
int hr_gate_sigfillset(sigset_t *set)
{
	HR_GATE_ENTER("sigfillset");
	hr_gate_writes(site, set, sizeof *set);
	memset(set, 0xff, sizeof *set);
	const uint64_t bits = ~(1ull << 31 | 1ull << 32);
	memcpy(set, &bits, sizeof bits);
	return 0;
}

/* The byte and the bit in it that stand for a signal; false when the number is none. */
static bool find_bit(int number, size_t *byte, unsigned char *bit)
{
	if (number < 1 || number > 64)
		return false;
	*byte = (size_t)(number - 1) / 8;
	*bit = (unsigned char)(1u << ((number - 1) % 8));
	return true;
}

static int set_bit(const struct hr_gate_site *site, sigset_t *set, int number, bool on)
{
	size_t byte = 0;
	unsigned char bit = 0;
	if (!find_bit(number, &byte, &bit))
		return hr_gate_fail(EINVAL);
	hr_gate_writes(site, set, sizeof *set);
	unsigned char *at = (unsigned char *)set + byte;
	*at = (unsigned char)(on ? *at | bit : *at & ~bit);
	return 0;
}

int hr_gate_sigaddset(sigset_t *set, int number)
{
	HR_GATE_ENTER("sigaddset");
	return set_bit(site, set, number, true);
}

int hr_gate_sigdelset(sigset_t *set, int number)
{
	HR_GATE_ENTER("sigdelset");
	return set_bit(site, set, number, false);
}

int hr_gate_sigismember(const sigset_t *set, int number)
{
	HR_GATE_ENTER("sigismember");
	size_t byte = 0;
	unsigned char bit = 0;
	if (!find_bit(number, &byte, &bit))
		return hr_gate_fail(EINVAL);
	hr_gate_reads(site, set, sizeof *set);
	return (((const unsigned char *)set)[byte] & bit) != 0;
}

int hr_gate_sigisemptyset(const sigset_t *set)
{
	HR_GATE_ENTER("sigisemptyset");
	hr_gate_reads(site, set, sizeof *set);
	for (size_t i = 0; i < sizeof *set; i++)
		if (((const unsigned char *)set)[i])
			return 0;
	return 1;
}

static int combine(const struct hr_gate_site *site, sigset_t *out, const sigset_t *left, const sigset_t *right,
		   bool both)
{
	hr_gate_reads(site, left, sizeof *left);
	hr_gate_reads(site, right, sizeof *right);
	hr_gate_writes(site, out, sizeof *out);
	const unsigned char *a = (const unsigned char *)left;
	const unsigned char *b = (const unsigned char *)right;
	for (size_t i = 0; i < sizeof *out; i++)
		((unsigned char *)out)[i] = both ? a[i] & b[i] : a[i] | b[i];
	return 0;
}

int hr_gate_sigandset(sigset_t *out, const sigset_t *left, const sigset_t *right)
{
	HR_GATE_ENTER("sigandset");
	return combine(site, out, left, right, true);
}

int hr_gate_sigorset(sigset_t *out, const sigset_t *left, const sigset_t *right)
{
	HR_GATE_ENTER("sigorset");
	return combine(site, out, left, right, false);
}

/* ---- messages ---- */

extern char *hr_gate_strsignal(int number);

void hr_gate_psignal(int number, const char *text)
{
	HR_GATE_ENTER("psignal");
	if (text && hr_gate_string(site, text) > 0) {
		hr_gate_say(text);
		hr_gate_say(": ");
	}
	hr_gate_say(hr_gate_strsignal(number));
	hr_gate_say("\n");
}

/* ---- timers ---- */

enum { MOST_TIMERS = 8 };

static struct {
	unsigned alarm; /* seconds; 0: none */
	struct itimerval intervals[3];
	struct {
		bool is_used;
		struct itimerspec setting;
	} timers[MOST_TIMERS];
} timers;
HR_GATE_STATE(timers);

unsigned hr_gate_alarm(unsigned seconds)
{
	HR_GATE_TOUCH(timers);
	const unsigned left = timers.alarm;
	timers.alarm = seconds;
	return left;
}

unsigned hr_gate_ualarm(unsigned microseconds, unsigned interval)
{
	(void)interval;
	return hr_gate_alarm(microseconds / 1000000) * 1000000;
}

int hr_gate_getitimer(unsigned which, struct itimerval *out)
{
	HR_GATE_ENTER("getitimer");
	if (which > ITIMER_PROF)
		return hr_gate_fail(EINVAL);
	hr_gate_writes(site, out, sizeof *out);
	*out = timers.intervals[which];
	return 0;
}

int hr_gate_setitimer(unsigned which, const struct itimerval *fresh, struct itimerval *old)
{
	HR_GATE_ENTER("setitimer");
	if (which > ITIMER_PROF)
		return hr_gate_fail(EINVAL);
	struct itimerval setting = { 0 };
	if (fresh) {
		hr_gate_reads(site, fresh, sizeof *fresh);
		setting = *fresh;
	}
	if (old) {
		hr_gate_writes(site, old, sizeof *old);
		*old = timers.intervals[which];
	}
	HR_GATE_TOUCH(timers);
	timers.intervals[which] = setting;
	return 0;
}

int hr_gate_timer_create(clockid_t clock, struct sigevent *event, timer_t *out)
{
	HR_GATE_ENTER("timer_create");
	(void)clock;
	if (event)
		hr_gate_reads(site, event, sizeof *event);
	hr_gate_writes(site, out, sizeof *out);
	for (size_t i = 0; i < MOST_TIMERS; i++) {
		if (timers.timers[i].is_used)
			continue;
		HR_GATE_TOUCH(timers);
		memset(&timers.timers[i], 0, sizeof timers.timers[i]);
		timers.timers[i].is_used = true;
		*out = (timer_t)i;
		return 0;
	}
	return hr_gate_fail(EAGAIN);
}

static bool is_timer(timer_t timer)
{
	return (uintptr_t)timer < MOST_TIMERS && timers.timers[(uintptr_t)timer].is_used;
}

int hr_gate_timer_delete(timer_t timer)
{
	if (!is_timer(timer))
		return hr_gate_fail(EINVAL);
	HR_GATE_TOUCH(timers);
	timers.timers[(uintptr_t)timer].is_used = false;
	return 0;
}

int hr_gate_timer_gettime(timer_t timer, struct itimerspec *out)
{
	HR_GATE_ENTER("timer_gettime");
	if (!is_timer(timer))
		return hr_gate_fail(EINVAL);
	hr_gate_writes(site, out, sizeof *out);
	*out = timers.timers[(uintptr_t)timer].setting;
	return 0;
}

int hr_gate_timer_settime(timer_t timer, int flags, const struct itimerspec *fresh, struct itimerspec *old)
{
	HR_GATE_ENTER("timer_settime");
	(void)flags;
	if (!is_timer(timer))
		return hr_gate_fail(EINVAL);
	hr_gate_reads(site, fresh, sizeof *fresh);
	const struct itimerspec setting = *fresh;
	if (old) {
		hr_gate_writes(site, old, sizeof *old);
		*old = timers.timers[(uintptr_t)timer].setting;
	}
	HR_GATE_TOUCH(timers);
	timers.timers[(uintptr_t)timer].setting = setting;
	return 0;
}

int hr_gate_timer_getoverrun(timer_t timer)
{
	return is_timer(timer) ? 0 : hr_gate_fail(EINVAL);
}
