/* Tests by the types that they are about. */
#include "suite/areas.h"

#include "base/map.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { FEWEST = 8, MOST_TRIED = 4, SHORTEST = 3 };

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

/* What users write for the type: a typedef of it, or of a pointer to it; else its tag. */
static const char *type_name(const struct hr_model *model, size_t subject)
{
	const char *handle = NULL;
	for (size_t i = 0; i < model->types.count; i++) {
		const struct hr_type *type = &model->types.data[i];
		if (type->kind != HR_TYPE_TYPEDEF || type->target.type == HR_NO_TYPE)
			continue;
		if (type->target.type == subject)
			return type->spelling;
		const struct hr_type *target = &model->types.data[type->target.type];
		if (!handle && target->kind == HR_TYPE_POINTER && target->target.type == subject)
			handle = type->spelling;
	}
	if (handle)
		return handle;
	const char *spelling = model->types.data[subject].spelling;
	const char *space = strrchr(spelling, ' ');
	return space ? space + 1 : spelling;
}

/* Without an ending that only tells that it is a type. */
static size_t without_ending(const char *name, size_t length)
{
	static const char *const endings[] = { "_t", "_s", "_u", "_st", "_tag", "_struct", "_" };
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		size_t size = strlen(endings[i]);
		if (length > size && memcmp(name + length - size, endings[i], size) == 0)
			return without_ending(name, length - size);
	}
	return length;
}

/* Behind the words that it begins with as the unit does: these are in the name of the file already. */
static const char *behind_unit(const char *name, const char *unit)
{
	size_t common = 0, i = 0;
	for (; name[i] && tolower((unsigned char)name[i]) == tolower((unsigned char)unit[i]); i++)
		if (name[i] == '_')
			common = i + 1;
	if (!unit[i] && name[i] == '_')
		common = i + 1;
	return name + common;
}

/* "struct hold_list" is hold_list, and "struct _Hold" is hold; what cannot stand in the name of a file is left out. */
static const char *area_of(struct hr_test *test, const char *unit)
{
	const struct hr_model *model = test->sequence->model;
	if (hr_sequence_fails_alloc(test->sequence))
		return HR_AREA_OUT_OF_MEMORY;
	size_t subject = subject_of(model, focus_of(test));
	if (subject == HR_NO_TYPE)
		return "";
	char *name = hr_arena_strdup(&test->arena, type_name(model, subject));
	size_t length = 0;
	for (const char *from = name; *from; from++)
		if (isalnum((unsigned char)*from) || (*from == '_' && length))
			name[length++] = (char)tolower((unsigned char)*from);
	name[without_ending(name, length)] = '\0';
	return behind_unit(name, unit);
}

/* Whether a directory is called by what it is about, and not by what kind of files is there. */
static bool is_telling(const char *name, size_t length)
{
	static const char *const kinds[] = { "include", "inc",    "src",  "source", "lib",
					     "headers", "public", "orig", ".",      ".." };
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strlen(kinds[i]) == length && strncasecmp(kinds[i], name, length) == 0)
			return false;
	return length > 1;
}

/* The directory that all headers are in, its name only; its length, 0 when they are in several, or it tells nothing. */
static size_t common_directory(const char **out, const struct hr_model *model)
{
	const char *first = model->headers.data[0];
	const char *end = strrchr(first, '/');
	if (!end || *first == '/')
		return 0;
	for (size_t i = 1; i < model->headers.count; i++) {
		const char *slash = strrchr(model->headers.data[i], '/');
		if (!slash || slash - model->headers.data[i] != end - first ||
		    memcmp(first, model->headers.data[i], (size_t)(end - first)) != 0)
			return 0;
	}
	const char *begin = end;
	while (begin > first && begin[-1] != '/')
		begin--;
	*out = begin;
	return is_telling(begin, (size_t)(end - begin)) ? (size_t)(end - begin) : 0;
}

/* The first word of nearly all operations, as "unit_" in unit_open; its length, 0 when they have none. */
static size_t common_word(const char **out, const struct hr_model *model)
{
	for (size_t i = 0; i < model->operations.count && i < MOST_TRIED; i++) {
		const char *name = model->operations.data[i].name;
		const char *end = strchr(name, '_');
		size_t length = end ? (size_t)(end - name) : 0, count = 0;
		for (size_t k = 0; k < model->operations.count && length >= SHORTEST; k++)
			count += strncasecmp(model->operations.data[k].name, name, length + 1) == 0;
		if (count * 10 >= model->operations.count * 9) {
			*out = name;
			return length;
		}
	}
	return 0;
}

void hr_suite_unit(struct hr_strbuf *out, const struct hr_model *model)
{
	const char *name = NULL;
	size_t length = 0;
	if (model->headers.count > 1)
		length = common_word(&name, model);
	if (model->headers.count > 1 && !length)
		length = common_directory(&name, model);
	if (length)
		hr_strbuf_add(out, name, length);
	else
		hr_strbuf_addstr(out, model->unit);
}

void hr_test_areas(struct hr_test *tests, size_t count, const char *unit)
{
	struct hr_map counts = HR_MAP_INIT;
	for (size_t i = 0; i < count; i++) {
		size_t seen = 0;
		tests[i].area = area_of(&tests[i], unit);
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
