/* Undefined behaviour: the messages are those of stock UBSan of clang 19, which were taken from its output. */
#include "as_unit.h"

#include "runtime/ubsan_values.h"

#include <string.h>

/* Laid out by hand as clang does. */
struct type_of {
	uint16_t kind;
	uint16_t info;
	char name[28];
};
#define LOCATION \
	{ "unit.c", 12, 5 }

static const struct type_of int_type = { HR_UBSAN_INTEGER, 11, "'int'" };
static const struct type_of unsigned_type = { HR_UBSAN_INTEGER, 10, "'unsigned int'" };
static const struct type_of long_type = { HR_UBSAN_INTEGER, 13, "'long'" };
static const struct type_of wide_type = { HR_UBSAN_INTEGER, 15, "'__int128'" };
static const struct type_of bool_type = { HR_UBSAN_INTEGER, 6, "'bool'" };
static const struct type_of float_type = { HR_UBSAN_FLOAT, 32, "'float'" };
static const struct type_of double_type = { HR_UBSAN_FLOAT, 64, "'double'" };
static const struct type_of long_double_type = { HR_UBSAN_FLOAT, 128, "'long double'" };
static const struct type_of array_type = { HR_UBSAN_UNKNOWN, 0, "'int[4]'" };
static const struct type_of struct_type = { HR_UBSAN_UNKNOWN, 0, "'struct s'" };
static const struct type_of function_type = { HR_UBSAN_UNKNOWN, 0, "'void (*)(int)'" };

/* All layouts that are a location, then types, then a few numbers. */
struct data {
	struct hr_ubsan_location at;
	const void *first;
	const void *second;
};
struct mismatch {
	struct hr_ubsan_location at;
	const void *type;
	unsigned char log_alignment;
	unsigned char check;
};
struct nonnull {
	struct hr_ubsan_location at, declared_at;
	int argument;
};
struct builtin {
	struct hr_ubsan_location at;
	unsigned char check;
};
struct assumption {
	struct hr_ubsan_location at, assumed_at;
	const void *type;
};

typedef void handler(const void *data, uintptr_t first, uintptr_t second, uintptr_t third);

/* The true signatures have fewer parameters; in registers that makes no difference. */
#define DECLARE(name) extern void __ubsan_handle_##name(const void *, uintptr_t, uintptr_t, uintptr_t)
DECLARE(type_mismatch_v1);
DECLARE(type_mismatch_v1_abort);
DECLARE(alignment_assumption);
DECLARE(pointer_overflow);
DECLARE(function_type_mismatch);
DECLARE(nonnull_return_v1);
DECLARE(nonnull_arg);
DECLARE(add_overflow);
DECLARE(sub_overflow);
DECLARE(mul_overflow);
DECLARE(negate_overflow);
DECLARE(divrem_overflow);
DECLARE(shift_out_of_bounds);
DECLARE(float_cast_overflow);
DECLARE(implicit_conversion);
DECLARE(out_of_bounds);
DECLARE(vla_bound_not_positive);
DECLARE(load_invalid_value);
DECLARE(invalid_builtin);
DECLARE(builtin_unreachable);
DECLARE(missing_return);

struct call {
	handler *handler;
	const void *data;
	uintptr_t values[3];
};

static void AS_UNIT make(void **arguments, void *result)
{
	(void)result;
	const struct call *call = arguments[0];
	call->handler(call->data, call->values[0], call->values[1], call->values[2]);
	__asm__ volatile("nop");
}

/* Runs a handler; the fault or the note that came of it, NULL for neither. */
static const struct hr_wire_fault *run(handler *entry, const void *data, uintptr_t first, uintptr_t second)
{
	struct call call = { entry, data, { first, second, 0 } };
	void *arguments[] = { &call };
	hr_faults_clear();
	hr_runtime.status = HR_WIRE_NORMAL;
	if (hr_switch_call(make, arguments, NULL)) {
		assert_int_equal(hr_runtime.status, HR_WIRE_FAULT);
		assert_true(hr_fault_ends(hr_runtime.fault.kind));
		return &hr_runtime.fault;
	}
	uint32_t count;
	const struct hr_wire_fault *notes = hr_fault_notes(&count);
	assert_true(count <= 1);
	return count > 0 ? notes : NULL;
}

