/* The page: whatever the library's texts have in them stays text, malformed UTF-8 is replaced, links lead to what is there, and what is not known is said so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"
#include "report/html_internal.h"

#include <string.h>

/* Ends elements, attributes and scripts of all kinds, and is no UTF-8. */
#define EVIL "</script><script>alert(1)</script><!--\"'`&amp;<img src=x onerror=alert(1)>\xff\xc3\x28\x1b[31m\\u003c"

static size_t count_of(const struct hr_strbuf *page, const char *text)
{
	size_t count = 0;
	for (const char *at = page->data; (at = strstr(at, text)); at += strlen(text))
		count++;
	return count;
}

static void expect_text(const char *text, const char *expected)
{
	struct hr_strbuf out = HR_STRBUF_INIT;
	hr_html_text(&out, text);
	assert_string_equal(out.data, expected);
	hr_strbuf_release(&out);
}

static void test_html__text_is_escaped(void **state)
{
	(void)state;
	expect_text(NULL, "");
	expect_text("a < b && c > \"d\" 'e'", "a &lt; b &amp;&amp; c &gt; &quot;d&quot; &#39;e&#39;");
	expect_text("tab\tline\n", "tab\tline\n");
	expect_text("\x01\x1b[0m\x7f", "\xe2\x90\x81\xe2\x90\x9b[0m\xe2\x90\xa1");
	expect_text("gr\xc3\xbc\xc3\x9f \xff\xc3", "gr\xc3\xbc\xc3\x9f \xef\xbf\xbd\xef\xbf\xbd");
}

static void test_html__json_cannot_end_its_element(void **state)
{
	(void)state;
	struct hr_strbuf out = HR_STRBUF_INIT;
	hr_html_json(&out, "</script>\"\\\n\t\xff\x02");
	assert_string_equal(out.data, "\"\\u003c/script>\\\"\\\\\\n\\t\xef\xbf\xbd\xe2\x90\x82\"");
	hr_strbuf_clear(&out);
	hr_html_json(&out, NULL);
	assert_string_equal(out.data, "\"\"");
	hr_strbuf_release(&out);
}

static void test_html__fragments_are_what_the_script_writes(void **state)
{
	(void)state;
	struct hr_strbuf out = HR_STRBUF_INIT;
	hr_html_fragment(&out, "line", "src/a b\"<\xc3\xbc\xff.c:12");
	assert_string_equal(out.data, "line-src/a%20b%22%3C%C3%BC%EF%BF%BD.c:12");
	hr_strbuf_release(&out);
}

static void test_html__numbers_are_grouped(void **state)
{
	(void)state;
	struct hr_strbuf out = HR_STRBUF_INIT;
	hr_html_add(&out, "%d %d %z 100%% %s %r", (int64_t)1234567, (int64_t)-123, (size_t)1000, "<", "<b>");
	assert_string_equal(out.data, "1,234,567 -123 1,000 100% &lt; <b>");
	hr_strbuf_release(&out);
}

static void expect_percent(uint64_t covered, uint64_t count, const char *expected)
{
	struct hr_strbuf out = HR_STRBUF_INIT;
	hr_html_percent(&out, &(struct hr_report_covered){ covered, count });
	assert_string_equal(out.data, expected);
	hr_strbuf_release(&out);
}

static void test_html__shares_are_never_rounded_up(void **state)
{
	(void)state;
	expect_percent(0, 0, "");
	expect_percent(9999, 10000, "99.9\xe2\x80\xaf%");
	expect_percent(10000, 10000, "100.0\xe2\x80\xaf%");
	expect_percent(1, 3, "33.3\xe2\x80\xaf%");
}

static void expect_pair(const char *failing, const char *passing, const char *only_failing, const char *only_passing)
{
	struct hr_strbuf out = HR_STRBUF_INIT;
	struct hr_report_campaign campaign = HR_REPORT_CAMPAIGN_INIT;
	struct hr_html page = { &out, &campaign, NULL };
	struct hr_strbuf fails = HR_STRBUF_INIT, passes = HR_STRBUF_INIT;
	hr_html_pair(&page, failing, passing, "A", "B");
	if (only_failing)
		hr_html_add(&fails, "<span class=\"unlike fails\" title=\"only in what fails\">%s</span>",
			    only_failing);
	if (only_passing)
		hr_html_add(&passes, "<span class=\"unlike passes\" title=\"only in what passes\">%s</span>",
			    only_passing);
	assert_non_null(strstr(out.data, fails.data));
	assert_non_null(strstr(out.data, passes.data));
	assert_int_equal(count_of(&out, "class=\"unlike"), (only_failing != NULL) + (only_passing != NULL));
	hr_strbuf_release(&fails);
	hr_strbuf_release(&passes);
	hr_strbuf_release(&out);
}

