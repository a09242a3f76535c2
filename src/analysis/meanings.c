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

/* All numbers of the caller's that a size is made from; in elements when they are multiplied. */
static void tell_size(struct hr_function_values *values, uint32_t atom, bool in_elements, struct hr_place at)
{
	const struct hr_atom a = values->sums.atoms.data[atom];
	struct hr_ref ref;
	if (a.kind == HR_ATOM_PRODUCT) {
		tell_size(values, a.base, true, at);
		tell_size(values, a.other, true, at);
		return;
	}
	if (a.is_pointer || !hr_ref_of_atom(&ref, &values->sums, atom))
		return;
	struct hr_value_facts *facts = hr_ref_facts(values, &ref);
	if (facts && facts->meaning == HR_MEANING_NONE && facts->relation == HR_RELATION_NONE)
		facts->in_elements = in_elements;
	tell(values, atom, HR_MEANING_SIZE, at);
}

static void tell_sizes(struct hr_function_values *values, uint32_t value, bool in_elements, struct hr_place at)
{
	const struct hr_sum *sum = hr_sum_of(&values->sums, value);
	for (uint8_t t = 0; t < sum->count; t++)
		if (sum->terms[t].factor > 0)
			tell_size(values, sum->terms[t].atom, in_elements || sum->terms[t].factor != sum->divisor, at);
}

static void tell_meaning(struct hr_function_values *values, uint32_t value, enum hr_meaning meaning, struct hr_place at)
{
	if (meaning == HR_MEANING_SIZE)
		tell_sizes(values, value, false, at);
	else if (meaning == HR_MEANING_DESCRIPTOR || meaning == HR_MEANING_CHARACTER ||
		 meaning == HR_MEANING_PERMISSIONS)
		tell(values, number_atom(values, value), meaning, at);
	else if (meaning != HR_MEANING_NONE && values->function->values.data[value].is_pointer)
		tell(values, values->origins[value], meaning, at);
}

/* ---- the C library ---- */

const char *hr_known_text(const struct hr_function_values *values, uint32_t value, size_t *length)
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
	const char *text = hr_known_text(values, hr_flow_operand(values->function, call, format), &length);
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

/* calloc(n, 8): another argument is the size of one element. */
static bool is_multiplied(const struct hr_function_values *values, const struct hr_code_instruction *call,
			  const struct hr_libc_function *library, uint32_t argument)
{
	for (uint32_t a = 0; a < HR_LIBC_PARAMETERS && a + 1 < call->operand_count; a++) {
		const struct hr_code_value *other =
			&values->function->values.data[hr_flow_operand(values->function, call, a + 1)];
		if (a != argument && hr_libc_parameter(library, a).meaning == HR_MEANING_SIZE)
			return other->kind != HR_VALUE_INTEGER || other->number != 1;
	}
	return false;
}

