/* Compare functions are orders, equalities are equivalences, equal values have equal hashes.
 *
 * All pairs of a few values are compared in one run; what contradicts is run again alone, with no more calls than it takes. */
#include "oracle/idioms_internal.h"

#include "base/text.h"

enum { MOST_OBJECTS = 5, MOST_ELEMENTS = 8 };

struct matrix {
	struct hr_sequence
		*stage; /* that the elements are of: the sequence that is probed, with copies and changes; ours */
	struct hr_operand elements[MOST_ELEMENTS]; /* handles or texts */
	size_t count;
	size_t results[MOST_ELEMENTS][MOST_ELEMENTS]; /* values */
	size_t hashes[MOST_ELEMENTS];
	int64_t seen[MOST_ELEMENTS][MOST_ELEMENTS];
	int64_t hash_seen[MOST_ELEMENTS];
};

enum {
	FIRST,
	SECOND,
	COPY,
	HASH
}; /* extra of a state: parameters that are compared; what copies; for hashes what compares */

/* ---- finding */

static const char *const order_words[] = { "compare", "cmp", "collate", "strcmp", NULL };
static const char *const equal_words[] = {
	"equal", "equals", "eq", "same", "identical", "isequal", "equivalent", NULL
};
static const char *const copy_words[] = { "copy", "clone", "dup", "duplicate", "deepcopy", NULL };
static const char *const hash_words[] = { "hash", "hashcode", NULL };

/* The two parameters of one type that it is about; all others can be made up. */
static bool find_pair(const struct hr_model *model, const struct hr_operation *operation, size_t *first, size_t *second)
{
	size_t found = 0;

	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *param = &operation->params.data[i];
		bool is_subject = hr_handle_of(model, param->type) != HR_NO_TYPE || hr_is_text(model, param->type);
		if (is_subject && found < 2) {
			*(found == 0 ? first : second) = i;
			found++;
		} else if (!hr_is_truth(model, param->type)) {
			return false;
		}
		if (param->role == HR_ROLE_CONSUMED || param->role == HR_ROLE_OUT || param->kept)
			return false;
	}
	return found == 2 &&
	       hr_same_type(model, operation->params.data[*first].type, operation->params.data[*second].type);
}

static size_t copier_of(const struct hr_model *model, size_t object)
{
	for (size_t i = 0; object != HR_NO_TYPE && i < model->operations.count; i++) {
		const struct hr_operation *it = &model->operations.data[i];
		struct hr_idiom_words name;
		hr_idiom_name_split(&name, it->name);
		if (hr_can_probe(it) && it->params.count == 1 && hr_idiom_name_has(&name, copy_words) != HR_NONE &&
		    hr_handle_of(model, it->result.type) == object &&
		    hr_handle_of(model, it->params.data[0].type) == object)
			return i;
	}
	return HR_NONE;
}

static bool is_order(const struct hr_model *model, const struct hr_operation *operation)
{
	const struct hr_type *result = hr_model_type(model, operation->result.type);
	struct hr_idiom_words name;

	hr_idiom_name_split(&name, operation->name);
	return hr_idiom_name_has(&name, order_words) != HR_NONE && result && result->kind == HR_TYPE_INT &&
	       result->is_signed && !hr_is_truth(model, operation->result.type);
}

static bool is_equality(const struct hr_model *model, const struct hr_operation *operation)
{
	struct hr_idiom_words name;

	hr_idiom_name_split(&name, operation->name);
	if (!hr_is_number(model, operation->result.type))
		return false;
	return hr_idiom_name_has(&name, equal_words) != HR_NONE ||
	       (hr_idiom_name_has(&name, order_words) != HR_NONE && hr_is_truth(model, operation->result.type));
}

/* A result that is only told to be 0 or not is no order. */
static bool speaks_of_order(const struct hr_operation *operation)
{
	static const char *const phrases[] = { "order",  "less than", "below 0", "< 0",    "negative",   "smaller",
					       "before", "greater",   "less or", "strcmp", "lexicograph" };

	for (size_t i = 0; operation->doc && i < sizeof phrases / sizeof *phrases; i++)
		if (hr_text_find_any_case(operation->doc, phrases[i]))
			return true;
	return false;
}

