#include "list.h"

int main(void)
{
	return list_title()[0] == list_quote() ? 1 : queue_length();
}
