/* JUnit's XML, in the form that build servers agree on.
 *
 * Invariant: whatever bytes the texts have, the file is well-formed XML 1.0 in UTF-8. */
#include "report/junit.h"

#include "base/text.h"

#include <string.h>

#define REPLACEMENT "\xef\xbf\xbd"

/* What a character is written as; NULL: as it is. Attributes keep line breaks only as references. */
static const char *entity(unsigned char c, bool is_attribute)
{
	switch (c) {
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '&':
		return "&amp;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	case '\t':
		return is_attribute ? "&#9;" : NULL;
	case '\n':
		return is_attribute ? "&#10;" : NULL;
	case '\r':
		return "&#13;";
	default:
		return c < 0x20 ? REPLACEMENT : NULL;
	}
}

void hr_report_add_xml(struct hr_strbuf *out, const char *text, bool is_attribute)
{
	size_t left = strlen(text);
	while (left) {
		bool is_valid = true;
		size_t size = hr_text_utf8_take(text, left, &is_valid);
		const char *other = size == 1 && is_valid ? entity((unsigned char)*text, is_attribute) : NULL;
		/* U+FFFE and U+FFFF are UTF-8, and still no characters of XML */
		if (!is_valid || (size == 3 && memcmp(text, "\xef\xbf", 2) == 0 && (unsigned char)text[2] >= 0xbe))
			other = REPLACEMENT;
		if (other)
			hr_strbuf_addstr(out, other);
		else
			hr_strbuf_add(out, text, size);
		text += size;
		left -= size;
	}
}

static void add_attribute(struct hr_strbuf *out, const char *name, const char *text)
{
	hr_strbuf_addf(out, " %s=\"", name);
	hr_report_add_xml(out, text, true);
	hr_strbuf_addch(out, '"');
}

static void add_suite(struct hr_strbuf *out, const char *name, size_t tests, size_t failures, size_t skipped)
{
	hr_strbuf_addstr(out, " <testsuite");
	add_attribute(out, "name", name);
	hr_strbuf_addf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n", tests, failures,
		       skipped);
}

/* "test_list.c": what its tests belong to. */
static void add_test(struct hr_strbuf *out, const struct hr_report_campaign *campaign,
		     const struct hr_report_test *test)
{
	struct hr_strbuf class = HR_STRBUF_INIT;
	size_t length = test->file ? strlen(test->file) : 0;
	if (length > 2)
		hr_strbuf_add(&class, test->file, length - 2);
	else
		hr_strbuf_addstr(&class, campaign->unit);
	hr_strbuf_addstr(out, "  <testcase");
	add_attribute(out, "classname", class.data);
	add_attribute(out, "name", *test->name ? test->name : "unnamed");
	if (test->file) {
		hr_strbuf_addf(out, " file=\"tests/");
		hr_report_add_xml(out, test->file, true);
		hr_strbuf_addf(out, "\" line=\"%u\"", test->line);
	}
	if (test->why) {
		hr_strbuf_addstr(out, ">\n   <skipped");
		add_attribute(out, "message", test->why);
		hr_strbuf_addstr(out, "/>\n  </testcase>\n");
	} else {
		hr_strbuf_addstr(out, "/>\n");
	}
	hr_strbuf_release(&class);
}

static bool is_note(const struct hr_report_failure *failure)
{
	return strcmp(failure->class, "portability") == 0;
}

static void add_part(struct hr_strbuf *out, const char *title, const char *text)
{
	if (!text || !*text)
		return;
	hr_strbuf_addf(out, "\n%s:\n", title);
	hr_strbuf_addstr(out, text);
	if (text[strlen(text) - 1] != '\n')
		hr_strbuf_addch(out, '\n');
}

static void add_failure(struct hr_strbuf *out, const struct hr_report_failure *failure)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	const char *element = is_note(failure) ? "skipped" : "failure";
	hr_strbuf_addf(out, "  <testcase");
	add_attribute(out, "classname", failure->class);
	hr_strbuf_addf(&text, "%s in %s (%s)", failure->way, failure->operation, failure->fingerprint);
	add_attribute(out, "name", text.data);
	if (failure->file) {
		add_attribute(out, "file", failure->file);
		hr_strbuf_addf(out, " line=\"%u\"", failure->line);
	}
	hr_strbuf_addf(out, ">\n   <%s", element);
	if (!is_note(failure))
		add_attribute(out, "type", failure->way);
	add_attribute(out, "message", failure->summary);
	hr_strbuf_addch(out, '>');
	hr_strbuf_clear(&text);
	for (size_t i = 0; i < failure->reasons.count; i++)
		hr_strbuf_addf(&text, "- %s\n", failure->reasons.data[i]);
	if (failure->folder)
		add_part(&text, "Folder", failure->folder);
	add_part(&text, "Sequence", failure->sequence);
	add_part(&text, "The nearest that passes", failure->difference);
	add_part(&text, "Report", failure->report);
	hr_report_add_xml(out, text.data, false);
	hr_strbuf_addf(out, "</%s>\n  </testcase>\n", element);
	hr_strbuf_release(&text);
}

void hr_report_junit(struct hr_strbuf *out, const struct hr_report_campaign *campaign)
{
	size_t left_out = 0;
	size_t notes = 0;
	struct hr_strbuf name = HR_STRBUF_INIT;
	for (size_t i = 0; i < campaign->tests.count; i++)
		left_out += campaign->tests.data[i].why != NULL;
	for (size_t i = 0; i < campaign->confirmed; i++)
		notes += is_note(&campaign->failures.data[i]);
	size_t failures = campaign->confirmed - notes;
	hr_strbuf_addstr(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
	add_attribute(out, "name", campaign->unit);
	hr_strbuf_addf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n",
		       campaign->tests.count + campaign->confirmed, failures, left_out + notes);
	hr_strbuf_addf(&name, "%s tests", campaign->unit);
	add_suite(out, name.data, campaign->tests.count, 0, left_out);
	for (size_t i = 0; i < campaign->tests.count; i++)
		add_test(out, campaign, &campaign->tests.data[i]);
	hr_strbuf_addstr(out, " </testsuite>\n");
	hr_strbuf_clear(&name);
	hr_strbuf_addf(&name, "%s failures", campaign->unit);
	add_suite(out, name.data, campaign->confirmed, failures, notes);
	for (size_t i = 0; i < campaign->confirmed; i++)
		add_failure(out, &campaign->failures.data[i]);
	hr_strbuf_addstr(out, " </testsuite>\n</testsuites>\n");
	hr_strbuf_release(&name);
}
