/* A literal for any item, by type and role; structs field by field, arrays element by element.
 *
 * Invariants: what is made can be encoded (no part of a bit-field but a number, no callback result but a scalar); recursion ends at HR_LITERAL_DEEPEST. */
#include "search/literals_internal.h"

#include "base/text.h"
#include "search/system_structs.h"
#include "search/tagged_unions.h"

#include <string.h>

enum { BUFFER = 64, ELEMENTS_MOST = 6, WIDE_MOST = 24 };

static size_t below(const struct hr_wish *wish, size_t count)
{
	return hr_random_below(wish->random, count);
}

static bool set_null(struct hr_operand *out)
{
	*out = (struct hr_operand){ .kind = HR_OPERAND_NULL };
	return true;
}

static void set_number(struct hr_operand *out, int64_t number)
{
	*out = (struct hr_operand){ .kind = HR_OPERAND_NUMBER, .number = number };
}

static bool is_character(const struct hr_type *type)
{
	return type && type->kind == HR_TYPE_INT && type->size == 1;
}

/* The wish for a part: another item, at another place. */
static struct hr_wish wish_for(const struct hr_wish *wish, const struct hr_item *item, size_t place)
{
	struct hr_wish part = *wish;
	part.item = item;
	part.has_range = false;
	part.inner = place + 1; /* HR_NO_PLACE becomes 0 */
	if (place == HR_NO_PLACE)
		part.parameter = -1;
	return part;
}

int64_t hr_literal_extent(const struct hr_operand *literal)
{
	switch (literal->kind) {
	case HR_OPERAND_TEXT:
	case HR_OPERAND_BYTES:
		return (int64_t)literal->length;
	case HR_OPERAND_LIST:
		return (int64_t)literal->part_count;
	case HR_OPERAND_STRUCT:
		return 1;
	case HR_OPERAND_NULL:
		return 0;
	default:
		return -1;
	}
}

/* ---- structs ---- */

static bool is_length(const struct hr_item *item)
{
	return (item->role == HR_ROLE_LENGTH || item->role == HR_ROLE_CAPACITY) && item->of >= 0;
}

/* Whether a field is set at all: what nobody knows the use of is left 0 half of the time. */
static bool is_set(const struct hr_wish *wish, const struct hr_field *field)
{
	if (field->item.role == HR_ROLE_PRIVATE || field->item.role == HR_ROLE_OUT || field->item.name[0] == '\0' ||
	    field->offset_bits < 0)
		return false;
	return below(wish, field->item.role == HR_ROLE_UNKNOWN ? 2 : 8) != 0;
}

static bool fill_field(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish, size_t type,
		       size_t index, bool has_hooks)
{
	const struct hr_field *field = &literals->model->types.data[type].fields.data[index];
	struct hr_wish part = wish_for(wish, &field->item, hr_corpus_field(literals->corpus, type, index));
	if (literals->model->types.data[type].is_system)
		part.has_range = hr_system_range(field->item.name, &part.least, &part.most);
	if (field->bit_width >= 0) {
		set_number(out, hr_literal_bits(literals, &part, field->bit_width));
		return true;
	}
	if (has_hooks && hr_literal_hook(out, literals->model, &field->item))
		return out->kind != HR_OPERAND_NULL;
	return hr_literal_fill(out, literals, &part);
}

/* Lengths of other fields, once those are there. */
static void relate_fields(struct hr_operand *out, const struct hr_type *type)
{
	for (size_t i = 0; i < out->part_count; i++) {
		const struct hr_item *item = &type->fields.data[out->fields[i]].item;
		if (!is_length(item) || out->parts[i].kind != HR_OPERAND_NUMBER)
			continue;
		out->parts[i].number = 0;
		for (size_t k = 0; k < out->part_count; k++)
			if (out->fields[k] == (size_t)item->of && hr_literal_extent(&out->parts[k]) > 0)
				out->parts[i].number = hr_literal_extent(&out->parts[k]);
	}
}

