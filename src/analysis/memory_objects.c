/* Objects, and what is in memory.
 *
 * Invariants: an object has at most MOST_CELLS cells, then one for everything; a root has at most MOST_NODES nodes, then one for everything. What is loaded is
 * what can still be there: stored before on some way, and not overwritten since. */
#include "analysis/memory_internal.h"

enum { MOST_OFFSETS = 4, MOST_CELLS = 48, MOST_NODES = 200, MOST_OBJECTS = 600, MOST_SEEN = 64, MOST_STORED = 80 };

/* Forgets who stored what. */
static void forget_order(struct memory *memory, struct memory_cell *cell)
{
	pointees all = HR_VEC_INIT;

	for (size_t i = 0; i < cell->contents.count; i++)
		hr_pointees_add(memory, &all, cell->contents.data[i].pointee);
	hr_vec_clear(&cell->contents);
	for (size_t i = 0; i < all.count; i++)
		hr_vec_push(&cell->contents, (struct stored){ all.data[i], HR_CODE_NONE });
	hr_vec_release(&all);
}

static bool add_stored(struct memory *memory, struct memory_cell *cell, struct pointee pointee)
{
	uint32_t at = memory->order ? memory->now : HR_CODE_NONE;
	size_t same = 0;

	memory->work += 1 + cell->contents.count / 8;
	if (memory->is_coarse)
		pointee = (struct pointee){ pointee.object, 0, 1 };
	for (size_t i = 0; i < cell->contents.count; i++) {
		const struct stored *it = &cell->contents.data[i];

		if (it->pointee.object != pointee.object || (it->at != at && it->at != HR_CODE_NONE))
			continue;
		if (hr_places_cover(it->pointee.offset, it->pointee.stride, pointee.offset, pointee.stride))
			return false;
		same++;
	}
	if (same >= MOST_OFFSETS)
		pointee = (struct pointee){ pointee.object, 0, 1 };
	hr_vec_push(&cell->contents, (struct stored){ pointee, at });
	if (cell->contents.count >= MOST_STORED)
		forget_order(memory, cell);
	if (cell->contents.count >= MOST_STORED)
		hr_memory_give_up(memory);
	return true;
}

/* ---- objects ---- */

static uint32_t add_object(struct memory *memory, struct memory_object object)
{
	for (size_t i = 0; i < MARK_COUNT; i++)
		object.at[i] = (struct hr_place){ HR_CODE_NONE, 0 };
	memory->version++;
	hr_vec_push(&memory->objects, object);
	return (uint32_t)memory->objects.count - 1;
}

uint32_t hr_memory_object(struct memory *memory, enum object_kind kind, uint32_t index, uint32_t number)
{
	bool is_several = kind == OBJECT_FRESH && (memory->is_coarse || memory->objects.count >= MOST_OBJECTS);
	if ((kind == OBJECT_FRESH || kind == OBJECT_FUNCTION) && memory->is_coarse)
		index = number = 0;
	else if (is_several)
		number = 0;
	for (uint32_t i = 0; i < memory->objects.count; i++) {
		struct memory_object *it = &memory->objects.data[i];

		if (it->kind != kind || it->index != index || it->number != number)
			continue;
		it->is_several = it->is_several || is_several;
		return i;
	}
	return add_object(memory, (struct memory_object){ .kind = (uint8_t)kind,
							  .root = (uint32_t)memory->objects.count,
							  .index = index,
							  .number = number,
							  .is_several = is_several,
							  .type = HR_CODE_NONE });
}

uint32_t hr_memory_global(struct memory *memory, const struct hr_code *code, uint32_t variable)
{
	bool is_constant = variable < code->variables.count ? code->variables.data[variable].is_constant
							    : variable == GLOBAL_CONSTANT;

	if (memory->is_coarse && variable != GLOBAL_LIBRARY)
		variable = is_constant ? GLOBAL_CONSTANT : GLOBAL_ANY;
	uint32_t object = hr_memory_object(memory, OBJECT_GLOBAL, variable, 0);
	memory->objects.data[object].is_constant = is_constant;
	return object;
}

static bool has_entry(const struct memory_object *object)
{
	return object->kind == OBJECT_PARAMETER || object->kind == OBJECT_NODE || object->kind == OBJECT_REST ||
	       (object->kind == OBJECT_GLOBAL && !object->is_constant);
}

