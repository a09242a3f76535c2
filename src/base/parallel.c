/* The same work on many things, several at a time. */
#include "base/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

enum { MOST_THREADS = 64 };

struct parallel {
	void (*work)(void *context, size_t index);
	void *context;
	size_t count;
	atomic_size_t next;
};

static void *take_turns(void *context)
{
	struct parallel *parallel = context;
	for (size_t index; (index = atomic_fetch_add(&parallel->next, 1)) < parallel->count;)
		parallel->work(parallel->context, index);
	return NULL;
}

unsigned hr_parallel_processors(void)
{
	cpu_set_t set;
	int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
	return count > 0 ? (unsigned)count : 1;
}

void hr_parallel(size_t count, unsigned jobs, void (*work)(void *context, size_t index), void *context)
{
	struct parallel parallel = { .work = work, .context = context, .count = count };
	pthread_t threads[MOST_THREADS];
	size_t wanted = jobs ? jobs : hr_parallel_processors();
	size_t begun = 0;
	sigset_t all;
	sigset_t before;
	atomic_init(&parallel.next, 0);
	if (wanted > count)
		wanted = count;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	/* we are one of them */
	while (begun + 1 < wanted && begun < MOST_THREADS &&
	       pthread_create(&threads[begun], NULL, take_turns, &parallel) == 0)
		begun++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	(void)take_turns(&parallel);
	for (size_t i = 0; i < begun; i++)
		pthread_join(threads[i], NULL);
}
