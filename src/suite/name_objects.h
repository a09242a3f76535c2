/* Objects that a call is given to fill, by name: what is written out among its arguments cannot be looked at afterwards. */
#ifndef HR_SUITE_NAME_OBJECTS_H
#define HR_SUITE_NAME_OBJECTS_H

#include "seq/sequence.h"

/* A copy in which structs and arrays of numbers or structs that are written out among the arguments of a call, and that it may write to, are objects of the sequence's, made right before it. NULL: there are none. */
struct hr_sequence *hr_name_objects(const struct hr_sequence *sequence, size_t call);

#endif
