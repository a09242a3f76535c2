/* Tests by the types that they are about. */
#include "suite/areas.h"

#include "base/map.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { FEWEST = 8 };

static const struct hr_operation *focus_of(const struct hr_test *test)
{
	const struct hr_sequence *sequence = test->sequence;
	return &sequence->model->operations.data[sequence->statements.data[test->focus].operation];
}

/* The type that an operation is about: what its kind speaks of, its first object, or what it makes. */
static size_t subject_of(const struct hr_model *model, const struct hr_operation *operation)
{
	size_t subject = operation->subject;
	for (size_t i = 0; i < operation->params.count && subject == HR_NO_TYPE; i++)
		subject = hr_model_object(model, operation->params.data[i].type);
	return subject == HR_NO_TYPE ? hr_model_object(model, operation->result.type) : subject;
}

/* "struct hold_list" is hold_list, and "struct _Hold" is hold; what cannot stand in the name of a file is left out. */
static const char *area_of(struct hr_test *test)
{
	const struct hr_model *model = test->sequence->model;
	if (hr_sequence_fails_alloc(test->sequence))
		return HR_AREA_OUT_OF_MEMORY;
	size_t subject = subject_of(model, focus_of(test));
	if (subject == HR_NO_TYPE)
		return "";
	const char *spelling = model->types.data[subject].spelling;
	const char *space = strrchr(spelling, ' ');
	char *name = hr_arena_strdup(&test->arena, space ? space + 1 : spelling);
	size_t length = 0;
	for (const char *from = name; *from; from++)
		if (isalnum((unsigned char)*from) || (*from == '_' && length))
			name[length++] = (char)tolower((unsigned char)*from);
	name[length] = '\0';
	return name;
}

void hr_test_areas(struct hr_test *tests, size_t count, const char *unit)
{
	struct hr_map counts = HR_MAP_INIT;
	for (size_t i = 0; i < count; i++) {
		size_t seen = 0;
		tests[i].area = area_of(&tests[i]);
		(void)hr_map_get(&counts, tests[i].area, &seen);
		hr_map_put(&counts, tests[i].area, seen + 1);
	}
	for (size_t i = 0; i < count; i++) {
		size_t seen = 0;
		(void)hr_map_get(&counts, tests[i].area, &seen);
		if (hr_sequence_fails_alloc(tests[i].sequence))
			continue;
		if (seen < FEWEST || strcasecmp(tests[i].area, unit) == 0)
			tests[i].area = "";
	}
	hr_map_release(&counts);
}

static bool comes_later(const struct hr_test *a, const struct hr_test *b)
{
	int order = strcmp(a->area, b->area);
	return order ? order > 0 : focus_of(a) > focus_of(b);
}

void hr_tests_sort(struct hr_test *tests, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		struct hr_test test = tests[i];
		size_t k = i;
		for (; k > 0 && comes_later(&tests[k - 1], &test); k--)
			tests[k] = tests[k - 1];
		tests[k] = test;
	}
}

size_t hr_tests_area_end(const struct hr_test *tests, size_t count, size_t first)
{
	size_t end = first + 1;
	while (end < count && strcmp(tests[end].area, tests[first].area) == 0)
		end++;
	return end;
}

void hr_tests_swap(struct hr_test *tests, size_t a, size_t b)
{
	struct hr_test test = tests[a];
	tests[a] = tests[b];
	tests[b] = test;
}
