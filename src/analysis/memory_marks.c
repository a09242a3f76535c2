/* Marks on objects: what happened to them. And the end of a memory, and a number that tells two apart. */
#include "analysis/memory_internal.h"

static bool mark_object(struct memory *memory, uint32_t index, unsigned marks, struct hr_place at)
{
	struct memory_object *object = &memory->objects.data[index];
	unsigned fresh = marks & ~(unsigned)object->marks;

	if (fresh)
		memory->version++;
	object->marks |= (uint16_t)marks;
	for (size_t i = 0; fresh && i < MARK_COUNT; i++)
		if (fresh >> i & 1)
			object->at[i] = at;
	return fresh != 0;
}

void hr_memory_mark(struct memory *memory, const pointees *set, unsigned marks, struct hr_place at)
{
	for (size_t i = 0; i < set->count; i++)
		mark_object(memory, set->data[i].object, marks, at);
}

void hr_memory_give(struct memory *memory, const pointees *set, unsigned marks, struct hr_place at)
{
	HR_VEC(uint32_t) todo = HR_VEC_INIT;

	for (size_t i = 0; i < set->count; i++) {
		/* what was given before can hold more by now */
		mark_object(memory, set->data[i].object, marks, at);
		hr_vec_push(&todo, set->data[i].object);
	}
	while (todo.count) {
		const struct memory_object *object = &memory->objects.data[todo.data[--todo.count]];

		for (size_t i = 0; i < object->cells.count; i++) {
			const struct memory_cell *cell = &object->cells.data[i];

			for (size_t k = 0; k < cell->contents.count; k++)
				if (mark_object(memory, cell->contents.data[k].pointee.object, marks, at))
					hr_vec_push(&todo, cell->contents.data[k].pointee.object);
		}
	}
	hr_vec_release(&todo);
}

/* ---- the whole ---- */

void hr_memory_release(struct memory *memory)
{
	for (size_t i = 0; i < memory->objects.count; i++) {
		struct memory_object *object = &memory->objects.data[i];

		for (size_t k = 0; k < object->cells.count; k++) {
			hr_vec_release(&object->cells.data[k].contents);
			hr_vec_release(&object->cells.data[k].left);
		}
		hr_vec_release(&object->cells);
		hr_vec_release(&object->copies);
	}
	hr_vec_release(&memory->objects);
	hr_vec_release(&memory->returned);
}

static uint64_t mix(uint64_t digest, uint64_t number)
{
	digest ^= number + 0x9e3779b97f4a7c15u + (digest << 6) + (digest >> 2);
	return digest * 0xff51afd7ed558ccdu;
}

static uint64_t digest_set(const pointees *set)
{
	uint64_t digest = set->count;

	for (size_t i = 0; i < set->count; i++) /* in any order */
		digest += mix(mix(mix(1, set->data[i].object), (uint64_t)set->data[i].offset), set->data[i].stride);
	return digest;
}

uint64_t hr_memory_digest(const struct memory *memory)
{
	uint64_t digest = memory->objects.count;

	for (size_t i = 0; i < memory->objects.count; i++) {
		const struct memory_object *object = &memory->objects.data[i];

		digest = mix(mix(digest, object->marks), object->cells.count);
		for (size_t k = 0; k < object->cells.count; k++) {
			digest = mix(digest, object->cells.data[k].child);
			digest = mix(digest, digest_set(&object->cells.data[k].left));
		}
		digest = mix(digest, object->copies.count);
	}
	digest = mix(digest, digest_set(&memory->returned));
	return mix(digest, (uint64_t)memory->returns | (uint64_t)memory->is_outside << 1 |
				   (uint64_t)memory->is_unknown << 2 | (uint64_t)memory->is_imprecise << 3);
}
