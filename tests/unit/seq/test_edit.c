/* Changed copies of sequences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "seq/edit.h"
#include "unit.h"

static const char calls[] = "v0 = opaque_new()\n"
			    "v1 = opaque_each(v0, NULL, NULL)\n"
			    "point = new struct point {.x = 1}\n"
			    "point.y = v1\n"
			    "v3 = tiny(1, 2)\n"
			    "opaque_free(v0)\n";

static void expect(struct hr_sequence *sequence, const char *expected)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_sequence_write(&text, sequence);
	assert_string_equal(text.data, expected);
	hr_strbuf_release(&text);
	hr_sequence_free(sequence);
}

static void test_edit__all_is_kept(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *from = read_sequence(model, calls);
	struct hr_edit edit;
	hr_edit_begin(&edit, from);
	assert_int_equal(hr_edit_keep_range(&edit, 0, from->statements.count), 0);
	hr_sequence_free(from);
	expect(hr_edit_finish(&edit), calls);
	hr_model_free(model);
}

/* What needs a statement that was left out goes with it; values are numbered anew. */
static void test_edit__left_out(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *from = read_sequence(model, calls);
	struct hr_edit edit;
	hr_edit_begin(&edit, from);
	assert_int_equal(hr_edit_keep_range(&edit, 0, 1), 0);
	assert_int_equal(hr_edit_keep_range(&edit, 2, from->statements.count), 1);
	expect(hr_edit_finish(&edit),
	       "v0 = opaque_new()\npoint = new struct point {.x = 1}\nv2 = tiny(1, 2)\nopaque_free(v0)\n");
	hr_sequence_free(from);
	hr_model_free(model);
}

static void test_edit__replaced(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *from = read_sequence(model, "v0 = tiny(1, 2)\nv1 = tiny(v0, 3)\n");
	struct hr_edit edit;
	struct hr_statement changed;
	hr_edit_begin(&edit, from);
	assert_true(hr_edit_statement(&edit, &changed, 0));
	changed.operands[1].number = 9;
	hr_edit_replace(&edit, 0, &changed);
	assert_true(hr_edit_keep(&edit, 1));
	expect(hr_edit_finish(&edit), "v0 = tiny(1, 9)\nv1 = tiny(v0, 3)\n");
	/* the original is what it was */
	expect(from, "v0 = tiny(1, 2)\nv1 = tiny(v0, 3)\n");
	hr_model_free(model);
}

static void test_edit__made_again(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *from = read_sequence(model, calls);
	struct hr_edit edit;
	hr_edit_begin(&edit, from);
	hr_edit_keep_range(&edit, 0, 5);
	/* alone; with what was done to it; and an object of the sequence's, always with what was done to it */
	assert_int_equal(hr_edit_remake(&edit, 0, 5), 4);
	assert_int_equal(hr_edit_remake_with_history(&edit, 0, 2), 5);
	assert_int_equal(hr_edit_remake(&edit, 2, 5), 9);
	assert_int_equal(hr_edit_remake(&edit, 3, 2), HR_NO_VALUE);
	assert_int_equal(edit.map[0], 0);
	expect(hr_edit_finish(&edit), "v0 = opaque_new()\n"
				      "v1 = opaque_each(v0, NULL, NULL)\n"
				      "point = new struct point {.x = 1}\n"
				      "point.y = v1\n"
				      "v3 = tiny(1, 2)\n"
				      "v4 = opaque_new()\n"
				      "v5 = opaque_new()\n"
				      "v6 = opaque_each(v5, NULL, NULL)\n"
				      "v7 = opaque_new()\n"
				      "v8 = opaque_each(v7, NULL, NULL)\n"
				      "v9 = new struct point {.x = 1}\n"
				      "v9.y = v8\n");
	hr_sequence_free(from);
	hr_model_free(model);
}

static void test_edit__names(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *from = read_sequence(model, calls);
	assert_true(hr_statement_names(&from->statements.data[3], 1));
	assert_true(hr_statement_names(&from->statements.data[3], 2));
	assert_false(hr_statement_names(&from->statements.data[3], 0));
	assert_true(hr_statement_names(&from->statements.data[5], 0));
	hr_sequence_free(from);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_edit__all_is_kept), IN_SCRATCH(test_edit__left_out), IN_SCRATCH(test_edit__replaced),
		IN_SCRATCH(test_edit__made_again),  IN_SCRATCH(test_edit__names),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
