/* What a run teaches about the operations that were called in it: how often they return, what they free, hang in, or need more room for.
 *
 * Invariant: only statements of the chain's own count, its parts have run before. */
#include "search/search_internal.h"

enum { MOST_LEARNED_ROOM = 1 << 20 };

uint32_t hr_spare_calls(const struct hr_progress *progress)
{
	return progress->short_hangs >= HR_FORGIVEN_HANGS ? 0 : 2 - progress->short_hangs / (HR_FORGIVEN_HANGS / 2);
}

static bool has_null(const struct hr_statement *call)
{
	for (size_t i = 0; i < call->operand_count; i++)
		if (call->operands[i].kind == HR_OPERAND_NULL)
			return true;
	return false;
}

static void count_short(struct hr_progress *progress, const struct hr_chain *chain, const struct hr_statement *call,
			bool hangs)
{
	if (!hangs && (!progress->fewest || chain->call_count < progress->fewest) && !has_null(call)) {
		progress->fewest = chain->call_count;
		progress->short_calls = progress->short_hangs = 0;
	}
	if (chain->call_count <= progress->fewest + hr_spare_calls(progress)) {
		progress->short_calls++;
		progress->short_hangs += hangs;
	}
}

/* Every own call that began: those before the last one returned; that one has the verdict. */
static void count_calls(struct hr_search *search, const struct hr_chain *chain, const struct hr_outcome *outcome,
			enum hr_verdict verdict, size_t new_edges)
{
	uint32_t first = hr_chain_first_statement(chain);
	uint32_t last = outcome->statement == HR_NO_STATEMENT ? first : outcome->statement;
	struct hr_progress *finder = NULL;
	bool is_normal = verdict == HR_VERDICT_NORMAL || verdict == HR_VERDICT_REFUSED;

	for (uint32_t i = 0; i < chain->own_statements && (is_normal || first + i <= last); i++) {
		const struct hr_statement *statement = &chain->statements[i];

		if (statement->kind != HR_STATEMENT_CALL)
			continue;
		struct hr_progress *progress = &search->progress.data[statement->operation];
		progress->reach.calls++;
		count_short(progress, chain, statement, verdict == HR_VERDICT_HANG && first + i == last);
		finder = progress;
		if (!is_normal && first + i == last) {
			progress->reach.illegal += verdict == HR_VERDICT_ILLEGAL;
			progress->reach.failures += verdict != HR_VERDICT_ILLEGAL;
			progress->hangs += verdict == HR_VERDICT_HANG;
			hr_reach_end(&progress->reach, outcome);
		} else if (hr_call_is_refused(search->model, statement, 0, outcome)) {
			progress->reach.refused++;
		} else {
			progress->reach.normal++;
		}
	}
	if (finder)
		finder->found += (uint32_t)new_edges;
}

/* What a call freed although nobody said so: the next chains do not rely on it. */
static void learn_endings(struct hr_search *search, const struct hr_chain *chain, const struct hr_outcome *outcome)
{
	uint32_t first = hr_chain_first_statement(chain);

	for (size_t i = 0; i < outcome->pointers.count; i++) {
		const struct hr_pointer_record *pointer = &outcome->pointers.data[i];

		if (!pointer->is_freed || pointer->freed_by < first ||
		    pointer->freed_by - first >= chain->own_statements)
			continue;
		const struct hr_statement *call = &chain->statements[pointer->freed_by - first];
		for (size_t k = 0; call->kind == HR_STATEMENT_CALL && k < call->operand_count && k < 32; k++)
			if (call->operands[k].kind == HR_OPERAND_VALUE && call->operands[k].value == pointer->value)
				search->progress.data[call->operation].may_end |= 1u << k;
	}
}

/* The size of the object that an operand of the last call leads to; 0: not known, or not of this chain's making. */
static uint64_t size_of_operand(const struct hr_chain *chain, const struct hr_operand *operand)
{
	if (operand->kind == HR_OPERAND_BYTES || operand->kind == HR_OPERAND_TEXT)
		return operand->length + (operand->kind == HR_OPERAND_TEXT);
	for (uint32_t i = 0; operand->kind == HR_OPERAND_VALUE && i < chain->own_statements; i++)
		if (chain->statements[i].value == operand->value && chain->statements[i].kind == HR_STATEMENT_NEW)
			return chain->statements[i].count > 0 ? (uint64_t)chain->statements[i].count : 0;
	return 0;
}

/* Too much memory or time, with a large number among the arguments: mostly smaller ones from now on. */
static void learn_weight(struct hr_search *search, struct hr_chain *chain, const struct hr_outcome *outcome)
{
	struct hr_known *known = chain->known;
	bool was_heavy =
		outcome->status == HR_OUTCOME_EXHAUSTED || outcome->status == HR_OUTCOME_HANG || outcome->was_slow;

	for (uint32_t i = 0; i < chain->own_statements; i++) {
		const struct hr_statement *call = &chain->statements[i];

		for (size_t k = 0; call->kind == HR_STATEMENT_CALL && k < call->operand_count; k++)
			if (call->operands[k].kind == HR_OPERAND_NUMBER &&
			    (call->operands[k].number > HR_LARGE_NUMBER || call->operands[k].number < 0)) {
				struct hr_progress *progress = &search->progress.data[call->operation];

				progress->heavy += was_heavy;
				if (known && progress->heavy)
					known->weight++;
			}
	}
}

/* A call went beyond an untyped object whose size nobody tells: the next one is larger. */
static void learn_room(struct hr_search *search, const struct hr_chain *chain, const struct hr_outcome *outcome)
{
	const struct hr_fault *fault = &outcome->fault;
	uint32_t first = hr_chain_first_statement(chain);

	if (outcome->status != HR_OUTCOME_FAULT || fault->kind != HR_KIND_HEAP_OVERFLOW || outcome->statement < first ||
	    outcome->statement - first >= chain->own_statements || fault->owner.size + fault->size > MOST_LEARNED_ROOM)
		return;
	const struct hr_statement *call = &chain->statements[outcome->statement - first];
	if (call->kind != HR_STATEMENT_CALL)
		return;
	const struct hr_plan *plan = &search->plans.list.data[call->operation];
	const struct hr_operation *operation = &search->model->operations.data[call->operation];
	for (size_t i = 0; i < operation->params.count && i < HR_ROOMS; i++) {
		const struct hr_type *target = hr_model_type(search->model, plan->parameters[i].target);
		uint32_t *room = &search->progress.data[call->operation].rooms[i];

		if (!target || target->kind != HR_TYPE_VOID || plan->parameters[i].has_extent ||
		    size_of_operand(chain, &call->operands[i]) != fault->owner.size)
			continue;
		uint64_t wanted = fault->owner.size + fault->owner.distance + fault->size;
		*room = wanted > *room ? (uint32_t)wanted : *room;
	}
}

void hr_search_learn(struct hr_search *search, struct hr_chain *chain, const struct hr_outcome *outcome,
		     enum hr_verdict verdict, size_t new_edges)
{
	count_calls(search, chain, outcome, verdict, new_edges);
	learn_endings(search, chain, outcome);
	learn_room(search, chain, outcome);
	learn_weight(search, chain, outcome);
	hr_bulk_learn(search, chain, outcome, new_edges);
	hr_failing_observe(search, chain, outcome, verdict, new_edges);
}
