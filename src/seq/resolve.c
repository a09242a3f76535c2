/* What the names in a text stand for: operations, values, types.
 *
 * Invariant: a name that is wrong is told with the nearest right one, when there is one that is near. */
#include "seq/read_internal.h"

#include <string.h>

int hr_text_operation(size_t *out, struct hr_text_reader *reader, const struct hr_token *token)
{
	const struct hr_model *model = reader->model;
	struct hr_nearest nearest = { .wanted = token->text };

	if (hr_map_get(&model->operation_by_name, token->text, out)) {
		const struct hr_operation *operation = &model->operations.data[*out];

		return operation->callable
			       ? 0
			       : hr_text_fail(reader, token->start, "'%s' cannot be called: %s", operation->name,
					      operation->reason ? operation->reason : "it is not there");
	}
	for (size_t i = 0; i < model->operations.count; i++)
		if (model->operations.data[i].callable)
			hr_nearest_offer(&nearest, model->operations.data[i].name);
	hr_nearest_offer(&nearest, "fail_alloc");
	hr_text_fail(reader, token->start, "there is no operation '%s'", token->text);
	hr_nearest_hint(&nearest, reader->error);
	return -1;
}

/* The line below the one that is read on which a value of this name comes into being; 0: none. */
static unsigned line_that_makes(const struct hr_text_reader *reader, const char *name)
{
	size_t length = strlen(name);
	unsigned line = reader->line;

	for (size_t at = reader->line_start; at < reader->length; line++) {
		const char *start = reader->text + at, *end = memchr(start, '\n', reader->length - at);
		const char *stop = end ? end : reader->text + reader->length;

		while (start < stop && (*start == ' ' || *start == '\t'))
			start++;
		if ((size_t)(stop - start) > length && memcmp(start, name, length) == 0) {
			start += length;
			while (start < stop && (*start == ' ' || *start == '\t'))
				start++;
			if (start < stop && *start == '=')
				return line;
		}
		at = (size_t)(stop - reader->text) + 1;
	}
	return 0;
}

int hr_text_fail_unknown(struct hr_text_reader *reader, const struct hr_token *token)
{
	const struct hr_model *model = reader->model;
	struct hr_nearest nearest = { .wanted = token->text };
	unsigned line = line_that_makes(reader, token->text);

	if (line > reader->line)
		return hr_text_fail(reader, token->start, "'%s' does not exist yet: line %u makes it", token->text,
				    line);
	if (line == reader->line)
		return hr_text_fail(reader, token->start, "'%s' does not exist before this line is done", token->text);
	for (size_t i = 0; i < reader->sequence->values.count; i++)
		hr_nearest_offer(&nearest, reader->sequence->values.data[i].name);
	for (size_t i = 0; i < model->constants.count; i++)
		hr_nearest_offer(&nearest, model->constants.data[i].name);
	for (size_t i = 0; i < reader->callables.functions.count; i++)
		hr_nearest_offer(&nearest, reader->callables.functions.data[i].name);
	hr_nearest_offer(&nearest, "NULL");
	hr_text_fail(reader, token->start, "nothing is called '%s'", token->text);
	hr_nearest_hint(&nearest, reader->error);
	return -1;
}

/* What else has the name; NULL when it is free. */
static const char *what_is(const struct hr_text_reader *reader, const char *name)
{
	static const char *const reserved[] = { "NULL", "fail_alloc", "false", "inf", "nan", "new", "true" };

	for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
		if (strcmp(name, reserved[i]) == 0)
			return "a word of the language";
	if (hr_map_get(&reader->model->constant_by_name, name, NULL))
		return "a constant";
	if (hr_map_get(&reader->model->operation_by_name, name, NULL))
		return "an operation";
	if (hr_callables_function(&reader->callables, name) != (size_t)-1)
		return "a function";
	for (size_t i = 0; i < reader->model->variables.count; i++)
		if (strcmp(reader->model->variables.data[i].name, name) == 0)
			return "a variable";
	return NULL;
}

int hr_text_check_new_name(struct hr_text_reader *reader, const struct hr_token *token)
{
	const char *what = what_is(reader, token->text);
	size_t value;

	if (what)
		return hr_text_fail(reader, token->start, "'%s' is %s: choose another name", token->text, what);
	if (!hr_map_get(&reader->value_by_name, token->text, &value))
		return 0;
	size_t statement = reader->sequence->values.data[value].statement;
	return hr_text_fail(reader, token->start, "'%s' is taken already, by line %u", token->text,
			    reader->sequence->statements.data[statement].line);
}

static int fail_type(struct hr_text_reader *reader, size_t at, const char *spelling)
{
	struct hr_nearest nearest = { .wanted = spelling };
	const struct hr_model *model = reader->model;
	static const char *const keywords[] = { "struct", "union", "enum" };

	for (size_t i = 0; i < model->types.count; i++)
		if (!model->types.data[i].is_unnamed)
			hr_nearest_offer(&nearest, model->types.data[i].spelling);
	for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
		const char *tagged = hr_arena_printf(&reader->sequence->arena, "%s %s", keywords[i], spelling);

		if (hr_map_get(&model->type_by_spelling, tagged, NULL))
			nearest.name = tagged;
	}
	hr_text_fail(reader, at, "there is no type '%s'", spelling);
	hr_nearest_hint(&nearest, reader->error);
	return -1;
}

/* As the compiler would spell it. */
static void add_type_token(struct hr_strbuf *out, const struct hr_text_reader *reader, const struct hr_token *token)
{
	char last = out->length ? out->data[out->length - 1] : '(';
	bool is_star = hr_text_is_mark(token, '*'), is_word = token->kind == HR_TOKEN_WORD;

	if (!strchr("(*[", last) && (is_word || is_star || (hr_text_is_mark(token, '(') && last != ')')))
		hr_strbuf_addch(out, ' ');
	hr_strbuf_add(out, reader->text + reader->line_start + token->start, token->end - token->start);
}

/* The tokens of a type in parentheses; the closing one is taken too. */
static int take_in_parentheses(struct hr_strbuf *out, struct hr_text_reader *reader)
{
	for (int depth = 1;;) {
		const struct hr_token *token = hr_text_peek(reader, 0);

		if (token->kind == HR_TOKEN_END || token->kind == HR_TOKEN_STRING)
			return hr_text_fail_expected(reader, "')'");
		hr_text_take(reader);
		depth += hr_text_is_mark(token, '(') - hr_text_is_mark(token, ')');
		if (depth == 0)
			return 0;
		add_type_token(out, reader, token);
	}
}

int hr_text_type(struct hr_shape *out, struct hr_text_reader *reader)
{
	struct hr_strbuf spelling = HR_STRBUF_INIT;
	size_t at = hr_text_peek(reader, 0)->start;
	int status = 0;

	if (hr_text_accept(reader, '(')) {
		at = hr_text_peek(reader, 0)->start;
		status = take_in_parentheses(&spelling, reader);
	} else {
		while (hr_text_peek(reader, 0)->kind == HR_TOKEN_WORD || hr_text_is_mark(hr_text_peek(reader, 0), '*'))
			add_type_token(&spelling, reader, hr_text_take(reader));
	}
	if (status == 0 && spelling.length == 0)
		status = hr_text_fail(reader, at, "expected a type");
	else if (status == 0 && !hr_shape_find(out, reader->model, spelling.data))
		status = fail_type(reader, at, spelling.data);
	hr_strbuf_release(&spelling);
	return status;
}