static void expect(handler *entry, const void *data, uintptr_t first, uintptr_t second, enum hr_wire_fault_kind kind,
		   const char *text)
{
	const struct hr_wire_fault *fault = run(entry, data, first, second);
	assert_non_null(fault);
	assert_string_equal(fault->text, text);
	assert_int_equal(fault->kind, kind);
	assert_string_equal(fault->file, "unit.c");
	assert_int_equal(fault->line, 12);
	assert_int_equal(fault->column, 5);
	assert_int_equal(fault->stack.count, 1);
	assert_true(as_unit_frame_is_in(&fault->stack, 0, (uintptr_t)make));
}

static void test_ubsan__overflow(void **state)
{
	(void)state;
	const struct data on_int = { LOCATION, &int_type, NULL }, on_long = { LOCATION, &long_type, NULL };
	expect(__ubsan_handle_add_overflow, &on_int, 2147483647, 1, HR_FAULT_UB_SIGNED_OVERFLOW,
	       "signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'");
	expect(__ubsan_handle_sub_overflow, &on_int, 0x80000000, 1, HR_FAULT_UB_SIGNED_OVERFLOW,
	       "signed integer overflow: -2147483648 - 1 cannot be represented in type 'int'");
	expect(__ubsan_handle_mul_overflow, &on_long, (uintptr_t)INT64_MIN, 40, HR_FAULT_UB_SIGNED_OVERFLOW,
	       "signed integer overflow: -9223372036854775808 * 40 cannot be represented in type 'long'");
	expect(__ubsan_handle_negate_overflow, &on_int, 0x80000000, 0, HR_FAULT_UB_SIGNED_OVERFLOW,
	       "negation of -2147483648 cannot be represented in type 'int'; "
	       "cast to an unsigned type to negate this value to itself");
}

static void test_ubsan__wide_numbers(void **state)
{
	(void)state;
	const struct data on_wide = { LOCATION, &wide_type, NULL };
	hr_wide large = (hr_wide)1 << 126, small = 7;
	expect(__ubsan_handle_add_overflow, &on_wide, (uintptr_t)&large, (uintptr_t)&small, HR_FAULT_UB_SIGNED_OVERFLOW,
	       "signed integer overflow: 0x40000000000000000000000000000000 + 7 "
	       "cannot be represented in type '__int128'");
}

static void test_ubsan__what_is_defined_is_not_told(void **state)
{
	(void)state;
	const struct data on_unsigned = { LOCATION, &unsigned_type, NULL },
			  on_double = { LOCATION, &double_type, NULL };
	assert_null(run(__ubsan_handle_add_overflow, &on_unsigned, UINT32_MAX, 1));
	assert_null(run(__ubsan_handle_negate_overflow, &on_unsigned, 1, 0));
	assert_null(run(__ubsan_handle_divrem_overflow, &on_double, 0, 0));
	assert_null(run(__ubsan_handle_implicit_conversion, &on_double, 0, 0));
}

static void test_ubsan__division_and_shift(void **state)
{
	(void)state;
	const struct data on_int = { LOCATION, &int_type, NULL }, on_unsigned = { LOCATION, &unsigned_type, NULL };
	const struct data shift = { LOCATION, &int_type, &int_type };
	expect(__ubsan_handle_divrem_overflow, &on_int, 0x80000000, UINT32_MAX, HR_FAULT_UB_SIGNED_OVERFLOW,
	       "division of -2147483648 by -1 cannot be represented in type 'int'");
	expect(__ubsan_handle_divrem_overflow, &on_int, 1, 0, HR_FAULT_UB_DIVISION, "division by zero");
	expect(__ubsan_handle_divrem_overflow, &on_unsigned, 1, 0, HR_FAULT_UB_DIVISION, "division by zero");
	expect(__ubsan_handle_shift_out_of_bounds, &shift, 1, 40, HR_FAULT_UB_SHIFT,
	       "shift exponent 40 is too large for 32-bit type 'int'");
	expect(__ubsan_handle_shift_out_of_bounds, &shift, 1, UINT32_MAX, HR_FAULT_UB_SHIFT,
	       "shift exponent -1 is negative");
	expect(__ubsan_handle_shift_out_of_bounds, &shift, UINT32_MAX, 1, HR_FAULT_UB_SHIFT,
	       "left shift of negative value -1");
	expect(__ubsan_handle_shift_out_of_bounds, &shift, 2147483647, 1, HR_FAULT_UB_SHIFT,
	       "left shift of 2147483647 by 1 places cannot be represented in type 'int'");
}

