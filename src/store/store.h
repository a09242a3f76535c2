/* The campaign on disk: everything that later commands need, in one SQLite file. Everything is written in transactions of at most a second, so that a kill loses no more than that. */
#ifndef HR_STORE_STORE_H
#define HR_STORE_STORE_H

#include "base/error.h"
#include "base/vec.h"
#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

struct hr_store;

/* Opens or makes `path`; an existing file of another version, or of another program, is an error. Read-only: a campaign may be running. */
int hr_store_open(struct hr_store **out, const char *path, bool read_only, struct hr_error *error);
void hr_store_close(struct hr_store *store); /* NULL is fine; what was told is written */

/* Writes what was told since the last time when that is more than `seconds` ago (0: at once). */
int hr_store_flush(struct hr_store *store, double seconds, struct hr_error *error);

/* Facts about the campaign by name: "unit", "seed", "calls", "version", "finished", … */
int hr_store_set(struct hr_store *store, const char *key, const char *value, struct hr_error *error);
const char *hr_store_get(struct hr_store *store, struct hr_arena *arena, const char *key); /* NULL: not there */

struct hr_stored_sequence {
	int64_t id;
	uint64_t hash;
	const char *text;    /* docs/sequences.md */
	const char *outcome; /* status name */
	uint32_t new_edges;
	double at; /* seconds of search */
};

struct hr_stored_progress {
	double at; /* seconds of search */
	uint64_t sequences, calls;
	uint32_t edges;
	uint32_t failures;
};

struct hr_stored_rule {
	const char *text; /* as contracts.h has it */
	const char *evidence, *crashing, *passing;
	bool is_dropped;
};

struct hr_stored_failure {
	int64_t id; /* from 1, as `harrier replay` takes it */
	const char *cause;
	const char *class, *way, *operation, *summary, *reasons; /* reasons: one a line */
	const char *sequence;                                    /* minimal, text form */
	const char *original;
	const char *neighbour; /* or NULL */
	const char *difference;
	const char *report; /* of the stock sanitizers, or NULL */
	bool is_confirmed;
	uint64_t seen; /* how often */
	double at;
};

int hr_store_add_sequence(struct hr_store *store, const struct hr_stored_sequence *sequence, struct hr_error *error);
int hr_store_add_progress(struct hr_store *store, const struct hr_stored_progress *progress, struct hr_error *error);
int hr_store_put_rule(struct hr_store *store, const struct hr_stored_rule *rule, struct hr_error *error);
int hr_store_put_failure(struct hr_store *store, const struct hr_stored_failure *failure,
			 struct hr_error *error); /* by cause */
int hr_store_put_operation(struct hr_store *store, const char *name, const uint64_t reach[5], struct hr_error *error);

/* Reading: called with each, in order; texts are the callee's only for the time of the call. Stops when it returns false. */
int hr_store_sequences(struct hr_store *store, bool (*tell)(void *, const struct hr_stored_sequence *), void *context,
		       struct hr_error *error);
int hr_store_failures(struct hr_store *store, bool (*tell)(void *, const struct hr_stored_failure *), void *context,
		      struct hr_error *error);
int hr_store_rules(struct hr_store *store, bool (*tell)(void *, const struct hr_stored_rule *), void *context,
		   struct hr_error *error);

#endif
