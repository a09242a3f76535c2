/* Copies of memory, with the pointers in it: kept as such, so that what is never looked for is never found; and everything that pointers lead to. */
#include "analysis/memory_internal.h"

#include "base/memory.h"

enum { MOST_COPIES = 6 };

static void reach(struct memory *memory, bool *is_reached, pointees *out, uint32_t object)
{
	if (is_reached[object])
		return;
	is_reached[object] = true;
	hr_vec_push(out, (struct pointee){ object, 0, 1 });
	memory->work++;
}

void hr_memory_close(struct memory *memory, pointees *set)
{
	bool *is_reached = hr_calloc(memory->objects.count + set->count + 1, sizeof *is_reached);
	pointees out = HR_VEC_INIT;

	for (size_t i = 0; i < set->count; i++)
		reach(memory, is_reached, &out, set->data[i].object);
	for (size_t i = 0; i < out.count; i++) {
		const struct memory_object *object = &memory->objects.data[out.data[i].object];

		for (size_t k = 0; k < object->cells.count; k++) {
			const struct memory_cell *cell = &object->cells.data[k];

			for (size_t n = 0; n < cell->contents.count; n++)
				reach(memory, is_reached, &out, cell->contents.data[n].pointee.object);
			if (cell->child != HR_CODE_NONE)
				reach(memory, is_reached, &out, cell->child);
		}
		for (size_t k = 0; k < object->copies.count; k++)
			reach(memory, is_reached, &out, object->copies.data[k].from.object);
	}
	free(is_reached);
	hr_vec_release(set);
	*set = out;
}

/* What our own objects hold is copied as it is. */
static void copy_own(struct memory *memory, const struct hr_code *code, struct pointee to, struct pointee from,
		     int64_t size)
{
	for (size_t i = 0; i < memory->objects.data[from.object].cells.count; i++) {
		const struct memory_cell *cell = &memory->objects.data[from.object].cells.data[i];
		int64_t inside = (int64_t)cell->offset - from.offset;
		bool is_exact = !cell->stride && !from.stride;
		pointees contents = HR_VEC_INIT;

		if (is_exact && (inside < 0 || (size >= 0 && inside >= size)))
			continue;
		for (size_t k = 0; k < cell->contents.count; k++)
			hr_pointees_add(memory, &contents, cell->contents.data[k].pointee);
		hr_memory_store(memory,
				hr_pointee_moved(to, inside, is_exact ? 0 : hr_divisor(cell->stride, from.stride)),
				cell->member, &contents, true);
		hr_vec_release(&contents);
	}
	for (size_t i = 0; i < memory->objects.data[from.object].copies.count; i++) {
		struct memory_copy copy = memory->objects.data[from.object].copies.data[i];
		int64_t inside = (int64_t)copy.offset - from.offset;

		if (size >= 0 && !copy.stride && !from.stride &&
		    (inside >= size || (copy.size >= 0 && inside + copy.size <= 0)))
			continue;
		if (copy.from.object != to.object)
			hr_memory_copy(memory, code, hr_pointee_moved(to, inside, hr_divisor(copy.stride, from.stride)),
				       copy.from, copy.size, &copy);
	}
}

/* All from one object: one copy of anything to anywhere will stand for them. */
static void forget_copies(struct memory_object *target, uint32_t object)
{
	size_t kept = 0;

	for (size_t i = 0; i < target->copies.count; i++)
		if (target->copies.data[i].from.object != object)
			target->copies.data[kept++] = target->copies.data[i];
	target->copies.count = kept;
}

/* Coarsely, what can be found in one can be found in the other. */
static void copy_all(struct memory *memory, const struct hr_code *code, struct pointee to, struct pointee from)
{
	pointees found = HR_VEC_INIT;

	hr_memory_load(memory, code, &found, from, hr_no_member(), true);
	hr_memory_store(memory, to, hr_no_member(), &found, true);
	hr_vec_release(&found);
}

void hr_memory_copy(struct memory *memory, const struct hr_code *code, struct pointee to, struct pointee from,
		    int64_t size, const struct memory_copy *holes)
{
	struct memory_object *source = &memory->objects.data[from.object];
	struct memory_object *target = &memory->objects.data[to.object];

	if (to.object == from.object || source->kind == OBJECT_FUNCTION || target->kind == OBJECT_UNKNOWN ||
	    target->kind == OBJECT_FUNCTION || target->is_constant)
		return;
	if (source->kind == OBJECT_LOCAL || source->kind == OBJECT_FRESH) {
		copy_own(memory, code, to, from, size);
		return;
	}
	if (memory->is_coarse) {
		copy_all(memory, code, to, from);
		return;
	}
	size_t same = 0;
	for (size_t i = 0; i < target->copies.count; i++) {
		const struct memory_copy *it = &target->copies.data[i];

		if (it->from.object != from.object)
			continue;
		if (it->from.stride == 1 || (it->offset == to.offset && it->stride == to.stride &&
					     it->from.offset == from.offset && it->from.stride == from.stride))
			return;
		same++;
	}
	struct memory_copy copy = { .offset = to.offset,
				    .stride = to.stride,
				    .size = size,
				    .from = from,
				    .at = memory->order ? memory->now : HR_CODE_NONE };
	if (holes)
		copy.to = holes->to;
	for (uint8_t i = 0; holes && i < holes->hole_count; i++)
		copy.holes[copy.hole_count++] = holes->holes[i] - holes->offset + to.offset;
	if (same >= MOST_COPIES) {
		forget_copies(target, from.object);
		copy = (struct memory_copy){
			.stride = 1, .size = -1, .from = { from.object, 0, 1 }, .at = HR_CODE_NONE
		};
	}
	memory->version++;
	hr_vec_push(&target->copies, copy);
}
