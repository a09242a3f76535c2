/* Names for the values of a sequence that a person reads: by what they are for.
 *
 * Invariants: a name that somebody chose stays; no two values have one name, none has that of an operation, a constant, a variable or a type of the unit, nor a word of sequences. */
#include "suite/edit.h"
#include "suite/failure_test.h"
#include "suite/values_used.h"

#include "model/callables.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAME = 32 };

/* "v12", as sequences name what nobody named. */
static bool is_numbered(const char *name)
{
	if (*name++ != 'v' || !isdigit((unsigned char)*name))
		return false;
	while (isdigit((unsigned char)*name) || *name == '_')
		name++;
	return !*name;
}

/* The last word of a name in lower case: "hold_list" and "HoldList" are "list", "uint8_t" is nothing. */
static bool last_word(char out[MOST_NAME], const char *name, size_t length)
{
	if (length > 2 && memcmp(name + length - 2, "_t", 2) == 0)
		length -= 2;
	while (length && !isalpha((unsigned char)name[length - 1]))
		length--;
	size_t begin = length;
	while (begin && isalnum((unsigned char)name[begin - 1])) {
		bool is_step = begin < length && isupper((unsigned char)name[begin]) &&
			       islower((unsigned char)name[begin - 1]);
		if (is_step)
			break;
		begin--;
	}
	while (begin < length && isdigit((unsigned char)name[begin]))
		begin++;
	size_t count = 0;
	for (; begin < length && count < MOST_NAME - 8; begin++)
		out[count++] = (char)tolower((unsigned char)name[begin]);
	out[count] = '\0';
	return count > 1;
}

static bool word_of_spelling(char out[MOST_NAME], const struct hr_model *model, size_t type)
{
	const char *spelling = model->types.data[type].spelling;
	const char *space = strrchr(spelling, ' ');
	const char *name = space ? space + 1 : spelling;
	return last_word(out, name, strlen(name));
}

/* By the name that the type has where it is used, else by that of the object behind it. */
static bool word_of_type(char out[MOST_NAME], const struct hr_model *model, struct hr_type_ref type)
{
	size_t object = hr_model_object(model, type);
	if (object == HR_NO_TYPE)
		return false;
	const struct hr_type *own = &model->types.data[type.type];
	size_t named = own->kind == HR_TYPE_POINTER ? own->target.type : type.type;
	if (named != HR_NO_TYPE && model->types.data[named].kind == HR_TYPE_TYPEDEF &&
	    word_of_spelling(out, model, named))
		return true;
	return word_of_spelling(out, model, object);
}

/* The field that a statement sets to the value. */
static bool word_of_field(char out[MOST_NAME], const struct hr_statement *set, size_t value)
{
	const char *dot = set->kind == HR_STATEMENT_SET ? strrchr(set->access->text, '.') : NULL;
	return dot && set->operands[0].kind == HR_OPERAND_VALUE && set->operands[0].value == value &&
	       last_word(out, dot + 1, strlen(dot + 1));
}

/* The parameter that the value is handed to first, or the field that it is put into. */
static bool word_of_use(char out[MOST_NAME], const struct hr_sequence *sequence, size_t value)
{
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *statement = &sequence->statements.data[i];
		if (word_of_field(out, statement, value))
			return true;
		if (statement->kind != HR_STATEMENT_CALL)
			continue;
		const struct hr_operation *operation = &sequence->model->operations.data[statement->operation];
		for (size_t k = 0; k < statement->operand_count && k < operation->params.count; k++)
			if (statement->operands[k].kind == HR_OPERAND_VALUE && statement->operands[k].value == value &&
			    operation->params.data[k].name[0])
				return last_word(out, operation->params.data[k].name,
						 strlen(operation->params.data[k].name));
	}
	return false;
}

/* The parameter of a call that a value is passed for; NULL: none, or one of several. */
static const char *purpose_in(const struct hr_sequence *sequence, const struct hr_statement *statement, size_t value)
{
	const char *name = NULL;
	if (statement->kind != HR_STATEMENT_CALL)
		return NULL;
	const struct hr_operation *operation = &sequence->model->operations.data[statement->operation];
	for (size_t k = 0; k < statement->operand_count && k < operation->params.count; k++)
		if (statement->operands[k].kind == HR_OPERAND_VALUE && statement->operands[k].value == value) {
			if (name)
				return NULL;
			name = operation->params.data[k].name;
		}
	return operation->kind == HR_KIND_DESTROYER ? NULL : name;
}

