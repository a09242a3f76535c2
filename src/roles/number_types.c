/* What the API as a whole does with a type of numbers: identifiers that it gives out and takes back, and `long` where all return it. */
#include "base/text.h"
#include "roles/inference.h"
#include "roles/results.h"

#include <string.h>

/* "int32", "u16", "GLuint64": another name for a width, not for a kind of thing. */
static bool is_width(const char *name)
{
	static const char *const widths[] = { "8", "16", "32", "64" };
	for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
		const char *end = hr_text_ends_with(name, "_t") ? name + strlen(name) - 2 : name + strlen(name);
		size_t length = strlen(widths[i]);
		if ((size_t)(end - name) <= length || strncmp(end - length, widths[i], length) != 0)
			continue;
		char before = end[-(ptrdiff_t)length - 1];
		return hr_text_find_any_case(name, "int") || strchr("usiUSI", before);
	}
	return false;
}

bool hr_is_identifier(const struct hr_inference *inference, struct hr_type_ref ref)
{
	enum { FEWEST = 2 };
	const struct hr_model *model = inference->model;
	size_t returned = 0, taken = 0;
	if (ref.type == HR_NO_TYPE || model->types.data[ref.type].kind != HR_TYPE_TYPEDEF ||
	    hr_classify(model, ref) != HR_CLASS_INTEGER || hr_is_boolean(model, ref))
		return false;
	const struct hr_type *type = &model->types.data[ref.type];
	/* int32_t is a width, not a kind of thing */
	if ((type->is_system && strcmp(type->spelling, "pid_t") != 0) || is_width(type->spelling))
		return false;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		returned += operation->result.type.type == ref.type;
		for (size_t k = 0; k < operation->params.count; k++)
			taken += operation->params.data[k].type.type == ref.type;
	}
	return returned && taken >= FEWEST;
}

bool hr_is_common_long(const struct hr_inference *inference, struct hr_type_ref ref)
{
	enum { FEWEST = 8 };
	const struct hr_model *model = inference->model;
	size_t same = 0;
	if (ref.type == HR_NO_TYPE || strcmp(model->types.data[ref.type].spelling, "long") != 0)
		return false;
	for (size_t i = 0; i < model->operations.count; i++)
		same += model->operations.data[i].result.type.type == ref.type;
	return same >= FEWEST && 2 * same > model->operations.count;
}
