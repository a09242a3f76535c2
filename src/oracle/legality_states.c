/* Whether a sequence kept the rules, as far as states go: what the failing call needs may have been destroyed before, refused before, or never been put where it looks for it.
 *
 * Like the checks of arguments these lower the grade, with a sentence that says why, and never raise it. */
#include "oracle/legality_internal.h"

#include "model/spans.h"
#include "oracle/provenance.h"

#include "seq/close.h"
#include "seq/edit.h"

#include <string.h>

/* ---- what was destroyed ---- */

/* Whether the statement gets the value: as an argument, in a list, or in an object of the sequence's own that it is given. */
static bool is_handed(const struct hr_sequence *sequence, const struct hr_statement *statement, size_t value)
{
	if (hr_statement_names(statement, value))
		return true;
	for (size_t i = 0; i < sequence->values.count; i++) {
		const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[i].statement];
		if (maker->kind == HR_STATEMENT_NEW && hr_statement_names(maker, value) &&
		    hr_statement_names(statement, i))
			return true;
	}
	return false;
}

/* Whether some call before the failing one got both, in a list for one: it may have told one of the other. */
static bool were_together(const struct hr_look *look, size_t a, size_t b)
{
	for (size_t i = 0; i < look->end; i++) {
		const struct hr_statement *it = &look->sequence->statements.data[i];
		if (it->kind == HR_STATEMENT_CALL && is_handed(look->sequence, it, a) &&
		    is_handed(look->sequence, it, b))
			return true;
	}
	return false;
}

/* By its kind or, where it takes what has no type, by its name. */
static bool is_ender(const struct hr_operation *operation)
{
	static const char *const words[] = { "free", "destroy", "delete", NULL };
	return operation->kind == HR_KIND_DESTROYER || hr_operation_is_named(operation, words);
}

/* The object that the call destroyed and the failing one uses; HR_NO_VALUE: none. */
static size_t find_destroyed(const struct hr_look *look, const struct hr_statement *killer)
{
	for (size_t i = 0; i < killer->operand_count; i++) {
		size_t root = hr_operand_root(look->sequence, &killer->operands[i]);
		for (size_t k = 0; root != HR_NO_VALUE && k < look->outcome->pointers.count; k++) {
			const struct hr_pointer_record *it = &look->outcome->pointers.data[k];
			if (it->value == root && it->block == look->outcome->fault.owner.block && !it->offset)
				return root;
		}
	}
	for (size_t k = 0; k < look->outcome->pointers.count; k++) {
		const struct hr_pointer_record *it = &look->outcome->pointers.data[k];
		if (it->value != HR_NO_VALUE && it->block == look->outcome->fault.owner.block && !it->offset &&
		    is_handed(look->sequence, killer, it->value))
			return it->value;
	}
	return HR_NO_VALUE;
}

/* An object that the calls destroyed themselves is needed by another one which has to do with it: that one may have had to go first. But what was made from an object, and is
 * destroyed, is the object's to forget. */
static void look_at_destroyed(struct hr_look *look)
{
	const struct hr_owner *owner = &look->outcome->fault.owner;
	const struct hr_sequence *sequence = look->sequence;
	if (hr_way_of(look->outcome) != HR_WAY_DEAD || !owner->is_freed || owner->freed_by >= look->end)
		return;
	const struct hr_statement *killer = &sequence->statements.data[owner->freed_by];
	if (killer->kind != HR_STATEMENT_CALL || !is_ender(&sequence->model->operations.data[killer->operation]))
		return;
	size_t dead = find_destroyed(look, killer);
	for (size_t i = 0; dead != HR_NO_VALUE && i < look->call->operand_count; i++) {
		size_t root = hr_operand_root(sequence, &look->call->operands[i]);
		if (root == HR_NO_VALUE || root == dead ||
		    (!hr_values_are_related(sequence, root, dead, look->end) && !were_together(look, root, dead)) ||
		    hr_value_parent(sequence, dead,
				    hr_model_object(sequence->model, sequence->values.data[root].type)) == root)
			continue;
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      hr_arena_printf(look->arena,
					      "What %s() destroyed has to do with '%s', and may be needed.",
					      hr_look_name(look, killer), sequence->values.data[root].name));
	}
}

/* ---- what was given away twice ---- */

