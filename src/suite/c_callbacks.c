/* Callbacks as small functions in front of tests: what they return and, where a test asks for it, what they were called with. */
#include "suite/c_callbacks.h"

#include "model/callback_shapes.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* A word for a parameter that has no name, by its type. */
static const char *kind_word(const struct hr_model *model, struct hr_type_ref ref)
{
	const struct hr_type *type = hr_model_type(model, ref);
	const struct hr_type *target =
		type && type->kind == HR_TYPE_POINTER ? hr_model_type(model, type->target) : NULL;
	if (target)
		return target->kind == HR_TYPE_VOID                                   ? "data"
		       : target->kind == HR_TYPE_FUNCTION                             ? "function"
		       : target->kind == HR_TYPE_INT && target->size == 1             ? "text"
		       : target->kind == HR_TYPE_INT || target->kind == HR_TYPE_FLOAT ? "numbers"
										      : "object";
	if (!type || (type->kind != HR_TYPE_INT && type->kind != HR_TYPE_FLOAT))
		return "value";
	return type->kind == HR_TYPE_INT && !type->is_signed && type->size == 8 ? "size" : "number";
}

static bool is_good_name(const struct hr_type *function, size_t index)
{
	const char *name = function->params.data[index].name;
	bool is_good =
		*name && strlen(name) < HR_PARAMETER_NAME && strcmp(name, "results") != 0 && strcmp(name, "calls") != 0;
	for (size_t i = 0; i < index && is_good; i++)
		is_good = strcmp(function->params.data[i].name, name) != 0;
	return is_good;
}

/* As the type names it; what has no name, or one that another parameter has, by its type, with its number where others are alike. */
static const char *parameter_name(char room[HR_PARAMETER_NAME], const struct hr_model *model,
				  const struct hr_type *function, size_t index)
{
	if (is_good_name(function, index))
		return strcpy(room, function->params.data[index].name);
	const char *word = kind_word(model, function->params.data[index].type);
	bool is_alone = true;
	for (size_t i = 0; i < function->params.count && is_alone; i++)
		is_alone = i == index || (strcmp(function->params.data[i].name, word) != 0 &&
					  strcmp(kind_word(model, function->params.data[i].type), word) != 0);
	if (is_alone)
		return strcpy(room, word);
	snprintf(room, HR_PARAMETER_NAME, "%s%zu", word, index + 1);
	return room;
}

/* By what it is for and what it returns: "visit_returns_1". */
static void callback_word(struct hr_strbuf *out, const struct hr_c_text *text, const struct hr_operand *operand,
			  bool is_void, bool is_telling)
{
	const struct hr_operand *result = operand->part_count == 1 ? &operand->parts[0] : NULL;
	hr_strbuf_addf(out, "%s%s", is_telling ? "record_" : "", text->role && *text->role ? text->role : "callback");
	if (is_void || !operand->part_count)
		hr_strbuf_addstr(out, is_telling ? "" : "_does_nothing");
	else if (!result)
		hr_strbuf_addstr(out, "_returns_in_turn");
	else if (result->kind == HR_OPERAND_NULL)
		hr_strbuf_addstr(out, "_returns_null");
	else if (result->kind == HR_OPERAND_NUMBER && result->number > -1000 && result->number < 1000)
		hr_strbuf_addf(out, "_returns_%s%lld", result->number < 0 ? "minus_" : "",
			       (long long)(result->number < 0 ? -result->number : result->number));
	else
		hr_strbuf_addstr(out, "_returns");
}

/* What it returns: one value, or several in turn, the last of them for ever. */
static int write_results(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand,
			 struct hr_type_ref type, struct hr_error *error)
{
	struct hr_strbuf values = HR_STRBUF_INIT;
	size_t last = operand->part_count ? operand->part_count - 1 : 0;
	int status = 0;
	for (size_t i = 0; i < operand->part_count && !status; i++) {
		hr_strbuf_addstr(&values, i ? ", " : "");
		status = hr_c_operand(&values, text, &operand->parts[i], type, error);
	}
	if (operand->part_count == 1) {
		hr_strbuf_addf(out, "\treturn %s;\n", values.data);
	} else {
		hr_strbuf_addstr(out, "\tstatic ");
		hr_c_declare(out, text->sequence->model, (struct hr_type_ref){ type.type, 0 }, "results[]");
		hr_strbuf_addf(out, " = { %s };\n", operand->part_count ? values.data : "0");
		hr_strbuf_addf(out, "\tstatic unsigned calls;\n\treturn results[calls < %zu ? calls++ : %zu];\n", last,
			       last);
	}
	hr_strbuf_release(&values);
	return status;
}

