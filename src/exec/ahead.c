/* Encoding ahead: chains are encoded in a thread of its own while the next ones are made.
 *
 * The engine makes and judges on one core, workers need only a part of the others. Who waits for the rest of it helps, so that a thread that gets no
 * processor holds up nobody.
 *
 * Invariants: jobs are numbered for ever; next ≤ posted ≤ done + MOST, and a job is touched by whoever raised `next` over it alone. What the
 * jobs use (chains, programs, the model) is not changed between post and wait: only pieces are added to chains, by whoever is first. */
#include "base/bug.h"
#include "base/memory.h"
#include "exec/ahead.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

enum { MOST = HR_AHEAD_MOST, WAKE_EVERY = 16 };

struct job {
	struct hr_program **program;
	struct hr_chain *chain;
	struct hr_run_wants wants;
	bool is_encoded;
};

struct hr_ahead {
	struct hr_encoding *own;   /* of the thread */
	struct hr_encoding *other; /* of whoever waits */
	struct job jobs[MOST];
	uint64_t posted;
	uint64_t next;
	uint64_t done;
	uint64_t told; /* of the jobs, by hr_ahead_wait; nobody else's */
	pthread_t thread;
	bool has_thread;
	pthread_mutex_t mutex; /* for sleeping and waking alone */
	pthread_cond_t wake;
	bool is_asleep;
	bool is_ending;
};

/* Does one job. False: there is none. */
static bool do_one(struct hr_ahead *ahead, struct hr_encoding *encoding)
{
	uint64_t mine = __atomic_load_n(&ahead->next, __ATOMIC_ACQUIRE);
	do {
		if (mine >= __atomic_load_n(&ahead->posted, __ATOMIC_ACQUIRE))
			return false;
	} while (
		!__atomic_compare_exchange_n(&ahead->next, &mine, mine + 1, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
	struct job *job = &ahead->jobs[mine % MOST];
	struct hr_error error = HR_ERROR_INIT;
	job->is_encoded = hr_program_of_chain(job->program, encoding, job->chain, &job->wants, &error) == 0;
	hr_error_release(&error);
	__atomic_add_fetch(&ahead->done, 1, __ATOMIC_RELEASE);
	return true;
}

static bool has_work(const struct hr_ahead *ahead)
{
	return __atomic_load_n(&ahead->next, __ATOMIC_ACQUIRE) < __atomic_load_n(&ahead->posted, __ATOMIC_ACQUIRE);
}

static void *work(void *context)
{
	struct hr_ahead *ahead = context;
	pthread_mutex_lock(&ahead->mutex);
	while (!ahead->is_ending) {
		__atomic_store_n(&ahead->is_asleep, true, __ATOMIC_SEQ_CST);
		if (!has_work(ahead))
			pthread_cond_wait(&ahead->wake, &ahead->mutex);
		__atomic_store_n(&ahead->is_asleep, false, __ATOMIC_SEQ_CST);
		pthread_mutex_unlock(&ahead->mutex);
		while (do_one(ahead, ahead->own))
			;
		pthread_mutex_lock(&ahead->mutex);
	}
	pthread_mutex_unlock(&ahead->mutex);
	return NULL;
}

struct hr_ahead *hr_ahead_new(const struct hr_model *model, const struct hr_callables *callables)
{
	struct hr_ahead *ahead = hr_calloc(1, sizeof *ahead);
	sigset_t all;
	sigset_t before;
	ahead->own = hr_encoding_new(model, callables);
	ahead->other = hr_encoding_new(model, callables);
	pthread_mutex_init(&ahead->mutex, NULL);
	pthread_cond_init(&ahead->wake, NULL);
	/* signals are for the thread that knows what to do with them */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	/* without a thread everything is done by who waits */
	ahead->has_thread = pthread_create(&ahead->thread, NULL, work, ahead) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return ahead;
}

static void wake_up(struct hr_ahead *ahead)
{
	pthread_mutex_lock(&ahead->mutex);
	pthread_cond_signal(&ahead->wake);
	pthread_mutex_unlock(&ahead->mutex);
}

void hr_ahead_free(struct hr_ahead *ahead)
{
	if (!ahead)
		return;
	if (ahead->has_thread) {
		pthread_mutex_lock(&ahead->mutex);
		ahead->is_ending = true;
		pthread_cond_signal(&ahead->wake);
		pthread_mutex_unlock(&ahead->mutex);
		pthread_join(ahead->thread, NULL);
	}
	pthread_mutex_destroy(&ahead->mutex);
	pthread_cond_destroy(&ahead->wake);
	hr_encoding_free(ahead->own);
	hr_encoding_free(ahead->other);
	free(ahead);
}

/* Helps, and then waits until everything that was posted is done. */
static void finish(struct hr_ahead *ahead)
{
	while (do_one(ahead, ahead->other))
		;
	for (unsigned looks = 0; __atomic_load_n(&ahead->done, __ATOMIC_ACQUIRE) < ahead->posted; looks++) {
		struct timespec moment = { .tv_nsec = 20000 };
		if (looks > 100)
			nanosleep(&moment, NULL);
	}
}

void hr_ahead_post(struct hr_ahead *ahead, struct hr_program **program, struct hr_chain *chain,
		   const struct hr_run_wants *wants)
{
	uint64_t posted = ahead->posted;
	if (posted - ahead->told >= MOST)
		HR_BUG("%u chains are encoded ahead, and nobody waits", (unsigned)MOST);
	ahead->jobs[posted % MOST] = (struct job){ program, chain, *wants, false };
	__atomic_store_n(&ahead->posted, posted + 1, __ATOMIC_SEQ_CST);
	if (posted % WAKE_EVERY == 0 && __atomic_load_n(&ahead->is_asleep, __ATOMIC_SEQ_CST))
		wake_up(ahead);
}

void hr_ahead_wait(struct hr_ahead *ahead, bool *is_encoded)
{
	finish(ahead);
	for (; ahead->told < ahead->posted; ahead->told++)
		*is_encoded++ = ahead->jobs[ahead->told % MOST].is_encoded;
}
