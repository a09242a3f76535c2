/* How the unit is compiled. */
#include "model/recipe.h"

#include <string.h>

void hr_recipe_release(struct hr_recipe *recipe)
{
	for (size_t i = 0; i < recipe->sources.count; i++)
		hr_vec_release(&recipe->sources.data[i].flags);
	hr_vec_release(&recipe->header_flags);
	hr_vec_release(&recipe->link_flags);
	hr_vec_release(&recipe->sources);
	hr_arena_release(&recipe->arena);
	memset(recipe, 0, sizeof *recipe);
}
