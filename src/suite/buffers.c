/* What a call left in a buffer: a text, or bytes.
 *
 * Where a call says how many bytes it wrote, these count, and nothing behind them. What it left when it refused counts only where it is a message.
 *
 * Invariant: bytes are compared by strcmp() only where a NUL ends what was written. */
#include "suite/buffers.h"

#include "base/text.h"
#include "oracle/provenance.h"
#include "seq/close.h"
#include "seq/rooms.h"
#include "suite/number_names.h"
#include "suite/observe.h"

#include <string.h>

/* ---- how much there is ---- */

/* Which argument of the call the buffer is; NULL: it is none of its own. */
static const struct hr_item *parameter_for(const struct hr_sequence *sequence, const struct hr_statement *call,
					   size_t buffer, int *index)
{
	for (size_t i = 0; call->kind == HR_STATEMENT_CALL && i < call->operand_count; i++)
		if (call->operands[i].kind == HR_OPERAND_VALUE && call->operands[i].value == buffer) {
			*index = (int)i;
			return hr_parameter_of(sequence, call, i);
		}
	return NULL;
}

static bool is_filled(const struct hr_item *item)
{
	return item->role == HR_ROLE_OUT || item->role == HR_ROLE_INOUT;
}

/* The parameter that says how much room there is: -1, none. */
static int capacity_of(const struct hr_operation *operation, int buffer)
{
	for (size_t i = 0; i < operation->params.count; i++)
		if (operation->params.data[i].role == HR_ROLE_CAPACITY && operation->params.data[i].of == buffer)
			return (int)i;
	return -1;
}

/* Whether the result can be about no other buffer: it is the one that is filled, of those with a capacity where there are such. */
static bool is_only_one(const struct hr_operation *operation, int buffer)
{
	bool has_capacity = capacity_of(operation, buffer) >= 0;
	for (size_t i = 0; i < operation->params.count; i++)
		if ((int)i != buffer && is_filled(&operation->params.data[i]) &&
		    (!has_capacity || capacity_of(operation, (int)i) >= 0))
			return false;
	return true;
}

/* The same for room that a field of an object of the call's leads to (seq/rooms.h): what its capacity was set to, less what is left of it. */
static int64_t told_by_fields(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t statement,
			      size_t buffer)
{
	struct hr_room rooms[HR_MOST_ROOMS];
	size_t count = hr_rooms_find(rooms, sequence, statement);
	for (size_t i = 0; i < count; i++) {
		const struct hr_type *type = hr_model_type(sequence->model, rooms[i].capacity->item.type);
		if (hr_room_value(sequence, &rooms[i]) != buffer || rooms[i].capacity_statement == (size_t)-1 ||
		    !type || type->kind != HR_TYPE_INT || type->size <= 0 || type->size > 8)
			continue;
		const struct hr_operand *set = &sequence->statements.data[rooms[i].capacity_statement].operands[0];
		const unsigned char *bytes =
			hr_bytes_behind(sequence, outcome, rooms[i].object, statement,
					(size_t)rooms[i].capacity->offset_bits / 8, (size_t)type->size);
		if (!bytes || set->kind != HR_OPERAND_NUMBER)
			continue;
		int64_t left = hr_bytes_integer(bytes, (size_t)type->size, type->is_signed), used;
		bool is_odd = __builtin_sub_overflow(set->number, left, &used);
		return !is_odd && used > 0 && used <= hr_value_maker(sequence, buffer)->count ? used : HR_NOT_TOLD;
	}
	return HR_NOT_TOLD;
}

/* What a variable that the call was given the address of holds afterwards. */
static int64_t number_behind(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t statement,
			     const struct hr_operand *operand)
{
	if (operand->kind != HR_OPERAND_VALUE || !hr_value_is_own(sequence, operand->value))
		return HR_NOT_TOLD;
	const struct hr_type *type = hr_model_type(sequence->model, hr_value_pointee(sequence, operand->value));
	if (!type || type->kind != HR_TYPE_INT || type->size <= 0 || type->size > 8)
		return HR_NOT_TOLD;
	const unsigned char *bytes =
		hr_bytes_behind(sequence, outcome, operand->value, statement, 0, (size_t)type->size);
	return bytes ? hr_bytes_integer(bytes, (size_t)type->size, type->is_signed) : HR_NOT_TOLD;
}

