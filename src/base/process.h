/* Running other programs: no shell, arguments as they are, output collected. */
#ifndef HR_BASE_PROCESS_H
#define HR_BASE_PROCESS_H

#include "base/error.h"
#include "base/strbuf.h"

#include <stdbool.h>

struct hr_process {
	const char *const *argv;        /* NULL-terminated; argv[0] is looked up on PATH, with a slash in `directory` */
	const char *directory;          /* NULL: the current one */
	const char *const *environment; /* NULL-terminated "NAME=value" pairs set on top of ours; NULL: none */
	unsigned timeout_seconds;       /* 0: no limit; else SIGTERM, 2 s of grace, SIGKILL to its process group */
	bool inherit_output;            /* leave standard output and error alone */
};

struct hr_process_result {
	int exit_code; /* 0..255, or 128 + signal */
	bool timed_out;
	struct hr_strbuf output; /* standard output */
	struct hr_strbuf errors; /* standard error */
};

#define HR_PROCESS_RESULT_INIT { 0, false, HR_STRBUF_INIT, HR_STRBUF_INIT }

/* Runs to the end, whatever the exit code. Standard input is /dev/null unless output is inherited. Fails
 * (HR_ERROR_INTERNAL) only when the program cannot be started: "cannot run 'NAME': reason". Never waits for any other
 * child. The run is over when the program is: what it left running in its process group is killed, except where it has
 * no group of its own (output inherited and no time limit: it shares our terminal). What `out` held before is
 * released. */
int hr_process_run(struct hr_process_result *out, const struct hr_process *process, struct hr_error *error);

void hr_process_result_release(struct hr_process_result *result);

#endif
