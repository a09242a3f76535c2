/* What was set can be got: by name and type, with or without keys between the object and the value.
 *
 * A setter may clamp, ignore or normalise. So that only is told where it said that it was fine and kept the value of before, or where it kept only some of the bits. */
#include "oracle/idioms_internal.h"

#include <string.h>

enum {
	RECEIVER,
	VALUE,
	GETTER,
	OUT
}; /* extra of a state: parameters of the setter, but OUT, which is the getter's or HR_NONE */
enum { KEPT, WIDE }; /* properties */

static const char *const set_words[] = { "set", "put", "store", "insert", "assign", "define", "replace", NULL };
static const char *const get_words[] = { "get", "find", "lookup", "fetch", "load", "query", "is", NULL };

/* ---- finding */

static bool is_value(const struct hr_model *model, const struct hr_item *param)
{
	return hr_is_number(model, param->type) || hr_is_real(model, param->type) ||
	       (hr_is_text(model, param->type) && hr_is_const_pointer(model, param->type));
}

static bool have_same_value(const struct hr_model *model, struct hr_type_ref a, struct hr_type_ref b)
{
	const struct hr_type *first = hr_model_type(model, a), *second = hr_model_type(model, b);

	if (hr_is_text(model, a) || hr_is_text(model, b))
		return hr_is_text(model, a) && hr_is_text(model, b);
	return first && second && first->kind == second->kind && first->size == second->size &&
	       first->is_signed == second->is_signed;
}

/* The out-parameter that gets the value; HR_NONE: the result is it. */
static bool gives(const struct hr_model *model, const struct hr_operation *getter, struct hr_type_ref wanted,
		  size_t *out)
{
	*out = HR_NONE;
	for (size_t i = 0; i < getter->params.count; i++) {
		if (getter->params.data[i].role != HR_ROLE_OUT)
			continue;
		if (*out != HR_NONE ||
		    !have_same_value(model, hr_model_pointee(model, getter->params.data[i].type), wanted))
			return false;
		*out = i;
	}
	return *out != HR_NONE ? !hr_is_text(model, wanted) : have_same_value(model, getter->result.type, wanted);
}

/* Object and keys of both are the same, in order. */
static bool have_same_keys(const struct hr_model *model, const struct hr_operation *setter, size_t value,
			   const struct hr_operation *getter, size_t out)
{
	size_t k = 0;

	for (size_t i = 0; i < setter->params.count; i++) {
		if (i == value)
			continue;
		k += k == out;
		if (k >= getter->params.count ||
		    !hr_same_type(model, setter->params.data[i].type, getter->params.data[k].type))
			return false;
		k++;
	}
	k += k == out;
	return k == getter->params.count;
}

static bool are_pair(const struct hr_model *model, size_t setter, size_t getter)
{
	struct hr_idiom_words first, second;

	hr_idiom_name_split(&first, model->operations.data[setter].name);
	hr_idiom_name_split(&second, model->operations.data[getter].name);
	size_t a = hr_idiom_name_has(&first, set_words);
	if (a == HR_NONE)
		return false;
	return hr_idiom_names_match(&first, a, &second, HR_NONE) ||
	       (hr_idiom_name_has(&second, get_words) != HR_NONE &&
		hr_idiom_names_match(&first, a, &second, hr_idiom_name_has(&second, get_words)));
}

/* The value is the last parameter, and all before it are the object and keys. */
static bool is_setter(const struct hr_model *model, const struct hr_operation *operation, size_t *receiver)
{
	size_t count = operation->params.count;

	if (!hr_can_probe(operation) || !count || !is_value(model, &operation->params.data[count - 1]))
		return false;
	*receiver = HR_NONE;
	for (size_t i = 0; i + 1 < count; i++) {
		const struct hr_item *param = &operation->params.data[i];
		if (hr_handle_of(model, param->type) != HR_NO_TYPE && i == 0)
			*receiver = i;
		else if (!is_value(model, param))
			return false;
	}
	return operation->params.data[count - 1].role != HR_ROLE_LENGTH &&
	       operation->params.data[count - 1].role != HR_ROLE_DESCRIPTOR;
}

