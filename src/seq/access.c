/* Parts of values: fields, elements, what a pointer points to.
 *
 * Invariant: an access follows at most one pointer, the value it starts from; a pointer on the way has to be read into a value of its
 * own first. So each access is one load or store at a fixed distance. */
#include "seq/read_internal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Looks through anonymous members; `base` is where `type` begins. */
static bool find_field(struct hr_field_path *out, const struct hr_model *model, const struct hr_type *type,
		       const char *name, int64_t base, size_t level)
{
	for (size_t i = 0; i < type->fields.count && level < sizeof out->indices / sizeof *out->indices; i++) {
		const struct hr_field *field = &type->fields.data[i];
		const struct hr_type *inner = hr_model_type(model, field->item.type);

		if (field->offset_bits < 0)
			continue;
		out->indices[level] = i;
		if (strcmp(field->item.name, name) == 0) {
			out->count = level + 1;
			out->offset_bits = base + field->offset_bits;
			out->field = field;
			return true;
		}
		if (!*field->item.name && inner && (inner->kind == HR_TYPE_STRUCT || inner->kind == HR_TYPE_UNION) &&
		    find_field(out, model, inner, name, base + field->offset_bits, level + 1))
			return true;
	}
	return false;
}

bool hr_field_find(struct hr_field_path *out, const struct hr_model *model, const struct hr_type *type,
		   const char *name)
{
	return *name && find_field(out, model, type, name, 0, 0);
}

static void offer_fields(struct hr_nearest *nearest, const struct hr_model *model, const struct hr_type *type)
{
	for (size_t i = 0; i < type->fields.count; i++) {
		const struct hr_item *item = &type->fields.data[i].item;
		const struct hr_type *inner = hr_model_type(model, item->type);

		hr_nearest_offer(nearest, item->name);
		if (!*item->name && inner)
			offer_fields(nearest, model, inner);
	}
}

int hr_text_field(struct hr_field_path *out, struct hr_text_reader *reader, const struct hr_type *type,
		  const struct hr_token *token)
{
	struct hr_nearest nearest = { .wanted = token->text };

	if (type->completeness != HR_COMPLETE)
		return hr_text_fail(reader, token->start, "the members of '%s' are not public", type->spelling);
	if (hr_field_find(out, reader->model, type, token->text))
		return 0;
	hr_text_fail(reader, token->start, "'%s' has no field '%s'", type->spelling, token->text);
	offer_fields(&nearest, reader->model, type);
	hr_nearest_hint(&nearest, reader->error);
	return -1;
}

/* An access while it is read. */
struct walk {
	struct hr_text_reader *reader;
	struct hr_access *access;
	struct hr_shape before; /* the step that is taken; for messages */
	struct hr_shape at;     /* what the steps so far lead to; before the first one the value itself */
	struct hr_strbuf text;  /* of the steps */
	size_t steps;
};

static int fail_walk(const struct walk *walk, size_t at, const char *problem)
{
	struct hr_strbuf spelling = HR_STRBUF_INIT;
	const char *name = walk->reader->sequence->values.data[walk->access->value].name;

	hr_shape_spell(&spelling, walk->reader->model, walk->before);
	hr_text_fail(walk->reader, at, "'%s%s' is '%s': %s", name, walk->text.data, spelling.data, problem);
	hr_strbuf_release(&spelling);
	return -1;
}

/* The first step follows the pointer; later ones may not meet another. */
static int follow(struct walk *walk, size_t at)
{
	const struct hr_model *model = walk->reader->model;
	bool is_pointer = hr_shape_kind(model, walk->at) == HR_TYPE_POINTER;

	if (walk->steps++ > 0)
		return is_pointer ? fail_walk(walk, at, "read it into a value first") : 0;
	walk->access->through = is_pointer;
	if (is_pointer && !hr_shape_pointee(&walk->at, model, walk->at))
		return fail_walk(walk, at, "what it points to is not known");
	return 0;
}

static int step_into_field(struct walk *walk, const struct hr_token *token)
{
	const struct hr_type *type;
	struct hr_field_path path = { 0 };

	if (token->kind != HR_TOKEN_WORD)
		return hr_text_fail(walk->reader, token->start, "expected the name of a field");
	if (follow(walk, token->start) < 0)
		return -1;
	type = hr_shape_type(walk->reader->model, walk->at);
	if (!type || (type->kind != HR_TYPE_STRUCT && type->kind != HR_TYPE_UNION))
		return fail_walk(walk, token->start, "it has no fields");
	if (hr_text_field(&path, walk->reader, type, token) < 0 || !path.field)
		return -1;
	walk->access->bit_width = path.field->bit_width;
	if (path.field->bit_width >= 0) {
		int64_t bits = walk->access->offset * 8 + path.offset_bits;

		if (!walk->access->through)
			return hr_text_fail(walk->reader, token->start,
					    "a bit-field of a struct by value cannot be read");
		if (bits > INT_MAX || bits < 0)
			return hr_text_fail(walk->reader, token->start, "a bit-field so far away cannot be reached");
		walk->access->bit_offset = (int)bits;
	}
	walk->access->offset += path.offset_bits / 8;
	walk->at = hr_shape_of(path.field->item.type);
	hr_strbuf_addf(&walk->text, ".%s", token->text);
	return 0;
}

