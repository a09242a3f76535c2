/* Effects as facts: what a function's summary says about its parameters and its result. */
#include "analysis/memory_facts.h"
#include "analysis/parts.h"

#include "base/memory.h"

struct teller {
	struct hr_facts *facts;
	uint32_t index;
	const struct hr_code_function *function;
	const struct memory *memory;
	uint64_t *held; /* by object: the source parameters whose memory leads to it at the return; of fresh ones */
	bool *is_held_globally;
	bool *is_in_result;
};

static uint32_t source_of(const struct teller *teller, uint32_t parameter)
{
	return parameter < teller->function->parameters.count ? teller->function->parameters.data[parameter].source
							      : HR_CODE_NONE;
}

static uint64_t bit(uint32_t number)
{
	return number < 64 ? (uint64_t)1 << number : 0;
}

/* A parameter or global that an object belongs to. */
static const struct memory_object *root_of(const struct teller *teller, uint32_t object)
{
	const struct memory_object *it = &teller->memory->objects.data[object];

	return it->kind == OBJECT_NODE && it->root != HR_CODE_NONE ? &teller->memory->objects.data[it->root] : it;
}

/* ---- who leads to what at the return ---- */

/* What belongs to whom, without looking at what was stored. */
static void hold_own(struct teller *teller, uint32_t object)
{
	const struct memory_object *root = root_of(teller, object);

	if (root->kind == OBJECT_GLOBAL)
		teller->is_held_globally[object] = true;
	if (root->kind == OBJECT_PARAMETER) {
		uint32_t source = source_of(teller, root->index);

		if (source == HR_CODE_NONE)
			teller->is_in_result[object] = true;
		else
			teller->held[object] |= bit(source);
	}
}

static bool hold_same(struct teller *teller, uint32_t object, uint32_t holder)
{
	uint64_t held = teller->held[object] | teller->held[holder];
	bool is_global = teller->is_held_globally[object] || teller->is_held_globally[holder];
	bool is_in_result = teller->is_in_result[object] || teller->is_in_result[holder];
	bool has_changed = held != teller->held[object] || is_global != teller->is_held_globally[object] ||
			   is_in_result != teller->is_in_result[object];

	teller->held[object] = held;
	teller->is_held_globally[object] = is_global;
	teller->is_in_result[object] = is_in_result;
	return has_changed;
}

/* Fresh memory is held by what leads to it. */
static void find_holders(struct teller *teller)
{
	const struct memory *memory = teller->memory;
	bool has_changed = true;

	for (uint32_t i = 0; i < memory->objects.count; i++)
		hold_own(teller, i);
	for (size_t i = 0; i < memory->returned.count; i++)
		if (memory->objects.data[memory->returned.data[i].object].kind == OBJECT_FRESH)
			teller->is_in_result[memory->returned.data[i].object] = true;
	while (has_changed) {
		has_changed = false;
		for (uint32_t i = 0; i < memory->objects.count; i++) {
			const struct memory_object *holder = &memory->objects.data[i];

			for (size_t k = 0; k < holder->cells.count; k++)
				for (size_t n = 0; n < holder->cells.data[k].left.count; n++) {
					uint32_t object = holder->cells.data[k].left.data[n].object;

					if (memory->objects.data[object].kind == OBJECT_FRESH)
						has_changed |= hold_same(teller, object, i);
				}
		}
	}
}

/* ---- parameters ---- */

static bool contains(const pointees *set, uint32_t object)
{
	for (size_t i = 0; i < set->count; i++)
		if (set->data[i].object == object)
			return true;
	return false;
}

static bool holds(const struct memory_object *holder, uint32_t object)
{
	for (size_t i = 0; i < holder->cells.count; i++)
		if (contains(&holder->cells.data[i].left, object))
			return true;
	return false;
}