/* What an operation that counts returned; 0 where that is an error. */
static int64_t number_returned(const struct hr_sequence *sequence, const struct hr_outcome *outcome,
			       const struct hr_statement *call)
{
	const struct hr_operation *operation = &sequence->model->operations.data[call->operation];
	const struct hr_type *type = hr_model_type(sequence->model, operation->result.type);
	const unsigned char *bytes = call->value == HR_NO_VALUE ? NULL : hr_outcome_bytes(outcome, call->value);
	if (!bytes || !type || type->kind != HR_TYPE_INT || type->size < 2 || type->size > 8 ||
	    operation->result.role == HR_ROLE_STATUS)
		return HR_NOT_TOLD;
	int64_t number = hr_bytes_integer(bytes, (size_t)type->size, type->is_signed);
	int64_t below;
	return number < 0 || hr_is_wrapped(type, number, &below) ? 0 : number;
}

/* Whether the call changed something from there on. */
static bool changes_behind(const struct hr_outcome *outcome, size_t statement, const struct hr_description *after,
			   size_t from)
{
	const struct hr_description *before = NULL;
	for (size_t i = statement; i-- > 0 && !before;)
		before = hr_outcome_description(outcome, after->value, i);
	for (size_t i = from; i < after->length && (!before || i < before->length); i++)
		if (after->bytes[i] != (before ? before->bytes[i] : 0))
			return true;
	return false;
}

/* Where no capacity says that the result is about the buffer, it counts the bytes only if nothing was written behind so many: a digest has its length whatever is returned. */
static int64_t number_believed(const struct hr_outcome *outcome, size_t statement, size_t buffer, int64_t number)
{
	const struct hr_description *shown = hr_outcome_description(outcome, buffer, statement);
	return number > 0 && shown && shown->is_readable && changes_behind(outcome, statement, shown, (size_t)number)
		       ? HR_NOT_TOLD
		       : number;
}

int64_t hr_bytes_told(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t statement,
		      size_t buffer)
{
	const struct hr_statement *call = &sequence->statements.data[statement];
	int index = -1;
	const struct hr_item *item = parameter_for(sequence, call, buffer, &index);
	if (!hr_value_is_own(sequence, buffer))
		return HR_NOT_TOLD;
	if (!item)
		return hr_call_refused(sequence, outcome, statement)
			       ? 0
			       : told_by_fields(sequence, outcome, statement, buffer);
	const struct hr_operation *operation = &sequence->model->operations.data[call->operation];
	int capacity = capacity_of(operation, index);
	if (capacity < 0 && item->role != HR_ROLE_OUT)
		return HR_NOT_TOLD;
	if (hr_call_refused(sequence, outcome, statement))
		return 0;
	int64_t most = hr_value_maker(sequence, buffer)->count, room = most;
	int64_t told = HR_NOT_TOLD;
	if (capacity >= 0 && (size_t)capacity < call->operand_count) {
		(void)hr_operand_number(sequence, &call->operands[capacity], &room);
		told = number_behind(sequence, outcome, statement, &call->operands[capacity]);
	}
	if (told == HR_NOT_TOLD && is_only_one(operation, index))
		told = number_returned(sequence, outcome, call);
	if (capacity < 0)
		told = number_believed(outcome, statement, buffer, told);
	/* what would have been written, had there been room for it */
	return told > most || told > room ? HR_NOT_TOLD : told;
}

/* ---- what it is ---- */

/* Whether the bytes are characters that a person would write: ASCII without control characters, or UTF-8. */
static bool is_readable_text(const unsigned char *bytes, size_t length)
{
	for (size_t i = 0; i < length;) {
		size_t more = bytes[i] < 0x80   ? 0
			      : bytes[i] < 0xc2 ? length
			      : bytes[i] < 0xe0 ? 1
			      : bytes[i] < 0xf0 ? 2
						: 3;
		if (more == 0 && ((bytes[i] < 0x20 && !strchr("\t\n\r", bytes[i])) || bytes[i] == 0x7f))
			return false;
		if (bytes[i] > 0xf4 || more >= length - i)
			return false;
		for (size_t k = 1; k <= more; k++)
			if ((bytes[i + k] & 0xc0) != 0x80)
				return false;
		i += more + 1;
	}
	return true;
}

