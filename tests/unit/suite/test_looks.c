/* Looking at what a call did, and slices: with a runner that pretends what operations return. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "suite/looks.h"
#include "suite/parts.h"
#include "suite/slice.h"
#include "suite/test.h"

/* The pretended unit counts calls of an operation; base_id tells how many there were, and so do all numbers that are read, and the texts of base_text and base_long_text. Pointers
 * lead somewhere, but for what base_none yields. */
static bool calls(const struct hr_sequence *sequence, size_t statement, const char *name)
{
	const struct hr_statement *it = &sequence->statements.data[statement];
	return it->kind == HR_STATEMENT_CALL && strcmp(sequence->model->operations.data[it->operation].name, name) == 0;
}

static int run_pretended(void *context, const struct hr_sequence *const *sequences, size_t count,
			 const struct hr_run_wants *wants, hr_outcome_fn *tell, void *tell_context,
			 struct hr_error *error)
{
	const char *counted = context;
	(void)wants;
	(void)error;
	for (size_t i = 0; i < count; i++) {
		struct hr_outcome outcome;
		unsigned char area[128] = { 0 };
		size_t slots[16];
		int64_t seen = 0;
		hr_outcome_init(&outcome);
		outcome.status = HR_OUTCOME_NORMAL;
		for (size_t k = 0; k < sequences[i]->values.count; k++) {
			slots[k] = 8 * k;
			area[8 * k] = !calls(sequences[i], sequences[i]->values.data[k].statement, "base_none");
		}
		for (size_t k = 0; k < sequences[i]->statements.count; k++) {
			seen += calls(sequences[i], k, counted);
			const struct hr_statement *it = &sequences[i]->statements.data[k];
			bool is_number = it->kind == HR_STATEMENT_GET &&
					 hr_model_type(sequences[i]->model, it->access->type)->kind == HR_TYPE_INT;
			if (is_number || calls(sequences[i], k, "base_id"))
				memcpy(area + 8 * it->value, &seen, sizeof seen);
			for (int is_long = 0; is_long < 2; is_long++) {
				static const char *const texts[2][2] = { { "0", "1" }, { "number 0", "number 1" } };
				if (!calls(sequences[i], k, is_long ? "base_long_text" : "base_text"))
					continue;
				hr_vec_push(&outcome.descriptions,
					    (struct hr_description){ .statement = (uint32_t)k,
								     .value = it->value,
								     .is_readable = true,
								     .bytes = (const void *)texts[is_long][seen != 0],
								     .length = strlen(texts[is_long][0]) + 1 });
			}
		}
		outcome.area = area;
		outcome.area_size = sizeof area;
		outcome.slot_of = slots;
		outcome.slot_count = sequences[i]->values.count;
		tell(tell_context, i, &outcome);
		hr_outcome_release(&outcome);
	}
	return 0;
}

static bool never(void *context, const struct hr_sequence *sequence)
{
	(void)context;
	(void)sequence;
	return false;
}

/* Adds looks to the second statement of a text; what comes of it as text. The unit counts calls of `counted`. */
static void expect_looks(struct hr_model *model, const char *counted,
			 bool (*is_legal)(void *, const struct hr_sequence *), size_t looks, const char *expected)
{
	struct hr_runner runner = { .run = run_pretended, .context = (void *)counted };
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_selection tests = HR_VEC_INIT;
	struct hr_look_options options = { .is_legal = is_legal };
	struct hr_selected test = { .sequence = read_sequence(
					    model, "b = new struct base {}\nput_base(b)\nput_color(RED, true)\n"),
				    .focus = 1 };
	hr_vec_push(&tests, test);
	assert_int_equal(hr_add_looks(&tests, &runner, &options, &error), 0);
	assert_int_equal(tests.data[0].looks, looks);
	hr_sequence_write(&text, tests.data[0].sequence);
	assert_string_equal(text.data, expected);
	hr_strbuf_release(&text);
	hr_selection_release(&tests);
}

static struct hr_model *read_with_observer(void *state)
{
	struct hr_strbuf header = HR_STRBUF_INIT;
	hr_strbuf_addf(&header, "%svoid put_base(struct base *b);\n", unit_header);
	struct hr_model *model = read_text(state, header.data, NULL);
	find_operation(model, "base_id")->kind = HR_KIND_OBSERVER;
	hr_strbuf_release(&header);
	return model;
}

static void test_looks__what_the_focus_changed_is_looked_at(void **state)
{
	struct hr_model *model = read_with_observer(*state);
	expect_looks(model, "put_base", NULL, 1,
		     "b = new struct base {}\nput_base(b)\nv1 = base_id(b)\nput_color(RED, true)\n");
	hr_model_free(model);
}

