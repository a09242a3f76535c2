/* Arguments that become objects with a name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "seq/rooms.h"
#include "suite/name_objects.h"
#include "suite/name_paths.h"
#include "suite/tell_apart.h"

/* The text of what comes of the last statement; NULL: nothing. */
static void check_with(void *state, const char *text, const char *expected, bool are_written_to)
{
	struct hr_model *model = read_unit(state);
	struct hr_sequence *sequence = read_sequence(model, text);
	struct hr_sequence *named = hr_name_objects(sequence, sequence->statements.count - 1, are_written_to);
	struct hr_strbuf written = HR_STRBUF_INIT;
	if (named)
		hr_sequence_write(&written, named);
	if (expected)
		assert_string_equal(written.data, expected);
	else
		assert_null(named);
	hr_strbuf_release(&written);
	hr_sequence_free(named);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void check(void *state, const char *text, const char *expected)
{
	check_with(state, text, expected, false);
}

static void test_name_objects__what_may_be_written_to_gets_a_name(void **state)
{
	check(*state, "derived_init({})\n", "v0 = new struct derived {}\nderived_init(v0)\n");
	check(*state, "v0 = tiny(1, 2)\nsort([3, v0, 1], 3, NULL)\n",
	      "v0 = tiny(1, 2)\nv1 = new int[3] [3, v0, 1]\nsort(v1, 3, NULL)\n");
}

/* All files, or those that are wanted, of all calls up to the last one. */
static void check_paths(void *state, const bool *wanted, const char *text, const char *expected)
{
	struct hr_model *model = read_unit(state);
	struct hr_sequence *sequence = read_sequence(model, text);
	struct hr_sequence *named = hr_name_paths(sequence, sequence->statements.count - 1, wanted);
	struct hr_strbuf written = HR_STRBUF_INIT;
	if (named)
		hr_sequence_write(&written, named);
	if (expected)
		assert_string_equal(written.data, expected);
	else
		assert_null(named);
	hr_strbuf_release(&written);
	hr_sequence_free(named);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void test_name_objects__files_get_a_name(void **state)
{
	static const char calls[] = "save(NULL, path(), 1)\nsave(stream(), path(\"ab\"), 1)\nbase_id({.id = 3})\n";
	bool second[HR_MOST_PATHS] = { false, true };
	check_paths(
		*state, NULL, calls,
		"v0 = (const char *) path()\nsave(NULL, v0, 1)\nv1 = (const char *) path(\"ab\")\nsave(stream(), v1, 1)\n"
		"base_id({.id = 3})\n");
	check_paths(
		*state, second, calls,
		"save(NULL, path(), 1)\nv0 = (const char *) path(\"ab\")\nsave(stream(), v0, 1)\nbase_id({.id = 3})\n");
	check_paths(*state, NULL, "v0 = (const char *) path()\nsave(NULL, v0, 1)\n", NULL);
	check_paths(
		*state, second, "v0 = (const char *) path()\nsave(NULL, v0, 1)\nsave(NULL, path(\"ab\"), 1)\n",
		"v0 = (const char *) path()\nsave(NULL, v0, 1)\nv1 = (const char *) path(\"ab\")\nsave(NULL, v1, 1)\n");
}

static void test_name_objects__other_arguments_stay(void **state)
{
	check(*state, "base_id({.id = 3})\n", NULL);            /* only read */
	check(*state, "point_add({.x = 1}, {.x = 2})\n", NULL); /* by value; only read */
	check(*state, "v0 = new struct derived {}\nderived_init(v0)\n", NULL);
	check(*state, "names([\"a\"], 1)\n", NULL);
	check(*state, "put_bytes(bytes \"a\", 1)\n", NULL);
}

/* Room for output behind a field, where another field tells how much there is. */
static void test_name_objects__room_behind_fields(void **state)
{
	static const char header[] = "struct flow { char *out; unsigned left; char *in; unsigned more; };\n"
				     "int flow_run(struct flow *f);\nint flow_end(struct flow *f);\n";
	static const char text[] =
		"v0 = new struct flow {}\nv0.in = bytes \"ab\"\nv0.more = 2\nv0.out = bytes \"...\"\n"
		"v0.left = 3\nv1 = flow_run(v0)\n";
	struct hr_model *model = read_text(*state, header, NULL);
	struct hr_type *flow = NULL;
	for (size_t i = 0; i < model->types.count; i++)
		if (model->types.data[i].kind == HR_TYPE_STRUCT && model->types.data[i].fields.count == 4)
			flow = &model->types.data[i];
	assert_non_null(flow);
	flow->fields.data[1].item.role = HR_ROLE_CAPACITY;
	flow->fields.data[1].item.of = 0;
	flow->fields.data[3].item.role = HR_ROLE_LENGTH;
	flow->fields.data[3].item.of = 2;
	struct hr_sequence *sequence = read_sequence(model, text);
	struct hr_sequence *named = hr_name_objects(sequence, sequence->statements.count - 1, false);
	struct hr_strbuf written = HR_STRBUF_INIT;
	struct hr_room rooms[HR_MOST_ROOMS];
	assert_int_equal(hr_rooms_find(rooms, sequence, 5), 1);
	assert_int_equal(rooms[0].statement, 3);
	assert_int_equal(rooms[0].capacity_statement, 4);
	assert_true(hr_room_value(sequence, &rooms[0]) == HR_NO_VALUE);
	assert_int_equal(hr_rooms_find(rooms, sequence, 3), 0); /* no call */
	assert_non_null(named);
	hr_sequence_write(&written, named);
	assert_string_equal(written.data,
			    "v0 = new struct flow {}\nv0.in = bytes \"ab\"\nv0.more = 2\n"
			    "v1 = new char[3] bytes \"...\"\nv0.out = v1\nv0.left = 3\nv2 = flow_run(v0)\n");
	assert_int_equal(hr_rooms_find(rooms, named, 6), 1);
	assert_int_equal(hr_room_value(named, &rooms[0]), 1);
	hr_strbuf_release(&written);
	hr_sequence_free(named);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void test_name_objects__streams_to_write_to_get_a_name(void **state)
{
	check(*state, "save(stream(), NULL, 1)\n", "v0 = (FILE *) stream()\nsave(v0, NULL, 1)\n");
	check(*state, "save(stream(2), NULL, 1)\n", "");
	check(*state, "save(stream(\"a\"), NULL, 1)\n", NULL);
	check_with(*state, "save(stream(\"a\"), NULL, 1)\n", "v0 = (FILE *) stream()\nsave(v0, NULL, 1)\n", true);
	check_with(*state, "anything(stream(\"a\"))\n", "v0 = (void *) stream()\nanything(v0)\n", true);
}

static void test_name_objects__streams_are_told_apart(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(
		model,
		"v0 = (FILE *) stream()\nv1 = (FILE *) stream(\"a\")\nsave(stream(\"\"), NULL, 1)\nsave(v0, NULL, 1)\n");
	assert_true(hr_value_is_output(sequence, 0));
	assert_false(hr_value_is_output(sequence, 1));
	assert_true(hr_has_stream_to_read(sequence, 2));
	assert_false(hr_has_stream_to_read(sequence, 3));
	hr_sequence_free(sequence);
	hr_model_free(model);
}

/* ---- numbers ---- */

static void check_numbers(void *state, const char *text, size_t first, const char *expected)
{
	struct hr_strbuf header = HR_STRBUF_INIT, written = HR_STRBUF_INIT;
	hr_strbuf_addf(
		&header,
		"%svoid store(struct base *b, int key, long data);\nvoid show(struct base *b, int is_boolean);\nvoid fill_in(int *out);\n"
		"void set_options(struct base *b, unsigned char options);\n"
		"void set_separator(struct base *b, unsigned char c);\n",
		unit_header);
	struct hr_model *model = read_text(state, header.data, NULL);
	static const char *const plain[] = { "store", "show", "half", "tiny", "set_separator" };
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		for (size_t k = 0; k < find_operation(model, plain[i])->params.count; k++)
			find_operation(model, plain[i])->params.data[k].role = HR_ROLE_IN;
	find_operation(model, "set_options")->params.data[1].role = HR_ROLE_FLAGS;
	find_operation(model, "store")->params.data[1].role = HR_ROLE_LENGTH;
	find_operation(model, "fill_in")->params.data[0].role = HR_ROLE_OUT;
	struct hr_sequence *sequence = read_sequence(model, text);
	struct hr_sequence *told = hr_tell_apart(sequence, first, sequence->statements.count);
	if (told)
		hr_sequence_write(&written, told);
	if (expected)
		assert_string_equal(written.data, expected);
	else
		assert_null(told);
	hr_strbuf_release(&header);
	hr_strbuf_release(&written);
	hr_sequence_free(told);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

static void test_tell_apart__zeros_become_numbers_of_their_own(void **state)
{
	check_numbers(*state, "store(NULL, 0, 0)\nstore(NULL, 0, 7)\nstore(NULL, 0, 0)\n", 0,
		      "store(NULL, 0, 2)\nstore(NULL, 0, 7)\nstore(NULL, 0, 3)\n");
	check_numbers(*state, "store(NULL, 0, 0)\nstore(NULL, 0, 0)\n", 1, "store(NULL, 0, 0)\nstore(NULL, 0, 2)\n");
	check_numbers(*state, "half(0.0, 1.5)\n", 0, "half(2.0, 1.5)\n");
	check_numbers(*state, "tiny(0, 0)\n", 0, "tiny(2, 3)\n"); /* uint8_t */
	check_numbers(*state, "set_separator(NULL, 0)\n", 0, "set_separator(NULL, 'b')\n");
	check_numbers(*state, "set_options(NULL, 0)\n", 0, "set_options(NULL, 1)\n");
}

static void test_tell_apart__variables_that_are_filled_in_do_not_begin_with_0(void **state)
{
	check_numbers(*state, "v = new int 0\nfill_in(v)\n", 0, "v = new int 2\nfill_in(v)\n");
	check_numbers(*state, "v = new int 0\nfill_in(v)\nsort(v, 1, NULL)\n", 0, NULL); /* it is read, too */
	check_numbers(*state, "v = new int 1\nfill_in(v)\n", 0, NULL);
	check_numbers(*state, "v = new int 0\n", 0, NULL);
}

static void test_tell_apart__what_is_no_plain_number_stays(void **state)
{
	check_numbers(*state, "store(NULL, 0, 1)\n", 0, NULL);
	check_numbers(*state, "show(NULL, 0)\n", 0, NULL); /* yes or no */
	check_numbers(*state, "put_color(RED, false)\n", 0, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_name_objects__what_may_be_written_to_gets_a_name),
		IN_SCRATCH(test_name_objects__files_get_a_name),
		IN_SCRATCH(test_name_objects__other_arguments_stay),
		IN_SCRATCH(test_name_objects__room_behind_fields),
		IN_SCRATCH(test_name_objects__streams_to_write_to_get_a_name),
		IN_SCRATCH(test_name_objects__streams_are_told_apart),
		IN_SCRATCH(test_tell_apart__zeros_become_numbers_of_their_own),
		IN_SCRATCH(test_tell_apart__variables_that_are_filled_in_do_not_begin_with_0),
		IN_SCRATCH(test_tell_apart__what_is_no_plain_number_stays),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
