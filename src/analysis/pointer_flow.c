/* Function pointers in the whole unit: sets of functions that flow along edges between nodes, until nothing changes.
 *
 * Nodes are the values of all functions, their results, and cells: members by struct type and offset, variables and locals without a struct as a whole,
 * and one for everything else in memory. A cell stands for that member in all objects; a member of a struct inside of another is that of the inner one.
 *
 * Whether a pointer can be foreign is told afterwards: a parameter of a function that others can call is `open`, and hands that on to where it is
 * copied; where ways meet (a phi, a cell) and functions of the unit are among what comes, those are the unit's choice and the rest does not count. */
#include "analysis/pointer_flow.h"

#include "base/memory.h"

#include <string.h>

enum cell_kind { CELL_FIELD = 1, CELL_VARIABLE, CELL_LOCAL, CELL_OTHER };

struct edge {
	uint32_t to;
	uint32_t next;
};

struct use {
	uint32_t function;
	uint32_t instruction;
	uint32_t next;
};

struct node {
	uint32_t edges; /* first, or HR_CODE_NONE */
	uint32_t calls; /* `uses`: calls through it */
	bool merges;    /* a cell, phi or select */
	bool is_open;
	HR_VEC(uint32_t) functions;
};

struct arrival {
	uint32_t node;
	uint32_t function;
};

struct hr_pointer_flow {
	const struct hr_code *code;
	uint32_t *first_value; /* node of a function's value 0 */
	uint32_t first_result;
	HR_VEC(struct node) nodes;
	HR_VEC(struct edge) edges;
	HR_VEC(struct use) uses;
	HR_VEC(struct arrival) arrivals;
	uint64_t *keys; /* hash table of cells: 0 is free */
	uint32_t *cells;
	size_t cell_count;
	size_t capacity;
	uint64_t *known; /* hash table of node and function: 0 is free */
	size_t known_count;
	size_t known_capacity;
};

/* ---- cells ---- */

static uint32_t new_node(struct hr_pointer_flow *flow)
{
	hr_vec_push(&flow->nodes, (struct node){ .edges = HR_CODE_NONE, .calls = HR_CODE_NONE });
	return (uint32_t)flow->nodes.count - 1;
}

static size_t slot_of(const struct hr_pointer_flow *flow, uint64_t key)
{
	size_t slot = (size_t)(key * 0x9e3779b97f4a7c15u >> 20) & (flow->capacity - 1);

	while (flow->keys[slot] && flow->keys[slot] != key)
		slot = (slot + 1) & (flow->capacity - 1);
	return slot;
}

static void grow_cells(struct hr_pointer_flow *flow)
{
	size_t old = flow->capacity;
	uint64_t *keys = flow->keys;
	uint32_t *cells = flow->cells;

	flow->capacity = old ? 2 * old : 256;
	flow->keys = hr_calloc(flow->capacity, sizeof *flow->keys);
	flow->cells = hr_calloc(flow->capacity, sizeof *flow->cells);
	for (size_t i = 0; i < old; i++) {
		if (!keys[i])
			continue;
		size_t slot = slot_of(flow, keys[i]);
		flow->keys[slot] = keys[i];
		flow->cells[slot] = cells[i];
	}
	free(keys);
	free(cells);
}

static uint32_t cell(struct hr_pointer_flow *flow, enum cell_kind kind, uint32_t what, uint32_t offset)
{
	uint64_t key = (uint64_t)kind << 61 | (uint64_t)what << 29 | (offset & 0x1fffffff);

	if (2 * flow->cell_count >= flow->capacity)
		grow_cells(flow);
	size_t slot = slot_of(flow, key);
	if (!flow->keys[slot]) {
		flow->keys[slot] = key;
		flow->cells[slot] = new_node(flow);
		flow->nodes.data[flow->cells[slot]].merges = true;
		flow->cell_count++;
	}
	return flow->cells[slot];
}

/* The struct or union inside of a type that an offset falls into; *offset becomes that in it. */
static uint32_t inner_type(const struct hr_code *code, uint32_t type, uint64_t *offset)
{
	const struct hr_code_type *outer = &code->types.data[type];

	for (size_t i = 0; i < outer->fields.count; i++) {
		const struct hr_code_field *field = &outer->fields.data[i];

		if (field->type == HR_CODE_NONE || *offset < field->offset || *offset - field->offset >= field->size)
			continue;
		*offset = (*offset - field->offset) % code->types.data[field->type].size;
		return field->type;
	}
	return HR_CODE_NONE;
}