static void test_html__pairs_mark_whole_lines_that_differ(void **state)
{
	(void)state;
	expect_pair("a()\nb(1)\nc()\n", "a()\nb(2)\nc()\n", "b(1)", "b(2)");
	expect_pair("a()\nb()\nc()\n", "a()\nc()\n", "b()", NULL);
	expect_pair("a()\n", "a()\nb()\n", NULL, "b()");
	expect_pair("a()\na()\n", "a()\n", "a()", NULL);
	expect_pair("a()\n", "a()\n", NULL, NULL);
	expect_pair("f(\"xa\")", "f(\"a\")", "f(\"xa\")", "f(\"a\")");
	expect_pair("", "b()\n", NULL, "b()");
	expect_pair("x\n", NULL, NULL, NULL);
}

/* One that is confirmed, and one that is not. */
static void add_evil_failures(struct hr_report_campaign *campaign)
{
	struct hr_report_failure failure = { .fingerprint = "0123456789abcdef",
					     .id = 1,
					     .cause = EVIL,
					     .class = EVIL,
					     .way = EVIL,
					     .operation = EVIL,
					     .summary = EVIL,
					     .sequence = EVIL "\nx\n",
					     .original = EVIL,
					     .neighbour = EVIL "\ny\n",
					     .difference = EVIL,
					     .report = EVIL,
					     .contract = EVIL,
					     .confirmed = EVIL,
					     .test = EVIL,
					     .neighbour_test = EVIL,
					     .folder = EVIL,
					     .function = EVIL,
					     .file = EVIL,
					     .line = 1 };
	hr_vec_push(&failure.reasons, EVIL);
	hr_vec_push(&campaign->failures, failure);
	failure.reasons.data = NULL;
	failure.reasons.count = 0;
	failure.id = 2;
	strcpy(failure.fingerprint, "fedcba9876543210");
	hr_vec_push(&campaign->failures, failure);
	campaign->confirmed = 1;
}

/* Every text is EVIL. */
static void make_evil(struct hr_report_campaign *campaign)
{
	campaign->unit = campaign->version = campaign->root = campaign->seed = campaign->contracts = EVIL;
	campaign->is_measured = campaign->is_finished = campaign->is_counted = true;
	campaign->lines = campaign->branches = campaign->functions = (struct hr_report_covered){ 1, 2 };
	hr_vec_push(&campaign->phases, (struct hr_report_phase){ EVIL, NULL, 1 });
	hr_vec_push(&campaign->points, (struct hr_report_point){ .at = 0.5, .edges = 3 });
	hr_vec_push(
		&campaign->operations,
		(struct hr_report_operation){
			.name = EVIL, .kind = EVIL, .signature = EVIL, .place = EVIL, .why_not = EVIL, .why = EVIL });
	add_evil_failures(campaign);
	hr_vec_push(&campaign->rules, (struct hr_report_rule){ "0123456789abcdef", EVIL, EVIL, EVIL, EVIL, true });
	hr_vec_push(&campaign->tests,
		    (struct hr_report_test){ .name = EVIL, .sequence = EVIL, .why = EVIL, .file = EVIL, .text = EVIL });
	struct hr_report_file *file = hr_vec_add(&campaign->files);
	file->path = EVIL;
	file->text = EVIL "\n" EVIL;
	hr_vec_push(&file->function, (struct hr_report_function){ .fingerprint = "00", .name = EVIL, .first = 1 });
	hr_vec_push(&file->line, (struct hr_report_line){ 1, 7 });
	hr_vec_push(&file->branch, (struct hr_report_branch){ 1, 1, 1, 3, { 7, 0 } });
	hr_vec_push(&file->run, (struct hr_report_run){ 0, 1, 1 });
	hr_vec_push(&campaign->types, (struct hr_report_type){ EVIL });
	hr_vec_push(&campaign->edges_of_types, (struct hr_report_edge){ HR_REPORT_MAKES, 0, 0, EVIL });
	campaign->mutation.is_known = true;
	hr_vec_push(&campaign->mutation.survivors, (struct hr_report_mutant){ EVIL, 1, 1, EVIL, EVIL, EVIL });
}

