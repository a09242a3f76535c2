/* Where the words, numbers and characters of texts come from. Invariant: nothing comes from the code's constants unless there is a dictionary, and whatever does is credited
 * to them. */
#include "search/texts.h"

#include "search/parts.h"

static bool credit(const struct hr_text_source *source, bool is_drawn)
{
	if (is_drawn && source->contributed)
		*source->contributed |= 1u << HR_PART_CONSTANTS;
	return is_drawn;
}

bool hr_source_number(int64_t *out, const struct hr_text_source *source)
{
	return credit(source, source->dictionary &&
				      hr_dictionary_number(out, source->dictionary, source->random, source->operation));
}

bool hr_source_real(double *out, const struct hr_text_source *source)
{
	return credit(source, source->dictionary &&
				      hr_dictionary_real(out, source->dictionary, source->random, source->operation));
}

bool hr_source_token(struct hr_dictionary_word *out, const struct hr_text_source *source)
{
	return credit(source, source->dictionary &&
				      hr_dictionary_token(out, source->dictionary, source->random, source->operation));
}

int hr_source_character(const struct hr_text_source *source)
{
	int character = source->dictionary
				? hr_dictionary_character(source->dictionary, source->random, source->operation)
				: -1;
	credit(source, character >= 0);
	return character;
}

size_t hr_source_punctuation(char *out, size_t most, const struct hr_text_source *source)
{
	size_t count =
		source->dictionary ? hr_dictionary_punctuation(out, most, source->dictionary, source->operation) : 0;
	credit(source, count > 0);
	return count;
}
