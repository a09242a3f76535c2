#include "purse.h"
static unsigned freed;
unsigned count_freed(void) { return freed; }
void harrier_free_purse(purse *purse)
{
	freed++;
	purse_free(purse);
}
