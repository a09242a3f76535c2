/* Tests as C text: what is recorded, how it is named, laid out and compared. Outcomes are made up here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "suite/areas.h"
#include "suite/test_file.h"
#include "suite/test_names.h"

#include <math.h>

/* An outcome in which values have these bytes, eight for each value of the sequence. */
struct made_up {
	struct hr_outcome outcome;
	unsigned char area[128];
	size_t slots[16];
};

static void make_up(struct made_up *made, const struct hr_sequence *sequence)
{
	memset(made, 0, sizeof *made);
	hr_outcome_init(&made->outcome);
	made->outcome.status = HR_OUTCOME_NORMAL;
	for (size_t i = 0; i < sequence->values.count; i++)
		made->slots[i] = 8 * i;
	made->outcome.area = made->area;
	made->outcome.area_size = sizeof made->area;
	made->outcome.slot_of = made->slots;
	made->outcome.slot_count = sequence->values.count;
}

static void set_value(struct made_up *made, size_t value, int64_t number)
{
	memcpy(made->area + 8 * value, &number, sizeof number);
}

static void describe(struct made_up *made, size_t statement, size_t value, const void *bytes, size_t length)
{
	hr_vec_push(&made->outcome.descriptions, (struct hr_description){ .statement = (uint32_t)statement,
									  .value = value,
									  .is_readable = true,
									  .bytes = bytes,
									  .length = length });
}

/* The text of a test from its name on, and its end. */
static char *text_of(struct hr_test *test)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;
	hr_test_names(test, 1);
	static const struct hr_test_file plain = { .framework = &hr_framework_plain };
	assert_int_equal(hr_suite_test_file(&text, test, 1, &plain, &error), 0);
	char *begin = strstr(text.data, test->name);
	assert_non_null(begin);
	char *end = strstr(begin, "\n}\n");
	assert_non_null(end);
	end[3] = '\0';
	char *copy = strdup(begin);
	hr_strbuf_release(&text);
	return copy;
}

static void expect(const struct hr_sequence *sequence, size_t focus, size_t looks, struct made_up *made,
		   const char *expected)
{
	struct hr_test test;
	hr_test_record(&test, sequence, focus, looks, &made->outcome);
	char *text = text_of(&test);
	assert_string_equal(text, expected);
	free(text);
	hr_test_release(&test);
	hr_outcome_release(&made->outcome);
}

static void expect_in(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("'%s' is not in\n%s", part, text);
}

static void test_test_file__arranges_acts_and_asserts(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence =
		read_sequence(model, "o = opaque_new()\nv1 = opaque_each(o, callback(0), NULL)\nopaque_free(o)\n");
	struct made_up made;
	make_up(&made, sequence);
	set_value(&made, 1, -2);

	expect(sequence, 1, 0, &made,
	       "test_opaque_each__null_data_returns_minus_2(void)\n{\n"
	       "\tstruct opaque *o = opaque_new();\n\n"
	       "\tint result = opaque_each(o, record_visit_returns_0, NULL);\n\n"
	       "\tassert(result == -2);\n"
	       "\tassert(call_count == 0);\n"
	       "\topaque_free(o);\n}\n");
	hr_sequence_free(sequence);
	hr_model_free(model);
}

/* The macro would follow what the function asks for. */
static void test_test_file__a_macro_in_front_of_a_function_gets_no_null(void **state)
{
	struct hr_model *model = read_text(*state,
					   "struct file { int have; };\nint next(struct file *f);\n"
					   "#define next(f) ((f)->have ? 1 : (next)(f))\n",
					   NULL);
	struct hr_sequence *null = read_sequence(model, "v0 = next(NULL)\n");
	struct hr_sequence *file = read_sequence(model, "f = new struct file {}\nv1 = next(f)\n");
	struct made_up made;
	make_up(&made, null);
	set_value(&made, 0, -1);
	expect(null, 0, 0, &made,
	       "test_next__null_f_returns_minus_1(void)\n{\n\tint result = (next)(NULL);\n\n\tassert(result == -1);\n}\n");
	make_up(&made, file);
	set_value(&made, 1, 1);
	expect(file, 1, 0, &made,
	       "test_next__returns_1(void)\n{\n\tstruct file f = { 0 };\n\n\tint result = next(&f);\n\n"
	       "\tassert(result == 1);\n}\n");
	hr_sequence_free(null);
	hr_sequence_free(file);
	hr_model_free(model);
}

