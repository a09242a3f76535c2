/* Experiments with numbers, texts and bytes, and with a statement less: what the failure depends on when no rule explains it.
 *
 * Lengths stay true: a number that says how long memory of the sequence's is, is never tried beyond it. */
#include "oracle/experiments.h"
#include "oracle/provenance.h"

#include <inttypes.h>
#include <string.h>

/* ---- numbers ---- */

static void limits_of(const struct hr_type *type, int64_t *least, int64_t *most)
{
	unsigned bits = (unsigned)(type->size > 0 && type->size <= 8 ? type->size * 8 : 32);
	if (type->kind == HR_TYPE_BOOL) {
		*least = 0;
		*most = 1;
	} else if (type->is_signed) {
		*most = bits == 64 ? INT64_MAX : ((int64_t)1 << (bits - 1)) - 1;
		*least = -*most - 1;
	} else {
		*least = 0;
		*most = bits == 64 ? INT64_MAX : ((int64_t)1 << bits) - 1;
	}
}

/* How large a length may be: what its buffer has. Other numbers: what their type has. */
static void limit_to_room(const struct hr_experiments *experiments, size_t index, size_t operand, int64_t *least,
			  int64_t *most)
{
	const struct hr_sequence *failing = experiments->failing;
	hr_number_use(failing, &index, &operand);
	const struct hr_statement *statement = &failing->statements.data[index];
	const struct hr_item *item = hr_parameter_of(failing, statement, operand);
	int64_t room;
	if (!item || (item->role != HR_ROLE_LENGTH && item->role != HR_ROLE_CAPACITY) || item->of < 0 ||
	    (size_t)item->of >= statement->operand_count)
		return;
	const struct hr_item *buffer = hr_parameter_of(failing, statement, (size_t)item->of);
	if (!buffer || !hr_operand_room(failing, &statement->operands[item->of], buffer->type, &room))
		return;
	room /= hr_length_unit(failing->model, item, buffer);
	*least = item->minus_one ? *least : 0;
	*most = room < *most ? room : *most;
}

/* The type that an operand of a statement has, where that can be told. */
static struct hr_type_ref type_of_operand(const struct hr_sequence *failing, const struct hr_statement *statement,
					  size_t operand)
{
	const struct hr_item *item = hr_parameter_of(failing, statement, operand);
	switch (statement->kind) {
	case HR_STATEMENT_CALL:
		return item ? item->type : (struct hr_type_ref){ HR_NO_TYPE, 0 };
	case HR_STATEMENT_SET:
		return statement->access->type;
	default:
		return statement->type;
	}
}

size_t hr_number_parts(const struct hr_operand *operand)
{
	enum { MOST = 3 };
	if (operand->kind != HR_OPERAND_LIST && operand->kind != HR_OPERAND_STRUCT)
		return 0;
	return operand->part_count < MOST ? operand->part_count : MOST;
}

bool hr_number_at(const struct hr_sequence *failing, size_t statement, size_t operand, size_t part, int64_t *number,
		  struct hr_type_ref *type)
{
	const struct hr_statement *it = &failing->statements.data[statement];
	const struct hr_operand *now = &it->operands[operand];
	*type = type_of_operand(failing, it, operand);
	if (part != HR_NO_PART) {
		/* lists and structs stand for pointers to them, but in `new`, where the type is that of one element */
		const struct hr_type *outer = hr_model_type(failing->model, *type);
		if (outer && outer->kind == HR_TYPE_POINTER)
			*type = hr_model_pointee(failing->model, *type);
		outer = hr_model_type(failing->model, *type);
		if (now->kind == HR_OPERAND_STRUCT)
			*type = outer && now->fields && now->fields[part] < outer->fields.count
					? outer->fields.data[now->fields[part]].item.type
					: (struct hr_type_ref){ HR_NO_TYPE, 0 };
		now = &now->parts[part];
	}
	return (now->kind == HR_OPERAND_NUMBER || now->kind == HR_OPERAND_CONSTANT) &&
	       hr_model_is_integer(failing->model, *type) && hr_operand_number(failing, now, number);
}

static struct hr_operand with_part(struct hr_experiments *experiments, const struct hr_operand *now, size_t part,
				   const struct hr_operand *by)
{
	struct hr_operand changed = *now;
	changed.parts = hr_arena_alloc(&experiments->arena, now->part_count * sizeof *changed.parts);
	memcpy(changed.parts, now->parts, now->part_count * sizeof *changed.parts);
	changed.parts[part] = *by;
	return changed;
}

