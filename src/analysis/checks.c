/* Comparisons of a parameter itself with constants: by operators, by switch, by tests of bits, by strcmp and its like; here and in callees that get it
 * unchanged. A check refuses when one side of it just returns: then it is told as the comparison that holds on that side. */
#include "analysis/entry.h"

#include <string.h>

struct search {
	struct hr_function_values *values;
	const bool *is_entry;
	bool is_predicate; /* yes or no is all that it tells: no is not a refusal */
};

static bool is_same(const struct hr_check *a, const struct hr_check *b)
{
	if (!a->text != !b->text || (a->text && strcmp(a->text, b->text) != 0))
		return false;
	return a->text || (a->number == b->number && a->comparison == b->comparison);
}

static void add(struct search *search, uint32_t parameter, const struct hr_check *check)
{
	const struct hr_ref ref = { .parameter = parameter, .type = HR_CODE_NONE };
	struct hr_value_facts *facts = hr_ref_facts(search->values, &ref);
	if (!facts)
		return;
	for (size_t i = 0; i < facts->checks.count; i++) {
		struct hr_check *known = &facts->checks.data[i];
		if (!is_same(known, check))
			continue;
		if (check->is_entry && check->refuses && !(known->is_entry && known->refuses))
			*known = *check;
		return;
	}
	hr_vec_push(&facts->checks, *check);
}

/* The number of a parameter that is a number; HR_CODE_NONE for anything else. */
static uint32_t parameter_of(const struct search *search, uint32_t value)
{
	const struct hr_code_function *function = search->values->function;
	uint32_t plain = hr_flow_uncast(function, value);
	const struct hr_code_value *v = &function->values.data[plain];
	return v->kind == HR_VALUE_PARAMETER && !v->is_pointer && !v->is_real ? v->index : HR_CODE_NONE;
}

/* ---- operators ---- */

/* Of two sides that both return, the one that refuses: a constant beside a computed result, a negative constant beside another. */
static bool is_refusal(const struct search *search, uint32_t block, uint32_t other)
{
	const struct hr_code_function *function = search->values->function;
	uint32_t result, other_result;
	if (!hr_returns_at_once(search->values, block, &result) || search->is_predicate)
		return false;
	if (!hr_returns_at_once(search->values, other, &other_result))
		return true;
	if (result == HR_CODE_NONE)
		return false;
	if (other_result == HR_CODE_NONE)
		return true;
	const struct hr_code_value *mine = &function->values.data[result];
	const struct hr_code_value *its = &function->values.data[other_result];
	return mine->kind == HR_VALUE_INTEGER && its->kind == HR_VALUE_INTEGER && mine->number < 0 && its->number >= 0;
}

static void note_refusal(const struct search *search, struct hr_check *check, uint32_t block)
{
	uint32_t result = HR_CODE_NONE;
	check->refuses = true;
	if (!hr_returns_at_once(search->values, block, &result) || result == HR_CODE_NONE)
		return;
	const struct hr_code_value *value = &search->values->function->values.data[result];
	check->is_computed = value->kind != HR_VALUE_INTEGER && value->kind != HR_VALUE_NULL;
	check->result = value->kind == HR_VALUE_INTEGER ? value->number : 0;
}

/* The branch that a comparison decides, directly or by way of a truth value that is compared again; NULL when there is none. */
static const struct hr_code_instruction *decided_branch(const struct hr_function_values *values, uint32_t value,
							bool *is_inverted)
{
	const struct hr_code_function *function = values->function;
	*is_inverted = false;
	for (unsigned depth = 0; depth < 6; depth++) {
		uint32_t first = values->flow.use_first[value];
		if (values->flow.use_first[value + 1] != first + 1)
			return NULL;
		const struct hr_code_instruction *use = &function->instructions.data[values->flow.uses[first]];
		if (use->op == HR_CODE_BRANCH)
			return use;
		if (use->op == HR_CODE_COMPARE) {
			const struct hr_code_value *right = &function->values.data[hr_flow_operand(function, use, 1)];
			if (right->kind != HR_VALUE_INTEGER || right->number != 0 ||
			    (use->detail != HR_EQUAL && use->detail != HR_NOT_EQUAL))
				return NULL;
			*is_inverted ^= use->detail == HR_EQUAL;
		} else if (use->op == HR_CODE_BINARY && use->detail == HR_EXCLUSIVE_OR) {
			*is_inverted = !*is_inverted;
		} else if (use->op != HR_CODE_CAST) {
			return NULL;
		}
		value = use->value;
	}
	return NULL;
}

