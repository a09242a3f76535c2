/* Tables of tests.
 *
 * Invariants: a table's tests have the same text but for its columns; rows are in the order of the tests; what remembers something from row to row (a callback that counts) is in no table. */
#include "suite/tables.h"

#include "base/map.h"
#include "base/memory.h"
#include "suite/c_lines.h"
#include "suite/test_body.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEWEST_ROWS = 3, MOST_TEXT = 80, WIDTH = 110 };

/* ---- slots ---- */

void hr_c_slots_release(struct hr_c_slots *slots)
{
	for (size_t i = 0; i < slots->list.count; i++) {
		free(slots->list.data[i].cell);
		free(slots->list.data[i].word);
	}
	hr_vec_release(&slots->list);
}

/* Takes the next slot; writes an open one, a column, or the cell itself. */
static bool take(struct hr_strbuf *out, struct hr_c_slots *slots, const char *cell, const char *word,
		 struct hr_type_ref type)
{
	size_t index = slots->list.count;
	struct hr_c_slot slot = { .cell = hr_strdup(cell),
				  .word = hr_strdup(word && *word ? word : "value"),
				  .type = type };
	hr_vec_push(&slots->list, slot);
	if (!slots->names) {
		hr_strbuf_addf(out, "@%zu", index);
		return true;
	}
	if (slots->names[index])
		hr_strbuf_addf(out, "it->%s", slots->names[index]);
	else
		hr_strbuf_addstr(out, cell);
	return slots->names[index] != NULL;
}

static bool is_number(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	return type && ((type->kind == HR_TYPE_INT && type->size <= 8) || type->kind == HR_TYPE_ENUM ||
			type->kind == HR_TYPE_BOOL || (type->kind == HR_TYPE_FLOAT && type->size <= 8));
}

/* Whether the operand can be a cell of a column of this type. */
static bool is_cell(const struct hr_c_text *text, const struct hr_operand *operand, struct hr_type_ref type)
{
	static const struct hr_operand some_text = { .kind = HR_OPERAND_TEXT, .text = "" };
	switch (operand->kind) {
	case HR_OPERAND_NUMBER:
	case HR_OPERAND_REAL:
	case HR_OPERAND_CONSTANT:
		return is_number(text->sequence->model, type);
	case HR_OPERAND_TEXT:
	case HR_OPERAND_BYTES:
		return operand->length <= MOST_TEXT && hr_c_is_literal(text, operand, type);
	case HR_OPERAND_NULL:
		return hr_c_is_literal(text, &some_text, type);
	default:
		return false;
	}
}

bool hr_c_take_slot(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand,
		    struct hr_type_ref type)
{
	struct hr_strbuf cell = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;
	if (!is_cell(text, operand, type))
		return false;
	bool is_fine = !hr_c_operand(&cell, text, operand, type, &error);
	if (is_fine)
		(void)take(out, text->slots, cell.data, text->role, type);
	hr_error_release(&error);
	hr_strbuf_release(&cell);
	return is_fine;
}

bool hr_c_take_expected(struct hr_strbuf *out, struct hr_c_text *text, const char *cell, const char *word,
			struct hr_type_ref type)
{
	return take(out, text->slots, cell, word, type);
}

/* ---- groups ---- */

void hr_table_name(struct hr_strbuf *out, const struct hr_test *test)
{
	const struct hr_sequence *sequence = test->sequence;
	size_t operation = sequence->statements.data[test->focus].operation;
	hr_strbuf_addf(out, "test_%s", sequence->model->operations.data[operation].name);
}

const char *hr_table_label(const struct hr_test *test)
{
	struct hr_strbuf name = HR_STRBUF_INIT;
	hr_table_name(&name, test);
	hr_strbuf_addstr(&name, "__");
	const char *label = strncmp(test->name, name.data, name.length) == 0 ? test->name + name.length : NULL;
	hr_strbuf_release(&name);
	return label && *label ? label : NULL;
}

/* The test's text with open slots; "" for one that is no row. */
static int write_open(struct hr_strbuf *out, struct hr_c_slots *slots, unsigned *needs, const struct hr_test *test,
		      struct hr_error *error)
{
	struct hr_test_body body = {
		.framework = &hr_framework_plain, .functions = HR_STRBUF_INIT, .text = HR_STRBUF_INIT, .slots = slots
	};
	int status = hr_test_body_write(&body, test, error);
	*needs = body.needs;
	bool counts = strstr(body.functions.data, "\tstatic ") != NULL;
	if (!status && hr_table_label(test) && !counts) {
		hr_table_name(out, test);
		hr_strbuf_addf(out, "\n%s%s", body.functions.data, body.text.data);
	}
	hr_strbuf_release(&body.functions);
	hr_strbuf_release(&body.text);
	return status;
}

static bool is_taken(const struct hr_table *table, const char *name)
{
	for (size_t i = 0; i < table->names.count; i++)
		if (table->names.data[i] && strcmp(table->names.data[i], name) == 0)
			return true;
	return strcmp(name, "label") == 0;
}

static char *column_name(const struct hr_table *table, const char *word)
{
	struct hr_strbuf name = HR_STRBUF_INIT;
	hr_strbuf_addstr(&name, word);
	for (unsigned number = 2; is_taken(table, name.data); number++) {
		hr_strbuf_clear(&name);
		hr_strbuf_addf(&name, "%s%u", word, number);
	}
	char *copy = hr_strdup(name.data);
	hr_strbuf_release(&name);
	return copy;
}