/* Beyond what any object has; distances fit into 32 bits, bits into 64. */
#define FARTHEST ((int64_t)1 << 30)

static int read_index(int64_t *out, struct hr_text_reader *reader)
{
	bool is_negative = hr_text_accept(reader, '-');
	const struct hr_token *token = hr_text_peek(reader, 0);

	if (token->kind != HR_TOKEN_NUMBER)
		return hr_text_fail_expected(reader, "a number");
	hr_text_take(reader);
	if (token->number > (uint64_t)FARTHEST)
		return hr_text_fail(reader, token->start, "the index is too large");
	*out = is_negative ? -(int64_t)token->number : (int64_t)token->number;
	return hr_text_expect(reader, ']');
}

static int step_into_element(struct walk *walk, size_t at)
{
	const struct hr_model *model = walk->reader->model;
	const struct hr_type *array = hr_shape_type(model, walk->at);
	bool is_first = walk->steps == 0;
	int64_t index = 0, distance;

	if (is_first && hr_shape_kind(model, walk->at) != HR_TYPE_POINTER)
		return fail_walk(walk, at, "it has no elements");
	if (read_index(&index, walk->reader) < 0 || follow(walk, at) < 0)
		return -1;
	if (!is_first) {
		if (!array || array->kind != HR_TYPE_ARRAY)
			return fail_walk(walk, at, "it has no elements");
		if (index < 0 || (array->count >= 0 && index >= array->count))
			return fail_walk(walk, at, "it has no such element");
		walk->at = hr_shape_of(array->target);
	}
	int64_t size = (int64_t)hr_shape_size(model, walk->at);
	if (size == 0)
		return fail_walk(walk, at, "its size is not known");
	if (__builtin_mul_overflow(index, size, &distance) || llabs(distance) > FARTHEST)
		return hr_text_fail(walk->reader, at, "the index is too large");
	walk->access->offset += distance;
	hr_strbuf_addf(&walk->text, "[%lld]", (long long)index);
	return 0;
}

/* `.x`, `->x`, `[n]`; 1 when nothing of that follows. */
static int take_step(struct walk *walk)
{
	struct hr_text_reader *reader = walk->reader;
	size_t at = hr_text_peek(reader, 0)->start;

	walk->before = walk->at;
	if (hr_text_accept(reader, '['))
		return step_into_element(walk, at);
	if (hr_text_is_mark(hr_text_peek(reader, 0), '-') && hr_text_is_mark(hr_text_peek(reader, 1), '>')) {
		hr_text_take(reader);
		hr_text_take(reader);
		return step_into_field(walk, hr_text_take(reader));
	}
	return hr_text_accept(reader, '.') ? step_into_field(walk, hr_text_take(reader)) : 1;
}

static int walk_steps(struct walk *walk, bool is_load)
{
	int status = 0;

	if (is_load) {
		size_t at = hr_text_peek(walk->reader, 0)->start;

		if (hr_shape_kind(walk->reader->model, walk->at) != HR_TYPE_POINTER)
			return fail_walk(walk, at, "it is no pointer");
		if (follow(walk, at) < 0)
			return -1;
		if (hr_shape_size(walk->reader->model, walk->at) == 0)
			return fail_walk(walk, at, "its size is not known");
		hr_strbuf_addch(&walk->text, '*');
		return 0;
	}
	while (status == 0)
		status = take_step(walk);
	if (status > 0 && walk->steps == 0)
		return hr_text_fail_expected(walk->reader, "'.' or '['");
	return status < 0 ? -1 : 0;
}

int hr_text_access(struct hr_access **place, struct hr_text_reader *reader)
{
	struct hr_access *out = *place = hr_arena_alloc(&reader->sequence->arena, sizeof **place);
	bool is_load = hr_text_accept(reader, '*');
	const struct hr_token *token = hr_text_peek(reader, 0);

	*out = (struct hr_access){ .value = HR_NO_VALUE, .bit_offset = -1, .bit_width = -1 };
	if (token->kind != HR_TOKEN_WORD)
		return hr_text_fail_expected(reader, "the name of a value");
	if (!hr_map_get(&reader->value_by_name, token->text, &out->value))
		return hr_text_fail_unknown(reader, token);
	hr_text_take(reader);
	struct hr_shape shape = hr_shape_of_value(reader->sequence, out->value);
	struct walk walk = { reader, out, shape, shape, HR_STRBUF_INIT, 0 };
	int status = walk_steps(&walk, is_load);
	out->type = walk.at.type;
	out->pointed = walk.at.pointed;
	out->text = hr_arena_strdup(&reader->sequence->arena, walk.text.data);
	hr_strbuf_release(&walk.text);
	return status;
}
