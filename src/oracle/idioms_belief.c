/* Keeping count of what held and what did not, and telling of violations that can be believed.
 *
 * Invariant: of each property of an idiom at most one violation is told, the shortest that was found until it could be believed. */
#include "oracle/idioms_internal.h"

#include "base/memory.h"

#include <stdarg.h>
#include <string.h>

static bool is_pointer(const struct hr_sequence *sequence, size_t value)
{
	const struct hr_type *type = hr_model_type(sequence->model, sequence->values.data[value].type);

	return !type || type->kind == HR_TYPE_POINTER;
}

/* Whether a statement has to do with one of the marked values; all other pointers in it are marked then, too. */
static bool spread(bool *marked, const struct hr_sequence *sequence, const struct hr_statement *statement)
{
	size_t values[HR_MOST_PARAMETERS + 2];
	size_t count = 0;
	bool is_met = false, is_new = false;

	if (statement->value != HR_NO_VALUE)
		values[count++] = statement->value;
	if (statement->kind == HR_STATEMENT_GET || statement->kind == HR_STATEMENT_SET)
		values[count++] = statement->access->value;
	for (size_t i = 0; i < statement->operand_count && count < HR_MOST_PARAMETERS + 2; i++)
		if (statement->operands[i].kind == HR_OPERAND_VALUE)
			values[count++] = statement->operands[i].value;
	for (size_t i = 0; i < count; i++)
		is_met = is_met || marked[values[i]];
	for (size_t i = 0; i < count && is_met; i++) {
		is_new = is_new || (!marked[values[i]] && is_pointer(sequence, values[i]));
		marked[values[i]] = marked[values[i]] || is_pointer(sequence, values[i]);
	}
	return is_new;
}

/* Each operation once, however often the sequence calls it; only those that had to do with what is probed. */
static void count_operations(unsigned **counts, const struct hr_probing *probing, const struct hr_sequence *sequence)
{
	size_t operations = probing->model->operations.count;
	bool *marked = hr_calloc(sequence->values.count + 1, sizeof *marked);
	bool *is_counted = hr_calloc(operations + 1, sizeof *is_counted);
	bool is_all = probing->about == HR_NO_VALUE || probing->about >= sequence->values.count;

	if (!*counts)
		*counts = hr_arena_alloc(&probing->idioms->arena, (operations + 1) * sizeof **counts);
	if (!is_all)
		marked[probing->about] = true;
	for (bool again = !is_all; again;) {
		again = false;
		for (size_t i = 0; i < sequence->statements.count; i++)
			again = spread(marked, sequence, &sequence->statements.data[i]) || again;
	}
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		bool is_met = is_all || (it->value != HR_NO_VALUE && marked[it->value]);
		for (size_t k = 0; k < it->operand_count; k++)
			is_met = is_met || (it->operands[k].kind == HR_OPERAND_VALUE && marked[it->operands[k].value]);
		if (it->kind != HR_STATEMENT_CALL || !is_met || is_counted[it->operation])
			continue;
		is_counted[it->operation] = true;
		(*counts)[it->operation]++;
	}
	free(marked);
	free(is_counted);
}

/* With it violations are no exception, and far more frequent than without: what it does is meant to be so. */
static bool is_to_blame(const struct hr_tally *tally, size_t operation)
{
	if (!tally->held_with || !tally->violated_with)
		return false;
	unsigned held = tally->held_with[operation], violated = tally->violated_with[operation];

	return violated * 100 >= (held + violated) * 10 &&
	       violated * (tally->held + tally->violated) >= 2 * tally->violated * (held + violated);
}

static bool is_explained(const struct hr_idiom_state *state, size_t property)
{
	const struct hr_tally *tally = &state->tallies[property];

	if (state->class->properties[property].mistrust == HR_TRUSTED || !tally->violated_with)
		return false;
	if (!tally->held_with)
		return !state->enough;
	if (state->class->properties[property].mistrust == HR_BY_CAUSE)
		return tally->cause != HR_NONE && (tally->violated_with[tally->cause] < 3 ||
						   tally->held_with[tally->cause] > tally->violated_with[tally->cause]);
	for (size_t i = 0; i < state->operation_count; i++)
		for (size_t k = 0; k < HR_MOST_PROPERTIES && state->class->properties[k].name; k++)
			if ((k == property || state->class->shares_blame) && tally->pending_with &&
			    tally->pending_with[i] && is_to_blame(&state->tallies[k], i))
				return true;
	return false;
}

static bool is_counted_for(const struct hr_idiom_state *state, size_t property)
{
	const struct hr_property *rule = &state->class->properties[property];
	const struct hr_tally *tally = &state->tallies[property];

	if (state->enough && !tally->held && tally->violated >= state->enough)
		return true;
	return tally->held >= rule->least &&
	       (state->is_documented || tally->violated * 100u <= rule->most_percent * (tally->held + tally->violated));
}

