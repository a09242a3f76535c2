/* The clock: a virtual one, which starts at the same moment in every sequence and moves on by a fixed step with every question, so that what
 * measures time sees some pass and every run sees the same. Sleeping moves it on and returns at once. All clocks are this one;
 * those that do not tell the time of day count from its start. */
#include "runtime/gate_process_internal.h"

#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <time.h>

enum { STEP = 1000000 }; /* nanoseconds: a millisecond */

#define SECOND UINT64_C(1000000000)
#define LONGEST_SLEEP (UINT64_C(100000000) * SECOND) /* three years; what sleeps longer does not fit in the clock */

static struct {
	uint64_t elapsed; /* nanoseconds since the start */
} virtual_clock;
HR_GATE_STATE(virtual_clock);

uint64_t hr_gate_clock_read(void)
{
	HR_GATE_TOUCH(virtual_clock);
	const uint64_t now = virtual_clock.elapsed;
	virtual_clock.elapsed += STEP;
	return now;
}

void hr_gate_clock_advance(uint64_t nanoseconds)
{
	HR_GATE_TOUCH(virtual_clock);
	virtual_clock.elapsed += nanoseconds < LONGEST_SLEEP ? nanoseconds : LONGEST_SLEEP;
}

static struct timespec time_of_day(void)
{
	const uint64_t now = hr_gate_clock_read();
	return (struct timespec){ (long)(HR_GATE_CLOCK_START + now / SECOND), (long)(now % SECOND) };
}

/* ---- asking ---- */

time_t hr_gate_time(time_t *out)
{
	HR_GATE_ENTER("time");
	if (out)
		hr_gate_writes(site, out, sizeof *out);
	const time_t now = time_of_day().tv_sec;
	if (out)
		*out = now;
	return now;
}

clock_t hr_gate_clock(void)
{
	return (clock_t)(hr_gate_clock_read() / 1000);
}

static bool is_clock(clockid_t clock)
{
	return clock >= CLOCK_REALTIME && clock <= CLOCK_TAI;
}

static bool is_time_of_day(clockid_t clock)
{
	return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_REALTIME_ALARM ||
	       clock == CLOCK_TAI;
}

int hr_gate_clock_gettime(clockid_t clock, struct timespec *out)
{
	HR_GATE_ENTER("clock_gettime");
	if (!is_clock(clock))
		return hr_gate_fail(EINVAL);
	hr_gate_writes(site, out, sizeof *out);
	const struct timespec now = time_of_day();
	*out = now;
	if (!is_time_of_day(clock))
		out->tv_sec -= HR_GATE_CLOCK_START - 1000; /* as if the machine had been up for a while */
	return 0;
}

int hr_gate_clock_getres(clockid_t clock, struct timespec *out)
{
	HR_GATE_ENTER("clock_getres");
	if (!is_clock(clock))
		return hr_gate_fail(EINVAL);
	if (out) {
		hr_gate_writes(site, out, sizeof *out);
		*out = (struct timespec){ 0, 1 };
	}
	return 0;
}

int hr_gate_clock_getcpuclockid(int process, clockid_t *out)
{
	HR_GATE_ENTER("clock_getcpuclockid");
	if (process != 0 && process != HR_GATE_PID)
		return ESRCH;
	hr_gate_writes(site, out, sizeof *out);
	*out = CLOCK_PROCESS_CPUTIME_ID;
	return 0;
}

int hr_gate_timespec_get(struct timespec *out, int base)
{
	HR_GATE_ENTER("timespec_get");
	if (base != TIME_UTC)
		return 0;
	hr_gate_writes(site, out, sizeof *out);
	*out = time_of_day();
	return base;
}

int hr_gate_gettimeofday(struct timeval *out, struct timezone *zone)
{
	HR_GATE_ENTER("gettimeofday");
	if (out)
		hr_gate_writes(site, out, sizeof *out);
	if (zone) {
		hr_gate_writes(site, zone, sizeof *zone);
		*zone = (struct timezone){ 0, 0 };
	}
	const struct timespec now = time_of_day();
	if (out)
		*out = (struct timeval){ now.tv_sec, now.tv_nsec / 1000 };
	return 0;
}

int hr_gate_ftime(struct timeb *out)
{
	HR_GATE_ENTER("ftime");
	hr_gate_writes(site, out, sizeof *out);
	const struct timespec now = time_of_day();
	*out = (struct timeb){ .time = now.tv_sec, .millitm = (unsigned short)(now.tv_nsec / 1000000) };
	return 0;
}

clock_t hr_gate_times(struct tms *out)
{
	HR_GATE_ENTER("times");
	if (out)
		hr_gate_writes(site, out, sizeof *out);
	const clock_t ticks = (clock_t)(hr_gate_clock_read() / 10000000);
	if (out)
		*out = (struct tms){ .tms_utime = ticks };
	return ticks;
}

/* Nobody may set the clock. */
#define NOT_PERMITTED(name)                      \
	int hr_gate_##name(void)                 \
	{                                        \
		return hr_gate_fail(EPERM);      \
	}
NOT_PERMITTED(adjtime)
NOT_PERMITTED(adjtimex)
NOT_PERMITTED(clock_settime)
NOT_PERMITTED(settimeofday)
NOT_PERMITTED(stime)

/* ---- sleeping ---- */

unsigned hr_gate_sleep(unsigned seconds)
{
	hr_gate_clock_advance(seconds * SECOND);
	return 0;
}

int hr_gate_usleep(unsigned microseconds)
{
	hr_gate_clock_advance((uint64_t)microseconds * 1000);
	return 0;
}

/* 0 or the number of an error. */
static int sleep_for(const struct hr_gate_site *site, const struct timespec *wanted, struct timespec *left)
{
	hr_gate_reads(site, wanted, sizeof *wanted);
	if (wanted->tv_sec < 0 || wanted->tv_nsec < 0 || wanted->tv_nsec >= (long)SECOND)
		return EINVAL;
	(void)left; /* written only when a signal interrupts */
	const uint64_t seconds = (uint64_t)wanted->tv_sec;
	hr_gate_clock_advance(seconds < LONGEST_SLEEP / SECOND ? seconds * SECOND + (uint64_t)wanted->tv_nsec
							       : LONGEST_SLEEP);
	return 0;
}

int hr_gate_nanosleep(const struct timespec *wanted, struct timespec *left)
{
	HR_GATE_ENTER("nanosleep");
	const int number = sleep_for(site, wanted, left);
	return number ? hr_gate_fail(number) : 0;
}

int hr_gate_thrd_sleep(const struct timespec *wanted, struct timespec *left)
{
	HR_GATE_ENTER("thrd_sleep");
	return sleep_for(site, wanted, left) ? -2 : 0;
}

int hr_gate_clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted, struct timespec *left)
{
	HR_GATE_ENTER("clock_nanosleep");
	if (!is_clock(clock))
		return EINVAL;
	if (!(flags & TIMER_ABSTIME))
		return sleep_for(site, wanted, left);
	hr_gate_reads(site, wanted, sizeof *wanted);
	const int64_t start = is_time_of_day(clock) ? HR_GATE_CLOCK_START : 1000;
	const int64_t seconds = wanted->tv_sec - start;
	const uint64_t now = hr_gate_clock_read();
	if (seconds >= 0 && (uint64_t)seconds < LONGEST_SLEEP / SECOND) {
		const uint64_t then = (uint64_t)seconds * SECOND + (uint64_t)wanted->tv_nsec;
		if (then > now)
			hr_gate_clock_advance(then - now);
	}
	return 0;
}
