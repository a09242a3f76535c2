/* Which memory a function touches, and how far: loads and stores, and calls that are known to use a buffer up to a length — functions of the C library by the table,
 * functions of the unit by what was found out about them before. */
#include "analysis/values_internal.h"

#include "base/memory.h"

#include <string.h>

static void add(hr_accesses *out, struct hr_function_values *values, uint32_t instruction, const struct hr_sum *last,
		uint32_t pointer, struct hr_access access, int64_t grain)
{
	if (!last->is_known || !last->count)
		return;
	access.instruction = instruction;
	access.block = values->function->instructions.data[instruction].block;
	if (values->flow.position[access.block] == HR_CODE_NONE)
		return;
	access.last = *last;
	access.origin = pointer == HR_CODE_NONE ? HR_CODE_NONE : values->origins[pointer];
	bool or_text = access.limits.or_text;
	access.limits = hr_bounds_find_beyond(&values->bounds, last, access.block, grain, &access.beyond);
	access.limits.or_text |= or_text;
	if (access.limits.count)
		values->is_limited[instruction] = true;
	hr_vec_push(out, access);
}

static void add_direct(hr_accesses *out, struct hr_function_values *values, uint32_t index)
{
	const struct hr_code_instruction *instruction = &values->function->instructions.data[index];
	bool is_store = instruction->op == HR_CODE_STORE;
	uint32_t pointer = hr_flow_operand(values->function, instruction, is_store ? 1 : 0);
	uint32_t origin = values->origins[pointer];
	if (origin == HR_CODE_NONE || !hr_atom_is_base(&values->sums, origin))
		return;
	struct hr_sum size = hr_sum_constant(instruction->size);
	struct hr_sum last = hr_sum_add(hr_sum_of(&values->sums, pointer), &size, 1);
	struct hr_access access = { .is_read = !is_store, .is_written = is_store };
	add(out, values, index, &last, pointer, access, instruction->size);
}

/* left * right where that is a sum. */
static struct hr_sum multiply(struct hr_sums *sums, const struct hr_sum *left, const struct hr_sum *right)
{
	if (left->is_known && !left->count && left->divisor == 1)
		return hr_sum_scale(right, left->constant, 1);
	if (right->is_known && !right->count && right->divisor == 1)
		return hr_sum_scale(left, right->constant, 1);
	uint32_t one = hr_sum_single(left), other = hr_sum_single(right), product = HR_CODE_NONE;
	if (one != HR_CODE_NONE && other != HR_CODE_NONE && !left->constant && !right->constant)
		product = hr_atom_product(sums, one, other);
	struct hr_sum out = product == HR_CODE_NONE ? hr_sum_constant(0) : hr_sum_atom(product);
	out.is_known = product != HR_CODE_NONE;
	return out;
}

/* strlen(p) as the length of p: no limit of the caller's. */
static bool is_own_length(const struct hr_function_values *values, uint32_t pointer, const struct hr_sum *length)
{
	for (uint8_t i = 0; i < length->count; i++) {
		const struct hr_atom *atom = &values->sums.atoms.data[length->terms[i].atom];
		const struct hr_code_instruction *call =
			atom->kind == HR_ATOM_VALUE ? hr_flow_maker(values->function, atom->number) : NULL;
		const struct hr_libc_function *library =
			call ? hr_call_library(values, values->function->values.data[atom->number].index) : NULL;
		if (!library || call->operand_count < 2 || strcmp(library->name, "strlen") != 0)
			continue;
		if (values->origins[hr_flow_operand(values->function, call, 1)] == values->origins[pointer])
			return true;
	}
	return false;
}

