/* The dependence graph of a unit and what is irrelevant in it. */
#include "analysis/dependence.h"

#include "analysis/facts_text.h"

#include <string.h>

static bool is_number(const struct hr_type *type)
{
	return type && (type->kind == HR_TYPE_INT || type->kind == HR_TYPE_BOOL || type->kind == HR_TYPE_FLOAT ||
			type->kind == HR_TYPE_ENUM);
}

/* What an item carries: an object or a number, itself or behind a pointer. HR_NO_TYPE for all else: text, bytes, functions. */
static size_t carried_by(const struct hr_model *model, const struct hr_item *item)
{
	size_t object = hr_model_object(model, item->type);
	struct hr_type_ref plain = hr_model_strip(model, item->type);
	const struct hr_type *type = hr_model_type(model, plain);

	if (object == HR_NO_TYPE && type && type->kind == HR_TYPE_POINTER) {
		object = hr_model_object(model, type->target);
		plain = hr_model_strip(model, type->target);
		type = hr_model_type(model, plain);
		if (is_number(type) && item->role != HR_ROLE_OUT && item->role != HR_ROLE_INOUT)
			return HR_NO_TYPE;
	}
	if (object != HR_NO_TYPE)
		return model->types.data[object].is_public ? object : HR_NO_TYPE;
	return is_number(type) ? plain.type : HR_NO_TYPE;
}

static bool is_irrelevant(const struct hr_model *model, const struct hr_item *item,
			  const struct hr_memory_facts *memory)
{
	if (memory && memory->effect != HR_EFFECT_UNKNOWN)
		return memory->effect != HR_EFFECT_READ_WRITE;
	return (hr_model_pointee(model, item->type).qualifiers & HR_CONST) != 0;
}

/* What somebody else owns now is still there; what is freed is not. */
static bool is_gone(const struct hr_item *item, const struct hr_memory_facts *memory)
{
	if (memory && memory->freed != HR_FREED_UNKNOWN)
		return memory->freed == HR_FREED_YES;
	return item->role == HR_ROLE_CONSUMED;
}

static void add_parameter(struct hr_dependence *out, const struct hr_model *model, size_t operation, size_t number,
			  const struct hr_memory_facts *memory)
{
	const struct hr_item *item = &model->operations.data[operation].params.data[number];
	const struct hr_type *type = hr_model_type(model, item->type);
	struct hr_dependence_edge edge = { .operation = operation, .item = (int)number };

	edge.type = carried_by(model, item);
	if (edge.type == HR_NO_TYPE)
		return;
	if (item->role != HR_ROLE_OUT)
		hr_vec_push(&out->required, edge);
	if (is_gone(item, memory) || !type || type->kind != HR_TYPE_POINTER)
		return;
	edge.is_irrelevant = is_irrelevant(model, item, memory);
	hr_vec_push(&out->provided, edge);
}

/* What no operation takes is no help to any. */
static void drop_unwanted(struct hr_dependence *out)
{
	size_t kept = 0;

	for (size_t i = 0; i < out->provided.count; i++) {
		bool is_wanted = false;
		for (size_t k = 0; k < out->required.count && !is_wanted; k++)
			is_wanted = out->required.data[k].type == out->provided.data[i].type;
		if (is_wanted)
			out->provided.data[kept++] = out->provided.data[i];
	}
	out->provided.count = kept;
}

void hr_dependence_find(struct hr_dependence *out, const struct hr_model *model, const struct hr_facts *facts)
{
	memset(out, 0, sizeof *out);
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		uint32_t function = facts ? hr_facts_function(facts, operation) : HR_CODE_NONE;
		if (!operation->callable || operation->kind == HR_KIND_DESTROYER)
			continue;
		for (size_t k = 0; k < operation->params.count; k++)
			add_parameter(out, model, i, k,
				      function == HR_CODE_NONE
					      ? NULL
					      : &facts->functions.data[function].parameters.data[k].memory);
		size_t type = carried_by(model, &operation->result);
		if (type != HR_NO_TYPE)
			hr_vec_push(&out->provided, (struct hr_dependence_edge){
							    .operation = i, .type = type, .item = HR_ITEM_RESULT });
	}
	drop_unwanted(out);
}

void hr_dependence_release(struct hr_dependence *dependence)
{
	hr_vec_release(&dependence->provided);
	hr_vec_release(&dependence->required);
}

size_t hr_dependence_relevant(const struct hr_dependence *dependence)
{
	size_t count = 0;

	for (size_t i = 0; i < dependence->provided.count; i++)
		count += !dependence->provided.data[i].is_irrelevant;
	return count;
}

void hr_dependence_label(struct hr_strbuf *out, const struct hr_model *model, const struct hr_dependence_edge *edge)
{
	if (edge->item == HR_ITEM_RESULT)
		hr_strbuf_addstr(out, "return");
	else if (model->operations.data[edge->operation].params.data[edge->item].role == HR_ROLE_RECEIVER)
		hr_strbuf_addstr(out, "receiver");
	else
		hr_strbuf_addf(out, "parameter %d", edge->item + 1);
}
