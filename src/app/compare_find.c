/* Differences: found by running everything with both versions, each kept once, by the shortest sequence that shows it, and made small.
 *
 * Invariant: what is kept differs in the same way at every moment; it keeps the rules of the old version's API. */
#include "app/compare_internal.h"

#include "base/memory.h"
#include "seq/close.h"
#include "suite/difference_test.h"
#include "suite/minimize.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH = 128, MOST_RUNS = 400 };

void hr_compare_found_free(struct hr_compare_found *found)
{
	for (int i = 0; i < HR_VERSIONS; i++)
		hr_behaviour_release(&found->behaviours[i]);
	hr_sequence_free(found->sequence);
	hr_sequence_free(found->after_sequence);
	hr_sequence_free(found->shown);
	hr_vec_release(&found->functions);
	hr_vec_release(&found->operations);
	hr_strbuf_release(&found->test);
	hr_strbuf_release(&found->report);
	hr_strbuf_release(&found->why);
	hr_arena_release(&found->arena);
	free(found->key);
	free(found);
}

/* Takes over what a pair has, but for the sequence of the old version. */
static void take_pair(struct hr_compare_found *found, struct hr_compare_pair *pair)
{
	for (int i = 0; i < HR_VERSIONS; i++) {
		hr_behaviour_release(&found->behaviours[i]);
		found->behaviours[i] = pair->behaviours[i];
		memset(&pair->behaviours[i], 0, sizeof pair->behaviours[i]);
	}
	hr_sequence_free(found->after_sequence);
	found->after_sequence = pair->after_sequence;
	pair->after_sequence = NULL;
	hr_difference_find(&found->difference, &found->behaviours[HR_OLD], &found->behaviours[HR_NEW]);
}

static struct hr_compare_found *find_key(const struct hr_compare *compare, const char *key)
{
	for (size_t i = 0; i < compare->found.count; i++)
		if (strcmp(compare->found.data[i]->key, key) == 0)
			return compare->found.data[i];
	return NULL;
}

/* ---- all cases ---- */

static void keep(struct hr_compare *compare, struct hr_compare_pair *pair, const char *key)
{
	struct hr_compare_found *found = find_key(compare, key);
	if (!found) {
		found = hr_calloc(1, sizeof *found);
		found->key = hr_strdup(key);
		hr_strbuf_init(&found->test);
		hr_strbuf_init(&found->report);
		hr_strbuf_init(&found->why);
		hr_vec_push(&compare->found, found);
	}
	found->seen++;
	if (found->sequence && found->sequence->statements.count <= pair->sequence->statements.count)
		return;
	hr_sequence_free(found->sequence);
	found->sequence = hr_sequence_copy(pair->sequence);
	take_pair(found, pair);
}

static int run_batch(struct hr_compare *compare, size_t first, size_t count, struct hr_error *error)
{
	struct hr_compare_pair *pairs = hr_calloc(count, sizeof *pairs);
	struct hr_strbuf key = HR_STRBUF_INIT;
	for (size_t i = 0; i < count; i++)
		pairs[i].sequence = compare->cases.data[first + i].sequence;
	int status = hr_compare_run(pairs, count, compare, error);
	for (size_t i = 0; i < count && !status; i++) {
		struct hr_difference difference;
		if (!pairs[i].after_sequence) {
			compare->unfit++;
			continue;
		}
		hr_difference_find(&difference, &pairs[i].behaviours[HR_OLD], &pairs[i].behaviours[HR_NEW]);
		/* without what was left out, the old version may fail by our own fault */
		if (difference.kind == HR_DIFFERENCE_NONE ||
		    (difference.kind == HR_DIFFERENCE_FIXED && compare->cases.data[first + i].is_salvaged))
			continue;
		hr_strbuf_clear(&key);
		hr_difference_key(&key, &difference, pairs[i].sequence);
		keep(compare, &pairs[i], key.data);
	}
	for (size_t i = 0; i < count; i++)
		hr_compare_pair_release(&pairs[i]);
	hr_strbuf_release(&key);
	free(pairs);
	return status;
}

/* ---- making them small ---- */

/* A runner that runs everything with both versions, and remembers which differ as they should. */
struct both {
	struct hr_compare *compare;
	const char *key;
	const struct hr_rule *broken;                 /* by the whole sequence; or NULL */
	HR_VEC(const struct hr_sequence *) sequences; /* of the last run */
	HR_VEC(bool) same;
};

static void judge(struct both *both, const struct hr_compare_pair *pair)
{
	struct hr_difference difference;
	struct hr_strbuf key = HR_STRBUF_INIT;
	if (pair->after_sequence) {
		hr_difference_find(&difference, &pair->behaviours[HR_OLD], &pair->behaviours[HR_NEW]);
		hr_difference_key(&key, &difference, pair->sequence);
	}
	hr_vec_push(&both->sequences, pair->sequence);
	hr_vec_push(&both->same, strcmp(key.data, both->key) == 0);
	hr_strbuf_release(&key);
}

