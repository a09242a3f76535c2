/* Print and parse, encode and decode, escape and unescape: what one writes, the other reads, and it is the same again. */
#include "oracle/idioms_internal.h"

enum { FROM, TO, LENGTH, SHAPE }; /* extra of a state: the parameters that go round, the length of the second */
enum { OBJECTS, TEXTS, NUMBERS }; /* shapes */
enum { TRIPS = 4 };
enum { READS, SAME }; /* properties */

static const struct verbs {
	const char *there;
	const char *back;
} verbs[] = {
	{ "print", "parse" },
	{ "print", "read" },
	{ "format", "parse" },
	{ "dump", "load" },
	{ "dumps", "loads" },
	{ "encode", "decode" },
	{ "serialize", "deserialize" },
	{ "serialise", "deserialise" },
	{ "pack", "unpack" },
	{ "escape", "unescape" },
	{ "quote", "unquote" },
	{ "to", "from" },
	{ "stringify", "parse" },
	{ "unparse", "parse" },
	{ "tostring", "fromstring" },
	{ "write", "read" },
	{ "marshal", "unmarshal" },
	{ "emit", "parse" },
	{ "render", "parse" },
	{ "dump", "parse" },
	{ "str", "parse" },
	{ "tostring", "parse" },
	{ "serialize", "parse" },
	{ "serialise", "parse" },
};

/* ---- finding */

/* The text that it writes comes from this parameter, and all others can be made up; HR_NONE: it is not so. */
static size_t find_source(const struct hr_model *model, const struct hr_operation *operation)
{
	size_t found = HR_NONE;

	if (!hr_is_text(model, operation->result.type))
		return HR_NONE;
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *param = &operation->params.data[i];
		bool is_source = hr_handle_of(model, param->type) != HR_NO_TYPE || hr_is_text(model, param->type) ||
				 (hr_is_number(model, param->type) && !hr_is_truth(model, param->type) &&
				  param->role != HR_ROLE_FLAGS);
		if (param->role == HR_ROLE_CONSUMED || param->role == HR_ROLE_OUT || param->kept)
			return HR_NONE;
		if (is_source && found == HR_NONE)
			found = i;
		else if (!hr_is_truth(model, param->type) && param->role != HR_ROLE_FLAGS)
			return HR_NONE;
	}
	return found;
}

/* The parameter that takes the text; `*length` is that for its length, or HR_NONE. */
static size_t find_text(const struct hr_model *model, const struct hr_operation *operation, size_t *length)
{
	size_t found = HR_NONE;

	*length = HR_NONE;
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *param = &operation->params.data[i];
		if (found == HR_NONE && hr_is_text(model, param->type) && hr_is_const_pointer(model, param->type))
			found = i;
		else if (found != HR_NONE && *length == HR_NONE && param->role == HR_ROLE_LENGTH &&
			 param->of == (int)found)
			*length = i;
		else if (param->role != HR_ROLE_OUT && param->role != HR_ROLE_FLAGS &&
			 !hr_is_truth(model, param->type) && param->nullable != HR_YES)
			return HR_NONE;
	}
	return found;
}

/* What comes back: the result, or what an out-parameter gets. */
static bool comes_back(const struct hr_model *model, const struct hr_operation *operation, size_t shape, size_t object)
{
	const struct hr_item *result = &operation->result;

	if (shape == OBJECTS && hr_handle_of(model, result->type) == object)
		return true;
	if (shape == TEXTS)
		return hr_is_text(model, result->type);
	for (size_t i = 0; i < operation->params.count; i++) {
		const struct hr_item *param = &operation->params.data[i];
		struct hr_type_ref pointee = hr_model_pointee(model, param->type);
		if (shape == OBJECTS && hr_handle_behind(model, param->type) == object)
			return true;
		if (shape == NUMBERS && param->role == HR_ROLE_OUT && hr_is_number(model, pointee))
			return true;
	}
	return shape == NUMBERS && hr_is_number(model, result->type) && result->role == HR_ROLE_VALUE;
}

/* 0: they have nothing to do with each other; 2: the names are the same but for the verbs; 1: one of them has more to say. */
static int rate_names(const struct hr_operation *there, const struct hr_operation *back)
{
	struct hr_idiom_words first, second;

	hr_idiom_name_split(&first, there->name);
	hr_idiom_name_split(&second, back->name);
	int best = 0;
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
		const char *const there_words[] = { verbs[i].there, NULL }, *const back_words[] = { verbs[i].back,
												    NULL };
		size_t a = hr_idiom_name_has(&first, there_words), b = hr_idiom_name_has(&second, back_words);
		if (a == HR_NONE || b == HR_NONE)
			continue;
		int rate = hr_idiom_names_match(&first, a, &second, b) ? 2 : 1;
		best = rate > best ? rate : best;
	}
	return best;
}

