/* Which looks there are at what a call had to do with.
 *
 * An observer is asked when all of its parameters can be filled: with the object, with what the focus was given for a parameter of the same kind (so that what was put in under a key is asked for by that key), and
 * with room for answers. */
#include "suite/looks_internal.h"

#include "seq/edit.h"

#include <string.h>

enum { MOST_BEHIND = 4, MOST_KEY = 40 /* what is longer is hard to read twice */ };

struct finding {
	hr_looks *out;
	struct hr_arena *arena;
	const struct hr_sequence *sequence;
	const struct hr_model *model;
	const struct hr_statement *focus;
	const struct hr_look_options *options;
};

static void add(struct finding *finding, const struct hr_look *look)
{
	if (finding->out->count < HR_LOOK_CANDIDATES)
		hr_vec_push(finding->out, *look);
}

static bool is_number(const struct hr_type *type)
{
	return type && (type->kind == HR_TYPE_INT || type->kind == HR_TYPE_BOOL || type->kind == HR_TYPE_ENUM ||
			type->kind == HR_TYPE_FLOAT);
}

static bool shows_something(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	return is_number(type) || (type && type->kind == HR_TYPE_POINTER);
}

static bool is_text(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *target = hr_model_type(model, hr_model_pointee(model, ref));
	return target && target->kind == HR_TYPE_INT && strcmp(target->spelling, "char") == 0;
}

/* ---- observers ---- */

/* An operation that puts into a text of its own what an object holds. */
static bool writes_text(const struct hr_model *model, const struct hr_operation *operation)
{
	const struct hr_type *first =
		operation->params.count == 1 ? hr_model_type(model, operation->params.data[0].type) : NULL;
	return first && first->kind == HR_TYPE_POINTER && (first->target.qualifiers & HR_CONST) &&
	       operation->result.role == HR_ROLE_OWNED && is_text(model, operation->result.type);
}

/* Whether a parameter is a buffer whose capacity another one tells. */
static bool has_capacity(const struct hr_operation *operation, size_t index)
{
	for (size_t i = 0; i < operation->params.count; i++)
		if (operation->params.data[i].role == HR_ROLE_CAPACITY && operation->params.data[i].of == (int)index)
			return true;
	return false;
}

/* Whether a fresh variable or buffer can be given for a parameter, to be filled in; what has to be given back afterwards is not asked for. */
static bool find_room(struct hr_look_argument *out, const struct hr_model *model, const struct hr_operation *operation,
		      size_t index)
{
	const struct hr_item *item = &operation->params.data[index];
	const struct hr_type *type = hr_model_type(model, item->type);
	if (!type || type->kind != HR_TYPE_POINTER || (type->target.qualifiers & HR_CONST))
		return false;
	const struct hr_type *target = hr_model_type(model, type->target);
	bool is_byte = target && target->kind == HR_TYPE_INT && target->size == 1;
	if (is_byte && (item->role == HR_ROLE_BUFFER || item->role == HR_ROLE_OUT) && has_capacity(operation, index)) {
		out->kind = HR_LOOK_BUFFER;
		return true;
	}
	out->kind = HR_LOOK_VARIABLE;
	return item->role == HR_ROLE_OUT && item->array_count < 0 && item->freed_by < 0 && !item->freed_by_libc &&
	       !is_byte && (is_number(target) || (target && target->kind == HR_TYPE_POINTER));
}

/* Whether what a parameter takes can be a key: a text, bytes, numbers; or their length. */
static bool is_key(const struct hr_model *model, const struct hr_item *item)
{
	const struct hr_type *type = hr_model_type(model, item->type);
	bool is_read = type && type->kind == HR_TYPE_POINTER && (type->target.qualifiers & HR_CONST);
	switch (item->role) {
	case HR_ROLE_STRING:
	case HR_ROLE_BUFFER:
	case HR_ROLE_ARRAY:
		return is_read;
	case HR_ROLE_IN:
	case HR_ROLE_ENUM:
	case HR_ROLE_SIZE:
	case HR_ROLE_LENGTH:
		return is_number(type);
	default:
		return false;
	}
}