static void find_pairs(struct hr_idioms *idioms, const struct hr_idiom_class *class)
{
	const struct hr_model *model = idioms->model;

	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *setter = &model->operations.data[i];
		size_t receiver, out;
		if (!is_setter(model, setter, &receiver))
			continue;
		size_t value = setter->params.count - 1;
		for (size_t k = 0; k < model->operations.count; k++) {
			const struct hr_operation *getter = &model->operations.data[k];
			if (k == i || !hr_can_probe(getter) || !are_pair(model, i, k) ||
			    !gives(model, getter, setter->params.data[value].type, &out) ||
			    !have_same_keys(model, setter, value, getter, out))
				continue;
			size_t operations[] = { i, k };
			size_t object = receiver == HR_NONE ? HR_NO_TYPE
							    : hr_handle_of(model, setter->params.data[receiver].type);
			struct hr_idiom_state *state =
				hr_idioms_add(idioms, class, object, operations, 2, "%s gives what %s set",
					      getter->name, setter->name);
			state->extra[RECEIVER] = receiver;
			state->extra[VALUE] = value;
			state->extra[OUT] = out;
			break;
		}
	}
}

/* ---- probing */

struct stay {
	struct hr_sequence *sequence;
	size_t first;
	struct hr_operand keys[HR_MOST_PARAMETERS]; /* object and keys, as the setter takes them */
	struct hr_operand values[2];                /* set first, and then */
	size_t status[2];                           /* statements */
	size_t got[2];
};

static bool set(struct stay *stay, const struct hr_idiom_state *state, size_t which)
{
	struct hr_filling filling;
	size_t result;

	hr_filling_init(&filling);
	for (size_t i = 0; i < state->extra[VALUE]; i++)
		hr_filling_operand(&filling, i, &stay->keys[i]);
	hr_filling_operand(&filling, state->extra[VALUE], &stay->values[which]);
	if (!hr_probe_call(stay->sequence, state->idiom.operations[0], &filling, &result))
		return false;
	stay->status[which] = stay->sequence->statements.count - 1;
	return true;
}

static bool get(struct stay *stay, const struct hr_idiom_state *state, size_t which)
{
	struct hr_filling filling;
	size_t result, at = 0;

	hr_filling_init(&filling);
	for (size_t i = 0; i < state->extra[VALUE]; i++) {
		at += at == state->extra[OUT];
		hr_filling_operand(&filling, at++, &stay->keys[i]);
	}
	if (!hr_probe_call(stay->sequence, state->idiom.operations[1], &filling, &result))
		return false;
	if (state->extra[OUT] != HR_NONE) {
		if (filling.filled[state->extra[OUT]] == HR_NO_VALUE)
			return false;
		result = hr_probe_read(stay->sequence, filling.filled[state->extra[OUT]]);
	}
	stay->got[which] = result;
	return result != HR_NO_VALUE;
}

static struct hr_operand choose_value(struct hr_probing *probing, const struct hr_idiom_state *state,
				      struct hr_sequence *sequence)
{
	const struct hr_operation *setter = &probing->model->operations.data[state->idiom.operations[0]];
	struct hr_type_ref ref = setter->params.data[state->extra[VALUE]].type;
	const struct hr_type *type = hr_model_type(probing->model, ref);
	struct hr_operand operand = hr_give_number(0);

	if (hr_is_text(probing->model, ref)) {
		operand = hr_random_text(probing->random, &sequence->arena);
	} else if (hr_is_real(probing->model, ref)) {
		operand.kind = HR_OPERAND_REAL;
		operand.real = (double)(int64_t)hr_random_below(probing->random, 1000) / 4;
	} else {
		operand.number = hr_random_number(probing->random, type);
	}
	return operand;
}

