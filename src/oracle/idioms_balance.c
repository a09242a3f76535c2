/* What makers make, destroyers end: nothing is left that nobody can reach once all that lives was given to its destroyer.
 *
 * Whatever the sequence has still in hand, and what hangs on the unit's variables, is no leak. The call after which a block cannot be reached any more is the one to blame. */
#include "oracle/idioms_internal.h"

enum { ENOUGH = 5 };
enum { REFUSED, DESTROYER, CALL }; /* properties */

static bool is_only_destroyer(const struct hr_model *model, size_t operation)
{
	const struct hr_operation *it = &model->operations.data[operation];

	if (it->kind != HR_KIND_DESTROYER || it->subject == HR_NO_TYPE)
		return false;
	for (size_t i = 0; i < model->operations.count; i++)
		if (i != operation && model->operations.data[i].kind == HR_KIND_DESTROYER &&
		    model->operations.data[i].subject == it->subject)
			return false;
	return true;
}

static void find_operations(struct hr_idioms *idioms, const struct hr_idiom_class *class)
{
	for (size_t i = 0; i < idioms->model->operations.count; i++) {
		if (!idioms->model->operations.data[i].callable)
			continue;
		struct hr_idiom_state *state = hr_idioms_add(idioms, class, HR_NO_TYPE, &i, 1, "%s loses no memory",
							     idioms->model->operations.data[i].name);
		/* where there is a choice, the wrong one may have been taken */
		state->enough = is_only_destroyer(idioms->model, i) ? ENOUGH : 0;
	}
}

/* ---- sequences that lose memory themselves */

static bool is_allocator(const struct hr_model *model, const struct hr_type *function)
{
	const struct hr_type *result = hr_model_type(model, function->target);
	const struct hr_type *target = hr_model_type(model, hr_model_pointee(model, function->target));
	bool ends = result && result->kind == HR_TYPE_VOID;
	bool makes = target && target->kind == HR_TYPE_VOID;

	for (size_t i = 0; i < function->params.count; i++) {
		const struct hr_type *param =
			hr_model_type(model, hr_model_pointee(model, function->params.data[i].type));
		if (ends && param && (function->params.count == 1 || param->kind == HR_TYPE_VOID))
			return true;
	}
	return makes;
}

/* A made up function where memory would have to be freed or made does neither. */
static bool has_allocator(const struct hr_sequence *sequence, const struct hr_operand *operand, struct hr_type_ref type)
{
	const struct hr_model *model = sequence->model;
	const struct hr_type *target = hr_model_type(model, hr_model_pointee(model, type));

	if (operand->kind == HR_OPERAND_CALLBACK)
		return !target || target->kind != HR_TYPE_FUNCTION || is_allocator(model, target);
	const struct hr_type *record = hr_model_type(model, type);
	if (record && record->kind == HR_TYPE_POINTER)
		record = target;
	for (size_t i = 0; i < operand->part_count; i++) {
		struct hr_type_ref part = { HR_NO_TYPE, 0 };
		if (operand->fields && record && operand->fields[i] < record->fields.count)
			part = record->fields.data[operand->fields[i]].item.type;
		if (has_allocator(sequence, &operand->parts[i], part))
			return true;
	}
	return false;
}

static bool is_careless(const struct hr_sequence *sequence)
{
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		if (it->kind == HR_STATEMENT_FAIL_ALLOC)
			return true;
		for (size_t k = 0; k < it->operand_count; k++) {
			struct hr_type_ref type = it->kind == HR_STATEMENT_SET ? it->access->type : it->type;
			if (it->kind == HR_STATEMENT_CALL) {
				const struct hr_operation *operation = &sequence->model->operations.data[it->operation];
				if (k >= operation->params.count)
					continue;
				type = operation->params.data[k].type;
			}
			if (has_allocator(sequence, &it->operands[k], type))
				return true;
		}
	}
	return false;
}

static bool uses(const struct hr_statement *statement, size_t value)
{
	for (size_t i = 0; i < statement->operand_count; i++) {
		const struct hr_operand *operand = &statement->operands[i];
		if ((operand->kind == HR_OPERAND_VALUE && operand->value == value) ||
		    (operand->kind == HR_OPERAND_ADDRESS && operand->access->value == value))
			return true;
	}
	return false;
}

/* The call wrote over what an earlier one had left in an object of the sequence's, or begins something for the second time. */
static bool writes_over(const struct hr_sequence *sequence, size_t statement)
{
	const struct hr_statement *it = &sequence->statements.data[statement];
	const struct hr_operation *operation = &sequence->model->operations.data[it->operation];
	bool has_object = false;

	for (size_t i = 0; i < it->operand_count && i < operation->params.count; i++) {
		const struct hr_operand *operand = &it->operands[i];
		bool is_value = operand->kind == HR_OPERAND_VALUE || operand->kind == HR_OPERAND_ADDRESS;
		size_t value = operand->kind == HR_OPERAND_ADDRESS ? operand->access->value : operand->value;
		if (!is_value)
			continue;
		has_object = true;
		bool is_own =
			sequence->statements.data[sequence->values.data[value].statement].kind == HR_STATEMENT_NEW;
		if (!is_own || operation->kind == HR_KIND_DESTROYER)
			continue;
		for (size_t k = 0; k < statement; k++)
			if (sequence->statements.data[k].kind == HR_STATEMENT_CALL &&
			    uses(&sequence->statements.data[k], value))
				return true;
	}
	for (size_t k = 0; !has_object && k < statement; k++)
		if (sequence->statements.data[k].kind == HR_STATEMENT_CALL &&
		    sequence->statements.data[k].operation == it->operation && operation->params.count == 0)
			return true;
	return false;
}

