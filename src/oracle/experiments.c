/* The machinery of experiments: making changed sequences, fresh objects for them, and running them all at once. */
#include "oracle/experiments.h"

#include "oracle/provenance.h"

#include "base/memory.h"
#include "seq/close.h"

#include <errno.h>
#include <string.h>

enum { MOST_MS = 20 };

void hr_experiments_begin(struct hr_experiments *experiments, const struct hr_sequence *failing,
			  const struct hr_outcome *outcome)
{
	*experiments = (struct hr_experiments){ .failing = failing, .outcome = outcome };
	experiments->way = hr_way_to_judge(outcome);
	size_t last = failing->statements.count ? failing->statements.count - 1 : 0;
	experiments->statement = outcome->status == HR_OUTCOME_NORMAL ? last : outcome->statement;
	if (experiments->statement > last)
		experiments->statement = last;
}

void hr_experiments_release(struct hr_experiments *experiments)
{
	for (size_t i = 0; i < experiments->list.count; i++)
		hr_sequence_free(experiments->list.data[i].sequence);
	hr_vec_release(&experiments->list);
	hr_arena_release(&experiments->arena);
}

void hr_experiments_add(struct hr_experiments *experiments, const struct hr_experiment *experiment)
{
	if (!experiment->sequence)
		return;
	if (experiments->list.count >= HR_MOST_EXPERIMENTS) {
		hr_sequence_free(experiment->sequence);
		return;
	}
	hr_vec_push(&experiments->list, *experiment);
}

struct hr_sequence *hr_with_operand(const struct hr_sequence *failing, size_t statement, size_t operand,
				    const struct hr_operand *by)
{
	struct hr_edit edit;
	struct hr_statement changed;
	hr_edit_begin(&edit, failing);
	hr_edit_keep_range(&edit, 0, statement);
	/* what it points to is copied as the operand of the original would be */
	if (!hr_edit_statement(&edit, &changed, statement) || operand >= changed.operand_count ||
	    !hr_edit_operand(&edit, &changed.operands[operand], by)) {
		hr_edit_abandon(&edit);
		return NULL;
	}
	hr_edit_replace(&edit, statement, &changed);
	hr_edit_keep_range(&edit, statement + 1, failing->statements.count);
	return hr_edit_finish(&edit);
}

struct hr_sequence *hr_without(const struct hr_sequence *failing, size_t statement, size_t needed)
{
	struct hr_edit edit;
	hr_edit_begin(&edit, failing);
	hr_edit_keep_range(&edit, 0, statement);
	for (size_t i = statement + 1; i < failing->statements.count; i++) {
		if (hr_edit_keep(&edit, i) || i != needed)
			continue;
		hr_edit_abandon(&edit);
		return NULL;
	}
	return hr_edit_finish(&edit);
}

/* ---- fresh objects ---- */

static struct hr_operand *new_operand(struct hr_edit *edit, enum hr_operand_kind kind)
{
	struct hr_operand *operand = hr_arena_alloc(&edit->to->arena, sizeof *operand);
	operand->kind = kind;
	return operand;
}

static bool fresh_new(struct hr_edit *edit, struct hr_operand *out, struct hr_type_ref type, int64_t count)
{
	struct hr_statement statement = { .kind = HR_STATEMENT_NEW, .type = { type.type, 0 }, .count = count };
	if (type.type == HR_NO_TYPE || hr_type_size(edit->to->model, type) == 0)
		return false;
	statement.operands = new_operand(edit, HR_OPERAND_STRUCT);
	statement.operand_count = 1;
	size_t index = hr_sequence_add(edit->to, &statement, true, (struct hr_type_ref){ HR_NO_TYPE, 0 }, NULL);
	*out = (struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = edit->to->statements.data[index].value };
	return true;
}

static bool is_simple(const struct hr_model *model, const struct hr_item *item)
{
	const struct hr_type *type = hr_model_type(model, item->type);
	if (!type)
		return false;
	return hr_model_is_integer(model, item->type) || type->kind == HR_TYPE_FLOAT ||
	       hr_model_is_characters(model, item->type);
}

