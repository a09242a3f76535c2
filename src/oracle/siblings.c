/* Siblings: parameters of other operations that are for the same, and what these do with odd arguments. A function that crashes on what its siblings accept is
 * deviant, even though nothing says that it has to accept it.
 *
 * Invariants: a parameter that crashed once does not accept; what was tried often enough is not tried again; what the code proves counts where nobody tried. */
#include "oracle/investigate.h"

#include "oracle/experiments.h"
#include "oracle/provenance.h"

#include "base/memory.h"
#include "base/text.h"
#include "seq/close.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TRIES = 32, FEW_TRIES = 4, LEAST_MAJORITY = 3, LARGE_NUMBER = 1000000 };

struct tried {
	unsigned char accepted;
	unsigned char refused; /* of those: where the call is refused with an ordinary argument, too */
	unsigned char crashed;
};

/* A call with an odd argument that failed. */
struct crash {
	struct hr_sequence *sequence;
	size_t operation;
	size_t parameter;
	enum hr_odd odd;
};

struct hr_siblings {
	const struct hr_model *model;
	size_t *first; /* by operation: number of its first parameter */
	struct tried *tried;
	bool *returned;               /* by operation */
	HR_VEC(struct crash) crashes; /* that were not handed on yet: nobody knows whether siblings accept that */
};

struct hr_siblings *hr_siblings_new(const struct hr_model *model)
{
	struct hr_siblings *siblings = hr_calloc(1, sizeof *siblings);
	size_t count = 0;
	siblings->model = model;
	siblings->first = hr_calloc(model->operations.count + 1, sizeof *siblings->first);
	siblings->returned = hr_calloc(model->operations.count + 1, sizeof *siblings->returned);
	for (size_t i = 0; i < model->operations.count; i++) {
		siblings->first[i] = count;
		count += model->operations.data[i].params.count;
	}
	siblings->tried = hr_calloc(count * HR_ODD_COUNT + 1, sizeof *siblings->tried);
	return siblings;
}

void hr_siblings_free(struct hr_siblings *siblings)
{
	if (!siblings)
		return;
	for (size_t i = 0; i < siblings->crashes.count; i++)
		hr_sequence_free(siblings->crashes.data[i].sequence);
	hr_vec_release(&siblings->crashes);
	free(siblings->first);
	free(siblings->tried);
	free(siblings->returned);
	free(siblings);
}

static struct tried *tried_of(const struct hr_siblings *siblings, size_t operation, size_t parameter, enum hr_odd odd)
{
	return &siblings->tried[(siblings->first[operation] + parameter) * HR_ODD_COUNT + (size_t)odd];
}

bool hr_siblings_returned(const struct hr_siblings *siblings, size_t operation)
{
	return siblings->returned[operation];
}

/* ---- who is a sibling ---- */

static enum hr_role role_group(enum hr_role role)
{
	switch (role) {
	case HR_ROLE_CONSUMED:
	case HR_ROLE_INOUT:
		return HR_ROLE_IN;
	case HR_ROLE_BUFFER:
		return HR_ROLE_STRING;
	default:
		return role;
	}
}

static bool is_index_name(const char *name)
{
	static const char *const words[] = {
		"index", "idx", "pos", "position", "which", "at", "offset", "i", "n", "nth"
	};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (hr_text_equal(name, words[i]))
			return true;
	return false;
}

/* The object that an operation is about. */
static size_t receiver_of(const struct hr_model *model, size_t operation)
{
	const struct hr_operation *it = &model->operations.data[operation];
	for (size_t i = 0; i < it->params.count; i++)
		if (it->params.data[i].role == HR_ROLE_RECEIVER)
			return hr_model_object(model, it->params.data[i].type);
	return HR_NO_TYPE;
}

static bool are_alike_pointers(const struct hr_model *model, const struct hr_item *a, const struct hr_item *b)
{
	const struct hr_type *type_a = hr_model_type(model, a->type);
	const struct hr_type *type_b = hr_model_type(model, b->type);
	if (!type_a || !type_b || type_a->kind != HR_TYPE_POINTER || type_b->kind != HR_TYPE_POINTER ||
	    role_group(a->role) != role_group(b->role))
		return false;
	/* who only looks may take nothing for something empty: that says nothing about who changes things */
	return ((type_a->target.qualifiers ^ type_b->target.qualifiers) & HR_CONST) == 0 &&
	       hr_model_strip(model, type_a->target).type == hr_model_strip(model, type_b->target).type;
}