/* Which of the callbacks that tell it is; their number when it is none. */
static size_t telling_index(const struct hr_c_telling *telling, const struct hr_operand *operand)
{
	size_t i = 0;
	while (i < telling->places.count && telling->places.data[i].operand != operand)
		i++;
	return i;
}

/* What a callback does with its arguments: those that are told are printed, the others are not used. */
static void write_use(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand,
		      const struct hr_type *function)
{
	const struct hr_c_telling *telling = text->telling;
	size_t index = telling ? telling_index(telling, operand) : 0;
	bool tells = telling && index < telling->places.count;
	struct hr_strbuf format = HR_STRBUF_INIT;
	struct hr_strbuf arguments = HR_STRBUF_INIT;
	char name[HR_PARAMETER_NAME];
	for (size_t i = 0; i < function->params.count; i++) {
		size_t before = arguments.length, length = format.length;
		if (tells && hr_argument_is_told(telling->test, index, i)) {
			hr_strbuf_addstr(&format, length ? ", " : "");
			hr_argument_print(&format, &arguments, text->sequence->model, function, i, parameter_name);
		}
		if (arguments.length == before) {
			hr_strbuf_truncate(&format, length);
			hr_strbuf_addf(out, "\t(void)%s;\n", parameter_name(name, text->sequence->model, function, i));
		}
	}
	if (tells) {
		text->needs |= HR_NEEDS_CALLS;
		hr_strbuf_addf(out, "\t" HR_OWN "see_call(\"%.*s(%s)\"%s);\n",
			       (int)telling->places.data[index].word_length, telling->places.data[index].word,
			       format.data, arguments.data);
	}
	hr_strbuf_release(&format);
	hr_strbuf_release(&arguments);
}

int hr_c_callback(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand,
		  struct hr_type_ref pointer, struct hr_error *error)
{
	const struct hr_model *model = text->sequence->model;
	const struct hr_type *function = hr_model_type(model, hr_model_pointee(model, pointer));
	if (!function || function->kind != HR_TYPE_FUNCTION)
		return hr_fail(error, HR_ERROR_INPUT, "a callback stands where no function is expected");
	struct hr_strbuf word = HR_STRBUF_INIT;
	struct hr_strbuf head = HR_STRBUF_INIT;
	struct hr_strbuf tail = HR_STRBUF_INIT;
	char name[HR_PARAMETER_NAME];
	const struct hr_type *result = hr_model_type(model, function->target);
	bool is_void = result && result->kind == HR_TYPE_VOID;
	/* a mark stands for the name: declarations are written around it */
	hr_strbuf_addstr(&head, "@(");
	for (size_t i = 0; i < function->params.count; i++) {
		hr_strbuf_addstr(&head, i ? ", " : "");
		hr_c_declare(&head, model, function->params.data[i].type,
			     parameter_name(name, text->sequence->model, function, i));
	}
	hr_strbuf_addstr(&head, function->params.count ? ")" : "void)");
	hr_strbuf_addstr(&tail, "static ");
	hr_c_declare(&tail, model, function->target, head.data);
	size_t mark = (size_t)(strchr(tail.data, '@') - tail.data);
	hr_strbuf_clear(&head);
	hr_strbuf_add(&head, tail.data, mark);
	hr_strbuf_addstr(&tail, "\n{\n");
	write_use(&tail, text, operand, function);
	bool is_telling = text->telling && telling_index(text->telling, operand) < text->telling->places.count;
	callback_word(&word, text, operand, is_void, is_telling);
	int status = is_void ? 0 : write_results(&tail, text, operand, function->target, error);
	hr_strbuf_addstr(&tail, "}\n\n");
	if (!status)
		hr_c_define(out, text, word.data, head.data, tail.data + mark + 1,
			    is_void || operand->part_count == 1 ? HR_SHARED
			    : text->is_isolated                 ? HR_SHARED_BY_TESTS
								: HR_NOT_SHARED);
	hr_strbuf_release(&word);
	hr_strbuf_release(&head);
	hr_strbuf_release(&tail);
	return status;
}

