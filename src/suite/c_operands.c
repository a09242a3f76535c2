/* Operands as C expressions. */
#include "base/bug.h"
#include "seq/noise.h"
#include "suite/c_text.h"
#include "suite/number_names.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_INLINE = 80, MANY_ZEROS = 8 };

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
	char room[HR_ACCESS_ROOM];
	const struct hr_access now = hr_access_now(room, sequence->model, access, maker_of(sequence, access->value));
	const char *name = hr_c_name(sequence, now.value);
	bool is_object = is_single_object(sequence, now.value);
	bool is_star = strcmp(now.text, "*") == 0;
	if (is_star && is_object)
		hr_strbuf_addstr(out, name);
	else if (is_star)
		hr_strbuf_addf(out, "*%s", name);
	else if (now.text[0] == '.' && now.through && !is_object)
		hr_strbuf_addf(out, "%s->%s", name, now.text + 1);
	else if (now.text[0] == '[' && is_object)
		hr_strbuf_addf(out, "(&%s)%s", name, now.text);
	else
		hr_strbuf_addf(out, "%s%s", name, now.text);
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

/* True when it fits with a cast: bytes that are only read. */
static bool takes_bytes(const struct hr_model *model, struct hr_type_ref pointer)
{
	const struct hr_type *type = hr_model_type(model, pointer);
	if (!type || type->kind != HR_TYPE_POINTER || !(type->target.qualifiers & HR_CONST))
		return false;
	const struct hr_type *target = hr_model_type(model, type->target);
	return target && target->kind == HR_TYPE_INT && target->size == 1;
}

/* Zeros at the end. */
static size_t count_zeros(const struct hr_operand *operand)
{
	size_t count = 0;
	while (count < operand->length && !operand->text[operand->length - 1 - count])
		count++;
	return count;
}

bool hr_c_is_literal(const struct hr_c_text *text, const struct hr_operand *operand, struct hr_type_ref type)
{
	const struct hr_model *model = text->sequence->model;
	size_t zeros = text->is_relaxed ? count_zeros(operand) : 0;
	if (zeros >= MANY_ZEROS && zeros < operand->length) /* they belong to an array */
		return false;
	if (operand->kind == HR_OPERAND_TEXT && takes_text(model, type))
		return true;
	return text->is_relaxed && (operand->kind == HR_OPERAND_TEXT || operand->kind == HR_OPERAND_BYTES) &&
	       (takes_text(model, type) || takes_bytes(model, type));
}

/* What a few numbers, or what is repeated, tell of it is made when the test runs. */
static bool is_told_shortly(const struct hr_operand *operand)
{
	struct hr_noise noise;
	return hr_c_period(operand->text, operand->length) || hr_noise_find(&noise, operand->text, operand->length);
}

/* What an array begins with: zeros at its end need not be written. */
static void write_array(struct hr_c_text *text, const struct hr_operand *operand, const char *name, size_t size)
{
	struct hr_strbuf *body = &text->body;
	struct hr_noise noise;
	size_t length = operand->length;
	size_t period = hr_c_period(operand->text, operand->length);
	while (length && !operand->text[length - 1])
		length--;
	hr_strbuf_addf(body, "\tchar %s[%zu]", name, size ? size : 1);
	if (length <= MOST_INLINE || !text->is_relaxed) {
		hr_strbuf_addstr(body, " = ");
		if (length)
			hr_c_string(body, operand->text, length);
		else
			hr_strbuf_addstr(body, "{ 0 }");
		hr_strbuf_addstr(body, ";\n");
	} else if (period) {
		text->needs |= HR_NEEDS_FILL;
		hr_strbuf_addf(body, " = { 0 };\n\t" HR_OWN "fill(%s, %zu, ", name, operand->length);
		hr_c_string(body, operand->text, period);
		hr_strbuf_addstr(body, ");\n");
	} else if (hr_noise_find(&noise, operand->text, operand->length)) {
		text->needs |= HR_NEEDS_NOISE;
		hr_strbuf_addf(body, "%s;\n\t" HR_OWN "noise(%s, %zu, %zu, %u, %u);\n",
			       size > operand->length ? " = { 0 }" : "", name, operand->length, noise.period,
			       noise.letters, noise.seed);
	} else {
		hr_strbuf_addf(body, " = { 0 };\n\tmemcpy(%s, ", name);
		hr_c_long_text(body, text, operand->text, length);
		hr_strbuf_addf(body, ", %zu);\n", length);
	}
}

