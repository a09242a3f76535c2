/* Running sequences in workers: one process per core, fed in batches over shared memory, replaced when it dies. */
#ifndef HR_EXEC_EXEC_H
#define HR_EXEC_EXEC_H

#include "base/error.h"
#include "model/callables.h"
#include "seq/chain.h"
#include "seq/runner.h"

struct hr_workers;

struct hr_workers_options {
	const char *program; /* the worker program; NULL: found beside the running program or in libexec */
	const char *unit;    /* the shared object */
	unsigned count;      /* workers; 0: one per core */
	unsigned cpu_ms;     /* default limit of one sequence; 0: 1000 */
	uint64_t work;    /* the same in work (hr_wire_program): a limit that does not depend on the machine; 0: none */
	unsigned recycle; /* programs after which a worker is replaced; 0: 1,000,000 */
	unsigned batch;   /* most programs that a worker is given at once; 0: 512 */
	unsigned
		without; /* layers of the fence to leave out (fence/fence.h): for tests, and for trying what doctor says */

	/* Hangs: a program that ran into its limit is run again, alone in a fresh worker, with hang_factor times the limit, and only when it does
	 * not end then either it is told as a hang; else its real outcome is told, marked was_slow. So that a campaign with many hangs gets on,
	 * a place (the call of the innermost function that did not return) where hang_confirmations of them were confirmed, and none was slow, is
	 * believed from then on; one with both gets four times as many. Of at most 64 places: hangs elsewhere are believed then. */
	unsigned hang_factor;        /* 0: 20; 1: hangs are believed at once */
	unsigned hang_confirmations; /* of each place; 0: 3 */
	bool confirm_all;            /* every hang, wherever it is */

	/* Deaths: a program whose worker died while it ran is run again, alone in a fresh worker, and told as died when four in a row have died: some
	 * of these deaths may have been somebody else's doing.
	 * So is one after which its worker was found broken: it may have been an earlier one. */
	unsigned death_confirmations; /* at most so many in one run; 0: 10,000 */

	unsigned memory_mb; /* a program that makes its process grow by more ends as exhausted; 0: 2048 */
	unsigned answer_ms; /* after which the process that makes workers is taken for dead; 0: 20,000 */
};

/* What it took so far. */
struct hr_workers_counts {
	size_t workers; /* processes */
	size_t zygotes; /* replaced */
	size_t hangs_confirmed;
	size_t slow; /* hangs that were none */
	size_t deaths_confirmed;
	size_t deaths_made_good; /* programs that died, and did not when they were run again */
};

/* The worker program: beside ours in a build tree, in libexec when installed. For the caller to free; NULL when it is in neither. */
char *hr_workers_program(void);

/* Starts the zygote and the workers. Fails with HR_ERROR_INPUT when the unit cannot be loaded (with the reason), else HR_ERROR_INTERNAL. */
int hr_workers_start(struct hr_workers **out, const struct hr_workers_options *options, struct hr_error *error);
void hr_workers_stop(struct hr_workers *workers); /* NULL is fine */

/* The layers of the fence that stand around the workers. */
unsigned hr_workers_fence(const struct hr_workers *workers);

uint32_t hr_workers_edge_count(const struct hr_workers *workers);
struct hr_workers_counts hr_workers_counts(const struct hr_workers *workers);

/* An encoded sequence, ready to run any number of times. */
struct hr_program;

int hr_program_new(struct hr_program **out, const struct hr_sequence *sequence, const struct hr_callables *callables,
		   const struct hr_run_wants *wants, struct hr_error *error);
void hr_program_free(struct hr_program *program); /* NULL is fine */

/* The same for chains, quickly: what a chain's own statements come to is kept with it, and a program is the pieces of its parts one after the other. Outcomes are those
 * of the flattened sequence. */
struct hr_encoding;

/* Both are borrowed, and outlive it and all chains that were encoded with it. */
struct hr_encoding *hr_encoding_new(const struct hr_model *model, const struct hr_callables *callables);
void hr_encoding_free(struct hr_encoding *encoding); /* NULL is fine */

/* `*program` is NULL, or a program of which nobody needs the contents any more: its room is used again. It does not need the chain afterwards.
 * Descriptions cannot be wanted; of tell_from only the first of the chain's own statements counts, everything is told for others before it.
 * When it fails, `*program` is as usable as before and runs as HR_OUTCOME_NOT_RUN or not at all: do not run it. */
int hr_program_of_chain(struct hr_program **program, struct hr_encoding *encoding, struct hr_chain *chain,
			const struct hr_run_wants *wants, struct hr_error *error);

/* Runs all programs. Whatever happens to workers and to the process that makes them, each program has one outcome, told once. Fails only when workers
 * cannot be had any more: when several fresh zygotes in a row brought none that began a program; and with HR_ERROR_INTERRUPTED when a signal asks us to
 * end. */
int hr_workers_run(struct hr_workers *workers, struct hr_program *const *programs, size_t count, hr_outcome_fn *tell,
		   void *context, struct hr_error *error);

/* The same in two steps, so that workers have something to do while outcomes are looked at and the next programs are made. Any number of slices can have begun;
 * each hr_workers_finish waits for the oldest and tells its outcomes, in order, as hr_workers_run does (`index` counts within the slice). The list is copied,
 * the programs have to stay until they were told. A slice of about as many programs as a batch for each worker is good; two at a time keep the workers busy.
 *
 * What is told does not depend on the number of workers, nor on who was how quick, but for new_edges: each worker tells what is new to itself. An edge
 * that no earlier program executed, or none that ended normally, is always among them.
 *
 * After a failure (as of hr_workers_run) nothing is begun any more. Between begin and finish, and in `tell`, hr_workers_run is allowed: it has workers of its own from
 * the first hr_workers_begin on. */
int hr_workers_begin(struct hr_workers *workers, struct hr_program *const *programs, size_t count, hr_outcome_fn *tell,
		     void *context, struct hr_error *error);
int hr_workers_finish(struct hr_workers *workers, struct hr_error *error);
size_t hr_workers_begun(const struct hr_workers *workers); /* slices that are not finished */
void hr_workers_abandon(struct hr_workers *workers);       /* forgets what has begun: it is told no more */

/* Places in the code, by a process that is started for the first of them, which takes longer than all questions: failures come in crowds. */
struct hr_symbols;

struct hr_symbols *hr_symbols_new(const char *unit); /* the shared object */
void hr_symbols_free(struct hr_symbols *symbols);    /* NULL is fine */

/* Fills in function, file and line of all frames of the outcome, inlined frames included, from the unit's debugging
 * information. Frames stay bare where that has nothing. Asks only for what nobody asked for before. */
int hr_symbols_apply(struct hr_symbols *symbols, struct hr_outcome *outcome, struct hr_error *error);

/* The same for a list of program counters: one place each (the innermost frame). */
int hr_symbolize(hr_frames *out, struct hr_arena *arena, const char *unit, const uint64_t *pcs, size_t count,
		 struct hr_error *error);

#endif
