/* Seeing values in outcomes, conditions about them, and what observers tell of an object. */
#include "oracle/idioms_internal.h"

#include <math.h>
#include <string.h>

static struct hr_seen see_pointer(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t value,
				  const unsigned char *bytes)
{
	struct hr_seen seen = { .kind = HR_SEEN_POINTER };

	if (hr_bytes_integer(bytes, 8, false) == 0) {
		seen.kind = HR_SEEN_NULL;
		return seen;
	}
	if (!hr_is_text(sequence->model, sequence->values.data[value].type))
		return seen;
	const struct hr_description *description =
		hr_outcome_description(outcome, value, sequence->values.data[value].statement);
	if (!description || !description->is_readable || !description->length ||
	    description->bytes[description->length - 1] != '\0')
		return seen;
	seen.kind = HR_SEEN_TEXT;
	seen.text = (const char *)description->bytes;
	seen.length = description->length - 1;
	return seen;
}

struct hr_seen hr_see(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t value)
{
	struct hr_type_ref ref = sequence->values.data[value].type;
	const struct hr_type *type = hr_model_type(sequence->model, ref);
	const unsigned char *bytes = hr_outcome_bytes(outcome, value);
	struct hr_seen seen = { .kind = HR_SEEN_NOTHING };

	if (!bytes || !type)
		return seen;
	if (hr_is_number(sequence->model, ref)) {
		seen.kind = HR_SEEN_NUMBER;
		seen.number =
			hr_bytes_integer(bytes, (size_t)type->size, type->is_signed || type->kind == HR_TYPE_ENUM);
	} else if (hr_is_real(sequence->model, ref)) {
		float single;
		seen.kind = HR_SEEN_REAL;
		memcpy(&single, bytes, sizeof single);
		seen.real = (double)single;
		if (type->size == 8)
			memcpy(&seen.real, bytes, sizeof seen.real);
	} else if (type->kind == HR_TYPE_POINTER) {
		return see_pointer(sequence, outcome, value, bytes);
	}
	return seen;
}

bool hr_seen_same(const struct hr_seen *a, const struct hr_seen *b)
{
	if (a->kind != b->kind)
		return false;
	switch (a->kind) {
	case HR_SEEN_NUMBER:
		return a->number == b->number;
	case HR_SEEN_REAL: /* what is not a number is the same as itself here */
		return a->real == b->real || (isnan(a->real) && isnan(b->real));
	case HR_SEEN_TEXT:
		return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
	default:
		return true;
	}
}

void hr_seen_write(struct hr_strbuf *out, const struct hr_seen *seen)
{
	switch (seen->kind) {
	case HR_SEEN_NUMBER:
		hr_strbuf_addf(out, "%lld", (long long)seen->number);
		break;
	case HR_SEEN_REAL:
		hr_strbuf_addf(out, "%.17g", seen->real);
		break;
	case HR_SEEN_TEXT:
		hr_strbuf_addch(out, '"');
		for (size_t i = 0; i < seen->length && i < 60; i++) {
			unsigned char c = (unsigned char)seen->text[i];
			if (c < ' ' || c >= 0x7F || c == '"' || c == '\\')
				hr_strbuf_addf(out, "\\x%02X", c);
			else
				hr_strbuf_addch(out, (char)c);
		}
		hr_strbuf_addstr(out, seen->length > 60 ? "…\"" : "\"");
		break;
	case HR_SEEN_NULL:
		hr_strbuf_addstr(out, "NULL");
		break;
	default:
		hr_strbuf_addstr(out, "something");
		break;
	}
}

/* ---- conditions */

struct hr_condition hr_expect(enum hr_expectation expectation, size_t value, int64_t number)
{
	return (struct hr_condition){
		.expectation = expectation, .value = value, .other = HR_NO_VALUE, .number = number
	};
}