/* Text and bytes: a literal where it is only read and a NUL at its end does no harm, else an array of exactly that size. */
static void write_text(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand,
		       struct hr_type_ref type)
{
	const struct hr_model *model = text->sequence->model;
	bool is_long = operand->length > MOST_INLINE && text->is_relaxed;
	const struct hr_type *target = hr_model_type(model, hr_model_pointee(model, type));
	bool needs_cast = target && target->kind != HR_TYPE_VOID && strcmp(target->spelling, "char") != 0;
	size_t zeros = text->is_relaxed ? count_zeros(operand) : 0;
	size_t size = operand->length + (operand->kind == HR_OPERAND_TEXT);
	if (hr_c_is_literal(text, operand, type) && (!is_long || !is_told_shortly(operand))) {
		if (zeros == operand->length && zeros >= MANY_ZEROS) {
			if (needs_cast)
				hr_c_cast(out, model, type);
			hr_strbuf_addf(out, "(const char [%zu]){ 0 }", size);
			return;
		}
		if (!is_long || !zeros) {
			if (needs_cast)
				hr_c_cast(out, model, type);
			if (is_long)
				hr_c_long_text(out, text, operand->text, operand->length);
			else
				hr_c_string(out, operand->text, operand->length);
			return;
		}
	}
	struct hr_strbuf name = HR_STRBUF_INIT;
	hr_c_array_name(&name, text, operand->kind == HR_OPERAND_TEXT ? "text" : "bytes");
	write_array(text, operand, name.data, size);
	if (needs_cast)
		hr_c_cast(out, model, type);
	hr_strbuf_addf(out, size ? "%s" : "(%s + 1)", name.data);
	hr_strbuf_release(&name);
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
			const char *role = text->role;
			const struct hr_item *param = text->param;
			text->role = field->item.name;
			text->param = &field->item;
			status = write_part(out, text, part, field->item.type, error);
			text->role = role;
			text->param = param;
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

/* What stands in a file: as other bytes that are only read. */
static void write_contents(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand)
{
	bool is_long = text->is_relaxed && operand->length > MOST_INLINE;
	size_t zeros = text->is_relaxed ? count_zeros(operand) : 0;
	if (zeros == operand->length && zeros >= MANY_ZEROS) {
		hr_strbuf_addf(out, "(const char [%zu]){ 0 }", operand->length);
	} else if (is_long && is_told_shortly(operand)) {
		struct hr_strbuf name = HR_STRBUF_INIT;
		hr_c_array_name(&name, text, "bytes");
		write_array(text, operand, name.data, operand->length);
		hr_strbuf_addstr(out, name.data);
		hr_strbuf_release(&name);
	} else if (is_long) {
		hr_c_long_text(out, text, operand->text, operand->length);
	} else {
		hr_c_string(out, operand->text ? operand->text : "", operand->length);
	}
}

static void write_file(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand)
{
	bool is_stream = operand->kind == HR_OPERAND_STREAM;
	struct hr_strbuf contents = HR_STRBUF_INIT;
	struct hr_strbuf file = HR_STRBUF_INIT;
	write_contents(&contents, text, operand);
	if (is_stream && !operand->text && operand->number) {
		text->needs |= HR_NEEDS_SMALL_STREAM;
		hr_strbuf_addf(&file, HR_OWN "stream_for(%" PRId64 ")", operand->number);
	} else if (operand->kind == HR_OPERAND_PATH && !operand->text) {
		text->needs |= HR_NEEDS_PATH | HR_NEEDS_MISSING;
		hr_strbuf_addstr(&file, HR_OWN "missing_path()");
	} else {
		/* not tmpfile(): that wants /tmp, whatever TMPDIR says */
		text->needs |= is_stream                          ? HR_NEEDS_STREAM
			       : operand->kind == HR_OPERAND_PATH ? HR_NEEDS_PATH
								  : HR_NEEDS_DESCRIPTOR;
		hr_strbuf_addf(&file, HR_OWN "%s_with(%s, %zu)",
			       is_stream                          ? "stream"
			       : operand->kind == HR_OPERAND_PATH ? "path"
								  : "descriptor",
			       is_stream && !operand->text ? "NULL" : contents.data, operand->length);
	}
	if (text->is_lent && operand->kind != HR_OPERAND_PATH) {
		struct hr_strbuf name = HR_STRBUF_INIT;
		hr_c_variable_name(&name, text, is_stream ? "stream" : "descriptor");
		hr_strbuf_addf(&text->body, "\t%s%s = %s;\n", is_stream ? "FILE *" : "int ", name.data, file.data);
		hr_strbuf_addf(&text->endings, "\t%s(%s);\n", is_stream ? "fclose" : "close", name.data);
		hr_strbuf_addstr(out, name.data);
		hr_strbuf_release(&name);
	} else {
		hr_strbuf_addstr(out, file.data);
	}
	hr_strbuf_release(&file);
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
		else if (!hr_write_enumerators(out, wanted, operand->number) &&
			 !(text->param && hr_write_choice(out, model, text->param, operand->number)))
			hr_c_integer(out, model, operand->number, type, false);
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
		hr_c_function(out, text, operand, type);
		return 0;
	case HR_OPERAND_VARIABLE:
		hr_strbuf_addf(out, "&%s", operand->text);
		return 0;
	case HR_OPERAND_CALLBACK:
		return hr_c_callback(out, text, operand, type, error);
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