static uintptr_t bits_of_double(double number)
{
	uintptr_t bits;
	memcpy(&bits, &number, sizeof bits);
	return bits;
}

static void expect_float(double number, const char *shown)
{
	const struct data cast = { LOCATION, &double_type, &int_type };
	char text[128];
	strcpy(text, shown);
	strcat(text, " is outside the range of representable values of type 'int'");
	expect(__ubsan_handle_float_cast_overflow, &cast, bits_of_double(number), 0, HR_FAULT_UB_FLOAT_CAST, text);
}

static void test_ubsan__floats(void **state)
{
	(void)state;
	expect_float(1e10, "1e+10");
	expect_float(-1.23456789e25, "-1.23457e+25");
	expect_float(4294967296.0, "4.29497e+09");
	expect_float(999999.5, "1e+06");
	expect_float(123456, "123456");
	expect_float(0.5, "0.5");
	expect_float(0.00012345, "0.00012345");
	expect_float(1e-300, "1e-300");
	expect_float(0, "0");
	expect_float(__builtin_inf(), "inf");
	expect_float(-__builtin_inf(), "-inf");
	expect_float(__builtin_nan(""), "nan");

	const struct data from_float = { LOCATION, &float_type, &int_type };
	float single = 3e9f;
	uint32_t bits;
	memcpy(&bits, &single, sizeof bits);
	expect(__ubsan_handle_float_cast_overflow, &from_float, bits, 0, HR_FAULT_UB_FLOAT_CAST,
	       "3e+09 is outside the range of representable values of type 'int'");
	const struct data from_long = { LOCATION, &long_double_type, &int_type };
	long double wide = 1e300L * 1e300L;
	expect(__ubsan_handle_float_cast_overflow, &from_long, (uintptr_t)&wide, 0, HR_FAULT_UB_FLOAT_CAST,
	       "1e+600 is outside the range of representable values of type 'int'");
}

static void test_ubsan__pointers(void **state)
{
	(void)state;
	const struct mismatch load = { LOCATION, &int_type, 2, 0 }, store = { LOCATION, &int_type, 2, 1 };
	const struct mismatch member = { LOCATION, &struct_type, 2, 3 };
	expect(__ubsan_handle_type_mismatch_v1, &store, 0, 0, HR_FAULT_NULL, "store to null pointer of type 'int'");
	assert_int_equal(hr_runtime.fault.address, 0);
	assert_int_equal(hr_runtime.fault.owner.region, HR_REGION_NULL);
	expect(__ubsan_handle_type_mismatch_v1, &member, 0, 0, HR_FAULT_NULL,
	       "member access within null pointer of type 'struct s'");
	expect(__ubsan_handle_type_mismatch_v1, &load, 0x1001, 0, HR_FAULT_UB_ALIGNMENT,
	       "load of misaligned address 0x000000001001 for type 'int', which requires 4 byte alignment");
	expect(__ubsan_handle_type_mismatch_v1, &member, 0x1000, 0, HR_FAULT_UB_OBJECT_SIZE,
	       "member access within address 0x000000001000 with insufficient space for an object of type 'struct s'");
	/* an access to memory that is closed is told as that */
	const struct hr_wire_fault *fault = run(__ubsan_handle_type_mismatch_v1, &load, 0x1000, 0);
	assert_int_equal(fault->kind, HR_FAULT_NULL);
	assert_int_equal(fault->access, HR_ACCESS_READ);
	assert_int_equal(fault->size, 4);

	const struct data plain = { LOCATION, NULL, NULL };
	expect(__ubsan_handle_pointer_overflow, &plain, 0, 0, HR_FAULT_UB_POINTER_OVERFLOW,
	       "applying zero offset to null pointer");
	expect(__ubsan_handle_pointer_overflow, &plain, 0, 5, HR_FAULT_UB_POINTER_OVERFLOW,
	       "applying non-zero offset 5 to null pointer");
	expect(__ubsan_handle_pointer_overflow, &plain, 16, 0, HR_FAULT_UB_POINTER_OVERFLOW,
	       "applying non-zero offset to non-null pointer 0x000000000010 produced null pointer");
	expect(__ubsan_handle_pointer_overflow, &plain, 16, 8, HR_FAULT_UB_POINTER_OVERFLOW,
	       "addition of unsigned offset to 0x000000000010 overflowed to 0x000000000008");
	expect(__ubsan_handle_pointer_overflow, &plain, 8, 16, HR_FAULT_UB_POINTER_OVERFLOW,
	       "subtraction of unsigned offset from 0x000000000008 overflowed to 0x000000000010");
	const struct assumption assumption = { LOCATION, LOCATION, &struct_type };
	expect(__ubsan_handle_alignment_assumption, &assumption, 0x1001, 16, HR_FAULT_UB_ALIGNMENT,
	       "assumption of 16 byte alignment for pointer of type 'struct s' failed");
	const struct data call = { LOCATION, &function_type, NULL };
	expect(__ubsan_handle_function_type_mismatch, &call, 0x1000, 0, HR_FAULT_UB_FUNCTION_TYPE,
	       "call to function through pointer to incorrect function type 'void (*)(int)'");
}

