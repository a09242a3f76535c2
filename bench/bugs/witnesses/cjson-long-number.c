/* A number of 64 digits is a number. */
#include "cJSON.h"

int main(void)
{
	cJSON *number = cJSON_Parse("[1000000000000000000000000000000000000000000000000000000000000000]");
	int found = cJSON_GetArraySize(number) == 1;

	cJSON_Delete(number);
	return !found;
}
