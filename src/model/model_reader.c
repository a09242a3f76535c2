/* Reading members of JSON objects, with errors that say where they are.
 *
 * Invariant: the text is untrusted. A member of the wrong kind or out of range is an error at its line and column, a
 * missing one an error at those of its object. */
#include "model/model_load_internal.h"

#include <stdarg.h>

static const char *const kind_names[] = {
	[HR_JSON_NULL] = "null",       [HR_JSON_BOOL] = "true or false", [HR_JSON_NUMBER] = "a number",
	[HR_JSON_STRING] = "a string", [HR_JSON_ARRAY] = "an array",     [HR_JSON_OBJECT] = "an object",
};

int hr_read_fail(struct hr_model_reader *reader, const struct hr_json *at, const char *format, ...)
{
	struct hr_strbuf reason = HR_STRBUF_INIT;
	va_list args;

	va_start(args, format);
	hr_strbuf_vaddf(&reason, format, args);
	va_end(args);
	hr_fail(reader->error, HR_ERROR_INPUT, "%s:%u:%u: %s", reader->name, at->line, at->column, reason.data);
	hr_strbuf_release(&reason);
	return -1;
}

/* The member, of the wanted kind; NULL with the error set otherwise. */
static const struct hr_json *need(struct hr_model_reader *reader, const struct hr_json *object, const char *key,
				  enum hr_json_kind kind)
{
	const struct hr_json *member = hr_json_get(object, key);

	if (member == NULL)
		hr_read_fail(reader, object, "no '%s' here", key);
	else if (member->kind != kind)
		hr_read_fail(reader, member, "'%s' is not %s", key, kind_names[kind]);
	else
		return member;
	return NULL;
}

static const char *keep(struct hr_model_reader *reader, const char *text)
{
	return hr_arena_strdup(&reader->model->arena, text);
}

int hr_read_string(const char **out, struct hr_model_reader *reader, const struct hr_json *object, const char *key)
{
	const struct hr_json *member = need(reader, object, key, HR_JSON_STRING);

	if (member == NULL)
		return -1;
	*out = keep(reader, member->text);
	return 0;
}

int hr_read_optional(const char **out, struct hr_model_reader *reader, const struct hr_json *object, const char *key)
{
	const struct hr_json *member = hr_json_get(object, key);

	*out = NULL;
	if (member == NULL || member->kind == HR_JSON_NULL)
		return 0;
	return hr_read_string(out, reader, object, key);
}

int hr_read_word(int *out, struct hr_model_reader *reader, const struct hr_json *object, const char *key,
		 const struct hr_words *words)
{
	const struct hr_json *member = need(reader, object, key, HR_JSON_STRING);

	if (member == NULL)
		return -1;
	if (!hr_word_find(out, words, member->text))
		return hr_read_fail(reader, member, "'%s' is not a word for '%s'", member->text, key);
	return 0;
}

int hr_read_int(int64_t *out, struct hr_model_reader *reader, const struct hr_json *object, const char *key)
{
	const struct hr_json *member = need(reader, object, key, HR_JSON_NUMBER);

	if (member == NULL)
		return -1;
	*out = hr_json_get_int(object, key, 0);
	if (*out == 0 && hr_json_get_int(object, key, 1) == 1)
		return hr_read_fail(reader, member, "'%s' is not a whole number of 64 bits", key);
	return 0;
}

int hr_read_natural(int64_t *out, struct hr_model_reader *reader, const struct hr_json *object, const char *key,
		    int64_t limit)
{
	const struct hr_json *member = hr_json_get(object, key);

	*out = -1;
	if (member == NULL)
		return 0;
	if (hr_read_int(out, reader, object, key) < 0)
		return -1;
	if (*out < 0 || *out >= limit)
		return hr_read_fail(reader, member, "'%s' is out of range: %s", key, member->text);
	return 0;
}

int hr_read_bool(bool *out, struct hr_model_reader *reader, const struct hr_json *object, const char *key)
{
	const struct hr_json *member = hr_json_get(object, key);

	*out = false;
	if (member == NULL)
		return 0;
	if (need(reader, object, key, HR_JSON_BOOL) == NULL)
		return -1;
	*out = member->boolean;
	return 0;
}

int hr_read_flags(void *base, struct hr_model_reader *reader, const struct hr_json *object,
		  const struct hr_flag_form *flags)
{
	for (; flags->key != NULL; flags++) {
		if (hr_read_bool((bool *)((char *)base + flags->offset), reader, object, flags->key) < 0)
			return -1;
	}
	return 0;
}

int hr_read_ref(struct hr_type_ref *out, struct hr_model_reader *reader, const struct hr_json *object, const char *key)
{
	static const char *const qualifiers[] = { "const", "volatile", "restrict" };
	const struct hr_json *member = hr_json_get(object, key);
	int64_t index;

	*out = (struct hr_type_ref){ HR_NO_TYPE, 0 };
	if (member != NULL && member->kind == HR_JSON_NULL)
		return 0;
	if (need(reader, object, key, HR_JSON_OBJECT) == NULL ||
	    hr_read_natural(&index, reader, member, "index", (int64_t)reader->types) < 0)
		return -1;
	if (index < 0)
		return hr_read_fail(reader, member, "no 'index' here");
	out->type = (size_t)index;
	for (unsigned i = 0; i < 3; i++) {
		bool is_qualified;

		if (hr_read_bool(&is_qualified, reader, member, qualifiers[i]) < 0)
			return -1;
		out->qualifiers |= (unsigned)is_qualified << i;
	}
	return 0;
}

int hr_read_array(const struct hr_json **out, struct hr_model_reader *reader, const struct hr_json *object,
		  const char *key, enum hr_json_kind elements)
{
	const struct hr_json *member = need(reader, object, key, HR_JSON_ARRAY);

	if (member == NULL)
		return -1;
	for (const struct hr_json *element = member->first; element != NULL; element = element->next) {
		if (element->kind != elements)
			return hr_read_fail(reader, element, "in '%s' there is something that is not %s", key,
					    kind_names[elements]);
	}
	*out = member;
	return 0;
}
