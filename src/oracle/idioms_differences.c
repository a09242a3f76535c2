/* Comparing two runs: numbers, texts, what callbacks were told. What may be an address, or memory that is handed out to be filled, is no difference. */
#include "oracle/idioms_runs.h"

#include <string.h>

/* An address, whole or shifted, or the lower half of one. */
static bool is_address(const struct hr_comparing *comparing, int64_t a, int64_t b)
{
	uint64_t moved = (uint64_t)comparing->moved, by = (uint64_t)b - (uint64_t)a;

	if (!comparing->moved)
		return false;
	for (unsigned shift = 0; shift <= 12; shift++)
		if (by == moved >> shift || by == (uint64_t)(-(int64_t)(moved >> shift)) ||
		    (uint32_t)by == (uint32_t)(moved >> shift) || by == moved << shift)
			return true;
	return false;
}

static bool begins_with_fill(const struct hr_seen *seen, unsigned char fill)
{
	return seen->kind == HR_SEEN_TEXT && seen->text && seen->length && (unsigned char)seen->text[0] == fill;
}

/* Memory that the unit hands out to be filled: what is in it is nobody's business. */
static bool is_raw(const struct hr_comparing *comparing, const struct hr_statement *statement)
{
	const struct hr_model *model = comparing->sequence->model;
	struct hr_type_ref type = model->operations.data[statement->operation].result.type;
	const struct hr_type *pointer = hr_model_type(model, type);

	if (!comparing->is_fill || !pointer || pointer->kind != HR_TYPE_POINTER || hr_is_const_pointer(model, type) ||
	    hr_handle_of(model, type) != HR_NO_TYPE)
		return false;
	struct hr_seen seen = hr_see(comparing->sequence, comparing->first, statement->value);
	if (seen.kind == HR_SEEN_NULL)
		return false;
	return seen.kind != HR_SEEN_TEXT || begins_with_fill(&seen, HR_FIRST_FILL) || seen.length == 0;
}

static bool is_own_object(const struct hr_sequence *sequence, size_t value)
{
	return sequence->statements.data[sequence->values.data[value].statement].kind == HR_STATEMENT_NEW;
}

static bool compare_value(struct hr_difference *out, const struct hr_comparing *comparing, size_t value)
{
	out->first = hr_see(comparing->sequence, comparing->first, value);
	out->second = hr_see(comparing->sequence, comparing->second, value);
	if (hr_seen_same(&out->first, &out->second))
		return false;
	if (out->first.kind == HR_SEEN_NUMBER && out->second.kind == HR_SEEN_NUMBER)
		return !is_address(comparing, out->first.number, out->second.number);
	if (out->first.kind == HR_SEEN_TEXT || out->second.kind == HR_SEEN_TEXT) {
		if (comparing->moved && ((out->first.text && strstr(out->first.text, "0x")) ||
					 (out->second.text && strstr(out->second.text, "0x"))))
			return false; /* an address in words */
		return !(comparing->is_fill && begins_with_fill(&out->first, HR_FIRST_FILL));
	}
	return out->first.kind == HR_SEEN_REAL || out->first.kind == HR_SEEN_NULL || out->second.kind == HR_SEEN_NULL;
}

/* Numbers in an object of the sequence's own, after the statement. Only where one is all there is: what lies between may be padding, or a pointer. */
static bool compare_object(struct hr_difference *out, const struct hr_comparing *comparing,
			   const struct hr_description *first)
{
	const struct hr_sequence *sequence = comparing->sequence;
	struct hr_type_ref pointee = hr_value_pointee(sequence, first->value);
	const struct hr_type *type = hr_model_type(sequence->model, pointee);
	const struct hr_description *second = hr_outcome_description(comparing->second, first->value, first->statement);

	if (!second || !type || first->length != second->length || !hr_is_number(sequence->model, pointee) ||
	    !is_own_object(sequence, first->value))
		return false;
	size_t size = (size_t)type->size;
	for (size_t i = 0; i + size <= first->length; i += size) {
		int64_t a = hr_bytes_integer(first->bytes + i, size, type->is_signed);
		int64_t b = hr_bytes_integer(second->bytes + i, size, type->is_signed);
		if (a == b || is_address(comparing, a, b) || (size < 8 && comparing->moved))
			continue;
		out->first = (struct hr_seen){ .kind = HR_SEEN_NUMBER, .number = a };
		out->second = (struct hr_seen){ .kind = HR_SEEN_NUMBER, .number = b };
		return true;
	}
	return false;
}

static bool compare_callbacks(struct hr_difference *out, const struct hr_comparing *comparing, size_t statement)
{
	const struct hr_outcome *first = comparing->first, *second = comparing->second;

	for (size_t i = 0; i < first->callbacks.count && i < second->callbacks.count; i++) {
		const struct hr_callback_call *a = &first->callbacks.data[i], *b = &second->callbacks.data[i];
		if (a->statement != statement || b->statement != statement)
			continue;
		for (size_t k = 0; k < a->arguments.count && k < b->arguments.count; k++) {
			out->first = (struct hr_seen){ .kind = HR_SEEN_TEXT,
						       .text = a->arguments.data[k].text,
						       .length = a->arguments.data[k].length };
			out->second = (struct hr_seen){ .kind = HR_SEEN_TEXT,
							.text = b->arguments.data[k].text,
							.length = b->arguments.data[k].length };
			/* where the length comes beside it, what is behind the text is not the text */
			if (out->first.text && out->second.text && out->first.length == out->second.length &&
			    !hr_seen_same(&out->first, &out->second) && !begins_with_fill(&out->first, HR_FIRST_FILL) &&
			    memchr(out->first.text, HR_FIRST_FILL, out->first.length) == NULL)
				return true;
		}
	}
	return false;
}

struct hr_difference hr_compare_runs(const struct hr_comparing *comparing)
{
	const struct hr_sequence *sequence = comparing->sequence;
	struct hr_difference out = { .value = HR_NO_VALUE };
	size_t next = 0;

	for (size_t i = 0; i < sequence->statements.count && !out.is_found; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		out.statement = i;
		out.value = HR_NO_VALUE;
		if (it->kind == HR_STATEMENT_CALL && it->value != HR_NO_VALUE) {
			if (is_raw(comparing, it))
				return (struct hr_difference){ .value = HR_NO_VALUE };
			out.is_found = compare_value(&out, comparing, it->value);
			out.value = it->value;
		}
		for (; next < comparing->first->descriptions.count && !out.is_found &&
		       comparing->first->descriptions.data[next].statement <= i;
		     next++)
			if (it->kind == HR_STATEMENT_CALL &&
			    compare_object(&out, comparing, &comparing->first->descriptions.data[next])) {
				out.is_found = true;
				out.value = HR_NO_VALUE;
			}
		if (!out.is_found && it->kind == HR_STATEMENT_CALL && compare_callbacks(&out, comparing, i)) {
			out.is_found = true;
			out.value = HR_NO_VALUE;
		}
	}
	return out;
}
