/* The words in a C name. */
#include "roles/name_words.h"

#include <ctype.h>
#include <string.h>

/* Does a new word begin at name[i]? "nByte": at B; "XMLNode": at N; "utf8text": nowhere. */
static bool begins_word(const char *name, size_t i)
{
	if (i == 0 || !isupper((unsigned char)name[i]))
		return false;
	if (!isupper((unsigned char)name[i - 1]))
		return true;
	return islower((unsigned char)name[i + 1]);
}

/* "getopt", "setcomment", "freedict": the length of a verb that is written together with what follows; 0 when there is none. */
static size_t leading_verb(const char *word)
{
	enum { SHORTEST_REST = 3 };
	static const char *const verbs[] = { "get", "set", "free", "close", "load", "save" };
	/* "settings", "closed", "finder", "freeze", "getter": words of their own. */
	static const char *const rests[] = { "ing",   "ings", "ted", "ter",  "ters", "ting",
					     "tings", "tle",  "der", "ders", "env",  "ups" };
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
		size_t length = strlen(verbs[i]);
		if (strncmp(word, verbs[i], length) != 0 || strlen(word) < length + SHORTEST_REST)
			continue;
		bool own = false;
		for (size_t k = 0; k < sizeof rests / sizeof *rests; k++)
			own = own || strcmp(word + length, rests[k]) == 0;
		return own ? 0 : length;
	}
	return 0;
}

static void finish_word(struct hr_name_words *out, size_t *length)
{
	if (*length == 0)
		return;
	char *word = out->words[out->count];
	size_t end = *length;
	while (end > 1 && isdigit((unsigned char)word[end - 1]))
		end--;
	word[end] = '\0';
	out->count++;
	size_t verb = leading_verb(word);
	if (verb && out->count < HR_NAME_WORDS) {
		memmove(out->words[out->count], word + verb, end - verb + 1);
		word[verb] = '\0';
		out->count++;
	}
	*length = 0;
}

void hr_name_split(struct hr_name_words *out, const char *name)
{
	size_t length = 0;
	out->count = 0;
	for (size_t i = 0; name[i] && out->count < HR_NAME_WORDS; i++) {
		if (!isalnum((unsigned char)name[i])) {
			finish_word(out, &length);
			continue;
		}
		if (begins_word(name, i))
			finish_word(out, &length);
		if (out->count < HR_NAME_WORDS && length < HR_NAME_WORD_LENGTH)
			out->words[out->count][length++] = (char)tolower((unsigned char)name[i]);
	}
	if (out->count < HR_NAME_WORDS)
		finish_word(out, &length);
}

size_t hr_name_find(const struct hr_name_words *name, const char *const *list)
{
	for (size_t i = 0; i < name->count; i++)
		for (const char *const *word = list; *word; word++)
			if (strcmp(name->words[i], *word) == 0)
				return i;
	return HR_NAME_WORDS;
}

bool hr_name_has(const struct hr_name_words *name, const char *const *list)
{
	return hr_name_find(name, list) != HR_NAME_WORDS;
}

bool hr_word_is_in(const char *word, const char *const *list)
{
	for (; *list; list++)
		if (strcmp(word, *list) == 0)
			return true;
	return false;
}

bool hr_name_has_loosely(const struct hr_name_words *name, const char *const *list)
{
	/* Short words end many longer ones by chance ("scan"), but for a few that are hardly ever written alone. */
	enum { PREFIX = 4, LONG_PREFIX = 8, SHORTEST = 4 };
	static const char *const short_words[] = { "len", "cnt", "cmp", "eof", "crc", "fmt", "del", "dup", NULL };
	/* … and these are words of their own. */
	static const char *const own[] = { "unicode",   "profile", "opcode",   "barcode",  "charset", "vector",
					   "vectors",   "factor",  "sector",   "actor",    "thread",  "threads",
					   "spread",    "payload", "sparse",   "model",    "models",  "account",
					   "discount",  "amount",  "clock",    "preset",   "skill",   "targets",
					   "widgets",   "gadgets", "inputs",   "outputs",  "deinit",  "uninit",
					   "dealloc",   "xpath",   "paused",   "dataset",  "mirror",  "invalid",
					   "footprint", "resize",  "oversize", "downsize", "upsize",  "synthesize",
					   NULL };
	/* "chunksize", "segmentsize": written together with whatever has a size */
	static const char *const far_words[] = { "size", NULL };
	if (hr_name_has(name, list))
		return true;
	for (size_t i = 0; i < name->count; i++) {
		size_t length = strlen(name->words[i]);
		if (hr_word_is_in(name->words[i], own))
			continue;
		for (const char *const *word = list; *word; word++) {
			size_t tail = strlen(*word);
			size_t prefix = hr_word_is_in(*word, far_words) ? LONG_PREFIX : PREFIX;
			if ((tail >= SHORTEST || hr_word_is_in(*word, short_words)) && length > tail &&
			    length - tail <= prefix && strcmp(name->words[i] + length - tail, *word) == 0)
				return true;
		}
	}
	return false;
}
