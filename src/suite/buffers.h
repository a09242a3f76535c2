/* What a call left in a buffer of bytes. Private to this folder. */
#ifndef HR_SUITE_BUFFERS_H
#define HR_SUITE_BUFFERS_H

#include "suite/test.h"

enum {
	HR_MOST_BYTES = 64, /* that are written out; of more, a checksum is */
	HR_NOT_TOLD = -1,
};

/* How many bytes a call says that it put into a buffer of the sequence's: the capacity that it replaced by what it used, or its result. 0: nothing that counts, it refused. HR_NOT_TOLD: it does not
 * say. */
int64_t hr_bytes_told(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t statement,
		      size_t buffer);

/* The text in a buffer (`out->value`) right after a statement, or the bytes that the call says that it wrote, or those that it begins with. False: nothing that can be told. */
bool hr_buffer_observe(struct hr_assertion *out, struct hr_arena *arena, const struct hr_sequence *sequence,
		       size_t statement, const struct hr_outcome *outcome);

/* The checksum that helpers of tests compute (suite/c_literals.c). */
uint32_t hr_bytes_checksum(const void *bytes, size_t size);

#endif
