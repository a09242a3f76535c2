/* What a failure counts as once no rule explains it: whether memory had known bounds, whether numbers wrap, which neighbour there is. */
#include "oracle/judge_internal.h"

#include "oracle/provenance.h"

#include "base/text.h"

#include <string.h>

/* Below that a text is no more than a guess from the type, which something else speaks against. */
static const double LIKELY_TEXT = 0.5;

static bool is_text_role(enum hr_role role)
{
	return role == HR_ROLE_STRING || role == HR_ROLE_PATH || role == HR_ROLE_FORMAT;
}

/* Who mixes bits lets numbers wrap on purpose. */
static bool is_mixing(const struct hr_fault *fault)
{
	static const char *const words[] = { "hash", "crc", "checksum", "rand", "seed", "mix", "digest", "sum" };
	for (size_t i = 0; i < fault->stack.count; i++)
		for (size_t k = 0; k < sizeof words / sizeof *words; k++)
			if (hr_text_find_any_case(fault->stack.data[i].function, words[k]))
				return true;
	return false;
}

/* A number that is huge itself stands somewhere in the calls, and has to be. */
static bool has_huge_number(const struct hr_experiments *experiments)
{
	for (size_t i = 0; i < experiments->list.count; i++) {
		const struct hr_experiment *it = &experiments->list.data[i];
		if (it->change == HR_CHANGE_EVEN && it->way == experiments->way && it->line &&
		    it->line == experiments->outcome->fault.line)
			return false;
	}
	return hr_has_number(experiments->failing, experiments->statement, -HR_NOT_HUGE, HR_NOT_HUGE);
}

bool hr_fault_is_in_macro(const struct hr_experiments *experiments)
{
	const struct hr_fault *fault = &experiments->outcome->fault;
	const struct hr_statement *call = &experiments->failing->statements.data[experiments->statement];
	if (experiments->outcome->status != HR_OUTCOME_FAULT || call->kind != HR_STATEMENT_CALL ||
	    experiments->failing->model->operations.data[call->operation].form != HR_FORM_MACRO)
		return false;
	for (size_t i = 0; i < fault->stack.count; i++)
		if (*fault->stack.data[i].function && !hr_text_starts_with(fault->stack.data[i].function, "__harrier_"))
			return false;
	return true;
}

bool hr_overflow_is_portability(const struct hr_experiments *experiments, const struct hr_legality *legality,
				const struct hr_number_finding *numbers)
{
	const struct hr_fault *fault = &experiments->outcome->fault;
	if (experiments->outcome->status != HR_OUTCOME_FAULT ||
	    (fault->kind != HR_KIND_UB_SIGNED_OVERFLOW && fault->kind != HR_KIND_UB_SHIFT))
		return false;
	bool by_value = numbers->verdict != HR_NUMBER_IRRELEVANT;
	for (size_t i = 0; i < experiments->list.count && !by_value; i++) {
		const struct hr_experiment *it = &experiments->list.data[i];
		by_value = it->change == HR_CHANGE_TEXT && it->is_normal && !it->lost_object;
	}
	return legality->grade <= HR_LEGAL_DOUBTFUL || is_mixing(fault) || has_huge_number(experiments) || !by_value;
}

bool hr_does_nothing(const struct hr_experiments *experiments, const struct hr_experiment *it)
{
	return it->is_empty && (experiments->way == HR_WAY_NULL || experiments->way == HR_WAY_WILD ||
				experiments->way == HR_WAY_OVERFLOW);
}

/* A number that is no enumerator says nothing of those that are. One that is refused at the entry says nothing of a pointer that is NULL in whatever comes behind, nor of a state that is asserted there. */
static bool says_nothing(const struct hr_experiments *experiments, const struct hr_experiment *it)
{
	bool is_refused = it->change == HR_CHANGE_NUMBER && it->is_refused && it->statement == experiments->statement &&
			  (experiments->way == HR_WAY_NULL || experiments->way == HR_WAY_WILD ||
			   experiments->way == HR_WAY_ABORT);
	return is_refused || hr_number_is_foreign(experiments, it);
}

size_t hr_find_neighbour(const struct hr_experiments *experiments, const struct hr_number_finding *numbers,
			 bool *is_value)
{
	size_t call = (size_t)-1;
	*is_value = true;
	if (numbers->nearest != (size_t)-1 && !says_nothing(experiments, &experiments->list.data[numbers->nearest]))
		return numbers->nearest;
	for (size_t i = 0; i < experiments->list.count; i++) {
		const struct hr_experiment *it = &experiments->list.data[i];
		if (!it->is_normal || it->lost_object || says_nothing(experiments, it) ||
		    hr_does_nothing(experiments, it))
			continue;
		if (it->change == HR_CHANGE_TEXT ||
		    (it->change == HR_CHANGE_NUMBER && hr_number_tells(experiments, it)))
			return i;
		if (it->change == HR_CHANGE_CALL && call == (size_t)-1)
			call = i;
	}
	*is_value = false;
	return call == (size_t)-1 ? numbers->nearest : call;
}