static const struct hr_item *kept_same(const struct hr_model *model, size_t maker, size_t object)
{
	const struct hr_operation *operation = &model->operations.data[maker];

	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *item = &operation->params.data[i];
		if (item->kept && item->role != HR_ROLE_CONSUMED && hr_model_object(model, item->type) == object)
			return item;
	}
	return NULL;
}

/* Whether there are objects of this kind that refer to no other one. */
static bool has_plain_maker(const struct hr_model *model, size_t object)
{
	for (size_t i = 0; i < model->operations.count; i++)
		if (model->operations.data[i].callable && model->operations.data[i].kind == HR_KIND_MAKER &&
		    model->operations.data[i].subject == object && !kept_same(model, i, object))
			return true;
	return false;
}

/* The call had an object that only refers to another one of its kind, which nobody gave away: what is put there belongs to neither. */
static bool has_reference(const struct hr_sequence *sequence, size_t statement)
{
	const struct hr_model *model = sequence->model;
	const struct hr_statement *it = &sequence->statements.data[statement];

	for (size_t i = 0; i < it->operand_count; i++) {
		if (it->operands[i].kind != HR_OPERAND_VALUE)
			continue;
		const struct hr_statement *maker =
			&sequence->statements.data[sequence->values.data[it->operands[i].value].statement];
		if (maker->kind != HR_STATEMENT_CALL)
			continue;
		size_t object = hr_model_object(model, model->operations.data[maker->operation].result.type);
		if (object != HR_NO_TYPE && kept_same(model, maker->operation, object) &&
		    has_plain_maker(model, object))
			return true;
	}
	return false;
}

/* ---- who loses it */

static struct hr_sequence *beginning(const struct hr_sequence *sequence, size_t statements)
{
	struct hr_sequence *copy = hr_sequence_copy(sequence);

	copy->statements.count = statements;
	while (copy->values.count && copy->values.data[copy->values.count - 1].statement >= statements)
		copy->values.count--;
	return copy;
}

static int leaks_after(bool *leaks, struct hr_outcome *outcome, struct hr_probing *probing,
		       const struct hr_sequence *sequence, size_t statements)
{
	static const struct hr_run_wants wants = { .leaks = true };
	struct hr_sequence *part = beginning(sequence, statements);
	int status = hr_probe_run(outcome, probing, part, &wants);

	*leaks = !status && outcome->status == HR_OUTCOME_NORMAL && outcome->leaks.count > 0;
	hr_sequence_free(part);
	return status;
}

/* The first statement after which there is a leak: what cannot be reached never can again. */
static int find_culprit(size_t *culprit, struct hr_outcome *outcome, struct hr_probing *probing,
			const struct hr_sequence *sequence)
{
	size_t low = 0, high = sequence->statements.count; /* none after `low` statements, one after `high` */
	int status = 0;

	while (high - low > 1 && !status) {
		size_t middle = low + (high - low) / 2;
		bool leaks;
		status = leaks_after(&leaks, outcome, probing, sequence, middle);
		if (leaks)
			high = middle;
		else
			low = middle;
	}
	*culprit = high - 1;
	if (!status) {
		bool leaks;
		status = leaks_after(&leaks, outcome, probing, sequence, high);
		if (!leaks)
			*culprit = HR_NONE;
	}
	return status;
}

