/* What only looks gives the same twice. */
#include "oracle/idioms_internal.h"

static size_t subject_of(const struct hr_model *model, size_t operation)
{
	const struct hr_operation *it = &model->operations.data[operation];
	for (size_t i = 0; i < it->params.count; i++) {
		size_t object = hr_handle_of(model, it->params.data[i].type);
		if (object != HR_NO_TYPE)
			return object;
	}
	return HR_NO_TYPE;
}

static void find_observers(struct hr_idioms *idioms, const struct hr_idiom_class *class)
{
	const struct hr_model *model = idioms->model;

	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *it = &model->operations.data[i];
		size_t object = subject_of(model, i);
		if (object != HR_NO_TYPE && it->kind == HR_KIND_OBSERVER && it->result.role != HR_ROLE_OWNED &&
		    hr_is_observer(model, i, object))
			(void)hr_idioms_add(idioms, class, object, &i, 1, "%s gives the same twice", it->name);
	}
}

static bool observe(size_t *result, struct hr_probing *probing, struct hr_sequence *sequence,
		    const struct hr_idiom_state *state, size_t handle, unsigned variant)
{
	const struct hr_operation *it = &probing->model->operations.data[state->idiom.operations[0]];
	struct hr_filling filling;
	bool is_first = true;

	hr_filling_init(&filling);
	for (size_t i = 0; i < it->params.count; i++) {
		const struct hr_item *param = &it->params.data[i];
		struct hr_operand operand = hr_give_number(variant % 2);
		if (is_first && hr_handle_of(probing->model, param->type) == state->object) {
			operand = hr_give_value(handle);
			is_first = false;
		} else if (param->role == HR_ROLE_OUT || param->role == HR_ROLE_FLAGS ||
			   param->role == HR_ROLE_CAPACITY) {
			continue;
		} else if (hr_is_text(probing->model, param->type)) {
			operand = hr_probe_text(probing, variant + (unsigned)i);
		}
		hr_filling_operand(&filling, i, &operand);
	}
	return hr_probe_call(sequence, state->idiom.operations[0], &filling, result) && *result != HR_NO_VALUE;
}

static int probe_observer(struct hr_probing *probing, struct hr_idiom_state *state)
{
	size_t handles[HR_MOST_HANDLES], results[2];
	size_t count = hr_probe_handles(probing, state->object, handles, HR_MOST_HANDLES);
	struct hr_contract contract = { .premise_count = 0 };
	struct hr_outcome outcome;
	int status = 0;

	if (!count)
		return 0;
	size_t handle = handles[hr_random_below(probing->random, count)];
	probing->about = handle;
	unsigned variant = (unsigned)hr_random_below(probing->random, 1000);
	struct hr_sequence *sequence = hr_sequence_copy(probing->normal);
	size_t first = sequence->statements.count;
	hr_outcome_init(&outcome);
	bool fine = observe(&results[0], probing, sequence, state, handle, variant) &&
		    observe(&results[1], probing, sequence, state, handle, variant);
	if (fine)
		status = hr_probe_run(&outcome, probing, sequence, NULL);
	if (fine && !status && outcome.status == HR_OUTCOME_NORMAL) {
		struct hr_seen before = hr_see(sequence, &outcome, results[0]);
		struct hr_seen after = hr_see(sequence, &outcome, results[1]);
		contract.conclusion = hr_expect_same(&before, results[1], results[0]);
		if (hr_seen_same(&before, &after)) {
			hr_idiom_held(probing, state, 0, sequence);
		} else {
			struct hr_strbuf text = HR_STRBUF_INIT;
			hr_strbuf_addf(&text, "%s, called twice in a row, is ",
				       probing->model->operations.data[state->idiom.operations[0]].name);
			hr_seen_write(&text, &before);
			hr_strbuf_addstr(&text, " and then ");
			hr_seen_write(&text, &after);
			hr_idiom_violated(probing, state, 0, sequence, first, &contract, state->idiom.operations[0],
					  "%s", text.data);
			hr_strbuf_release(&text);
			sequence = NULL;
		}
	}
	hr_sequence_free(sequence);
	hr_outcome_release(&outcome);
	return status;
}

const struct hr_idiom_class hr_idiom_observer = {
	.kind = HR_IDIOM_OBSERVER,
	.properties = { { "twice", 15, 10, HR_CLASS_LIKELY, HR_BY_OPERATION } },
	.find = find_observers,
	.probe = probe_observer,
};
