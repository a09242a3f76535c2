/* Changing objects of a probe: calls of mutators with arguments from the sequence itself, or made up. */
#include "oracle/idioms_internal.h"

#include <string.h>

/* A text that the sequence passes somewhere; one of ours when it passes none. */
struct hr_operand hr_probe_text(const struct hr_probing *probing, unsigned which)
{
	static const char *const texts[] = { "key", "a", "" };
	static const size_t lengths[] = { 3, 1, 0 };
	unsigned count = 0;

	for (unsigned pass = 0; pass < 2; pass++) {
		unsigned wanted = count ? which % count : 0, at = 0;
		for (size_t i = 0; i < probing->normal->statements.count; i++) {
			const struct hr_statement *it = &probing->normal->statements.data[i];
			for (size_t k = 0; it->kind == HR_STATEMENT_CALL && k < it->operand_count; k++) {
				if (it->operands[k].kind != HR_OPERAND_TEXT)
					continue;
				if (pass && at++ == wanted)
					return hr_give_text(it->operands[k].text, it->operands[k].length);
				count += pass == 0;
			}
		}
		if (!count)
			break;
	}
	return hr_give_text(texts[which % 3], lengths[which % 3]);
}

/* Something that changes the object and takes nothing else that lives. */
static bool is_mutator(const struct hr_model *model, const struct hr_operation *operation, size_t object,
		       size_t *receiver)
{
	if (!hr_can_probe(operation) || operation->kind == HR_KIND_DESTROYER || operation->kind == HR_KIND_MAKER ||
	    operation->kind == HR_KIND_OBSERVER)
		return false;
	*receiver = HR_NONE;
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *param = &operation->params.data[i];
		if (hr_handle_of(model, param->type) == object && *receiver == HR_NONE) {
			if (param->role == HR_ROLE_CONSUMED || param->kept || hr_is_const_pointer(model, param->type))
				return false;
			*receiver = i;
		} else if (!hr_is_number(model, param->type) && !hr_is_real(model, param->type) &&
			   !(hr_is_text(model, param->type) && hr_is_const_pointer(model, param->type)) &&
			   param->role != HR_ROLE_OUT) {
			return false;
		} else if (param->role == HR_ROLE_LENGTH || param->role == HR_ROLE_DESCRIPTOR || param->kept) {
			return false;
		}
	}
	return *receiver != HR_NONE;
}

static size_t count_texts(const struct hr_model *model, const struct hr_operation *operation)
{
	size_t count = 0;

	for (size_t i = 0; i < operation->params.count; i++)
		count += hr_is_text(model, operation->params.data[i].type);
	return count;
}

/* At most one of several is anything but plain: keys are refused sooner than values. */
static struct hr_operand choose_text(struct hr_probing *probing, struct hr_sequence *sequence, bool is_wild)
{
	static const char *const plain[] = { "a", "b", "key" };
	static const size_t lengths[] = { 1, 1, 3 };
	size_t which = hr_random_below(probing->random, 3);

	size_t marks = strlen(probing->idioms->marks);
	if (is_wild && hr_random_chance(probing->random, 0.15))
		return hr_give_text("", 0);
	if (is_wild && marks && hr_random_chance(probing->random, 0.5)) {
		char mark = probing->idioms->marks[hr_random_below(probing->random, marks)];
		char *text = hr_arena_printf(&sequence->arena, which ? "a%cb" : "%c", mark);
		return hr_give_text(text, strlen(text));
	}
	if (is_wild)
		return hr_random_text(probing->random, &sequence->arena);
	if (hr_random_chance(probing->random, 0.3))
		return hr_probe_text(probing, (unsigned)hr_random_below(probing->random, 1000));
	return hr_give_text(plain[which], lengths[which]);
}

static void fill_mutator(struct hr_filling *filling, struct hr_probing *probing, struct hr_sequence *sequence,
			 const struct hr_operation *operation)
{
	static const int64_t small[] = { 0, 0, 0, 1, 1, 2, 5, 7 };
	size_t texts = count_texts(probing->model, operation);
	size_t wild = texts ? hr_random_below(probing->random, texts + 1) : 0, at = 0;

	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *param = &operation->params.data[i];
		const struct hr_type *type = hr_model_type(probing->model, param->type);
		struct hr_operand operand = hr_give_number(0);
		if (filling->is_given[i] || param->role == HR_ROLE_OUT || param->role == HR_ROLE_CAPACITY)
			continue;
		if (hr_is_text(probing->model, param->type)) {
			operand = choose_text(probing, sequence, at++ == wild);
		} else if (type->kind == HR_TYPE_FLOAT) {
			operand.kind = HR_OPERAND_REAL;
			operand.real = (double)small[hr_random_below(probing->random, 8)];
		} else if (type->kind == HR_TYPE_ENUM) {
			operand.number = hr_random_number(probing->random, type);
		} else if (type->kind == HR_TYPE_BOOL) {
			operand.number = (int64_t)hr_random_below(probing->random, 2);
		} else {
			operand.number = small[hr_random_below(probing->random, 8)];
		}
		hr_filling_operand(filling, i, &operand);
	}
}