static int run_both(void *context, const struct hr_sequence *const *sequences, size_t count,
		    const struct hr_run_wants *wants, hr_outcome_fn *tell, void *tell_context, struct hr_error *error)
{
	struct both *both = context;
	struct hr_compare_pair *pairs = hr_calloc(count, sizeof *pairs);
	const struct hr_runner *runner = &both->compare->versions[HR_OLD].runner.runner;
	for (size_t i = 0; i < count; i++)
		pairs[i].sequence = sequences[i];
	int status = hr_compare_run(pairs, count, both->compare, error);
	hr_vec_clear(&both->sequences);
	hr_vec_clear(&both->same);
	for (size_t i = 0; i < count; i++) {
		if (!status)
			judge(both, &pairs[i]);
		hr_compare_pair_release(&pairs[i]);
	}
	free(pairs);
	return status ? status : runner->run(runner->context, sequences, count, wants, tell, tell_context, error);
}

static bool is_same(void *context, const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	const struct both *both = context;
	(void)outcome;
	for (size_t i = 0; i < both->sequences.count; i++)
		if (both->sequences.data[i] == sequence)
			return both->same.data[i];
	return false;
}

static bool is_legal(void *context, const struct hr_sequence *sequence)
{
	const struct both *both = context;
	const struct hr_rule *broken = hr_unexcused_rule(both->compare->rules, NULL, sequence);
	return !broken || broken == both->broken;
}

/* Takes a sequence in place of the one that is there, when it differs in the same way. */
static int take_if_same(struct hr_compare *compare, struct hr_compare_found *found, struct hr_sequence *sequence,
			struct hr_error *error)
{
	struct hr_compare_pair pair = { .sequence = sequence };
	struct both both = { .compare = compare, .key = found->key };
	int status = hr_compare_run(&pair, 1, compare, error);
	if (!status)
		judge(&both, &pair);
	if (!status && both.same.data[0]) {
		take_pair(found, &pair);
		hr_sequence_free(found->sequence);
		found->sequence = sequence;
	} else {
		hr_sequence_free(sequence);
	}
	hr_compare_pair_release(&pair);
	hr_vec_release(&both.sequences);
	hr_vec_release(&both.same);
	return status;
}

static int make_small(struct hr_compare *compare, struct hr_compare_found *found, struct hr_error *error)
{
	static const struct hr_run_wants wants = { .leaks = true };
	struct both both = { .compare = compare,
			     .key = found->key,
			     .broken = hr_unexcused_rule(compare->rules, NULL, found->sequence) };
	struct hr_runner runner = { run_both, &both };
	struct hr_minimize_options options = {
		.most_runs = MOST_RUNS, .is_same = is_same, .is_legal = is_legal, .context = &both, .wants = &wants
	};
	struct hr_sequence *small = NULL;
	struct hr_sequence *closed = NULL;
	int status = hr_minimize(&small, found->sequence, &runner, &options, error);
	if (!status)
		status = take_if_same(compare, found, small, error);
	/* what was made is ended again, as a person would write it */
	if (!status && found->difference.kind == HR_DIFFERENCE_VALUE)
		status = hr_close(&closed, NULL, found->sequence, &compare->versions[HR_OLD].runner.runner, error);
	if (!status && closed)
		status = take_if_same(compare, found, closed, error);
	hr_vec_release(&both.sequences);
	hr_vec_release(&both.same);
	return status;
}

/* ---- all of it ---- */

static void describe(struct hr_compare_found *found)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	found->shown = hr_difference_rename(found->sequence, &found->difference);
	for (int i = 0; i < HR_VERSIONS; i++) {
		hr_strbuf_clear(&text);
		hr_difference_tell(&text, &found->difference, found->shown, i == HR_OLD);
		found->told[i] = hr_arena_strdup(&found->arena, text.data);
	}
	hr_strbuf_release(&text);
}

static int by_key(const void *left, const void *right)
{
	const struct hr_compare_found *const *a = left;
	const struct hr_compare_found *const *b = right;
	if ((*a)->difference.kind != (*b)->difference.kind) /* crashes first */
		return (*a)->difference.kind == HR_DIFFERENCE_FAILS    ? -1
		       : (*b)->difference.kind == HR_DIFFERENCE_FAILS  ? 1
		       : (*a)->difference.kind < (*b)->difference.kind ? -1
								       : 1;
	return strcmp((*a)->key, (*b)->key);
}

int hr_compare_find(struct hr_compare *compare, struct hr_error *error)
{
	int status = 0;
	hr_compare_changed(compare);
	status = hr_compare_salvage(compare, error);
	for (size_t i = 0; i < compare->cases.count && !status; i += BATCH) {
		size_t left = compare->cases.count - i;
		status = run_batch(compare, i, left < BATCH ? left : BATCH, error);
	}
	for (size_t i = 0; i < compare->found.count && !status; i++) {
		status = make_small(compare, compare->found.data[i], error);
		if (!status)
			status = hr_compare_trace(compare, compare->found.data[i], error);
	}
	if (!status)
		hr_compare_group(compare);
	for (size_t i = 0; i < compare->found.count && !status; i++)
		describe(compare->found.data[i]);
	if (compare->found.count)
		qsort(compare->found.data, compare->found.count, sizeof *compare->found.data, by_key);
	return status;
}
