/* A comparison of two campaigns, for a person and for programs. */
#include "report/compare.h"

#include "base/json.h"

#include <inttypes.h>
#include <string.h>

enum { FORM = 1 /* of the JSON */, MOST_SHOWN = 20 };

/* ---- for a person ---- */

static void add_covered(struct hr_strbuf *out, const char *kind, const struct hr_report_covered *before,
			const struct hr_report_covered *after)
{
	hr_strbuf_addf(out, "  %s: %" PRIu64 " of %" PRIu64 ", before %" PRIu64 " of %" PRIu64 "\n", kind,
		       after->covered, after->count, before->covered, before->count);
}

static void add_failures(struct hr_strbuf *out, const char *title, const struct hr_report_failure *const *failures,
			 size_t count)
{
	hr_strbuf_addf(out, "  %s: %zu\n", title, count);
	for (size_t i = 0; i < count; i++)
		hr_strbuf_addf(out, "    #%" PRId64 " %s, %s: %s\n", failures[i]->id, failures[i]->class,
			       failures[i]->operation, failures[i]->summary);
}

static void add_function(struct hr_strbuf *out, const struct hr_report_function_change *change)
{
	const struct hr_report_function *before = change->before, *after = change->after;
	hr_strbuf_addf(out, "    %s (%s): ", change->name, change->path);
	if (!before)
		hr_strbuf_addf(out, "new, %" PRIu64 " of %" PRIu64 " lines", after->lines.covered, after->lines.count);
	else if (!after)
		hr_strbuf_addf(out, "gone, %" PRIu64 " of %" PRIu64 " lines", before->lines.covered,
			       before->lines.count);
	else
		hr_strbuf_addf(out,
			       "lines %" PRIu64 "/%" PRIu64 " to %" PRIu64 "/%" PRIu64 ", branches %" PRIu64 "/%" PRIu64
			       " to %" PRIu64 "/%" PRIu64,
			       before->lines.covered, before->lines.count, after->lines.covered, after->lines.count,
			       before->branches.covered, before->branches.count, after->branches.covered,
			       after->branches.count);
	hr_strbuf_addch(out, '\n');
}

