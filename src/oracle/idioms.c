/* Idioms as a whole: finding them, and choosing which to try on a sequence.
 *
 * Invariant: what is tried depends on model, sequences and random numbers alone. */
#include "oracle/idioms_internal.h"

#include "base/bug.h"
#include "base/memory.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

static const struct hr_idiom_class *const classes[] = {
	&hr_idiom_balance, &hr_idiom_set_get,  &hr_idiom_compare,     &hr_idiom_equality,
	&hr_idiom_hash,    &hr_idiom_copy,     &hr_idiom_round_trip,  &hr_idiom_untouched,
	&hr_idiom_size,    &hr_idiom_observer, &hr_idiom_determinism, &hr_idiom_uninitialised,
};

static const char *const names[HR_IDIOM_KIND_COUNT] = {
	[HR_IDIOM_BALANCE] = "balance",
	[HR_IDIOM_SET_GET] = "set-get",
	[HR_IDIOM_COMPARE] = "compare",
	[HR_IDIOM_EQUALITY] = "equality",
	[HR_IDIOM_HASH] = "hash",
	[HR_IDIOM_COPY] = "copy",
	[HR_IDIOM_ROUND_TRIP] = "round-trip",
	[HR_IDIOM_UNTOUCHED] = "untouched",
	[HR_IDIOM_SIZE] = "size",
	[HR_IDIOM_OBSERVER] = "observer",
	[HR_IDIOM_DETERMINISM] = "determinism",
	[HR_IDIOM_UNINITIALISED] = "uninitialised",
	[HR_IDIOM_USER] = "user",
};

const char *hr_idiom_name(enum hr_idiom_kind kind)
{
	if ((unsigned)kind >= HR_IDIOM_KIND_COUNT)
		HR_BUG("there is no idiom %d", (int)kind);
	return names[kind];
}

bool hr_idiom_find_name(enum hr_idiom_kind *out, const char *name)
{
	for (int i = 0; i < HR_IDIOM_KIND_COUNT; i++) {
		if (strcmp(names[i], name) != 0)
			continue;
		*out = (enum hr_idiom_kind)i;
		return true;
	}
	return false;
}

/* ---- the list */

/* Characters that the documentation puts in quotes mean something to the unit. */
static void find_marks(struct hr_idioms *idioms)
{
	size_t count = 0;

	for (size_t i = 0; i < idioms->model->operations.count; i++)
		for (const char *c = idioms->model->operations.data[i].doc; c && *c; c++) {
			bool is_quoted =
				(*c == '\'' || *c == '"') && c[1] && c[2] == *c && ispunct((unsigned char)c[1]);
			if (is_quoted && count + 1 < sizeof idioms->marks && !strchr(idioms->marks, c[1]))
				idioms->marks[count++] = c[1];
		}
}

struct hr_idioms *hr_idioms_find(const struct hr_model *model, unsigned enabled)
{
	struct hr_idioms *idioms = hr_calloc(1, sizeof *idioms);

	idioms->model = model;
	idioms->enabled = enabled;
	find_marks(idioms);
	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
		if (enabled & 1u << classes[i]->kind)
			classes[i]->find(idioms, classes[i]);
	return idioms;
}

void hr_idioms_free(struct hr_idioms *idioms)
{
	if (!idioms)
		return;
	for (size_t i = 0; i < idioms->states.count; i++) {
		for (size_t k = 0; k < HR_MOST_PROPERTIES; k++)
			hr_sequence_free(idioms->states.data[i]->tallies[k].pending.sequence);
	}
	hr_vec_release(&idioms->states);
	hr_arena_release(&idioms->arena);
	free(idioms);
}

size_t hr_idioms_count(const struct hr_idioms *idioms)
{
	return idioms->states.count;
}

const struct hr_idiom *hr_idioms_at(const struct hr_idioms *idioms, size_t index)
{
	return &idioms->states.data[index]->idiom;
}

struct hr_idiom_state *hr_idioms_add(struct hr_idioms *idioms, const struct hr_idiom_class *class, size_t object,
				     const size_t *operations, size_t count, const char *format, ...)
{
	struct hr_idiom_state *state = hr_arena_alloc(&idioms->arena, sizeof *state);
	struct hr_strbuf text = HR_STRBUF_INIT;
	va_list args;

	va_start(args, format);
	hr_strbuf_vaddf(&text, format, args);
	va_end(args);
	state->class = class;
	state->object = object;
	state->operation_count = idioms->model->operations.count;
	state->idiom.kind = class->kind;
	state->idiom.text = hr_arena_strdup(&idioms->arena, text.data);
	hr_strbuf_release(&text);
	for (size_t i = 0; i < 4; i++)
		state->idiom.operations[i] = i < count ? operations[i] : HR_NONE;
	for (size_t i = 0; i < HR_MOST_EXTRAS; i++)
		state->extra[i] = HR_NONE;
	for (size_t i = 0; i < HR_MOST_PROPERTIES && class->properties[i].name; i++)
		if (class->properties[i].class > state->idiom.class)
			state->idiom.class = class->properties[i].class;
	hr_vec_push(&idioms->states, state);
	return state;
}

