/* Coverage as short texts: what is written is read back; what is malformed is left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report/lists.h"

#include <string.h>

static void release(struct hr_report_file *file)
{
	hr_vec_release(&file->line);
	hr_vec_release(&file->branch);
	hr_vec_release(&file->function);
	hr_vec_release(&file->run);
}

static void test_lists__lines_are_read_back(void **state)
{
	(void)state;
	static const struct hr_report_line lines[] = { { 3, 1 }, { 4, 1 }, { 5, 2 },
						       { 7, 2 }, { 8, 0 }, { 9, UINT64_MAX } };
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_report_file file = { .path = "a.c" };
	hr_report_write_lines(&text, lines, 6);
	assert_string_equal(text.data, "3-4:1 5:2 7:2 8:0 9:18446744073709551615");
	hr_report_read_lines(&file, text.data);
	assert_int_equal(file.line.count, 6);
	for (size_t i = 0; i < 6; i++) {
		assert_int_equal(file.line.data[i].line, lines[i].line);
		assert_true(file.line.data[i].count == lines[i].count);
	}
	hr_strbuf_release(&text);
	release(&file);
}

static void test_lists__branches_are_read_back(void **state)
{
	(void)state;
	static const struct hr_report_branch branches[] = { { 12, 9, 12, 20, { 3, 0 } }, { 12, 24, 13, 2, { 0, 7 } } };
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_report_file file = { .path = "a.c" };
	hr_report_write_branches(&text, branches, 2);
	assert_string_equal(text.data, "12.9-12.20:3/0 12.24-13.2:0/7");
	hr_report_read_branches(&file, text.data);
	assert_int_equal(file.branch.count, 2);
	assert_memory_equal(file.branch.data, branches, sizeof branches);
	hr_strbuf_release(&text);
	release(&file);
}

static void test_lists__functions_are_read_back(void **state)
{
	(void)state;
	static const struct hr_report_function functions[] = {
		{ .name = "f", .first = 3, .last = 9, .count = 2, .lines = { 5, 6 }, .branches = { 1, 4 } },
		{ .name = "g with blanks", .first = 10, .last = 10 },
	};
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_arena arena = HR_ARENA_INIT;
	struct hr_report_file file = { .path = "a.c" };
	hr_report_write_functions(&text, functions, 2);
	assert_string_equal(text.data, "3-9:2:5/6:1/4 f\n10-10:0:0/0:0/0 g with blanks\n");
	hr_report_read_functions(&file, &arena, text.data);
	assert_int_equal(file.function.count, 2);
	assert_string_equal(file.function.data[1].name, "g with blanks");
	assert_int_equal(file.function.data[0].lines.count, 6);
	assert_int_equal(file.function.data[0].branches.covered, 1);
	assert_int_equal(strlen(file.function.data[0].fingerprint), 16);
	assert_string_not_equal(file.function.data[0].fingerprint, file.function.data[1].fingerprint);
	hr_strbuf_release(&text);
	hr_arena_release(&arena);
	release(&file);
}

static void test_lists__runs_span_lines_without_code(void **state)
{
	(void)state;
	static const struct hr_report_line lines[] = { { 3, 1 }, { 5, 1 }, { 6, 1 }, { 9, 1 }, { 12, 1 } };
	static const bool is_run[] = { true, true, false, true, true };
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_report_file file = { .path = "a.c" };
	hr_report_write_runs(&text, lines, is_run, 5);
	assert_string_equal(text.data, "3-5 9-12");
	hr_report_read_runs(&file, 7, text.data);
	assert_int_equal(file.run.count, 2);
	assert_int_equal(file.run.data[1].test, 7);
	assert_int_equal(file.run.data[1].first, 9);
	assert_int_equal(file.run.data[1].last, 12);
	hr_strbuf_release(&text);
	release(&file);
}

static void test_lists__totals_are_read_back(void **state)
{
	(void)state;
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_report_file file = { .lines = { 1, 2 }, .functions = { 3, 4 }, .branches = { 5, 6 } };
	struct hr_report_file again = { .path = "a.c" };
	hr_report_write_totals(&text, &file);
	assert_string_equal(text.data, "1/2 3/4 5/6");
	hr_report_read_totals(&again, text.data);
	assert_int_equal(again.functions.covered, 3);
	assert_int_equal(again.branches.count, 6);
	hr_strbuf_release(&text);
}

/* Any text is safe: a file that somebody changed, or of another version. */
static void test_lists__malformed_texts_end_where_they_go_wrong(void **state)
{
	(void)state;
	static const char *const texts[] = { "",
					     "x",
					     "3",
					     "3-",
					     "3-2:1",
					     "3:x",
					     "0:1",
					     "1-99999999999:1",
					     ":",
					     "3-4:",
					     "5:1 4:1",
					     "-3:1",
					     "3.4-",
					     "3.4-5.6:7/",
					     "3-9:1:2/3:4/5",
					     "3-9:1:2/3:4 f",
					     "1/2",
					     "1/2 3",
					     "1/",
					     "18446744073709551616:1" };
	struct hr_arena arena = HR_ARENA_INIT;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct hr_report_file file = { .path = "a.c" };
		hr_report_read_lines(&file, texts[i]);
		hr_report_read_branches(&file, texts[i]);
		hr_report_read_functions(&file, &arena, texts[i]);
		hr_report_read_totals(&file, texts[i]);
		assert_int_equal(file.branch.count, 0);
		assert_int_equal(file.function.count, 0);
		assert_true(file.line.count <= 1);
		hr_report_read_runs(&file, 0, texts[i]);
		release(&file);
	}
	hr_arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lists__lines_are_read_back),
		cmocka_unit_test(test_lists__branches_are_read_back),
		cmocka_unit_test(test_lists__functions_are_read_back),
		cmocka_unit_test(test_lists__runs_span_lines_without_code),
		cmocka_unit_test(test_lists__totals_are_read_back),
		cmocka_unit_test(test_lists__malformed_texts_end_where_they_go_wrong),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
