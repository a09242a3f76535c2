/* Whether a sequence kept the rules, as far as formats go: a text with conversions that the unit hands to printf has to fit what the unit passes beside it, which only its authors know.
 *
 * Only where the parameter is called a format: a text that happens to become one is the unit's mistake. */
#include "oracle/legality_internal.h"
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

void hr_legality_look_at_formats(struct hr_look *look)
{
	const struct hr_fault *fault = &look->outcome->fault;
	/* arguments that are not there are looked for on the stack, up to its end */
	bool is_beyond = fault->kind == HR_KIND_WILD && !*fault->function;
	if (look->outcome->status != HR_OUTCOME_FAULT ||
	    (!is_beyond && !hr_text_find_any_case(fault->function, "printf")))
		return;
	for (size_t i = 0; i < look->call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(look->sequence, look->call, i);
		if (!item || !is_called_format(item->name) || !has_conversion(&look->call->operands[i]))
			continue;
		hr_look_break(look, hr_arena_printf(look->arena,
						    "'%s' of %s() is a format, for arguments that the unit passes.",
						    item->name, hr_look_name(look, look->call)));
		return;
	}
}
