/* What every parameter, result and field is for, inferred from what a reader of the headers sees: types, attributes, documentation,
 * names, and the shape of the whole API. Knows nothing of any compiler, and of no library. */
#ifndef HR_ROLES_ROLES_H
#define HR_ROLES_ROLES_H

#include "model/model.h"

/* Adds claims to every item and operation and decides them. Claims that are there already (read from a file, or
 * stronger ones from the code) stay and take part. */
void hr_roles_infer(struct hr_model *model);

/* Adds claims to the fields of structs alone, by what is decided of the operations now, and decides all anew. What it claimed of them before has to be dropped first (hr_model_drop_field_claims): said twice
 * it would count twice. */
void hr_roles_infer_fields(struct hr_model *model);

/* For each callable operation: has every parameter a source of values? Where not, the operation is no longer callable and the reason
 * names the parameter. Call after hr_roles_infer. */
void hr_roles_find_sources(struct hr_model *model);

#endif
