/* Facts become evidence: fields of structs that the caller sets.
 *
 * Invariant: a field has one claim of a kind, however many functions show it; only fields of structs that the headers lay open are spoken of. */
#include "analysis/claims_internal.h"

#include <string.h>

/* The field of the parameter's struct that begins at an offset; -1: none, or not one of the outermost level. */
static int field_at(const struct hr_type *type, uint64_t offset)
{
	for (size_t i = 0; i < type->fields.count; i++)
		if (type->fields.data[i].offset_bits == (int64_t)(8 * offset) && type->fields.data[i].bit_width < 0)
			return (int)i;
	return -1;
}

static bool is_claimed(const hr_claims *claims)
{
	for (size_t i = 0; i < claims->count; i++)
		if (claims->data[i].source == HR_SOURCE_CODE && claims->data[i].fact == HR_FACT_ROLE)
			return true;
	return false;
}

/* The type behind the parameter, where it is the struct that the fact is about and all can see it. */
static struct hr_type *type_of(struct hr_claimer *claimer, const struct hr_field_facts *field)
{
	struct hr_item *parameter = &claimer->operation->params.data[field->parameter];
	struct hr_type_ref ref = hr_model_strip(claimer->model, hr_model_pointee(claimer->model, parameter->type));
	const struct hr_code_type *code = &claimer->facts->code->types.data[field->type];

	if (ref.type == HR_NO_TYPE)
		return NULL;
	struct hr_type *type = &claimer->model->types.data[ref.type];
	const char *space = strrchr(type->spelling, ' ');
	bool is_same = strcmp(code->name, space ? space + 1 : type->spelling) == 0;
	return type->kind == HR_TYPE_STRUCT && type->completeness == HR_COMPLETE && is_same &&
			       type->size == (int64_t)code->size
		       ? type
		       : NULL;
}

/* Does the unit write the field anywhere? */
static bool is_written(const struct hr_facts *facts, const struct hr_field_facts *field)
{
	for (size_t i = 0; i < facts->functions.count; i++) {
		const hr_cells *defines = &facts->functions.data[i].defines;
		for (size_t k = 0; k < defines->count; k++)
			if (defines->data[k].type == field->type && defines->data[k].offset == field->offset)
				return true;
	}
	return false;
}

/* A struct that is filled, with memory in it that is the caller's: he says how much there is, and nobody else sets either. */
static bool is_room_of_caller(const struct hr_claimer *claimer, const struct hr_field_facts *buffer,
			      const struct hr_field_facts *number)
{
	return buffer->value.bound.relation == HR_RELATION_CAPACITY && !is_written(claimer->facts, number) &&
	       !is_written(claimer->facts, buffer);
}

/* What limits the buffer in one field is another field. */
static void claim_limit(struct hr_claimer *claimer, struct hr_type *type, const struct hr_field_facts *buffer)
{
	const struct hr_bound *bound = &buffer->value.bound;
	const struct hr_field_facts *number = &claimer->function->fields.data[bound->number];
	int limit = field_at(type, number->offset);
	struct hr_claim claim = { .fact = HR_FACT_ROLE, .of = field_at(type, buffer->offset) };

	if (number->parameter != buffer->parameter || limit < 0 || claim.of < 0 ||
	    is_claimed(&type->fields.data[limit].item.claims) ||
	    type->fields.data[limit].item.role == HR_ROLE_PRIVATE ||
	    (type->fields.data[limit].item.role == HR_ROLE_OUT && !is_room_of_caller(claimer, buffer, number)))
		return;
	claim.unit = bound->in_elements && bound->element != 1 ? HR_UNIT_ELEMENTS : HR_UNIT_BYTES;
	claim.value = bound->relation == HR_RELATION_CAPACITY ? HR_ROLE_CAPACITY : HR_ROLE_LENGTH;
	/* what nobody writes into has no capacity */
	const struct hr_item *item = &type->fields.data[claim.of].item;
	if (claim.value == HR_ROLE_CAPACITY &&
	    (item->role == HR_ROLE_STRING || item->role == HR_ROLE_PATH || item->role == HR_ROLE_ARRAY ||
	     hr_model_pointee(claimer->model, item->type).qualifiers & HR_CONST))
		return;
	hr_claimer_add(claimer, &type->fields.data[limit].item.claims, claim, bound->at,
		       claim.value == HR_ROLE_LENGTH ? "so much is read there"
						     : "so much is written there at the most");
}

void hr_claim_fields(struct hr_claimer *claimer)
{
	for (size_t i = 0; i < claimer->function->fields.count; i++) {
		const struct hr_field_facts *field = &claimer->function->fields.data[i];
		const struct hr_bound *bound = &field->value.bound;
		if (field->parameter >= claimer->operation->params.count || bound->kind != HR_BOUND_FIELD ||
		    (size_t)bound->number >= claimer->function->fields.count)
			continue;
		struct hr_type *type = type_of(claimer, field);
		if (type)
			claim_limit(claimer, type, field);
	}
}
