/* Names of files that calls are given, by names of their own: what stands in the files is looked at afterwards. */
#ifndef HR_SUITE_NAME_PATHS_H
#define HR_SUITE_NAME_PATHS_H

#include "seq/sequence.h"

enum { HR_MOST_PATHS = 16 }; /* of a sequence; more keep no names */

/* A copy in which files that are written out among the arguments of the calls up to this one are values; with `wanted`, of HR_MOST_PATHS, those alone. Files count in the order in which they stand, those that are values already included:
 * as the values that are paths do when all have a name. NULL: there are none. */
struct hr_sequence *hr_name_paths(const struct hr_sequence *sequence, size_t call, const bool *wanted);

/* Whether a value is the name of a file that the sequence made, or of one that is not there. */
bool hr_value_is_path(const struct hr_sequence *sequence, size_t value);

#endif
