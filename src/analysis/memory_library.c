/* Calls of the C library: what its table means for the caller's memory. */
#include "analysis/memory_call.h"

#include <string.h>

enum { LARGE_STRUCT = 8192 };

/* A function that the library calls back, with what the other arguments lead to. */
static void call_back(const struct memory_call *call, uint32_t callback)
{
	struct memory_frame *frame = call->frame;
	pointees all = HR_VEC_INIT;
	pointees ignored = HR_VEC_INIT;
	pointees functions = HR_VEC_INIT;
	bool is_known = false;

	hr_pointees_add_all(&frame->memory, &functions, hr_frame_set(frame, call->arguments[callback]));
	for (uint32_t i = 0; i < call->count; i++)
		if (i != callback)
			hr_pointees_add_all(&frame->memory, &all, hr_frame_set(frame, call->arguments[i]));
	hr_memory_mark(&frame->memory, &functions, MARK_CALLED, call->place);
	for (size_t i = 0; i < functions.count; i++) {
		const struct memory_object *object = &frame->memory.objects.data[functions.data[i].object];

		if (object->kind != OBJECT_FUNCTION || frame->memory.is_coarse ||
		    !frame->code->functions.data[object->index].is_defined)
			continue;
		const struct memory *summary = hr_effects_ask(frame->effects, frame->index, object->index, NULL);
		is_known = functions.count == 1;
		if (summary)
			hr_call_apply(call, summary, &all, &ignored);
	}
	if (!is_known) {
		hr_memory_give(&frame->memory, &all, MARK_GIVEN, call->place);
		frame->memory.is_unknown = true;
	}
	hr_vec_release(&all);
	hr_vec_release(&ignored);
	hr_vec_release(&functions);
}

/* Bytes by number are text or data; structs, and arrays of what has the size of pointers, can have pointers in them. */
static bool can_hold_pointers(const struct memory_frame *frame, uint32_t length)
{
	const struct hr_code_value *value = &frame->function->values.data[length];

	if (value->kind == HR_VALUE_INTEGER)
		return value->number >= 8;
	if (value->kind != HR_VALUE_INSTRUCTION)
		return false;
	const struct hr_code_instruction *at = &frame->function->instructions.data[value->index];
	if (at->op == HR_CODE_CAST)
		return can_hold_pointers(frame, frame->function->operands.data[at->operands]);
	if (at->op != HR_CODE_BINARY)
		return false;
	const struct hr_code_value *factor =
		&frame->function->values.data[frame->function->operands.data[at->operands + 1]];
	if (factor->kind != HR_VALUE_INTEGER)
		return false;
	return (at->detail == HR_MULTIPLY && factor->number % 8 == 0) ||
	       (at->detail == HR_SHIFT_LEFT && factor->number >= 3);
}

/* Members that are overwritten before the return anyway. */
static void find_holes(const struct memory_call *call, int64_t size, struct memory_copy *out)
{
	struct hr_order *order = call->frame->memory.order;

	out->to = hr_order_spot(call->frame->function, call->arguments[0]);
	for (int32_t i = 0; order && out->to.is_known && i + 8 <= size && i < LARGE_STRUCT && out->hole_count < HOLES;
	     i += 8) {
		struct hr_spot spot = out->to;

		spot.bytes += i;
		if (hr_order_is_stored(order, spot) && !hr_order_lasts(order, call->instruction, HR_AT_RETURN, spot))
			out->holes[out->hole_count++] = i;
	}
}

static void call_copies(const struct memory_call *call)
{
	struct memory_frame *frame = call->frame;
	pointees to = HR_VEC_INIT;
	pointees from = HR_VEC_INIT;
	const struct hr_code_value *length = &frame->function->values.data[call->arguments[2]];
	int64_t size = length->kind == HR_VALUE_INTEGER ? length->number : -1;
	struct memory_copy holes = { 0 };

	hr_pointees_add_all(&frame->memory, &to, hr_frame_set(frame, call->arguments[0]));
	hr_pointees_add_all(&frame->memory, &from, hr_frame_set(frame, call->arguments[1]));
	find_holes(call, size, &holes);
	for (size_t i = 0; i < to.count; i++)
		for (size_t k = 0; k < from.count; k++)
			hr_memory_copy(&frame->memory, frame->code, to.data[i], from.data[k], size, &holes);
	hr_vec_release(&to);
	hr_vec_release(&from);
}

/* A va_list: what the variable arguments lead to. */
static void read_list(const struct memory_call *call, uint32_t argument)
{
	struct memory *memory = &call->frame->memory;
	pointees list = HR_VEC_INIT;
	pointees rest = HR_VEC_INIT;

	hr_pointees_add_all(memory, &list, hr_frame_set(call->frame, argument));
	for (size_t i = 0; i < list.count; i++)
		hr_memory_load(memory, call->frame->code, &rest, (struct pointee){ list.data[i].object, 0, 1 },
			       hr_no_member(), true);
	hr_vec_clear(&list);
	for (size_t i = 0; i < rest.count; i++)
		hr_memory_load(memory, call->frame->code, &list, (struct pointee){ rest.data[i].object, 0, 1 },
			       hr_no_member(), true);
	hr_memory_mark(memory, &list, MARK_READ, call->place);
	hr_vec_release(&list);
	hr_vec_release(&rest);
}

