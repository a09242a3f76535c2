/* Reading the text form of a sequence, a line at a time.
 *
 * Invariants:
 * 1. Any text is safe to read. What is read has only operations that can be called, values that exist, and types that fit.
 * 2. The first thing that is wrong is told with its line, its column (in characters, from 1), the line itself and a caret. */
#include "seq/read_internal.h"

#include "base/text.h"

#include <string.h>

/* The largest object that `new` makes. */
#define LARGEST ((int64_t)64 << 20)

/* ---- errors */

/* The line as a terminal can show it, and a caret below the byte `at`; tabs stay, so that the caret stands right. */
static void show_line(struct hr_strbuf *out, const struct hr_text_reader *reader, size_t at)
{
	const char *line = reader->text + reader->line_start;
	size_t length = reader->line_end - reader->line_start;
	struct hr_strbuf caret = HR_STRBUF_INIT;
	bool is_valid;

	for (size_t i = 0, taken; i < length; i += taken) {
		taken = hr_text_utf8_take(line + i, length - i, &is_valid);
		bool is_shown = is_valid && (line[i] == '\t' || (unsigned char)line[i] >= ' ') && line[i] != 0x7F;

		if (is_shown)
			hr_strbuf_add(out, line + i, taken);
		else if (line[i] != '\r')
			hr_strbuf_addch(out, '?');
		if (i < at)
			hr_strbuf_addch(&caret, line[i] == '\t' ? '\t' : ' ');
	}
	hr_strbuf_addf(out, "\n%s^\n", caret.data);
	hr_strbuf_release(&caret);
}

static size_t column_of(const struct hr_text_reader *reader, size_t at)
{
	const char *line = reader->text + reader->line_start;
	size_t column = 1;
	bool is_valid;

	for (size_t i = 0; i < at; column++)
		i += hr_text_utf8_take(line + i, at - i, &is_valid);
	return column;
}

int hr_text_fail(struct hr_text_reader *reader, size_t at, const char *format, ...)
{
	struct hr_strbuf message = HR_STRBUF_INIT;
	va_list args;

	va_start(args, format);
	hr_strbuf_vaddf(&message, format, args);
	va_end(args);
	hr_fail(reader->error, HR_ERROR_INPUT, "%s:%u:%zu: %s", reader->name, reader->line, column_of(reader, at),
		message.data);
	show_line(&reader->error->details, reader, at);
	hr_strbuf_release(&message);
	return -1;
}

/* ---- statements */

static int expect_end(struct hr_text_reader *reader)
{
	return hr_text_peek(reader, 0)->kind == HR_TOKEN_END ? 0 : hr_text_fail_expected(reader, "nothing more");
}

/* Appends the statement when the line ends here; `name` is NULL when it yields nothing. */
static int finish(struct hr_text_reader *reader, struct hr_statement *statement, const struct hr_token *name,
		  struct hr_shape shape)
{
	if (expect_end(reader) < 0)
		return -1;
	statement->line = reader->line;
	hr_sequence_add(reader->sequence, statement, name != NULL, shape.type, name ? name->text : NULL);
	if (name)
		hr_map_put(&reader->value_by_name, name->text, reader->sequence->values.count - 1);
	return 0;
}

static const struct hr_shape no_shape = { { HR_NO_TYPE, 0 }, { { HR_NO_TYPE, 0 }, 0 } };

static struct hr_statement statement_of(enum hr_statement_kind kind)
{
	struct hr_statement statement = { .kind = kind, .count = -1, .value = HR_NO_VALUE };

	statement.type = no_shape.type;
	statement.pointed = no_shape.pointed;
	return statement;
}

static struct hr_operand *room_for_operands(struct hr_text_reader *reader, struct hr_statement *statement, size_t count)
{
	statement->operand_count = count;
	statement->operands = hr_arena_alloc(&reader->sequence->arena, (count ? count : 1) * sizeof(struct hr_operand));
	return statement->operands;
}

/* The arguments up to the closing parenthesis, counted before they are read: too few or too many is the first thing to tell. */
static size_t count_arguments(const struct hr_text_reader *reader)
{
	const struct hr_token *first = hr_text_peek(reader, 0);
	size_t count = hr_text_is_mark(first, ')') || first->kind == HR_TOKEN_END ? 0 : 1;
	int depth = 0;

	for (size_t i = 0;; i++) {
		const struct hr_token *token = hr_text_peek(reader, i);
		char mark = token->kind == HR_TOKEN_MARK ? token->mark : '\0';

		if (token->kind == HR_TOKEN_END || (depth == 0 && mark == ')'))
			return count;
		if (depth == 0 && mark == ',')
			count++;
		if (mark)
			depth += (strchr("([{", mark) != NULL) - (strchr(")]}", mark) != NULL);
	}
}

