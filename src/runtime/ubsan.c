/* The entry points of clang's -fsanitize=undefined: each turns what the compiler tells into a message and a kind of fault.
 *
 * The handlers run on the unit's stack, allocate nothing, and return only for what is not the unit's end by the policy table (fault.c).
 * The layouts are the compiler's; the messages are those that stock UBSan prints, so that both can be compared. */
#include "runtime/fault.h"
#include "runtime/shadow.h"
#include "runtime/ubsan_values.h"

typedef const struct hr_ubsan_location location;
typedef const struct hr_ubsan_type type;
typedef hr_ubsan_value value;

/* Where in the unit a handler was called. */
struct site {
	void *pc;
	void *frame;
};

/* ---- what the compiler passes ---- */

struct plain_data {
	location at;
};
struct typed_data {
	location at;
	type *type;
};
struct two_types_data {
	location at;
	type *first;
	type *second;
};
struct type_mismatch_data {
	location at;
	type *type;
	unsigned char log_alignment;
	unsigned char check;
};
struct alignment_data {
	location at;
	location assumed_at;
	type *type;
};
struct builtin_data {
	location at;
	unsigned char check;
};
struct nonnull_argument_data {
	location at;
	location declared_at;
	int argument;
};
struct control_flow_data {
	unsigned char check;
	location at;
	type *type;
};

/* ---- telling ---- */

static void tell(const struct site *site, location *at, enum hr_wire_fault_kind kind, const struct hr_text *text,
		 uintptr_t address)
{
	hr_fault_undefined(kind, at->file, at->line, at->column, text->bytes, address, site->pc, site->frame);
}

static void tell_words(const struct site *site, location *at, enum hr_wire_fault_kind kind, const char *words)
{
	hr_fault_undefined(kind, at->file, at->line, at->column, words, 0, site->pc, site->frame);
}

/* Places that were told already are met again and again: then no message is made. */
static bool is_told(enum hr_wire_fault_kind kind, location *at)
{
	return !hr_fault_ends(kind) && hr_fault_is_noted(kind, at->file, at->line, at->column);
}

/* ---- pointers ---- */

static const char *const type_checks[] = {
	"load of",
	"store to",
	"reference binding to",
	"member access within",
	"member call on",
	"constructor call on",
	"downcast of",
	"downcast of",
	"upcast of",
	"cast to virtual base of",
	"_Nonnull binding to",
	"dynamic operation on",
};
enum { CHECK_LOAD = 0, CHECK_STORE = 1, CHECK_NONNULL_ASSIGNMENT = 10 };

/* The compiler knows the object and that it is too small; when its memory is closed we know more: whose it is, that it was freed. */
static void tell_if_closed(const struct site *site, const struct type_mismatch_data *data, value pointer)
{
	if (data->check > CHECK_STORE || !hr_shadow_first_bad(pointer, 1))
		return;
	size_t size = hr_ubsan_is_integer(data->type) ? hr_ubsan_width(data->type) / 8 : 1;
	hr_fault_access(pointer, size, data->check == CHECK_LOAD ? HR_ACCESS_READ : HR_ACCESS_WRITE, NULL, site->pc,
			site->frame);
}

