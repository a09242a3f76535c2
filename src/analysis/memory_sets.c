/* Places in objects, and sets of pointers to them.
 *
 * Invariant: a set has an object with at most MOST_OFFSETS different offsets, or once with a stride that covers them all; coarsely, each object once. */
#include "analysis/memory_internal.h"

enum { MOST_OFFSETS = 4, MOST_ELEMENTS = 120 };

/* ---- places ---- */

uint32_t hr_divisor(uint32_t a, uint32_t b)
{
	while (b) {
		uint32_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static uint32_t distance(int32_t a, int32_t b)
{
	return a > b ? (uint32_t)a - (uint32_t)b : (uint32_t)b - (uint32_t)a;
}

bool hr_cells_overlap(int32_t offset, uint32_t stride, int32_t other, uint32_t other_stride)
{
	uint32_t common = hr_divisor(stride, other_stride);

	return common ? distance(offset, other) % common == 0 : offset == other;
}

bool hr_places_cover(int32_t offset, uint32_t stride, int32_t other, uint32_t other_stride)
{
	if (!stride)
		return !other_stride && offset == other;
	return distance(offset, other) % stride == 0 && other_stride % stride == 0;
}

struct pointee hr_pointee_moved(struct pointee pointee, int64_t bytes, uint64_t stride)
{
	int64_t offset = pointee.offset + bytes;

	if (stride > UINT32_MAX)
		stride = 1;
	pointee.stride = hr_divisor(pointee.stride, (uint32_t)stride);
	if (offset > INT32_MAX / 2 || offset < INT32_MIN / 2) {
		offset = 0;
		pointee.stride = 1;
	}
	pointee.offset = (int32_t)offset;
	if (pointee.stride)
		pointee.offset = (int32_t)(offset % pointee.stride);
	return pointee;
}

/* ---- sets ---- */

static void merge_offsets(pointees *set, uint32_t object)
{
	struct pointee merged = { object, 0, 0 };
	bool is_first = true;
	size_t kept = 0;

	for (size_t i = 0; i < set->count; i++) {
		struct pointee it = set->data[i];

		if (it.object != object) {
			set->data[kept++] = it;
			continue;
		}
		if (is_first)
			merged = it;
		else
			merged.stride =
				hr_divisor(hr_divisor(merged.stride, it.stride), distance(merged.offset, it.offset));
		is_first = false;
	}
	set->count = kept;
	if (merged.stride)
		merged.offset %= (int32_t)merged.stride;
	hr_vec_push(set, merged);
}

void hr_memory_give_up(struct memory *memory)
{
	memory->is_imprecise |= memory->is_coarse;
	memory->work = UINT64_MAX / 2;
}

bool hr_pointees_add(struct memory *memory, pointees *set, struct pointee pointee)
{
	size_t same = 0;

	memory->work += 1 + set->count / 8;
	if (memory->is_coarse)
		pointee = (struct pointee){ pointee.object, 0, 1 };
	for (size_t i = 0; i < set->count; i++) {
		if (set->data[i].object != pointee.object)
			continue;
		if (hr_places_cover(set->data[i].offset, set->data[i].stride, pointee.offset, pointee.stride))
			return false;
		same++;
	}
	if (set->count >= MOST_ELEMENTS) {
		hr_memory_give_up(memory);
		return false;
	}
	hr_vec_push(set, pointee);
	if (same >= MOST_OFFSETS)
		merge_offsets(set, pointee.object);
	return true;
}

bool hr_pointees_add_all(struct memory *memory, pointees *set, const pointees *from)
{
	bool has_changed = false;
	size_t count = from->count;

	for (size_t i = 0; i < count; i++)
		has_changed |= hr_pointees_add(memory, set, from->data[i]);
	return has_changed;
}
