/* Operands as C expressions. */
#include "base/bug.h"
#include "model/callback_shapes.h"
#include "suite/c_text.h"

#include <stdio.h>
#include <string.h>

enum { MOST_NAME = 64 };

static bool is_kind(const struct hr_model *model, struct hr_type_ref ref, enum hr_type_kind kind)
{
	const struct hr_type *type = hr_model_type(model, ref);
	return type && type->kind == kind;
}

/* An object that the sequence made is a variable in C: its name is the object, not a pointer to it. */
static const struct hr_statement *maker_of(const struct hr_sequence *sequence, size_t value)
{
	return &sequence->statements.data[sequence->values.data[value].statement];
}

static bool is_single_object(const struct hr_sequence *sequence, size_t value)
{
	const struct hr_statement *maker = maker_of(sequence, value);
	return maker->kind == HR_STATEMENT_NEW && maker->count < 0;
}

void hr_c_access(struct hr_strbuf *out, const struct hr_sequence *sequence, const struct hr_access *access)
{
	const char *name = hr_c_name(sequence, access->value);
	bool is_object = is_single_object(sequence, access->value);
	bool is_star = strcmp(access->text, "*") == 0;
	if (is_star && is_object)
		hr_strbuf_addstr(out, name);
	else if (is_star)
		hr_strbuf_addf(out, "*%s", name);
	else if (access->text[0] == '.' && access->through && !is_object)
		hr_strbuf_addf(out, "%s->%s", name, access->text + 1);
	else if (access->text[0] == '[' && is_object)
		hr_strbuf_addf(out, "(&%s)%s", name, access->text);
	else
		hr_strbuf_addf(out, "%s%s", name, access->text);
}

void hr_c_cast(struct hr_strbuf *out, const struct hr_model *model, struct hr_type_ref type)
{
	if (type.type == HR_NO_TYPE)
		return;
	hr_strbuf_addch(out, '(');
	hr_c_declare(out, model, (struct hr_type_ref){ type.type, 0 }, "");
	hr_strbuf_addch(out, ')');
}

/* True when `const char *` fits without a cast. */
static bool takes_text(const struct hr_model *model, struct hr_type_ref pointer)
{
	const struct hr_type *type = hr_model_type(model, pointer);
	if (!type || type->kind != HR_TYPE_POINTER || !(type->target.qualifiers & HR_CONST))
		return false;
	const struct hr_type *target = hr_model_type(model, type->target);
	return target &&
	       (target->kind == HR_TYPE_VOID || (target->kind == HR_TYPE_INT && strcmp(target->spelling, "char") == 0));
}

/* The number of an array for a text, textN: no value is called so. */
static unsigned next_text(struct hr_c_text *text)
{
	char name[24];
	size_t i;
	do {
		snprintf(name, sizeof name, "text%u", ++text->texts);
		for (i = 0; i < text->sequence->values.count; i++)
			if (strcmp(hr_c_name(text->sequence, i), name) == 0)
				break;
	} while (i < text->sequence->values.count);
	return text->texts;
}

/* Text and bytes: a literal where it is only read and a NUL at its end does no harm, else an array of exactly that size. */
static void write_text(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand,
		       struct hr_type_ref type)
{
	const struct hr_model *model = text->sequence->model;
	if (operand->kind == HR_OPERAND_TEXT && takes_text(model, type)) {
		hr_c_string(out, operand->text, operand->length);
		return;
	}
	unsigned number = next_text(text);
	size_t size = operand->length + (operand->kind == HR_OPERAND_TEXT);
	hr_strbuf_addf(&text->body, "\tchar text%u[%zu]", number, size ? size : 1);
	if (operand->length) {
		hr_strbuf_addstr(&text->body, " = ");
		hr_c_string(&text->body, operand->text, operand->length);
	} else {
		hr_strbuf_addstr(&text->body, " = { 0 }");
	}
	hr_strbuf_addstr(&text->body, ";\n");
	const struct hr_type *target = hr_model_type(model, hr_model_pointee(model, type));
	if (target && target->kind != HR_TYPE_VOID && strcmp(target->spelling, "char") != 0)
		hr_c_cast(out, model, type);
	hr_strbuf_addf(out, size ? "text%u" : "(text%u + 1)", number);
}