/* Whether an argument points into the block. */
static bool leads_to(const struct hr_look *look, const struct hr_statement *call, size_t operand, uint32_t block,
		     bool at_its_beginning)
{
	size_t root = hr_operand_root(look->sequence, &call->operands[operand]);
	for (size_t i = 0; root != HR_NO_VALUE && i < look->outcome->pointers.count; i++) {
		const struct hr_pointer_record *it = &look->outcome->pointers.data[i];
		if (it->value == root && it->block == block && (!at_its_beginning || !it->offset))
			return true;
	}
	return false;
}

/* Whether an argument is the block itself. */
static bool is_given(const struct hr_look *look, const struct hr_statement *call, size_t operand, uint32_t block)
{
	return leads_to(look, call, operand, block, true);
}

/* Whether the call keeps the block, which it was given. */
static bool keeps(const struct hr_look *look, const struct hr_statement *call, uint32_t block)
{
	for (size_t i = 0; call->kind == HR_STATEMENT_CALL && i < call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(look->sequence, call, i);
		if (item && (item->kept || item->role == HR_ROLE_CONSUMED) && is_given(look, call, i, block))
			return true;
	}
	return false;
}

/* Whose the block was when the call got it that keeps it: another object's. */
static bool is_kept_though_borrowed(const struct hr_look *look, const struct hr_statement *call, uint32_t block)
{
	for (size_t i = 0; call->kind == HR_STATEMENT_CALL && i < call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(look->sequence, call, i);
		size_t root = hr_operand_root(look->sequence, &call->operands[i]), owner;
		if (item && (item->kept || item->role == HR_ROLE_CONSUMED) && root != HR_NO_VALUE &&
		    is_given(look, call, i, block) && hr_value_is_borrowed(look->sequence, root, &owner))
			return true;
	}
	return false;
}

/* Whether the value was made, or given something more, by the call that allocated the block. */
static bool may_hold(const struct hr_look *look, size_t root, uint32_t allocated_by)
{
	if (allocated_by >= look->end)
		return false;
	const struct hr_statement *allocating = &look->sequence->statements.data[allocated_by];
	return allocating->value == root || hr_statement_names(allocating, root);
}

/* Whether the call put the object that the block belongs to into another one of its kind, not for good: a reference that nobody knows to be one. Copying is something else: it takes the other one as const. */
static bool refers(const struct hr_look *look, const struct hr_statement *call, const struct hr_owner *owner)
{
	const struct hr_sequence *sequence = look->sequence;
	if (call->kind != HR_STATEMENT_CALL || call->operand_count < 2 ||
	    sequence->model->operations.data[call->operation].kind != HR_KIND_MUTATOR)
		return false;
	size_t receiver = hr_operand_root(sequence, &call->operands[0]);
	for (size_t i = 1; receiver != HR_NO_VALUE && i < call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(sequence, call, i);
		size_t root = hr_operand_root(sequence, &call->operands[i]);
		if (!item || item->role == HR_ROLE_CONSUMED || root == HR_NO_VALUE || root == receiver ||
		    hr_model_pointee(sequence->model, item->type).qualifiers & HR_CONST)
			continue;
		size_t object = hr_model_object(sequence->model, item->type);
		if (object != HR_NO_TYPE &&
		    object == hr_model_object(sequence->model, hr_parameter_of(sequence, call, 0)->type) &&
		    may_hold(look, root, owner->allocated_by))
			return true;
	}
	return false;
}

/* An object that one call keeps was given to another one that keeps or ends it, or belonged to somebody else from the beginning: through the first it is used when it is gone. Somebody who refers to an object has to see to it that it lives,
 * or the object must not have two owners; which of them the API means nobody knows. */
static void look_at_shared(struct hr_look *look)
{
	const struct hr_owner *owner = &look->outcome->fault.owner;
	const struct hr_sequence *sequence = look->sequence;
	const struct hr_statement *keeper = NULL, *other = NULL, *sharing = NULL;
	if (hr_way_of(look->outcome) != HR_WAY_DEAD || !owner->is_freed || owner->block == HR_NO_BLOCK ||
	    owner->freed_by >= sequence->statements.count)
		return;
	const struct hr_statement *killer = &sequence->statements.data[owner->freed_by];
	for (size_t i = 0; i < look->end; i++) {
		const struct hr_statement *call = &sequence->statements.data[i];
		if (is_kept_though_borrowed(look, call, owner->block) || refers(look, call, owner))
			sharing = call;
		if (call == killer || !keeps(look, call, owner->block))
			continue;
		other = keeper;
		keeper = call;
	}
	for (size_t i = 0; killer->kind == HR_STATEMENT_CALL && i < killer->operand_count && !other; i++)
		if (is_given(look, killer, i, owner->block))
			other = killer;
	if (keeper && other)
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      hr_arena_printf(look->arena,
					      "What is used was given to %s(), which keeps it, and to %s() as well.",
					      hr_look_name(look, keeper), hr_look_name(look, other)));
	else if (sharing)
		hr_look_lower(
			look, HR_LEGAL_DOUBTFUL,
			hr_arena_printf(
				look->arena,
				"What is used belonged to another object already when %s() was given it, or what it is part of.",
				hr_look_name(look, sharing)));
}