static bool choose(struct stay *stay, struct hr_probing *probing, const struct hr_idiom_state *state)
{
	const struct hr_operation *setter = &probing->model->operations.data[state->idiom.operations[0]];
	size_t handles[HR_MOST_HANDLES];
	size_t count = 0;

	if (state->object != HR_NO_TYPE) {
		count = hr_probe_handles(probing, state->object, handles, HR_MOST_HANDLES);
		if (!count)
			return false;
	}
	stay->sequence = hr_sequence_copy(probing->normal);
	stay->first = stay->sequence->statements.count;
	for (size_t i = 0; i < state->extra[VALUE]; i++) {
		const struct hr_item *param = &setter->params.data[i];
		if (i == state->extra[RECEIVER])
			stay->keys[i] = hr_give_value(handles[hr_random_below(probing->random, count)]);
		else if (hr_is_text(probing->model, param->type))
			stay->keys[i] = hr_probe_text(probing, (unsigned)hr_random_below(probing->random, 1000));
		else
			stay->keys[i] = hr_give_number((int64_t)hr_random_below(probing->random, 2));
		if (hr_is_real(probing->model, param->type))
			stay->keys[i] = (struct hr_operand){ .kind = HR_OPERAND_REAL };
	}
	for (size_t i = 0; i < 2; i++)
		stay->values[i] = choose_value(probing, state, stay->sequence);
	if (state->good_count && stay->values[0].kind == HR_OPERAND_NUMBER)
		stay->values[0].number = state->good[hr_random_below(probing->random, state->good_count)];
	return true;
}

static struct hr_seen as_seen(const struct hr_operand *operand)
{
	struct hr_seen seen = { .kind = HR_SEEN_NUMBER, .number = operand->number, .real = operand->real };

	if (operand->kind == HR_OPERAND_TEXT) {
		seen.kind = HR_SEEN_TEXT;
		seen.text = operand->text;
		seen.length = operand->length;
	} else if (operand->kind == HR_OPERAND_REAL) {
		seen.kind = HR_SEEN_REAL;
	}
	return seen;
}

/* Only the lowest bytes were kept. */
static bool is_cut(int64_t wanted, int64_t got)
{
	return got != wanted &&
	       (got == (int64_t)(uint8_t)wanted || got == (int64_t)(int8_t)wanted || got == (int64_t)(uint16_t)wanted ||
		got == (int64_t)(int16_t)wanted || got == (int64_t)(uint32_t)wanted || got == (int64_t)(int32_t)wanted);
}

static void remember(struct hr_idiom_state *state, int64_t number)
{
	for (unsigned i = 0; i < state->good_count; i++)
		if (state->good[i] == number)
			return;
	if (state->good_count < 4)
		state->good[state->good_count++] = number;
}

static int run_stay(struct hr_outcome *outcome, bool *fine, struct stay *stay, struct hr_probing *probing,
		    const struct hr_idiom_state *state)
{
	*fine = set(stay, state, 0) && get(stay, state, 0) && set(stay, state, 1) && get(stay, state, 1);
	int status = *fine ? hr_probe_run(outcome, probing, stay->sequence, NULL) : 0;
	*fine = *fine && !status && outcome->status == HR_OUTCOME_NORMAL &&
		!hr_call_refused(stay->sequence, outcome, stay->status[0]) &&
		!hr_call_refused(stay->sequence, outcome, stay->status[1]);
	return status;
}

enum finding { NOTHING, HELD, STALE, CUT, ODD };

static enum finding judge(const struct stay *stay, const struct hr_outcome *outcome)
{
	struct hr_seen first = as_seen(&stay->values[0]), second = as_seen(&stay->values[1]);
	struct hr_seen before = hr_see(stay->sequence, outcome, stay->got[0]);
	struct hr_seen after = hr_see(stay->sequence, outcome, stay->got[1]);
	struct hr_condition accepted;

	if (!hr_seen_same(&before, &first))
		return ODD;
	if (hr_seen_same(&after, &second))
		return HELD;
	if (after.kind == HR_SEEN_NUMBER && !hr_seen_same(&after, &before) && is_cut(second.number, after.number))
		return CUT;
	if (hr_seen_same(&after, &before) && hr_expect_accepted(&accepted, stay->sequence, outcome, stay->status[1]))
		return STALE;
	return ODD;
}

