/* Shrinking the literals of a failing sequence, from the last statement to the first.
 *
 * Invariants: every step is towards less: fewer elements, numbers nearer to 0, plainer characters; so it ends. Nothing odd is introduced: no NULL, nothing empty, no
 * size of 0, no enumerator that there is not, no negative number where there was none. */
#include "base/memory.h"
#include "base/text.h"
#include "seq/edit.h"
#include "seq/noise.h"
#include "suite/edit.h"
#include "suite/minimize_internal.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PIECES = 16, MOST_SINGLES = 48, MOST_STEPS = 24, MOST_PLAIN = 12, SMALL_SIZE = 4 };

static const char plain_character = 'a';

/* A candidate: the current sequence, to be changed at one place. */
static struct hr_operand *begin(struct hr_sequence **out, const struct hr_minimizer *minimizer,
				const struct hr_place *place)
{
	*out = hr_edit_copy(minimizer->current, NULL);
	return hr_place_operand(*out, place);
}

/* ---- numbers ---- */

static bool is_size(const struct hr_item *item)
{
	return item && (item->role == HR_ROLE_LENGTH || item->role == HR_ROLE_CAPACITY || item->role == HR_ROLE_SIZE ||
			item->role == HR_ROLE_INOUT || item->of >= 0);
}

static bool is_enumerator(const struct hr_type *type, int64_t number)
{
	int64_t bits = 0;
	for (size_t i = 0; i < type->enumerators.count; i++) {
		if (type->enumerators.data[i].value == number)
			return true;
		bits |= type->enumerators.data[i].value;
	}
	return type->is_flags && (number & ~bits) == 0;
}

static bool may_be(const struct hr_sequence *sequence, const struct hr_place *place, int64_t number)
{
	const struct hr_item *item = hr_place_item(sequence, place);
	const struct hr_type *type = hr_model_type(sequence->model, hr_place_type(sequence, place));
	if (is_size(item) && number == 0)
		return false;
	if (item && item->bound_by >= 0)
		return false;
	return !type || type->kind != HR_TYPE_ENUM || is_enumerator(type, number);
}

static void push_number(hr_candidates *out, const struct hr_minimizer *minimizer, const struct hr_place *place,
			int64_t number)
{
	int64_t now = hr_place_operand(minimizer->current, place)->number;
	uint64_t size = now < 0 ? -(uint64_t)now : (uint64_t)now;
	uint64_t other = number < 0 ? -(uint64_t)number : (uint64_t)number;
	if (other > size || number == now || (other == size && number < 0) ||
	    !may_be(minimizer->current, place, number))
		return;
	for (size_t i = 0; i < out->count; i++)
		if (hr_place_operand(out->data[i], place)->number == number)
			return;
	struct hr_sequence *sequence;
	begin(&sequence, minimizer, place)->number = number;
	hr_vec_push(out, sequence);
}

static int shrink_number(bool *changed, struct hr_minimizer *minimizer, const struct hr_place *place,
			 struct hr_error *error)
{
	hr_candidates candidates = HR_VEC_INIT;
	const struct hr_operand *operand = hr_place_operand(minimizer->current, place);
	int64_t now = operand->number;
	if (hr_ties_hold(minimizer->current, place))
		return 0;
	if (operand->is_character) {
		if (now != plain_character && now > 0)
			push_number(&candidates, minimizer, place, plain_character);
	} else {
		push_number(&candidates, minimizer, place, 0);
		push_number(&candidates, minimizer, place, 1);
		if (now < 0)
			push_number(&candidates, minimizer, place, -1);
		if (now > UINT8_MAX) /* what a byte holds is in range for more than what it does not */
			push_number(&candidates, minimizer, place, UINT8_MAX);
		push_number(&candidates, minimizer, place, now / 2);
		push_number(&candidates, minimizer, place, now - now / 4);
		push_number(&candidates, minimizer, place, now - (now > 0) + (now < 0));
	}
	return hr_minimizer_take_first(changed, minimizer, &candidates, error);
}