static int check_count(struct hr_text_reader *reader, const struct hr_operation *operation, size_t count, size_t at)
{
	size_t least = operation->params.count, most = least + (operation->is_variadic ? HR_TAIL_MOST : 0);

	if (count >= least && count <= most)
		return 0;
	if (operation->is_variadic)
		return hr_text_fail(reader, at, "'%s' takes from %zu to %zu arguments, not %zu", operation->name, least,
				    most, count);
	return hr_text_fail(reader, at, "'%s' takes %zu argument%s, not %zu", operation->name, least,
			    least == 1 ? "" : "s", count);
}

static int read_arguments(struct hr_statement *statement, struct hr_text_reader *reader,
			  const struct hr_operation *operation)
{
	struct hr_operand *operands = room_for_operands(reader, statement, count_arguments(reader));

	for (size_t i = 0; i < statement->operand_count; i++) {
		bool is_tail = i >= operation->params.count;
		struct hr_shape shape = is_tail ? no_shape : hr_shape_of(operation->params.data[i].type);
		struct hr_target target = hr_target_of(
			reader->model, shape, is_tail ? HR_PLACE_TAIL : HR_PLACE_ARGUMENT, operation->name, i + 1);

		if (i > 0 && hr_text_expect(reader, ',') < 0)
			return -1;
		if (hr_text_operand(&operands[i], reader, &target) < 0)
			return -1;
	}
	return hr_text_expect(reader, ')');
}

static int read_call(struct hr_text_reader *reader, const struct hr_token *name)
{
	const struct hr_token *word = hr_text_take(reader);
	struct hr_statement statement = statement_of(HR_STATEMENT_CALL);

	hr_text_take(reader); /* the parenthesis */
	if (hr_text_operation(&statement.operation, reader, word) < 0)
		return -1;
	const struct hr_operation *operation = &reader->model->operations.data[statement.operation];
	struct hr_shape result = hr_shape_of(operation->result.type);
	if (name && (result.type.type == HR_NO_TYPE || hr_shape_kind(reader->model, result) == HR_TYPE_VOID))
		return hr_text_fail(reader, name->start, "'%s' returns nothing that '%s' could be", operation->name,
				    name->text);
	if (check_count(reader, operation, count_arguments(reader), word->start) < 0 ||
	    read_arguments(&statement, reader, operation) < 0)
		return -1;
	return finish(reader, &statement, name, result);
}

static int read_fail_alloc(struct hr_text_reader *reader)
{
	struct hr_statement statement = statement_of(HR_STATEMENT_FAIL_ALLOC);

	hr_text_take(reader);
	hr_text_take(reader);
	const struct hr_token *token = hr_text_take(reader);
	if (token->kind != HR_TOKEN_NUMBER || token->number < 1 || token->number > INT32_MAX)
		return hr_text_fail(reader, token->start, "fail_alloc takes a number, 1 for the next allocation");
	statement.count = (int64_t)token->number;
	return hr_text_expect(reader, ')') < 0 ? -1 : finish(reader, &statement, NULL, no_shape);
}

/* What the unit hands out to be freed; an operation of that name is the unit's own. */
static int read_free(struct hr_text_reader *reader)
{
	struct hr_statement statement = statement_of(HR_STATEMENT_FREE);
	const struct hr_shape anything = { no_shape.type, { no_shape.type, 1 } };
	const struct hr_target target = hr_target_of(reader->model, anything, HR_PLACE_ARGUMENT, "free", 1);

	hr_text_take(reader);
	hr_text_take(reader);
	if (hr_text_operand(room_for_operands(reader, &statement, 1), reader, &target) < 0)
		return -1;
	return hr_text_expect(reader, ')') < 0 ? -1 : finish(reader, &statement, NULL, no_shape);
}

/* Memory of a type can be had by who knows its size, as the API's callers do. */
static int check_size(struct hr_text_reader *reader, struct hr_shape shape, size_t at)
{
	const struct hr_type *type = hr_shape_type(reader->model, shape);
	bool is_record = type && (type->kind == HR_TYPE_STRUCT || type->kind == HR_TYPE_UNION);

	if (is_record && type->completeness != HR_COMPLETE)
		return hr_text_fail(reader, at, "the size of '%s' is not public: only the API itself can make one",
				    type->spelling);
	if (type && (type->kind == HR_TYPE_VOID || type->kind == HR_TYPE_FUNCTION || type->size <= 0))
		return hr_text_fail(reader, at, "'%s' has no size", type->spelling);
	return 0;
}

