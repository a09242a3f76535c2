/* Bloodhound: which operation is called next, by how much code that nobody executed yet can be reached from it, and by how seldom it worked so far. */
#ifndef HR_SEARCH_BLOODHOUND_H
#define HR_SEARCH_BLOODHOUND_H

#include "search/search_internal.h"

struct hr_bloodhound;

/* The search outlives it. */
struct hr_bloodhound *hr_bloodhound_new(struct hr_search *search);
void hr_bloodhound_free(struct hr_bloodhound *hound); /* NULL is fine */

/* One of the search's possible operations, of which there is at least one; it weighs less until the next update. */
size_t hr_bloodhound_choose(struct hr_bloodhound *hound, struct hr_random *random);

/* A chain was observed. Now and then weights are made anew. */
void hr_bloodhound_observe(struct hr_bloodhound *hound);

/* The weight that an operation has before it is chosen again, between 0 and 1; for tests and curious people. */
double hr_bloodhound_weight(const struct hr_bloodhound *hound, size_t operation);

#endif