static void type_mismatch_v1(const struct site *site, const struct type_mismatch_data *data, value pointer)
{
	uintptr_t alignment = (uintptr_t)1 << data->log_alignment;
	enum hr_wire_fault_kind kind = HR_FAULT_UB_OBJECT_SIZE;
	if (pointer == 0)
		kind = data->check == CHECK_NONNULL_ASSIGNMENT ? HR_FAULT_UB_NONNULL_ARGUMENT : HR_FAULT_NULL;
	else if (pointer & (alignment - 1))
		kind = HR_FAULT_UB_ALIGNMENT;
	if (is_told(kind, &data->at))
		return;
	if (kind == HR_FAULT_UB_OBJECT_SIZE)
		tell_if_closed(site, data, pointer);
	struct hr_text text = { 0 };
	if (data->check < sizeof type_checks / sizeof type_checks[0])
		hr_text_add(&text, type_checks[data->check]);
	if (pointer == 0) {
		hr_text_add(&text, " null pointer of type ");
		hr_text_add(&text, data->type->name);
	} else if (kind == HR_FAULT_UB_ALIGNMENT) {
		hr_text_add(&text, " misaligned address ");
		hr_text_add_address(&text, pointer);
		hr_text_add(&text, " for type ");
		hr_text_add(&text, data->type->name);
		hr_text_add(&text, ", which requires ");
		hr_text_add_unsigned(&text, alignment);
		hr_text_add(&text, " byte alignment");
	} else {
		hr_text_add(&text, " address ");
		hr_text_add_address(&text, pointer);
		hr_text_add(&text, " with insufficient space for an object of type ");
		hr_text_add(&text, data->type->name);
	}
	tell(site, &data->at, kind, &text, pointer);
}

static void alignment_assumption(const struct site *site, const struct alignment_data *data, value pointer,
				 value alignment, value offset)
{
	if (is_told(HR_FAULT_UB_ALIGNMENT, &data->at))
		return;
	struct hr_text text = { 0 };
	hr_text_add(&text, "assumption of ");
	hr_text_add_unsigned(&text, alignment);
	hr_text_add(&text, " byte alignment ");
	if (offset != 0) {
		hr_text_add(&text, "(with offset of ");
		hr_text_add_unsigned(&text, offset);
		hr_text_add(&text, " byte) ");
	}
	hr_text_add(&text, "for pointer of type ");
	hr_text_add(&text, data->type->name);
	hr_text_add(&text, " failed");
	tell(site, &data->at, HR_FAULT_UB_ALIGNMENT, &text, pointer);
}

static void pointer_overflow(const struct site *site, const struct plain_data *data, value base, value result)
{
	if (is_told(HR_FAULT_UB_POINTER_OVERFLOW, &data->at))
		return;
	struct hr_text text = { 0 };
	if (base == 0 && result == 0) {
		hr_text_add(&text, "applying zero offset to null pointer");
	} else if (base == 0) {
		hr_text_add(&text, "applying non-zero offset ");
		hr_text_add_unsigned(&text, result);
		hr_text_add(&text, " to null pointer");
	} else if (result == 0) {
		hr_text_add(&text, "applying non-zero offset to non-null pointer ");
		hr_text_add_address(&text, base);
		hr_text_add(&text, " produced null pointer");
	} else {
		bool same_half = ((intptr_t)base >= 0) == ((intptr_t)result >= 0);
		hr_text_add(&text, !same_half      ? "pointer index expression with base "
				   : base > result ? "addition of unsigned offset to "
						   : "subtraction of unsigned offset from ");
		hr_text_add_address(&text, base);
		hr_text_add(&text, " overflowed to ");
		hr_text_add_address(&text, result);
	}
	tell(site, &data->at, HR_FAULT_UB_POINTER_OVERFLOW, &text, base);
}

static void function_type_mismatch(const struct site *site, const struct typed_data *data, value function)
{
	if (is_told(HR_FAULT_UB_FUNCTION_TYPE, &data->at))
		return;
	struct hr_text text = { 0 };
	hr_text_add(&text, "call to function through pointer to incorrect function type ");
	hr_text_add(&text, data->type->name);
	tell(site, &data->at, HR_FAULT_UB_FUNCTION_TYPE, &text, function);
}

static void cfi_check_fail(const struct site *site, const struct control_flow_data *data, value function,
			   uintptr_t table_is_valid)
{
	(void)table_is_valid;
	if (is_told(HR_FAULT_UB_FUNCTION_TYPE, &data->at))
		return;
	struct hr_text text = { 0 };
	hr_text_add(&text, "control flow integrity check for type ");
	hr_text_add(&text, data->type->name);
	hr_text_add(&text, " failed during indirect function call");
	tell(site, &data->at, HR_FAULT_UB_FUNCTION_TYPE, &text, function);
}

