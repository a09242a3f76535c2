/* Which results tell of errors. Constants that are returned where an allocation failed, an argument was refused or a callee reported an error are errors; a
 * convention (NULL, negative, zero, not zero) is told only where all other results are of the other kind. Functions that compare (-1, 0, 1: and change nothing) and
 * functions that answer yes or no have none.
 *
 * Callees come before their callers, so that "its callee failed" can be told. */
#include "analysis/entry.h"
#include "analysis/returns.h"

#include "base/memory.h"

#include <string.h>

enum { STRONG = HR_FOLLOWS_NULL | HR_FOLLOWS_ALLOC | HR_FOLLOWS_CALLEE };

/* What is returned, all together. */
struct tally {
	size_t constants, calls, others;
	bool has_negative, has_zero, has_positive;
	bool is_bad_negative; /* one of them follows something */
	bool is_bad_zero, is_good_zero;
	bool is_bad_positive, is_good_positive;
	bool has_minus_one_and_one;
	unsigned follows_null; /* all that NULL follows */
	bool has_null;
	enum hr_error_results of_callees; /* what they agree on */
	bool is_mixed;                    /* callees do not agree */
	bool is_status;                   /* all callees return a status */
	bool is_same;                     /* they are one callee, which always returns the same */
	uint32_t callee;                  /* the last one */
	bool is_amount;                   /* one of them is computed */
	bool is_varied;                   /* they are not all the same constant */
	int64_t first;                    /* of the constants */
	int64_t second;                   /* another one, where they are varied */
	bool is_many;                     /* there are more than two */
};

static void count_number(struct tally *tally, int64_t number, unsigned follows)
{
	bool is_bad = (follows & STRONG) != 0;
	if (!tally->constants) {
		tally->first = number;
	} else if (number != tally->first) {
		tally->is_many |= tally->is_varied && number != tally->second;
		tally->is_varied = true;
		tally->second = number;
	}
	tally->constants++;
	if (number < 0) {
		tally->has_negative = true;
		tally->is_bad_negative |= follows != 0;
		return;
	}
	if (number == 0) {
		tally->has_zero = true;
		tally->is_bad_zero |= is_bad;
		tally->is_good_zero |= !is_bad && !(follows & HR_FOLLOWS_RANGE);
	} else {
		tally->has_positive = true;
		tally->is_bad_positive |= is_bad;
		tally->is_good_positive |= !is_bad && !(follows & HR_FOLLOWS_RANGE);
	}
}

/* Is it returned where a test has shown that it tells of an error: negative, or anything but one number? */
static bool is_bad_there(const struct hr_function_values *values, const struct hr_result *result)
{
	struct hr_known known[HR_KNOWN_MAX];
	size_t count = result->to != HR_CODE_NONE ? hr_flow_known_edge(known, &values->flow, result->from, result->to)
						  : hr_flow_known(known, &values->flow, result->from);

	for (size_t i = 0; i < count; i++) {
		if (hr_flow_uncast(values->function, known[i].left) != hr_flow_uncast(values->function, result->value))
			continue;
		if (known[i].comparison == HR_SIGNED_LESS || known[i].comparison == HR_SIGNED_LESS_EQUAL ||
		    known[i].comparison == HR_NOT_EQUAL || known[i].comparison == HR_EQUAL)
			return true;
	}
	return false;
}

static void count_callee(struct tally *tally, const struct hr_function_values *values, const struct hr_result *result,
			 uint32_t index)
{
	uint32_t target = hr_call_target(values->unit, values->index, index);
	enum hr_error_results errors = HR_ERRORS_UNKNOWN;
	if (target == values->index)
		return; /* what it returns then is among the others */
	tally->calls++;
	if (target != HR_CODE_NONE) {
		const struct hr_libc_function *library = values->unit->graph->library[target];
		errors = values->unit->facts->functions.data[target].error_results;
		if (library)
			errors = library->does & HR_LIBC_FRESH ? HR_ERRORS_NULL : HR_ERRORS_UNKNOWN;
		tally->is_status &= values->unit->facts->functions.data[target].returns_status;
		/* what is looked at first is returned where it tells of an error */
		tally->is_amount |=
			values->unit->facts->functions.data[target].returns_amount && !is_bad_there(values, result);
	} else {
		tally->is_status = false;
	}
	tally->is_same = (tally->calls == 1 || (tally->is_same && tally->callee == target)) && target != HR_CODE_NONE &&
			 values->unit->facts->functions.data[target].returns_constant;
	tally->callee = target;
	tally->is_mixed |= tally->calls > 1 && errors != tally->of_callees;
	tally->of_callees = errors;
}

/* Sums, products and lengths that were passed; not what is put together of bits, and not -code. */
static bool is_amount(const struct hr_code_function *function, uint32_t index)
{
	const struct hr_code_value *value = &function->values.data[index];
	const struct hr_code_instruction *maker = hr_flow_maker(function, index);
	enum { SMALLEST = 32 };

	if (!maker || maker->op != HR_CODE_BINARY || maker->detail > HR_DIVIDE_SIGNED || value->bits < SMALLEST)
		return false;
	const struct hr_code_value *left = &function->values.data[hr_flow_operand(function, maker, 0)];
	return !(maker->detail == HR_SUBTRACT && left->kind == HR_VALUE_INTEGER && left->number == 0);
}

