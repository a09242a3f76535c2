/* What callbacks saw. Each call that the focus led to is kept as texts, one for each argument that can be told: numbers, texts, and bytes whose number is the next argument. Never a pointer.
 *
 * Invariants: what is told here and what a test's callback prints is made by the same formats. An argument is told only if a test can read it in every call of its callback, not only in those
 * that are compared: a text ends, bytes are there. */
#include "suite/calls_seen.h"

#include "model/callables.h"

#include <stdio.h>
#include <string.h>

enum { MOST_CALLS = 200, MOST_TEXT = 80, MOST_ARGUMENTS = 32 };

/* ---- callbacks of a sequence ---- */

struct finding {
	hr_callback_places *out;
	const struct hr_sequence *sequence;
	struct hr_callables callables;
	size_t statement;
};

static void add_callback(struct finding *finding, const struct hr_operand *operand, struct hr_type_ref ref,
			 const char *word, size_t length)
{
	const struct hr_model *model = finding->sequence->model;
	size_t type = hr_callables_callback(&finding->callables, model, ref);
	unsigned instance = 0;
	if (type == (size_t)-1)
		return;
	for (size_t i = 0; i < finding->out->count; i++)
		instance += finding->out->data[i].type == type;
	struct hr_callback_place place = { .operand = operand,
					   .function = &model->types.data[finding->callables.callback_types.data[type]],
					   .statement = finding->statement,
					   .type = type,
					   .instance = instance,
					   .word = length ? word : "callback",
					   .word_length = length ? length : strlen("callback") };
	hr_vec_push(finding->out, place);
}

/* `ref` is the type of what the operand stands for. */
static void find_in(struct finding *finding, const struct hr_operand *operand, struct hr_type_ref ref, const char *word,
		    size_t length)
{
	const struct hr_model *model = finding->sequence->model;
	const struct hr_type *type = hr_model_type(model, ref);
	if (operand->kind == HR_OPERAND_CALLBACK) {
		add_callback(finding, operand, ref, word, length);
		return;
	}
	if (operand->kind != HR_OPERAND_LIST && operand->kind != HR_OPERAND_STRUCT)
		return;
	struct hr_type_ref inner = ref;
	if (type && (type->kind == HR_TYPE_POINTER || type->kind == HR_TYPE_ARRAY))
		inner = type->target;
	const struct hr_type *whole = hr_model_type(model, inner);
	for (size_t i = 0; i < operand->part_count; i++) {
		if (operand->kind == HR_OPERAND_LIST) {
			find_in(finding, &operand->parts[i], inner, word, length);
		} else if (whole && operand->fields && operand->fields[i] < whole->fields.count) {
			const struct hr_item *item = &whole->fields.data[operand->fields[i]].item;
			find_in(finding, &operand->parts[i], item->type, item->name, strlen(item->name));
		}
	}
}

static void find_in_statement(struct finding *finding, const struct hr_statement *statement)
{
	const struct hr_model *model = finding->sequence->model;
	const char *dot;
	switch (statement->kind) {
	case HR_STATEMENT_CALL:
		for (size_t i = 0; i < statement->operand_count; i++) {
			const struct hr_operation *operation = &model->operations.data[statement->operation];
			if (i < operation->params.count)
				find_in(finding, &statement->operands[i], operation->params.data[i].type,
					operation->params.data[i].name, strlen(operation->params.data[i].name));
		}
		break;
	case HR_STATEMENT_NEW:
	case HR_STATEMENT_LITERAL:
		if (statement->operand_count)
			find_in(finding, &statement->operands[0], statement->type, "", 0);
		break;
	case HR_STATEMENT_SET:
		dot = strrchr(statement->access->text, '.');
		dot = dot ? dot + 1 : "";
		find_in(finding, &statement->operands[0], statement->access->type, dot, strcspn(dot, "["));
		break;
	default:
		break;
	}
}

