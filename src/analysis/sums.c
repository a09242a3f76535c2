/* Arithmetic on sums. A sum that has too many terms or numbers too large is not known, and stays so in whatever it is added to. */
#include "analysis/sums.h"

#include <string.h>

static const int64_t largest = INT64_C(1) << 40;
static const int64_t largest_divisor = 1 << 12;

static struct hr_sum unknown(void)
{
	struct hr_sum sum;
	memset(&sum, 0, sizeof sum);
	sum.divisor = 1;
	return sum;
}

struct hr_sum hr_sum_constant(int64_t constant)
{
	struct hr_sum sum = unknown();
	sum.is_known = constant < largest && constant > -largest;
	sum.constant = constant;
	return sum;
}

struct hr_sum hr_sum_atom(uint32_t atom)
{
	struct hr_sum sum = hr_sum_constant(0);
	sum.terms[sum.count++] = (struct hr_term){ atom, 1 };
	return sum;
}

static int64_t common_divisor(int64_t a, int64_t b)
{
	a = a < 0 ? -a : a;
	b = b < 0 ? -b : b;
	while (b) {
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

static void reduce(struct hr_sum *sum)
{
	if (!sum->is_known || sum->divisor == 1)
		return;
	int64_t common = common_divisor(sum->divisor, sum->constant);
	for (uint8_t i = 0; i < sum->count; i++)
		common = common_divisor(common, sum->terms[i].factor);
	if (common <= 1)
		return;
	sum->divisor /= common;
	sum->constant /= common;
	for (uint8_t i = 0; i < sum->count; i++)
		sum->terms[i].factor /= common;
}

struct hr_sum hr_sum_scale(const struct hr_sum *a, int64_t factor, int64_t divisor)
{
	if (!a->is_known || divisor <= 0 || factor >= largest || factor <= -largest)
		return unknown();
	if (factor == 0)
		return hr_sum_constant(0);
	struct hr_sum out = *a;
	if (__builtin_mul_overflow(out.constant, factor, &out.constant))
		return unknown();
	for (uint8_t i = 0; i < out.count; i++)
		if (__builtin_mul_overflow(out.terms[i].factor, factor, &out.terms[i].factor))
			return unknown();
	if (__builtin_mul_overflow(out.divisor, divisor, &out.divisor))
		return unknown();
	reduce(&out);
	if (out.divisor > largest_divisor || out.constant >= largest || out.constant <= -largest)
		return unknown();
	return out;
}

struct hr_sum hr_sum_add(const struct hr_sum *a, const struct hr_sum *b, int64_t factor)
{
	if (!a->is_known || !b->is_known)
		return unknown();
	struct hr_sum x = *a, y = hr_sum_scale(b, factor, 1);
	if (!y.is_known)
		return unknown();
	struct hr_sum out = unknown();
	int64_t common = common_divisor(x.divisor, y.divisor);
	int64_t for_x = y.divisor / common, for_y = x.divisor / common;
	out.divisor = x.divisor * for_x;
	out.constant = x.constant * for_x + y.constant * for_y;
	uint8_t i = 0, j = 0;
	while (i < x.count || j < y.count) {
		struct hr_term term;
		if (j == y.count || (i < x.count && x.terms[i].atom < y.terms[j].atom)) {
			term = (struct hr_term){ x.terms[i].atom, x.terms[i].factor * for_x };
			i++;
		} else if (i == x.count || y.terms[j].atom < x.terms[i].atom) {
			term = (struct hr_term){ y.terms[j].atom, y.terms[j].factor * for_y };
			j++;
		} else {
			term = (struct hr_term){ x.terms[i].atom,
						 x.terms[i].factor * for_x + y.terms[j].factor * for_y };
			i++;
			j++;
		}
		if (!term.factor)
			continue;
		if (out.count == HR_SUM_TERMS || term.factor >= largest || term.factor <= -largest)
			return unknown();
		out.terms[out.count++] = term;
	}
	out.is_known = out.constant < largest && out.constant > -largest && out.divisor <= largest_divisor;
	reduce(&out);
	return out;
}

int64_t hr_sum_factor(const struct hr_sum *a, uint32_t atom)
{
	for (uint8_t i = 0; i < a->count; i++)
		if (a->terms[i].atom == atom)
			return a->terms[i].factor;
	return 0;
}

struct hr_sum hr_sum_replace(const struct hr_sum *a, uint32_t atom, const struct hr_sum *with)
{
	int64_t factor = hr_sum_factor(a, atom);
	if (!factor)
		return *a;
	struct hr_sum out = *a;
	uint8_t kept = 0;
	for (uint8_t i = 0; i < a->count; i++)
		if (a->terms[i].atom != atom)
			out.terms[kept++] = a->terms[i];
	out.count = kept;
	struct hr_sum part = hr_sum_scale(with, factor, a->divisor);
	return hr_sum_add(&out, &part, 1);
}

bool hr_sum_differ_by(const struct hr_sum *a, const struct hr_sum *b, int64_t *difference)
{
	struct hr_sum rest = hr_sum_add(a, b, -1);
	if (!rest.is_known || rest.count || rest.divisor <= 0)
		return false;
	int64_t rounded = rest.constant / rest.divisor;
	*difference = rest.constant > rounded * rest.divisor ? rounded + 1 : rounded;
	return true;
}

uint32_t hr_sum_single(const struct hr_sum *a)
{
	return a->is_known && a->count == 1 && a->terms[0].factor == 1 && a->divisor == 1 ? a->terms[0].atom
											  : HR_CODE_NONE;
}
