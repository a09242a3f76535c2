/* What the files of `harrier replay` share. */
#ifndef HR_APP_REPLAY_INTERNAL_H
#define HR_APP_REPLAY_INTERNAL_H

#include "app/unit.h"

struct hr_replay_view {
	const struct hr_app_unit *unit;
	const struct hr_sequence *sequence;
	struct hr_outcome *outcome;
	const char *name; /* of the sequence's file */
	bool trace;
};

/* True when every call came back and nothing was found. */
bool hr_replay_is_fine(const struct hr_outcome *outcome);

/* Each statement with what came of it, then the verdict. */
int hr_replay_text(struct hr_strbuf *out, const struct hr_replay_view *view, struct hr_error *error);

/* The same as JSON (docs/sequences.md). */
int hr_replay_json(struct hr_strbuf *out, const struct hr_replay_view *view, struct hr_error *error);

/* Runs the programs in turn, `runs` runs in all, and prints rate and outcomes. */
int hr_replay_repeat(bool *is_fine, struct hr_app_unit *unit, struct hr_program *const *programs, size_t program_count,
		     size_t runs, struct hr_error *error);

/* A failure that a campaign kept, by its number. All zero is a valid, empty one; everything lives in the arena. */
struct hr_replay_stored {
	struct hr_arena arena;
	const char *sequence; /* text form */
	const char *class;
	const char *way;
	const char *summary;
};

/* Reads it from the output folder of a campaign, also of one that is running. Fails with HR_ERROR_INPUT when there is none of that number. */
int hr_replay_stored_read(struct hr_replay_stored *out, const char *folder, int64_t id, struct hr_error *error);

#endif
