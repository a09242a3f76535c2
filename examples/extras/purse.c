/* A purse of coins, with a mistake: when an amount cannot be paid, the coins go back, but the total does not. */
#include "purse.h"

#include <stdlib.h>

static const int values[PURSE_KINDS] = { 50, 20, 10, 5 };

struct purse {
	unsigned counts[PURSE_KINDS];
	unsigned total;
};

static int kind_of(int value)
{
	int kind = 0;
	while (values[kind] != value)
		kind++;
	return kind;
}

purse *purse_new(void)
{
	return calloc(1, sizeof(purse));
}

void purse_free(purse *purse)
{
	free(purse);
}

void purse_put(purse *purse, int value, unsigned count)
{
	purse->counts[kind_of(value)] += count;
	purse->total += (unsigned)value * count;
}

bool purse_pay(purse *purse, unsigned amount)
{
	unsigned taken[PURSE_KINDS] = { 0 };
	for (int kind = 0; kind < PURSE_KINDS; kind++)
		while (taken[kind] < purse->counts[kind] && amount >= (unsigned)values[kind]) {
			taken[kind]++;
			amount -= (unsigned)values[kind];
			purse->total -= (unsigned)values[kind];
		}
	if (amount > 0)
		return false;
	for (int kind = 0; kind < PURSE_KINDS; kind++)
		purse->counts[kind] -= taken[kind];
	return true;
}

unsigned purse_total(const purse *purse)
{
	return purse->total;
}

unsigned purse_count(const purse *purse, int value)
{
	return purse->counts[kind_of(value)];
}
