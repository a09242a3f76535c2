/* Several programs at once: a list of commands, so many at a time. */
#ifndef HR_BUILD_JOBS_H
#define HR_BUILD_JOBS_H

#include "base/error.h"
#include "base/vec.h"

#include <stdbool.h>

typedef HR_VEC(const char *) hr_command; /* a NULL is added when it is run; strings are borrowed */

struct hr_job {
	hr_command command; /* empty: nothing is to be done. The owner releases it */
	const char *output; /* file that standard output and error are written to */
	int exit_code;      /* after it ran: 0..255, or 128 + signal */
};

struct hr_jobs {
	struct hr_job *jobs;
	size_t count;
	unsigned limit;                 /* at once; at least 1 */
	const char *const *environment; /* as in base/process.h */
	void *context;
	/* Called before a job is started, and may fill in its command; -1 with the error set ends it all. NULL: nothing. */
	int (*prepare)(void *context, size_t index, struct hr_error *error);
	/* Called after it ended, with whatever exit code; the same. */
	int (*finished)(void *context, size_t index, struct hr_error *error);
};

/* Runs all. The first failure stops the start of others; those that run are ended, and waited for. Fails with HR_ERROR_INTERNAL when a
 * program cannot be started, with HR_ERROR_INTERRUPTED when a signal asks us to end, and with what the callbacks said. Never waits for children that are not its own. */
int hr_jobs_run(const struct hr_jobs *jobs, struct hr_error *error);

/* As many as there are processors that we may use. */
unsigned hr_jobs_default(void);

#endif
