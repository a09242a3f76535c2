/* Undefined behaviour that clang's checks for C find. */
#include "faults.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

int ub_add(int a, int b)
{
	return a + b;
}

int ub_subtract(int a, int b)
{
	return a - b;
}

long ub_multiply(long a, long b)
{
	return a * b;
}

int ub_negate(int a)
{
	return -a;
}

int ub_increment(int a)
{
	a++;
	return a;
}

int ub_divide(int a, int b)
{
	return a / b;
}

int ub_remainder(int a, int b)
{
	return a % b;
}

int ub_shift(int a, int by)
{
	return a << by;
}

int ub_shift_right(unsigned a, int by)
{
	return (int)(a >> by);
}

int ub_index(int at)
{
	int local[4] = { 1, 2, 3, 4 };
	return local[at];
}

static int table[4][4];

int ub_index_inner(int row, int column)
{
	return table[row][column];
}

int ub_index_member(int at)
{
	struct {
		char name[8];
		int next;
	} local = { "name", 1 };
	return local.name[at];
}

int ub_null_member_address(int which)
{
	struct pair {
		int a;
		int b;
	} *volatile nothing = NULL;
	int *there = &nothing->b;
	return which ? *there : 0;
}

int ub_misaligned(long at)
{
	static char bytes[16];
	int *there = (int *)(void *)(bytes + at);
	return *there;
}

int ub_bool(int value)
{
	unsigned char byte = (unsigned char)value;
	bool *volatile there = (bool *)&byte;
	return *there ? 1 : 2;
}

void ub_unreachable(int is_reached)
{
	if (is_reached)
		__builtin_unreachable();
}

static int no_return(int value)
{
	if (value)
		return 1;
	__builtin_unreachable();
}

int ub_no_return(int value)
{
	return no_return(value);
}

int ub_vla_bound(int size)
{
	char local[size];
	memset(local, 0, sizeof local);
	return local[0];
}

int ub_float_cast(double value)
{
	return (int)value;
}

unsigned char ub_float_to_char(float value)
{
	return (unsigned char)value;
}

static __attribute__((nonnull, noinline)) int wants_pointer(const int *pointer)
{
	return pointer != (const int *)8;
}

int ub_nonnull_argument(const int *pointer)
{
	return wants_pointer(pointer);
}

static int one = 1;

__attribute__((returns_nonnull)) const int *ub_nonnull_return(int is_null)
{
	return is_null ? NULL : &one;
}

unsigned long ub_pointer_overflow(unsigned long by)
{
	static char bytes[4];
	char *volatile there = bytes;
	return (unsigned long)(there + by) & 1;
}

unsigned long ub_null_offset(unsigned long by)
{
	char *volatile nothing = NULL;
	return (unsigned long)(nothing + by) & 1;
}

static int takes_long(long value)
{
	return (int)value;
}

int ub_function_type(void)
{
	int (*volatile function)(int) = (int (*)(int))takes_long;
	return function(1);
}

int ub_clz(unsigned value)
{
	return __builtin_clz(value);
}

int ub_ctz(unsigned long value)
{
	return __builtin_ctzl(value);
}

int ub_object_size(void)
{
	int local = 1;
	long *there = (long *)(void *)&local;
	return (int)*there;
}

int ub_memcpy_null(unsigned long size)
{
	char to[8] = "";
	const char *volatile nothing = NULL;
	memcpy(to, nothing, size);
	return to[0];
}
