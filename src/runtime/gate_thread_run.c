/* Threads, one after the other: a thread runs from its beginning to its end inside the call that creates it.
 *
 * That is one of the orders in which threads may run, and always the same one, so that runs repeat. Each thread has its own
 * thread-locals and thread-specific values. What would have to wait for a thread that is not running (its creator, mostly) is a deadlock in this order and not let
 * through; see gate_lock.c and gate_condition.c.
 *
 * Invariants: threads.current is the number of the thread that runs, 0 for the one that calls the unit; a thread that was left by a
 * fault needs no cleaning up, because all state here, the thread-locals and the heap come back with the sequence. */
#include "runtime/gate_process_internal.h"
#include "runtime/unit.h"

#include <pthread.h>
#include <setjmp.h>
#include <string.h>
#include <threads.h>

enum { MOST_THREADS = 256, MOST_DEPTH = 16 };

#define FIRST ((pthread_t)0x471100)

static struct {
	struct {
		bool is_joinable;
		void *result;
	} entries[MOST_THREADS];
	uint32_t count;   /* made so far */
	uint32_t current; /* 0: the first */
	uint32_t depth;   /* of threads that make threads */
	jmp_buf *end;     /* where pthread_exit goes; NULL in the first thread */
	void *result;     /* what it was given */
} threads;
HR_GATE_STATE(threads);

static pthread_t name_of(uint32_t number)
{
	return FIRST + number;
}

uint32_t hr_gate_thread(void)
{
	return threads.current;
}

pthread_t hr_gate_pthread_self(void)
{
	return name_of(threads.current);
}

thrd_t hr_gate_thrd_current(void)
{
	return name_of(threads.current);
}

int hr_gate_pthread_equal(pthread_t left, pthread_t right)
{
	return left == right;
}

int hr_gate_thrd_equal(thrd_t left, thrd_t right)
{
	return left == right;
}

/* ---- running ---- */

/* What a thread starts with, and what its creator has again after it. */
struct others {
	void **values; /* thread-specific */
	void *locals;
};

static void put_aside(struct others *out)
{
	out->values = hr_scratch_take(HR_GATE_KEYS * sizeof(void *));
	memset(out->values, 0, HR_GATE_KEYS * sizeof(void *));
	hr_gate_keys_exchange(out->values);
	const struct hr_thread_locals *locals = &hr_thread_locals;
	out->locals = hr_scratch_take(locals->size + 1);
	memcpy(out->locals, (const void *)locals->address, locals->size);
	memcpy((void *)locals->address, locals->image, locals->image_size);
	memset((char *)locals->address + locals->image_size, 0, locals->size - locals->image_size);
}

static void put_back(struct others *others)
{
	memcpy((void *)hr_thread_locals.address, others->locals, hr_thread_locals.size);
	hr_gate_keys_exchange(others->values);
	hr_scratch_release(others->locals);
	hr_scratch_release(others->values);
}

/* The two kinds of functions that threads begin with differ in what they return. */
struct beginning {
	void *(*function)(void *);
	int (*number_function)(void *);
	void *argument;
};

static void *call(const struct beginning *beginning)
{
	if (beginning->function)
		return beginning->function(beginning->argument);
	return (void *)(intptr_t)beginning->number_function(beginning->argument);
}

static void *run_to_end(const struct beginning *beginning)
{
	jmp_buf end, *outer = threads.end;
	void *volatile result = NULL;
	threads.end = &end;
	if (_setjmp(end) == 0)
		result = call(beginning);
	else
		result = threads.result;
	threads.end = outer;
	hr_gate_keys_destroy();
	return result;
}

/* 0, or EAGAIN when there are too many. */
static int create(const struct hr_gate_site *site, pthread_t *out, bool is_joinable, const struct beginning *beginning)
{
	hr_gate_writes(site, out, sizeof *out);
	if (threads.count + 1 >= MOST_THREADS || threads.depth == MOST_DEPTH)
		return EAGAIN;
	HR_GATE_TOUCH(threads);
	const uint32_t creator = threads.current, number = ++threads.count;
	*out = name_of(number);
	threads.current = number;
	threads.depth++;
	struct others others;
	put_aside(&others);
	void *result = run_to_end(beginning);
	put_back(&others);
	threads.depth--;
	threads.current = creator;
	threads.entries[number].result = result;
	threads.entries[number].is_joinable = is_joinable;
	return 0;
}

