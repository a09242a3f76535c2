/* Growable strings. */
#include "base/strbuf.h"
#include "expect_bug.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

static void test_strbuf__init_is_the_empty_string(void **state)
{
	struct hr_strbuf buf = HR_STRBUF_INIT, other;

	(void)state;
	hr_strbuf_init(&other);
	assert_string_equal(buf.data, "");
	assert_string_equal(other.data, "");
	assert_int_equal(buf.length, 0);
	assert_int_equal(buf.capacity, 0);
}

static void test_strbuf__empty_buffers_leave_the_shared_string_alone(void **state)
{
	struct hr_strbuf buf = HR_STRBUF_INIT;

	(void)state;
	hr_strbuf_clear(&buf);
	hr_strbuf_truncate(&buf, 0);
	hr_strbuf_truncate(&buf, 10);
	hr_strbuf_add(&buf, NULL, 0);
	hr_strbuf_addstr(&buf, "");
	hr_strbuf_addf(&buf, "%s", "");
	hr_strbuf_release(&buf);
	assert_ptr_equal(buf.data, hr_strbuf_empty);
	assert_int_equal(hr_strbuf_empty[0], 0);
}

static void test_strbuf__appends_of_all_kinds(void **state)
{
	struct hr_strbuf buf = HR_STRBUF_INIT;

	(void)state;
	hr_strbuf_add(&buf, "abcdef", 3);
	hr_strbuf_addstr(&buf, "-x-");
	hr_strbuf_addch(&buf, '!');
	hr_strbuf_addf(&buf, "%d/%s", 42, "end");
	assert_string_equal(buf.data, "abc-x-!42/end");
	assert_int_equal(buf.length, strlen(buf.data));
	hr_strbuf_release(&buf);
}

static void test_strbuf__keeps_nul_bytes(void **state)
{
	struct hr_strbuf buf = HR_STRBUF_INIT;

	(void)state;
	hr_strbuf_add(&buf, "a\0b", 3);
	hr_strbuf_addch(&buf, '\0');
	assert_int_equal(buf.length, 4);
	assert_memory_equal(buf.data, "a\0b\0", 5);
	hr_strbuf_release(&buf);
}

static void test_strbuf__is_terminated_at_every_length(void **state)
{
	struct hr_strbuf buf = HR_STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < 5000; i++) {
		hr_strbuf_addch(&buf, 'x');
		assert_int_equal(buf.length, i + 1);
		assert_int_equal(buf.data[i + 1], 0);
		assert_true(buf.length < buf.capacity);
	}
	hr_strbuf_release(&buf);
}

static void test_strbuf__formats_longer_than_its_room(void **state)
{
	struct hr_strbuf buf = HR_STRBUF_INIT;

	(void)state;
	hr_strbuf_addstr(&buf, ">");
	hr_strbuf_addf(&buf, "%05000d", 7);
	assert_int_equal(buf.length, 5001);
	assert_int_equal(buf.data[0], '>');
	assert_int_equal(buf.data[1], '0');
	assert_int_equal(buf.data[5000], '7');
	hr_strbuf_release(&buf);
}

static void test_strbuf__detach_gives_the_text_away(void **state)
{
	struct hr_strbuf buf = HR_STRBUF_INIT;
	char *text, *empty;

	(void)state;
	hr_strbuf_addstr(&buf, "mine");
	text = hr_strbuf_detach(&buf);
	empty = hr_strbuf_detach(&buf);
	assert_string_equal(buf.data, "");
	assert_string_equal(text, "mine");
	assert_string_equal(empty, "");
	assert_ptr_not_equal(empty, hr_strbuf_empty);
	free(text);
	free(empty);
}

static void test_strbuf__clear_keeps_and_release_frees(void **state)
{
	struct hr_strbuf buf = HR_STRBUF_INIT;
	size_t capacity;

	(void)state;
	hr_strbuf_addstr(&buf, "something");
	capacity = buf.capacity;
	hr_strbuf_clear(&buf);
	assert_string_equal(buf.data, "");
	assert_int_equal(buf.capacity, capacity);
	hr_strbuf_addstr(&buf, "again");
	assert_string_equal(buf.data, "again");
	hr_strbuf_release(&buf);
	assert_int_equal(buf.capacity, 0);
	hr_strbuf_release(&buf);
	hr_strbuf_addstr(&buf, "and again");
	assert_string_equal(buf.data, "and again");
	hr_strbuf_release(&buf);
}

static void test_strbuf__truncate_only_shortens(void **state)
{
	struct hr_strbuf buf = HR_STRBUF_INIT;

	(void)state;
	hr_strbuf_addstr(&buf, "abcdef");
	hr_strbuf_truncate(&buf, 100);
	assert_string_equal(buf.data, "abcdef");
	hr_strbuf_truncate(&buf, 6);
	assert_string_equal(buf.data, "abcdef");
	hr_strbuf_truncate(&buf, 2);
	assert_string_equal(buf.data, "ab");
	assert_int_equal(buf.length, 2);
	hr_strbuf_release(&buf);
}

static void add_too_much(void *buf)
{
	volatile size_t length = SIZE_MAX - 2;

	hr_strbuf_add(buf, "x", length);
}

static void test_strbuf__overflow_is_a_bug(void **state)
{
	struct hr_strbuf buf = HR_STRBUF_INIT;

	(void)state;
	hr_strbuf_addstr(&buf, "abc");
	assert_true(ends_in_bug(add_too_much, &buf));
	hr_strbuf_release(&buf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_strbuf__init_is_the_empty_string),
		cmocka_unit_test(test_strbuf__empty_buffers_leave_the_shared_string_alone),
		cmocka_unit_test(test_strbuf__appends_of_all_kinds),
		cmocka_unit_test(test_strbuf__keeps_nul_bytes),
		cmocka_unit_test(test_strbuf__is_terminated_at_every_length),
		cmocka_unit_test(test_strbuf__formats_longer_than_its_room),
		cmocka_unit_test(test_strbuf__detach_gives_the_text_away),
		cmocka_unit_test(test_strbuf__clear_keeps_and_release_frees),
		cmocka_unit_test(test_strbuf__truncate_only_shortens),
		cmocka_unit_test(test_strbuf__overflow_is_a_bug),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
