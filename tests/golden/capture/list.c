#include <list.h>

const char *list_title(void)
{
	return TITLE;
}

char list_quote(void)
{
	return QUOTE;
}
