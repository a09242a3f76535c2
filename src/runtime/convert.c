/* Conversion between scalars, as C converts. What C leaves undefined (a real number out of the range of an integer type) gives the nearest
 * integer there is, so that it is the same everywhere. */
#include "runtime/machine.h"

static const uint8_t sizes[HR_WIRE_SCALAR_COUNT] = {
	[HR_WIRE_BOOL] = 1, [HR_WIRE_I8] = 1,  [HR_WIRE_I16] = 2, [HR_WIRE_I32] = 4,
	[HR_WIRE_I64] = 8,  [HR_WIRE_U8] = 1,  [HR_WIRE_U16] = 2, [HR_WIRE_U32] = 4,
	[HR_WIRE_U64] = 8,  [HR_WIRE_F32] = 4, [HR_WIRE_F64] = 8, [HR_WIRE_F80] = 16,
};

uint32_t hr_scalar_size(uint32_t class)
{
	return sizes[class];
}

static bool is_real(uint32_t class)
{
	return class >= HR_WIRE_F32;
}

static bool is_signed(uint32_t class)
{
	return class >= HR_WIRE_I8 && class <= HR_WIRE_I64;
}

static long double read_real(const void *from, uint32_t class)
{
	float single;
	double twice;
	long double extended;

	switch (class) {
	case HR_WIRE_F32:
		memcpy(&single, from, sizeof(single));
		return single;
	case HR_WIRE_F64:
		memcpy(&twice, from, sizeof(twice));
		return twice;
	default:
		memcpy(&extended, from, 10);
		return extended;
	}
}

static void write_real(void *to, uint32_t class, long double value)
{
	float single = (float)value;
	double twice = (double)value;

	memset(to, 0, sizes[class]);
	switch (class) {
	case HR_WIRE_F32:
		memcpy(to, &single, sizeof(single));
		break;
	case HR_WIRE_F64:
		memcpy(to, &twice, sizeof(twice));
		break;
	default:
		memcpy(to, &value, 10);
		break;
	}
}

/* The bits of an integer, extended to 64 as its class says. */
static uint64_t read_integer(const void *from, uint32_t class)
{
	uint64_t bits = 0;
	unsigned unused = 64 - 8u * sizes[class];

	memcpy(&bits, from, sizes[class]);
	if (is_signed(class))
		return (uint64_t)((int64_t)(bits << unused) >> unused);
	return bits;
}

static uint64_t real_to_integer(long double value, uint32_t class)
{
	unsigned bits = 8u * sizes[class];

	if (class == HR_WIRE_BOOL)
		return value != 0;
	if (value != value)
		return 0;
	if (is_signed(class)) {
		int64_t most = (int64_t)(UINT64_MAX >> (65 - bits));
		if (value >= (long double)most)
			return (uint64_t)most;
		if (value <= (long double)(-most - 1))
			return (uint64_t)(-most - 1);
		return (uint64_t)(int64_t)value;
	}
	uint64_t most = UINT64_MAX >> (64 - bits);
	if (value >= (long double)most)
		return most;
	return value > 0 ? (uint64_t)value : 0;
}

void hr_scalar_convert(void *to, uint32_t to_class, const void *from, uint32_t from_class)
{
	if (is_real(from_class)) {
		long double value = read_real(from, from_class);
		if (is_real(to_class)) {
			write_real(to, to_class, value);
		} else {
			uint64_t bits = real_to_integer(value, to_class);
			memcpy(to, &bits, sizes[to_class]);
		}
		return;
	}
	uint64_t bits = read_integer(from, from_class);
	if (is_real(to_class)) {
		write_real(to, to_class, is_signed(from_class) ? (long double)(int64_t)bits : (long double)bits);
		return;
	}
	if (to_class == HR_WIRE_BOOL)
		bits = bits != 0;
	memcpy(to, &bits, sizes[to_class]);
}
