/* The state of one `harrier mutate`. */
#ifndef HR_APP_MUTATE_INTERNAL_H
#define HR_APP_MUTATE_INTERNAL_H

#include "app/mutate_shim.h"
#include "base/map.h"
#include "base/process.h"

#include <stdbool.h>
#include <stdint.h>

/* A test: one of a program that can be told by an argument which to run, or a whole command. */
struct hr_mutate_test {
	const char *name;    /* as it is shown, and as the program knows it */
	const char *program; /* path; NULL: the name is a command for the shell */
	double seconds;      /* that it takes without mutants; of the processor, where it is a program's */
	double most_seconds; /* that it took in any such run: where a mutant is, code is as slow as before it was optimised */
	size_t killed;
};

enum hr_mutate_state {
	HR_MUTATE_UNREACHED, /* no test comes there */
	HR_MUTATE_SURVIVED,
	HR_MUTATE_KILLED,
	HR_MUTATE_NOT_RUN, /* not in the sample, or no time was left */
};

struct hr_mutate_result {
	enum hr_mutate_state state;
	size_t killer;          /* KILLED: the test */
	bool is_hung;           /* KILLED: it did not end */
	HR_VEC(unsigned) tests; /* that reach it */
	HR_VEC(unsigned)
	moved; /* of these, those in which it makes a difference to the value that is changed: no other can notice it */
};

struct hr_mutation {
	/* the command line */
	const char *suite;   /* folder that gen wrote; NULL: a suite of somebody else's */
	const char *project; /* its folder */
	const char *build;   /* command */
	hr_strings runs;     /* commands */
	hr_strings sources;  /* files and folders to change */
	long most;           /* mutants; 0: all */
	long seed;
	double budget;  /* seconds to run mutants; 0: as long as it takes */
	long survivors; /* to be listed; -1: all */
	double least;   /* per cent that must be killed; < 0: any */
	bool json;

	struct hr_arena arena;
	char *directory;                         /* private: shims, and beside them: */
	char *work;                              /* the copy that is built */
	struct hr_mutants mutants;               /* in the order of places */
	HR_VEC(struct hr_mutate_result) results; /* of each */
	struct hr_map mutant_by_point;           /* id of a point as text → the first of its mutants */
	struct hr_map mutant_by_id;              /* the same of each */
	HR_VEC(struct hr_mutate_test) tests;
	hr_strings failing;       /* tests that fail without any mutant: they are left out */
	struct hr_strbuf refused; /* files that could not be changed */
	double end;               /* by the clock: no run of jobs goes on longer; 0: there is none */
	char *runs_in;            /* private: directories of runs, in memory; NULL: they are in `directory` */
	unsigned run_number;
	unsigned lanes;           /* mutants that are run at a time; 0: one */
	bool is_unlimited;        /* its programs need more memory than any of ours: sanitizers do */
	size_t runs_made;         /* of tests with a mutant */
	double building, running; /* seconds */
};

#define HR_MUTATION_INIT \
	{ .seed = 1, .survivors = 20, .least = -1, .arena = HR_ARENA_INIT, .mutants = HR_MUTANTS_INIT, .refused = HR_STRBUF_INIT }

/* Removes the private directory, too. */
void hr_mutation_release(struct hr_mutation *mutation);

/* ---- mutate_build.c ---- */

/* Appends what the shim is to change in a suite of ours: all but the system's files, and those in `directory`, where the tests are. */
void hr_mutation_want_all(struct hr_strbuf *out, const char *directory);

/* Reads the mutants that a build left in the private directory, in the order of places; none are fine. */
int hr_mutation_read(struct hr_mutation *mutation, struct hr_error *error);

/* Copies the suite or the project and builds it with mutants in it; reads which there are. */
int hr_mutation_build(struct hr_mutation *mutation, struct hr_error *error);

/* Of a suite that is built: makes its programs once more from objects that are newer than they. */
int hr_mutation_link(struct hr_mutation *mutation, struct hr_error *error);

/* A path as the user knows it. */
const char *hr_mutation_shown(struct hr_mutation *mutation, const char *path);

/* ---- mutate_exec.c ---- */

enum { HR_MUTATE_SECONDS = 600 }; /* for any run */

/* Runs a program behind the fence. `directory` is the only place where it may write. The caller releases `out`, whatever comes of it. */
int hr_mutation_run_fenced(struct hr_process_result *out, struct hr_mutation *mutation, const char *const *argv,
			   const char *directory, const char *const *environment, unsigned seconds,
			   struct hr_error *error);

/* A fresh directory. The caller frees the path, whatever comes of it, and removes the directory. */
int hr_mutation_make_private(char **out, struct hr_mutation *mutation, struct hr_error *error);

/* Runs a command in the copy; `said` (unless NULL) gets what it says when it does not pass. */
int hr_mutation_run_command(bool *passed, bool *is_hung, struct hr_strbuf *said, struct hr_mutation *mutation,
			    const char *command, const char *const *environment, unsigned seconds,
			    struct hr_error *error);

/* A line of what jobs come to (build/mutants.h). */
struct hr_mutate_line {
	uint64_t id;
	unsigned number, status;
	unsigned long long micros; /* of the processor */
};

typedef HR_VEC(struct hr_mutate_line) hr_mutate_lines;

/* Starts a program that goes through the jobs, so many at a time, in a fresh directory, which stays. It is ended after HR_MUTATE_SECONDS, or when the time of the mutation is over: `*is_cut`,
 * unless NULL. */
int hr_mutation_run_jobs(hr_mutate_lines *out, bool *is_cut, struct hr_mutation *mutation, const char *program,
			 const struct hr_strbuf *jobs, unsigned lanes, char **directory, struct hr_error *error);

/* ---- mutate_tests.c ---- */

/* Finds the tests, those that pass, and what each of them reaches. */
int hr_mutation_find_tests(struct hr_mutation *mutation, struct hr_error *error);

/* The latter alone, of tests of programs that are listed already: those of one program together. */
int hr_mutation_reach(struct hr_mutation *mutation, struct hr_error *error);

/* How long these tests take and whether they pass, and nothing more. */
int hr_mutation_time(struct hr_mutation *mutation, struct hr_error *error);

/* ---- mutate_optimise.c ---- */

/* Compiles the library's code once more, optimised, where the tests of a suite take so long that it pays: after they were found. */
int hr_mutation_optimise(struct hr_mutation *mutation, struct hr_error *error);

/* ---- mutate_run.c ---- */

/* Runs tests with mutants. */
int hr_mutation_run(struct hr_mutation *mutation, struct hr_error *error);

/* ---- mutate_store.c ---- */

/* Leaves what it came to in the database beside a suite of ours, if there is one. */
int hr_mutation_store(const struct hr_mutation *mutation, struct hr_error *error);

/* ---- mutate_tell.c ---- */

struct hr_mutate_count {
	const char *name;
	size_t all, reached, killed;
};

void hr_mutation_tell(struct hr_mutation *mutation);
void hr_mutation_tell_json(struct hr_mutation *mutation);
double hr_mutation_score(const struct hr_mutation *mutation); /* per cent of all that were run */

#endif
