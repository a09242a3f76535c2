/* The sections of the page that are not about failures: each has a heading, a sentence that says what is seen, and a place that the script fills. */
#include "report/html_internal.h"

#include "base/text.h"

#include <string.h>

static void begin(struct hr_html *page, const char *id, const char *title)
{
	hr_html_add(page->out, "<section id=\"%r\" aria-labelledby=\"%r-title\">\n<h2 id=\"%r-title\">%r</h2>\n", id,
		    id, id, title);
}

static void end(struct hr_html *page)
{
	hr_strbuf_addstr(page->out, "</section>\n");
}

void hr_html_percent(struct hr_strbuf *out, const struct hr_report_covered *covered)
{
	if (!covered->count)
		return;
	uint64_t share = (uint64_t)((double)covered->covered * 1000.0 / (double)covered->count);
	hr_strbuf_addf(out, "%u.%u\xe2\x80\xaf%%", (unsigned)(share / 10), (unsigned)(share % 10));
}

static void add_share(struct hr_html *page, const char *title, const struct hr_report_covered *covered)
{
	if (!covered->count)
		return;
	struct hr_strbuf *out = page->out;
	hr_html_add(out, "<div><dt>%r</dt><dd><span class=\"value\">", title);
	hr_html_percent(out, covered);
	hr_strbuf_addf(out, "</span><span class=\"bar\" aria-hidden=\"true\"><i style=\"width:%.1f%%\"></i></span>",
		       (double)covered->covered * 100.0 / (double)covered->count);
	hr_html_add(out, "<span class=\"note\">%d of %d</span></dd></div>\n", (int64_t)covered->covered,
		    (int64_t)covered->count);
}

static void add_count(struct hr_html *page, const char *title, const char *section, size_t count, const char *note)
{
	hr_html_add(
		page->out,
		"<div><dt>%r</dt><dd><a class=\"value\" href=\"#%r\" aria-label=\"%r: %z\">%z</a><br><span class=\"note\">%s</span>"
		"</dd></div>\n",
		title, section, title, count, count, note);
}

static void add_failure_count(struct hr_html *page)
{
	static const char *const classes[] = { "certain", "likely", "deviant", "portability" };
	const struct hr_report_campaign *campaign = page->campaign;
	struct hr_strbuf note = HR_STRBUF_INIT;
	for (size_t c = 0; c < sizeof classes / sizeof *classes; c++) {
		size_t count = 0;
		for (size_t i = 0; i < campaign->confirmed; i++)
			count += hr_text_equal(campaign->failures.data[i].class, classes[c]);
		if (count)
			hr_strbuf_addf(&note, "%s%zu %s", note.length ? ", " : "", count, classes[c]);
	}
	const char *bare = campaign->is_finished ? "confirmed" : "confirmed so far";
	add_count(page, "Failures", "failures", campaign->confirmed, note.length ? note.data : bare);
	hr_strbuf_release(&note);
}

static void add_figures(struct hr_html *page)
{
	const struct hr_report_campaign *campaign = page->campaign;
	size_t reached = 0, tests = 0, rules = 0;
	for (size_t i = 0; i < campaign->operations.count; i++)
		reached += campaign->operations.data[i].normal > 0;
	for (size_t i = 0; i < campaign->tests.count; i++)
		tests += !campaign->tests.data[i].why;
	for (size_t i = 0; i < campaign->rules.count; i++)
		rules += !campaign->rules.data[i].is_dropped;
	struct hr_report_covered operations = { reached, campaign->is_counted ? campaign->operations.count : 0 };
	struct hr_report_covered mutants = { campaign->mutation.killed,
					     campaign->mutation.is_known ? campaign->mutation.run : 0 };
	hr_strbuf_addstr(page->out, "<dl class=\"figures\">\n");
	add_failure_count(page);
	add_share(page, "Branches", &campaign->branches);
	add_share(page, "Lines", &campaign->lines);
	add_share(page, "Functions", &campaign->functions);
	add_share(page, "Operations", &operations);
	add_share(page, "Mutants noticed", &mutants);
	add_count(page, "Tests", "tests", tests,
		  tests || campaign->is_finished ? "in the suite" : "so far: they are written after the search");
	if (campaign->is_counted)
		add_count(page, "Rules", "rules", rules, "learned");
	hr_strbuf_addstr(page->out, "</dl>\n");
	if (!campaign->is_counted)
		hr_strbuf_addstr(page->out,
				 "<p class=\"soft\">Which operations returned, and what was learned, is known "
				 "when the campaign has ended.</p>\n");
}

