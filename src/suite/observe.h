/* What a run showed of one thing. Private to this folder; the rest of it is in suite/test.h. */
#ifndef HR_SUITE_OBSERVE_H
#define HR_SUITE_OBSERVE_H

#include "suite/test.h"

/* Of a longer text nothing is compared, or what it begins with; so it is of bytes. */
enum { HR_MOST_TEXT = 80, HR_BEGINNING = 32 };

/* A char, and no other integer of one byte. */
bool hr_type_is_character(const struct hr_type *type);

/* An integer of one byte, whatever it is called. */
bool hr_type_is_byte(const struct hr_type *type);

/* The statement that yields a value. */
const struct hr_statement *hr_value_maker(const struct hr_sequence *sequence, size_t value);

/* Whether the sequence made the object that the value points to, with room for it. */
bool hr_value_is_own(const struct hr_sequence *sequence, size_t value);

/* The bytes behind a value right after a statement, or those of a struct that it is, from an offset on; NULL when fewer than `size` were shown. */
const unsigned char *hr_bytes_behind(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t value,
				     size_t statement, size_t offset, size_t size);

/* Text that ends within what was shown, and is not too long; its length, or (size_t)-1. */
size_t hr_text_length(const unsigned char *bytes, size_t size);

/* Makes it one of a text with these bytes, which are copied. */
void hr_assertion_set_text(struct hr_assertion *out, struct hr_arena *arena, const unsigned char *bytes, size_t length);

#endif