static void tell_kept(const struct teller *teller, struct hr_memory_facts *facts, uint32_t object, uint32_t source)
{
	const struct memory *memory = teller->memory;
	const struct memory_object *own = &memory->objects.data[object];

	for (uint32_t i = 0; i < memory->objects.count; i++) {
		if (!holds(&memory->objects.data[i], object))
			continue;
		if (teller->is_held_globally[i])
			facts->kept |= HR_KEPT_GLOBAL;
		if (teller->is_in_result[i])
			facts->kept |= HR_KEPT_RESULT;
		facts->kept_in |= teller->held[i] & ~bit(source);
	}
	if (facts->kept_in)
		facts->kept |= HR_KEPT_IN;
	if (contains(&memory->returned, object))
		facts->kept |= HR_KEPT_RETURNED;
	if (!facts->kept && !memory->is_imprecise && !(own->marks & (MARK_GIVEN | MARK_LOST)))
		facts->kept = HR_KEPT_NOT;
}

static unsigned marks_below(const struct teller *teller, uint32_t root, struct hr_place at[MARK_COUNT])
{
	unsigned marks = 0;

	for (uint32_t i = 0; i < teller->memory->objects.count; i++) {
		const struct memory_object *it = &teller->memory->objects.data[i];

		if (it->kind != OBJECT_NODE || it->root != root)
			continue;
		for (size_t k = 0; k < MARK_COUNT; k++)
			if (it->marks & ~marks & 1u << k)
				at[k] = it->at[k];
		marks |= it->marks;
	}
	return marks;
}

enum { AT_READ, AT_WRITTEN, AT_FREED, AT_GUARDED = 8 };

static void tell_effect(const struct teller *teller, struct hr_memory_facts *facts, const struct memory_object *own,
			unsigned below, const struct hr_place at[MARK_COUNT])
{
	unsigned both = own->marks | below;
	bool is_unknown = teller->memory->is_imprecise;

	if (own->marks & MARK_WRITTEN)
		facts->at_written = own->at[AT_WRITTEN];
	else if (below & MARK_WRITTEN)
		facts->at_written = at[AT_WRITTEN];
	if (both & (MARK_WRITTEN | MARK_FREED | MARK_GUARDED))
		facts->effect = HR_EFFECT_READ_WRITE;
	else if (!is_unknown && !(both & (MARK_GIVEN | MARK_DOUBT | MARK_MAYBE_WRITTEN)) && facts->kept)
		facts->effect = facts->kept == HR_KEPT_NOT ? HR_EFFECT_SAFE : HR_EFFECT_READ_ONLY;
	if (own->marks & (MARK_FREED | MARK_GUARDED)) {
		facts->freed = HR_FREED_YES;
		facts->at_freed = own->at[own->marks & MARK_FREED ? AT_FREED : AT_GUARDED];
	} else if (below & (MARK_FREED | MARK_GUARDED) && !(own->marks & (MARK_GIVEN | MARK_DOUBT))) {
		facts->freed = HR_FREED_INSIDE;
		facts->at_freed = at[below & MARK_FREED ? AT_FREED : AT_GUARDED];
	} else if (!is_unknown && !(both & (MARK_GIVEN | MARK_FREED | MARK_GUARDED | MARK_DOUBT))) {
		facts->freed = HR_FREED_NO;
	}
}

static void tell_access(const struct teller *teller, struct hr_memory_facts *facts, const struct memory_object *own)
{
	if (own->marks & (MARK_READ | MARK_WRITTEN | MARK_CALLED)) {
		facts->dereferenced = HR_DEREFERENCED_SOME;
		facts->at_dereferenced = own->marks & MARK_READ ? own->at[AT_READ] : own->at[AT_WRITTEN];
	} else if (!teller->memory->is_imprecise &&
		   !(own->marks & (MARK_FOREIGN | MARK_MAYBE_READ | MARK_MAYBE_WRITTEN))) {
		facts->dereferenced = HR_DEREFERENCED_NEVER;
	}
}

static uint32_t find_parameter(const struct teller *teller, uint32_t parameter)
{
	for (uint32_t i = 0; i < teller->memory->objects.count; i++)
		if (teller->memory->objects.data[i].kind == OBJECT_PARAMETER &&
		    teller->memory->objects.data[i].index == parameter)
			return i;
	return HR_CODE_NONE;
}

