/* Looking at what a call did.
 *
 * Every look is tried alone, behind the focus and in its place: what shows the same in both places was not changed by the focus, and says nothing of it. What shows the same of all objects in all
 * tests says nothing of any of them: tests that have such looks are looked at again without. */
#include "suite/looks_internal.h"

#include "base/memory.h"
#include "seq/close.h"
#include "suite/name_objects.h"
#include "suite/test.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LOOKS = 4, MOST_TEXTS = 2, MOST_WITH_ARGUMENTS = 2, LEAST_OBJECTS = 4 };

/* What an operation showed of all objects so far. */
struct answers {
	struct hr_arena arena;
	struct hr_assertion first;
	size_t tests; /* that it was asked in */
	bool vary;
	bool are_constant; /* it is not asked any more */
};

struct all {
	const struct hr_runner *runner;
	const struct hr_look_options *options;
	struct answers *answers; /* by operation */
};

/* A place to look at. */
struct trial {
	struct hr_sequence *sequence; /* NULL: there is none */
	struct hr_look_place place;
	struct hr_test shown; /* without checks where it did not return */
};

struct looking {
	struct hr_arena arena; /* paths of parts */
	const struct hr_selected *test;
	hr_looks looks;
	struct trial after[HR_LOOK_CANDIDATES];  /* behind the focus */
	struct trial before[HR_LOOK_CANDIDATES]; /* instead of it; none where the value comes from the focus */
};

/* ---- what they show ---- */

struct shown {
	struct trial *trials[2 * HR_LOOK_CANDIDATES]; /* by number among those that are run */
	bool is_new[2 * HR_LOOK_CANDIDATES];          /* what is looked at was made by the focus */
};

/* An observer that is asked about nothing: what it says then is known, and told by tests of its own. */
static bool asks_of_null(const struct hr_sequence *sequence, const struct hr_statement *look,
			 const struct hr_outcome *outcome)
{
	static const unsigned char null_pointer[sizeof(void *)];
	for (size_t i = 0; i < look->operand_count; i++) {
		if (look->operands[i].kind != HR_OPERAND_VALUE ||
		    hr_model_object(sequence->model, sequence->values.data[look->operands[i].value].type) == HR_NO_TYPE)
			continue;
		const unsigned char *bytes = hr_outcome_bytes(outcome, look->operands[i].value);
		if (bytes && memcmp(bytes, null_pointer, sizeof null_pointer) == 0)
			return true;
	}
	return false;
}

/* Whether more came into being in a call than went: nobody would give that back. */
static bool makes_something(const struct hr_outcome *outcome, size_t statement)
{
	for (size_t i = 0; i < outcome->calls.count; i++)
		if (outcome->calls.data[i].statement == statement)
			return outcome->calls.data[i].born > outcome->calls.data[i].died;
	return false;
}

static bool is_good_look(const struct trial *trial, bool is_new, const struct hr_outcome *outcome)
{
	size_t statement = trial->place.shows;
	const struct hr_statement *look = &trial->sequence->statements.data[statement];
	if (outcome->status != HR_OUTCOME_NORMAL)
		return false;
	if (look->kind != HR_STATEMENT_CALL)
		return true;
	if (asks_of_null(trial->sequence, look, outcome))
		return false;
	return look->operand_count == 1 || (!makes_something(outcome, statement) &&
					    !(is_new && hr_call_refused(trial->sequence, outcome, statement)));
}

static void note_shown(void *context, size_t index, struct hr_outcome *outcome)
{
	struct shown *shown = context;
	struct trial *trial = shown->trials[index];
	const struct hr_look_place *place = &trial->place;
	if (is_good_look(trial, shown->is_new[index], outcome))
		hr_test_record(&trial->shown, trial->sequence, place->shows, place->end - place->shows - 1, outcome);
}