static void find_pairs(struct hr_idioms *idioms, const struct hr_idiom_class *class,
		       bool (*is_one)(const struct hr_model *, const struct hr_operation *), const char *what)
{
	const struct hr_model *model = idioms->model;

	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *it = &model->operations.data[i];
		size_t first = 0, second = 0;
		if (!hr_can_probe(it) || !is_one(model, it) || !find_pair(model, it, &first, &second))
			continue;
		size_t object = hr_handle_of(model, it->params.data[first].type);
		struct hr_idiom_state *state = hr_idioms_add(idioms, class, object, &i, 1, "%s %s", it->name, what);
		state->extra[FIRST] = first;
		state->extra[SECOND] = second;
		state->extra[COPY] = copier_of(model, object);
		state->is_documented = class->kind == HR_IDIOM_COMPARE && speaks_of_order(it);
	}
}

static void find_orders(struct hr_idioms *idioms, const struct hr_idiom_class *class)
{
	find_pairs(idioms, class, is_order, "is an order");
}

static void find_equalities(struct hr_idioms *idioms, const struct hr_idiom_class *class)
{
	find_pairs(idioms, class, is_equality, "is an equality");
}

/* Hashes need somebody who knows what is equal. */
static void find_hashes(struct hr_idioms *idioms, const struct hr_idiom_class *class)
{
	const struct hr_model *model = idioms->model;

	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *it = &model->operations.data[i];
		struct hr_idiom_words name;
		hr_idiom_name_split(&name, it->name);
		if (!hr_can_probe(it) || it->params.count != 1 || hr_idiom_name_has(&name, hash_words) == HR_NONE ||
		    !hr_is_number(model, it->result.type) || hr_is_truth(model, it->result.type))
			continue;
		size_t object = hr_handle_of(model, it->params.data[0].type);
		for (size_t k = 0; object != HR_NO_TYPE && k < model->operations.count; k++) {
			const struct hr_operation *other = &model->operations.data[k];
			size_t first = 0, second = 0;
			if (!hr_can_probe(other) || !(is_equality(model, other) || is_order(model, other)) ||
			    !find_pair(model, other, &first, &second) ||
			    hr_handle_of(model, other->params.data[first].type) != object)
				continue;
			size_t operations[] = { k, i };
			struct hr_idiom_state *state =
				hr_idioms_add(idioms, class, object, operations, 2,
					      "%s is the same for what is equal by %s", it->name, other->name);
			state->extra[FIRST] = first;
			state->extra[SECOND] = second;
			state->extra[COPY] = copier_of(model, object);
			state->extra[HASH] = i;
			break;
		}
	}
}

/* ---- probing */

/* Another object beside the handle: a copy of it, or a fresh one. */
static bool make_another(size_t *out, struct hr_probing *probing, struct hr_sequence *stage,
			 const struct hr_idiom_state *state, size_t handle)
{
	const struct hr_model *model = probing->model;
	struct hr_filling filling;

	hr_filling_init(&filling);
	hr_filling_value(&filling, 0, handle);
	if (state->extra[COPY] != HR_NONE && hr_random_chance(probing->random, 0.6))
		return hr_probe_call(stage, state->extra[COPY], &filling, out);
	hr_filling_init(&filling);
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *it = &model->operations.data[i];
		if (hr_can_probe(it) && it->kind == HR_KIND_MAKER && !it->params.count &&
		    hr_handle_of(model, it->result.type) == state->object)
			return hr_probe_call(stage, i, &filling, out);
	}
	return false;
}

static bool choose_handles(struct matrix *matrix, struct hr_probing *probing, const struct hr_idiom_state *state)
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

static bool choose(struct matrix *matrix, struct hr_probing *probing, const struct hr_idiom_state *state)
{
	matrix->count = 0;
	matrix->stage = NULL;
	if (state->object != HR_NO_TYPE)
		return choose_handles(matrix, probing, state);
	matrix->stage = hr_probe_ground(probing);
	for (size_t i = 0; i < MOST_ELEMENTS; i++)
		matrix->elements[matrix->count++] = hr_random_text(probing->random, &matrix->stage->arena);
	if (hr_random_chance(probing->random, 0.7))
		hr_random_alike(matrix->elements, MOST_ELEMENTS, probing->random, &matrix->stage->arena);
	return true;
}

static bool compare(size_t *result, struct hr_sequence *sequence, const struct hr_idiom_state *state,
		    const struct hr_operand *a, const struct hr_operand *b)
{
	struct hr_filling filling;

	hr_filling_init(&filling);
	hr_filling_operand(&filling, state->extra[FIRST], a);
	hr_filling_operand(&filling, state->extra[SECOND], b);
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
	return hr_probe_call(sequence, state->extra[HASH], &filling, result);
}

static bool build_all(struct matrix *matrix, struct hr_sequence *sequence, const struct hr_idiom_state *state)
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
static int run_all(bool *fine, struct matrix *matrix, struct hr_probing *probing, const struct hr_idiom_state *state)
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

