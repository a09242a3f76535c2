/* Settings as text, line by line. */
#include "quill.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static const char *skip_blanks(const char *text)
{
	while (is_blank(*text))
		text++;
	return text;
}

static bool is_end(char c)
{
	return c == '\0' || c == '\n' || c == '#' || c == ';';
}

/* A copy of what stands between, without the blanks at its end. */
static char *copy_trimmed(const char *begin, const char *end)
{
	while (end > begin && is_blank(end[-1]))
		end--;
	return text_copy(begin, (size_t)(end - begin));
}

/* Reads a value and goes on behind it. */
static enum quill_error parse_value(const char **rest, char **value)
{
	const char *begin = *rest, *end = begin;
	char *raw;

	if (*begin != '"') {
		while (!is_end(*end))
			end++;
		*rest = end;
		*value = copy_trimmed(begin, end);
		return *value ? QUILL_OK : QUILL_NO_MEMORY;
	}
	for (begin++, end++; *end != '"'; end++) {
		if (*end == '\\')
			end++;
		if (*end == '\0' || *end == '\n')
			return QUILL_SYNTAX;
	}
	*rest = end + 1;
	raw = text_copy(begin, (size_t)(end - begin));
	if (!raw)
		return QUILL_NO_MEMORY;
	*value = quill_unescape(raw);
	free(raw);
	return *value ? QUILL_OK : QUILL_SYNTAX;
}

/* Reads "key = value" and goes on behind it. */
static enum quill_error parse_entry(quill_ini *settings, const char *section, const char **rest)
{
	const char *end = *rest;
	char *key, *value = NULL;
	enum quill_error error = QUILL_SYNTAX;

	while (!is_end(*end) && *end != '=')
		end++;
	key = copy_trimmed(*rest, end);
	if (!key)
		return QUILL_NO_MEMORY;
	*rest = end;
	if (*end == '=') {
		*rest = skip_blanks(end + 1);
		error = parse_value(rest, &value);
	}
	if (error == QUILL_OK)
		error = quill_ini_set(settings, section, key, value);
	free(key);
	free(value);
	return error;
}

/* Reads "[section]" and goes on behind it. */
static enum quill_error parse_section(char **section, const char **rest)
{
	const char *begin = *rest + 1, *end = begin;
	char *name;

	while (!is_end(*end) && *end != ']')
		end++;
	if (*end != ']')
		return QUILL_SYNTAX;
	name = text_copy(begin, (size_t)(end - begin));
	if (!name)
		return QUILL_NO_MEMORY;
	free(*section);
	*section = name;
	*rest = end + 1;
	return QUILL_OK;
}

/* Reads what is on one line and goes on to the next. */
static enum quill_error parse_line(quill_ini *settings, char **section, const char **rest)
{
	enum quill_error error = QUILL_OK;

	*rest = skip_blanks(*rest);
	if (**rest == '[')
		error = parse_section(section, rest);
	else if (!is_end(**rest))
		error = parse_entry(settings, *section, rest);
	if (error != QUILL_OK)
		return error;
	*rest = skip_blanks(*rest);
	if (!is_end(**rest))
		return QUILL_SYNTAX;
	*rest += strcspn(*rest, "\n");
	if (**rest == '\n')
		++*rest;
	return QUILL_OK;
}

enum quill_error quill_ini_parse(const char *text, quill_ini **settings)
{
	quill_ini *result = quill_ini_new();
	char *section = text_copy("", 0);
	enum quill_error error = result && section ? QUILL_OK : QUILL_NO_MEMORY;

	while (error == QUILL_OK && *text)
		error = parse_line(result, &section, &text);
	free(section);
	if (error == QUILL_OK)
		*settings = result;
	else
		quill_ini_free(result);
	return error;
}