static void test_test_file__what_cannot_be_given_back_is_left(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, "o = opaque_new()\nv1 = opaque_each(o, NULL, NULL)\n");
	struct hr_error error = HR_ERROR_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_test test;
	struct made_up made;
	static const struct hr_test_file plain = { .framework = &hr_framework_plain };
	make_up(&made, sequence);
	hr_test_record(&test, sequence, 1, 0, &made.outcome);
	test.left = (struct hr_left){ .values = { 0 }, .count = 1 };
	assert_true(hr_map_get(&model->operation_by_name, "opaque_free", &test.left_by));
	hr_test_names(&test, 1);
	assert_int_equal(hr_suite_test_file(&text, &test, 1, &plain, &error), 0);
	expect_in(text.data, "static void leave(const void *object)\n{\n");
	expect_in(text.data, "\tassert(result == 0);\n\t/* opaque_free() would lose memory */\n\tleave(o);\n}\n");
	hr_strbuf_release(&text);
	hr_test_release(&test);
	hr_outcome_release(&made.outcome);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

/* strcmp() of one libc says -1 where that of another says -25. */
static void test_test_file__comparisons_have_a_sign(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, "v0 = name_compare(\"a\", \"z\")\n");
	struct made_up made;
	make_up(&made, sequence);
	set_value(&made, 0, -25);
	expect(sequence, 0, 0, &made,
	       "test_name_compare__returns_negative(void)\n{\n"
	       "\tint result = name_compare(\"a\", \"z\");\n\n"
	       "\tassert(result < 0);\n}\n");
	find_operation(model, "name_compare")->result.role = HR_ROLE_STATUS; /* it tells what went wrong */
	make_up(&made, sequence);
	set_value(&made, 0, -25);
	expect(sequence, 0, 0, &made,
	       "test_name_compare__returns_minus_25(void)\n{\n"
	       "\tint result = name_compare(\"a\", \"z\");\n\n"
	       "\tassert(result == -25);\n}\n");
	make_up(&made, sequence);
	expect(sequence, 0, 0, &made,
	       "test_name_compare__returns_0(void)\n{\n"
	       "\tint result = name_compare(\"a\", \"z\");\n\n"
	       "\tassert(result == 0);\n}\n");
	hr_sequence_free(sequence);
	hr_model_free(model);
}

/* -144 says where it stopped, which is nobody's business; -1 is what is documented as "refused". */
static void test_test_file__refusals_have_a_sign(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, "v0 = opaque_open(\"a\", NULL)\n");
	struct made_up made;
	find_operation(model, "opaque_open")->error = HR_REFUSED_NEGATIVE;
	make_up(&made, sequence);
	set_value(&made, 0, -144);
	expect(sequence, 0, 0, &made,
	       "test_opaque_open__null_out_returns_negative(void)\n{\n"
	       "\tint result = opaque_open(\"a\", NULL);\n\n"
	       "\tassert(result < 0);\n}\n");
	make_up(&made, sequence);
	set_value(&made, 0, -1);
	expect(sequence, 0, 0, &made,
	       "test_opaque_open__null_out_returns_minus_1(void)\n{\n"
	       "\tint result = opaque_open(\"a\", NULL);\n\n"
	       "\tassert(result == -1);\n}\n");
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void test_test_file__errors_that_are_stored_have_names(void **state)
{
	struct hr_model *model = read_text(*state,
					   "#define T_OK 0\n#define T_RANGE_ERROR (-2)\n"
					   "void t_open(int *error);\nvoid t_count(int *count);\n",
					   NULL);
	struct hr_sequence *opens = read_sequence(model, "v0 = new int 2\nt_open(v0)\n");
	struct hr_sequence *counts = read_sequence(model, "v0 = new int 2\nt_count(v0)\n");
	struct made_up made;
	int stored = -2;
	find_operation(model, "t_open")->params.data[0].role = HR_ROLE_OUT;
	find_operation(model, "t_count")->params.data[0].role = HR_ROLE_OUT;
	make_up(&made, opens);
	describe(&made, 1, 0, &stored, sizeof stored);
	expect(opens, 1, 0, &made,
	       "test_t_open(void)\n{\n"
	       "\tint error = 2;\n\n"
	       "\tt_open(&error);\n\n"
	       "\tassert(error == T_RANGE_ERROR);\n}\n");
	make_up(&made, counts);
	describe(&made, 1, 0, &stored, sizeof stored);
	expect(counts, 1, 0, &made,
	       "test_t_count(void)\n{\n"
	       "\tint count = 2;\n\n"
	       "\tt_count(&count);\n\n"
	       "\tassert(count == -2);\n}\n");
	hr_sequence_free(counts);
	hr_sequence_free(opens);
	hr_model_free(model);
}

