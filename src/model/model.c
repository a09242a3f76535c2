/* The model as a container: making and freeing it, adding to it, deciding it, and the questions about types that every
 * stage asks.
 *
 * Invariants:
 * 1. A name in a map leads to the first thing added under that name; unnamed types are in no map.
 * 2. After hr_model_decide, what is decided follows from the claims alone, so that deciding again changes nothing.
 * 3. Typedefs do not go round in circles: the front end cannot make such a thing and hr_model_load refuses it. */
#include "model/model.h"

#include "base/bug.h"
#include "base/memory.h"

struct hr_model *hr_model_new(void)
{
	struct hr_model *model = hr_calloc(1, sizeof *model);

	model->unit = "";
	return model;
}

static void release_items(struct hr_item *items, size_t count)
{
	for (size_t i = 0; i < count; i++)
		hr_vec_release(&items[i].claims);
}

static void release_type(struct hr_type *type)
{
	for (size_t i = 0; i < type->fields.count; i++)
		hr_vec_release(&type->fields.data[i].item.claims);
	release_items(type->params.data, type->params.count);
	hr_vec_release(&type->fields);
	hr_vec_release(&type->enumerators);
	hr_vec_release(&type->params);
}

static void release_operation(struct hr_operation *operation)
{
	release_items(&operation->result, 1);
	release_items(operation->params.data, operation->params.count);
	hr_vec_release(&operation->attributes);
	hr_vec_release(&operation->params);
	hr_vec_release(&operation->claims);
}

void hr_model_free(struct hr_model *model)
{
	if (model == NULL)
		return;
	for (size_t i = 0; i < model->types.count; i++)
		release_type(&model->types.data[i]);
	for (size_t i = 0; i < model->operations.count; i++)
		release_operation(&model->operations.data[i]);
	hr_vec_release(&model->headers);
	hr_vec_release(&model->sources);
	hr_vec_release(&model->flags);
	hr_vec_release(&model->notes);
	hr_vec_release(&model->types);
	hr_vec_release(&model->operations);
	hr_vec_release(&model->constants);
	hr_vec_release(&model->variables);
	hr_map_release(&model->type_by_spelling);
	hr_map_release(&model->operation_by_name);
	hr_map_release(&model->constant_by_name);
	hr_arena_release(&model->arena);
	free(model);
}

static void put_new(struct hr_map *map, const char *key, size_t value)
{
	if (!hr_map_get(map, key, NULL))
		hr_map_put(map, key, value);
}

size_t hr_model_add_type(struct hr_model *model, const struct hr_type *type)
{
	hr_vec_push(&model->types, *type);
	if (!type->is_unnamed)
		put_new(&model->type_by_spelling, type->spelling, model->types.count - 1);
	return model->types.count - 1;
}

size_t hr_model_add_operation(struct hr_model *model, const struct hr_operation *operation)
{
	hr_vec_push(&model->operations, *operation);
	put_new(&model->operation_by_name, operation->name, model->operations.count - 1);
	return model->operations.count - 1;
}

size_t hr_model_add_constant(struct hr_model *model, const struct hr_constant *constant)
{
	hr_vec_push(&model->constants, *constant);
	put_new(&model->constant_by_name, constant->name, model->constants.count - 1);
	return model->constants.count - 1;
}

struct hr_item hr_item_of(const char *name, struct hr_type_ref type)
{
	return (struct hr_item){
		.name = name,
		.type = type,
		.array_count = -1,
		.role = HR_ROLE_UNKNOWN,
		.of = -1,
		.freed_by = -1,
		.bound_by = -1,
	};
}

static bool holds(const hr_claims *claims, enum hr_fact fact)
{
	struct hr_decision decision = hr_claims_decide(claims, fact);

	return decision.decided && decision.value != 0;
}

static void decide_item(struct hr_item *item)
{
	struct hr_decision role = hr_claims_decide(&item->claims, HR_FACT_ROLE);
	struct hr_decision nullable = hr_claims_decide(&item->claims, HR_FACT_NULLABLE);
	struct hr_decision freed_by = hr_claims_decide(&item->claims, HR_FACT_FREED_BY);

	item->role = role.decided ? (enum hr_role)role.value : HR_ROLE_UNKNOWN;
	item->of = role.of;
	item->unit = role.unit;
	item->confidence = role.confidence;
	item->nullable = !nullable.decided ? HR_NOT_KNOWN : nullable.value != 0 ? HR_YES : HR_NO;
	item->kept = holds(&item->claims, HR_FACT_KEPT);
	item->minus_one = holds(&item->claims, HR_FACT_MINUS_ONE);
	item->freed_by = freed_by.of;
	item->freed_by_libc = freed_by.decided && freed_by.of < 0;
	item->bound_by = hr_claims_decide(&item->claims, HR_FACT_BOUND_BY).of;
}