static void judge(struct search *search, struct hr_check *check, uint32_t compared)
{
	const struct hr_code_function *function = search->values->function;
	bool is_inverted;
	const struct hr_code_instruction *branch = decided_branch(search->values, compared, &is_inverted);
	if (!branch)
		return;
	const uint32_t *targets = hr_code_targets(function, branch);
	uint32_t when = targets[is_inverted ? 1 : 0], unless = targets[is_inverted ? 0 : 1];
	check->is_entry = search->is_entry[branch->block];
	if (hr_stops_at_once(search->values, unless)) {
		check->is_assertion = true;
	} else if (hr_stops_at_once(search->values, when)) {
		check->comparison = hr_comparison_negated(check->comparison);
		check->is_assertion = true;
	} else if (is_refusal(search, when, unless)) {
		note_refusal(search, check, when);
	} else if (is_refusal(search, unless, when)) {
		check->comparison = hr_comparison_negated(check->comparison);
		note_refusal(search, check, unless);
	}
}

static void look_at_comparison(struct search *search, const struct hr_code_instruction *compare)
{
	const struct hr_code_function *function = search->values->function;
	uint32_t left = hr_flow_operand(function, compare, 0), right = hr_flow_operand(function, compare, 1);
	struct hr_check check = { .comparison = (enum hr_compared)compare->detail, .at = hr_place_of(compare) };
	if (function->values.data[left].kind == HR_VALUE_INTEGER) {
		uint32_t swap = left;
		left = right;
		right = swap;
		check.comparison = hr_comparison_swapped(check.comparison);
	}
	const struct hr_code_value *constant = &function->values.data[right];
	if (constant->kind != HR_VALUE_INTEGER)
		return;
	check.number = constant->number;
	uint32_t parameter = parameter_of(search, left);
	if (parameter != HR_CODE_NONE) {
		judge(search, &check, compare->value);
		add(search, parameter, &check);
		return;
	}
	/* (flags & 4) != 0 */
	const struct hr_code_instruction *mask = hr_flow_maker(function, hr_flow_uncast(function, left));
	if (!mask || mask->op != HR_CODE_BINARY || mask->detail != HR_AND)
		return;
	const struct hr_code_value *bits = &function->values.data[hr_flow_operand(function, mask, 1)];
	parameter = parameter_of(search, hr_flow_operand(function, mask, 0));
	if (parameter == HR_CODE_NONE || bits->kind != HR_VALUE_INTEGER)
		return;
	check.number = bits->number;
	check.comparison = HR_NOT_EQUAL;
	add(search, parameter, &check);
}

static void look_at_switch(struct search *search, const struct hr_code_instruction *branch)
{
	const struct hr_code_function *function = search->values->function;
	uint32_t parameter = parameter_of(search, hr_flow_operand(function, branch, 0));
	if (parameter == HR_CODE_NONE)
		return;
	for (uint32_t o = 1; o < branch->operand_count; o++) {
		struct hr_check check = {
			.comparison = HR_EQUAL,
			.number = function->values.data[hr_flow_operand(function, branch, o)].number,
			.at = hr_place_of(branch),
			.is_entry = search->is_entry[branch->block],
		};
		add(search, parameter, &check);
	}
}

/* ---- texts ---- */

