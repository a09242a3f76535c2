/* Operands of the text form.
 *
 * An operand is read knowing what it is for, so that numbers, lists and structs have types and the first thing that does not fit is
 * told where it stands.
 *
 * Invariant: operands within operands are at most DEEPEST levels deep. */
#include "seq/noise.h"
#include "seq/read_internal.h"

#include <math.h>
#include <string.h>

enum { DEEPEST = 50 };

struct hr_target hr_target_of(const struct hr_model *model, struct hr_shape shape, enum hr_place_kind place,
			      const char *name, size_t number)
{
	struct hr_target target = { shape, HR_NOT_ARRAY, -1, place, name, number };

	if (place != HR_PLACE_TAIL && hr_shape_kind(model, shape) == HR_TYPE_ARRAY) {
		const struct hr_type *array = hr_shape_type(model, shape);

		target.shape = hr_shape_of(array->target);
		target.count = array->count >= 0 ? array->count : -1;
	}
	return target;
}

static int read_signed(struct hr_operand *out, struct hr_text_reader *reader, const struct hr_target *target)
{
	size_t at = hr_text_peek(reader, 0)->start;
	bool is_negative = hr_text_accept(reader, '-');

	if (!is_negative)
		hr_text_accept(reader, '+');
	const struct hr_token *token = hr_text_take(reader);
	if (token->kind == HR_TOKEN_NUMBER) {
		out->kind = HR_OPERAND_NUMBER;
		out->is_hexadecimal = token->is_hexadecimal;
		return hr_text_fit_number(out, reader, target, at, is_negative, token->number);
	}
	out->kind = HR_OPERAND_REAL;
	if (token->kind == HR_TOKEN_REAL)
		out->real = token->real;
	else if (hr_text_is_word(token, "inf"))
		out->real = HUGE_VAL;
	else
		return hr_text_fail(reader, token->start, "expected a number after the sign");
	out->real = is_negative ? -out->real : out->real;
	return hr_text_fit_plain(out, reader, target, at);
}

static int read_address(struct hr_operand *out, struct hr_text_reader *reader, const struct hr_target *target)
{
	size_t at = hr_text_take(reader)->start;
	const struct hr_token *token = hr_text_peek(reader, 0), *after = hr_text_peek(reader, 1);
	bool has_steps = hr_text_is_mark(after, '.') || hr_text_is_mark(after, '[') || hr_text_is_mark(after, '-');
	bool is_value = token->kind == HR_TOKEN_WORD && hr_map_get(&reader->value_by_name, token->text, NULL);

	if (token->kind == HR_TOKEN_WORD && !has_steps && !is_value) {
		out->kind = HR_OPERAND_VARIABLE;
		out->text = token->text;
		hr_text_take(reader);
		return hr_text_fit_plain(out, reader, target, at);
	}
	if (is_value && !has_steps)
		return hr_text_fail(reader, token->start, "'%s' is a value and has no address: make an object with new",
				    token->text);
	out->kind = HR_OPERAND_ADDRESS;
	if (hr_text_access(&out->access, reader) < 0)
		return -1;
	if (!out->access->through)
		return hr_text_fail(reader, at, "a part of a struct by value has no address");
	if (out->access->bit_width >= 0)
		return hr_text_fail(reader, at, "a bit-field has no address");
	/* &text[5] of five bytes is their end, and stays it when they become fewer */
	const struct hr_sequence *sequence = reader->sequence;
	size_t maker = sequence->values.data[out->access->value].statement;
	out->access->is_end = out->access->offset > 0 && out->access->text[0] == '[' &&
			      out->access->offset == hr_made_size(reader->model, &sequence->statements.data[maker]);
	return hr_text_fit_plain(out, reader, target, at);
}

static int read_part(struct hr_operand *out, struct hr_text_reader *reader, const struct hr_target *target)
{
	size_t at = hr_text_peek(reader, 0)->start;

	out->kind = HR_OPERAND_PART;
	return hr_text_access(&out->access, reader) < 0 ? -1 : hr_text_fit_plain(out, reader, target, at);
}

/* ---- words */

static void take_contents(struct hr_operand *out, const struct hr_token *token)
{
	out->text = token->text;
	out->length = token->length;
}

/* stream(3): what can be written there. */
static int read_room(struct hr_operand *out, struct hr_text_reader *reader)
{
	const struct hr_token *token = hr_text_take(reader);

	if (token->number < 1 || token->number > HR_STREAM_ROOM_MOST)
		return hr_text_fail(reader, token->start, "a stream has room for 1 to %d bytes", HR_STREAM_ROOM_MOST);
	out->number = token->number;
	return 0;
}

/* stream(…), path(…), descriptor(…): contents or none. */
static int read_file(struct hr_operand *out, struct hr_text_reader *reader, const struct hr_target *target, size_t at)
{
	if (hr_text_peek(reader, 0)->kind == HR_TOKEN_STRING)
		take_contents(out, hr_text_take(reader));
	else if (out->kind == HR_OPERAND_STREAM && hr_text_peek(reader, 0)->kind == HR_TOKEN_NUMBER &&
		 read_room(out, reader) < 0)
		return -1;
	return hr_text_expect(reader, ')') < 0 ? -1 : hr_text_fit_plain(out, reader, target, at);
}