/* Something that can be given again, as it is. */
static bool is_given_plainly(const struct finding *finding, const struct hr_operand *operand)
{
	switch (operand->kind) {
	case HR_OPERAND_NUMBER:
	case HR_OPERAND_REAL:
	case HR_OPERAND_CONSTANT:
		return true;
	case HR_OPERAND_TEXT:
	case HR_OPERAND_BYTES:
		return operand->length <= MOST_KEY;
	case HR_OPERAND_LIST:
		return operand->part_count <= MOST_KEY;
	case HR_OPERAND_VALUE: {
		size_t maker = finding->sequence->values.data[operand->value].statement;
		enum hr_statement_kind kind = finding->sequence->statements.data[maker].kind;
		return kind == HR_STATEMENT_LITERAL || kind == HR_STATEMENT_NEW;
	}
	default:
		return false;
	}
}

/* Whether what the focus was given for a parameter of its own is what this one is for. */
static bool is_same_kind(const struct finding *finding, const struct hr_look *look, const struct hr_item *item,
			 size_t given)
{
	const struct hr_operation *focus = &finding->model->operations.data[finding->focus->operation];
	const struct hr_item *own = &focus->params.data[given];
	bool is_type = hr_model_type(finding->model, own->type) == hr_model_type(finding->model, item->type);
	if (!is_type || own->role != item->role || !is_key(finding->model, own) ||
	    !is_given_plainly(finding, &finding->focus->operands[given]))
		return false;
	/* the length of what is given, too */
	if (item->role != HR_ROLE_LENGTH || item->of < 0)
		return true;
	const struct hr_look_argument *buffer = item->of < HR_LOOK_ARGUMENTS ? &look->arguments[item->of] : NULL;
	return buffer && buffer->kind == HR_LOOK_SAME && own->of == (int)buffer->of;
}

/* The argument of the focus that a parameter can be given again: one of the same name, or the first. */
static bool find_same(struct hr_look_argument *out, const struct finding *finding, const struct hr_look *look,
		      const struct hr_item *item)
{
	const struct hr_operation *focus = &finding->model->operations.data[finding->focus->operation];
	bool is_found = false;
	for (size_t i = 0; i < focus->params.count && i < finding->focus->operand_count; i++) {
		if (!is_key(finding->model, item) || !is_same_kind(finding, look, item, i))
			continue;
		bool is_named = *item->name && strcmp(focus->params.data[i].name, item->name) == 0;
		if (!is_found || is_named)
			*out = (struct hr_look_argument){ HR_LOOK_SAME, i };
		is_found = true;
		if (is_named)
			break;
	}
	return is_found;
}

/* Fills in what each parameter is given; false: there is one that nothing is known for. */
static bool find_arguments(struct hr_look *look, const struct finding *finding, const struct hr_operation *operation,
			   size_t object)
{
	bool has_object = false;
	bool is_new = look->value == finding->focus->value; /* what it was made of is no key to it */
	if (operation->params.count > HR_LOOK_ARGUMENTS)
		return false;
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *item = &operation->params.data[i];
		struct hr_look_argument *argument = &look->arguments[i];
		if (!has_object && hr_model_object(finding->model, item->type) == object) {
			argument->kind = HR_LOOK_OBJECT;
			has_object = true;
		} else if (item->role == HR_ROLE_CAPACITY && item->of >= 0 &&
			   (size_t)item->of < operation->params.count) {
			struct hr_look_argument room;
			argument->kind = HR_LOOK_CAPACITY;
			if (!is_number(
				    hr_model_type(finding->model, item->type)) || /* not one that the call replaces */
			    !find_room(&room, finding->model, operation, (size_t)item->of) ||
			    room.kind != HR_LOOK_BUFFER)
				return false;
		} else if (!find_room(argument, finding->model, operation, i) &&
			   (is_new || !find_same(argument, finding, look, item))) {
			return false;
		}
	}
	return has_object;
}

static bool fills_in(const struct hr_operation *operation, const struct hr_look *look)
{
	for (size_t i = 0; i < operation->params.count; i++)
		if (look->arguments[i].kind == HR_LOOK_VARIABLE || look->arguments[i].kind == HR_LOOK_BUFFER)
			return true;
	return false;
}

/* Whether an operation only looks: it is known for that, or it is given something to fill in, and changes nothing else, whatever it was declared to do. */
static bool only_looks(const struct finding *finding, const struct hr_look *look)
{
	const struct hr_operation *operation = &finding->model->operations.data[look->operation];
	const struct hr_look_options *options = finding->options;
	if (operation->kind == HR_KIND_OBSERVER || look->is_owned)
		return true;
	return (operation->kind == HR_KIND_MUTATOR || operation->kind == HR_KIND_OTHER) && fills_in(operation, look) &&
	       operation->result.role != HR_ROLE_OWNED && options->only_looks &&
	       options->only_looks(options->context, look->operation);
}

