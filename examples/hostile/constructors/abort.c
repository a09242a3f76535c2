/* Gives up. */
#include "constructors.h"

#include <stdlib.h>

static int is_constructed;

__attribute__((constructor)) static void construct(void)
{
	abort();
	is_constructed = 1;
}

int constructed(void)
{
	return is_constructed;
}
