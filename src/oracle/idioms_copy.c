/* A copy equals its original, is not changed with it, and outlives it. */
#include "oracle/idioms_internal.h"

#include <stdio.h>

enum {
	SOURCE,
	JUDGE,
	FIRST,
	SECOND,
	TARGET,
	MAKER
}; /* extra of a state; TARGET: where copies are made into what is there, and MAKER, which makes that */
enum { EQUAL, APART, OUTLIVES }; /* properties */

static const char *const copy_words[] = { "copy", "clone", "dup", "duplicate", "deepcopy", NULL };

/* What else takes to tell whether two are equal: the unit's own equality or order. */
static bool find_judge(struct hr_idiom_state *state, const struct hr_idioms *idioms)
{
	const struct hr_idiom_state *order = NULL;

	for (size_t i = 0; i < idioms->states.count; i++) {
		const struct hr_idiom_state *other = idioms->states.data[i];
		if (other->object != state->object)
			continue;
		if (other->idiom.kind == HR_IDIOM_EQUALITY ||
		    (other->idiom.kind == HR_IDIOM_COMPARE && (!order || order->idiom.kind == HR_IDIOM_COMPARE)))
			order = other;
	}
	if (!order)
		return false;
	state->extra[JUDGE] = order->idiom.operations[0];
	state->extra[FIRST] = order->extra[0];
	state->extra[SECOND] = order->extra[1];
	state->idiom.operations[1] = order->idiom.operations[0];
	return true;
}

/* Makes one out of nothing. */
static size_t maker_of(const struct hr_model *model, size_t object)
{
	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *it = &model->operations.data[i];
		if (hr_can_probe(it) && it->kind == HR_KIND_MAKER && !it->params.count &&
		    hr_handle_of(model, it->result.type) == object)
			return i;
	}
	return HR_NONE;
}

/* Where the parts of a copying operation are. */
struct shape {
	size_t object;
	size_t source;
	size_t target; /* HR_NONE: it returns the copy */
};

static bool returns_copy(struct shape *out, const struct hr_model *model, const struct hr_operation *it)
{
	*out = (struct shape){ hr_handle_of(model, it->result.type), HR_NONE, HR_NONE };
	bool fits = out->object != HR_NO_TYPE && it->result.role != HR_ROLE_BORROWED;

	for (size_t k = 0; fits && k < it->params.count; k++) {
		if (out->source == HR_NONE && hr_handle_of(model, it->params.data[k].type) == out->object &&
		    it->params.data[k].role != HR_ROLE_CONSUMED)
			out->source = k;
		else
			fits = hr_is_truth(model, it->params.data[k].type);
	}
	return fits && out->source != HR_NONE;
}

/* copy(to, from): what is copied is const, and what it is copied to is not; the result only tells how it went. */
static bool fills_copy(struct shape *out, const struct hr_model *model, const struct hr_operation *it)
{
	if (it->params.count != 2 || !(it->result.role == HR_ROLE_NONE || it->result.role == HR_ROLE_STATUS))
		return false;
	bool is_first = !hr_is_const_pointer(model, it->params.data[0].type);
	*out = (struct shape){ hr_handle_of(model, it->params.data[0].type), is_first, !is_first };
	const struct hr_item *source = &it->params.data[out->source], *target = &it->params.data[out->target];
	return out->object != HR_NO_TYPE && hr_handle_of(model, it->params.data[1].type) == out->object &&
	       hr_is_const_pointer(model, source->type) && !hr_is_const_pointer(model, target->type) && !source->kept &&
	       source->role != HR_ROLE_CONSUMED && target->role != HR_ROLE_CONSUMED &&
	       maker_of(model, out->object) != HR_NONE;
}

static void find_copies(struct hr_idioms *idioms, const struct hr_idiom_class *class)
{
	const struct hr_model *model = idioms->model;

	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *it = &model->operations.data[i];
		struct shape shape;
		struct hr_idiom_words name;
		hr_idiom_name_split(&name, it->name);
		if (!hr_can_probe(it) || hr_idiom_name_has(&name, copy_words) == HR_NONE ||
		    !(returns_copy(&shape, model, it) || fills_copy(&shape, model, it)))
			continue;
		struct hr_idiom_state *state =
			hr_idioms_add(idioms, class, shape.object, &i, 1, "%s makes a copy", it->name);
		state->extra[SOURCE] = shape.source;
		state->extra[TARGET] = shape.target;
		if (shape.target != HR_NONE)
			state->extra[MAKER] = maker_of(model, shape.object);
		if (find_judge(state, idioms))
			state->idiom.text = hr_arena_printf(&idioms->arena, "%s makes a copy that is equal by %s",
							    it->name, model->operations.data[state->extra[JUDGE]].name);
	}
}

