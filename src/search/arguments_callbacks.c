/* How many callbacks a chain has: a worker has HR_MOST_CALLBACKS of each type.
 *
 * Invariant: making->callbacks is at least the number of those of any one type, so that what a chain and its parts have can be added up without a look at types. A struct of thirty
 * functions counts by the type that it has most of. */
#include "search/arguments.h"

#include "base/memory.h"

#include <stdlib.h>

struct count {
	const struct hr_filling *filling;
	uint32_t *of; /* by callback type */
	uint32_t left, most;
	bool has_functions, is_too_much;
};

/* What a part of a literal is for: a field, an element. */
static struct hr_type_ref part_type(const struct hr_model *model, const struct hr_operand *operand,
				    struct hr_type_ref type, size_t part)
{
	const struct hr_type *it = hr_model_type(model, hr_model_strip(model, type));
	struct hr_type_ref none = { HR_NO_TYPE, 0 };

	if (it && it->kind == HR_TYPE_POINTER && operand->kind == HR_OPERAND_STRUCT)
		it = hr_model_type(model, hr_model_strip(model, it->target));
	if (!it)
		return none;
	if (operand->kind == HR_OPERAND_LIST)
		return it->kind == HR_TYPE_POINTER || it->kind == HR_TYPE_ARRAY ? it->target : none;
	return operand->fields && operand->fields[part] < it->fields.count
		       ? it->fields.data[operand->fields[part]].item.type
		       : none;
}

static void count_in(struct count *count, struct hr_operand *operand, struct hr_type_ref type, bool is_part)
{
	const struct hr_search *search = count->filling->search;

	count->has_functions |= operand->kind == HR_OPERAND_FUNCTION;
	if (operand->kind == HR_OPERAND_CALLBACK) {
		size_t number = hr_callables_callback(search->callables, search->model, type);
		uint32_t *of = &count->of[number < search->callables->callback_types.count
						  ? number
						  : search->callables->callback_types.count];
		if (*of >= count->left && is_part) {
			*operand = (struct hr_operand){ .kind = HR_OPERAND_NULL };
			return;
		}
		count->is_too_much |= ++*of > count->left;
		count->most = *of > count->most ? *of : count->most;
	}
	if (operand->kind == HR_OPERAND_STRUCT || operand->kind == HR_OPERAND_LIST)
		for (size_t i = 0; i < operand->part_count; i++)
			count_in(count, &operand->parts[i], part_type(search->model, operand, type, i), true);
}

bool hr_take_callbacks(const struct hr_filling *filling, struct hr_operand *operand, struct hr_type_ref type)
{
	enum { PLAIN = 64 };
	struct hr_making *making = filling->making;
	size_t types = filling->search->callables->callback_types.count + 1;
	uint32_t plain[PLAIN] = { 0 };
	struct count count = { .filling = filling,
			       .of = types <= PLAIN ? plain : hr_calloc(types, sizeof *count.of),
			       .left = making->callbacks < HR_MOST_CALLBACKS ? HR_MOST_CALLBACKS - making->callbacks
									     : 0 };

	count_in(&count, operand, type, false);
	if (count.of != plain)
		free(count.of);
	making->callbacks += count.most;
	making->passes_functions |= count.has_functions;
	/* a function that compares texts or numbers must not meet an object */
	return !count.is_too_much && !(making->passes_functions && making->holds_objects);
}