static uint32_t field_cell(struct hr_pointer_flow *flow, uint32_t type, uint64_t offset)
{
	uint32_t inner;

	if (flow->code->types.data[type].size)
		offset %= flow->code->types.data[type].size;
	while ((inner = inner_type(flow->code, type, &offset)) != HR_CODE_NONE)
		type = inner;
	return cell(flow, CELL_FIELD, type, (uint32_t)offset);
}

static uint32_t variable_cell(struct hr_pointer_flow *flow, uint32_t index, int64_t offset)
{
	const struct hr_code_variable *variable = &flow->code->variables.data[index];

	if (variable->type == HR_CODE_NONE || offset < 0)
		return cell(flow, CELL_VARIABLE, index, 0);
	return field_cell(flow, variable->type, (uint64_t)offset);
}

static const struct hr_code_instruction *maker(const struct hr_code_function *function, uint32_t value)
{
	const struct hr_code_value *it = &function->values.data[value];

	return it->kind == HR_VALUE_INSTRUCTION ? &function->instructions.data[it->index] : NULL;
}

/* Where a pointer points to. */
static uint32_t pointed(struct hr_pointer_flow *flow, uint32_t index, uint32_t value)
{
	const struct hr_code_function *function = &flow->code->functions.data[index];
	int64_t bytes = 0;

	for (;;) {
		const struct hr_code_value *it = &function->values.data[value];
		const struct hr_code_instruction *at = maker(function, value);

		if (it->kind == HR_VALUE_VARIABLE)
			return variable_cell(flow, it->index, it->number + bytes);
		if (!at)
			break;
		if (at->op == HR_CODE_LOCAL)
			return cell(flow, CELL_LOCAL, flow->first_value[index] + value, 0);
		if (at->op == HR_CODE_ADDRESS) {
			const struct hr_code_address *address = &function->addresses.data[at->address];

			if (address->type != HR_CODE_NONE && address->offset >= 0)
				return field_cell(flow, address->type, (uint64_t)address->offset);
			bytes += address->bytes;
		} else if (at->op != HR_CODE_CAST) {
			break;
		}
		value = function->operands.data[at->operands];
	}
	return cell(flow, CELL_OTHER, 0, 0);
}

/* ---- edges ---- */

static size_t known_slot(const struct hr_pointer_flow *flow, uint64_t key)
{
	size_t slot = (size_t)(key * 0x9e3779b97f4a7c15u >> 20) & (flow->known_capacity - 1);

	while (flow->known[slot] && flow->known[slot] != key)
		slot = (slot + 1) & (flow->known_capacity - 1);
	return slot;
}

/* Remembers that a function is at a node; false when it was there already. */
static bool remember(struct hr_pointer_flow *flow, uint32_t node, uint32_t function)
{
	uint64_t key = (uint64_t)node << 32 | (function + 1u);

	if (2 * (flow->known_count + 1) > flow->known_capacity) {
		uint64_t *old = flow->known;
		size_t capacity = flow->known_capacity;

		flow->known_capacity = capacity ? 2 * capacity : 1024;
		flow->known = hr_calloc(flow->known_capacity, sizeof *flow->known);
		for (size_t i = 0; i < capacity; i++)
			if (old[i])
				flow->known[known_slot(flow, old[i])] = old[i];
		free(old);
	}
	size_t slot = known_slot(flow, key);
	if (flow->known[slot])
		return false;
	flow->known[slot] = key;
	flow->known_count++;
	return true;
}

static void arrive(struct hr_pointer_flow *flow, uint32_t node, uint32_t function)
{
	if (!remember(flow, node, function))
		return;
	hr_vec_push(&flow->nodes.data[node].functions, function);
	hr_vec_push(&flow->arrivals, (struct arrival){ node, function });
}

static void connect(struct hr_pointer_flow *flow, uint32_t from, uint32_t to)
{
	hr_vec_push(&flow->edges, (struct edge){ .to = to, .next = flow->nodes.data[from].edges });
	flow->nodes.data[from].edges = (uint32_t)flow->edges.count - 1;
	for (size_t i = 0; i < flow->nodes.data[from].functions.count; i++)
		arrive(flow, to, flow->nodes.data[from].functions.data[i]);
}

