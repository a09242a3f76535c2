/* Callbacks: functions that fit exactly, well-known shapes, and synthesised ones that return a few literals in turn.
 *
 * Functions that get or release memory are passed as matched sets: for such a hook there is libc's function or none, so that whichever are set go together. libc's free is never
 * passed for anything else: what we pass as data is not from malloc. */
#include "search/literals_internal.h"

#include "base/memory.h"
#include "base/text.h"

#include <string.h>

enum { MOST_RESULTS = 3 };

/* libc's functions by the types of result and parameters: v void, p void *, c char *, z size_t, i int. */
static const struct {
	const char *name, *types;
	bool is_allocator;
} libc_functions[] = {
	{ "malloc", "pz", true },       { "calloc", "pzz", true },   { "realloc", "ppz", true },
	{ "free", "vp", true },         { "strdup", "cc", true },    { "abs", "ii", false },
	{ "isalnum", "ii", false },     { "isalpha", "ii", false },  { "isdigit", "ii", false },
	{ "isprint", "ii", false },     { "isspace", "ii", false },  { "tolower", "ii", false },
	{ "toupper", "ii", false },     { "strcmp", "icc", false },  { "strlen", "zc", false },
	{ "strcasecmp", "icc", false }, { "strcoll", "icc", false }, { "memcmp", "ippz", false },
};

static char letter_of(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	if (!type)
		return '?';
	if (type->kind == HR_TYPE_VOID)
		return 'v';
	if (type->kind == HR_TYPE_INT)
		return type->size == 8 && !type->is_signed ? 'z' : type->size == 4 && type->is_signed ? 'i' : '?';
	if (type->kind != HR_TYPE_POINTER)
		return '?';
	const struct hr_type *target = hr_model_type(model, type->target);
	if (!target || target->kind == HR_TYPE_VOID)
		return 'p';
	return target->kind == HR_TYPE_INT && target->size == 1 ? 'c' : '?';
}

static bool has_types(const struct hr_model *model, const struct hr_type *function, const char *types)
{
	if (strlen(types) != function->params.count + 1 || letter_of(model, function->target) != types[0])
		return false;
	for (size_t i = 0; i < function->params.count; i++)
		if (letter_of(model, function->params.data[i].type) != types[i + 1])
			return false;
	return true;
}

static const struct hr_type *function_behind(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, hr_model_pointee(model, ref));
	return type && type->kind == HR_TYPE_FUNCTION ? type : NULL;
}

static bool same_type(const struct hr_model *model, struct hr_type_ref a, struct hr_type_ref b)
{
	return hr_model_strip(model, a).type == hr_model_strip(model, b).type;
}

/* What ends the life of a thing cannot stand for something that only looks at it. */
static bool fits_operation(const struct hr_model *model, const struct hr_operation *operation,
			   const struct hr_type *function)
{
	if (operation->is_variadic || operation->is_noreturn || operation->kind == HR_KIND_DESTROYER ||
	    operation->params.count != function->params.count ||
	    !same_type(model, operation->result.type, function->target))
		return false;
	for (size_t i = 0; i < function->params.count; i++) {
		if (operation->params.data[i].role == HR_ROLE_CONSUMED ||
		    !same_type(model, operation->params.data[i].type, function->params.data[i].type))
			return false;
	}
	return true;
}

static bool fits(const struct hr_literals *literals, const struct hr_function *candidate, size_t callback_type)
{
	const struct hr_model *model = literals->model;
	const struct hr_type *function = &model->types.data[literals->callables->callback_types.data[callback_type]];
	if (candidate->shape != HR_SHAPE_COUNT)
		return candidate->type == callback_type;
	if (candidate->operation != (size_t)-1)
		return fits_operation(model, &model->operations.data[candidate->operation], function);
	for (size_t i = 0; i < sizeof libc_functions / sizeof *libc_functions; i++)
		if (hr_text_equal(libc_functions[i].name, candidate->name))
			return !libc_functions[i].is_allocator && has_types(model, function, libc_functions[i].types);
	return false;
}

void hr_literals_list_functions(struct hr_literals *literals)
{
	const struct hr_callables *callables = literals->callables;
	literals->functions = hr_calloc(callables->callback_types.count + 1, sizeof *literals->functions);
	for (size_t i = 0; i < callables->callback_types.count; i++)
		for (size_t k = 0; k < callables->functions.count; k++)
			if (fits(literals, &callables->functions.data[k], i))
				hr_vec_push(&literals->functions[i], k);
}

void hr_literals_free_functions(struct hr_literals *literals)
{
	for (size_t i = 0; i < literals->callables->callback_types.count; i++)
		hr_vec_release(&literals->functions[i]);
	free(literals->functions);
}

/* ---- hooks ---- */