static void add_library(hr_accesses *out, struct hr_function_values *values, uint32_t index,
			const struct hr_libc_function *library)
{
	const struct hr_code_function *function = values->function;
	const struct hr_code_instruction *call = &function->instructions.data[index];
	for (uint32_t a = 0; a < HR_LIBC_PARAMETERS && a + 1 < call->operand_count; a++) {
		struct hr_libc_parameter parameter = hr_libc_parameter(library, a);
		if (parameter.size < 0 || parameter.size + 1 >= (int)call->operand_count ||
		    parameter.times + 1 >= (int)call->operand_count)
			continue;
		uint32_t pointer = hr_flow_operand(function, call, a + 1);
		struct hr_sum length =
			*hr_sum_of(&values->sums, hr_flow_operand(function, call, (uint32_t)parameter.size + 1));
		if (parameter.times >= 0)
			length = multiply(&values->sums, &length,
					  hr_sum_of(&values->sums,
						    hr_flow_operand(function, call, (uint32_t)parameter.times + 1)));
		/* strlcat and its like look for the end of the text first: what counts is the room behind it */
		bool is_read = (parameter.does & HR_LIBC_READ) != 0 &&
			       !(parameter.does & HR_LIBC_WRITE && parameter.meaning == HR_MEANING_STRING);
		if (is_read && is_own_length(values, pointer, &length))
			continue;
		struct hr_sum last = hr_sum_add(hr_sum_of(&values->sums, pointer), &length, 1);
		struct hr_access access = { .is_read = is_read,
					    .is_written = (parameter.does & HR_LIBC_WRITE) != 0,
					    .is_range = true };
		add(out, values, index, &last, pointer, access, 1);
	}
}

/* What the only store into a local puts there. */
static bool stored_in_local(struct hr_sum *out, struct hr_function_values *values, uint32_t local, int64_t bytes)
{
	const struct hr_code_function *function = values->function;
	uint32_t found = HR_CODE_NONE;
	for (uint32_t u = values->flow.use_first[local]; u < values->flow.use_first[local + 1]; u++) {
		const struct hr_code_instruction *use = &function->instructions.data[values->flow.uses[u]];
		if (use->op != HR_CODE_STORE || hr_flow_operand(function, use, 1) != local)
			continue;
		if (found != HR_CODE_NONE)
			return false;
		found = hr_flow_operand(function, use, 0);
	}
	if (found == HR_CODE_NONE || bytes)
		return false;
	*out = *hr_sum_of(&values->sums, found);
	return true;
}

/* Something of the callee's, seen from the call. */
static struct hr_sum actual(struct hr_function_values *values, const struct hr_code_instruction *call,
			    const struct hr_ref *ref, bool is_pointer)
{
	struct hr_sum none = hr_sum_constant(0);
	none.is_known = false;
	if (ref->parameter + 1 >= call->operand_count)
		return none;
	uint32_t value = hr_flow_operand(values->function, call, ref->parameter + 1);
	const struct hr_sum *argument = hr_sum_of(&values->sums, value);
	if (!ref->is_cell)
		return *argument;
	uint32_t base = hr_sum_single(argument);
	if (base == HR_CODE_NONE)
		return none;
	struct hr_sum stored;
	const struct hr_atom *atom = &values->sums.atoms.data[base];
	const struct hr_code_instruction *maker =
		atom->kind == HR_ATOM_VALUE ? hr_flow_maker(values->function, atom->number) : NULL;
	if (maker && maker->op == HR_CODE_LOCAL &&
	    stored_in_local(&stored, values, atom->number, argument->constant + ref->bytes))
		return stored;
	uint32_t cell =
		hr_atom_cell(&values->sums, base, argument->constant + ref->bytes, ref->type, ref->offset, is_pointer);
	return cell == HR_CODE_NONE ? none : hr_sum_atom(cell);
}