/* Of a union beside its tag, the member that the tag stands for; nothing where it stands for none. */
static void fill_tagged(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish,
			const struct hr_type *type)
{
	for (size_t i = 0; i < out->part_count; i++) {
		size_t index = hr_union_tag(literals->model, type, out->fields[i]);
		int64_t value = 0;

		if (index == HR_NO_MEMBER || !hr_parts_have(wish->parts, HR_PART_ELEPHANT))
			continue;
		for (size_t k = 0; k < out->part_count; k++)
			if (out->fields[k] == index && out->parts[k].kind == HR_OPERAND_NUMBER)
				value = out->parts[k].number;
		struct hr_type_ref which = hr_model_strip(literals->model, type->fields.data[out->fields[i]].item.type);
		const struct hr_type *tag = hr_model_type(literals->model, type->fields.data[index].item.type);
		size_t member = hr_union_member(literals->model, tag, value, &literals->model->types.data[which.type]);
		struct hr_operand *part = &out->parts[i];
		*part = (struct hr_operand){ .kind = HR_OPERAND_STRUCT,
					     .parts = hr_arena_alloc(wish->arena, sizeof *part->parts),
					     .fields = hr_arena_alloc(wish->arena, sizeof *part->fields) };
		if (member == HR_NO_MEMBER || literals->depth >= HR_LITERAL_DEEPEST ||
		    !fill_field(part->parts, literals, wish, which.type, member, false) ||
		    part->parts[0].kind == HR_OPERAND_NULL)
			continue;
		part->fields[part->part_count++] = member;
		if (wish->contributed)
			*wish->contributed |= 1u << HR_PART_ELEPHANT;
	}
}

static bool has_hooks(const struct hr_model *model, const struct hr_type *type)
{
	for (size_t i = 0; i < type->fields.count; i++) {
		const struct hr_item *item = &type->fields.data[i].item;
		if (hr_are_hooks(model, &item, 1))
			return true;
	}
	return false;
}

bool hr_literal_struct(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish,
		       struct hr_type_ref ref)
{
	struct hr_type_ref stripped = hr_model_strip(literals->model, ref);
	const struct hr_type *type = hr_model_type(literals->model, stripped);
	*out = (struct hr_operand){ .kind = HR_OPERAND_STRUCT };
	if (!type || type->completeness != HR_COMPLETE || (type->kind != HR_TYPE_STRUCT && type->kind != HR_TYPE_UNION))
		return false;
	if (literals->depth >= HR_LITERAL_DEEPEST || type->fields.count == 0)
		return true;
	/* of a union one member is set */
	size_t first = type->kind == HR_TYPE_UNION ? below(wish, type->fields.count) : 0;
	size_t end = type->kind == HR_TYPE_UNION ? first + 1 : type->fields.count;
	bool hooks = has_hooks(literals->model, type);
	out->parts = hr_arena_alloc(wish->arena, (end - first) * sizeof *out->parts);
	out->fields = hr_arena_alloc(wish->arena, (end - first) * sizeof *out->fields);
	literals->depth++;
	for (size_t i = first; i < end; i++) {
		const struct hr_field *field = &type->fields.data[i];
		bool is_wanted = type->is_system ? hr_is_system_field(literals->model, field) : is_set(wish, field);
		if (!is_wanted || !fill_field(&out->parts[out->part_count], literals, wish, stripped.type, i, hooks))
			continue;
		if (out->parts[out->part_count].kind != HR_OPERAND_NULL)
			out->fields[out->part_count++] = i;
	}
	if (type->kind == HR_TYPE_STRUCT)
		fill_tagged(out, literals, wish, type);
	literals->depth--;
	relate_fields(out, type);
	return true;
}

/* ---- arrays ---- */

/* Some number of the call tells how many there are of what is wished for; also true where that cannot be known. */
static bool has_length(const struct hr_model *model, const struct hr_wish *wish)
{
	if (wish->inner || wish->parameter < 0 || wish->operation >= model->operations.count)
		return true;
	const struct hr_operation *operation = &model->operations.data[wish->operation];
	for (size_t i = 0; i < operation->params.count; i++)
		if (is_length(&operation->params.data[i]) && operation->params.data[i].of == wish->parameter)
			return true;
	return false;
}

bool hr_wish_ends_itself(const struct hr_model *model, const struct hr_wish *wish)
{
	return wish->item->role == HR_ROLE_STRING || !has_length(model, wish);
}

/* Several, and nobody tells how many: the last pointer is NULL, and a zero comes behind numbers. */
static void end_list(struct hr_operand *out, const struct hr_model *model, const struct hr_wish *wish,
		     const struct hr_type *element, bool is_open)
{
	if (!hr_wish_ends_itself(model, wish))
		return;
	if (element->kind == HR_TYPE_POINTER && out->part_count)
		set_null(&out->parts[out->part_count - 1]);
	else if (is_open && (element->kind == HR_TYPE_INT || element->kind == HR_TYPE_ENUM))
		set_number(&out->parts[out->part_count++], 0);
}

