/* What llvm-cov exports, taken apart: lines of functions, branches where macros are used, functions that are compiled more than once, tests that share the bits of a count. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/coverage_detail.h"
#include "report/lists.h"

#include <string.h>

static const struct hr_json *read_json(struct hr_arena *arena, const char *text)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_json *json = NULL;
	if (hr_json_read(&json, text, strlen(text), "text", arena, &error))
		fail_msg("%s", error.message.data);
	hr_error_release(&error);
	return json;
}

/* Lines 3 to 9 are a function; 1 is the body of a macro, which is used in line 4, and in it line 5 of that; line 12 is of a header without functions. */
static const char export[] =
	"{\"files\": ["
	"{\"filename\": \"/a/list.c\", \"segments\": ["
	"[1, 14, 6, true, true, false], [1, 20, 0, false, false, false],"
	"[3, 1, 5, true, true, false], [4, 6, 5, true, true, false], [4, 9, 2, true, true, false], [6, 3, 5, true, false, false],"
	"[7, 2, 0, true, true, true], [7, 4, 0, true, true, false], [8, 1, 0, false, true, false], [9, 1, 5, true, false, false],"
	"[9, 2, 0, false, false, false]],"
	"\"summary\": {\"lines\": {\"count\": 5, \"covered\": 5}, \"functions\": {\"count\": 1, \"covered\": 1}, \"branches\": {\"count\": 4, \"covered\": 3}}},"
	"{\"filename\": \"/a/list.h\", \"segments\": [[12, 1, 3, true, true, false], [12, 9, 0, false, false, false]],"
	"\"summary\": {\"lines\": {\"count\": 0, \"covered\": 0}, \"functions\": {\"count\": 0, \"covered\": 0}, \"branches\": {\"count\": 0, \"covered\": 0}}}],"
	"\"functions\": ["
	"{\"name\": \"main\", \"count\": 1, \"filenames\": [\"/tmp/test.c\"], \"regions\": [[1, 1, 2, 2, 900, 0, 0, 0]], \"branches\": []},"
	"{\"name\": \"list.c:find\", \"count\": 3, \"filenames\": [\"/a/list.c\", \"/a/list.h\"],"
	" \"regions\": [[3, 1, 9, 2, 5, 0, 0, 0], [4, 6, 4, 8, 5, 0, 1, 1], [5, 1, 5, 9, 5, 1, 2, 1], [7, 4, 8, 1, 0, 0, 0, 0]],"
	" \"branches\": [[7, 7, 7, 9, 1, 0, 0, 0, 4], [2, 2, 2, 3, 1, 2, 2, 0, 4]]},"
	"{\"name\": \"list.c:find\", \"count\": 2, \"filenames\": [\"/a/list.c\", \"/a/list.h\"],"
	" \"regions\": [[3, 1, 9, 2, 7, 0, 0, 0], [4, 6, 4, 8, 5, 0, 1, 1], [5, 1, 5, 9, 5, 1, 2, 1], [7, 4, 8, 1, 0, 0, 0, 0]],"
	" \"branches\": [[7, 7, 7, 9, 1, 0, 0, 0, 4], [2, 2, 2, 3, 1, 2, 2, 0, 4]]}"
	"]}";

static void test_detail__lines_branches_and_functions(void **state)
{
	(void)state;
	struct hr_coverage_detail detail = HR_COVERAGE_DETAIL_INIT;
	struct hr_arena arena = HR_ARENA_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_coverage_detail_take(&detail, read_json(&arena, export));
	assert_int_equal(detail.files.count, 1);
	const struct hr_report_file *file = &detail.files.data[0];
	assert_string_equal(file->path, "/a/list.c");
	assert_int_equal(file->lines.count, 5);
	assert_int_equal(file->lines.covered, 5);
	/* the macro's own line is none of them, nor are 8, where something begins that has no count, and what follows */
	hr_report_write_lines(&text, file->line.data, file->line.count);
	assert_string_equal(text.data, "3-4:5 5-6:2 7:5");
	hr_strbuf_clear(&text);
	hr_report_write_branches(&text, file->branch.data, file->branch.count);
	assert_string_equal(text.data, "4.6-4.8:2/4 7.7-7.9:2/0");
	hr_strbuf_clear(&text);
	hr_report_write_functions(&text, file->function.data, file->function.count);
	assert_string_equal(text.data, "3-9:5:5/5:3/4 find\n");
	assert_int_equal(detail.most, 7);
	hr_strbuf_release(&text);
	hr_arena_release(&arena);
	hr_coverage_detail_release(&detail);
}

/* Two tests in one count: the lower four bits are the first one's. */
static void test_detail__tests_have_bits_of_their_own(void **state)
{
	(void)state;
	static const char shared[] =
		"{\"files\": [{\"filename\": \"/a/list.c\", \"segments\": ["
		"[3, 1, 18, true, true, false], [5, 1, 16, true, true, false], [7, 1, 3, true, true, false], [9, 2, 0, false, false, false]]},"
		"{\"filename\": \"/a/other.c\", \"segments\": [[1, 1, 1, true, true, false]]}]}";
	static const size_t tests[] = { 7, 2 };
	struct hr_coverage_detail detail = HR_COVERAGE_DETAIL_INIT;
	struct hr_arena arena = HR_ARENA_INIT;
	hr_coverage_detail_take(&detail, read_json(&arena, export));
	hr_coverage_detail_take_tests(&detail, read_json(&arena, shared), tests, 2, 4);
	assert_int_equal(detail.runs.count, 2);
	assert_int_equal(detail.runs.data[0].test, 7);
	assert_string_equal(detail.runs.data[0].lines, "3-5 7");
	assert_int_equal(detail.runs.data[1].test, 2);
	assert_string_equal(detail.runs.data[1].lines, "3-7");
	hr_arena_release(&arena);
	hr_coverage_detail_release(&detail);
}

static void test_detail__takes_any_json(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"{}",
		"[]",
		"{\"files\": 3, \"functions\": \"x\"}",
		"{\"files\": [{}, 3, {\"filename\": 7, \"segments\": [[], [1], \"x\"]}], \"functions\": [{}, {\"filenames\": [3], \"regions\": []}]}",
		("{\"files\": [{\"filename\": \"a\", \"summary\": {\"functions\": {\"count\": 1}}, \"segments\": [[5, 1, 1, true, true, false], [2, 1, 1, true, true, false]]}],"
		 " \"functions\": [{\"name\": \"f\", \"filenames\": [\"a\"], \"regions\": [[9, 1, 3, 1, 1, 0, 0, 0], [1, 1, 1, 1, 1, 1, 1, 1]], \"branches\": [[1, 1, 1, 1, 1, 1, 1], []]}]}"),
	};
	static const size_t tests[] = { 0 };
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct hr_coverage_detail detail = HR_COVERAGE_DETAIL_INIT;
		struct hr_arena arena = HR_ARENA_INIT;
		hr_coverage_detail_take(&detail, read_json(&arena, texts[i]));
		hr_coverage_detail_take_tests(&detail, read_json(&arena, texts[i]), tests, 1, 63);
		hr_arena_release(&arena);
		hr_coverage_detail_release(&detail);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_detail__lines_branches_and_functions),
		cmocka_unit_test(test_detail__tests_have_bits_of_their_own),
		cmocka_unit_test(test_detail__takes_any_json),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
