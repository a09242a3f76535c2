/* Cells: members (struct type + offset) and global variables that functions define and use, callees included.
 *
 * Invariants: cells are numbered once for the unit; each function has one set of bits for each list; functions that call each other have the same. */
#include "analysis/memory_facts.h"

#include "base/memory.h"

#include <string.h>

struct cells {
	struct hr_facts *facts;
	const struct hr_call_graph *graph;
	const struct hr_code *code;
	uint32_t *first_field; /* of a type: number of its first cell; one cell for each byte offset that is named */
	HR_VEC(struct hr_cell) all;
	size_t capacity;    /* of the hash table, a power of two */
	uint32_t *table;    /* numbers + 1 */
	size_t words;       /* of a set */
	uint64_t **defined; /* by component */
	uint64_t **used;
	bool *defines_unknown;
	bool *uses_unknown;
};

static size_t slot_of(const struct cells *cells, const struct hr_cell *cell)
{
	uint64_t mixed = ((uint64_t)cell->type * 0x9e3779b97f4a7c15u) ^ (cell->offset * 0xff51afd7ed558ccdu);
	size_t slot = (size_t)(mixed >> 17) & (cells->capacity - 1);

	while (cells->table[slot]) {
		const struct hr_cell *other = &cells->all.data[cells->table[slot] - 1];

		if (other->type == cell->type && other->offset == cell->offset)
			break;
		slot = (slot + 1) & (cells->capacity - 1);
	}
	return slot;
}

static uint32_t number_of(struct cells *cells, struct hr_cell cell)
{
	if (2 * cells->all.count >= cells->capacity) {
		free(cells->table);
		cells->capacity = cells->capacity ? 2 * cells->capacity : 256;
		cells->table = hr_calloc(cells->capacity, sizeof *cells->table);
		for (size_t i = 0; i < cells->all.count; i++)
			cells->table[slot_of(cells, &cells->all.data[i])] = (uint32_t)i + 1;
	}
	size_t slot = slot_of(cells, &cell);
	if (!cells->table[slot]) {
		hr_vec_push(&cells->all, cell);
		cells->table[slot] = (uint32_t)cells->all.count;
	}
	return cells->table[slot] - 1;
}

/* ---- what an access touches ---- */

struct spot {
	bool is_known; /* a cell */
	bool is_own;   /* a local variable: nobody's business */
	struct hr_cell cell;
	uint32_t whole; /* the struct that begins here, or HR_CODE_NONE */
};

static uint32_t taken_for(const struct hr_code_function *function, uint32_t value)
{
	for (size_t i = 0; i < function->instructions.count; i++) {
		const struct hr_code_instruction *at = &function->instructions.data[i];

		if (at->op == HR_CODE_ADDRESS && function->operands.data[at->operands] == value) {
			const struct hr_code_address *address = &function->addresses.data[at->address];

			if (address->type != HR_CODE_NONE && address->bytes == address->offset)
				return address->type;
		}
	}
	return HR_CODE_NONE;
}

/* Only members of locals and of what is passed by value are our own; the member's name counts, not the way to it. */
static struct spot find_spot(const struct cells *cells, const struct hr_code_function *function, uint32_t pointer,
			     bool wants_whole)
{
	struct spot spot = { .whole = HR_CODE_NONE };
	int64_t bytes = 0;
	bool is_plain = true;

	for (;;) {
		const struct hr_code_value *it = &function->values.data[pointer];

		if (it->kind == HR_VALUE_VARIABLE) {
			const struct hr_code_variable *variable = &cells->code->variables.data[it->index];

			spot.is_own = variable->is_constant;
			if (!spot.is_known || variable->type == HR_CODE_NONE || is_plain)
				spot.cell = (struct hr_cell){ HR_CODE_NONE, it->index };
			spot.cell = (struct hr_cell){ HR_CODE_NONE, it->index };
			spot.is_known = true;
			return spot;
		}
		if (it->kind == HR_VALUE_PARAMETER)
			spot.is_own = function->parameters.data[it->index].is_by_value;
		if (it->kind != HR_VALUE_INSTRUCTION)
			break;
		const struct hr_code_instruction *at = &function->instructions.data[it->index];
		if (at->op == HR_CODE_LOCAL)
			spot.is_own = true;
		if (at->op != HR_CODE_ADDRESS && at->op != HR_CODE_CAST)
			break;
		if (at->op == HR_CODE_ADDRESS) {
			const struct hr_code_address *address = &function->addresses.data[at->address];

			bytes += address->bytes;
			if (address->type != HR_CODE_NONE && address->offset >= 0) {
				spot.is_known = true;
				spot.cell = (struct hr_cell){ address->type, (uint64_t)address->offset };
				is_plain = false;
			}
		}
		pointer = function->operands.data[at->operands];
	}
	if (wants_whole && !spot.is_known && bytes == 0 && !spot.is_own)
		spot.whole = taken_for(function, pointer);
	return spot;
}

