/* Running a program of unknown manners to its end: behind the fence, in a directory of its own, with limits, and with nothing left of it
 * afterwards. */
#ifndef HR_EXEC_CONFINED_H
#define HR_EXEC_CONFINED_H

#include "base/process.h"

struct hr_confined {
	const char *const *argv; /* NULL-terminated; argv[0] is an absolute path */
	const char
		*directory; /* absolute; the only place that it may write to: its current directory, TMPDIR and HOME */
	const char *const
		*read_only;    /* what it may read beside the system's directories: itself, for one; NULL-terminated */
	const char *here;      /* absolute; the current directory; NULL: `directory` */
	bool has_fixed_layout; /* everything lies at the same addresses in every run, where the system lets us */
	bool builds;           /* it is a build: modes and times of files may be set (fence/fence.h) */
	unsigned seconds;      /* at most; 0: 10 */
	uint64_t
		memory; /* bytes of address space; 0: 4 GiB; HR_CONFINED_UNLIMITED: for sanitizers, which reserve terabytes and limit themselves */
	uint64_t
		resident; /* bytes that all its processes may have in memory together; 0: no limit beside that of the address space */
	uint64_t file_size;             /* bytes of a file; 0: 64 MiB */
	size_t most_output;             /* bytes that are kept of each stream; 0: 64 KiB */
	unsigned without;               /* layers of the fence to leave out: for tests */
	const char *const *environment; /* further "NAME=value" pairs, NULL-terminated; NULL: none */
};

#define HR_CONFINED_UNLIMITED UINT64_MAX
#define HR_CONFINED_RESIDENT ((uint64_t)2 << 30) /* for tests whose address space is not limited */

/* Runs it. Layers of the fence that are not offered here are left out: whoever wants to know asks hr_fence_probe, or a worker. Fails as hr_process_run
 * does, and when a layer that is offered cannot be put up: then nothing is run. */
int hr_confined_run(struct hr_process_result *out, const struct hr_confined *confined, struct hr_error *error);

#endif
