/* Sequences with something left out. Values keep their names: that is how one is known again. */
#ifndef HR_SUITE_EDIT_H
#define HR_SUITE_EDIT_H

#include "seq/sequence.h"

/* A copy without the statements that are marked, by index (NULL: a copy of all); nothing that is left may use what they yield. Everything in it is its own. */
struct hr_sequence *hr_edit_copy(const struct hr_sequence *sequence, const bool *removed);

/* Marks also what cannot be without what is marked: statements that use what they yield. */
void hr_edit_close(bool *removed, const struct hr_sequence *sequence);

/* The value of that name, or HR_NO_VALUE. */
size_t hr_edit_value(const struct hr_sequence *sequence, const char *name);

#endif