static void set_bit(uint64_t *set, uint32_t number)
{
	set[number / 64] |= (uint64_t)1 << number % 64;
}

/* Finds the member that an offset falls into: a[3] of a member is the member. */
static struct hr_cell named(const struct cells *cells, struct hr_cell cell)
{
	const struct hr_code_type *type = cell.type == HR_CODE_NONE ? NULL : &cells->code->types.data[cell.type];

	for (size_t i = 0; type && i < type->fields.count; i++) {
		const struct hr_code_field *field = &type->fields.data[i];

		if (cell.offset <= field->offset || cell.offset >= field->offset + field->size)
			continue;
		uint64_t inside = cell.offset - field->offset;
		if (field->type != HR_CODE_NONE && cells->code->types.data[field->type].size) {
			struct hr_cell inner =
				named(cells, (struct hr_cell){ field->type,
							       inside % cells->code->types.data[field->type].size });
			cell.offset = field->offset + inner.offset;
		} else {
			cell.offset = field->offset;
		}
		break;
	}
	return cell;
}

static void note(struct cells *cells, uint64_t *set, const struct spot *spot)
{
	if (spot->is_own)
		return;
	if (spot->is_known) {
		uint32_t number = number_of(cells, named(cells, spot->cell));

		if (set)
			set_bit(set, number);
		return;
	}
	for (size_t i = 0; spot->whole != HR_CODE_NONE && i < cells->code->types.data[spot->whole].fields.count; i++) {
		uint32_t number = number_of(
			cells,
			(struct hr_cell){ spot->whole, cells->code->types.data[spot->whole].fields.data[i].offset });

		if (set)
			set_bit(set, number);
	}
}

static void note_library(struct cells *cells, const struct hr_code_function *function,
			 const struct hr_code_instruction *at, const struct hr_libc_function *library,
			 uint64_t *defined, uint64_t *used)
{
	for (uint32_t i = 1; i < at->operand_count; i++) {
		struct hr_libc_parameter parameter = hr_libc_parameter(library, i - 1);
		uint32_t argument = function->operands.data[at->operands + i];

		if (!(parameter.does & (HR_LIBC_READ | HR_LIBC_WRITE)) || !function->values.data[argument].is_pointer)
			continue;
		struct spot spot = find_spot(cells, function, argument, true);
		if (parameter.does & HR_LIBC_READ)
			note(cells, used, &spot);
		if (parameter.does & HR_LIBC_WRITE)
			note(cells, defined, &spot);
	}
}

/* Without sets: only gives numbers to cells. */
static void note_function(struct cells *cells, uint32_t index, uint64_t *defined, uint64_t *used)
{
	const struct hr_code_function *function = &cells->code->functions.data[index];

	for (uint32_t i = 0; i < function->instructions.count; i++) {
		const struct hr_code_instruction *at = &function->instructions.data[i];
		const uint32_t *operands = hr_code_operands(function, at);
		struct spot spot;

		switch (at->op) {
		case HR_CODE_LOAD:
			spot = find_spot(cells, function, operands[0], false);
			note(cells, used, &spot);
			break;
		case HR_CODE_STORE:
			spot = find_spot(cells, function, operands[1], false);
			note(cells, defined, &spot);
			break;
		case HR_CODE_ATOMIC:
			spot = find_spot(cells, function, operands[0], false);
			note(cells, used, &spot);
			note(cells, defined, &spot);
			break;
		case HR_CODE_CALL:
			if (function->values.data[operands[0]].kind == HR_VALUE_FUNCTION &&
			    cells->graph->library[function->values.data[operands[0]].index])
				note_library(cells, function, at,
					     cells->graph->library[function->values.data[operands[0]].index], defined,
					     used);
			break;
		default:
			break;
		}
	}
}

