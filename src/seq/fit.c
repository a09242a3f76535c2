/* Whether an operand may stand where it stands.
 *
 * Integers, bools, enums and characters interchange; numbers written out have to be in range. Integers go where reals are wanted, not
 * the other way. Pointers: hr_shape_leads_to. A literal's type is a cast, and casts convert all numbers and all pointers.
 *
 * Invariant: an operand that fits can be written, as C, into an initialiser or argument of the target's type, with a cast at most. */
#include "seq/read_internal.h"

#include "base/text.h"

#include <string.h>

static void describe_place(struct hr_strbuf *out, const struct hr_target *target)
{
	switch (target->place) {
	case HR_PLACE_ARGUMENT:
	case HR_PLACE_TAIL:
		hr_strbuf_addf(out, "argument %zu of '%s'", target->number, target->name);
		break;
	case HR_PLACE_FIELD:
		hr_strbuf_addf(out, "the field '%s'", target->name);
		break;
	case HR_PLACE_ELEMENT:
		hr_strbuf_addf(out, "element %zu of the list", target->number);
		break;
	case HR_PLACE_OBJECT:
		hr_strbuf_addstr(out, "the object");
		break;
	case HR_PLACE_LITERAL:
		hr_strbuf_addstr(out, "the literal");
		break;
	case HR_PLACE_PART:
		hr_strbuf_addf(out, "'%s'", target->name);
		break;
	case HR_PLACE_RESULT:
		hr_strbuf_addstr(out, "the callback's result");
		break;
	}
}

static void describe_target(struct hr_strbuf *out, const struct hr_model *model, const struct hr_target *target)
{
	describe_place(out, target);
	if (target->place == HR_PLACE_TAIL) {
		hr_strbuf_addstr(out, ", which has no declared type");
		return;
	}
	hr_strbuf_addstr(out, ", which is '");
	hr_shape_spell(out, model, target->shape);
	if (target->count >= 0)
		hr_strbuf_addf(out, "[%lld]", (long long)target->count);
	else if (target->count != HR_NOT_ARRAY)
		hr_strbuf_addstr(out, "[]");
	hr_strbuf_addch(out, '\'');
}

int hr_text_fail_fit(struct hr_text_reader *reader, size_t at, const struct hr_target *target, const char *remark,
		     const char *format, ...)
{
	struct hr_strbuf message = HR_STRBUF_INIT;
	va_list args;

	va_start(args, format);
	hr_strbuf_vaddf(&message, format, args);
	va_end(args);
	hr_strbuf_addstr(&message, " does not fit ");
	describe_target(&message, reader->model, target);
	hr_text_fail(reader, at, "%s%s%s", message.data, remark ? ": " : "", remark ? remark : "");
	hr_strbuf_release(&message);
	return -1;
}

static bool is_whole(enum hr_type_kind kind)
{
	return kind == HR_TYPE_INT || kind == HR_TYPE_BOOL || kind == HR_TYPE_ENUM;
}

static bool is_array(const struct hr_target *target)
{
	return target->count != HR_NOT_ARRAY;
}

static bool is_pointer(const struct hr_text_reader *reader, const struct hr_target *target)
{
	return !is_array(target) && hr_shape_kind(reader->model, target->shape) == HR_TYPE_POINTER;
}

/* The numbers that an integer can hold: -low … high. */
struct range {
	uint64_t low;
	uint64_t high;
};

