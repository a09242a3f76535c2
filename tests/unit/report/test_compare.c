/* Two campaigns side by side: lines are followed through changes of the source, failures by their fingerprints. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/json.h"
#include "report/compare.h"

#include <stdio.h>
#include <string.h>

/* A file of lines: text and how often it is executed, -1 for what has no code. */
struct line {
	const char *text;
	int count;
};

static void add_file(struct hr_report_campaign *campaign, const char *path, const struct line *lines, size_t count)
{
	struct hr_report_file file = { .path = path };
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_report_function function = { .name = "f", .first = 1, .last = (unsigned)count };
	for (size_t i = 0; i < count; i++) {
		hr_strbuf_addf(&text, "%s\n", lines[i].text);
		if (lines[i].count < 0)
			continue;
		hr_vec_push(&file.line, ((struct hr_report_line){ (unsigned)i + 1, (uint64_t)lines[i].count }));
		function.lines.count++;
		function.lines.covered += lines[i].count > 0;
	}
	file.text = hr_arena_strdup(&campaign->arena, text.data);
	hr_vec_push(&file.function, function);
	hr_vec_push(&campaign->files, file);
	campaign->unit = "unit";
	campaign->version = "1";
	campaign->is_measured = true;
	hr_strbuf_release(&text);
}

static void add_failure(struct hr_report_campaign *campaign, const char *cause, bool is_confirmed)
{
	struct hr_report_failure failure = { .cause = cause,
					     .class = "certain",
					     .way = "null",
					     .operation = "f",
					     .summary = cause,
					     .is_confirmed = is_confirmed };
	hr_report_fingerprint(failure.fingerprint, "failure", cause, NULL);
	hr_vec_push(&campaign->failures, failure);
	campaign->confirmed += is_confirmed;
}

#define FILE_OF(campaign, path, ...)                                                           \
	do {                                                                                   \
		static const struct line lines[] = { __VA_ARGS__ };                            \
		add_file(campaign, path, lines, sizeof lines / sizeof *lines);                 \
	} while (0)

static void expect_runs(const hr_report_line_runs *runs, const char *expected)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	for (size_t i = 0; i < runs->count; i++)
		hr_strbuf_addf(&text, "%s%s:%u-%u", i ? " " : "", runs->data[i].path, runs->data[i].first,
			       runs->data[i].last);
	assert_string_equal(text.data, expected);
	hr_strbuf_release(&text);
}

static void test_compare__lines_of_the_same_source(void **state)
{
	(void)state;
	struct hr_report_campaign before = HR_REPORT_CAMPAIGN_INIT, after = HR_REPORT_CAMPAIGN_INIT;
	struct hr_report_comparison comparison;
	FILE_OF(&before, "a.c", { "{", 1 }, { "a", 1 }, { "b", 0 }, { "c", 0 }, { "}", 1 });
	FILE_OF(&after, "a.c", { "{", 1 }, { "a", 0 }, { "b", 7 }, { "c", 1 }, { "}", 1 });
	hr_report_compare(&comparison, &before, &after);
	expect_runs(&comparison.gained, "a.c:3-4");
	expect_runs(&comparison.lost, "a.c:2-2");
	assert_int_equal(comparison.gained_lines, 2);
	assert_int_equal(comparison.lost_lines, 1);
	assert_int_equal(comparison.functions.count, 1);
	assert_int_equal(comparison.functions.data[0].gained, 2);
	assert_int_equal(comparison.functions.data[0].lost, 1);
	hr_report_comparison_release(&comparison);
	hr_report_campaign_release(&before);
	hr_report_campaign_release(&after);
}

static void test_compare__lines_that_moved(void **state)
{
	(void)state;
	struct hr_report_campaign before = HR_REPORT_CAMPAIGN_INIT, after = HR_REPORT_CAMPAIGN_INIT;
	struct hr_report_comparison comparison;
	FILE_OF(&before, "a.c", { "{", 1 }, { "a", 0 }, { "gone", 1 }, { "b", 1 }, { "c", 1 }, { "}", 1 });
	FILE_OF(&after, "a.c", { "new", -1 }, { "{", 1 }, { "fresh", 1 }, { "a", 3 }, { "b", 0 }, { "more", 0 },
		{ "c", 1 }, { "}", 1 });
	hr_report_compare(&comparison, &before, &after);
	expect_runs(&comparison.gained, "a.c:4-4"); /* "a", where it is now */
	expect_runs(&comparison.lost, "a.c:4-4");   /* "b", where it was */
	hr_report_comparison_release(&comparison);
	hr_report_campaign_release(&before);
	hr_report_campaign_release(&after);
}

