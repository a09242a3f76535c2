/* Spelling a type as C writes it.
 *
 * A type brings its own spelling, without qualifiers; only the qualifiers of the reference have to find their place:
 * before the spelling, but after the `*` of a pointer: "const int", "char *const", "void (*const)(int)".
 *
 * Invariant: with a valid spelling the result is a valid type name, and with no qualifiers it is the spelling. */
#include "model/model.h"

#include "base/bug.h"

#include <ctype.h>
#include <string.h>

static bool is_word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The end of the declarator that begins at the `*` of a "(*": where a name would stand. A "(*" further in is one more
 * level, as in "void (*(*)(int))(char)". */
static size_t end_of_declarator(const char *spelling, size_t star)
{
	size_t i = star;

	while (spelling[i] == '*' || spelling[i] == ' ' || is_word_char(spelling[i]) ||
	       (spelling[i] == '(' && spelling[i + 1] == '*'))
		i++;
	return i;
}

/* Where in the spelling the qualifiers belong; 0: before it all. */
static size_t place_of_qualifiers(const struct hr_type *type)
{
	const char *inner = strstr(type->spelling, "(*");
	const char *bracket = strchr(type->spelling, '[');
	size_t at = 0;

	if (type->kind != HR_TYPE_POINTER && type->kind != HR_TYPE_ARRAY)
		return 0;
	if (inner != NULL)
		return end_of_declarator(type->spelling, (size_t)(inner - type->spelling) + 1);
	if (type->kind == HR_TYPE_POINTER)
		return strlen(type->spelling);
	/* An array's qualifiers are those of its elements: "char *const[3]", "const int[3]". */
	if (bracket == NULL)
		return 0;
	at = (size_t)(bracket - type->spelling);
	while (at > 0 && type->spelling[at - 1] == ' ')
		at--;
	return at > 0 && type->spelling[at - 1] == '*' ? at : 0;
}

static void add_qualifiers(struct hr_strbuf *out, unsigned qualifiers)
{
	static const char *const words[] = { "const", "volatile", "restrict" };
	const char *separator = "";

	for (unsigned i = 0; i < 3; i++) {
		if ((qualifiers & 1u << i) == 0)
			continue;
		hr_strbuf_addstr(out, separator);
		hr_strbuf_addstr(out, words[i]);
		separator = " ";
	}
}

void hr_model_spell(struct hr_strbuf *out, const struct hr_model *model, struct hr_type_ref ref)
{
	if (ref.type == HR_NO_TYPE)
		return;
	if (ref.type >= model->types.count)
		HR_BUG("there is no type %zu: the model has %zu", ref.type, model->types.count);
	const struct hr_type *type = &model->types.data[ref.type];
	size_t place = ref.qualifiers != 0 ? place_of_qualifiers(type) : 0;

	hr_strbuf_add(out, type->spelling, place);
	if (place > 0 && is_word_char(type->spelling[place - 1]))
		hr_strbuf_addch(out, ' ');
	add_qualifiers(out, ref.qualifiers);
	if (ref.qualifiers != 0 && place == 0)
		hr_strbuf_addch(out, ' ');
	hr_strbuf_addstr(out, type->spelling + place);
}
