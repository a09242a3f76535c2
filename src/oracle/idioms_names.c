/* Names of operations as lists of words: list_set_item, ListSetItem and listSetItem are the same. */
#include "oracle/idioms_internal.h"

#include <ctype.h>
#include <string.h>

static bool begins_word(const char *name, size_t at)
{
	unsigned char here = (unsigned char)name[at];

	if (at == 0 || !isupper(here))
		return false;
	unsigned char before = (unsigned char)name[at - 1], after = (unsigned char)name[at + 1];
	return islower(before) || isdigit(before) || (isupper(before) && islower(after));
}

void hr_idiom_name_split(struct hr_idiom_words *out, const char *name)
{
	size_t length = 0;
	bool is_new = true;

	out->count = 0;
	for (size_t i = 0; name[i] && length + 2 < sizeof out->text; i++) {
		bool is_part = isalnum((unsigned char)name[i]) != 0;
		if (!is_new && (!is_part || begins_word(name, i))) {
			out->text[length++] = '\0';
			is_new = true;
		}
		if (!is_part)
			continue;
		if (is_new && out->count < sizeof out->words / sizeof *out->words)
			out->words[out->count++] = out->text + length;
		is_new = false;
		out->text[length++] = (char)tolower((unsigned char)name[i]);
	}
	out->text[length] = '\0';
}

size_t hr_idiom_name_has(const struct hr_idiom_words *name, const char *const *list)
{
	for (size_t i = name->count; i-- > 0;)
		for (const char *const *word = list; *word; word++)
			if (strcmp(name->words[i], *word) == 0)
				return i;
	return HR_NONE;
}

bool hr_idiom_names_match(const struct hr_idiom_words *first, size_t a, const struct hr_idiom_words *second, size_t b)
{
	size_t i = 0, k = 0;

	for (;;) {
		i += i == a;
		k += k == b;
		if (i >= first->count || k >= second->count)
			return i >= first->count && k >= second->count;
		if (strcmp(first->words[i++], second->words[k++]) != 0)
			return false;
	}
}
