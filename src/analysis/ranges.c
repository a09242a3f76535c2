/* Arithmetic of ranges. Numbers are signed, sign-extended from their bits (but a single bit is 0 or 1); unsigned comparisons are told where both sides are
 * not negative, or one is 0. What could overflow is anything. */
#include "analysis/ranges.h"

struct hr_range hr_range_all(void)
{
	return (struct hr_range){ .low = INT64_MIN, .high = INT64_MAX };
}

struct hr_range hr_range_none(void)
{
	return (struct hr_range){ .low = 1, .high = 0 };
}

struct hr_range hr_range_number(int64_t number)
{
	return (struct hr_range){ .low = number, .high = number, .is_nonzero = number != 0 };
}

struct hr_range hr_range_nonzero(void)
{
	return (struct hr_range){ .low = INT64_MIN, .high = INT64_MAX, .is_nonzero = true };
}

bool hr_range_is_none(const struct hr_range *range)
{
	return range->low > range->high || (range->is_nonzero && range->low == 0 && range->high == 0);
}

bool hr_range_is_number(const struct hr_range *range, int64_t *number)
{
	if (range->low != range->high)
		return false;
	if (number)
		*number = range->low;
	return true;
}

bool hr_range_is_null(const struct hr_range *range)
{
	return range->low == 0 && range->high == 0 && !range->is_nonzero;
}

bool hr_range_is_nonzero(const struct hr_range *range)
{
	return range->is_nonzero || range->low > 0 || range->high < 0;
}

bool hr_range_equal(const struct hr_range *a, const struct hr_range *b)
{
	return a->low == b->low && a->high == b->high && a->is_nonzero == b->is_nonzero && a->null_of == b->null_of;
}

struct hr_range hr_range_join(struct hr_range a, struct hr_range b)
{
	if (hr_range_is_none(&a))
		return b;
	if (hr_range_is_none(&b))
		return a;
	return (struct hr_range){
		.low = a.low < b.low ? a.low : b.low,
		.high = a.high > b.high ? a.high : b.high,
		.is_nonzero = hr_range_is_nonzero(&a) && hr_range_is_nonzero(&b),
		.null_of = a.null_of | b.null_of,
	};
}

struct hr_range hr_range_meet(struct hr_range a, struct hr_range b)
{
	return (struct hr_range){
		.low = a.low > b.low ? a.low : b.low,
		.high = a.high < b.high ? a.high : b.high,
		.is_nonzero = a.is_nonzero || b.is_nonzero,
		.null_of = a.null_of,
	};
}

static int compare_equal(const struct hr_range *left, const struct hr_range *right)
{
	if (left->low == left->high && right->low == right->high && left->low == right->low)
		return 1;
	if (left->low > right->high || right->low > left->high)
		return 0;
	if ((hr_range_is_null(left) && hr_range_is_nonzero(right)) ||
	    (hr_range_is_null(right) && hr_range_is_nonzero(left)))
		return 0;
	return -1;
}

/* left < right */
static int compare_less(const struct hr_range *left, const struct hr_range *right)
{
	if (left->high < right->low)
		return 1;
	if (left->low >= right->high)
		return 0;
	return -1;
}

static int compare_unsigned_less(const struct hr_range *left, const struct hr_range *right)
{
	if (hr_range_is_null(right))
		return 0;
	if (hr_range_is_null(left) && hr_range_is_nonzero(right))
		return 1;
	if ((left->low >= 0 && right->low >= 0) || (left->high < 0 && right->high < 0))
		return compare_less(left, right);
	if (left->low >= 0 && right->high < 0) /* as large as can be */
		return 1;
	if (left->high < 0 && right->low >= 0)
		return 0;
	return -1;
}

static int negate(int answer)
{
	return answer < 0 ? answer : !answer;
}

int hr_range_compare(enum hr_compared comparison, const struct hr_range *left, const struct hr_range *right)
{
	switch (comparison) {
	case HR_EQUAL:
		return compare_equal(left, right);
	case HR_NOT_EQUAL:
		return negate(compare_equal(left, right));
	case HR_SIGNED_LESS:
		return compare_less(left, right);
	case HR_SIGNED_GREATER_EQUAL:
		return negate(compare_less(left, right));
	case HR_SIGNED_GREATER:
		return compare_less(right, left);
	case HR_SIGNED_LESS_EQUAL:
		return negate(compare_less(right, left));
	case HR_UNSIGNED_LESS:
		return compare_unsigned_less(left, right);
	case HR_UNSIGNED_GREATER_EQUAL:
		return negate(compare_unsigned_less(left, right));
	case HR_UNSIGNED_GREATER:
		return compare_unsigned_less(right, left);
	case HR_UNSIGNED_LESS_EQUAL:
		return negate(compare_unsigned_less(right, left));
	}
	return -1;
}

static struct hr_range not_equal(struct hr_range left, const struct hr_range *right)
{
	int64_t number;

	if (!hr_range_is_number(right, &number))
		return left;
	if (number == 0) {
		left.is_nonzero = true;
		left.null_of = 0;
	}
	if (left.low == number && left.low < INT64_MAX)
		left.low++;
	else if (left.high == number && left.high > INT64_MIN)
		left.high--;
	return left;
}

struct hr_range hr_range_refine(struct hr_range left, enum hr_compared comparison, const struct hr_range *right)
{
	struct hr_range bound = hr_range_all();

