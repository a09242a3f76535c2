/* Locks among threads that run one after the other (gate_thread_run.c): mutexes, read-write locks, spinlocks, semaphores, barriers, condition variables.
 *
 * Their state lies in the unit's own objects, in glibc's layout where the compiler fills it in (static initialisers), so that it comes back with
 * the unit's memory. Taking a free lock works; waiting for one that nobody else can release is a deadlock and not let through. */
#include "runtime/gate_process_internal.h"

#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <threads.h>
#include <time.h>

#define DEADLOCK "a deadlock: the lock is already held, and no other thread can run to release it"
#define NO_LOCK "the lock was not initialised"
#define WAITS "waits for another thread, and there is none"

/* ---- mutexes ---- */

/* Threads are numbered on from the process. */
static int own_number(void)
{
	return HR_GATE_PID + (int)hr_gate_thread();
}

static bool is_owner(int number)
{
	return number >= HR_GATE_PID && number < HR_GATE_PID + 4096;
}

/* The kind, without glibc's flags for robust, inheriting and shared mutexes. */
static int kind_of(const struct hr_gate_site *site, pthread_mutex_t *mutex)
{
	hr_gate_writes(site, mutex, sizeof(pthread_mutex_t));
	const int kind = mutex->__data.__kind;
	if (kind < 0 || kind > 0xfff || (mutex->__data.__lock != 0 && !is_owner(mutex->__data.__owner)))
		hr_gate_refuse(site, NO_LOCK);
	return kind & 3;
}

static int lock(const struct hr_gate_site *site, pthread_mutex_t *mutex, bool may_wait)
{
	const int kind = kind_of(site, mutex);
	if (mutex->__data.__lock == 0) {
		mutex->__data.__lock = 1;
		mutex->__data.__owner = own_number();
		mutex->__data.__count = 1;
		return 0;
	}
	const bool is_own = mutex->__data.__owner == own_number();
	if (kind == PTHREAD_MUTEX_RECURSIVE_NP && is_own) {
		mutex->__data.__count++;
		return 0;
	}
	if (!may_wait)
		return EBUSY;
	if (kind == PTHREAD_MUTEX_ERRORCHECK_NP && is_own)
		return EDEADLK;
	hr_gate_refuse(site, DEADLOCK);
}

static int unlock(const struct hr_gate_site *site, pthread_mutex_t *mutex)
{
	const int kind = kind_of(site, mutex);
	if (mutex->__data.__lock == 0)
		return kind == PTHREAD_MUTEX_RECURSIVE_NP || kind == PTHREAD_MUTEX_ERRORCHECK_NP ? EPERM : 0;
	if (--mutex->__data.__count > 0)
		return 0;
	mutex->__data.__lock = 0;
	mutex->__data.__owner = 0;
	return 0;
}

static int make(const struct hr_gate_site *site, pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
	if (attributes)
		hr_gate_reads(site, attributes, sizeof *attributes);
	hr_gate_writes(site, mutex, sizeof(pthread_mutex_t));
	int kind = PTHREAD_MUTEX_TIMED_NP;
	if (attributes && pthread_mutexattr_gettype(attributes, &kind))
		return EINVAL;
	memset(mutex, 0, sizeof(pthread_mutex_t));
	mutex->__data.__kind = kind;
	return 0;
}

int hr_gate_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
	HR_GATE_ENTER("pthread_mutex_init");
	return make(site, mutex, attributes);
}

int hr_gate_pthread_mutex_destroy(pthread_mutex_t *mutex)
{
	HR_GATE_ENTER("pthread_mutex_destroy");
	kind_of(site, mutex);
	if (mutex->__data.__lock)
		return EBUSY;
	mutex->__data.__kind = -1; /* as glibc does: not initialised any more */
	return 0;
}

int hr_gate_pthread_mutex_lock(pthread_mutex_t *mutex)
{
	HR_GATE_ENTER("pthread_mutex_lock");
	return lock(site, mutex, true);
}

int hr_gate_pthread_mutex_trylock(pthread_mutex_t *mutex)
{
	HR_GATE_ENTER("pthread_mutex_trylock");
	return lock(site, mutex, false);
}

int hr_gate_pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until)
{
	HR_GATE_ENTER("pthread_mutex_timedlock");
	hr_gate_reads(site, until, sizeof *until);
	const int number = lock(site, mutex, false);
	return number == EBUSY ? ETIMEDOUT : number;
}

int hr_gate_pthread_mutex_unlock(pthread_mutex_t *mutex)
{
	HR_GATE_ENTER("pthread_mutex_unlock");
	return unlock(site, mutex);
}

