/* Under valgrind, which takes long: all tests where there is time, else some after the other.
 *
 * Invariant: a test that is known to lose memory stays only when somebody looked on and found nothing. */
#include "app/certify_internal.h"

#include "app/programs.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/parallel.h"

#include <stdlib.h>

enum { SOME = 32 }; /* tests for one start, where there is no time for all */

/* A guess, in multiples of what a run takes; and what it takes to start. */
#define RUNNING 6.0
#define STARTING 1.0

size_t hr_certify_next(bool *wanted, const struct hr_certifying *certifying, size_t most)
{
	size_t count = 0;
	for (size_t i = 0; i < certifying->count; i++)
		wanted[i] = false;
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < certifying->count && count < most; i++) {
			const struct hr_test *test = &certifying->tests[i];
			if (test->watched || test->is_untidy != !pass)
				continue;
			wanted[i] = true;
			count++;
		}
	return count;
}

static size_t count_left(const struct hr_certifying *certifying)
{
	size_t count = 0;
	for (size_t i = 0; i < certifying->count; i++)
		count += !certifying->tests[i].watched;
	return count;
}

/* The tests that are wanted; those that were seen to hold are marked. */
static int watch(struct hr_certifying *certifying, struct hr_suite_trial *trial, const char *valgrind,
		 const bool *wanted, unsigned round, struct hr_error *error)
{
	int status = hr_certify_valgrind(certifying, trial, valgrind, wanted, error);
	for (size_t i = 0; i < certifying->count; i++)
		if (certifying->tests[i].is_seen)
			certifying->tests[i].watched = round;
	return status;
}

int hr_certify_watch(struct hr_certifying *certifying, struct hr_error *error)
{
	struct hr_suite_trial *trial = hr_certify_first_ready(certifying);
	char *valgrind = hr_find_program("valgrind");
	bool *wanted = hr_calloc(certifying->count, sizeof *wanted);
	double each = RUNNING * certifying->ran / (double)certifying->count;
	unsigned round = 0;
	int status = 0;
	if (!valgrind)
		hr_certify_not_done(certifying, "valgrind", "not installed");
	while (valgrind && !status && count_left(certifying)) {
		size_t left = count_left(certifying);
		bool has_all =
			hr_certify_has_time(certifying, STARTING + each * (double)left + hr_certify_whole(certifying));
		size_t some =
			hr_certify_next(wanted, certifying, has_all ? left : (size_t)SOME * hr_parallel_processors());
		if (!has_all &&
		    !hr_certify_has_time(certifying, STARTING + each * (double)some + hr_certify_whole(certifying)))
			break;
		double began = hr_clock_seconds();
		status = watch(certifying, hr_certify_limit(certifying, trial), valgrind, wanted, ++round, error);
		double took = hr_clock_seconds() - began;
		each = (took > 2 * STARTING ? took - STARTING : took / 2) / (double)some;
		if (trial->is_late)
			break;
	}
	if (valgrind && !status)
		hr_certify_tell(certifying, "valgrind", certifying->count - count_left(certifying));
	free(wanted);
	free(valgrind);
	return status;
}

void hr_certify_leave_untidy(struct hr_certifying *certifying)
{
	bool *fine = hr_calloc(certifying->count + 1, sizeof *fine);
	for (size_t i = 0; i < certifying->count; i++)
		fine[i] = !certifying->tests[i].is_untidy || certifying->tests[i].is_sanitized ||
			  certifying->tests[i].watched;
	hr_certify_leave_out(certifying, fine, NULL, "loses memory, and nobody has looked on");
	free(fine);
}
