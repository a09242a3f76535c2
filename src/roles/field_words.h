/* What the documentation of a field says about who sets it. */
#ifndef HR_ROLES_FIELD_WORDS_H
#define HR_ROLES_FIELD_WORDS_H

#include <stdbool.h>

/* `doc` may be NULL: nothing is said. */

/* The caller should leave it alone. "Private data" in a field without a type is the caller's own, and a function "allocates the internal state": `is_vague`, for these. */
bool hr_field_says_private(const char *doc, bool is_vague);
bool hr_field_says_output(const char *doc);    /* the unit sets it, for the caller to read */
bool hr_field_says_input(const char *doc);     /* the caller sets it, also where the unit did before */
bool hr_field_says_user_data(const char *doc); /* the unit does nothing with it */
bool hr_field_says_flags(const char *doc);     /* an OR of bits */

/* … of all fields of a struct. */
bool hr_struct_says_private(const char *doc);

/* Does the comment of a struct say that the caller fills it in? */
bool hr_struct_says_input(const char *doc);

#endif
