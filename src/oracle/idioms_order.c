/* Compare functions are orders, equalities are equivalences, equal values have equal hashes. */
#include "oracle/idioms_matrix.h"

#include "base/text.h"

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

static bool has_phrase(const struct hr_operation *operation, const char *const *phrases, size_t count)
{
	for (size_t i = 0; operation->doc && i < count; i++)
		if (hr_text_find_any_case(operation->doc, phrases[i]))
			return true;
	return false;
}

/* What the signs of a result mean. */
static bool speaks_of_order(const struct hr_operation *operation)
{
	static const char *const phrases[] = { "order",  "less than", "below 0", "< 0",    "negative",   "smaller",
					       "before", "greater",   "less or", "strcmp", "lexicograph" };

	return has_phrase(operation, phrases, sizeof phrases / sizeof *phrases);
}

/* "0 if equal; !0 if non-equal; no other comparison implied": what is not 0 means that two differ, whatever its sign. */
static bool denies_order(const struct hr_operation *operation)
{
	static const char *const denials[] = { "no other comparison", "no order",         "no particular order",
					       "not an order",        "no defined order", "not imply an order",
					       "only for equality",   "only equality" };
	static const char *const differences[] = {
		"non-zero", "nonzero", "non zero", "!0", "!= 0", "not 0", "not zero"
	};

	return has_phrase(operation, denials, sizeof denials / sizeof *denials) ||
	       (has_phrase(operation, differences, sizeof differences / sizeof *differences) &&
		!speaks_of_order(operation));
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
		bool is_apart = class->kind == HR_IDIOM_COMPARE && denies_order(it);
		struct hr_idiom_state *state = hr_idioms_add(idioms, class, object, &i, 1, "%s %s", it->name,
							     is_apart ? "tells what is equal" : what);
		state->extra[HR_PAIR_FIRST] = first;
		state->extra[HR_PAIR_SECOND] = second;
		state->extra[HR_PAIR_COPY] = copier_of(model, object);
		state->extra[HR_PAIR_APART] = is_apart ? 1 : HR_NONE;
		state->is_documented = class->kind == HR_IDIOM_COMPARE && !is_apart && speaks_of_order(it);
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
			state->extra[HR_PAIR_FIRST] = first;
			state->extra[HR_PAIR_SECOND] = second;
			state->extra[HR_PAIR_COPY] = copier_of(model, object);
			state->extra[HR_PAIR_HASH] = i;
			break;
		}
	}
}

/* ---- probing */

static int sign(int64_t number)
{
	return (number > 0) - (number < 0);
}

static int probe_reflexive(struct hr_probing *probing, struct hr_idiom_state *state, const struct hr_matrix *matrix,
			   bool wanted_zero)
{
	struct hr_matrix_found found = { 0 };

	for (size_t i = 0; i < matrix->count; i++)
		hr_matrix_note(
			&found, (matrix->seen[i][i] == 0) == wanted_zero,
			&(struct hr_matrix_case){ .pairs = { { i, i } },
						  .count = 1,
						  .conclusion = wanted_zero ? HR_EXPECT_EQUAL : HR_EXPECT_NOT_EQUAL });
	return hr_matrix_judge(probing, state, 0, matrix, &found);
}

static int probe_antisymmetric(struct hr_probing *probing, struct hr_idiom_state *state, const struct hr_matrix *matrix)
{
	struct hr_matrix_found found = { 0 };

	for (size_t i = 0; i < matrix->count; i++)
		for (size_t k = i + 1; k < matrix->count; k++) {
			int here = sign(matrix->seen[i][k]), there = sign(matrix->seen[k][i]);
			if (here == 0 && there == 0)
				continue;
			size_t a = here ? i : k, b = here ? k : i;
			bool is_above = sign(matrix->seen[a][b]) > 0;
			hr_matrix_note(
				&found, here == -there,
				&(struct hr_matrix_case){ .pairs = { { a, b }, { b, a } },
							  .count = 2,
							  .premise = is_above ? HR_EXPECT_ABOVE : HR_EXPECT_BELOW,
							  .conclusion = is_above ? HR_EXPECT_BELOW : HR_EXPECT_ABOVE });
		}
	return hr_matrix_judge(probing, state, 1, matrix, &found);
}

static int probe_transitive(struct hr_probing *probing, struct hr_idiom_state *state, const struct hr_matrix *matrix)
{
	struct hr_matrix_found found = { 0 };

	for (size_t a = 0; a < matrix->count; a++)
		for (size_t b = 0; b < matrix->count; b++)
			for (size_t c = 0; c < matrix->count; c++) {
				if (matrix->seen[a][b] >= 0 || matrix->seen[b][c] >= 0 || a == c)
					continue;
				hr_matrix_note(&found, matrix->seen[a][c] < 0,
					       &(struct hr_matrix_case){ .pairs = { { a, b }, { b, c }, { a, c } },
									 .count = 3,
									 .premise = HR_EXPECT_BELOW,
									 .conclusion = HR_EXPECT_BELOW });
			}
	return hr_matrix_judge(probing, state, 2, matrix, &found);
}