/* ---- what is no text ---- */

/* Bytes of ours, which end without a NUL, came back from the unit, and went to another call that is not told how many there are. */
static void look_at_bytes(struct hr_look *look)
{
	const struct hr_owner *owner = &look->outcome->fault.owner;
	const struct hr_sequence *sequence = look->sequence;
	bool is_ours = false;
	if (owner->block == HR_NO_BLOCK || owner->allocated_by >= look->end)
		return;
	const struct hr_statement *giver = &sequence->statements.data[owner->allocated_by];
	for (size_t i = 0; giver->kind == HR_STATEMENT_CALL && i < giver->operand_count; i++)
		is_ours = is_ours ||
			  (giver->operands[i].kind == HR_OPERAND_BYTES && giver->operands[i].length == owner->size);
	for (size_t i = owner->allocated_by + 1; is_ours && i <= look->end; i++) {
		const struct hr_statement *call = &sequence->statements.data[i];
		for (size_t k = 0; call->kind == HR_STATEMENT_CALL && k < call->operand_count; k++) {
			const struct hr_item *item = hr_parameter_of(sequence, call, k);
			if (!item || item->role == HR_ROLE_BUFFER || !leads_to(look, call, k, owner->block, false))
				continue;
			hr_look_lower(
				look, HR_LEGAL_DOUBTFUL,
				hr_arena_printf(look->arena, "'%s' of %s() leads to bytes that do not end with a NUL.",
						*item->name ? item->name : "an argument", hr_look_name(look, call)));
			return;
		}
	}
}

/* May its length be left open, so that it ends with a NUL? */
static bool has_open_length(const struct hr_operation *operation, size_t parameter)
{
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *item = &operation->params.data[i];
		if (item->role == HR_ROLE_LENGTH && item->of == (int)parameter && item->minus_one)
			return true;
	}
	return false;
}

/* Text with a number beside it that may as well be left out: the number may tell which part of a text is meant, and not where the memory ends. */
static void look_at_open_lengths(struct hr_look *look)
{
	const struct hr_model *model = look->sequence->model;
	for (size_t i = 0; look->call->kind == HR_STATEMENT_CALL && i < look->call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(look->sequence, look->call, i);
		const struct hr_type *target = item ? hr_model_type(model, hr_model_pointee(model, item->type)) : NULL;
		if (!target || target->size != 1 || look->call->operands[i].kind != HR_OPERAND_BYTES ||
		    hr_operand_is_terminated(look->sequence, &look->call->operands[i]) ||
		    !has_open_length(&model->operations.data[look->call->operation], i))
			continue;
		hr_look_lower(
			look, HR_LEGAL_LIKELY,
			hr_arena_printf(
				look->arena,
				"'%s' of %s() does not end with a NUL, and its length may be left open: it may have to be a text.",
				*item->name ? item->name : "an argument", hr_look_name(look, look->call)));
	}
}

/* scan(start, end) with an end of something else: nothing says where the call would have to stop. */
static void look_at_spans(struct hr_look *look)
{
	const struct hr_model *model = look->sequence->model;
	const struct hr_operation *operation = &model->operations.data[look->call->operation];
	for (size_t i = 0; i < look->call->operand_count && i < operation->params.count; i++) {
		size_t base = hr_span_of(model, operation, i);
		if (base == (size_t)-1 || look->call->operands[i].kind == HR_OPERAND_NULL)
			continue;
		size_t own = hr_operand_root(look->sequence, &look->call->operands[i]);
		if (own != HR_NO_VALUE && own == hr_operand_root(look->sequence, &look->call->operands[base]))
			continue;
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      hr_arena_printf(look->arena, "'%s' of %s() does not lead into '%s'.",
					      operation->params.data[i].name, hr_look_name(look, look->call),
					      operation->params.data[base].name));
	}
}

/* ---- what was refused ---- */

