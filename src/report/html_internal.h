/* What the files of the page share. */
#ifndef HR_REPORT_HTML_INTERNAL_H
#define HR_REPORT_HTML_INTERNAL_H

#include "report/html.h"

/* The page's own files, embedded by the build; both end with a newline. */
extern const char hr_html_style[], hr_html_script[];

struct hr_html {
	struct hr_strbuf *out;
	const struct hr_report_campaign *campaign;
	const struct hr_report_comparison *comparison; /* or NULL */
};

/* --- html_text.c --- */

/* As content of an element, or in an attribute between double quotes: NULL is "". Control characters but newline and tab are shown as their pictures. */
void hr_html_text(struct hr_strbuf *out, const char *text);
void hr_html_text_bytes(struct hr_strbuf *out, const char *text, size_t length);

/* A JSON string for a script element of type application/json: "<" is escaped, so that no text can end the element. NULL is "". */
void hr_html_json(struct hr_strbuf *out, const char *text);

/* The part behind "#" that leads to `key`: "KIND-KEY", with what is not allowed in an address as %XX. */
void hr_html_fragment(struct hr_strbuf *out, const char *kind, const char *key);

/* Appends `format`, in which %s is a text to be escaped, %r one that is markup already, %d an int64_t in groups of three, %z a size_t so, %% a percent sign. Nothing else is known. */
void hr_html_add(struct hr_strbuf *out, const char *format, ...);

/* --- parts of the page --- */

void hr_html_failures(struct hr_html *page);
void hr_html_rules(struct hr_html *page);
void hr_html_overview(struct hr_html *page);
void hr_html_coverage(struct hr_html *page);
void hr_html_operations(struct hr_html *page);
void hr_html_graph(struct hr_html *page);
void hr_html_tests(struct hr_html *page);
void hr_html_mutants(struct hr_html *page);
void hr_html_time(struct hr_html *page);
void hr_html_comparison(struct hr_html *page);      /* nothing without one */
void hr_html_comparison_data(struct hr_html *page); /* members for the script; only with one */
void hr_html_data(struct hr_html *page);            /* for the script */

/* Classes of ours have a look of their own: a name for the style. */
const char *hr_html_class_look(const char *class);

/* "81.9 %" with a thin space, never rounded up; "" when count is 0. */
void hr_html_percent(struct hr_strbuf *out, const struct hr_report_covered *covered);

/* A link to a line of the source where the page has that file, else the bare place. `line` 0: the file. */
void hr_html_place(struct hr_html *page, const char *file, unsigned line);

/* Two sequences beside each other; lines between what they have in common at both ends are marked. */
void hr_html_pair(struct hr_html *page, const char *failing, const char *passing, const char *failing_title,
		  const char *passing_title);

#endif
