/* Changed copies of sequences.
 *
 * Invariants: nothing in the copy points into the original but texts of the model; a statement is added only when every value that it names is in the
 * copy already. */
#include "seq/edit.h"

#include "base/memory.h"

#include <ctype.h>
#include <string.h>

void hr_edit_begin(struct hr_edit *edit, const struct hr_sequence *from)
{
	size_t count = from->values.count ? from->values.count : 1;
	edit->from = from;
	edit->keeps_names = false;
	edit->to = hr_sequence_new(from->model);
	edit->map = hr_calloc(count, sizeof *edit->map);
	for (size_t i = 0; i < count; i++)
		edit->map[i] = HR_NO_VALUE;
}

struct hr_sequence *hr_edit_finish(struct hr_edit *edit)
{
	struct hr_sequence *to = edit->to;
	free(edit->map);
	edit->map = NULL;
	edit->to = NULL;
	return to;
}

void hr_edit_abandon(struct hr_edit *edit)
{
	hr_sequence_free(hr_edit_finish(edit));
}

static bool map_value(const struct hr_edit *edit, size_t *value)
{
	if (*value >= edit->from->values.count || edit->map[*value] == HR_NO_VALUE)
		return false;
	*value = edit->map[*value];
	return true;
}

static bool copy_access(struct hr_edit *edit, struct hr_access **access)
{
	struct hr_access *copy = hr_arena_alloc(&edit->to->arena, sizeof *copy);
	*copy = **access;
	copy->text = hr_arena_strdup(&edit->to->arena, copy->text);
	*access = copy;
	return map_value(edit, &copy->value);
}

static bool copy_operands(struct hr_edit *edit, struct hr_operand **operands, size_t count)
{
	const struct hr_operand *old = *operands;
	if (!count)
		return true;
	*operands = hr_arena_alloc(&edit->to->arena, count * sizeof **operands);
	for (size_t i = 0; i < count; i++)
		if (!hr_edit_operand(edit, &(*operands)[i], &old[i]))
			return false;
	return true;
}

bool hr_edit_operand(struct hr_edit *edit, struct hr_operand *out, const struct hr_operand *operand)
{
	*out = *operand;
	switch (operand->kind) {
	case HR_OPERAND_VALUE:
		return map_value(edit, &out->value);
	case HR_OPERAND_PART:
	case HR_OPERAND_ADDRESS:
		return copy_access(edit, &out->access);
	case HR_OPERAND_TEXT:
	case HR_OPERAND_BYTES:
	case HR_OPERAND_STREAM:
	case HR_OPERAND_PATH:
	case HR_OPERAND_DESCRIPTOR:
		if (operand->text) {
			/* contents may have NULs in them */
			char *text = hr_arena_alloc(&edit->to->arena, operand->length + 1);
			memcpy(text, operand->text, operand->length);
			out->text = text;
		}
		return true;
	case HR_OPERAND_FUNCTION:
	case HR_OPERAND_VARIABLE:
		out->text = hr_arena_strdup(&edit->to->arena, operand->text);
		return true;
	case HR_OPERAND_LIST:
	case HR_OPERAND_STRUCT:
	case HR_OPERAND_CALLBACK:
		if (operand->fields && operand->part_count) {
			out->fields = hr_arena_alloc(&edit->to->arena, operand->part_count * sizeof *out->fields);
			memcpy(out->fields, operand->fields, operand->part_count * sizeof *out->fields);
		}
		return copy_operands(edit, &out->parts, operand->part_count);
	default:
		return true;
	}
}

bool hr_edit_statement(struct hr_edit *edit, struct hr_statement *out, size_t statement)
{
	*out = edit->from->statements.data[statement];
	if ((out->kind == HR_STATEMENT_GET || out->kind == HR_STATEMENT_SET) && !copy_access(edit, &out->access))
		return false;
	return copy_operands(edit, &out->operands, out->operand_count);
}

/* The names that values get by themselves follow their numbers; others stay. */
static const char *own_name(const char *name)
{
	if (name[0] != 'v' || !name[1])
		return name;
	for (const char *at = name + 1; *at; at++)
		if (!isdigit((unsigned char)*at) && *at != '_')
			return name;
	return NULL;
}

