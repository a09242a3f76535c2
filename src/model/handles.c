/* Handles that are declared as pointers to something that they are not.
 *
 * A library that wants its objects opaque, and its header free of their names, writes `typedef intptr_t thing_t` and casts inside; or its objects are numbers behind something that only
 * it knows of, `typedef unsigned long *set_t`. Numbers are what such types stand for on paper only; taken at their word, every receiver would be a row of numbers to be filled.
 *
 * Invariants: a number that anything has by value, or several of, is left as it is: there it is meant. So is a pointer that nobody makes or nobody ends, and one to characters, which is
 * a text whatever else it is. */
#include "model/handles.h"

#include "base/memory.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* How the API uses a type. */
struct uses {
	bool by_value; /* a parameter, result, field, element or variable is one */
	bool is_const; /* a pointer to one promises not to change it */
	size_t first;  /* operations whose first parameter is a pointer to one, or to such a pointer */
	size_t others; /* … that have another parameter that is a pointer to one */
	size_t slots;  /* … a pointer to such a pointer, and no number behind it that could tell how many */
};

static bool is_number_behind(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);

	if (type && type->kind == HR_TYPE_POINTER)
		type = hr_model_type(model, type->target);
	return type && type->kind == HR_TYPE_INT && type->size > 1;
}

/* What the reference is a pointer to, without a look behind its names; HR_NO_TYPE when it is none. */
static size_t pointee_of(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);

	return type && type->kind == HR_TYPE_POINTER ? type->target.type : HR_NO_TYPE;
}

static void note_value(struct uses *uses, struct hr_type_ref ref)
{
	if (ref.type != HR_NO_TYPE)
		uses[ref.type].by_value = true;
}

static void note_operation(const struct hr_model *model, const struct hr_operation *operation, struct uses *uses)
{
	note_value(uses, operation->result.type);
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *item = &operation->params.data[i];
		size_t pointee = pointee_of(model, item->type);

		note_value(uses, item->type);
		if (pointee == HR_NO_TYPE)
			continue;
		if (item->array_count >= 0)
			uses[pointee].by_value = true;
		const struct hr_type *pointer = hr_model_type(model, item->type);
		uses[pointee].is_const = uses[pointee].is_const || (pointer->target.qualifiers & HR_CONST) != 0;
		*(i == 0 ? &uses[pointee].first : &uses[pointee].others) += 1;
		size_t inner = pointee_of(model, (struct hr_type_ref){ pointee, 0 });
		bool is_counted =
			i + 1 < operation->params.count && is_number_behind(model, operation->params.data[i + 1].type);
		if (inner != HR_NO_TYPE && !is_counted) {
			uses[inner].slots++;
			uses[inner].first += i == 0;
		}
	}
}

static void note_type(const struct hr_type *type, struct uses *uses)
{
	if (type->kind == HR_TYPE_ARRAY || type->kind == HR_TYPE_TYPEDEF || type->kind == HR_TYPE_FUNCTION)
		note_value(uses, type->target);
	for (size_t i = 0; i < type->fields.count; i++)
		note_value(uses, type->fields.data[i].item.type);
	for (size_t i = 0; i < type->params.count; i++)
		note_value(uses, type->params.data[i].type);
}

static bool is_handle(const struct hr_model *model, const struct hr_type *type, const struct uses *uses)
{
	enum { FEWEST = 3, FEWEST_SLOTS = 2, SMALLEST = 4 };

	if (type->kind != HR_TYPE_TYPEDEF || !type->is_public || type->is_system || uses->by_value)
		return false;
	const struct hr_type *target = hr_model_type(model, type->target);
	if (!target || target->kind != HR_TYPE_INT || target->size < SMALLEST)
		return false;
	/* what has not even the size of a pointer may as well be a row of numbers, unless all may change it */
	bool is_plausible = target->size == (int64_t)sizeof(void *) || !uses->is_const;
	return is_plausible && uses->slots >= FEWEST_SLOTS && uses->first >= FEWEST && uses->first >= uses->others;
}

/* How the API uses a name for a pointer. */
struct pointer_uses {
	size_t first, taken; /* operations that take one first, and parameters that are one */
	size_t made;         /* operations that return one, and take none */
	size_t ended;        /* … that take nothing else, and are called after the end */
	size_t counted;      /* … that take a number right behind one which says how many there are: a row of them */
};

/* The word stands in the name by itself: not free in set_freeze() or set_is_free(). */
static bool is_called(const char *name, const char *word)
{
	size_t length = strlen(word);

	if (hr_text_find_any_case(name, "_is_"))
		return false;
	for (const char *at = name; (at = hr_text_find_any_case(at, word)); at++) {
		bool begins = at == name || !isalpha((unsigned char)at[-1]) || isupper((unsigned char)*at);
		bool ends = !isalpha((unsigned char)at[length]) || isupper((unsigned char)at[length]);
		if (begins && ends)
			return true;
	}
	return false;
}

