/* Names of the guided strategy's parts. */
#include "search/parts.h"

#include <stddef.h>
#include <string.h>

static const char *const names[HR_PART_COUNT] = {
	[HR_PART_CONSTANTS] = "constants", [HR_PART_IMPURITY] = "impurity",         [HR_PART_ELEPHANT] = "elephant",
	[HR_PART_DETECTIVE] = "detective", [HR_PART_ORIENTEERING] = "orienteering", [HR_PART_BLOODHOUND] = "bloodhound",
};

const char *hr_part_name(enum hr_part part)
{
	return names[part];
}

/* The parts that a name of so many characters stands for; 0: it is none. */
static unsigned named(const char *name, size_t length)
{
	if (length == strlen("all") && memcmp(name, "all", length) == 0)
		return HR_PARTS_ALL;
	for (unsigned i = 0; i < HR_PART_COUNT; i++)
		if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0)
			return 1u << i;
	return 0;
}

bool hr_parts_read(unsigned *out, const char *text, const char **unknown)
{
	*out = *text == '-' ? HR_PARTS_DEFAULT : 0;
	if (strcmp(text, "none") == 0)
		return true;
	for (const char *at = text;; at++) {
		bool is_taken_away = *at == '-';
		size_t length = strcspn(at + is_taken_away, ",");
		unsigned parts = named(at + is_taken_away, length);

		*unknown = at;
		if (!parts)
			return false;
		*out = is_taken_away ? *out & ~parts : *out | parts;
		at += is_taken_away + length;
		if (!*at)
			return true;
	}
}