static void nonnull_return_v1(const struct site *site, const struct plain_data *declared, location *at)
{
	(void)declared;
	tell_words(site, at, HR_FAULT_UB_NONNULL_RETURN,
		   "null pointer returned from function declared to never return null");
}

static void nonnull_arg(const struct site *site, const struct nonnull_argument_data *data)
{
	struct hr_text text = { 0 };
	hr_text_add(&text, "null pointer passed as argument ");
	hr_text_add_signed(&text, data->argument);
	hr_text_add(&text, ", which is declared to never be null");
	tell(site, &data->at, HR_FAULT_UB_NONNULL_ARGUMENT, &text, 0);
}

/* ---- arithmetic ---- */

static void overflow(const struct site *site, const struct typed_data *data, value left, const char *operator,
		     value right)
{
	if (!hr_ubsan_is_signed(data->type)) /* wraps around: defined */
		return;
	struct hr_text text = { 0 };
	hr_text_add(&text, "signed integer overflow: ");
	hr_ubsan_add_value(&text, data->type, left);
	hr_text_add(&text, operator);
	hr_ubsan_add_value(&text, data->type, right);
	hr_text_add(&text, " cannot be represented in type ");
	hr_text_add(&text, data->type->name);
	tell(site, &data->at, HR_FAULT_UB_SIGNED_OVERFLOW, &text, 0);
}

static void add_overflow(const struct site *site, const struct typed_data *data, value left, value right)
{
	overflow(site, data, left, " + ", right);
}

static void sub_overflow(const struct site *site, const struct typed_data *data, value left, value right)
{
	overflow(site, data, left, " - ", right);
}

static void mul_overflow(const struct site *site, const struct typed_data *data, value left, value right)
{
	overflow(site, data, left, " * ", right);
}

static void negate_overflow(const struct site *site, const struct typed_data *data, value old)
{
	if (!hr_ubsan_is_signed(data->type))
		return;
	struct hr_text text = { 0 };
	hr_text_add(&text, "negation of ");
	hr_ubsan_add_value(&text, data->type, old);
	hr_text_add(&text, " cannot be represented in type ");
	hr_text_add(&text, data->type->name);
	hr_text_add(&text, "; cast to an unsigned type to negate this value to itself");
	tell(site, &data->at, HR_FAULT_UB_SIGNED_OVERFLOW, &text, 0);
}

static void divrem_overflow(const struct site *site, const struct typed_data *data, value left, value right)
{
	if (!hr_ubsan_is_integer(data->type)) /* infinity or not a number: defined on this machine */
		return;
	if (!hr_ubsan_is_signed(data->type) || hr_ubsan_signed(data->type, right) != -1) {
		tell_words(site, &data->at, HR_FAULT_UB_DIVISION, "division by zero");
		return;
	}
	struct hr_text text = { 0 };
	hr_text_add(&text, "division of ");
	hr_ubsan_add_value(&text, data->type, left);
	hr_text_add(&text, " by -1 cannot be represented in type ");
	hr_text_add(&text, data->type->name);
	tell(site, &data->at, HR_FAULT_UB_SIGNED_OVERFLOW, &text, 0);
}

static void shift_out_of_bounds(const struct site *site, const struct two_types_data *data, value left, value right)
{
	struct hr_text text = { 0 };
	bool is_negative = hr_ubsan_is_negative(data->second, right);
	if (is_negative || hr_ubsan_unsigned(data->second, right) >= hr_ubsan_width(data->first)) {
		hr_text_add(&text, "shift exponent ");
		hr_ubsan_add_value(&text, data->second, right);
		hr_text_add(&text, is_negative ? " is negative" : " is too large for ");
		if (!is_negative) {
			hr_text_add_unsigned(&text, hr_ubsan_width(data->first));
			hr_text_add(&text, "-bit type ");
			hr_text_add(&text, data->first->name);
		}
	} else if (hr_ubsan_is_negative(data->first, left)) {
		hr_text_add(&text, "left shift of negative value ");
		hr_ubsan_add_value(&text, data->first, left);
	} else {
		hr_text_add(&text, "left shift of ");
		hr_ubsan_add_value(&text, data->first, left);
		hr_text_add(&text, " by ");
		hr_ubsan_add_value(&text, data->second, right);
		hr_text_add(&text, " places cannot be represented in type ");
		hr_text_add(&text, data->first->name);
	}
	tell(site, &data->at, HR_FAULT_UB_SHIFT, &text, 0);
}