static void test_compare__a_source_that_is_another_one(void **state)
{
	(void)state;
	struct hr_report_campaign before = HR_REPORT_CAMPAIGN_INIT, after = HR_REPORT_CAMPAIGN_INIT;
	struct hr_report_comparison comparison;
	struct line old[3000], new[3000];
	char texts[3000][2][12];
	for (int i = 0; i < 3000; i++) {
		snprintf(texts[i][0], sizeof texts[i][0], "old %d", i);
		snprintf(texts[i][1], sizeof texts[i][1], "new %d", i);
		old[i] = (struct line){ texts[i][0], 1 };
		new[i] = (struct line){ texts[i][1], 0 };
	}
	add_file(&before, "a.c", old, 3000);
	add_file(&after, "a.c", new, 3000);
	hr_report_compare(&comparison, &before, &after);
	assert_int_equal(comparison.lost_lines, 0);
	hr_report_comparison_release(&comparison);
	hr_report_campaign_release(&before);
	hr_report_campaign_release(&after);
}

static void test_compare__files_and_functions_of_one_alone(void **state)
{
	(void)state;
	struct hr_report_campaign before = HR_REPORT_CAMPAIGN_INIT, after = HR_REPORT_CAMPAIGN_INIT;
	struct hr_report_comparison comparison;
	FILE_OF(&before, "old.c", { "{", 1 });
	FILE_OF(&before, "same.c", { "{", 1 });
	FILE_OF(&after, "new.c", { "{", 1 });
	FILE_OF(&after, "same.c", { "{", 5 });
	hr_report_compare(&comparison, &before, &after);
	assert_int_equal(comparison.functions.count, 2);
	assert_null(comparison.functions.data[0].before);
	assert_string_equal(comparison.functions.data[0].path, "new.c");
	assert_null(comparison.functions.data[1].after);
	assert_string_equal(comparison.functions.data[1].path, "old.c");
	assert_int_equal(comparison.gained_lines + comparison.lost_lines, 0);
	hr_report_comparison_release(&comparison);
	hr_report_campaign_release(&before);
	hr_report_campaign_release(&after);
}

static void test_compare__failures(void **state)
{
	(void)state;
	struct hr_report_campaign before = HR_REPORT_CAMPAIGN_INIT, after = HR_REPORT_CAMPAIGN_INIT;
	struct hr_report_comparison comparison;
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_arena arena = HR_ARENA_INIT;
	struct hr_error error = HR_ERROR_INIT;
	struct hr_json *json = NULL;
	before.unit = after.unit = "<script>\xff";
	before.version = after.version = "1";
	add_failure(&before, "stays", true);
	add_failure(&before, "goes", true);
	add_failure(&after, "stays", true);
	add_failure(&after, "comes", true);
	add_failure(&after, "goes", false); /* not confirmed: it is not told */
	hr_report_compare(&comparison, &before, &after);
	assert_int_equal(comparison.fresh.count, 1);
	assert_string_equal(comparison.fresh.data[0]->cause, "comes");
	assert_int_equal(comparison.gone.count, 1);
	assert_string_equal(comparison.gone.data[0]->cause, "goes");
	assert_int_equal(comparison.stayed.count, 1);
	hr_report_comparison_text(&text, &comparison);
	assert_non_null(strstr(text.data, "which lines are covered is not known of both"));
	assert_non_null(strstr(text.data, "failures that are new: 1"));
	hr_strbuf_clear(&text);
	hr_report_comparison_json(&text, &comparison);
	assert_int_equal(hr_json_read(&json, text.data, text.length, "text", &arena, &error), 0);
	assert_int_equal(hr_json_get(json, "gained_lines")->kind, HR_JSON_NULL);
	assert_int_equal(hr_json_get(json, "lost_lines")->kind, HR_JSON_NULL);
	assert_int_equal(hr_json_get(json, "new")->count, 1);
	assert_int_equal(hr_json_get(json, "gone")->count, 1);
	hr_report_comparison_release(&comparison);
	hr_report_campaign_release(&before);
	hr_report_campaign_release(&after);
	hr_strbuf_release(&text);
	hr_arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_compare__lines_of_the_same_source),
		cmocka_unit_test(test_compare__lines_that_moved),
		cmocka_unit_test(test_compare__a_source_that_is_another_one),
		cmocka_unit_test(test_compare__files_and_functions_of_one_alone),
		cmocka_unit_test(test_compare__failures),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
