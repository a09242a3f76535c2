/* Literals, also those that the chain was given before, and numbers that tell how long another argument is.
 *
 * Invariant: a length or capacity is at most what its buffer has. */
#include "search/arguments.h"
#include "search/literals_internal.h"

/* ---- numbers that count ---- */

/* The largest number of the type. */
static int64_t largest(const struct hr_type *type)
{
	unsigned bits = (unsigned)type->size * 8 - (type->is_signed ? 1 : 0);

	return bits >= 63 ? INT64_MAX : ((int64_t)1 << bits) - 1;
}

bool hr_fill_extent(struct hr_filling *filling, struct hr_operand *out, const struct hr_item *param,
		    const struct hr_parameter_plan *parameter)
{
	const struct hr_model *model = filling->search->model;
	struct hr_type_ref number_type = parameter->by_pointer ? parameter->target : param->type;
	const struct hr_type *type = hr_model_type(model, number_type);
	const struct hr_type *element = hr_model_type(model, filling->plan->parameters[param->of].target);
	int64_t extent = filling->extents[param->of];

	if (extent < 0 || !type)
		extent = 0;
	if (param->unit == HR_UNIT_BYTES && element && element->size > 1)
		extent *= element->size;
	if (param->minus_one && filling->operands[param->of].kind == HR_OPERAND_TEXT && type && type->is_signed &&
	    hr_filling_chance(filling, 15))
		extent = -1;
	else if (extent > 0 && hr_filling_chance(filling, 10))
		extent = (int64_t)hr_random_below(filling->making->random, (size_t)extent + 1);
	if (type && extent > largest(type))
		extent = largest(type);
	if (!parameter->by_pointer) {
		out->kind = HR_OPERAND_NUMBER;
		out->number = extent;
		return true;
	}
	hr_pass_number(filling, out, number_type, extent);
	return true;
}

/* ---- literals ---- */

/* For handles inside of structs. */
static bool supply_inner(void *context, struct hr_operand *out, const struct hr_item *item)
{
	struct hr_filling *filling = context;
	uint32_t class = hr_class_of(&filling->search->classes, item->type);

	if (class == HR_NO_CLASS || !filling->search->classes.list.data[class].is_object)
		return false;
	struct hr_demand demand = { .class = class, .ended_by = -1, .owned = item->role == HR_ROLE_CONSUMED };
	uint32_t value = hr_filling_find(filling, &demand, false);
	if (value == HR_NOBODY)
		return false;
	hr_filling_set_value(filling, out, value);
	return true;
}

struct hr_wish hr_filling_wish(struct hr_filling *filling, const struct hr_item *item)
{
	struct hr_wish wish = {
		.item = item,
		.operation = filling->index,
		.parameter = (int)filling->current,
		.random = filling->making->random,
		.arena = &filling->making->draft.arena,
		.supply = supply_inner,
		.context = filling,
		.parts = filling->making->switched,
		.contributed = &filling->making->contributed,
	};
	const struct hr_search_rules *rules = &filling->search->rules;

	if (rules->range)
		wish.has_range =
			rules->range(rules->context, filling->index, filling->current, &wish.least, &wish.most);
	return wish;
}

/* Mostly a number that the code does not refuse at once: of several that are checked, by chance all are right only now and then. */
static void keep_to_checks(const struct hr_filling *filling, struct hr_wish *wish,
			   const struct hr_parameter_plan *parameter)
{
	enum { PER_CENT = 80 };

	if (wish->has_range || !parameter->has_range || !hr_filling_chance(filling, PER_CENT))
		return;
	wish->has_range = true;
	wish->least = parameter->least;
	wish->most = parameter->most;
}

/* Now and then what an earlier call yielded: numbers, structs by value, text. */
static bool fill_plain_value(struct hr_filling *filling, struct hr_operand *out, const struct hr_item *param,
			     const struct hr_parameter_plan *parameter)
{
	const struct hr_type *target = hr_model_type(filling->search->model, parameter->target);
	bool is_text = target && target->kind == HR_TYPE_INT && target->size == 1 && param->role == HR_ROLE_STRING &&
		       parameter->is_const;
	const struct hr_value_class *class;

	if (parameter->class == HR_NO_CLASS || parameter->has_extent)
		return false;
	class = &filling->search->classes.list.data[parameter->class];
	if (class->depth > 0 && !is_text)
		return false;
	if (class->is_scalar && param->role != HR_ROLE_IN && param->role != HR_ROLE_UNKNOWN &&
	    param->role != HR_ROLE_ENUM && param->role != HR_ROLE_SIZE)
		return false;
	if (!hr_filling_chance(filling, class->depth > 0 ? 4 : class->is_scalar ? 8 : 40))
		return false;
	if (class->is_scalar && filling->search->rules.range) { /* a rule may speak of it, which only literals keep */
		struct hr_wish wish = hr_filling_wish(filling, param);

		if (wish.has_range)
			return false;
	}
	struct hr_demand demand = { .class = parameter->class, .ended_by = -1, .whole = is_text };
	uint32_t value = hr_filling_find(filling, &demand, true);
	if (value == HR_NOBODY)
		return false;
	hr_filling_set_value(filling, out, value);
	return true;
}

/* ---- what the chain itself was given before: what was put in can be found again ---- */

static const struct hr_statement *any_statement(const struct hr_filling *filling)
{
	const struct hr_making *making = filling->making;
	size_t choices = making->parts.count + (making->statements.count > 0);

	if (choices == 0)
		return NULL;
	size_t choice = hr_random_below(making->random, choices);
	if (choice == making->parts.count)
		return &making->statements.data[hr_random_below(making->random, making->statements.count)].statement;
	const struct hr_chain *chain = making->parts.data[choice];
	while (chain->part_count && hr_random_below(making->random, chain->statement_count) >= chain->own_statements)
		chain = chain->parts[hr_random_below(making->random, chain->part_count)];
	return chain->own_statements ? &chain->statements[hr_random_below(making->random, chain->own_statements)]
				     : NULL;
}

