/* Structs of the system's headers that are nothing but data, so that the caller can fill in his own: struct timeval, struct tm, fd_set. */
#ifndef HR_SEARCH_SYSTEM_STRUCTS_H
#define HR_SEARCH_SYSTEM_STRUCTS_H

#include "model/model.h"

/* True for a complete struct of a system header that holds numbers, texts that may be left out, and arrays and structs of such. */
bool hr_is_system_struct(const struct hr_model *model, struct hr_type_ref type);

/* True when the field of such a struct may be set, and not only be left zero: it is a number, and not private to the system. */
bool hr_is_system_field(const struct hr_model *model, const struct hr_field *field);

/* True, and both set, when the standards say what a field of this name may hold. */
bool hr_system_range(const char *field, int64_t *least, int64_t *most);

#endif
