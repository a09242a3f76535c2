/* What the suite covers, and what it could cover: coverage is that of what was written, never that of the search. */
#include "app/gen_internal.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "report/lists.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT_IN_FILE = 100 };
enum { MOST_SOURCE = 2 << 20, MOST_SOURCES = 4 << 20 }; /* bytes of sources in the store: of one, and of all */

/* All sequences that were kept as tests without assertions: nothing is selected, cut or closed. */
static int measure_kept(struct hr_gen *gen, struct hr_error *error)
{
	const struct hr_campaign *campaign = &gen->campaign;
	size_t count = campaign->kept.count;
	struct hr_test *tests = hr_calloc(count, sizeof *tests);
	struct hr_arena arena = HR_ARENA_INIT;
	size_t made = 0;
	for (size_t i = 0; i < count; i++) {
		struct hr_sequence *sequence = hr_chain_flatten(campaign->kept.data[i], gen->unit.model);
		size_t last = sequence->statements.count;
		while (last > 0 && sequence->statements.data[last - 1].kind != HR_STATEMENT_CALL)
			last--;
		if (!last) {
			hr_sequence_free(sequence);
			continue;
		}
		tests[made] = (struct hr_test){ .name = hr_arena_printf(&arena, "test_kept_%zu", i),
						.area = hr_arena_printf(&arena, "kept_%zu", made / KEPT_IN_FILE),
						.sequence = sequence,
						.focus = last - 1 };
		made++;
	}
	int status = made ? hr_coverage_measure(&gen->kept, tests, made, &gen->unit, 0, NULL, error) : 0;
	for (size_t i = 0; i < made; i++) {
		hr_sequence_free((struct hr_sequence *)tests[i].sequence);
		hr_test_release(&tests[i]);
	}
	free(tests);
	hr_arena_release(&arena);
	return status;
}

static int store_one(struct hr_gen *gen, const char *kind, const struct hr_covered *covered, struct hr_error *error)
{
	struct hr_stored_coverage row = { kind, covered->covered, covered->count };
	return hr_store_put_coverage(gen->store, &row, error);
}

static int store_coverage(struct hr_gen *gen, struct hr_error *error)
{
	int status = 0;
	if (gen->coverage.is_measured)
		status = store_one(gen, "lines", &gen->coverage.lines, error);
	if (!status && gen->coverage.is_measured)
		status = store_one(gen, "functions", &gen->coverage.functions, error);
	if (!status && gen->coverage.is_measured)
		status = store_one(gen, "branches", &gen->coverage.branches, error);
	if (!status && gen->kept.is_measured)
		status = store_one(gen, "kept branches", &gen->kept.branches, error);
	return status;
}

/* The source as it was measured, as long as the store does not grow too large with it. */
static const char *source_text(struct hr_strbuf *out, size_t *total, const char *path)
{
	struct hr_error error = HR_ERROR_INIT;
	bool is_read = !hr_file_read(out, path, &error) && !memchr(out->data, '\0', out->length);
	hr_error_release(&error);
	if (!is_read || out->length > MOST_SOURCE || *total + out->length > MOST_SOURCES)
		return NULL;
	*total += out->length;
	return out->data;
}

static int store_file(struct hr_gen *gen, const struct hr_report_file *file, size_t index, size_t *total,
		      struct hr_error *error)
{
	struct hr_strbuf text = HR_STRBUF_INIT, totals = HR_STRBUF_INIT, lines = HR_STRBUF_INIT;
	struct hr_strbuf branches = HR_STRBUF_INIT, functions = HR_STRBUF_INIT;
	hr_report_write_totals(&totals, file);
	hr_report_write_lines(&lines, file->line.data, file->line.count);
	hr_report_write_branches(&branches, file->branch.data, file->branch.count);
	hr_report_write_functions(&functions, file->function.data, file->function.count);
	struct hr_stored_covered_file row = { .id = (int64_t)index + 1,
					      .path = file->path,
					      .text = source_text(&text, total, file->path),
					      .totals = totals.data,
					      .lines = lines.data,
					      .branches = branches.data,
					      .functions = functions.data };
	int status = hr_store_add_covered_file(gen->store, &row, error);
	struct hr_strbuf *const all[] = { &text, &totals, &lines, &branches, &functions };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		hr_strbuf_release(all[i]);
	return status;
}

/* Coverage by line, and by test: tests are in the store already, in their order. */
static int store_files(struct hr_gen *gen, const struct hr_coverage_detail *detail, struct hr_error *error)
{
	size_t total = 0;
	int status = 0;
	for (size_t i = 0; i < detail->files.count && !status; i++)
		status = store_file(gen, &detail->files.data[i], i, &total, error);
	for (size_t i = 0; i < detail->runs.count && !status; i++) {
		const struct hr_covered_run *run = &detail->runs.data[i];
		struct hr_stored_run row = { (int64_t)run->file + 1, (int64_t)run->test + 1, run->lines };
		status = hr_store_add_run(gen->store, &row, error);
	}
	return status;
}

int hr_gen_measure(struct hr_gen *gen, const struct hr_test *tests, size_t count, struct hr_error *error)
{
	double began = hr_clock_seconds();
	struct hr_coverage_detail detail = HR_COVERAGE_DETAIL_INIT;
	double until = gen->certify == HR_CERTIFY_THOROUGH ? 0 : hr_allowance_end(&gen->allowance, HR_ALLOWED_COVERAGE);
	int status = count ? hr_coverage_measure(&gen->coverage, tests, count, &gen->unit, until, &detail, error) : 0;
	if (!status && gen->wants_kept)
		status = measure_kept(gen, error);
	gen->measuring = hr_clock_seconds() - began;
	if (!status)
		status = store_coverage(gen, error);
	if (!status)
		status = store_files(gen, &detail, error);
	hr_coverage_detail_release(&detail);
	return status;
}
