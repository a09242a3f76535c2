/* More room for what a call writes: with one byte of it nobody sees what was computed. */
#ifndef HR_SUITE_GIVE_ROOM_H
#define HR_SUITE_GIVE_ROOM_H

#include "seq/outcome.h"

/* A copy in which arrays of bytes of the sequence's own that a call is given to fill, as arguments or by fields of its objects, have `room` bytes, and the numbers that tell how much there is say so; fields that nothing was put into get
 * such an array. NULL: there is nothing that would have more. */
struct hr_sequence *hr_give_room(const struct hr_sequence *sequence, size_t call, int64_t room);

/* How many bytes the call says that it put into such arrays. 0: none, or nobody knows. The run has to describe values. */
int64_t hr_bytes_put(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t call);

#endif