/* One part of an initialiser: structs need no type there, and a type without a name could not be written. */
static int write_part(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand,
		      struct hr_type_ref ref, struct hr_error *error)
{
	if (operand->kind == HR_OPERAND_STRUCT && !is_kind(text->sequence->model, ref, HR_TYPE_POINTER))
		return hr_c_parts(out, text, operand, ref, error);
	return hr_c_operand(out, text, operand, ref, error);
}

/* The fields of a struct; those of an anonymous one inside it have names like its own. */
static int write_fields(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand,
			struct hr_type_ref ref, bool *is_first, struct hr_error *error)
{
	const struct hr_type *type = hr_model_type(text->sequence->model, ref);
	for (size_t i = 0; i < operand->part_count; i++) {
		const struct hr_field *field = &type->fields.data[operand->fields[i]];
		const struct hr_operand *part = &operand->parts[i];
		int status;
		if (!*field->item.name && part->kind == HR_OPERAND_STRUCT) {
			status = write_fields(out, text, part, field->item.type, is_first, error);
		} else {
			hr_strbuf_addf(out, "%s.%s = ", *is_first ? "" : ", ", field->item.name);
			*is_first = false;
			status = write_part(out, text, part, field->item.type, error);
		}
		if (status)
			return status;
	}
	return 0;
}

int hr_c_parts(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand, struct hr_type_ref ref,
	       struct hr_error *error)
{
	bool is_first = true;
	int status = 0;
	hr_strbuf_addstr(out, "{ ");
	if (operand->kind == HR_OPERAND_STRUCT)
		status = write_fields(out, text, operand, ref, &is_first, error);
	for (size_t i = 0; operand->kind == HR_OPERAND_LIST && i < operand->part_count && !status; i++) {
		hr_strbuf_addstr(out, is_first ? "" : ", ");
		is_first = false;
		status = write_part(out, text, &operand->parts[i], ref, error);
	}
	hr_strbuf_addstr(out, is_first ? "0 }" : " }");
	return status;
}

/* Lists and structs: braces where an initialiser stands, a compound literal where an expression must. */
static int write_aggregate(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand,
			   struct hr_type_ref ref, struct hr_error *error)
{
	const struct hr_model *model = text->sequence->model;
	const struct hr_type *type = hr_model_type(model, ref);
	if (type && type->kind == HR_TYPE_ARRAY)
		return hr_c_parts(out, text, operand, operand->kind == HR_OPERAND_LIST ? type->target : ref, error);
	if (type && type->kind == HR_TYPE_POINTER) {
		struct hr_type_ref element = { type->target.type, 0 };
		hr_strbuf_addstr(out, operand->kind == HR_OPERAND_LIST ? "(" : "&(");
		hr_c_declare(out, model, element, operand->kind == HR_OPERAND_LIST ? "[]" : "");
		hr_strbuf_addch(out, ')');
		return hr_c_parts(out, text, operand, element, error);
	}
	hr_c_cast(out, model, ref);
	return hr_c_parts(out, text, operand, ref, error);
}

/* As the type names it; what has no name, or one that another parameter has, goes by its number. */
static const char *parameter_name(char room[MOST_NAME], const struct hr_type *function, size_t index)
{
	const char *name = function->params.data[index].name;
	bool is_good = *name && strlen(name) < MOST_NAME && strcmp(name, "results") != 0 && strcmp(name, "calls") != 0;
	for (size_t i = 0; i < index && is_good; i++)
		is_good = strcmp(function->params.data[i].name, name) != 0;
	if (!is_good)
		snprintf(room, MOST_NAME, "argument%zu", index + 1);
	else
		strcpy(room, name);
	return room;
}

