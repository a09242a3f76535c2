/* Counts agree with what was added and removed; empty is what has none. */
#include "oracle/idioms_internal.h"

#include <string.h>

enum { ROLE, OTHER };                  /* extra of a state: what the second operation is */
enum { ADDS, REMOVES, CLEARS, EMPTY }; /* roles, and the properties of the same number */

static const char *const count_words[] = { "count", "size", "length", "len", NULL };
static const char *const words[4][10] = {
	[ADDS] = { "add", "push", "append", "insert", "put", "enqueue", "prepend", NULL },
	[REMOVES] = { "remove", "pop", "delete", "dequeue", "take", "erase", NULL },
	[CLEARS] = { "clear", NULL },
	[EMPTY] = { "empty", NULL },
};

/* Without the words that tell what is counted or done, both names are of the same family. */
static bool is_family(const struct hr_idiom_words *counter, const struct hr_idiom_words *other)
{
	size_t same = 0;

	while (same < counter->count && same < other->count && strcmp(counter->words[same], other->words[same]) == 0)
		same++;
	/* "list_count" and "list_add": all but the last word, or all but the last two of a longer name */
	return same + 1 >= counter->count && same + 2 >= other->count && same > 0;
}

static bool has_role(const struct hr_model *model, const struct hr_operation *operation, size_t role, size_t object)
{
	struct hr_idiom_words name;

	hr_idiom_name_split(&name, operation->name);
	if (!hr_can_probe(operation) || !operation->params.count || operation->kind == HR_KIND_DESTROYER ||
	    operation->kind == HR_KIND_MAKER || hr_handle_of(model, operation->params.data[0].type) != object)
		return false;
	if (role == EMPTY)
		return operation->params.count == 1 && hr_idiom_name_has(&name, words[EMPTY]) == name.count - 1 &&
		       hr_is_number(model, operation->result.type);
	if (hr_is_const_pointer(model, operation->params.data[0].type))
		return false;
	/* the verb is the last word: "add_all", "remove_if" and "put_n" do more than one at once */
	return hr_idiom_name_has(&name, words[role]) == name.count - 1 &&
	       (role != CLEARS || operation->params.count == 1);
}

static bool is_counter(const struct hr_model *model, const struct hr_operation *operation, struct hr_idiom_words *name)
{
	const struct hr_type *type = hr_model_type(model, operation->result.type);

	hr_idiom_name_split(name, operation->name);
	return hr_can_probe(operation) && operation->params.count == 1 && type && type->kind == HR_TYPE_INT &&
	       hr_handle_of(model, operation->params.data[0].type) != HR_NO_TYPE &&
	       hr_idiom_name_has(name, count_words) == name->count - 1 && operation->kind != HR_KIND_MUTATOR;
}

static void find_sizes(struct hr_idioms *idioms, const struct hr_idiom_class *class)
{
	static const char *const what[4] = { "one more after", "one less after", "none after", "none where" };
	const struct hr_model *model = idioms->model;

	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *counter = &model->operations.data[i];
		struct hr_idiom_words name, other_name;
		if (!is_counter(model, counter, &name))
			continue;
		size_t object = hr_handle_of(model, counter->params.data[0].type);
		for (size_t k = 0; k < model->operations.count; k++) {
			hr_idiom_name_split(&other_name, model->operations.data[k].name);
			for (size_t role = ADDS; role <= EMPTY; role++) {
				if (k == i || !has_role(model, &model->operations.data[k], role, object) ||
				    !is_family(&name, &other_name))
					continue;
				size_t operations[] = { i, k };
				struct hr_idiom_state *state =
					hr_idioms_add(idioms, class, object, operations, 2, "%s tells of %s %s",
						      counter->name, what[role], model->operations.data[k].name);
				state->extra[ROLE] = role;
			}
		}
	}
}

static bool call_plain(size_t *result, struct hr_sequence *sequence, size_t operation, size_t handle)
{
	struct hr_filling filling;

	hr_filling_init(&filling);
	hr_filling_value(&filling, 0, handle);
	return hr_probe_call(sequence, operation, &filling, result) && *result != HR_NO_VALUE;
}

struct count {
	struct hr_sequence *sequence;
	size_t first;
	size_t before, after; /* values */
	size_t statement;     /* what happened between */
	size_t result;        /* its value, or HR_NO_VALUE */
};

