#include "tally.h"

int tally_add(tally_t *tally, int number)
{
	if (!tally || number < 0 || number > TALLY_MOST - tally->count)
		return -1;
	tally->count += number;
	return tally->count;
}

int tally_half(int number)
{
	return number < 0 ? 0 : number / 2;
}
