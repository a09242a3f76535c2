/* The table of the C library's functions, and how to find one in it.
 *
 * A parameter is one number, so that the table can add properties with `|`: what happens to its object in the lowest 16 bits, then the meaning, the
 * numbers of the parameters that bound it (plus one), whether it is a length, and a bit that is always set. */
#include "analysis/libc.h"

#include <string.h>

enum { MEANING_SHIFT = 16, SIZE_SHIFT = 24, TIMES_SHIFT = 32, LENGTH_SHIFT = 40, THERE_SHIFT = 62 };

#define THERE ((uint64_t)1 << THERE_SHIFT)
#define MEANS(meaning) (THERE | (uint64_t)(HR_MEANING_##meaning) << MEANING_SHIFT)
#define BOUND(size) ((uint64_t)((size) + 1) << SIZE_SHIFT)
#define BOUND_TIMES(size, times) (BOUND(size) | (uint64_t)((times) + 1) << TIMES_SHIFT)

/* the words of the table */
#define READ HR_LIBC_READ
#define FREE HR_LIBC_FREE
#define OR_NULL HR_LIBC_NULL
#define KEPT HR_LIBC_KEPT
#define RETURNED HR_LIBC_RETURNED
#define FILLED HR_LIBC_FILLED
#define NOTHING 0 /* no parameters */
#define VALUE THERE
#define IN (THERE | HR_LIBC_READ)
#define OUT (THERE | HR_LIBC_WRITE)
#define INOUT (THERE | HR_LIBC_READ | HR_LIBC_WRITE)
#define FROM(size) (IN | BOUND(size))
#define TO(size) (OUT | BOUND(size))
#define FROM_TIMES(size, times) (IN | BOUND_TIMES(size, times))
#define TO_TIMES(size, times) (OUT | BOUND_TIMES(size, times))
#define INOUT_TIMES(size, times) (INOUT | BOUND_TIMES(size, times))
#define TEXT (MEANS(STRING) | HR_LIBC_READ)
#define TEXT_UP_TO(size) (IN | BOUND(size))
#define INOUT_TEXT (MEANS(STRING) | HR_LIBC_READ | HR_LIBC_WRITE)
#define INOUT_UP_TO(size) (INOUT_TEXT | BOUND(size))
#define FILE_NAME (MEANS(PATH) | HR_LIBC_READ)
#define FORMAT (MEANS(FORMAT) | HR_LIBC_READ)
#define STREAM (MEANS(FILE) | HR_LIBC_READ | HR_LIBC_WRITE)
#define STREAM_SEEN (MEANS(FILE) | HR_LIBC_READ)
#define DESCRIPTOR MEANS(DESCRIPTOR)
#define CHARACTER MEANS(CHARACTER)
#define PERMISSIONS MEANS(PERMISSIONS)
#define LENGTH (THERE | (uint64_t)1 << LENGTH_SHIFT)
#define ALLOCATED (MEANS(SIZE) | (uint64_t)1 << LENGTH_SHIFT)
#define FREED (THERE | HR_LIBC_FREE | HR_LIBC_NULL)
#define CALLBACK (MEANS(CALLBACK) | HR_LIBC_CALLED)
#define USER (THERE | HR_LIBC_NULL)
#define ARGUMENTS (THERE | HR_LIBC_READ | HR_LIBC_LIST)

/* … and of functions */
#define FRESH HR_LIBC_FRESH
#define STATIC HR_LIBC_STATIC
#define OUTSIDE HR_LIBC_OUTSIDE
#define STOPS HR_LIBC_STOPS
#define ASSERTION HR_LIBC_ASSERTION
#define REST_READ HR_LIBC_REST_READ
#define REST_WRITTEN HR_LIBC_REST_WRITTEN
#define ZEROED HR_LIBC_ZEROED
#define COPIES HR_LIBC_COPIES
#define NOT_NULL HR_LIBC_NOT_NULL

#define LIBC(name, does, ...) { #name, does, { __VA_ARGS__ } },

static const struct hr_libc_function functions[] = {
#include "analysis/libc_effects.def"
};

struct hr_libc_parameter hr_libc_parameter(const struct hr_libc_function *function, size_t number)
{
	uint64_t packed = number < HR_LIBC_PARAMETERS ? function->parameters[number] : 0;

	return (struct hr_libc_parameter){
		.does = packed & 0xffff,
		.meaning = (enum hr_meaning)(packed >> MEANING_SHIFT & 0xff),
		.size = (int)(packed >> SIZE_SHIFT & 0xff) - 1,
		.times = (int)(packed >> TIMES_SHIFT & 0xff) - 1,
		.is_length = packed >> LENGTH_SHIFT & 1,
	};
}

static const struct hr_libc_function *find_exact(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
		if (strncmp(functions[i].name, name, length) == 0 && !functions[i].name[length])
			return &functions[i];
	return NULL;
}

const struct hr_libc_function *hr_libc_find(const char *name)
{
	static const char *const prefixes[] = { "__isoc99_", "__isoc23_", "_IO_", "__" };
	static const char *const suffixes[] = { "64", "_unlocked" };
	size_t length = strlen(name);
	const struct hr_libc_function *found = find_exact(name, length);

	for (size_t i = 0; !found && i < sizeof suffixes / sizeof suffixes[0]; i++) {
		size_t suffix = strlen(suffixes[i]);

		if (length > suffix && strcmp(name + length - suffix, suffixes[i]) == 0)
			found = find_exact(name, length - suffix);
	}
	for (size_t i = 0; !found && i < sizeof prefixes / sizeof prefixes[0]; i++) {
		size_t prefix = strlen(prefixes[i]);

		if (strncmp(name, prefixes[i], prefix) == 0)
			found = find_exact(name + prefix, length - prefix);
	}
	return found;
}