/* `*call` is the statement that copies. */
static bool copy(size_t *out, size_t *call, struct hr_sequence *sequence, const struct hr_idiom_state *state,
		 size_t handle)
{
	struct hr_filling filling;
	size_t result;

	hr_filling_init(&filling);
	if (state->extra[TARGET] != HR_NONE) {
		if (!hr_probe_call(sequence, state->extra[MAKER], &filling, out))
			return false;
		hr_filling_init(&filling);
		hr_filling_value(&filling, state->extra[TARGET], *out);
	}
	hr_filling_value(&filling, state->extra[SOURCE], handle);
	if (!hr_probe_call(sequence, state->idiom.operations[0], &filling, &result))
		return false;
	*call = sequence->statements.count - 1;
	if (state->extra[TARGET] == HR_NONE)
		*out = result;
	return true;
}

/* There is a copy: premises about that are added, false where there is none. */
static bool was_copied(struct hr_contract *contract, const struct hr_sequence *sequence,
		       const struct hr_outcome *outcome, const struct hr_idiom_state *state, size_t made, size_t call)
{
	if (hr_see(sequence, outcome, made).kind == HR_SEEN_NULL || hr_call_refused(sequence, outcome, call))
		return false;
	contract->premise_count = 1;
	contract->premises[0] = hr_expect(HR_EXPECT_NOT_NULL, made, 0);
	if (state->extra[TARGET] != HR_NONE && hr_expect_accepted(&contract->premises[1], sequence, outcome, call))
		contract->premise_count++;
	return true;
}

/* The judge is an equality when its result says so, or its name; an order otherwise. */
static bool equal_is_zero(const struct hr_probing *probing, const struct hr_idiom_state *state)
{
	for (size_t i = 0; i < probing->idioms->states.count; i++)
		if (probing->idioms->states.data[i]->idiom.kind == HR_IDIOM_EQUALITY &&
		    probing->idioms->states.data[i]->idiom.operations[0] == state->extra[JUDGE])
			return false;
	return true;
}

static int probe_equal(struct hr_probing *probing, struct hr_idiom_state *state, size_t handle)
{
	struct hr_sequence *sequence = hr_sequence_copy(probing->normal);
	struct hr_contract contract = { .premise_count = 0 };
	unsigned variant = (unsigned)hr_random_below(probing->random, 1000);
	struct hr_sight original, other;
	struct hr_filling filling;
	struct hr_outcome outcome;
	size_t made, call, result;
	int status = 0;

	hr_outcome_init(&outcome);
	hr_probe_enrich(probing, sequence, handle, state->object);
	size_t first = sequence->statements.count;
	hr_filling_init(&filling);
	bool fine = copy(&made, &call, sequence, state, handle);
	if (fine) {
		hr_filling_value(&filling, state->extra[FIRST], handle);
		hr_filling_value(&filling, state->extra[SECOND], made);
		fine = hr_probe_call(sequence, state->extra[JUDGE], &filling, &result);
	}
	size_t end = sequence->statements.count, values = sequence->values.count;
	if (fine) {
		hr_probe_observe(&original, probing, sequence, handle, state->object, variant);
		hr_probe_observe(&other, probing, sequence, made, state->object, variant);
	}
	if (fine)
		status = hr_probe_run(&outcome, probing, sequence, NULL);
	if (fine && !status && outcome.status == HR_OUTCOME_NORMAL &&
	    was_copied(&contract, sequence, &outcome, state, made, call)) {
		bool zero = equal_is_zero(probing, state);
		contract.conclusion = hr_expect(zero ? HR_EXPECT_EQUAL : HR_EXPECT_NOT_EQUAL, result, 0);
		contract.value_count = sequence->values.count;
		bool is_broken = hr_contract_is_broken(&contract, sequence, &outcome);
		/* an equality that sees a difference where nobody else does is not told with the copy's name */
		if (is_broken && original.count && hr_sights_differ(&original, &other, sequence, &outcome) == HR_NONE) {
			state->odd++;
		} else if (is_broken) {
			sequence->statements.count = end;
			sequence->values.count = values;
			const char *judge = probing->model->operations.data[state->extra[JUDGE]].name;
			hr_idiom_violated(probing, state, EQUAL, sequence, first, &contract, state->idiom.operations[0],
					  "%s(%s) is not equal to its original: %s says %lld",
					  probing->model->operations.data[state->idiom.operations[0]].name,
					  sequence->values.data[handle].name, judge,
					  (long long)hr_see(sequence, &outcome, result).number);
			sequence = NULL;
		} else {
			hr_idiom_held(probing, state, EQUAL, sequence);
		}
	}
	hr_sequence_free(sequence);
	hr_outcome_release(&outcome);
	return status;
}

