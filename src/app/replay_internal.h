/* What the files of `harrier replay` share, and what they and `harrier minimize` are given. */
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

/* A sequence to be run or made small. All zero is a valid, empty one. */
struct hr_replay_input {
	struct hr_arena arena;
	struct hr_sequence *sequence;
	int64_t failure;                   /* its number in a campaign; 0: it is of a file */
	const char *class, *way, *summary; /* of a failure, as the campaign has them */
};

#define HR_REPLAY_NO_INPUT "no sequence given: name a file that ends in .seq, '-', or the number of a failure"

/* Whether a word of the command line names a sequence: a file that ends in .seq, "-" (standard input), or the number of a failure (digits and nothing else). */
bool hr_replay_is_input(const char *word);

/* Reads what such a word names; a failure from the output folder of a campaign, also of one that is running. Fails with HR_ERROR_INPUT when there is no
 * such file or failure, or it is not about this library. `*out` is to be released in any case. */
int hr_replay_read(struct hr_replay_input *out, const struct hr_model *model, const char *folder, const char *word,
		   struct hr_error *error);
void hr_replay_input_release(struct hr_replay_input *input);

#endif
