/* Pointers back: an object that is reached from another can lead back to it (`state->stream`), and then what was stored in the one is found in the other.
 *
 * Nodes are different memory; so that nothing wrong is said, what the function stores in a member of one object counts as maybe accessed when it follows the same member of
 * another object below the same root. */
#include "analysis/memory_internal.h"

/* The innermost struct that a member belongs to. */
static struct hr_cell innermost(const struct hr_code *code, struct hr_cell member)
{
	bool has_changed = member.type != HR_CODE_NONE;

	while (has_changed) {
		const struct hr_code_type *type = &code->types.data[member.type];

		has_changed = false;
		for (size_t i = 0; i < type->fields.count && !has_changed; i++) {
			const struct hr_code_field *field = &type->fields.data[i];

			if (field->type == HR_CODE_NONE || member.offset < field->offset ||
			    member.offset - field->offset >= field->size || !code->types.data[field->type].size)
				continue;
			member.offset = (member.offset - field->offset) % code->types.data[field->type].size;
			member.type = field->type;
			has_changed = true;
		}
	}
	return member;
}

static unsigned maybe(unsigned marks)
{
	unsigned result = 0;

	if (marks & (MARK_READ | MARK_MAYBE_READ))
		result |= MARK_MAYBE_READ;
	if (marks & (MARK_WRITTEN | MARK_MAYBE_WRITTEN))
		result |= MARK_MAYBE_WRITTEN;
	if (marks & (MARK_FREED | MARK_GUARDED | MARK_DOUBT))
		result |= MARK_DOUBT;
	return result;
}

/* What happens to what this member of other objects below the same root leads to. */
static unsigned marks_elsewhere(const struct memory *memory, const struct hr_code *code, uint32_t object,
				struct hr_cell member)
{
	uint32_t root = memory->objects.data[object].root;
	unsigned marks = 0;

	for (uint32_t i = 0; i < memory->objects.count; i++) {
		const struct memory_object *other = &memory->objects.data[i];

		if (i == object || other->kind != OBJECT_NODE || other->root != root)
			continue;
		for (size_t k = 0; k < other->cells.count; k++) {
			const struct memory_cell *cell = &other->cells.data[k];
			struct hr_cell same =
				cell->child == HR_CODE_NONE ? hr_no_member() : innermost(code, cell->member);

			if (same.type != HR_CODE_NONE && same.type == member.type && same.offset == member.offset)
				marks |= maybe(memory->objects.data[cell->child].marks);
		}
	}
	return marks;
}

void hr_memory_look_back(struct memory *memory, const struct hr_code *code)
{
	for (uint32_t i = 0; i < memory->objects.count; i++) {
		struct memory_object *object = &memory->objects.data[i];

		if (object->kind != OBJECT_PARAMETER && object->kind != OBJECT_NODE)
			continue;
		for (size_t k = 0; k < object->cells.count; k++) {
			const struct memory_cell *cell = &object->cells.data[k];
			struct hr_cell member = cell->contents.count ? innermost(code, cell->member) : hr_no_member();
			unsigned marks = member.type == HR_CODE_NONE ? 0 : marks_elsewhere(memory, code, i, member);

			for (size_t n = 0; marks && n < cell->contents.count; n++) {
				struct memory_object *stored =
					&memory->objects.data[cell->contents.data[n].pointee.object];

				if (stored->root != object->root)
					stored->marks |= (uint16_t)marks;
			}
		}
	}
}
