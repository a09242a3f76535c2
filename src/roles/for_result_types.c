/* Results that nothing is written about, by what is written about others of the same type: `typedef unsigned api_code` that fifteen operations return as a status is one in
 * the sixteenth, too.
 *
 * Invariant: only documentation counts as an example, and a type of the system's tells nothing. */
#include "roles/inference.h"

static bool is_told(const struct hr_item *result)
{
	for (size_t i = 0; i < result->claims.count; i++)
		if (result->claims.data[i].fact == HR_FACT_ROLE &&
		    result->claims.data[i].source == HR_SOURCE_DOCUMENTATION)
			return true;
	return false;
}

static bool is_own_number(const struct hr_model *model, struct hr_type_ref ref)
{
	return ref.type != HR_NO_TYPE && model->types.data[ref.type].kind == HR_TYPE_TYPEDEF &&
	       !model->types.data[ref.type].is_system && hr_classify(model, ref) == HR_CLASS_INTEGER;
}

/* last_error(const T *): it may give back a code that was kept. */
static bool only_reads(const struct hr_model *model, const struct hr_operation *operation)
{
	size_t pointers = 0;
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_type *type = hr_model_type(model, operation->params.data[i].type);
		if (type && type->kind == HR_TYPE_POINTER && !hr_points_to_const(model, operation->params.data[i].type))
			return false;
		pointers += type && type->kind == HR_TYPE_POINTER;
	}
	return pointers == 1;
}

void hr_rules_for_result_types(struct hr_inference *inference)
{
	enum { FEWEST = 4, MOST_OTHERS = 8 };
	struct hr_model *model = inference->model;
	for (size_t i = 0; i < model->operations.count; i++) {
		struct hr_item *result = &model->operations.data[i].result;
		if (!is_own_number(model, result->type) || is_told(result) ||
		    only_reads(model, &model->operations.data[i]))
			continue;
		size_t statuses = 0, others = 0;
		struct hr_decision refused = { 0 };
		for (size_t k = 0; k < model->operations.count; k++) {
			const struct hr_item *other = &model->operations.data[k].result;
			if (other->type.type != result->type.type || !is_told(other))
				continue;
			bool is_status = hr_role_so_far(other) == HR_ROLE_STATUS;
			*(is_status ? &statuses : &others) += 1;
			if (is_status && !refused.decided)
				refused = hr_claims_decide(&model->operations.data[k].claims, HR_FACT_ERROR);
		}
		if (statuses < FEWEST || others * MOST_OTHERS > statuses)
			continue;
		hr_claim_role(inference, result, HR_ROLE_STATUS, HR_SOURCE_SHAPE, 0.9,
			      "so it is in %zu operations with a result of this type, by their documentation",
			      statuses);
		if (refused.decided)
			hr_claim_fact(inference, &model->operations.data[i].claims, HR_FACT_ERROR, refused.value,
				      refused.of, HR_SOURCE_SHAPE, 0.6, "so it is in others with such a result");
	}
}
