/* The frame of the page: head, navigation, the parts in order, data and script.
 *
 * Invariant: nothing in it is loaded from anywhere, and its policy says so to the browser: one script runs, known by its hash. */
#include "report/html_internal.h"

#include "base/hash.h"

#include <string.h>

/* The digest as base64, which is how a policy names a script. */
static void add_digest(struct hr_strbuf *out, const char *text)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	unsigned char digest[HR_HASH_SIZE + 1] = { 0 };
	struct hr_hash hash;
	hr_hash_init(&hash);
	hr_hash_add(&hash, text, strlen(text));
	hr_hash_finish(&hash, digest);
	for (size_t at = 0; at < HR_HASH_SIZE; at += 3) {
		unsigned bits = (unsigned)digest[at] << 16 | (unsigned)digest[at + 1] << 8 |
				digest[at + 2 < HR_HASH_SIZE ? at + 2 : HR_HASH_SIZE];
		for (int i = 0; i < 3; i++)
			hr_strbuf_addch(out, digits[bits >> (18 - 6 * i) & 63]);
		hr_strbuf_addch(out, at + 2 < HR_HASH_SIZE ? digits[bits & 63] : '=');
	}
}

static void add_head(struct hr_html *page)
{
	const struct hr_report_campaign *campaign = page->campaign;
	struct hr_strbuf *out = page->out;
	hr_strbuf_addstr(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
			      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
			      "'unsafe-inline'; img-src data:; script-src 'sha256-");
	add_digest(out, hr_html_script);
	hr_strbuf_addstr(out,
			 "'\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
			 "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n");
	hr_html_add(out, "<title>%s: Harrier\xe2\x80\x99s report</title>\n<style>\n%r</style>\n</head>\n",
		    campaign->unit, hr_html_style);
}

static void add_banner(struct hr_html *page)
{
	const struct hr_report_campaign *campaign = page->campaign;
	struct hr_strbuf *out = page->out;
	hr_html_add(out,
		    "<body>\n<a class=\"skip\" href=\"#main\">To the content</a>\n<div class=\"frame\">\n"
		    "<header class=\"head\"><div><h1>%s</h1>\n<p>",
		    campaign->unit);
	hr_html_add(out, "%d sequences; with experiments %d calls in all, in ", (int64_t)campaign->sequences,
		    (int64_t)campaign->calls);
	hr_strbuf_addf(out, "%.1f s of search", campaign->seconds);
	if (campaign->seed)
		hr_html_add(out, ", seed %s", campaign->seed);
	if (campaign->runs > 1)
		hr_html_add(out, ", resumed %d times", (int64_t)campaign->runs - 1);
	hr_strbuf_addstr(out, campaign->is_finished ? ".</p></div>\n" : ". The campaign is not finished.</p></div>\n");
	hr_strbuf_addstr(out, "<div><label class=\"unseen\" for=\"scheme\">Colour scheme</label><select id=\"scheme\">"
			      "<option value=\"auto\">As the system</option><option value=\"light\">Light</option>"
			      "<option value=\"dark\">Dark</option></select></div>\n</header>\n");
}

struct entry {
	const char *id, *title;
	size_t count; /* 0: not told */
};

static void add_navigation(struct hr_html *page)
{
	const struct hr_report_campaign *campaign = page->campaign;
	bool has_source = false;
	for (size_t i = 0; i < campaign->files.count; i++)
		has_source = has_source || campaign->files.data[i].text;
	const struct entry entries[] = {
		{ "overview", "Overview", 0 },
		{ page->comparison ? "comparison" : NULL, "Comparison", 0 },
		{ "failures", "Failures", campaign->confirmed },
		{ "coverage", "Coverage", 0 },
		{ has_source ? "source" : NULL, "Source", 0 },
		{ "rules", "Rules", campaign->rules.count },
		{ "operations", "Operations", campaign->operations.count },
		{ "graph-section", "Graph", 0 },
		{ "tests", "Tests", campaign->tests.count },
		{ "mutants", "Mutants", campaign->mutation.survivors.count },
		{ "time", "Time", 0 },
	};
	hr_strbuf_addstr(page->out, "<nav aria-label=\"Sections\"><ul>\n");
	for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
		if (!entries[i].id)
			continue;
		hr_html_add(page->out, "<li><a href=\"#%r\">%r</a>", entries[i].id, entries[i].title);
		if (entries[i].count)
			hr_html_add(page->out, "<span class=\"count\">%z</span>", entries[i].count);
		hr_strbuf_addstr(page->out, "</li>\n");
	}
	hr_strbuf_addstr(page->out, "</ul></nav>\n");
}

int hr_report_html(struct hr_strbuf *out, const struct hr_report_campaign *campaign,
		   const struct hr_report_comparison *comparison, struct hr_error *error)
{
	struct hr_html page = { out, campaign, comparison };
	(void)error; /* nothing can go wrong so far */
	add_head(&page);
	add_banner(&page);
	add_navigation(&page);
	hr_strbuf_addstr(out, "<main id=\"main\" tabindex=\"-1\">\n<noscript><p>Tables, plots and the source view need "
			      "JavaScript; the rest is here.</p></noscript>\n");
	hr_html_overview(&page);
	hr_html_comparison(&page);
	hr_html_failures(&page);
	hr_html_coverage(&page);
	hr_html_rules(&page);
	hr_html_operations(&page);
	hr_html_graph(&page);
	hr_html_tests(&page);
	hr_html_mutants(&page);
	hr_html_time(&page);
	hr_html_add(out, "</main>\n<footer>Written by Harrier %s.</footer>\n</div>\n", campaign->version);
	hr_html_data(&page);
	hr_html_add(out, "<script>%r</script>\n</body>\n</html>\n", hr_html_script);
	return 0;
}
