/* Objects that a call is given to fill, by name: what is written out among its arguments cannot be looked at afterwards. */
#ifndef HR_SUITE_NAME_OBJECTS_H
#define HR_SUITE_NAME_OBJECTS_H

#include "seq/sequence.h"

/* A copy in which structs and arrays of numbers or structs that are written out among the arguments of a call, and that it may write to, are objects of the sequence's, made right before it; so is room for its output that fields of its objects lead to; so are streams
 * to write to, with `are_written_to` also those to read, which are empty ones to write to then. NULL: there are none. */
struct hr_sequence *hr_name_objects(const struct hr_sequence *sequence, size_t call, bool are_written_to);

/* Gives names to texts that the focus of a test may change in place. */
struct hr_selected;
void hr_name_texts(struct hr_selected *test);

/* Whether a stream to read is among the arguments of a call. */
bool hr_has_stream_to_read(const struct hr_sequence *sequence, size_t call);

/* Whether a value is a stream that the sequence made to be written to. */
bool hr_value_is_output(const struct hr_sequence *sequence, size_t value);

#endif