static void find_observers(struct finding *finding, size_t value)
{
	const struct hr_model *model = finding->model;
	size_t object = hr_model_object(model, finding->sequence->values.data[value].type);
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *operation = &model->operations.data[i];
		struct hr_look look = { .value = value, .operation = i, .is_owned = writes_text(model, operation) };
		if (i == finding->focus->operation || operation->is_variadic || !operation->callable ||
		    !find_arguments(&look, finding, operation, object) || !only_looks(finding, &look))
			continue;
		if (shows_something(model, operation->result.type) || fills_in(operation, &look))
			add(finding, &look);
	}
}

bool hr_look_has_arguments(const struct hr_model *model, const struct hr_look *look)
{
	return look->operation != (size_t)-1 && model->operations.data[look->operation].params.count > 1;
}

/* ---- parts ---- */

/* What a part points to: a number, a text, or a struct with some. */
static void find_behind(struct finding *finding, size_t value, const struct hr_part *part)
{
	const struct hr_model *model = finding->model;
	struct hr_type_ref target = hr_model_pointee(model, part->type);
	const struct hr_type *type = hr_model_type(model, target);
	hr_object_parts parts = HR_VEC_INIT;
	size_t added = 0;
	if (!type || hr_model_type(model, part->type)->kind != HR_TYPE_POINTER || is_text(model, part->type))
		return;
	bool is_struct = type->kind == HR_TYPE_STRUCT;
	hr_object_parts_find(&parts, finding->arena, model, target, is_struct ? -1 : 1);
	for (size_t i = 0; i < parts.count && added < MOST_BEHIND; i++) {
		const struct hr_type *own = hr_model_type(model, parts.data[i].type);
		if (!shows_something(model, parts.data[i].type) ||
		    (own->kind == HR_TYPE_POINTER && !is_text(model, parts.data[i].type)))
			continue;
		add(finding, &(struct hr_look){
				     .value = value, .operation = (size_t)-1, .part = *part, .behind = parts.data[i] });
		added++;
	}
	hr_vec_release(&parts);
}

/* Parts of what a value points to; with `are_texts` only texts that it leads to. */
static void find_parts(struct finding *finding, size_t value, bool are_texts)
{
	const struct hr_model *model = finding->model;
	hr_object_parts parts = HR_VEC_INIT;
	hr_object_parts_find(&parts, finding->arena, model, hr_value_pointee(finding->sequence, value), -1);
	for (size_t i = 0; i < parts.count; i++) {
		struct hr_type_ref type = parts.data[i].type;
		if (shows_something(model, type) && (!are_texts || is_text(model, type)))
			add(finding,
			    &(struct hr_look){ .value = value, .operation = (size_t)-1, .part = parts.data[i] });
	}
	for (size_t i = 0; i < parts.count; i++)
		find_behind(finding, value, &parts.data[i]);
	hr_vec_release(&parts);
}

/* A pointer that the focus was given the address of: where it leads then. */
static void find_variable(struct finding *finding, size_t value, const struct hr_statement *maker)
{
	const struct hr_type *type = hr_model_type(finding->model, maker->type);
	if (maker->count < 0 && type && type->kind == HR_TYPE_POINTER)
		add(finding, &(struct hr_look){ .value = value,
						.operation = (size_t)-1,
						.part = { .path = "*", .type = maker->type } });
}

bool hr_look_is_variable(const struct hr_look *look)
{
	return look->operation == (size_t)-1 && strcmp(look->part.path, "*") == 0;
}

void hr_looks_find(hr_looks *out, struct hr_arena *arena, const struct hr_selected *test,
		   const struct hr_look_options *options)
{
	const struct hr_sequence *sequence = test->sequence;
	const struct hr_statement *focus = &sequence->statements.data[test->focus];
	struct finding finding = { out, arena, sequence, sequence->model, focus, options };
	for (size_t value = 0; value < sequence->values.count; value++) {
		const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[value].statement];
		if (value != focus->value && !hr_statement_names(focus, value))
			continue;
		if (maker->kind == HR_STATEMENT_NEW)
			find_variable(&finding, value, maker);
		if (hr_model_object(sequence->model, sequence->values.data[value].type) == HR_NO_TYPE ||
		    maker->kind == HR_STATEMENT_LITERAL)
			continue;
		find_observers(&finding, value);
		bool is_seen = maker->kind == HR_STATEMENT_NEW || value == focus->value; /* but for what it leads to */
		find_parts(&finding, value, is_seen);
	}
}