static int write_callback(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand,
			  struct hr_type_ref pointer, struct hr_error *error)
{
	const struct hr_model *model = text->sequence->model;
	const struct hr_type *function = hr_model_type(model, hr_model_pointee(model, pointer));
	if (!function || function->kind != HR_TYPE_FUNCTION)
		return hr_fail(error, HR_ERROR_INPUT, "a callback stands where no function is expected");
	struct hr_strbuf head = HR_STRBUF_INIT;
	unsigned number = ++text->callbacks;
	char name[MOST_NAME];
	hr_strbuf_addf(&head, "callback%u(", number);
	for (size_t i = 0; i < function->params.count; i++) {
		hr_strbuf_addstr(&head, i ? ", " : "");
		hr_c_declare(&head, model, function->params.data[i].type, parameter_name(name, function, i));
	}
	hr_strbuf_addstr(&head, function->params.count ? ")" : "void)");
	hr_strbuf_addstr(&text->functions, "static ");
	hr_c_declare(&text->functions, model, function->target, head.data);
	hr_strbuf_release(&head);
	hr_strbuf_addstr(&text->functions, "\n{\n");
	for (size_t i = 0; i < function->params.count; i++)
		hr_strbuf_addf(&text->functions, "\t(void)%s;\n", parameter_name(name, function, i));
	int status = 0;
	if (!is_kind(model, function->target, HR_TYPE_VOID) && operand->part_count == 1) {
		hr_strbuf_addstr(&text->functions, "\treturn ");
		status = hr_c_operand(&text->functions, text, &operand->parts[0], function->target, error);
		hr_strbuf_addstr(&text->functions, ";\n");
	} else if (!is_kind(model, function->target, HR_TYPE_VOID)) {
		struct hr_strbuf values = HR_STRBUF_INIT;
		for (size_t i = 0; i < operand->part_count && !status; i++) {
			hr_strbuf_addstr(&values, i ? ", " : "");
			status = hr_c_operand(&values, text, &operand->parts[i], function->target, error);
		}
		hr_strbuf_addstr(&text->functions, "\tstatic ");
		hr_c_declare(&text->functions, model, (struct hr_type_ref){ function->target.type, 0 }, "results[]");
		hr_strbuf_addf(&text->functions, " = { %s };\n", operand->part_count ? values.data : "0");
		hr_strbuf_addstr(&text->functions, "\tstatic unsigned calls;\n");
		hr_strbuf_addf(&text->functions, "\treturn results[calls < %zu ? calls++ : %zu];\n",
			       operand->part_count ? operand->part_count - 1 : 0,
			       operand->part_count ? operand->part_count - 1 : 0);
		hr_strbuf_release(&values);
	}
	hr_strbuf_addstr(&text->functions, "}\n\n");
	hr_strbuf_addf(out, "callback%u", number);
	return status;
}

/* A function by its name; a well-known callback is written out first. */
static void write_function(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand,
			   struct hr_type_ref pointer)
{
	const struct hr_model *model = text->sequence->model;
	const struct hr_type *function = hr_model_type(model, hr_model_pointee(model, pointer));
	enum hr_callback_shape shape = hr_callback_shape_named(operand->text);
	if (shape == HR_SHAPE_COUNT || hr_map_get(&model->operation_by_name, operand->text, NULL) || !function ||
	    function->kind != HR_TYPE_FUNCTION) {
		hr_strbuf_addstr(out, operand->text);
		return;
	}
	char name[64];
	snprintf(name, sizeof name, "%s%u", operand->text, ++text->callbacks);
	hr_callback_shape_write(&text->functions, model, function, shape, name);
	hr_strbuf_addstr(&text->functions, "\n\n");
	hr_strbuf_addstr(out, name);
}

static void write_file(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand)
{
	struct hr_strbuf contents = HR_STRBUF_INIT;
	hr_c_string(&contents, operand->text ? operand->text : "", operand->length);
	switch (operand->kind) {
	case HR_OPERAND_STREAM:
		if (operand->text) {
			text->needs |= HR_NEEDS_STREAM;
			hr_strbuf_addf(out, "stream_with(%s, %zu)", contents.data, operand->length);
		} else {
			hr_strbuf_addstr(out, "tmpfile()");
		}
		break;
	case HR_OPERAND_PATH:
		text->needs |= HR_NEEDS_PATH;
		hr_strbuf_addf(out, "path_with(%s, %zu, %d)", contents.data, operand->length, operand->text != NULL);
		break;
	default:
		text->needs |= HR_NEEDS_DESCRIPTOR;
		hr_strbuf_addf(out, "descriptor_with(%s, %zu)", contents.data, operand->length);
		break;
	}
	hr_strbuf_release(&contents);
}

