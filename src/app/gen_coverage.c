/* What the suite covers, and what it could cover: coverage is that of what was written, never that of the search. */
#include "app/gen_internal.h"

#include "base/clock.h"
#include "base/memory.h"

#include <stdlib.h>

enum { KEPT_IN_FILE = 100 };

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
	int status = made ? hr_coverage_measure(&gen->kept, tests, made, &gen->unit, 0, error) : 0;
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

int hr_gen_measure(struct hr_gen *gen, const struct hr_test *tests, size_t count, struct hr_error *error)
{
	double began = hr_clock_seconds();
	double until = gen->certify == HR_CERTIFY_THOROUGH ? 0 : hr_allowance_end(&gen->allowance, HR_ALLOWED_COVERAGE);
	int status = count ? hr_coverage_measure(&gen->coverage, tests, count, &gen->unit, until, error) : 0;
	if (!status && gen->wants_kept)
		status = measure_kept(gen, error);
	gen->measuring = hr_clock_seconds() - began;
	return status ? status : store_coverage(gen, error);
}
