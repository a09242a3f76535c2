/* What can be said of a failure at once, without an experiment: where it happened, and what is known to be against the rules.
 *
 * Invariant: nothing is blamed on the unit here but a check of the user's that does not hold. */
#include "oracle/judge_internal.h"

#include "oracle/provenance.h"

#include "base/text.h"
#include "model/extras.h"

/* A value that is shifted into or beyond its sign does the same with all compilers; a number of places that a type does not have does not. What is NULL where it must not be is
 * not decided here: the caller may have given it. */
static bool is_only_portability(const struct hr_outcome *outcome)
{
	switch (outcome->fault.kind) {
	case HR_KIND_UB_FLOAT_CAST:
	case HR_KIND_UB_INVALID_VALUE:
	case HR_KIND_UB_BUILTIN:
	case HR_KIND_UB_NONNULL_RETURN:
		return true;
	case HR_KIND_UB_SHIFT:
		return hr_text_starts_with(outcome->fault.text, "left shift of ");
	default:
		return hr_fault_is_portability(outcome->fault.kind);
	}
}

/* A struct of the caller's with a pointer in it that nobody set: no call had it before. What is NULL in it may be for an initialiser to make. */
static bool is_null_of_raw(const struct hr_inquiry *inquiry)
{
	const struct hr_sequence *failing = inquiry->experiments.failing;
	size_t last = inquiry->experiments.statement;
	if (inquiry->experiments.outcome->fault.kind != HR_KIND_UB_NONNULL_ARGUMENT ||
	    last >= failing->statements.count || failing->statements.data[last].kind != HR_STATEMENT_CALL)
		return false;
	const struct hr_statement *call = &failing->statements.data[last];
	for (size_t i = 0; i < call->operand_count; i++) {
		size_t root = hr_operand_root(failing, &call->operands[i]);
		struct hr_use use;
		if (root == HR_NO_VALUE ||
		    failing->statements.data[failing->values.data[root].statement].kind != HR_STATEMENT_NEW)
			continue;
		const struct hr_type *type =
			hr_model_type(failing->model, hr_model_strip(failing->model, failing->values.data[root].type));
		if (type && type->kind == HR_TYPE_POINTER)
			type = hr_model_type(failing->model,
					     hr_model_pointee(failing->model, failing->values.data[root].type));
		if (type && type->kind == HR_TYPE_STRUCT && !hr_use_next(&use, failing, root, 0, last))
			return true;
	}
	return false;
}

/* A user's check that fails itself says nothing about the unit: the object may be gone, and only the check looks at it. */
static bool is_in_users_check(const struct hr_outcome *outcome)
{
	const hr_frames *stack = &outcome->fault.stack;
	for (size_t i = 0; outcome->status == HR_OUTCOME_FAULT && i < stack->count; i++) {
		enum hr_extra extra = hr_extra_of(stack->data[i].function, NULL);
		if (extra == HR_EXTRA_PRE || extra == HR_EXTRA_POST || extra == HR_EXTRA_INVARIANT)
			return true;
	}
	return false;
}

/* A function of ours that the unit called: what it was given may not be what such a function expects. Memory that is gone is gone whoever looks. */
static bool is_in_our_callback(const struct hr_outcome *outcome, enum hr_way way)
{
	const hr_frames *stack = &outcome->fault.stack;
	return outcome->status == HR_OUTCOME_FAULT && stack->count &&
	       hr_text_starts_with(stack->data[0].function, "__harrier_shape_") &&
	       (way == HR_WAY_NULL || way == HR_WAY_WILD || way == HR_WAY_OVERFLOW);
}

/* The failing call was refused memory. */
static bool ran_out_of_memory(const struct hr_outcome *outcome)
{
	for (size_t i = 0; i < outcome->heap.count; i++)
		if (outcome->heap.data[i].kind == HR_ALLOCATION_REFUSED &&
		    outcome->heap.data[i].statement == outcome->fault.statement)
			return true;
	return false;
}

