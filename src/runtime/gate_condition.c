/* Condition variables and barriers among threads that run one after the other: signalling works and wakes nobody; waiting without end is not let
 * through; waiting until a moment sleeps until then. */
#include "runtime/gate_process_internal.h"

#include <pthread.h>
#include <string.h>
#include <threads.h>
#include <time.h>

#define WAITS "waits for another thread, and there is none"

int hr_gate_pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes)
{
	HR_GATE_ENTER("pthread_cond_init");
	if (attributes)
		hr_gate_reads(site, attributes, sizeof *attributes);
	hr_gate_writes(site, condition, sizeof(pthread_cond_t));
	memset(condition, 0, sizeof(pthread_cond_t));
	return 0;
}

static int look_at(const struct hr_gate_site *site, const void *object, size_t size)
{
	hr_gate_writes(site, object, size);
	return 0;
}

#define LOOKS(name)                                                     \
	int hr_gate_pthread_cond_##name(pthread_cond_t *condition)      \
	{                                                               \
		HR_GATE_ENTER("pthread_cond_" #name);                   \
		return look_at(site, condition, sizeof(pthread_cond_t));     \
	}
LOOKS(broadcast)
LOOKS(destroy)
LOOKS(signal)

int hr_gate_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
	HR_GATE_ENTER("pthread_cond_wait");
	look_at(site, condition, sizeof(pthread_cond_t));
	look_at(site, mutex, sizeof(pthread_mutex_t));
	hr_gate_refuse(site, WAITS);
}

/* Moves the clock to the moment: what loops until a moment ends. */
static int wait_until(const struct hr_gate_site *site, pthread_cond_t *condition, pthread_mutex_t *mutex,
		      const struct timespec *until)
{
	look_at(site, condition, sizeof(pthread_cond_t));
	look_at(site, mutex, sizeof(pthread_mutex_t));
	hr_gate_reads(site, until, sizeof *until);
	if (until->tv_nsec < 0 || until->tv_nsec >= 1000000000)
		return EINVAL;
	const uint64_t now = hr_gate_clock_read();
	const long seconds = until->tv_sec - HR_GATE_CLOCK_START;
	if (seconds >= 0 && seconds < 1000000000) {
		const uint64_t then = (uint64_t)seconds * 1000000000 + (uint64_t)until->tv_nsec;
		if (then > now)
			hr_gate_clock_advance(then - now);
	}
	return ETIMEDOUT;
}

int hr_gate_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until)
{
	HR_GATE_ENTER("pthread_cond_timedwait");
	return wait_until(site, condition, mutex, until);
}

int hr_gate_pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
				   const struct timespec *until)
{
	HR_GATE_ENTER("pthread_cond_clockwait");
	(void)clock;
	return wait_until(site, condition, mutex, until);
}

int hr_gate_cnd_init(cnd_t *condition)
{
	HR_GATE_ENTER("cnd_init");
	look_at(site, condition, sizeof *condition);
	memset(condition, 0, sizeof *condition);
	return thrd_success;
}

void hr_gate_cnd_destroy(cnd_t *condition)
{
	HR_GATE_ENTER("cnd_destroy");
	look_at(site, condition, sizeof *condition);
}

int hr_gate_cnd_signal(cnd_t *condition)
{
	HR_GATE_ENTER("cnd_signal");
	return look_at(site, condition, sizeof *condition);
}

int hr_gate_cnd_broadcast(cnd_t *condition)
{
	HR_GATE_ENTER("cnd_broadcast");
	return look_at(site, condition, sizeof *condition);
}

int hr_gate_cnd_wait(cnd_t *condition, mtx_t *mutex)
{
	HR_GATE_ENTER("cnd_wait");
	look_at(site, condition, sizeof *condition);
	look_at(site, mutex, sizeof *mutex);
	hr_gate_refuse(site, WAITS);
}

int hr_gate_cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *until)
{
	HR_GATE_ENTER("cnd_timedwait");
	return wait_until(site, (pthread_cond_t *)condition, (pthread_mutex_t *)mutex, until) == ETIMEDOUT
		       ? thrd_timedout
		       : thrd_error;
}

/* ---- barriers: the number of threads stands at the beginning ---- */

int hr_gate_pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes, unsigned count)
{
	HR_GATE_ENTER("pthread_barrier_init");
	if (attributes)
		hr_gate_reads(site, attributes, sizeof *attributes);
	look_at(site, barrier, sizeof *barrier);
	if (count == 0 || count > 0x7fffffffu)
		return EINVAL;
	memset(barrier, 0, sizeof *barrier);
	memcpy(barrier, &count, sizeof count);
	return 0;
}

int hr_gate_pthread_barrier_destroy(pthread_barrier_t *barrier)
{
	HR_GATE_ENTER("pthread_barrier_destroy");
	return look_at(site, barrier, sizeof *barrier);
}

int hr_gate_pthread_barrier_wait(pthread_barrier_t *barrier)
{
	HR_GATE_ENTER("pthread_barrier_wait");
	look_at(site, barrier, sizeof *barrier);
	unsigned count = 0;
	memcpy(&count, barrier, sizeof count);
	if (count != 1)
		hr_gate_refuse(site, WAITS);
	return PTHREAD_BARRIER_SERIAL_THREAD;
}
