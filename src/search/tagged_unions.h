/* Tagged unions: a union beside an enum in one struct, whose enumerators are called after the members. */
#ifndef HR_SEARCH_TAGGED_UNIONS_H
#define HR_SEARCH_TAGGED_UNIONS_H

#include "model/model.h"

#define HR_NO_MEMBER ((size_t)-1)

/* The field of the struct that says which member of the union in field `index` counts; HR_NO_MEMBER: none does, or several could. */
size_t hr_union_tag(const struct hr_model *model, const struct hr_type *type, size_t index);

/* The member of the union that a value of the tag stands for; HR_NO_MEMBER: none. */
size_t hr_union_member(const struct hr_model *model, const struct hr_type *tag, int64_t value,
		       const struct hr_type *which);

#endif
