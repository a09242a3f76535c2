/* Facts against decisions that were made without them: fields of public structs, by what all of the unit does to them.
 *
 * A field that the unit writes and nowhere reads is for the caller to read. One that is read, and written by those operations alone that fill most of the struct, is the
 * caller's to set, and so is one that is read and never written. A struct that one operation sets up, and that others carry on from what the last one left in it, is the
 * unit's own.
 *
 * Invariants: a field has one claim of this sort at the most; where nothing in the unit touches it, nothing is claimed. */
#include "analysis/claims_internal.h"
#include "analysis/facts_text.h"

#include "base/memory.h"

#include <string.h>

/* What becomes of one field, all operations together. */
struct touched {
	bool is_used, is_defined;
	bool is_changed; /* an operation that does not fill most of the struct writes it */
	bool is_freed;   /* what it leads to is given back by the unit */
	struct hr_place at;
};

struct look {
	struct hr_claimer claimer;
	bool is_all_seen; /* all that could read it has code, and has it by its own type */
	struct hr_type *type;
	uint32_t code_type;
	struct touched *fields;
	size_t takers;     /* operations that take a pointer to it */
	size_t makers;     /* … that return one, or leave one in a slot */
	size_t by_value;   /* … that take or return one itself: it is a value */
	bool is_copied_in; /* one of them takes it: what is read of the copy is not seen */
	size_t fillers;    /* of the takers, those that fill most of it */
	size_t updaters;   /* … and those that read a field as it was left, and write it */
	bool is_all_known; /* all that the takers write is known */
	bool is_only_read; /* no taker writes any of it */
	bool has_pointers; /* one of its fields is a pointer, or an array */
};

static const char *bare_name(const char *spelling)
{
	const char *space = strrchr(spelling, ' ');

	return space ? space + 1 : spelling;
}

static uint32_t code_type_of(const struct hr_facts *facts, const struct hr_type *type)
{
	for (uint32_t i = 0; i < facts->code->types.count; i++) {
		const struct hr_code_type *code = &facts->code->types.data[i];
		if ((int64_t)code->size == type->size && strcmp(code->name, bare_name(type->spelling)) == 0)
			return i;
	}
	return HR_CODE_NONE;
}

static int64_t size_of(const struct look *look, size_t field)
{
	const struct hr_type *type = hr_model_type(look->claimer.model, look->type->fields.data[field].item.type);

	return type && type->size > 0 ? type->size : 1;
}

static bool touches(const hr_cells *cells, const struct look *look, size_t field)
{
	int64_t offset = look->type->fields.data[field].offset_bits / 8;

	for (size_t i = 0; i < cells->count; i++)
		if (cells->data[i].type == look->code_type && (int64_t)cells->data[i].offset >= offset &&
		    (int64_t)cells->data[i].offset < offset + size_of(look, field))
			return true;
	return false;
}

static bool has_bytes(const uint64_t *set, int64_t offset, int64_t size)
{
	for (int64_t i = offset; i < offset + size && i < HR_FIRST_BYTES; i++)
		if (set[i / 64] >> (i % 64) & 1)
			return true;
	return false;
}

/* Most of it, and without a look at what was there. */
static bool is_filler(const struct hr_first_use *first, int64_t size)
{
	bool reads = first->maybe_elsewhere || first->is_unknown;
	int64_t written = 0;

	for (int64_t i = 0; i < HR_FIRST_BYTES; i++) {
		written += (int64_t)(first->written[i / 64] >> (i % 64) & 1);
		reads |= first->maybe[i / 64] >> (i % 64) & 1;
	}
	return 2 * written > size && !reads;
}

/* Is the parameter a pointer to the struct? */
static bool takes(const struct look *look, const struct hr_item *item)
{
	struct hr_type_ref ref = hr_model_strip(look->claimer.model, hr_model_pointee(look->claimer.model, item->type));

	return hr_claimer_sort(look->claimer.model, item->type) == HR_POINTER_OBJECT && ref.type != HR_NO_TYPE &&
	       &look->claimer.model->types.data[ref.type] == look->type;
}