void hr_html_overview(struct hr_html *page)
{
	const struct hr_report_campaign *campaign = page->campaign;
	struct hr_strbuf *out = page->out;
	begin(page, "overview", "Overview");
	add_figures(page);
	if (campaign->kept_branches.count)
		hr_html_add(
			out,
			"<p class=\"soft\">All sequences that the search kept cover %d of %d branches; the suite is "
			"a choice of them.</p>\n",
			(int64_t)campaign->kept_branches.covered, (int64_t)campaign->kept_branches.count);
	if (!campaign->points.count) {
		hr_strbuf_addstr(out, "<p>The search has not told anything yet.</p>\n");
		end(page);
		return;
	}
	hr_html_add(
		out,
		"<h3 id=\"plot-title\">Edges of the checked build that the search executed, over time%r</h3>\n"
		"<div class=\"controls\"><label>Time <select id=\"plot-scale\"><option value=\"linear\">linear</option>"
		"<option value=\"log\">logarithmic</option></select></label></div>\n"
		"<figure class=\"plot\"><div id=\"plot\"></div><figcaption><output id=\"plot-output\"></output>"
		"</figcaption></figure>\n",
		page->comparison ? " (dashed: the campaign before)" : "");
	hr_strbuf_addstr(out,
			 "<p class=\"soft\">Triangles are failures, when they were first seen. Arrow keys move along "
			 "the curve.</p>\n");
	end(page);
}

/* Of which tests the lines are known, where that is not all of them. */
static void add_read_tests(struct hr_strbuf *out, const struct hr_report_campaign *campaign)
{
	if (campaign->read_tests.covered < campaign->read_tests.count)
		hr_html_add(out, " Which lines a test runs is known of %d of %d tests.",
			    (int64_t)campaign->read_tests.covered, (int64_t)campaign->read_tests.count);
}

static void add_source_view(struct hr_html *page)
{
	struct hr_strbuf read = HR_STRBUF_INIT;
	add_read_tests(&read, page->campaign);
	begin(page, "source", "Source");
	hr_html_add(
		page->out,
		"<div class=\"legend\"><span><b>12</b>run so often</span><span><b class=\"miss\">! 0</b>never "
		"run</span><span><b class=\"part\">~</b>run, but a branch was never taken: the condition is "
		"underlined</span><span>A count tells more: branches, and the tests that run the line; arrow keys go from count to count.%r</span></div>\n"
		"<div class=\"controls\"><label>File <select id=\"source-file\"></select></label><button "
		"type=\"button\" id=\"source-next\">Next dark place</button><span role=\"status\" "
		"id=\"source-said\"></span></div>\n"
		"<div class=\"source\" id=\"source-view\" role=\"table\" tabindex=\"0\"></div>\n",
		read.data);
	hr_strbuf_release(&read);
	end(page);
}

void hr_html_coverage(struct hr_html *page)
{
	const struct hr_report_campaign *campaign = page->campaign;
	bool has_text = false;
	for (size_t i = 0; i < campaign->files.count; i++)
		has_text = has_text || campaign->files.data[i].text;
	begin(page, "coverage", "Coverage of the suite");
	if (!campaign->files.count) {
		hr_html_add(page->out, "<p>%r</p>\n",
			    campaign->is_measured
				    ? "It was measured as a whole only: the campaign is older than this page."
				    : "It was not measured, or not yet.");
		end(page);
		return;
	}
	hr_strbuf_addstr(page->out,
			 "<p>What the tests cover of the library\xe2\x80\x99s own code, as llvm-cov counts it.</p>\n"
			 "<h3>By file</h3>\n<div id=\"files-table\"></div>\n"
			 "<h3>By function</h3>\n<div id=\"functions-table\"></div>\n");
	end(page);
	if (has_text)
		add_source_view(page);
}

void hr_html_operations(struct hr_html *page)
{
	const struct hr_report_campaign *campaign = page->campaign;
	size_t never = 0;
	for (size_t i = 0; i < campaign->operations.count; i++)
		never += campaign->operations.data[i].normal == 0;
	begin(page, "operations", "Operations of the API");
	if (!campaign->is_counted)
		hr_strbuf_addstr(page->out, "<p>How calls of them ended is known when the campaign has ended.</p>\n");
	else if (!campaign->is_finished)
		hr_html_add(
			page->out,
			"<p>When a run of the campaign last ended, %z of %z had not returned normally. The reason stands "
			"in the last column.</p>\n",
			never, campaign->operations.count);
	else if (never)
		hr_html_add(page->out,
			    "<p>%z of %z never returned normally. The reason stands in the last column.</p>\n", never,
			    campaign->operations.count);
	else
		hr_strbuf_addstr(page->out, "<p>Each returned normally at least once.</p>\n");
	if (campaign->is_counted)
		hr_strbuf_addstr(page->out,
				 "<p class=\"soft\">Of each sequence the calls count that it adds to the one it "
				 "continues; those of experiments do not.</p>\n");
	hr_strbuf_addstr(page->out, "<div id=\"operations-table\"></div>\n");
	end(page);
}