static void blame(struct hr_probing *probing, struct hr_sequence *sequence, size_t culprit,
		  const struct hr_outcome *outcome)
{
	const struct hr_statement *it = &sequence->statements.data[culprit];
	const struct hr_owner *leak = &outcome->leaks.data[0];
	const struct hr_model *model = probing->model;
	const struct hr_operation *operation = &model->operations.data[it->operation];
	struct hr_idiom_state *state = hr_idiom_state_of(probing->idioms, HR_IDIOM_BALANCE, it->operation);
	bool is_refused = hr_call_refused(sequence, outcome, culprit);
	const struct hr_type *result = hr_model_type(model, operation->result.type);
	bool is_dropped = it->value == HR_NO_VALUE && result && result->kind == HR_TYPE_POINTER;

	if (!state || is_dropped || leak->allocated_by >= sequence->statements.count ||
	    writes_over(sequence, culprit) ||
	    (operation->kind != HR_KIND_DESTROYER && has_reference(sequence, culprit))) {
		hr_sequence_free(sequence);
		return;
	}
	const struct hr_statement *maker = &sequence->statements.data[leak->allocated_by];
	bool is_made = maker->kind == HR_STATEMENT_CALL;
	const char *made_by = is_made ? model->operations.data[maker->operation].name : "";
	unsigned property = is_refused && leak->allocated_by == culprit ? REFUSED
			    : operation->kind == HR_KIND_DESTROYER      ? DESTROYER
									: CALL;
	bool is_its_own = leak->allocated_by == culprit || !is_made;
	struct hr_blame blame = { HR_WAY_LEAK, HR_NO_VALUE, it->operation, is_its_own ? HR_NONE : maker->operation };
	const char *why = property == REFUSED ? ", which failed" : "";
	/* What a call keeps that failed is nothing to be ended first: it is to blame, whoever loses it. */
	struct hr_idiom_state *keeper = !is_its_own && hr_call_refused(sequence, outcome, leak->allocated_by)
						? hr_idiom_state_of(probing->idioms, HR_IDIOM_BALANCE, maker->operation)
						: NULL;
	if (keeper) {
		state = keeper;
		property = CALL;
		blame.operation = maker->operation;
		blame.cause = HR_NONE;
		why = blame.operation == it->operation ? ", another call of it: the first one failed"
						       : ": the call that kept them failed";
	}
	hr_idiom_violated_run(probing, state, property, sequence, &blame,
			      "%llu byte%s that %s allocated cannot be reached any more after %s%s",
			      (unsigned long long)leak->size, leak->size == 1 ? "" : "s", made_by, operation->name,
			      why);
}

static void hold_all(struct hr_probing *probing, const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		if (it->kind != HR_STATEMENT_CALL)
			continue;
		struct hr_idiom_state *state = hr_idiom_state_of(probing->idioms, HR_IDIOM_BALANCE, it->operation);
		bool is_destroyer = probing->model->operations.data[it->operation].kind == HR_KIND_DESTROYER;
		if (state)
			hr_idiom_held(probing, state,
				      hr_call_refused(sequence, outcome, i) ? REFUSED
				      : is_destroyer                        ? DESTROYER
									    : CALL,
				      sequence);
	}
}

/* With some more changes to what lives; NULL: there is nothing to change, or no wish to. */
static struct hr_sequence *enriched(struct hr_probing *probing)
{
	if (hr_random_chance(probing->random, 0.3))
		return NULL;
	struct hr_sequence *sequence = hr_sequence_copy(probing->normal);
	for (size_t i = probing->normal->values.count, left = 2; i-- > 0 && left > 0;) {
		size_t object = hr_handle_of(probing->model, sequence->values.data[i].type);
		if (!probing->is_live[i] || object == HR_NO_TYPE)
			continue;
		hr_probe_enrich(probing, sequence, i, object);
		left--;
	}
	if (sequence->statements.count > probing->normal->statements.count)
		return sequence;
	hr_sequence_free(sequence);
	return NULL;
}

static int close_some(struct hr_sequence **closed, struct hr_probing *probing)
{
	struct hr_sequence *more = enriched(probing);
	int status = 0;

	*closed = NULL;
	if (more)
		status = hr_close(closed, NULL, more, probing->runner, probing->error);
	if (!status && !*closed)
		status = hr_close(closed, NULL, probing->normal, probing->runner, probing->error);
	hr_sequence_free(more);
	return status;
}

static int probe_balance(struct hr_probing *probing, struct hr_idiom_state *state)
{
	static const struct hr_run_wants wants = { .leaks = true };
	struct hr_sequence *closed = NULL;
	struct hr_outcome outcome;

	if (!hr_probe_is_last(probing, state) || is_careless(probing->normal))
		return 0;
	hr_outcome_init(&outcome);
	int status = close_some(&closed, probing);
	probing->left -= probing->left > 2 ? 2 : probing->left;
	if (!status && closed)
		status = hr_probe_run(&outcome, probing, closed, &wants);
	if (!status && closed && outcome.status == HR_OUTCOME_NORMAL) {
		size_t culprit = HR_NONE;
		if (outcome.leaks.count)
			status = find_culprit(&culprit, &outcome, probing, closed);
		else
			hold_all(probing, closed, &outcome);
		if (!status && culprit != HR_NONE && closed->statements.data[culprit].kind == HR_STATEMENT_CALL) {
			blame(probing, closed, culprit, &outcome);
			closed = NULL;
		}
	}
	hr_sequence_free(closed);
	hr_outcome_release(&outcome);
	return status;
}

const struct hr_idiom_class hr_idiom_balance = {
	.kind = HR_IDIOM_BALANCE,
	.is_of_last = true,
	.properties = { { "refused", 0, 100, HR_CLASS_CERTAIN, HR_TRUSTED },
			{ "destroyer", 10, 60, HR_CLASS_CERTAIN, HR_BY_CAUSE },
			{ "call", 5, 60, HR_CLASS_LIKELY, HR_BY_CAUSE } },
	.find = find_operations,
	.probe = probe_balance,
};
