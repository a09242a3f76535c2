/* Names that tests and what they share define for themselves. They must not be the library's: where its headers have such a name, ours is another. */
#ifndef HR_SUITE_C_NAMES_H
#define HR_SUITE_C_NAMES_H

#include "model/model.h"

/* Stands before every such name in text that is not finished: HR_OWN "fill". */
#define HR_OWN "\001"

/* Whether the library's headers have something of this name, as far as the model knows. */
bool hr_c_is_known(const struct hr_model *model, const char *name);

/* Appends the name, or another where the library has it. */
void hr_c_own_name(struct hr_strbuf *out, const struct hr_model *model, const char *name);

/* Writes names behind marks as they are to be, and takes the marks away. */
void hr_c_settle_names(struct hr_strbuf *text, const struct hr_model *model);

#endif
