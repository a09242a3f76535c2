/* Statements as C text: calls, variables, assignments. */
#include "base/bug.h"
#include "suite/c_text.h"
#include "suite/tables.h"

#include <limits.h>
#include <string.h>

enum { MOST_INLINE = 80 };

/* The type of an earlier value or a part of one; NULL for other operands. */
static const struct hr_type *type_of(const struct hr_sequence *sequence, const struct hr_operand *operand)
{
	struct hr_type_ref ref = { HR_NO_TYPE, 0 };
	if (operand->kind == HR_OPERAND_VALUE)
		ref = sequence->values.data[operand->value].type;
	else if (operand->kind == HR_OPERAND_PART)
		ref = operand->access->type;
	return hr_model_type(sequence->model, ref);
}

/* True for what a variadic call takes as a number without a fraction. */
static bool is_integer(const struct hr_sequence *sequence, const struct hr_operand *operand)
{
	if (operand->kind == HR_OPERAND_NUMBER || operand->kind == HR_OPERAND_DESCRIPTOR)
		return true;
	if (operand->kind == HR_OPERAND_CONSTANT)
		return sequence->model->constants.data[operand->constant].kind == HR_CONSTANT_INT;
	const struct hr_type *type = type_of(sequence, operand);
	return type && (type->kind == HR_TYPE_INT || type->kind == HR_TYPE_BOOL || type->kind == HR_TYPE_ENUM);
}

static bool is_long_double(const struct hr_sequence *sequence, const struct hr_operand *operand)
{
	const struct hr_type *type = type_of(sequence, operand);
	return type && type->kind == HR_TYPE_FLOAT && type->size > 8;
}

/* Whether an argument behind the format is an int, as the format says; without one nobody knows. */
static bool is_int_by_format(const struct hr_operation *operation, const struct hr_statement *statement,
			     size_t argument)
{
	const char *at = NULL, *end = NULL;
	size_t number = operation->params.count;
	for (size_t i = 0; i < operation->params.count && i < statement->operand_count; i++)
		if (operation->params.data[i].role == HR_ROLE_FORMAT &&
		    statement->operands[i].kind == HR_OPERAND_TEXT) {
			at = statement->operands[i].text;
			end = at + statement->operands[i].length;
		}
	while (at && at < end) {
		if (*at++ != '%')
			continue;
		if (at < end && *at == '%') {
			at++;
			continue;
		}
		for (; at < end && strchr("-+ #0'.123456789*", *at); at++)
			if (*at == '*' && number++ == argument)
				return true;
		if (number++ == argument)
			return at < end && !strchr("lzjtqL", *at);
	}
	return false;
}

static const char *cast_of(const struct hr_operation *operation, const struct hr_statement *statement, size_t argument)
{
	const struct hr_operand *it = &statement->operands[argument];
	if (!is_int_by_format(operation, statement, argument))
		return "(long)";
	return it->kind == HR_OPERAND_NUMBER && it->number >= INT_MIN && it->number <= INT_MAX ? "" : "(int)";
}

static bool is_format(const struct hr_operation *operation, size_t argument)
{
	return argument < operation->params.count && operation->params.data[argument].role == HR_ROLE_FORMAT;
}

static bool is_empty_format(const struct hr_operation *operation, const struct hr_statement *statement, size_t argument)
{
	return is_format(operation, argument) && statement->operands[argument].kind == HR_OPERAND_TEXT &&
	       !statement->operands[argument].length;
}

/* The function was called, and a macro in front of it would follow NULL before it: it is passed by with parentheses. */
static bool passes_by_macro(const struct hr_operation *operation, const struct hr_statement *statement)
{
	bool has_null = false;
	for (size_t i = 0; i < statement->operand_count; i++)
		has_null = has_null || statement->operands[i].kind == HR_OPERAND_NULL;
	return has_null && operation->form != HR_FORM_MACRO && operation->expansion;
}

static int write_call(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_statement *statement,
		      struct hr_error *error)
{
	const struct hr_model *model = text->sequence->model;
	const struct hr_operation *operation = &model->operations.data[statement->operation];
	static const struct hr_type_ref anything = { HR_NO_TYPE, 0 };
	hr_strbuf_addf(out, passes_by_macro(operation, statement) ? "(%s)(" : "%s(", operation->name);
	if (operation->is_deprecated)
		text->needs |= HR_NEEDS_DEPRECATED;
	for (size_t i = 0; i < statement->operand_count; i++) {
		hr_strbuf_addstr(out, i ? ", " : "");
		if (is_empty_format(operation, statement, i))
			text->needs |= HR_NEEDS_EMPTY_FORMAT;
		/* as they were run, where no format tells the callee how wide they are */
		if (i >= operation->params.count && is_integer(text->sequence, &statement->operands[i]))
			hr_strbuf_addstr(out, cast_of(operation, statement, i));
		else if (i >= operation->params.count && is_long_double(text->sequence, &statement->operands[i]))
			hr_strbuf_addstr(out, "(double)");
		text->param = i < operation->params.count ? &operation->params.data[i] : NULL;
		text->role = text->param ? text->param->name : NULL;
		text->is_lent = text->is_relaxed && hr_c_is_lent(operation, i);
		/* compilers read formats, and warn of those that they cannot read */
		if (i < operation->params.count && text->slots && !is_format(operation, i) &&
		    hr_c_take_slot(out, text, &statement->operands[i], operation->params.data[i].type))
			continue;
		if (hr_c_operand(out, text, &statement->operands[i],
				 i < operation->params.count ? operation->params.data[i].type : anything, error))
			return -1;
	}
	text->role = NULL;
	text->param = NULL;
	text->is_lent = false;
	hr_strbuf_addch(out, ')');
	return 0;
}

