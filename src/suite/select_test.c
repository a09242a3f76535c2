/* Making one test of a sequence whose last call reaches something new: sliced, made small, closed, tidied up. */
#include "suite/select_internal.h"

#include "seq/close.h"
#include "suite/give_room.h"
#include "suite/leave.h"
#include "suite/minimize.h"
#include "suite/name_objects.h"
#include "suite/name_paths.h"
#include "suite/slice.h"
#include "suite/tell_apart.h"
#include "suite/test.h"
#include "suite/tidy.h"

/* A test of more statements than LONG is nothing to read: however late it is, what can go in large pieces goes. */
enum { RUNS_PER_TEST = 300, LONG = 10, LATE_RUNS = 40 };

/* What a smaller sequence has to reach still. */
struct goal {
	struct hr_selecting *selecting;
	const hr_target_set *group;
	const struct hr_select_return *last; /* what its last call has to do; NULL: anything */
	unsigned late_runs;                  /* that it may still take when time is over */
	bool is_broken; /* a rule that was learned since is broken as it is: a smaller one may break it, too */
};

static size_t last_call(const struct hr_sequence *sequence)
{
	size_t i = sequence->statements.count;
	while (i > 0 && sequence->statements.data[i - 1].kind != HR_STATEMENT_CALL)
		i--;
	return i ? i - 1 : (size_t)-1;
}

static bool ends_alike(const struct goal *goal, const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	size_t call = last_call(sequence);
	return !goal->last ||
	       (call != (size_t)-1 && sequence->statements.data[call].operation == goal->last->operation &&
		hr_targets_return(&goal->selecting->targets, sequence, outcome, call) == goal->last->way);
}

static bool reaches_group(void *context, const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	const struct goal *goal = context;
	hr_target_set set = HR_VEC_INIT;
	hr_targets_of(&set, &goal->selecting->targets, sequence, outcome);
	bool reaches = outcome->status == HR_OUTCOME_NORMAL && hr_target_set_covers(&set, goal->group) &&
		       ends_alike(goal, sequence, outcome);
	hr_vec_release(&set);
	return reaches;
}

static bool keeps_rules(const struct hr_selecting *selecting, const struct hr_sequence *sequence)
{
	const struct hr_select_options *options = selecting->options;
	return !options->is_legal || options->is_legal(options->context, sequence);
}

static bool is_legal(void *context, const struct hr_sequence *sequence)
{
	const struct goal *goal = context;
	return goal->is_broken || keeps_rules(goal->selecting, sequence);
}

static bool is_small_enough(void *context)
{
	struct goal *goal = context;
	if (!hr_select_is_over(goal->selecting))
		return false;
	return !goal->late_runs || !--goal->late_runs;
}

static int make_small(struct hr_sequence **sequence, struct hr_selecting *selecting, const hr_target_set *group,
		      const struct hr_select_return *last, struct hr_error *error)
{
	struct goal goal = { selecting, group, last, (*sequence)->statements.count > LONG ? LATE_RUNS : 0,
			     !keeps_rules(selecting, *sequence) };
	struct hr_minimize_options options = { .most_runs = RUNS_PER_TEST,
					       .is_same = reaches_group,
					       .is_legal = is_legal,
					       .is_over = is_small_enough,
					       .context = &goal,
					       .wants = &hr_select_wants };
	struct hr_sequence *small = NULL;
	int status = hr_minimize(&small, *sequence, selecting->runner, &options, error);
	if (!status) {
		hr_sequence_free(*sequence);
		*sequence = small;
	}
	return status;
}

/* Leaves out what has nothing to do with the last statement, as far as that does not change what is reached: two runs at most, where minimising takes many. */
static int slice(struct hr_sequence **sequence, struct hr_selecting *selecting, const hr_target_set *group,
		 struct hr_error *error)
{
	struct hr_sequence *slices[2];
	hr_target_set sets[2] = { HR_VEC_INIT, HR_VEC_INIT };
	for (int i = 0; i < 2; i++)
		slices[i] = hr_slice(*sequence, (*sequence)->statements.count - 1, i == 1);
	int status = hr_select_reach(sets, selecting, (const struct hr_sequence *const *)slices, 2, error);
	struct goal goal = { selecting, group, NULL, 0, !keeps_rules(selecting, *sequence) };
	bool is_done = false;
	for (int i = 0; i < 2; i++) {
		if (!status && !is_done && hr_target_set_covers(&sets[i], group) && is_legal(&goal, slices[i])) {
			hr_sequence_free(*sequence);
			*sequence = slices[i];
			slices[i] = NULL;
			is_done = true;
		}
		hr_sequence_free(slices[i]);
		hr_vec_release(&sets[i]);
	}
	return status;
}