/* As the sequence calls it somewhere: most arguments are worth more than what we make up. */
static void fill_from_sequence(struct hr_filling *filling, struct hr_probing *probing, size_t operation,
			       size_t receiver)
{
	const struct hr_sequence *normal = probing->normal;
	const struct hr_statement *found = NULL;
	size_t seen = 0;

	for (size_t i = 0; i < normal->statements.count; i++) {
		const struct hr_statement *it = &normal->statements.data[i];
		if (it->kind == HR_STATEMENT_CALL && it->operation == operation &&
		    hr_random_below(probing->random, ++seen) == 0)
			found = it;
	}
	for (size_t i = 0; found && i < found->operand_count; i++) {
		const struct hr_operand *operand = &found->operands[i];
		bool is_plain = operand->kind == HR_OPERAND_NUMBER || operand->kind == HR_OPERAND_TEXT ||
				operand->kind == HR_OPERAND_REAL || operand->kind == HR_OPERAND_CONSTANT;
		if (i != receiver && !filling->is_given[i] && is_plain && hr_random_chance(probing->random, 0.4))
			hr_filling_operand(filling, i, operand);
	}
}

/* The parameter of another operation that has the same name and type; HR_NONE: none has. */
static size_t find_alike(const struct hr_model *model, const struct hr_operation *in, const struct hr_item *param)
{
	for (size_t i = 0; *param->name && i < in->params.count; i++)
		if (strcmp(in->params.data[i].name, param->name) == 0 &&
		    hr_same_type(model, in->params.data[i].type, param->type))
			return i;
	return HR_NONE;
}

static const struct hr_operand *operand_alike(const struct hr_model *model, const struct hr_statement *call,
					      const struct hr_item *param)
{
	size_t alike = find_alike(model, &model->operations.data[call->operation], param);
	bool is_there = alike != HR_NONE && alike < call->operand_count;
	return is_there && (call->operands[alike].kind == HR_OPERAND_NUMBER ||
			    call->operands[alike].kind == HR_OPERAND_TEXT)
		       ? &call->operands[alike]
		       : NULL;
}

/* What another call on the same object was given under the same name: keys that were put can be found and removed. All of one call, as section and key go together. */
static void fill_from_others(struct hr_filling *filling, struct hr_probing *probing, const struct hr_sequence *sequence,
			     size_t operation, size_t receiver, size_t handle)
{
	const struct hr_model *model = probing->model;
	const struct hr_operation *it = &model->operations.data[operation];
	const struct hr_statement *found = NULL;
	size_t seen = 0;

	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *call = &sequence->statements.data[i];
		bool is_about = false, is_alike = false;
		if (call->kind != HR_STATEMENT_CALL || call->operation == operation)
			continue;
		for (size_t k = 0; k < call->operand_count; k++)
			is_about = is_about ||
				   (call->operands[k].kind == HR_OPERAND_VALUE && call->operands[k].value == handle);
		for (size_t k = 0; is_about && k < it->params.count; k++)
			is_alike = is_alike || (k != receiver && operand_alike(model, call, &it->params.data[k]));
		if (is_alike && hr_random_below(probing->random, ++seen) == 0)
			found = call;
	}
	for (size_t i = 0; found && i < it->params.count; i++) {
		const struct hr_operand *operand =
			i == receiver || filling->is_given[i] ? NULL : operand_alike(model, found, &it->params.data[i]);
		if (operand)
			hr_filling_operand(filling, i, operand);
	}
}

bool hr_probe_change_by(struct hr_probing *probing, struct hr_sequence *sequence, size_t handle, size_t object,
			size_t operation, size_t *result)
{
	struct hr_filling filling;
	size_t receiver;

	if (!is_mutator(probing->model, &probing->model->operations.data[operation], object, &receiver))
		return false;
	hr_filling_init(&filling);
	hr_filling_value(&filling, receiver, handle);
	if (hr_random_chance(probing->random, 0.5))
		fill_from_others(&filling, probing, sequence, operation, receiver, handle);
	fill_from_sequence(&filling, probing, operation, receiver);
	fill_mutator(&filling, probing, sequence, &probing->model->operations.data[operation]);
	return hr_probe_call(sequence, operation, &filling, result);
}

bool hr_probe_change(struct hr_probing *probing, struct hr_sequence *sequence, size_t handle, size_t object,
		     size_t *operation)
{
	const struct hr_model *model = probing->model;
	size_t seen = 0, at, result;

	*operation = HR_NONE;
	for (size_t i = 0; i < model->operations.count; i++)
		if (is_mutator(model, &model->operations.data[i], object, &at) &&
		    hr_random_below(probing->random, ++seen) == 0)
			*operation = i;
	return *operation != HR_NONE && hr_probe_change_by(probing, sequence, handle, object, *operation, &result);
}

void hr_probe_enrich(struct hr_probing *probing, struct hr_sequence *sequence, size_t handle, size_t object)
{
	size_t operation;

	while (hr_random_chance(probing->random, 0.6))
		(void)hr_probe_change(probing, sequence, handle, object, &operation);
}
