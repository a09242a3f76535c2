/* Running other programs: no shell, arguments as they are, output collected. */
#ifndef HR_BASE_PROCESS_H
#define HR_BASE_PROCESS_H

#include "base/error.h"
#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hr_process {
	const char *const *argv;        /* NULL-terminated; argv[0] is looked up on PATH, with a slash in `directory` */
	const char *directory;          /* NULL: the current one */
	const char *const *environment; /* NULL-terminated "NAME=value" pairs set on top of ours; NULL: none */
	unsigned timeout_seconds;       /* 0: no limit; else SIGTERM, 2 s of grace, SIGKILL to its process group */
	bool inherit_output;            /* leave standard output and error alone */
	size_t most_output;             /* bytes that are kept of each stream, the rest is read and dropped; 0: all */
	/* Bytes that it and all that it started may have in memory together; looked at four times a second, then SIGKILL. 0: no limit. */
	uint64_t most_resident;
	/* All that it started ends with it, whatever group or session that is in (base/keeper.h); it has no terminal, and no descriptors but the
	 * standard ones. Not with inherit_output. */
	bool leaves_nothing;
	/* Called in the child as the last thing before exec; only async-signal-safe calls, as other threads may hold locks. Returns 0, or -1 with a
	 * sentence in `why`: then nothing is run. NULL: nothing. */
	int (*before_exec)(void *context, char *why, size_t why_size);
	void *before_exec_context;
};

struct hr_process_result {
	int exit_code; /* 0..255, or 128 + signal */
	bool timed_out;
	struct hr_strbuf output; /* standard output */
	struct hr_strbuf errors; /* standard error */
	uint64_t dropped;        /* bytes of both that were too many */
	bool is_too_large;       /* it had more in memory than it may */
	bool was_idle; /* timed out, and did nothing in the last three seconds: it waited for something, not for the machine. Told with `most_resident` only */
};

#define HR_PROCESS_RESULT_INIT { 0, false, HR_STRBUF_INIT, HR_STRBUF_INIT, 0, false, false }

/* Runs to the end, whatever the exit code. Standard input is /dev/null unless output is inherited. Fails
 * (HR_ERROR_INTERNAL) when the program cannot be started: "cannot run 'NAME': reason"; and with HR_ERROR_INTERRUPTED when a signal asks us to end:
 * then the program has ended, too. Never waits for any other child. The run is over when the program is: what it left running in its process group is killed, except where it has
 * no group of its own (output inherited and no time limit: it shares our terminal). What `out` held before is
 * released. */
int hr_process_run(struct hr_process_result *out, const struct hr_process *process, struct hr_error *error);

void hr_process_result_release(struct hr_process_result *result);

#endif