/* The call that was given the memory first also got its length: the unit has known it since. */
static bool was_told_length(const struct hr_experiments *experiments)
{
	const struct hr_sequence *failing = experiments->failing;
	const struct hr_owner *owner = &experiments->outcome->fault.owner;
	if (owner->allocated_by >= experiments->statement)
		return false;
	const struct hr_statement *call = &failing->statements.data[owner->allocated_by];
	for (size_t i = 0; call->kind == HR_STATEMENT_CALL && i < call->operand_count; i++) {
		const struct hr_item *length = hr_parameter_of(failing, call, i);
		int64_t room, number;
		if (!length || length->role != HR_ROLE_LENGTH || length->of < 0 ||
		    (size_t)length->of >= call->operand_count ||
		    !hr_operand_number(failing, &call->operands[i], &number))
			continue;
		const struct hr_operand *data = &call->operands[length->of];
		const struct hr_item *buffer = hr_parameter_of(failing, call, (size_t)length->of);
		if (buffer && (data->kind == HR_OPERAND_BYTES || data->kind == HR_OPERAND_TEXT) &&
		    hr_operand_room(failing, data, buffer->type, &room) && room == (int64_t)owner->size &&
		    number * hr_length_unit(failing->model, length, buffer) <= room)
			return true;
	}
	return false;
}

/* Bytes that the unit handed out and gets back now, as an argument that nobody tells the length of: a text, but is a text wanted? */
static bool is_in_bytes_handed_back(const struct hr_experiments *experiments)
{
	const struct hr_sequence *failing = experiments->failing;
	const struct hr_statement *call = &failing->statements.data[experiments->statement];
	const struct hr_owner *owner = &experiments->outcome->fault.owner;
	for (size_t i = 0; call->kind == HR_STATEMENT_CALL && i < call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(failing, call, i);
		bool is_text = item && is_text_role(item->role) && item->confidence >= LIKELY_TEXT;
		size_t root = hr_operand_root(failing, &call->operands[i]);
		if (!item || is_text || root == HR_NO_VALUE || !hr_model_is_characters(failing->model, item->type))
			continue;
		for (size_t k = 0; k < experiments->outcome->pointers.count; k++) {
			const struct hr_pointer_record *it = &experiments->outcome->pointers.data[k];
			if (it->value == root && it->region == owner->region &&
			    (it->region == HR_IN_GLOBAL || (it->region == HR_IN_HEAP && it->block == owner->block)))
				return true;
		}
	}
	return false;
}

/* Whether an argument that counts as a length is the unit's word for where the memory ends: not when a smaller number happened to help once, nor when it is 0 though there is more, as it may stand for something else
 * then. */
static bool tells_bounds(const struct hr_experiments *experiments, size_t operand, const struct hr_item *length,
			 int64_t room)
{
	const struct hr_statement *call = &experiments->failing->statements.data[experiments->statement];
	struct hr_decision decision = hr_claims_decide(&length->claims, HR_FACT_ROLE);
	int64_t number;
	if (decision.decided && decision.source == HR_SOURCE_LEARNED)
		return false;
	return !room || experiments->outcome->fault.owner.place != HR_AFTER ||
	       !hr_operand_number_run(experiments->failing, experiments->outcome, &call->operands[operand], &number) ||
	       number != 0;
}

/* The unit has the C library read so many bytes and, as far as its code shows, never looks for a NUL: how many it took from something else, which may be the caller's. */
static bool is_read_by_size(const struct hr_experiments *it, const struct hr_item *item)
{
	static const char *const functions[] = { "fwrite", "write", "memcpy", "memmove", "memcmp", "mempcpy", "bcopy" };
	struct hr_decision decision = hr_claims_decide(&item->claims, HR_FACT_ROLE);
	/* of bytes that may be changed, code that only reads them says little */
	bool is_const = hr_model_pointee(it->failing->model, item->type).qualifiers & HR_CONST;
	if (is_const && decision.decided && decision.source == HR_SOURCE_CODE)
		return false;
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		if (strcmp(it->outcome->fault.function, functions[i]) == 0)
			return true;
	return false;
}