bool hr_plain_call(struct hr_edit *edit, struct hr_statement *out, size_t operation, size_t object,
		   struct hr_type_ref object_type, const struct hr_outcome *outcome, size_t before)
{
	const struct hr_model *model = edit->to->model;
	const struct hr_operation *it = &model->operations.data[operation];
	size_t wanted = hr_model_object(model, object_type);
	*out = (struct hr_statement){ .kind = HR_STATEMENT_CALL, .operation = operation };
	if (!it->callable || it->is_variadic || it->is_noreturn)
		return false;
	out->operand_count = it->params.count;
	out->operands = hr_arena_alloc(&edit->to->arena, (it->params.count + 1) * sizeof *out->operands);
	for (size_t i = 0; i < it->params.count; i++) {
		const struct hr_item *item = &it->params.data[i];
		struct hr_operand *operand = &out->operands[i];
		const struct hr_type *type = hr_model_type(model, item->type);
		if (!type)
			return false;
		if (object != HR_NO_VALUE && type->kind == HR_TYPE_POINTER &&
		    hr_model_object(model, item->type) == wanted) {
			*operand = (struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = object };
			object = HR_NO_VALUE;
		} else if (type->kind == HR_TYPE_POINTER) {
			operand->kind = HR_OPERAND_NULL;
			if (item->nullable != HR_YES && !hr_fresh_operand(edit, operand, item, outcome, before))
				return false;
		} else if (hr_model_is_integer(model, item->type)) {
			operand->kind = HR_OPERAND_NUMBER;
			/* nothing, and something: makers refuse to make nothing */
			operand->number = item->role == HR_ROLE_SIZE || item->role == HR_ROLE_CAPACITY ? 8
					  : item->role == HR_ROLE_IN && it->kind == HR_KIND_MAKER      ? 1
												       : 0;
			if (type->kind == HR_TYPE_ENUM && type->enumerators.count)
				operand->number = type->enumerators.data[0].value;
		} else if (type->kind == HR_TYPE_FLOAT) {
			operand->kind = HR_OPERAND_REAL;
		} else {
			return false;
		}
	}
	return true;
}

/* The operation with the fewest parameters that returns a pointer to this object, and whose parameters are plain. */
static size_t simplest_maker(const struct hr_model *model, size_t object)
{
	size_t best = (size_t)-1;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *it = &model->operations.data[i];
		bool fits = it->callable && !it->is_variadic && !it->is_noreturn &&
			    (it->result.role == HR_ROLE_OWNED || it->kind == HR_KIND_MAKER) &&
			    hr_model_object(model, it->result.type) == object &&
			    hr_model_is_pointer(model, it->result.type);
		for (size_t k = 0; fits && k < it->params.count; k++)
			fits = is_simple(model, &it->params.data[k]) || it->params.data[k].nullable == HR_YES;
		if (fits && (best == (size_t)-1 || it->params.count < model->operations.data[best].params.count))
			best = i;
	}
	return best;
}

static bool fresh_by_maker(struct hr_edit *edit, struct hr_operand *out, size_t object,
			   const struct hr_outcome *outcome, size_t before)
{
	const struct hr_model *model = edit->to->model;
	size_t maker = simplest_maker(model, object);
	struct hr_statement call;
	if (object == HR_NO_TYPE || maker == (size_t)-1 ||
	    !hr_plain_call(edit, &call, maker, HR_NO_VALUE, (struct hr_type_ref){ HR_NO_TYPE, 0 }, outcome, before))
		return false;
	size_t index = hr_sequence_add(edit->to, &call, true, model->operations.data[maker].result.type, NULL);
	*out = (struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = edit->to->statements.data[index].value };
	return true;
}

/* Makes another value like one that the sequence has. */
static bool fresh_like_others(struct hr_edit *edit, struct hr_operand *out, struct hr_type_ref pointee,
			      const struct hr_outcome *outcome, size_t before)
{
	const struct hr_sequence *from = edit->from;
	struct hr_type_ref wanted = hr_model_strip(from->model, pointee);
	for (size_t i = 0; i < from->values.count; i++) {
		enum hr_provenance origin = hr_provenance_of(from, i);
		struct hr_type_ref has = hr_model_strip(from->model, hr_value_pointee(from, i));
		size_t owner;
		if (from->values.data[i].statement >= before || has.type == HR_NO_TYPE || has.type != wanted.type ||
		    origin != HR_FROM_CALL || hr_value_is_borrowed(from, i, &owner) ||
		    hr_operand_is_null(from, outcome, &(struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = i }))
			continue;
		size_t made = hr_edit_remake(edit, i, from->values.data[i].statement + 1);
		if (made == HR_NO_VALUE)
			continue;
		*out = (struct hr_operand){ .kind = HR_OPERAND_VALUE, .value = made };
		return true;
	}
	return false;
}

