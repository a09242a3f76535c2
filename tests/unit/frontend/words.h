/* Lists of words as one string each, for cases as data: "cc|-c|a.c". */
#ifndef HR_TEST_FRONTEND_WORDS_H
#define HR_TEST_FRONTEND_WORDS_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "frontend/flags.h"

#include <string.h>

/* Appends what stands between the bars; nothing for "". */
static inline void split_words(hr_strings *out, const char *text, struct hr_arena *arena)
{
	while (*text != '\0') {
		size_t length = strcspn(text, "|");

		hr_vec_push(out, hr_arena_strndup(arena, text, length));
		text += length + (text[length] == '|');
	}
}

/* The words with bars between them, in the arena. */
static inline const char *join_words(const hr_strings *words, struct hr_arena *arena)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	const char *joined;

	for (size_t i = 0; i < words->count; i++)
		hr_strbuf_addf(&text, "%s%s", i > 0 ? "|" : "", words->data[i]);
	joined = hr_arena_strdup(arena, text.data);
	hr_strbuf_release(&text);
	return joined;
}

#endif
