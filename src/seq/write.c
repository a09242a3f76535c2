/* Writing the text form of a sequence.
 *
 * Invariants:
 * 1. There is one way to write each thing, and hr_sequence_read takes it.
 * 2. Numbers are written as their type has them: without a sign where it has none, true and false for bools, reals with a point. */
#include "seq/noise.h"
#include "seq/shape.h"
#include "seq/text.h"

#include "base/text.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where something is written to, and of what. */
struct writer {
	struct hr_strbuf *out;
	const struct hr_sequence *sequence;
};

static void write_operand(const struct writer *writer, const struct hr_operand *operand, struct hr_shape shape,
			  int bit_width);

/* ---- texts */

/* Escapes by letter: no more than people know by heart. */
static const struct {
	char byte;
	char letter;
} letters[] = { { '\n', 'n' }, { '\t', 't' }, { '\r', 'r' }, { '\\', '\\' } };

static void write_byte(struct hr_strbuf *out, char c, char quote)
{
	for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
		if (letters[i].byte == c) {
			hr_strbuf_addf(out, "\\%c", letters[i].letter);
			return;
		}
	}
	if (c == quote)
		hr_strbuf_addf(out, "\\%c", c);
	else if (c >= ' ' && c < 0x7F)
		hr_strbuf_addch(out, c);
	else
		hr_strbuf_addf(out, "\\x%02x", (unsigned char)c);
}

/* False: it is no noise. */
static bool write_noise(struct hr_strbuf *out, const struct hr_operand *operand)
{
	struct hr_noise noise;

	if (!hr_noise_find(&noise, operand->text, operand->length))
		return false;
	hr_strbuf_addf(out, "noise(%zu, %zu, %u, %u)", operand->length, noise.period, noise.letters, noise.seed);
	return true;
}

static void write_text(struct hr_strbuf *out, const char *text, size_t length)
{
	bool is_valid;

	hr_strbuf_addch(out, '"');
	for (size_t i = 0, taken; i < length; i += taken) {
		taken = hr_text_utf8_take(text + i, length - i, &is_valid);
		/* Characters beyond ASCII pass through, but for U+0080 … U+009F, which are controls. */
		bool is_control = taken == 2 && (unsigned char)text[i] == 0xC2 && (unsigned char)text[i + 1] < 0xA0;

		if (taken > 1 && is_valid && !is_control) {
			hr_strbuf_add(out, text + i, taken);
			continue;
		}
		for (size_t k = 0; k < taken; k++)
			write_byte(out, text[i + k], '"');
	}
	hr_strbuf_addch(out, '"');
}

/* ---- numbers */

/* The shortest that reads back the same, with a point or an exponent. */
static void write_real(struct hr_strbuf *out, double real)
{
	char text[40];

	if (isnan(real) || isinf(real)) {
		hr_strbuf_addstr(out, isnan(real) ? "nan" : real < 0 ? "-inf" : "inf");
		return;
	}
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, real);
		if (strtod(text, NULL) == real)
			break;
	}
	hr_strbuf_addstr(out, text);
	if (!strpbrk(text, ".e"))
		hr_strbuf_addstr(out, ".0");
}

/* Characters above 127 are negative, but for types that have no sign. */
static bool is_writable_character(int64_t number, const struct hr_type *type)
{
	bool is_unsigned = type && type->kind == HR_TYPE_INT && !type->is_signed;

	return is_unsigned ? number >= 0 && number <= UINT8_MAX : number >= INT8_MIN && number <= INT8_MAX;
}

static uint64_t keep_bits(uint64_t number, int bits)
{
	return bits >= 64 ? number : number & ((UINT64_C(1) << bits) - 1);
}

static int64_t extend_sign(uint64_t number, int bits)
{
	uint64_t sign = UINT64_C(1) << (bits - 1);

	return bits >= 64 ? (int64_t)number : (int64_t)((keep_bits(number, bits) ^ sign) - sign);
}

