/* Tests as a C file: tables of those that differ in literals alone, the others one by one. */
#include "suite/test_file.h"

#include "base/memory.h"
#include "base/text.h"
#include "suite/test_body.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What the tests of a file come to. */
struct file {
	const struct hr_framework *framework;
	const struct hr_test *tests;
	char *unit; /* as an identifier */
	struct hr_arena arena;
	struct hr_strbuf functions; /* callbacks and constants */
	struct hr_strbuf bodies;
	HR_VEC(struct hr_test_entry) entries;
	unsigned needs;
};

/* The function of a test, or that of a table, with its slots. */
static int write_function(struct file *file, const struct hr_test *test, const struct hr_test_entry *entry,
			  struct hr_c_slots *slots, struct hr_error *error)
{
	struct hr_test_body body = {
		.framework = file->framework, .functions = file->functions, .text = HR_STRBUF_INIT, .slots = slots
	};
	int status = hr_test_body_write(&body, test, error);
	file->functions = body.functions;
	file->needs |= body.needs;
	if (!status) {
		file->framework->open(&file->bodies, file->unit, entry);
		hr_strbuf_addstr(&file->bodies, body.text.data);
		file->framework->close(&file->bodies, file->unit, entry);
		hr_vec_push(&file->entries, *entry);
	}
	hr_strbuf_release(&body.text);
	return status;
}

/* "test_OPERATION", with a number when there is one of that name. */
static const char *table_function(struct file *file, const char *name, size_t count)
{
	struct hr_strbuf function = HR_STRBUF_INIT;
	bool is_taken = true;
	for (unsigned number = 1; is_taken; number++) {
		hr_strbuf_clear(&function);
		hr_strbuf_addstr(&function, name);
		if (number > 1)
			hr_strbuf_addf(&function, "_%u", number);
		is_taken = false;
		for (size_t i = 0; i < count && !is_taken; i++)
			is_taken = strcmp(file->tests[i].name, function.data) == 0;
		for (size_t i = 0; i < file->entries.count && !is_taken; i++)
			is_taken = strcmp(file->entries.data[i].function, function.data) == 0;
	}
	const char *copy = hr_arena_strdup(&file->arena, function.data);
	hr_strbuf_release(&function);
	return copy;
}

static int write_table(struct file *file, const struct hr_table *table, size_t count, struct hr_error *error)
{
	const struct hr_test *first = &file->tests[table->rows.data[0]];
	struct hr_strbuf name = HR_STRBUF_INIT;
	struct hr_c_slots slots = { .names = (const char *const *)table->names.data };
	const char **rows = hr_arena_alloc(&file->arena, table->rows.count * sizeof *rows);
	hr_table_name(&name, first);
	for (size_t i = 0; i < table->rows.count; i++)
		rows[i] = hr_table_label(&file->tests[table->rows.data[i]]);
	struct hr_test_entry entry = { .function = table_function(file, name.data, count),
				       .name = hr_arena_strdup(&file->arena, name.data),
				       .rows = rows,
				       .row_count = table->rows.count };
	file->needs |= table->needs;
	hr_table_write(&file->bodies, table, file->tests, entry.function);
	int status = write_function(file, first, &entry, &slots, error);
	hr_c_slots_release(&slots);
	hr_strbuf_release(&name);
	return status;
}

/* The table that a test is in; NULL: none. */
static const struct hr_table *table_of(const hr_tables *tables, size_t test)
{
	for (size_t i = 0; i < tables->count; i++)
		for (size_t row = 0; row < tables->data[i].rows.count; row++)
			if (tables->data[i].rows.data[row] == test)
				return &tables->data[i];
	return NULL;
}

static int write_tests(struct file *file, size_t count, bool is_flat, struct hr_error *error)
{
	hr_tables tables = HR_VEC_INIT;
	int status = is_flat ? 0 : hr_tables_find(&tables, file->tests, count, error);
	for (size_t i = 0; i < count && !status; i++) {
		const struct hr_table *table = table_of(&tables, i);
		struct hr_test_entry entry = { .function = file->tests[i].name, .name = file->tests[i].name };
		if (!table)
			status = write_function(file, &file->tests[i], &entry, NULL, error);
		else if (table->rows.data[0] == i)
			status = write_table(file, table, count, error);
	}
	hr_tables_release(&tables);
	return status;
}

int hr_suite_test_file(struct hr_strbuf *out, const struct hr_test *tests, size_t count,
		       const struct hr_test_file *options, struct hr_error *error)
{
	const struct hr_framework *framework = options->framework;
	struct file file = { .framework = framework,
			     .tests = tests,
			     .arena = HR_ARENA_INIT,
			     .functions = HR_STRBUF_INIT,
			     .bodies = HR_STRBUF_INIT };
	if (!count)
		return 0;
	const struct hr_model *model = tests[0].sequence->model;
	file.unit = hr_strdup(model->unit);
	for (char *c = file.unit; *c; c++)
		*c = isalnum((unsigned char)*c) ? *c : '_';
	int status = write_tests(&file, count, options->is_flat, error);
	if (!status) {
		hr_strbuf_addstr(out, "/* What the library does now. */\n#undef NDEBUG\n");
		hr_c_includes(out, model, file.needs | HR_NEEDS_GNU, framework->includes);
		hr_c_checks(out, model, file.bodies.data);
		hr_c_helpers(out, file.needs);
		hr_strbuf_addstr(out, file.functions.data);
		hr_strbuf_addstr(out, file.bodies.data);
		framework->finish(out, file.unit, file.entries.data, file.entries.count);
		hr_c_settle_names(out, model);
	}
	hr_strbuf_release(&file.functions);
	hr_strbuf_release(&file.bodies);
	hr_vec_release(&file.entries);
	hr_arena_release(&file.arena);
	free(file.unit);
	return status;
}
