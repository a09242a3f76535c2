/* "1A" is not the index of an item. */
#include "cJSON_Utils.h"

int main(void)
{
	cJSON *array = cJSON_Parse("[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30]");
	int found = cJSONUtils_GetPointer(array, "/1A") != NULL;

	cJSON_Delete(array);
	return found;
}
