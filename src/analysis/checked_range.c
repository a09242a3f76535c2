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
		if (check->number < INT64_MAX)
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
		if (check->number > INT64_MIN)
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
	struct hr_checked_range range = { .is_consistent = true };
	const struct hr_check *first = NULL;
	for (size_t i = 0; i < value->checks.count; i++) {
		const struct hr_check *check = &value->checks.data[i];
		if (!check->is_entry || !check->refuses || check->text)
			continue;
		first = first ? first : check;
		range.is_consistent = range.is_consistent && !check->is_computed && check->result == first->result;
		narrow(&range, check, is_unsigned);
	}
	return range;
}
