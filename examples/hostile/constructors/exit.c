/* Ends the process. */
#include "constructors.h"

#include <stdlib.h>

static int is_constructed;

__attribute__((constructor)) static void construct(void)
{
	exit(3);
	is_constructed = 1;
}

int constructed(void)
{
	return is_constructed;
}
