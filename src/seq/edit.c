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

/* The values that an operand of the copy names, by their new numbers. */
static bool map_operand(const struct hr_edit *edit, struct hr_operand *operand)
{
	if (operand->kind == HR_OPERAND_VALUE)
		return map_value(edit, &operand->value);
	if (operand->access)
		return map_value(edit, &operand->access->value);
	for (size_t i = 0; i < operand->part_count; i++)
		if (!map_operand(edit, &operand->parts[i]))
			return false;
	return true;
}

bool hr_edit_operand(struct hr_edit *edit, struct hr_operand *out, const struct hr_operand *operand)
{
	*out = *operand;
	hr_operand_keep(out, &edit->to->arena);
	return map_operand(edit, out);
}

bool hr_edit_statement(struct hr_edit *edit, struct hr_statement *out, size_t statement)
{
	const struct hr_statement *old = &edit->from->statements.data[statement];
	*out = *old;
	if (out->access) {
		hr_access_keep(&out->access, &edit->to->arena);
		if (!map_value(edit, &out->access->value))
			return false;
	}
	if (out->operand_count)
		out->operands = hr_arena_alloc(&edit->to->arena, out->operand_count * sizeof *out->operands);
	for (size_t i = 0; i < out->operand_count; i++)
		if (!hr_edit_operand(edit, &out->operands[i], &old->operands[i]))
			return false;
	return true;
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