static void connect_call(struct hr_pointer_flow *flow, uint32_t index, const struct hr_code_instruction *at,
			 uint32_t callee)
{
	const struct hr_code_function *caller = &flow->code->functions.data[index];
	const struct hr_code_function *target = &flow->code->functions.data[callee];
	const uint32_t *operands = hr_code_operands(caller, at);

	if (!target->is_defined) {
		if (at->operand_count == 4 &&
		    (strcmp(target->name, "memcpy") == 0 || strcmp(target->name, "memmove") == 0))
			connect(flow, pointed(flow, index, operands[2]), pointed(flow, index, operands[1]));
		return;
	}
	for (uint32_t i = 1; i < at->operand_count && i - 1 < target->parameters.count; i++)
		connect(flow, flow->first_value[index] + operands[i], flow->first_value[callee] + i - 1);
	if (at->value != HR_CODE_NONE)
		connect(flow, flow->first_result + callee, flow->first_value[index] + at->value);
}

static void add_instruction(struct hr_pointer_flow *flow, uint32_t index, uint32_t instruction)
{
	const struct hr_code_function *function = &flow->code->functions.data[index];
	const struct hr_code_instruction *at = &function->instructions.data[instruction];
	const uint32_t *operands = hr_code_operands(function, at);
	uint32_t values = flow->first_value[index];

	switch (at->op) {
	case HR_CODE_LOAD:
		if (at->size == 8)
			connect(flow, pointed(flow, index, operands[0]), values + at->value);
		break;
	case HR_CODE_STORE:
		if (at->size == 8)
			connect(flow, values + operands[0], pointed(flow, index, operands[1]));
		break;
	case HR_CODE_PHI:
	case HR_CODE_SELECT:
		flow->nodes.data[values + at->value].merges = true;
		for (uint32_t i = at->op == HR_CODE_SELECT; i < at->operand_count; i++)
			connect(flow, values + operands[i], values + at->value);
		break;
	case HR_CODE_CAST:
		connect(flow, values + operands[0], values + at->value);
		break;
	case HR_CODE_RETURN:
		if (at->operand_count)
			connect(flow, values + operands[0], flow->first_result + index);
		break;
	case HR_CODE_CALL:
		if (function->values.data[operands[0]].kind == HR_VALUE_FUNCTION) {
			connect_call(flow, index, at, function->values.data[operands[0]].index);
		} else {
			struct node *callee = &flow->nodes.data[values + operands[0]];

			hr_vec_push(&flow->uses, (struct use){ index, instruction, callee->calls });
			callee->calls = (uint32_t)flow->uses.count - 1;
		}
		break;
	default:
		break;
	}
}

static void flow_all(struct hr_pointer_flow *flow)
{
	while (flow->arrivals.count) {
		struct arrival arrival = flow->arrivals.data[--flow->arrivals.count];
		uint32_t use = flow->nodes.data[arrival.node].calls;

		for (uint32_t e = flow->nodes.data[arrival.node].edges; e != HR_CODE_NONE; e = flow->edges.data[e].next)
			arrive(flow, flow->edges.data[e].to, arrival.function);
		for (; use != HR_CODE_NONE; use = flow->uses.data[use].next) {
			const struct hr_code_function *caller =
				&flow->code->functions.data[flow->uses.data[use].function];

			connect_call(flow, flow->uses.data[use].function,
				     &caller->instructions.data[flow->uses.data[use].instruction], arrival.function);
		}
	}
}

/* ---- foreign pointers ---- */

static void open_parameters(struct hr_pointer_flow *flow)
{
	HR_VEC(uint32_t) todo = HR_VEC_INIT;

	for (size_t i = 0; i < flow->code->functions.count; i++) {
		const struct hr_code_function *function = &flow->code->functions.data[i];

		if (!function->is_defined || function->is_local)
			continue;
		for (uint32_t k = 0; k < function->parameters.count; k++) {
			flow->nodes.data[flow->first_value[i] + k].is_open = true;
			hr_vec_push(&todo, flow->first_value[i] + k);
		}
	}
	while (todo.count) {
		uint32_t from = todo.data[--todo.count];

		for (uint32_t e = flow->nodes.data[from].edges; e != HR_CODE_NONE; e = flow->edges.data[e].next) {
			struct node *to = &flow->nodes.data[flow->edges.data[e].to];

			if (to->is_open || to->merges)
				continue;
			to->is_open = true;
			hr_vec_push(&todo, flow->edges.data[e].to);
		}
	}
	hr_vec_release(&todo);
}

