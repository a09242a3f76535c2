/* What the text of a macro tells. Code is not there to be looked at: a macro is where it is used. */
#include "roles/inference.h"

#include <ctype.h>
#include <string.h>

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* `=`, `+=`, `<<=`: but not `==`, `!=`, `<=`, `>=`. */
static bool assigns(const char *text, const char *at)
{
	if (at[1] == '=' || (at > text && (at[-1] == '=' || at[-1] == '!')))
		return false;
	bool compares = at > text && (at[-1] == '<' || at[-1] == '>');
	return !compares || (at - text > 1 && at[-2] == at[-1]);
}

/* `name (`: a function or another macro, which may do anything. */
static bool calls(const char *text, const char *at)
{
	while (at > text && at[-1] == ' ')
		at--;
	return at > text && is_word(at[-1]);
}

bool hr_macro_only_reads(const struct hr_operation *operation)
{
	const char *text = operation->expansion;
	if (operation->form != HR_FORM_MACRO || !text || !*text)
		return false;
	for (const char *c = text; *c; c++) {
		bool steps = (*c == '+' || *c == '-') && c[1] == *c;
		if (steps || *c == '{' || *c == ';' || (*c == '=' && assigns(text, c)) || (*c == '(' && calls(text, c)))
			return false;
	}
	return true;
}