static void push_real(hr_candidates *out, const struct hr_minimizer *minimizer, const struct hr_place *place,
		      double real)
{
	double now = hr_place_operand(minimizer->current, place)->real;
	if (isnan(real) || (!isnan(now) && (fabs(real) > fabs(now) || real == now)))
		return;
	struct hr_sequence *sequence;
	begin(&sequence, minimizer, place)->real = real;
	hr_vec_push(out, sequence);
}

static int shrink_real(bool *changed, struct hr_minimizer *minimizer, const struct hr_place *place,
		       struct hr_error *error)
{
	hr_candidates candidates = HR_VEC_INIT;
	double now = hr_place_operand(minimizer->current, place)->real;
	push_real(&candidates, minimizer, place, 0);
	push_real(&candidates, minimizer, place, 1);
	if (now < 0)
		push_real(&candidates, minimizer, place, -1);
	if (isfinite(now)) {
		push_real(&candidates, minimizer, place, trunc(now));
		if (fabs(now) > 2)
			push_real(&candidates, minimizer, place, trunc(now / 2));
	}
	return hr_minimizer_take_first(changed, minimizer, &candidates, error);
}

/* ---- texts ---- */

/* The bytes from `begin_at` to `end_at` go. */
static void push_text_without(hr_candidates *out, const struct hr_minimizer *minimizer, const struct hr_place *place,
			      size_t begin_at, size_t end_at)
{
	struct hr_sequence *sequence;
	struct hr_operand *operand = begin(&sequence, minimizer, place);
	size_t length = operand->length - (end_at - begin_at);
	bool is_memory = operand->kind == HR_OPERAND_TEXT || operand->kind == HR_OPERAND_BYTES;
	if (is_memory &&
	    !hr_ties_adjust(sequence, place, operand->length, length, 1, operand->kind == HR_OPERAND_TEXT)) {
		hr_sequence_free(sequence);
		return;
	}
	char *text = hr_arena_alloc(&sequence->arena, length + 1);
	memcpy(text, operand->text, begin_at);
	memcpy(text + begin_at, operand->text + end_at, operand->length - end_at);
	operand->text = text;
	operand->length = length;
	hr_vec_push(out, sequence);
}

/* Pieces of one size, as long as one of them can go. */
static int drop_pieces(bool *changed, struct hr_minimizer *minimizer, const struct hr_place *place, size_t size,
		       struct hr_error *error)
{
	int status = 0;
	bool taken = true;
	for (unsigned step = 0; taken && step < MOST_SINGLES && minimizer->runs_left && !status; step++) {
		hr_candidates candidates = HR_VEC_INIT;
		size_t length = hr_place_operand(minimizer->current, place)->length;
		size_t most = size == 1 ? MOST_SINGLES : MOST_PIECES;
		for (size_t end = length; end > 0 && candidates.count<most; end -= end> size ? size : end)
			if (end >= size && length > size)
				push_text_without(&candidates, minimizer, place, end - size, end);
		status = hr_minimizer_take_first(&taken, minimizer, &candidates, error);
		*changed = *changed || taken;
	}
	return status;
}

static bool is_plain(char c)
{
	return c == plain_character || c == '\0';
}

/* Characters from `begin_at` to `end_at` become plain ones. */
static void push_plain(hr_candidates *out, const struct hr_minimizer *minimizer, const struct hr_place *place,
		       size_t begin_at, size_t end_at)
{
	struct hr_sequence *sequence;
	struct hr_operand *operand = begin(&sequence, minimizer, place);
	char *text = hr_arena_alloc(&sequence->arena, operand->length + 1);
	memcpy(text, operand->text, operand->length);
	bool differs = false;
	for (size_t i = begin_at; i < end_at; i++) {
		differs = differs || !is_plain(text[i]);
		text[i] = is_plain(text[i]) ? text[i] : plain_character;
	}
	operand->text = text;
	if (differs)
		hr_vec_push(out, sequence);
	else
		hr_sequence_free(sequence);
}

static bool is_format(const struct hr_sequence *sequence, const struct hr_place *place)
{
	const struct hr_item *item = hr_place_item(sequence, place);
	return item && (item->role == HR_ROLE_FORMAT || item->role == HR_ROLE_PATH);
}