/* What the copy looked like before and after something happened to its original. */
struct watch {
	struct hr_sequence *sequence;
	size_t first;
	size_t made;
	size_t call; /* that copies */
	struct hr_sight before, after;
};

static void judge_watch(struct hr_probing *probing, struct hr_idiom_state *state, unsigned property,
			struct watch *watch, const struct hr_outcome *outcome, size_t culprit, const char *what)
{
	size_t at = hr_sights_differ(&watch->before, &watch->after, watch->sequence, outcome);
	struct hr_strbuf text = HR_STRBUF_INIT;

	if (at == HR_NONE) {
		if (watch->before.count)
			hr_idiom_held(probing, state, property, watch->sequence);
		return;
	}
	struct hr_seen before = hr_see(watch->sequence, outcome, watch->before.values[at]);
	struct hr_seen after = hr_see(watch->sequence, outcome, watch->after.values[at]);
	struct hr_contract contract = { .premise_count = 0 };
	(void)was_copied(&contract, watch->sequence, outcome, state, watch->made, watch->call);
	contract.conclusion = hr_expect_same(&before, watch->after.values[at], watch->before.values[at]);
	hr_strbuf_addf(&text, "%s: %s of the copy was ", what,
		       probing->model->operations.data[watch->before.operations[at]].name);
	hr_seen_write(&text, &before);
	hr_strbuf_addstr(&text, " before and is ");
	hr_seen_write(&text, &after);
	hr_idiom_violated(probing, state, property, watch->sequence, watch->first, &contract, culprit, "%s", text.data);
	watch->sequence = NULL;
	hr_strbuf_release(&text);
}

static bool begin_watch(struct watch *watch, struct hr_probing *probing, struct hr_idiom_state *state, size_t handle,
			unsigned variant)
{
	watch->sequence = hr_sequence_copy(probing->normal);
	hr_probe_enrich(probing, watch->sequence, handle, state->object);
	watch->first = watch->sequence->statements.count;
	if (!copy(&watch->made, &watch->call, watch->sequence, state, handle))
		return false;
	hr_probe_observe(&watch->before, probing, watch->sequence, watch->made, state->object, variant);
	return watch->before.count > 0;
}

static int probe_apart(struct hr_probing *probing, struct hr_idiom_state *state, size_t handle)
{
	unsigned variant = (unsigned)hr_random_below(probing->random, 1000);
	struct watch watch;
	struct hr_outcome outcome;
	size_t culprit = HR_NONE;
	int status = 0;

	hr_outcome_init(&outcome);
	bool fine = begin_watch(&watch, probing, state, handle, variant) &&
		    hr_probe_change(probing, watch.sequence, handle, state->object, &culprit);
	if (fine) {
		hr_probe_observe(&watch.after, probing, watch.sequence, watch.made, state->object, variant);
		status = hr_probe_run(&outcome, probing, watch.sequence, NULL);
	}
	if (fine && !status && outcome.status == HR_OUTCOME_NORMAL &&
	    was_copied(&(struct hr_contract){ 0 }, watch.sequence, &outcome, state, watch.made, watch.call)) {
		char what[256];
		snprintf(what, sizeof what, "%s on the original changes the copy that %s made",
			 probing->model->operations.data[culprit].name,
			 probing->model->operations.data[state->idiom.operations[0]].name);
		judge_watch(probing, state, APART, &watch, &outcome, culprit, what);
	}
	hr_sequence_free(watch.sequence);
	hr_outcome_release(&outcome);
	return status;
}

