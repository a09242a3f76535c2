/* Out-parameters stay as they were when a call is refused: tried only where the documentation says so, because many APIs set them to 0 or NULL on purpose. */
#include "oracle/idioms_internal.h"

#include "base/file.h"
#include "base/text.h"

enum { PARAMETER, ROOM }; /* extra of a state; ROOM: 1 when a number may tell how much room it takes */
enum { MARK = 90 };

/* ---- finding */

/* A sentence that promises it: it speaks of failing, of outputs, and of leaving them alone. */
static bool sentence_promises(const char *sentence, bool needs_subject)
{
	static const char *const failing[] = { "fail", "error", "refuse", "unsuccessful", "otherwise" };
	static const char *const outputs[] = { "out-param", "out param", "output param", "output arg", "[out]" };
	static const char *const alone[] = { "as they were", "as it was",   "unchanged",   "untouched", "not modified",
					     "unmodified",   "not touched", "not changed", "left alone" };
	bool fails = false, leaves = false, is_subject = !needs_subject;

	for (size_t i = 0; i < sizeof failing / sizeof *failing; i++)
		fails = fails || hr_text_find_any_case(sentence, failing[i]);
	for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
		is_subject = is_subject || hr_text_find_any_case(sentence, outputs[i]);
	for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
		leaves = leaves || hr_text_find_any_case(sentence, alone[i]);
	return fails && leaves && is_subject;
}

/* Sentence by sentence; the marks of comment lines are white space. */
static bool promises(const char *text, bool needs_subject)
{
	struct hr_strbuf sentence = HR_STRBUF_INIT;
	bool found = false;

	for (const char *c = text; c && !found; c++) {
		if (*c == '\0' || (*c == '.' && (c[1] == ' ' || c[1] == '\n' || c[1] == '\0'))) {
			found = sentence_promises(sentence.data, needs_subject);
			hr_strbuf_clear(&sentence);
			if (*c == '\0')
				break;
		} else if (*c == '\n' || *c == '*' || *c == '\t') {
			if (sentence.length && sentence.data[sentence.length - 1] != ' ')
				hr_strbuf_addch(&sentence, ' ');
		} else if (!(*c == ' ' && sentence.length && sentence.data[sentence.length - 1] == ' ')) {
			hr_strbuf_addch(&sentence, *c);
		}
	}
	hr_strbuf_release(&sentence);
	return found;
}

/* What a header says about all of its functions stands in none of their comments. */
static bool headers_promise(const struct hr_model *model)
{
	bool found = false;

	for (size_t i = 0; i < model->headers.count && !found; i++) {
		struct hr_strbuf text = HR_STRBUF_INIT;
		struct hr_error error = HR_ERROR_INIT;
		if (hr_file_read(&text, model->headers.data[i], &error) == 0)
			found = promises(text.data, true);
		hr_error_release(&error);
		hr_strbuf_release(&text);
	}
	return found;
}

/* Where room can be too small, a number may tell how much would have been enough, whatever the header says of all functions. */
static bool has_capacity(const struct hr_operation *operation)
{
	for (size_t i = 0; i < operation->params.count; i++)
		if (operation->params.data[i].role == HR_ROLE_CAPACITY)
			return true;
	return false;
}

static void find_outputs(struct hr_idioms *idioms, const struct hr_idiom_class *class)
{
	const struct hr_model *model = idioms->model;
	bool all = headers_promise(model);

	for (size_t i = 0; i < model->operations.count; i++) {
		const struct hr_operation *it = &model->operations.data[i];
		bool tells = it->error == HR_REFUSED_NEGATIVE || it->error == HR_REFUSED_NONZERO ||
			     it->error == HR_REFUSED_ZERO || it->error == HR_REFUSED_NULL;
		bool is_documented = promises(it->doc, true);
		for (size_t k = 0; hr_can_probe(it) && tells && k < it->params.count; k++) {
			const struct hr_item *param = &it->params.data[k];
			struct hr_type_ref pointee = hr_model_pointee(model, param->type);
			const struct hr_type *type = hr_model_type(model, pointee);
			if (param->role != HR_ROLE_OUT || !hr_is_number(model, pointee) || type->kind != HR_TYPE_INT ||
			    type->size == 1 || !(all || is_documented || promises(param->doc, false)))
				continue;
			struct hr_idiom_state *state =
				hr_idioms_add(idioms, class, HR_NO_TYPE, &i, 1,
					      "%s leaves '%s' as it was when it fails", it->name, param->name);
			state->extra[PARAMETER] = k;
			state->extra[ROOM] = has_capacity(it) && !is_documented && !promises(param->doc, false);
		}
	}
}

/* ---- probing */