static void test_looks__what_it_did_not_change_is_not(void **state)
{
	struct hr_model *model = read_with_observer(*state);
	expect_looks(model, "put_color", NULL, 0, "b = new struct base {}\nput_base(b)\nput_color(RED, true)\n");
	hr_model_free(model);
}

static void test_looks__what_is_not_there_is_not_asked(void **state)
{
	struct hr_strbuf header = HR_STRBUF_INIT, text = HR_STRBUF_INIT;
	hr_strbuf_addf(&header, "%sstruct base *base_none(void);\nstruct base *base_some(void);\n", unit_header);
	struct hr_model *model = read_text(*state, header.data, NULL);
	find_operation(model, "base_id")->kind = HR_KIND_OBSERVER;
	struct hr_look_options options = { 0 };
	struct hr_error error = HR_ERROR_INIT;
	for (int is_there = 0; is_there < 2; is_there++) {
		const char *maker = is_there ? "b = base_some()\n" : "b = base_none()\n";
		struct hr_runner runner = { .run = run_pretended,
					    .context = (void *)(is_there ? "base_some" : "base_none") };
		hr_selection tests = HR_VEC_INIT;
		struct hr_selected test = { .sequence = read_sequence(model, maker), .focus = 0 };
		hr_vec_push(&tests, test);
		assert_int_equal(hr_add_looks(&tests, &runner, &options, &error), 0);
		hr_strbuf_clear(&text);
		hr_sequence_write(&text, tests.data[0].sequence);
		assert_string_equal(text.data, is_there ? "b = base_some()\nv1 = base_id(b)\n" : maker);
		hr_selection_release(&tests);
	}
	hr_strbuf_release(&header);
	hr_strbuf_release(&text);
	hr_model_free(model);
}

static void test_looks__nothing_that_rules_forbid(void **state)
{
	struct hr_model *model = read_with_observer(*state);
	expect_looks(model, "put_base", never, 0, "b = new struct base {}\nput_base(b)\nput_color(RED, true)\n");
	hr_model_free(model);
}

/* The shorter of two; what it yields is given back. */
static void test_looks__what_an_object_is_as_a_text(void **state)
{
	struct hr_strbuf header = HR_STRBUF_INIT;
	hr_strbuf_addf(&header,
		       "%svoid put_base(struct base *b);\nchar *base_long_text(const struct base *b);\n"
		       "char *base_text(const struct base *b);\n",
		       unit_header);
	for (int is_freed = 0; is_freed < 2; is_freed++) {
		struct hr_model *model = read_text(*state, header.data, NULL);
		static const char *const names[] = { "base_text", "base_long_text" };
		for (size_t i = 0; i < 2; i++) {
			find_operation(model, names[i])->kind = HR_KIND_OTHER;
			find_operation(model, names[i])->result.role = HR_ROLE_OWNED;
			find_operation(model, names[i])->result.freed_by = -1;
			find_operation(model, names[i])->result.freed_by_libc = is_freed;
		}
		if (is_freed)
			expect_looks(model, "put_base", NULL, 1,
				     "b = new struct base {}\nput_base(b)\nv1 = base_text(b)\nfree(v1)\n"
				     "put_color(RED, true)\n");
		else /* nobody knows how */
			expect_looks(model, "put_base", NULL, 0,
				     "b = new struct base {}\nput_base(b)\nput_color(RED, true)\n");
		hr_model_free(model);
	}
	hr_strbuf_release(&header);
}

static void test_looks__what_pointers_lead_to(void **state)
{
	struct hr_strbuf header = HR_STRBUF_INIT, text = HR_STRBUF_INIT;
	hr_strbuf_addf(&header,
		       "%sstruct box { struct point *corner; int *numbers; struct opaque *other; };\n"
		       "struct box *box_new(void);\nvoid box_grow(struct box *b);\n",
		       unit_header);
	struct hr_model *model = read_text(*state, header.data, NULL);
	struct hr_runner runner = { .run = run_pretended, .context = (void *)"box_grow" };
	struct hr_error error = HR_ERROR_INIT;
	struct hr_look_options options = { 0 };
	hr_selection tests = HR_VEC_INIT;
	struct hr_selected test = { .sequence = read_sequence(model, "b = box_new()\nbox_grow(b)\n"), .focus = 1 };
	hr_vec_push(&tests, test);
	assert_int_equal(hr_add_looks(&tests, &runner, &options, &error), 0);
	assert_int_equal(tests.data[0].looks, 6); /* two statements for each */
	hr_sequence_write(&text, tests.data[0].sequence);
	assert_string_equal(text.data,
			    "b = box_new()\nbox_grow(b)\nv1 = b.corner\nv2 = v1.x\nv3 = b.corner\nv4 = v3.y\n"
			    "v5 = b.numbers\nv6 = v5[0]\n");
	for (size_t i = 0; i < 8; i++)
		assert_int_equal(hr_look_is_way(tests.data[0].sequence, i), i >= 2 && i % 2 == 0);
	hr_strbuf_release(&header);
	hr_strbuf_release(&text);
	hr_selection_release(&tests);
	hr_model_free(model);
}