/* Also for pointers that the model has no type for. */
static void declare(struct hr_strbuf *out, const struct hr_model *model, struct hr_type_ref type,
		    const struct hr_pointed *pointed, const char *name)
{
	if (type.type != HR_NO_TYPE || !pointed->depth) {
		hr_c_declare(out, model, type, name);
		return;
	}
	struct hr_strbuf inner = HR_STRBUF_INIT;
	for (unsigned i = 0; i < pointed->depth; i++)
		hr_strbuf_addch(&inner, '*');
	hr_strbuf_addstr(&inner, name);
	hr_c_declare(out, model, pointed->base, inner.data);
	hr_strbuf_release(&inner);
}

/* What an array of characters begins with. Zeros at its end are there anyway; what is too long to read stands in front of the body. */
static void write_initial(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_statement *statement)
{
	const struct hr_operand *initial = &statement->operands[0];
	size_t length = initial->length;
	while (text->is_relaxed && length && !initial->text[length - 1])
		length--;
	if (text->is_relaxed && length > MOST_INLINE && length <= (size_t)statement->count) {
		const char *name = hr_c_name(text->sequence, statement->value);
		size_t period = hr_c_period(initial->text, length);
		if (period) {
			const struct hr_type *type = hr_model_type(text->sequence->model, statement->type);
			bool is_char = type && strcmp(type->spelling, "char") == 0;
			text->needs |= HR_NEEDS_FILL;
			hr_strbuf_addf(out, "{ 0 };\n\t" HR_OWN "fill(%s%s, %zu, ", is_char ? "" : "(char *)", name,
				       length);
			hr_c_string(out, initial->text, period);
			hr_strbuf_addch(out, ')');
			return;
		}
		hr_strbuf_addf(out, "{ 0 };\n\tmemcpy(%s, ", name);
		text->role = name;
		hr_c_long_text(out, text, initial->text, length);
		text->role = NULL;
		hr_strbuf_addf(out, ", %zu)", length);
	} else if (!length && text->is_relaxed) {
		hr_strbuf_addstr(out, "{ 0 }");
	} else {
		hr_c_string(out, initial->text, length);
	}
}

static int write_new(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_statement *statement,
		     struct hr_error *error)
{
	const struct hr_model *model = text->sequence->model;
	struct hr_strbuf name = HR_STRBUF_INIT;
	hr_strbuf_addstr(&name, hr_c_name(text->sequence, statement->value));
	if (statement->count >= 0)
		hr_strbuf_addf(&name, "[%lld]", (long long)(statement->count ? statement->count : 1));
	declare(out, model, (struct hr_type_ref){ statement->type.type, 0 }, &statement->pointed, name.data);
	hr_strbuf_release(&name);
	if (!statement->operand_count)
		return 0;
	const struct hr_operand *initial = &statement->operands[0];
	hr_strbuf_addstr(out, " = ");
	if (initial->kind == HR_OPERAND_TEXT || initial->kind == HR_OPERAND_BYTES) {
		if (statement->count >= 0) {
			write_initial(out, text, statement);
			return 0;
		}
	} else if (initial->kind == HR_OPERAND_STRUCT || (initial->kind == HR_OPERAND_LIST && statement->count >= 0)) {
		return hr_c_parts(out, text, initial, statement->type, error);
	} else if (statement->count >= 0) {
		hr_strbuf_addstr(out, "{ ");
		if (hr_c_operand(out, text, initial, statement->type, error))
			return -1;
		hr_strbuf_addstr(out, " }");
		return 0;
	}
	return hr_c_operand(out, text, initial, statement->type, error);
}