static bool same_type(const struct hr_model *model, struct hr_type_ref a, struct hr_type_ref b)
{
	return hr_model_strip(model, a).type == hr_model_strip(model, b).type;
}

/* An earlier value; pointers are cast where C would complain. */
static void write_value(struct hr_strbuf *out, struct hr_c_text *text, size_t value, struct hr_type_ref wanted)
{
	const struct hr_sequence *sequence = text->sequence;
	const struct hr_model *model = sequence->model;
	const struct hr_type *type = hr_model_type(model, wanted);
	if (type && type->kind == HR_TYPE_POINTER) {
		struct hr_type_ref target = hr_model_pointee(model, wanted);
		struct hr_type_ref own = hr_value_pointee(sequence, value);
		bool is_void = is_kind(model, target, HR_TYPE_VOID) || is_kind(model, own, HR_TYPE_VOID);
		const struct hr_type *pointer = hr_model_type(model, sequence->values.data[value].type);
		bool is_const = pointer && pointer->kind == HR_TYPE_POINTER && (pointer->target.qualifiers & HR_CONST);
		bool loses_const = is_const && !(type->target.qualifiers & HR_CONST);
		if (loses_const || (!is_void && !same_type(model, target, own)))
			hr_c_cast(out, model, wanted);
	}
	hr_strbuf_addf(out, "%s%s", is_single_object(sequence, value) ? "&" : "", hr_c_name(sequence, value));
}

int hr_c_operand(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand,
		 struct hr_type_ref type, struct hr_error *error)
{
	const struct hr_model *model = text->sequence->model;
	const struct hr_type *wanted = hr_model_type(model, type);
	switch (operand->kind) {
	case HR_OPERAND_VALUE:
		write_value(out, text, operand->value, type);
		return 0;
	case HR_OPERAND_NUMBER:
		if (operand->is_character && operand->number > 31 && operand->number < 127)
			hr_strbuf_addf(out, operand->number == '\'' || operand->number == '\\' ? "'\\%c'" : "'%c'",
				       (char)operand->number);
		else
			hr_c_number(out, operand->number, wanted && wanted->kind == HR_TYPE_INT && !wanted->is_signed);
		return 0;
	case HR_OPERAND_REAL:
		hr_c_real(out, operand->real, &text->needs);
		return 0;
	case HR_OPERAND_CONSTANT:
		hr_strbuf_addstr(out, model->constants.data[operand->constant].name);
		return 0;
	case HR_OPERAND_NULL:
		hr_strbuf_addstr(out, "NULL");
		return 0;
	case HR_OPERAND_TEXT:
	case HR_OPERAND_BYTES:
		if (wanted && wanted->kind == HR_TYPE_ARRAY)
			hr_c_string(out, operand->text, operand->length);
		else
			write_text(out, text, operand, type);
		return 0;
	case HR_OPERAND_LIST:
	case HR_OPERAND_STRUCT:
		return write_aggregate(out, text, operand, type, error);
	case HR_OPERAND_PART:
		hr_c_access(out, text->sequence, operand->access);
		return 0;
	case HR_OPERAND_ADDRESS:
		hr_strbuf_addch(out, '&');
		hr_c_access(out, text->sequence, operand->access);
		return 0;
	case HR_OPERAND_FUNCTION:
		write_function(out, text, operand, type);
		return 0;
	case HR_OPERAND_VARIABLE:
		hr_strbuf_addf(out, "&%s", operand->text);
		return 0;
	case HR_OPERAND_CALLBACK:
		return write_callback(out, text, operand, type, error);
	case HR_OPERAND_STREAM:
	case HR_OPERAND_PATH:
	case HR_OPERAND_DESCRIPTOR:
		write_file(out, text, operand);
		return 0;
	case HR_OPERAND_KIND_COUNT:
		break;
	}
	HR_BUG("an operand of kind %d", (int)operand->kind);
}
