/* Whether a call keeps a rule, by what the sequence shows. What cannot be seen keeps it: a rule only takes away what is surely against it. */
#include "oracle/provenance.h"
#include "oracle/rules_internal.h"

/* A call and the operand that a rule is about. */
struct asked {
	const struct hr_rule *rule;
	const struct hr_sequence *sequence;
	size_t statement;
	const struct hr_statement *call;
	const struct hr_operand *operand; /* NULL: the rule is about the call */
	const struct hr_operand *other;   /* NULL: there is none */
	const struct hr_item *item;       /* of the operand */
};

static bool breaks_non_null(const struct asked *asked)
{
	return hr_operand_is_null(asked->sequence, NULL, asked->operand);
}

/* The number is more than the other argument has of what has this size. */
static bool is_beyond(const struct asked *asked, const struct hr_item *buffer, int64_t size)
{
	int64_t number, room;
	if (!asked->other || !hr_operand_number(asked->sequence, asked->operand, &number) ||
	    !hr_operand_room(asked->sequence, asked->other, buffer->type, &room))
		return false;
	if (number < 0) /* unsigned ones come by their bits */
		return !asked->item->minus_one;
	return number > room / size;
}

static bool breaks_within(const struct asked *asked)
{
	const struct hr_item *buffer = hr_parameter_of(asked->sequence, asked->call, (size_t)asked->rule->other);
	return buffer && is_beyond(asked, buffer, hr_length_unit(asked->sequence->model, asked->item, buffer));
}

static bool breaks_elements(const struct asked *asked)
{
	const struct hr_item *buffer = hr_parameter_of(asked->sequence, asked->call, (size_t)asked->rule->other);
	return buffer && is_beyond(asked, buffer, hr_element_size(asked->sequence->model, buffer));
}

static bool breaks_capacity(const struct asked *asked)
{
	int64_t room;
	return hr_operand_room(asked->sequence, asked->operand, asked->item->type, &room) && room < asked->rule->least;
}

static bool breaks_range(const struct asked *asked)
{
	const struct hr_rule *rule = asked->rule;
	int64_t number;
	if (asked->operand->kind == HR_OPERAND_CALLBACK) {
		for (size_t i = 0; i < asked->operand->part_count; i++)
			if (hr_operand_number(asked->sequence, &asked->operand->parts[i], &number) &&
			    (number < rule->least || number > rule->most))
				return true;
		return false;
	}
	return hr_operand_number(asked->sequence, asked->operand, &number) &&
	       (number < rule->least || number > rule->most);
}

static bool breaks_enumerator(const struct asked *asked)
{
	const struct hr_type *type = hr_model_type(asked->sequence->model, asked->item->type);
	int64_t number, all = 0;
	if (!type || !type->enumerators.count || !hr_operand_number(asked->sequence, asked->operand, &number))
		return false;
	for (size_t i = 0; i < type->enumerators.count; i++) {
		all |= type->enumerators.data[i].value;
		if (type->enumerators.data[i].value == number)
			return false;
	}
	return !type->is_flags || (number & ~all) != 0;
}

static bool breaks_terminated(const struct asked *asked)
{
	return !hr_operand_is_terminated(asked->sequence, asked->operand);
}

static bool breaks_apart(const struct asked *asked)
{
	size_t root = hr_operand_root(asked->sequence, asked->operand);
	return asked->other && root != HR_NO_VALUE && root == hr_operand_root(asked->sequence, asked->other);
}

static bool went_through(const struct asked *asked, size_t root, int operation)
{
	struct hr_use use;
	for (size_t from = 0; hr_use_next(&use, asked->sequence, root, from, asked->statement);
	     from = use.statement + 1)
		if (operation < 0 || asked->sequence->statements.data[use.statement].operation == (size_t)operation)
			return true;
	return false;
}

static bool breaks_initialised(const struct asked *asked)
{
	size_t root = hr_operand_root(asked->sequence, asked->operand);
	enum hr_provenance from = hr_provenance_of(asked->sequence, root);
	int other = asked->rule->other;
	if (root == HR_NO_VALUE || went_through(asked, root, other))
		return asked->operand->kind == HR_OPERAND_STRUCT && other >= 0;
	if (from == HR_FROM_RAW || from == HR_FROM_NEW)
		return from == HR_FROM_RAW || other >= 0;
	if (from != HR_FROM_CALL || other < 0)
		return false;
	/* one that a maker returned: the rule may be about which */
	const struct hr_model *model = asked->sequence->model;
	size_t made_by = asked->sequence->statements.data[asked->sequence->values.data[root].statement].operation;
	return made_by != (size_t)other && hr_model_object(model, model->operations.data[other].result.type) ==
						   hr_model_object(model, asked->item->type);
}