static void decide_operation(struct hr_operation *operation)
{
	struct hr_decision kind = hr_claims_decide(&operation->claims, HR_FACT_KIND);
	struct hr_decision error = hr_claims_decide(&operation->claims, HR_FACT_ERROR);

	operation->kind = kind.decided ? (enum hr_kind)kind.value : HR_KIND_OTHER;
	operation->subject = kind.of >= 0 ? (size_t)kind.of : HR_NO_TYPE;
	operation->error = error.decided ? (enum hr_error_convention)error.value : HR_REFUSED_NEVER;
	operation->error_good = error.of;
	operation->sets_errno = holds(&operation->claims, HR_FACT_ERRNO);
	decide_item(&operation->result);
	/* guessed for a status, which it turned out not to be: an answer is seldom always zero */
	if (operation->error == HR_REFUSED_NONZERO && error.of < 0 && error.source == HR_SOURCE_TYPE &&
	    operation->result.role == HR_ROLE_VALUE)
		operation->error = HR_REFUSED_NEVER;
	for (size_t i = 0; i < operation->params.count; i++)
		decide_item(&operation->params.data[i]);
}

void hr_model_decide(struct hr_model *model)
{
	for (size_t i = 0; i < model->types.count; i++) {
		struct hr_type *type = &model->types.data[i];

		for (size_t j = 0; j < type->fields.count; j++)
			decide_item(&type->fields.data[j].item);
		for (size_t j = 0; j < type->params.count; j++)
			decide_item(&type->params.data[j]);
	}
	for (size_t i = 0; i < model->operations.count; i++)
		decide_operation(&model->operations.data[i]);
}

static void drop(hr_claims *claims, enum hr_source weakest)
{
	size_t kept = 0;

	for (size_t i = 0; i < claims->count; i++)
		if (claims->data[i].source >= weakest)
			claims->data[kept++] = claims->data[i];
	claims->count = kept;
}

void hr_model_drop_field_claims(struct hr_model *model, enum hr_source weakest)
{
	for (size_t i = 0; i < model->types.count; i++)
		for (size_t j = 0; j < model->types.data[i].fields.count; j++)
			drop(&model->types.data[i].fields.data[j].item.claims, weakest);
}

static const struct hr_type *type_at(const struct hr_model *model, size_t index)
{
	if (index >= model->types.count)
		HR_BUG("there is no type %zu: the model has %zu", index, model->types.count);
	return &model->types.data[index];
}

/* One step behind a typedef; false when the reference is to none. */
static bool unfold(struct hr_type_ref *ref, const struct hr_model *model)
{
	if (ref->type == HR_NO_TYPE)
		return false;
	const struct hr_type *type = type_at(model, ref->type);

	if (type->kind != HR_TYPE_TYPEDEF)
		return false;
	ref->type = type->target.type;
	ref->qualifiers |= type->target.qualifiers;
	return true;
}

struct hr_type_ref hr_model_strip(const struct hr_model *model, struct hr_type_ref ref)
{
	struct hr_type_ref stripped = ref;

	for (size_t steps = 0; unfold(&stripped, model); steps++) {
		if (steps > model->types.count)
			HR_BUG("the typedef '%s' stands for itself", type_at(model, ref.type)->spelling);
	}
	return stripped;
}

const struct hr_type *hr_model_type_behind(const struct hr_model *model, struct hr_type_ref ref)
{
	struct hr_type_ref stripped = hr_model_strip(model, ref);

	return stripped.type == HR_NO_TYPE ? NULL : type_at(model, stripped.type);
}

/* What a pointer or array leads to, with its typedefs. */
static struct hr_type_ref target_of(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);

	if (type == NULL || (type->kind != HR_TYPE_POINTER && type->kind != HR_TYPE_ARRAY))
		return (struct hr_type_ref){ HR_NO_TYPE, 0 };
	return type->target;
}

struct hr_type_ref hr_model_pointee(const struct hr_model *model, struct hr_type_ref ref)
{
	return hr_model_strip(model, target_of(model, ref));
}

static bool is_kind(const struct hr_model *model, struct hr_type_ref ref, enum hr_type_kind kind)
{
	const struct hr_type *type = hr_model_type(model, ref);

	return type != NULL && type->kind == kind;
}

/* The innermost typedef on the way to the type, so that all names of one handle are one object; HR_NO_TYPE when there
 * is none. */
static size_t last_typedef(const struct hr_model *model, struct hr_type_ref ref)
{
	size_t last = HR_NO_TYPE;
	struct hr_type_ref at = ref;

	for (size_t steps = 0; steps <= model->types.count; steps++) {
		size_t before = at.type;

		if (!unfold(&at, model))
			break;
		last = before;
	}
	return last;
}

/* A pointer to a handle is a slot for one, as a `T **` is, and no object. */
size_t hr_model_object(const struct hr_model *model, struct hr_type_ref ref)
{
	struct hr_type_ref target = target_of(model, ref);
	struct hr_type_ref object = hr_model_strip(model, target.type == HR_NO_TYPE ? ref : target);

	if (is_kind(model, object, HR_TYPE_STRUCT) || is_kind(model, object, HR_TYPE_UNION))
		return object.type;
	if (!is_kind(model, target, HR_TYPE_VOID))
		return HR_NO_TYPE;
	size_t named = last_typedef(model, target);

	return named != HR_NO_TYPE ? named : last_typedef(model, ref);
}
