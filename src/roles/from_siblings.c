/* Siblings agree: what is called the same and has the same type in several operations is mostly for the same. */
#include "base/memory.h"
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

void hr_rules_from_siblings(struct hr_inference *inference)
{
	enum { FEWEST = 3 };
	struct hr_model *model = inference->model;
	struct hr_map by_key = HR_MAP_INIT;
	HR_VEC(struct group) groups = HR_VEC_INIT;
	for (size_t i = 0; i < model->operations.count; i++) {
		struct hr_operation *operation = &model->operations.data[i];
		for (size_t k = 0; k < operation->params.count; k++) {
			struct hr_item *item = &operation->params.data[k];
			if (!*item->name)
				continue;
			size_t index = groups.count;
			char *key = key_of(inference, item);
			if (!hr_map_get(&by_key, key, &index)) {
				hr_map_put(&by_key, key, index);
				(void)hr_vec_add(&groups);
			}
			groups.data[index].members++;
			groups.data[index].votes[hr_role_so_far(item)]++;
		}
	}
	for (size_t i = 0; i < model->operations.count; i++) {
		struct hr_operation *operation = &model->operations.data[i];
		for (size_t k = 0; k < operation->params.count; k++) {
			struct hr_item *item = &operation->params.data[k];
			size_t index;
			if (!*item->name || !hr_map_get(&by_key, key_of(inference, item), &index))
				continue;
			const struct group *group = &groups.data[index];
			for (int role = 0; role < HR_ROLE_COUNT; role++)
				if (can_be_shared((enum hr_role)role) && group->members >= FEWEST &&
				    group->votes[role] < group->members && group->votes[role] * 3 >= group->members * 2)
					hr_claim_role(inference, item, (enum hr_role)role, HR_SOURCE_SHAPE, 0.45,
						      "so it is in %zu of the %zu operations with a '%s' of this type",
						      group->votes[role], group->members, item->name);
		}
	}
	hr_vec_release(&groups);
	hr_map_release(&by_key);
}
