/* What the files behind extras.h share. */
#ifndef HR_APP_EXTRAS_INTERNAL_H
#define HR_APP_EXTRAS_INTERNAL_H

#include "app/extras.h"
#include "model/extras.h"

#define HR_EXTRA_NOWHERE ((size_t)-1)

/* What an addition is about: the operation or the type that its name names; HR_EXTRA_NOWHERE: neither. */
size_t hr_extra_subject(const struct hr_model *model, const struct hr_operation *extra);

/* The object of a type: what the additions for it take pointers to. */
size_t hr_extra_object(const struct hr_model *model, size_t type);

#endif
