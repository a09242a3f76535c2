/* Much data for operations that read bytes with a length: what compresses, sorts or hashes goes ways with ten thousand bytes that it never goes with ten. It is noise (seq/noise.h),
 * so that a test can tell it in a line; room for output grows with it.
 *
 * Invariant: an operation that never found anything with it gets it seldom; what takes too much time with it, never again. A call that was refused has not looked at its data, and says nothing of it. */
#include "search/arguments.h"

#include "seq/noise.h"

#include <string.h>

enum { OFTEN = 8, SELDOM = 1, PER = 256, WORTH = 8, MOST_SLOW = 2, MOST_REFUSED = 400, SHORT_PERIOD = 16 };

static const size_t sizes[] = { 300, 700, 1500, 3000, 6000, 11000, 20000, 40000, 70000, 140000 };
enum { SIZES = sizeof sizes / sizeof *sizes };

/* Calls that may have looked at their data. */
static uint32_t taken(const struct hr_progress *progress)
{
	return progress->bulk_tried - progress->bulk_refused;
}

/* Each size once; then at random, small ones above all, up to the next one after the largest that found something. */
static size_t draw_size(const struct hr_progress *progress, struct hr_random *random)
{
	if (taken(progress) < SIZES)
		return sizes[taken(progress)];
	size_t choices = progress->bulk_best + 2 < SIZES ? progress->bulk_best + 2 : SIZES;
	size_t one = hr_random_below(random, choices), other = hr_random_below(random, choices);
	return sizes[one < other ? one : other];
}

size_t hr_bulk_draw(const struct hr_filling *filling)
{
	struct hr_progress *progress = &filling->search->progress.data[filling->index];
	struct hr_random *random = filling->making->random;
	bool is_worth_it = taken(progress) < SIZES + WORTH * progress->bulk_found &&
			   progress->bulk_refused < MOST_REFUSED * (1 + progress->bulk_found);

	if (progress->bulk_slow > MOST_SLOW || filling->making->is_repeating ||
	    hr_random_below(random, PER) >= (is_worth_it ? OFTEN : SELDOM))
		return 0;
	size_t size = draw_size(progress, random);
	progress->bulk_tried++;
	return size + hr_random_below(random, size / 4);
}

void hr_bulk_set(const struct hr_filling *filling, struct hr_operand *out, size_t size)
{
	struct hr_random *random = filling->making->random;
	struct hr_noise noise = { .period = size,
				  .letters = hr_noise_letters[hr_random_below(random, hr_noise_letter_count)],
				  .seed = (unsigned)hr_random_below(random, HR_NOISE_SEEDS) };
	char *bytes = hr_arena_alloc(&filling->making->draft.arena, size);

	if (hr_random_below(random, 2))
		noise.period = HR_NOISE_SHORTEST + hr_random_below(random, size - HR_NOISE_SHORTEST);
	if (noise.letters <= 26 && hr_random_below(random, 4) == 0)
		noise.period =
			1 + hr_random_below(random, SHORT_PERIOD); /* so short that it is written out, and repeated */
	hr_noise_fill(bytes, size, &noise);
	filling->making->bulk += (uint32_t)size;
	*out = (struct hr_operand){ .kind = HR_OPERAND_BYTES, .text = bytes, .length = size };
}

bool hr_fill_bulk(struct hr_filling *filling, struct hr_operand *out)
{
	if (!filling->bulk || !filling->plan->parameters[filling->current].takes_bulk)
		return false;
	hr_bulk_set(filling, out, filling->bulk);
	filling->extents[filling->current] = (int64_t)filling->bulk;
	return true;
}

int64_t hr_bulk_room(size_t bulk)
{
	return (int64_t)(bulk + bulk / 4 + 1024);
}

/* As hr_bulk_set makes it; room for output is as long, and zero. */
static bool is_bulk(const struct hr_operand *operand)
{
	struct hr_noise noise;

	if (operand->kind != HR_OPERAND_BYTES || !operand->text || operand->length < sizes[0])
		return false;
	for (size_t period = 1; period <= SHORT_PERIOD && operand->text[0]; period++)
		if (memcmp(operand->text, operand->text + period, operand->length - period) == 0)
			return true;
	return hr_noise_find(&noise, operand->text, operand->length);
}

void hr_bulk_learn(struct hr_search *search, const struct hr_chain *chain, const struct hr_outcome *outcome,
		   size_t new_edges)
{
	bool was_slow =
		outcome->status == HR_OUTCOME_HANG || outcome->status == HR_OUTCOME_EXHAUSTED || outcome->was_slow;
	size_t longest = 0;

	if (!chain->known || !hr_known_of(chain)->bulk)
		return;
	for (uint32_t i = 0; i < chain->own_statements; i++) {
		const struct hr_statement *statement = &chain->statements[i];

		for (size_t k = 0; k < statement->operand_count; k++)
			if (statement->operands[k].length > longest && is_bulk(&statement->operands[k]))
				longest = statement->operands[k].length;
		if (statement->kind != HR_STATEMENT_CALL || longest < sizes[0])
			continue;
		struct hr_progress *progress = &search->progress.data[statement->operation];
		if (!new_edges && !was_slow && progress->bulk_refused < progress->bulk_tried)
			progress->bulk_refused += hr_call_is_refused(search->model, statement, 0, outcome);
		progress->bulk_found += new_edges > 0;
		progress->bulk_slow += was_slow;
		while (new_edges && progress->bulk_best + 1 < SIZES && sizes[progress->bulk_best + 1] <= longest)
			progress->bulk_best++;
		longest = 0;
	}
}
