/* SARIF, JUnit, lcov and the summary: each is well-formed whatever the texts of the library are, tells what is confirmed and nothing else, and the same of the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/json.h"
#include "base/text.h"
#include "report/junit.h"
#include "report/lcov.h"
#include "report/sarif.h"
#include "report/summary.h"

#include <string.h>
#include <strings.h>

/* Ends elements, sections, strings and lines of all kinds, and is no UTF-8. */
#define EVIL "</script>]]>\"'&<!--\x1b[31m\x01\\\r\n\t\xff\xc3(\xef\xbf\xbf\xed\xa0\x80 gr\xc3\xbc\xc3\x9f"

static void add_failure(struct hr_report_campaign *campaign, const char *class, const char *way, bool is_confirmed)
{
	struct hr_report_failure failure = { .id = (int64_t)campaign->failures.count + 1,
					     .cause = EVIL,
					     .class = class,
					     .way = way,
					     .operation = "list_add",
					     .summary = EVIL,
					     .sequence = EVIL,
					     .original = "",
					     .difference = EVIL,
					     .report = EVIL,
					     .test = "int main(void)\n",
					     .folder = "failures/01-a b",
					     .function = EVIL,
					     .file = "src/a \xc3\xbc.c",
					     .line = 12,
					     .is_confirmed = is_confirmed };
	hr_report_fingerprint(failure.fingerprint, "failure", class, way, NULL);
	hr_vec_push(&failure.reasons, EVIL);
	hr_vec_push(&campaign->failures, failure);
	campaign->confirmed += is_confirmed;
}

static void set_up(struct hr_report_campaign *campaign)
{
	struct hr_report_file file = {
		.path = "src/a.c", .lines = { 2, 3 }, .functions = { 1, 2 }, .branches = { 3, 4 }
	};
	*campaign = (struct hr_report_campaign)HR_REPORT_CAMPAIGN_INIT;
	campaign->unit = EVIL;
	campaign->version = EVIL;
	campaign->seed = "1";
	campaign->is_measured = campaign->is_finished = campaign->is_counted = true;
	campaign->lines = file.lines;
	add_failure(campaign, "certain", "overflow", true);
	add_failure(campaign, "deviant", "no such way", true);
	add_failure(campaign, "portability", "undefined", true);
	add_failure(campaign, "likely", "null", false);
	hr_vec_push(&campaign->operations,
		    ((struct hr_report_operation){
			    .name = "list_add", .kind = "", .signature = "", .place = "src/list.h:7", .why = EVIL }));
	hr_vec_push(&campaign->rules, ((struct hr_report_rule){ .text = "list_add: " EVIL, .evidence = EVIL }));
	hr_vec_push(&campaign->rules, ((struct hr_report_rule){ .text = "dropped", .is_dropped = true }));
	hr_vec_push(&campaign->tests,
		    ((struct hr_report_test){ .name = EVIL, .sequence = EVIL, .file = "test_a.c", .line = 5 }));
	hr_vec_push(&campaign->tests, ((struct hr_report_test){ .name = "", .sequence = "", .why = EVIL }));
	hr_vec_push(&file.function, ((struct hr_report_function){ .name = "f\ng", .first = 3, .last = 5, .count = 2 }));
	hr_vec_push(&file.function, ((struct hr_report_function){ .name = "h", .first = 7, .last = 9 }));
	hr_vec_push(&file.line, ((struct hr_report_line){ 3, 2 }));
	hr_vec_push(&file.line, ((struct hr_report_line){ 4, 1 }));
	hr_vec_push(&file.line, ((struct hr_report_line){ 8, 0 }));
	hr_vec_push(&file.branch, ((struct hr_report_branch){ 4, 2, 4, 5, { 1, 1 } }));
	hr_vec_push(&file.branch, ((struct hr_report_branch){ 4, 9, 4, 12, { 1, 0 } }));
	hr_vec_push(&campaign->files, file);
}

static size_t count_of(const struct hr_strbuf *text, const char *part)
{
	size_t count = 0;
	for (const char *at = text->data; (at = strstr(at, part)); at += strlen(part))
		count++;
	return count;
}

static void expect_utf8(const struct hr_strbuf *text)
{
	for (size_t i = 0; i < text->length;) {
		bool is_valid = true;
		i += hr_text_utf8_take(text->data + i, text->length - i, &is_valid);
		assert_true(is_valid);
	}
}