static int show(struct looking *looking, const struct hr_runner *runner, struct hr_error *error)
{
	static const struct hr_run_wants wants = { .descriptions = true };
	const struct hr_sequence *sequences[2 * HR_LOOK_CANDIDATES];
	struct shown shown;
	size_t count = 0;
	for (size_t i = 0; i < looking->looks.count; i++)
		for (int is_before = 0; is_before < 2; is_before++) {
			struct trial *trial = is_before ? &looking->before[i] : &looking->after[i];
			if (!trial->sequence)
				continue;
			shown.is_new[count] = !looking->before[i].sequence;
			shown.trials[count] = trial;
			sequences[count++] = trial->sequence;
		}
	return count ? runner->run(runner->context, sequences, count, &wants, note_shown, &shown, error) : 0;
}

/* ---- which are worth it ---- */

/* Zero and NULL say little of something new. */
static bool is_telling(const struct hr_assertion *check)
{
	switch (check->kind) {
	case HR_ASSERT_NUMBER:
		return check->number != 0;
	case HR_ASSERT_REAL:
		return check->real < 0 || check->real > 0;
	case HR_ASSERT_TEXT:
	case HR_ASSERT_BYTES:
		return true;
	case HR_ASSERT_NULL:
	case HR_ASSERT_NOT_NULL:
		return false;
	}
	return false;
}

static bool has_arguments(const struct looking *looking, size_t index)
{
	return hr_look_has_arguments(looking->test->sequence->model, &looking->looks.data[index]);
}

static bool is_worth_it(const struct looking *looking, size_t index)
{
	const struct hr_test *after = &looking->after[index].shown;
	const struct hr_test *before = &looking->before[index].shown;
	/* of an observer that fills something in, all that it told; else the result */
	size_t count = has_arguments(looking, index) ? after->checks.count : 1;
	if (!after->checks.count)
		return false;
	if (!looking->before[index].sequence) {
		for (size_t i = 0; i < count; i++)
			if (is_telling(&after->checks.data[i]))
				return true;
		return false;
	}
	if (!before->checks.count || (count > 1 && before->checks.count != count))
		return before->checks.count;
	for (size_t i = 0; i < count; i++)
		if (before->checks.data[i].about != after->checks.data[i].about ||
		    !hr_assertion_is_same(&before->checks.data[i], &after->checks.data[i]))
			return true;
	return false;
}

static bool is_text_shown(const struct looking *looking, size_t index)
{
	return looking->looks.data[index].is_owned && is_worth_it(looking, index) &&
	       looking->after[index].shown.checks.data[0].kind == HR_ASSERT_TEXT;
}

/* Whether a look puts an object into a text that tells something, and no shorter one tells the same. */
static bool is_shortest_text(const struct looking *looking, size_t index)
{
	if (!is_text_shown(looking, index))
		return false;
	for (size_t i = 0; i < looking->looks.count; i++) {
		if (i == index || looking->looks.data[i].value != looking->looks.data[index].value ||
		    !is_text_shown(looking, i))
			continue;
		size_t length = looking->after[i].shown.checks.data[0].length;
		size_t own = looking->after[index].shown.checks.data[0].length;
		if (length < own || (length == own && i < index))
			return false;
	}
	return true;
}

enum turn { VARIABLES, TEXTS, WITH_ARGUMENTS, OTHERS, ONLY_POINTERS, TURNS };

/* Whether an observer that is given more than the object tells nothing but whether there is something. */
static bool shows_only_pointer(const struct looking *looking, size_t index)
{
	const struct hr_test *shown = &looking->after[index].shown;
	for (size_t i = 0; i < shown->checks.count; i++)
		if (shown->checks.data[i].kind != HR_ASSERT_NULL && shown->checks.data[i].kind != HR_ASSERT_NOT_NULL &&
		    !*shown->checks.data[i].part)
			return false;
	return true;
}

static enum turn turn_of(const struct looking *looking, size_t index)
{
	const struct hr_look *look = &looking->looks.data[index];
	if (hr_look_is_variable(look))
		return VARIABLES;
	if (look->is_owned)
		return TEXTS;
	if (!has_arguments(looking, index))
		return OTHERS;
	return shows_only_pointer(looking, index) ? ONLY_POINTERS : WITH_ARGUMENTS;
}