static void add_trip(struct hr_idioms *idioms, const struct hr_idiom_class *class, size_t there, size_t back,
		     size_t from, size_t shape, size_t object)
{
	const struct hr_model *model = idioms->model;
	size_t operations[] = { there, back };
	size_t length;
	size_t to = find_text(model, &model->operations.data[back], &length);
	struct hr_idiom_state *state =
		hr_idioms_add(idioms, class, object, operations, 2, "%s reads what %s writes",
			      model->operations.data[back].name, model->operations.data[there].name);
	state->extra[FROM] = from;
	state->extra[TO] = to;
	state->extra[LENGTH] = length;
	state->extra[SHAPE] = shape;
}

static void find_trips(struct hr_idioms *idioms, const struct hr_idiom_class *class)
{
	const struct hr_model *model = idioms->model;

	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *there = &model->operations.data[i];
		size_t from = hr_can_probe(there) ? find_source(model, there) : HR_NONE;
		if (from == HR_NONE)
			continue;
		struct hr_type_ref type = there->params.data[from].type;
		size_t object = hr_handle_of(model, type);
		size_t shape = object != HR_NO_TYPE ? OBJECTS : hr_is_text(model, type) ? TEXTS : NUMBERS;
		size_t best = HR_NONE;
		int best_rate =
			shape == OBJECTS ? 0 : 1; /* without an object only the name tells that they belong together */
		for (size_t k = 0; k < model->operations.count; k++) {
			const struct hr_operation *back = &model->operations.data[k];
			size_t length;
			if (k == i || !hr_can_probe(back) || find_text(model, back, &length) == HR_NONE ||
			    !comes_back(model, back, shape, object))
				continue;
			int rate = rate_names(there, back);
			if (rate > best_rate) {
				best_rate = rate;
				best = k;
			}
		}
		if (best != HR_NONE)
			add_trip(idioms, class, i, best, from, shape, object);
	}
}

/* ---- probing */

struct trip {
	struct hr_sequence *sequence;
	size_t first;
	struct hr_operand source;
	size_t written; /* value: the text */
	size_t status;  /* statement of the way back */
	size_t back;    /* value: what came back; HR_NO_VALUE: not there yet */
	size_t again;   /* value: the text written again; HR_NO_VALUE where nothing is */
};

static bool write_text(size_t *out, struct trip *trip, const struct hr_idiom_state *state,
		       const struct hr_operand *source)
{
	struct hr_filling filling;

	hr_filling_init(&filling);
	hr_filling_operand(&filling, state->extra[FROM], source);
	return hr_probe_call(trip->sequence, state->idiom.operations[0], &filling, out);
}

/* `length` of the text, where the reader wants to know it. */
static bool read_back(struct trip *trip, const struct hr_idiom_state *state, size_t length)
{
	const struct hr_model *model = trip->sequence->model;
	const struct hr_operation *back = &model->operations.data[state->idiom.operations[1]];
	struct hr_operand number = hr_give_number((int64_t)length);
	struct hr_filling filling;
	size_t result;

	hr_filling_init(&filling);
	hr_filling_value(&filling, state->extra[TO], trip->written);
	if (state->extra[LENGTH] != HR_NONE)
		hr_filling_operand(&filling, state->extra[LENGTH], &number);
	if (state->extra[SHAPE] == OBJECTS)
		for (size_t i = 0; i < back->params.count; i++)
			if (hr_handle_behind(model, back->params.data[i].type) == state->object) {
				filling.filled[i] = hr_probe_object(
					trip->sequence, hr_model_type(model, back->params.data[i].type)->target, -1,
					NULL);
				hr_filling_value(&filling, i, filling.filled[i]);
			}
	if (!hr_probe_call(trip->sequence, state->idiom.operations[1], &filling, &result))
		return false;
	trip->status = trip->sequence->statements.count - 1;
	trip->back = result;
	for (size_t i = 0; i < back->params.count; i++) {
		if (filling.filled[i] == HR_NO_VALUE)
			continue;
		struct hr_type_ref pointee = hr_value_pointee(trip->sequence, filling.filled[i]);
		bool is_wanted = state->extra[SHAPE] == OBJECTS
					 ? hr_handle_of(model, pointee) == state->object
					 : state->extra[SHAPE] == NUMBERS && hr_is_number(model, pointee);
		if (!is_wanted)
			continue;
		trip->back = hr_probe_read(trip->sequence, filling.filled[i]);
		break;
	}
	return trip->back != HR_NO_VALUE;
}