static const struct hr_json *read_json(const struct hr_strbuf *text, struct hr_arena *arena)
{
	struct hr_error error = HR_ERROR_INIT;
	struct hr_json *json = NULL;
	if (hr_json_read(&json, text->data, text->length, "text", arena, &error))
		fail_msg("%s", error.message.data);
	hr_error_release(&error);
	return json;
}

static const struct hr_json *at(const struct hr_json *array, size_t index)
{
	const struct hr_json *it = array ? array->first : NULL;
	while (it && index--)
		it = it->next;
	return it;
}

static void test_sarif__tells_what_is_confirmed(void **state)
{
	(void)state;
	struct hr_report_campaign campaign;
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_arena arena = HR_ARENA_INIT;
	set_up(&campaign);
	hr_report_sarif(&text, &campaign);
	expect_utf8(&text);
	const struct hr_json *json = read_json(&text, &arena);
	assert_string_equal(hr_json_get_string(json, "version", ""), "2.1.0");
	const struct hr_json *run = at(hr_json_get(json, "runs"), 0);
	const struct hr_json *rules = hr_json_get(hr_json_get(hr_json_get(run, "tool"), "driver"), "rules");
	const struct hr_json *results = hr_json_get(run, "results");
	assert_int_equal(results->count, 4); /* three failures, one rule */
	static const char *const levels[] = { "error", "warning", "note", "none" };
	static const char *const ids[] = { "overflow", "failure", "undefined", "api-rule" };
	for (size_t i = 0; i < 4; i++) {
		const struct hr_json *result = at(results, i);
		assert_string_equal(hr_json_get_string(result, "level", ""), levels[i]);
		assert_string_equal(hr_json_get_string(result, "ruleId", ""), ids[i]);
		const struct hr_json *rule = at(rules, (size_t)hr_json_get_int(result, "ruleIndex", -1));
		assert_string_equal(hr_json_get_string(rule, "id", ""), ids[i]);
	}
	const struct hr_json *first = at(results, 0);
	assert_string_equal(hr_json_get_string(hr_json_get(first, "partialFingerprints"), "harrier/v1", ""),
			    campaign.failures.data[0].fingerprint);
	const struct hr_json *place = hr_json_get(at(hr_json_get(first, "locations"), 0), "physicalLocation");
	assert_string_equal(hr_json_get_string(hr_json_get(place, "artifactLocation"), "uri", ""), "src/a%20%C3%BC.c");
	assert_int_equal(hr_json_get_int(hr_json_get(place, "region"), "startLine", 0), 12);
	place = hr_json_get(at(hr_json_get(first, "relatedLocations"), 0), "physicalLocation");
	assert_string_equal(hr_json_get_string(hr_json_get(place, "artifactLocation"), "uri", ""), "src/list.h");
	assert_string_equal(
		hr_json_get_string(hr_json_get(at(hr_json_get(first, "attachments"), 0), "artifactLocation"), "uri",
				   ""),
		"failures/01-a%20b/test.c");
	assert_string_equal(hr_json_get_string(at(results, 3), "kind", ""), "informational");
	hr_arena_release(&arena);
	hr_strbuf_release(&text);
	hr_report_campaign_release(&campaign);
}

/* A consumer takes "{0}" for a place where an argument belongs. */
static void test_sarif__braces_are_no_placeholders(void **state)
{
	(void)state;
	struct hr_report_campaign campaign;
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_arena arena = HR_ARENA_INIT;
	set_up(&campaign);
	campaign.failures.data[0].summary = "f({0}, {{}) fails";
	campaign.failures.data[0].sequence = "f({0})\n";
	hr_report_sarif(&text, &campaign);
	const struct hr_json *json = read_json(&text, &arena);
	const struct hr_json *run = at(hr_json_get(json, "runs"), 0);
	const struct hr_json *first = at(hr_json_get(run, "results"), 0);
	assert_string_equal(hr_json_get_string(hr_json_get(first, "message"), "text", ""), "f({{0}}, {{{{}}) fails");
	assert_string_equal(hr_json_get_string(hr_json_get(first, "properties"), "sequence", ""), "f({0})\n");
	const struct hr_json *rules = hr_json_get(hr_json_get(hr_json_get(run, "tool"), "driver"), "rules");
	for (const struct hr_json *rule = rules->first; rule; rule = rule->next)
		assert_int_not_equal(
			strcasecmp(hr_json_get_string(rule, "id", ""), hr_json_get_string(rule, "name", "")), 0);
	hr_arena_release(&arena);
	hr_strbuf_release(&text);
	hr_report_campaign_release(&campaign);
}

