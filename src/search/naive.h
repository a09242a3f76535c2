/* Sequences made without looking at what earlier ones did: each operation is as likely as the next, arguments fit their types and roles.
 * Good enough to exercise a unit; directed strategies do better. */
#ifndef HR_SEARCH_NAIVE_H
#define HR_SEARCH_NAIVE_H

#include "base/random.h"
#include "seq/sequence.h"

/* A fresh sequence of about `calls` calls; the caller frees it. Objects that have a destroyer are given to it at the end. */
struct hr_sequence *hr_naive_sequence(const struct hr_model *model, struct hr_random *random, size_t calls);

#endif