/* What the focus itself filled in first, then texts, which tell most, then what is asked for by what the focus was given. */
static size_t choose(struct hr_look *out, const struct looking *looking)
{
	static const size_t most[TURNS] = { MOST_LOOKS, MOST_TEXTS, MOST_WITH_ARGUMENTS, MOST_LOOKS, 1 };
	size_t count = 0;
	for (unsigned turn = 0; turn < TURNS; turn++)
		for (size_t i = 0, in_turn = 0; i < looking->looks.count && count < MOST_LOOKS && in_turn < most[turn];
		     i++) {
			if (turn_of(looking, i) != turn ||
			    !(turn == TEXTS ? is_shortest_text(looking, i) : is_worth_it(looking, i)))
				continue;
			out[count++] = looking->looks.data[i];
			in_turn++;
		}
	return count;
}

/* ---- what says nothing ---- */

/* Notes what operations showed of objects in one test. */
static void note_answers(struct all *all, const struct looking *looking)
{
	for (size_t i = 0; i < looking->looks.count; i++) {
		size_t operation = looking->looks.data[i].operation;
		const struct hr_test *shown = &looking->after[i].shown;
		if (operation == (size_t)-1 || !shown->checks.count)
			continue;
		struct answers *answers = &all->answers[operation];
		const struct hr_assertion *check = &shown->checks.data[0];
		if (!answers->tests++) {
			answers->first = *check;
			if (check->length)
				answers->first.text = memcpy(hr_arena_alloc(&answers->arena, check->length),
							     check->text, check->length);
		}
		answers->vary = answers->vary || !hr_assertion_is_same(&answers->first, check);
		const struct hr_test *before = &looking->before[i].shown;
		if (before->checks.count)
			answers->vary =
				answers->vary || !hr_assertion_is_same(&answers->first, &before->checks.data[0]);
	}
}

static enum hr_look_answers known_answers(const struct hr_look_options *options, size_t operation)
{
	return options->answers ? options->answers(options->context, operation) : HR_ANSWERS_UNKNOWN;
}

/* Marks the operations that showed the same in all tests; true: there are some that were not known before. */
static bool mark_constants(struct all *all, size_t operation_count)
{
	bool is_any = false;
	for (size_t i = 0; i < operation_count; i++) {
		struct answers *answers = &all->answers[i];
		if (answers->are_constant || answers->vary || answers->tests < LEAST_OBJECTS ||
		    known_answers(all->options, i) != HR_ANSWERS_UNKNOWN)
			continue;
		answers->are_constant = true;
		is_any = true;
	}
	return is_any;
}

/* ---- one test ---- */

/* Whether the statement behind a look takes what that yields, and nothing else. */
static bool is_given_back(const struct hr_sequence *sequence, size_t look)
{
	if (look + 1 >= sequence->statements.count)
		return false;
	const struct hr_statement *next = &sequence->statements.data[look + 1];
	return next->operand_count == 1 && next->operands[0].kind == HR_OPERAND_VALUE &&
	       next->operands[0].value == sequence->statements.data[look].value;
}

static void make_candidates(struct looking *looking, const struct all *all)
{
	const struct hr_look_options *options = all->options;
	const struct hr_selected *test = looking->test;
	for (size_t i = 0; i < looking->looks.count; i++) {
		const struct hr_look *look = &looking->looks.data[i];
		struct trial *after = &looking->after[i], *before = &looking->before[i];
		if (look->operation != (size_t)-1 &&
		    (all->answers[look->operation].are_constant ||
		     known_answers(options, look->operation) == HR_ANSWERS_ALWAYS_SAME))
			continue;
		after->sequence = hr_looks_add(&after->place, test, look, 1, false);
		if ((look->is_owned && !is_given_back(after->sequence, after->place.shows)) ||
		    (options->is_legal && !options->is_legal(options->context, after->sequence))) {
			hr_sequence_free(after->sequence);
			after->sequence = NULL;
		} else if (test->sequence->values.data[look->value].statement < test->focus) {
			before->sequence = hr_looks_add(&before->place, test, look, 1, true);
		}
	}
}

