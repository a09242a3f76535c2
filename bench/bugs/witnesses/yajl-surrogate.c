/* What follows half a surrogate pair is still read as it is: a line end. */
#include <string.h>
#include <yajl/yajl_tree.h>

int main(void)
{
	yajl_val value = yajl_tree_parse("\"\\ud800\\n\"", NULL, 0);
	int right = strcmp(YAJL_GET_STRING(value), "?\n") == 0;

	yajl_tree_free(value);
	return !right;
}
