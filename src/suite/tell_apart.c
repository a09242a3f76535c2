/* `store(trie, key, 0)` becomes `store(trie, key, 2)`: minimising made everything 0 that does not matter for where the code goes. `int data = 0; retrieve(trie, key, &data)` becomes `int data = 3; …`: who retrieves 0 would
 * do the same as who retrieves nothing.
 *
 * Invariant: nothing else changes; whether it reaches the same is for the caller to see. */
#include "suite/tell_apart.h"

#include "base/text.h"
#include "seq/edit.h"

enum {
	FIRST_NUMBER = 2, /* 1 is what is left where something is counted or true */
	FIRST_CHARACTER = 'b',
	MOST_NUMBERS = 100,
	A_FLAG = 1,
};

/* By what it is called, or what is written of it. */
static bool tells_yes_or_no(const struct hr_model *model, const struct hr_item *item)
{
	static const char *const names[] = { "bool",      "enable",  "disable", "allow",  "recurs",
					     "overwrite", "verbose", "force",   "strict", "is_",
					     "has_",      "no_",     "use_",    "flag",   NULL };
	static const char *const words[] = { "whether", "true", "false", "nonzero", "non-zero", "enable", NULL };
	for (const char *const *name = names; *name; name++)
		if (hr_text_find_any_case(item->name, *name))
			return true;
	for (const char *const *word = words; item->doc && *word; word++)
		if (hr_text_find_any_case(item->doc, *word))
			return true;
	return item->type.type < model->types.count &&
	       hr_text_find_any_case(model->types.data[item->type.type].spelling, "bool");
}

/* Whether an argument is a number that is 0 and stands for nothing but itself. */
static bool is_plain_zero(const struct hr_model *model, const struct hr_statement *call, size_t index)
{
	const struct hr_operation *operation = &model->operations.data[call->operation];
	const struct hr_operand *operand = &call->operands[index];
	if (operation->kind == HR_KIND_OBSERVER || operation->kind == HR_KIND_DESTROYER ||
	    index >= operation->params.count)
		return false;
	const struct hr_item *item = &operation->params.data[index];
	const struct hr_type *type = hr_model_type(model, item->type);
	bool is_number = type && type->kind == HR_TYPE_INT;
	if (is_number && item->role == HR_ROLE_FLAGS)
		return operand->kind == HR_OPERAND_NUMBER && operand->number == 0;
	if (item->role != HR_ROLE_IN || tells_yes_or_no(model, item))
		return false;
	if (is_number)
		return operand->kind == HR_OPERAND_NUMBER && operand->number == 0;
	return type && type->kind == HR_TYPE_FLOAT && operand->kind == HR_OPERAND_REAL && operand->real <= 0 &&
	       operand->real >= 0;
}

/* Whether a call takes a value for nothing but to fill it in. */
static bool only_fills_in(const struct hr_model *model, const struct hr_statement *call, size_t value)
{
	if (call->kind != HR_STATEMENT_CALL)
		return false;
	const struct hr_operation *operation = &model->operations.data[call->operation];
	for (size_t i = 0; i < call->operand_count; i++)
		if (hr_operand_names(&call->operands[i], value) &&
		    (call->operands[i].kind != HR_OPERAND_VALUE || i >= operation->params.count ||
		     operation->params.data[i].role != HR_ROLE_OUT))
			return false;
	return true;
}

/* Whether a statement makes a number that is 0 until it is filled in: what is filled in may be 0, too. */
static bool is_empty_variable(const struct hr_sequence *sequence, size_t statement)
{
	const struct hr_statement *it = &sequence->statements.data[statement];
	const struct hr_type *type = hr_model_type(sequence->model, it->type);
	if (it->kind != HR_STATEMENT_NEW || it->count >= 0 || !it->operand_count ||
	    it->operands[0].kind != HR_OPERAND_NUMBER || it->operands[0].number != 0 || !type ||
	    type->kind != HR_TYPE_INT || type->size == 1)
		return false;
	bool is_used = false;
	for (size_t i = statement + 1; i < sequence->statements.count; i++) {
		if (!hr_statement_names(&sequence->statements.data[i], it->value))
			continue;
		if (!only_fills_in(sequence->model, &sequence->statements.data[i], it->value))
			return false;
		is_used = true;
	}
	return is_used;
}

static bool is_changed(const struct hr_sequence *sequence, size_t statement, size_t operand)
{
	const struct hr_statement *it = &sequence->statements.data[statement];
	return it->kind == HR_STATEMENT_CALL ? is_plain_zero(sequence->model, it, operand)
					     : is_empty_variable(sequence, statement);
}

/* As it is written: a uint8_t is a small number, mostly. */
static bool is_called_char(const struct hr_model *model, const struct hr_item *item)
{
	return item->type.type < model->types.count &&
	       hr_text_find_any_case(model->types.data[item->type.type].spelling, "char");
}

/* What an argument becomes: of flags the first one, of characters a letter, the `changed`-th. */
static void set_number(struct hr_operand *operand, const struct hr_model *model, const struct hr_item *item,
		       size_t changed)
{
	const struct hr_type *type = item ? hr_model_type(model, item->type) : NULL;
	if (operand->kind == HR_OPERAND_REAL) {
		operand->real = (double)(FIRST_NUMBER + changed);
	} else if (item && item->role == HR_ROLE_FLAGS) {
		operand->number = A_FLAG;
	} else if (type && type->size == 1 && is_called_char(model, item)) {
		operand->number = FIRST_CHARACTER + (int64_t)(changed % ('z' - FIRST_CHARACTER + 1));
		operand->is_character = true;
	} else {
		operand->number = (int64_t)(FIRST_NUMBER + changed % MOST_NUMBERS); /* in the range of any type */
	}
}

/* Adds a statement with other numbers; how many there are. */
static size_t change(struct hr_edit *edit, size_t statement, size_t changed)
{
	const struct hr_statement *it = &edit->from->statements.data[statement];
	struct hr_statement copy;
	size_t count = 0;
	for (size_t i = 0; i < it->operand_count; i++)
		count += is_changed(edit->from, statement, i);
	if (!count || !hr_edit_statement(edit, &copy, statement)) {
		hr_edit_keep(edit, statement);
		return 0;
	}
	for (size_t i = 0; i < it->operand_count; i++) {
		if (!is_changed(edit->from, statement, i))
			continue;
		const struct hr_item *item = it->kind == HR_STATEMENT_CALL
						     ? &edit->from->model->operations.data[it->operation].params.data[i]
						     : NULL;
		set_number(&copy.operands[i], edit->from->model, item, changed++);
	}
	hr_edit_replace(edit, statement, &copy);
	return count;
}

struct hr_sequence *hr_tell_apart(const struct hr_sequence *sequence, size_t first, size_t end)
{
	struct hr_edit edit;
	size_t changed = 0;
	hr_edit_begin(&edit, sequence);
	hr_edit_keep_range(&edit, 0, first);
	for (size_t i = first; i < end; i++)
		changed += change(&edit, i, changed);
	if (!changed) {
		hr_edit_abandon(&edit);
		return NULL;
	}
	hr_edit_keep_range(&edit, end, sequence->statements.count);
	return hr_edit_finish(&edit);
}