static bool is_believed(const struct hr_idiom_state *state, size_t property)
{
	const char *needs = state->class->needs[property];

	for (size_t i = 0; needs && i < HR_MOST_PROPERTIES && state->class->properties[i].name; i++)
		if (strcmp(state->class->properties[i].name, needs) == 0 && !is_counted_for(state, i))
			return false;
	return is_counted_for(state, property);
}

bool hr_idioms_is_believed(const struct hr_idioms *idioms, const struct hr_idiom *idiom)
{
	for (size_t i = 0; i < idioms->states.count; i++) {
		const struct hr_idiom_state *state = idioms->states.data[i];
		if (&state->idiom != idiom)
			continue;
		for (size_t k = 0; k < HR_MOST_PROPERTIES && state->class->properties[k].name; k++)
			if (state->tallies[k].is_told && (!is_believed(state, k) || is_explained(state, k)))
				return false;
		return true;
	}
	return false;
}

static void tell_pending(struct hr_probing *probing, struct hr_idiom_state *state, size_t property)
{
	struct hr_tally *tally = &state->tallies[property];

	if (!tally->has_pending || tally->is_told || !is_believed(state, property) || is_explained(state, property))
		return;
	struct hr_violation violation = tally->pending;
	tally->pending.sequence = NULL;
	tally->has_pending = false;
	tally->is_told = true;
	probing->tell(probing->context, &violation);
}

void hr_idiom_held(struct hr_probing *probing, struct hr_idiom_state *state, unsigned property,
		   const struct hr_sequence *sequence)
{
	state->tallies[property].held++;
	if (state->class->properties[property].mistrust)
		count_operations(&state->tallies[property].held_with, probing, sequence);
	tell_pending(probing, state, property);
}

static void keep_texts(struct hr_condition *condition, struct hr_arena *arena)
{
	if (!condition->text)
		return;
	char *copy = hr_arena_alloc(arena, condition->length + 1);
	memcpy(copy, condition->text, condition->length);
	condition->text = copy;
}

static void keep_violation(struct hr_probing *probing, struct hr_idiom_state *state, unsigned property, size_t cause,
			   struct hr_violation *violation)
{
	struct hr_tally *tally = &state->tallies[property];

	tally->violated++;
	if (state->class->properties[property].mistrust)
		count_operations(&tally->violated_with, probing, violation->sequence);
	bool is_shorter = !tally->has_pending ||
			  violation->sequence->statements.count < tally->pending.sequence->statements.count;
	if (tally->is_told || (!is_shorter && !is_explained(state, property))) {
		hr_sequence_free(violation->sequence);
		tell_pending(probing, state, property); /* it may be enough by now */
		return;
	}
	struct hr_contract *contract = &violation->contract;
	for (size_t i = 0; i < contract->premise_count; i++)
		keep_texts(&contract->premises[i], &violation->sequence->arena);
	keep_texts(&contract->conclusion, &violation->sequence->arena);
	violation->idiom = &state->idiom;
	violation->property = state->class->properties[property].name;
	violation->class = state->class->properties[property].class;
	hr_sequence_free(tally->pending.sequence);
	tally->pending = *violation;
	tally->cause = cause;
	if (state->class->properties[property].mistrust) {
		tally->pending_with = NULL;
		count_operations(&tally->pending_with, probing, violation->sequence);
	}
	tally->has_pending = true;
	tell_pending(probing, state, property);
}

static const char *format_text(struct hr_sequence *sequence, const char *format, va_list args)
{
	struct hr_strbuf text = HR_STRBUF_INIT;

	hr_strbuf_vaddf(&text, format, args);
	const char *kept = hr_arena_strdup(&sequence->arena, text.data);
	hr_strbuf_release(&text);
	return kept;
}

void hr_idiom_violated(struct hr_probing *probing, struct hr_idiom_state *state, unsigned property,
		       struct hr_sequence *sequence, size_t first, const struct hr_contract *contract, size_t operation,
		       const char *format, ...)
{
	struct hr_violation violation = { .sequence = sequence,
					  .way = HR_WAY_PROPERTY,
					  .operation = operation,
					  .contract = *contract,
					  .value = contract->conclusion.value,
					  .expected = contract->conclusion.number };
	va_list args;

	va_start(args, format);
	violation.text = format_text(sequence, format, args);
	va_end(args);
	violation.contract.tail = sequence->statements.count - first;
	violation.contract.value_count = sequence->values.count;
	keep_violation(probing, state, property, HR_NONE, &violation);
}

void hr_idiom_violated_run(struct hr_probing *probing, struct hr_idiom_state *state, unsigned property,
			   struct hr_sequence *sequence, const struct hr_blame *blame, const char *format, ...)
{
	struct hr_violation violation = {
		.sequence = sequence, .way = blame->way, .operation = blame->operation, .value = blame->value
	};
	va_list args;

	va_start(args, format);
	violation.text = format_text(sequence, format, args);
	va_end(args);
	violation.contract.conclusion = hr_expect(HR_EXPECT_NOTHING, blame->value, 0);
	violation.contract.value_count = sequence->values.count;
	keep_violation(probing, state, property, blame->cause, &violation);
}