static bool is_amount(const struct hr_model *model, const struct hr_item *item)
{
	static const char *const names[] = { "n", "len", "length", "count", "num", "size", "dim", NULL };
	const struct hr_type *type = hr_model_type(model, item->type);

	for (const char *const *name = names; type && type->kind == HR_TYPE_INT && *name; name++)
		if (strcmp(item->name, *name) == 0)
			return true;
	return false;
}

static void note_pointers(const struct hr_model *model, const struct hr_operation *operation, struct pointer_uses *uses)
{
	static const char *const ends[] = { "free", "destroy", "delete", "release", "dispose", NULL };
	size_t result = operation->result.type.type;
	bool takes_result = false;

	for (size_t i = 0; i < operation->params.count; i++) {
		size_t type = operation->params.data[i].type.type;
		takes_result = takes_result || type == result;
		if (type == HR_NO_TYPE)
			continue;
		uses[type].taken++;
		uses[type].first += i == 0;
		for (const char *const *end = ends; *end && operation->params.count == 1; end++)
			uses[type].ended += is_called(operation->name, *end);
		uses[type].counted +=
			i + 1 < operation->params.count && is_amount(model, &operation->params.data[i + 1]);
	}
	if (result != HR_NO_TYPE && !takes_result)
		uses[result].made++;
}

static bool is_pointer_handle(const struct hr_model *model, const struct hr_type *type, const struct pointer_uses *uses)
{
	enum { FEWEST = 3 };
	const struct hr_type *pointer = hr_model_type(model, type->target);

	if (type->kind != HR_TYPE_TYPEDEF || !type->is_public || type->is_system || !pointer ||
	    pointer->kind != HR_TYPE_POINTER || pointer->target.qualifiers & HR_CONST)
		return false;
	const struct hr_type *target = hr_model_type(model, pointer->target);
	bool is_number = target && (target->kind == HR_TYPE_INT || target->kind == HR_TYPE_FLOAT) && target->size > 1;
	bool is_pointer = target && target->kind == HR_TYPE_POINTER;
	return (is_number || is_pointer) && uses->made && uses->ended && uses->first >= FEWEST &&
	       2 * uses->first >= uses->taken && 2 * uses->counted < uses->taken;
}

/* The name stands for a pointer to a struct that nobody knows from here on; C can still write what it points to. */
static void hide_pointee(struct hr_model *model, size_t index)
{
	const struct hr_type *pointer = hr_model_type(model, model->types.data[index].target);
	struct hr_type hidden = { .kind = HR_TYPE_STRUCT,
				  .spelling = model->types.data[pointer->target.type].spelling,
				  .size = -1,
				  .align = -1,
				  .is_public = true,
				  .completeness = HR_OPAQUE,
				  .target = { HR_NO_TYPE, 0 },
				  .count = -1,
				  .at = model->types.data[index].at };
	struct hr_type to_hidden = *pointer;

	to_hidden.target.type = hr_model_add_type(model, &hidden);
	size_t target = hr_model_add_type(model, &to_hidden);
	model->types.data[index].target.type = target;
}

static void hide_pointers(struct hr_model *model)
{
	size_t count = model->types.count;
	struct pointer_uses *uses = hr_calloc(count + 1, sizeof *uses);

	for (size_t i = 0; i < model->operations.count; i++)
		note_pointers(model, &model->operations.data[i], uses);
	for (size_t i = 0; i < count; i++)
		if (is_pointer_handle(model, &model->types.data[i], &uses[i]))
			hide_pointee(model, i);
	free(uses);
}

void hr_model_hide_handles(struct hr_model *model)
{
	hide_pointers(model);
	struct uses *uses = hr_calloc(model->types.count + 1, sizeof *uses);

	for (size_t i = 0; i < model->operations.count; i++)
		note_operation(model, &model->operations.data[i], uses);
	for (size_t i = 0; i < model->types.count; i++)
		note_type(&model->types.data[i], uses);
	for (size_t i = 0; i < model->variables.count; i++)
		note_value(uses, model->variables.data[i].type);
	for (size_t i = 0; i < model->constants.count; i++)
		note_value(uses, (struct hr_type_ref){ model->constants.data[i].type, 0 });
	for (size_t i = 0; i < model->types.count; i++) {
		struct hr_type *type = &model->types.data[i];

		if (!is_handle(model, type, &uses[i]))
			continue;
		type->kind = HR_TYPE_STRUCT;
		type->completeness = HR_OPAQUE;
		type->target = (struct hr_type_ref){ HR_NO_TYPE, 0 };
		type->size = -1;
		type->align = -1;
		type->is_signed = false;
	}
	free(uses);
}
