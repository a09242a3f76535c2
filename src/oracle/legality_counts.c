/* Whether a sequence kept the rules, as far as numbers go that count for more than their own argument: f(levels, length, text) reads as many of both, and only one of them may be known to have that length; and
 * what an earlier call was told (so many characters, such a code) may be more than the unit promises to handle, which is written in prose if at all; and records that an object was given before may be more than those that it is given now.
 *
 * Which array the failing call ran out of cannot be told from where it ended up: another one may lie there. So every array of the caller's counts that is shorter than such a number, and of whose length nothing is said. */
#include "oracle/legality_internal.h"
#include "oracle/provenance.h"

#include <string.h>
#include <strings.h>

static bool is_length(const struct hr_item *item)
{
	return item && (item->role == HR_ROLE_LENGTH || item->role == HR_ROLE_CAPACITY);
}

static bool has_length(const struct hr_sequence *sequence, const struct hr_statement *call, size_t operand)
{
	for (size_t i = 0; i < call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(sequence, call, i);
		if (is_length(item) && item->of == (int)operand)
			return true;
	}
	return false;
}

/* How many elements the argument has, when it is an array of the caller's without a length; 0: it is none. */
static int64_t elements_of(const struct hr_sequence *sequence, const struct hr_statement *call, size_t operand)
{
	const struct hr_item *item = hr_parameter_of(sequence, call, operand);
	int64_t room;
	if (!item || item->role == HR_ROLE_STRING || !hr_model_is_pointer(sequence->model, item->type) ||
	    has_length(sequence, call, operand) ||
	    !hr_operand_room(sequence, &call->operands[operand], item->type, &room))
		return 0;
	const struct hr_type *element = hr_model_type(sequence->model, hr_model_pointee(sequence->model, item->type));
	if (element && element->kind == HR_TYPE_VOID) /* work space, or something to be handed on */
		return 0;
	int64_t size = element && element->size > 0 ? element->size : 1;
	return room / size > 1 ? room / size : 0;
}

/* The memory that was overrun is an argument with a length of its own, another one than this. */
static bool has_own_length(const struct hr_sequence *sequence, const struct hr_outcome *outcome,
			   const struct hr_statement *call, size_t length)
{
	const struct hr_owner *owner = &outcome->fault.owner;
	for (size_t i = 0; i < outcome->pointers.count && owner->block != HR_NO_BLOCK; i++) {
		const struct hr_pointer_record *record = &outcome->pointers.data[i];
		for (size_t k = 0; k < call->operand_count && record->block == owner->block; k++) {
			const struct hr_item *item = hr_parameter_of(sequence, call, k);
			if (k == length || !is_length(item) || item->of < 0 || (size_t)item->of >= call->operand_count)
				continue;
			const struct hr_operand *array = &call->operands[item->of];
			if (array->kind == HR_OPERAND_VALUE && array->value == record->value)
				return true;
		}
	}
	return false;
}

/* A number that a byte cannot hold, in the argument or in a list that it is: numbers are made as small as they can be before anything is judged. */
static bool is_large(const struct hr_operand *operand)
{
	enum { MOST = 255 };
	for (size_t i = 0; operand->kind == HR_OPERAND_LIST && i < operand->part_count; i++)
		if (is_large(&operand->parts[i]))
			return true;
	return operand->kind == HR_OPERAND_NUMBER && operand->number > MOST;
}

/* What earlier calls took without a word. */
static void look_at_numbers_before(struct hr_look *look)
{
	const struct hr_sequence *sequence = look->sequence;
	for (size_t i = 0; i < look->end; i++) {
		const struct hr_statement *call = &sequence->statements.data[i];
		for (size_t k = 0; call->kind == HR_STATEMENT_CALL && k < call->operand_count; k++) {
			const struct hr_item *item = hr_parameter_of(sequence, call, k);
			bool is_amount = item && (item->role == HR_ROLE_IN || item->role == HR_ROLE_SIZE ||
						  item->role == HR_ROLE_ARRAY || item->role == HR_ROLE_STRING);
			if (!is_amount || !is_large(&call->operands[k]) || look->out->grade <= HR_LEGAL_LIKELY)
				continue;
			hr_look_lower(
				look, HR_LEGAL_LIKELY,
				hr_arena_printf(
					look->arena,
					"'%s' of %s() is above 255, which may be more than the unit promises to handle.",
					hr_parameter_name(look->arena, sequence->model, call->operation, (int)k),
					hr_look_name(look, call)));
		}
	}
}