static void release(struct hr_report_campaign *campaign)
{
	for (size_t i = 0; i < campaign->files.count; i++) {
		hr_vec_release(&campaign->files.data[i].function);
		hr_vec_release(&campaign->files.data[i].line);
		hr_vec_release(&campaign->files.data[i].branch);
		hr_vec_release(&campaign->files.data[i].run);
	}
	for (size_t i = 0; i < campaign->failures.count; i++)
		hr_vec_release(&campaign->failures.data[i].reasons);
	hr_vec_release(&campaign->phases);
	hr_vec_release(&campaign->points);
	hr_vec_release(&campaign->operations);
	hr_vec_release(&campaign->failures);
	hr_vec_release(&campaign->rules);
	hr_vec_release(&campaign->tests);
	hr_vec_release(&campaign->files);
	hr_vec_release(&campaign->types);
	hr_vec_release(&campaign->edges_of_types);
	hr_vec_release(&campaign->mutation.survivors);
}

static bool is_utf8(const struct hr_strbuf *text)
{
	bool valid = true;
	for (size_t at = 0; at < text->length && valid;)
		at += hr_text_utf8_take(text->data + at, text->length - at, &valid);
	return valid;
}

/* Nothing is told of lines where nobody counted them. */
static void test_html__comparison_without_coverage(void **state)
{
	(void)state;
	for (int is_measured = 0; is_measured < 2; is_measured++) {
		struct hr_report_campaign campaign = HR_REPORT_CAMPAIGN_INIT;
		struct hr_report_comparison comparison = { .before = &campaign, .after = &campaign };
		struct hr_strbuf page = HR_STRBUF_INIT;
		struct hr_error error = HR_ERROR_INIT;
		make_evil(&campaign);
		campaign.is_measured = is_measured;
		assert_int_equal(hr_report_html(&page, &campaign, &comparison, &error), 0);
		assert_int_equal(count_of(&page, "lines are covered that were not"), is_measured);
		assert_int_equal(count_of(&page, "is not known of both"), !is_measured);
		release(&campaign);
		hr_strbuf_release(&page);
	}
}

static void test_html__no_text_becomes_markup(void **state)
{
	(void)state;
	struct hr_report_campaign campaign = HR_REPORT_CAMPAIGN_INIT;
	struct hr_report_comparison comparison = { .before = &campaign, .after = &campaign };
	struct hr_strbuf page = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;
	make_evil(&campaign);
	hr_vec_push(&comparison.functions, (struct hr_report_function_change){ .path = EVIL, .name = EVIL });
	hr_vec_push(&comparison.gone, &campaign.failures.data[0]);
	hr_vec_push(&comparison.gained, (struct hr_report_lines){ EVIL, 1, 2 });
	hr_vec_push(&comparison.lost, (struct hr_report_lines){ EVIL, 1, 2 });
	assert_int_equal(hr_report_html(&page, &campaign, &comparison, &error), 0);
	assert_true(is_utf8(&page));
	assert_int_equal(count_of(&page, "<script"), 3); /* the data, the file, ours */
	assert_int_equal(count_of(&page, "</script"), 3);
	assert_int_equal(count_of(&page, "<!--"), 0);
	assert_int_equal(count_of(&page, "<img"), 0);
	assert_int_equal(count_of(&page, "\x1b"), 0);
	assert_true(count_of(&page, "&lt;script&gt;alert(1)") > 20);
	assert_true(count_of(&page, "\\u003cscript>alert(1)") > 10);
	hr_vec_release(&comparison.functions);
	hr_vec_release(&comparison.gone);
	hr_vec_release(&comparison.gained);
	hr_vec_release(&comparison.lost);
	release(&campaign);
	hr_strbuf_release(&page);
}

static void test_html__an_empty_campaign_has_a_page(void **state)
{
	(void)state;
	struct hr_report_campaign campaign = HR_REPORT_CAMPAIGN_INIT;
	struct hr_strbuf page = HR_STRBUF_INIT;
	struct hr_error error = HR_ERROR_INIT;
	assert_int_equal(hr_report_html(&page, &campaign, NULL, &error), 0);
	assert_non_null(strstr(page.data, "No failure is confirmed yet"));
	assert_non_null(strstr(page.data, "The campaign is not finished"));
	assert_non_null(strstr(page.data, "It was not measured"));
	assert_null(strstr(page.data, "href=\"#source\""));
	assert_null(strstr(page.data, "id=\"comparison\""));

	assert_int_equal(count_of(&page, "://"), 1); /* no network: the name of SVG, which is no place */
	hr_strbuf_release(&page);
}