static bool are_siblings(const struct hr_model *model, size_t a, size_t parameter_a, size_t b, size_t parameter_b,
			 enum hr_odd odd)
{
	const struct hr_operation *second = &model->operations.data[b];
	const struct hr_item *item_a = &model->operations.data[a].params.data[parameter_a];
	const struct hr_item *item_b = &second->params.data[parameter_b];
	if (odd == HR_ODD_NULL || odd == HR_ODD_EMPTY)
		/* that NULL can be destroyed says nothing about the rest */
		return second->kind != HR_KIND_DESTROYER && are_alike_pointers(model, item_a, item_b);
	return hr_model_is_integer(model, item_a->type) && hr_model_is_integer(model, item_b->type) &&
	       item_a->role == item_b->role && receiver_of(model, a) != HR_NO_TYPE &&
	       receiver_of(model, a) == receiver_of(model, b) &&
	       (hr_text_equal(item_a->name, item_b->name) ||
		(is_index_name(item_a->name) && is_index_name(item_b->name)));
}

/* ---- what they do ---- */

enum answer { UNKNOWN, ACCEPTS, CRASHES };

/* The parameter that says how long another one is; -1: none. */
static int length_of(const struct hr_operation *operation, size_t parameter)
{
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *item = &operation->params.data[i];
		if ((item->role == HR_ROLE_LENGTH || item->role == HR_ROLE_CAPACITY) && item->of == (int)parameter)
			return (int)i;
	}
	return -1;
}

static enum answer answer_of(const struct hr_siblings *siblings, size_t operation, size_t parameter, enum hr_odd odd)
{
	const struct tried *tried = tried_of(siblings, operation, parameter, odd);
	const struct hr_item *item = &siblings->model->operations.data[operation].params.data[parameter];
	if (tried->crashed)
		return CRASHES;
	struct hr_decision decision = hr_claims_decide(&item->claims, HR_FACT_NULLABLE);
	/* it was not looked at in that state of things, but the code would follow it in another */
	bool is_followed = decision.decided && decision.source == HR_SOURCE_CODE && !decision.value;
	if (tried->accepted)
		return odd == HR_ODD_NULL && is_followed ? UNKNOWN : ACCEPTS;
	/* NULL may be allowed for nothing at all only: what was said does not tell about a length that is not 0 */
	if (odd != HR_ODD_NULL || length_of(&siblings->model->operations.data[operation], parameter) >= 0)
		return UNKNOWN;
	if (!decision.decided || decision.source < HR_SOURCE_DOCUMENTATION)
		return UNKNOWN;
	return decision.value ? ACCEPTS : CRASHES;
}

static bool is_forbidden(const struct hr_item *item)
{
	for (size_t i = 0; i < item->claims.count; i++) {
		const struct hr_claim *claim = &item->claims.data[i];
		if (claim->fact == HR_FACT_NULLABLE && !claim->value &&
		    (claim->source == HR_SOURCE_DOCUMENTATION || claim->source == HR_SOURCE_ATTRIBUTE ||
		     claim->source == HR_SOURCE_USER))
			return true;
	}
	return false;
}

/* A type with few operations: when all of them accept NULL, and nearly all receivers of the unit's other types that are const as this one is, or not, it is a custom of the house. */
static bool is_custom(const struct hr_siblings *siblings, size_t operation, size_t parameter)
{
	const struct hr_model *model = siblings->model;
	const struct hr_item *item = &model->operations.data[operation].params.data[parameter];
	const struct hr_type *type = hr_model_type(model, item->type);
	size_t accepting = 0, crashing = 0;
	if (item->role != HR_ROLE_RECEIVER || !type || type->kind != HR_TYPE_POINTER)
		return false;
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *other = &model->operations.data[i];
		for (size_t k = 0; other->kind != HR_KIND_DESTROYER && k < other->params.count; k++) {
			const struct hr_type *second = hr_model_type(model, other->params.data[k].type);
			if (other->params.data[k].role != HR_ROLE_RECEIVER || !second ||
			    (i == operation && k == parameter) || second->kind != HR_TYPE_POINTER ||
			    ((type->target.qualifiers ^ second->target.qualifiers) & HR_CONST))
				continue;
			enum answer answer = answer_of(siblings, i, k, HR_ODD_NULL);
			accepting += answer == ACCEPTS;
			crashing += answer == CRASHES;
		}
	}
	return accepting / 2 >= LEAST_MAJORITY && crashing * 10 <= accepting;
}

