/* Units made of text with all that their code proves. Include after cmocka.h. */
#ifndef HR_TEST_ANALYSIS_ANALYSING_H
#define HR_TEST_ANALYSIS_ANALYSING_H

#include "../build/building.h"

#include "analysis/claims.h"
#include "analysis/facts_text.h"
#include "roles/roles.h"

struct analysed {
	struct unit *unit;
	struct hr_code *code;
	struct hr_facts *facts;
};

/* The unit's header and source, with roles inferred. */
static inline struct analysed analyse(struct unit *unit, const char *header, const char *source)
{
	struct analysed out = { .unit = unit };
	struct hr_claim_options options = { .directory = unit->directory };

	write_in(unit, "unit.h", header);
	write_in(unit, "unit.c", source);
	assert_int_equal(read_unit(unit, "unit.c", ""), 0);
	unit->options.flavour = HR_FLAVOUR_ANALYSIS;
	if (build_unit(unit) ||
	    hr_code_read(&out.code, unit->built.bitcode.data, unit->built.bitcode.count, NULL, &unit->error))
		fail_msg("%s\n%s", unit->error.message.data, unit->error.details.data);
	out.facts = hr_facts_find(out.code);
	hr_facts_claim(unit->model, out.facts, &options);
	hr_roles_infer(unit->model);
	hr_facts_settle(unit->model, out.facts, &options);
	hr_model_drop_field_claims(unit->model, HR_SOURCE_LEARNED);
	hr_roles_infer_fields(unit->model);
	hr_facts_settle_fields(unit->model, out.facts, &options);
	return out;
}

static inline void forget(struct analysed *analysed)
{
	hr_facts_free(analysed->facts);
	hr_code_free(analysed->code);
}

static inline const struct hr_operation *operation_called(const struct analysed *analysed, const char *name)
{
	size_t index;

	if (!hr_map_get(&analysed->unit->model->operation_by_name, name, &index))
		fail_msg("no operation '%s'", name);
	return &analysed->unit->model->operations.data[index];
}

#endif