/* Whether the same operation gets it for something else at another time. */
static bool is_swapped(const struct hr_sequence *sequence, size_t statement, size_t value, const char *name)
{
	const struct hr_statement *all = sequence->statements.data;
	for (size_t i = 0; i < statement; i++) {
		const char *other = purpose_in(sequence, &all[i], value);
		if (other && all[i].operation == all[statement].operation && strcmp(other, name) != 0)
			return true;
	}
	return false;
}

/* The parameter that an object is handed to last, unless that is to end it: where its name tells what this one is for, beside others of its type. */
static bool word_of_purpose(char out[MOST_NAME], const struct hr_sequence *sequence, size_t value)
{
	static const char *const common[] = { "object", "obj",  "data", "ptr",   "pointer", "handle", "ctx", "context",
					      "self",   "this", "arg",  "value", "val",     "input",  "in" };
	for (size_t i = sequence->statements.count; i-- > 0;) {
		const char *name = purpose_in(sequence, &sequence->statements.data[i], value);
		if (!name || !last_word(out, name, strlen(name)))
			continue;
		for (size_t k = 0; k < sizeof common / sizeof *common; k++)
			if (strcmp(out, common[k]) == 0)
				return false;
		return !is_swapped(sequence, i, value, name);
	}
	return false;
}

/* Texts that a call returns: by a noun at the end of its name, as what was printed, or just as a string. */
static void word_of_text(char out[MOST_NAME], const char *operation)
{
	static const char *const nouns[] = { "name",  "path", "string", "message", "version", "key",
					     "title", "line", "error",  "comment", "word",    "token" };
	bool is_noun = false;
	if (last_word(out, operation, strlen(operation)))
		for (size_t i = 0; i < sizeof nouns / sizeof *nouns && !is_noun; i++)
			is_noun = strcmp(out, nouns[i]) == 0;
	if (!is_noun)
		strcpy(out, strcasestr(operation, "print") ? "printed" : "string");
}

static bool is_text(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	const struct hr_type *target =
		type && type->kind == HR_TYPE_POINTER ? hr_model_type(model, type->target) : NULL;
	return target && target->kind == HR_TYPE_INT && strcmp(target->spelling, "char") == 0;
}

/* Results that are numbers: what is counted or measured by its name, an error by its type, anything else is just a result. */
static void word_of_result(char out[MOST_NAME], const struct hr_sequence *sequence, size_t value)
{
	static const char *const measures[] = { "count",   "size",     "length", "len",    "index",    "total",
						"number",  "capacity", "depth",  "width",  "height",   "hash",
						"version", "position", "offset", "weight", "checksum", "sum",
						"time",    "bound",    "level" };
	const struct hr_model *model = sequence->model;
	const struct hr_value *it = &sequence->values.data[value];
	const struct hr_statement *maker = &sequence->statements.data[it->statement];
	const struct hr_type *type = hr_model_type(model, it->type);
	if (type && type->kind == HR_TYPE_ENUM && it->type.type != HR_NO_TYPE &&
	    word_of_spelling(out, model, it->type.type) && strncmp(out, "bool", 4) != 0)
		return;
	if (maker->kind == HR_STATEMENT_CALL) {
		const char *name = model->operations.data[maker->operation].name;
		if (last_word(out, name, strlen(name)))
			for (size_t i = 0; i < sizeof measures / sizeof *measures; i++)
				if (strcmp(out, measures[i]) == 0)
					return;
	}
	strcpy(out, "result");
}

static bool is_scalar(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	return type && (type->kind == HR_TYPE_INT || type->kind == HR_TYPE_BOOL || type->kind == HR_TYPE_ENUM ||
			type->kind == HR_TYPE_FLOAT);
}