	switch (comparison) {
	case HR_EQUAL:
		return hr_range_meet(left, *right);
	case HR_NOT_EQUAL:
		return not_equal(left, right);
	case HR_UNSIGNED_LESS:
		if (right->low < 0)
			break;
		bound.low = 0; /* fall through */
	case HR_SIGNED_LESS:
		bound.high = right->high == INT64_MIN ? INT64_MIN : right->high - 1;
		return hr_range_meet(left, bound);
	case HR_UNSIGNED_LESS_EQUAL:
		if (right->low < 0)
			break;
		bound.low = 0; /* fall through */
	case HR_SIGNED_LESS_EQUAL:
		bound.high = right->high;
		return hr_range_meet(left, bound);
	case HR_SIGNED_GREATER:
		bound.low = right->low == INT64_MAX ? INT64_MAX : right->low + 1;
		return hr_range_meet(left, bound);
	case HR_SIGNED_GREATER_EQUAL:
		bound.low = right->low;
		return hr_range_meet(left, bound);
	case HR_UNSIGNED_GREATER:
		left.is_nonzero = true;
		break;
	case HR_UNSIGNED_GREATER_EQUAL:
		left.is_nonzero = left.is_nonzero || hr_range_is_nonzero(right);
		break;
	}
	return left;
}

static struct hr_range fitting(struct hr_range range, unsigned bits)
{
	int64_t limit = bits && bits < 64 ? (int64_t)1 << (bits - 1) : INT64_MAX;

	if (bits > 1 && bits < 64 && (range.low < -limit || range.high >= limit))
		return hr_range_all();
	return range;
}

struct hr_range hr_range_binary(enum hr_binary binary, const struct hr_range *left, const struct hr_range *right,
				unsigned bits)
{
	struct hr_range result = hr_range_all();
	bool are_numbers = left->low == left->high && right->low == right->high;

	switch (binary) {
	case HR_ADD:
		if (!__builtin_add_overflow(left->low, right->low, &result.low) &&
		    !__builtin_add_overflow(left->high, right->high, &result.high))
			return fitting(result, bits);
		break;
	case HR_SUBTRACT:
		if (!__builtin_sub_overflow(left->low, right->high, &result.low) &&
		    !__builtin_sub_overflow(left->high, right->low, &result.high))
			return fitting(result, bits);
		break;
	case HR_MULTIPLY:
		if (are_numbers && !__builtin_mul_overflow(left->low, right->low, &result.low)) {
			result.high = result.low;
			return fitting(result, bits);
		}
		break;
	case HR_AND:
		if (are_numbers)
			return hr_range_number(left->low & right->low);
		if (hr_range_is_null(left) || hr_range_is_null(right))
			return hr_range_number(0);
		if (right->low >= 0 || left->low >= 0) {
			result.low = 0;
			result.high = right->low < 0             ? left->high
				      : left->low < 0            ? right->high
				      : left->high < right->high ? left->high
								 : right->high;
			return result;
		}
		break;
	case HR_OR:
		if (are_numbers)
			return hr_range_number(left->low | right->low);
		if (bits == 1) {
			result.low = left->low > right->low ? left->low : right->low;
			result.high = 1;
			return result;
		}
		result.is_nonzero = hr_range_is_nonzero(left) || hr_range_is_nonzero(right);
		return result;
	case HR_EXCLUSIVE_OR:
		if (are_numbers)
			return hr_range_number(left->low ^ right->low);
		break;
	case HR_SHIFT_LEFT:
		if (are_numbers && right->low >= 0 && right->low < 31 && left->low >= 0 && left->low < INT32_MAX)
			return fitting(hr_range_number(left->low << right->low), bits);
		break;
	case HR_SHIFT_RIGHT_UNSIGNED:
	case HR_SHIFT_RIGHT_SIGNED:
		if (are_numbers && right->low >= 0 && right->low < 63 && left->low >= 0)
			return hr_range_number(left->low >> right->low);
		break;
	default:
		break;
	}
	result = hr_range_all();
	if (bits == 1) {
		result.low = 0;
		result.high = 1;
	}
	return result;
}

struct hr_range hr_range_cast(enum hr_cast cast, const struct hr_range *range, unsigned from, unsigned to)
{
	struct hr_range result = *range;

	switch (cast) {
	case HR_CAST_ZERO_EXTEND:
		if (range->low < 0) {
			result = hr_range_all();
			if (from < 64) {
				result.low = 0;
				result.high = ((int64_t)1 << from) - 1;
			}
			result.is_nonzero = range->is_nonzero;
		}
		break;
	case HR_CAST_SIGN_EXTEND:
		if (from == 1 && !(range->low == 0 && range->high == 0)) {
			result = hr_range_all();
			result.low = -1;
			result.high = 0;
		}
		break;
	case HR_CAST_TRUNCATE:
		if (to == 1 && (range->low < 0 || range->high > 1)) {
			result = hr_range_all();
			result.low = 0;
			result.high = 1;
		} else if (to > 1 && to < 64 &&
			   (range->low < -((int64_t)1 << (to - 1)) || range->high >= (int64_t)1 << (to - 1))) {
			result = hr_range_all();
		}
		break;
	case HR_CAST_REAL:
		result = hr_range_all();
		break;
	default:
		break;
	}
	result.null_of = range->null_of;
	return result;
}
