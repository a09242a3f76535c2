/* What numbers a type and a rule allow. Invariant: of unsigned numbers of 64 bits beyond INT64_MAX only the greatest is ever within. */
#include "search/ranges.h"

#include "search/literals_internal.h"

struct hr_number_range hr_number_range(const struct hr_type *type, int bit_width, const struct hr_wish *wish)
{
	int bits = bit_width >= 0 ? bit_width : type->size > 0 && type->size < 8 ? (int)type->size * 8 : 64;
	bool is_signed = type->kind == HR_TYPE_ENUM ? bit_width < 0 : type->is_signed;
	struct hr_number_range range = { 0, 1, false };
	if (type->kind != HR_TYPE_BOOL && bits > 0) {
		range.most = is_signed || bits == 64 ? INT64_MAX >> (64 - bits) : (INT64_C(1) << bits) - 1;
		range.least = is_signed ? -range.most - 1 : 0;
		range.is_wide = !is_signed && bits == 64;
	}
	if (wish->has_range) {
		range.is_wide = false;
		range.least = wish->least > range.least ? wish->least : range.least;
		range.most = wish->most < range.most ? wish->most : range.most;
		/* A rule that contradicts the type: the type wins. */
		if (range.most < range.least)
			range.most = range.least;
	}
	return range;
}

bool hr_number_is_within(struct hr_number_range range, int64_t number)
{
	return (number >= range.least && number <= range.most) || (range.is_wide && number == -1);
}

bool hr_number_is_allowed(const struct hr_type *type, int64_t number)
{
	if (type->kind != HR_TYPE_ENUM || type->is_flags || !type->enumerators.count)
		return true;
	for (size_t i = 0; i < type->enumerators.count; i++)
		if (type->enumerators.data[i].value == number)
			return true;
	return false;
}

bool hr_number_fits(const struct hr_model *model, const struct hr_wish *wish, int64_t number)
{
	const struct hr_type *type = hr_model_type(model, wish->item->type);
	return type && type->kind <= HR_TYPE_ENUM && hr_number_is_within(hr_number_range(type, -1, wish), number) &&
	       hr_number_is_allowed(type, number);
}

int64_t hr_number_pick(struct hr_number_range range, struct hr_random *random)
{
	uint64_t width = (uint64_t)range.most - (uint64_t)range.least;
	if (width < 16)
		return range.least + (int64_t)hr_random_below(random, width + 1);
	switch (hr_random_below(random, 8)) {
	case 0:
		return range.least;
	case 1:
		return range.most;
	default:
		break;
	}
	int64_t from = range.least < 0 && range.most >= 0 ? 0 : range.least;
	uint64_t room = (uint64_t)range.most - (uint64_t)from;
	uint64_t wanted = hr_random_below(random, 100);
	return from + (int64_t)(wanted < room ? wanted : room);
}