int hr_gate_pthread_mutex_consistent(pthread_mutex_t *mutex)
{
	HR_GATE_ENTER("pthread_mutex_consistent");
	kind_of(site, mutex);
	return EINVAL;
}

static int as_thread_result(int number)
{
	return number == 0           ? thrd_success
	       : number == EBUSY     ? thrd_busy
	       : number == ETIMEDOUT ? thrd_timedout
				     : thrd_error;
}

int hr_gate_mtx_init(mtx_t *mutex, int type)
{
	HR_GATE_ENTER("mtx_init");
	hr_gate_writes(site, mutex, sizeof *mutex);
	if (type & ~(mtx_recursive | mtx_timed))
		return thrd_error;
	memset(mutex, 0, sizeof *mutex);
	((pthread_mutex_t *)mutex)->__data.__kind = type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE_NP : 0;
	return thrd_success;
}

void hr_gate_mtx_destroy(mtx_t *mutex)
{
	hr_gate_pthread_mutex_destroy((pthread_mutex_t *)mutex);
}

int hr_gate_mtx_lock(mtx_t *mutex)
{
	HR_GATE_ENTER("mtx_lock");
	return as_thread_result(lock(site, (pthread_mutex_t *)mutex, true));
}

int hr_gate_mtx_trylock(mtx_t *mutex)
{
	HR_GATE_ENTER("mtx_trylock");
	return as_thread_result(lock(site, (pthread_mutex_t *)mutex, false));
}

int hr_gate_mtx_timedlock(mtx_t *mutex, const struct timespec *until)
{
	return as_thread_result(hr_gate_pthread_mutex_timedlock((pthread_mutex_t *)mutex, until));
}

int hr_gate_mtx_unlock(mtx_t *mutex)
{
	HR_GATE_ENTER("mtx_unlock");
	return as_thread_result(unlock(site, (pthread_mutex_t *)mutex));
}

/* ---- read-write locks ---- */

static void check_rwlock(const struct hr_gate_site *site, pthread_rwlock_t *rwlock)
{
	hr_gate_writes(site, rwlock, sizeof *rwlock);
	if (rwlock->__data.__cur_writer != 0 && rwlock->__data.__cur_writer != HR_GATE_PID)
		hr_gate_refuse(site, NO_LOCK);
}

static int lock_for(const struct hr_gate_site *site, pthread_rwlock_t *rwlock, bool writing, bool may_wait)
{
	check_rwlock(site, rwlock);
	if (rwlock->__data.__cur_writer)
		return may_wait ? EDEADLK : EBUSY;
	if (!writing) {
		rwlock->__data.__readers++;
		return 0;
	}
	if (rwlock->__data.__readers == 0) {
		rwlock->__data.__cur_writer = HR_GATE_PID;
		return 0;
	}
	if (may_wait)
		hr_gate_refuse(site, DEADLOCK);
	return EBUSY;
}

int hr_gate_pthread_rwlock_init(pthread_rwlock_t *rwlock, const pthread_rwlockattr_t *attributes)
{
	HR_GATE_ENTER("pthread_rwlock_init");
	if (attributes)
		hr_gate_reads(site, attributes, sizeof *attributes);
	hr_gate_writes(site, rwlock, sizeof *rwlock);
	memset(rwlock, 0, sizeof *rwlock);
	return 0;
}

int hr_gate_pthread_rwlock_destroy(pthread_rwlock_t *rwlock)
{
	HR_GATE_ENTER("pthread_rwlock_destroy");
	check_rwlock(site, rwlock);
	return 0;
}

