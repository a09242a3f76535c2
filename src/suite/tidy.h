/* Leaving nothing behind: what a test would lose at its end goes to its destroyer. */
#ifndef HR_SUITE_TIDY_H
#define HR_SUITE_TIDY_H

#include "seq/runner.h"

/* Closing (seq/close.h) ends what the model says is the sequence's own. What is lost all the same, once nobody has the sequence's values any more, is given to destroyers here, one at a time, as long as less is lost that way and the
 * sequence still runs normally. `*sequence` may be replaced; `*is_clean` tells whether nothing is lost at the end. */
int hr_tidy(struct hr_sequence **sequence, bool *is_clean, const struct hr_runner *runner, struct hr_error *error);

#endif
