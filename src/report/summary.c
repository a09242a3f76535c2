/* What a campaign came to, in short: for a person, and for programs (docs/report.md has the keys). */
#include "report/summary.h"

#include "base/json.h"

#include <inttypes.h>
#include <string.h>

enum { FORM = 1 /* of the JSON */ };

static size_t count_tests(const struct hr_report_campaign *campaign)
{
	size_t count = 0;
	for (size_t i = 0; i < campaign->tests.count; i++)
		count += campaign->tests.data[i].why == NULL;
	return count;
}

static size_t count_rules(const struct hr_report_campaign *campaign)
{
	size_t count = 0;
	for (size_t i = 0; i < campaign->rules.count; i++)
		count += !campaign->rules.data[i].is_dropped;
	return count;
}

/* ---- for a person ---- */

static void add_covered(struct hr_strbuf *out, const char *separator, const char *kind,
			const struct hr_report_covered *it)
{
	hr_strbuf_addf(out, "%s%" PRIu64 " of %" PRIu64 " %s", separator, it->covered, it->count, kind);
}

static void add_failures(struct hr_strbuf *out, const struct hr_report_campaign *campaign)
{
	hr_strbuf_addf(out, "  failures: %zu\n", campaign->confirmed);
	for (size_t i = 0; i < campaign->confirmed; i++) {
		const struct hr_report_failure *failure = &campaign->failures.data[i];
		hr_strbuf_addf(out, "    #%" PRId64 " %s, %s: %s\n", failure->id, failure->class, failure->operation,
			       failure->summary);
	}
}

void hr_report_summary_text(struct hr_strbuf *out, const struct hr_report_campaign *campaign)
{
	hr_strbuf_addf(out,
		       "%s: %" PRIu64 " sequences, %" PRIu64 " calls in %.1f s; %" PRIu64 " of %" PRIu64 " edges%s\n",
		       campaign->unit, campaign->sequences, campaign->calls, campaign->seconds, campaign->edges,
		       campaign->edge_count, campaign->is_finished ? "" : "; not finished");
	add_failures(out, campaign);
	if (campaign->is_counted)
		hr_strbuf_addf(out, "  rules: %zu\n", count_rules(campaign));
	else
		hr_strbuf_addstr(out, "  rules: known when the campaign has ended\n");
	hr_strbuf_addf(out, "  tests: %zu\n", count_tests(campaign));
	if (campaign->is_measured) {
		add_covered(out, "  coverage of the tests: ", "lines", &campaign->lines);
		add_covered(out, ", ", "functions", &campaign->functions);
		add_covered(out, ", ", "branches\n", &campaign->branches);
	}
	if (campaign->mutation.is_known)
		hr_strbuf_addf(out, "  mutants: %" PRIu64 " of %" PRIu64 " killed\n", campaign->mutation.killed,
			       campaign->mutation.run);
}

/* ---- for programs ---- */

static void put_number(struct hr_json_writer *writer, const char *key, uint64_t number)
{
	hr_json_key(writer, key);
	hr_json_uint(writer, number);
}

static void put_text(struct hr_json_writer *writer, const char *key, const char *text)
{
	hr_json_key(writer, key);
	hr_json_string(writer, text);
}

static void put_covered(struct hr_json_writer *writer, const char *key, const struct hr_report_covered *it)
{
	hr_json_key(writer, key);
	hr_json_begin_object(writer);
	put_number(writer, "covered", it->covered);
	put_number(writer, "count", it->count);
	hr_json_end_object(writer);
}

static void put_three(struct hr_json_writer *writer, const struct hr_report_covered *lines,
		      const struct hr_report_covered *functions, const struct hr_report_covered *branches)
{
	put_covered(writer, "lines", lines);
	put_covered(writer, "functions", functions);
	put_covered(writer, "branches", branches);
}

static void put_coverage(struct hr_json_writer *writer, const struct hr_report_campaign *campaign)
{
	hr_json_key(writer, "coverage");
	if (!campaign->is_measured) {
		hr_json_null(writer);
	} else {
		hr_json_compact(writer);
		hr_json_begin_object(writer);
		put_three(writer, &campaign->lines, &campaign->functions, &campaign->branches);
		hr_json_end_object(writer);
	}
	hr_json_key(writer, "files");
	hr_json_begin_array(writer);
	for (size_t i = 0; i < campaign->files.count; i++) {
		const struct hr_report_file *file = &campaign->files.data[i];
		hr_json_compact(writer);
		hr_json_begin_object(writer);
		put_text(writer, "path", file->path);
		put_three(writer, &file->lines, &file->functions, &file->branches);
		hr_json_end_object(writer);
	}
	hr_json_end_array(writer);
}

