/* Fourteen calls on a JSON object: made, filled, asked, printed, freed. */
#include "cJSON.h"
#include "workload.h"

#include <stdlib.h>

static const char *const names[] = { "a", "name", "value", "x", "longer name", "k5", "k6", "k7" };

int workload_run(unsigned sequence)
{
	cJSON *object = cJSON_CreateObject();
	for (unsigned i = 0; i < 4; i++)
		cJSON_AddNumberToObject(object, names[(sequence + i) % 8], i * 1.5);
	cJSON_AddStringToObject(object, names[(sequence + 4) % 8], "text");
	cJSON_AddTrueToObject(object, names[(sequence + 5) % 8]);
	for (unsigned i = 0; i < 4; i++)
		cJSON_GetObjectItemCaseSensitive(object, names[(sequence + i * 2) % 8]);
	cJSON_GetArraySize(object);
	cJSON_HasObjectItem(object, names[sequence % 8]);
	cJSON_Delete(object);
	return 13;
}

void workload_write(FILE *out, unsigned sequence, int breaks)
{
	(void)breaks;
	fprintf(out, "o = cJSON_CreateObject()\n");
	for (unsigned i = 0; i < 4; i++)
		fprintf(out, "cJSON_AddNumberToObject(o, \"%s\", %.1f)\n", names[(sequence + i) % 8], i * 1.5);
	fprintf(out, "cJSON_AddStringToObject(o, \"%s\", \"text\")\n", names[(sequence + 4) % 8]);
	fprintf(out, "cJSON_AddTrueToObject(o, \"%s\")\n", names[(sequence + 5) % 8]);
	for (unsigned i = 0; i < 4; i++)
		fprintf(out, "cJSON_GetObjectItemCaseSensitive(o, \"%s\")\n", names[(sequence + i * 2) % 8]);
	fprintf(out, "cJSON_GetArraySize(o)\n");
	fprintf(out, "cJSON_HasObjectItem(o, \"%s\")\n", names[sequence % 8]);
	fprintf(out, "cJSON_Delete(o)\n");
}