static struct tally count_results(struct hr_function_values *values, const hr_results *results)
{
	const struct hr_code_function *function = values->function;
	struct tally tally = { .is_status = true };
	bool has_minus_one = false, has_one = false;
	for (size_t i = 0; i < results->count; i++) {
		const struct hr_code_value *value = &function->values.data[results->data[i].value];
		struct hr_place at;
		unsigned follows = hr_result_follows(values, &results->data[i], &at);
		if (value->kind == HR_VALUE_INTEGER) {
			int64_t number = value->bits == 1 ? value->number != 0 : value->number;
			count_number(&tally, number, follows);
			has_minus_one |= number == -1;
			has_one |= number == 1;
		} else if (value->kind == HR_VALUE_NULL) {
			tally.has_null = true;
			tally.follows_null |= follows;
		} else if (value->kind == HR_VALUE_INSTRUCTION &&
			   function->instructions.data[value->index].op == HR_CODE_CALL) {
			count_callee(&tally, values, &results->data[i], value->index);
		} else {
			tally.others++;
			tally.is_amount |= is_amount(function, results->data[i].value);
		}
	}
	tally.has_minus_one_and_one = has_minus_one && has_one;
	return tally;
}

/* The same number whatever happens, or NULL; perhaps handed on from one function that does so. */
static bool is_constant(const struct hr_function_values *values, const struct tally *tally)
{
	if (tally->others || tally->is_varied)
		return false;
	if (values->function->returns_pointer)
		return !tally->constants && (tally->calls ? tally->is_same : tally->has_null);
	return tally->calls ? tally->is_same && !tally->constants : tally->constants;
}

/* Where nothing is changed, NULL may be an answer: not found. What always is NULL tells nothing. */
static enum hr_error_results convention_of_pointer(const struct hr_function_values *values, const struct tally *tally)
{
	if (is_constant(values, tally))
		return HR_ERRORS_UNKNOWN;
	if (tally->has_null) {
		bool is_error = tally->follows_null & (STRONG | HR_FOLLOWS_RANGE) ||
				(values->facts->purity == HR_PURITY_IMPURE && tally->others + tally->calls);
		return is_error ? HR_ERRORS_NULL : HR_ERRORS_UNKNOWN;
	}
	if (tally->calls && !tally->is_mixed && !tally->others && tally->of_callees == HR_ERRORS_NULL)
		return HR_ERRORS_NULL;
	return HR_ERRORS_UNKNOWN;
}

static enum hr_error_results convention_of_number(const struct tally *tally, enum hr_purity purity)
{
	bool compares = tally->has_minus_one_and_one && purity != HR_PURITY_IMPURE;
	bool agrees_with_negative = !tally->calls || (!tally->is_mixed && (tally->of_callees == HR_ERRORS_NEGATIVE ||
									   tally->of_callees == HR_ERRORS_UNKNOWN));
	if (tally->has_negative)
		return compares || !agrees_with_negative ? HR_ERRORS_UNKNOWN : HR_ERRORS_NEGATIVE;
	if (tally->calls) {
		if (tally->is_mixed || tally->others)
			return HR_ERRORS_UNKNOWN;
		enum hr_error_results errors = tally->of_callees;
		bool fits = errors == HR_ERRORS_NEGATIVE ||
			    (errors == HR_ERRORS_NONZERO && !tally->is_bad_zero && !tally->is_good_positive) ||
			    (errors == HR_ERRORS_ZERO && !tally->is_good_zero && !tally->is_bad_positive);
		return fits ? errors : HR_ERRORS_UNKNOWN;
	}
	if (tally->others)
		return HR_ERRORS_UNKNOWN;
	if (tally->is_bad_zero && !tally->is_good_zero && tally->has_positive && !tally->is_bad_positive)
		return HR_ERRORS_ZERO;
	if (tally->is_bad_positive && !tally->is_good_positive && tally->is_good_zero && !tally->is_bad_zero)
		return HR_ERRORS_NONZERO;
	return HR_ERRORS_UNKNOWN;
}

/* Nothing is called, nothing but what was computed is returned. */
static bool cannot_fail(const struct hr_function_values *values, const struct tally *tally)
{
	if (tally->constants || tally->calls || tally->has_null || !tally->others)
		return false;
	for (size_t i = 0; i < values->function->instructions.count; i++)
		if (values->function->instructions.data[i].op == HR_CODE_CALL)
			return false;
	return true;
}

