/*
 * Settings as a list of entries, those of one section together. Invariants: no two entries have the same section and key; section and key
 * consist of the characters that are_name_characters() knows.
 */
#include "quill.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

struct entry {
	struct entry *next;
	char *section;
	char *key;
	char *value;
};

struct quill_ini {
	struct entry *first;
	size_t count;
};

quill_ini *quill_ini_new(void)
{
	return calloc(1, sizeof(quill_ini));
}

static void entry_free(struct entry *entry)
{
	free(entry->section);
	free(entry->key);
	free(entry->value);
	free(entry);
}

void quill_ini_free(quill_ini *settings)
{
	if (!settings)
		return;
	for (struct entry *entry = settings->first, *next; entry; entry = next) {
		next = entry->next;
		entry_free(entry);
	}
	free(settings);
}

size_t quill_ini_count(const quill_ini *settings)
{
	return settings->count;
}

static bool are_name_characters(const char *text)
{
	static const char all[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";

	return text[strspn(text, all)] == '\0';
}

static struct entry *find(const quill_ini *settings, const char *section, const char *key)
{
	for (struct entry *entry = settings->first; entry; entry = entry->next)
		if (strcmp(entry->section, section) == 0 && strcmp(entry->key, key) == 0)
			return entry;
	return NULL;
}

/* Where a new entry goes: behind its section; the section without a name comes first. */
static struct entry **place_for(quill_ini *settings, const char *section)
{
	struct entry **link = &settings->first, **place = NULL;

	for (; *link; link = &(*link)->next)
		if (strcmp((*link)->section, section) == 0)
			place = &(*link)->next;
	if (place)
		return place;
	return *section ? link : &settings->first;
}

enum quill_error quill_ini_set(quill_ini *settings, const char *section, const char *key, const char *value)
{
	struct entry *entry, **place;
	char *copy;

	if (!*key || !are_name_characters(key) || !are_name_characters(section))
		return QUILL_SYNTAX;
	copy = text_copy(value, strlen(value));
	if (!copy)
		return QUILL_NO_MEMORY;
	entry = find(settings, section, key);
	if (entry) {
		free(entry->value);
		entry->value = copy;
		return QUILL_OK;
	}
	entry = calloc(1, sizeof *entry);
	if (!entry) {
		free(copy);
		return QUILL_NO_MEMORY;
	}
	entry->value = copy;
	entry->section = text_copy(section, strlen(section));
	entry->key = text_copy(key, strlen(key));
	if (!entry->section || !entry->key) {
		entry_free(entry);
		return QUILL_NO_MEMORY;
	}
	place = place_for(settings, section);
	entry->next = *place;
	*place = entry;
	settings->count++;
	return QUILL_OK;
}

const char *quill_ini_get(const quill_ini *settings, const char *section, const char *key)
{
	const struct entry *entry = find(settings, section, key);

	return entry ? entry->value : NULL;
}

enum quill_error quill_ini_get_int(const quill_ini *settings, const char *section, const char *key, int *value)
{
	const char *text = quill_ini_get(settings, section, key);

	return text ? quill_parse_int(text, value) : QUILL_MISSING;
}

enum quill_error quill_ini_remove(quill_ini *settings, const char *section, const char *key)
{
	struct entry *entry = find(settings, section, key), **link = &settings->first;

	if (!entry)
		return QUILL_MISSING;
	while (*link != entry)
		link = &(*link)->next;
	*link = entry->next;
	entry_free(entry);
	settings->count--;
	return QUILL_OK;
}

quill_ini *quill_ini_copy(const quill_ini *settings)
{
	quill_ini *copy = quill_ini_new();

	for (const struct entry *entry = settings->first; copy && entry; entry = entry->next)
		if (quill_ini_set(copy, entry->section, entry->key, entry->value) != QUILL_OK) {
			quill_ini_free(copy);
			copy = NULL;
		}
	return copy;
}

bool quill_ini_equal(const quill_ini *a, const quill_ini *b)
{
	if (!a || !b)
		return a == b;
	if (a->count != b->count)
		return false;
	for (const struct entry *entry = a->first; entry; entry = entry->next) {
		const char *value = quill_ini_get(b, entry->section, entry->key);

		if (!value || strcmp(value, entry->value) != 0)
			return false;
	}
	return true;
}

/* Would a plain value be read as something else? */
static bool needs_quotes(const char *value)
{
	size_t length = strlen(value);

	if (length > 0 && (value[0] == ' ' || value[length - 1] == ' '))
		return true;
	for (; *value; value++)
		if ((unsigned char)*value < ' ' || strchr("\"\\#;", *value))
			return true;
	return false;
}

static void print_value(struct text *result, const char *value)
{
	char *escaped;

	if (!needs_quotes(value)) {
		text_add_string(result, value);
		return;
	}
	escaped = quill_escape(value);
	if (!escaped) {
		result->failed = true;
		return;
	}
	text_add_char(result, '"');
	text_add_string(result, escaped);
	text_add_char(result, '"');
	free(escaped);
}

char *quill_ini_print(const quill_ini *settings)
{
	struct text result = { 0 };
	const char *section = "";

	for (const struct entry *entry = settings->first; entry; entry = entry->next) {
		if (strcmp(entry->section, section) != 0) {
			text_add_char(&result, '[');
			text_add_string(&result, entry->section);
			text_add_string(&result, "]\n");
			section = entry->section;
		}
		text_add_string(&result, entry->key);
		text_add_string(&result, " = ");
		print_value(&result, entry->value);
		text_add_char(&result, '\n');
	}
	return text_take(&result);
}
