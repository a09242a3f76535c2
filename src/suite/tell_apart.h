/* Numbers that can be told from nothing: what is stored as 0 looks like what was never stored. */
#ifndef HR_SUITE_TELL_APART_H
#define HR_SUITE_TELL_APART_H

#include "seq/sequence.h"

/* A copy in which plain numbers that are 0 among the arguments of calls from `first` on, before `end`, are others, each its own, characters letters and flags the first one: not those that are lengths or enumerators, or tell yes from no, nor what
 * observers are given; so are variables that calls are only given to fill in. NULL: there are none. */
struct hr_sequence *hr_tell_apart(const struct hr_sequence *sequence, size_t first, size_t end);

#endif
