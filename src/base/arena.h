/* Memory that lives and dies together: one arena per stage. Nothing is freed before hr_arena_release. */
#ifndef HR_BASE_ARENA_H
#define HR_BASE_ARENA_H

#include <stddef.h>

struct hr_arena_block;

struct hr_arena {
	struct hr_arena_block *newest;
};

#define HR_ARENA_INIT { NULL }

/* Zeroed memory, aligned for any type. Never NULL. */
void *hr_arena_alloc(struct hr_arena *arena, size_t size);
char *hr_arena_strdup(struct hr_arena *arena, const char *text); /* NULL for NULL */
char *hr_arena_strndup(struct hr_arena *arena, const char *text, size_t length);
char *hr_arena_printf(struct hr_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
void hr_arena_release(struct hr_arena *arena); /* the arena is empty and usable again */
void hr_arena_clear(struct hr_arena *arena);   /* the same, but one block of room is kept: for what is done often */

#endif
