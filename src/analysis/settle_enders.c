/* Operations whose names speak of an end, and that by their code end something else: delete(tree, key) beside free(tree).
 *
 * Invariant: a type does not lose its last destroyer. Code may hide how it frees what it is given (a list of free ones, an address that is computed),
 * so another operation has to be there that ends the object. */
#include "analysis/claims_internal.h"

static bool is_role_claimed(const struct hr_item *item, enum hr_role role, enum hr_source source)
{
	for (size_t i = 0; i < item->claims.count; i++) {
		const struct hr_claim *claim = &item->claims.data[i];
		if (claim->fact == HR_FACT_ROLE && claim->value == (int64_t)role && claim->source == source)
			return true;
	}
	return false;
}

static bool has_other_ender(const struct hr_model *model, const struct hr_operation *operation, size_t type)
{
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *other = &model->operations.data[i];
		if (other != operation && other->kind == HR_KIND_DESTROYER && other->params.count &&
		    other->params.data[0].role == HR_ROLE_CONSUMED &&
		    hr_model_object(model, other->params.data[0].type) == type)
			return true;
	}
	return false;
}

/* Nothing is freed by it any more, unless the authors declared so by an attribute. */
static void forget_ender(struct hr_model *model, size_t ender)
{
	for (size_t i = 0; i < model->operations.count; i++) {
		hr_claims *claims = &model->operations.data[i].result.claims;
		size_t kept = 0;
		for (size_t k = 0; k < claims->count; k++) {
			const struct hr_claim *claim = &claims->data[k];
			if (claim->fact != HR_FACT_FREED_BY || claim->of != (int)ender ||
			    claim->source == HR_SOURCE_ATTRIBUTE)
				claims->data[kept++] = *claim;
		}
		claims->count = kept;
	}
}

void hr_settle_enders(struct hr_claimer *claimer)
{
	struct hr_operation *operation = claimer->operation;

	if (operation->kind != HR_KIND_DESTROYER || !operation->params.count)
		return;
	const struct hr_item *first = &operation->params.data[0];
	size_t type = hr_model_object(claimer->model, first->type);
	if (type == HR_NO_TYPE || first->role != HR_ROLE_RECEIVER ||
	    !is_role_claimed(first, HR_ROLE_RECEIVER, HR_SOURCE_CODE) ||
	    !is_role_claimed(first, HR_ROLE_CONSUMED, HR_SOURCE_SHAPE) ||
	    !has_other_ender(claimer->model, operation, type))
		return;
	hr_claimer_add(claimer, &operation->claims,
		       (struct hr_claim){ .fact = HR_FACT_KIND, .value = HR_KIND_MUTATOR, .of = (int)type },
		       claimer->function->parameters.data[0].memory.at_written, "its receiver lives on");
	forget_ender(claimer->model, (size_t)(operation - claimer->model->operations.data));
}