/* How many elements of more than a byte an argument has that is written; 0: it is no such thing. `*type`: of an element. */
static int64_t records_of(size_t *type, const struct hr_sequence *sequence, const struct hr_statement *call,
			  size_t operand)
{
	const struct hr_item *item = hr_parameter_of(sequence, call, operand);
	int64_t room;
	if (!item || (item->role != HR_ROLE_INOUT && item->role != HR_ROLE_OUT) ||
	    !hr_model_is_pointer(sequence->model, item->type) ||
	    !hr_operand_room(sequence, &call->operands[operand], item->type, &room))
		return 0;
	*type = hr_model_pointee(sequence->model, item->type).type;
	const struct hr_type *element = hr_model_type(sequence->model, hr_model_pointee(sequence->model, item->type));
	return element && element->size > 1 ? room / element->size : 0;
}

/* The most records of the type that the object was given by a call. */
static int64_t most_records(const struct hr_sequence *sequence, const struct hr_statement *call, size_t object,
			    size_t type)
{
	int64_t most = 0;
	if (call->kind != HR_STATEMENT_CALL || !call->operand_count ||
	    hr_operand_root(sequence, &call->operands[0]) != object)
		return 0;
	for (size_t i = 1; i < call->operand_count; i++) {
		size_t other;
		int64_t count = records_of(&other, sequence, call, i);
		if (count > most && other == type)
			most = count;
	}
	return most;
}

/* parse(parser, records, 2), then parse(parser, others, 1): what an object remembers of the records that it was given holds for the next ones only if they are as many. */
static void look_at_records_before(struct hr_look *look)
{
	const struct hr_sequence *sequence = look->sequence;
	if (!look->call->operand_count)
		return;
	size_t object = hr_operand_root(sequence, &look->call->operands[0]);
	for (size_t k = 1; k < look->call->operand_count && object != HR_NO_VALUE; k++) {
		size_t type;
		int64_t now = records_of(&type, sequence, look->call, k), before = 0;
		for (size_t i = 0; i < look->end && now && before <= now; i++)
			before = most_records(sequence, &sequence->statements.data[i], object, type);
		if (!now || before <= now)
			continue;
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      hr_arena_printf(
				      look->arena, "'%s' of %s() has %lld, and an earlier call was given %lld of them.",
				      hr_parameter_name(look->arena, sequence->model, look->call->operation, (int)k),
				      hr_look_name(look, look->call), (long long)now, (long long)before));
		return;
	}
}

/* A number of the call that is more than an array of it has, of which nobody says how long it is. */
static void look_at_number(struct hr_look *look, size_t array, int64_t elements)
{
	for (size_t k = 0; k < look->call->operand_count; k++) {
		int64_t number;
		if (!is_length(hr_parameter_of(look->sequence, look->call, k)) ||
		    !hr_operand_number_run(look->sequence, look->outcome, &look->call->operands[k], &number) ||
		    number <= elements || has_own_length(look->sequence, look->outcome, look->call, k))
			continue;
		const struct hr_model *model = look->sequence->model;
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      hr_arena_printf(look->arena,
					      "'%s' of %s() is %lld, and may count for '%s' as well, which has %lld.",
					      hr_parameter_name(look->arena, model, look->call->operation, (int)k),
					      hr_look_name(look, look->call), (long long)number,
					      hr_parameter_name(look->arena, model, look->call->operation, (int)array),
					      (long long)elements));
		return;
	}
}