static void try_number(struct hr_experiments *experiments, size_t statement, size_t operand, size_t part,
		       const char *name)
{
	static const int64_t numbers[] = { 0, 1, 2, 3, 7, 10, 100, 1000, 65536, 1 << 20, -1, -2, -100 };
	enum { COUNT = sizeof numbers / sizeof *numbers, OWN = 6 };
	const struct hr_statement *it = &experiments->failing->statements.data[statement];
	struct hr_type_ref type;
	int64_t tried[COUNT + OWN], least, most, now = 0;
	size_t count = 0;
	if (!hr_number_at(experiments->failing, statement, operand, part, &now, &type))
		return;
	const struct hr_type *known = hr_model_type(experiments->failing->model, type);
	const struct hr_item *item = hr_parameter_of(experiments->failing, it, operand);
	bool is_length = it->kind == HR_STATEMENT_CALL && item && item->role == HR_ROLE_LENGTH;
	limits_of(known, &least, &most);
	if (part == HR_NO_PART)
		limit_to_room(experiments, statement, operand, &least, &most);
	/* the nearest first: they make the best neighbours */
	if (now > INT64_MIN)
		tried[count++] = now - 1;
	if (now < INT64_MAX)
		tried[count++] = now + 1;
	tried[count++] = now / 2;
	for (size_t i = 0; i < COUNT; i++)
		tried[count++] = numbers[i];
	tried[count++] = most;
	tried[count++] = most / 2;
	tried[count++] = least;
	for (size_t i = 0; i < count; i++) {
		bool is_new = tried[i] != now && tried[i] >= least && tried[i] <= most;
		for (size_t k = 0; k < i && is_new; k++)
			is_new = tried[k] != tried[i];
		if (!is_new)
			continue;
		struct hr_operand by = { .kind = HR_OPERAND_NUMBER, .number = tried[i] };
		if (part != HR_NO_PART)
			by = with_part(experiments, &it->operands[operand], part, &by);
		struct hr_experiment experiment = {
			.change = HR_CHANGE_NUMBER,
			.part = part,
			.sequence = hr_with_operand(experiments->failing, statement, operand, &by),
			.statement = statement,
			.operand = operand,
			.number = tried[i],
			.is_empty = !tried[i] && now > 0 && part == HR_NO_PART && is_length,
			.text = hr_arena_printf(&experiments->arena, "%s is %" PRId64 " instead of %" PRId64, name,
						tried[i], now),
		};
		hr_experiments_add(experiments, &experiment);
	}
}

static const char *name_of_operand(struct hr_experiments *experiments, size_t statement, size_t operand)
{
	const struct hr_sequence *failing = experiments->failing;
	const struct hr_statement *it = &failing->statements.data[statement];
	if (it->kind == HR_STATEMENT_CALL)
		return hr_arena_printf(
			&experiments->arena, "'%s' of %s()",
			hr_parameter_name(&experiments->arena, failing->model, it->operation, (int)operand),
			failing->model->operations.data[it->operation].name);
	if (it->kind == HR_STATEMENT_SET)
		return hr_arena_printf(&experiments->arena, "'%s%s'", failing->values.data[it->access->value].name,
				       it->access->text ? it->access->text : "");
	return hr_arena_printf(&experiments->arena, "'%s'",
			       it->value == HR_NO_VALUE ? "" : failing->values.data[it->value].name);
}

static bool has_number_in(const struct hr_sequence *failing, const struct hr_operand *operand, int64_t least,
			  int64_t most)
{
	int64_t number;
	if (operand->kind == HR_OPERAND_NUMBER || operand->kind == HR_OPERAND_CONSTANT)
		return hr_operand_number(failing, operand, &number) && (number < least || number > most);
	if (operand->kind != HR_OPERAND_LIST && operand->kind != HR_OPERAND_STRUCT)
		return false;
	for (size_t i = 0; i < operand->part_count; i++)
		if (has_number_in(failing, &operand->parts[i], least, most))
			return true;
	return false;
}

bool hr_has_number(const struct hr_sequence *failing, size_t statement, int64_t least, int64_t most)
{
	for (size_t i = 0; i <= statement && i < failing->statements.count; i++)
		for (size_t k = 0; k < failing->statements.data[i].operand_count; k++)
			if (has_number_in(failing, &failing->statements.data[i].operands[k], least, most))
				return true;
	return false;
}