static bool word_of(char out[MOST_NAME], const struct hr_sequence *sequence, size_t value)
{
	const struct hr_model *model = sequence->model;
	const struct hr_value *it = &sequence->values.data[value];
	const struct hr_statement *maker = &sequence->statements.data[it->statement];
	if (maker->kind == HR_STATEMENT_NEW) {
		if (!is_scalar(model, maker->type) && word_of_type(out, model, maker->type))
			return true;
		return word_of_use(out, sequence, value);
	}
	if (maker->kind == HR_STATEMENT_GET && strcmp(maker->access->text, "*") != 0) {
		const char *dot = strrchr(maker->access->text, '.');
		if (dot && last_word(out, dot + 1, strlen(dot + 1)))
			return true;
	}
	if (is_scalar(model, it->type)) {
		word_of_result(out, sequence, value);
		return true;
	}
	if (maker->kind == HR_STATEMENT_CALL && is_text(model, it->type)) {
		word_of_text(out, model->operations.data[maker->operation].name);
		return true;
	}
	if (word_of_type(out, model, it->type) || word_of_use(out, sequence, value))
		return true;
	if (maker->kind != HR_STATEMENT_CALL)
		return false;
	const char *name = model->operations.data[maker->operation].name;
	return last_word(out, name, strlen(name));
}

/* Names in C that a variable must not hide: what the text itself calls is seen to by hr_c_name. */
static bool is_taken(const struct hr_sequence *sequence, const struct hr_callables *callables, const char *name)
{
	const struct hr_model *model = sequence->model;
	static const char *const own[] = { "main", "printf", "puts", "malloc", "free", "errno", "text", "callback",
					   /* words of sequences: */
					   "NULL", "new", "inf", "fail_alloc", "false", "nan", "true" };
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (strcmp(own[i], name) == 0)
			return true;
	if (hr_map_get(&model->operation_by_name, name, NULL) || hr_map_get(&model->constant_by_name, name, NULL) ||
	    hr_map_get(&model->type_by_spelling, name, NULL) || hr_callables_function(callables, name) != (size_t)-1)
		return true;
	for (size_t i = 0; i < model->variables.count; i++)
		if (strcmp(model->variables.data[i].name, name) == 0)
			return true;
	return hr_edit_value(sequence, name) != HR_NO_VALUE;
}

/* Whether another value that a reader sees would be called the same. */
static bool has_namesake(const struct hr_sequence *sequence, const bool *has_variable, size_t value, const char *word)
{
	char other[MOST_NAME];
	for (size_t i = 0; i < sequence->values.count; i++)
		if (i != value && has_variable[i] && word_of(other, sequence, i) && strcmp(other, word) == 0)
			return true;
	return false;
}

static void name_value(struct hr_sequence *sequence, const struct hr_callables *callables, const bool *has_variable,
		       size_t value)
{
	char word[MOST_NAME];
	char purpose[MOST_NAME];
	char name[MOST_NAME + 8];
	if (!is_numbered(sequence->values.data[value].name))
		return;
	if (!word_of(word, sequence, value))
		strcpy(word, "value");
	bool is_object = hr_model_object(sequence->model, sequence->values.data[value].type) != HR_NO_TYPE;
	if (is_object && has_variable[value] && has_namesake(sequence, has_variable, value, word) &&
	    word_of_purpose(purpose, sequence, value) && !is_taken(sequence, callables, purpose))
		strcpy(word, purpose);
	snprintf(name, sizeof name, "%s", word);
	/* beside another variable it is the second, beside something of the library's the first */
	for (unsigned number = hr_edit_value(sequence, name) != HR_NO_VALUE ? 2 : 1;
	     is_taken(sequence, callables, name); number++)
		snprintf(name, sizeof name, "%s%u", word, number);
	sequence->values.data[value].name = hr_arena_strdup(&sequence->arena, name);
}

struct hr_sequence *hr_rename_values(const struct hr_sequence *sequence, const bool *has_variable)
{
	struct hr_sequence *copy = hr_edit_copy(sequence, NULL);
	struct hr_callables callables;
	hr_callables_list(&callables, sequence->model);
	for (int round = 0; round < 2; round++)
		for (size_t i = 0; i < copy->values.count; i++)
			if (has_variable[i] == (round == 0))
				name_value(copy, &callables, has_variable, i);
	hr_callables_release(&callables);
	return copy;
}

struct hr_sequence *hr_failure_rename(const struct hr_sequence *sequence)
{
	bool *used = hr_values_used(sequence);
	struct hr_sequence *copy = hr_rename_values(sequence, used);
	free(used);
	return copy;
}