static void float_cast_overflow(const struct site *site, const struct two_types_data *data, value from)
{
	struct hr_text text = { 0 };
	hr_ubsan_add_value(&text, data->first, from);
	hr_text_add(&text, " is outside the range of representable values of type ");
	hr_text_add(&text, data->second->name);
	tell(site, &data->at, HR_FAULT_UB_FLOAT_CAST, &text, 0);
}

/* Values change by rules that the language defines: of no interest, whatever the flags of the unit say. */
static void implicit_conversion(const struct site *site, const void *data, value from, value to)
{
	(void)site;
	(void)data;
	(void)from;
	(void)to;
}

/* ---- the rest ---- */

static void out_of_bounds(const struct site *site, const struct two_types_data *data, value index)
{
	struct hr_text text = { 0 };
	hr_text_add(&text, "index ");
	hr_ubsan_add_value(&text, data->second, index);
	hr_text_add(&text, " out of bounds for type ");
	hr_text_add(&text, data->first->name);
	tell(site, &data->at, HR_FAULT_UB_BOUNDS, &text, 0);
}

static void vla_bound_not_positive(const struct site *site, const struct typed_data *data, value bound)
{
	struct hr_text text = { 0 };
	hr_text_add(&text, "variable length array bound evaluates to non-positive value ");
	hr_ubsan_add_value(&text, data->type, bound);
	tell(site, &data->at, HR_FAULT_UB_VLA_BOUND, &text, 0);
}

static void load_invalid_value(const struct site *site, const struct typed_data *data, value loaded)
{
	struct hr_text text = { 0 };
	hr_text_add(&text, "load of value ");
	hr_ubsan_add_value(&text, data->type, loaded);
	hr_text_add(&text, ", which is not a valid value for type ");
	hr_text_add(&text, data->type->name);
	tell(site, &data->at, HR_FAULT_UB_INVALID_VALUE, &text, 0);
}

static void invalid_builtin(const struct site *site, const struct builtin_data *data)
{
	static const char *const words[] = {
		"passing zero to ctz(), which is not a valid argument",
		"passing zero to clz(), which is not a valid argument",
		"assumption is violated during execution",
	};
	bool is_known = data->check < sizeof words / sizeof words[0];
	tell_words(site, &data->at, HR_FAULT_UB_BUILTIN, is_known ? words[data->check] : "");
}

static void builtin_unreachable(const struct site *site, const struct plain_data *data)
{
	tell_words(site, &data->at, HR_FAULT_UB_UNREACHABLE, "execution reached an unreachable program point");
}

static void missing_return(const struct site *site, const struct plain_data *data)
{
	tell_words(site, &data->at, HR_FAULT_UB_MISSING_RETURN,
		   "execution reached the end of a value-returning function without returning a value");
}

static void local_out_of_bounds(const struct site *site)
{
	static location unknown;
	tell_words(site, &unknown, HR_FAULT_UB_BOUNDS, "access out of bounds");
}

/* ---- entry points ---- */

/* Behind an _abort handler the compiler left no code to go on with. */
static _Noreturn void end_anyway(const struct site *site)
{
	hr_fault_kind(HR_FAULT_UB_OTHER, 0, 0, 0, NULL, "undefined behaviour that the unit was built to stop at",
		      site->pc, site->frame);
}