#define RWLOCK(name, writing, may_wait)                               \
	int hr_gate_pthread_rwlock_##name(pthread_rwlock_t *rwlock)   \
	{                                                             \
		HR_GATE_ENTER("pthread_rwlock_" #name);               \
		return lock_for(site, rwlock, writing, may_wait);     \
	}
RWLOCK(rdlock, false, true)
RWLOCK(tryrdlock, false, false)
RWLOCK(trywrlock, true, false)
RWLOCK(wrlock, true, true)

int hr_gate_pthread_rwlock_unlock(pthread_rwlock_t *rwlock)
{
	HR_GATE_ENTER("pthread_rwlock_unlock");
	check_rwlock(site, rwlock);
	if (rwlock->__data.__cur_writer)
		rwlock->__data.__cur_writer = 0;
	else if (rwlock->__data.__readers > 0)
		rwlock->__data.__readers--;
	return 0;
}

/* ---- spinlocks: 1 is free, as glibc has it here ---- */

int hr_gate_pthread_spin_init(pthread_spinlock_t *spin, int shared)
{
	HR_GATE_ENTER("pthread_spin_init");
	(void)shared;
	hr_gate_writes(site, (const void *)spin, sizeof *spin);
	*spin = 1;
	return 0;
}

int hr_gate_pthread_spin_destroy(pthread_spinlock_t *spin)
{
	HR_GATE_ENTER("pthread_spin_destroy");
	hr_gate_writes(site, (const void *)spin, sizeof *spin);
	return 0;
}

int hr_gate_pthread_spin_lock(pthread_spinlock_t *spin)
{
	HR_GATE_ENTER("pthread_spin_lock");
	hr_gate_writes(site, (const void *)spin, sizeof *spin);
	if (*spin <= 0)
		hr_gate_refuse(site, DEADLOCK);
	*spin = 0;
	return 0;
}

int hr_gate_pthread_spin_trylock(pthread_spinlock_t *spin)
{
	HR_GATE_ENTER("pthread_spin_trylock");
	hr_gate_writes(site, (const void *)spin, sizeof *spin);
	if (*spin <= 0)
		return EBUSY;
	*spin = 0;
	return 0;
}

int hr_gate_pthread_spin_unlock(pthread_spinlock_t *spin)
{
	HR_GATE_ENTER("pthread_spin_unlock");
	hr_gate_writes(site, (const void *)spin, sizeof *spin);
	*spin = 1;
	return 0;
}

/* ---- semaphores: the value stands at the beginning ---- */

static unsigned *value_of(const struct hr_gate_site *site, sem_t *semaphore)
{
	hr_gate_writes(site, semaphore, sizeof *semaphore);
	return (unsigned *)semaphore;
}

int hr_gate_sem_init(sem_t *semaphore, int shared, unsigned value)
{
	HR_GATE_ENTER("sem_init");
	(void)shared;
	unsigned *at = value_of(site, semaphore);
	if (value > 0x7fffffffu)
		return hr_gate_fail(EINVAL);
	memset(semaphore, 0, sizeof *semaphore);
	*at = value;
	return 0;
}

int hr_gate_sem_destroy(sem_t *semaphore)
{
	HR_GATE_ENTER("sem_destroy");
	value_of(site, semaphore);
	return 0;
}

int hr_gate_sem_post(sem_t *semaphore)
{
	HR_GATE_ENTER("sem_post");
	unsigned *at = value_of(site, semaphore);
	if (*at >= 0x7fffffffu)
		return hr_gate_fail(EOVERFLOW);
	++*at;
	return 0;
}

int hr_gate_sem_wait(sem_t *semaphore)
{
	HR_GATE_ENTER("sem_wait");
	unsigned *at = value_of(site, semaphore);
	if (*at == 0)
		hr_gate_refuse(site, WAITS);
	--*at;
	return 0;
}

static int take_or(const struct hr_gate_site *site, sem_t *semaphore, int number)
{
	unsigned *at = value_of(site, semaphore);
	if (*at == 0)
		return hr_gate_fail(number);
	--*at;
	return 0;
}

int hr_gate_sem_trywait(sem_t *semaphore)
{
	HR_GATE_ENTER("sem_trywait");
	return take_or(site, semaphore, EAGAIN);
}

int hr_gate_sem_timedwait(sem_t *semaphore, const struct timespec *until)
{
	HR_GATE_ENTER("sem_timedwait");
	hr_gate_reads(site, until, sizeof *until);
	return take_or(site, semaphore, ETIMEDOUT);
}

int hr_gate_sem_getvalue(sem_t *semaphore, int *out)
{
	HR_GATE_ENTER("sem_getvalue");
	const unsigned *at = value_of(site, semaphore);
	hr_gate_writes(site, out, sizeof *out);
	*out = (int)*at;
	return 0;
}

/* Named ones would be shared with other processes. */
sem_t *hr_gate_sem_open(const char *name, int flags)
{
	HR_GATE_ENTER("sem_open");
	(void)flags;
	hr_gate_string(site, name);
	errno = ENOSYS;
	return SEM_FAILED;
}

int hr_gate_sem_close(sem_t *semaphore)
{
	(void)semaphore;
	return hr_gate_fail(EINVAL);
}

int hr_gate_sem_unlink(const char *name)
{
	HR_GATE_ENTER("sem_unlink");
	hr_gate_string(site, name);
	return hr_gate_fail(ENOENT);
}