void hr_html_graph(struct hr_html *page)
{
	begin(page, "graph-section", "Types and operations");
	if (!page->campaign->edges_of_types.count) {
		hr_strbuf_addstr(page->out, "<p>The API has no objects that one call makes and another takes.</p>\n");
		end(page);
		return;
	}
	const struct hr_report_campaign *campaign = page->campaign;
	hr_html_add(page->out,
		    "<p>Who makes an object, who takes it, and who (dashed) ends it.%r</p>\n<div "
		    "class=\"controls\"><label>Type <select id=\"graph-type\"></select></label><span role=\"status\" "
		    "id=\"graph-said\"></span></div>\n<div class=\"graph\" id=\"graph\" tabindex=\"0\" "
		    "role=\"region\" aria-label=\"Graph of types and operations\"></div>\n",
		    !campaign->is_counted   ? ""
		    : campaign->is_finished ? " A name that is struck out never returned normally."
					    : " A name that is struck out has not returned normally yet.");
	end(page);
}

void hr_html_tests(struct hr_html *page)
{
	begin(page, "tests", "Tests");
	if (page->campaign->tests.count) {
		hr_strbuf_addstr(page->out,
				 "<p>Each has passed by itself before it was written. Lines are those of the "
				 "library that it runs.");
		add_read_tests(page->out, page->campaign);
		hr_strbuf_addstr(page->out, "</p>\n<div id=\"tests-table\"></div>\n");
	} else {
		hr_html_add(page->out, "<p>%r</p>\n",
			    page->campaign->is_finished ? "No tests were written." : "No tests are written yet.");
	}
	end(page);
}

void hr_html_mutants(struct hr_html *page)
{
	const struct hr_report_mutation *mutation = &page->campaign->mutation;
	begin(page, "mutants", "Mutants that survived");
	if (!mutation->is_known) {
		hr_strbuf_addstr(page->out,
				 "<p>Not measured: <code>harrier mutate</code> makes small mistakes in the library, "
				 "one at a time, and tells which of them the tests do not notice.</p>\n");
		end(page);
		return;
	}
	hr_html_add(page->out,
		    "<p>Of %d mutants %d were run: the tests noticed %d, and %d survived. %d are in code that no test "
		    "reaches.</p>\n",
		    (int64_t)mutation->all, (int64_t)mutation->run, (int64_t)mutation->killed,
		    (int64_t)mutation->survived, (int64_t)mutation->unreached);
	if (mutation->survivors.count)
		hr_strbuf_addstr(page->out, "<div id=\"mutants-table\"></div>\n");
	end(page);
}

void hr_html_time(struct hr_html *page)
{
	const struct hr_report_campaign *campaign = page->campaign;
	double all = 0;
	for (size_t i = 0; i < campaign->phases.count; i++)
		if (!campaign->phases.data[i].part_of)
			all += campaign->phases.data[i].seconds;
	begin(page, "time", "What the time was spent on");
	if (!campaign->phases.count) {
		hr_strbuf_addstr(page->out, "<p>Not told yet.</p>\n");
		end(page);
		return;
	}
	hr_strbuf_addstr(page->out,
			 "<div class=\"scroll\" role=\"region\" aria-label=\"Seconds by phase\" "
			 "tabindex=\"0\"><table><caption class=\"unseen\">Seconds by phase</caption>\n"
			 "<thead><tr><th scope=\"col\">Phase</th><th scope=\"col\" class=\"right\">Seconds</th>"
			 "<th scope=\"col\" class=\"right\">Share</th><th scope=\"col\" class=\"wide\"><span "
			 "class=\"unseen\">Bar</span></th></tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < campaign->phases.count; i++) {
		const struct hr_report_phase *phase = &campaign->phases.data[i];
		double share = all > 0 ? phase->seconds * 100 / all : 0;
		hr_html_add(page->out, "<tr><th scope=\"row\">%r%s</th>",
			    phase->part_of ? "<span class=\"soft\">of that </span>" : "", phase->name);
		hr_strbuf_addf(page->out,
			       "<td class=\"right\">%.2f</td><td class=\"right\">%.1f\xe2\x80\xaf%%</td><td "
			       "class=\"wide bars\"><span class=\"bar plain\" aria-hidden=\"true\"><i "
			       "style=\"width:%.1f%%\"></i></span></td></tr>\n",
			       phase->seconds, share, share);
	}
	hr_strbuf_addstr(page->out, "</tbody></table></div>\n");
	end(page);
}