/* Its end goes, as much as can: a beginning of noise is noise, which is told in a line; what is cut out of it elsewhere is not. */
static int shrink_noise(bool *changed, struct hr_minimizer *minimizer, const struct hr_place *place,
			struct hr_error *error)
{
	int status = 0;
	bool taken = true;
	for (unsigned step = 0; taken && step < MOST_STEPS && minimizer->runs_left && !status; step++) {
		hr_candidates candidates = HR_VEC_INIT;
		size_t length = hr_place_operand(minimizer->current, place)->length;
		for (size_t part = 2; part <= 16 && length / part > 0; part *= 2)
			push_text_without(&candidates, minimizer, place, length - length / part, length);
		status = hr_minimizer_take_first(&taken, minimizer, &candidates, error);
		*changed = *changed || taken;
	}
	return status;
}

static int shrink_text(bool *changed, struct hr_minimizer *minimizer, const struct hr_place *place,
		       struct hr_error *error)
{
	struct hr_noise noise;
	const struct hr_operand *operand = hr_place_operand(minimizer->current, place);
	int status = 0;
	bool taken = false;
	bool is_file = operand->kind == HR_OPERAND_STREAM || operand->kind == HR_OPERAND_PATH ||
		       operand->kind == HR_OPERAND_DESCRIPTOR; /* the contents, not a name */
	if (!operand->text || (!is_file && is_format(minimizer->current, place)))
		return 0;
	if (hr_noise_find(&noise, operand->text, operand->length))
		return shrink_noise(changed, minimizer, place, error);
	for (size_t size = operand->length / 2; size > 0 && minimizer->runs_left && !status; size /= 2)
		status = drop_pieces(changed, minimizer, place, size, error);
	size_t length = hr_place_operand(minimizer->current, place)->length;
	hr_candidates candidates = HR_VEC_INIT;
	if (!status)
		push_plain(&candidates, minimizer, place, 0, length);
	if (!status)
		status = hr_minimizer_take_first(&taken, minimizer, &candidates, error);
	*changed = *changed || taken;
	/* one by one only where a person would read them */
	for (size_t i = 0; i < length && length <= MOST_PLAIN && !taken && !status; i++) {
		bool better = false;
		push_plain(&candidates, minimizer, place, i, i + 1);
		status = hr_minimizer_take_first(&better, minimizer, &candidates, error);
		*changed = *changed || better;
	}
	return status;
}

/* ---- lists, what callbacks return, arrays ---- */

static size_t element_size(const struct hr_sequence *sequence, const struct hr_place *place)
{
	struct hr_type_ref type = hr_place_type(sequence, place);
	const struct hr_type *it = hr_model_type(sequence->model, type);
	bool leads = it && (it->kind == HR_TYPE_POINTER || it->kind == HR_TYPE_ARRAY);
	return hr_type_size(sequence->model, leads ? hr_model_pointee(sequence->model, type) : type);
}

static bool is_zero(const struct hr_operand *operand)
{
	return operand->kind == HR_OPERAND_NULL || (operand->kind == HR_OPERAND_NUMBER && operand->number == 0);
}

/* Nothing tells how long the list is but the 0 at its end, and that stays. Only of what has to end well: who reads on behind a shorter list is found out. */
static bool ends_itself(const struct hr_minimizer *minimizer, const struct hr_place *place, size_t end_at)
{
	const struct hr_operand *list = hr_place_operand(minimizer->current, place);
	return minimizer->options->is_same && end_at < list->part_count &&
	       is_zero(&list->parts[list->part_count - 1]) && hr_ties_are_none(minimizer->current, place);
}

static void push_list_without(hr_candidates *out, const struct hr_minimizer *minimizer, const struct hr_place *place,
			      size_t begin_at, size_t end_at)
{
	struct hr_sequence *sequence;
	struct hr_operand *operand = begin(&sequence, minimizer, place);
	size_t count = operand->part_count - (end_at - begin_at);
	if (operand->kind == HR_OPERAND_LIST && !ends_itself(minimizer, place, end_at) &&
	    !hr_ties_adjust(sequence, place, operand->part_count, count, element_size(sequence, place), false)) {
		hr_sequence_free(sequence);
		return;
	}
	memmove(operand->parts + begin_at, operand->parts + end_at,
		(operand->part_count - end_at) * sizeof *operand->parts);
	operand->part_count = count;
	hr_vec_push(out, sequence);
}