static bool varies(const struct hr_table *table, const struct hr_c_slots *slots, size_t slot)
{
	for (size_t row = 1; row < table->rows.count; row++)
		if (strcmp(slots[table->rows.data[row]].list.data[slot].cell,
			   slots[table->rows.data[0]].list.data[slot].cell) != 0)
			return true;
	return false;
}

/* Names the columns and keeps the cells. False when there is no column: then the tests are the same, and nothing can be said for a table. */
static bool complete(struct hr_table *table, const struct hr_c_slots *slots)
{
	const struct hr_c_slots *first = &slots[table->rows.data[0]];
	bool is_any = false;
	for (size_t i = 0; i < first->list.count; i++) {
		char *name = varies(table, slots, i) ? column_name(table, first->list.data[i].word) : NULL;
		is_any = is_any || name;
		hr_vec_push(&table->names, name);
		hr_vec_push(&table->types, first->list.data[i].type);
	}
	for (size_t row = 0; row < table->rows.count; row++)
		for (size_t i = 0; i < first->list.count; i++)
			hr_vec_push(&table->cells, hr_strdup(slots[table->rows.data[row]].list.data[i].cell));
	return is_any;
}

static void release_table(struct hr_table *table)
{
	for (size_t i = 0; i < table->cells.count; i++)
		free(table->cells.data[i]);
	for (size_t i = 0; i < table->names.count; i++)
		free(table->names.data[i]);
	hr_vec_release(&table->rows);
	hr_vec_release(&table->cells);
	hr_vec_release(&table->names);
	hr_vec_release(&table->types);
}

void hr_tables_release(hr_tables *tables)
{
	for (size_t i = 0; i < tables->count; i++)
		release_table(&tables->data[i]);
	hr_vec_release(tables);
}

/* The tests that have this text; a new group when there is none. */
static struct hr_table *group_of(hr_tables *groups, struct hr_map *by_text, const char *text)
{
	size_t index;
	if (hr_map_get(by_text, text, &index))
		return &groups->data[index];
	hr_map_put(by_text, text, groups->count);
	return hr_vec_add(groups);
}

int hr_tables_find(hr_tables *out, const struct hr_test *tests, size_t count, struct hr_error *error)
{
	struct hr_map by_text = HR_MAP_INIT;
	hr_tables groups = HR_VEC_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_c_slots *slots = hr_calloc(count, sizeof *slots);
	int status = 0;
	for (size_t i = 0; i < count && !status; i++) {
		unsigned needs = 0;
		if (tests[i].left.count)
			continue; /* what it leaves is its own */
		hr_strbuf_clear(&text);
		status = write_open(&text, &slots[i], &needs, &tests[i], error);
		if (status || !text.length)
			continue;
		struct hr_table *group = group_of(&groups, &by_text, text.data);
		hr_vec_push(&group->rows, i);
		group->needs |= needs;
	}
	for (size_t i = 0; i < groups.count; i++) {
		if (!status && groups.data[i].rows.count >= FEWEST_ROWS && complete(&groups.data[i], slots))
			hr_vec_push(out, groups.data[i]);
		else
			release_table(&groups.data[i]);
	}
	for (size_t i = 0; i < count; i++)
		hr_c_slots_release(&slots[i]);
	free(slots);
	hr_vec_release(&groups);
	hr_strbuf_release(&text);
	hr_map_release(&by_text);
	return status;
}

/* ---- as text ---- */

static void write_row(struct hr_strbuf *out, const struct hr_table *table, size_t row, const char *label)
{
	struct hr_strbuf line = HR_STRBUF_INIT;
	const char *const separators[] = { ", ", ",\n\t  " };
	for (int is_long = 0; is_long < 2; is_long++) {
		hr_strbuf_clear(&line);
		hr_strbuf_addf(&line, "\t{ \"%s\"", label);
		for (size_t i = 0; i < table->names.count; i++)
			if (table->names.data[i])
				hr_strbuf_addf(&line, "%s%s", separators[is_long],
					       table->cells.data[row * table->names.count + i]);
		if (line.length < WIDTH)
			break;
	}
	hr_strbuf_addstr(&line, " },\n");
	hr_c_fold(out, line.data);
	hr_strbuf_release(&line);
}

void hr_table_write(struct hr_strbuf *out, const struct hr_table *table, const struct hr_test *tests,
		    const char *function)
{
	const struct hr_model *model = tests[table->rows.data[0]].sequence->model;
	hr_strbuf_addf(out, "static const struct %s_case {\n\tconst char *label;\n", function);
	for (size_t i = 0; i < table->names.count; i++) {
		if (!table->names.data[i])
			continue;
		struct hr_type_ref type = { table->types.data[i].type, 0 };
		bool is_text = type.type == HR_NO_TYPE;
		hr_strbuf_addch(out, '\t');
		if (is_text)
			hr_strbuf_addf(out, "const char *%s", table->names.data[i]);
		else if (model->types.data[type.type].is_unnamed) /* an enum: it can hold all of any */
			hr_strbuf_addf(out, "long %s", table->names.data[i]);
		else
			hr_c_declare(out, model, type, table->names.data[i]);
		hr_strbuf_addstr(out, ";\n");
	}
	hr_strbuf_addf(out, "} %s_cases[] = {\n", function);
	for (size_t row = 0; row < table->rows.count; row++)
		write_row(out, table, row, hr_table_label(&tests[table->rows.data[row]]));
	hr_strbuf_addstr(out, "};\n\n");
}