static void expect_uri(const char *path, const char *expected)
{
	struct hr_strbuf out = HR_STRBUF_INIT;
	hr_report_add_uri(&out, path);
	assert_string_equal(out.data, expected);
	hr_strbuf_release(&out);
}

static void test_sarif__paths_are_uris(void **state)
{
	(void)state;
	expect_uri("src/a.c", "src/a.c");
	expect_uri("/usr/include/a b#?.h", "file:///usr/include/a%20b%23%3F.h");
	expect_uri("c:a.c", "./c:a.c");
	expect_uri("a/c:a.c", "a/c:a.c");
	expect_uri("\xff%\n", "%FF%25%0A");
}

static void test_sarif__a_place_that_is_not_known_is_that_of_the_declaration(void **state)
{
	(void)state;
	struct hr_report_campaign campaign;
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_arena arena = HR_ARENA_INIT;
	set_up(&campaign);
	campaign.failures.data[0].file = NULL;
	campaign.failures.data[1].file = NULL;
	campaign.failures.data[1].operation = "not_there";
	hr_report_sarif(&text, &campaign);
	const struct hr_json *json = read_json(&text, &arena);
	const struct hr_json *results = hr_json_get(at(hr_json_get(json, "runs"), 0), "results");
	const struct hr_json *place = at(hr_json_get(at(results, 0), "locations"), 0);
	place = hr_json_get(hr_json_get(place, "physicalLocation"), "artifactLocation");
	assert_string_equal(hr_json_get_string(place, "uri", ""), "src/list.h");
	place = at(hr_json_get(at(results, 1), "locations"), 0);
	assert_null(hr_json_get(place, "physicalLocation"));
	assert_non_null(hr_json_get(place, "logicalLocations"));
	hr_arena_release(&arena);
	hr_strbuf_release(&text);
	hr_report_campaign_release(&campaign);
}

static void expect_xml(const char *text, bool is_attribute, const char *expected)
{
	struct hr_strbuf out = HR_STRBUF_INIT;
	hr_report_add_xml(&out, text, is_attribute);
	assert_string_equal(out.data, expected);
	hr_strbuf_release(&out);
}