void hr_callback_places_find(hr_callback_places *out, const struct hr_sequence *sequence)
{
	struct finding finding = { .out = out, .sequence = sequence };
	hr_callables_list(&finding.callables, sequence->model);
	for (size_t i = 0; i < sequence->statements.count; i++) {
		finding.statement = i;
		find_in_statement(&finding, &sequence->statements.data[i]);
	}
	hr_callables_release(&finding.callables);
}

/* ---- how arguments are told ---- */

enum telling { TELL_NOTHING, TELL_SIGNED, TELL_UNSIGNED, TELL_REAL, TELL_TEXT, TELL_BYTES };

static bool is_length(const struct hr_model *model, const struct hr_type *function, size_t index)
{
	const struct hr_type *type =
		index < function->params.count ? hr_model_type(model, function->params.data[index].type) : NULL;
	return type && type->kind == HR_TYPE_INT && type->size == 8;
}

static enum telling telling_of(const struct hr_model *model, const struct hr_type *function, size_t index)
{
	struct hr_type_ref ref = function->params.data[index].type;
	const struct hr_type *type = hr_model_type(model, ref);
	const struct hr_type *target;
	if (!type)
		return TELL_NOTHING;
	switch (type->kind) {
	case HR_TYPE_BOOL:
	case HR_TYPE_INT:
		return type->size > 8 ? TELL_NOTHING : type->is_signed ? TELL_SIGNED : TELL_UNSIGNED;
	case HR_TYPE_ENUM:
		return TELL_SIGNED;
	case HR_TYPE_FLOAT:
		return type->size == 8 ? TELL_REAL : TELL_NOTHING;
	case HR_TYPE_POINTER:
		target = hr_model_type(model, type->target);
		if (target && (target->kind == HR_TYPE_VOID || (target->kind == HR_TYPE_INT && target->size == 1)))
			return is_length(model, function, index + 1) ? TELL_BYTES
			       : target->kind == HR_TYPE_INT         ? TELL_TEXT
								     : TELL_NOTHING;
		return TELL_NOTHING;
	default:
		return TELL_NOTHING;
	}
}

static bool is_wide(const struct hr_model *model, const struct hr_type *function, size_t index)
{
	return hr_model_type(model, function->params.data[index].type)->size == 8;
}

static bool is_spelled(const struct hr_model *model, struct hr_type_ref ref, const char *name)
{
	return ref.type != HR_NO_TYPE && strcmp(model->types.data[ref.type].spelling, name) == 0;
}

void hr_argument_print(struct hr_strbuf *format, struct hr_strbuf *arguments, const struct hr_model *model,
		       const struct hr_type *function, size_t index,
		       const char *(*name_of)(char room[HR_PARAMETER_NAME], const struct hr_model *model,
					      const struct hr_type *function, size_t index))
{
	char room[HR_PARAMETER_NAME];
	char next[HR_PARAMETER_NAME];
	const char *name = name_of(room, model, function, index);
	struct hr_type_ref ref = function->params.data[index].type;
	const struct hr_type *type = hr_model_type(model, ref);
	switch (telling_of(model, function, index)) {
	case TELL_NOTHING:
		break;
	case TELL_SIGNED:
		hr_strbuf_addstr(format, is_wide(model, function, index) ? "%lld" : "%d");
		hr_strbuf_addf(arguments, ", %s%s",
			       is_wide(model, function, index) ? "(long long)"
			       : type->kind == HR_TYPE_ENUM    ? "(int)"
							       : "",
			       name);
		break;
	case TELL_UNSIGNED:
		if (is_spelled(model, ref, "size_t")) {
			hr_strbuf_addstr(format, "%zu");
			hr_strbuf_addf(arguments, ", %s", name);
		} else if (is_wide(model, function, index)) {
			hr_strbuf_addstr(format, "%llu");
			hr_strbuf_addf(arguments, ", (unsigned long long)%s", name);
		} else {
			hr_strbuf_addstr(format, "%u");
			hr_strbuf_addf(arguments, ", (unsigned)%s", name);
		}
		break;
	case TELL_REAL:
		hr_strbuf_addstr(format, "%g");
		hr_strbuf_addf(arguments, ", %s", name);
		break;
	case TELL_TEXT:
		hr_strbuf_addstr(format, "%s");
		hr_strbuf_addf(arguments, ", (const char *)%s", name);
		break;
	case TELL_BYTES:
		hr_strbuf_addstr(format, "%.*s");
		hr_strbuf_addf(arguments, ", (int)%s, (const char *)%s", name_of(next, model, function, index + 1),
			       name);
		break;
	}
}