/* Numbers of an operand that are at least `from` are even in a copy, in lists and structs as well. Returns how many that were. */
static size_t make_even(struct hr_experiments *experiments, struct hr_operand *operand, struct hr_type_ref ref,
			int64_t from)
{
	enum { EVEN = 65536 };
	const struct hr_model *model = experiments->failing->model;
	const struct hr_type *type = hr_model_type(model, ref);
	size_t changed = 0;
	int64_t number;
	if (operand->kind == HR_OPERAND_NUMBER || operand->kind == HR_OPERAND_CONSTANT) {
		if (!type || type->kind != HR_TYPE_INT || type->size < 4 ||
		    !hr_operand_number(experiments->failing, operand, &number) || number < from)
			return 0;
		*operand = (struct hr_operand){ .kind = HR_OPERAND_NUMBER, .number = EVEN };
		return 1;
	}
	if (operand->kind != HR_OPERAND_LIST && operand->kind != HR_OPERAND_STRUCT)
		return 0;
	/* they stand for pointers to them, but in `new` and in each other */
	if (type && (type->kind == HR_TYPE_POINTER || type->kind == HR_TYPE_ARRAY))
		ref = hr_model_pointee(model, ref);
	type = hr_model_type(model, ref);
	bool is_struct = operand->kind == HR_OPERAND_STRUCT;
	const struct hr_operand *parts = operand->parts;
	operand->parts = hr_arena_alloc(&experiments->arena, (operand->part_count + 1) * sizeof *operand->parts);
	for (size_t i = 0; i < operand->part_count; i++) {
		bool is_known = type && (!is_struct || (operand->fields && operand->fields[i] < type->fields.count));
		const struct hr_item *field =
			is_struct && is_known ? &type->fields.data[operand->fields[i]].item : NULL;
		bool is_number = parts[i].kind == HR_OPERAND_NUMBER || parts[i].kind == HR_OPERAND_CONSTANT;
		/* lengths, flags and choices stay what they are, as among arguments */
		bool is_bound = field && is_number && field->role != HR_ROLE_IN && field->role != HR_ROLE_SIZE &&
				field->role != HR_ROLE_UNKNOWN;
		operand->parts[i] = parts[i];
		if (is_known && !is_bound)
			changed += make_even(experiments, &operand->parts[i],
					     is_struct ? type->fields.data[operand->fields[i]].item.type : ref, from);
	}
	return changed;
}

/* A product overflows by one huge factor as well as by two that nobody would call huge: then those are tried in the call, and for what is huge in the calls before. What is below zero is left alone: where it is huge, nothing is tried. */
static void try_even(struct hr_experiments *experiments)
{
	const struct hr_sequence *failing = experiments->failing;
	const struct hr_fault *fault = &experiments->outcome->fault;
	struct hr_sequence *even = NULL;
	size_t changed = 0;
	if (experiments->outcome->status != HR_OUTCOME_FAULT || fault->kind != HR_KIND_UB_SIGNED_OVERFLOW ||
	    hr_has_number(failing, experiments->statement, -HR_NOT_HUGE, INT64_MAX))
		return;
	for (size_t i = 0; i <= experiments->statement; i++) {
		const struct hr_statement *it = &failing->statements.data[i];
		bool is_last = i == experiments->statement;
		for (size_t k = 0; k < it->operand_count; k++) {
			const struct hr_item *item = hr_parameter_of(failing, it, k);
			struct hr_operand by = it->operands[k];
			bool is_number = by.kind == HR_OPERAND_NUMBER || by.kind == HR_OPERAND_CONSTANT;
			if (it->kind == HR_STATEMENT_CALL &&
			    (!item || (is_number && item->role != HR_ROLE_IN && item->role != HR_ROLE_SIZE)))
				continue;
			size_t count = make_even(experiments, &by, type_of_operand(failing, it, k),
						 is_last ? 1 : HR_NOT_HUGE + 1);
			if (!count)
				continue;
			struct hr_sequence *next = hr_with_operand(even ? even : failing, i, k, &by);
			hr_sequence_free(even);
			even = next;
			if (!even)
				return;
			changed += count;
		}
	}
	struct hr_experiment experiment = { .change = HR_CHANGE_EVEN,
					    .sequence = even,
					    .statement = experiments->statement,
					    .text = "all numbers of the call are 65536, and none before is huge" };
	if (changed > 1)
		hr_experiments_add(experiments, &experiment);
	else
		hr_sequence_free(even);
}