static bool compares_text(const char *name)
{
	static const char *const names[] = { "strcmp",  "strncmp", "strcasecmp", "strncasecmp", "memcmp",
					     "strcoll", "strstr",  "strcasestr", "bcmp" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

static void look_at_text(struct search *search, uint32_t index)
{
	struct hr_function_values *values = search->values;
	const struct hr_code_instruction *call = &values->function->instructions.data[index];
	const struct hr_libc_function *library = hr_call_library(values, index);
	if (!library || !compares_text(library->name) || call->operand_count < 3)
		return;
	for (uint32_t side = 0; side < 2; side++) {
		size_t length;
		uint32_t mine = hr_flow_operand(values->function, call, 1 + side);
		const char *text = hr_known_text(values, hr_flow_operand(values->function, call, 2 - side), &length);
		uint32_t origin = values->origins[mine];
		struct hr_ref ref;
		if (!text || !length || !hr_ref_of_atom(&ref, &values->sums, origin) || ref.is_cell)
			continue;
		struct hr_check check = { .comparison = HR_EQUAL,
					  .text = text,
					  .at = hr_place_of(call),
					  .is_entry = search->is_entry[call->block] };
		add(search, ref.parameter, &check);
	}
}

/* ---- callees ---- */

/* What the callee says, by returning an error, is what this function returns at once too. */
static bool passes_on(const struct search *search, const struct hr_code_instruction *call)
{
	const struct hr_function_values *values = search->values;
	const struct hr_code_function *function = values->function;
	if (call->value == HR_CODE_NONE)
		return false;
	for (uint32_t u = values->flow.use_first[call->value]; u < values->flow.use_first[call->value + 1]; u++) {
		const struct hr_code_instruction *use = &function->instructions.data[values->flow.uses[u]];
		if (use->op == HR_CODE_RETURN)
			return true;
		if (use->op == HR_CODE_PHI && hr_returns_at_once(values, use->block, NULL))
			return true;
		bool is_inverted;
		const struct hr_code_instruction *branch =
			use->op == HR_CODE_COMPARE ? decided_branch(values, use->value, &is_inverted) : NULL;
		for (uint32_t t = 0; branch && t < branch->target_count; t++)
			if (hr_returns_at_once(values, function->targets.data[branch->targets + t], NULL))
				return true;
	}
	return false;
}

static void look_at_callee(struct search *search, uint32_t index)
{
	struct hr_function_values *values = search->values;
	const struct hr_code_instruction *call = &values->function->instructions.data[index];
	uint32_t target = hr_call_target(values->unit, values->index, index);
	if (target == HR_CODE_NONE || target == values->index || values->unit->graph->library[target])
		return;
	const struct hr_code_function *callee = &values->unit->code->functions.data[target];
	for (uint32_t p = 0; p < callee->parameters.count && p + 1 < call->operand_count; p++) {
		const struct hr_code_parameter *parameter = &callee->parameters.data[p];
		uint32_t argument = hr_flow_operand(values->function, call, p + 1);
		const struct hr_code_value *value =
			&values->function->values.data[hr_flow_uncast(values->function, argument)];
		if (parameter->source == HR_CODE_NONE || value->kind != HR_VALUE_PARAMETER)
			continue;
		const struct hr_value_facts *facts =
			&values->unit->facts->functions.data[target].parameters.data[parameter->source].value;
		for (size_t c = 0; c < facts->checks.count && c < 64; c++) {
			struct hr_check check = facts->checks.data[c];
			check.is_entry = check.is_entry && search->is_entry[call->block] && passes_on(search, call);
			check.is_assertion = false;
			add(search, value->index, &check);
		}
	}
}

/* Only 0 and 1 come out, and nothing is done. */
static bool is_predicate(const struct hr_function_values *values)
{
	const struct hr_code_function *function = values->function;
	enum hr_purity purity = values->facts->purity;
	if (purity != HR_PURITY_PURE && purity != HR_PURITY_OBSERVER)
		return false;
	for (size_t i = 0; i < function->instructions.count; i++) {
		const struct hr_code_instruction *instruction = &function->instructions.data[i];
		if (instruction->op != HR_CODE_RETURN || !instruction->operand_count)
			continue;
		uint32_t value = hr_flow_operand(function, instruction, 0);
		const struct hr_code_instruction *phi = hr_flow_maker(function, value);
		if (function->values.data[value].bits == 1)
			continue;
		if (!phi || phi->op != HR_CODE_PHI)
			return false;
		for (uint32_t o = 0; o < phi->operand_count; o++) {
			const struct hr_code_value *operand = &function->values.data[hr_flow_operand(function, phi, o)];
			bool is_truth =
				operand->kind == HR_VALUE_INTEGER && (operand->number == 0 || operand->number == 1);
			uint32_t plain = hr_flow_uncast(function, hr_flow_operand(function, phi, o));
			if (!is_truth && function->values.data[plain].bits != 1)
				return false;
		}
	}
	return true;
}

void hr_find_checks(struct hr_function_values *values)
{
	const struct hr_code_function *function = values->function;
	struct search search = { .values = values,
				 .is_entry = hr_entry_find(values),
				 .is_predicate = is_predicate(values) };
	for (uint32_t i = 0; i < function->instructions.count; i++) {
		const struct hr_code_instruction *instruction = &function->instructions.data[i];
		if (instruction->op == HR_CODE_COMPARE)
			look_at_comparison(&search, instruction);
		else if (instruction->op == HR_CODE_SWITCH)
			look_at_switch(&search, instruction);
		else if (instruction->op == HR_CODE_CALL) {
			look_at_text(&search, i);
			look_at_callee(&search, i);
		}
	}
}
