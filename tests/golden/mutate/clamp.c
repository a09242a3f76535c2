#include "clamp.h"

static int calls;

int clamp(int value, int least, int most)
{
	calls++;
	if (value < least)
		return least;
	return value > most ? most : value;
}

int clamp_calls(void)
{
	return calls;
}
