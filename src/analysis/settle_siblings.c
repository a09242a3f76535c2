/* What code proves of a parameter in most operations holds where code leaves it open: for those that are called the same and have the same type.
 *
 * Invariant: nobody is contradicted whose own code speaks; and the claim is one by shape, which what people wrote can outweigh. */
#include "analysis/claims_internal.h"

#include <string.h>

static bool is_proved(const struct hr_item *item)
{
	for (size_t i = 0; i < item->claims.count; i++)
		if (item->claims.data[i].source == HR_SOURCE_CODE && item->claims.data[i].fact == HR_FACT_ROLE)
			return true;
	return false;
}

static bool is_direction(enum hr_role role)
{
	return role == HR_ROLE_IN || role == HR_ROLE_OUT || role == HR_ROLE_INOUT;
}

struct votes {
	size_t all;
	size_t roles[HR_ROLE_COUNT];
};

static void vote(struct votes *votes, const struct hr_item *item, const struct hr_operation *operation)
{
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *other = &operation->params.data[i];
		if (other == item || other->type.type != item->type.type || strcmp(other->name, item->name) != 0 ||
		    !is_proved(other))
			continue;
		votes->all++;
		votes->roles[other->role]++;
	}
}

static void follow(struct hr_model *model, struct hr_item *item)
{
	enum { FEWEST = 3, MOST = 5 }; /* of five, four */
	struct votes votes = { 0 };

	for (size_t i = 0; i < model->operations.count; i++)
		vote(&votes, item, &model->operations.data[i]);
	for (int role = 0; role < HR_ROLE_COUNT && votes.all >= FEWEST; role++)
		if (is_direction((enum hr_role)role) && item->role != (enum hr_role)role &&
		    MOST * votes.roles[role] >= (MOST - 1) * votes.all)
			hr_vec_push(&item->claims,
				    ((struct hr_claim){ .fact = HR_FACT_ROLE,
							.value = role,
							.of = -1,
							.source = HR_SOURCE_SHAPE,
							.weight = 0.85,
							.text = hr_arena_printf(
								&model->arena,
								"so the code has it in %zu of %zu others of this name",
								votes.roles[role], votes.all) }));
}

void hr_settle_siblings(struct hr_model *model)
{
	for (size_t i = 0; i < model->operations.count; i++)
		for (size_t k = 0; k < model->operations.data[i].params.count; k++) {
			struct hr_item *item = &model->operations.data[i].params.data[k];
			if (*item->name && is_direction(item->role) && !is_proved(item) &&
			    hr_claimer_sort(model, item->type) == HR_POINTER_OBJECT)
				follow(model, item);
		}
}
