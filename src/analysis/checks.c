/* placeholder */
#include "analysis/values_internal.h"
void hr_find_checks(struct hr_function_values *values)
{
	(void)values;
}
