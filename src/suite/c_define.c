/* What stands in front of tests: callbacks, and literals that are too long to stand among statements; and what repeats itself.
 *
 * Invariant: two definitions in one text have different names; the same definition is there once, unless it remembers something. */
#include "suite/c_text.h"

#include "base/text.h"
#include "model/callback_shapes.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MOST_NAME = 64, MOST_PERIOD = 16, LINE = 76 };

/* ---- names ---- */

static bool is_free(const struct hr_c_text *text, const char *name)
{
	const struct hr_model *model = text->sequence->model;
	if (hr_map_get(&model->operation_by_name, name, NULL) || hr_map_get(&model->constant_by_name, name, NULL) ||
	    hr_map_get(&model->type_by_spelling, name, NULL))
		return false;
	for (size_t i = 0; i < text->sequence->values.count; i++)
		if (strcmp(text->sequence->values.data[i].name, name) == 0)
			return false;
	return true;
}

void hr_c_define(struct hr_strbuf *out, struct hr_c_text *text, const char *word, const char *head, const char *tail,
		 bool is_shared)
{
	struct hr_strbuf name = HR_STRBUF_INIT;
	struct hr_strbuf definition = HR_STRBUF_INIT;
	for (unsigned number = 1;; number++) {
		hr_strbuf_clear(&name);
		hr_strbuf_clear(&definition);
		hr_strbuf_addstr(&name, word);
		if (number > 1)
			hr_strbuf_addf(&name, "_%u", number);
		hr_strbuf_addf(&definition, "%s%s%s", head, name.data, tail);
		if (is_shared && strstr(text->functions.data, definition.data))
			break;
		if (is_free(text, name.data) && !hr_text_find_word(text->functions.data, name.data, false)) {
			hr_strbuf_addstr(&text->functions, definition.data);
			break;
		}
	}
	hr_strbuf_addstr(out, name.data);
	hr_strbuf_release(&name);
	hr_strbuf_release(&definition);
}

void hr_c_array_name(struct hr_strbuf *out, const struct hr_c_text *text, const char *suffix)
{
	struct hr_strbuf name = HR_STRBUF_INIT;
	for (unsigned number = 1;; number++) {
		hr_strbuf_clear(&name);
		hr_strbuf_addf(&name, "%s_%s", text->role && *text->role ? text->role : "some", suffix);
		if (number > 1)
			hr_strbuf_addf(&name, "_%u", number);
		if (is_free(text, name.data) && !hr_text_find_word(text->body.data, name.data, false) &&
		    !hr_text_find_word(text->functions.data, name.data, false))
			break;
	}
	hr_strbuf_addstr(out, name.data);
	hr_strbuf_release(&name);
}

/* ---- long literals ---- */

size_t hr_c_period(const char *bytes, size_t length)
{
	for (size_t period = 1; period <= MOST_PERIOD && 2 * period <= length; period++) {
		size_t i = 0;
		while (i < length && bytes[i] && bytes[i] == bytes[i % period])
			i++;
		if (i == length)
			return period;
	}
	return 0;
}

/* How many bytes make a line; an escape takes four columns. */
static size_t bytes_of_line(const char *bytes, size_t length)
{
	size_t count = 0;
	for (size_t columns = 0; count < length && columns < LINE; count++)
		columns += isprint((unsigned char)bytes[count]) ? 1 : 4;
	return count;
}

void hr_c_long_text(struct hr_strbuf *out, struct hr_c_text *text, const char *bytes, size_t length)
{
	struct hr_strbuf tail = HR_STRBUF_INIT;
	char word[MOST_NAME + 8];
	snprintf(word, sizeof word, "long_%.*s", MOST_NAME, text->role && *text->role ? text->role : "text");
	hr_strbuf_addf(&tail, "[%zu] =", length + 1);
	for (size_t done = 0; done < length;) {
		size_t count = bytes_of_line(bytes + done, length - done);
		hr_strbuf_addstr(&tail, "\n\t");
		hr_c_string(&tail, bytes + done, count);
		done += count;
	}
	hr_strbuf_addstr(&tail, ";\n\n");
	hr_c_define(out, text, word, "static const char ", tail.data, true);
	hr_strbuf_release(&tail);
}

/* ---- callbacks ---- */

/* As the type names it; what has no name, or one that another parameter has, goes by its number. */
static const char *parameter_name(char room[MOST_NAME], const struct hr_type *function, size_t index)
{
	const char *name = function->params.data[index].name;
	bool is_good = *name && strlen(name) < MOST_NAME && strcmp(name, "results") != 0 && strcmp(name, "calls") != 0;
	for (size_t i = 0; i < index && is_good; i++)
		is_good = strcmp(function->params.data[i].name, name) != 0;
	if (!is_good)
		snprintf(room, MOST_NAME, "argument%zu", index + 1);
	else
		strcpy(room, name);
	return room;
}

/* By what it is for and what it returns: "visit_returns_1". */
static void callback_word(struct hr_strbuf *out, const struct hr_c_text *text, const struct hr_operand *operand,
			  bool is_void)
{
	const struct hr_operand *result = operand->part_count == 1 ? &operand->parts[0] : NULL;
	hr_strbuf_addstr(out, text->role && *text->role ? text->role : "callback");
	if (is_void || !operand->part_count)
		hr_strbuf_addstr(out, "_does_nothing");
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
	char name[MOST_NAME];
	const struct hr_type *result = hr_model_type(model, function->target);
	bool is_void = result && result->kind == HR_TYPE_VOID;
	/* a mark stands for the name: declarations are written around it */
	hr_strbuf_addstr(&head, "@(");
	for (size_t i = 0; i < function->params.count; i++) {
		hr_strbuf_addstr(&head, i ? ", " : "");
		hr_c_declare(&head, model, function->params.data[i].type, parameter_name(name, function, i));
	}
	hr_strbuf_addstr(&head, function->params.count ? ")" : "void)");
	hr_strbuf_addstr(&tail, "static ");
	hr_c_declare(&tail, model, function->target, head.data);
	size_t mark = (size_t)(strchr(tail.data, '@') - tail.data);
	hr_strbuf_clear(&head);
	hr_strbuf_add(&head, tail.data, mark);
	hr_strbuf_addstr(&tail, "\n{\n");
	for (size_t i = 0; i < function->params.count; i++)
		hr_strbuf_addf(&tail, "\t(void)%s;\n", parameter_name(name, function, i));
	callback_word(&word, text, operand, is_void);
	int status = is_void ? 0 : write_results(&tail, text, operand, function->target, error);
	hr_strbuf_addstr(&tail, "}\n\n");
	if (!status)
		hr_c_define(out, text, word.data, head.data, tail.data + mark + 1, is_void || operand->part_count == 1);
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
	hr_c_define(out, text, operand->text, line.data, mark + 1, shape != HR_SHAPE_READ_ONCE);
	hr_strbuf_release(&line);
	hr_strbuf_release(&whole);
}