static void write_magnitude(struct hr_strbuf *out, bool is_negative, uint64_t magnitude, bool is_hexadecimal)
{
	hr_strbuf_addf(out, is_hexadecimal ? "%s0x%llX" : "%s%llu", is_negative ? "-" : "",
		       (unsigned long long)magnitude);
}

static void write_number(struct hr_strbuf *out, const struct hr_operand *operand, const struct hr_type *type,
			 int bit_width)
{
	int64_t number = operand->number;
	int bits = bit_width > 0 ? bit_width : type && type->size > 0 && type->size < 8 ? (int)type->size * 8 : 64;

	if (type && type->kind == HR_TYPE_BOOL && (number == 0 || number == 1)) {
		hr_strbuf_addstr(out, number ? "true" : "false");
		return;
	}
	if (type && type->kind == HR_TYPE_FLOAT) {
		write_real(out, (double)number);
		return;
	}
	if (type && type->kind == HR_TYPE_INT && !type->is_signed)
		number = (int64_t)keep_bits((uint64_t)number, bits);
	else if (type && type->kind == HR_TYPE_INT)
		number = extend_sign((uint64_t)number, bits);
	if (operand->is_character && is_writable_character(number, type)) {
		hr_strbuf_addch(out, '\'');
		write_byte(out, (char)number, '\'');
		hr_strbuf_addch(out, '\'');
		return;
	}
	bool is_negative = number < 0 && !(type && type->kind == HR_TYPE_INT && !type->is_signed);
	write_magnitude(out, is_negative, is_negative ? 0 - (uint64_t)number : (uint64_t)number,
			operand->is_hexadecimal);
}

/* ---- operands */

static void write_access(const struct writer *writer, const struct hr_access *access)
{
	const struct hr_value *value = &writer->sequence->values.data[access->value];
	char room[HR_ACCESS_ROOM];
	struct hr_access now = hr_access_now(room, writer->sequence->model, access,
					     &writer->sequence->statements.data[value->statement]);

	if (strcmp(now.text, "*") == 0)
		hr_strbuf_addf(writer->out, "*%s", value->name);
	else
		hr_strbuf_addf(writer->out, "%s%s", value->name, now.text);
}

static struct hr_shape element_of(const struct writer *writer, struct hr_shape shape)
{
	struct hr_shape element;

	return hr_shape_pointee(&element, writer->sequence->model, shape)
		       ? element
		       : hr_shape_of((struct hr_type_ref){ HR_NO_TYPE, 0 });
}

static void write_list(const struct writer *writer, const struct hr_operand *operand, struct hr_shape element)
{
	for (size_t i = 0; i < operand->part_count; i++) {
		hr_strbuf_addstr(writer->out, i ? ", " : "");
		write_operand(writer, &operand->parts[i], element, -1);
	}
}

/* The initialisers of an anonymous member stand among those around it. */
static void write_initialisers(const struct writer *writer, const struct hr_operand *operand, struct hr_shape shape)
{
	const struct hr_model *model = writer->sequence->model;
	const struct hr_type *type = hr_shape_type(model, shape);

	if (!type || type->kind == HR_TYPE_POINTER)
		type = hr_shape_type(model, element_of(writer, shape));
	for (size_t i = 0; type && i < operand->part_count && operand->fields[i] < type->fields.count; i++) {
		const struct hr_field *field = &type->fields.data[operand->fields[i]];

		hr_strbuf_addstr(writer->out, i ? ", " : "");
		if (!*field->item.name) {
			write_initialisers(writer, &operand->parts[i], hr_shape_of(field->item.type));
			continue;
		}
		hr_strbuf_addf(writer->out, ".%s = ", field->item.name);
		write_operand(writer, &operand->parts[i], hr_shape_of(field->item.type), field->bit_width);
	}
}

static void write_callback(const struct writer *writer, const struct hr_operand *operand, struct hr_shape shape)
{
	const struct hr_type *function = hr_shape_type(writer->sequence->model, element_of(writer, shape));
	struct hr_type_ref result = function && function->kind == HR_TYPE_FUNCTION
					    ? function->target
					    : (struct hr_type_ref){ HR_NO_TYPE, 0 };

	hr_strbuf_addstr(writer->out, "callback(");
	write_list(writer, operand, hr_shape_of(result));
	hr_strbuf_addch(writer->out, ')');
}

