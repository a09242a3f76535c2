/* Types by their spelling.
 *
 * The model knows its types as the compiler spells them. People put white space and qualifiers where they like, use the other
 * names of built-in types, and need pointers that no declaration of the API has.
 *
 * Invariant: a spelling that hr_shape_spell writes is found again, unless the type has no name. */
#include "seq/shape.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

enum { DEEPEST = 8 }; /* pointers to pointers that anybody would want */

static bool is_word_character(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool is_qualifier(const char *word, size_t length)
{
	static const char *const qualifiers[] = { "const", "volatile", "restrict" };

	for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++)
		if (strlen(qualifiers[i]) == length && memcmp(qualifiers[i], word, length) == 0)
			return true;
	return false;
}

/* White space only where two words meet; without qualifiers unless they are to be kept. */
static void normalize(struct hr_strbuf *out, const char *spelling, bool keep_qualifiers)
{
	hr_strbuf_clear(out);
	for (const char *at = spelling; *at;) {
		size_t length = 0;

		while (is_word_character(at[length]))
			length++;
		if (length == 0) {
			if (!isspace((unsigned char)*at))
				hr_strbuf_addch(out, *at);
			at++;
			continue;
		}
		if (keep_qualifiers || !is_qualifier(at, length)) {
			if (out->length && is_word_character(out->data[out->length - 1]))
				hr_strbuf_addch(out, ' ');
			hr_strbuf_add(out, at, length);
		}
		at += length;
	}
}

static bool scan(size_t *found, const struct hr_model *model, const char *spelling, bool keep_qualifiers)
{
	struct hr_strbuf wanted = HR_STRBUF_INIT, candidate = HR_STRBUF_INIT;
	bool is_found = false;

	normalize(&wanted, spelling, keep_qualifiers);
	for (size_t i = 0; i < model->types.count && !is_found; i++) {
		const struct hr_type *type = &model->types.data[i];

		/* A cheap look first: most types begin otherwise. */
		if (type->is_unnamed || (keep_qualifiers && type->spelling[0] != wanted.data[0]))
			continue;
		normalize(&candidate, type->spelling, keep_qualifiers);
		is_found = wanted.length && strcmp(wanted.data, candidate.data) == 0;
		*found = i;
	}
	hr_strbuf_release(&wanted);
	hr_strbuf_release(&candidate);
	return is_found;
}

/* Built-in types and those that everybody takes for built in, by all their usual names: a model has only those that its API uses,
 * and by one name. */
static const struct builtin {
	const char *spelling;
	const char *usual; /* as the compiler spells it; NULL: so */
	enum hr_type_kind kind;
	int size;
	bool is_signed;
} builtins[] = {
	{ "_Bool", NULL, HR_TYPE_BOOL, 1, false },
	{ "bool", "_Bool", HR_TYPE_BOOL, 1, false },
	{ "char", NULL, HR_TYPE_INT, 1, true },
	{ "signed char", NULL, HR_TYPE_INT, 1, true },
	{ "unsigned char", NULL, HR_TYPE_INT, 1, false },
	{ "short", NULL, HR_TYPE_INT, 2, true },
	{ "short int", "short", HR_TYPE_INT, 2, true },
	{ "unsigned short", NULL, HR_TYPE_INT, 2, false },
	{ "unsigned short int", "unsigned short", HR_TYPE_INT, 2, false },
	{ "int", NULL, HR_TYPE_INT, 4, true },
	{ "signed", "int", HR_TYPE_INT, 4, true },
	{ "signed int", "int", HR_TYPE_INT, 4, true },
	{ "unsigned", "unsigned int", HR_TYPE_INT, 4, false },
	{ "unsigned int", NULL, HR_TYPE_INT, 4, false },
	{ "long", NULL, HR_TYPE_INT, 8, true },
	{ "long int", "long", HR_TYPE_INT, 8, true },
	{ "unsigned long", NULL, HR_TYPE_INT, 8, false },
	{ "unsigned long int", "unsigned long", HR_TYPE_INT, 8, false },
	{ "long long", NULL, HR_TYPE_INT, 8, true },
	{ "long long int", "long long", HR_TYPE_INT, 8, true },
	{ "unsigned long long", NULL, HR_TYPE_INT, 8, false },
	{ "unsigned long long int", "unsigned long long", HR_TYPE_INT, 8, false },
	{ "int8_t", NULL, HR_TYPE_INT, 1, true },
	{ "uint8_t", NULL, HR_TYPE_INT, 1, false },
	{ "int16_t", NULL, HR_TYPE_INT, 2, true },
	{ "uint16_t", NULL, HR_TYPE_INT, 2, false },
	{ "int32_t", NULL, HR_TYPE_INT, 4, true },
	{ "uint32_t", NULL, HR_TYPE_INT, 4, false },
	{ "int64_t", NULL, HR_TYPE_INT, 8, true },
	{ "uint64_t", NULL, HR_TYPE_INT, 8, false },
	{ "intptr_t", NULL, HR_TYPE_INT, 8, true },
	{ "uintptr_t", NULL, HR_TYPE_INT, 8, false },
	{ "ptrdiff_t", NULL, HR_TYPE_INT, 8, true },
	{ "ssize_t", NULL, HR_TYPE_INT, 8, true },
	{ "size_t", NULL, HR_TYPE_INT, 8, false },
	{ "float", NULL, HR_TYPE_FLOAT, 4, false },
	{ "double", NULL, HR_TYPE_FLOAT, 8, false },
};