/* An argument as the sequence has it, where that still lives; else one that can be made up. */
static bool fill_argument(struct hr_filling *filling, struct hr_probing *probing, const struct hr_operation *operation,
			  size_t parameter, const struct hr_statement *call)
{
	const struct hr_item *param = &operation->params.data[parameter];
	size_t object = hr_handle_of(probing->model, param->type);
	size_t handles[HR_MOST_HANDLES];

	if (object != HR_NO_TYPE) {
		size_t count = hr_probe_handles(probing, object, handles, HR_MOST_HANDLES);
		if (!count || param->role == HR_ROLE_CONSUMED)
			return false;
		hr_filling_value(filling, parameter, handles[hr_random_below(probing->random, count)]);
		return true;
	}
	if (call && call->operands[parameter].kind != HR_OPERAND_VALUE) {
		hr_filling_operand(filling, parameter, &call->operands[parameter]);
		return true;
	}
	if (hr_is_text(probing->model, param->type) && hr_is_const_pointer(probing->model, param->type)) {
		struct hr_operand text = hr_random_text(probing->random, &probing->idioms->arena);
		hr_filling_operand(filling, parameter, &text);
	} else if (hr_is_number(probing->model, param->type) && param->role != HR_ROLE_CAPACITY &&
		   param->role != HR_ROLE_LENGTH) {
		struct hr_operand number = hr_give_number((int64_t)hr_random_below(probing->random, 8));
		hr_filling_operand(filling, parameter, &number);
	}
	return true;
}

static const struct hr_statement *find_call(const struct hr_probing *probing, size_t operation)
{
	for (size_t i = probing->normal->statements.count; i-- > 0;) {
		const struct hr_statement *it = &probing->normal->statements.data[i];
		if (it->kind == HR_STATEMENT_CALL && it->operation == operation)
			return it;
	}
	return NULL;
}

static bool expect_refused(struct hr_condition *out, const struct hr_sequence *sequence,
			   const struct hr_outcome *outcome, size_t statement)
{
	const struct hr_statement *it = &sequence->statements.data[statement];
	static const enum hr_expectation opposite[HR_REFUSED_COUNT] = {
		[HR_REFUSED_NULL] = HR_EXPECT_NULL,
		[HR_REFUSED_NEGATIVE] = HR_EXPECT_BELOW,
		[HR_REFUSED_ZERO] = HR_EXPECT_EQUAL,
		[HR_REFUSED_NONZERO] = HR_EXPECT_NOT_EQUAL,
	};
	const struct hr_operation *operation = &sequence->model->operations.data[it->operation];

	*out = hr_expect(opposite[operation->error], it->value, 0);
	if (operation->error == HR_REFUSED_NONZERO && operation->error_good >= 0)
		out->number = sequence->model->constants.data[operation->error_good].number;
	return hr_call_refused(sequence, outcome, statement);
}

static int probe_output(struct hr_probing *probing, struct hr_idiom_state *state)
{
	size_t operation = state->idiom.operations[0], parameter = state->extra[PARAMETER];
	const struct hr_operation *it = &probing->model->operations.data[operation];
	const struct hr_statement *call = find_call(probing, operation);
	struct hr_contract contract = { .premise_count = 1 };
	struct hr_operand mark = hr_give_number(MARK);
	struct hr_filling filling;
	struct hr_outcome outcome;
	size_t result = HR_NO_VALUE, after = HR_NO_VALUE;
	int status = 0;
	bool fine = true;

	struct hr_sequence *sequence = hr_sequence_copy(probing->normal);
	size_t first = sequence->statements.count;
	hr_outcome_init(&outcome);
	hr_filling_init(&filling);
	for (size_t i = 0; i < it->params.count && fine; i++)
		if (i != parameter && it->params.data[i].role != HR_ROLE_OUT &&
		    it->params.data[i].role != HR_ROLE_CAPACITY)
			fine = fill_argument(&filling, probing, it, i, call);
	size_t object = HR_NO_VALUE;
	if (fine) {
		object = hr_probe_object(sequence, hr_model_pointee(probing->model, it->params.data[parameter].type),
					 -1, &mark);
		hr_filling_value(&filling, parameter, object);
		fine = hr_probe_call(sequence, operation, &filling, &result) && result != HR_NO_VALUE;
	}
	size_t statement = sequence->statements.count - 1;
	if (fine) {
		after = hr_probe_read(sequence, object);
		status = hr_probe_run(&outcome, probing, sequence, NULL);
	}
	if (fine && !status && outcome.status == HR_OUTCOME_NORMAL &&
	    expect_refused(&contract.premises[0], sequence, &outcome, statement)) {
		int64_t seen = hr_see(sequence, &outcome, after).number;
		contract.conclusion = hr_expect(HR_EXPECT_EQUAL, after, MARK);
		bool is_need = state->extra[ROOM] && (seen < 0 || seen >= HR_PROBE_ROOM);
		if (seen == MARK) {
			hr_idiom_held(probing, state, 0, sequence);
		} else if (!is_need) {
			hr_idiom_violated(probing, state, 0, sequence, first, &contract, operation,
					  "%s fails with %lld, and '%s' is %lld instead of %d, as it was before",
					  it->name, (long long)hr_see(sequence, &outcome, result).number,
					  it->params.data[parameter].name, (long long)seen, (int)MARK);
			sequence = NULL;
		}
	}
	hr_sequence_free(sequence);
	hr_outcome_release(&outcome);
	return status;
}

const struct hr_idiom_class hr_idiom_untouched = {
	.kind = HR_IDIOM_UNTOUCHED,
	.properties = { { "untouched", 0, 100, HR_CLASS_LIKELY, HR_TRUSTED } },
	.find = find_outputs,
	.probe = probe_output,
};