bool hr_literal_array(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish,
		      struct hr_type_ref ref, int64_t count)
{
	const struct hr_type *element = hr_model_type(literals->model, ref);
	if (!element || element->kind == HR_TYPE_VOID || is_character(element)) {
		hr_literal_bytes(out, literals, wish, count);
		return true;
	}
	struct hr_item item = hr_item_of("", ref);
	bool is_text = element->kind == HR_TYPE_POINTER &&
		       is_character(hr_model_type(literals->model, hr_model_pointee(literals->model, ref)));
	item.role = is_text ? HR_ROLE_STRING : HR_ROLE_IN;
	/* numbers of an array are learned together, at the place of the array */
	struct hr_wish part =
		wish_for(wish, &item, element->kind <= HR_TYPE_ENUM ? hr_wish_place(literals, wish) : HR_NO_PLACE);
	*out = (struct hr_operand){ .kind = HR_OPERAND_LIST };
	out->part_count = count >= 0 ? (size_t)count : 1 + below(wish, ELEMENTS_MOST);
	if (literals->depth >= HR_LITERAL_DEEPEST || out->part_count > 4096)
		return false;
	out->parts = hr_arena_alloc(wish->arena, (out->part_count + 1) * sizeof *out->parts);
	bool made = true;
	literals->depth++;
	for (size_t i = 0; i < out->part_count && made; i++)
		made = hr_literal_fill(&out->parts[i], literals, &part);
	literals->depth--;
	end_list(out, literals->model, wish, element, count < 0);
	return made;
}

/* Text of wide characters: what text is made of, one number for each of its bytes, or numbers that were learned. */
static bool fill_wide_text(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish,
			   struct hr_type_ref character)
{
	struct hr_operand text;
	if (below(wish, 2))
		return hr_literal_array(out, literals, wish, character, -1);
	hr_literal_text(&text, literals, wish);
	*out = (struct hr_operand){ .kind = HR_OPERAND_LIST };
	size_t length = text.length < WIDE_MOST ? text.length : WIDE_MOST;
	out->parts = hr_arena_alloc(wish->arena, (length + 1) * sizeof *out->parts);
	for (size_t i = 0; i < length; i++)
		set_number(&out->parts[i], (unsigned char)text.text[i]);
	set_number(&out->parts[length], 0);
	out->part_count = length + 1;
	return true;
}

/* ---- pointers ---- */

static bool is_filled_by_callee(const struct hr_item *item)
{
	return item->role == HR_ROLE_OUT;
}

/* Room for what the callee writes. */
static bool fill_room(struct hr_operand *out, const struct hr_wish *wish, const struct hr_type *target)
{
	int64_t count = wish->item->array_count > 0 ? wish->item->array_count : 1;
	if (!target || target->kind == HR_TYPE_VOID || is_character(target)) {
		size_t size = wish->item->array_count > 0 ? (size_t)count : BUFFER;
		*out = (struct hr_operand){ .kind = HR_OPERAND_BYTES,
					    .text = hr_arena_alloc(wish->arena, size),
					    .length = size };
		return true;
	}
	if (target->kind == HR_TYPE_STRUCT || target->kind == HR_TYPE_UNION) {
		*out = (struct hr_operand){ .kind = HR_OPERAND_STRUCT };
		return target->completeness == HR_COMPLETE && count == 1;
	}
	*out = (struct hr_operand){ .kind = HR_OPERAND_LIST,
				    .parts = hr_arena_alloc(wish->arena, (size_t)count * sizeof *out->parts),
				    .part_count = (size_t)count };
	for (int64_t i = 0; i < count; i++)
		out->parts[i].kind = target->kind == HR_TYPE_POINTER ? HR_OPERAND_NULL
				     : target->kind == HR_TYPE_FLOAT ? HR_OPERAND_REAL
								     : HR_OPERAND_NUMBER;
	return target->kind != HR_TYPE_ARRAY && target->size > 0;
}

/* `void *` that nobody looks into, or that our callbacks do: long enough for an int, ends with a NUL. */
static bool fill_anything(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish)
{
	if (wish->item->role == HR_ROLE_BUFFER) {
		hr_literal_bytes(out, literals, wish, -1);
		return true;
	}
	if (wish->item->role == HR_ROLE_USER_DATA && below(wish, 3))
		return set_null(out);
	hr_literal_text(out, literals, wish);
	if (out->length < 7) {
		char *padded = hr_arena_alloc(wish->arena, 8);
		memset(padded, '.', 7);
		memcpy(padded, out->text, out->length);
		out->text = padded;
		out->length = 7;
	}
	return true;
}

static bool fill_characters(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish)
{
	if (wish->item->array_count > 0)
		hr_literal_bytes(out, literals, wish, wish->item->array_count);
	else if (wish->item->role == HR_ROLE_BUFFER)
		hr_literal_bytes(out, literals, wish, -1);
	else
		hr_literal_text(out, literals, wish);
	return true;
}

