/* Which file a test goes to, what files are called, and how they name the headers. Outcomes are made up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "suite/areas.h"
#include "suite/c_text.h"

enum { ENOUGH = 8 };

/* The area of many tests of f(), in a unit of that name. */
static void expect_area(void *state, const char *declarations, const char *unit, const char *expected)
{
	struct hr_model *model = read_text(state, declarations, NULL);
	struct hr_sequence *sequence = read_sequence(model, "f(NULL)\n");
	struct hr_test tests[ENOUGH];
	struct hr_outcome outcome;
	hr_outcome_init(&outcome);
	outcome.status = HR_OUTCOME_NORMAL;
	for (size_t i = 0; i < ENOUGH; i++)
		hr_test_record(&tests[i], sequence, 0, 0, &outcome);
	hr_test_areas(tests, ENOUGH, unit);
	assert_string_equal(tests[0].area, expected);
	for (size_t i = 0; i < ENOUGH; i++)
		hr_test_release(&tests[i]);
	hr_outcome_release(&outcome);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void test_areas__types_as_users_write_them(void **state)
{
	expect_area(*state, "struct hold_list; void f(struct hold_list *l);", "hold", "list");
	expect_area(*state, "struct hold_list; void f(struct hold_list *l);", "unit", "hold_list");
	expect_area(*state, "typedef struct z_tree_s Z_Tree; void f(Z_Tree *t);", "unit", "z_tree");
	expect_area(*state, "typedef struct z_tree_t *z_handle; void f(z_handle t);", "z", "handle");
	expect_area(*state, "typedef struct { int i; } node_t; void f(node_t *n);", "unit", "node");
	expect_area(*state, "struct _tree_tag; void f(struct _tree_tag *t);", "unit", "tree");
	expect_area(*state, "struct tree; void f(struct tree *t);", "Tree", "");
	expect_area(*state, "struct zf_tree; void f(struct zf_tree *t);", "z", "zf_tree");
}

/* The name of a suite; headers and operations with spaces between them. */
static void expect_unit(const char *headers, const char *operations, const char *expected)
{
	struct hr_model *model = hr_model_new();
	struct hr_arena arena = HR_ARENA_INIT;
	hr_strings words = HR_VEC_INIT;
	struct hr_strbuf unit = HR_STRBUF_INIT;
	model->unit = "first";
	split_words(&words, headers, &arena);
	for (size_t i = 0; i < words.count; i++)
		hr_vec_push(&model->headers, words.data[i]);
	hr_vec_release(&words);
	words = (hr_strings)HR_VEC_INIT;
	split_words(&words, operations, &arena);
	for (size_t i = 0; i < words.count; i++) {
		struct hr_operation operation = { .name = words.data[i] };
		hr_model_add_operation(model, &operation);
	}
	hr_suite_unit(&unit, model);
	assert_string_equal(unit.data, expected);
	hr_strbuf_release(&unit);
	hr_vec_release(&words);
	hr_model_free(model);
	hr_arena_release(&arena);
}

static void test_areas__what_a_suite_is_called(void **state)
{
	(void)state;
	expect_unit("a/first.h", "all_a|all_b", "first");
	expect_unit("a/first.h|a/second.h", "all_a|all_b|ALL_C", "all");
	expect_unit("tree/first.h|tree/second.h", "a_a|b_b", "tree");
	expect_unit("x/tree/first.h|x/tree/second.h", "a_a|b_b", "tree");
	expect_unit("include/first.h|include/second.h", "a_a|b_b", "first");
	expect_unit("a/first.h|b/second.h", "a_a|b_b", "first");
	expect_unit("first.h|second.h", "a_a|b_b", "first");
}

static void test_areas__headers_are_named_as_users_do(void **state)
{
	static const struct {
		const char *flags, *header, *name;
	} cases[] = { { "", "include/x/x.h", "include/x/x.h" },    { "-Iinclude", "include/x/x.h", "x/x.h" },
		      { "-I|include/", "include/x/x.h", "x/x.h" }, { "-Iinclude|-Iinclude/x", "include/x/x.h", "x.h" },
		      { "-Iinc", "include/x.h", "include/x.h" },   { "-I.", "x/x.h", "x/x.h" } };
	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_model *model = hr_model_new();
		struct hr_arena arena = HR_ARENA_INIT;
		hr_strings flags = HR_VEC_INIT;
		struct hr_strbuf text = HR_STRBUF_INIT;
		struct hr_strbuf line = HR_STRBUF_INIT;
		split_words(&flags, cases[i].flags, &arena);
		for (size_t k = 0; k < flags.count; k++)
			hr_vec_push(&model->flags, flags.data[k]);
		hr_vec_push(&model->headers, cases[i].header);
		hr_c_includes(&text, model, 0, "");
		hr_strbuf_addf(&line, "#include \"%s\"\n", cases[i].name);
		assert_non_null(strstr(text.data, line.data));
		hr_strbuf_release(&line);
		hr_strbuf_release(&text);
		hr_vec_release(&flags);
		hr_arena_release(&arena);
		hr_model_free(model);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_areas__types_as_users_write_them),
		IN_SCRATCH(test_areas__what_a_suite_is_called),
		IN_SCRATCH(test_areas__headers_are_named_as_users_do),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