bool hr_fresh_operand(struct hr_edit *edit, struct hr_operand *out, const struct hr_item *item,
		      const struct hr_outcome *outcome, size_t before)
{
	const struct hr_model *model = edit->to->model;
	struct hr_type_ref pointee = hr_model_pointee(model, item->type);
	const struct hr_type *pointer = hr_model_type(model, item->type);
	const struct hr_type *target = hr_model_type(model, pointee);
	*out = (struct hr_operand){ .kind = HR_OPERAND_TEXT, .text = "a", .length = 1 };
	if (!pointer || pointer->kind != HR_TYPE_POINTER)
		return false;
	if (item->role == HR_ROLE_FILE) {
		out->kind = HR_OPERAND_STREAM;
		return true;
	}
	bool is_read = (pointer->target.qualifiers & HR_CONST) || item->role == HR_ROLE_STRING;
	if (target && target->kind == HR_TYPE_FUNCTION) {
		out->kind = HR_OPERAND_CALLBACK;
		return !target->is_variadic;
	}
	if (target && target->kind == HR_TYPE_INT && target->size == 1)
		return is_read || fresh_new(edit, out, pointee, 64);
	if (fresh_like_others(edit, out, pointee, outcome, before))
		return true;
	if (!target || target->kind == HR_TYPE_VOID) /* of nothing in particular: bytes */
		return target != NULL;
	if ((target->kind == HR_TYPE_STRUCT || target->kind == HR_TYPE_UNION) &&
	    fresh_by_maker(edit, out, hr_model_object(model, item->type), outcome, before))
		return true;
	if (target->completeness == HR_COMPLETE && (target->kind == HR_TYPE_STRUCT || target->kind == HR_TYPE_UNION))
		return fresh_new(edit, out, pointee, -1);
	return target->kind != HR_TYPE_STRUCT && target->kind != HR_TYPE_UNION &&
	       fresh_new(edit, out, pointer->target, 8);
}

/* ---- whose memory ---- */

static const struct hr_pointer_record *pointer_to(const struct hr_outcome *outcome, uint32_t block, bool is_ours,
						  const struct hr_sequence *sequence)
{
	for (size_t i = 0; i < outcome->pointers.count; i++) {
		const struct hr_pointer_record *it = &outcome->pointers.data[i];
		if (it->region != HR_IN_HEAP || it->block != block)
			continue;
		enum hr_provenance from =
			it->value == HR_NO_VALUE ? HR_FROM_LITERAL : hr_provenance_of(sequence, it->value);
		if (!is_ours || from == HR_FROM_LITERAL || from == HR_FROM_RAW || from == HR_FROM_NEW)
			return it;
	}
	return NULL;
}

bool hr_fault_is_in_ours(const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	const struct hr_owner *owner = &outcome->fault.owner;
	return outcome->status == HR_OUTCOME_FAULT && owner->region == HR_IN_HEAP && owner->block != HR_NO_BLOCK &&
	       pointer_to(outcome, owner->block, true, sequence) != NULL;
}

bool hr_fault_operand(const struct hr_experiments *experiments, size_t *operand)
{
	const struct hr_sequence *failing = experiments->failing;
	const struct hr_outcome *outcome = experiments->outcome;
	const struct hr_owner *owner = &outcome->fault.owner;
	if (!hr_fault_is_in_ours(failing, outcome))
		return false;
	const struct hr_statement *call = &failing->statements.data[experiments->statement];
	size_t count = call->kind == HR_STATEMENT_CALL ? call->operand_count : 0;
	for (size_t i = 0; i < count; i++) {
		for (size_t k = 0; call->operands[i].kind == HR_OPERAND_VALUE && k < outcome->pointers.count; k++) {
			const struct hr_pointer_record *it = &outcome->pointers.data[k];
			*operand = i;
			if (it->value == call->operands[i].value && it->block == owner->block)
				return true;
		}
	}
	/* literals have no value: their size has to do */
	for (size_t i = 0; i < count; i++) {
		const struct hr_item *item = hr_parameter_of(failing, call, i);
		int64_t room;
		*operand = i;
		if (call->operands[i].kind != HR_OPERAND_VALUE && item &&
		    hr_operand_room(failing, &call->operands[i], item->type, &room) && room == (int64_t)owner->size)
			return true;
	}
	return false;
}

