/* Deciding a fact from the claims about it.
 *
 * A candidate is a pair (value, of); claims for the same candidate are independent evidence for it. How far a
 * candidate is from certain is its doubt, the product of (1 - weight) over its claims. Four sources have authority, and
 * only claims of the highest authority present choose between candidates; what they beat has no say, and does not lower
 * the confidence either.
 *
 * The confidence is what Dempster's rule of combination leaves to the winner: with the odds of a candidate,
 * (1 - doubt) / doubt, it is odds / (1 + the sum of all odds). Without competition that is 1 - doubt, the rule of the
 * header; two equal candidates get less than a half each.
 *
 * Invariants:
 * 1. The outcome depends on nothing but the claims and their order: sums that differ by rounding alone are a tie.
 * 2. Weights are above 0 and below 1; anything else is an HR_BUG here, and an error of the input in hr_model_load. */
#include "model/claim.h"

#include "base/bug.h"

/* Doubts closer than this part of each other are equal. */
#define TIE 1e-9

/* No heap of evidence makes certain; keeps the odds finite. */
#define LEAST_DOUBT 1e-12

/* How far a source's word alone settles a matter; equal for those that only add up. */
static const int authority_of[HR_SOURCE_COUNT] = {
	[HR_SOURCE_ATTRIBUTE] = 1,
	[HR_SOURCE_CODE] = 2,
	[HR_SOURCE_LEARNED] = 3,
	[HR_SOURCE_USER] = 4,
};

/* Facts that `of` alone tells: their value means nothing. */
static const bool told_by_of[HR_FACT_COUNT] = {
	[HR_FACT_FREED_BY] = true,
	[HR_FACT_SENTINEL] = true,
	[HR_FACT_BOUND_BY] = true,
};

static bool same_candidate(const struct hr_claim *a, const struct hr_claim *b)
{
	return a->fact == b->fact && a->of == b->of && (a->value == b->value || told_by_of[a->fact]);
}

static bool is_stronger(double doubt, double other)
{
	return doubt < other * (1 - TIE);
}

static double odds(double doubt)
{
	double d = doubt > LEAST_DOUBT ? doubt : LEAST_DOUBT;

	return (1 - d) / d;
}

/* The highest authority that speaks about the fact; -1 when nobody does. */
static int highest_authority(const hr_claims *claims, enum hr_fact fact)
{
	int highest = -1;

	for (size_t i = 0; i < claims->count; i++) {
		const struct hr_claim *claim = &claims->data[i];

		if (claim->fact != fact)
			continue;
		if (!(claim->weight > 0 && claim->weight < 1))
			HR_BUG("the weight %g of the claim '%s' is not between 0 and 1", claim->weight, claim->text);
		if (authority_of[claim->source] > highest)
			highest = authority_of[claim->source];
	}
	return highest;
}

/* The doubt that claims of at least this authority leave about a candidate. */
static double doubt_about(const hr_claims *claims, const struct hr_claim *candidate, int authority)
{
	double doubt = 1;

	for (size_t i = 0; i < claims->count; i++) {
		const struct hr_claim *claim = &claims->data[i];

		if (same_candidate(claim, candidate) && authority_of[claim->source] >= authority)
			doubt *= 1 - claim->weight;
	}
	return doubt;
}

/* True when no earlier claim of this authority names the same candidate. */
static bool is_first(const hr_claims *claims, size_t index, int authority)
{
	for (size_t i = 0; i < index; i++) {
		const struct hr_claim *earlier = &claims->data[i];

		if (authority_of[earlier->source] >= authority && same_candidate(earlier, &claims->data[index]))
			return false;
	}
	return true;
}

/* Of the units that a candidate's claims name, the one with the most authority, then the strongest, then the first. */
static enum hr_unit unit_of(const hr_claims *claims, const struct hr_claim *candidate)
{
	double doubt[HR_UNIT_COUNT];
	int authority[HR_UNIT_COUNT];
	enum hr_unit best = HR_UNIT_NONE;

	for (int unit = 0; unit < HR_UNIT_COUNT; unit++) {
		doubt[unit] = 1;
		authority[unit] = -1;
	}
	for (size_t i = 0; i < claims->count; i++) {
		const struct hr_claim *claim = &claims->data[i];
		int speaker = authority_of[claim->source];
		enum hr_unit unit = claim->unit;

		if (!same_candidate(claim, candidate) || unit == HR_UNIT_NONE || speaker < authority[unit])
			continue;
		if (speaker > authority[unit])
			doubt[unit] = 1;
		authority[unit] = speaker;
		doubt[unit] *= 1 - claim->weight;
		if (best == HR_UNIT_NONE)
			best = unit;
	}
	for (int unit = HR_UNIT_NONE + 1; unit < HR_UNIT_COUNT; unit++) {
		if (authority[unit] > authority[best] ||
		    (authority[unit] == authority[best] && is_stronger(doubt[unit], doubt[best])))
			best = (enum hr_unit)unit;
	}
	return best;
}

static enum hr_source strongest_source(const hr_claims *claims, const struct hr_claim *candidate)
{
	enum hr_source strongest = candidate->source;

	for (size_t i = 0; i < claims->count; i++) {
		if (same_candidate(&claims->data[i], candidate) && claims->data[i].source > strongest)
			strongest = claims->data[i].source;
	}
	return strongest;
}

struct hr_decision hr_claims_decide(const hr_claims *claims, enum hr_fact fact)
{
	struct hr_decision decision = { .of = -1 };
	int authority = highest_authority(claims, fact);
	const struct hr_claim *winner = NULL;
	double least = 1;
	double rivals = 0; /* the odds of all but the winner */

	for (size_t i = 0; i < claims->count; i++) {
		const struct hr_claim *claim = &claims->data[i];

		if (claim->fact != fact || authority_of[claim->source] < authority || !is_first(claims, i, authority))
			continue;
		double doubt = doubt_about(claims, claim, authority);

		if (winner == NULL || is_stronger(doubt, least)) {
			rivals += winner != NULL ? odds(least) : 0;
			winner = claim;
			least = doubt;
		} else {
			rivals += odds(doubt);
		}
	}
	if (winner == NULL)
		return decision;
	/* What lower sources say for the winner adds to it; it could not have made it win. */
	double supported = odds(doubt_about(claims, winner, 0));

	decision.decided = true;
	decision.value = winner->value;
	decision.of = winner->of;
	decision.unit = unit_of(claims, winner);
	decision.confidence = supported / (1 + supported + rivals);
	decision.source = strongest_source(claims, winner);
	return decision;
}
