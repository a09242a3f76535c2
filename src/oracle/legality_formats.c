/* Whether a sequence kept the rules, as far as formats go: a text with conversions that the unit hands to printf has to fit what the unit passes beside it, which only its authors know.
 *
 * Only where the parameter is called a format: a text that happens to become one is the unit's mistake. */
#include "oracle/legality.h"

#include "oracle/provenance.h"

#include "base/text.h"

#include <string.h>

static bool is_called_format(const char *name)
{
	return hr_text_find_any_case(name, "format") || hr_text_find_any_case(name, "fmt");
}

static bool has_conversion(const struct hr_operand *operand)
{
	return operand->kind == HR_OPERAND_TEXT && memchr(operand->text, '%', operand->length);
}

void hr_legality_look_at_formats(struct hr_legality *out, struct hr_arena *arena, const struct hr_sequence *sequence,
				 const struct hr_outcome *outcome, size_t end)
{
	const struct hr_statement *call = &sequence->statements.data[end];
	/* arguments that are not there are looked for on the stack, up to its end */
	bool is_beyond = outcome->fault.kind == HR_KIND_WILD && !*outcome->fault.function;
	if (outcome->status != HR_OUTCOME_FAULT || call->kind != HR_STATEMENT_CALL ||
	    (!is_beyond && !hr_text_find_any_case(outcome->fault.function, "printf")))
		return;
	for (size_t i = 0; i < call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(sequence, call, i);
		if (!item || !is_called_format(item->name) || !has_conversion(&call->operands[i]))
			continue;
		out->grade = HR_LEGAL_BROKEN;
		out->is_broken_otherwise = true;
		hr_vec_push(&out->texts,
			    hr_arena_printf(arena, "'%s' of %s() is a format, for arguments that the unit passes.",
					    item->name, sequence->model->operations.data[call->operation].name));
		return;
	}
}