enum hr_outcome hr_result_outcome(const struct hr_function_values *values, uint32_t index)
{
	const struct hr_code_value *value = &values->function->values.data[index];
	enum hr_error_results errors = values->facts->error_results;
	if (errors == HR_ERRORS_NULL)
		return value->kind == HR_VALUE_NULL          ? HR_OUTCOME_ERROR
		       : value->kind == HR_VALUE_INSTRUCTION ? HR_OUTCOME_UNKNOWN
							     : HR_OUTCOME_FINE;
	if (value->kind != HR_VALUE_INTEGER)
		return HR_OUTCOME_UNKNOWN;
	switch (errors) {
	case HR_ERRORS_NEGATIVE:
		return value->number < 0 && value->bits > 1 ? HR_OUTCOME_ERROR : HR_OUTCOME_FINE;
	case HR_ERRORS_ZERO:
		return value->number == 0 ? HR_OUTCOME_ERROR : HR_OUTCOME_FINE;
	case HR_ERRORS_NONZERO:
		return value->number != 0 ? HR_OUTCOME_ERROR : HR_OUTCOME_FINE;
	default:
		return HR_OUTCOME_UNKNOWN;
	}
}

/* Different constants that tell of no error; a result that has more than two is a value, not a status. */
static size_t count_fine(const struct hr_function_values *values, const hr_results *results)
{
	int64_t seen[3] = { 0 };
	size_t count = 0;
	for (size_t i = 0; i < results->count && count < 3; i++) {
		int64_t number = values->function->values.data[results->data[i].value].number;
		bool is_new = hr_result_outcome(values, results->data[i].value) == HR_OUTCOME_FINE;
		for (size_t s = 0; s < count; s++)
			is_new &= seen[s] != number;
		if (is_new)
			seen[count++] = number;
	}
	return count;
}

static void tell_errors(struct hr_function_values *values, const hr_results *results)
{
	for (size_t i = 0; i < results->count; i++) {
		const struct hr_code_value *value = &values->function->values.data[results->data[i].value];
		struct hr_error_return error = { .is_null = value->kind == HR_VALUE_NULL };
		if (hr_result_outcome(values, results->data[i].value) != HR_OUTCOME_ERROR)
			continue;
		error.follows = hr_result_follows(values, &results->data[i], &error.at);
		error.number = error.is_null ? 0 : value->number;
		if (value->bits == 1 && !error.is_null)
			error.number = value->number != 0;
		hr_vec_push(&values->facts->errors, error);
	}
}

static void find_assertions(struct hr_function_values *values)
{
	const bool *is_entry = hr_entry_find(values);
	for (uint32_t i = 0; i < values->flow.order_count; i++) {
		uint32_t block = values->flow.order[i];
		const char *text = is_entry[block] ? hr_assertion_text(values, block) : NULL;
		if (!text)
			continue;
		bool is_new = true;
		for (size_t a = 0; a < values->facts->assertions.count; a++)
			is_new &= strcmp(values->facts->assertions.data[a], text) != 0;
		if (is_new)
			hr_vec_push(&values->facts->assertions, text);
	}
}

static void analyse_function(struct hr_unit_values *unit, uint32_t index)
{
	struct hr_function_values values;
	if (!hr_function_values_init(&values, unit, index))
		return;
	hr_results results = HR_VEC_INIT;
	values.facts->error_results = HR_ERRORS_UNKNOWN;
	values.facts->returns_status = false;
	values.facts->returns_amount = false;
	values.facts->returns_either = false;
	values.facts->returns_constant = false;
	hr_vec_clear(&values.facts->errors);
	hr_vec_clear(&values.facts->assertions);
	if (hr_results_find(&results, &values) && results.count) {
		struct tally tally = count_results(&values, &results);
		values.facts->error_results = values.function->returns_pointer
						      ? convention_of_pointer(&values, &tally)
						      : convention_of_number(&tally, values.facts->purity);
		if (cannot_fail(&values, &tally) && !values.function->returns_pointer)
			values.facts->error_results = HR_ERRORS_NONE;
		values.facts->returns_status = !tally.others && !tally.has_null && tally.is_status &&
					       count_fine(&values, &results) <= 2 &&
					       values.facts->error_results > HR_ERRORS_NULL;
		values.facts->returns_constant = is_constant(&values, &tally);
		values.facts->returns_either = !values.function->returns_pointer && tally.is_varied && !tally.is_many &&
					       !tally.calls && !tally.others && !tally.has_null;
		values.facts->returns_amount = !values.function->returns_pointer && tally.is_amount;
		tell_errors(&values, &results);
	}
	hr_find_outputs(&values, &results);
	find_assertions(&values);
	hr_vec_release(&results);
	hr_function_values_release(&values);
}

void hr_analyse_errors(struct hr_facts *facts)
{
	struct hr_unit_values unit;
	memset(&unit, 0, sizeof unit);
	unit.facts = facts;
	unit.code = facts->code;
	unit.graph = hr_facts_graph(facts);
	const uint32_t *order = unit.graph->order, *component = unit.graph->component;
	for (uint32_t i = 0, end; i < facts->code->functions.count; i = end) {
		for (end = i + 1; end < facts->code->functions.count && component[order[end]] == component[order[i]];)
			end++;
		/* of functions that call each other nobody is the first: once more, with what is known of the others by now */
		for (int round = 0; round < (end - i > 1 ? 2 : 1); round++)
			for (uint32_t k = i; k < end; k++)
				analyse_function(&unit, order[k]);
	}
	hr_arena_release(&unit.arena);
}