static size_t add(struct hr_edit *edit, const struct hr_statement *by, size_t value, bool keeps_name)
{
	if (value == HR_NO_VALUE) {
		hr_sequence_add(edit->to, by, false, (struct hr_type_ref){ HR_NO_TYPE, 0 }, NULL);
		return HR_NO_VALUE;
	}
	const struct hr_value *old = &edit->from->values.data[value];
	const char *name = edit->keeps_names ? old->name : keeps_name ? own_name(old->name) : NULL;
	size_t index = hr_sequence_add(edit->to, by, true, old->type, name);
	return edit->to->statements.data[index].value;
}

size_t hr_edit_replace(struct hr_edit *edit, size_t statement, const struct hr_statement *by)
{
	size_t value = edit->from->statements.data[statement].value;
	size_t now = add(edit, by, value, true);
	if (value != HR_NO_VALUE)
		edit->map[value] = now;
	return now;
}

bool hr_edit_keep(struct hr_edit *edit, size_t statement)
{
	struct hr_statement copy;
	if (!hr_edit_statement(edit, &copy, statement))
		return false;
	hr_edit_replace(edit, statement, &copy);
	return true;
}

size_t hr_edit_keep_range(struct hr_edit *edit, size_t first, size_t end)
{
	size_t left_out = 0;
	for (size_t i = first; i < end; i++)
		left_out += !hr_edit_keep(edit, i);
	return left_out;
}

bool hr_operand_names(const struct hr_operand *operand, size_t value)
{
	if (operand->kind == HR_OPERAND_VALUE)
		return operand->value == value;
	if (operand->kind == HR_OPERAND_PART || operand->kind == HR_OPERAND_ADDRESS)
		return operand->access->value == value;
	if (operand->kind != HR_OPERAND_LIST && operand->kind != HR_OPERAND_STRUCT)
		return false;
	for (size_t i = 0; i < operand->part_count; i++)
		if (hr_operand_names(&operand->parts[i], value))
			return true;
	return false;
}

bool hr_statement_names(const struct hr_statement *statement, size_t value)
{
	if ((statement->kind == HR_STATEMENT_GET || statement->kind == HR_STATEMENT_SET) &&
	    statement->access->value == value)
		return true;
	for (size_t i = 0; i < statement->operand_count; i++)
		if (hr_operand_names(&statement->operands[i], value))
			return true;
	return false;
}

/* Marks what a value needs: the statement that yields it, what that names, and, for objects that the sequence makes, what is done with them. */
static void mark_needed(const struct hr_sequence *from, bool *needed, size_t end)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t value = 0; value < from->values.count; value++) {
			size_t maker = from->values.data[value].statement;
			bool is_wanted = maker < end && needed[maker];
			bool is_object = from->statements.data[maker].kind == HR_STATEMENT_NEW;
			for (size_t i = 0; i < end; i++) {
				const struct hr_statement *it = &from->statements.data[i];
				if (!hr_statement_names(it, value))
					continue;
				if (needed[i] && !needed[maker])
					needed[maker] = changed = true;
				if (is_wanted && is_object && i > maker && !needed[i])
					needed[i] = changed = true;
			}
		}
	}
}

static size_t remake(struct hr_edit *edit, size_t value, size_t before, bool with_history)
{
	const struct hr_sequence *from = edit->from;
	size_t maker = from->values.data[value].statement;
	if (maker >= before)
		return HR_NO_VALUE;
	bool *needed = hr_calloc(from->statements.count, sizeof *needed);
	size_t *kept = hr_calloc(from->values.count, sizeof *kept);
	memcpy(kept, edit->map, from->values.count * sizeof *kept);
	needed[maker] = true;
	for (size_t i = maker + 1; i < before && with_history; i++)
		needed[i] = hr_statement_names(&from->statements.data[i], value);
	mark_needed(from, needed, before);
	bool done = true;
	for (size_t i = 0; i < before && done; i++) {
		struct hr_statement copy;
		if (!needed[i])
			continue;
		done = hr_edit_statement(edit, &copy, i);
		size_t yields = from->statements.data[i].value;
		if (done) {
			size_t now = add(edit, &copy, yields, false);
			if (yields != HR_NO_VALUE)
				edit->map[yields] = now;
		}
	}
	size_t made = done ? edit->map[value] : HR_NO_VALUE;
	memcpy(edit->map, kept, from->values.count * sizeof *kept);
	free(kept);
	free(needed);
	return made;
}

size_t hr_edit_remake(struct hr_edit *edit, size_t value, size_t before)
{
	return remake(edit, value, before, false);
}

size_t hr_edit_remake_with_history(struct hr_edit *edit, size_t value, size_t before)
{
	return remake(edit, value, before, true);
}
