/* Tables: arrays of `void *` whose elements are objects of one family, as functions take them that work on objects of several kinds at once.
 *
 * Invariant: what a table holds is not used again in the same chain, as nobody knows what became of it before that has run; where the call takes the elements over they are the
 * caller's own, and never used again. */
#include "search/arguments.h"

enum { MOST_ELEMENTS = 5 };

bool hr_is_table(const struct hr_filling *filling, const struct hr_item *param,
		 const struct hr_parameter_plan *parameter)
{
	const struct hr_model *model = filling->search->model;
	const struct hr_family *family = &filling->search->family;
	const struct hr_type *element = hr_model_type(model, hr_model_strip(model, parameter->target));

	if ((param->role != HR_ROLE_ARRAY && param->role != HR_ROLE_CONSUMED) || !element ||
	    element->kind != HR_TYPE_POINTER || !family->members.count ||
	    (family->ending == HR_NO_CLASS && !parameter->has_extent))
		return false;
	const struct hr_type *pointee = hr_model_type(model, hr_model_strip(model, element->target));
	return pointee && pointee->kind == HR_TYPE_VOID;
}

static bool add_element(struct hr_filling *filling, struct hr_operand *out, uint32_t class)
{
	struct hr_demand demand = {
		.class = class, .owned = filling->ends_table, .writable = true, .ended_by = -1, .whole = true
	};
	uint32_t value = hr_filling_find(filling, &demand, false);

	if (value == HR_NOBODY) {
		filling->making->lacking = class;
		return false;
	}
	hr_filling_set_value(filling, out, value);
	return true;
}

bool hr_fill_table(struct hr_filling *filling, struct hr_operand *out, const struct hr_parameter_plan *parameter)
{
	const struct hr_family *family = &filling->search->family;
	struct hr_random *random = filling->making->random;
	size_t wanted = hr_random_below(random, MOST_ELEMENTS), count = 0;
	struct hr_operand *parts = hr_arena_alloc(&filling->making->draft.arena, (wanted + 1) * sizeof *parts);

	filling->ends_table = parameter->consumes;
	for (size_t i = 0; i < wanted; i++) {
		uint32_t class = (uint32_t)family->members.data[hr_random_below(random, family->members.count)];
		if (class != family->ending)
			count += add_element(filling, &parts[count], class);
	}
	if (family->ending != HR_NO_CLASS && !add_element(filling, &parts[count++], family->ending))
		return false;
	*out = (struct hr_operand){ .kind = HR_OPERAND_LIST, .parts = parts, .part_count = count };
	filling->extents[filling->current] = (int64_t)count;
	filling->has_table = true;
	filling->making->contributed |= 1u << HR_PART_ELEPHANT;
	return count > 0;
}

void hr_foresee_elements(struct hr_filling *filling)
{
	for (size_t i = 0; filling->has_table && i < filling->used_count; i++) {
		bool is_argument = false;

		for (size_t k = 0; k < filling->operation->params.count; k++)
			is_argument = is_argument || filling->arguments[k] == filling->used[i];
		if (filling->ends_table && !is_argument) {
			hr_making_end(filling->making, filling->used[i]);
			continue;
		}
		hr_making_doubt(filling->making, filling->used[i]);
		filling->making->values.data[filling->used[i]].state.flags |= HR_STATE_TOUCHED;
	}
}