static void put_failures(struct hr_json_writer *writer, const struct hr_report_campaign *campaign)
{
	hr_json_key(writer, "failures");
	hr_json_begin_array(writer);
	for (size_t i = 0; i < campaign->confirmed; i++) {
		const struct hr_report_failure *failure = &campaign->failures.data[i];
		hr_json_begin_object(writer);
		put_number(writer, "id", (uint64_t)failure->id);
		put_text(writer, "fingerprint", failure->fingerprint);
		put_text(writer, "class", failure->class);
		put_text(writer, "way", failure->way);
		put_text(writer, "operation", failure->operation);
		put_text(writer, "summary", failure->summary);
		put_text(writer, "file", failure->file);
		put_number(writer, "line", failure->line);
		put_text(writer, "folder", failure->folder);
		hr_json_end_object(writer);
	}
	hr_json_end_array(writer);
}

static void put_unreached(struct hr_json_writer *writer, const struct hr_report_campaign *campaign)
{
	hr_json_key(writer, "unreached");
	if (!campaign->is_counted) {
		hr_json_null(writer);
		return;
	}
	hr_json_begin_array(writer);
	for (size_t i = 0; i < campaign->operations.count; i++) {
		const struct hr_report_operation *it = &campaign->operations.data[i];
		if (!it->why)
			continue;
		hr_json_compact(writer);
		hr_json_begin_object(writer);
		put_text(writer, "operation", it->name);
		put_number(writer, "calls", it->calls);
		put_text(writer, "why", it->why);
		hr_json_end_object(writer);
	}
	hr_json_end_array(writer);
}

static void put_times(struct hr_json_writer *writer, const struct hr_report_campaign *campaign)
{
	hr_json_key(writer, "time");
	hr_json_compact(writer);
	hr_json_begin_object(writer);
	for (size_t i = 0; i < campaign->phases.count; i++) {
		hr_json_key(writer, campaign->phases.data[i].name);
		hr_json_double(writer, campaign->phases.data[i].seconds);
	}
	hr_json_end_object(writer);
}

static void put_mutation(struct hr_json_writer *writer, const struct hr_report_mutation *it)
{
	hr_json_key(writer, "mutation");
	if (!it->is_known) {
		hr_json_null(writer);
		return;
	}
	hr_json_compact(writer);
	hr_json_begin_object(writer);
	put_number(writer, "all", it->all);
	put_number(writer, "run", it->run);
	put_number(writer, "killed", it->killed);
	put_number(writer, "survived", it->survived);
	put_number(writer, "unreached", it->unreached);
	hr_json_end_object(writer);
}

void hr_report_summary_json(struct hr_strbuf *out, const struct hr_report_campaign *campaign)
{
	struct hr_json_writer writer;
	hr_json_writer_init(&writer, out);
	hr_json_begin_object(&writer);
	put_number(&writer, "form", FORM);
	put_text(&writer, "unit", campaign->unit);
	put_text(&writer, "version", campaign->version);
	put_text(&writer, "seed", campaign->seed);
	hr_json_key(&writer, "finished");
	hr_json_bool(&writer, campaign->is_finished);
	put_number(&writer, "sequences", campaign->sequences);
	put_number(&writer, "calls", campaign->calls);
	put_number(&writer, "edges", campaign->edges);
	put_number(&writer, "edge_count", campaign->edge_count);
	put_number(&writer, "operations", campaign->operations.count);
	hr_json_key(&writer, "rules");
	if (campaign->is_counted)
		hr_json_uint(&writer, count_rules(campaign));
	else
		hr_json_null(&writer);
	put_number(&writer, "tests", count_tests(campaign));
	put_coverage(&writer, campaign);
	put_failures(&writer, campaign);
	put_unreached(&writer, campaign);
	put_mutation(&writer, &campaign->mutation);
	put_times(&writer, campaign);
	hr_json_end_object(&writer);
	hr_strbuf_addch(out, '\n');
}
