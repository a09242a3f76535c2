/* Failures and learned rules: each is an article of its own with an address that stays (#failure-…, #rule-…), and with all that makes us sure. */
#include "report/html_internal.h"

#include "base/text.h"

#include <string.h>

struct lines {
	const char *text;
	size_t length;
	size_t first, end; /* bytes between what both texts have in common; they are whole lines */
};

/* What two texts do not have in common, as whole lines: behind the same beginning, before the same end. */
static void find_unlike(struct lines *a, struct lines *b)
{
	size_t same = 0, least = a->length < b->length ? a->length : b->length, line = 0;
	for (; same < least && a->text[same] == b->text[same]; same++)
		if (a->text[same] == '\n')
			line = same + 1;
	if (same == a->length && same == b->length)
		line = same;
	size_t back = 0, whole = 0;
	while (back < least - line && a->text[a->length - 1 - back] == b->text[b->length - 1 - back]) {
		back++;
		size_t at = a->length - back, other = b->length - back;
		bool begins = (at == line || a->text[at - 1] == '\n') && (other == line || b->text[other - 1] == '\n');
		if (begins)
			whole = back;
	}
	a->first = b->first = line;
	a->end = a->length - whole;
	b->end = b->length - whole;
}

static void add_lines(struct hr_strbuf *out, const struct lines *lines, const char *class, const char *said)
{
	hr_strbuf_addstr(out, "<pre tabindex=\"0\">");
	hr_html_text_bytes(out, lines->text, lines->first);
	for (size_t at = lines->first; at < lines->end;) {
		const char *newline = memchr(lines->text + at, '\n', lines->end - at);
		size_t next = newline ? (size_t)(newline - lines->text) : lines->end;
		hr_html_add(out, "<span class=\"unlike %r\" title=\"%r\">", class, said);
		hr_html_text_bytes(out, lines->text + at, next - at);
		hr_strbuf_addstr(out, "</span>");
		if (newline)
			hr_strbuf_addch(out, '\n');
		at = next + (newline ? 1 : 0);
	}
	hr_html_text_bytes(out, lines->text + lines->end, lines->length - lines->end);
	hr_strbuf_addstr(out, "</pre>\n");
}

void hr_html_pair(struct hr_html *page, const char *failing, const char *passing, const char *failing_title,
		  const char *passing_title)
{
	struct lines a = { .text = failing ? failing : "", .length = failing ? strlen(failing) : 0 };
	struct lines b = { .text = passing ? passing : "", .length = passing ? strlen(passing) : 0 };
	a.first = a.end = a.length;
	if (passing && failing)
		find_unlike(&a, &b);
	hr_strbuf_addstr(page->out, "<div class=\"pair\">\n");
	if (failing) {
		hr_html_add(page->out, "<div><h4>%s</h4>", failing_title);
		add_lines(page->out, &a, "fails", "only in what fails");
		hr_strbuf_addstr(page->out, "</div>\n");
	}
	if (passing) {
		hr_html_add(page->out, "<div><h4>%s</h4>", passing_title);
		add_lines(page->out, &b, "passes", "only in what passes");
		hr_strbuf_addstr(page->out, "</div>\n");
	}
	hr_strbuf_addstr(page->out, "</div>\n");
}

void hr_html_place(struct hr_html *page, const char *file, unsigned line)
{
	const struct hr_report_campaign *campaign = page->campaign;
	struct hr_strbuf key = HR_STRBUF_INIT;
	bool is_there = false;
	for (size_t i = 0; i < campaign->files.count && !is_there; i++)
		is_there = campaign->files.data[i].text && hr_text_equal(campaign->files.data[i].path, file);
	hr_strbuf_addstr(&key, file);
	if (line)
		hr_strbuf_addf(&key, ":%u", line);
	if (is_there) {
		hr_strbuf_addstr(page->out, "<a href=\"#");
		hr_html_fragment(page->out, line ? "line" : "file", key.data);
		hr_strbuf_addstr(page->out, "\">");
	}
	hr_html_add(page->out, "<code>%s</code>%r", key.data, is_there ? "</a>" : "");
	hr_strbuf_release(&key);
}

const char *hr_html_class_look(const char *class)
{
	static const char *const known[] = { "certain", "likely", "deviant", "portability" };
	for (size_t i = 0; class && i < sizeof known / sizeof *known; i++)
		if (strcmp(class, known[i]) == 0)
			return known[i];
	return "plain";
}

static void add_folded(struct hr_strbuf *out, const char *title, const char *text)
{
	if (text && *text)
		hr_html_add(out, "<details><summary>%s</summary><pre tabindex=\"0\">%s</pre></details>\n", title, text);
}

static void add_circumstances(struct hr_html *page, const struct hr_report_failure *failure)
{
	struct hr_strbuf *out = page->out;
	hr_html_add(out, "<p class=\"soft\">In <code>%s</code>", failure->operation);
	if (failure->file && *failure->file) {
		hr_strbuf_addstr(out, ", at ");
		hr_html_place(page, failure->file, failure->line);
	}
	hr_html_add(out, ". Seen %d %r, first after ", (int64_t)failure->seen, failure->seen == 1 ? "time" : "times");
	hr_strbuf_addf(out, "%.2f s of search. ", failure->at);
	if (failure->confirmed && *failure->confirmed)
		hr_html_add(out, "%r%s. ", failure->is_confirmed ? "It was " : "Not confirmed: it ",
			    failure->confirmed);
	hr_html_add(out, "To run it again: <code>harrier replay %d</code>", failure->id);
	if (failure->folder && *failure->folder)
		hr_html_add(out, ", or see <code>%s</code>", failure->folder);
	hr_strbuf_addstr(out, ".</p>\n");
}