/* The struct itself goes in. */
static bool takes_value(const struct look *look, const struct hr_operation *operation)
{
	for (size_t i = 0; i < operation->params.count; i++)
		if (hr_model_type(look->claimer.model, operation->params.data[i].type) == look->type)
			return true;
	return false;
}

/* … or out. */
static bool passes_value(const struct look *look, const struct hr_operation *operation)
{
	return takes_value(look, operation) || hr_model_type(look->claimer.model, operation->result.type) == look->type;
}

static bool has_pointers(const struct look *look)
{
	for (size_t i = 0; i < look->type->fields.count; i++) {
		const struct hr_type *type = hr_model_type(look->claimer.model, look->type->fields.data[i].item.type);
		if (type && (type->kind == HR_TYPE_POINTER || type->kind == HR_TYPE_ARRAY))
			return true;
	}
	return false;
}

static bool takes_any(const struct look *look, const struct hr_operation *operation)
{
	for (size_t i = 0; i < operation->params.count; i++)
		if (takes(look, &operation->params.data[i]))
			return true;
	return false;
}

/* Is it a part of another struct? What is read there is not told from the rest of that. */
static bool is_part(const struct hr_model *model, const struct hr_type *part)
{
	for (size_t i = 0; i < model->types.count; i++)
		for (size_t k = 0; k < model->types.data[i].fields.count; k++) {
			struct hr_type_ref ref = hr_model_strip(model, model->types.data[i].fields.data[k].item.type);
			if (ref.type != HR_NO_TYPE && &model->types.data[ref.type] == part)
				return true;
		}
	return false;
}

/* Returns whether some field is read as it was left, and written. */
static bool look_at_parameter(struct look *look, const struct hr_first_use *first)
{
	bool updates = false;

	for (size_t i = 0; i < look->type->fields.count; i++) {
		int64_t offset = look->type->fields.data[i].offset_bits / 8, size = size_of(look, i);
		struct touched *field = &look->fields[i];
		field->is_used |= has_bytes(first->maybe, offset, size);
		field->is_changed |= offset + size > HR_FIRST_BYTES || has_bytes(first->written, offset, size);
		updates |= has_bytes(first->maybe, offset, size) && has_bytes(first->written, offset, size);
	}
	return updates;
}

/* Does the operation yield a pointer to the struct, by its result or through a slot? */
static bool yields(const struct look *look, const struct hr_operation *operation)
{
	const struct hr_model *model = look->claimer.model;

	if (takes(look, &operation->result))
		return true;
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *item = &operation->params.data[i];
		struct hr_item slot = { .type = hr_model_pointee(model, item->type) };
		if (hr_claimer_sort(model, item->type) == HR_POINTER_SLOT && takes(look, &slot))
			return true;
	}
	return false;
}

static void look_at_operation(struct look *look, const struct hr_operation *operation, uint32_t index)
{
	const struct hr_function_facts *function = &look->claimer.facts->functions.data[index];
	bool fills = false, updates = false;

	for (size_t i = 0; i < operation->params.count && i < function->parameters.count; i++) {
		if (!takes(look, &operation->params.data[i]))
			continue;
		const struct hr_first_use *first = &function->parameters.data[i].first;
		enum hr_effect effect = function->parameters.data[i].memory.effect;
		bool is_only_read = effect == HR_EFFECT_SAFE || effect == HR_EFFECT_READ_ONLY;
		look->is_only_read = look->is_only_read && is_only_read;
		look->is_all_known =
			look->is_all_known && (is_only_read || (!first->is_unknown && !function->defines_unknown));
		if (is_filler(first, look->type->size))
			fills = true;
		else if (look_at_parameter(look, first))
			updates = true;
	}
	look->fillers += fills;
	look->updaters += updates;
	for (size_t i = 0; i < function->fields.count; i++)
		for (size_t k = 0; k < look->type->fields.count; k++)
			if (function->fields.data[i].type == look->code_type &&
			    function->fields.data[i].memory.freed == HR_FREED_YES &&
			    look->type->fields.data[k].offset_bits == (int64_t)(8 * function->fields.data[i].offset))
				look->fields[k].is_freed = true;
	for (size_t i = 0; i < look->type->fields.count; i++) {
		struct touched *field = &look->fields[i];
		bool defines = touches(&function->defines, look, i);
		field->is_used |= touches(&function->uses, look, i) && !fills;
		field->is_defined |= defines;
		if (defines && field->at.file == HR_CODE_NONE)
			field->at = (struct hr_place){ look->claimer.facts->code->functions.data[index].file,
						       look->claimer.facts->code->functions.data[index].line };
	}
}