static void tell(struct hr_probing *probing, struct hr_idiom_state *state, struct stay *stay,
		 const struct hr_outcome *outcome, enum finding finding)
{
	struct hr_seen first = as_seen(&stay->values[0]), second = as_seen(&stay->values[1]);
	struct hr_seen after = hr_see(stay->sequence, outcome, stay->got[1]);
	struct hr_contract contract = { .premise_count = 1 };
	struct hr_strbuf text = HR_STRBUF_INIT;

	contract.premises[0] = hr_expect_seen(&first, stay->got[0]);
	for (size_t i = 0; i < 2; i++)
		if (hr_expect_accepted(&contract.premises[contract.premise_count], stay->sequence, outcome,
				       stay->status[i]))
			contract.premise_count++;
	contract.conclusion = hr_expect_seen(&second, stay->got[1]);
	hr_strbuf_addf(&text, "%s was set to ", probing->model->operations.data[state->idiom.operations[1]].name);
	hr_seen_write(&text, &second);
	hr_strbuf_addf(&text, " by %s%s, and is ", probing->model->operations.data[state->idiom.operations[0]].name,
		       finding == STALE ? ", which did not refuse it" : "");
	hr_seen_write(&text, &after);
	hr_strbuf_addstr(&text, finding == STALE ? ", as before" : ": higher bits are lost");
	hr_idiom_violated(probing, state, finding == CUT ? WIDE : KEPT, stay->sequence, stay->first, &contract,
			  state->idiom.operations[0], "%s", text.data);
	stay->sequence = NULL;
	hr_strbuf_release(&text);
}

/* A setter that takes too much for the most there can be, which happened to be what was set before, is no liar: another value before tells. */
static int check_stale(bool *is_stale, struct hr_probing *probing, struct hr_idiom_state *state,
		       const struct stay *found)
{
	struct stay stay = *found;
	struct hr_outcome outcome;
	int status = 0;

	*is_stale = false;
	hr_outcome_init(&outcome);
	for (unsigned i = 0; i < state->good_count && !*is_stale && !status; i++) {
		bool fine;
		if (state->good[i] == found->values[0].number)
			continue;
		stay.sequence = hr_sequence_copy(probing->normal);
		stay.values[0].number = state->good[i];
		status = run_stay(&outcome, &fine, &stay, probing, state);
		*is_stale = fine && judge(&stay, &outcome) == STALE;
		hr_sequence_free(stay.sequence);
		if (fine && !*is_stale)
			break;
	}
	hr_outcome_release(&outcome);
	return status;
}

static int probe_pair(struct hr_probing *probing, struct hr_idiom_state *state)
{
	struct stay stay;
	struct hr_outcome outcome;
	bool fine = false;

	if (state->odd > 10 + state->tallies[KEPT].held || !choose(&stay, probing, state))
		return 0;
	hr_outcome_init(&outcome);
	int status = run_stay(&outcome, &fine, &stay, probing, state);
	enum finding finding = fine ? judge(&stay, &outcome) : NOTHING;
	if (finding == STALE && stay.values[0].kind == HR_OPERAND_NUMBER) {
		bool is_stale = false;
		/* 0 may well stand for "as it was" */
		if (stay.values[1].number)
			status = check_stale(&is_stale, probing, state, &stay);
		finding = is_stale ? STALE : ODD;
	}
	if (finding == HELD) {
		hr_idiom_held(probing, state, KEPT, stay.sequence);
		hr_idiom_held(probing, state, WIDE, stay.sequence);
		if (stay.values[1].kind == HR_OPERAND_NUMBER)
			remember(state, stay.values[1].number);
	}
	state->odd += finding == ODD;
	if (!status && (finding == STALE || finding == CUT))
		tell(probing, state, &stay, &outcome, finding);
	hr_sequence_free(stay.sequence);
	hr_outcome_release(&outcome);
	return status;
}

const struct hr_idiom_class hr_idiom_set_get = {
	.kind = HR_IDIOM_SET_GET,
	.properties = { { "kept", 8, 70, HR_CLASS_LIKELY, HR_TRUSTED },
			{ "wide", 8, 50, HR_CLASS_LIKELY, HR_TRUSTED } },
	.find = find_pairs,
	.probe = probe_pair,
};
