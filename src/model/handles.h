/* Handles that are declared as pointers to a number: `typedef intptr_t thing_t`, of which the API only ever speaks as `thing_t *`. */
#ifndef HR_MODEL_HANDLES_H
#define HR_MODEL_HANDLES_H

#include "model/model.h"

/* Makes an opaque struct of each public name for an integer that hides one: nothing has it by value, operations are about a pointer to it, and
 * others yield and end such a pointer through a slot. Everything else (makers, destroyers, receivers) then follows as for any opaque struct. Call
 * once, when the model has all of its types and operations. */
void hr_model_hide_handles(struct hr_model *model);

#endif
