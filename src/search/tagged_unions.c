/* Which member of a union the tag beside it stands for, by their names.
 *
 * Invariant: an enum is a tag only when at least two of its enumerators are called after different members. */
#include "search/tagged_unions.h"

#include <string.h>

/* What stands behind the last underscore: INT of KIND_INT. */
static const char *last_word(const char *name)
{
	const char *at = strrchr(name, '_');

	return at && at[1] ? at + 1 : name;
}

/* One is the beginning of the other: str and STRING, i and INT. */
static bool is_called_after(const char *enumerator, const char *member)
{
	const char *word = last_word(enumerator);
	size_t length = strlen(member), other = strlen(word);

	return length > 0 && strncasecmp(word, member, length < other ? length : other) == 0;
}

size_t hr_union_member(const struct hr_model *model, const struct hr_type *tag, int64_t value,
		       const struct hr_type *which)
{
	size_t found = HR_NO_MEMBER;

	(void)model;
	for (size_t i = 0; i < tag->enumerators.count; i++) {
		if (tag->enumerators.data[i].value != value)
			continue;
		for (size_t k = 0; k < which->fields.count; k++) {
			if (!is_called_after(tag->enumerators.data[i].name, which->fields.data[k].item.name))
				continue;
			if (found != HR_NO_MEMBER && found != k)
				return HR_NO_MEMBER;
			found = k;
		}
	}
	return found;
}

/* Two enumerators that stand for different members. */
static bool is_tag(const struct hr_model *model, const struct hr_type *tag, const struct hr_type *which)
{
	size_t first = HR_NO_MEMBER;

	for (size_t i = 0; i < tag->enumerators.count; i++) {
		size_t member = hr_union_member(model, tag, tag->enumerators.data[i].value, which);

		if (member == HR_NO_MEMBER)
			continue;
		if (first != HR_NO_MEMBER && member != first)
			return true;
		first = member;
	}
	return false;
}

size_t hr_union_tag(const struct hr_model *model, const struct hr_type *type, size_t index)
{
	const struct hr_type *which = hr_model_type(model, type->fields.data[index].item.type);
	size_t found = HR_NO_MEMBER;

	if (!which || which->kind != HR_TYPE_UNION)
		return HR_NO_MEMBER;
	for (size_t i = 0; i < type->fields.count; i++) {
		const struct hr_type *tag = hr_model_type(model, type->fields.data[i].item.type);

		if (!tag || tag->kind != HR_TYPE_ENUM || !is_tag(model, tag, which))
			continue;
		if (found != HR_NO_MEMBER)
			return HR_NO_MEMBER;
		found = i;
	}
	return found;
}