static void test_junit__text_is_escaped(void **state)
{
	(void)state;
	expect_xml("a<b>&\"'", false, "a&lt;b&gt;&amp;&quot;&#39;");
	expect_xml("]]>", false, "]]&gt;");
	expect_xml("\n\t\r", false, "\n\t&#13;");
	expect_xml("\n\t\r", true, "&#10;&#9;&#13;");
	expect_xml("\x01\x1b\x7f", false, "\xef\xbf\xbd\xef\xbf\xbd\x7f");
	expect_xml("\xff gr\xc3\xbc\xc3\x9f", false, "\xef\xbf\xbd gr\xc3\xbc\xc3\x9f");
	expect_xml("\xef\xbf\xbe\xef\xbf\xbf\xef\xbf\xbd", false, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}

static void test_junit__counts_are_those_of_its_cases(void **state)
{
	(void)state;
	struct hr_report_campaign campaign;
	struct hr_strbuf text = HR_STRBUF_INIT;
	set_up(&campaign);
	hr_report_junit(&text, &campaign);
	expect_utf8(&text);
	assert_int_equal(count_of(&text, "<testcase "), 5);
	assert_int_equal(count_of(&text, "<failure "), 2);
	assert_int_equal(count_of(&text, "<skipped "), 2);
	assert_int_equal(count_of(&text, " tests=\"5\" failures=\"2\" errors=\"0\" skipped=\"2\""), 1);
	assert_int_equal(count_of(&text, " tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"1\""), 1);
	assert_int_equal(count_of(&text, " tests=\"3\" failures=\"2\" errors=\"0\" skipped=\"1\""), 1);
	assert_int_equal(count_of(&text, "<script"), 0);
	assert_int_equal(count_of(&text, "]]>"), 0);
	assert_int_equal(count_of(&text, "<!--"), 0);
	for (size_t i = 0; i < text.length; i++)
		assert_true((unsigned char)text.data[i] >= 0x20 || strchr("\n\t", text.data[i]));
	hr_strbuf_release(&text);
	hr_report_campaign_release(&campaign);
}

static void test_lcov__one_record_a_file(void **state)
{
	(void)state;
	struct hr_report_campaign campaign;
	struct hr_strbuf text = HR_STRBUF_INIT;
	set_up(&campaign);
	hr_report_lcov(&text, &campaign);
	assert_string_equal(text.data, "TN:\nSF:src/a.c\nFN:3,f?g\nFN:7,h\nFNDA:2,f?g\nFNDA:0,h\nFNF:2\nFNH:1\n"
				       "BRDA:4,0,0,1\nBRDA:4,0,1,1\nBRDA:4,1,0,1\nBRDA:4,1,1,0\nBRF:4\nBRH:3\n"
				       "DA:3,2\nDA:4,1\nDA:8,0\nLF:3\nLH:2\nend_of_record\n");
	hr_strbuf_release(&text);
	hr_report_campaign_release(&campaign);
}

static void test_lcov__nothing_where_nothing_is_known(void **state)
{
	(void)state;
	struct hr_report_campaign campaign = HR_REPORT_CAMPAIGN_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_report_lcov(&text, &campaign);
	assert_string_equal(text.data, "");
	hr_strbuf_release(&text);
	hr_report_campaign_release(&campaign);
}

static void test_summary__json_is_read_back(void **state)
{
	(void)state;
	struct hr_report_campaign campaign;
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_arena arena = HR_ARENA_INIT;
	set_up(&campaign);
	hr_report_summary_json(&text, &campaign);
	expect_utf8(&text);
	const struct hr_json *json = read_json(&text, &arena);
	assert_int_equal(hr_json_get_int(json, "tests", 0), 1);
	assert_int_equal(hr_json_get_int(json, "rules", 0), 1);
	assert_int_equal(hr_json_get(json, "failures")->count, 3);
	assert_int_equal(hr_json_get(json, "unreached")->count, 1);
	assert_int_equal(hr_json_get(json, "files")->count, 1);
	assert_int_equal(hr_json_get(json, "mutation")->kind, HR_JSON_NULL);
	hr_strbuf_clear(&text);
	hr_report_summary_text(&text, &campaign);
	assert_non_null(strstr(text.data, "coverage of the tests: 2 of 3 lines"));
	hr_arena_release(&arena);
	hr_strbuf_release(&text);
	hr_report_campaign_release(&campaign);
}

/* Zero is what is written, and not what is true, before the campaign has ended. */
static void test_summary__nothing_is_counted_before_the_end(void **state)
{
	(void)state;
	struct hr_report_campaign campaign;
	struct hr_strbuf text = HR_STRBUF_INIT;
	struct hr_arena arena = HR_ARENA_INIT;
	set_up(&campaign);
	campaign.is_finished = campaign.is_counted = false;
	hr_report_summary_json(&text, &campaign);
	const struct hr_json *json = read_json(&text, &arena);
	assert_int_equal(hr_json_get(json, "unreached")->kind, HR_JSON_NULL);
	assert_int_equal(hr_json_get(json, "rules")->kind, HR_JSON_NULL);
	hr_strbuf_clear(&text);
	hr_report_summary_text(&text, &campaign);
	assert_non_null(strstr(text.data, "rules: known when the campaign has ended"));
	hr_arena_release(&arena);
	hr_strbuf_release(&text);
	hr_report_campaign_release(&campaign);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sarif__tells_what_is_confirmed),
		cmocka_unit_test(test_sarif__braces_are_no_placeholders),
		cmocka_unit_test(test_sarif__paths_are_uris),
		cmocka_unit_test(test_sarif__a_place_that_is_not_known_is_that_of_the_declaration),
		cmocka_unit_test(test_junit__text_is_escaped),
		cmocka_unit_test(test_junit__counts_are_those_of_its_cases),
		cmocka_unit_test(test_lcov__one_record_a_file),
		cmocka_unit_test(test_lcov__nothing_where_nothing_is_known),
		cmocka_unit_test(test_summary__json_is_read_back),
		cmocka_unit_test(test_summary__nothing_is_counted_before_the_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