/* Constants that stand for special pointers. */
static bool fill_sentinel(struct hr_operand *out, const struct hr_wish *wish)
{
	const hr_claims *claims = &wish->item->claims;
	for (size_t i = 0; i < claims->count; i++)
		if (claims->data[i].fact == HR_FACT_SENTINEL && claims->data[i].of >= 0 && below(wish, 8) == 0) {
			*out = (struct hr_operand){ .kind = HR_OPERAND_CONSTANT,
						    .constant = (size_t)claims->data[i].of };
			return true;
		}
	return false;
}

static bool fill_by_role(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish)
{
	switch (wish->item->role) {
	case HR_ROLE_FILE:
		hr_literal_stream(out, literals, wish);
		return true;
	case HR_ROLE_PATH:
		hr_literal_path(out, literals, wish);
		return true;
	case HR_ROLE_FORMAT:
		hr_literal_format(out, NULL, literals, wish);
		return true;
	default:
		return false;
	}
}

static bool fill_target(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish,
			struct hr_type_ref pointee, const struct hr_type *target)
{
	int64_t count = wish->item->array_count > 0 ? wish->item->array_count : -1;
	switch (target->kind) {
	case HR_TYPE_VOID:
		return fill_anything(out, literals, wish);
	case HR_TYPE_INT:
		if (is_character(target))
			return fill_characters(out, literals, wish);
		if (wish->item->role == HR_ROLE_STRING && count < 0)
			return fill_wide_text(out, literals, wish, pointee);
		/* fall through */
	case HR_TYPE_BOOL:
	case HR_TYPE_FLOAT:
	case HR_TYPE_ENUM:
	case HR_TYPE_POINTER:
		return hr_literal_array(out, literals, wish, pointee,
					count < 0 && wish->item->role != HR_ROLE_ARRAY ? 1 : count);
	case HR_TYPE_STRUCT:
	case HR_TYPE_UNION:
		if (count > 0 || wish->item->role == HR_ROLE_ARRAY)
			return target->completeness == HR_COMPLETE &&
			       hr_literal_array(out, literals, wish, pointee, count);
		return hr_literal_struct(out, literals, wish, pointee);
	default:
		return false;
	}
}

static bool fill_pointer(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish)
{
	struct hr_type_ref pointee = hr_model_pointee(literals->model, wish->item->type);
	const struct hr_type *target = hr_model_type(literals->model, pointee);
	set_null(out);
	if (wish->item->nullable == HR_YES && below(wish, 16) == 0)
		return true;
	if (!target)
		return wish->item->nullable == HR_YES;
	if (fill_sentinel(out, wish))
		return true;
	if (target->kind == HR_TYPE_FUNCTION)
		return hr_literal_callback(out, literals, wish);
	if (is_filled_by_callee(wish->item) && fill_room(out, wish, target))
		return true;
	set_null(out);
	if (fill_by_role(out, literals, wish))
		return true;
	/* a handle inside of a struct or an array: a value, if there is one */
	if (literals->depth && wish->supply && (target->kind == HR_TYPE_STRUCT || target->kind == HR_TYPE_UNION) &&
	    wish->supply(wish->context, out, wish->item))
		return true;
	if (fill_target(out, literals, wish, pointee, target))
		return true;
	set_null(out);
	return wish->item->nullable == HR_YES;
}

/* ---- all ---- */

static bool fill_array_type(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish,
			    const struct hr_type *type)
{
	if (type->count <= 0)
		return false;
	if (!is_character(hr_model_type(literals->model, type->target)))
		return hr_literal_array(out, literals, wish, type->target, type->count > 16 ? 16 : type->count);
	/* names and the like: text that fits with its NUL */
	hr_literal_text(out, literals, wish);
	if ((int64_t)out->length >= type->count)
		out->length = (size_t)type->count - 1;
	return true;
}

bool hr_literal_fill(struct hr_operand *out, struct hr_literals *literals, const struct hr_wish *wish)
{
	const struct hr_type *type = hr_model_type(literals->model, wish->item->type);
	set_null(out);
	if (!type)
		return false;
	switch (type->kind) {
	case HR_TYPE_BOOL:
	case HR_TYPE_INT:
	case HR_TYPE_ENUM:
		if (wish->item->role == HR_ROLE_DESCRIPTOR && type->size == 4) {
			hr_literal_descriptor(out, literals, wish);
			return true;
		}
		set_number(out, hr_literal_number(literals, wish));
		return type->size <= 8;
	case HR_TYPE_FLOAT:
		*out = (struct hr_operand){ .kind = HR_OPERAND_REAL, .real = hr_literal_real(literals, wish) };
		return true;
	case HR_TYPE_POINTER:
		return fill_pointer(out, literals, wish);
	case HR_TYPE_ARRAY:
		return fill_array_type(out, literals, wish, type);
	case HR_TYPE_STRUCT:
	case HR_TYPE_UNION:
		return hr_literal_struct(out, literals, wish, wish->item->type);
	default:
		return false;
	}
}