/* All numbers in it at once: one by one takes as many runs as there are. */
static void push_zeros(hr_candidates *out, const struct hr_minimizer *minimizer, const struct hr_place *place)
{
	struct hr_sequence *sequence;
	struct hr_operand *operand = begin(&sequence, minimizer, place);
	size_t changed = 0;
	for (size_t i = 0; i < operand->part_count && place->depth < sizeof place->path / sizeof *place->path; i++) {
		struct hr_place below = *place;
		below.path[below.depth++] = i;
		if (operand->parts[i].kind != HR_OPERAND_NUMBER || operand->parts[i].is_character ||
		    !operand->parts[i].number || !may_be(minimizer->current, &below, 0))
			continue;
		operand->parts[i].number = 0;
		changed++;
	}
	if (changed > 1) /* one alone has its turn later */
		hr_vec_push(out, sequence);
	else
		hr_sequence_free(sequence);
}

static int shrink_list(bool *changed, struct hr_minimizer *minimizer, const struct hr_place *place,
		       struct hr_error *error)
{
	hr_candidates candidates = HR_VEC_INIT;
	const struct hr_operand *list = hr_place_operand(minimizer->current, place);
	size_t count = list->part_count;
	/* where it ends itself, all but the end */
	if (list->kind == HR_OPERAND_LIST && count > 2 && ends_itself(minimizer, place, count - 1))
		push_list_without(&candidates, minimizer, place, 0, count - 1);
	for (size_t size = count / 2; size > 0; size /= 2)
		for (size_t end = count; end >= size && candidates.count < MOST_SINGLES; end -= size)
			push_list_without(&candidates, minimizer, place, end - size, end);
	push_zeros(&candidates, minimizer, place);
	return hr_minimizer_take_first(changed, minimizer, &candidates, error);
}

/* ---- structs ---- */

/* What says no more than is there without it, or a function that nobody may call. */
static bool can_go(const struct hr_operand *part)
{
	return part->kind == HR_OPERAND_NULL || part->kind == HR_OPERAND_FUNCTION ||
	       part->kind == HR_OPERAND_CALLBACK || (part->kind == HR_OPERAND_NUMBER && part->number == 0) ||
	       (part->kind == HR_OPERAND_REAL && part->real == 0);
}

/* Functions that allocate and free are there together or not at all. */
static bool is_allocator(const struct hr_minimizer *minimizer, const struct hr_place *place, size_t part)
{
	struct hr_place below = *place;
	if (below.depth == sizeof below.path / sizeof *below.path)
		return true;
	below.path[below.depth++] = part;
	const struct hr_item *item = hr_place_item(minimizer->current, &below);
	return !item || hr_text_find_any_case(item->name, "alloc") || hr_text_find_any_case(item->name, "free");
}

/* Without the parts from `first` on, before `end`, that can go; nothing when there are none. */
static void push_struct_without(hr_candidates *out, const struct hr_minimizer *minimizer, const struct hr_place *place,
				size_t first, size_t end)
{
	struct hr_sequence *sequence;
	struct hr_operand *operand = begin(&sequence, minimizer, place);
	size_t kept = 0;
	for (size_t i = 0; i < operand->part_count; i++) {
		bool goes = i >= first && i < end && can_go(&operand->parts[i]) &&
			    (end - first == operand->part_count || !is_allocator(minimizer, place, i));
		if (goes)
			continue;
		operand->parts[kept] = operand->parts[i];
		operand->fields[kept++] = operand->fields[i];
	}
	if (kept == operand->part_count) {
		hr_sequence_free(sequence);
		return;
	}
	operand->part_count = kept;
	hr_vec_push(out, sequence);
}

static void count_callbacks(void *context, size_t index, struct hr_outcome *outcome)
{
	(void)index;
	*(size_t *)context = outcome->callbacks.count;
}

