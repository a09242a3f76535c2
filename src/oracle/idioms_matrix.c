/* All pairs of a few values, compared in one run; what contradicts is run again alone, with no more calls than it takes. */
#include "oracle/idioms_matrix.h"

enum { MOST_OBJECTS = 5 };

/* Another object beside the handle: a copy of it, or a fresh one. */
static bool make_another(size_t *out, struct hr_probing *probing, struct hr_sequence *stage,
			 const struct hr_idiom_state *state, size_t handle)
{
	const struct hr_model *model = probing->model;
	struct hr_filling filling;

	hr_filling_init(&filling);
	hr_filling_value(&filling, 0, handle);
	if (state->extra[HR_PAIR_COPY] != HR_NONE && hr_random_chance(probing->random, 0.6))
		return hr_probe_call(stage, state->extra[HR_PAIR_COPY], &filling, out);
	hr_filling_init(&filling);
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *it = &model->operations.data[i];
		if (hr_can_probe(it) && it->kind == HR_KIND_MAKER && !it->params.count &&
		    hr_handle_of(model, it->result.type) == state->object)
			return hr_probe_call(stage, i, &filling, out);
	}
	return false;
}

static bool choose_handles(struct hr_matrix *matrix, struct hr_probing *probing, const struct hr_idiom_state *state)
{
	size_t handles[HR_MOST_HANDLES], other;
	size_t count = hr_probe_handles(probing, state->object, handles, MOST_OBJECTS - 2);

	if (!count || hr_probe_has_odd_reals(probing))
		return false;
	matrix->stage = hr_sequence_copy(probing->normal);
	for (size_t i = 0; i < count; i++)
		matrix->elements[matrix->count++] = hr_give_value(handles[i]);
	while (matrix->count < MOST_OBJECTS) {
		if (!make_another(&other, probing, matrix->stage, state,
				  handles[hr_random_below(probing->random, count)]))
			break;
		hr_probe_enrich(probing, matrix->stage, other, state->object);
		matrix->elements[matrix->count++] = hr_give_value(other);
	}
	return true;
}

bool hr_matrix_choose(struct hr_matrix *matrix, struct hr_probing *probing, const struct hr_idiom_state *state)
{
	matrix->count = 0;
	matrix->stage = NULL;
	if (state->object != HR_NO_TYPE)
		return choose_handles(matrix, probing, state);
	matrix->stage = hr_probe_ground(probing);
	for (size_t i = 0; i < HR_MOST_ELEMENTS; i++)
		matrix->elements[matrix->count++] = hr_random_text(probing->random, &matrix->stage->arena);
	if (hr_random_chance(probing->random, 0.7))
		hr_random_alike(matrix->elements, HR_MOST_ELEMENTS, probing->random, &matrix->stage->arena);
	return true;
}

static bool compare(size_t *result, struct hr_sequence *sequence, const struct hr_idiom_state *state,
		    const struct hr_operand *a, const struct hr_operand *b)
{
	struct hr_filling filling;

	hr_filling_init(&filling);
	hr_filling_operand(&filling, state->extra[HR_PAIR_FIRST], a);
	hr_filling_operand(&filling, state->extra[HR_PAIR_SECOND], b);
	return hr_probe_call(sequence, state->idiom.operations[0], &filling, result);
}

static bool hash(size_t *result, struct hr_sequence *sequence, const struct hr_idiom_state *state,
		 const struct hr_operand *operand)
{
	struct hr_filling filling;

	if (state->idiom.kind != HR_IDIOM_HASH)
		return true;
	hr_filling_init(&filling);
	hr_filling_operand(&filling, 0, operand);
	return hr_probe_call(sequence, state->extra[HR_PAIR_HASH], &filling, result);
}

static bool build_all(struct hr_matrix *matrix, struct hr_sequence *sequence, const struct hr_idiom_state *state)
{
	for (size_t i = 0; i < matrix->count; i++)
		if (!hash(&matrix->hashes[i], sequence, state, &matrix->elements[i]))
			return false;
	for (size_t i = 0; i < matrix->count; i++)
		for (size_t k = 0; k < matrix->count; k++)
			if (!compare(&matrix->results[i][k], sequence, state, &matrix->elements[i],
				     &matrix->elements[k]))
				return false;
	return true;
}

/* Runs all pairs; `*fine` when there is something to judge. */
int hr_matrix_run(bool *fine, struct hr_matrix *matrix, struct hr_probing *probing, const struct hr_idiom_state *state)
{
	struct hr_sequence *sequence = hr_sequence_copy(matrix->stage);
	struct hr_outcome outcome;
	int status = 0;

	hr_outcome_init(&outcome);
	*fine = build_all(matrix, sequence, state);
	if (*fine)
		status = hr_probe_run(&outcome, probing, sequence, NULL);
	*fine = *fine && !status && outcome.status == HR_OUTCOME_NORMAL;
	for (size_t i = 0; *fine && i < matrix->count; i++) {
		if (state->idiom.kind == HR_IDIOM_HASH)
			matrix->hash_seen[i] = hr_see(sequence, &outcome, matrix->hashes[i]).number;
		for (size_t k = 0; k < matrix->count; k++)
			matrix->seen[i][k] = hr_see(sequence, &outcome, matrix->results[i][k]).number;
	}
	hr_sequence_free(sequence);
	hr_outcome_release(&outcome);
	return status;
}

