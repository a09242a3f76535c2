/* A test that somebody wrote. */
#include "clamp.h"

int main(void)
{
	return clamp(5, 1, 3) != 3 || clamp(2, 1, 3) != 2;
}
