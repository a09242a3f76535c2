/* The literals of a chain's own statements, one after the other, each with its place in the corpus. */
#include "search/literals_internal.h"

static void visit_operand(const struct hr_visit *visit, const struct hr_operand *operand, const struct hr_item *item,
			  size_t place)
{
	const struct hr_model *model = visit->literals->model;
	switch (operand->kind) {
	case HR_OPERAND_NUMBER:
	case HR_OPERAND_REAL:
	case HR_OPERAND_TEXT:
	case HR_OPERAND_BYTES:
		visit->at(visit->context, operand, item, place);
		return;
	case HR_OPERAND_STREAM:
	case HR_OPERAND_PATH:
	case HR_OPERAND_DESCRIPTOR:
		if (operand->text)
			visit->at(visit->context, operand, item, place);
		return;
	case HR_OPERAND_LIST:
		for (size_t i = 0; i < operand->part_count; i++)
			if (operand->parts[i].kind == HR_OPERAND_NUMBER)
				visit_operand(visit, &operand->parts[i], item, place);
		return;
	case HR_OPERAND_STRUCT: {
		struct hr_type_ref ref = hr_model_strip(model, item->type);
		const struct hr_type *type = hr_model_type(model, ref);
		if (type && type->kind == HR_TYPE_POINTER) {
			ref = hr_model_pointee(model, ref);
			type = hr_model_type(model, ref);
		}
		for (size_t i = 0; type && i < operand->part_count; i++)
			if (operand->fields[i] < type->fields.count)
				visit_operand(visit, &operand->parts[i], &type->fields.data[operand->fields[i]].item,
					      hr_corpus_field(visit->literals->corpus, ref.type, operand->fields[i]));
		return;
	}
	default:
		return;
	}
}

static void visit_statement(const struct hr_visit *visit, const struct hr_statement *statement)
{
	const struct hr_model *model = visit->literals->model;
	if (statement->kind == HR_STATEMENT_NEW && statement->operand_count) {
		struct hr_item item = hr_item_of("", statement->type);
		visit_operand(visit, &statement->operands[0], &item, HR_NO_PLACE);
	}
	if (statement->kind != HR_STATEMENT_CALL || statement->operation >= model->operations.count)
		return;
	const struct hr_operation *operation = &model->operations.data[statement->operation];
	for (size_t i = 0; i < operation->params.count && i < statement->operand_count; i++)
		visit_operand(visit, &statement->operands[i], &operation->params.data[i],
			      hr_corpus_parameter(visit->literals->corpus, statement->operation, i));
}

void hr_literals_visit(const struct hr_visit *visit, const struct hr_chain *chain)
{
	for (uint32_t i = chain->own_statements; i-- > 0;)
		visit_statement(visit, &chain->statements[i]);
}