static void release(struct looking *looking)
{
	for (size_t i = 0; i < looking->looks.count; i++) {
		hr_test_release(&looking->after[i].shown);
		hr_test_release(&looking->before[i].shown);
		hr_sequence_free(looking->after[i].sequence);
		hr_sequence_free(looking->before[i].sequence);
	}
	hr_vec_release(&looking->looks);
	hr_arena_release(&looking->arena);
	free(looking);
}

/* `*whole` gets the test with what was chosen, NULL when nothing is worth it. */
static int look_at(struct hr_sequence **whole, size_t *statements, const struct hr_selected *test, struct all *all,
		   struct hr_error *error)
{
	struct looking *looking = hr_calloc(1, sizeof *looking);
	struct hr_look chosen[MOST_LOOKS];
	struct hr_look_place places[MOST_LOOKS];
	*whole = NULL;
	looking->test = test;
	hr_looks_find(&looking->looks, &looking->arena, test, all->options);
	make_candidates(looking, all);
	int status = show(looking, all->runner, error);
	size_t count = status ? 0 : choose(chosen, looking);
	note_answers(all, looking);
	if (count) {
		*whole = hr_looks_add(places, test, chosen, count, false);
		*statements = places[count - 1].end - places[0].first;
	}
	release(looking);
	return status;
}

/* ---- all tests ---- */

static bool has_constant_look(const struct all *all, const struct hr_selected *test)
{
	for (size_t i = test->focus + 1; i <= test->focus + test->looks; i++) {
		const struct hr_statement *it = &test->sequence->statements.data[i];
		if (it->kind == HR_STATEMENT_CALL && all->answers[it->operation].are_constant)
			return true;
	}
	return false;
}

/* The same sequence with looks; as it was, it is kept in `*without`. */
static int add_looks(struct hr_sequence **without, struct hr_selected *test, struct all *all, struct hr_error *error)
{
	struct hr_sequence *whole;
	int status = look_at(&whole, &test->looks, test, all, error);
	if (whole) {
		*without = test->sequence;
		test->sequence = whole;
	}
	return status;
}

/* Once more, without what showed the same everywhere. */
static int look_again(struct hr_sequence **without, struct hr_selected *test, struct all *all, struct hr_error *error)
{
	hr_sequence_free(test->sequence);
	test->sequence = *without;
	test->looks = 0;
	*without = NULL;
	return add_looks(without, test, all, error);
}

static bool is_over(const struct hr_look_options *options)
{
	return options->is_over && options->is_over(options->context);
}

int hr_add_looks(hr_selection *selection, const struct hr_runner *runner, const struct hr_look_options *options,
		 struct hr_error *error)
{
	size_t operation_count = selection->count ? selection->data[0].sequence->model->operations.count : 0;
	struct all all = { runner, options, hr_calloc(operation_count + 1, sizeof *all.answers) };
	struct hr_sequence **without = hr_calloc(selection->count + 1, sizeof(struct hr_sequence *));
	int status = 0;
	for (size_t i = 0; i < selection->count && !status; i++) {
		hr_name_texts(&selection->data[i]);
		if (!is_over(options))
			status = add_looks(&without[i], &selection->data[i], &all, error);
		else if (options->passed_over)
			(*options->passed_over)++;
	}
	bool is_again = mark_constants(&all, operation_count);
	for (size_t i = 0; i < selection->count && is_again && !status; i++)
		if (without[i] && has_constant_look(&all, &selection->data[i]) && !is_over(options))
			status = look_again(&without[i], &selection->data[i], &all, error);
	for (size_t i = 0; i < selection->count; i++)
		hr_sequence_free(without[i]);
	for (size_t i = 0; i < operation_count; i++)
		hr_arena_release(&all.answers[i].arena);
	free(without);
	free(all.answers);
	return status;
}