/* Numbers with a fraction, exactly: the shortest text that is that number; and what is none. */
static void test_test_file__fractions(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *narrow = read_sequence(model, "v0 = third(1)\n");
	struct hr_sequence *wide = read_sequence(model, "v0 = half(1.0, 2.0)\n");
	static const struct {
		bool is_narrow;
		double number;
		const char *name, *assertion;
	} cases[] = {
		{ true, 0.1f, "returns_0_point_1", "result == 0.1f" },
		{ true, 1.0f / 3, "returns_0_point_333333", "result == 0.33333334f" },
		{ true, INFINITY, "returns_inf", "result == INFINITY" },
		{ true, NAN, "returns_nan", "isnan(result)" },
		{ false, 0.1, "returns_0_point_1", "result == 0.1" },
		{ false, -INFINITY, "returns_minus_inf", "result == -INFINITY" },
		{ false, NAN, "returns_nan", "isnan(result)" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct hr_strbuf expected = HR_STRBUF_INIT;
		struct made_up made;
		float number = (float)cases[i].number;
		make_up(&made, cases[i].is_narrow ? narrow : wide);
		if (cases[i].is_narrow)
			memcpy(made.area, &number, sizeof number);
		else
			memcpy(made.area, &cases[i].number, sizeof cases[i].number);
		hr_strbuf_addf(&expected, "test_%s__%s(void)\n{\n\t%s result = %s;\n\n\tassert(%s);\n}\n",
			       cases[i].is_narrow ? "third" : "half", cases[i].name,
			       cases[i].is_narrow ? "float" : "double",
			       cases[i].is_narrow ? "third(1)" : "half(1.0, 2.0)", cases[i].assertion);
		expect(cases[i].is_narrow ? narrow : wide, 0, 0, &made, expected.data);
		hr_strbuf_release(&expected);
	}
	hr_sequence_free(narrow);
	hr_sequence_free(wide);
	hr_model_free(model);
}

static void test_test_file__what_is_stored_through_a_variable_is_the_variable(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(
		model,
		"v0 = new struct opaque *\nv1 = opaque_open(\"\", v0)\nv2 = *v0\nv3 = base_id(NULL)\nopaque_free(v2)\n");
	struct made_up made;
	make_up(&made, sequence);

	expect(sequence, 1, 0, &made,
	       "test_opaque_open__empty_name_returns_0(void)\n{\n"
	       "\tstruct opaque *opaque;\n\n"
	       "\tint result = opaque_open(\"\", &opaque);\n\n"
	       "\tassert(result == 0);\n"
	       "\tbase_id(NULL);\n"
	       "\topaque_free(opaque);\n}\n");
	hr_sequence_free(sequence);
	hr_model_free(model);
}

/* As where the variable goes to its destroyer in the end. */
static void test_test_file__a_variable_that_is_stored_to_last_needs_no_other(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence =
		read_sequence(model, "v0 = new struct opaque *\nv1 = opaque_open(\"\", v0)\nv2 = *v0\n"
				     "v3 = opaque_each(v2, NULL, NULL)\nv4 = opaque_open(\"a\", v0)\n");
	struct hr_sequence *used_after = read_sequence(
		model, "v0 = new struct opaque *\nv1 = opaque_open(\"\", v0)\nv2 = *v0\n"
		       "v3 = opaque_each(v2, NULL, NULL)\nv4 = opaque_open(\"a\", v0)\nopaque_free(v2)\n");
	struct made_up made;
	make_up(&made, sequence);
	expect(sequence, 3, 0, &made,
	       "test_opaque_each__null_visit_null_data_returns_0(void)\n{\n"
	       "\tstruct opaque *opaque;\n"
	       "\topaque_open(\"\", &opaque);\n\n"
	       "\tint result = opaque_each(opaque, NULL, NULL);\n\n"
	       "\tassert(result == 0);\n"
	       "\topaque_open(\"a\", &opaque);\n}\n");
	make_up(&made, used_after);
	expect(used_after, 3, 0, &made,
	       "test_opaque_each__null_visit_null_data_returns_0(void)\n{\n"
	       "\tstruct opaque *opaque;\n"
	       "\topaque_open(\"\", &opaque);\n"
	       "\tstruct opaque *opaque2 = opaque;\n\n"
	       "\tint result = opaque_each(opaque2, NULL, NULL);\n\n"
	       "\tassert(result == 0);\n"
	       "\topaque_open(\"a\", &opaque);\n"
	       "\topaque_free(opaque2);\n}\n");
	hr_sequence_free(used_after);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void test_test_file__looks_are_compared_where_they_stand(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence =
		read_sequence(model, "d = new struct derived {}\nderived_init(d)\nv1 = base_id(d)\n");
	struct made_up made;
	make_up(&made, sequence);
	set_value(&made, 1, 7);

	expect(sequence, 1, 1, &made,
	       "test_derived_init(void)\n{\n"
	       "\tstruct derived d = { 0 };\n\n"
	       "\tderived_init(&d);\n\n"
	       "\tassert(base_id((const struct base *)&d) == 7);\n}\n");
	hr_sequence_free(sequence);
	hr_model_free(model);
}

/* Room for what a look fills in, the call, and what was filled in: bytes as many as it tells. */
static void test_test_file__what_looks_fill_in(void **state)
{
	struct hr_strbuf header = HR_STRBUF_INIT;
	hr_strbuf_addf(&header, "%sint base_bytes(struct base *b, const unsigned char **bytes, size_t *length);\n",
		       unit_header);
	struct hr_model *model = read_text(*state, header.data, NULL);
	struct hr_sequence *sequence = read_sequence(
		model, "d = new struct derived {}\nderived_init(d)\nbytes = new (const unsigned char *) NULL\n"
		       "length = new size_t 0\nv3 = base_bytes(d, bytes, length)\nv4 = *bytes\n");
	for (int is_told = 0; is_told < 2; is_told++) {
		struct made_up made;
		size_t length = is_told ? 3 : 0;
		make_up(&made, sequence);
		set_value(&made, 3, 1);
		set_value(&made, 4, 1);
		describe(&made, 4, 2, &length, sizeof length);
		describe(&made, 5, 4, "\1\2\3\4", 4);
		expect(sequence, 1, 4, &made,
		       is_told ? "test_derived_init(void)\n{\n"
				 "\tstruct derived d = { 0 };\n\n"
				 "\tderived_init(&d);\n\n"
				 "\tconst unsigned char *bytes = NULL;\n"
				 "\tsize_t length = 0;\n"
				 "\tassert(base_bytes((struct base *)&d, &bytes, &length) == 1);\n"
				 "\tassert(length == 3);\n"
				 "\tassert(memcmp(bytes, \"\\x01\\x02\\x03\", 3) == 0);\n}\n"
			       : "test_derived_init(void)\n{\n"
				 "\tstruct derived d = { 0 };\n\n"
				 "\tderived_init(&d);\n\n"
				 "\tconst unsigned char *bytes = NULL;\n"
				 "\tsize_t length = 0;\n"
				 "\tassert(base_bytes((struct base *)&d, &bytes, &length) == 1);\n"
				 "\tassert(length == 0);\n"
				 "\tassert(bytes != NULL);\n}\n");
	}
	hr_sequence_free(sequence);
	hr_model_free(model);
	hr_strbuf_release(&header);
}

/* Of long output the beginning; of what is kept in an array nothing. */
static void test_test_file__long_output_is_compared_as_far_as_its_beginning(void **state)
{
	struct hr_model *model = read_text(*state, "int pack(unsigned char *out, int room);\n", NULL);
	struct hr_sequence *sequence = read_sequence(model, "out = new (unsigned char)[40]\nv1 = pack(out, 40)\n");
	unsigned char bytes[40];
	memset(bytes, 1, sizeof bytes);
	for (int is_output = 0; is_output < 2; is_output++) {
		struct made_up made;
		struct hr_test test;
		find_operation(model, "pack")->params.data[0].role = is_output ? HR_ROLE_BUFFER : HR_ROLE_RECEIVER;
		make_up(&made, sequence);
		describe(&made, 1, 0, bytes, sizeof bytes);
		hr_test_record(&test, sequence, 1, 0, &made.outcome);
		assert_int_equal(test.checks.count, is_output ? 2 : 1);
		if (is_output)
			assert_int_equal(test.checks.data[1].length, 32);
		hr_test_release(&test);
		hr_outcome_release(&made.outcome);
	}
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void test_test_file__fields_that_the_focus_changed(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, "s = new stream_t {}\nv1 = stream_run(s, 4)\n");
	struct made_up made;
	unsigned char bytes[256] = { 0 };
	unsigned long total = 12;
	const struct hr_type *type = hr_model_type(model, sequence->statements.data[0].type);
	make_up(&made, sequence);
	for (size_t i = 0; i < type->fields.count; i++)
		if (strcmp(type->fields.data[i].item.name, "total_out") == 0)
			memcpy(bytes + type->fields.data[i].offset_bits / 8, &total, sizeof total);
	static const unsigned char nothing[256];
	describe(&made, 0, 0, nothing, (size_t)type->size);
	describe(&made, 1, 0, bytes, (size_t)type->size);

	expect(sequence, 1, 0, &made,
	       "test_stream_run__returns_0(void)\n{\n"
	       "\tstream_t s = { 0 };\n\n"
	       "\tint result = stream_run(&s, 4);\n\n"
	       "\tassert(result == 0);\n"
	       "\tassert(s.total_out == 12);\n}\n");
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void test_test_file__what_differs_in_another_run_is_not_compared(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, "v0 = tiny(1, 2)\n");
	struct made_up made;
	struct hr_test test;
	make_up(&made, sequence);
	set_value(&made, 0, 3);
	hr_test_record(&test, sequence, 0, 0, &made.outcome);
	assert_int_equal(test.checks.count, 1);
	hr_test_keep_stable(&test, &made.outcome);
	assert_int_equal(test.checks.count, 1);
	set_value(&made, 0, 4);
	hr_test_keep_stable(&test, &made.outcome);
	assert_int_equal(test.checks.count, 0);
	hr_test_release(&test);
	hr_outcome_release(&made.outcome);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void test_test_file__names_differ_by_literals_then_by_what_came_before_then_by_number(void **state)
{
	struct hr_model *model = read_unit(*state);
	static const char *const texts[] = { "v0 = tiny(1, 2)\n", "put_color(RED, true)\nv0 = tiny(1, 2)\n",
					     "v0 = tiny(3, 2)\n", "v0 = tiny(-1, 2)\n",
					     "v0 = tiny(4, 2)\n", "v0 = tiny(4, 2)\n" };
	static const char *const names[] = { "test_tiny__a_1_returns_0", "test_tiny__returns_0_after_put_color",
					     "test_tiny__a_3_returns_0", "test_tiny__negative_a_returns_0",
					     "test_tiny__returns_0",     "test_tiny__returns_0_2" };
	enum { COUNT_OF_TESTS = sizeof texts / sizeof *texts };
	struct hr_sequence *sequences[COUNT_OF_TESTS];
	struct hr_test tests[COUNT_OF_TESTS];
	for (size_t i = 0; i < COUNT_OF_TESTS; i++) {
		struct made_up made;
		sequences[i] = read_sequence(model, texts[i]);
		make_up(&made, sequences[i]);
		hr_test_record(&tests[i], sequences[i], sequences[i]->statements.count - 1, 0, &made.outcome);
		hr_outcome_release(&made.outcome);
	}
	hr_test_names(tests, COUNT_OF_TESTS);
	for (size_t i = 0; i < COUNT_OF_TESTS; i++) {
		assert_string_equal(tests[i].name, names[i]);
		hr_test_release(&tests[i]);
		hr_sequence_free(sequences[i]);
	}
	hr_model_free(model);
}

/* What fails is told by the name, and such tests have a file of their own, however few they are. */
static void test_test_file__allocations_that_fail(void **state)
{
	struct hr_model *model = read_unit(*state);
	static const char *const texts[] = { "v0 = tiny(1, 2)\n", "fail_alloc(2)\nv0 = tiny(1, 2)\n",
					     "fail_alloc(3)\nput_color(RED, true)\nv0 = tiny(1, 2)\n" };
	static const char *const names[] = { "test_tiny__returns_0", "test_tiny__returns_0_when_allocation_2_fails",
					     "test_tiny__returns_0_when_an_allocation_fails" };
	struct hr_sequence *sequences[3];
	struct hr_test tests[3];
	for (size_t i = 0; i < 3; i++) {
		struct made_up made;
		sequences[i] = read_sequence(model, texts[i]);
		make_up(&made, sequences[i]);
		hr_test_record(&tests[i], sequences[i], sequences[i]->statements.count - 1, 0, &made.outcome);
		hr_outcome_release(&made.outcome);
	}
	hr_test_names(tests, 3);
	hr_test_areas(tests, 3, "unit");
	for (size_t i = 0; i < 3; i++) {
		assert_string_equal(tests[i].name, names[i]);
		assert_string_equal(tests[i].area, i ? HR_AREA_OUT_OF_MEMORY : "");
		hr_test_release(&tests[i]);
		hr_sequence_free(sequences[i]);
	}
	hr_model_free(model);
}

/* Tests of tiny() with these arguments, which return their sum. */
struct sums {
	struct hr_model *model;
	struct hr_sequence *sequences[4];
	struct hr_test tests[4];
	size_t count;
};

static void add_sum(struct sums *sums, const char *text, int64_t result)
{
	struct made_up made;
	struct hr_sequence *sequence = read_sequence(sums->model, text);
	make_up(&made, sequence);
	set_value(&made, sequence->values.count - 1, result);
	sums->sequences[sums->count] = sequence;
	hr_test_record(&sums->tests[sums->count++], sequence, sequence->statements.count - 1, 0, &made.outcome);
	hr_outcome_release(&made.outcome);
}

static void write_sums(struct hr_strbuf *out, struct sums *sums, const struct hr_framework *framework, bool is_flat)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_test_file file = { framework, is_flat };
	hr_test_names(sums->tests, sums->count);
	assert_int_equal(hr_suite_test_file(out, sums->tests, sums->count, &file, &error), 0);
	hr_error_release(&error);
}

static void release_sums(struct sums *sums)
{
	for (size_t i = 0; i < sums->count; i++) {
		hr_test_release(&sums->tests[i]);
		hr_sequence_free(sums->sequences[i]);
	}
	hr_model_free(sums->model);
}

static void make_sums(struct sums *sums, void *state)
{
	*sums = (struct sums){ .model = read_unit(state) };
	add_sum(sums, "v0 = tiny(1, 2)\n", 3);
	add_sum(sums, "v0 = tiny(-1, 2)\n", 1);
	add_sum(sums, "v0 = tiny(4, 2)\n", 6);
}

static void test_test_file__tests_that_differ_in_literals_are_a_table(void **state)
{
	struct sums sums;
	struct hr_strbuf text = HR_STRBUF_INIT;
	make_sums(&sums, *state);
	add_sum(&sums, "put_color(RED, true)\nv0 = tiny(5, 2)\n", 7);
	write_sums(&text, &sums, &hr_framework_plain, false);
	expect_in(text.data, "static const struct test_tiny_case {\n"
			     "\tconst char *label;\n"
			     "\tint8_t a;\n"
			     "\tint8_t expected;\n"
			     "} test_tiny_cases[] = {\n"
			     "\t{ \"returns_3\", 1, 3 },\n"
			     "\t{ \"negative_a_returns_1\", -1, 1 },\n"
			     "\t{ \"returns_6\", 4, 6 },\n"
			     "};\n\n"
			     "static void test_tiny(const void *row)\n{\n"
			     "\tconst struct test_tiny_case *it = row;\n\n"
			     "\tint8_t result = tiny(it->a, 2);\n\n"
			     "\tassert(result == it->expected);\n}\n");
	expect_in(text.data, "static void test_tiny__returns_7(void)\n");
	hr_strbuf_release(&text);
	release_sums(&sums);
}

static void test_test_file__flat_or_few_tests_are_no_table(void **state)
{
	struct sums sums;
	struct hr_strbuf text = HR_STRBUF_INIT;
	make_sums(&sums, *state);
	write_sums(&text, &sums, &hr_framework_plain, true);
	assert_null(strstr(text.data, "_case"));
	hr_strbuf_clear(&text);
	size_t count = sums.count;
	sums.count = 2;
	write_sums(&text, &sums, &hr_framework_plain, false);
	assert_null(strstr(text.data, "_case"));
	sums.count = count;
	hr_strbuf_release(&text);
	release_sums(&sums);
}

/* Each framework says it in its own words, alone and in a table. */
static void test_test_file__frameworks_have_words_of_their_own(void **state)
{
	static const struct {
		const struct hr_framework *framework;
		const char *alone;
		const char *in_table;
		const char *end;
	} words[] = {
		{ &hr_framework_plain, "\tassert(result == 3);\n", "\tassert(result == it->expected);\n",
		  "{ .name = \"test_tiny\", .run_row = test_tiny,\n\t  .rows = test_tiny_cases" },
		{ &hr_framework_cmocka, "\tassert_int_equal(result, 3);\n",
		  "\tassert_int_equal(result, it->expected);\n",
		  "{ \"test_tiny__returns_3\", test_tiny, enter, leave, (void *)&test_tiny_cases[0] }" },
		{ &hr_framework_check, "\tck_assert_int_eq(result, 3);\n",
		  "\tck_assert_int_eq(result, it->expected);\n",
		  "tcase_add_loop_test(tests, test_tiny, 0, sizeof test_tiny_cases / sizeof *test_tiny_cases);" },
		{ &hr_framework_criterion, "\tcr_assert_eq(result, 3);\n", "\tcr_assert_eq(result, it->expected);\n",
		  "Test(unit, test_tiny__returns_3, .init = fixture_enter, .fini = fixture_leave)\n{\n"
		  "\tcheck_test_tiny(&test_tiny_cases[0]);\n}\n" },
		{ &hr_framework_unity, "\tTEST_ASSERT_EQUAL_INT(3, result);\n",
		  "\tTEST_ASSERT_EQUAL_INT_MESSAGE(it->expected, result, it->label);\n", "RUN_TEST(test_tiny);" },
	};
	struct sums sums;
	struct hr_strbuf text = HR_STRBUF_INIT;
	make_sums(&sums, *state);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		hr_strbuf_clear(&text);
		write_sums(&text, &sums, words[i].framework, true);
		expect_in(text.data, words[i].alone);
		hr_strbuf_clear(&text);
		write_sums(&text, &sums, words[i].framework, false);
		expect_in(text.data, words[i].in_table);
		expect_in(text.data, words[i].end);
	}
	hr_strbuf_release(&text);
	release_sums(&sums);
}

/* Unity's checks take a message only under another name. */
static void test_test_file__truth_in_a_table_of_unitys(void **state)
{
	(void)state;
	struct hr_check_text check = {
		.kind = HR_ASSERT_NUMBER, .subject = "is_open", .expected = "false", .is_truth = true
	};
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_framework_unity.check(&text, &check);
	check.label = "it->label";
	hr_framework_unity.check(&text, &check);
	assert_string_equal(text.data,
			    "\tTEST_ASSERT_FALSE(is_open);\n\tTEST_ASSERT_FALSE_MESSAGE(is_open, it->label);\n");
	hr_strbuf_release(&text);
}

static int64_t bits_of(double real)
{
	int64_t bits;
	memcpy(&bits, &real, sizeof bits);
	return bits;
}

/* INFINITY stands in a row alone, and the header for it is there all the same. */
static void test_test_file__a_table_has_what_any_row_needs(void **state)
{
	struct sums sums = { .model = read_unit(*state) };
	struct hr_strbuf text = HR_STRBUF_INIT;
	add_sum(&sums, "v0 = half(1.5, 0.5)\n", bits_of(1));
	add_sum(&sums, "v0 = half(2.5, 0.5)\n", bits_of(2));
	add_sum(&sums, "v0 = half(inf, 0.5)\n", bits_of(3));
	write_sums(&text, &sums, &hr_framework_plain, false);
	expect_in(text.data, "INFINITY, 3.0 },\n");
	expect_in(text.data, "#include <math.h>\n");
	hr_strbuf_release(&text);
	release_sums(&sums);
}

/* Compilers warn of a format that comes from a table. */
static void test_test_file__formats_are_no_column(void **state)
{
	struct sums sums = { .model = read_unit(*state) };
	struct hr_strbuf text = HR_STRBUF_INIT;
	size_t operation;
	assert_true(hr_map_get(&sums.model->operation_by_name, "log_line", &operation));
	sums.model->operations.data[operation].params.data[0].role = HR_ROLE_FORMAT;
	add_sum(&sums, "v0 = log_line(\"a\")\n", 1);
	add_sum(&sums, "v0 = log_line(\"bc\")\n", 2);
	add_sum(&sums, "v0 = log_line(\"def\")\n", 3);
	write_sums(&text, &sums, &hr_framework_plain, false);
	expect_in(text.data, "log_line(\"def\")");
	assert_null(strstr(text.data, "_cases"));
	hr_strbuf_release(&text);
	release_sums(&sums);
}

static void test_test_file__programs_tell_which_tests_passed(void **state)
{
	(void)state;
	assert_true(hr_framework_tells_passed("ok 1 - test_a\n", "test_a"));
	assert_false(hr_framework_tells_passed("not ok 1 - test_a\n", "test_a"));
	assert_false(hr_framework_tells_passed("ok 1 - test_a_2\n", "test_a"));
	assert_true(hr_framework_tells_passed("x.c:1:P:unit:test_a:0: Passed\n", "test_a"));
	assert_false(hr_framework_tells_passed("x.c:1:F:unit:test_a:0: no\n", "test_a"));
	assert_true(hr_framework_tells_passed("x.c:9:test_a:PASS\n", "test_a"));
	assert_false(hr_framework_tells_passed("x.c:9:test_a:FAIL: no\n", "test_a"));
}

static void test_test_file__long_literals_stand_in_front(void **state)
{
	struct sums sums = { .model = read_unit(*state) };
	struct hr_strbuf text = HR_STRBUF_INIT;
	add_sum(&sums,
		"v0 = opaque_open(\"0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 x\", "
		"NULL)\n",
		0);
	add_sum(&sums,
		"v0 = opaque_open(\"abababababababababababababababababababababababababababababababababababababababababababab\", "
		"NULL)\n",
		0);
	add_sum(&sums, "put_bytes(bytes noise(500, 300, 256, 7), 500)\nv0 = opaque_open(\"a\", NULL)\n", 0);
	write_sums(&text, &sums, &hr_framework_plain, false);
	expect_in(text.data, "static const char long_name[90] =\n\t\"0123456789 ");
	expect_in(text.data, "opaque_open(long_name, NULL);");
	expect_in(text.data, "\tchar name_text[89] = { 0 };\n\tfill(name_text, 88, \"ab\");\n\n");
	expect_in(text.data, "opaque_open(name_text, NULL);");
	expect_in(text.data, "\tchar data_bytes[500];\n\tnoise(data_bytes, 500, 300, 256, 7);\n");
	expect_in(text.data,
		  "static void noise(char *bytes, size_t size, size_t period, unsigned letters, unsigned seed)\n{");
	hr_strbuf_release(&text);
	release_sums(&sums);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_test_file__arranges_acts_and_asserts),
		IN_SCRATCH(test_test_file__comparisons_have_a_sign),
		IN_SCRATCH(test_test_file__what_cannot_be_given_back_is_left),
		IN_SCRATCH(test_test_file__a_macro_in_front_of_a_function_gets_no_null),
		IN_SCRATCH(test_test_file__refusals_have_a_sign),
		IN_SCRATCH(test_test_file__errors_that_are_stored_have_names),
		IN_SCRATCH(test_test_file__fractions),
		IN_SCRATCH(test_test_file__what_is_stored_through_a_variable_is_the_variable),
		IN_SCRATCH(test_test_file__a_variable_that_is_stored_to_last_needs_no_other),
		IN_SCRATCH(test_test_file__looks_are_compared_where_they_stand),
		IN_SCRATCH(test_test_file__what_looks_fill_in),
		IN_SCRATCH(test_test_file__long_output_is_compared_as_far_as_its_beginning),
		IN_SCRATCH(test_test_file__fields_that_the_focus_changed),
		IN_SCRATCH(test_test_file__what_differs_in_another_run_is_not_compared),
		IN_SCRATCH(test_test_file__names_differ_by_literals_then_by_what_came_before_then_by_number),
		IN_SCRATCH(test_test_file__allocations_that_fail),
		IN_SCRATCH(test_test_file__tests_that_differ_in_literals_are_a_table),
		IN_SCRATCH(test_test_file__flat_or_few_tests_are_no_table),
		IN_SCRATCH(test_test_file__frameworks_have_words_of_their_own),
		IN_SCRATCH(test_test_file__truth_in_a_table_of_unitys),
		IN_SCRATCH(test_test_file__a_table_has_what_any_row_needs),
		IN_SCRATCH(test_test_file__formats_are_no_column),
		IN_SCRATCH(test_test_file__programs_tell_which_tests_passed),
		IN_SCRATCH(test_test_file__long_literals_stand_in_front),
	};
	return cmocka_run_group_tests_name("test_file", tests, NULL, NULL);
}