/* A contradiction: up to three comparisons of elements, of which the last should have come out otherwise. */
struct case_of {
	size_t pairs[3][2];
	size_t count;
	enum hr_expectation premise; /* of the others, against 0 */
	enum hr_expectation conclusion;
	bool is_about_hashes;
};

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
static bool build_case(struct hr_contract *contract, struct hr_sequence *sequence, const struct matrix *matrix,
		       const struct hr_idiom_state *state, const struct case_of *it)
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
		     const struct matrix *matrix, const struct case_of *it)
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
				  it->is_about_hashes ? state->extra[HASH] : state->idiom.operations[0], "%s",
				  text.data);
		sequence = NULL;
	}
	hr_strbuf_release(&text);
	hr_sequence_free(sequence);
	hr_outcome_release(&outcome);
	return status;
}

static int sign(int64_t number)
{
	return (number > 0) - (number < 0);
}

/* How many comparisons held, how many did not, and the first of these. */
struct found {
	unsigned held;
	unsigned broken;
	struct case_of first;
};

static void note(struct found *found, bool holds, const struct case_of *it)
{
	if (holds)
		found->held++;
	else if (found->broken++ == 0)
		found->first = *it;
}

/* All count, so that what is believed does not depend on how many were compared in one run. */
static int judge(struct hr_probing *probing, struct hr_idiom_state *state, unsigned property,
		 const struct matrix *matrix, const struct found *found)
{
	for (unsigned i = 0; i < found->held; i++)
		hr_idiom_held(probing, state, property, matrix->stage);
	if (!found->broken)
		return 0;
	state->tallies[property].violated += found->broken - 1;
	return tell_case(probing, state, property, matrix, &found->first);
}

static int probe_reflexive(struct hr_probing *probing, struct hr_idiom_state *state, const struct matrix *matrix,
			   bool wanted_zero)
{
	struct found found = { 0 };

	for (size_t i = 0; i < matrix->count; i++)
		note(&found, (matrix->seen[i][i] == 0) == wanted_zero,
		     &(struct case_of){ .pairs = { { i, i } },
					.count = 1,
					.conclusion = wanted_zero ? HR_EXPECT_EQUAL : HR_EXPECT_NOT_EQUAL });
	return judge(probing, state, 0, matrix, &found);
}

static int probe_antisymmetric(struct hr_probing *probing, struct hr_idiom_state *state, const struct matrix *matrix)
{
	struct found found = { 0 };

	for (size_t i = 0; i < matrix->count; i++)
		for (size_t k = i + 1; k < matrix->count; k++) {
			int here = sign(matrix->seen[i][k]), there = sign(matrix->seen[k][i]);
			if (here == 0 && there == 0)
				continue;
			size_t a = here ? i : k, b = here ? k : i;
			bool is_above = sign(matrix->seen[a][b]) > 0;
			note(&found, here == -there,
			     &(struct case_of){ .pairs = { { a, b }, { b, a } },
						.count = 2,
						.premise = is_above ? HR_EXPECT_ABOVE : HR_EXPECT_BELOW,
						.conclusion = is_above ? HR_EXPECT_BELOW : HR_EXPECT_ABOVE });
		}
	return judge(probing, state, 1, matrix, &found);
}

static int probe_transitive(struct hr_probing *probing, struct hr_idiom_state *state, const struct matrix *matrix)
{
	struct found found = { 0 };

	for (size_t a = 0; a < matrix->count; a++)
		for (size_t b = 0; b < matrix->count; b++)
			for (size_t c = 0; c < matrix->count; c++) {
				if (matrix->seen[a][b] >= 0 || matrix->seen[b][c] >= 0 || a == c)
					continue;
				note(&found, matrix->seen[a][c] < 0,
				     &(struct case_of){ .pairs = { { a, b }, { b, c }, { a, c } },
							.count = 3,
							.premise = HR_EXPECT_BELOW,
							.conclusion = HR_EXPECT_BELOW });
			}
	return judge(probing, state, 2, matrix, &found);
}

static int probe_order(struct hr_probing *probing, struct hr_idiom_state *state)
{
	struct matrix matrix;
	bool fine = false;

	if (!choose(&matrix, probing, state))
		return 0;
	int status = run_all(&fine, &matrix, probing, state);
	if (!status && fine)
		status = probe_reflexive(probing, state, &matrix, true);
	if (!status && fine)
		status = probe_antisymmetric(probing, state, &matrix);
	if (!status && fine)
		status = probe_transitive(probing, state, &matrix);
	hr_sequence_free(matrix.stage);
	return status;
}