#define SITE \
	const struct site site = { __builtin_return_address(0), __builtin_frame_address(0) }

/* `entry` is the name behind __ubsan_handle_, `function` the one above that does it. */
#define FATAL_HANDLER(entry, function, parameters, ...) \
	void __ubsan_handle_##entry parameters; \
	void __ubsan_handle_##entry parameters \
	{ \
		SITE; \
		function(__VA_ARGS__); \
		end_anyway(&site); \
	}
#define HANDLER(entry, function, parameters, ...) \
	void __ubsan_handle_##entry parameters; \
	void __ubsan_handle_##entry parameters \
	{ \
		SITE; \
		function(__VA_ARGS__); \
	} \
	FATAL_HANDLER(entry##_abort, function, parameters, __VA_ARGS__)

/* clang-format off */
HANDLER(type_mismatch_v1, type_mismatch_v1, (const struct type_mismatch_data *data, value pointer), &site, data, pointer)
HANDLER(alignment_assumption, alignment_assumption,
	(const struct alignment_data *data, value pointer, value alignment, value offset),
	&site, data, pointer, alignment, offset)
HANDLER(pointer_overflow, pointer_overflow, (const struct plain_data *data, value base, value result),
	&site, data, base, result)
HANDLER(function_type_mismatch, function_type_mismatch, (const struct typed_data *data, value function),
	&site, data, function)
HANDLER(function_type_mismatch_v1, function_type_mismatch,
	(const struct typed_data *data, value function, value call_type, value function_type),
	(((void)call_type, (void)function_type), &site), data, function)
HANDLER(cfi_check_fail, cfi_check_fail, (const struct control_flow_data *data, value function, uintptr_t is_valid),
	&site, data, function, is_valid)
HANDLER(nonnull_return_v1, nonnull_return_v1, (const struct plain_data *data, location *at), &site, data, at)
HANDLER(nullability_return_v1, nonnull_return_v1, (const struct plain_data *data, location *at), &site, data, at)
HANDLER(nonnull_arg, nonnull_arg, (const struct nonnull_argument_data *data), &site, data)
HANDLER(nullability_arg, nonnull_arg, (const struct nonnull_argument_data *data), &site, data)
HANDLER(add_overflow, add_overflow, (const struct typed_data *data, value left, value right), &site, data, left, right)
HANDLER(sub_overflow, sub_overflow, (const struct typed_data *data, value left, value right), &site, data, left, right)
HANDLER(mul_overflow, mul_overflow, (const struct typed_data *data, value left, value right), &site, data, left, right)
HANDLER(negate_overflow, negate_overflow, (const struct typed_data *data, value old), &site, data, old)
HANDLER(divrem_overflow, divrem_overflow, (const struct typed_data *data, value left, value right),
	&site, data, left, right)
HANDLER(shift_out_of_bounds, shift_out_of_bounds, (const struct two_types_data *data, value left, value right),
	&site, data, left, right)
HANDLER(float_cast_overflow, float_cast_overflow, (const struct two_types_data *data, value from), &site, data, from)
HANDLER(implicit_conversion, implicit_conversion, (const void *data, value from, value to), &site, data, from, to)
HANDLER(out_of_bounds, out_of_bounds, (const struct two_types_data *data, value index), &site, data, index)
HANDLER(vla_bound_not_positive, vla_bound_not_positive, (const struct typed_data *data, value bound),
	&site, data, bound)
HANDLER(load_invalid_value, load_invalid_value, (const struct typed_data *data, value loaded), &site, data, loaded)
HANDLER(invalid_builtin, invalid_builtin, (const struct builtin_data *data), &site, data)
HANDLER(local_out_of_bounds, local_out_of_bounds, (void), &site)
FATAL_HANDLER(builtin_unreachable, builtin_unreachable, (const struct plain_data *data), &site, data)
FATAL_HANDLER(missing_return, missing_return, (const struct plain_data *data), &site, data)
/* clang-format on */
