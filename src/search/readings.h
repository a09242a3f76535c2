/* Readings: chains in which a text that was read led to new edges. They are made again with the same objects in the same states and another text in its place: one that differs a
 * little, one in which something stands that was compared with a part of it, or a question (what may follow?). So texts for what is read byte by byte grow. */
#ifndef HR_SEARCH_READINGS_H
#define HR_SEARCH_READINGS_H

#include "search/making.h"

struct hr_readings;

struct hr_readings *hr_readings_new(struct hr_search *search);
void hr_readings_free(struct hr_readings *readings); /* NULL is fine */

/* A chain has run. If it found something, and one of its own calls reads a text, it is kept; the oldest goes. */
void hr_readings_observe(struct hr_readings *readings, struct hr_chain *chain, size_t new_edges);

/* Of 100 chains so many are best made here: by what those found lately that were, and others. 0: nothing was read yet. */
unsigned hr_readings_share(const struct hr_readings *readings);

/* What was compared in the run of a chain that hr_readings_make made. */
void hr_readings_hear(struct hr_readings *readings, const struct hr_chain *chain, const struct hr_outcome *outcome);

/* Fills the empty making with a kept one and another text, as far as making->switched allows; false: there is none. */
bool hr_readings_make(struct hr_readings *readings, struct hr_making *making);

/* ---- readings_make.c ---- */

/* Where in a chain the text is: an own statement, a call, and its argument. */
struct hr_reading_place {
	uint32_t statement;
	uint32_t operand;
};

/* The text that the chain is about; false: none that can be exchanged. */
bool hr_reading_find(struct hr_reading_place *out, const struct hr_chain *chain, const struct hr_search *search);

/* Fills the empty making with the chain up to that call, with `text` instead; lengths that are passed beside it follow. `cut`: the text is passed in two calls, the second from
 * there on; 0: in one. */
void hr_reading_copy(struct hr_making *making, const struct hr_chain *chain, const struct hr_reading_place *place,
		     const char *text, size_t length, size_t cut);

/* Whether the call can be made once more with the rest of the text. */
bool hr_reading_may_be_cut(const struct hr_chain *chain, const struct hr_reading_place *place,
			   const struct hr_search *search);

#endif