static void write_file(const struct writer *writer, const struct hr_operand *operand, const char *word)
{
	hr_strbuf_addf(writer->out, "%s(", word);
	if (operand->text)
		write_text(writer->out, operand->text, operand->length);
	else if (operand->kind == HR_OPERAND_STREAM && operand->number)
		hr_strbuf_addf(writer->out, "%" PRId64, operand->number);
	hr_strbuf_addch(writer->out, ')');
}

static void write_operand(const struct writer *writer, const struct hr_operand *operand, struct hr_shape shape,
			  int bit_width)
{
	const struct hr_model *model = writer->sequence->model;
	struct hr_strbuf *out = writer->out;

	switch (operand->kind) {
	case HR_OPERAND_VALUE:
		hr_strbuf_addstr(out, writer->sequence->values.data[operand->value].name);
		break;
	case HR_OPERAND_NUMBER:
		write_number(out, operand, hr_shape_type(model, shape), bit_width);
		break;
	case HR_OPERAND_REAL:
		write_real(out, operand->real);
		break;
	case HR_OPERAND_CONSTANT:
		hr_strbuf_addstr(out, model->constants.data[operand->constant].name);
		break;
	case HR_OPERAND_NULL:
		hr_strbuf_addstr(out, "NULL");
		break;
	case HR_OPERAND_BYTES:
		hr_strbuf_addstr(out, "bytes ");
		if (write_noise(out, operand))
			break;
		/* fall through */
	case HR_OPERAND_TEXT:
		write_text(out, operand->text, operand->length);
		break;
	case HR_OPERAND_LIST:
		hr_strbuf_addch(out, '[');
		write_list(writer, operand, element_of(writer, shape));
		hr_strbuf_addch(out, ']');
		break;
	case HR_OPERAND_STRUCT:
		hr_strbuf_addch(out, '{');
		write_initialisers(writer, operand, shape);
		hr_strbuf_addch(out, '}');
		break;
	case HR_OPERAND_ADDRESS:
		hr_strbuf_addch(out, '&');
		/* fall through */
	case HR_OPERAND_PART:
		write_access(writer, operand->access);
		break;
	case HR_OPERAND_VARIABLE:
		hr_strbuf_addch(out, '&');
		/* fall through */
	case HR_OPERAND_FUNCTION:
		hr_strbuf_addstr(out, operand->text);
		break;
	case HR_OPERAND_CALLBACK:
		write_callback(writer, operand, shape);
		break;
	case HR_OPERAND_STREAM:
		write_file(writer, operand, "stream");
		break;
	case HR_OPERAND_PATH:
		write_file(writer, operand, "path");
		break;
	case HR_OPERAND_DESCRIPTOR:
		write_file(writer, operand, "descriptor");
		break;
	case HR_OPERAND_KIND_COUNT:
		break;
	}
}

void hr_operand_write(struct hr_strbuf *out, const struct hr_sequence *sequence, const struct hr_operand *operand,
		      struct hr_type_ref type)
{
	struct writer writer = { out, sequence };

	write_operand(&writer, operand, hr_shape_of(type), -1);
}

/* ---- statements */

static void write_call(const struct writer *writer, const struct hr_statement *statement)
{
	const struct hr_operation *operation = &writer->sequence->model->operations.data[statement->operation];

	hr_strbuf_addf(writer->out, "%s(", operation->name);
	for (size_t i = 0; i < statement->operand_count; i++) {
		struct hr_type_ref type = { HR_NO_TYPE, 0 };

		if (i < operation->params.count)
			type = operation->params.data[i].type;
		hr_strbuf_addstr(writer->out, i ? ", " : "");
		write_operand(writer, &statement->operands[i], hr_shape_of(type), -1);
	}
	hr_strbuf_addch(writer->out, ')');
}

