/* Phrases of headers about fields: nearly always the same few words, in any case. */
#include "roles/field_words.h"

#include "base/text.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

static bool says(const char *doc, const char *const *phrases)
{
	for (; doc && *phrases; phrases++)
		if (hr_text_find_any_case(doc, *phrases))
			return true;
	return false;
}

/* … before it goes into what else there is to know. */
static bool says_early(const char *doc, const char *const *phrases)
{
	enum { EARLY = 60 };
	for (; doc && *phrases; phrases++) {
		const char *at = hr_text_find_any_case(doc, *phrases);
		if (at && at - doc <= EARLY)
			return true;
	}
	return false;
}

/* Is one of its lines just this? */
static bool has_line(const char *doc, const char *const *lines)
{
	for (; doc && *doc; doc += strcspn(doc, "\n"), doc += *doc == '\n')
		for (const char *const *line = lines; *line; line++)
			if (strcspn(doc, "\n") == strlen(*line) && strncasecmp(doc, *line, strlen(*line)) == 0)
				return true;
	return false;
}

/* Whatever stands around it, the field is the caller's. */
static const char *const given[] = { "free to use", "your use", "your own use", NULL };

bool hr_field_says_private(const char *doc, bool is_vague)
{
	static const char *const phrases[] = { "private",
					       "internal use",
					       "not visible",
					       "do not touch",
					       "don't touch",
					       "do not use",
					       "reserved",
					       "implementation detail",
					       "do not access",
					       "internal state",
					       "internal representation",
					       "used internally",
					       "for internal",
					       "internal only",
					       "forward compatib",
					       "do not modify directly",
					       "opaque to",
					       "not to be used by",
					       NULL };
	/* … that are clear where such words may be about what the field is for */
	static const char *const clear[] = { "private fields",
					     "private members",
					     "private to",
					     "private, used",
					     "used internally",
					     "internal use",
					     "for internal",
					     "do not touch",
					     "don't touch",
					     "reserved for",
					     NULL };
	static const char *const alone[] = { "private",  "private:",  "internal", "internal:",
					     "reserved", "reserved:", NULL };
	bool is_bits = doc && hr_text_find_any_case(doc, "reserved") &&
		       hr_text_find_any_case(doc, " bits"); /* of a protocol */
	if (is_bits || says(doc, given))
		return false;
	return has_line(doc, alone) || (is_vague ? says_early(doc, clear) : says(doc, phrases));
}

/* "Can be filled in by open" speaks to whoever writes that; "as returned by get" of something else, as "otherwise an error is returned". */
bool hr_field_says_output(const char *doc)
{
	static const char *const phrases[] = {
		"read-only",          "read only",         "so far",      "last error",     "filled in by",
		"set by the library", "set by the parser", "is returned", "are returned",   "returned by",
		"returned in",        "returned from",     "output only", "output:",        "output members",
		"output fields",      "output parameters", "fills these", "fills in these", NULL
	};
	static const char *const others[] = { "can be ", "may be ", "should be ", "must be ",
					      "to be ",  "as ",     "error ",     NULL };
	for (const char *const *phrase = phrases; doc && *phrase; phrase++) {
		const char *at = hr_text_find_any_case(doc, *phrase);
		bool is_other = false;
		for (const char *const *other = others; at && *other; other++) {
			size_t length = strlen(*other);
			is_other = is_other ||
				   ((size_t)(at - doc) >= length && strncasecmp(at - length, *other, length) == 0);
		}
		if (at && !is_other)
			return true;
	}
	return false;
}

bool hr_field_says_input(const char *doc)
{
	static const char *const phrases[] = { "can be filled in",
					       "may be filled in",
					       "should be filled in",
					       "can be set",
					       "set by the caller",
					       "set by the user",
					       "set by the application",
					       "you can change",
					       "you can override",
					       "you can set",
					       "you may change",
					       "you may set",
					       "input:",
					       "input members",
					       "input fields",
					       "input parameters",
					       "may be changed by the",
					       "can be changed by the",
					       NULL };
	return says(doc, phrases);
}

bool hr_field_says_user_data(const char *doc)
{
	static const char *const phrases[] = { "user data",      "user pointer",  "application data",
					       "arbitrary data", "user-settable", "not used by",
					       "user's own",     "for the user",  NULL };
	/* "Parameter that is passed to the on_change callback" */
	static const char *const ways[] = { "passed to", "to pass to", "handed to", "given to", NULL };
	bool is_handed_on = says(doc, ways) && hr_text_find_any_case(doc, "callback");
	return is_handed_on || says(doc, phrases) || says(doc, given);
}

bool hr_field_says_flags(const char *doc)
{
	static const char *const phrases[] = { "bitmask", "bit mask",   "bitwise or",  "bitwise-or",
					       "or'ed",   "flags that", "flags which", NULL };
	return says_early(doc, phrases);
}

bool hr_struct_says_private(const char *doc)
{
	static const char *const phrases[] = {
		"should not be accessed", "not be accessed directly", "not access",        "members are internal",
		"do not use the fields",  "all fields are private",   "private structure", NULL
	};
	/* … of the struct itself: not of a field "opaque_info", nor in the entry for one */
	const char *opaque = doc ? hr_text_find_word(doc, "opaque", true) : NULL;
	const char *entry = doc ? strstr(doc, "@param") : NULL;
	return says(doc, phrases) || (opaque && (!entry || opaque < entry));
}

bool hr_struct_says_input(const char *doc)
{
	static const char *const phrases[] = { "passed to the library", "filled in by the caller",
					       "filled in by the user", "filled by the caller",
					       "filled by the user",    "filled by the application",
					       "set by the caller",     NULL };
	return says(doc, phrases);
}
