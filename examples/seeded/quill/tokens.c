/* Tokens. Invariants: rest points into the copy of the text; current is a text of its own, never NULL. */
#include "quill.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

struct quill_tokens {
	char *text;
	const char *rest;
	char *current;
	unsigned line;      /* of the current token */
	unsigned rest_line; /* of what comes behind it */
};

quill_tokens *quill_tokens_new(const char *text)
{
	quill_tokens *tokens = calloc(1, sizeof *tokens);

	if (!tokens)
		return NULL;
	tokens->text = text_copy(text, strlen(text));
	tokens->current = text_copy("", 0);
	if (!tokens->text || !tokens->current) {
		quill_tokens_free(tokens);
		return NULL;
	}
	tokens->rest = tokens->text;
	tokens->line = tokens->rest_line = 1;
	return tokens;
}

void quill_tokens_free(quill_tokens *tokens)
{
	if (!tokens)
		return;
	free(tokens->text);
	free(tokens->current);
	free(tokens);
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Makes a text the current one and goes on behind it. Without memory the old one stays, and the token is a broken one. */
static enum quill_token become(quill_tokens *tokens, enum quill_token token, char *text, const char *behind)
{
	for (const char *c = tokens->rest; c < behind; c++)
		tokens->rest_line += *c == '\n';
	tokens->rest = behind;
	if (!text)
		return QUILL_BROKEN;
	free(tokens->current);
	tokens->current = text;
	return token;
}

static enum quill_token quoted(quill_tokens *tokens)
{
	const char *begin = tokens->rest + 1, *end = begin;
	char *raw, *text;

	while (*end && *end != '"')
		end += end[0] == '\\' && end[1] ? 2 : 1;
	if (!*end)
		return become(tokens, QUILL_BROKEN, text_copy("", 0), end);
	raw = text_copy(begin, (size_t)(end - begin));
	text = raw ? quill_unescape(raw) : NULL;
	free(raw);
	if (!text)
		return become(tokens, QUILL_BROKEN, text_copy("", 0), end + strlen(end));
	return become(tokens, QUILL_QUOTED, text, end + 1);
}

enum quill_token quill_tokens_next(quill_tokens *tokens)
{
	const char *end;
	enum quill_token token;

	for (; *tokens->rest && strchr(" \t\r\n", *tokens->rest); tokens->rest++)
		tokens->rest_line += *tokens->rest == '\n';
	tokens->line = tokens->rest_line;
	end = tokens->rest;
	if (*end == '"')
		return quoted(tokens);
	if (is_letter(*end)) {
		token = QUILL_WORD;
		while (is_letter(*end) || is_digit(*end))
			end++;
	} else if (is_digit(*end)) {
		token = QUILL_DIGITS;
		while (is_digit(*end))
			end++;
	} else {
		token = *end ? QUILL_SYMBOL : QUILL_END;
		end += *end != '\0';
	}
	return become(tokens, token, text_copy(tokens->rest, (size_t)(end - tokens->rest)), end);
}

const char *quill_tokens_text(const quill_tokens *tokens)
{
	return tokens->current;
}

unsigned quill_tokens_line(const quill_tokens *tokens)
{
	return tokens->line;
}