struct hr_idiom_state *hr_idiom_state_of(const struct hr_idioms *idioms, enum hr_idiom_kind kind, size_t operation)
{
	for (size_t i = 0; i < idioms->states.count; i++)
		if (idioms->states.data[i]->idiom.kind == kind &&
		    idioms->states.data[i]->idiom.operations[0] == operation)
			return idioms->states.data[i];
	return NULL;
}

bool hr_probe_is_last(const struct hr_probing *probing, const struct hr_idiom_state *state)
{
	for (size_t i = probing->normal->statements.count; i-- > 0;)
		if (probing->normal->statements.data[i].kind == HR_STATEMENT_CALL)
			return probing->normal->statements.data[i].operation == state->idiom.operations[0];
	return false;
}

/* ---- one sequence */

int hr_probe_run(struct hr_outcome *out, struct hr_probing *probing, const struct hr_sequence *sequence,
		 const struct hr_run_wants *wants)
{
	struct hr_run_wants all = { .descriptions = true };

	if (wants)
		all = *wants;
	all.descriptions = true;
	probing->left -= probing->left > 0;
	probing->idioms->probes++;
	return hr_runner_run_one(out, probing->runner, sequence, &all, probing->error);
}

struct hr_sequence *hr_probe_ground(const struct hr_probing *probing)
{
	return hr_random_chance(probing->random, 0.5) ? hr_sequence_new(probing->model)
						      : hr_sequence_copy(probing->normal);
}

static bool is_odd(const struct hr_operand *operand)
{
	if (operand->kind == HR_OPERAND_REAL && !isfinite(operand->real))
		return true;
	for (size_t i = 0; i < operand->part_count; i++)
		if (is_odd(&operand->parts[i]))
			return true;
	return false;
}

bool hr_probe_has_odd_reals(const struct hr_probing *probing)
{
	for (size_t i = 0; i < probing->normal->statements.count; i++)
		for (size_t k = 0; k < probing->normal->statements.data[i].operand_count; k++)
			if (is_odd(&probing->normal->statements.data[i].operands[k]))
				return true;
	return false;
}

/* Marks what the call left a pointer to something that is gone in: its result, and its receiver. Returns whether that is new. */
static bool lose_keepers_of(const struct hr_model *model, const struct hr_statement *call, bool *is_gone)
{
	const struct hr_operation *operation = &model->operations.data[call->operation];
	bool is_new = false, is_lost = false;
	size_t kept = 0;

	for (size_t k = 0; k < call->operand_count && k < operation->params.count && !is_lost; k++) {
		const struct hr_item *param = &operation->params.data[k];
		is_lost = param->kept && param->role != HR_ROLE_CONSUMED &&
			  call->operands[k].kind == HR_OPERAND_VALUE && is_gone[call->operands[k].value];
		kept = k;
	}
	if (is_lost && call->value != HR_NO_VALUE && !is_gone[call->value])
		is_new = is_gone[call->value] = true;
	for (size_t r = 0; is_lost && r < call->operand_count && r < operation->params.count; r++)
		if (r != kept && operation->params.data[r].role == HR_ROLE_RECEIVER &&
		    call->operands[r].kind == HR_OPERAND_VALUE && !is_gone[call->operands[r].value])
			is_new = is_gone[call->operands[r].value] = true;
	return is_new;
}

/* What was ended, by its memory or by a destroyer, is gone; and what keeps it is not to be used either: a cursor, when the table that it goes through was ended. */
static void lose_keepers(struct hr_probing *probing)
{
	const struct hr_sequence *sequence = probing->normal;
	const struct hr_model *model = sequence->model;
	bool *is_gone = hr_calloc(sequence->values.count + 1, sizeof *is_gone);
	bool is_new = true;

	for (size_t i = 0; i < probing->outcome->pointers.count; i++) {
		const struct hr_pointer_record *record = &probing->outcome->pointers.data[i];
		if (record->is_freed && record->value < sequence->values.count)
			is_gone[record->value] = true;
	}
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		if (it->kind == HR_STATEMENT_CALL && model->operations.data[it->operation].kind == HR_KIND_DESTROYER &&
		    it->operand_count && it->operands[0].kind == HR_OPERAND_VALUE)
			is_gone[it->operands[0].value] = true;
	}
	while (is_new) {
		is_new = false;
		for (size_t i = 0; i < sequence->statements.count; i++)
			if (sequence->statements.data[i].kind == HR_STATEMENT_CALL)
				is_new = lose_keepers_of(model, &sequence->statements.data[i], is_gone) || is_new;
	}
	for (size_t i = 0; i < sequence->values.count; i++)
		probing->is_live[i] = probing->is_live[i] && !is_gone[i];
	free(is_gone);
}