bool hr_siblings_accept(const struct hr_siblings *siblings, size_t operation, int parameter, enum hr_odd odd,
			struct hr_strbuf *who)
{
	enum { MOST_NAMED = 3 };
	static const char *const words[HR_ODD_COUNT] = { "NULL", "an empty text", "0", "a number that is too large",
							 "a number below zero" };
	const struct hr_model *model = siblings->model;
	size_t accepting = 0, crashing = 0, namesakes = 0, crashing_namesakes = 0;
	struct hr_strbuf names = HR_STRBUF_INIT;
	if (parameter < 0 || (size_t)parameter >= model->operations.data[operation].params.count ||
	    (odd == HR_ODD_NULL && is_forbidden(&model->operations.data[operation].params.data[parameter])))
		return false;
	for (size_t i = 0; i < model->operations.count; i++) {
		for (size_t k = 0; k < model->operations.data[i].params.count; k++) {
			bool is_same = i == operation && k == (size_t)parameter;
			if (is_same || !are_siblings(model, operation, (size_t)parameter, i, k, odd))
				continue;
			enum answer answer = answer_of(siblings, i, k, odd);
			crashing += answer == CRASHES;
			/* who is called the same is the nearest relative */
			bool is_namesake = hr_text_equal(model->operations.data[operation].params.data[parameter].name,
							 model->operations.data[i].params.data[k].name);
			namesakes += is_namesake && answer != UNKNOWN;
			crashing_namesakes += is_namesake && answer == CRASHES;
			if (answer != ACCEPTS)
				continue;
			if (accepting++ < MOST_NAMED)
				hr_strbuf_addf(&names, "%s%s()", names.length ? ", " : "",
					       model->operations.data[i].name);
		}
	}
	bool is_majority = accepting >= LEAST_MAJORITY && accepting * 4 >= (accepting + crashing) * 3 &&
			   (!crashing_namesakes || crashing_namesakes * 2 < namesakes);
	if (!is_majority && odd == HR_ODD_NULL && accepting >= 2 && !crashing)
		is_majority = is_custom(siblings, operation, (size_t)parameter);
	if (is_majority && who)
		hr_strbuf_addf(who, "Siblings accept %s where this function fails: %s%s (%zu do, %zu do not).",
			       words[odd], names.data, accepting > MOST_NAMED ? " and others" : "", accepting,
			       crashing);
	hr_strbuf_release(&names);
	return is_majority;
}

/* ---- trying ---- */

struct trial {
	size_t operation;
	size_t parameter;
	enum hr_odd odd;
	bool is_refused;
};

struct trying {
	struct hr_siblings *siblings;
	HR_VEC(struct trial) trials;
	HR_VEC(struct hr_sequence *) sequences;
};

static bool is_odd_operand(struct hr_operand *out, const struct hr_sequence *normal, const struct hr_operand *now,
			   const struct hr_item *item, enum hr_odd odd)
{
	const struct hr_type *type = hr_model_type(normal->model, item->type);
	int64_t number;
	if (!type)
		return false;
	*out = (struct hr_operand){ .kind = HR_OPERAND_NUMBER };
	bool is_number = hr_model_is_integer(normal->model, item->type) && type->kind == HR_TYPE_INT &&
			 type->size >= 4 && item->role == HR_ROLE_IN && hr_operand_number(normal, now, &number);
	switch (odd) {
	case HR_ODD_NULL:
		out->kind = HR_OPERAND_NULL;
		return type->kind == HR_TYPE_POINTER && item->role != HR_ROLE_USER_DATA &&
		       item->role != HR_ROLE_CALLBACK && item->role != HR_ROLE_FILE && !is_forbidden(item) &&
		       !hr_operand_is_null(normal, NULL, now);
	case HR_ODD_EMPTY:
		*out = (struct hr_operand){ .kind = HR_OPERAND_TEXT, .text = "" };
		return now->kind == HR_OPERAND_TEXT && now->length > 0 && item->role == HR_ROLE_STRING;
	case HR_ODD_LARGE:
		out->number = LARGE_NUMBER;
		return is_number && is_index_name(item->name);
	case HR_ODD_NEGATIVE:
		out->number = -1;
		return is_number && type->is_signed && is_index_name(item->name);
	default:
		return is_number && number != 0;
	}
}

/* Tried often enough; what is refused anyway may never be looked at. */
static bool is_enough(const struct tried *tried, bool is_refused, unsigned enough)
{
	if (is_refused && tried->refused >= FEW_TRIES)
		return true;
	return tried->crashed || (unsigned)(tried->accepted - tried->refused) >= enough;
}

