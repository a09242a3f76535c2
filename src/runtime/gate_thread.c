/* Threads: there is one, and in this version no other can be started: pthread_create fails for want of resources, which every caller
 * must expect. Once-functions and thread-specific values work; attributes are plain memory that libc's own functions fill in. */
#include "runtime/gate_process_internal.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <threads.h>

#define SELF ((pthread_t)0x471100)

int hr_gate_pthread_create(pthread_t *out, const pthread_attr_t *attributes, void *(*function)(void *), void *argument)
{
	HR_GATE_ENTER("pthread_create");
	(void)function;
	(void)argument;
	hr_gate_writes(site, out, sizeof *out);
	if (attributes)
		hr_gate_reads(site, attributes, sizeof *attributes);
	return EAGAIN;
}

int hr_gate_thrd_create(thrd_t *out, thrd_start_t function, void *argument)
{
	HR_GATE_ENTER("thrd_create");
	(void)function;
	(void)argument;
	hr_gate_writes(site, out, sizeof *out);
	return thrd_error;
}

pthread_t hr_gate_pthread_self(void)
{
	return SELF;
}

thrd_t hr_gate_thrd_current(void)
{
	return SELF;
}

int hr_gate_pthread_equal(pthread_t left, pthread_t right)
{
	return left == right;
}

int hr_gate_thrd_equal(thrd_t left, thrd_t right)
{
	return left == right;
}

int hr_gate_pthread_join(pthread_t thread, void **out)
{
	(void)out;
	return thread == SELF ? EDEADLK : ESRCH;
}

int hr_gate_pthread_timedjoin_np(pthread_t thread, void **out, const struct timespec *until)
{
	(void)until;
	return hr_gate_pthread_join(thread, out);
}

int hr_gate_pthread_tryjoin_np(pthread_t thread, void **out)
{
	return hr_gate_pthread_join(thread, out);
}

int hr_gate_thrd_join(thrd_t thread, int *out)
{
	(void)thread;
	(void)out;
	return thrd_error;
}

int hr_gate_pthread_detach(pthread_t thread)
{
	return thread == SELF ? 0 : ESRCH;
}

int hr_gate_thrd_detach(thrd_t thread)
{
	return thread == SELF ? thrd_success : thrd_error;
}

#define ONLY_THREAD "ends the only thread"
HR_GATE_REFUSED(pthread_exit, ONLY_THREAD)
HR_GATE_REFUSED(thrd_exit, ONLY_THREAD)

int hr_gate_pthread_kill(pthread_t thread, int number)
{
	HR_GATE_ENTER("pthread_kill");
	if (number < 0 || number > 64)
		return EINVAL;
	if (thread != SELF)
		return ESRCH;
	if (number)
		hr_gate_deliver(site, number, SI_TKILL);
	return 0;
}

int hr_gate_pthread_cancel(pthread_t thread)
{
	HR_GATE_ENTER("pthread_cancel");
	if (thread == SELF)
		hr_gate_refuse(site, ONLY_THREAD);
	return ESRCH;
}

/* ---- cancellation: nobody cancels us ---- */

static int tell_old(const struct hr_gate_site *site, int fresh, int *old)
{
	if (fresh != 0 && fresh != 1)
		return EINVAL;
	if (old) {
		hr_gate_writes(site, old, sizeof *old);
		*old = 0;
	}
	return 0;
}

int hr_gate_pthread_setcancelstate(int state, int *old)
{
	HR_GATE_ENTER("pthread_setcancelstate");
	return tell_old(site, state, old);
}

int hr_gate_pthread_setcanceltype(int type, int *old)
{
	HR_GATE_ENTER("pthread_setcanceltype");
	return tell_old(site, type, old);
}

#define DOES_NOTHING(name)          \
	void hr_gate_##name(void)   \
	{                           \
	}
DOES_NOTHING(__pthread_register_cancel)
DOES_NOTHING(__pthread_unregister_cancel)
DOES_NOTHING(_pthread_cleanup_push)
DOES_NOTHING(pthread_testcancel)
DOES_NOTHING(thrd_yield)
HR_GATE_REFUSED(__pthread_unwind_next, ONLY_THREAD)

