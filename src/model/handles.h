/* Handles that are declared as pointers to something that they are not: `typedef intptr_t thing_t`, of which the API only ever speaks as `thing_t *`; `typedef unsigned long *set_t`, with
 * set_new() and set_free(). */
#ifndef HR_MODEL_HANDLES_H
#define HR_MODEL_HANDLES_H

#include "model/model.h"

/* Makes an opaque struct of each public name for an integer that hides one: nothing has it by value, operations are about a pointer to it, and
 * others yield and end such a pointer through a slot. And lets each public name for a pointer to numbers or pointers that is made, ended and asked by operations stand for a pointer to
 * an opaque struct. Everything else (makers, destroyers, receivers) then follows as for any opaque struct. Call
 * once, when the model has all of its types and operations. */
void hr_model_hide_handles(struct hr_model *model);

#endif