static bool gets_memory(const struct hr_model *model, const struct hr_item *item)
{
	const struct hr_type *function = function_behind(model, item->type);
	return function && letter_of(model, function->target) == 'p' &&
	       (hr_text_find_any_case(item->name, "alloc") || has_types(model, function, "pz") ||
		has_types(model, function, "ppz"));
}

bool hr_are_hooks(const struct hr_model *model, const struct hr_item *const *items, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (gets_memory(model, items[i]))
			return true;
	return false;
}

bool hr_literal_hook(struct hr_operand *out, const struct hr_model *model, const struct hr_item *item)
{
	const struct hr_type *function = function_behind(model, item->type);
	*out = (struct hr_operand){ .kind = HR_OPERAND_NULL };
	if (!function || (!gets_memory(model, item) && !has_types(model, function, "vp") &&
			  !hr_text_find_any_case(item->name, "free")))
		return false;
	for (size_t i = 0; i < sizeof libc_functions / sizeof *libc_functions; i++)
		if (libc_functions[i].is_allocator && has_types(model, function, libc_functions[i].types) &&
		    /* a pointer and a size may as well be the user's data and the size: only the name tells */
		    (strcmp(libc_functions[i].name, "realloc") != 0 || hr_text_find_any_case(item->name, "realloc")) &&
		    !hr_map_get(&model->operation_by_name, libc_functions[i].name, NULL)) {
			*out = (struct hr_operand){ .kind = HR_OPERAND_FUNCTION, .text = libc_functions[i].name };
			break;
		}
	return true;
}

/* True when the wish is for a hook, which is set then. */
static bool set_hook(struct hr_operand *out, const struct hr_literals *literals, const struct hr_wish *wish)
{
	const struct hr_model *model = literals->model;
	if (wish->inner || wish->operation >= model->operations.count)
		return gets_memory(model, wish->item) && hr_literal_hook(out, model, wish->item);
	const struct hr_operation *operation = &model->operations.data[wish->operation];
	for (size_t i = 0; i < operation->params.count; i++)
		if (gets_memory(model, &operation->params.data[i]))
			return hr_literal_hook(out, model, wish->item);
	return false;
}

/* ---- synthesised ones ---- */

static bool set_results(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish,
			const struct hr_type *function)
{
	const struct hr_type *result = hr_model_type(literals->model, function->target);
	*out = (struct hr_operand){ .kind = HR_OPERAND_CALLBACK };
	if (!result)
		return false;
	if (result->kind == HR_TYPE_VOID)
		return true;
	out->part_count = 1 + hr_random_below(wish->random, MOST_RESULTS);
	out->parts = hr_arena_alloc(wish->arena, out->part_count * sizeof *out->parts);
	const struct hr_item item = hr_item_of("", function->target);
	struct hr_wish inner = *wish;
	inner.item = &item;
	inner.parameter = -1;
	inner.inner = 0;
	inner.has_range = false;
	for (size_t i = 0; i < out->part_count; i++) {
		struct hr_operand *part = &out->parts[i];
		switch (result->kind) {
		case HR_TYPE_BOOL:
		case HR_TYPE_INT:
		case HR_TYPE_ENUM:
			part->kind = HR_OPERAND_NUMBER;
			/* mostly what means "go on", then what may mean "stop" */
			if (result->kind == HR_TYPE_ENUM || hr_random_below(wish->random, 8) == 0)
				part->number = hr_literal_number(literals, &inner);
			else
				part->number = (int64_t)hr_random_below(wish->random, 2);
			break;
		case HR_TYPE_FLOAT:
			part->kind = HR_OPERAND_REAL;
			part->real = hr_literal_real(literals, &inner);
			break;
		case HR_TYPE_POINTER:
			part->kind = HR_OPERAND_NULL;
			break;
		default:
			return false;
		}
	}
	return true;
}

bool hr_literal_callback(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish)
{
	const struct hr_model *model = literals->model;
	const struct hr_type *function = function_behind(model, wish->item->type);
	size_t type = hr_callables_callback(literals->callables, model, wish->item->type);
	*out = (struct hr_operand){ .kind = HR_OPERAND_NULL };
	if (!function)
		return false;
	if (set_hook(out, literals, wish))
		return out->kind != HR_OPERAND_NULL || wish->item->nullable == HR_YES;
	*out = (struct hr_operand){ .kind = HR_OPERAND_NULL };
	if (type == (size_t)-1)
		return wish->item->nullable == HR_YES;
	const hr_function_numbers *functions = &literals->functions[type];
	if (functions->count && hr_random_below(wish->random, 3)) {
		size_t chosen = functions->data[hr_random_below(wish->random, functions->count)];
		*out = (struct hr_operand){ .kind = HR_OPERAND_FUNCTION,
					    .text = literals->callables->functions.data[chosen].name };
		return true;
	}
	return set_results(out, literals, wish, function);
}
