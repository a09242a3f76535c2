/* Variants of an operation that are called alike but for a letter (foo_exec, foo_wexec, foo_nexec) return a number for the same.
 *
 * Invariant: what several variants agree on is evidence for one that differs; one alone is, if documentation speaks for it and it takes the same things. */
#include "roles/inference.h"

#include <string.h>

/* Is the longer name the shorter one with a letter put in, not at its end? "gets" may return something else than "get". */
static bool has_letter_more(const char *longer, const char *shorter)
{
	size_t same = 0, length = strlen(shorter);
	if (strlen(longer) != length + 1)
		return false;
	while (same < length && longer[same] == shorter[same])
		same++;
	return same > 0 && same < length && strcmp(longer + same + 1, shorter + same) == 0;
}

/* The same number of parameters, by the same names. */
static bool takes_the_same(const struct hr_operation *a, const struct hr_operation *b)
{
	if (a->params.count != b->params.count)
		return false;
	for (size_t i = 0; i < a->params.count; i++)
		if (strcmp(a->params.data[i].name, b->params.data[i].name) != 0)
			return false;
	return true;
}

static bool is_variant(const struct hr_operation *a, const struct hr_operation *b)
{
	return a->result.type.type == b->result.type.type && a->params.count && b->params.count &&
	       a->params.data[0].type.type == b->params.data[0].type.type &&
	       (has_letter_more(a->name, b->name) || has_letter_more(b->name, a->name));
}

static bool is_number_role(enum hr_role role)
{
	return role == HR_ROLE_STATUS || role == HR_ROLE_VALUE;
}

/* The role that variants have and the operation has not; HR_ROLE_UNKNOWN where there are too few, or they differ. */
static enum hr_role other_role(const struct hr_model *model, const struct hr_operation *operation)
{
	enum { FEWEST = 2 };
	enum hr_role own = hr_role_so_far(&operation->result), found = HR_ROLE_UNKNOWN;
	size_t votes = 0;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *other = &model->operations.data[i];
		if (other == operation || !is_variant(operation, other))
			continue;
		struct hr_decision role = hr_claims_decide(&other->result.claims, HR_FACT_ROLE);
		if (!role.decided || !is_number_role((enum hr_role)role.value) || (enum hr_role)role.value == own)
			return HR_ROLE_UNKNOWN;
		found = (enum hr_role)role.value;
		bool is_told = role.source == HR_SOURCE_DOCUMENTATION && takes_the_same(operation, other);
		votes += is_told ? FEWEST : 1;
	}
	return votes >= FEWEST ? found : HR_ROLE_UNKNOWN;
}

void hr_rules_for_alike_results(struct hr_inference *inference)
{
	struct hr_model *model = inference->model;
	for (size_t i = 0; i < model->operations.count; i++) {
		struct hr_item *result = &model->operations.data[i].result;
		enum hr_role role = is_number_role(hr_role_so_far(result))
					    ? other_role(model, &model->operations.data[i])
					    : HR_ROLE_UNKNOWN;
		if (role != HR_ROLE_UNKNOWN)
			hr_claim_role(inference, result, role, HR_SOURCE_SHAPE, 0.6,
				      "so it is with those that are called alike but for a letter");
	}
}