void hr_experiments_for_numbers(struct hr_experiments *experiments)
{
	const struct hr_sequence *failing = experiments->failing;
	size_t first = experiments->way == HR_WAY_HANG ? experiments->statement : 0;
	try_even(experiments);
	for (size_t i = experiments->statement + 1; i-- > first;) {
		const struct hr_statement *it = &failing->statements.data[i];
		for (size_t k = 0; k < it->operand_count; k++) {
			try_number(experiments, i, k, HR_NO_PART, name_of_operand(experiments, i, k));
			for (size_t m = 0; m < hr_number_parts(&it->operands[k]); m++)
				try_number(experiments, i, k, m,
					   hr_arena_printf(&experiments->arena, "part %zu of %s", m + 1,
							   name_of_operand(experiments, i, k)));
		}
	}
}

/* ---- texts ---- */

static void try_operand(struct hr_experiments *experiments, size_t statement, size_t operand,
			const struct hr_operand *by, const char *text)
{
	struct hr_experiment experiment = {
		.change = HR_CHANGE_TEXT,
		.sequence = hr_with_operand(experiments->failing, statement, operand, by),
		.statement = statement,
		.operand = operand,
		.text = hr_arena_printf(&experiments->arena, "%s is %s",
					name_of_operand(experiments, statement, operand), text),
	};
	hr_experiments_add(experiments, &experiment);
}

/* The length that belongs to the text follows it: else a shorter text would be a lie. */
static bool has_length(const struct hr_sequence *failing, const struct hr_statement *call, size_t operand,
		       size_t *length)
{
	for (*length = 0; *length < call->operand_count; ++*length) {
		const struct hr_item *item = hr_parameter_of(failing, call, *length);
		if (item && (item->role == HR_ROLE_LENGTH || item->role == HR_ROLE_CAPACITY) &&
		    item->of == (int)operand)
			return true;
	}
	return false;
}

static struct hr_sequence *with_text(const struct hr_sequence *failing, size_t statement, size_t operand,
				     const struct hr_operand *by)
{
	const struct hr_statement *it = &failing->statements.data[statement];
	size_t length;
	struct hr_sequence *changed = hr_with_operand(failing, statement, operand, by);
	if (!changed || !has_length(failing, it, operand, &length))
		return changed;
	struct hr_operand number = { .kind = HR_OPERAND_NUMBER, .number = (int64_t)by->length };
	int64_t now;
	if (!hr_operand_number(failing, &it->operands[length], &now) || now <= (int64_t)by->length)
		return changed;
	struct hr_sequence *both = hr_with_operand(changed, statement, length, &number);
	hr_sequence_free(changed);
	return both;
}

static void try_text(struct hr_experiments *experiments, size_t statement, size_t operand)
{
	enum { LONGER = 7 };
	const struct hr_operand *now = &experiments->failing->statements.data[statement].operands[operand];
	/* data whose length is told: as many others */
	bool is_data = now->kind == HR_OPERAND_BYTES && now->length > 1;
	char *letters = hr_arena_alloc(&experiments->arena, now->length + 1);
	char *zeros = hr_arena_alloc(&experiments->arena, now->length + 1);
	char *longer = hr_arena_alloc(&experiments->arena, now->length + LONGER + 1);
	memset(letters, 'a', now->length);
	memset(zeros, 0, now->length);
	memset(longer, 'a', now->length + LONGER);
	memcpy(longer, now->text, now->length);
	struct {
		struct hr_operand by;
		const char *text;
	} tries[] = {
		{ { .kind = now->kind, .text = now->text, .length = now->length ? now->length - 1 : 0 },
		  "a byte shorter" },
		{ { .kind = now->kind, .text = now->text, .length = now->length / 2 }, "half as long" },
		{ { .kind = now->kind, .text = "a", .length = 1 }, "\"a\"" },
		{ { .kind = now->kind, .text = "1", .length = 1 }, "\"1\"" },
		{ { .kind = now->kind, .text = "", .length = 0 }, "empty" },
		{ { .kind = HR_OPERAND_TEXT, .text = now->text, .length = now->length },
		  "the same with a NUL behind it" },
		{ { .kind = now->kind, .text = longer, .length = now->length + LONGER }, "longer" },
		{ { .kind = now->kind, .text = letters, .length = now->length }, "all \"a\"" },
		{ { .kind = now->kind, .text = zeros, .length = now->length }, "all zero" },
	};
	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
		const struct hr_operand *by = &tries[i].by;
		bool is_as_long = by->text == letters || by->text == zeros;
		if ((is_as_long && !is_data) || (by->text == longer && now->kind != HR_OPERAND_TEXT))
			continue;
		if (by->kind == now->kind && by->length == now->length && memcmp(by->text, now->text, by->length) == 0)
			continue;
		struct hr_experiment experiment = {
			.change = HR_CHANGE_TEXT,
			.is_terminated = by->kind != now->kind,
			.is_as_long = is_as_long,
			.is_empty = !by->length,
			.sequence = with_text(experiments->failing, statement, operand, by),
			.statement = statement,
			.operand = operand,
			.text = hr_arena_printf(&experiments->arena, "%s is %s",
						name_of_operand(experiments, statement, operand), tries[i].text),
		};
		hr_experiments_add(experiments, &experiment);
	}
}