static bool breaks_not_after(const struct asked *asked)
{
	size_t root = hr_operand_root(asked->sequence, asked->operand);
	return root != HR_NO_VALUE && asked->rule->other >= 0 && went_through(asked, root, asked->rule->other);
}

static bool breaks_single_owner(const struct asked *asked)
{
	size_t root = hr_operand_root(asked->sequence, asked->operand);
	struct hr_use use;
	for (size_t from = 0; root != HR_NO_VALUE && hr_use_next(&use, asked->sequence, root, from, asked->statement);
	     from = use.statement + 1) {
		const struct hr_statement *call = &asked->sequence->statements.data[use.statement];
		const struct hr_item *item = hr_parameter_of(asked->sequence, call, use.operand);
		bool is_same = call->operation == asked->rule->operation && (int)use.operand == asked->rule->parameter;
		if (is_same || (item && item->role == HR_ROLE_CONSUMED))
			return true;
	}
	return false;
}

static bool breaks_same_family(const struct asked *asked)
{
	size_t a = hr_operand_root(asked->sequence, asked->operand);
	size_t b = asked->other ? hr_operand_root(asked->sequence, asked->other) : HR_NO_VALUE;
	return a != HR_NO_VALUE && b != HR_NO_VALUE && a != b &&
	       !hr_values_are_related(asked->sequence, a, b, asked->statement);
}

static bool breaks_before(const struct asked *asked)
{
	for (size_t i = 0; i < asked->statement; i++) {
		const struct hr_statement *it = &asked->sequence->statements.data[i];
		if (it->kind == HR_STATEMENT_CALL && it->operation == (size_t)asked->rule->other)
			return false;
	}
	return true;
}

static bool breaks_not_borrowed(const struct asked *asked)
{
	size_t root = hr_operand_root(asked->sequence, asked->operand), owner;
	if (asked->operand->kind == HR_OPERAND_ADDRESS || asked->operand->kind == HR_OPERAND_PART)
		return true;
	return root != HR_NO_VALUE && hr_value_is_borrowed(asked->sequence, root, &owner);
}

static bool (*const checks[HR_RULE_KIND_COUNT])(const struct asked *asked) = {
	[HR_RULE_NON_NULL] = breaks_non_null,
	[HR_RULE_WITHIN] = breaks_within,
	[HR_RULE_ELEMENTS] = breaks_elements,
	[HR_RULE_CAPACITY] = breaks_capacity,
	[HR_RULE_RANGE] = breaks_range,
	[HR_RULE_ENUMERATOR] = breaks_enumerator,
	[HR_RULE_TERMINATED] = breaks_terminated,
	[HR_RULE_APART] = breaks_apart,
	[HR_RULE_INITIALISED] = breaks_initialised,
	[HR_RULE_NOT_AFTER] = breaks_not_after,
	[HR_RULE_SINGLE_OWNER] = breaks_single_owner,
	[HR_RULE_SAME_FAMILY] = breaks_same_family,
	[HR_RULE_BEFORE] = breaks_before,
	[HR_RULE_NOT_BORROWED] = breaks_not_borrowed,
};

bool hr_rule_is_broken(const struct hr_rule *rule, const struct hr_sequence *sequence, size_t statement)
{
	struct asked asked = { .rule = rule, .sequence = sequence, .statement = statement };
	asked.call = &sequence->statements.data[statement];
	if (rule->parameter >= 0) {
		size_t parameter = (size_t)rule->parameter;
		asked.item = hr_parameter_of(sequence, asked.call, parameter);
		if (!asked.item || parameter >= asked.call->operand_count)
			return false;
		asked.operand = &asked.call->operands[parameter];
		if (hr_rule_forms[rule->kind].shape == HR_RULE_WITH_PARAMETER)
			asked.other = rule->other >= 0 && (size_t)rule->other < asked.call->operand_count
					      ? &asked.call->operands[rule->other]
					      : NULL;
	}
	return checks[rule->kind](&asked);
}