/* What a synthesised function returns is fixed before anything runs. */
static bool is_fixed(const struct hr_operand *operand)
{
	return operand->kind == HR_OPERAND_NUMBER || operand->kind == HR_OPERAND_REAL ||
	       operand->kind == HR_OPERAND_CONSTANT || operand->kind == HR_OPERAND_NULL;
}

static int read_results(hr_operands *parts, struct hr_text_reader *reader, const struct hr_type *function)
{
	struct hr_target result = hr_target_of(reader->model, hr_shape_of(function->target), HR_PLACE_RESULT, NULL, 0);

	while (!hr_text_accept(reader, ')')) {
		struct hr_operand part;

		if (parts->count > 0 && hr_text_expect(reader, ',') < 0)
			return -1;
		size_t at = hr_text_peek(reader, 0)->start;
		if (hr_shape_kind(reader->model, result.shape) == HR_TYPE_VOID)
			return hr_text_fail(reader, at, "the callback returns nothing");
		if (hr_text_operand(&part, reader, &result) < 0)
			return -1;
		if (!is_fixed(&part))
			return hr_text_fail(reader, at, "a callback returns numbers, constants or NULL");
		hr_vec_push(parts, part);
	}
	return 0;
}

static int read_callback(struct hr_operand *out, struct hr_text_reader *reader, const struct hr_target *target,
			 size_t at)
{
	struct hr_shape pointee;
	const struct hr_type *function = NULL;
	hr_operands parts = HR_VEC_INIT;

	if (target->place != HR_PLACE_TAIL && target->count == HR_NOT_ARRAY &&
	    hr_shape_kind(reader->model, target->shape) == HR_TYPE_POINTER &&
	    hr_shape_pointee(&pointee, reader->model, target->shape))
		function = hr_shape_type(reader->model, pointee);
	if (!function || function->kind != HR_TYPE_FUNCTION)
		return hr_text_fail_fit(reader, at, target, NULL, "a callback");
	if (hr_callables_callback(&reader->callables, reader->model, target->shape.type) == (size_t)-1)
		return hr_text_fail(reader, at, "no callback can be made for '%s'", function->spelling);
	int status = read_results(&parts, reader, function);
	if (status == 0)
		hr_operands_keep(out, reader, &parts);
	hr_vec_release(&parts);
	return status;
}

/* Words that have a meaning when an opening parenthesis follows. */
static const struct {
	const char *word;
	enum hr_operand_kind kind;
	int (*read)(struct hr_operand *, struct hr_text_reader *, const struct hr_target *, size_t);
} makers[] = {
	{ "callback", HR_OPERAND_CALLBACK, read_callback },
	{ "stream", HR_OPERAND_STREAM, read_file },
	{ "path", HR_OPERAND_PATH, read_file },
	{ "descriptor", HR_OPERAND_DESCRIPTOR, read_file },
};

static int read_made(struct hr_operand *out, struct hr_text_reader *reader, const struct hr_target *target)
{
	const struct hr_token *word = hr_text_take(reader);

	hr_text_take(reader);
	for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
		if (!hr_text_is_word(word, makers[i].word))
			continue;
		out->kind = makers[i].kind;
		return makers[i].read(out, reader, target, word->start);
	}
	if (hr_map_get(&reader->model->operation_by_name, word->text, NULL))
		return hr_text_fail(reader, word->start, "calls do not nest: give the result of '%s' a name first",
				    word->text);
	return hr_text_fail_unknown(reader, word);
}

/* NULL, true, false, inf, nan; 1 when the word is none of them. */
static int read_keyword(struct hr_operand *out, struct hr_text_reader *reader, const struct hr_target *target)
{
	const struct hr_token *word = hr_text_peek(reader, 0);

	if (hr_text_is_word(word, "inf"))
		return read_signed(out, reader, target);
	if (hr_text_is_word(word, "true") || hr_text_is_word(word, "false")) {
		out->kind = HR_OPERAND_NUMBER;
		hr_text_take(reader);
		return hr_text_fit_number(out, reader, target, word->start, false, word->text[0] == 't');
	}
	out->kind = HR_OPERAND_NULL;
	if (hr_text_is_word(word, "nan")) {
		out->kind = HR_OPERAND_REAL;
		out->real = (double)NAN;
	} else if (!hr_text_is_word(word, "NULL")) {
		return 1;
	}
	hr_text_take(reader);
	return hr_text_fit_plain(out, reader, target, word->start);
}

static int read_name(struct hr_operand *out, struct hr_text_reader *reader, const struct hr_target *target)
{
	const struct hr_token *word = hr_text_peek(reader, 0), *after = hr_text_peek(reader, 1);

	if (hr_map_get(&reader->value_by_name, word->text, &out->value)) {
		if (hr_text_is_mark(after, '.') || hr_text_is_mark(after, '[') || hr_text_is_mark(after, '-'))
			return read_part(out, reader, target);
		out->kind = HR_OPERAND_VALUE;
	} else if (hr_map_get(&reader->model->constant_by_name, word->text, &out->constant)) {
		out->kind = HR_OPERAND_CONSTANT;
	} else if (hr_callables_function(&reader->callables, word->text) != (size_t)-1) {
		out->kind = HR_OPERAND_FUNCTION;
		out->text = word->text;
	} else {
		return hr_text_fail_unknown(reader, word);
	}
	hr_text_take(reader);
	return hr_text_fit_plain(out, reader, target, word->start);
}