#define SUCCEEDS(name)             \
	int hr_gate_##name(void)   \
	{                          \
		return 0;          \
	}
/* fork is refused, so what was to be run around it never is. */
SUCCEEDS(__register_atfork)
SUCCEEDS(pthread_atfork)
SUCCEEDS(pthread_setconcurrency)
SUCCEEDS(pthread_getconcurrency)
SUCCEEDS(pthread_setschedprio)
SUCCEEDS(pthread_yield)

/* ---- once ---- */

enum { ONCE_NEW, ONCE_RUNNING, ONCE_DONE };

static void run_once(const struct hr_gate_site *site, int *once, void (*function)(void))
{
	hr_gate_writes(site, once, sizeof *once);
	if (*once == ONCE_DONE)
		return;
	if (*once == ONCE_RUNNING)
		hr_gate_refuse(site, "a deadlock: the function calls its own once again");
	*once = ONCE_RUNNING;
	function();
	*once = ONCE_DONE;
}

int hr_gate_pthread_once(pthread_once_t *once, void (*function)(void))
{
	HR_GATE_ENTER("pthread_once");
	run_once(site, once, function);
	return 0;
}

void hr_gate_call_once(once_flag *once, void (*function)(void))
{
	HR_GATE_ENTER("call_once");
	run_once(site, (int *)once, function);
}

/* ---- thread-specific values ---- */

enum { MOST_KEYS = 128 };

static struct {
	struct {
		bool is_used;
		void *value;
	} entries[MOST_KEYS];
} keys;
HR_GATE_STATE(keys);

/* The destructor is never called: the only thread does not end. */
static int make_key(const struct hr_gate_site *site, unsigned *out)
{
	hr_gate_writes(site, out, sizeof *out);
	for (unsigned i = 0; i < MOST_KEYS; i++) {
		if (keys.entries[i].is_used)
			continue;
		HR_GATE_TOUCH(keys);
		keys.entries[i].is_used = true;
		keys.entries[i].value = NULL;
		*out = i;
		return 0;
	}
	return EAGAIN;
}

static int drop_key(unsigned key)
{
	if (key >= MOST_KEYS || !keys.entries[key].is_used)
		return EINVAL;
	HR_GATE_TOUCH(keys);
	keys.entries[key].is_used = false;
	return 0;
}

static int set_value(unsigned key, const void *value)
{
	if (key >= MOST_KEYS || !keys.entries[key].is_used)
		return EINVAL;
	HR_GATE_TOUCH(keys);
	keys.entries[key].value = (void *)value;
	return 0;
}

static void *get_value(unsigned key)
{
	return key < MOST_KEYS && keys.entries[key].is_used ? keys.entries[key].value : NULL;
}

int hr_gate_pthread_key_create(pthread_key_t *out, void (*destructor)(void *))
{
	HR_GATE_ENTER("pthread_key_create");
	(void)destructor;
	return make_key(site, out);
}

int hr_gate_tss_create(tss_t *out, tss_dtor_t destructor)
{
	HR_GATE_ENTER("tss_create");
	(void)destructor;
	return make_key(site, out) ? thrd_error : thrd_success;
}

int hr_gate_pthread_key_delete(pthread_key_t key)
{
	return drop_key(key);
}

void hr_gate_tss_delete(tss_t key)
{
	drop_key(key);
}

int hr_gate_pthread_setspecific(pthread_key_t key, const void *value)
{
	return set_value(key, value);
}

int hr_gate_tss_set(tss_t key, void *value)
{
	return set_value(key, value) ? thrd_error : thrd_success;
}

void *hr_gate_pthread_getspecific(pthread_key_t key)
{
	return get_value(key);
}

void *hr_gate_tss_get(tss_t key)
{
	return get_value(key);
}

/* What compilers' own libraries call. */
HR_GATE_ALIAS(__pthread_key_create, pthread_key_create);