static void describe(struct hr_strbuf *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome,
		     size_t first)
{
	const char *separator = "";

	for (size_t i = first; i < sequence->statements.count; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		if (it->kind != HR_STATEMENT_CALL || it->value == HR_NO_VALUE)
			continue;
		struct hr_seen seen = hr_see(sequence, outcome, it->value);
		hr_strbuf_addf(out, "%s%s(", separator, sequence->model->operations.data[it->operation].name);
		for (size_t k = 0; k < it->operand_count; k++) {
			struct hr_seen text = { .kind = HR_SEEN_TEXT,
						.text = it->operands[k].text,
						.length = it->operands[k].length };
			hr_strbuf_addstr(out, k ? ", " : "");
			if (it->operands[k].kind == HR_OPERAND_VALUE)
				hr_strbuf_addstr(out, sequence->values.data[it->operands[k].value].name);
			else if (it->operands[k].kind == HR_OPERAND_TEXT)
				hr_seen_write(out, &text);
			else
				hr_strbuf_addf(out, "%lld", (long long)it->operands[k].number);
		}
		hr_strbuf_addstr(out, ") is ");
		hr_seen_write(out, &seen);
		separator = ", ";
	}
}

/* Builds the case alone; false when something is missing. */
static bool build_case(struct hr_contract *contract, struct hr_sequence *sequence, const struct hr_matrix *matrix,
		       const struct hr_idiom_state *state, const struct hr_matrix_case *it)
{
	size_t hashes[2] = { 0, 0 };
	size_t result = 0;

	for (size_t i = 0; i < it->count; i++) {
		if (!compare(&result, sequence, state, &matrix->elements[it->pairs[i][0]],
			     &matrix->elements[it->pairs[i][1]]))
			return false;
		if (i + 1 < it->count || it->is_about_hashes)
			contract->premises[contract->premise_count++] = hr_expect(it->premise, result, 0);
		else
			contract->conclusion = hr_expect(it->conclusion, result, 0);
	}
	for (size_t side = 0; it->is_about_hashes && side < 2; side++)
		if (!hash(&hashes[side], sequence, state, &matrix->elements[it->pairs[0][side]]))
			return false;
	if (it->is_about_hashes) {
		contract->conclusion = hr_expect(HR_EXPECT_EQUAL, hashes[1], 0);
		contract->conclusion.other = hashes[0];
	}
	return true;
}

static int tell_case(struct hr_probing *probing, struct hr_idiom_state *state, unsigned property,
		     const struct hr_matrix *matrix, const struct hr_matrix_case *it)
{
	struct hr_sequence *sequence = hr_sequence_copy(matrix->stage);
	struct hr_contract contract = { .premise_count = 0 };
	size_t first = sequence->statements.count;
	struct hr_outcome outcome;
	struct hr_strbuf text = HR_STRBUF_INIT;
	int status = 0;

	hr_outcome_init(&outcome);
	bool fine = build_case(&contract, sequence, matrix, state, it);
	contract.value_count = sequence->values.count;
	if (fine)
		status = hr_probe_run(&outcome, probing, sequence, NULL);
	if (fine && !status && hr_contract_is_broken(&contract, sequence, &outcome)) {
		describe(&text, sequence, &outcome, first);
		hr_idiom_violated(probing, state, property, sequence, first, &contract,
				  it->is_about_hashes ? state->extra[HR_PAIR_HASH] : state->idiom.operations[0], "%s",
				  text.data);
		sequence = NULL;
	}
	hr_strbuf_release(&text);
	hr_sequence_free(sequence);
	hr_outcome_release(&outcome);
	return status;
}

void hr_matrix_note(struct hr_matrix_found *found, bool holds, const struct hr_matrix_case *it)
{
	if (holds)
		found->held++;
	else if (found->broken++ == 0)
		found->first = *it;
}

/* All count, so that what is believed does not depend on how many were compared in one run. */
int hr_matrix_judge(struct hr_probing *probing, struct hr_idiom_state *state, unsigned property,
		    const struct hr_matrix *matrix, const struct hr_matrix_found *found)
{
	for (unsigned i = 0; i < found->held; i++)
		hr_idiom_held(probing, state, property, matrix->stage);
	if (!found->broken)
		return 0;
	state->tallies[property].violated += found->broken - 1;
	return tell_case(probing, state, property, matrix, &found->first);
}