static void add_failure(struct hr_html *page, const struct hr_report_failure *failure)
{
	struct hr_strbuf *out = page->out;
	hr_html_add(out,
		    "<article id=\"failure-%s\" aria-labelledby=\"failure-%d\">\n"
		    "<h3 id=\"failure-%d\"><a class=\"anchor\" href=\"#failure-%s\">#%d</a> %s "
		    "<span class=\"class %r\">%s</span></h3>\n",
		    failure->fingerprint, failure->id, failure->id, failure->fingerprint, failure->id, failure->summary,
		    hr_html_class_look(failure->class), failure->class);
	add_circumstances(page, failure);
	if (failure->reasons.count) {
		hr_html_add(out, "<h4>Why it is %s</h4>\n<ul class=\"reasons\">\n", failure->class);
		for (size_t i = 0; i < failure->reasons.count; i++)
			hr_html_add(out, "<li>%s</li>\n", failure->reasons.data[i]);
		hr_strbuf_addstr(out, "</ul>\n");
	}
	struct hr_strbuf title = HR_STRBUF_INIT;
	hr_strbuf_addstr(&title, "Nearest that passes");
	if (failure->difference && *failure->difference)
		hr_strbuf_addf(&title, ": %s", failure->difference);
	hr_html_pair(page, failure->sequence, failure->neighbour, "Smallest that fails", title.data);
	hr_strbuf_release(&title);
	add_folded(out, "Sanitizers\xe2\x80\x99 report", failure->report);
	add_folded(out, "Test in C", failure->test);
	add_folded(out, "Nearest that passes in C", failure->neighbour_test);
	hr_strbuf_addstr(out, "</article>\n");
}

void hr_html_failures(struct hr_html *page)
{
	const struct hr_report_campaign *campaign = page->campaign;
	size_t rest = campaign->failures.count - campaign->confirmed;
	hr_strbuf_addstr(page->out, "<section id=\"failures\" aria-labelledby=\"failures-title\">\n<h2 "
				    "id=\"failures-title\">Failures</h2>\n");
	if (!campaign->confirmed)
		hr_html_add(page->out, "<p>%r</p>\n",
			    campaign->is_finished ? "No failure of the library was found and confirmed."
						  : "No failure is confirmed yet: that is done after the search.");
	for (size_t i = 0; i < campaign->confirmed; i++)
		add_failure(page, &campaign->failures.data[i]);
	if (rest) {
		hr_html_add(
			page->out,
			"<details id=\"unconfirmed\"><summary>%z not confirmed: failed in the search, and not (yet) "
			"the same way as a program of its own</summary>\n",
			rest);
		for (size_t i = campaign->confirmed; i < campaign->failures.count; i++)
			add_failure(page, &campaign->failures.data[i]);
		hr_strbuf_addstr(page->out, "</details>\n");
	}
	hr_strbuf_addstr(page->out, "</section>\n");
}

static void add_rule(struct hr_html *page, const struct hr_report_rule *rule)
{
	struct hr_strbuf *out = page->out;
	hr_html_add(out,
		    "<article id=\"rule-%s\" aria-labelledby=\"rule-title-%s\"%r>\n<h3 id=\"rule-title-%s\"><a "
		    "class=\"anchor\" href=\"#rule-%s\">#</a> %s%r</h3>\n",
		    rule->fingerprint, rule->fingerprint,
		    rule->is_dropped ? " class=\"rule dropped\"" : " class=\"rule\"", rule->fingerprint,
		    rule->fingerprint, rule->text,
		    rule->is_dropped ? " <span class=\"class plain\">dropped</span>" : "");
	if (rule->evidence && *rule->evidence)
		hr_html_add(out, "<p>Evidence: %s.</p>\n", rule->evidence);
	if (rule->is_dropped)
		hr_strbuf_addstr(out, "<p class=\"soft\">It was broken without harm since, and counts no more.</p>\n");
	if ((rule->crashing && *rule->crashing) || (rule->passing && *rule->passing)) {
		hr_strbuf_addstr(out, "<details><summary>The experiment</summary>\n");
		hr_html_pair(page, rule->crashing, rule->passing, "Breaks the rule, and fails",
			     "Keeps the rule, and passes");
		hr_strbuf_addstr(out, "</details>\n");
	}
	hr_strbuf_addstr(out, "</article>\n");
}

void hr_html_rules(struct hr_html *page)
{
	const struct hr_report_campaign *campaign = page->campaign;
	hr_strbuf_addstr(page->out, "<section id=\"rules\" aria-labelledby=\"rules-title\">\n<h2 "
				    "id=\"rules-title\">Rules of the API that were learned</h2>\n");
	if (!campaign->is_counted)
		hr_strbuf_addstr(page->out, "<p>They are known when the campaign has ended.</p>\n");
	else if (!campaign->rules.count)
		hr_html_add(page->out,
			    "<p>None%r: no failure turned out to be the fault of how the API was used.</p>\n",
			    campaign->is_finished ? "" : " when a run of the campaign last ended");
	for (size_t i = 0; i < campaign->rules.count; i++)
		add_rule(page, &campaign->rules.data[i]);
	hr_strbuf_addstr(page->out, "</section>\n");
}