static bool returns_nothing(const struct hr_sequence *sequence, size_t call)
{
	const struct hr_operation *operation =
		&sequence->model->operations.data[sequence->statements.data[call].operation];
	const struct hr_type *result = hr_model_type(sequence->model, operation->result.type);
	return !result || result->kind == HR_TYPE_VOID;
}

struct writing {
	const struct hr_sequence *sequence;
	bool is_seen; /* something stands in a stream behind the last call */
};

static void note_written(void *context, size_t index, struct hr_outcome *outcome)
{
	struct writing *writing = context;
	size_t focus = last_call(writing->sequence);
	(void)index;
	for (size_t i = 0; i < writing->sequence->values.count && outcome->status == HR_OUTCOME_NORMAL; i++) {
		const struct hr_description *shown =
			hr_value_is_output(writing->sequence, i) ? hr_outcome_description(outcome, i, focus) : NULL;
		writing->is_seen = writing->is_seen || (shown && shown->length);
	}
}

static int look_for_writing(struct writing *writing, struct hr_selecting *selecting, struct hr_error *error)
{
	static const struct hr_run_wants wants = { .descriptions = true };
	const struct hr_runner *runner = selecting->runner;
	return runner->run(runner->context, &writing->sequence, 1, &wants, note_written, writing, error);
}

/* Takes the sequence with names instead, when it reaches the same. It is taken over. */
static int take_named(bool *taken, struct hr_sequence **sequence, struct hr_sequence *named,
		      struct hr_selecting *selecting, const hr_target_set *group, struct hr_error *error)
{
	struct goal goal = { selecting, group, NULL, 0, !keeps_rules(selecting, *sequence) };
	hr_target_set set = HR_VEC_INIT;
	int status = hr_select_reach(&set, selecting, (const struct hr_sequence *const *)&named, 1, error);
	*taken = !status && hr_target_set_covers(&set, group) && is_legal(&goal, named);
	hr_sequence_free(*taken ? *sequence : named);
	if (*taken)
		*sequence = named;
	hr_vec_release(&set);
	return status;
}

/* What the focus may fill gets a name, so that it can be looked at, as far as that does not change what is reached. A stream to read that is written to all the same becomes one that can be. */
static int name_objects(struct hr_sequence **sequence, struct hr_selecting *selecting, const hr_target_set *group,
			struct hr_error *error)
{
	size_t focus = last_call(*sequence);
	bool taken = false;
	int status = 0;
	if (focus == (size_t)-1)
		return 0;
	if (hr_has_stream_to_read(*sequence, focus)) {
		struct hr_sequence *named = hr_name_objects(*sequence, focus, true);
		struct writing writing = { named, false };
		status = named ? look_for_writing(&writing, selecting, error) : 0;
		if (named && !status && (writing.is_seen || returns_nothing(*sequence, focus)))
			status = take_named(&taken, sequence, named, selecting, group, error);
		else
			hr_sequence_free(named);
	}
	struct hr_sequence *named = taken || status ? NULL : hr_name_objects(*sequence, focus, false);
	return named ? take_named(&taken, sequence, named, selecting, group, error) : status;
}

struct filing {
	const struct hr_sequence *sequence;
	bool is_changed[HR_MOST_PATHS]; /* behind the last call, beside what it was when it was made */
	bool is_any;
};

static void note_files(void *context, size_t index, struct hr_outcome *outcome)
{
	struct filing *filing = context;
	const struct hr_sequence *sequence = filing->sequence;
	size_t focus = last_call(sequence), number = 0;
	(void)index;
	for (size_t i = 0; i < sequence->values.count && outcome->status == HR_OUTCOME_NORMAL; i++) {
		if (!hr_value_is_path(sequence, i) || number == HR_MOST_PATHS)
			continue;
		bool is_changed = hr_file_is_changed(sequence, outcome, i, focus);
		filing->is_changed[number++] = is_changed;
		filing->is_any = filing->is_any || is_changed;
	}
}