static void test_ubsan__the_rest(void **state)
{
	(void)state;
	const struct data index = { LOCATION, &array_type, &int_type }, on_int = { LOCATION, &int_type, NULL };
	const struct data on_bool = { LOCATION, &bool_type, NULL };
	const struct nonnull nonnull = { LOCATION, { 0 }, 2 };
	const struct hr_ubsan_location at = LOCATION;
	const struct builtin builtin = { LOCATION, 1 };
	expect(__ubsan_handle_out_of_bounds, &index, 9, 0, HR_FAULT_UB_BOUNDS,
	       "index 9 out of bounds for type 'int[4]'");
	expect(__ubsan_handle_vla_bound_not_positive, &on_int, UINT32_MAX, 0, HR_FAULT_UB_VLA_BOUND,
	       "variable length array bound evaluates to non-positive value -1");
	expect(__ubsan_handle_load_invalid_value, &on_bool, 5, 0, HR_FAULT_UB_INVALID_VALUE,
	       "load of value 5, which is not a valid value for type 'bool'");
	expect(__ubsan_handle_nonnull_arg, &nonnull, 0, 0, HR_FAULT_UB_NONNULL_ARGUMENT,
	       "null pointer passed as argument 2, which is declared to never be null");
	expect(__ubsan_handle_nonnull_return_v1, &on_int, (uintptr_t)&at, 0, HR_FAULT_UB_NONNULL_RETURN,
	       "null pointer returned from function declared to never return null");
	expect(__ubsan_handle_invalid_builtin, &builtin, 0, 0, HR_FAULT_UB_BUILTIN,
	       "passing zero to clz(), which is not a valid argument");
	expect(__ubsan_handle_builtin_unreachable, &on_int, 0, 0, HR_FAULT_UB_UNREACHABLE,
	       "execution reached an unreachable program point");
	expect(__ubsan_handle_missing_return, &on_int, 0, 0, HR_FAULT_UB_MISSING_RETURN,
	       "execution reached the end of a value-returning function without returning a value");
}

static void test_ubsan__abort_never_returns(void **state)
{
	(void)state;
	const struct mismatch load = { LOCATION, &int_type, 2, 0 };
	const struct hr_wire_fault *fault = run(__ubsan_handle_type_mismatch_v1_abort, &load, 0x1001, 0);
	assert_ptr_equal(fault, &hr_runtime.fault);
	assert_int_equal(fault->kind, HR_FAULT_UB_OTHER);
}

static void test_ubsan__long_names_fit(void **state)
{
	(void)state;
	static struct {
		uint16_t kind, info;
		char name[1000];
	} type = { HR_UBSAN_UNKNOWN, 0, "" };
	memset(type.name, 'x', sizeof type.name - 1);
	const struct mismatch load = { LOCATION, &type, 2, 0 };
	const struct hr_wire_fault *fault = run(__ubsan_handle_type_mismatch_v1, &load, 0, 0);
	assert_non_null(fault);
	assert_int_equal(strlen(fault->text), sizeof fault->text - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ubsan__overflow),
		cmocka_unit_test(test_ubsan__wide_numbers),
		cmocka_unit_test(test_ubsan__what_is_defined_is_not_told),
		cmocka_unit_test(test_ubsan__division_and_shift),
		cmocka_unit_test(test_ubsan__floats),
		cmocka_unit_test(test_ubsan__pointers),
		cmocka_unit_test(test_ubsan__the_rest),
		cmocka_unit_test(test_ubsan__abort_never_returns),
		cmocka_unit_test(test_ubsan__long_names_fit),
	};
	return cmocka_run_group_tests(tests, as_unit_set_up, NULL);
}