/* noise(length, period, letters, seed) */
static int read_noise(struct hr_operand *out, struct hr_text_reader *reader)
{
	enum { MOST = 1 << 24 };
	int64_t numbers[4];
	size_t at = hr_text_take(reader)->start;

	for (size_t i = 0; i < 4; i++) {
		if (hr_text_expect(reader, i ? ',' : '(') < 0)
			return -1;
		if (hr_text_peek(reader, 0)->kind != HR_TOKEN_NUMBER)
			return hr_text_fail_expected(reader, "a number");
		numbers[i] = (int64_t)hr_text_take(reader)->number;
	}
	if (hr_text_expect(reader, ')') < 0)
		return -1;
	if (numbers[0] < 1 || numbers[0] > MOST || numbers[1] < 1 || numbers[1] > numbers[0] || numbers[2] < 2 ||
	    numbers[2] > 256 || numbers[3] < 0 || numbers[3] >= HR_NOISE_SEEDS)
		return hr_text_fail(reader, at,
				    "noise has a length of at most %d, a period of at most that, 2 to 256 letters and "
				    "a seed below %d",
				    MOST, HR_NOISE_SEEDS);
	struct hr_noise noise = { (size_t)numbers[1], (unsigned)numbers[2], (unsigned)numbers[3] };
	char *bytes = hr_arena_alloc(&reader->sequence->arena, (size_t)numbers[0]);
	hr_noise_fill(bytes, (size_t)numbers[0], &noise);
	out->text = bytes;
	out->length = (size_t)numbers[0];
	return 0;
}

static int read_word(struct hr_operand *out, struct hr_text_reader *reader, const struct hr_target *target)
{
	const struct hr_token *word = hr_text_peek(reader, 0), *after = hr_text_peek(reader, 1);

	if (hr_text_is_word(word, "bytes") && after->kind == HR_TOKEN_STRING) {
		out->kind = HR_OPERAND_BYTES;
		hr_text_take(reader);
		take_contents(out, hr_text_take(reader));
		return hr_text_fit_plain(out, reader, target, word->start);
	}
	if (hr_text_is_word(word, "bytes") && hr_text_is_word(after, "noise")) {
		out->kind = HR_OPERAND_BYTES;
		hr_text_take(reader);
		return read_noise(out, reader) < 0 ? -1 : hr_text_fit_plain(out, reader, target, word->start);
	}
	if (hr_text_is_mark(after, '('))
		return read_made(out, reader, target);
	int status = read_keyword(out, reader, target);
	return status > 0 ? read_name(out, reader, target) : status;
}

static int read_quoted(struct hr_operand *out, struct hr_text_reader *reader, const struct hr_target *target)
{
	const struct hr_token *token = hr_text_take(reader);

	if (token->kind == HR_TOKEN_CHARACTER) {
		out->kind = HR_OPERAND_NUMBER;
		out->is_character = true;
		return hr_text_fit_number(out, reader, target, token->start, false, token->number);
	}
	out->kind = HR_OPERAND_TEXT;
	take_contents(out, token);
	return hr_text_fit_plain(out, reader, target, token->start);
}

static int read_one(struct hr_operand *out, struct hr_text_reader *reader, const struct hr_target *target)
{
	static const struct {
		char mark;
		int (*read)(struct hr_operand *, struct hr_text_reader *, const struct hr_target *);
	} by_mark[] = {
		{ '[', hr_text_list }, { '{', hr_text_struct }, { '-', read_signed },
		{ '+', read_signed },  { '&', read_address },   { '*', read_part },
	};
	const struct hr_token *token = hr_text_peek(reader, 0);

	if (token->kind == HR_TOKEN_NUMBER || token->kind == HR_TOKEN_REAL)
		return read_signed(out, reader, target);
	if (token->kind == HR_TOKEN_CHARACTER || token->kind == HR_TOKEN_STRING)
		return read_quoted(out, reader, target);
	if (token->kind == HR_TOKEN_WORD)
		return read_word(out, reader, target);
	for (size_t i = 0; i < sizeof by_mark / sizeof *by_mark; i++)
		if (hr_text_is_mark(token, by_mark[i].mark))
			return by_mark[i].read(out, reader, target);
	return hr_text_fail_expected(reader, "an operand");
}

int hr_text_operand(struct hr_operand *out, struct hr_text_reader *reader, const struct hr_target *target)
{
	memset(out, 0, sizeof *out);
	if (reader->depth >= DEEPEST)
		return hr_text_fail(reader, hr_text_peek(reader, 0)->start, "this is nested too deeply");
	reader->depth++;
	int status = read_one(out, reader, target);
	reader->depth--;
	return status;
}