/* Files that the calls change get a name, so that they can be looked at. */
static int name_paths(struct hr_sequence **sequence, struct hr_selecting *selecting, const hr_target_set *group,
		      struct hr_error *error)
{
	static const struct hr_run_wants wants = { .descriptions = true };
	const struct hr_runner *runner = selecting->runner;
	size_t focus = last_call(*sequence);
	struct hr_sequence *all = focus == (size_t)-1 ? NULL : hr_name_paths(*sequence, focus, NULL);
	struct filing filing = { .sequence = all };
	bool taken = false;
	if (!all)
		return 0;
	int status = runner->run(runner->context, &filing.sequence, 1, &wants, note_files, &filing, error);
	struct hr_sequence *named =
		!status && filing.is_any ? hr_name_paths(*sequence, focus, filing.is_changed) : NULL;
	hr_sequence_free(all);
	return named ? take_named(&taken, sequence, named, selecting, group, error) : status;
}

/* Numbers that do not matter for where the code goes become such that can be told from nothing: of all calls, else of the focus alone, as far as that does not change what is reached. */
static int tell_apart(struct hr_sequence **sequence, struct hr_selecting *selecting, const hr_target_set *group,
		      struct hr_error *error)
{
	size_t focus = last_call(*sequence);
	size_t firsts[] = { 0, focus };
	bool taken = false;
	hr_target_set all = HR_VEC_INIT; /* that it reaches, also what other tests do: its calls return as they did */
	int status = hr_select_reach(&all, selecting, (const struct hr_sequence *const *)sequence, 1, error);
	for (size_t i = 0; i < 2 && !taken && !status && focus != (size_t)-1; i++) {
		struct hr_sequence *told = hr_tell_apart(*sequence, firsts[i], focus + 1);
		status = told ? take_named(&taken, sequence, told, selecting,
					   hr_target_set_covers(&all, group) ? &all : group, error)
			      : 0;
	}
	hr_vec_release(&all);
	return status;
}

struct putting {
	const struct hr_sequence *sequence;
	size_t focus;
	int64_t bytes;
};

static void note_put(void *context, size_t index, struct hr_outcome *outcome)
{
	struct putting *putting = context;
	(void)index;
	if (outcome->status == HR_OUTCOME_NORMAL)
		putting->bytes = hr_bytes_put(putting->sequence, outcome, putting->focus);
}

/* How much the last call says that it wrote. */
static int bytes_put(int64_t *out, struct hr_selecting *selecting, const struct hr_sequence *sequence,
		     struct hr_error *error)
{
	static const struct hr_run_wants wants = { .descriptions = true };
	struct putting putting = { sequence, last_call(sequence), 0 };
	const struct hr_runner *runner = selecting->runner;
	int status = runner->run(runner->context, &sequence, 1, &wants, note_put, &putting, error);
	*out = putting.bytes;
	return status;
}

/* The focus gets room for all that it has to write, where it says that it writes more then and reaches the same: a test in which the output does not fit shows nothing of it. */
static int give_room(struct hr_sequence **sequence, struct hr_selecting *selecting, const hr_target_set *group,
		     struct hr_error *error)
{
	static const int64_t rooms[] = { 64, 1024, 16384, 65536 };
	size_t focus = last_call(*sequence);
	int64_t put = -1;
	bool taken = false;
	int status = 0;
	for (size_t i = 0; i < sizeof rooms / sizeof *rooms && !taken && !status && focus != (size_t)-1; i++) {
		struct hr_sequence *wider = hr_give_room(*sequence, focus, rooms[i]);
		int64_t more = 0;
		if (!wider)
			continue;
		if (put < 0)
			status = bytes_put(&put, selecting, *sequence, error);
		if (!status)
			status = bytes_put(&more, selecting, wider, error);
		/* all of it: there is room left */
		if (!status && more > put && more < rooms[i])
			status = take_named(&taken, sequence, wider, selecting, group, error);
		else
			hr_sequence_free(wider);
	}
	return status;
}