struct hr_condition hr_expect_seen(const struct hr_seen *seen, size_t value)
{
	static const enum hr_expectation expectations[] = {
		[HR_SEEN_NOTHING] = HR_EXPECT_NOTHING, [HR_SEEN_NUMBER] = HR_EXPECT_EQUAL,
		[HR_SEEN_REAL] = HR_EXPECT_REAL,       [HR_SEEN_TEXT] = HR_EXPECT_TEXT,
		[HR_SEEN_NULL] = HR_EXPECT_NULL,       [HR_SEEN_POINTER] = HR_EXPECT_NOT_NULL,
	};
	struct hr_condition condition = hr_expect(expectations[seen->kind], value, seen->number);

	condition.real = seen->real;
	condition.text = seen->text;
	condition.length = seen->length;
	return condition;
}

struct hr_condition hr_expect_same(const struct hr_seen *seen, size_t value, size_t other)
{
	struct hr_condition condition = hr_expect_seen(seen, value);

	if (condition.expectation != HR_EXPECT_NULL && condition.expectation != HR_EXPECT_NOT_NULL)
		condition.other = other;
	return condition;
}

bool hr_expect_accepted(struct hr_condition *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome,
			size_t statement)
{
	const struct hr_statement *it = &sequence->statements.data[statement];
	const struct hr_operation *operation = &sequence->model->operations.data[it->operation];

	if (it->value == HR_NO_VALUE || hr_call_refused(sequence, outcome, statement))
		return false;
	switch (operation->error) {
	case HR_REFUSED_NULL:
		*out = hr_expect(HR_EXPECT_NOT_NULL, it->value, 0);
		return true;
	case HR_REFUSED_NEGATIVE:
		*out = hr_expect(HR_EXPECT_AT_LEAST, it->value, 0);
		return true;
	case HR_REFUSED_ZERO:
		*out = hr_expect(HR_EXPECT_NOT_EQUAL, it->value, 0);
		return true;
	case HR_REFUSED_NONZERO:
		*out = hr_expect(
			HR_EXPECT_EQUAL, it->value,
			operation->error_good >= 0 ? sequence->model->constants.data[operation->error_good].number : 0);
		return true;
	default:
		return false;
	}
}

static bool holds(const struct hr_condition *condition, const struct hr_sequence *sequence,
		  const struct hr_outcome *outcome, size_t less)
{
	struct hr_seen seen = hr_see(sequence, outcome, condition->value - less);
	struct hr_seen wanted = { .number = condition->number,
				  .real = condition->real,
				  .text = condition->text,
				  .length = condition->length };

	if (condition->other != HR_NO_VALUE)
		wanted = hr_see(sequence, outcome, condition->other - less);
	switch (condition->expectation) {
	case HR_EXPECT_EQUAL:
		return seen.number == wanted.number;
	case HR_EXPECT_NOT_EQUAL:
		return seen.number != wanted.number;
	case HR_EXPECT_BELOW:
		return seen.number < wanted.number;
	case HR_EXPECT_ABOVE:
		return seen.number > wanted.number;
	case HR_EXPECT_AT_MOST:
		return seen.number <= wanted.number;
	case HR_EXPECT_AT_LEAST:
		return seen.number >= wanted.number;
	case HR_EXPECT_REAL:
		wanted.kind = HR_SEEN_REAL;
		return hr_seen_same(&seen, &wanted);
	case HR_EXPECT_TEXT:
		wanted.kind = condition->other != HR_NO_VALUE ? wanted.kind : HR_SEEN_TEXT;
		return hr_seen_same(&seen, &wanted);
	case HR_EXPECT_NULL:
		return seen.kind == HR_SEEN_NULL;
	case HR_EXPECT_NOT_NULL:
		return seen.kind != HR_SEEN_NULL;
	default:
		return true;
	}
}

static bool has_value(const struct hr_sequence *sequence, size_t value, size_t less)
{
	return value >= less && value - less < sequence->values.count;
}

/* The sequence may have become too short for it; and a contract that comes from a store may name any value. */
static bool has_values(const struct hr_sequence *sequence, const struct hr_condition *condition, size_t less)
{
	return has_value(sequence, condition->value, less) &&
	       (condition->other == HR_NO_VALUE || has_value(sequence, condition->other, less));
}