static uint64_t ones(int bits)
{
	if (bits <= 0)
		return 0;
	return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static struct range range_of(const struct hr_type *type, int bit_width)
{
	int bits = bit_width >= 0 ? bit_width : type->size > 0 && type->size < 8 ? (int)type->size * 8 : 64;

	if (type->kind == HR_TYPE_BOOL)
		return (struct range){ 0, 1 };
	/* Code that takes an enum meets what other enums hold, -1 above all. */
	if (type->kind == HR_TYPE_ENUM)
		return (struct range){ ones(bits - 1) + 1, ones(bits) };
	return type->is_signed ? (struct range){ ones(bits - 1) + 1, ones(bits - 1) } : (struct range){ 0, ones(bits) };
}

static int fail_range(struct hr_text_reader *reader, const struct hr_target *target, size_t at, bool is_negative,
		      uint64_t magnitude, struct range range)
{
	const char *remark = hr_arena_printf(&reader->sequence->arena, "from %s%llu to %llu", range.low ? "-" : "",
					     (unsigned long long)range.low, (unsigned long long)range.high);

	return hr_text_fail_fit(reader, at, target, remark, "%s%llu", is_negative ? "-" : "",
				(unsigned long long)magnitude);
}

int hr_text_fit_number(struct hr_operand *operand, struct hr_text_reader *reader, const struct hr_target *target,
		       size_t at, bool is_negative, uint64_t magnitude)
{
	const struct hr_type *type = hr_shape_type(reader->model, target->shape);
	struct range range = { UINT64_C(1) << 63, UINT64_MAX };

	/* A character is a byte; as in C those above 127 are negative, but for types that have no sign. */
	if (operand->is_character && magnitude > INT8_MAX && !(type && type->kind == HR_TYPE_INT && !type->is_signed)) {
		is_negative = true;
		magnitude = 256 - magnitude;
	}
	operand->number = (int64_t)(is_negative ? 0 - magnitude : magnitude);
	if (target->place != HR_PLACE_TAIL) {
		const char *digits = hr_arena_printf(&reader->sequence->arena, "%s%llu", is_negative ? "-" : "",
						     (unsigned long long)magnitude);

		if (!is_array(target) && type && type->kind == HR_TYPE_FLOAT) {
			operand->kind = HR_OPERAND_REAL;
			operand->real = is_negative ? -(double)magnitude : (double)magnitude;
			return 0;
		}
		if (is_array(target) || !type || !is_whole(type->kind))
			return hr_text_fail_fit(reader, at, target,
						is_pointer(reader, target) && magnitude == 0 ? "write NULL" : NULL,
						"%s", digits);
		range = range_of(type, target->bit_width);
	}
	if (magnitude > (is_negative ? range.low : range.high))
		return fail_range(reader, target, at, is_negative, magnitude, range);
	return 0;
}

static const struct hr_type *function_behind(const struct hr_model *model, struct hr_shape shape)
{
	struct hr_shape pointee;

	if (hr_shape_kind(model, shape) != HR_TYPE_POINTER || !hr_shape_pointee(&pointee, model, shape))
		return NULL;
	const struct hr_type *type = hr_shape_type(model, pointee);
	return type && type->kind == HR_TYPE_FUNCTION ? type : NULL;
}

static bool fits_pointer(const struct hr_model *model, struct hr_shape from, const struct hr_target *target)
{
	struct hr_shape from_pointee, to_pointee;

	if (hr_shape_kind(model, target->shape) != HR_TYPE_POINTER)
		return false;
	if (target->place == HR_PLACE_LITERAL)
		return true;
	if (!hr_shape_pointee(&from_pointee, model, from) || !hr_shape_pointee(&to_pointee, model, target->shape))
		return true;
	return hr_shape_leads_to(model, from_pointee, to_pointee);
}

static bool fits_shape(const struct hr_model *model, struct hr_shape from, const struct hr_target *target)
{
	enum hr_type_kind kind = hr_shape_kind(model, from), wanted = hr_shape_kind(model, target->shape);

	if (target->place == HR_PLACE_TAIL)
		return is_whole(kind) || kind == HR_TYPE_FLOAT || kind == HR_TYPE_POINTER || kind == HR_TYPE_ARRAY;
	if (is_array(target))
		return false;
	if (kind == HR_TYPE_POINTER || kind == HR_TYPE_ARRAY)
		return fits_pointer(model, from, target);
	if (is_whole(kind))
		return is_whole(wanted) || wanted == HR_TYPE_FLOAT;
	if (kind == HR_TYPE_FLOAT)
		return wanted == HR_TYPE_FLOAT || (is_whole(wanted) && target->place == HR_PLACE_LITERAL);
	return hr_shape_type(model, from) == hr_shape_type(model, target->shape);
}

static int check_shape(struct hr_text_reader *reader, const struct hr_target *target, size_t at, struct hr_shape from,
		       const char *name, const char *prefix, const char *suffix)
{
	struct hr_strbuf spelling = HR_STRBUF_INIT;

	if (fits_shape(reader->model, from, target))
		return 0;
	hr_shape_spell(&spelling, reader->model, from);
	hr_text_fail_fit(reader, at, target, is_array(target) ? "fill an array with a list or a text" : NULL,
			 "'%s%s%s' ('%s')", prefix, name, suffix, spelling.data);
	hr_strbuf_release(&spelling);
	return -1;
}

static int fit_value(struct hr_operand *operand, struct hr_text_reader *reader, const struct hr_target *target,
		     size_t at)
{
	return check_shape(reader, target, at, hr_shape_of_value(reader->sequence, operand->value),
			   reader->sequence->values.data[operand->value].name, "", "");
}

static int fit_part(struct hr_operand *operand, struct hr_text_reader *reader, const struct hr_target *target,
		    size_t at)
{
	const struct hr_access *access = operand->access;
	const char *name = reader->sequence->values.data[access->value].name;
	struct hr_shape shape = hr_shape_of_access(access);
	bool is_load = strcmp(access->text, "*") == 0;

	if (hr_shape_kind(reader->model, shape) == HR_TYPE_ARRAY && !access->through)
		return hr_text_fail(reader, at, "'%s%s' is in a struct by value and has no address", name,
				    access->text);
	return check_shape(reader, target, at, shape, name, is_load ? "*" : "", is_load ? "" : access->text);
}

static int fit_address(struct hr_operand *operand, struct hr_text_reader *reader, const struct hr_target *target,
		       size_t at)
{
	const struct hr_access *access = operand->access;

	return check_shape(reader, target, at, hr_shape_pointer_to(reader->model, hr_shape_of_access(access)),
			   reader->sequence->values.data[access->value].name, "&", access->text);
}

static int fit_variable(struct hr_operand *operand, struct hr_text_reader *reader, const struct hr_target *target,
			size_t at)
{
	for (size_t i = 0; i < reader->model->variables.count; i++) {
		const struct hr_variable *variable = &reader->model->variables.data[i];

		if (hr_text_equal(variable->name, operand->text))
			return check_shape(reader, target, at,
					   hr_shape_pointer_to(reader->model, hr_shape_of(variable->type)),
					   variable->name, "&", "");
	}
	return hr_text_fail(reader, at, "there is no variable '%s'", operand->text);
}

static int fit_null(struct hr_operand *operand, struct hr_text_reader *reader, const struct hr_target *target,
		    size_t at)
{
	(void)operand;
	return target->place == HR_PLACE_TAIL || is_pointer(reader, target)
		       ? 0
		       : hr_text_fail_fit(reader, at, target, NULL, "NULL");
}

static int fit_real(struct hr_operand *operand, struct hr_text_reader *reader, const struct hr_target *target,
		    size_t at)
{
	(void)operand;
	if (target->place == HR_PLACE_TAIL ||
	    (!is_array(target) && hr_shape_kind(reader->model, target->shape) == HR_TYPE_FLOAT))
		return 0;
	return hr_text_fail_fit(reader, at, target, NULL, "a real number");
}

/* A pointer to characters, bytes, or anything. */
static bool takes_text(const struct hr_text_reader *reader, const struct hr_target *target)
{
	struct hr_shape pointee;

	if (target->place == HR_PLACE_TAIL)
		return true;
	if (!is_pointer(reader, target))
		return false;
	return !hr_shape_pointee(&pointee, reader->model, target->shape) ||
	       hr_shape_kind(reader->model, pointee) == HR_TYPE_VOID || hr_shape_is_byte(reader->model, pointee);
}

static int fit_text(struct hr_operand *operand, struct hr_text_reader *reader, const struct hr_target *target,
		    size_t at)
{
	if (is_array(target) && hr_shape_is_byte(reader->model, target->shape)) {
		if (target->count < 0 || operand->length <= (size_t)target->count)
			return 0;
		return hr_text_fail_fit(reader, at, target, NULL, "a text of %zu bytes", operand->length);
	}
	return takes_text(reader, target) ? 0 : hr_text_fail_fit(reader, at, target, NULL, "a text");
}

static int fit_path(struct hr_operand *operand, struct hr_text_reader *reader, const struct hr_target *target,
		    size_t at)
{
	(void)operand;
	return takes_text(reader, target) ? 0 : hr_text_fail_fit(reader, at, target, NULL, "a path");
}

static int fit_stream(struct hr_operand *operand, struct hr_text_reader *reader, const struct hr_target *target,
		      size_t at)
{
	struct hr_shape pointee;
	(void)operand;
	if (target->place == HR_PLACE_TAIL)
		return 0;
	if (is_pointer(reader, target)) {
		if (!hr_shape_pointee(&pointee, reader->model, target->shape))
			return 0;
		const struct hr_type *type = hr_shape_type(reader->model, pointee);
		if (type && (type->kind == HR_TYPE_VOID || hr_text_equal(type->spelling, "struct _IO_FILE")))
			return 0;
	}
	return hr_text_fail_fit(reader, at, target, NULL, "a stream");
}

static int fit_descriptor(struct hr_operand *operand, struct hr_text_reader *reader, const struct hr_target *target,
			  size_t at)
{
	(void)operand;
	if (target->place == HR_PLACE_TAIL ||
	    (!is_array(target) && hr_shape_kind(reader->model, target->shape) == HR_TYPE_INT))
		return 0;
	return hr_text_fail_fit(reader, at, target, NULL, "a descriptor");
}

static int fit_constant(struct hr_operand *operand, struct hr_text_reader *reader, const struct hr_target *target,
			size_t at)
{
	const struct hr_constant *constant = &reader->model->constants.data[operand->constant];
	enum hr_type_kind wanted = hr_shape_kind(reader->model, target->shape);
	bool fits = false;

	if (target->place == HR_PLACE_TAIL)
		return 0;
	if (constant->kind == HR_CONSTANT_INT)
		fits = is_whole(wanted) || wanted == HR_TYPE_FLOAT;
	else if (constant->kind == HR_CONSTANT_FLOAT)
		fits = wanted == HR_TYPE_FLOAT;
	else if (constant->kind == HR_CONSTANT_STRING)
		fits = takes_text(reader, target);
	else
		fits = wanted == HR_TYPE_POINTER;
	return fits && !is_array(target)
		       ? 0
		       : hr_text_fail_fit(reader, at, target, NULL, "the constant '%s'", constant->name);
}

/* How many parameters libc's functions have that hr_callables lists. */
static const struct {
	const char *name;
	size_t params;
} libc_functions[] = {
	{ "abs", 1 },     { "calloc", 2 },  { "free", 1 },    { "isalnum", 1 },    { "isalpha", 1 },
	{ "isdigit", 1 }, { "isprint", 1 }, { "isspace", 1 }, { "malloc", 1 },     { "memcmp", 3 },
	{ "memcpy", 3 },  { "puts", 1 },    { "realloc", 2 }, { "strcasecmp", 2 }, { "strcmp", 2 },
	{ "strcoll", 2 }, { "strdup", 1 },  { "strlen", 1 },  { "tolower", 1 },    { "toupper", 1 },
};

/* (size_t)-1: not known. */
static size_t count_parameters(const struct hr_text_reader *reader, const char *name)
{
	size_t operation;

	if (hr_map_get(&reader->model->operation_by_name, name, &operation))
		return reader->model->operations.data[operation].params.count;
	for (size_t i = 0; i < sizeof libc_functions / sizeof *libc_functions; i++)
		if (strcmp(libc_functions[i].name, name) == 0)
			return libc_functions[i].params;
	return (size_t)-1;
}

static int fit_function(struct hr_operand *operand, struct hr_text_reader *reader, const struct hr_target *target,
			size_t at)
{
	size_t count = count_parameters(reader, operand->text);

	if (target->place == HR_PLACE_TAIL)
		return 0;
	const struct hr_type *function = is_array(target) ? NULL : function_behind(reader->model, target->shape);
	if (!function)
		return hr_text_fail_fit(reader, at, target, NULL, "the function '%s'", operand->text);
	enum hr_callback_shape shape = hr_callback_shape_named(operand->text);
	if (count == (size_t)-1 && shape != HR_SHAPE_COUNT && !hr_callback_shape_fits(reader->model, function, shape))
		return hr_text_fail_fit(reader, at, target, NULL, "the function '%s'", operand->text);
	if (count == (size_t)-1 || count == function->params.count)
		return 0;
	return hr_text_fail_fit(reader, at, target,
				hr_arena_printf(&reader->sequence->arena, "it takes %zu parameter%s, not %zu", count,
						count == 1 ? "" : "s", function->params.count),
				"the function '%s'", operand->text);
}

int hr_text_fit_plain(struct hr_operand *operand, struct hr_text_reader *reader, const struct hr_target *target,
		      size_t at)
{
	static int (*const by_kind[HR_OPERAND_KIND_COUNT])(struct hr_operand *, struct hr_text_reader *,
							   const struct hr_target *, size_t) = {
		[HR_OPERAND_VALUE] = fit_value,
		[HR_OPERAND_REAL] = fit_real,
		[HR_OPERAND_CONSTANT] = fit_constant,
		[HR_OPERAND_NULL] = fit_null,
		[HR_OPERAND_TEXT] = fit_text,
		[HR_OPERAND_BYTES] = fit_text,
		[HR_OPERAND_PART] = fit_part,
		[HR_OPERAND_ADDRESS] = fit_address,
		[HR_OPERAND_FUNCTION] = fit_function,
		[HR_OPERAND_VARIABLE] = fit_variable,
		[HR_OPERAND_STREAM] = fit_stream,
		[HR_OPERAND_PATH] = fit_path,
		[HR_OPERAND_DESCRIPTOR] = fit_descriptor,
	};

	return by_kind[operand->kind](operand, reader, target, at);
}