static void plan(struct trying *trying, const struct hr_sequence *normal, const struct hr_outcome *outcome,
		 size_t statement, unsigned enough, unsigned most)
{
	bool is_refused = outcome && hr_call_refused(normal, outcome, statement);
	const struct hr_statement *call = &normal->statements.data[statement];
	for (size_t i = 0; i < call->operand_count; i++) {
		const struct hr_item *item = hr_parameter_of(normal, call, i);
		for (int odd = 0; item && odd < HR_ODD_COUNT && trying->trials.count < most; odd++) {
			struct tried *tried = tried_of(trying->siblings, call->operation, i, (enum hr_odd)odd);
			struct hr_operand by;
			int length = length_of(&normal->model->operations.data[call->operation], i);
			int64_t number;
			/* NULL for nothing at all is not odd */
			if (length >= 0 && (!hr_operand_number(normal, &call->operands[length], &number) || !number))
				continue;
			if (is_enough(tried, is_refused, enough) ||
			    !is_odd_operand(&by, normal, &call->operands[i], item, (enum hr_odd)odd))
				continue;
			/* what comes behind it has nothing to do with the question, and may need the result */
			struct hr_edit edit;
			struct hr_statement changed;
			hr_edit_begin(&edit, normal);
			hr_edit_keep_range(&edit, 0, statement);
			if (!hr_edit_statement(&edit, &changed, statement)) {
				hr_edit_abandon(&edit);
				continue;
			}
			hr_edit_operand(&edit, &changed.operands[i], &by);
			hr_edit_replace(&edit, statement, &changed);
			hr_vec_push(&trying->sequences, hr_edit_finish(&edit));
			hr_vec_push(&trying->trials,
				    (struct trial){ call->operation, i, (enum hr_odd)odd, is_refused });
		}
	}
}

static void hear(void *context, size_t index, struct hr_outcome *outcome)
{
	struct trying *trying = context;
	const struct trial *trial = &trying->trials.data[index];
	struct tried *tried = tried_of(trying->siblings, trial->operation, trial->parameter, trial->odd);
	struct hr_sequence *sequence = trying->sequences.data[index];
	enum hr_way way = hr_way_of(outcome);
	if (outcome->status == HR_OUTCOME_NORMAL) {
		tried->accepted++;
		tried->refused += trial->is_refused;
		return;
	}
	if (outcome->status != HR_OUTCOME_FAULT || way == HR_WAY_NONE ||
	    outcome->fault.statement + 1 != sequence->statements.count)
		return;
	tried->crashed = 1;
	trying->sequences.data[index] = NULL;
	hr_vec_push(&trying->siblings->crashes,
		    (struct crash){ sequence, trial->operation, trial->parameter, trial->odd });
}

/* Hands on those that siblings accept, now that more is known. */
static void hand_on(struct hr_siblings *siblings, hr_found_fn *found, void *context)
{
	size_t kept = 0;
	for (size_t i = 0; i < siblings->crashes.count; i++) {
		struct crash *crash = &siblings->crashes.data[i];
		if (hr_siblings_accept(siblings, crash->operation, (int)crash->parameter, crash->odd, NULL))
			found(context, crash->sequence);
		else
			siblings->crashes.data[kept++] = *crash;
	}
	siblings->crashes.count = kept;
}

int hr_siblings_try(struct hr_siblings *siblings, const struct hr_sequence *normal, const struct hr_outcome *outcome,
		    const struct hr_runner *runner, unsigned most, hr_found_fn *found, void *context,
		    struct hr_error *error)
{
	static const struct hr_run_wants wants;
	struct trying trying = { .siblings = siblings };
	size_t last = normal->statements.count;
	int status = 0;
	for (size_t i = 0; i < normal->statements.count; i++) {
		if (normal->statements.data[i].kind != HR_STATEMENT_CALL)
			continue;
		siblings->returned[normal->statements.data[i].operation] = true;
		last = i;
	}
	if (last == normal->statements.count)
		return 0;
	plan(&trying, normal, outcome, last, MOST_TRIES, most);
	/* not every operation is the last call of a sequence that is kept: the others are tried now and then */
	for (size_t i = last; i-- > 0;)
		if (normal->statements.data[i].kind == HR_STATEMENT_CALL)
			plan(&trying, normal, outcome, i, FEW_TRIES, most);
	if (trying.trials.count)
		status = runner->run(runner->context, (const struct hr_sequence *const *)trying.sequences.data,
				     trying.sequences.count, &wants, hear, &trying, error);
	for (size_t i = 0; i < trying.sequences.count; i++)
		hr_sequence_free(trying.sequences.data[i]);
	hr_vec_release(&trying.sequences);
	hr_vec_release(&trying.trials);
	if (!status)
		hand_on(siblings, found, context);
	return status;
}