/* A type of the model that is equal to the built-in one: by its usual name, else of the same kind, size and sign. */
static bool find_equal(size_t *found, const struct hr_model *model, const struct builtin *builtin)
{
	if (builtin->usual && hr_map_get(&model->type_by_spelling, builtin->usual, found))
		return true;
	for (size_t i = 0; i < model->types.count; i++) {
		const struct hr_type *type = &model->types.data[i];

		if (type->kind == builtin->kind && type->size == builtin->size && !type->is_unnamed &&
		    (type->kind != HR_TYPE_INT || type->is_signed == builtin->is_signed)) {
			*found = i;
			return true;
		}
	}
	return false;
}

static bool find_builtin(size_t *found, const struct hr_model *model, const char *spelling)
{
	struct hr_strbuf wanted = HR_STRBUF_INIT;
	bool is_found = false;

	normalize(&wanted, spelling, false);
	for (size_t i = 0; i < sizeof builtins / sizeof *builtins && !is_found; i++)
		is_found = strcmp(wanted.data, builtins[i].spelling) == 0 && find_equal(found, model, &builtins[i]);
	hr_strbuf_release(&wanted);
	return is_found;
}

static bool find_known(struct hr_shape *out, const struct hr_model *model, const char *spelling)
{
	size_t found = 0;

	if (!hr_map_get(&model->type_by_spelling, spelling, &found) && !scan(&found, model, spelling, true) &&
	    !find_builtin(&found, model, spelling))
		return false;
	*out = hr_shape_of((struct hr_type_ref){ found, 0 });
	return true;
}

/* What is known without the stars at its end, and as many pointers to that. */
static bool find_pointer(struct hr_shape *out, const struct hr_model *model, const char *spelling)
{
	struct hr_strbuf rest = HR_STRBUF_INIT;
	unsigned depth = 0;

	normalize(&rest, spelling, false);
	while (rest.length && rest.data[rest.length - 1] == '*') {
		hr_strbuf_truncate(&rest, rest.length - 1);
		depth++;
	}
	bool is_found = rest.length && depth <= DEEPEST && find_known(out, model, rest.data);
	for (; is_found && depth > 0; depth--)
		*out = hr_shape_pointer_to(model, *out);
	hr_strbuf_release(&rest);
	return is_found;
}

bool hr_shape_find(struct hr_shape *out, const struct hr_model *model, const char *spelling)
{
	size_t found;

	if (find_known(out, model, spelling) || find_pointer(out, model, spelling))
		return true;
	if (!scan(&found, model, spelling, false))
		return false;
	*out = hr_shape_of((struct hr_type_ref){ found, 0 });
	return true;
}