void hr_report_comparison_text(struct hr_strbuf *out, const struct hr_report_comparison *comparison)
{
	const struct hr_report_campaign *before = comparison->before, *after = comparison->after;
	hr_strbuf_addf(out, "%s, compared with an earlier campaign%s\n", after->unit,
		       before->is_finished && after->is_finished ? "" : "; not both are finished");
	if (before->is_measured && after->is_measured) {
		add_covered(out, "lines", &before->lines, &after->lines);
		add_covered(out, "functions", &before->functions, &after->functions);
		add_covered(out, "branches", &before->branches, &after->branches);
	}
	if (hr_report_comparison_has_lines(comparison)) {
		hr_strbuf_addf(out, "  lines that are covered now and were not: %" PRIu64 "\n",
			       comparison->gained_lines);
		hr_strbuf_addf(out, "  lines that were covered and are not: %" PRIu64 "\n", comparison->lost_lines);
	} else {
		hr_strbuf_addstr(out, "  which lines are covered is not known of both\n");
	}
	if (comparison->functions.count)
		hr_strbuf_addstr(out, "  functions that are covered otherwise:\n");
	for (size_t i = 0; i < comparison->functions.count && i < MOST_SHOWN; i++)
		add_function(out, &comparison->functions.data[i]);
	if (comparison->functions.count > MOST_SHOWN)
		hr_strbuf_addf(out, "    and %zu more\n", comparison->functions.count - MOST_SHOWN);
	add_failures(out, "failures that are new", comparison->fresh.data, comparison->fresh.count);
	add_failures(out, "failures that are gone", comparison->gone.data, comparison->gone.count);
	hr_strbuf_addf(out, "  failures that stayed: %zu\n", comparison->stayed.count);
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

/* null where it was not measured. */
static void put_campaign(struct hr_json_writer *writer, const char *key, const struct hr_report_campaign *campaign)
{
	hr_json_key(writer, key);
	hr_json_compact(writer);
	hr_json_begin_object(writer);
	put_text(writer, "unit", campaign->unit);
	put_text(writer, "version", campaign->version);
	hr_json_key(writer, "finished");
	hr_json_bool(writer, campaign->is_finished);
	put_number(writer, "failures", campaign->confirmed);
	hr_json_key(writer, "coverage");
	if (campaign->is_measured) {
		hr_json_begin_object(writer);
		put_covered(writer, "lines", &campaign->lines);
		put_covered(writer, "functions", &campaign->functions);
		put_covered(writer, "branches", &campaign->branches);
		hr_json_end_object(writer);
	} else {
		hr_json_null(writer);
	}
	hr_json_end_object(writer);
}

static void put_failures(struct hr_json_writer *writer, const char *key,
			 const struct hr_report_failure *const *failures, size_t count)
{
	hr_json_key(writer, key);
	hr_json_begin_array(writer);
	for (size_t i = 0; i < count; i++) {
		hr_json_compact(writer);
		hr_json_begin_object(writer);
		put_number(writer, "id", (uint64_t)failures[i]->id);
		put_text(writer, "fingerprint", failures[i]->fingerprint);
		put_text(writer, "class", failures[i]->class);
		put_text(writer, "operation", failures[i]->operation);
		put_text(writer, "summary", failures[i]->summary);
		hr_json_end_object(writer);
	}
	hr_json_end_array(writer);
}

static void put_lines(struct hr_json_writer *writer, const char *key, const struct hr_report_lines *lines, size_t count)
{
	hr_json_key(writer, key);
	hr_json_begin_array(writer);
	for (size_t i = 0; i < count; i++) {
		hr_json_compact(writer);
		hr_json_begin_object(writer);
		put_text(writer, "path", lines[i].path);
		put_number(writer, "first", lines[i].first);
		put_number(writer, "last", lines[i].last);
		hr_json_end_object(writer);
	}
	hr_json_end_array(writer);
}

/* null: the function is not there. */
static void put_function(struct hr_json_writer *writer, const char *key, const struct hr_report_function *function)
{
	hr_json_key(writer, key);
	if (!function) {
		hr_json_null(writer);
		return;
	}
	hr_json_begin_object(writer);
	put_covered(writer, "lines", &function->lines);
	put_covered(writer, "branches", &function->branches);
	hr_json_end_object(writer);
}

static void put_functions(struct hr_json_writer *writer, const struct hr_report_comparison *comparison)
{
	hr_json_key(writer, "functions");
	hr_json_begin_array(writer);
	for (size_t i = 0; i < comparison->functions.count; i++) {
		const struct hr_report_function_change *it = &comparison->functions.data[i];
		hr_json_compact(writer);
		hr_json_begin_object(writer);
		put_text(writer, "path", it->path);
		put_text(writer, "name", it->name);
		put_number(writer, "gained", it->gained);
		put_number(writer, "lost", it->lost);
		put_function(writer, "before", it->before);
		put_function(writer, "after", it->after);
		hr_json_end_object(writer);
	}
	hr_json_end_array(writer);
}

/* null where it is not known of both. */
static void put_lines_of(struct hr_json_writer *writer, const char *key, const struct hr_report_comparison *comparison,
			 uint64_t number)
{
	hr_json_key(writer, key);
	if (hr_report_comparison_has_lines(comparison))
		hr_json_uint(writer, number);
	else
		hr_json_null(writer);
}

void hr_report_comparison_json(struct hr_strbuf *out, const struct hr_report_comparison *comparison)
{
	struct hr_json_writer writer;
	hr_json_writer_init(&writer, out);
	hr_json_begin_object(&writer);
	put_number(&writer, "form", FORM);
	put_campaign(&writer, "before", comparison->before);
	put_campaign(&writer, "after", comparison->after);
	put_lines_of(&writer, "gained_lines", comparison, comparison->gained_lines);
	put_lines_of(&writer, "lost_lines", comparison, comparison->lost_lines);
	put_functions(&writer, comparison);
	put_lines(&writer, "gained", comparison->gained.data, comparison->gained.count);
	put_lines(&writer, "lost", comparison->lost.data, comparison->lost.count);
	put_failures(&writer, "new", comparison->fresh.data, comparison->fresh.count);
	put_failures(&writer, "gone", comparison->gone.data, comparison->gone.count);
	put_failures(&writer, "stayed", comparison->stayed.data, comparison->stayed.count);
	hr_json_end_object(&writer);
	hr_strbuf_addch(out, '\n');
}
