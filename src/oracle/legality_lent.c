/* Whether a sequence kept the rules, as far as memory goes that somebody only lent: a struct of the caller's that a call on one object filled leads into that object. Who frees what is in the struct frees what is not
 * its own; and when the object is ended or changed, what the struct leads to may be gone.
 *
 * As far as it is still an object's: what was got from it, and is ended by the caller although nobody says that it was handed over.
 *
 * And as far as there is nothing at all: memory of no bytes that one call was given, and another one goes to; a text that is empty, where every other one is fine. */
#include "oracle/experiments.h"
#include "oracle/legality_internal.h"
#include "oracle/provenance.h"

#include "seq/edit.h"

/* ---- structs that were filled ---- */

/* Is the parameter a struct that the call may leave pointers in? */
static bool may_be_filled(const struct hr_model *model, const struct hr_item *item)
{
	struct hr_type_ref pointee = item ? hr_model_pointee(model, item->type) : (struct hr_type_ref){ HR_NO_TYPE, 0 };
	const struct hr_type *type = hr_model_type(model, pointee);
	if (!type || type->kind != HR_TYPE_STRUCT || pointee.qualifiers & HR_CONST)
		return false;
	for (size_t i = 0; i < type->fields.count; i++)
		if (hr_model_is_pointer(model, type->fields.data[i].item.type))
			return true;
	return false;
}

/* The object that a call has filled the struct from, and that the block belongs to: some call on it allocated that; HR_NO_VALUE: none. */
static size_t find_lender(const struct hr_look *look, size_t filled, uint32_t allocated_by)
{
	const struct hr_sequence *sequence = look->sequence;
	for (size_t i = 0; i < look->end && allocated_by < look->end; i++) {
		const struct hr_statement *call = &sequence->statements.data[i];
		size_t object = call->kind == HR_STATEMENT_CALL && call->operand_count > 1
					? hr_operand_root(sequence, &call->operands[0])
					: HR_NO_VALUE;
		const struct hr_statement *allocating = &sequence->statements.data[allocated_by];
		if (object == HR_NO_VALUE || object == filled ||
		    (allocating->value != object && !hr_statement_names(allocating, object)))
			continue;
		for (size_t k = 1; k < call->operand_count; k++)
			if (hr_operand_root(sequence, &call->operands[k]) == filled &&
			    may_be_filled(sequence->model, hr_parameter_of(sequence, call, k)))
				return object;
	}
	return HR_NO_VALUE;
}

static void look_at_call(struct hr_look *look, const struct hr_statement *call)
{
	const struct hr_sequence *sequence = look->sequence;
	for (size_t i = 0; call->kind == HR_STATEMENT_CALL && i < call->operand_count; i++) {
		size_t root = hr_operand_root(sequence, &call->operands[i]);
		if (root == HR_NO_VALUE ||
		    sequence->statements.data[sequence->values.data[root].statement].kind != HR_STATEMENT_NEW)
			continue;
		size_t lender = find_lender(look, root, look->outcome->fault.owner.allocated_by);
		if (lender == HR_NO_VALUE)
			continue;
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      hr_arena_printf(look->arena, "What '%s' leads to belongs to '%s', which filled it.",
					      sequence->values.data[root].name, sequence->values.data[lender].name));
		return;
	}
}

/* ---- what was got from an object ---- */

/* How sure it has to be that a result is the caller's: by less it is a guess from its type. */
static const double surely_owned = 0.6;

/* The object, among those that the failing call is given, that the value was got from, where it was there before; HR_NO_VALUE: none, or it was handed over. */
static size_t find_source(const struct hr_look *look, size_t value)
{
	const struct hr_sequence *sequence = look->sequence;
	const struct hr_statement *failing = &sequence->statements.data[look->end];
	size_t statement = sequence->values.data[value].statement;
	const struct hr_statement *maker = &sequence->statements.data[statement];
	if (maker->kind != HR_STATEMENT_CALL || statement == look->outcome->fault.owner.allocated_by)
		return HR_NO_VALUE;
	const struct hr_item *result = &sequence->model->operations.data[maker->operation].result;
	if (result->role == HR_ROLE_OWNED && result->confidence >= surely_owned)
		return HR_NO_VALUE;
	for (size_t i = 0; i < maker->operand_count; i++) {
		size_t object = hr_operand_root(sequence, &maker->operands[i]);
		if (object != HR_NO_VALUE && object != value && hr_statement_names(failing, object))
			return object;
	}
	return HR_NO_VALUE;
}

/* Who ends what an object still has leaves the object with something that is gone. */
static void look_at_taken(struct hr_look *look)
{
	const struct hr_sequence *sequence = look->sequence;
	const struct hr_statement *ending = &sequence->statements.data[look->outcome->fault.owner.freed_by];
	for (size_t i = 0; i < ending->operand_count; i++) {
		size_t taken = hr_operand_root(sequence, &ending->operands[i]);
		size_t source = taken == HR_NO_VALUE ? HR_NO_VALUE : find_source(look, taken);
		if (source == HR_NO_VALUE)
			continue;
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      hr_arena_printf(look->arena,
					      "'%s' was got from '%s', which may still have it, and was ended.",
					      sequence->values.data[taken].name, sequence->values.data[source].name));
		return;
	}
}

/* ---- nothing at all ---- */

static void look_at_nothing(struct hr_look *look)
{
	const struct hr_owner *owner = &look->outcome->fault.owner;
	const struct hr_statement *failing = &look->sequence->statements.data[look->end];
	if (!hr_fault_is_in_ours(look->sequence, look->outcome))
		return;
	if (owner->size == 0 && owner->allocated_by < look->end)
		hr_look_lower(look, HR_LEGAL_DOUBTFUL,
			      "An earlier call was given nothing at all, and that is gone to now.");
	bool is_empty = false, is_other = false; /* a text; or bytes that it could be as well */
	for (size_t i = 0; owner->size == 1 && i < failing->operand_count; i++) {
		is_empty =
			is_empty || (failing->operands[i].kind == HR_OPERAND_TEXT && failing->operands[i].length == 0);
		is_other = is_other || failing->operands[i].kind == HR_OPERAND_BYTES;
	}
	if (is_empty && !is_other)
		hr_look_lower(look, HR_LEGAL_LIKELY, "A text is empty, and nothing says that it may be.");
}

void hr_legality_look_at_lent(struct hr_look *look)
{
	const struct hr_owner *owner = &look->outcome->fault.owner;
	if (owner->block == HR_NO_BLOCK)
		return;
	if (look->way == HR_WAY_DEAD || look->way == HR_WAY_FREE) {
		look_at_call(look, look->call);
		if (owner->is_freed && owner->freed_by < look->end) {
			look_at_call(look, &look->sequence->statements.data[owner->freed_by]);
			look_at_taken(look);
		}
	}
	if (look->way == HR_WAY_OVERFLOW)
		look_at_nothing(look);
}
