/* The same sequences with both versions of the library.
 *
 * Each is run twice in each, with different contents of fresh memory and of the stack: what differs between these two is not believed. */
#include "app/compare_internal.h"

#include "base/memory.h"
#include "seq/text.h"

#include <stdlib.h>
#include <string.h>

enum { SECOND_FILL = 0x5a };

void hr_compare_pair_release(struct hr_compare_pair *pair)
{
	for (int i = 0; i < HR_VERSIONS; i++)
		hr_behaviour_release(&pair->behaviours[i]);
	hr_sequence_free(pair->after_sequence);
}

struct hr_sequence *hr_compare_translate(const struct hr_compare *compare, const struct hr_sequence *sequence)
{
	const struct hr_model *model = compare->versions[HR_NEW].unit.model;
	struct hr_sequence *translated = NULL;
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;
	hr_sequence_write(&text, sequence);
	if (hr_sequence_read(&translated, model, text.data, text.length, "", &error))
		translated = NULL;
	hr_error_release(&error);
	hr_strbuf_release(&text);
	return translated;
}

struct recording {
	struct hr_compare_pair **pairs;
	int version;
	bool again;
};

static void record(void *context, size_t index, struct hr_outcome *outcome)
{
	struct recording *recording = context;
	struct hr_compare_pair *pair = recording->pairs[index];
	struct hr_behaviour *behaviour = &pair->behaviours[recording->version];
	if (recording->again)
		hr_behaviour_again(behaviour, outcome);
	else
		hr_behaviour_record(behaviour, recording->version == HR_OLD ? pair->sequence : pair->after_sequence,
				    outcome);
}

int hr_compare_run(struct hr_compare_pair *pairs, size_t count, struct hr_compare *compare, struct hr_error *error)
{
	struct hr_compare_pair **run = hr_calloc(count, sizeof *run);
	const struct hr_sequence **sequences = hr_calloc(count, sizeof *sequences);
	size_t fit = 0;
	int status = 0;
	for (size_t i = 0; i < count; i++) {
		pairs[i].after_sequence = hr_compare_translate(compare, pairs[i].sequence);
		if (pairs[i].after_sequence)
			run[fit++] = &pairs[i];
	}
	for (int pass = 0; pass < 2 * HR_VERSIONS && !status; pass++) {
		struct recording recording = { run, pass / 2, pass % 2 };
		struct hr_run_wants wants = { .descriptions = true, .leaks = true, .fresh_stack = recording.again };
		const struct hr_runner *runner = &compare->versions[recording.version].runner.runner;
		wants.fill = recording.again ? SECOND_FILL : 0;
		for (size_t i = 0; i < fit; i++)
			sequences[i] = recording.version == HR_OLD ? run[i]->sequence : run[i]->after_sequence;
		status = runner->run(runner->context, sequences, fit, &wants, record, &recording, error);
	}
	free(sequences);
	free(run);
	return status;
}
