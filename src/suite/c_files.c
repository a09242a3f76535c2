/* Streams and descriptors that a test makes: who closes them.
 *
 * Invariant: a test closes none that somebody else may have closed, as far as the model knows. */
#include "seq/edit.h"
#include "suite/c_text.h"

#include <string.h>

bool hr_c_is_lent(const struct hr_operation *operation, size_t parameter)
{
	if (parameter >= operation->params.count || operation->kind == HR_KIND_DESTROYER)
		return false;
	const struct hr_item *param = &operation->params.data[parameter];
	bool is_seen = operation->definition == HR_DEFINED_SOURCE ||
		       operation->definition == HR_DEFINED_HEADER; /* its code was looked into */
	return (param->role == HR_ROLE_FILE || param->role == HR_ROLE_DESCRIPTOR) && !param->kept && is_seen &&
	       !strcasestr(operation->name, "close");
}

/* Whether a stream that has a name is only lent to those who get it. */
static bool is_only_lent(const struct hr_sequence *sequence, size_t value)
{
	for (size_t i = sequence->values.data[value].statement + 1; i < sequence->statements.count; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		if (!hr_statement_names(it, value))
			continue;
		if (it->kind != HR_STATEMENT_CALL)
			return false;
		for (size_t k = 0; k < it->operand_count; k++)
			if (hr_operand_names(&it->operands[k], value) &&
			    (it->operands[k].kind != HR_OPERAND_VALUE ||
			     !hr_c_is_lent(&sequence->model->operations.data[it->operation], k)))
				return false;
	}
	return true;
}

/* At the very end: streams and descriptors that nobody else closes. */
void hr_c_endings(struct hr_c_text *text, bool is_apart)
{
	const struct hr_sequence *sequence = text->sequence;
	for (size_t i = 0; i < sequence->values.count; i++) {
		const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[i].statement];
		if (maker->kind != HR_STATEMENT_LITERAL || maker->value != i || !text->is_used[i])
			continue;
		enum hr_operand_kind kind = maker->operands[0].kind;
		if ((kind == HR_OPERAND_STREAM || kind == HR_OPERAND_DESCRIPTOR) && is_only_lent(sequence, i))
			hr_strbuf_addf(&text->endings, "\t%s(%s);\n", kind == HR_OPERAND_STREAM ? "fclose" : "close",
				       hr_c_name(sequence, i));
	}
	if (text->endings.length)
		hr_strbuf_addf(&text->body, "%s%s", is_apart ? "\n" : "", text->endings.data);
}
