/* What the script works on, as JSON: one element for the whole campaign and one for each file that has a text, read when the file is looked at.
 *
 * Invariant: rows stand in the order that page.js knows them by; numbers are bare, texts go through hr_html_json. */
#include "report/html_internal.h"

#include <inttypes.h>

static void add_number(struct hr_strbuf *out, uint64_t value)
{
	hr_strbuf_addf(out, "%" PRIu64, value);
}

/* In an object: "key": text, with a comma before all but the first. */
static void add_member(struct hr_strbuf *out, const char *key, const char *text, bool is_first)
{
	hr_strbuf_addf(out, "%s\"%s\":", is_first ? "" : ",", key);
	hr_html_json(out, text);
}

static void add_covered(struct hr_strbuf *out, const char *key, const struct hr_report_covered *covered)
{
	hr_strbuf_addf(out, ",\"%s\":[%" PRIu64 ",%" PRIu64 "]", key, covered->covered, covered->count);
}

static void separate(struct hr_strbuf *out, size_t index)
{
	if (index)
		hr_strbuf_addstr(out, ",\n");
}

static void add_points(struct hr_strbuf *out, const struct hr_report_campaign *campaign)
{
	hr_strbuf_addstr(out, "\"points\":[");
	for (size_t i = 0; i < campaign->points.count; i++) {
		const struct hr_report_point *point = &campaign->points.data[i];
		separate(out, i);
		hr_strbuf_addf(out, "[%.6g,%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu32 "]", point->at, point->edges,
			       point->sequences, point->calls, point->failures);
	}
	hr_strbuf_addch(out, ']');
}

static void add_failures(struct hr_strbuf *out, const struct hr_report_campaign *campaign)
{
	hr_strbuf_addstr(out, ",\n\"failures\":[");
	for (size_t i = 0; i < campaign->confirmed && i < campaign->failures.count; i++) {
		const struct hr_report_failure *failure = &campaign->failures.data[i];
		separate(out, i);
		hr_strbuf_addf(out, "{\"id\":%" PRId64 ",\"at\":%.6g", failure->id, failure->at);
		add_member(out, "key", failure->fingerprint, false);
		add_member(out, "summary", failure->summary, false);
		hr_strbuf_addch(out, '}');
	}
	hr_strbuf_addch(out, ']');
}

static void add_files(struct hr_strbuf *out, const struct hr_report_campaign *campaign)
{
	hr_strbuf_addstr(out, ",\n\"files\":[");
	for (size_t i = 0; i < campaign->files.count; i++) {
		const struct hr_report_file *file = &campaign->files.data[i];
		separate(out, i);
		hr_strbuf_addch(out, '{');
		add_member(out, "path", file->path, true);
		add_covered(out, "lines", &file->lines);
		add_covered(out, "branches", &file->branches);
		add_covered(out, "functions", &file->functions);
		hr_strbuf_addch(out, '}');
	}
	hr_strbuf_addch(out, ']');
}

/* name, file, first line, last line, calls, lines covered and all, branches covered and all, fingerprint */
static void add_functions(struct hr_strbuf *out, const struct hr_report_campaign *campaign)
{
	size_t count = 0;
	hr_strbuf_addstr(out, ",\n\"functions\":[");
	for (size_t i = 0; i < campaign->files.count; i++) {
		for (size_t k = 0; k < campaign->files.data[i].function.count; k++) {
			const struct hr_report_function *function = &campaign->files.data[i].function.data[k];
			separate(out, count++);
			hr_strbuf_addch(out, '[');
			hr_html_json(out, function->name);
			hr_strbuf_addf(out, ",%zu,%u,%u,", i, function->first, function->last);
			add_number(out, function->count);
			hr_strbuf_addf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",",
				       function->lines.covered, function->lines.count, function->branches.covered,
				       function->branches.count);
			hr_html_json(out, function->fingerprint);
			hr_strbuf_addch(out, ']');
		}
	}
	hr_strbuf_addch(out, ']');
}

static void add_tests(struct hr_strbuf *out, const struct hr_report_campaign *campaign)
{
	hr_strbuf_addstr(out, ",\n\"tests\":[");
	for (size_t i = 0; i < campaign->tests.count; i++) {
		const struct hr_report_test *test = &campaign->tests.data[i];
		separate(out, i);
		hr_strbuf_addch(out, '{');
		add_member(out, "name", test->name, true);
		add_member(out, "text", test->text ? test->text : test->sequence, false);
		add_member(out, "why", test->why, false);
		add_member(out, "file", test->file, false);
		if (test->lines.count)
			hr_strbuf_addf(out, ",\"lines\":%" PRIu64 "}", test->lines.covered);
		else
			hr_strbuf_addstr(out, ",\"lines\":null}");
	}
	hr_strbuf_addf(out, "],\n\"read\":[%" PRIu64 ",%" PRIu64 "]", campaign->read_tests.covered,
		       campaign->read_tests.count);
}

