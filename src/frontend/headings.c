/* Headings in structs: who may read and who may set the members below.
 *
 * A heading speaks of visibility, or of input and output, and says it of all that follows: it ends with a colon, is written in capitals, begins with the word, or speaks of several ("private
 * fields"). Anything else that happens to have such a word in it ("internal resistance, in ohms") is about one member. The first two hold until the next heading; the others may as well be
 * about no more than what stands together. */
#include "frontend/headings.h"

#include "base/text.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

enum { LONGEST = 240, SHORT = 40, LINE = 80, NEAR = 16 };

static const char *const visibility[] = { "private",     "public",     "internal",  "internals",
					  "internally",  "read-only",  "read only", "readonly",
					  "hidden",      "you can",    "you may",   "do not touch",
					  "don't touch", "do not use", "reserved",  NULL };
static const char *const offers[] = { "you can", "you may", NULL };
static const char *const directions[] = { "input", "inputs", "output", "outputs", NULL };
static const char *const several[] = { "fields",     "members",  "variables",  "elements", "options", "functions",
				       "parameters", "settings", "attributes", "entries",  NULL };
static const char *const openings[] = { "these are ", "these ", "the following ", "following ", "all ", "the ", NULL };
static const char *const owned[] = { "free to use",         "user data",    "user's own", "application data",
				     "for the application", "for the user", "your use",   NULL };
/* "private to the library", but not "internal resistance" */
static const char *const continuations[] = { "use", "used",    "stuff", "state", "to",
					     "for", "section", "part",  "only",  NULL };

/* The phrase of the list that the text begins with, as words of their own: its length; 0: none. */
static size_t begins_with(const char *text, const char *const *phrases)
{
	for (; *phrases; phrases++) {
		size_t length = strlen(*phrases);
		if (strncasecmp(text, *phrases, length) == 0 &&
		    (!isalnum((unsigned char)text[length]) || isspace((unsigned char)(*phrases)[length - 1])))
			return length;
	}
	return 0;
}

/* Where the text has one of the phrases first; NULL: nowhere. */
static const char *first_of(const char *text, const char *const *phrases)
{
	const char *first = NULL;
	for (; *phrases; phrases++) {
		const char *found = hr_text_find_word(text, *phrases, true);
		if (found && (!first || found < first))
			first = found;
	}
	return first;
}

/* Does it begin with a word about visibility that stands for itself? */
static bool begins_with_visibility(const char *text)
{
	text += begins_with(text, openings);
	size_t length = begins_with(text, visibility);
	if (!length)
		return false;
	text += length + strspn(text + length, " ");
	return !isalnum((unsigned char)*text) || begins_with(text, continuations);
}

/* "private fields", "fields used internally" */
static bool speaks_of_several(const char *text)
{
	const char *who = first_of(text, visibility), *what = first_of(text, several);
	return who && what && (who < what ? what - who : who - what) <= NEAR;
}

/* "Input members. Set these before the call." */
static bool begins_with_direction(const char *text)
{
	size_t length = begins_with(text, directions);
	return length && text[length] == ' ' && begins_with(text + length + 1, several);
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
	size_t length = strlen(text);
	bool is_introduction = hr_text_ends_with(text, ":") && !strchr(text, '\n');
	const char *own = first_of(text, owned);
	if (own && !is_introduction && own - text <= SHORT)
		return HR_HEADING_CLOSES;
	if (is_introduction && length <= LINE)
		return begins_with_visibility(text) || speaks_of_several(text) || first_of(text, offers) ||
				       text[begins_with(text, directions)] == ':' || begins_with_direction(text) || own
			       ? HR_HEADING_OPENS
			       : HR_HEADING_NONE;
	if (length > LONGEST)
		return HR_HEADING_NONE;
	if (length <= SHORT && begins_with_visibility(text))
		return is_shouted(text) ? HR_HEADING_OPENS : HR_HEADING_OPENS_GROUP;
	return speaks_of_several(text) || begins_with_direction(text) ? HR_HEADING_OPENS_GROUP : HR_HEADING_NONE;
}