static int probe_order(struct hr_probing *probing, struct hr_idiom_state *state)
{
	struct hr_matrix matrix;
	bool fine = false;

	if (!hr_matrix_choose(&matrix, probing, state))
		return 0;
	int status = hr_matrix_run(&fine, &matrix, probing, state);
	if (!status && fine)
		status = probe_reflexive(probing, state, &matrix, true);
	fine = fine && state->extra[HR_PAIR_APART] == HR_NONE;
	if (!status && fine)
		status = probe_antisymmetric(probing, state, &matrix);
	if (!status && fine)
		status = probe_transitive(probing, state, &matrix);
	hr_sequence_free(matrix.stage);
	return status;
}

static int probe_symmetric(struct hr_probing *probing, struct hr_idiom_state *state, const struct hr_matrix *matrix)
{
	struct hr_matrix_found found = { 0 };

	for (size_t i = 0; i < matrix->count; i++)
		for (size_t k = i + 1; k < matrix->count; k++) {
			bool here = matrix->seen[i][k] != 0, there = matrix->seen[k][i] != 0;
			size_t a = here ? i : k, b = here ? k : i;
			hr_matrix_note(&found, here == there,
				       &(struct hr_matrix_case){ .pairs = { { a, b }, { b, a } },
								 .count = 2,
								 .premise = HR_EXPECT_NOT_EQUAL,
								 .conclusion = HR_EXPECT_NOT_EQUAL });
		}
	return hr_matrix_judge(probing, state, 1, matrix, &found);
}

/* Nothing is equal to what is not there, where the API allows to ask. */
static int probe_null(struct hr_probing *probing, struct hr_idiom_state *state, const struct hr_matrix *matrix)
{
	const struct hr_operation *operation = &probing->model->operations.data[state->idiom.operations[0]];
	struct hr_matrix with = *matrix;
	struct hr_matrix_found found = { 0 };
	bool fine = false;

	if (operation->params.data[state->extra[HR_PAIR_FIRST]].nullable != HR_YES ||
	    operation->params.data[state->extra[HR_PAIR_SECOND]].nullable != HR_YES)
		return 0;
	with.count = 2;
	with.elements[1] = (struct hr_operand){ .kind = HR_OPERAND_NULL };
	int status = hr_matrix_run(&fine, &with, probing, state);
	if (status || !fine)
		return status;
	for (size_t i = 0; i < 2; i++)
		hr_matrix_note(&found, with.seen[i][1 - i] == 0,
			       &(struct hr_matrix_case){
				       .pairs = { { i, 1 - i } }, .count = 1, .conclusion = HR_EXPECT_EQUAL });
	return hr_matrix_judge(probing, state, 2, &with, &found);
}

static int probe_equality(struct hr_probing *probing, struct hr_idiom_state *state)
{
	struct hr_matrix matrix;
	bool fine = false;

	if (!hr_matrix_choose(&matrix, probing, state))
		return 0;
	int status = hr_matrix_run(&fine, &matrix, probing, state);
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
	struct hr_matrix matrix;
	struct hr_matrix_found found = { 0 };
	bool fine = false;

	if (!hr_matrix_choose(&matrix, probing, state))
		return 0;
	int status = hr_matrix_run(&fine, &matrix, probing, state);
	for (size_t i = 0; !status && fine && i < matrix.count; i++)
		for (size_t k = i + 1; k < matrix.count; k++) {
			if ((matrix.seen[i][k] == 0) != equal_is_zero || (matrix.seen[k][i] == 0) != equal_is_zero)
				continue;
			hr_matrix_note(&found, matrix.hash_seen[i] == matrix.hash_seen[k],
				       &(struct hr_matrix_case){ .pairs = { { i, k } },
								 .count = 1,
								 .premise = equal_is_zero ? HR_EXPECT_EQUAL
											  : HR_EXPECT_NOT_EQUAL,
								 .is_about_hashes = true });
		}
	if (!status && fine)
		status = hr_matrix_judge(probing, state, 0, &matrix, &found);
	hr_sequence_free(matrix.stage);
	return status;
}

const struct hr_idiom_class hr_idiom_compare = {
	.kind = HR_IDIOM_COMPARE,
	.properties = { { "reflexive", 10, 10, HR_CLASS_CERTAIN, HR_TRUSTED },
			{ "antisymmetric", 10, 60, HR_CLASS_CERTAIN, HR_TRUSTED },
			{ "transitive", 10, 40, HR_CLASS_CERTAIN, HR_TRUSTED } },
	.needs = { [2] = "antisymmetric" }, /* what has no two signs says nothing of three things */
	.find = find_orders,
	.probe = probe_order,
};

const struct hr_idiom_class hr_idiom_equality = {
	.kind = HR_IDIOM_EQUALITY,
	.properties = { { "reflexive", 10, 10, HR_CLASS_CERTAIN, HR_TRUSTED },
			{ "symmetric", 10, 50, HR_CLASS_CERTAIN, HR_TRUSTED },
			{ "null", 10, 10, HR_CLASS_LIKELY, HR_TRUSTED } },
	.find = find_equalities,
	.probe = probe_equality,
};

const struct hr_idiom_class hr_idiom_hash = {
	.kind = HR_IDIOM_HASH,
	.properties = { { "equal", 5, 60, HR_CLASS_CERTAIN, HR_TRUSTED } },
	.find = find_hashes,
	.probe = probe_hash,
};