bool hr_judge_at_once(struct hr_inquiry *inquiry)
{
	const struct hr_outcome *outcome = inquiry->experiments.outcome;
	struct hr_judgement *out = inquiry->out;
	if (is_in_users_check(outcome)) {
		hr_inquiry_decide(inquiry, HR_CLASS_MISUSE, "It happened inside of a check that the user wrote.");
		return true;
	}
	if (is_in_our_callback(outcome, inquiry->experiments.way)) {
		hr_inquiry_decide(inquiry, HR_CLASS_UNSURE, "It happened in a function of ours that the unit called.");
		return true;
	}
	if (outcome->status == HR_OUTCOME_ILLEGAL) {
		hr_inquiry_decide(inquiry, HR_CLASS_MISUSE, "The sequence itself used a pointer that leads nowhere.");
		return true;
	}
	if (inquiry->experiments.way == HR_WAY_NONE || inquiry->experiments.way == HR_WAY_EXIT ||
	    outcome->status == HR_OUTCOME_DIED) {
		hr_inquiry_decide(inquiry, HR_CLASS_UNSURE, "Nothing says that this must not be.");
		return true;
	}
	if (inquiry->legality.grade == HR_LEGAL_BROKEN) {
		struct hr_strbuf who = HR_STRBUF_INIT;
		out->odd_operation = inquiry->legality.null_operation;
		out->odd_parameter = inquiry->legality.null_parameter;
		out->odd = HR_ODD_NULL;
		if (out->odd_operation == (size_t)-1 || inquiry->legality.is_broken_otherwise)
			out->odd_operation = (size_t)-1;
		else if (inquiry->siblings && hr_siblings_accept(inquiry->siblings, out->odd_operation,
								 out->odd_parameter, HR_ODD_NULL, &who)) {
			hr_strbuf_release(&who);
			return false; /* deviant perhaps: there has to be a neighbour */
		}
		hr_strbuf_release(&who);
		hr_inquiry_decide(inquiry, HR_CLASS_MISUSE, NULL);
		hr_inquiry_tell_legality(inquiry);
		return true;
	}
	if (outcome->status == HR_OUTCOME_FAULT && outcome->fault.kind == HR_KIND_ASSERT &&
	    hr_is_broken_contract(outcome->fault.text)) {
		hr_inquiry_decide(inquiry, HR_CLASS_CERTAIN,
				  "A check that the user wrote does not hold, and every condition for the calls does.");
		return true;
	}
	if ((out->way == HR_WAY_ARITHMETIC || out->way == HR_WAY_UNDEFINED) &&
	    hr_fault_is_in_macro(&inquiry->experiments)) {
		hr_inquiry_decide(
			inquiry, HR_CLASS_MISUSE,
			"It happened in what the macro became in the caller's code, with the types that the caller chose.");
		return true;
	}
	if (outcome->status == HR_OUTCOME_FAULT && is_null_of_raw(inquiry)) {
		hr_inquiry_decide(inquiry, HR_CLASS_UNSURE,
				  "What is NULL comes from an object that no call has set up.");
		return true;
	}
	if (outcome->status == HR_OUTCOME_FAULT && is_only_portability(outcome)) {
		hr_inquiry_decide(inquiry, HR_CLASS_PORTABILITY,
				  "Undefined by the language, without a consequence that was seen here.");
		return true;
	}
	if (inquiry->experiments.way == HR_WAY_ABORT && ran_out_of_memory(outcome)) {
		hr_inquiry_decide(inquiry, HR_CLASS_UNSURE, "It gives up because there is not enough memory.");
		return true;
	}
	if (inquiry->experiments.way == HR_WAY_FREE && hr_fault_is_in_ours(inquiry->experiments.failing, outcome)) {
		hr_inquiry_decide(inquiry, HR_CLASS_MISUSE,
				  "The unit frees memory that it was given: it expects what malloc() returned.");
		return true;
	}
	return false;
}
