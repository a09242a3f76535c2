/* "Did you mean …?": the nearest of many names, by the number of letters to change, add, leave out or swap. */
#include "seq/nearest.h"

#include <string.h>

enum { LONGEST = 64 }; /* names that are compared: a longer one is no slip of the finger */

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* The distance of Damerau and Levenshtein (optimal string alignment); a letter in the other case costs nothing here. */
static size_t distance_of(const char *a, size_t a_length, const char *b, size_t b_length)
{
	size_t rows[3][LONGEST + 1];

	for (size_t j = 0; j <= b_length; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= a_length; i++) {
		size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];

		row[0] = i;
		for (size_t j = 1; j <= b_length; j++) {
			size_t change = lower(a[i - 1]) != lower(b[j - 1]);

			row[j] = smaller(above[j - 1] + change, smaller(above[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				row[j] = smaller(row[j], second[j - 2] + 1);
		}
	}
	return rows[a_length % 3][b_length];
}

void hr_nearest_offer(struct hr_nearest *nearest, const char *name)
{
	size_t wanted_length = strlen(nearest->wanted), length = strlen(name);
	size_t most = wanted_length < 3 ? 0 : wanted_length < 6 ? 1 : wanted_length / 4 + 1;

	if (length > LONGEST || wanted_length > LONGEST || length == 0 || strcmp(name, nearest->wanted) == 0)
		return;
	if ((length > wanted_length ? length - wanted_length : wanted_length - length) > most)
		return;
	size_t distance = distance_of(nearest->wanted, wanted_length, name, length);
	if (distance <= most && (nearest->name == NULL || distance < nearest->distance)) {
		nearest->name = name;
		nearest->distance = distance;
	}
}

void hr_nearest_hint(const struct hr_nearest *nearest, struct hr_error *error)
{
	if (nearest->name)
		hr_strbuf_addf(&error->hint, "did you mean '%s'?", nearest->name);
}