/* An argument as a test would print it; NULL when it cannot. */
static const char *tell(struct hr_arena *arena, const struct hr_model *model, const struct hr_type *function,
			size_t index, const struct hr_callback_call *call)
{
	const struct hr_callback_argument *argument = &call->arguments.data[index];
	const struct hr_type *type = hr_model_type(model, function->params.data[index].type);
	uint64_t length = 0;
	double real;
	switch (telling_of(model, function, index)) {
	case TELL_SIGNED:
		return hr_arena_printf(arena, "%lld",
				       (long long)hr_bytes_integer(argument->bytes, (size_t)type->size, true));
	case TELL_UNSIGNED:
		return hr_arena_printf(
			arena, "%llu",
			(unsigned long long)hr_bytes_integer(argument->bytes, (size_t)type->size, false));
	case TELL_REAL:
		memcpy(&real, argument->bytes, sizeof real);
		return hr_arena_printf(arena, "%g", real);
	case TELL_TEXT:
		return argument->text && argument->is_ended && !memchr(argument->text, 0, argument->length)
			       ? hr_arena_printf(arena, "%.*s", (int)argument->length, argument->text)
			       : NULL;
	case TELL_BYTES:
		if (index + 1 < call->arguments.count)
			memcpy(&length, call->arguments.data[index + 1].bytes, sizeof length);
		if (length && (!argument->text || length > argument->length))
			return NULL;
		return hr_arena_printf(arena, "%.*s", (int)length, length ? argument->text : "");
	default:
		return NULL;
	}
}

/* ---- recording ---- */

static size_t place_of(const hr_callback_places *places, const struct hr_callback_call *call)
{
	size_t i = 0;
	while (i < places->count && (places->data[i].type != call->type || places->data[i].instance != call->instance))
		i++;
	return i;
}

/* What of each callback's arguments can be read in all its calls; then those of the focus. False: more happened than is told. */
static bool collect(struct hr_test *test, const hr_callback_places *places, uint32_t *told, hr_calls_seen *calls,
		    const struct hr_outcome *outcome)
{
	const struct hr_model *model = test->sequence->model;
	if (outcome->has_more_callbacks)
		return false;
	for (size_t i = 0; i < outcome->callbacks.count; i++) {
		const struct hr_callback_call *call = &outcome->callbacks.data[i];
		size_t place = place_of(places, call);
		if (place == places->count || call->arguments.count != places->data[place].function->params.count)
			return false;
		struct hr_call_seen seen = { .callback = place, .count = call->arguments.count };
		seen.arguments = hr_arena_alloc(&test->arena, (seen.count + 1) * sizeof *seen.arguments);
		for (size_t k = 0; k < seen.count; k++) {
			seen.arguments[k] = tell(&test->arena, model, places->data[place].function, k, call);
			if (!seen.arguments[k] && k < MOST_ARGUMENTS)
				told[place] &= ~(1u << k);
		}
		if (call->statement == test->focus)
			hr_vec_push(calls, seen);
		test->has_earlier_calls = test->has_earlier_calls || call->statement < test->focus;
		if (i >= MOST_CALLS)
			return false;
	}
	return true;
}