/* ---- the whole ---- */

static void add_initial(struct hr_pointer_flow *flow)
{
	for (size_t i = 0; i < flow->code->variables.count; i++) {
		const struct hr_code_variable *variable = &flow->code->variables.data[i];

		for (size_t k = 0; k < variable->references.count; k++) {
			const struct hr_code_reference *reference = &variable->references.data[k];

			if (!reference->is_function)
				continue;
			arrive(flow, variable_cell(flow, (uint32_t)i, (int64_t)reference->offset), reference->index);
			arrive(flow, cell(flow, CELL_VARIABLE, (uint32_t)i, 0), reference->index);
		}
	}
}

struct hr_pointer_flow *hr_pointer_flow_new(const struct hr_code *code)
{
	struct hr_pointer_flow *flow = hr_calloc(1, sizeof *flow);

	flow->code = code;
	flow->first_value = hr_calloc(code->functions.count, sizeof *flow->first_value);
	for (size_t i = 0; i < code->functions.count; i++) {
		flow->first_value[i] = (uint32_t)flow->nodes.count;
		for (size_t k = 0; k < code->functions.data[i].values.count; k++)
			new_node(flow);
	}
	flow->first_result = (uint32_t)flow->nodes.count;
	for (size_t i = 0; i < code->functions.count; i++)
		new_node(flow);
	for (uint32_t i = 0; i < code->functions.count; i++) {
		const struct hr_code_function *function = &code->functions.data[i];

		for (uint32_t k = 0; k < function->instructions.count; k++)
			add_instruction(flow, i, k);
		for (uint32_t k = 0; k < function->values.count; k++)
			if (function->values.data[k].kind == HR_VALUE_FUNCTION)
				arrive(flow, flow->first_value[i] + k, function->values.data[k].index);
	}
	add_initial(flow);
	flow_all(flow);
	open_parameters(flow);
	return flow;
}

void hr_pointer_flow_free(struct hr_pointer_flow *flow)
{
	for (size_t i = 0; i < flow->nodes.count; i++)
		hr_vec_release(&flow->nodes.data[i].functions);
	hr_vec_release(&flow->nodes);
	hr_vec_release(&flow->edges);
	hr_vec_release(&flow->uses);
	hr_vec_release(&flow->arrivals);
	free(flow->first_value);
	free(flow->keys);
	free(flow->known);
	free(flow->cells);
	free(flow);
}

static int compare_numbers(const void *left, const void *right)
{
	uint32_t a = *(const uint32_t *)left;
	uint32_t b = *(const uint32_t *)right;

	return (a > b) - (a < b);
}

/* A member at the same offset of another struct, or a table of other functions, is no target: what is called otherwise than it is defined is undefined. Only where nothing
 * that arrives has the signature of the call (functions without prototypes), all of it counts. */
static bool is_any_called_so(const struct hr_pointer_flow *flow, const struct node *node, uint32_t signature)
{
	for (size_t i = 0; i < node->functions.count; i++)
		if (flow->code->functions.data[node->functions.data[i]].signature == signature)
			return true;
	return false;
}

bool hr_pointer_flow_targets(const struct hr_pointer_flow *flow, uint32_t function, uint32_t value, uint32_t signature,
			     uint32_t **data, size_t *count, size_t *capacity)
{
	const struct node *node = &flow->nodes.data[flow->first_value[function] + value];
	size_t first = *count;
	bool is_strict = is_any_called_so(flow, node, signature);

	for (size_t i = 0; i < node->functions.count; i++) {
		uint32_t target = node->functions.data[i];
		if (is_strict && flow->code->functions.data[target].signature != signature)
			continue;
		if (*count == *capacity)
			*data = hr_vec_grow(*data, capacity, sizeof **data);
		(*data)[(*count)++] = target;
	}
	if (*count > first)
		qsort(*data + first, *count - first, sizeof **data, compare_numbers);
	return node->is_open || !node->functions.count;
}
