/* What the unit's own code knows of values: constants that it compares, switches on, passes and stores, constants of the headers, and what it compared things with
 * at run time. Bounded, and the same for the same unit and the same order of what it heard. */
#ifndef HR_SEARCH_DICTIONARY_H
#define HR_SEARCH_DICTIONARY_H

#include "analysis/facts.h"
#include "base/random.h"
#include "model/model.h"

struct hr_dictionary;

struct hr_dictionary_word {
	const char *text; /* owned by the dictionary, valid until it hears something */
	size_t length;    /* at least 1 */
};

/* Both outlive the dictionary; `facts` may be NULL. */
struct hr_dictionary *hr_dictionary_new(const struct hr_model *model, const struct hr_facts *facts);
void hr_dictionary_free(struct hr_dictionary *dictionary); /* NULL is fine */

/* Draws: what is near the operation (reachable from it, the nearer the more often; compared with while it ran) more often than the rest. (size_t)-1: for no operation
 * in particular. False: nothing is known. */
bool hr_dictionary_number(int64_t *out, struct hr_dictionary *dictionary, struct hr_random *random, size_t operation);
bool hr_dictionary_real(double *out, struct hr_dictionary *dictionary, struct hr_random *random, size_t operation);
bool hr_dictionary_token(struct hr_dictionary_word *out, struct hr_dictionary *dictionary, struct hr_random *random,
			 size_t operation);
/* A character that code compares characters with; -1: nothing is known. */
int hr_dictionary_character(struct hr_dictionary *dictionary, struct hr_random *random, size_t operation);

/* The characters of those near the operation (or of the whole unit, when it has none) that are no letters, digits or blanks: at most `most`, heaviest first. Returns
 * how many. */
size_t hr_dictionary_punctuation(char *out, size_t most, struct hr_dictionary *dictionary, size_t operation);

/* Words near the operation (or of the whole unit, when it has none) that begin with the character, in either case, and go on: at most `most`, heaviest first. Returns how many. */
size_t hr_dictionary_beginning_with(struct hr_dictionary_word *out, size_t most, struct hr_dictionary *dictionary,
				    size_t operation, char first);

/* Something that was compared while the operation ran. Small numbers, addresses and what is known already are passed over. */
void hr_dictionary_hear_number(struct hr_dictionary *dictionary, size_t operation, int64_t number);
void hr_dictionary_hear_token(struct hr_dictionary *dictionary, size_t operation, const char *text, size_t length);

#endif