static bool always(void *context)
{
	(void)context;
	return true;
}

static void test_looks__what_there_is_no_time_for_is_counted(void **state)
{
	struct hr_model *model = read_with_observer(*state);
	struct hr_runner runner = { .run = run_pretended, .context = (void *)"put_base" };
	struct hr_error error = HR_ERROR_INIT;
	hr_selection tests = HR_VEC_INIT;
	size_t passed_over = 0;
	struct hr_look_options options = { .is_over = always, .passed_over = &passed_over };
	struct hr_selected test = { .sequence = read_sequence(model, "b = new struct base {}\nput_base(b)\n"),
				    .focus = 1 };
	hr_vec_push(&tests, test);
	assert_int_equal(hr_add_looks(&tests, &runner, &options, &error), 0);
	assert_int_equal(tests.data[0].looks, 0);
	assert_int_equal(passed_over, 1);
	hr_selection_release(&tests);
	hr_model_free(model);
}

static void expect_slice(const struct hr_model *model, const char *text, size_t last, bool is_wide,
			 const char *expected)
{
	struct hr_sequence *sequence = read_sequence(model, text);
	struct hr_sequence *slice = hr_slice(sequence, last, is_wide);
	struct hr_strbuf written = HR_STRBUF_INIT;
	hr_sequence_write(&written, slice);
	assert_string_equal(written.data, expected);
	hr_strbuf_release(&written);
	hr_sequence_free(slice);
	hr_sequence_free(sequence);
}

static void test_slice__keeps_what_the_values_are_about(void **state)
{
	struct hr_model *model = read_unit(*state);
	expect_slice(
		model,
		"a = opaque_new()\nb = opaque_new()\nopaque_each(b, NULL, NULL)\ntiny(1, 2)\nopaque_each(a, NULL, NULL)\nopaque_free(b)\n",
		4, false, "a = opaque_new()\nopaque_each(a, NULL, NULL)\n");
	hr_model_free(model);
}

static void test_slice__a_wide_one_follows_what_values_met(void **state)
{
	struct hr_model *model = read_unit(*state);
	static const char text[] =
		"a = opaque_new()\nb = opaque_new()\nopaque_each(a, NULL, b)\nopaque_each(b, NULL, NULL)\nopaque_free(a)\n";
	expect_slice(model, text, 4, false,
		     "a = opaque_new()\nb = opaque_new()\nopaque_each(a, NULL, b)\nopaque_free(a)\n");
	expect_slice(model, text, 4, true, text);
	hr_model_free(model);
}

/* Tests compare what a caller may look at. */
static void test_looks__private_fields_are_left_alone(void **state)
{
	struct hr_model *model = read_unit(*state);
	const struct hr_type *type = NULL;
	for (size_t i = 0; i < model->types.count; i++)
		if (strcmp(model->types.data[i].spelling, "struct point") == 0)
			type = &model->types.data[i];
	assert_non_null(type);
	struct hr_field field = type->fields.data[0];
	assert_true(hr_field_is_public(&field));
	field.item.role = HR_ROLE_PRIVATE;
	assert_false(hr_field_is_public(&field));
	field = type->fields.data[0];
	field.item.name = "reserved";
	assert_false(hr_field_is_public(&field));
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_looks__what_the_focus_changed_is_looked_at),
		IN_SCRATCH(test_looks__what_it_did_not_change_is_not),
		IN_SCRATCH(test_looks__what_is_not_there_is_not_asked),
		IN_SCRATCH(test_looks__nothing_that_rules_forbid),
		IN_SCRATCH(test_looks__what_an_object_is_as_a_text),
		IN_SCRATCH(test_looks__what_pointers_lead_to),
		IN_SCRATCH(test_looks__what_there_is_no_time_for_is_counted),
		IN_SCRATCH(test_looks__private_fields_are_left_alone),
		IN_SCRATCH(test_slice__keeps_what_the_values_are_about),
		IN_SCRATCH(test_slice__a_wide_one_follows_what_values_met),
	};
	return cmocka_run_group_tests_name("looks", tests, NULL, NULL);
}
