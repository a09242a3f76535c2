/* Which named constants an integer parameter is one of, or made of, by what the API calls them. */
#ifndef HR_MODEL_CHOICES_H
#define HR_MODEL_CHOICES_H

#include "model/model.h"

/* Z_FULL_FLUSH is called after `flush`, O_FLAG_A after `flags`. */
bool hr_constant_is_called_after(const char *constant, const char *parameter);

/* The one constant that this number is, of those for the parameter: called after it, or documented as what it is about ("compression levels"), together with all that have the same comment. NULL: the parameter is
 * neither a choice nor flags, or none or several of them have that value. */
const struct hr_constant *hr_choice_of(const struct hr_model *model, const struct hr_item *item, int64_t number);

#endif
