/* Growable arrays of any type.
 *
 *     HR_VEC(int) numbers = HR_VEC_INIT;
 *     hr_vec_push(&numbers, 7);
 *     for (size_t i = 0; i < numbers.count; i++) use(numbers.data[i]);
 *     hr_vec_release(&numbers);
 *
 * A vector that is all zero is valid and empty. Pointers into `data` are valid until the next push. */
#ifndef HR_BASE_VEC_H
#define HR_BASE_VEC_H

#include <stddef.h>
#include <stdlib.h>

#define HR_VEC(type)                     \
	struct {                         \
		type *data;              \
		size_t count;            \
		size_t capacity;         \
	}

#define HR_VEC_INIT { NULL, 0, 0 }

/* Appends one element, a copy of `...` (an expression, braces allowed through a compound literal). */
#define hr_vec_push(vec, ...)                                                                         \
	do {                                                                                          \
		if ((vec)->count == (vec)->capacity)                                                  \
			(vec)->data = hr_vec_grow((vec)->data, &(vec)->capacity, sizeof *(vec)->data); \
		(vec)->data[(vec)->count++] = (__VA_ARGS__);                                          \
	} while (0)

/* Appends one zeroed element and yields a pointer to it. */
#define hr_vec_add(vec)                                                                               \
	((vec)->data = hr_vec_room((vec)->data, (vec)->count, &(vec)->capacity, sizeof *(vec)->data), \
	 &(vec)->data[(vec)->count++])

/* Frees the storage, not what the elements own; the vector is empty and usable again. */
#define hr_vec_release(vec)            \
	do {                           \
		free((vec)->data);     \
		(vec)->data = NULL;    \
		(vec)->count = 0;      \
		(vec)->capacity = 0;   \
	} while (0)

/* Keeps the storage, forgets the elements. */
#define hr_vec_clear(vec) ((void)((vec)->count = 0))

/* The machinery behind the macros: both return storage with room for one more element than before. */
void *hr_vec_grow(void *data, size_t *capacity, size_t size);
void *hr_vec_room(void *data, size_t count, size_t *capacity, size_t size);

#endif
