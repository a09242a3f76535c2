/* Numbers, and a few texts, by the names that the unit has for them. */
#ifndef HR_SUITE_NUMBER_NAMES_H
#define HR_SUITE_NUMBER_NAMES_H

#include "base/strbuf.h"
#include "model/model.h"

/* The enumerator of that value; NULL where there is none, or the type (NULL is fine) is no enum. */
const char *hr_enumerator_name(const struct hr_type *type, int64_t number);

/* Writes an enumerator, or those that make the number together where each of them is a bit: "A | B". False: neither, and nothing was written. */
bool hr_write_enumerators(struct hr_strbuf *out, const struct hr_type *type, int64_t number);

/* Writes the constant that an argument is, where the API calls one so for the parameter, or those that make it together where it is a set of flags: "A | B". False: there is none, and nothing was written. */
bool hr_write_choice(struct hr_strbuf *out, const struct hr_model *model, const struct hr_item *param, int64_t number);

/* What an operation that fails with numbers means by one that it returned: the one constant of the unit that is an error of that value, or, for 0, the one that says that all is well. NULL: there is
 * none, or more than one. */
const char *hr_status_name(const struct hr_model *model, const struct hr_operation *operation, int64_t number);

/* The same for what a call stored through a parameter that is said to be for errors; `stored` is the type of that number. */
const char *hr_stored_status_name(const struct hr_model *model, const struct hr_item *param,
				  const struct hr_type *stored, int64_t number);

/* Whether a result says no more than that the operation refused: anything below zero does, and neither a constant of the unit nor the documentation has that very number, nor is it one of errno's where the documentation speaks of these. -1 is a code: it is what
 * many mean by "refused", and nothing that is computed by chance. */
bool hr_is_mere_refusal(const struct hr_model *model, const struct hr_operation *operation, int64_t number);

/* The constant of the unit that has the version which the operation `of` tells as well: this number, or this text where it is not NULL. NULL: there is none, more than one, or it is about
 * something else. */
const char *hr_version_name(const struct hr_model *model, const char *of, int64_t number, const char *text);

/* Whether a number of an unsigned type (NULL is fine) is a small one below zero that was put into it, as errors are: (size_t)-21. `below` is set to that, or stays as it is. */
bool hr_is_wrapped(const struct hr_type *type, int64_t number, int64_t *below);

/* What the unit calls such a number: the enumerator that it is without its sign, of an enum that an operation gets errors out of a number of that type by. NULL: there is none, or more than one. */
const char *hr_wrapped_name(const struct hr_model *model, const struct hr_type *type, int64_t below);

#endif
