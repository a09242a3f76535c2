/* Reads through a null pointer. */
#include "constructors.h"

#include <stddef.h>

static int is_constructed;

__attribute__((constructor)) static void construct(void)
{
	is_constructed = *(volatile int *)NULL;
	is_constructed = 1;
}

int constructed(void)
{
	return is_constructed;
}