/* What it would be if it were not for the unit. */
static enum hr_role role_for_caller(const struct hr_item *item)
{
	double most = 0;
	enum hr_role role = HR_ROLE_IN;

	for (size_t i = 0; i < item->claims.count; i++) {
		const struct hr_claim *claim = &item->claims.data[i];
		bool is_units =
			claim->value == HR_ROLE_PRIVATE || claim->value == HR_ROLE_OUT || claim->value == HR_ROLE_INOUT;
		if (claim->fact == HR_FACT_ROLE && !is_units && claim->of < 0 && claim->weight > most) {
			most = claim->weight;
			role = (enum hr_role)claim->value;
		}
	}
	return role;
}

/* By the authors' words, or by all that the API does with the struct. */
static bool is_said_private(const struct hr_item *item)
{
	const double clearly = 0.9;

	for (size_t i = 0; i < item->claims.count; i++)
		if (item->claims.data[i].fact == HR_FACT_ROLE && item->claims.data[i].value == HR_ROLE_PRIVATE &&
		    (item->claims.data[i].source == HR_SOURCE_DOCUMENTATION ||
		     item->claims.data[i].source == HR_SOURCE_NAME || item->claims.data[i].weight > clearly))
			return true;
	return false;
}

/* Is there a word about it that would let the caller use it? */
static bool is_said_public(const struct hr_item *item)
{
	for (size_t i = 0; i < item->claims.count; i++)
		if (item->claims.data[i].fact == HR_FACT_ROLE && item->claims.data[i].value != HR_ROLE_PRIVATE &&
		    item->claims.data[i].source == HR_SOURCE_DOCUMENTATION)
			return true;
	return false;
}

/* One operation sets it up without a look at what was there, and several go on from what the last one left: nothing that a caller puts there would make sense. Numbers alone may as
 * well be a value (a vector, a date) that operations change. */
static bool is_state(const struct look *look)
{
	return look->fillers && look->updaters > 1 && !look->makers && !look->by_value && look->has_pointers;
}

/* Buffers and texts that others than the unit give back may be the caller's: input that is gone through. */
static bool is_units_own(const struct look *look, size_t index)
{
	const struct touched *field = &look->fields[index];
	enum hr_pointer_sort sort = hr_claimer_sort(look->claimer.model, look->type->fields.data[index].item.type);
	bool is_bytes = sort == HR_POINTER_TEXT || sort == HR_POINTER_BYTES || sort == HR_POINTER_OTHER;
	return field->is_defined && field->is_used && (!is_bytes || field->is_freed);
}

static bool is_suggested_user_data(const struct hr_item *item)
{
	for (size_t i = 0; i < item->claims.count; i++)
		if (item->claims.data[i].fact == HR_FACT_ROLE && item->claims.data[i].value == HR_ROLE_USER_DATA)
			return true;
	return false;
}

