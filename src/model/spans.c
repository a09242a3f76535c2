/* Which pointers are a beginning and an end, or a place between.
 *
 * Names tell, where types agree: an end is called so ("end", "pattern_end", "limit"), and is that of the nearest parameter before it, or of the one that it is named after; behind a "start" or
 * "begin" another pointer of that type is a place. */
#include "model/spans.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

#define NONE ((size_t)-1)

/* Whether a name ends (or begins) with the word, and not only with its letters: "pattern_end", "patternEnd", "end"; not "append", "trend". */
static bool ends_with_word(const char *name, const char *word)
{
	size_t length = strlen(name), size = strlen(word);
	if (length < size || strncasecmp(name + length - size, word, size) != 0)
		return false;
	const char *at = name + length - size;
	return at == name || at[-1] == '_' || (isupper((unsigned char)*at) && !isupper((unsigned char)at[-1]));
}

static bool is_any(const char *name, const char *const *words)
{
	for (; *words; words++)
		if (ends_with_word(name, *words))
			return true;
	return false;
}

/* Both point to the same: numbers, one behind the other. */
static bool are_alike(const struct hr_model *model, struct hr_type_ref a, struct hr_type_ref b)
{
	struct hr_type_ref first = hr_model_strip(model, hr_model_pointee(model, a));
	struct hr_type_ref second = hr_model_strip(model, hr_model_pointee(model, b));
	const struct hr_type *type = hr_model_type(model, first);
	return type && type->kind == HR_TYPE_INT && first.type == second.type;
}

/* "pattern" and "pattern_end" */
static bool is_named_after(const char *end, const char *begin)
{
	size_t length = strlen(begin);
	return length > 1 && strncmp(end, begin, length) == 0;
}

static const char *const ends[] = { "end", "limit", "lim", "stop", NULL };

bool hr_span_is_end(const struct hr_item *parameter)
{
	return is_any(parameter->name, ends);
}

size_t hr_span_of(const struct hr_model *model, const struct hr_operation *operation, size_t parameter)
{
	static const char *const begins[] = { "start", "begin", "beg", NULL };
	static const char *const places[] = { "start", "range", "from", "pos", "position", "at", "cursor", NULL };
	const struct hr_item *own = &operation->params.data[parameter];
	size_t nearest = NONE, found = NONE;
	bool is_end = hr_span_is_end(own);
	for (size_t i = parameter; i-- > 0;) {
		const struct hr_item *other = &operation->params.data[i];
		if (!are_alike(model, own->type, other->type))
			continue;
		nearest = nearest == NONE ? i : nearest;
		if (is_end && is_named_after(own->name, other->name))
			return i;
		if (!is_end && is_any(other->name, begins))
			found = i;
		/* search(text, end, start): what comes behind an end, and is called a place */
		if (!is_end && is_any(other->name, ends) && is_any(own->name, places))
			found = hr_span_of(model, operation, i);
	}
	if (!is_end)
		return found;
	/* the end of what begins where another one does */
	size_t whole = nearest == NONE ? NONE : hr_span_of(model, operation, nearest);
	return whole != NONE ? whole : nearest;
}