static void find_in_library(struct hr_function_values *values, const struct hr_code_instruction *call,
			    const struct hr_libc_function *library)
{
	for (uint32_t a = 0; a < HR_LIBC_PARAMETERS && a + 1 < call->operand_count; a++) {
		struct hr_libc_parameter parameter = hr_libc_parameter(library, a);
		if (parameter.meaning == HR_MEANING_SIZE && is_multiplied(values, call, library, a))
			tell_sizes(values, hr_flow_operand(values->function, call, a + 1), true, hr_place_of(call));
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

/* The phi that moves a pointer through memory; HR_CODE_NONE when it stays. */
static uint32_t mover(const struct hr_function_values *values, uint32_t pointer)
{
	const struct hr_sum *sum = hr_sum_of((struct hr_sums *)&values->sums, pointer);
	for (uint8_t t = 0; t < sum->count; t++) {
		uint32_t block = hr_atom_join(&values->sums, sum->terms[t].atom);
		if (block != HR_CODE_NONE && values->flow.loop[block] != HR_CODE_NONE && sum->terms[t].factor > 0)
			return sum->terms[t].atom;
	}
	return HR_CODE_NONE;
}

/* Only a number that is the room of another buffer: copying stops there, but the text is not that long. */
static bool is_room(const struct hr_function_values *values, const struct hr_sum *sum)
{
	struct hr_ref ref;
	uint32_t single = hr_sum_single(sum);
	if (!hr_ref_of_atom(&ref, &values->sums, single) || ref.is_cell)
		return false;
	const struct hr_value_facts *facts = hr_ref_facts((struct hr_function_values *)values, &ref);
	return facts && facts->relation == HR_RELATION_CAPACITY;
}

/* Another condition for going round than the NUL, about what moves: some limit, even if none that could be told. */
static bool has_other_exit(const struct hr_function_values *values, uint32_t head, uint32_t moved)
{
	const struct hr_code_function *function = values->function;
	struct hr_sums *sums = (struct hr_sums *)&values->sums;
	for (uint32_t b = 0; b < values->flow.order_count; b++) {
		uint32_t block = values->flow.order[b];
		const struct hr_code_instruction *end = hr_flow_end(function, block);
		if (!hr_flow_in_loop(&values->flow, head, block) || !end || end->op != HR_CODE_BRANCH ||
		    end->target_count != 2)
			continue;
		struct hr_known known[HR_KNOWN_MAX];
		size_t count = hr_flow_known_condition(known, 0, &values->flow, hr_flow_operand(function, end, 0), true,
						       block);
		for (size_t k = 0; k < count; k++) {
			const struct hr_sum *left = hr_sum_of(sums, known[k].left);
			const struct hr_sum *right = hr_sum_of(sums, known[k].right);
			if ((hr_sum_factor(left, moved) && right->count && !is_room(values, right)) ||
			    (hr_sum_factor(right, moved) && left->count && !is_room(values, left)))
				return true;
		}
	}
	return false;
}

static bool is_text_loop(const struct hr_function_values *values, uint32_t index)
{
	const struct hr_code_instruction *load = &values->function->instructions.data[index];
	uint32_t pointer = hr_flow_operand(values->function, load, 0);
	uint32_t head = values->flow.loop[load->block];
	if (load->size != 1 || values->is_limited[index] || values->origins[pointer] == HR_CODE_NONE ||
	    head == HR_CODE_NONE || !is_tested_for_nul(values, load->value, 0))
		return false;
	uint32_t moved = mover(values, pointer);
	return moved != HR_CODE_NONE && !has_other_exit(values, head, moved);
}

bool hr_is_read_as_text(const struct hr_function_values *values, uint32_t base)
{
	const struct hr_code_function *function = values->function;
	for (uint32_t i = 0; i < function->instructions.count; i++) {
		const struct hr_code_instruction *load = &function->instructions.data[i];
		if (load->op == HR_CODE_LOAD && load->size == 1 && load->value != HR_CODE_NONE &&
		    values->origins[hr_flow_operand(function, load, 0)] == base && is_text_loop(values, i))
			return true;
	}
	return false;
}

static void find_text_loop(struct hr_function_values *values, uint32_t index)
{
	const struct hr_code_instruction *load = &values->function->instructions.data[index];
	if (is_text_loop(values, index))
		tell(values, values->origins[hr_flow_operand(values->function, load, 0)], HR_MEANING_STRING,
		     hr_place_of(load));
}

/* isdigit(c) where the headers make it a look into a table. */
static void find_class(struct hr_function_values *values, const struct hr_code_instruction *address)
{
	static const char *const tables[] = { "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc" };
	const struct hr_code_function *function = values->function;
	const struct hr_code_instruction *load = hr_flow_maker(function, hr_flow_operand(function, address, 0));
	if (address->operand_count != 2 || !load || load->op != HR_CODE_LOAD)
		return;
	const struct hr_code_value *table = &function->values.data[hr_flow_operand(function, load, 0)];
	uint32_t target = table->kind == HR_VALUE_INSTRUCTION
				  ? hr_call_target(values->unit, values->index, table->index)
				  : HR_CODE_NONE;
	for (size_t i = 0; i < sizeof tables / sizeof *tables && target != HR_CODE_NONE; i++)
		if (strcmp(values->unit->code->functions.data[target].name, tables[i]) == 0)
			tell_meaning(values, hr_flow_operand(function, address, 1), HR_MEANING_CHARACTER,
				     hr_place_of(address));
}

void hr_find_meanings(struct hr_function_values *values)
{
	const struct hr_code_function *function = values->function;
	for (uint32_t i = 0; i < function->instructions.count; i++) {
		const struct hr_code_instruction *instruction = &function->instructions.data[i];
		if (instruction->op == HR_CODE_LOAD && instruction->value != HR_CODE_NONE)
			find_text_loop(values, i);
		if (instruction->op == HR_CODE_ADDRESS)
			find_class(values, instruction);
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