/* The node that a member leads to. */
static uint32_t node(struct memory *memory, uint32_t root, uint32_t type, int32_t offset, uint32_t stride)
{
	size_t count = 0;
	uint32_t collapsed = HR_CODE_NONE;

	if (memory->is_coarse && memory->objects.data[root].kind == OBJECT_GLOBAL)
		root = hr_memory_object(memory, OBJECT_GLOBAL, GLOBAL_ANY, 0);
	for (uint32_t i = 0; i < memory->objects.count; i++) {
		const struct memory_object *it = &memory->objects.data[i];

		if (it->kind != OBJECT_NODE || it->root != root)
			continue;
		if (it->is_collapsed)
			collapsed = i;
		else if (it->type == type && it->offset == offset)
			return i;
		count++;
	}
	if (collapsed != HR_CODE_NONE)
		return collapsed;
	return add_object(memory, (struct memory_object){ .kind = OBJECT_NODE,
							  .root = root,
							  .type = type,
							  .offset = offset,
							  .stride = stride,
							  .is_collapsed = memory->is_coarse || count >= MOST_NODES });
}

/* ---- cells ---- */

struct hr_cell hr_no_member(void)
{
	return (struct hr_cell){ .type = HR_CODE_NONE };
}

static void collapse_cells(struct memory *memory, struct memory_object *object)
{
	struct memory_cell all = { .stride = 1, .member = hr_no_member(), .child = HR_CODE_NONE };

	for (size_t i = 0; i < object->cells.count; i++) {
		struct memory_cell *cell = &object->cells.data[i];

		for (size_t k = 0; k < cell->contents.count; k++)
			hr_vec_push(&all.contents, cell->contents.data[k]);
		hr_pointees_add_all(memory, &all.left, &cell->left);
		if (cell->child != HR_CODE_NONE)
			hr_vec_push(&all.contents, (struct stored){ { cell->child, 0, 1 }, HR_CODE_NONE });
		hr_vec_release(&cell->contents);
		hr_vec_release(&cell->left);
	}
	object->cells.count = 0;
	forget_order(memory, &all);
	hr_vec_push(&object->cells, all);
}

static size_t cell_at(struct memory *memory, uint32_t index, int32_t offset, uint32_t stride, struct hr_cell member)
{
	struct memory_object *object = &memory->objects.data[index];

	if (memory->is_coarse) {
		offset = 0;
		stride = 1;
		member = hr_no_member();
	}
	for (size_t i = 0; i < object->cells.count; i++) {
		struct memory_cell *cell = &object->cells.data[i];

		if (cell->offset == offset && cell->stride == stride)
			return i;
		if (cell->stride == 1)
			return i;
	}
	if (object->cells.count >= MOST_CELLS) {
		collapse_cells(memory, object);
		return 0;
	}
	memory->version++;
	hr_vec_push(
		&object->cells,
		(struct memory_cell){ .offset = offset, .stride = stride, .member = member, .child = HR_CODE_NONE });
	return object->cells.count - 1;
}

/* ---- loading and storing ---- */

static void load_initial(struct memory *memory, const struct hr_code *code, pointees *out, struct pointee from)
{
	const struct hr_code_variable *variable = &code->variables.data[memory->objects.data[from.object].index];

	for (size_t i = 0; i < variable->references.count; i++) {
		const struct hr_code_reference *reference = &variable->references.data[i];
		uint32_t object;

		if (!hr_cells_overlap(from.offset, from.stride, (int32_t)reference->offset, 0))
			continue;
		object = reference->is_function ? hr_memory_object(memory, OBJECT_FUNCTION, reference->index, 0)
						: hr_memory_global(memory, code, reference->index);
		hr_pointees_add(memory, out, hr_pointee_moved((struct pointee){ object, 0, 0 }, reference->bytes, 0));
	}
}

/* One question about memory: what is found, and where we have been on the way through copies. */
struct search {
	struct memory *memory;
	const struct hr_code *code;
	pointees *out;
	struct hr_cell member;
	bool makes;
	bool is_first; /* the place that was asked for, not one that it was copied from */
	pointees seen;
};

static void search_place(struct search *search, struct pointee from);

/* Whether what an instruction left can still be there when this one looks. */
static bool sees(const struct search *search, uint32_t at, struct hr_spot to)
{
	const struct memory *memory = search->memory;

	if (!memory->order || at == HR_CODE_NONE)
		return true;
	if (!hr_order_lasts(memory->order, at, memory->now, to))
		return false;
	return !search->is_first || hr_order_lasts(memory->order, at, memory->now, memory->spot);
}

static bool sees_copy(const struct search *search, const struct memory_copy *copy, int64_t inside)
{
	struct hr_spot to = copy->to;

	to.bytes += inside;
	return sees(search, copy->at, to);
}

static struct hr_spot spot_of_store(const struct search *search, uint32_t at)
{
	const struct hr_code_function *function = search->memory->function;

	if (!function || at == HR_CODE_NONE || function->instructions.data[at].op != HR_CODE_STORE)
		return (struct hr_spot){ .is_known = false };
	return hr_order_spot(function, function->operands.data[function->instructions.data[at].operands + 1]);
}