/* A status of 1 that only its type says to be a refusal may well be success. */
static bool is_surely_refused(const struct hr_look *look, const struct hr_statement *call)
{
	const struct hr_operation *operation = &look->sequence->model->operations.data[call->operation];
	struct hr_decision decision = hr_claims_decide(&operation->claims, HR_FACT_ERROR);
	struct hr_operand result = { .kind = HR_OPERAND_VALUE, .value = call->value };
	int64_t number;
	return (decision.decided && decision.source != HR_SOURCE_TYPE) || call->value == HR_NO_VALUE ||
	       !hr_operand_number_run(look->sequence, look->outcome, &result, &number) || number != 1;
}

/* Nobody says what an object is worth when the last thing that was tried with it did not succeed: nor whether what is NULL in it then may be asked for. */
static void look_at_refused(struct hr_look *look, size_t root, bool is_null)
{
	struct hr_use use;
	const struct hr_statement *refused = NULL, *last = NULL;
	for (size_t from = 0; hr_use_next(&use, look->sequence, root, from, look->end); from = use.statement + 1) {
		const struct hr_statement *call = &look->sequence->statements.data[use.statement];
		if (look->sequence->model->operations.data[call->operation].kind == HR_KIND_OBSERVER)
			continue;
		last = call;
		if (hr_call_refused(look->sequence, look->outcome, use.statement))
			refused = call;
	}
	if (refused)
		hr_look_lower(look,
			      is_null && refused == last && is_surely_refused(look, refused) ? HR_LEGAL_DOUBTFUL
											     : HR_LEGAL_LIKELY,
			      hr_arena_printf(look->arena, "%s() was refused before, with the same object.",
					      hr_look_name(look, refused)));
}

/* ---- what an object of the caller's leads to ---- */

/* A pointer to a pointer that is NULL, where something is read. */
static void look_at_slot(struct hr_look *look, const struct hr_statement *call, size_t operand)
{
	const struct hr_item *item = hr_parameter_of(look->sequence, call, operand);
	size_t root = hr_operand_root(look->sequence, &call->operands[operand]);
	if (!item || item->role == HR_ROLE_OUT || root == HR_NO_VALUE)
		return;
	const struct hr_statement *maker =
		&look->sequence->statements.data[look->sequence->values.data[root].statement];
	if (maker->kind != HR_STATEMENT_NEW || maker->operand_count != 1 || maker->operands[0].kind != HR_OPERAND_NULL)
		return;
	hr_look_lower(look, HR_LEGAL_DOUBTFUL,
		      hr_arena_printf(look->arena, "'%s' of %s() leads to NULL; nothing says whether that is allowed.",
				      *item->name ? item->name : "an argument", hr_look_name(look, call)));
}

/* The same, where a number of the caller's beside it says that there is something: f(&count, &list, …), count 1 and list NULL. */
static void look_at_counted_slots(struct hr_look *look)
{
	const struct hr_sequence *sequence = look->sequence;
	for (size_t i = 0; i < look->call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(sequence, look->call, i);
		size_t root = hr_operand_root(sequence, &look->call->operands[i]);
		int64_t number;
		if (!item || root == HR_NO_VALUE || !hr_model_is_pointer(sequence->model, item->type) ||
		    hr_provenance_of(sequence, root) != HR_FROM_NEW ||
		    !hr_model_is_integer(sequence->model, hr_model_pointee(sequence->model, item->type)) ||
		    !hr_operand_number(sequence, &look->call->operands[i], &number) || number == 0)
			continue;
		for (size_t k = 0; k < look->call->operand_count; k++)
			look_at_slot(look, look->call, k);
		return;
	}
}

/* A struct of the caller's has a function that is his to set, and was left NULL. */
static void look_at_functions(struct hr_look *look, size_t root)
{
	const struct hr_sequence *sequence = look->sequence;
	const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[root].statement];
	if (maker->kind != HR_STATEMENT_NEW)
		return;
	const struct hr_operand *initial = maker->operand_count ? &maker->operands[0] : NULL;
	const struct hr_type *type = hr_model_type(sequence->model, hr_model_strip(sequence->model, maker->type));
	for (size_t i = 0; type && type->kind == HR_TYPE_STRUCT && i < type->fields.count; i++) {
		const struct hr_item *item = &type->fields.data[i].item;
		const struct hr_type *target =
			hr_model_type(sequence->model, hr_model_pointee(sequence->model, item->type));
		bool is_set = false;
		for (size_t k = 0; initial && initial->kind == HR_OPERAND_STRUCT && k < initial->part_count; k++)
			is_set = is_set || initial->fields[k] == i;
		if (!target || target->kind != HR_TYPE_FUNCTION || is_set)
			continue;
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      hr_arena_printf(look->arena, "'%s' of '%s' is a function, and was left NULL.", item->name,
					      sequence->values.data[root].name));
		return;
	}
}

