/* How long the stages behind the search may take.
 *
 * Invariant: nobody here asks for the time; ends of stages are in their order, and the last one is that of all. */
#include "app/allowance.h"

/* Of all the time that there is: when the stage has to be over, if those before it took all that they may. Most is for trying the tests, which is what they are worth. */
static const double shares[HR_ALLOWED_COUNT] = {
	[HR_ALLOWED_MINIMISING] = 0.27, [HR_ALLOWED_SELECTING] = 0.36,  [HR_ALLOWED_LOOKING] = 0.41,
	[HR_ALLOWED_ASSERTIONS] = 0.47, [HR_ALLOWED_CERTIFYING] = 0.90, [HR_ALLOWED_COVERAGE] = 1.0,
};

void hr_allowance_begin(struct hr_allowance *out, double seconds, double spent, double now)
{
	double left = seconds - spent;
	*out = (struct hr_allowance){ .began = now };
	if (seconds > 0)
		out->seconds = left > HR_ALLOWANCE_LEAST ? left : HR_ALLOWANCE_LEAST;
}

double hr_allowance_end(const struct hr_allowance *allowance, enum hr_allowed stage)
{
	return allowance->seconds > 0 ? allowance->began + allowance->seconds * shares[stage] : 0;
}

unsigned hr_allowance_left(double until, unsigned most, double now)
{
	double left = until - now;
	if (until <= 0 || left >= most)
		return most;
	return left > 1 ? (unsigned)left + 1 : 1;
}

double hr_allowance_part(double until, double share, double now)
{
	return until > now ? now + (until - now) * share : until;
}

bool hr_allowance_is_over(double until, double now)
{
	return until > 0 && now >= until;
}