/* All that can go, halves of it, single ones. What callbacks see is looked at later: those that are called stay. */
static int shrink_struct(bool *changed, struct hr_minimizer *minimizer, const struct hr_place *place,
			 struct hr_error *error)
{
	hr_candidates candidates = HR_VEC_INIT;
	const struct hr_sequence *now = minimizer->current;
	size_t count = hr_place_operand(now, place)->part_count;
	for (size_t size = count; size > 0; size /= 2)
		for (size_t end = count; end >= size && candidates.count < MOST_PIECES; end -= size)
			push_struct_without(&candidates, minimizer, place, end - size, end);
	int status = 0;
	if (candidates.count)
		status = minimizer->runner->run(minimizer->runner->context, &now, 1, &minimizer->wants, count_callbacks,
						&minimizer->least_callbacks, error);
	if (status)
		hr_candidates_free(&candidates);
	else
		status = hr_minimizer_take_first(changed, minimizer, &candidates, error);
	minimizer->least_callbacks = 0;
	return status;
}

static void push_count(hr_candidates *out, const struct hr_minimizer *minimizer, size_t index, int64_t count)
{
	const struct hr_statement *now = &minimizer->current->statements.data[index];
	if (count < 1 || count >= now->count)
		return;
	if (now->operand_count &&
	    ((int64_t)now->operands[0].length > count || (int64_t)now->operands[0].part_count > count))
		return;
	struct hr_sequence *sequence = hr_edit_copy(minimizer->current, NULL);
	struct hr_statement *statement = &sequence->statements.data[index];
	if (!hr_ties_adjust_value(sequence, statement->value, (size_t)statement->count, (size_t)count,
				  hr_type_size(sequence->model, statement->type), false)) {
		hr_sequence_free(sequence);
		return;
	}
	statement->count = count;
	hr_vec_push(out, sequence);
}

/* An array that the sequence made. */
static int shrink_array(bool *changed, struct hr_minimizer *minimizer, size_t index, struct hr_error *error)
{
	hr_candidates candidates = HR_VEC_INIT;
	int64_t count = minimizer->current->statements.data[index].count;
	push_count(&candidates, minimizer, index, 1);
	push_count(&candidates, minimizer, index, count / 2);
	push_count(&candidates, minimizer, index, count - count / 4);
	push_count(&candidates, minimizer, index, count - 1);
	return hr_minimizer_take_first(changed, minimizer, &candidates, error);
}

/* ---- streams ---- */

static void push_room(hr_candidates *out, const struct hr_minimizer *minimizer, const struct hr_place *place,
		      int64_t room)
{
	struct hr_sequence *sequence;
	begin(&sequence, minimizer, place)->number = room;
	hr_vec_push(out, sequence);
}

/* Room for all is simpler than room for some, and little simpler than much. */
static int shrink_stream(bool *changed, struct hr_minimizer *minimizer, const struct hr_place *place,
			 struct hr_error *error)
{
	hr_candidates candidates = HR_VEC_INIT;
	const struct hr_operand *operand = hr_place_operand(minimizer->current, place);
	if (operand->text)
		return shrink_text(changed, minimizer, place, error);
	int64_t now = operand->number;
	for (int64_t room = 0; room < now; room = room ? 2 * room : 1)
		push_room(&candidates, minimizer, place, room);
	if (now > 2)
		push_room(&candidates, minimizer, place, now - 1);
	return hr_minimizer_take_first(changed, minimizer, &candidates, error);
}

/* ---- everything ---- */

typedef int shrink_fn(bool *changed, struct hr_minimizer *minimizer, const struct hr_place *place,
		      struct hr_error *error);

static shrink_fn *const shrink_by_kind[HR_OPERAND_KIND_COUNT] = {
	[HR_OPERAND_NUMBER] = shrink_number, [HR_OPERAND_REAL] = shrink_real,       [HR_OPERAND_TEXT] = shrink_text,
	[HR_OPERAND_BYTES] = shrink_text,    [HR_OPERAND_STREAM] = shrink_stream,   [HR_OPERAND_PATH] = shrink_text,
	[HR_OPERAND_LIST] = shrink_list,     [HR_OPERAND_DESCRIPTOR] = shrink_text, [HR_OPERAND_CALLBACK] = shrink_list,
	[HR_OPERAND_STRUCT] = shrink_struct,
};

