/* Facts become evidence: claims on the items and operations of a model, with the source HR_SOURCE_CODE and the place that shows them.
 *
 * A proof beats names and documentation, so only that is claimed which the definition of a role (docs/roles.md) follows from. */
#ifndef HR_ANALYSIS_CLAIMS_H
#define HR_ANALYSIS_CLAIMS_H

#include "analysis/facts.h"
#include "model/model.h"

/* What is shown in places instead of the whole path: files below `directory` (may be NULL) are told relative to it. */
struct hr_claim_options {
	const char *directory;
};

/* Adds what the code proves by itself. Before hr_roles_infer, whose rules build on it. */
void hr_facts_claim(struct hr_model *model, const struct hr_facts *facts, const struct hr_claim_options *options);

/* Adds what the code says to decisions that were made without it, and decides anew: roles and kinds that it contradicts, and whether NULL is allowed, which
 * what the authors wrote about it has a say in. After hr_roles_infer. */
void hr_facts_settle(struct hr_model *model, const struct hr_facts *facts, const struct hr_claim_options *options);

/* The same of fields of structs alone, which have no claims from the code. After hr_roles_infer_fields. */
void hr_facts_settle_fields(struct hr_model *model, const struct hr_facts *facts,
			    const struct hr_claim_options *options);

#endif