static bool choose_source(struct trip *trip, struct hr_probing *probing, const struct hr_idiom_state *state)
{
	const struct hr_operation *there = &probing->model->operations.data[state->idiom.operations[0]];
	size_t handles[HR_MOST_HANDLES];

	if (state->extra[SHAPE] != OBJECTS) {
		trip->sequence = hr_probe_ground(probing);
		trip->source =
			state->extra[SHAPE] == TEXTS
				? hr_random_text(probing->random, &trip->sequence->arena)
				: hr_give_number(hr_random_number(
					  probing->random,
					  hr_model_type(probing->model, there->params.data[state->extra[FROM]].type)));
		return true;
	}
	size_t count = hr_probe_handles(probing, state->object, handles, HR_MOST_HANDLES);
	if (!count)
		return false;
	trip->source = hr_give_value(handles[hr_random_below(probing->random, count)]);
	probing->about = trip->source.value;
	trip->sequence = hr_sequence_copy(probing->normal);
	size_t operation;
	(void)hr_probe_change(probing, trip->sequence, trip->source.value, state->object, &operation);
	hr_probe_enrich(probing, trip->sequence, trip->source.value, state->object);
	return true;
}

/* Where the reader wants the length, the text has to be seen first. */
static int measure(size_t *length, bool *fine, struct trip *trip, struct hr_probing *probing,
		   const struct hr_idiom_state *state)
{
	struct hr_outcome outcome;

	*length = 0;
	if (state->extra[LENGTH] == HR_NONE)
		return 0;
	hr_outcome_init(&outcome);
	int status = hr_probe_run(&outcome, probing, trip->sequence, NULL);
	if (!status && outcome.status == HR_OUTCOME_NORMAL) {
		struct hr_seen seen = hr_see(trip->sequence, &outcome, trip->written);
		*fine = seen.kind == HR_SEEN_TEXT;
		*length = seen.length;
	} else {
		*fine = false;
	}
	hr_outcome_release(&outcome);
	return status;
}

/* What does not hold, in words: what was written, what became of it. */
static void tell_broken(struct hr_probing *probing, struct hr_idiom_state *state, unsigned property, struct trip *trip,
			const struct hr_contract *contract, const struct hr_outcome *outcome)
{
	const struct hr_model *model = probing->model;
	const char *there = model->operations.data[state->idiom.operations[0]].name;
	const char *back = model->operations.data[state->idiom.operations[1]].name;
	struct hr_seen written = hr_see(trip->sequence, outcome, trip->written);
	struct hr_strbuf text = HR_STRBUF_INIT;

	hr_strbuf_addf(&text, "%s writes ", there);
	hr_seen_write(&text, &written);
	if (property == READS) {
		hr_strbuf_addf(&text, ", which %s refuses", back);
	} else {
		size_t value = trip->again != HR_NO_VALUE ? trip->again : trip->back;
		struct hr_seen seen = hr_see(trip->sequence, outcome, value);
		hr_strbuf_addf(&text, ", and what %s reads from it is ", back);
		hr_seen_write(&text, &seen);
		hr_strbuf_addstr(&text, trip->again != HR_NO_VALUE ? " when it is written again" : "");
	}
	hr_idiom_violated(probing, state, property, trip->sequence, trip->first, contract, state->idiom.operations[0],
			  "%s", text.data);
	trip->sequence = NULL;
	hr_strbuf_release(&text);
}

