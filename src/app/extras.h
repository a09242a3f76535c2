/* What a user adds in plain C (`--with FILE`, docs/extras.md): functions that are known by their names. The file is read as the last of the headers, so that whatever is
 * compiled with the headers (the unit's stubs, tests, programs that show a failure) has its functions. */
#ifndef HR_APP_EXTRAS_H
#define HR_APP_EXTRAS_H

#include "base/error.h"
#include "model/model.h"
#include "model/recipe.h"

/* Checks names and signatures. Makers, destroyers and observers become operations with claims of their own; checks and helpers are none. Before roles are inferred.
 * Fails with HR_ERROR_INPUT: a name that matches no operation or type, with the nearest; a signature that does not fit, with the one that would. */
int hr_extras_claim(struct hr_model *model, const char *path, struct hr_error *error);

/* Puts checks around calls: the functions for it go behind the prologue, and to their operations in the model, for programs. Values that the user has a destroyer for are freed by it. After roles were inferred. */
void hr_extras_apply(struct hr_model *model, struct hr_recipe *recipe);

#endif