static void add_span(hr_accesses *out, struct hr_function_values *values, uint32_t index, const struct hr_span *span)
{
	const struct hr_code_instruction *call = &values->function->instructions.data[index];
	if (span->buffer.parameter + 1 >= call->operand_count)
		return;
	uint32_t pointer = hr_flow_operand(values->function, call, span->buffer.parameter + 1);
	struct hr_sum last = actual(values, call, &span->buffer, true);
	if (span->number.parameter == HR_CODE_NONE) {
		struct hr_sum constant = hr_sum_constant(span->factor);
		last = hr_sum_add(&last, &constant, 1);
	} else if (span->is_end) {
		last = actual(values, call, &span->number, true);
	} else {
		struct hr_sum number = actual(values, call, &span->number, false);
		if (span->times.parameter != HR_CODE_NONE) {
			struct hr_sum times = actual(values, call, &span->times, false);
			number = multiply(&values->sums, &number, &times);
		}
		last = hr_sum_add(&last, &number, span->factor);
	}
	struct hr_access access = { .is_read = span->relation == HR_RELATION_LENGTH,
				    .is_written = span->relation == HR_RELATION_CAPACITY,
				    .is_range = true,
				    .limits = { .or_text = span->or_text } };
	add(out, values, index, &last, span->buffer.is_cell ? HR_CODE_NONE : pointer, access, 1);
}

void hr_accesses_find(hr_accesses *out, struct hr_function_values *values)
{
	const struct hr_code_function *function = values->function;
	for (uint32_t i = 0; i < function->instructions.count; i++) {
		const struct hr_code_instruction *instruction = &function->instructions.data[i];
		if (instruction->op == HR_CODE_LOAD || instruction->op == HR_CODE_STORE)
			add_direct(out, values, i);
		uint32_t target = hr_call_target(values->unit, values->index, i);
		if (target == HR_CODE_NONE)
			continue;
		if (values->unit->graph->library[target])
			add_library(out, values, i, values->unit->graph->library[target]);
		const hr_spans *spans = &values->unit->spans[target];
		for (size_t s = 0; s < spans->count; s++)
			add_span(out, values, i, &spans->data[s]);
	}
}

/* ---- reading before writing ---- */

/* A loop that writes, and does not hold the read, is taken to run at least once. */
static bool is_written_at(const struct hr_flow *flow, const struct hr_access *const *accesses, size_t count,
			  uint32_t block, const struct hr_access *read)
{
	for (size_t i = 0; i < count; i++) {
		const struct hr_access *access = accesses[i];
		if (!access->is_written)
			continue;
		if (access->block == block && (block != read->block || access->instruction < read->instruction))
			return true;
		if (flow->loop[block] == block && hr_flow_in_loop(flow, block, access->block) &&
		    !hr_flow_in_loop(flow, block, read->block))
			return true;
	}
	return false;
}

static bool is_reached_first(const struct hr_flow *flow, const struct hr_access *const *accesses, size_t count,
			     const struct hr_access *read)
{
	const struct hr_code_function *function = flow->function;
	bool *seen = hr_calloc(function->blocks.count + 1, sizeof *seen);
	uint32_t *stack = hr_calloc(function->blocks.count + 1, sizeof *stack);
	size_t depth = 0;
	bool found = false;
	stack[depth++] = 0;
	seen[0] = true;
	while (depth && !found) {
		uint32_t block = stack[--depth];
		if (is_written_at(flow, accesses, count, block, read))
			continue;
		found = block == read->block;
		const struct hr_code_instruction *end = hr_flow_end(function, block);
		for (uint32_t t = 0; end && t < end->target_count; t++) {
			uint32_t to = function->targets.data[end->targets + t];
			if (!seen[to]) {
				seen[to] = true;
				stack[depth++] = to;
			}
		}
	}
	free(seen);
	free(stack);
	return found;
}

bool hr_accesses_read_first(const struct hr_flow *flow, const struct hr_access *const *accesses, size_t count)
{
	bool is_written = false;
	for (size_t i = 0; i < count; i++)
		is_written |= accesses[i]->is_written;
	size_t tried = 0;
	for (size_t i = 0; i < count && tried < 12; i++) {
		if (!accesses[i]->is_read)
			continue;
		tried++;
		if (!is_written || is_reached_first(flow, accesses, count, accesses[i]))
			return true;
	}
	return false;
}