bool hr_contract_is_broken(const struct hr_contract *contract, const struct hr_sequence *sequence,
			   const struct hr_outcome *outcome)
{
	size_t less = contract->value_count - sequence->values.count;

	if (outcome->status != HR_OUTCOME_NORMAL || contract->conclusion.expectation == HR_EXPECT_NOTHING ||
	    sequence->values.count > contract->value_count || sequence->statements.count < contract->tail ||
	    !has_values(sequence, &contract->conclusion, less))
		return false;
	for (size_t i = 0; i < contract->premise_count; i++)
		if (!has_values(sequence, &contract->premises[i], less) ||
		    !holds(&contract->premises[i], sequence, outcome, less))
			return false;
	return !holds(&contract->conclusion, sequence, outcome, less);
}

/* ---- observers */

static void fill_observer(struct hr_filling *filling, const struct hr_probing *probing, struct hr_sequence *sequence,
			  const struct hr_operation *operation, size_t receiver, unsigned variant)
{
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *param = &operation->params.data[i];
		if (i == receiver || param->role == HR_ROLE_OUT || param->role == HR_ROLE_FLAGS ||
		    param->role == HR_ROLE_CAPACITY)
			continue;
		struct hr_operand operand = hr_give_number(variant % 2);
		if (hr_is_text(sequence->model, param->type))
			operand = hr_probe_text(probing, variant + (unsigned)i);
		else if (hr_is_truth(sequence->model, param->type))
			operand.number = 1;
		hr_filling_operand(filling, i, &operand);
	}
}

static void keep_sight(struct hr_sight *out, size_t operation, size_t value)
{
	if (value == HR_NO_VALUE || out->count >= HR_MOST_SEEN)
		return;
	out->operations[out->count] = operation;
	out->values[out->count++] = value;
}

static void observe_with(struct hr_sight *out, struct hr_probing *probing, struct hr_sequence *sequence, size_t handle,
			 size_t object, unsigned variant, size_t index)
{
	const struct hr_model *model = probing->model;
	const struct hr_operation *operation = &model->operations.data[index];
	struct hr_filling filling;
	size_t receiver = 0, result = HR_NO_VALUE;

	while (hr_handle_of(model, operation->params.data[receiver].type) != object)
		receiver++;
	hr_filling_init(&filling);
	hr_filling_value(&filling, receiver, handle);
	fill_observer(&filling, probing, sequence, operation, receiver, variant);
	if (!hr_probe_call(sequence, index, &filling, &result))
		return;
	keep_sight(out, index, result);
	for (size_t k = 0; k < operation->params.count; k++) {
		if (filling.filled[k] == HR_NO_VALUE)
			continue;
		struct hr_type_ref pointee = hr_value_pointee(sequence, filling.filled[k]);
		const struct hr_statement *maker =
			&sequence->statements.data[sequence->values.data[filling.filled[k]].statement];
		if (maker->count < 0 && (hr_is_number(model, pointee) || hr_is_real(model, pointee)))
			keep_sight(out, index, hr_probe_read(sequence, filling.filled[k]));
	}
}

void hr_probe_observe(struct hr_sight *out, struct hr_probing *probing, struct hr_sequence *sequence, size_t handle,
		      size_t object, unsigned variant)
{
	const struct hr_model *model = probing->model;

	out->count = 0;
	/* what writes all of it as a text tells most */
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < model->operations.count && out->count + 2 < HR_MOST_SEEN; i++) {
			bool is_text = hr_is_text(model, model->operations.data[i].result.type);
			if (is_text == (pass == 0) && hr_is_observer(model, i, object))
				observe_with(out, probing, sequence, handle, object, variant, i);
		}
}

size_t hr_sights_differ(const struct hr_sight *a, const struct hr_sight *b, const struct hr_sequence *sequence,
			const struct hr_outcome *outcome)
{
	for (size_t i = 0; i < a->count && i < b->count; i++) {
		struct hr_seen first = hr_see(sequence, outcome, a->values[i]);
		struct hr_seen second = hr_see(sequence, outcome, b->values[i]);
		if (a->operations[i] == b->operations[i] && !hr_seen_same(&first, &second))
			return i;
	}
	return HR_NONE;
}