bool hr_bounds_are_known(const struct hr_experiments *experiments)
{
	const struct hr_experiments *it = experiments;
	const struct hr_statement *call = &it->failing->statements.data[it->statement];
	size_t operand;
	if (it->way == HR_WAY_LEAK)
		return true;
	/* a file that was mapped: whether it is as long as was asked for, the caller has to know */
	if (it->outcome->status == HR_OUTCOME_FAULT && it->outcome->fault.kind == HR_KIND_FOREIGN)
		return false;
	if (!hr_fault_is_in_ours(it->failing, it->outcome))
		return it->way != HR_WAY_OVERFLOW || !is_in_bytes_handed_back(it);
	if (!hr_fault_operand(it, &operand))
		return was_told_length(it);
	const struct hr_item *item = hr_parameter_of(it->failing, call, operand);
	int64_t room = 0;
	/* a pointer into it that the unit handed out says nothing about its end */
	if (!item || !hr_operand_room(it->failing, &call->operands[operand], item->type, &room))
		return false;
	for (size_t i = 0; i < call->operand_count; i++) {
		const struct hr_item *length = hr_parameter_of(it->failing, call, i);
		if (length && (length->role == HR_ROLE_LENGTH || length->role == HR_ROLE_CAPACITY) &&
		    length->of == (int)operand)
			return tells_bounds(it, i, length, room);
	}
	/* parameters of macros have no types: that one is text is a guess */
	if (is_text_role(item->role))
		return item->confidence >= LIKELY_TEXT &&
		       !it->failing->model->operations.data[call->operation].expansion &&
		       hr_operand_is_terminated(it->failing, &call->operands[operand]) &&
		       it->outcome->fault.access != HR_FAULT_WRITE && !is_read_by_size(it, item);
	struct hr_type_ref pointee = hr_model_pointee(it->failing->model, item->type);
	const struct hr_type *target = hr_model_type(it->failing->model, pointee);
	int64_t size = (int64_t)hr_type_size(it->failing->model, pointee);
	if (item->array_count > 0)
		return room >= item->array_count * size;
	/* one struct is one struct, but how many there are of several nobody has told */
	return target && (target->kind == HR_TYPE_STRUCT || target->kind == HR_TYPE_UNION) && room >= size &&
	       (room < 2 * size || it->outcome->fault.owner.place != HR_AFTER);
}

/* Bytes without a NUL were read too far, a NUL helps, and so does another number: that may be a switch that says "this is text". */
static bool is_text_by_switch(const struct hr_experiments *experiments, const struct hr_number_finding *numbers)
{
	size_t operand;
	if (numbers->verdict == HR_NUMBER_IRRELEVANT || numbers->verdict == HR_NUMBER_LEGAL ||
	    !hr_fault_operand(experiments, &operand))
		return false;
	for (size_t i = 0; i < experiments->list.count; i++) {
		const struct hr_experiment *it = &experiments->list.data[i];
		if (it->change == HR_CHANGE_TEXT && it->is_normal && it->statement == experiments->statement &&
		    it->operand == operand && it->is_terminated)
			return true;
	}
	return false;
}

/* `char out[32]`, and there were 32: what the authors declared is not enough, whatever else is passed. */
static bool is_as_declared(const struct hr_experiments *experiments)
{
	const struct hr_statement *call = &experiments->failing->statements.data[experiments->statement];
	size_t operand;
	if (!hr_fault_is_in_ours(experiments->failing, experiments->outcome) ||
	    !hr_fault_operand(experiments, &operand))
		return false;
	const struct hr_item *item = hr_parameter_of(experiments->failing, call, operand);
	return item && item->array_count > 0;
}

bool hr_has_callback(const struct hr_sequence *sequence)
{
	for (size_t i = 0; i < sequence->statements.count; i++)
		for (size_t k = 0; k < sequence->statements.data[i].operand_count; k++)
			if (sequence->statements.data[i].operands[k].kind == HR_OPERAND_CALLBACK)
				return true;
	return false;
}

/* What was freed has nothing to do with it: without the call that freed it something else is wrong with the same call. */
static bool is_dead_by_chance(const struct hr_experiments *experiments)
{
	const struct hr_owner *owner = &experiments->outcome->fault.owner;
	for (size_t i = 0; i < experiments->list.count; i++) {
		const struct hr_experiment *it = &experiments->list.data[i];
		if (it->change == HR_CHANGE_CALL && it->statement == owner->freed_by &&
		    owner->allocated_by == owner->freed_by && it->status == HR_OUTCOME_FAULT &&
		    hr_way_agrees(HR_WAY_WILD, it->way))
			return true;
	}
	return false;
}

