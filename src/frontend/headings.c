/* Headings in structs: who may read and who may set the members below.
 *
 * A heading is short, and says it of all that follows: it ends with a colon, is written in capitals, begins with the word, or speaks of several. Anything else that happens to have such a
 * word in it ("internal resistance, in ohms") is about one member. The first two hold until the next heading; the others may as well be about no more than what stands together. */
#include "frontend/headings.h"

#include "base/text.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

static const char *const visibility[] = { "private",     "public",     "internal",  "internals",
					  "internally",  "read-only",  "read only", "readonly",
					  "hidden",      "you can",    "you may",   "do not touch",
					  "don't touch", "do not use", "reserved",  NULL };
static const char *const several[] = { "fields",     "members",  "variables",  "elements", "options", "functions",
				       "parameters", "settings", "attributes", "entries",  NULL };
static const char *const openings[] = { "these are ", "these ", "the following ", "following ", "all ", "the ", NULL };
static const char *const owned[] = { "free to use",         "user data",    "user's own", "application data",
				     "for the application", "for the user", "your use",   NULL };

/* "private to the library", but not "internal resistance" */
static const char *const continuations[] = { "use", "used",    "stuff", "state", "to",
					     "for", "section", "part",  "only",  NULL };

/* The first of `phrases` in the text that stands there as words of their own; NULL: none. */
static const char *find_any(const char *text, const char *const *phrases, size_t *length)
{
	for (; *phrases; phrases++) {
		const char *found = hr_text_find_word(text, *phrases, true);
		*length = strlen(*phrases);
		if (found)
			return found;
	}
	return NULL;
}

/* Does it begin with a word about visibility that stands for itself? */
static bool begins_with_visibility(const char *text)
{
	size_t length = 0, next = 0;
	for (const char *const *opening = openings; *opening; opening++)
		if (strncasecmp(text, *opening, strlen(*opening)) == 0) {
			text += strlen(*opening);
			break;
		}
	if (find_any(text, visibility, &length) != text)
		return false;
	text += length;
	while (*text == ' ')
		text++;
	if (!isalnum((unsigned char)*text))
		return true;
	return find_any(text, continuations, &next) == text;
}

/* "PRIVATE" */
static bool is_shouted(const char *text)
{
	for (; *text; text++)
		if (islower((unsigned char)*text))
			return false;
	return true;
}

enum hr_heading hr_heading(const char *text)
{
	enum { LONGEST = 240, SHORT = 40 };
	size_t length = strlen(text), word = 0;
	bool is_introduction = hr_text_ends_with(text, ":") && !strchr(text, '\n');
	if (find_any(text, owned, &word) && !is_introduction)
		return HR_HEADING_CLOSES;
	if (is_introduction && length <= 2 * SHORT)
		return HR_HEADING_OPENS;
	if (length > LONGEST || !find_any(text, visibility, &word))
		return HR_HEADING_NONE;
	if (length <= SHORT && begins_with_visibility(text))
		return is_shouted(text) ? HR_HEADING_OPENS : HR_HEADING_OPENS_GROUP;
	return find_any(text, several, &word) ? HR_HEADING_OPENS_GROUP : HR_HEADING_NONE;
}