/* A struct of the caller's that no call had before has a pointer that is his to set, and was left NULL, beside others that he set: how many it leads to, perhaps. */
static void look_at_pointers(struct hr_look *look, size_t root)
{
	const struct hr_sequence *sequence = look->sequence;
	const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[root].statement];
	const struct hr_operand *initial = maker->operand_count ? &maker->operands[0] : NULL;
	const struct hr_type *type = hr_model_type(sequence->model, hr_model_strip(sequence->model, maker->type));
	struct hr_use use;
	if (maker->kind != HR_STATEMENT_NEW || !initial || initial->kind != HR_OPERAND_STRUCT || !type ||
	    type->kind != HR_TYPE_STRUCT || hr_use_next(&use, sequence, root, 0, look->end))
		return;
	for (size_t i = 0; i < type->fields.count; i++) {
		const struct hr_item *item = &type->fields.data[i].item;
		const struct hr_type *own = hr_model_type(sequence->model, item->type);
		bool is_set = false;
		for (size_t k = 0; k < initial->part_count; k++)
			is_set = is_set || (initial->fields[k] == i && initial->parts[k].kind != HR_OPERAND_NULL);
		if (!own || own->kind != HR_TYPE_POINTER || is_set || item->role == HR_ROLE_PRIVATE ||
		    item->nullable == HR_YES)
			continue;
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      hr_arena_printf(look->arena,
					      "'%s' of '%s' was left NULL; nothing says whether that is allowed.",
					      item->name, sequence->values.data[root].name));
		return;
	}
}

/* A large number that another call gave may be out of range here, and no other was tried. */
static void look_at_numbers(struct hr_look *look)
{
	enum { LARGE = 1000 };
	for (size_t i = 0; i < look->call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(look->sequence, look->call, i);
		int64_t number;
		if (!item || look->call->operands[i].kind != HR_OPERAND_VALUE || item->role != HR_ROLE_IN ||
		    !hr_model_is_integer(look->sequence->model, item->type) ||
		    !hr_operand_number_run(look->sequence, look->outcome, &look->call->operands[i], &number) ||
		    (number < LARGE && number > -LARGE))
			continue;
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      hr_arena_printf(look->arena,
					      "'%s' of %s() is %lld, which another call gave; it may be out of range.",
					      *item->name ? item->name : "an argument", hr_look_name(look, look->call),
					      (long long)number));
	}
}

void hr_legality_look_at_states(struct hr_look *look)
{
	look_at_spans(look);
	look_at_destroyed(look);
	look_at_shared(look);
	if (look->way == HR_WAY_OVERFLOW) {
		look_at_bytes(look);
		look_at_open_lengths(look);
	}
	if (look->way == HR_WAY_OVERFLOW || look->way == HR_WAY_WILD)
		look_at_numbers(look);
	if (look->way == HR_WAY_OVERFLOW)
		look_at_counted_slots(look);
	for (size_t i = 0; i < look->call->operand_count; i++) {
		size_t root = hr_operand_root(look->sequence, &look->call->operands[i]);
		if (root != HR_NO_VALUE &&
		    (look->way == HR_WAY_NULL || look->way == HR_WAY_WILD || look->way == HR_WAY_OVERFLOW))
			look_at_refused(look, root, look->way != HR_WAY_OVERFLOW);
	}
	if (look->way != HR_WAY_NULL && look->way != HR_WAY_WILD)
		return;
	for (size_t i = 0; i <= look->end; i++)
		for (size_t k = 0; look->sequence->statements.data[i].kind == HR_STATEMENT_CALL &&
				   k < look->sequence->statements.data[i].operand_count;
		     k++)
			look_at_slot(look, &look->sequence->statements.data[i], k);
	for (size_t i = 0; i < look->call->operand_count; i++) {
		size_t root = hr_operand_root(look->sequence, &look->call->operands[i]);
		if (root == HR_NO_VALUE)
			continue;
		look_at_functions(look, root);
		if (look->way == HR_WAY_NULL)
			look_at_pointers(look, root);
	}
}