/* The numbers of a list that the sequence wrote out, together; false: it is no such list. */
static bool sum_of(const struct hr_sequence *sequence, const struct hr_operand *operand, int64_t *sum)
{
	if (operand->kind == HR_OPERAND_VALUE) {
		size_t root = hr_operand_root(sequence, operand);
		const struct hr_statement *maker =
			root == HR_NO_VALUE ? NULL : &sequence->statements.data[sequence->values.data[root].statement];
		if (!maker || maker->kind == HR_STATEMENT_CALL || maker->operand_count != 1)
			return false;
		operand = &maker->operands[0];
	}
	if (operand->kind != HR_OPERAND_LIST || !operand->part_count)
		return false;
	*sum = 0;
	for (size_t i = 0; i < operand->part_count; i++) {
		const struct hr_operand *part = &operand->parts[i];
		if (part->kind != HR_OPERAND_NUMBER)
			return false;
		/* what no signed number can hold is below zero here */
		if (part->number < 0 || __builtin_add_overflow(*sum, part->number, sum))
			*sum = INT64_MAX;
	}
	return true;
}

/* size_t sizes[], unsigned samples_lens[] */
static bool are_lengths(const struct hr_model *model, const struct hr_item *item)
{
	static const char *const ends[] = { "size", "sizes", "len", "lens", "length", "lengths" };
	size_t length = item ? strlen(item->name) : 0;
	if (!item || !hr_model_is_integer(model, hr_model_pointee(model, item->type)))
		return false;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (length >= strlen(ends[i]) && strcasecmp(item->name + length - strlen(ends[i]), ends[i]) == 0)
			return true;
	return false;
}

/* Bytes that the call reads: no text that ends by itself, and nothing with a structure of its own. */
static bool is_read_in_parts(const struct hr_sequence *sequence, const struct hr_item *item)
{
	const struct hr_type *element =
		item ? hr_model_type(sequence->model, hr_model_pointee(sequence->model, item->type)) : NULL;
	return element && (element->kind == HR_TYPE_VOID || element->size == 1) && item->role != HR_ROLE_OUT &&
	       item->role != HR_ROLE_STRING && item->role != HR_ROLE_PATH;
}

/* train(samples, sizes, count): how long the parts of a buffer are that stand one behind the other. Together they may be more than it has. */
static void look_at_lengths(struct hr_look *look, size_t list, int64_t sum)
{
	for (size_t k = 0; k < look->call->operand_count; k++) {
		const struct hr_item *item = hr_parameter_of(look->sequence, look->call, k);
		int64_t room;
		if (k == list || !is_read_in_parts(look->sequence, item) ||
		    !hr_operand_room(look->sequence, &look->call->operands[k], item->type, &room) || sum <= room)
			continue;
		const struct hr_model *model = look->sequence->model;
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      hr_arena_printf(
				      look->arena,
				      "'%s' of %s() may tell how long parts of '%s' are: %lld bytes, and it has %lld.",
				      hr_parameter_name(look->arena, model, look->call->operation, (int)list),
				      hr_look_name(look, look->call),
				      hr_parameter_name(look->arena, model, look->call->operation, (int)k),
				      (long long)sum, (long long)room));
		return;
	}
}

void hr_legality_look_at_counts(struct hr_look *look)
{
	if (look->way != HR_WAY_OVERFLOW && look->way != HR_WAY_WILD)
		return;
	look_at_numbers_before(look);
	look_at_records_before(look);
	for (size_t i = 0; i < look->call->operand_count; i++) {
		int64_t elements = elements_of(look->sequence, look->call, i);
		if (elements)
			look_at_number(look, i, elements);
		int64_t sum;
		if (are_lengths(look->sequence->model, hr_parameter_of(look->sequence, look->call, i)) &&
		    sum_of(look->sequence, &look->call->operands[i], &sum))
			look_at_lengths(look, i, sum);
	}
}