static void add_operations(struct hr_strbuf *out, const struct hr_report_campaign *campaign)
{
	hr_strbuf_addstr(out, ",\n\"operations\":[");
	for (size_t i = 0; i < campaign->operations.count; i++) {
		const struct hr_report_operation *operation = &campaign->operations.data[i];
		separate(out, i);
		hr_strbuf_addch(out, '{');
		add_member(out, "name", operation->name, true);
		add_member(out, "kind", operation->kind, false);
		add_member(out, "signature", operation->signature, false);
		add_member(out, "why", operation->why_not ? operation->why_not : operation->why, false);
		hr_strbuf_addf(out,
			       ",\"callable\":%s,\"reach\":[%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
			       ",%" PRIu64 "]}",
			       operation->is_callable ? "true" : "false", operation->calls, operation->normal,
			       operation->refused, operation->illegal, operation->failures, operation->hangs);
	}
	hr_strbuf_addch(out, ']');
}

static void add_graph(struct hr_strbuf *out, const struct hr_report_campaign *campaign)
{
	hr_strbuf_addstr(out, ",\n\"types\":[");
	for (size_t i = 0; i < campaign->types.count; i++) {
		separate(out, i);
		hr_html_json(out, campaign->types.data[i].name);
	}
	hr_strbuf_addstr(out, "],\n\"edges\":[");
	for (size_t i = 0; i < campaign->edges_of_types.count; i++) {
		const struct hr_report_edge *edge = &campaign->edges_of_types.data[i];
		separate(out, i);
		hr_strbuf_addf(out, "[%d,%" PRIu32 ",%" PRIu32 ",", (int)edge->kind, edge->operation, edge->type);
		hr_html_json(out, edge->label);
		hr_strbuf_addch(out, ']');
	}
	hr_strbuf_addch(out, ']');
}

static void add_mutants(struct hr_strbuf *out, const struct hr_report_campaign *campaign)
{
	hr_strbuf_addstr(out, ",\n\"mutants\":[");
	for (size_t i = 0; i < campaign->mutation.survivors.count; i++) {
		const struct hr_report_mutant *mutant = &campaign->mutation.survivors.data[i];
		separate(out, i);
		hr_strbuf_addf(out, "{\"line\":%u", mutant->line);
		add_member(out, "file", mutant->file, false);
		add_member(out, "function", mutant->function, false);
		add_member(out, "what", mutant->what, false);
		add_member(out, "state", mutant->state, false);
		hr_strbuf_addch(out, '}');
	}
	hr_strbuf_addch(out, ']');
}

/* lines: number and executions by turns; branches: line, column, last line, last column, true, false; runs: test, first and last line */
static void add_source(struct hr_strbuf *out, const struct hr_report_file *file, size_t index)
{
	hr_strbuf_addf(out, "<script type=\"application/json\" id=\"source-%zu\">{\"text\":", index);
	hr_html_json(out, file->text);
	hr_strbuf_addstr(out, ",\n\"lines\":[");
	for (size_t i = 0; i < file->line.count; i++)
		hr_strbuf_addf(out, "%s%u,%" PRIu64, i ? "," : "", file->line.data[i].line, file->line.data[i].count);
	hr_strbuf_addstr(out, "],\n\"branches\":[");
	for (size_t i = 0; i < file->branch.count; i++) {
		const struct hr_report_branch *branch = &file->branch.data[i];
		hr_strbuf_addf(out, "%s[%u,%u,%u,%u,%" PRIu64 ",%" PRIu64 "]", i ? "," : "", branch->line,
			       branch->column, branch->last_line, branch->last_column, branch->taken[0],
			       branch->taken[1]);
	}
	hr_strbuf_addstr(out, "],\n\"runs\":[");
	for (size_t i = 0; i < file->run.count; i++)
		hr_strbuf_addf(out, "%s[%" PRIu32 ",%u,%u]", i ? "," : "", file->run.data[i].test,
			       file->run.data[i].first, file->run.data[i].last);
	hr_strbuf_addstr(out, "]}</script>\n");
}

void hr_html_data(struct hr_html *page)
{
	struct hr_strbuf *out = page->out;
	const struct hr_report_campaign *campaign = page->campaign;
	hr_strbuf_addstr(out, "<script type=\"application/json\" id=\"data\">{");
	add_points(out, campaign);
	hr_strbuf_addf(out, ",\n\"edgeCount\":%" PRIu64 ",\"finished\":%s,\"counted\":%s", campaign->edge_count,
		       campaign->is_finished ? "true" : "false", campaign->is_counted ? "true" : "false");
	if (page->comparison) {
		hr_strbuf_addstr(out, ",\n\"before\":{");
		add_points(out, page->comparison->before);
		hr_strbuf_addch(out, '}');
		hr_html_comparison_data(page);
	}
	add_failures(out, campaign);
	add_files(out, campaign);
	add_functions(out, campaign);
	add_tests(out, campaign);
	add_operations(out, campaign);
	add_graph(out, campaign);
	add_mutants(out, campaign);
	hr_strbuf_addstr(out, "}</script>\n");
	for (size_t i = 0; i < campaign->files.count; i++)
		if (campaign->files.data[i].text)
			add_source(out, &campaign->files.data[i], i);
}
