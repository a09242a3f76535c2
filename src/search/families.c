/* Families of objects. */
#include "search/families.h"

#include <ctype.h>
#include <string.h>

enum { LEAST_MEMBERS = 3 };

/* Words for what comes last. */
static const char *const endings[] = { "end", "last", "sentinel", "stop", "terminator" };

/* Whether the name has such a word as its last: arg_end, ListEnd. */
static bool is_ending(const char *name)
{
	size_t length = strlen(name);

	while (length > 2 && name[length - 2] == '_') /* stop_t */
		length -= 2;
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		size_t word = strlen(endings[i]);

		if (length < word || strncasecmp(name + length - word, endings[i], word) != 0)
			continue;
		if (length == word || name[length - word - 1] == '_' || isupper((unsigned char)name[length - word]))
			return true;
	}
	return false;
}

static void list_members(hr_indices *out, const struct hr_classes *classes, const struct hr_value_class *base)
{
	for (size_t i = 0; i < base->accepts.count; i++) {
		const struct hr_value_class *class = &classes->list.data[base->accepts.data[i]];

		if (class->is_object && class->depth == 1 && class->has_makers)
			hr_vec_push(out, base->accepts.data[i]);
	}
}

void hr_family_find(struct hr_family *out, const struct hr_classes *classes)
{
	hr_vec_clear(&out->members);
	out->ending = HR_NO_CLASS;
	for (size_t i = 0; i < classes->list.count; i++) {
		hr_indices members = HR_VEC_INIT;

		if (classes->list.data[i].is_object && classes->list.data[i].depth == 1)
			list_members(&members, classes, &classes->list.data[i]);
		if (members.count >= LEAST_MEMBERS && members.count > out->members.count) {
			hr_vec_release(&out->members);
			memcpy(&out->members, &members, sizeof members);
		} else {
			hr_vec_release(&members);
		}
	}
	for (size_t i = 0; i < out->members.count; i++) {
		size_t base = classes->list.data[out->members.data[i]].base;
		const char *name = base == HR_NO_TYPE ? NULL : classes->model->types.data[base].spelling;

		if (name && is_ending(name))
			out->ending = (uint32_t)out->members.data[i];
	}
}

void hr_family_release(struct hr_family *family)
{
	hr_vec_release(&family->members);
}
