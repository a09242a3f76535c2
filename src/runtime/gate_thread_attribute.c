/* Attributes of threads and locks: plain memory, checked here and filled in by libc's own functions, which touch nothing else. And
 * what is asked about the one thread: its name, its stack, its processor. */
#include "runtime/gate_process_internal.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <time.h>

/* pthread_TYPE_NAME(object) */
#define PREPARE(type, name)                                              \
	int hr_gate_pthread_##type##_##name(pthread_##type##_t *object)  \
	{                                                                \
		HR_GATE_ENTER("pthread_" #type "_" #name);               \
		hr_gate_writes(site, object, sizeof *object);            \
		return pthread_##type##_##name(object);                  \
	}
/* pthread_TYPE_setNAME(object, value) and pthread_TYPE_getNAME(object, out) */
#define SETTER(type, name, value_type)                                                     \
	int hr_gate_pthread_##type##_set##name(pthread_##type##_t *object, value_type value) \
	{                                                                                  \
		HR_GATE_ENTER("pthread_" #type "_set" #name);                              \
		hr_gate_writes(site, object, sizeof *object);                              \
		return pthread_##type##_set##name(object, value);                          \
	}
#define GETTER(type, name, value_type)                                                            \
	int hr_gate_pthread_##type##_get##name(const pthread_##type##_t *object, __typeof__(value_type) *out) \
	{                                                                                         \
		HR_GATE_ENTER("pthread_" #type "_get" #name);                                     \
		hr_gate_reads(site, object, sizeof *object);                                      \
		hr_gate_writes(site, out, sizeof *out);                                           \
		return pthread_##type##_get##name(object, out);                                   \
	}
#define BOTH(type, name, value_type)   \
	SETTER(type, name, value_type) \
	GETTER(type, name, value_type)

PREPARE(attr, init)
PREPARE(condattr, init)
PREPARE(condattr, destroy)
PREPARE(mutexattr, init)
PREPARE(mutexattr, destroy)
PREPARE(rwlockattr, init)
PREPARE(rwlockattr, destroy)
PREPARE(barrierattr, init)
PREPARE(barrierattr, destroy)
BOTH(attr, detachstate, int)
BOTH(attr, guardsize, size_t)
BOTH(attr, inheritsched, int)
BOTH(attr, schedpolicy, int)
BOTH(attr, scope, int)
BOTH(attr, stacksize, size_t)
BOTH(condattr, clock, clockid_t)
BOTH(condattr, pshared, int)
BOTH(mutexattr, protocol, int)
BOTH(mutexattr, pshared, int)
BOTH(mutexattr, robust, int)
BOTH(mutexattr, type, int)
BOTH(rwlockattr, kind_np, int)
BOTH(rwlockattr, pshared, int)
BOTH(barrierattr, pshared, int)

/* libc's would free a pointer that only functions set which are not here. */
int hr_gate_pthread_attr_destroy(pthread_attr_t *attributes)
{
	HR_GATE_ENTER("pthread_attr_destroy");
	hr_gate_writes(site, attributes, sizeof *attributes);
	return 0;
}

int hr_gate_pthread_attr_setschedparam(pthread_attr_t *attributes, const struct sched_param *parameter)
{
	HR_GATE_ENTER("pthread_attr_setschedparam");
	hr_gate_reads(site, parameter, sizeof *parameter);
	hr_gate_writes(site, attributes, sizeof *attributes);
	return pthread_attr_setschedparam(attributes, parameter);
}

int hr_gate_pthread_attr_getschedparam(const pthread_attr_t *attributes, struct sched_param *out)
{
	HR_GATE_ENTER("pthread_attr_getschedparam");
	hr_gate_reads(site, attributes, sizeof *attributes);
	hr_gate_writes(site, out, sizeof *out);
	return pthread_attr_getschedparam(attributes, out);
}

int hr_gate_pthread_attr_setstack(pthread_attr_t *attributes, void *stack, size_t size)
{
	HR_GATE_ENTER("pthread_attr_setstack");
	hr_gate_writes(site, attributes, sizeof *attributes);
	return pthread_attr_setstack(attributes, stack, size);
}

int hr_gate_pthread_attr_getstack(const pthread_attr_t *attributes, void **stack, size_t *size)
{
	HR_GATE_ENTER("pthread_attr_getstack");
	hr_gate_reads(site, attributes, sizeof *attributes);
	hr_gate_writes(site, stack, sizeof *stack);
	hr_gate_writes(site, size, sizeof *size);
	return pthread_attr_getstack(attributes, stack, size);
}

/* ---- the one thread ---- */

int hr_gate_pthread_getattr_np(pthread_t thread, pthread_attr_t *out)
{
	HR_GATE_ENTER("pthread_getattr_np");
	(void)thread;
	hr_gate_writes(site, out, sizeof *out);
	pthread_attr_init(out);
	const struct hr_range stack = hr_runtime.unit_stack;
	return pthread_attr_setstack(out, (void *)stack.begin, stack.end - stack.begin);
}

static struct {
	char text[16];
} name = { "harrier" };
HR_GATE_STATE(name);

int hr_gate_pthread_setname_np(pthread_t thread, const char *text)
{
	HR_GATE_ENTER("pthread_setname_np");
	(void)thread;
	const size_t length = hr_gate_string(site, text);
	if (length >= sizeof name.text)
		return ERANGE;
	HR_GATE_TOUCH(name);
	memcpy(name.text, text, length + 1);
	return 0;
}

int hr_gate_pthread_getname_np(pthread_t thread, char *out, size_t size)
{
	HR_GATE_ENTER("pthread_getname_np");
	(void)thread;
	if (size < sizeof name.text)
		return ERANGE;
	const size_t needed = strlen(name.text) + 1;
	hr_gate_writes(site, out, needed);
	memcpy(out, name.text, needed);
	return 0;
}

int hr_gate_pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *out)
{
	HR_GATE_ENTER("pthread_getschedparam");
	(void)thread;
	hr_gate_writes(site, policy, sizeof *policy);
	hr_gate_writes(site, out, sizeof *out);
	*policy = SCHED_OTHER;
	memset(out, 0, sizeof *out);
	return 0;
}

int hr_gate_pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameter)
{
	HR_GATE_ENTER("pthread_setschedparam");
	(void)thread;
	hr_gate_reads(site, parameter, sizeof *parameter);
	return policy == SCHED_OTHER ? 0 : EPERM;
}

int hr_gate_pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *out)
{
	HR_GATE_ENTER("pthread_getaffinity_np");
	(void)thread;
	hr_gate_writes(site, out, size);
	memset(out, 0, size);
	if (size > 0)
		*(unsigned char *)out = 1;
	return 0;
}

int hr_gate_pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set)
{
	HR_GATE_ENTER("pthread_setaffinity_np");
	(void)thread;
	hr_gate_reads(site, set, size);
	return size > 0 && (*(const unsigned char *)set & 1) ? 0 : EINVAL;
}

int hr_gate_pthread_getcpuclockid(pthread_t thread, clockid_t *out)
{
	HR_GATE_ENTER("pthread_getcpuclockid");
	(void)thread;
	hr_gate_writes(site, out, sizeof *out);
	*out = CLOCK_THREAD_CPUTIME_ID;
	return 0;
}
