/* A tracefile of lcov: a record for each file, with functions, branches and lines.
 *
 * Invariant: one entry a line, whatever is in names and paths: where they have line breaks, those are "?". */
#include "report/lcov.h"

#include <inttypes.h>

static void add_plain(struct hr_strbuf *out, const char *text)
{
	for (; *text; text++)
		hr_strbuf_addch(out, *text == '\n' || *text == '\r' ? '?' : *text);
}

static void add_functions(struct hr_strbuf *out, const struct hr_report_file *file)
{
	for (size_t i = 0; i < file->function.count; i++) {
		hr_strbuf_addf(out, "FN:%u,", file->function.data[i].first);
		add_plain(out, file->function.data[i].name);
		hr_strbuf_addch(out, '\n');
	}
	for (size_t i = 0; i < file->function.count; i++) {
		hr_strbuf_addf(out, "FNDA:%" PRIu64 ",", file->function.data[i].count);
		add_plain(out, file->function.data[i].name);
		hr_strbuf_addch(out, '\n');
	}
}

/* The branches of one line are numbered. */
static void add_branches(struct hr_strbuf *out, const struct hr_report_file *file)
{
	unsigned number = 0;
	for (size_t i = 0; i < file->branch.count; i++) {
		const struct hr_report_branch *it = &file->branch.data[i];
		number = i && it[-1].line == it->line ? number + 1 : 0;
		for (unsigned way = 0; way < 2; way++)
			hr_strbuf_addf(out, "BRDA:%u,%u,%u,%" PRIu64 "\n", it->line, number, way, it->taken[way]);
	}
}

static void add_totals(struct hr_strbuf *out, const char *kind, const struct hr_report_covered *covered)
{
	hr_strbuf_addf(out, "%sF:%" PRIu64 "\n%sH:%" PRIu64 "\n", kind, covered->count, kind, covered->covered);
}

void hr_report_lcov(struct hr_strbuf *out, const struct hr_report_campaign *campaign)
{
	for (size_t i = 0; i < campaign->files.count; i++) {
		const struct hr_report_file *file = &campaign->files.data[i];
		hr_strbuf_addstr(out, "TN:\nSF:");
		add_plain(out, file->path);
		hr_strbuf_addch(out, '\n');
		add_functions(out, file);
		add_totals(out, "FN", &file->functions);
		add_branches(out, file);
		add_totals(out, "BR", &file->branches);
		for (size_t k = 0; k < file->line.count; k++)
			hr_strbuf_addf(out, "DA:%u,%" PRIu64 "\n", file->line.data[k].line, file->line.data[k].count);
		add_totals(out, "L", &file->lines);
		hr_strbuf_addstr(out, "end_of_record\n");
	}
}
