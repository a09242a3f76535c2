/* Uses up the stack. */
#include "constructors.h"

static int deeper(volatile int *depth)
{
	volatile char room[1024];
	room[0] = (char)++*depth;
	return *depth < 1000000 ? deeper(depth) + room[0] : 0;
}

static int is_constructed;

__attribute__((constructor)) static void construct(void)
{
	int depth = 0;
	is_constructed = deeper(&depth);
	is_constructed = 1;
}

int constructed(void)
{
	return is_constructed;
}