static void make_page(struct hr_strbuf *page, const struct hr_report_campaign *campaign)
{
	struct hr_error error = HR_ERROR_INIT;
	hr_strbuf_clear(page);
	assert_int_equal(hr_report_html(page, campaign, NULL, &error), 0);
	*strstr(page->data, "<script") = '\0'; /* what the page says, without its script */
}

/* Counts of operations and rules are written when a run ends: before that nothing is concluded from there being none. */
static void test_html__nothing_is_counted_before_the_end(void **state)
{
	(void)state;
	struct hr_report_campaign campaign = HR_REPORT_CAMPAIGN_INIT;
	struct hr_strbuf page = HR_STRBUF_INIT;
	hr_vec_push(&campaign.operations, (struct hr_report_operation){ .name = "f", .is_callable = true });
	hr_vec_push(&campaign.edges_of_types, (struct hr_report_edge){ HR_REPORT_MAKES, 0, 0, "" });
	make_page(&page, &campaign);
	assert_int_equal(count_of(&page, "normally"), 0);
	assert_int_equal(count_of(&page, "<dt>Operations"), 0);
	assert_int_equal(count_of(&page, "<dt>Rules"), 0);
	assert_int_equal(count_of(&page, "the fault of how the API was used"), 0);
	assert_int_equal(count_of(&page, "when the campaign has ended"), 3);
	campaign.is_counted = true; /* it was interrupted, or goes on after that */
	make_page(&page, &campaign);
	assert_int_equal(count_of(&page, "never returned normally"), 0);
	assert_int_equal(count_of(&page, "1 of 1 had not returned normally"), 1);
	assert_int_equal(count_of(&page, "None when a run of the campaign last ended"), 1);
	campaign.is_finished = true;
	make_page(&page, &campaign);
	assert_int_equal(count_of(&page, "1 of 1 never returned normally"), 1);
	/* the two numbers of calls differ, so each says what it counts */
	assert_int_equal(count_of(&page, "with experiments 0 calls in all"), 1);
	assert_int_equal(count_of(&page, "the calls count that it adds"), 1);
	assert_int_equal(count_of(&page, "None: no failure"), 1);
	hr_strbuf_release(&page);
	release(&campaign);
}

/* Reading them ends after some time, so a number of tests means nothing without its whole. */
static void test_html__of_how_many_tests_lines_are_known(void **state)
{
	(void)state;
	struct hr_report_campaign campaign = HR_REPORT_CAMPAIGN_INIT;
	struct hr_strbuf page = HR_STRBUF_INIT;
	make_evil(&campaign);
	campaign.read_tests = (struct hr_report_covered){ 36, 1254 };
	make_page(&page, &campaign);
	assert_int_equal(count_of(&page, "known of 36 of 1,254 tests"), 2); /* at the source, and at the tests */
	campaign.read_tests.covered = 1254;
	make_page(&page, &campaign);
	assert_int_equal(count_of(&page, "known of"), 0);
	hr_strbuf_release(&page);
	release(&campaign);
}

static void test_html__a_place_is_a_link_where_its_source_is(void **state)
{
	(void)state;
	struct hr_report_campaign campaign = HR_REPORT_CAMPAIGN_INIT;
	struct hr_strbuf out = HR_STRBUF_INIT;
	struct hr_html page = { &out, &campaign, NULL };
	struct hr_report_file *file = hr_vec_add(&campaign.files);
	file->path = "src/a.c";
	file->text = "int x;\n";
	hr_html_place(&page, "src/a.c", 7);
	assert_string_equal(out.data, "<a href=\"#line-src/a.c:7\"><code>src/a.c:7</code></a>");
	hr_strbuf_clear(&out);
	hr_html_place(&page, "b.c", 7);
	assert_string_equal(out.data, "<code>b.c:7</code>");
	hr_strbuf_release(&out);
	release(&campaign);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_html__text_is_escaped),
		cmocka_unit_test(test_html__json_cannot_end_its_element),
		cmocka_unit_test(test_html__fragments_are_what_the_script_writes),
		cmocka_unit_test(test_html__numbers_are_grouped),
		cmocka_unit_test(test_html__shares_are_never_rounded_up),
		cmocka_unit_test(test_html__pairs_mark_whole_lines_that_differ),
		cmocka_unit_test(test_html__comparison_without_coverage),
		cmocka_unit_test(test_html__no_text_becomes_markup),
		cmocka_unit_test(test_html__an_empty_campaign_has_a_page),
		cmocka_unit_test(test_html__nothing_is_counted_before_the_end),
		cmocka_unit_test(test_html__of_how_many_tests_lines_are_known),
		cmocka_unit_test(test_html__a_place_is_a_link_where_its_source_is),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
