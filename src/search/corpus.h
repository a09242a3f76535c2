/* The corpus: literals that led to something new, and literals that wait to be tried, by the place they are for (a parameter of an operation, a field of a type, a role). */
#ifndef HR_SEARCH_CORPUS_H
#define HR_SEARCH_CORPUS_H

#include "base/random.h"
#include "model/model.h"
#include "search/parts.h"

#define HR_NO_PLACE ((size_t)-1)

struct hr_corpus;

struct hr_corpus *hr_corpus_new(const struct hr_model *model);
void hr_corpus_free(struct hr_corpus *corpus); /* NULL is fine */

/* The place of a parameter, a field, a role; HR_NO_PLACE when there is none such. */
size_t hr_corpus_parameter(const struct hr_corpus *corpus, size_t operation, size_t parameter);
size_t hr_corpus_field(const struct hr_corpus *corpus, size_t type, size_t field);
size_t hr_corpus_role(const struct hr_corpus *corpus, enum hr_role role);

/* Kept literals: drawn as often as one likes; the oldest goes when there are too many. */
void hr_corpus_keep_number(struct hr_corpus *corpus, size_t place, int64_t number);
void hr_corpus_keep_text(struct hr_corpus *corpus, size_t place, const char *text, size_t length);
bool hr_corpus_draw_number(int64_t *out, const struct hr_corpus *corpus, size_t place, struct hr_random *random);
/* Borrowed until something is kept. */
bool hr_corpus_draw_text(const char **text, size_t *length, const struct hr_corpus *corpus, size_t place,
			 struct hr_random *random);

/* A kept text that breaks off: each of its beginnings once, the longest first. False: the one that was drawn has none left. Borrowed until something is kept. */
bool hr_corpus_draw_beginning(const char **text, size_t *length, struct hr_corpus *corpus, size_t place,
			      struct hr_random *random);

/* Waiting literals: taken once, first come first served. One that waited not long ago is passed over. A text waits because of a part (HR_PART_CONSTANTS, HR_PART_IMPURITY), and
 * only who has that part takes it, those of constants first; numbers wait because of constants. */
void hr_corpus_wait_number(struct hr_corpus *corpus, size_t place, int64_t number);
void hr_corpus_wait_text(struct hr_corpus *corpus, size_t place, enum hr_part part, const char *text, size_t length);
bool hr_corpus_take_number(int64_t *out, struct hr_corpus *corpus, size_t place);
/* Borrowed until the next text waits at the same place. `parts`: a set; `part`: the one that it waited because of. */
bool hr_corpus_take_text(const char **text, size_t *length, enum hr_part *part, struct hr_corpus *corpus, size_t place,
			 unsigned parts);

/* No more can wait there because of constants, of numbers or of texts. */
bool hr_corpus_is_full(const struct hr_corpus *corpus, size_t place, bool numbers);

/* How many beginnings of texts that were kept for the operation's parameters were not drawn yet. */
size_t hr_corpus_beginnings(const struct hr_corpus *corpus, size_t operation);

/* How many wait for an operation's parameters because of these parts. */
size_t hr_corpus_waiting(const struct hr_corpus *corpus, size_t operation, unsigned parts);

#endif