static bool has_length(const struct hr_sequence *failing, const struct hr_statement *call, size_t operand)
{
	for (size_t i = 0; i < call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(failing, call, i);
		if (item && item->of == (int)operand &&
		    (item->role == HR_ROLE_LENGTH || item->role == HR_ROLE_CAPACITY || item->role == HR_ROLE_INOUT))
			return true;
	}
	return false;
}

bool hr_gets_untold_bytes(const struct hr_sequence *failing, const struct hr_statement *call)
{
	for (size_t i = 0; i < call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(failing, call, i);
		if (!item || !hr_model_is_characters(failing->model, item->type) || item->array_count > 0 ||
		    call->operands[i].kind == HR_OPERAND_NULL || has_length(failing, call, i))
			continue;
		bool is_hardly_text = is_text_role(item->role) && item->confidence < LIKELY_TEXT;
		if (is_hardly_text || item->role == HR_ROLE_BUFFER)
			return true;
	}
	return false;
}

/* Whoever reads such bytes has to trust what they say, also of where it goes in other memory. */
static bool trusts_bytes(const struct hr_experiments *experiments)
{
	const struct hr_sequence *failing = experiments->failing;
	const struct hr_statement *call = &failing->statements.data[experiments->statement];
	return experiments->way == HR_WAY_OVERFLOW && call->kind == HR_STATEMENT_CALL &&
	       hr_fault_is_in_ours(failing, experiments->outcome) && hr_gets_untold_bytes(failing, call);
}

enum hr_class hr_judge_class(const struct hr_experiments *experiments, const struct hr_legality *legality,
			     const struct hr_number_finding *numbers, bool is_value, bool is_call)
{
	enum hr_legality_grade grade = legality->grade;
	bool is_sure_number = numbers->verdict != HR_NUMBER_WRAPS && numbers->verdict != HR_NUMBER_ONE_SIDED &&
			      numbers->verdict != HR_NUMBER_WITH_DATA;
	if (grade <= HR_LEGAL_DOUBTFUL || !hr_bounds_are_known(experiments) || trusts_bytes(experiments) ||
	    is_text_by_switch(experiments, numbers))
		return HR_CLASS_UNSURE;
	switch (experiments->way) {
	case HR_WAY_NULL:
	case HR_WAY_WILD:
		/* what needs a call before and no value is a state, which the caller may have to know about */
		if (!is_value)
			return HR_CLASS_UNSURE;
		return grade == HR_LEGAL_CERTAIN && is_sure_number ? HR_CLASS_CERTAIN : HR_CLASS_LIKELY;
	case HR_WAY_OVERFLOW:
	case HR_WAY_ARGUMENT:
		/* what fails whatever is passed may be a state that the caller has to avoid, unless the call itself made the memory */
		if (!is_value && !is_call)
			return is_as_declared(experiments) || hr_is_beyond_own(experiments) ? HR_CLASS_LIKELY
											    : HR_CLASS_UNSURE;
		return is_value && grade == HR_LEGAL_CERTAIN && is_sure_number ? HR_CLASS_CERTAIN : HR_CLASS_LIKELY;
	case HR_WAY_DEAD:
		/* an address that leads to nothing leads somewhere at times */
		if (!is_value && is_dead_by_chance(experiments))
			return HR_CLASS_UNSURE;
		/* fall through */
	case HR_WAY_FREE:
		return is_value && grade == HR_LEGAL_CERTAIN && is_sure_number ? HR_CLASS_CERTAIN : HR_CLASS_LIKELY;
	case HR_WAY_LEAK:
		return is_value && grade == HR_LEGAL_CERTAIN ? HR_CLASS_CERTAIN : HR_CLASS_LIKELY;
	case HR_WAY_ABORT:
		/* it was noticed that sums would wrap, and there is no other way to say so */
		return is_value && numbers->verdict != HR_NUMBER_WRAPS ? HR_CLASS_LIKELY : HR_CLASS_UNSURE;
	case HR_WAY_ARITHMETIC:
	case HR_WAY_UNDEFINED:
	case HR_WAY_STACK:
		return is_value ? HR_CLASS_LIKELY : HR_CLASS_UNSURE;
	case HR_WAY_HANG: /* with another value it ends at once; what a callback of ours returns may be what goes on for ever */
		return is_value && !hr_has_callback(experiments->failing) ? HR_CLASS_LIKELY : HR_CLASS_UNSURE;
	default:
		return HR_CLASS_UNSURE;
	}
}