static void fill(const struct memory_call *call, uint32_t number, const struct hr_libc_parameter *first)
{
	struct memory *memory = &call->frame->memory;
	pointees values = HR_VEC_INIT;
	pointees to = HR_VEC_INIT;

	if (number > 0 && first->meaning == HR_MEANING_STRING) {
		const pointees *text = hr_frame_set(call->frame, call->arguments[0]);

		for (size_t i = 0; i < text->count; i++)
			hr_call_add(memory, &values, text->data[i].object, 1);
	} else {
		hr_call_add(memory, &values, hr_memory_object(memory, OBJECT_FRESH, call->instruction, 1), 0);
	}
	hr_pointees_add_all(memory, &to, hr_frame_set(call->frame, call->arguments[number]));
	for (size_t i = 0; i < to.count; i++)
		hr_memory_store(memory, to.data[i], hr_no_member(), &values, true);
	hr_vec_release(&values);
	hr_vec_release(&to);
}

/* Without %s (and what is like it) a format reads no memory of the arguments behind it. */
static bool reads_rest(const struct memory_call *call, const struct hr_libc_function *function)
{
	const struct memory_frame *frame = call->frame;

	for (uint32_t i = 0; i < call->count; i++) {
		const struct hr_code_value *value = &frame->function->values.data[call->arguments[i]];

		if (hr_libc_parameter(function, i).meaning != HR_MEANING_FORMAT || value->kind != HR_VALUE_VARIABLE)
			continue;
		const struct hr_code_variable *text = &frame->code->variables.data[value->index];
		if (!text->is_constant || !text->contents || value->number)
			continue;
		for (uint64_t k = 0; k + 1 < text->size; k++) {
			if (text->contents[k] != '%')
				continue;
			k += 1 + strspn((const char *)text->contents + k + 1, "-+ #0'123456789.*hljztLq");
			if (strchr("sSnm", text->contents[k])) /* the end counts as well */
				return text->contents[k] != '\0';
		}
		return false;
	}
	return true;
}

static void call_parameter(const struct memory_call *call, const struct hr_libc_function *function, uint32_t number,
			   pointees *result)
{
	struct memory_frame *frame = call->frame;
	struct hr_libc_parameter parameter = hr_libc_parameter(function, number);
	struct hr_libc_parameter first = hr_libc_parameter(function, 0);
	uint32_t argument = call->arguments[number];
	bool is_rest = !function->parameters[number < HR_LIBC_PARAMETERS ? number : HR_LIBC_PARAMETERS - 1];
	unsigned marks = 0;

	if (parameter.does & HR_LIBC_READ ||
	    (is_rest && function->does & HR_LIBC_REST_READ && reads_rest(call, function)))
		marks |= MARK_READ;
	if (parameter.does & HR_LIBC_WRITE || (is_rest && function->does & HR_LIBC_REST_WRITTEN))
		marks |= MARK_WRITTEN;
	if (parameter.does & HR_LIBC_FREE)
		hr_call_free(call, argument, hr_frame_set(frame, argument), MARK_FREED);
	if (parameter.does & HR_LIBC_KEPT)
		marks |= MARK_LOST;
	hr_frame_access(frame, argument, marks, call->at);
	if (parameter.does & HR_LIBC_RETURNED) {
		const pointees *set = hr_frame_set(frame, argument);

		for (size_t i = 0; i < set->count; i++)
			hr_pointees_add(&frame->memory, result,
					hr_pointee_moved(set->data[i], 0, parameter.does & HR_LIBC_WRITE ? 0 : 1));
	}
	if (parameter.does & HR_LIBC_FILLED)
		fill(call, number, &first);
	if (parameter.does & HR_LIBC_LIST)
		read_list(call, argument);
	if (parameter.does & HR_LIBC_CALLED)
		call_back(call, number);
}

void hr_call_to_library(const struct memory_call *call, const struct hr_libc_function *function, pointees *result)
{
	struct memory *memory = &call->frame->memory;

	for (uint32_t i = 0; i < call->count; i++)
		call_parameter(call, function, i, result);
	if (function->does & HR_LIBC_COPIES && call->count >= 3 && can_hold_pointers(call->frame, call->arguments[2]))
		call_copies(call);
	if (function->does & HR_LIBC_FRESH) {
		uint32_t fresh = hr_memory_object(memory, OBJECT_FRESH, call->instruction, 0);
		struct hr_libc_parameter first = hr_libc_parameter(function, 0);

		hr_call_add(memory, result, fresh, 0);
		if (first.does & HR_LIBC_FREE && call->count) { /* realloc: what was in it is in the new one */
			pointees old = HR_VEC_INIT;

			hr_pointees_add_all(memory, &old, hr_frame_set(call->frame, call->arguments[0]));
			for (size_t i = 0; i < old.count; i++)
				hr_memory_copy(memory, call->frame->code, (struct pointee){ fresh, 0, 0 }, old.data[i],
					       -1, NULL);
			hr_vec_release(&old);
		}
	}
	if (function->does & HR_LIBC_STATIC)
		hr_call_add(memory, result, hr_memory_global(memory, call->frame->code, GLOBAL_LIBRARY), 1);
	memory->is_outside |= (function->does & HR_LIBC_OUTSIDE) != 0;
}