static void search_copies(struct search *search, struct pointee from)
{
	struct memory *memory = search->memory;
	bool is_first = search->is_first;

	for (size_t i = 0; i < memory->objects.data[from.object].copies.count; i++) {
		struct memory_copy copy = memory->objects.data[from.object].copies.data[i];
		bool is_exact = !copy.stride && !from.stride;
		int64_t inside = (int64_t)from.offset - copy.offset;
		bool is_hole = false;

		if (is_exact && (inside < 0 || (copy.size >= 0 && inside >= copy.size)))
			continue;
		for (uint8_t k = 0; k < copy.hole_count && is_exact; k++)
			is_hole |= copy.holes[k] == from.offset;
		search->is_first = is_first;
		if (is_hole || !sees_copy(search, &copy, inside))
			continue;
		search->is_first = false;
		search_place(search,
			     hr_pointee_moved(copy.from, inside, is_exact ? 0 : hr_divisor(copy.stride, from.stride)));
	}
}

/* The cell of what was there at the entry, with the node that it leads to. */
static void make_child(struct search *search, struct pointee from)
{
	struct memory *memory = search->memory;
	size_t at = cell_at(memory, from.object, from.offset, from.stride, search->member);
	struct memory_cell cell = memory->objects.data[from.object].cells.data[at];

	if (cell.child == HR_CODE_NONE) {
		uint32_t child = node(memory, memory->objects.data[from.object].root, cell.member.type, cell.offset,
				      cell.stride);

		memory->objects.data[from.object].cells.data[at].child = child;
		memory->version++;
	}
}

static void search_place(struct search *search, struct pointee from)
{
	struct memory *memory = search->memory;
	const struct memory_object *object = &memory->objects.data[from.object];
	const struct hr_spot nowhere = { .is_known = false };

	if (search->seen.count >= MOST_SEEN || !hr_pointees_add(memory, &search->seen, from)) {
		if (search->seen.count >= MOST_SEEN)
			hr_memory_give_up(memory);
		return;
	}
	if (object->kind == OBJECT_UNKNOWN || object->is_collapsed)
		hr_pointees_add(memory, search->out, (struct pointee){ from.object, 0, 1 });
	if (object->kind == OBJECT_UNKNOWN || object->kind == OBJECT_FUNCTION)
		return;
	if (has_entry(object) && !object->is_collapsed && search->makes)
		make_child(search, from);
	object = &memory->objects.data[from.object];
	for (size_t i = 0; i < object->cells.count; i++) {
		const struct memory_cell *cell = &object->cells.data[i];

		if (!hr_cells_overlap(cell->offset, cell->stride, from.offset, from.stride))
			continue;
		for (size_t k = 0; k < cell->contents.count; k++)
			if (sees(search, cell->contents.data[k].at, spot_of_store(search, cell->contents.data[k].at)))
				hr_pointees_add(memory, search->out, cell->contents.data[k].pointee);
		if (cell->child != HR_CODE_NONE && (from.stride || cell->stride || sees(search, HR_AT_ENTRY, nowhere)))
			hr_pointees_add(memory, search->out, (struct pointee){ cell->child, 0, 0 });
	}
	uint32_t variable = object->kind == OBJECT_GLOBAL ? object->index : HR_CODE_NONE;
	if (variable == GLOBAL_ANY || variable == GLOBAL_CONSTANT) {
		hr_pointees_add(memory, search->out,
				(struct pointee){ hr_memory_global(memory, search->code, GLOBAL_ANY), 0, 1 });
		hr_pointees_add(memory, search->out,
				(struct pointee){ hr_memory_global(memory, search->code, GLOBAL_CONSTANT), 0, 1 });
	} else if (variable < search->code->variables.count)
		load_initial(memory, search->code, search->out, from);
	search_copies(search, from);
}

void hr_memory_load(struct memory *memory, const struct hr_code *code, pointees *out, struct pointee from,
		    struct hr_cell member, bool makes)
{
	struct search search = {
		.memory = memory, .code = code, .out = out, .member = member, .makes = makes, .is_first = true
	};

	search_place(&search, from);
	hr_vec_release(&search.seen);
}

void hr_memory_store(struct memory *memory, struct pointee to, struct hr_cell member, const pointees *values,
		     bool is_left)
{
	struct memory_object *object = &memory->objects.data[to.object];

	if (!values->count || object->kind == OBJECT_FUNCTION || object->is_constant)
		return;
	if (object->kind == OBJECT_UNKNOWN) {
		hr_memory_mark(memory, values, MARK_LOST, (struct hr_place){ HR_CODE_NONE, 0 });
		return;
	}
	size_t at = cell_at(memory, to.object, to.offset, to.stride, member);
	struct memory_cell *cell = &memory->objects.data[to.object].cells.data[at];
	for (size_t i = 0; i < values->count; i++)
		memory->version += add_stored(memory, cell, values->data[i]);
	if (is_left)
		memory->version += hr_pointees_add_all(memory, &cell->left, values);
}
