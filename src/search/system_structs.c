/* What the standards say of structs that are plain data.
 *
 * Invariant: what is left zero is valid where it is all zero: an empty set of descriptors, no time zone. What needs a call to be set up (mutexes, streams, patterns)
 * has pointers or members that only the system knows, or is a union, and is none of these. */
#include "search/system_structs.h"

#include "base/text.h"

#include <string.h>

enum { DEEPEST = 4 };

static const struct {
	const char *field;
	int64_t least, most;
} ranges[] = {
	{ "tm_sec", 0, 59 },         { "tm_min", 0, 59 },   { "tm_hour", 0, 23 },       { "tm_mday", 1, 28 },
	{ "tm_mon", 0, 11 },         { "tm_year", 0, 200 }, { "tm_wday", 0, 6 },        { "tm_yday", 0, 364 },
	{ "tm_isdst", 0, 0 },        { "tm_gmtoff", 0, 0 }, { "tv_sec", 0, INT32_MAX }, { "tv_usec", 0, 999999 },
	{ "tv_nsec", 0, 999999999 }, { "sa_family", 0, 0 }, /* nobody's: no other struct hides behind it */
};

static bool is_number(const struct hr_type *type)
{
	return type && (type->kind == HR_TYPE_INT || type->kind == HR_TYPE_BOOL || type->kind == HR_TYPE_ENUM ||
			type->kind == HR_TYPE_FLOAT);
}

/* Text that nobody writes to: without it is fine. */
static bool is_text(const struct hr_model *model, const struct hr_type *type)
{
	const struct hr_type *target = type->kind == HR_TYPE_POINTER ? hr_model_type(model, type->target) : NULL;

	return target && target->kind == HR_TYPE_INT && target->size == 1 &&
	       (hr_model_strip(model, type->target).qualifiers & HR_CONST);
}

static bool is_data(const struct hr_model *model, struct hr_type_ref ref, unsigned depth)
{
	const struct hr_type *type = hr_model_type(model, ref);

	if (!type || depth >= DEEPEST)
		return false;
	if (is_number(type) || is_text(model, type))
		return true;
	if (type->kind == HR_TYPE_ARRAY)
		return type->count > 0 && is_data(model, type->target, depth + 1);
	if (type->kind != HR_TYPE_STRUCT || type->completeness != HR_COMPLETE || type->fields.count == 0)
		return false;
	for (size_t i = 0; i < type->fields.count; i++)
		if (!is_data(model, type->fields.data[i].item.type, depth + 1))
			return false;
	return true;
}

bool hr_is_system_struct(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);

	return type && type->kind == HR_TYPE_STRUCT && type->is_system && type->size > 0 && is_data(model, ref, 0);
}

bool hr_is_system_field(const struct hr_model *model, const struct hr_field *field)
{
	return field->item.name[0] && !hr_text_starts_with(field->item.name, "_") &&
	       is_number(hr_model_type(model, field->item.type));
}

bool hr_system_range(const char *field, int64_t *least, int64_t *most)
{
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (strcmp(ranges[i].field, field) == 0) {
			*least = ranges[i].least;
			*most = ranges[i].most;
			return true;
		}
	return false;
}