static void judge(struct hr_probing *probing, struct hr_idiom_state *state, struct trip *trip,
		  const struct hr_outcome *outcome)
{
	struct hr_contract contract = { .premise_count = 1, .value_count = trip->sequence->values.count };
	struct hr_seen written = hr_see(trip->sequence, outcome, trip->written);
	struct hr_seen back = hr_see(trip->sequence, outcome, trip->back);
	struct hr_condition accepted;

	if (written.kind != HR_SEEN_TEXT)
		return;
	contract.premises[0] = hr_expect(HR_EXPECT_NOT_NULL, trip->written, 0);
	bool is_refused = hr_call_refused(trip->sequence, outcome, trip->status) || back.kind == HR_SEEN_NULL;
	if (is_refused) {
		size_t result = trip->sequence->statements.data[trip->status].value;
		const struct hr_operation *operation = &probing->model->operations.data[state->idiom.operations[1]];
		contract.conclusion = hr_expect(HR_EXPECT_NOT_NULL, trip->back, 0);
		if (back.kind == HR_SEEN_NUMBER) {
			bool is_negative = operation->error == HR_REFUSED_NEGATIVE;
			contract.conclusion = hr_expect(is_negative ? HR_EXPECT_AT_LEAST : HR_EXPECT_EQUAL, result, 0);
		}
		if (hr_contract_is_broken(&contract, trip->sequence, outcome))
			tell_broken(probing, state, READS, trip, &contract, outcome);
		return;
	}
	hr_idiom_held(probing, state, READS, trip->sequence);
	if (hr_expect_accepted(&accepted, trip->sequence, outcome, trip->status))
		contract.premises[contract.premise_count++] = accepted;
	struct hr_condition same = hr_expect_same(&written, trip->again, trip->written);
	if (state->extra[SHAPE] == TEXTS) {
		struct hr_seen source = { .kind = HR_SEEN_TEXT,
					  .text = trip->source.text,
					  .length = trip->source.length };
		same = hr_expect_seen(&source, trip->back);
	} else if (state->extra[SHAPE] == NUMBERS) {
		same = hr_expect(HR_EXPECT_EQUAL, trip->back, trip->source.number);
	}
	contract.conclusion = same;
	struct hr_seen again = hr_see(trip->sequence, outcome, same.value);
	if (again.kind == HR_SEEN_POINTER || again.kind == HR_SEEN_NOTHING)
		return; /* too long to be seen */
	if (hr_contract_is_broken(&contract, trip->sequence, outcome)) {
		tell_broken(probing, state, SAME, trip, &contract, outcome);
		return;
	}
	hr_idiom_held(probing, state, SAME, trip->sequence);
}

static int make_trip(struct hr_probing *probing, struct hr_idiom_state *state)
{
	struct trip trip = { .back = HR_NO_VALUE, .again = HR_NO_VALUE };
	struct hr_outcome outcome;
	size_t length = 0;
	int status = 0;

	if ((state->extra[SHAPE] == OBJECTS && hr_probe_has_odd_reals(probing)) ||
	    !choose_source(&trip, probing, state))
		return 0;
	hr_outcome_init(&outcome);
	trip.first = trip.sequence->statements.count;
	bool fine = write_text(&trip.written, &trip, state, &trip.source);
	if (fine)
		status = measure(&length, &fine, &trip, probing, state);
	fine = fine && !status && read_back(&trip, state, length);
	if (fine && state->extra[SHAPE] == OBJECTS) {
		struct hr_operand back = hr_give_value(trip.back);
		/* the reader may refuse: then there is nothing to write again, which is run first */
		status = hr_probe_run(&outcome, probing, trip.sequence, NULL);
		bool came = !status && outcome.status == HR_OUTCOME_NORMAL &&
			    hr_see(trip.sequence, &outcome, trip.back).kind != HR_SEEN_NULL &&
			    !hr_call_refused(trip.sequence, &outcome, trip.status);
		if (came)
			fine = write_text(&trip.again, &trip, state, &back);
	}
	if (fine && !status)
		status = hr_probe_run(&outcome, probing, trip.sequence, NULL);
	if (fine && !status && outcome.status == HR_OUTCOME_NORMAL)
		judge(probing, state, &trip, &outcome);
	hr_sequence_free(trip.sequence);
	hr_outcome_release(&outcome);
	return status;
}

/* What breaks a trip is a character, often, and there are many. */
static int probe_trip(struct hr_probing *probing, struct hr_idiom_state *state)
{
	int status = 0;

	for (unsigned i = 0; i < TRIPS && probing->left > 0 && !status; i++)
		status = make_trip(probing, state);
	return status;
}

const struct hr_idiom_class hr_idiom_round_trip = {
	.kind = HR_IDIOM_ROUND_TRIP,
	.shares_blame = true,
	.properties = { { "reads", 15, 10, HR_CLASS_LIKELY, HR_BY_OPERATION },
			{ "same", 15, 15, HR_CLASS_LIKELY, HR_BY_OPERATION } },
	.find = find_trips,
	.probe = probe_trip,
};