/* One place until it does not get any smaller, then what is below it. */
static int shrink_place(bool *changed, struct hr_minimizer *minimizer, const struct hr_place *place,
			struct hr_error *error)
{
	shrink_fn *shrink = shrink_by_kind[hr_place_operand(minimizer->current, place)->kind];
	int status = 0;
	bool taken = shrink != NULL;
	for (unsigned step = 0; taken && step < MOST_STEPS && minimizer->runs_left && !status; step++) {
		taken = false;
		status = shrink(&taken, minimizer, place, error);
		*changed = *changed || taken;
	}
	if (place->depth == sizeof place->path / sizeof *place->path)
		return status;
	for (size_t i = hr_place_operand(minimizer->current, place)->part_count; i-- > 0 && !status;) {
		struct hr_place below = *place;
		below.path[below.depth++] = i;
		status = shrink_place(changed, minimizer, &below, error);
	}
	return status;
}

/* Numbers far below what it is now: with a smaller ring fewer calls fill it. */
static int shrink_size(bool *changed, struct hr_minimizer *minimizer, const struct hr_place *place,
		       struct hr_error *error)
{
	hr_candidates candidates = HR_VEC_INIT;
	int64_t now = hr_place_operand(minimizer->current, place)->number;
	for (int64_t number = 1; number < SMALL_SIZE; number++)
		push_number(&candidates, minimizer, place, number);
	push_number(&candidates, minimizer, place, now / 4);
	push_number(&candidates, minimizer, place, now / 2);
	return hr_minimizer_take_first(changed, minimizer, &candidates, error);
}

/* Somebody later uses what the statement makes. */
static bool is_used(const struct hr_sequence *sequence, size_t index)
{
	const struct hr_statement *maker = &sequence->statements.data[index];
	for (size_t i = index + 1; maker->value != HR_NO_VALUE && i < sequence->statements.count; i++)
		if (hr_statement_names(&sequence->statements.data[i], maker->value))
			return true;
	return false;
}

int hr_minimize_sizes(bool *changed, struct hr_minimizer *minimizer, struct hr_error *error)
{
	int status = 0;
	size_t count = minimizer->current->statements.count;
	size_t tail = minimizer->options->tail < count ? minimizer->options->tail : count;
	for (size_t i = 0; i < count - tail && minimizer->runs_left && !status; i++) {
		const struct hr_statement *statement = &minimizer->current->statements.data[i];
		if (statement->kind != HR_STATEMENT_CALL || !is_used(minimizer->current, i))
			continue;
		for (size_t k = 0; k < statement->operand_count && !status; k++) {
			struct hr_place place = { .statement = i, .operand = k };
			const struct hr_operand *operand = hr_place_operand(minimizer->current, &place);
			bool taken = false;
			if (operand->kind != HR_OPERAND_NUMBER || operand->is_character ||
			    operand->number <= SMALL_SIZE || hr_ties_hold(minimizer->current, &place))
				continue;
			status = shrink_size(&taken, minimizer, &place, error);
			*changed = *changed || taken;
			statement = &minimizer->current->statements.data[i];
		}
	}
	return status;
}

int hr_minimize_literals(bool *changed, struct hr_minimizer *minimizer, struct hr_error *error)
{
	int status = 0;
	size_t count = minimizer->current->statements.count;
	size_t tail = minimizer->options->tail < count ? minimizer->options->tail : count;
	for (size_t i = count - tail; i-- > 0 && minimizer->runs_left && !status;) {
		const struct hr_statement *statement = &minimizer->current->statements.data[i];
		bool taken = statement->kind == HR_STATEMENT_NEW && statement->count > 1;
		for (unsigned step = 0; taken && step < MOST_STEPS && minimizer->runs_left && !status; step++) {
			taken = false;
			status = shrink_array(&taken, minimizer, i, error);
			*changed = *changed || taken;
		}
		for (size_t k = 0; k < minimizer->current->statements.data[i].operand_count && !status; k++) {
			struct hr_place place = { .statement = i, .operand = k };
			status = shrink_place(changed, minimizer, &place, error);
		}
	}
	return status;
}