static int read_count(struct hr_statement *statement, struct hr_text_reader *reader, struct hr_shape shape)
{
	int64_t size = (int64_t)hr_shape_size(reader->model, shape);

	if (!hr_text_accept(reader, '['))
		return 0;
	const struct hr_token *token = hr_text_peek(reader, 0);
	if (token->kind != HR_TOKEN_NUMBER)
		return hr_text_fail_expected(reader, "the number of elements");
	hr_text_take(reader);
	if (token->number > (uint64_t)(LARGEST / (size ? size : 1)))
		return hr_text_fail(reader, token->start, "the object is too large: %lld bytes are the most",
				    (long long)LARGEST);
	statement->count = (int64_t)token->number;
	return hr_text_expect(reader, ']');
}

/* `new TYPE`, `new TYPE[n]`, and what is in it. */
static int read_new(struct hr_text_reader *reader, const struct hr_token *name)
{
	struct hr_statement statement = statement_of(HR_STATEMENT_NEW);
	struct hr_shape shape = no_shape;

	hr_text_take(reader);
	size_t at = hr_text_peek(reader, 0)->start;
	if (hr_text_type(&shape, reader) < 0 || check_size(reader, shape, at) < 0 ||
	    read_count(&statement, reader, shape) < 0)
		return -1;
	statement.type = shape.type;
	statement.pointed = shape.pointed;
	if (hr_text_peek(reader, 0)->kind != HR_TOKEN_END) {
		struct hr_target target = hr_target_of(reader->model, shape, HR_PLACE_OBJECT, NULL, 0);

		if (statement.count >= 0)
			target = (struct hr_target){ shape, statement.count, -1, HR_PLACE_OBJECT, NULL, 0 };
		if (hr_text_operand(room_for_operands(reader, &statement, 1), reader, &target) < 0)
			return -1;
	}
	return finish(reader, &statement, name, hr_shape_pointer_to(reader->model, shape));
}

static int read_literal(struct hr_text_reader *reader, const struct hr_token *name)
{
	struct hr_statement statement = statement_of(HR_STATEMENT_LITERAL);
	struct hr_shape shape = no_shape;
	size_t at = hr_text_peek(reader, 0)->start;

	if (hr_text_type(&shape, reader) < 0 || check_size(reader, shape, at) < 0)
		return -1;
	if (hr_shape_kind(reader->model, shape) == HR_TYPE_ARRAY)
		return hr_text_fail(reader, at, "an array is no value: make one with new");
	struct hr_target target = hr_target_of(reader->model, shape, HR_PLACE_LITERAL, NULL, 0);
	statement.type = shape.type;
	statement.pointed = shape.pointed;
	if (hr_text_operand(room_for_operands(reader, &statement, 1), reader, &target) < 0)
		return -1;
	return finish(reader, &statement, name, shape);
}

static int read_get(struct hr_text_reader *reader, const struct hr_token *name)
{
	struct hr_statement statement = statement_of(HR_STATEMENT_GET);
	size_t at = hr_text_peek(reader, 0)->start;

	if (hr_text_access(&statement.access, reader) < 0)
		return -1;
	struct hr_shape shape = hr_shape_of_access(statement.access);
	if (hr_shape_kind(reader->model, shape) == HR_TYPE_ARRAY)
		return hr_text_fail(reader, at, "an array is no value: read its elements, or pass it to a call");
	if (check_size(reader, shape, at) < 0)
		return -1;
	return finish(reader, &statement, name, shape);
}

static int read_set(struct hr_text_reader *reader)
{
	struct hr_statement statement = statement_of(HR_STATEMENT_SET);
	size_t at = hr_text_peek(reader, 0)->start;

	if (hr_text_access(&statement.access, reader) < 0)
		return -1;
	size_t end = reader->tokens.data[reader->next - 1].end;
	if (!statement.access->through)
		return hr_text_fail(reader, at, "'%s' is a struct by value, and values do not change",
				    reader->sequence->values.data[statement.access->value].name);
	if (hr_text_expect(reader, '=') < 0)
		return -1;
	const char *part = hr_arena_strndup(&reader->sequence->arena, reader->text + reader->line_start + at, end - at);
	struct hr_target target =
		hr_target_of(reader->model, hr_shape_of_access(statement.access), HR_PLACE_PART, part, 0);
	target.bit_width = statement.access->bit_width;
	if (hr_text_operand(room_for_operands(reader, &statement, 1), reader, &target) < 0)
		return -1;
	return finish(reader, &statement, NULL, no_shape);
}

