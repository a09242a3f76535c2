/* Splitting a line into words the way a POSIX shell does, without expanding anything. */
#ifndef HR_FRONTEND_SHELL_WORDS_H
#define HR_FRONTEND_SHELL_WORDS_H

#include "base/arena.h"
#include "frontend/flags.h"

#include <stdbool.h>
#include <stddef.h>

/* Appends the words of `text` to `out`; they live in the arena. Quotes and backslashes are taken away, `$`, `*`, `;`
 * and the like are plain characters. Returns false when the text ends inside quotes (what was read of the last word is
 * appended all the same). */
bool hr_shell_words(hr_strings *out, const char *text, size_t length, struct hr_arena *arena);

#endif