static bool build(struct count *count, struct hr_probing *probing, const struct hr_idiom_state *state, size_t handle)
{
	size_t counter = state->idiom.operations[0], other = state->idiom.operations[1];

	count->sequence = hr_sequence_copy(probing->normal);
	hr_probe_enrich(probing, count->sequence, handle, state->object);
	count->first = count->sequence->statements.count;
	if (!call_plain(&count->before, count->sequence, counter, handle))
		return false;
	if (state->extra[ROLE] == EMPTY) {
		if (!call_plain(&count->result, count->sequence, other, handle))
			return false;
	} else if (!hr_probe_change_by(probing, count->sequence, handle, state->object, other, &count->result)) {
		return false;
	}
	count->statement = count->sequence->statements.count - 1;
	return call_plain(&count->after, count->sequence, counter, handle);
}

/* What the second count, or the test for emptiness, should be; false: nothing can be said. */
static bool expect(struct hr_contract *contract, const struct count *count, const struct hr_idiom_state *state,
		   const struct hr_outcome *outcome)
{
	int64_t before = hr_see(count->sequence, outcome, count->before).number;
	int64_t after = hr_see(count->sequence, outcome, count->after).number;
	struct hr_condition accepted;

	contract->premises[0] = hr_expect(HR_EXPECT_EQUAL, count->before, before);
	contract->premise_count = 1;
	switch (state->extra[ROLE]) {
	case EMPTY:
		contract->conclusion = hr_expect(before ? HR_EXPECT_EQUAL : HR_EXPECT_NOT_EQUAL, count->result, 0);
		return true;
	case CLEARS:
		contract->conclusion = hr_expect(HR_EXPECT_EQUAL, count->after, 0);
		return true;
	case ADDS: /* the key may have been there already */
		if (hr_call_refused(count->sequence, outcome, count->statement))
			return false;
		contract->conclusion = hr_expect(HR_EXPECT_EQUAL, count->after, after == before ? before : before + 1);
		break;
	default:
		if (hr_call_refused(count->sequence, outcome, count->statement))
			return false;
		contract->conclusion = hr_expect(HR_EXPECT_EQUAL, count->after, before - 1);
		/* where it cannot say that there was nothing to remove, nothing may have happened */
		if (!hr_expect_accepted(&accepted, count->sequence, outcome, count->statement)) {
			if (after == before)
				return false;
		} else {
			contract->premises[contract->premise_count++] = accepted;
		}
		return before > 0;
	}
	if (hr_expect_accepted(&accepted, count->sequence, outcome, count->statement))
		contract->premises[contract->premise_count++] = accepted;
	return true;
}

static int probe_size(struct hr_probing *probing, struct hr_idiom_state *state)
{
	size_t handles[HR_MOST_HANDLES];
	size_t found = hr_probe_handles(probing, state->object, handles, HR_MOST_HANDLES);
	struct hr_contract contract = { .premise_count = 0 };
	struct count count;
	struct hr_outcome outcome;
	int status = 0;

	if (!found)
		return 0;
	hr_outcome_init(&outcome);
	size_t handle = handles[hr_random_below(probing->random, found)];
	probing->about = handle;
	bool fine = build(&count, probing, state, handle);
	contract.value_count = count.sequence->values.count;
	if (fine)
		status = hr_probe_run(&outcome, probing, count.sequence, NULL);
	if (fine && !status && outcome.status == HR_OUTCOME_NORMAL && expect(&contract, &count, state, &outcome)) {
		unsigned property = (unsigned)state->extra[ROLE];
		if (hr_contract_is_broken(&contract, count.sequence, &outcome)) {
			const struct hr_model *model = probing->model;
			hr_idiom_violated(probing, state, property, count.sequence, count.first, &contract,
					  state->idiom.operations[1],
					  "%s was %lld before %s and is %lld after it, which gave %lld",
					  model->operations.data[state->idiom.operations[0]].name,
					  (long long)hr_see(count.sequence, &outcome, count.before).number,
					  model->operations.data[state->idiom.operations[1]].name,
					  (long long)hr_see(count.sequence, &outcome, count.after).number,
					  count.result == HR_NO_VALUE
						  ? 0LL
						  : (long long)hr_see(count.sequence, &outcome, count.result).number);
			count.sequence = NULL;
		} else {
			hr_idiom_held(probing, state, property, count.sequence);
		}
	}
	hr_sequence_free(count.sequence);
	hr_outcome_release(&outcome);
	return status;
}

const struct hr_idiom_class hr_idiom_size = {
	.kind = HR_IDIOM_SIZE,
	.properties = { { "adds", 15, 10, HR_CLASS_LIKELY, HR_BY_OPERATION },
			{ "removes", 15, 10, HR_CLASS_LIKELY, HR_BY_OPERATION },
			{ "clears", 15, 10, HR_CLASS_LIKELY, HR_BY_OPERATION },
			{ "empty", 15, 20, HR_CLASS_LIKELY, HR_BY_OPERATION } },
	.find = find_sizes,
	.probe = probe_size,
};
