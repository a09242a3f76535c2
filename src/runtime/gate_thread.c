/* What threads have: signals, cancellation, once-functions and thread-specific values. How they run stands in gate_thread_run.c. */
#include "runtime/gate_process_internal.h"

#include <pthread.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <threads.h>

#define ENDS "ends a thread from outside"

int hr_gate_pthread_kill(pthread_t thread, int number)
{
	HR_GATE_ENTER("pthread_kill");
	if (number < 0 || number > 64)
		return EINVAL;
	if (thread != hr_gate_pthread_self())
		return ESRCH;
	if (number)
		hr_gate_deliver(site, number, SI_TKILL);
	return 0;
}

int hr_gate_pthread_cancel(pthread_t thread)
{
	HR_GATE_ENTER("pthread_cancel");
	if (thread == hr_gate_pthread_self())
		hr_gate_refuse(site, ENDS);
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
HR_GATE_REFUSED(__pthread_unwind_next, ENDS)

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

static struct {
	struct {
		bool is_used;
		void (*destructor)(void *);
		void *value;
	} entries[HR_GATE_KEYS];
} keys;
HR_GATE_STATE(keys);

static int make_key(const struct hr_gate_site *site, unsigned *out, void (*destructor)(void *))
{
	hr_gate_writes(site, out, sizeof *out);
	for (unsigned i = 0; i < HR_GATE_KEYS; i++) {
		if (keys.entries[i].is_used)
			continue;
		HR_GATE_TOUCH(keys);
		keys.entries[i].is_used = true;
		keys.entries[i].value = NULL;
		keys.entries[i].destructor = destructor;
		*out = i;
		return 0;
	}
	return EAGAIN;
}

static int drop_key(unsigned key)
{
	if (key >= HR_GATE_KEYS || !keys.entries[key].is_used)
		return EINVAL;
	HR_GATE_TOUCH(keys);
	keys.entries[key].is_used = false;
	return 0;
}

static int set_value(unsigned key, const void *value)
{
	if (key >= HR_GATE_KEYS || !keys.entries[key].is_used)
		return EINVAL;
	HR_GATE_TOUCH(keys);
	keys.entries[key].value = (void *)value;
	return 0;
}

static void *get_value(unsigned key)
{
	return key < HR_GATE_KEYS && keys.entries[key].is_used ? keys.entries[key].value : NULL;
}

void hr_gate_keys_exchange(void **values)
{
	HR_GATE_TOUCH(keys);
	for (unsigned i = 0; i < HR_GATE_KEYS; i++) {
		void *value = keys.entries[i].value;
		keys.entries[i].value = values[i];
		values[i] = value;
	}
}

/* A destructor may set values again: as POSIX has it, for a few rounds. */
void hr_gate_keys_destroy(void)
{
	bool is_left = true;
	for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS && is_left; round++) {
		is_left = false;
		for (unsigned i = 0; i < HR_GATE_KEYS; i++) {
			void *value = keys.entries[i].value;
			if (!keys.entries[i].is_used || !keys.entries[i].destructor || !value)
				continue;
			keys.entries[i].value = NULL;
			keys.entries[i].destructor(value);
			is_left = true;
		}
	}
}

int hr_gate_pthread_key_create(pthread_key_t *out, void (*destructor)(void *))
{
	HR_GATE_ENTER("pthread_key_create");
	return make_key(site, out, destructor);
}

int hr_gate_tss_create(tss_t *out, tss_dtor_t destructor)
{
	HR_GATE_ENTER("tss_create");
	return make_key(site, out, destructor) ? thrd_error : thrd_success;
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