/* Without parentheses a type ends where its words end, and an initial operand must not begin with one. */
static void write_new_type(const struct writer *writer, struct hr_shape shape, const char *initial)
{
	struct hr_strbuf spelling = HR_STRBUF_INIT;
	bool is_plain = !isalpha((unsigned char)*initial) && *initial != '*' && *initial != '_';

	shape.type.qualifiers = 0;
	hr_shape_spell(&spelling, writer->sequence->model, shape);
	for (const char *c = spelling.data; *c; c++)
		is_plain = is_plain && (isalnum((unsigned char)*c) || *c == '_' || *c == ' ');
	hr_strbuf_addf(writer->out, is_plain ? "%s" : "(%s)", spelling.data);
	hr_strbuf_release(&spelling);
}

static void write_new(const struct writer *writer, const struct hr_statement *statement)
{
	struct hr_shape shape = { statement->type, statement->pointed };
	struct hr_strbuf initial = HR_STRBUF_INIT;
	const struct writer aside = { &initial, writer->sequence };
	bool is_array = statement->count >= 0;

	if (statement->operand_count > 0 && is_array && statement->operands[0].kind == HR_OPERAND_LIST) {
		hr_strbuf_addch(&initial, '[');
		write_list(&aside, &statement->operands[0], shape);
		hr_strbuf_addch(&initial, ']');
	} else if (statement->operand_count > 0) {
		write_operand(&aside, &statement->operands[0], shape, -1);
	}
	hr_strbuf_addstr(writer->out, "new ");
	write_new_type(writer, shape, is_array ? "" : initial.data);
	if (is_array)
		hr_strbuf_addf(writer->out, "[%lld]", (long long)statement->count);
	if (initial.length)
		hr_strbuf_addf(writer->out, " %s", initial.data);
	hr_strbuf_release(&initial);
}

static void write_literal(const struct writer *writer, const struct hr_statement *statement)
{
	struct hr_shape shape = { statement->type, statement->pointed };

	shape.type.qualifiers = 0;
	hr_strbuf_addch(writer->out, '(');
	hr_shape_spell(writer->out, writer->sequence->model, shape);
	hr_strbuf_addstr(writer->out, ") ");
	write_operand(writer, &statement->operands[0], shape, -1);
}

static void write_set(const struct writer *writer, const struct hr_statement *statement)
{
	write_access(writer, statement->access);
	hr_strbuf_addstr(writer->out, " = ");
	write_operand(writer, &statement->operands[0], hr_shape_of_access(statement->access),
		      statement->access->bit_width);
}

void hr_statement_write(struct hr_strbuf *out, const struct hr_sequence *sequence, size_t statement)
{
	const struct hr_statement *it = &sequence->statements.data[statement];
	struct writer writer = { out, sequence };

	if (it->value != HR_NO_VALUE)
		hr_strbuf_addf(out, "%s = ", sequence->values.data[it->value].name);
	switch (it->kind) {
	case HR_STATEMENT_CALL:
		write_call(&writer, it);
		break;
	case HR_STATEMENT_NEW:
		write_new(&writer, it);
		break;
	case HR_STATEMENT_LITERAL:
		write_literal(&writer, it);
		break;
	case HR_STATEMENT_GET:
		write_access(&writer, it->access);
		break;
	case HR_STATEMENT_SET:
		write_set(&writer, it);
		break;
	case HR_STATEMENT_FAIL_ALLOC:
		hr_strbuf_addf(out, "fail_alloc(%lld)", (long long)it->count);
		break;
	case HR_STATEMENT_FREE:
		hr_strbuf_addstr(out, "free(");
		write_operand(&writer, &it->operands[0], hr_shape_of((struct hr_type_ref){ HR_NO_TYPE, 0 }), -1);
		hr_strbuf_addch(out, ')');
		break;
	case HR_STATEMENT_KIND_COUNT:
		break;
	}
}

void hr_sequence_write(struct hr_strbuf *out, const struct hr_sequence *sequence)
{
	for (size_t i = 0; i < sequence->statements.count; i++) {
		hr_statement_write(out, sequence, i);
		hr_strbuf_addch(out, '\n');
	}
}