/* ---- callees ---- */

static void add_set(uint64_t *to, const uint64_t *from, size_t words)
{
	for (size_t i = 0; i < words; i++)
		to[i] |= from[i];
}

static void note_callees(struct cells *cells, uint32_t index, uint32_t component)
{
	const struct hr_callers *callers = &cells->graph->functions[index];

	for (size_t i = 0; i < callers->calls.count; i++)
		if (callers->calls.data[i].is_unknown)
			cells->defines_unknown[component] = cells->uses_unknown[component] = true;
	for (size_t i = 0; i < callers->targets.count; i++) {
		uint32_t target = callers->targets.data[i];
		const struct hr_code_function *function = &cells->code->functions.data[target];
		uint32_t other = cells->graph->component[target];

		if (!function->is_defined) {
			if (!cells->graph->library[target] && !hr_is_intrinsic(function->name))
				cells->defines_unknown[component] = cells->uses_unknown[component] = true;
			continue;
		}
		if (other == component)
			continue;
		add_set(cells->defined[component], cells->defined[other], cells->words);
		add_set(cells->used[component], cells->used[other], cells->words);
		cells->defines_unknown[component] |= cells->defines_unknown[other];
		cells->uses_unknown[component] |= cells->uses_unknown[other];
	}
}

static int compare_cells(const void *left, const void *right)
{
	const struct hr_cell *a = left;
	const struct hr_cell *b = right;

	if (a->type != b->type)
		return a->type < b->type ? -1 : 1;
	return (a->offset > b->offset) - (a->offset < b->offset);
}

static void tell(const struct cells *cells, hr_cells *out, const uint64_t *set)
{
	for (uint32_t i = 0; i < cells->all.count; i++)
		if (set[i / 64] >> i % 64 & 1)
			hr_vec_push(out, cells->all.data[i]);
	if (out->count)
		qsort(out->data, out->count, sizeof *out->data, compare_cells);
}

static void compute(struct cells *cells)
{
	const struct hr_call_graph *graph = cells->graph;

	for (size_t i = 0; i < cells->code->functions.count; i++) {
		uint32_t index = graph->order[i];
		uint32_t component = graph->component[index];

		if (!cells->defined[component]) {
			cells->defined[component] = hr_calloc(cells->words, sizeof(uint64_t));
			cells->used[component] = hr_calloc(cells->words, sizeof(uint64_t));
		}
		note_function(cells, index, cells->defined[component], cells->used[component]);
		note_callees(cells, index, component);
	}
	for (uint32_t i = 0; i < cells->code->functions.count; i++) {
		struct hr_function_facts *facts = &cells->facts->functions.data[i];
		uint32_t component = graph->component[i];

		if (!cells->code->functions.data[i].is_defined)
			continue;
		tell(cells, &facts->defines, cells->defined[component]);
		tell(cells, &facts->uses, cells->used[component]);
		facts->defines_unknown = cells->defines_unknown[component];
		facts->uses_unknown = cells->uses_unknown[component];
	}
}

void hr_tell_cells(struct hr_facts *facts, const struct hr_call_graph *graph)
{
	struct cells cells = { .facts = facts, .graph = graph, .code = facts->code };

	for (uint32_t i = 0; i < facts->code->functions.count; i++)
		note_function(&cells, i, NULL, NULL);
	cells.words = cells.all.count / 64 + 1;
	cells.defined = (uint64_t **)hr_calloc(graph->component_count, sizeof(uint64_t *));
	cells.used = (uint64_t **)hr_calloc(graph->component_count, sizeof(uint64_t *));
	cells.defines_unknown = hr_calloc(graph->component_count, sizeof(bool));
	cells.uses_unknown = hr_calloc(graph->component_count, sizeof(bool));
	compute(&cells);
	for (uint32_t i = 0; i < graph->component_count; i++) {
		free(cells.defined[i]);
		free(cells.used[i]);
	}
	free((void *)cells.defined);
	free((void *)cells.used);
	free(cells.defines_unknown);
	free(cells.uses_unknown);
	free(cells.table);
	hr_vec_release(&cells.all);
}