/* A function on one line, a line for each statement. */
static void lay_out(struct hr_strbuf *out, const char *line)
{
	int depth = 0;
	bool is_begin = true;
	for (const char *c = line; *c; c++) {
		if (is_begin && *c == ' ')
			continue;
		depth += (*c == '(') - (*c == ')');
		if (depth == 0 && *c == '{') {
			while (out->length && out->data[out->length - 1] == ' ')
				hr_strbuf_truncate(out, out->length - 1);
			hr_strbuf_addstr(out, "\n{\n");
			is_begin = true;
		} else if (depth == 0 && *c == ';') {
			hr_strbuf_addstr(out, ";\n");
			is_begin = true;
		} else {
			if (is_begin && *c != '}' && strchr(line, '{') < c)
				hr_strbuf_addch(out, '\t');
			is_begin = false;
			hr_strbuf_addch(out, *c);
		}
	}
}

/* Whether the text of a function begins and ends blocks in itself: then it stays on its line. */
static bool has_blocks(const char *text)
{
	return strchr(strchr(text, '{') + 1, '{') != NULL;
}

/* Whether a name speaks of something: short words are others' syllables ("in" of "integer"). */
static bool speaks_of(const char *name, const char *word)
{
	size_t length = strlen(word);
	const char *at = strcasestr(name, word);
	return at && (length > 3 || ((at == name || at[-1] == '_') && (!at[length] || at[length] == '_')));
}

/* Whether the function is passed for something that sounds like it, or like nothing. */
static bool is_certain(enum hr_callback_shape shape, const char *role)
{
	static const char *const words[][9] = {
		[HR_SHAPE_READ_ONCE] = { "read", "get", "in", "recv", "receive", "fill", "source", "load" },
		[HR_SHAPE_WRITE_ALL] = { "write", "put", "out", "send", "print", "emit", "sink", "append" },
	};
	static const char *const anything[] = { "callback", "cb", "func", "function", "fn", "handler", "proc", "hook" };
	if (strlen(role) < 2 || (shape != HR_SHAPE_READ_ONCE && shape != HR_SHAPE_WRITE_ALL))
		return true;
	for (size_t i = 0; words[shape][i]; i++)
		if (speaks_of(role, words[shape][i]))
			return true;
	for (size_t i = 0; i < sizeof anything / sizeof *anything; i++)
		if (strcasecmp(role, anything[i]) == 0)
			return true;
	return false;
}

/* What a well-known callback is called: by what it does, or by what it is passed for ("on_integer"). */
static void shape_word(struct hr_strbuf *out, const struct hr_c_text *text, enum hr_callback_shape shape)
{
	const char *first = text->role ? strchr(text->role, '_') : NULL;
	if (!text->role || is_certain(shape, text->role))
		hr_strbuf_addstr(out, hr_callback_shape_name(shape));
	else if (strncmp(text->role, "on_", 3) == 0)
		hr_strbuf_addstr(out, text->role);
	else
		hr_strbuf_addf(out, "on_%s", first && first[1] ? first + 1 : text->role);
}

void hr_c_function(struct hr_strbuf *out, struct hr_c_text *text, const struct hr_operand *operand,
		   struct hr_type_ref pointer)
{
	const struct hr_model *model = text->sequence->model;
	const struct hr_type *function = hr_model_type(model, hr_model_pointee(model, pointer));
	enum hr_callback_shape shape = hr_callback_shape_named(operand->text);
	if (shape == HR_SHAPE_COUNT || hr_map_get(&model->operation_by_name, operand->text, NULL) || !function ||
	    function->kind != HR_TYPE_FUNCTION) {
		hr_strbuf_addstr(out, operand->text);
		return;
	}
	struct hr_strbuf line = HR_STRBUF_INIT;
	struct hr_strbuf whole = HR_STRBUF_INIT;
	hr_callback_shape_write(&line, model, function, shape, "@");
	if (has_blocks(line.data))
		hr_strbuf_addstr(&whole, line.data);
	else
		lay_out(&whole, line.data);
	hr_strbuf_addstr(&whole, "\n\n");
	char *mark = strchr(whole.data, '@');
	hr_strbuf_clear(&line);
	hr_strbuf_add(&line, whole.data, (size_t)(mark - whole.data));
	struct hr_strbuf word = HR_STRBUF_INIT;
	shape_word(&word, text, shape);
	/* one for each type, as the worker has it; where tests share a process, one for each test */
	hr_c_define(out, text, word.data, line.data, mark + 1,
		    shape != HR_SHAPE_READ_ONCE || text->is_isolated ? HR_SHARED : HR_NOT_SHARED);
	hr_strbuf_release(&word);
	hr_strbuf_release(&line);
	hr_strbuf_release(&whole);
}