/* ---- running ---- */

struct told {
	struct hr_experiments *experiments;
	size_t first;
};

/* Changed values leave the numbers of values as they are: they can be compared. */
static bool lost_object(const struct hr_experiments *experiments, const struct hr_experiment *it,
			const struct hr_outcome *outcome)
{
	const struct hr_sequence *failing = experiments->failing;
	if ((it->change != HR_CHANGE_NUMBER && it->change != HR_CHANGE_TEXT) ||
	    it->sequence->values.count != failing->values.count)
		return false;
	for (size_t i = 0; i < failing->values.count; i++) {
		struct hr_operand value = { .kind = HR_OPERAND_VALUE, .value = i };
		if (failing->values.data[i].statement >= experiments->statement)
			break;
		if (hr_operand_is_null(it->sequence, outcome, &value) &&
		    !hr_operand_is_null(failing, experiments->outcome, &value))
			return true;
	}
	return false;
}

static bool lacked_memory(const struct hr_outcome *outcome)
{
	for (size_t i = 0; i < outcome->heap.count; i++)
		if (outcome->heap.data[i].kind == HR_ALLOCATION_REFUSED)
			return true;
	for (size_t i = 0; i < outcome->calls.count; i++) /* a size that nobody could have is refused before that */
		if (outcome->calls.data[i].error_number == ENOMEM)
			return true;
	return false;
}

static bool made_object(const struct hr_experiment *it, const struct hr_outcome *outcome)
{
	const struct hr_sequence *sequence = it->sequence;
	if (it->change != HR_CHANGE_NUMBER || it->statement >= sequence->statements.count)
		return false;
	const struct hr_statement *call = &sequence->statements.data[it->statement];
	struct hr_operand result = { .kind = HR_OPERAND_VALUE, .value = call->value };
	return call->kind == HR_STATEMENT_CALL && call->value != HR_NO_VALUE &&
	       sequence->model->operations.data[call->operation].kind == HR_KIND_MAKER &&
	       !hr_operand_is_null(sequence, outcome, &result);
}

static void tell(void *context, size_t index, struct hr_outcome *outcome)
{
	struct told *told = context;
	struct hr_experiment *it = &told->experiments->list.data[told->first + index];
	it->status = outcome->status;
	it->way = hr_way_of(outcome);
	it->line = outcome->status == HR_OUTCOME_FAULT ? outcome->fault.line : 0;
	it->is_normal = outcome->status == HR_OUTCOME_NORMAL &&
			(told->experiments->way != HR_WAY_LEAK || !outcome->leaks.count);
	it->lacked_memory = lacked_memory(outcome);
	it->made_object = it->is_normal && made_object(it, outcome);
	it->lost_object = lost_object(told->experiments, it, outcome);
	it->is_refused = it->is_normal && it->sequence->statements.count > told->experiments->statement &&
			 hr_call_refused(it->sequence, outcome, told->experiments->statement);
}

int hr_experiments_run(struct hr_experiments *experiments, const struct hr_runner *runner, struct hr_error *error)
{
	/* what does not end soon is no answer: hangs are looked for elsewhere */
	struct hr_run_wants wants = { .leaks = experiments->way == HR_WAY_LEAK, .heap = true, .cpu_ms = MOST_MS };
	struct told told = { .experiments = experiments, .first = experiments->run };
	size_t count = experiments->list.count - told.first;
	experiments->run = experiments->list.count;
	if (!count)
		return 0;
	const struct hr_sequence **sequences = hr_calloc(count, sizeof *sequences);
	for (size_t i = 0; i < count; i++)
		sequences[i] = experiments->list.data[told.first + i].sequence;
	int status = runner->run(runner->context, sequences, count, &wants, tell, &told, error);
	free(sequences);
	return status;
}