static void tell_parameter(const struct teller *teller, uint32_t parameter, struct hr_memory_facts *facts,
			   uint32_t source)
{
	static const struct memory_object untouched = { .kind = OBJECT_PARAMETER };
	uint32_t object = find_parameter(teller, parameter);
	struct hr_place at[MARK_COUNT] = { { 0, 0 } };

	if (object == HR_CODE_NONE) { /* nothing happens to it */
		if (!teller->memory->is_imprecise)
			facts->kept = HR_KEPT_NOT;
		tell_effect(teller, facts, &untouched, 0, at);
		tell_access(teller, facts, &untouched);
		return;
	}
	const struct memory_object *own = &teller->memory->objects.data[object];
	tell_kept(teller, facts, object, source);
	tell_effect(teller, facts, own, marks_below(teller, object, at), at);
	tell_access(teller, facts, own);
}

/* ---- members that hold pointers ---- */

/* By another name of the struct. */
static bool is_told(const struct hr_function_facts *facts, uint32_t source, uint64_t offset)
{
	for (size_t i = 0; i < facts->fields.count; i++)
		if (facts->fields.data[i].parameter == source && facts->fields.data[i].offset == offset)
			return true;
	return false;
}

static void tell_fields(const struct teller *teller, uint32_t parameter, uint32_t source)
{
	uint32_t object = find_parameter(teller, parameter);

	if (object == HR_CODE_NONE)
		return;
	const struct memory_object *own = &teller->memory->objects.data[object];
	for (size_t i = 0; i < own->cells.count; i++) {
		const struct memory_cell *cell = &own->cells.data[i];

		if (cell->child == HR_CODE_NONE || cell->member.type == HR_CODE_NONE || cell->stride ||
		    cell->offset < 0 ||
		    is_told(&teller->facts->functions.data[teller->index], source, (uint64_t)cell->offset))
			continue;
		const struct memory_object *child = &teller->memory->objects.data[cell->child];
		struct hr_field_facts *field =
			hr_facts_field(teller->facts, teller->index, source, cell->member.type, (uint64_t)cell->offset);
		struct hr_place at[MARK_COUNT] = { { 0, 0 } };
		field->is_read = true;
		tell_effect(teller, &field->memory, child, 0, at);
		if (field->memory.freed == HR_FREED_NO)
			field->memory.freed = HR_FREED_UNKNOWN;
		tell_access(teller, &field->memory, child);
		field->is_written |= cell->left.count != 0;
	}
}

/* ---- results ---- */

static void note_returned(const struct teller *teller, struct hr_function_facts *facts, uint32_t object,
			  bool *is_unknown)
{
	const struct memory_object *it = &teller->memory->objects.data[object];
	const struct memory_object *root = root_of(teller, object);
	uint32_t source = root->kind == OBJECT_PARAMETER ? source_of(teller, root->index) : HR_CODE_NONE;

	switch (root->kind) {
	case OBJECT_PARAMETER:
		if (source == HR_CODE_NONE)
			*is_unknown = true;
		else
			facts->returns_parameters |= bit(source);
		break;
	case OBJECT_GLOBAL:
	case OBJECT_FUNCTION:
		facts->returns_global = true;
		break;
	case OBJECT_FRESH:
		/* of several, that which is returned may be another one than that which is left somewhere */
		if (it->is_several && (teller->is_held_globally[object] || teller->held[object])) {
			*is_unknown = true;
		} else if (teller->is_held_globally[object] || teller->held[object]) {
			facts->returns_global |= teller->is_held_globally[object];
			facts->returns_parameters |= teller->held[object];
		} else if (it->marks & (MARK_GIVEN | MARK_LOST)) {
			*is_unknown = true;
		} else {
			facts->returns_owned = true;
		}
		break;
	default:
		*is_unknown = true;
	}
}

/* Of a struct that is returned by value: all that it leads to is new, and nobody else has it. */
static bool leads_to_fresh(const struct teller *teller)
{
	struct hr_function_facts inside = { 0 };
	bool is_unknown = false;

	for (size_t i = 0; i < teller->memory->returned.count; i++)
		note_returned(teller, &inside, teller->memory->returned.data[i].object, &is_unknown);
	return inside.returns_owned && !inside.returns_parameters && !inside.returns_global && !is_unknown;
}