/* Ours to destroy: nobody was given it. */
static bool is_free_to_go(const struct hr_sequence *sequence, size_t handle)
{
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		if (it->kind != HR_STATEMENT_CALL)
			continue;
		const struct hr_operation *operation = &sequence->model->operations.data[it->operation];
		for (size_t k = 0; k < it->operand_count && k < operation->params.count; k++) {
			const struct hr_item *param = &operation->params.data[k];
			bool takes = param->role == HR_ROLE_CONSUMED || param->kept;
			if (takes && it->operands[k].kind == HR_OPERAND_VALUE && it->operands[k].value == handle)
				return false;
		}
	}
	return true;
}

static int probe_outlives(struct hr_probing *probing, struct hr_idiom_state *state, size_t handle)
{
	unsigned variant = (unsigned)hr_random_below(probing->random, 1000);
	size_t destroyer = hr_destroyer_of(probing->model, probing->normal, handle);
	struct watch watch;
	struct hr_outcome outcome;
	int status = 0;

	if (destroyer >= probing->model->operations.count || !is_free_to_go(probing->normal, handle))
		return 0;
	hr_outcome_init(&outcome);
	bool fine =
		begin_watch(&watch, probing, state, handle, variant) && hr_destroy(watch.sequence, handle, destroyer);
	if (fine) {
		hr_probe_observe(&watch.after, probing, watch.sequence, watch.made, state->object, variant);
		status = hr_probe_run(&outcome, probing, watch.sequence, NULL);
	}
	if (fine && !status && outcome.status == HR_OUTCOME_NORMAL &&
	    was_copied(&(struct hr_contract){ 0 }, watch.sequence, &outcome, state, watch.made, watch.call)) {
		char what[256];
		snprintf(what, sizeof what, "%s of the original changes the copy that %s made",
			 probing->model->operations.data[destroyer].name,
			 probing->model->operations.data[state->idiom.operations[0]].name);
		judge_watch(probing, state, OUTLIVES, &watch, &outcome, state->idiom.operations[0], what);
	} else if (fine && !status && outcome.status == HR_OUTCOME_FAULT &&
		   outcome.fault.kind == HR_KIND_USE_AFTER_FREE && outcome.fault.statement != HR_NO_STATEMENT &&
		   outcome.fault.statement > watch.first) {
		struct hr_blame blame = { HR_WAY_DEAD, HR_NO_VALUE, state->idiom.operations[0], HR_NONE };
		hr_idiom_violated_run(probing, state, OUTLIVES, watch.sequence, &blame,
				      "the copy that %s made cannot be used after the original was given to %s",
				      probing->model->operations.data[state->idiom.operations[0]].name,
				      probing->model->operations.data[destroyer].name);
		watch.sequence = NULL;
	}
	hr_sequence_free(watch.sequence);
	hr_outcome_release(&outcome);
	return status;
}

static int probe_copy(struct hr_probing *probing, struct hr_idiom_state *state)
{
	size_t handles[HR_MOST_HANDLES];
	size_t count = hr_probe_handles(probing, state->object, handles, HR_MOST_HANDLES);
	int status = 0;

	if (!count || hr_probe_has_odd_reals(probing))
		return 0;
	size_t handle = handles[hr_random_below(probing->random, count)];
	probing->about = handle;
	if (state->extra[JUDGE] != HR_NONE)
		status = probe_equal(probing, state, handle);
	if (!status && probing->left)
		status = probe_apart(probing, state, handle);
	if (!status && probing->left)
		status = probe_outlives(probing, state, handle);
	return status;
}

const struct hr_idiom_class hr_idiom_copy = {
	.kind = HR_IDIOM_COPY,
	.properties = { { "equal", 10, 30, HR_CLASS_LIKELY, HR_TRUSTED },
			{ "apart", 10, 25, HR_CLASS_LIKELY, HR_TRUSTED },
			{ "outlives", 5, 30, HR_CLASS_CERTAIN, HR_TRUSTED } },
	.find = find_copies,
	.probe = probe_copy,
};
