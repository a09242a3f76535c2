/* What parameters and fields are taken for: by the C library functions that they reach, here or in callees; by loops that read up to a NUL; by being called.
 * A special word wins over "string", and the first of two special words stays. */
#include "analysis/values_internal.h"

#include <string.h>

static int rank(enum hr_meaning meaning)
{
	switch (meaning) {
	case HR_MEANING_NONE:
		return 0;
	case HR_MEANING_STRING:
	case HR_MEANING_CHARACTER:
	case HR_MEANING_SIZE:
		return 1;
	default:
		return 2;
	}
}

static void tell(struct hr_function_values *values, uint32_t atom, enum hr_meaning meaning, struct hr_place at)
{
	struct hr_ref ref;
	if (atom == HR_CODE_NONE || !hr_ref_of_atom(&ref, &values->sums, atom))
		return;
	struct hr_value_facts *facts = hr_ref_facts(values, &ref);
	if (!facts || rank(meaning) <= rank(facts->meaning))
		return;
	facts->meaning = meaning;
	facts->at_meaning = at;
}

/* Numbers: the parameter itself, whatever width it was brought to. */
static uint32_t number_atom(struct hr_function_values *values, uint32_t value)
{
	value = hr_flow_uncast(values->function, value);
	const struct hr_sum *sum = hr_sum_of(&values->sums, value);
	return sum->constant ? HR_CODE_NONE : hr_sum_single(sum);
}

/* All numbers of the caller's that a size is made from. */
static void tell_size(struct hr_function_values *values, uint32_t atom, struct hr_place at)
{
	const struct hr_atom a = values->sums.atoms.data[atom];
	if (a.kind == HR_ATOM_PRODUCT) {
		tell_size(values, a.base, at);
		tell_size(values, a.other, at);
	} else if (!a.is_pointer) {
		tell(values, atom, HR_MEANING_SIZE, at);
	}
}

static void tell_sizes(struct hr_function_values *values, uint32_t value, struct hr_place at)
{
	const struct hr_sum *sum = hr_sum_of(&values->sums, value);
	for (uint8_t t = 0; t < sum->count; t++)
		if (sum->terms[t].factor > 0)
			tell_size(values, sum->terms[t].atom, at);
}

static void tell_meaning(struct hr_function_values *values, uint32_t value, enum hr_meaning meaning, struct hr_place at)
{
	if (meaning == HR_MEANING_SIZE)
		tell_sizes(values, value, at);
	else if (meaning == HR_MEANING_DESCRIPTOR || meaning == HR_MEANING_CHARACTER)
		tell(values, number_atom(values, value), meaning, at);
	else if (meaning != HR_MEANING_NONE && values->function->values.data[value].is_pointer)
		tell(values, values->origins[value], meaning, at);
}

/* ---- the C library ---- */

/* The text of a string literal; NULL when it is none. */
static const char *literal_text(const struct hr_function_values *values, uint32_t value, size_t *length)
{
	const struct hr_code_value *v = &values->function->values.data[value];
	if (v->kind != HR_VALUE_VARIABLE)
		return NULL;
	const struct hr_code_variable *variable = &values->unit->code->variables.data[v->index];
	if (!variable->contents || !variable->is_constant || v->number < 0 || (uint64_t)v->number >= variable->size)
		return NULL;
	const char *text = (const char *)variable->contents + v->number;
	const char *end = memchr(text, 0, variable->size - (uint64_t)v->number);
	*length = end ? (size_t)(end - text) : 0;
	return end ? text : NULL;
}

/* printf("%s", text): text is read up to its NUL, unless a precision says how far. */
static void tell_printed(struct hr_function_values *values, const struct hr_code_instruction *call, uint32_t format)
{
	size_t length;
	const char *text = literal_text(values, hr_flow_operand(values->function, call, format), &length);
	uint32_t argument = format + 1;
	for (const char *at = text; at && *at; at++) {
		bool has_precision = false;
		if (*at != '%' || *++at == '%')
			continue;
		for (; *at && strchr("-+ #0123456789.*hlqjztL'", *at); at++) {
			has_precision |= *at == '.';
			argument += *at == '*';
		}
		if (!*at || argument >= call->operand_count)
			return;
		if (*at == 's' && !has_precision)
			tell_meaning(values, hr_flow_operand(values->function, call, argument), HR_MEANING_STRING,
				     hr_place_of(call));
		argument++;
	}
}

static void find_in_library(struct hr_function_values *values, const struct hr_code_instruction *call,
			    const struct hr_libc_function *library)
{
	for (uint32_t a = 0; a < HR_LIBC_PARAMETERS && a + 1 < call->operand_count; a++) {
		struct hr_libc_parameter parameter = hr_libc_parameter(library, a);
		tell_meaning(values, hr_flow_operand(values->function, call, a + 1), parameter.meaning,
			     hr_place_of(call));
		if (parameter.meaning == HR_MEANING_FORMAT && library->does & HR_LIBC_REST_READ)
			tell_printed(values, call, a + 1);
	}
}

