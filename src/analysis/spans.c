/* What was found out about buffers, kept for callers and told as facts. A buffer has one span: the first that is told stays. */
#include "analysis/values_internal.h"

static int field_index(const struct hr_function_values *values, const struct hr_ref *ref)
{
	const struct hr_value_facts *facts = hr_ref_facts((struct hr_function_values *)values, ref);
	for (size_t i = 0; facts && i < values->facts->fields.count; i++)
		if (&values->facts->fields.data[i].value == facts)
			return (int)i;
	return -1;
}

static int source_of(const struct hr_function_values *values, const struct hr_ref *ref)
{
	return (int)values->function->parameters.data[ref->parameter].source;
}

static bool is_pointed(const struct hr_ref *ref)
{
	return ref->is_cell && ref->type == HR_CODE_NONE && ref->bytes == 0;
}

/* The buffer's side. False when the number cannot be told in the words of the facts. */
static bool tell_bound(struct hr_function_values *values, const struct hr_span *span)
{
	struct hr_bound bound = { .relation = span->relation,
				  .number = -1,
				  .times = -1,
				  .in_elements = span->factor != 1,
				  .element = (uint32_t)span->factor,
				  .at = span->at };
	const struct hr_ref *number = &span->number;
	if (number->parameter == HR_CODE_NONE) {
		bound.kind = HR_BOUND_CONSTANT;
		bound.element = span->element ? span->element : 1;
		bound.in_elements = bound.element > 1;
		bound.constant = span->factor / bound.element;
	} else if (span->is_end || !number->is_cell) {
		bound.kind = span->is_end ? HR_BOUND_END : HR_BOUND_PARAMETER;
		bound.number = source_of(values, number);
		if (!hr_ref_facts(values, number))
			return false;
	} else if (is_pointed(number)) {
		bound.kind = HR_BOUND_POINTED;
		bound.number = source_of(values, number);
	} else {
		bound.kind = HR_BOUND_FIELD;
		bound.number = field_index(values, number);
		if (bound.number < 0)
			return false;
	}
	if (span->times.parameter != HR_CODE_NONE) {
		if (span->times.is_cell || bound.kind != HR_BOUND_PARAMETER)
			return false;
		bound.times = source_of(values, &span->times);
	}
	struct hr_value_facts *facts = hr_ref_facts(values, &span->buffer);
	if (!facts)
		return false;
	facts->bound = bound;
	return true;
}

/* The number's side: a length where it is both. */
static void tell_number(struct hr_function_values *values, const struct hr_span *span, const struct hr_ref *number)
{
	if (number->parameter == HR_CODE_NONE || span->is_end)
		return;
	struct hr_ref place = *number;
	bool is_by_pointer = is_pointed(number);
	if (is_by_pointer)
		place.is_cell = false;
	if (place.is_cell != span->buffer.is_cell || (place.is_cell && place.parameter != span->buffer.parameter))
		return;
	int of = span->buffer.is_cell ? field_index(values, &span->buffer) : source_of(values, &span->buffer);
	struct hr_value_facts *facts = hr_ref_facts(values, &place);
	if (!facts || of < 0)
		return;
	if (facts->relation == HR_RELATION_LENGTH ||
	    (facts->relation == HR_RELATION_CAPACITY && span->relation == HR_RELATION_CAPACITY))
		return;
	facts->relation = span->relation;
	facts->of = of;
	facts->by_pointer = is_by_pointer;
	facts->minus_one = span->or_text;
	facts->in_elements = span->factor != 1 || span->times.parameter != HR_CODE_NONE;
	facts->element = (uint32_t)span->factor;
	facts->at_relation = span->at;
}

void hr_span_add(struct hr_function_values *values, const struct hr_span *span)
{
	hr_spans *spans = &values->unit->spans[values->index];
	if (span->factor <= 0 || span->factor > UINT32_MAX)
		return;
	for (size_t i = 0; i < spans->count; i++)
		if (hr_ref_equal(&spans->data[i].buffer, &span->buffer))
			return;
	hr_vec_push(spans, *span);
	if (span->is_hidden || !tell_bound(values, span))
		return;
	tell_number(values, span, &span->number);
	if (span->times.parameter != HR_CODE_NONE)
		tell_number(values, span, &span->times);
}
