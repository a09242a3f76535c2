/* The channels of the program. Invariants: users > 0, or there are no channels; count <= room. */
#include "relay.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static struct {
	unsigned users; /* calls of relay_init() without their relay_cleanup() */
	char **names;
	int count;
	int room;
} channels;

enum relay_error relay_init(void)
{
	channels.users++;
	return RELAY_OK;
}

void relay_cleanup(void)
{
	if (channels.users == 0 || --channels.users > 0)
		return;
	for (int i = 0; i < channels.count; i++)
		free(channels.names[i]);
	free(channels.names);
	channels.names = NULL;
	channels.count = 0;
	channels.room = 0;
}

int relay_channel_add(const char *name)
{
	char *copy;

	if (channels.users == 0)
		return RELAY_STATE;
	for (int i = 0; i < channels.count; i++)
		if (strcmp(channels.names[i], name) == 0)
			return i;
	if (channels.count == channels.room) {
		int room = channels.room > 0 ? 2 * channels.room : 4;
		char **names = room < INT_MAX / 4 ? realloc(channels.names, (size_t)room * sizeof *names) : NULL;

		if (!names)
			return RELAY_NO_MEMORY;
		channels.names = names;
		channels.room = room;
	}
	copy = malloc(strlen(name) + 1);
	if (!copy)
		return RELAY_NO_MEMORY;
	channels.names[channels.count] = strcpy(copy, name);
	return channels.count++;
}

int relay_channel_count(void)
{
	return channels.count;
}

const char *relay_channel_name(int number)
{
	return number >= 0 && number < channels.count ? channels.names[number] : NULL;
}