void hr_experiments_for_texts(struct hr_experiments *experiments)
{
	const struct hr_sequence *failing = experiments->failing;
	/* calls are nested too deeply because of a text that the very call was given, or because of structures */
	size_t first = experiments->way == HR_WAY_STACK || experiments->way == HR_WAY_HANG ? experiments->statement : 0;
	for (size_t i = experiments->statement + 1; i-- > first;) {
		const struct hr_statement *it = &failing->statements.data[i];
		for (size_t k = 0; k < it->operand_count; k++) {
			const struct hr_operand *now = &it->operands[k];
			bool has_text = now->kind == HR_OPERAND_TEXT || now->kind == HR_OPERAND_BYTES;
			bool has_contents = now->kind == HR_OPERAND_STREAM || now->kind == HR_OPERAND_PATH ||
					    now->kind == HR_OPERAND_DESCRIPTOR;
			if (has_text && now->text)
				try_text(experiments, i, k);
			else if (has_contents && now->text && now->length)
				try_operand(experiments, i, k, &(struct hr_operand){ .kind = now->kind, .text = "" },
					    "empty");
			else if (now->kind == HR_OPERAND_REAL)
				try_operand(experiments, i, k,
					    &(struct hr_operand){ .kind = HR_OPERAND_REAL, .real = now->real == 0 },
					    now->real == 0 ? "1" : "0");
			else if (now->kind == HR_OPERAND_CALLBACK && now->part_count)
				try_operand(experiments, i, k, &(struct hr_operand){ .kind = HR_OPERAND_CALLBACK },
					    "a callback that returns 0");
		}
	}
}

/* ---- a statement less ---- */

void hr_experiments_for_calls(struct hr_experiments *experiments)
{
	const struct hr_sequence *failing = experiments->failing;
	/* a leak shows at the end, and any of the calls may be what it takes */
	size_t end = experiments->way == HR_WAY_LEAK ? failing->statements.count : experiments->statement;
	for (size_t i = end; i-- > 0;) {
		const struct hr_statement *it = &failing->statements.data[i];
		struct hr_strbuf text = HR_STRBUF_INIT;
		if (it->kind != HR_STATEMENT_CALL && it->kind != HR_STATEMENT_SET &&
		    it->kind != HR_STATEMENT_FAIL_ALLOC)
			continue;
		/* what is not destroyed does not leak: that says nothing */
		if (experiments->way == HR_WAY_LEAK && it->kind == HR_STATEMENT_CALL &&
		    failing->model->operations.data[it->operation].kind == HR_KIND_DESTROYER)
			continue;
		if (it->kind == HR_STATEMENT_CALL)
			hr_strbuf_addf(&text, "%s() is not called",
				       failing->model->operations.data[it->operation].name);
		else if (it->kind == HR_STATEMENT_SET)
			hr_strbuf_addf(&text, "%s is not set", name_of_operand(experiments, i, 0));
		else
			hr_strbuf_addstr(&text, "no allocation fails");
		struct hr_experiment experiment = {
			.change = HR_CHANGE_CALL,
			.sequence = hr_without(failing, i, experiments->statement),
			.statement = i,
			.text = hr_arena_strdup(&experiments->arena, text.data),
		};
		hr_experiments_add(experiments, &experiment);
		hr_strbuf_release(&text);
	}
}