int hr_gate_pthread_create(pthread_t *out, const pthread_attr_t *attributes, void *(*function)(void *), void *argument)
{
	HR_GATE_ENTER("pthread_create");
	int state = PTHREAD_CREATE_JOINABLE;
	if (attributes) {
		hr_gate_reads(site, attributes, sizeof *attributes);
		pthread_attr_getdetachstate(attributes, &state);
	}
	if (!function)
		hr_gate_fault(site, HR_FAULT_NULL, 0, 0, NULL);
	return create(site, out, state == PTHREAD_CREATE_JOINABLE,
		      &(struct beginning){ .function = function, .argument = argument });
}

int hr_gate_thrd_create(thrd_t *out, thrd_start_t function, void *argument)
{
	HR_GATE_ENTER("thrd_create");
	if (!function)
		hr_gate_fault(site, HR_FAULT_NULL, 0, 0, NULL);
	return create(site, out, true, &(struct beginning){ .number_function = function, .argument = argument })
		       ? thrd_nomem
		       : thrd_success;
}

/* ---- ending ---- */

static _Noreturn void end_thread(const struct hr_gate_site *site, void *result)
{
	if (!threads.end)
		hr_gate_refuse(site, "ends the thread that calls the library");
	HR_GATE_TOUCH(threads);
	threads.result = result;
	hr_stack_forget((uintptr_t)site->frame);
	_longjmp(*threads.end, 1);
}

_Noreturn void hr_gate_pthread_exit(void *result)
{
	HR_GATE_ENTER("pthread_exit");
	end_thread(site, result);
}

_Noreturn void hr_gate_thrd_exit(int result)
{
	HR_GATE_ENTER("thrd_exit");
	end_thread(site, (void *)(intptr_t)result);
}

/* Takes the result of a thread that has ended; 0, or why not. */
static int join(pthread_t thread, void **result)
{
	const pthread_t number = thread - FIRST;
	if (number == threads.current)
		return EDEADLK;
	if (number > threads.count || number == 0)
		return ESRCH;
	if (!threads.entries[number].is_joinable)
		return EINVAL;
	HR_GATE_TOUCH(threads);
	threads.entries[number].is_joinable = false;
	*result = threads.entries[number].result;
	threads.entries[number].result = NULL;
	return 0;
}

static int join_into(const struct hr_gate_site *site, pthread_t thread, void **out)
{
	void *result;
	if (out)
		hr_gate_writes(site, out, sizeof *out);
	const int failed = join(thread, &result);
	if (!failed && out)
		*out = result;
	return failed;
}

int hr_gate_pthread_join(pthread_t thread, void **out)
{
	HR_GATE_ENTER("pthread_join");
	return join_into(site, thread, out);
}

int hr_gate_pthread_timedjoin_np(pthread_t thread, void **out, const struct timespec *until)
{
	HR_GATE_ENTER("pthread_timedjoin_np");
	(void)until;
	return join_into(site, thread, out);
}

int hr_gate_pthread_tryjoin_np(pthread_t thread, void **out)
{
	HR_GATE_ENTER("pthread_tryjoin_np");
	return join_into(site, thread, out);
}

int hr_gate_thrd_join(thrd_t thread, int *out)
{
	HR_GATE_ENTER("thrd_join");
	void *result;
	if (out)
		hr_gate_writes(site, out, sizeof *out);
	if (join(thread, &result))
		return thrd_error;
	if (out)
		*out = (int)(intptr_t)result;
	return thrd_success;
}

int hr_gate_pthread_detach(pthread_t thread)
{
	void *result;
	const int failed = join(thread, &result);
	return failed == EDEADLK ? 0 : failed;
}

int hr_gate_thrd_detach(thrd_t thread)
{
	return hr_gate_pthread_detach(thread) ? thrd_error : thrd_success;
}
