/* The section that compares two campaigns: totals, failures, and places for the tables of functions and lines, with what the script fills them with.
 *
 * Invariant: what is told of lines is told only where they are known of both; what the later campaign does not have has no link. */
#include "report/html_internal.h"

#include "base/text.h"

#include <inttypes.h>

static void add_total(struct hr_strbuf *out, const char *kind, const struct hr_report_covered *before,
		      const struct hr_report_covered *after)
{
	const struct hr_report_covered *const sides[] = { before, after };
	hr_html_add(out, "<tr><th scope=\"row\">%r</th>", kind);
	for (size_t i = 0; i < 2; i++) {
		hr_strbuf_addstr(out, "<td class=\"right\">");
		hr_html_percent(out, sides[i]);
		hr_html_add(out, " <span class=\"soft\">%d of %d</span></td>", (int64_t)sides[i]->covered,
			    (int64_t)sides[i]->count);
	}
	hr_strbuf_addstr(out, "</tr>\n");
}

static void add_totals(struct hr_html *page)
{
	const struct hr_report_campaign *before = page->comparison->before, *after = page->comparison->after;
	hr_strbuf_addstr(
		page->out,
		"<div class=\"scroll\" role=\"region\" aria-label=\"Totals before and now\" tabindex=\"0\"><table>"
		"<caption>What the suites cover, before and now</caption>\n<thead><tr><th scope=\"col\">Of</th><th "
		"scope=\"col\" class=\"right\">Before</th><th scope=\"col\" class=\"right\">Now</th></tr></thead>\n"
		"<tbody>\n");
	add_total(page->out, "Lines", &before->lines, &after->lines);
	add_total(page->out, "Functions", &before->functions, &after->functions);
	add_total(page->out, "Branches", &before->branches, &after->branches);
	hr_strbuf_addstr(page->out, "</tbody></table></div>\n");
}

static void add_failure_list(struct hr_html *page, const char *title, const struct hr_report_failure *const *failures,
			     size_t count, bool is_here)
{
	if (!count)
		return;
	hr_html_add(page->out, "<h3>%r</h3>\n<ul>\n", title);
	for (size_t i = 0; i < count; i++) {
		const struct hr_report_failure *failure = failures[i];
		hr_strbuf_addstr(page->out, "<li>");
		if (is_here)
			hr_html_add(page->out, "<a href=\"#failure-%s\">%s</a>", failure->fingerprint,
				    failure->summary);
		else
			hr_html_add(page->out, "%s", failure->summary);
		hr_html_add(page->out, " <span class=\"class %r\">%s</span> in <code>%s</code></li>\n",
			    hr_html_class_look(failure->class), failure->class, failure->operation);
	}
	hr_strbuf_addstr(page->out, "</ul>\n");
}

void hr_html_comparison(struct hr_html *page)
{
	const struct hr_report_comparison *comparison = page->comparison;
	if (!comparison)
		return;
	hr_strbuf_addstr(page->out, "<section id=\"comparison\" aria-labelledby=\"comparison-title\">\n<h2 "
				    "id=\"comparison-title\">Compared with the campaign before</h2>\n");
	if (!comparison->before->is_finished || !comparison->after->is_finished)
		hr_html_add(page->out, "<p>%r is not finished: what it does not have may come yet.</p>\n",
			    comparison->after->is_finished ? "The campaign before" : "This campaign");
	if (comparison->before->is_measured && comparison->after->is_measured)
		add_totals(page);
	if (hr_report_comparison_has_lines(comparison))
		hr_html_add(page->out, "<p>%d lines are covered that were not, %d are not any more.</p>\n",
			    (int64_t)comparison->gained_lines, (int64_t)comparison->lost_lines);
	else
		hr_strbuf_addstr(page->out, "<p>Which lines the suites cover is not known of both.</p>\n");
	add_failure_list(page, "New failures", comparison->fresh.data, comparison->fresh.count, true);
	add_failure_list(page, "Failures that are gone", comparison->gone.data, comparison->gone.count, false);
	add_failure_list(page, "Failures that stayed", comparison->stayed.data, comparison->stayed.count, true);
	if (comparison->functions.count)
		hr_strbuf_addstr(page->out, "<h3>Functions that are covered otherwise</h3>\n<div "
					    "id=\"changes-table\"></div>\n");
	if (comparison->gained.count + comparison->lost.count)
		hr_strbuf_addstr(page->out,
				 "<h3>Lines gained and lost</h3>\n<p class=\"soft\">Lines that were lost have the "
				 "numbers of the earlier source.</p>\n<div id=\"changed-lines-table\"></div>\n");
	hr_strbuf_addstr(page->out, "</section>\n");
}

/* null, or lines covered and all, branches covered and all */
static void add_side(struct hr_strbuf *out, const struct hr_report_function *function)
{
	if (function)
		hr_strbuf_addf(out, ",[%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]", function->lines.covered,
			       function->lines.count, function->branches.covered, function->branches.count);
	else
		hr_strbuf_addstr(out, ",null");
}

static bool has_same_text(const struct hr_report_comparison *comparison, const char *path)
{
	const struct hr_report_campaign *const sides[] = { comparison->before, comparison->after };
	const char *texts[2] = { NULL, NULL };
	for (size_t side = 0; side < 2; side++)
		for (size_t i = 0; i < sides[side]->files.count; i++)
			if (hr_text_equal(sides[side]->files.data[i].path, path))
				texts[side] = sides[side]->files.data[i].text;
	return texts[0] && texts[1] && hr_text_equal(texts[0], texts[1]);
}

/* is it gained, has the page its numbers, path, first, last */
static void add_lines(struct hr_strbuf *out, const struct hr_report_comparison *comparison, bool is_gained)
{
	const hr_report_line_runs *runs = is_gained ? &comparison->gained : &comparison->lost;
	for (size_t i = 0; i < runs->count; i++) {
		const struct hr_report_lines *run = &runs->data[i];
		bool is_here = is_gained || has_same_text(comparison, run->path);
		hr_strbuf_addf(out, "%s[%d,%d,", i || (!is_gained && comparison->gained.count) ? ",\n" : "", is_gained,
			       is_here);
		hr_html_json(out, run->path);
		hr_strbuf_addf(out, ",%u,%u]", run->first, run->last);
	}
}

void hr_html_comparison_data(struct hr_html *page)
{
	const struct hr_report_comparison *comparison = page->comparison;
	struct hr_strbuf *out = page->out;
	/* name, path, fingerprint where it is there now, before, now, gained, lost */
	hr_strbuf_addstr(out, ",\n\"changes\":[");
	for (size_t i = 0; i < comparison->functions.count; i++) {
		const struct hr_report_function_change *change = &comparison->functions.data[i];
		hr_strbuf_addstr(out, i ? ",\n[" : "[");
		hr_html_json(out, change->name);
		hr_strbuf_addch(out, ',');
		hr_html_json(out, change->path);
		hr_strbuf_addch(out, ',');
		hr_html_json(out, change->after ? change->after->fingerprint : "");
		add_side(out, change->before);
		add_side(out, change->after);
		hr_strbuf_addf(out, ",%" PRIu64 ",%" PRIu64 "]", change->gained, change->lost);
	}
	hr_strbuf_addstr(out, "],\n\"changedLines\":[");
	add_lines(out, comparison, true);
	add_lines(out, comparison, false);
	hr_strbuf_addch(out, ']');
}