/* What cannot be closed stays as it is: a test may leave something behind. */
static int close_sequence(struct hr_sequence **sequence, struct hr_selecting *selecting, struct hr_error *error)
{
	struct hr_sequence *closed = NULL;
	struct hr_sequence *failing = NULL;
	int status = hr_close(&closed, &failing, *sequence, selecting->runner, error);
	hr_sequence_free(failing);
	if (closed) {
		hr_sequence_free(*sequence);
		*sequence = closed;
	}
	return status;
}

/* Whether an operand is something that can be looked at later, or that looks. */
static bool is_seen(const struct hr_operand *operand)
{
	if (operand->kind == HR_OPERAND_VALUE || operand->kind == HR_OPERAND_PART ||
	    operand->kind == HR_OPERAND_ADDRESS || operand->kind == HR_OPERAND_CALLBACK)
		return true;
	for (size_t i = 0; i < operand->part_count; i++)
		if (is_seen(&operand->parts[i]))
			return true;
	return false;
}

/* True when a call returns nothing and leaves nothing to look at: it was given no object, or ended the one that it was given. */
static bool is_mute(const struct hr_sequence *sequence, size_t focus)
{
	const struct hr_statement *statement = &sequence->statements.data[focus];
	const struct hr_operation *operation = &sequence->model->operations.data[statement->operation];
	if (!returns_nothing(sequence, focus))
		return false;
	for (size_t i = 0; i < statement->operand_count; i++)
		if (is_seen(&statement->operands[i]) && operation->kind != HR_KIND_DESTROYER)
			return false;
	return true;
}

int hr_select_make_test(struct hr_selected *out, struct hr_selecting *selecting, struct hr_sequence *sequence,
			const hr_target_set *group, const struct hr_select_return *last, struct hr_error *error)
{
	struct hr_selected test = { .sequence = sequence, .targets = HR_VEC_INIT };
	int status = last ? 0 : slice(&test.sequence, selecting, group, error);
	if (!status && (!hr_select_is_over(selecting) || test.sequence->statements.count > LONG))
		status = make_small(&test.sequence, selecting, group, last, error);
	if (!status)
		status = name_objects(&test.sequence, selecting, group, error);
	if (!status && !hr_select_is_over(selecting))
		status = give_room(&test.sequence, selecting, group, error);
	if (!status && !hr_select_is_over(selecting))
		status = tell_apart(&test.sequence, selecting, group, error);
	if (!status && !hr_select_is_over(selecting))
		status = name_paths(&test.sequence, selecting, group, error);
	test.focus = last_call(test.sequence);
	if (!status)
		status = close_sequence(&test.sequence, selecting, error);
	bool is_clean = true;
	if (!status)
		status = hr_tidy(&test.sequence, &is_clean, selecting->runner, error);
	if (!status && !is_clean && test.focus != (size_t)-1)
		status = hr_leave(&test.sequence, &test.leaving, test.focus, selecting->runner, error);
	if (!status) {
		const struct hr_sequence *one = test.sequence;
		status = hr_select_reach(&test.targets, selecting, &one, 1, error);
	}
	if (status || test.focus == (size_t)-1 || !test.targets.count) {
		hr_sequence_free(test.sequence);
		hr_vec_release(&test.targets);
		*out = (struct hr_selected){ .sequence = NULL };
		return status;
	}
	/* what breaks a rule is a last resort, as what loses memory is */
	test.is_untidy = !is_clean;
	test.is_broken = !keeps_rules(selecting, test.sequence);
	test.is_mute = is_mute(test.sequence, test.focus);
	*out = test;
	return 0;
}

int hr_select_add_test(struct hr_selecting *selecting, struct hr_sequence *sequence, const hr_target_set *group,
		       struct hr_error *error)
{
	struct hr_selected test;
	int status = hr_select_make_test(&test, selecting, sequence, group, NULL, error);
	if (status || !test.sequence)
		return status;
	if (test.is_untidy || test.is_broken || test.is_mute) {
		hr_select_set_aside(selecting, &test);
		return 0;
	}
	hr_select_cover(selecting, &test.targets);
	hr_vec_push(selecting->out, test);
	return 0;
}
