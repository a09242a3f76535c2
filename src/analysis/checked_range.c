/* Which numbers a function does not refuse at once. */
#include "analysis/checked_range.h"

static void raise_low(struct hr_checked_range *range, int64_t low)
{
	range->low = range->has_low && range->low > low ? range->low : low;
	range->has_low = true;
}

static void drop_high(struct hr_checked_range *range, int64_t high)
{
	range->high = range->has_high && range->high < high ? range->high : high;
	range->has_high = true;
}

/* What is left when a comparison that refuses does not hold. */
static void narrow(struct hr_checked_range *range, const struct hr_check *check, bool is_unsigned)
{
	switch (check->comparison) {
	case HR_SIGNED_LESS:
	case HR_UNSIGNED_LESS:
		raise_low(range, check->number);
		break;
	case HR_SIGNED_LESS_EQUAL:
	case HR_UNSIGNED_LESS_EQUAL:
		raise_low(range, check->number + 1);
		break;
	case HR_SIGNED_GREATER:
	case HR_UNSIGNED_GREATER:
		drop_high(range, check->number);
		if (!is_unsigned && check->comparison == HR_UNSIGNED_GREATER)
			raise_low(range, 0); /* (unsigned)n > 9 */
		break;
	case HR_SIGNED_GREATER_EQUAL:
	case HR_UNSIGNED_GREATER_EQUAL:
		drop_high(range, check->number - 1);
		break;
	case HR_EQUAL:
		if (is_unsigned && check->number == 0)
			raise_low(range, 1);
		break;
	case HR_NOT_EQUAL:
		break;
	}
}

struct hr_checked_range hr_checked_range(const struct hr_value_facts *value, bool is_unsigned)
{
	struct hr_checked_range range = { 0 };
	for (size_t i = 0; i < value->checks.count; i++) {
		const struct hr_check *check = &value->checks.data[i];
		if (check->is_entry && check->refuses && !check->text)
			narrow(&range, check, is_unsigned);
	}
	return range;
}