/* Handles that are alive, were set up if the sequence made them itself, and were not given to a destroyer. */
static void find_live(struct hr_probing *probing)
{
	const struct hr_sequence *sequence = probing->normal;
	const struct hr_model *model = sequence->model;

	for (size_t i = 0; i < sequence->values.count; i++) {
		const struct hr_statement *maker = &sequence->statements.data[sequence->values.data[i].statement];
		const struct hr_pointer_record *record = hr_outcome_pointer(probing->outcome, i);
		if (!record || hr_handle_of(model, sequence->values.data[i].type) == HR_NO_TYPE)
			continue;
		probing->is_live[i] = maker->kind != HR_STATEMENT_NEW && !record->is_freed &&
				      (record->region == HR_IN_HEAP || record->region == HR_IN_GLOBAL);
	}
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_statement *it = &sequence->statements.data[i];
		if (it->kind != HR_STATEMENT_CALL)
			continue;
		const struct hr_operation *operation = &model->operations.data[it->operation];
		for (size_t k = 0; k < it->operand_count && k < operation->params.count; k++) {
			if (it->operands[k].kind != HR_OPERAND_VALUE)
				continue;
			size_t value = it->operands[k].value;
			size_t object = hr_handle_of(model, operation->params.data[k].type);
			const struct hr_statement *maker =
				&sequence->statements.data[sequence->values.data[value].statement];
			if (object == HR_NO_TYPE)
				continue;
			if (operation->kind == HR_KIND_DESTROYER && operation->subject == object)
				probing->is_live[value] = false;
			else if (maker->kind == HR_STATEMENT_NEW && operation->kind == HR_KIND_MAKER &&
				 operation->subject == object && maker->count < 0)
				probing->is_live[value] = true;
		}
	}
	lose_keepers(probing);
}

size_t hr_probe_handles(const struct hr_probing *probing, size_t object, size_t *out, size_t most)
{
	const struct hr_sequence *sequence = probing->normal;
	size_t count = 0;

	for (size_t i = sequence->values.count; i-- > 0 && count < most;) {
		if (!probing->is_live[i] || hr_handle_of(sequence->model, sequence->values.data[i].type) != object)
			continue;
		const unsigned char *bytes = hr_outcome_bytes(probing->outcome, i);
		bool is_new = bytes != NULL;
		for (size_t k = 0; k < count && is_new; k++)
			is_new = memcmp(hr_outcome_bytes(probing->outcome, out[k]), bytes, 8) != 0;
		if (is_new)
			out[count++] = i;
	}
	return count;
}

/* Those that were tried least come first, so that all get their turn; equals as chance wants it. */
static void order_states(struct hr_idiom_state **out, const struct hr_probing *probing)
{
	size_t count = probing->idioms->states.count;

	memcpy(out, probing->idioms->states.data, count * sizeof *out);
	for (size_t i = count; i > 1; i--) {
		size_t other = hr_random_below(probing->random, i);
		struct hr_idiom_state *state = out[i - 1];
		out[i - 1] = out[other];
		out[other] = state;
	}
	for (size_t i = 1; i < count; i++) {
		struct hr_idiom_state *state = out[i];
		size_t k = i;
		for (; k > 0 && out[k - 1]->tries > state->tries; k--)
			out[k] = out[k - 1];
		out[k] = state;
	}
}

/* What needs no object can be tried on every sequence, and what needs one only on some: those wait less when the others are not always tried. */
static bool is_due(const struct hr_idiom_state *state, struct hr_random *random)
{
	enum { OFTEN_ENOUGH = 100 };
	bool is_everywhere = state->object == HR_NO_TYPE && !state->class->is_of_last;

	return !is_everywhere || state->tries < OFTEN_ENOUGH || hr_random_chance(random, 0.25);
}

int hr_idioms_probe(struct hr_idioms *idioms, const struct hr_sequence *normal, struct hr_random *random,
		    const struct hr_runner *runner, unsigned most, hr_violation_fn *tell, void *context,
		    struct hr_error *error)
{
	size_t count = idioms->states.count;
	struct hr_idiom_state **states = hr_calloc(count + 1, sizeof *states);
	struct hr_outcome own;
	struct hr_probing probing = { .idioms = idioms,
				      .model = idioms->model,
				      .normal = normal,
				      .outcome = &own,
				      .random = random,
				      .runner = runner,
				      .left = most,
				      .tell = tell,
				      .context = context,
				      .error = error };
	int status = 0;

	hr_outcome_init(&own);
	probing.is_live = hr_calloc(normal->values.count + 1, sizeof *probing.is_live);
	if (count)
		status = hr_probe_run(&own, &probing, normal, NULL);
	if (!status && own.status == HR_OUTCOME_NORMAL) {
		find_live(&probing);
		order_states(states, &probing);
		for (size_t i = 0; i < count && probing.left > 0 && !status; i++) {
			unsigned before = probing.left;
			if (!is_due(states[i], random))
				continue;
			probing.about = HR_NO_VALUE;
			status = states[i]->class->probe(&probing, states[i]);
			states[i]->tries += before != probing.left;
		}
	}
	hr_outcome_release(&own);
	free(probing.is_live);
	free(states);
	return status;
}
