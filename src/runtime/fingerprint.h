/* A number that stands for a value and all it points to. */
#ifndef HR_RUNTIME_FINGERPRINT_H
#define HR_RUNTIME_FINGERPRINT_H

#include "runtime/state.h"

/* The same for values that look the same to whoever follows their pointers, in any process and at any address: a pointer into a live
 * block counts as the order in which the walk came to the block and the offset in it, one into a loaded object as object and offset. */
uint64_t hr_fingerprint(const void *value, size_t size);

#endif