static void settle_field(struct look *look, size_t index)
{
	struct hr_item *item = &look->type->fields.data[index].item;
	const struct touched *field = &look->fields[index];
	const struct hr_type *type = hr_model_type(look->claimer.model, item->type);
	bool is_number = type && (type->kind == HR_TYPE_INT || type->kind == HR_TYPE_BOOL ||
				  type->kind == HR_TYPE_FLOAT || type->kind == HR_TYPE_ENUM);
	bool is_input = item->role != HR_ROLE_PRIVATE && item->role != HR_ROLE_OUT && item->role != HR_ROLE_INOUT &&
			item->role != HR_ROLE_CALLBACK && item->role != HR_ROLE_USER_DATA;

	if (look->type->fields.data[index].bit_width >= 0 || is_said_private(item))
		return;
	if (is_state(look) && is_units_own(look, index) && !is_said_public(item) &&
	    (is_input || item->role == HR_ROLE_INOUT || item->role == HR_ROLE_OUT)) {
		hr_claimer_role(&look->claimer, item, HR_ROLE_PRIVATE, field->at,
				"operations go on from what others left there");
		return;
	}
	bool is_never_written = !field->is_defined && !field->is_changed && !look->fillers && look->is_all_known;
	if (item->role == HR_ROLE_OUT && (field->is_used || look->is_only_read) && is_never_written && look->takers &&
	    !look->makers && look->is_all_seen && !is_said_public(item))
		hr_claimer_role(&look->claimer, item, role_for_caller(item), field->at,
				field->is_used ? "it is read, and written nowhere"
					       : "its struct is read, and written nowhere");
	if (item->role == HR_ROLE_OUT && !field->is_used && !field->is_defined && is_suggested_user_data(item))
		hr_claimer_role(&look->claimer, item, HR_ROLE_USER_DATA, field->at, "nothing in the unit touches it");
	/* what is in a struct within is told of that struct */
	bool is_whole = type && type->kind != HR_TYPE_STRUCT && type->kind != HR_TYPE_UNION;
	if ((is_input || item->role == HR_ROLE_INOUT) && field->is_defined && !field->is_used && is_whole &&
	    look->is_all_seen && !look->is_copied_in)
		hr_claimer_role(&look->claimer, item, HR_ROLE_OUT, field->at, "it is written, and read nowhere");
	else if (item->role == HR_ROLE_PRIVATE && field->is_used && field->is_defined && !field->is_changed &&
		 is_number)
		hr_claimer_role(&look->claimer, item, role_for_caller(item), field->at,
				"only what fills the whole struct writes it, and it is read");
}

static void settle_type(struct hr_model *model, const struct hr_facts *facts, const struct hr_claim_options *options,
			struct hr_type *type)
{
	struct look look = { .claimer = { .model = model, .facts = facts, .options = options },
			     .is_all_seen = !is_part(model, type),
			     .is_all_known = true,
			     .is_only_read = true,
			     .type = type,
			     .code_type = code_type_of(facts, type) };

	if (look.code_type == HR_CODE_NONE)
		return;
	look.fields = hr_calloc(type->fields.count + 1, sizeof *look.fields);
	look.has_pointers = has_pointers(&look);
	for (size_t i = 0; i < type->fields.count; i++)
		look.fields[i].at.file = HR_CODE_NONE;
	for (size_t i = 0; i < model->operations.count; i++) {
		uint32_t function = hr_facts_function(facts, &model->operations.data[i]);
		look.takers += takes_any(&look, &model->operations.data[i]);
		look.makers += yields(&look, &model->operations.data[i]);
		look.by_value += passes_value(&look, &model->operations.data[i]);
		look.is_copied_in = look.is_copied_in || takes_value(&look, &model->operations.data[i]);
		if (function != HR_CODE_NONE)
			look_at_operation(&look, &model->operations.data[i], function);
		else if (takes_any(&look, &model->operations.data[i]))
			look.is_all_seen = false;
	}
	for (size_t i = 0; i < type->fields.count; i++)
		settle_field(&look, i);
	free(look.fields);
}

void hr_settle_types(struct hr_model *model, const struct hr_facts *facts, const struct hr_claim_options *options)
{
	for (size_t i = 0; i < model->types.count; i++) {
		struct hr_type *type = &model->types.data[i];
		if (type->is_public && type->kind == HR_TYPE_STRUCT && type->completeness == HR_COMPLETE &&
		    type->fields.count)
			settle_type(model, facts, options, type);
	}
}

void hr_facts_settle_fields(struct hr_model *model, const struct hr_facts *facts,
			    const struct hr_claim_options *options)
{
	hr_claimer_each(model, facts, options, hr_claim_fields);
	hr_settle_types(model, facts, options);
	hr_model_decide(model);
}
