/* Sequences in memory: what a text becomes, and what is written of sequences that no text was read for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit.h"

static void test_sequence__names_values(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = hr_sequence_new(model);
	struct hr_statement call = { .kind = HR_STATEMENT_CALL };
	struct hr_type_ref type = { 0, 0 };

	assert_int_equal(hr_sequence_add(sequence, &call, true, type, "v1"), 0);
	assert_int_equal(hr_sequence_add(sequence, &call, false, type, NULL), 1);
	assert_int_equal(hr_sequence_add(sequence, &call, true, type, NULL), 2);
	assert_int_equal(hr_sequence_add(sequence, &call, true, type, NULL), 3);
	assert_int_equal(sequence->statements.data[1].value, HR_NO_VALUE);
	assert_int_equal(sequence->statements.data[2].value, 1);
	assert_string_equal(sequence->values.data[0].name, "v1");
	assert_string_equal(sequence->values.data[1].name, "v1_"); /* v1 is taken */
	assert_string_equal(sequence->values.data[2].name, "v2");
	assert_int_equal(sequence->values.data[2].statement, 3);
	hr_sequence_free(sequence);
	hr_sequence_free(NULL);
	hr_model_free(model);
}

static const struct hr_access *access_of(const struct hr_sequence *sequence, size_t statement)
{
	return sequence->statements.data[statement].access;
}

static void test_sequence__accesses(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, "s = new stream_t {}\n"
							    "s.avail_in = 1\n"
							    "s.level = 2\n"
							    "s[2].corners[1].y = 3\n"
							    "s.real = 1.5\n"
							    "c = *s\n"
							    "y = c.corners[1].y\n"
							    "b = new char[4]\n"
							    "x = b[-3]\n");
	const struct hr_type *stream = find_type(model, "struct stream_s");

	assert_non_null(sequence);
	assert_int_equal(access_of(sequence, 1)->offset, 8);
	assert_true(access_of(sequence, 1)->through);
	assert_int_equal(access_of(sequence, 1)->bit_width, -1);
	assert_int_equal(access_of(sequence, 2)->bit_width, 4);
	assert_int_equal(access_of(sequence, 2)->bit_offset, 24 * 8 + 1);
	assert_int_equal(access_of(sequence, 3)->offset, 2 * stream->size + access_of(sequence, 6)->offset);
	assert_string_equal(access_of(sequence, 3)->text, "[2].corners[1].y");
	assert_int_equal(access_of(sequence, 4)->offset, 32);
	assert_int_equal(hr_type_size(model, access_of(sequence, 4)->type), 8);
	assert_false(access_of(sequence, 6)->through);
	assert_int_equal(access_of(sequence, 8)->offset, -3);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void test_sequence__pointers(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, "s = new stream_t {}\n"
							    "o = opaque_new()\n"
							    "p = new (struct opaque *)\n"
							    "q = new (struct base *)\n"
							    "r = *q\n"
							    "k = (int) 5\n"
							    "d = new (double *)\n");

	assert_non_null(sequence);
	assert_ptr_equal(hr_model_type(model, hr_value_pointee(sequence, 0)), find_type(model, "struct stream_s"));
	assert_ptr_equal(hr_model_type(model, hr_value_pointee(sequence, 1)), find_type(model, "struct opaque"));
	assert_int_equal(hr_model_type(model, hr_value_pointee(sequence, 2))->kind, HR_TYPE_POINTER);
	/* the API has `const struct base *` alone */
	assert_int_equal(hr_value_pointee(sequence, 3).type, HR_NO_TYPE);
	assert_int_equal(sequence->statements.data[3].pointed.depth, 1);
	assert_ptr_equal(hr_model_type(model, hr_value_pointee(sequence, 4)), find_type(model, "struct base"));
	assert_int_equal(hr_value_pointee(sequence, 5).type, HR_NO_TYPE);
	assert_int_equal(sequence->values.data[6].type.type, HR_NO_TYPE);
	assert_int_equal(hr_type_size(model, sequence->values.data[6].type), 8);
	assert_int_equal(hr_type_size(model, sequence->values.data[5].type), 4);
	assert_int_equal(hr_type_size(model, hr_value_pointee(sequence, 1)), 0);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void test_sequence__operands(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence =
		read_sequence(model, "s = new stream_t {.number = 3, .tail = bytes \"a\\x00b\"}\n"
				     "t = tiny('\\xff', '\\xff')\n"
				     "h = half(3, 0.5)\n"
				     "w = wide(18446744073709551615, 0x10)\n"
				     "log_line(path(), path(\"\"), true)\n");

	assert_non_null(sequence);
	const struct hr_statement *statements = sequence->statements.data;
	const struct hr_operand *initial = &statements[0].operands[0];
	assert_int_equal(initial->part_count, 2);
	assert_int_equal(initial->parts[0].kind, HR_OPERAND_STRUCT); /* the anonymous member */
	assert_int_equal(initial->parts[0].part_count, 1);
	assert_int_equal(initial->parts[0].parts[0].number, 3);
	assert_int_equal(initial->parts[1].length, 3);
	assert_memory_equal(initial->parts[1].text, "a\0b", 4);
	assert_int_equal(statements[1].operands[0].number, -1);
	assert_int_equal(statements[1].operands[1].number, 255);
	assert_int_equal(statements[2].operands[0].kind, HR_OPERAND_REAL);
	assert_int_equal(statements[3].operands[0].number, -1);
	assert_true(statements[3].operands[1].is_hexadecimal);
	assert_null(statements[4].operands[0].text);
	assert_string_equal(statements[4].operands[1].text, "");
	assert_int_equal(statements[4].operands[2].number, 1);
	assert_int_equal(statements[4].line, 5);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

/* Search makes numbers without asking what their types can hold: written, they are what the call will see. */
static void test_sequence__writes_numbers_by_type(void **state)
{
	static const struct {
		const char *type;
		struct hr_operand operand;
		const char *expected;
	} cases[] = {
		{ "size_t", { .number = -1 }, "18446744073709551615" },
		{ "unsigned int", { .number = -1, .is_hexadecimal = true }, "0xFFFFFFFF" },
		{ "int8_t", { .number = 255 }, "-1" },
		{ "int", { .number = 'a', .is_character = true }, "'a'" },
		{ "int", { .number = 1000, .is_character = true }, "1000" },
		{ "double", { .number = 3 }, "3.0" },
		{ "_Bool", { .number = 1 }, "true" },
		{ "long long", { .number = INT64_MIN }, "-9223372036854775808" },
		{ "enum color", { .number = -1 }, "-1" },
	};
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = hr_sequence_new(model);
	struct hr_strbuf text = HR_STRBUF_INIT;
	int problems = 0;

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct hr_operand operand = cases[i].operand;
		struct hr_type_ref type = { (size_t)(find_type(model, cases[i].type) - model->types.data), 0 };

		operand.kind = HR_OPERAND_NUMBER;
		hr_strbuf_clear(&text);
		hr_operand_write(&text, sequence, &operand, type);
		expect_text(&problems, cases[i].type, cases[i].expected, text.data);
	}
	hr_strbuf_release(&text);
	hr_sequence_free(sequence);
	hr_model_free(model);
	assert_int_equal(problems, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_sequence__names_values),
		IN_SCRATCH(test_sequence__accesses),
		IN_SCRATCH(test_sequence__pointers),
		IN_SCRATCH(test_sequence__operands),
		IN_SCRATCH(test_sequence__writes_numbers_by_type),
	};

	return cmocka_run_group_tests_name("sequence", tests, NULL, NULL);
}