static void tell_result(const struct teller *teller, struct hr_function_facts *facts)
{
	const char *signature = teller->facts->code->signatures.data[teller->function->signature];
	bool is_unknown = teller->memory->is_imprecise || !teller->memory->returns;

	if (!teller->function->returns_pointer) {
		bool is_void = signature[0] == 'v' && signature[1] == 'o' && signature[2] == 'i';

		facts->returns = is_void ? HR_RETURNS_NOTHING : HR_RETURNS_NUMBER;
		facts->returns_owned_inside = !is_unknown && leads_to_fresh(teller);
		return;
	}
	for (size_t i = 0; i < teller->memory->returned.count; i++)
		note_returned(teller, facts, teller->memory->returned.data[i].object, &is_unknown);
	if (is_unknown)
		return;
	if (facts->returns_parameters || facts->returns_global) {
		facts->returns = facts->returns_owned ? HR_RETURNS_OWNED : HR_RETURNS_BORROWED;
		for (int i = 63; i >= 0; i--)
			if (facts->returns_parameters >> i & 1)
				facts->returns_of = i;
	} else if (facts->returns_owned) {
		facts->returns = HR_RETURNS_OWNED;
	}
}

/* ---- purity ---- */

static void tell_purity(const struct teller *teller, struct hr_function_facts *facts)
{
	const struct memory *memory = teller->memory;
	bool is_impure = memory->is_outside;
	bool reads = memory->reads_globals;

	for (uint32_t i = 0; i < memory->objects.count; i++) {
		const struct memory_object *object = &memory->objects.data[i];
		bool is_copy = object->kind == OBJECT_PARAMETER && object->index < teller->function->parameters.count &&
			       (teller->function->parameters.data[object->index].is_by_value ||
				teller->function->parameters.data[object->index].source == HR_CODE_NONE);
		const struct memory_object *root = root_of(teller, i);
		bool is_library = root->kind == OBJECT_GLOBAL && root->index == GLOBAL_LIBRARY;

		if (object->kind == OBJECT_FRESH)
			is_impure = true;
		if (object->kind == OBJECT_FRESH || is_copy || is_library)
			continue;
		if (object->marks & (MARK_WRITTEN | MARK_FREED | MARK_GUARDED | MARK_LOST))
			is_impure = true;
		if (object->marks & MARK_READ && object->kind != OBJECT_GLOBAL)
			reads = true;
	}
	if (is_impure)
		facts->purity = HR_PURITY_IMPURE;
	else if (memory->is_imprecise || memory->is_unknown || !memory->returns)
		facts->purity = HR_PURITY_UNKNOWN;
	else if (facts->returns == HR_RETURNS_NOTHING && reads)
		facts->purity = HR_PURITY_UNKNOWN;
	else
		facts->purity = reads ? HR_PURITY_OBSERVER : HR_PURITY_PURE;
}

void hr_tell_memory(struct hr_facts *facts, uint32_t function, const struct memory *memory)
{
	struct hr_function_facts *own = &facts->functions.data[function];
	size_t count = memory->objects.count;
	struct teller teller = {
		.facts = facts,
		.index = function,
		.function = &facts->code->functions.data[function],
		.memory = memory,
		.held = hr_calloc(count, sizeof(uint64_t)),
		.is_held_globally = hr_calloc(count, sizeof(bool)),
		.is_in_result = hr_calloc(count, sizeof(bool)),
	};

	find_holders(&teller);
	for (uint32_t i = 0; i < teller.function->parameters.count; i++) {
		const struct hr_code_parameter *parameter = &teller.function->parameters.data[i];

		if (!teller.function->values.data[i].is_pointer || parameter->source == HR_CODE_NONE ||
		    !parameter->is_whole || parameter->is_by_value)
			continue;
		tell_parameter(&teller, i, &own->parameters.data[parameter->source].memory, parameter->source);
		tell_fields(&teller, i, parameter->source);
	}
	tell_result(&teller, own);
	tell_purity(&teller, own);
	free(teller.held);
	free(teller.is_held_globally);
	free(teller.is_in_result);
}
