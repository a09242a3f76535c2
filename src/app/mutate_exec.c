/* `harrier mutate`: programs with mutants in them, run behind the fence. */
#include "app/mutate_internal.h"

#include "base/clock.h"
#include "base/file.h"
#include "build/mutants.h"
#include "exec/confined.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { MOST_OUTPUT = 4 << 20 };

/* Bytes of a file: on a disk, and in memory, of which a mutant that writes without end takes no more. */
static const uint64_t MOST_ON_DISK = (uint64_t)1 << 30, MOST_IN_MEMORY = (uint64_t)64 << 20;

/* Runs behind the fence. `directory` is where it may write. */
int hr_mutation_run_fenced(struct hr_process_result *out, struct hr_mutation *mutation, const char *const *argv,
			   const char *directory, const char *const *environment, unsigned seconds,
			   struct hr_error *error)
{
	static const char *const everything[] = { "/", NULL };
	struct hr_confined confined = {
		.argv = argv,
		.directory = directory,
		.read_only = everything,
		.seconds = seconds,
		.memory = mutation->is_unlimited ? HR_CONFINED_UNLIMITED : 0,
		.file_size = mutation->runs_in ? MOST_IN_MEMORY : MOST_ON_DISK,
		.most_output = MOST_OUTPUT,
		.environment = environment,
	};
	return hr_confined_run(out, &confined, error);
}

/* Bytes of memory that could be had without swapping, as the kernel tells; 0: it does not. */
static uint64_t memory_available(void)
{
	static const char name[] = "MemAvailable:";
	struct hr_error unread = HR_ERROR_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	uint64_t kilobytes = 0;
	if (!hr_file_read(&text, "/proc/meminfo", &unread)) {
		const char *line = strstr(text.data, name);
		kilobytes = line ? strtoull(line + sizeof name - 1, NULL, 10) : 0;
	}
	hr_strbuf_release(&text);
	hr_error_release(&unread);
	return kilobytes * 1024;
}

/* Files in memory, where the system has plenty: tests make and remove theirs thousands of times, and a disk takes longer for that than the tests do. Who names a place for
 * temporary files gets them there, and so does everybody where programs could not be started from there. */
static bool has_memory_files(const char *place)
{
	static const uint64_t least = (uint64_t)1 << 30, least_memory = (uint64_t)4 << 30;
	struct statfs system;
	struct statvfs flags;
	const char *wanted = getenv("TMPDIR");
	return !(wanted && *wanted) && access(place, R_OK | W_OK | X_OK) == 0 && statfs(place, &system) == 0 &&
	       statvfs(place, &flags) == 0 && !(flags.f_flag & ST_NOEXEC) && system.f_type == TMPFS_MAGIC &&
	       (uint64_t)system.f_bavail * (uint64_t)system.f_bsize >= least && memory_available() >= least_memory;
}

static void choose_place(struct hr_mutation *mutation)
{
	static const char memory[] = "/dev/shm";
	struct hr_error refused = HR_ERROR_INIT;
	if (mutation->run_number || !has_memory_files(memory))
		return;
	if (hr_directory_temporary_in(&mutation->runs_in, memory, "harrier-", &refused))
		mutation->runs_in = NULL;
	hr_error_release(&refused);
}

int hr_mutation_make_private(char **out, struct hr_mutation *mutation, struct hr_error *error)
{
	choose_place(mutation); /* before the first one: all are in one place */
	*out = hr_path_join(mutation->runs_in ? mutation->runs_in : mutation->directory,
			    hr_arena_printf(&mutation->arena, "run-%u", mutation->run_number++));
	if (mkdir(*out, 0700) == 0)
		return 0;
	return hr_fail(error, HR_ERROR_INTERNAL, "cannot make the directory '%s': %s", *out, strerror(errno));
}

/* Runs a command in the copy. */
int hr_mutation_run_command(bool *passed, bool *is_hung, struct hr_strbuf *said, struct hr_mutation *mutation,
			    const char *command, const char *const *environment, unsigned seconds,
			    struct hr_error *error)
{
	const char *argv[] = { "/bin/sh", "-c", command, NULL };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	int status = hr_mutation_run_fenced(&result, mutation, argv, mutation->work, environment, seconds, error);
	*passed = !status && result.exit_code == 0 && !result.timed_out;
	*is_hung = result.timed_out;
	if (said && !*passed)
		hr_strbuf_addf(said, "%s%s", result.output.data, result.errors.data);
	hr_process_result_release(&result);
	return status;
}

static unsigned seconds_left(const struct hr_mutation *mutation)
{
	double left = mutation->end > 0 ? mutation->end - hr_clock_seconds() : HR_MUTATE_SECONDS;
	if (left <= 0)
		return 1;
	return left < HR_MUTATE_SECONDS ? (unsigned)left + 1 : HR_MUTATE_SECONDS;
}

int hr_mutation_run_jobs(hr_mutate_lines *out, bool *is_cut, struct hr_mutation *mutation, const char *program,
			 const struct hr_strbuf *jobs, unsigned lanes, char **directory, struct hr_error *error)
{
	const char *argv[] = { program, "-", NULL };
	struct hr_process_result result = HR_PROCESS_RESULT_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	int status = hr_mutation_make_private(directory, mutation, error);
	char *list = hr_path_join(*directory, "jobs"), *results = hr_path_join(*directory, "results");
	const char *environment[] = { hr_arena_printf(&mutation->arena, HR_MUTANT_JOBS_VARIABLE "=%s", list),
				      hr_arena_printf(&mutation->arena, HR_MUTANT_RESULTS_VARIABLE "=%s", results),
				      hr_arena_printf(&mutation->arena, HR_MUTANT_LANES_VARIABLE "=%u", lanes),
				      /* programs of a suite make a process for each test */
				      mutation->suite ? HR_MUTANT_ALONE_VARIABLE "=1" : NULL, NULL };
	if (!status)
		status = hr_file_write(list, jobs->data, jobs->length, error);
	if (!status)
		status = hr_mutation_run_fenced(&result, mutation, argv, *directory, environment,
						seconds_left(mutation), error);
	if (is_cut)
		*is_cut = result.timed_out;
	if (!status && result.exit_code == HR_MUTANT_NO_PROCESS)
		status = hr_fail(error, HR_ERROR_INTERNAL,
				 "cannot run tests: the machine gives no more processes, so nothing is known");
	if (!status && result.exit_code == HR_MUTANT_NO_ROOM)
		status = hr_fail(error, HR_ERROR_INTERNAL,
				 "cannot run tests: there is no room for their results in '%s', so nothing is known",
				 *directory);
	if (!status && hr_path_is_file(results))
		status = hr_file_read(&text, results, error);
	for (const char *line = text.data ? text.data : ""; *line;) {
		const char *begin = line;
		line += strcspn(line, "\n");
		line += *line == '\n';
		struct hr_mutate_line entry;
		if (sscanf(begin, "%" SCNx64 " %u %u %llu", &entry.id, &entry.number, &entry.status, &entry.micros) ==
		    4)
			hr_vec_push(out, entry);
	}
	hr_strbuf_release(&text);
	hr_process_result_release(&result);
	free(list);
	free(results);
	return status;
}