void hr_calls_seen_record(struct hr_test *test, const struct hr_outcome *outcome)
{
	hr_callback_places places = HR_VEC_INIT;
	hr_callback_places_find(&places, test->sequence);
	if (places.count) {
		bool is_given = false;
		test->callbacks_told = hr_arena_alloc(&test->arena, places.count * sizeof *test->callbacks_told);
		test->callback_count = places.count;
		for (size_t i = 0; i < places.count; i++) {
			test->callbacks_told[i] = UINT32_MAX;
			is_given = is_given || places.data[i].statement == test->focus;
		}
		struct hr_assertion check = { .value = HR_NO_VALUE, .part = "" };
		if (!collect(test, &places, test->callbacks_told, &test->calls, outcome)) {
			hr_vec_clear(&test->calls);
		} else if (test->calls.count || is_given) {
			hr_calls_seen_check(&check, test);
			hr_vec_push(&test->checks, check);
		}
	}
	hr_vec_release(&places);
}

bool hr_calls_seen_again(struct hr_test *test, const struct hr_outcome *outcome)
{
	hr_callback_places places = HR_VEC_INIT;
	hr_calls_seen again = HR_VEC_INIT;
	hr_callback_places_find(&places, test->sequence);
	bool is_same = places.count == test->callback_count &&
		       collect(test, &places, test->callbacks_told, &again, outcome) &&
		       again.count == test->calls.count;
	for (size_t i = 0; i < test->calls.count && is_same; i++) {
		const struct hr_call_seen *before = &test->calls.data[i], *after = &again.data[i];
		is_same = before->callback == after->callback;
		for (size_t k = 0; k < before->count && k < MOST_ARGUMENTS && is_same; k++)
			if (!before->arguments[k] || !after->arguments[k] ||
			    strcmp(before->arguments[k], after->arguments[k]) != 0)
				test->callbacks_told[before->callback] &= ~(1u << k);
	}
	hr_vec_release(&again);
	hr_vec_release(&places);
	return is_same;
}

/* ---- as text ---- */

bool hr_argument_is_told(const struct hr_test *test, size_t callback, size_t argument)
{
	return callback < test->callback_count && argument < MOST_ARGUMENTS &&
	       (test->callbacks_told[callback] >> argument & 1);
}

static bool add_call(struct hr_strbuf *out, const struct hr_test *test, const hr_callback_places *places,
		     const struct hr_call_seen *call)
{
	bool is_any = false;
	const struct hr_callback_place *place = &places->data[call->callback];
	hr_strbuf_addstr(out, out->length ? " " : "");
	hr_strbuf_add(out, place->word, place->word_length);
	hr_strbuf_addch(out, '(');
	for (size_t k = 0; k < call->count; k++)
		if (hr_argument_is_told(test, call->callback, k) && call->arguments[k]) {
			hr_strbuf_addf(out, "%s%s", is_any ? ", " : "", call->arguments[k]);
			is_any = true;
		}
	hr_strbuf_addch(out, ')');
	return is_any;
}

void hr_calls_seen_check(struct hr_assertion *out, struct hr_test *test)
{
	hr_callback_places places = HR_VEC_INIT;
	struct hr_strbuf text = HR_STRBUF_INIT;
	bool is_any = false;
	hr_callback_places_find(&places, test->sequence);
	for (size_t i = 0; i < test->calls.count; i++)
		is_any = add_call(&text, test, &places, &test->calls.data[i]) || is_any;
	out->about = HR_ABOUT_CALLS;
	out->type = (struct hr_type_ref){ HR_NO_TYPE, 0 };
	if (is_any && text.length <= MOST_TEXT) {
		out->kind = HR_ASSERT_TEXT;
		out->text = hr_arena_strdup(&test->arena, text.data);
		out->length = text.length;
	} else {
		out->kind = HR_ASSERT_NUMBER;
		out->number = (int64_t)test->calls.count;
	}
	hr_strbuf_release(&text);
	hr_vec_release(&places);
}