/* ---- callees of the unit ---- */

static void find_in_callee(struct hr_function_values *values, const struct hr_code_instruction *call, uint32_t target)
{
	const struct hr_code_function *callee = &values->unit->code->functions.data[target];
	const struct hr_function_facts *facts = &values->unit->facts->functions.data[target];
	for (uint32_t p = 0; p < callee->parameters.count && p + 1 < call->operand_count; p++) {
		const struct hr_code_parameter *parameter = &callee->parameters.data[p];
		if (parameter->source == HR_CODE_NONE || !parameter->is_whole)
			continue;
		uint32_t value = hr_flow_operand(values->function, call, p + 1);
		tell_meaning(values, value, facts->parameters.data[parameter->source].value.meaning, hr_place_of(call));
		uint32_t base = hr_sum_single(hr_sum_of(&values->sums, value));
		for (size_t f = 0; f < facts->fields.count && base != HR_CODE_NONE; f++) {
			const struct hr_field_facts *field = &facts->fields.data[f];
			if (field->parameter != parameter->source || field->value.meaning == HR_MEANING_NONE)
				continue;
			int64_t bytes = hr_sum_of(&values->sums, value)->constant + (int64_t)field->offset;
			tell(values,
			     hr_atom_cell(&values->sums, base, bytes, field->type, (int64_t)field->offset, false),
			     field->value.meaning, hr_place_of(call));
		}
	}
}

/* ---- loops up to a NUL ---- */

static bool is_zero(const struct hr_code_function *function, uint32_t value)
{
	const struct hr_code_value *v = &function->values.data[value];
	return v->kind == HR_VALUE_INTEGER && v->number == 0;
}

/* The byte decides, by being 0 or not, where control goes. */
static bool is_tested_for_nul(const struct hr_function_values *values, uint32_t value, unsigned depth)
{
	const struct hr_code_function *function = values->function;
	for (uint32_t u = values->flow.use_first[value]; u < values->flow.use_first[value + 1]; u++) {
		const struct hr_code_instruction *use = &function->instructions.data[values->flow.uses[u]];
		if (use->op == HR_CODE_COMPARE && (use->detail == HR_EQUAL || use->detail == HR_NOT_EQUAL) &&
		    is_zero(function, hr_flow_operand(function, use, 1)))
			return true;
		if (use->op == HR_CODE_SWITCH)
			for (uint32_t o = 1; o < use->operand_count; o++)
				if (is_zero(function, hr_flow_operand(function, use, o)))
					return true;
		if (depth < 4 && (use->op == HR_CODE_CAST || use->op == HR_CODE_PHI) &&
		    is_tested_for_nul(values, use->value, depth + 1))
			return true;
	}
	return false;
}

static bool is_moving(struct hr_function_values *values, uint32_t pointer)
{
	const struct hr_sum *sum = hr_sum_of(&values->sums, pointer);
	for (uint8_t t = 0; t < sum->count; t++) {
		const struct hr_atom *atom = &values->sums.atoms.data[sum->terms[t].atom];
		const struct hr_code_instruction *maker =
			atom->kind == HR_ATOM_VALUE ? hr_flow_maker(values->function, atom->number) : NULL;
		if (maker && maker->op == HR_CODE_PHI && values->flow.loop[maker->block] != HR_CODE_NONE)
			return true;
	}
	return false;
}

static void find_text_loop(struct hr_function_values *values, uint32_t index)
{
	const struct hr_code_instruction *load = &values->function->instructions.data[index];
	uint32_t pointer = hr_flow_operand(values->function, load, 0);
	if (load->size != 1 || values->is_limited[index] || values->origins[pointer] == HR_CODE_NONE ||
	    values->flow.loop[load->block] == HR_CODE_NONE || !is_moving(values, pointer) ||
	    !is_tested_for_nul(values, load->value, 0))
		return;
	tell(values, values->origins[pointer], HR_MEANING_STRING, hr_place_of(load));
}

void hr_find_meanings(struct hr_function_values *values)
{
	const struct hr_code_function *function = values->function;
	for (uint32_t i = 0; i < function->instructions.count; i++) {
		const struct hr_code_instruction *instruction = &function->instructions.data[i];
		if (instruction->op == HR_CODE_LOAD && instruction->value != HR_CODE_NONE)
			find_text_loop(values, i);
		if (instruction->op != HR_CODE_CALL)
			continue;
		tell_meaning(values, hr_flow_operand(function, instruction, 0), HR_MEANING_CALLBACK,
			     hr_place_of(instruction));
		uint32_t target = hr_call_target(values->unit, values->index, i);
		if (target == HR_CODE_NONE)
			continue;
		if (values->unit->graph->library[target])
			find_in_library(values, instruction, values->unit->graph->library[target]);
		else
			find_in_callee(values, instruction, target);
	}
}
