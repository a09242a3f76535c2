/* Tests that differ in nothing but literals, as rows of a table.
 *
 * While a test is written, literals that could be a column are its slots: numbered as they come, each with its text. Tests whose texts are the same with the slots left open differ in literals alone. */
#ifndef HR_SUITE_TABLES_H
#define HR_SUITE_TABLES_H

#include "suite/c_text.h"
#include "suite/test.h"

struct hr_c_slot {
	char *cell;              /* the literal */
	char *word;              /* what a column of it would be called */
	struct hr_type_ref type; /* of it; HR_NO_TYPE: a text */
};

struct hr_c_slots {
	HR_VEC(struct hr_c_slot) list;
	const char *const
		*names; /* of columns, by slot, NULL for what is the same in all rows; NULL: all are left open */
};

void hr_c_slots_release(struct hr_c_slots *slots);

/* Makes a slot of a literal, and writes what stands for it; false, and nothing done, when it cannot be one. */
bool hr_c_take_slot(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand,
		    struct hr_type_ref type);

/* The same for what is expected: `cell` is its text. True when it comes from a column. */
bool hr_c_take_expected(struct hr_strbuf *out, struct hr_c_text *text, const char *cell, const char *word,
			struct hr_type_ref type);

/* ---- tables ---- */

struct hr_table {
	HR_VEC(size_t) rows;  /* indices of tests, in their order; the first is where it stands */
	HR_VEC(char *) cells; /* by row and slot */
	HR_VEC(char *) names; /* of columns, by slot; NULL: the same in all rows */
	HR_VEC(struct hr_type_ref) types;
	unsigned needs; /* HR_NEEDS_… of all rows */
};

typedef HR_VEC(struct hr_table) hr_tables;

/* Finds tables of at least three rows among tests of one file. */
int hr_tables_find(hr_tables *out, const struct hr_test *tests, size_t count, struct hr_error *error);
void hr_tables_release(hr_tables *tables);

/* What the rows are called: that behind "test_OPERATION__" in the names of tests; NULL: there is nothing. */
const char *hr_table_label(const struct hr_test *test);

/* "test_OPERATION": what they are called together. Appends it. */
void hr_table_name(struct hr_strbuf *out, const struct hr_test *test);

/* The struct and the array, for the function of that name. */
void hr_table_write(struct hr_strbuf *out, const struct hr_table *table, const struct hr_test *tests,
		    const char *function);

#endif
