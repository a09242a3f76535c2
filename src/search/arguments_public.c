/* Objects that the unit has itself, as public variables: tables of functions, defaults, well-known values. They are there in every chain, and nobody ends them. */
#include "search/arguments.h"

bool hr_fill_public(const struct hr_filling *filling, struct hr_operand *out, const struct hr_parameter_plan *parameter,
		    unsigned percent)
{
	const struct hr_model *model = filling->search->model;

	if (!parameter->public_count || !hr_filling_chance(filling, percent))
		return false;
	size_t variable = parameter->publics[hr_random_below(filling->making->random, parameter->public_count)];
	*out = (struct hr_operand){ .kind = HR_OPERAND_VARIABLE, .text = model->variables.data[variable].name };
	return true;
}