/* Memory that is passed as something else than characters holds no text. */
static bool may_be_text(const struct hr_sequence *sequence, const struct hr_item *item, size_t buffer)
{
	const struct hr_type *own = hr_model_type(sequence->model, hr_value_pointee(sequence, buffer));
	const struct hr_type *passed =
		item ? hr_model_type(sequence->model, hr_model_pointee(sequence->model, item->type)) : own;
	return hr_type_is_character(own) && hr_type_is_character(passed);
}

/* A buffer for what went wrong: that it is filled where the call refuses is its purpose. */
static bool is_for_message(const struct hr_item *item)
{
	return hr_text_find_any_case(item->name, "err") || hr_text_find_any_case(item->name, "msg") ||
	       hr_text_find_any_case(item->name, "mess");
}

/* A number beside a text may count something else than its bytes: only what says that it does is believed more than the NUL. */
static bool counts_bytes(const struct hr_sequence *sequence, const struct hr_statement *call)
{
	const char *doc = sequence->model->operations.data[call->operation].doc;
	return doc && hr_text_find_any_case(doc, "byte");
}

/* Whether the text up to the NUL is all that the call wrote. */
static bool is_whole_text(const struct hr_sequence *sequence, const struct hr_outcome *outcome, size_t statement,
			  const struct hr_description *shown, size_t length, int64_t told)
{
	if (!is_readable_text(shown->bytes, length))
		return told == HR_NOT_TOLD && length && !changes_behind(outcome, statement, shown, length + 1);
	if (told == HR_NOT_TOLD || told == 0)
		return length || !changes_behind(outcome, statement, shown, 1);
	if ((size_t)told > length + (length != 0)) /* a NUL may count, but not alone */
		return false;
	return (size_t)told >= length || !counts_bytes(sequence, &sequence->statements.data[statement]);
}

static void set_bytes(struct hr_assertion *out, struct hr_arena *arena, const unsigned char *bytes, size_t length)
{
	hr_assertion_set_text(out, arena, bytes, length);
	out->kind = HR_ASSERT_BYTES;
}

bool hr_buffer_observe(struct hr_assertion *out, struct hr_arena *arena, const struct hr_sequence *sequence,
		       size_t statement, const struct hr_outcome *outcome)
{
	const struct hr_description *shown = hr_outcome_description(outcome, out->value, statement);
	const struct hr_statement *call = &sequence->statements.data[statement];
	int index = -1;
	const struct hr_item *item = parameter_for(sequence, call, out->value, &index);
	if (!shown || !shown->is_readable)
		return false;
	int64_t told = hr_bytes_told(sequence, outcome, statement, out->value);
	if (told == 0 && item && hr_call_refused(sequence, outcome, statement) && !is_for_message(item))
		return false;
	size_t length =
		may_be_text(sequence, item, out->value) ? hr_text_length(shown->bytes, shown->length) : (size_t)-1;
	if (length != (size_t)-1 && is_whole_text(sequence, outcome, statement, shown, length, told)) {
		hr_assertion_set_text(out, arena, shown->bytes, length);
		return true;
	}
	if (told == 0)
		return false;
	if (told == HR_NOT_TOLD) {
		for (length = shown->length; length && !shown->bytes[length - 1];)
			length--;
		if (!length)
			return false;
		length = length < HR_BEGINNING ? length : HR_BEGINNING;
	} else {
		length = (size_t)told <= shown->length ? (size_t)told : HR_BEGINNING;
		length = length < shown->length ? length : shown->length;
	}
	set_bytes(out, arena, shown->bytes, length);
	return true;
}

uint32_t hr_bytes_checksum(const void *bytes, size_t size)
{
	uint32_t sum = 2166136261u;
	for (size_t i = 0; i < size; i++)
		sum = (sum ^ ((const unsigned char *)bytes)[i]) * 16777619u;
	return sum;
}
