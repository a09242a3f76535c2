/* What the steps of choosing tests share. */
#ifndef HR_SUITE_SELECT_INTERNAL_H
#define HR_SUITE_SELECT_INTERNAL_H

#include "suite/select.h"

struct hr_selecting {
	const struct hr_runner *runner;
	const struct hr_select_options *options;
	struct hr_targets targets;
	HR_VEC(bool) covered; /* by target; what is not there is not */
	hr_selection *out;
	size_t first; /* of ours in it */
	hr_selection
		untidy; /* tests that nobody would want: they leave something behind, or show nothing. They count only for what no other reaches */
	HR_VEC(unsigned char) tried; /* by target: how many of those had it; what is not there, none */
};

/* What runs have to tell. */
extern const struct hr_run_wants hr_select_wants;

/* What each of them reaches. */
int hr_select_reach(hr_target_set *sets, struct hr_selecting *selecting, const struct hr_sequence *const *sequences,
		    size_t count, struct hr_error *error);

/* From now on these are reached by a test. */
void hr_select_cover(struct hr_selecting *selecting, const hr_target_set *set);

/* Whether there is no time left for anything but what must be. */
bool hr_select_is_over(const struct hr_selecting *selecting);

/* Puts a test aside. */
void hr_select_set_aside(struct hr_selecting *selecting, const struct hr_selected *test);

/* What the call that a test is about does: its operation, and the way in which it returns (hr_targets_return). */
struct hr_select_return {
	size_t operation;
	uint32_t way;
};

/* Everything up to a statement, included. */
struct hr_sequence *hr_select_prefix(const struct hr_sequence *sequence, size_t last);

/* select_test.c: a test of a sequence whose last call it is about: made small as long as it reaches the group, and ends with such a call where `last` is not NULL; closed, tidied up. The sequence is taken over. Nobody's yet; without a sequence where
 * nothing came of it. */
int hr_select_make_test(struct hr_selected *out, struct hr_selecting *selecting, struct hr_sequence *sequence,
			const hr_target_set *group, const struct hr_select_return *last, struct hr_error *error);

/* select_again.c: makes tests whose way to their focus is long small once more, now that it is known what only they reach. */
int hr_select_make_smaller(struct hr_selecting *selecting, struct hr_error *error);

/* select_test.c: a test for the group, which the call at the end of the sequence reaches. The sequence is taken over. */
int hr_select_add_test(struct hr_selecting *selecting, struct hr_sequence *sequence, const hr_target_set *group,
		       struct hr_error *error);

/* select_drop.c: takes out tests that others make superfluous; all but those that reach most, when there may not be more. */
void hr_select_drop_superfluous(struct hr_selecting *selecting);
void hr_selected_release(struct hr_selected *test);
void hr_select_keep_most(struct hr_selecting *selecting);

/* It leaves something behind, or breaks a rule: only for what no other test reaches. */
static inline bool hr_is_last_resort(const struct hr_selected *test)
{
	return test->is_untidy || test->is_broken;
}

#endif
