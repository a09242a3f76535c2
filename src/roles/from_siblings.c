/* Siblings agree: what is called the same and has the same type in several operations is mostly for the same. */
#include "base/bug.h"
#include "roles/inference.h"

#include <stdlib.h>
#include <string.h>

struct group {
	size_t members;
	size_t votes[HR_ROLE_COUNT];
};

/* A relation belongs to one signature; the roles of the rest can be passed on. */
static bool can_be_shared(enum hr_role role)
{
	return role != HR_ROLE_UNKNOWN && role != HR_ROLE_LENGTH && role != HR_ROLE_CAPACITY &&
	       role != HR_ROLE_USER_DATA && role != HR_ROLE_RECEIVER && role != HR_ROLE_CONSUMED && role != HR_ROLE_IN;
}

static char *key_of(struct hr_inference *inference, const struct hr_item *item)
{
	return hr_arena_printf(&inference->model->arena, "%zu.%u %s", item->type.type, item->type.qualifiers,
			       item->name);
}

struct groups {
	struct hr_map by_key; /* index of the group */
	HR_VEC(struct group) all;
};

static void vote(struct groups *groups, struct hr_inference *inference, const struct hr_item *item)
{
	size_t index;
	char *key = key_of(inference, item);
	if (!hr_map_get(&groups->by_key, key, &index)) {
		index = groups->all.count;
		hr_map_put(&groups->by_key, key, index);
		hr_vec_push(&groups->all, (struct group){ 0 });
	}
	if (index >= groups->all.count || !groups->all.data)
		HR_BUG("group %zu of %zu", index, groups->all.count);
	struct group *group = &groups->all.data[index];
	group->members++;
	group->votes[hr_role_so_far(item)]++;
}

/* Is its length told beside it? Not by chance: what is left over may be anything. */
static bool is_counted(const struct hr_operation *operation, size_t param)
{
	const double likely = 0.55;
	for (size_t i = 0; i < operation->params.count; i++) {
		struct hr_decision told = hr_claims_decide(&operation->params.data[i].claims, HR_FACT_ROLE);
		if (told.decided && told.value == HR_ROLE_LENGTH && told.of == (int)param && told.confidence > likely)
			return true;
	}
	return false;
}

/* What two thirds of a group are, the others probably are as well. */
static void follow(const struct groups *groups, struct hr_inference *inference, struct hr_operation *operation,
		   size_t param)
{
	enum { FEWEST = 3 };
	struct hr_item *item = &operation->params.data[param];
	size_t index;
	if (!hr_map_get(&groups->by_key, key_of(inference, item), &index))
		return;
	const struct group *group = &groups->all.data[index];
	for (int role = 0; role < HR_ROLE_COUNT; role++) {
		size_t votes = group->votes[role];
		/* text that ends by itself in other operations says nothing of one whose length is told here */
		if (role == HR_ROLE_STRING && is_counted(operation, param))
			continue;
		if (can_be_shared((enum hr_role)role) && group->members >= FEWEST && votes < group->members &&
		    votes * 3 >= group->members * 2)
			hr_claim_role(inference, item, (enum hr_role)role, HR_SOURCE_SHAPE,
				      role == HR_ROLE_ARRAY || role == HR_ROLE_ENUM || role == HR_ROLE_FLAGS ? 0.6
													     : 0.45,
				      "so it is in %zu of the %zu operations with a '%s' of this type", votes,
				      group->members, item->name);
	}
}

void hr_rules_from_siblings(struct hr_inference *inference)
{
	struct hr_model *model = inference->model;
	struct groups groups = { HR_MAP_INIT, HR_VEC_INIT };
	for (size_t i = 0; i < model->operations.count; i++)
		for (size_t k = 0; k < model->operations.data[i].params.count; k++)
			if (*model->operations.data[i].params.data[k].name)
				vote(&groups, inference, &model->operations.data[i].params.data[k]);
	for (size_t i = 0; i < model->operations.count; i++)
		for (size_t k = 0; k < model->operations.data[i].params.count; k++)
			if (*model->operations.data[i].params.data[k].name)
				follow(&groups, inference, &model->operations.data[i], k);
	hr_vec_release(&groups.all);
	hr_map_release(&groups.by_key);
}
