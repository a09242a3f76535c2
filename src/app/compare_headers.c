/* Headers of two versions by one name.
 *
 * One program is compiled with the headers of either version: they are named alike, counted from another place. That place is the same for all of them where it can be; a header that lies elsewhere is found by a further directory
 * to look in. */
#include "app/compare_internal.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

/* How much of two paths is the same at their ends: whole components. */
static size_t common_end(const char *a, const char *b)
{
	size_t common = 0;
	size_t whole = 0;
	size_t length_a = strlen(a);
	size_t length_b = strlen(b);
	while (common < length_a && common < length_b && a[length_a - common - 1] == b[length_b - common - 1]) {
		common++;
		if (a[length_a - common] == '/')
			whole = common - 1;
	}
	return whole;
}

/* The path without so much of its end, and the slash before that. */
static const char *without_end(const char *path, size_t end, struct hr_arena *arena)
{
	size_t length = strlen(path) - end;
	return length > 1 ? hr_arena_strndup(arena, path, length - 1) : "/";
}

/* From `place` on a header is found by its name: names count from there, or it is looked in. */
static void find_from(struct hr_compare_version *version, const char *place, struct hr_arena *arena)
{
	hr_recipe_strings *flags = &version->unit.recipe.header_flags;
	if (!version->base)
		version->base = place;
	if (strcmp(version->base, place) == 0)
		return;
	const char *flag = hr_arena_printf(arena, "-I%s", place);
	for (size_t i = 0; i < flags->count; i++)
		if (strcmp(flags->data[i], flag) == 0)
			return;
	hr_vec_push(flags, flag);
}

void hr_compare_name_headers(struct hr_compare_version *versions, struct hr_arena *arena)
{
	struct hr_model *before = versions[HR_OLD].unit.model;
	struct hr_model *after = versions[HR_NEW].unit.model;
	for (size_t i = 0; i < before->headers.count && i < after->headers.count; i++) {
		const char *name = before->headers.data[i];
		if (strcmp(name, after->headers.data[i]) == 0) {
			for (int k = 0; *name != '/' && k < HR_VERSIONS; k++)
				find_from(&versions[k], versions[k].directory, arena);
			continue;
		}
		char *old = hr_path_join(versions[HR_OLD].directory, name);
		char *new = hr_path_join(versions[HR_NEW].directory, after->headers.data[i]);
		size_t length = common_end(old, new);
		if (length) {
			before->headers.data[i] = after->headers.data[i] =
				hr_arena_strdup(arena, old + strlen(old) - length);
			find_from(&versions[HR_OLD], without_end(old, length, arena), arena);
			find_from(&versions[HR_NEW], without_end(new, length, arena), arena);
		}
		free(old);
		free(new);
	}
	for (int i = 0; i < HR_VERSIONS; i++)
		if (!versions[i].base)
			versions[i].base = versions[i].directory;
}
