/* What objects consist of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "suite/parts.h"

/* Paths and offsets of the parts of such a type: ".x@0 .y@4". */
static void check(const struct hr_model *model, const char *type, int64_t count, const char *expected)
{
	size_t index;
	struct hr_arena arena = { 0 };
	hr_object_parts parts = HR_VEC_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	assert_true(hr_map_get(&model->type_by_spelling, type, &index));
	hr_object_parts_find(&parts, &arena, model, (struct hr_type_ref){ index, 0 }, count);
	for (size_t i = 0; i < parts.count; i++)
		hr_strbuf_addf(&text, "%s%s@%zu", i ? " " : "", parts.data[i].path, parts.data[i].offset);
	assert_string_equal(text.data, expected);
	hr_strbuf_release(&text);
	hr_vec_release(&parts);
	hr_arena_release(&arena);
}

static void test_parts__structs_in_structs_and_arrays(void **state)
{
	struct hr_model *model = read_unit(*state);
	check(model, "struct point", -1, ".x@0 .y@4");
	check(model, "struct point", 2, "[0].x@0 [0].y@4 [1].x@8 [1].y@12");
	check(model, "struct derived", -1, ".base.id@0 .name@4"); /* a text is one part */
	check(model, "int", 3, "[0]@0 [1]@4 [2]@8");
	check(model, "int", 100, "[0]@0 [1]@4 [2]@8 [3]@12 [4]@16 [5]@20 [6]@24 [7]@28");
	check(model, "int", -1, "");
	check(model, "struct opaque", -1, "");
	hr_model_free(model);
}

static void test_parts__bit_fields_and_what_has_no_name_are_left_out(void **state)
{
	struct hr_model *model = read_unit(*state);
	check(model, "stream_t", -1,
	      ".next_in@0 .avail_in@8 .total_out@16 .corners[0].x@44 .corners[0].y@48 .corners[1].x@52 .corners[1].y@56 "
	      ".next@64 .hook@72 .tail@80");
	hr_model_free(model);
}

static void test_parts__of_a_value(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, "v0 = new struct point\nv1 = point_add({.x = 1}, v0)\n");
	for (size_t value = 0; value < 2; value++) {
		struct hr_arena arena = { 0 };
		hr_object_parts parts = HR_VEC_INIT;
		hr_value_parts_find(&parts, &arena, sequence, value, -1);
		assert_int_equal(parts.count, 2);
		assert_int_equal(hr_value_is_struct(sequence, value), value == 1);
		hr_vec_release(&parts);
		hr_arena_release(&arena);
	}
	hr_sequence_free(sequence);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_parts__structs_in_structs_and_arrays),
		IN_SCRATCH(test_parts__bit_fields_and_what_has_no_name_are_left_out),
		IN_SCRATCH(test_parts__of_a_value),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