static bool is_in_range(const struct hr_type *type, int64_t number)
{
	return type->is_signed ? number <= largest(type) && number >= -largest(type) - 1
			       : number >= 0 && number <= largest(type);
}

/* What is looked for among the operands of earlier calls. */
struct again {
	bool is_text;
	bool is_number;
	const struct hr_type *type;
};

static bool fits_again(const struct again *again, const struct hr_operand *operand)
{
	return (again->is_text && operand->kind == HR_OPERAND_TEXT) ||
	       (again->is_number && operand->kind == HR_OPERAND_NUMBER && is_in_range(again->type, operand->number));
}

/* The next literal of the same call: section and key, from and to belong together. */
static bool fill_next(struct hr_filling *filling, struct hr_operand *out, const struct again *again)
{
	if (!filling->again || !hr_filling_chance(filling, 70))
		return false;
	while (filling->again_count > 0) {
		const struct hr_operand *operand = filling->again++;

		filling->again_count--;
		if (fits_again(again, operand)) {
			*out = *operand;
			return true;
		}
	}
	return false;
}

static bool fill_again(struct hr_filling *filling, struct hr_operand *out, const struct hr_item *param,
		       const struct hr_parameter_plan *parameter)
{
	const struct hr_type *target = hr_model_type(filling->search->model, parameter->target);
	struct again again = { .type = hr_model_type(filling->search->model, param->type) };

	again.is_text = target && target->kind == HR_TYPE_INT && target->size == 1 && parameter->is_const &&
			(param->role == HR_ROLE_STRING || param->role == HR_ROLE_BUFFER || param->role == HR_ROLE_IN);
	again.is_number = again.type && again.type->kind == HR_TYPE_INT && again.type->size <= 8 &&
			  (param->role == HR_ROLE_IN || param->role == HR_ROLE_UNKNOWN);
	if (fill_next(filling, out, &again))
		return true;
	if ((!again.is_text && !again.is_number) || !hr_filling_chance(filling, again.is_text ? 30 : 15))
		return false;
	/* the same number twice in one call: empty ranges, equal positions */
	if (filling->current > 0 && hr_filling_chance(filling, 30) &&
	    fits_again(&again, &filling->operands[filling->current - 1])) {
		*out = filling->operands[filling->current - 1];
		return true;
	}
	for (unsigned tries = 0; tries < 3; tries++) {
		const struct hr_statement *statement = any_statement(filling);

		if (!statement || statement->kind != HR_STATEMENT_CALL || statement->operand_count == 0)
			continue;
		size_t index = hr_random_below(filling->making->random, statement->operand_count);
		if (fits_again(&again, &statement->operands[index])) {
			filling->again = &statement->operands[index + 1]; /* those that follow it */
			filling->again_count = statement->operand_count - index - 1;
			*out = statement->operands[index];
			return true;
		}
	}
	return false;
}

/* Large numbers are for single calls: a hundred calls with one among them are a large object, which takes its time. */
static void tame(const struct hr_filling *filling, struct hr_operand *out, const struct hr_item *param)
{
	const struct hr_type *type = hr_model_type(filling->search->model, param->type);

	if (out->kind != HR_OPERAND_NUMBER || !type || type->kind != HR_TYPE_INT ||
	    (param->role != HR_ROLE_IN && param->role != HR_ROLE_UNKNOWN && param->role != HR_ROLE_SIZE))
		return;
	bool is_heavy = filling->search->progress.data[filling->index].heavy > 0 && !hr_filling_chance(filling, 3);
	bool is_large = out->number > HR_LARGE_NUMBER || out->number < (type->is_signed ? -HR_LARGE_NUMBER : 0);
	if (is_large && (filling->making->is_repeating || is_heavy))
		out->number = (int64_t)((uint64_t)out->number % 1000);
}

bool hr_fill_literal(struct hr_filling *filling, struct hr_operand *out, const struct hr_item *param,
		     const struct hr_parameter_plan *parameter)
{
	const struct hr_type *target = hr_model_type(filling->search->model, parameter->target);
	bool is_memory = target && (target->kind == HR_TYPE_VOID || target->kind == HR_TYPE_INT);

	if (hr_fill_bulk(filling, out))
		return true;
	if (parameter->takes_objects && hr_fill_any_object(filling, out, parameter))
		return true;
	if (is_memory && hr_least_room(filling, parameter) > 0)
		return hr_fill_room(filling, out, param, parameter);
	if (hr_parts_have(filling->making->switched, HR_PART_ELEPHANT) && hr_is_table(filling, param, parameter))
		return hr_fill_table(filling, out, parameter);
	if (fill_plain_value(filling, out, param, parameter))
		return true;
	struct hr_wish wish = hr_filling_wish(filling, param);
	bool has_rule = wish.has_range;
	keep_to_checks(filling, &wish, parameter);
	bool is_again = !has_rule && fill_again(filling, out, param, parameter) &&
			(!wish.has_range || out->kind != HR_OPERAND_NUMBER ||
			 hr_number_fits(filling->search->model, &wish, out->number));
	if (!is_again && !hr_literal_fill(out, filling->search->literals, &wish))
		return false;
	if (!has_rule)
		tame(filling, out, param);
	filling->extents[filling->current] = hr_literal_extent(out);
	return hr_take_callbacks(filling, out, param->type);
}
