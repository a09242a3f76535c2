/* Which function of the code each edge is in, for strategies that look for what nobody executed yet. */
#include "app/campaign_internal.h"

#include "build/edge_functions.h"

static uint32_t function_named(const struct hr_code *code, const char *name)
{
	size_t index;
	return name && hr_map_get(&code->function_by_name, name, &index) ? (uint32_t)index : HR_CODE_NONE;
}

void hr_campaign_locate(struct hr_campaign *campaign)
{
	struct hr_arena arena = HR_ARENA_INIT;
	struct hr_error error = HR_ERROR_INIT;
	hr_edge_functions names = HR_VEC_INIT;
	HR_VEC(uint32_t) functions = HR_VEC_INIT;
	const char *object = campaign->unit->built.object;
	if (!campaign->facts || !campaign->facts->code || !object)
		return;
	if (hr_edge_functions_read(&names, object, &arena, &error))
		hr_error_release(&error); /* the search does without */
	/* libraries beside the unit have edges of their own, behind those of the unit */
	for (size_t i = 0; i < names.count && i < campaign->edge_count; i++)
		hr_vec_push(&functions, function_named(campaign->facts->code, names.data[i]));
	hr_search_locate(campaign->search, functions.data, functions.count);
	hr_vec_release(&functions);
	hr_vec_release(&names);
	hr_arena_release(&arena);
}
