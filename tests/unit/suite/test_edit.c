/* Sequences with something left out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../seq/unit.h"
#include "suite/edit.h"

static void assert_text(const struct hr_sequence *sequence, const char *expected)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_sequence_write(&text, sequence);
	assert_string_equal(text.data, expected);
	hr_strbuf_release(&text);
}

static void test_edit__a_copy_is_its_own(void **state)
{
	static const char text[] = "s = new stream_t\n"
				   "s.avail_in = 3\n"
				   "n = s.avail_in\n"
				   "p = point_add({.x = 1, .y = n}, {.x = 2})\n"
				   "sort([3, 2, 1], 3, callback(0, 1))\n"
				   "put_bytes(bytes \"a\\x00b\", 3)\n"
				   "save(stream(\"in\"), path(\"x\"), descriptor(\"d\"))\n"
				   "names([\"a\", GREETING], 2)\n"
				   "anything(&s.corners[1])\n";
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, text);
	struct hr_sequence *copy = hr_edit_copy(sequence, NULL);
	struct hr_strbuf before = HR_STRBUF_INIT;
	hr_sequence_write(&before, sequence);
	hr_sequence_free(sequence);
	assert_text(copy, before.data);
	hr_strbuf_release(&before);
	hr_sequence_free(copy);
	hr_model_free(model);
}

static void test_edit__what_depends_goes_too(void **state)
{
	struct hr_model *model = read_unit(*state);
	struct hr_sequence *sequence = read_sequence(model, "a = opaque_new()\n"
							    "b = opaque_new()\n"
							    "p = new (struct opaque *)\n"
							    "opaque_open(\"x\", p)\n"
							    "c = *p\n"
							    "opaque_free(a)\n"
							    "opaque_free(c)\n"
							    "opaque_free(b)\n");
	bool removed[8] = { true, false, true };
	hr_edit_close(removed, sequence);
	struct hr_sequence *copy = hr_edit_copy(sequence, removed);
	assert_text(copy, "b = opaque_new()\nopaque_free(b)\n");
	assert_int_equal(hr_edit_value(copy, "b"), 0);
	assert_true(hr_edit_value(copy, "a") == HR_NO_VALUE);
	hr_sequence_free(copy);
	hr_sequence_free(sequence);
	hr_model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_SCRATCH(test_edit__a_copy_is_its_own),
		IN_SCRATCH(test_edit__what_depends_goes_too),
	};
	return cmocka_run_group_tests_name("edit", tests, NULL, NULL);
}
