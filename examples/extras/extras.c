/* What only somebody who knows purses can say of them. */
#include "purse.h"

static bool is_coin(int value)
{
	return value == 50 || value == 20 || value == 10 || value == 5;
}

/* Calls that must not be made. */
bool harrier_pre_purse_put(purse *purse, int value, unsigned count)
{
	return purse && is_coin(value) && count < 1000 && purse_count(purse, value) < 1000;
}

bool harrier_pre_purse_count(const purse *purse, int value)
{
	return purse && is_coin(value);
}

/* What must hold after each call that may have changed a purse. */
bool harrier_invariant_purse(const purse *purse)
{
	return purse_total(purse) == 50 * purse_count(purse, 50) + 20 * purse_count(purse, 20) +
					     10 * purse_count(purse, 10) + 5 * purse_count(purse, 5);
}

/* Of multiples of 5 there is a chance; of all else there is none. */
bool harrier_post_purse_pay(bool result, purse *purse, unsigned amount)
{
	(void)purse;
	return !result || amount % 5 == 0;
}

/* A purse with something in it, which random calls would take a while to make. */
purse *harrier_make_purse(unsigned fifties, unsigned fives)
{
	purse *purse = purse_new();
	if (purse) {
		purse_put(purse, 50, fifties % 100);
		purse_put(purse, 5, fives % 100);
	}
	return purse;
}

bool harrier_observe_purse_is_empty(const purse *purse)
{
	return purse_total(purse) == 0;
}

bool harrier_same_purse(const purse *a, const purse *b)
{
	return purse_total(a) == purse_total(b);
}