static int probe_symmetric(struct hr_probing *probing, struct hr_idiom_state *state, const struct matrix *matrix)
{
	struct found found = { 0 };

	for (size_t i = 0; i < matrix->count; i++)
		for (size_t k = i + 1; k < matrix->count; k++) {
			bool here = matrix->seen[i][k] != 0, there = matrix->seen[k][i] != 0;
			size_t a = here ? i : k, b = here ? k : i;
			note(&found, here == there,
			     &(struct case_of){ .pairs = { { a, b }, { b, a } },
						.count = 2,
						.premise = HR_EXPECT_NOT_EQUAL,
						.conclusion = HR_EXPECT_NOT_EQUAL });
		}
	return judge(probing, state, 1, matrix, &found);
}

/* Nothing is equal to what is not there, where the API allows to ask. */
static int probe_null(struct hr_probing *probing, struct hr_idiom_state *state, const struct matrix *matrix)
{
	const struct hr_operation *operation = &probing->model->operations.data[state->idiom.operations[0]];
	struct matrix with = *matrix;
	struct found found = { 0 };
	bool fine = false;

	if (operation->params.data[state->extra[FIRST]].nullable != HR_YES ||
	    operation->params.data[state->extra[SECOND]].nullable != HR_YES)
		return 0;
	with.count = 2;
	with.elements[1] = (struct hr_operand){ .kind = HR_OPERAND_NULL };
	int status = run_all(&fine, &with, probing, state);
	if (status || !fine)
		return status;
	for (size_t i = 0; i < 2; i++)
		note(&found, with.seen[i][1 - i] == 0,
		     &(struct case_of){ .pairs = { { i, 1 - i } }, .count = 1, .conclusion = HR_EXPECT_EQUAL });
	return judge(probing, state, 2, &with, &found);
}

static int probe_equality(struct hr_probing *probing, struct hr_idiom_state *state)
{
	struct matrix matrix;
	bool fine = false;

	if (!choose(&matrix, probing, state))
		return 0;
	int status = run_all(&fine, &matrix, probing, state);
	if (!status && fine)
		status = probe_reflexive(probing, state, &matrix, false);
	if (!status && fine)
		status = probe_symmetric(probing, state, &matrix);
	if (!status && fine)
		status = probe_null(probing, state, &matrix);
	hr_sequence_free(matrix.stage);
	return status;
}

static int probe_hash(struct hr_probing *probing, struct hr_idiom_state *state)
{
	const struct hr_operation *operation = &probing->model->operations.data[state->idiom.operations[0]];
	bool equal_is_zero = is_order(probing->model, operation);
	struct matrix matrix;
	struct found found = { 0 };
	bool fine = false;

	if (!choose(&matrix, probing, state))
		return 0;
	int status = run_all(&fine, &matrix, probing, state);
	for (size_t i = 0; !status && fine && i < matrix.count; i++)
		for (size_t k = i + 1; k < matrix.count; k++) {
			if ((matrix.seen[i][k] == 0) != equal_is_zero || (matrix.seen[k][i] == 0) != equal_is_zero)
				continue;
			note(&found, matrix.hash_seen[i] == matrix.hash_seen[k],
			     &(struct case_of){ .pairs = { { i, k } },
						.count = 1,
						.premise = equal_is_zero ? HR_EXPECT_EQUAL : HR_EXPECT_NOT_EQUAL,
						.is_about_hashes = true });
		}
	if (!status && fine)
		status = judge(probing, state, 0, &matrix, &found);
	hr_sequence_free(matrix.stage);
	return status;
}

const struct hr_idiom_class hr_idiom_compare = {
	.kind = HR_IDIOM_COMPARE,
	.properties = { { "reflexive", 10, 10, HR_CLASS_CERTAIN },
			{ "antisymmetric", 10, 60, HR_CLASS_CERTAIN },
			{ "transitive", 10, 40, HR_CLASS_CERTAIN } },
	.find = find_orders,
	.probe = probe_order,
};

const struct hr_idiom_class hr_idiom_equality = {
	.kind = HR_IDIOM_EQUALITY,
	.properties = { { "reflexive", 10, 10, HR_CLASS_CERTAIN },
			{ "symmetric", 10, 50, HR_CLASS_CERTAIN },
			{ "null", 10, 10, HR_CLASS_LIKELY } },
	.find = find_equalities,
	.probe = probe_equality,
};

const struct hr_idiom_class hr_idiom_hash = {
	.kind = HR_IDIOM_HASH,
	.properties = { { "equal", 5, 60, HR_CLASS_CERTAIN } },
	.find = find_hashes,
	.probe = probe_hash,
};