/* Arrays cannot be assigned to: they are copied, whole. */
static int write_set(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_statement *statement,
		     struct hr_error *error)
{
	const struct hr_sequence *sequence = text->sequence;
	const struct hr_operand *operand = &statement->operands[0];
	const struct hr_type *type = hr_model_type(sequence->model, statement->access->type);
	const char *dot = strrchr(statement->access->text, '.');
	text->role = dot ? dot + 1 : NULL;
	if (!type || type->kind != HR_TYPE_ARRAY) {
		hr_c_access(out, sequence, statement->access);
		hr_strbuf_addstr(out, " = ");
		return hr_c_operand(out, text, operand, statement->access->type, error);
	}
	if (type->count <= 0)
		return hr_fail(error, HR_ERROR_INPUT, "an array without a size cannot be set in plain C");
	bool is_text = operand->kind == HR_OPERAND_TEXT || operand->kind == HR_OPERAND_BYTES;
	bool is_literal = is_text || operand->kind == HR_OPERAND_LIST || operand->kind == HR_OPERAND_STRUCT;
	hr_strbuf_addstr(out, "memcpy(");
	hr_c_access(out, sequence, statement->access);
	hr_strbuf_addstr(out, ", ");
	if (is_literal)
		hr_c_cast(out, sequence->model, statement->access->type);
	hr_strbuf_addstr(out, is_text ? "{ " : "");
	int status = hr_c_operand(out, text, operand, statement->access->type, error);
	hr_strbuf_addf(out, "%s, %lld)", is_text ? " }" : "", (long long)type->size);
	return status;
}

/* What free() takes only with a cast. */
static bool is_constant(const struct hr_sequence *sequence, const struct hr_operand *operand)
{
	const struct hr_type *type = type_of(sequence, operand);
	return !type || type->kind != HR_TYPE_POINTER || (type->target.qualifiers & HR_CONST);
}

/* Reads a variable into itself: its value was given the name of the variable. */
static bool is_own_name(const struct hr_sequence *sequence, const struct hr_statement *get)
{
	return get->value != HR_NO_VALUE && strcmp(get->access->text, "*") == 0 &&
	       strcmp(sequence->values.data[get->value].name, sequence->values.data[get->access->value].name) == 0;
}

int hr_c_statement(struct hr_c_text *text, size_t index, struct hr_error *error)
{
	const struct hr_sequence *sequence = text->sequence;
	const struct hr_statement *statement = &sequence->statements.data[index];
	struct hr_strbuf line = HR_STRBUF_INIT;
	int status = 0;
	if (statement->kind == HR_STATEMENT_GET && is_own_name(sequence, statement))
		return 0;
	bool yields = statement->value != HR_NO_VALUE && text->is_used[statement->value];
	if (yields && statement->kind != HR_STATEMENT_NEW && text->is_static) {
		hr_strbuf_addstr(&line, "static ");
		declare(&line, sequence->model,
			(struct hr_type_ref){ sequence->values.data[statement->value].type.type, 0 },
			statement->kind == HR_STATEMENT_GET ? &statement->access->pointed : &statement->pointed,
			hr_c_name(sequence, statement->value));
		hr_strbuf_addf(&text->body, "\t%s;\n", line.data);
		hr_strbuf_clear(&line);
		hr_strbuf_addf(&line, "%s = ", hr_c_name(sequence, statement->value));
	} else if (yields && statement->kind != HR_STATEMENT_NEW) {
		declare(&line, sequence->model, sequence->values.data[statement->value].type,
			statement->kind == HR_STATEMENT_GET ? &statement->access->pointed : &statement->pointed,
			hr_c_name(sequence, statement->value));
		hr_strbuf_addstr(&line, " = ");
	}
	text->role = NULL;
	switch (statement->kind) {
	case HR_STATEMENT_CALL:
		status = write_call(&line, text, statement, error);
		break;
	case HR_STATEMENT_NEW:
		hr_strbuf_addstr(&line, text->is_static && !statement->operand_count ? "static " : "");
		status = write_new(&line, text, statement, error);
		break;
	case HR_STATEMENT_LITERAL:
		if (yields)
			status = hr_c_operand(&line, text, &statement->operands[0], statement->type, error);
		break;
	case HR_STATEMENT_GET:
		hr_c_access(&line, sequence, statement->access);
		if (!yields) {
			struct hr_strbuf read = HR_STRBUF_INIT;
			hr_strbuf_addf(&read, "(void)(%s)", line.data);
			hr_strbuf_clear(&line);
			hr_strbuf_addstr(&line, read.data);
			hr_strbuf_release(&read);
		}
		break;
	case HR_STATEMENT_SET:
		status = write_set(&line, text, statement, error);
		break;
	case HR_STATEMENT_FAIL_ALLOC:
		hr_strbuf_addf(&line, HR_OWN "fail_alloc(%lld)", (long long)statement->count);
		text->needs |= HR_NEEDS_FAIL_ALLOC;
		break;
	case HR_STATEMENT_FREE:
		hr_strbuf_addstr(&line, is_constant(sequence, &statement->operands[0]) ? "free((void *)" : "free(");
		status = hr_c_operand(&line, text, &statement->operands[0], (struct hr_type_ref){ HR_NO_TYPE, 0 },
				      error);
		hr_strbuf_addch(&line, ')');
		break;
	case HR_STATEMENT_KIND_COUNT:
		HR_BUG("a statement of no kind");
	}
	if (!status && line.length)
		hr_strbuf_addf(&text->body, "\t%s;\n", line.data);
	hr_strbuf_release(&line);
	return status;
}