static bool is_step(const struct hr_text_reader *reader, size_t ahead)
{
	const struct hr_token *token = hr_text_peek(reader, ahead), *after = hr_text_peek(reader, ahead + 1);

	return hr_text_is_mark(token, '.') || hr_text_is_mark(token, '[') ||
	       (hr_text_is_mark(token, '-') && hr_text_is_mark(after, '>'));
}

/* What follows `name =`. */
static int read_right_side(struct hr_text_reader *reader, const struct hr_token *name)
{
	const struct hr_token *first = hr_text_peek(reader, 0);

	if (hr_text_is_word(first, "new"))
		return read_new(reader, name);
	if (hr_text_is_mark(first, '('))
		return read_literal(reader, name);
	if (hr_text_is_mark(first, '*') || (first->kind == HR_TOKEN_WORD && is_step(reader, 1)))
		return read_get(reader, name);
	if (first->kind == HR_TOKEN_WORD && hr_text_is_mark(hr_text_peek(reader, 1), '('))
		return read_call(reader, name);
	if (first->kind == HR_TOKEN_END)
		return hr_text_fail_expected(reader, "a call, 'new', a part or a literal");
	if (hr_text_is_mark(first, '&'))
		return hr_text_fail(reader, first->start, "an address needs a type, as in '%s = (char *) &…'",
				    name->text);
	if (first->kind == HR_TOKEN_WORD && hr_text_peek(reader, 1)->kind == HR_TOKEN_END &&
	    hr_map_get(&reader->value_by_name, first->text, NULL))
		return hr_text_fail(reader, first->start,
				    "'%s' has its name already; a value of another type is '%s = (T) %s'", first->text,
				    name->text, first->text);
	return hr_text_fail(reader, first->start, "a literal needs a type, as in '%s = (int) 5'", name->text);
}

static int read_statement(struct hr_text_reader *reader)
{
	const struct hr_token *first = hr_text_peek(reader, 0), *second = hr_text_peek(reader, 1);

	if (first->kind == HR_TOKEN_END)
		return 0;
	if (hr_text_is_mark(first, '*') || (first->kind == HR_TOKEN_WORD && is_step(reader, 1)))
		return read_set(reader);
	if (first->kind != HR_TOKEN_WORD)
		return hr_text_fail_expected(reader, "a statement");
	if (hr_text_is_mark(second, '(') && hr_text_is_word(first, "fail_alloc"))
		return read_fail_alloc(reader);
	if (hr_text_is_mark(second, '(') && hr_text_is_word(first, "free") &&
	    !hr_map_get(&reader->model->operation_by_name, "free", NULL))
		return read_free(reader);
	if (hr_text_is_mark(second, '('))
		return read_call(reader, NULL);
	if (!hr_text_is_mark(second, '=')) {
		hr_text_take(reader);
		return hr_text_fail_expected(reader, "'=' or '('");
	}
	if (hr_text_check_new_name(reader, first) < 0)
		return -1;
	hr_text_take(reader);
	hr_text_take(reader);
	return read_right_side(reader, first);
}

static int read_lines(struct hr_text_reader *reader)
{
	for (size_t at = 0; at < reader->length; at = reader->line_end + 1) {
		const char *end = memchr(reader->text + at, '\n', reader->length - at);

		reader->line++;
		reader->line_start = at;
		reader->line_end = end ? (size_t)(end - reader->text) : reader->length;
		if (hr_text_split(reader) < 0 || read_statement(reader) < 0)
			return -1;
	}
	return 0;
}

int hr_sequence_read(struct hr_sequence **out, const struct hr_model *model, const char *text, size_t length,
		     const char *name, struct hr_error *error)
{
	struct hr_text_reader reader = { .name = name, .text = text, .length = length, .error = error, .model = model };

	reader.sequence = hr_sequence_new(model);
	hr_callables_list(&reader.callables, model);
	int status = read_lines(&reader);
	hr_callables_release(&reader.callables);
	hr_map_release(&reader.value_by_name);
	hr_vec_release(&reader.tokens);
	if (status == 0)
		*out = reader.sequence;
	else
		hr_sequence_free(reader.sequence);
	return status;
}
