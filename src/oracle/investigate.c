/* From a failing sequence to a judgement (docs/verdicts.md).
 *
 * In this order: what is known to be against the rules is misuse; a change that makes the sequence keep a rule, and with which it returns, teaches that rule; a number that everything further
 * out fails with as well is a range that the caller has to keep; the rest is the unit's, as sure as the rules that were kept.
 *
 * Invariants:
 * 1. A judgement of the class likely or certain has been through all experiments; none that concerns a rule changed the outcome.
 * 2. Every judgement has a reason. */
#include "oracle/judge_internal.h"

#include "oracle/provenance.h"

#include "base/bug.h"
#include "base/text.h"
#include "seq/text.h"

#include <string.h>

static const char *const class_names[HR_CLASS_COUNT] = {
	[HR_CLASS_MISUSE] = "misuse",   [HR_CLASS_UNSURE] = "unsure", [HR_CLASS_PORTABILITY] = "portability",
	[HR_CLASS_DEVIANT] = "deviant", [HR_CLASS_LIKELY] = "likely", [HR_CLASS_CERTAIN] = "certain",
};

const char *hr_class_name(enum hr_class class)
{
	if ((unsigned)class >= HR_CLASS_COUNT)
		HR_BUG("there is no class %d", (int)class);
	return class_names[class];
}

void hr_judgement_release(struct hr_judgement *judgement)
{
	hr_vec_release(&judgement->reasons);
	hr_vec_release(&judgement->learned);
	hr_sequence_free(judgement->neighbour);
	hr_arena_release(&judgement->arena);
	*judgement = (struct hr_judgement)HR_JUDGEMENT_INIT;
}

static void give_reason(struct hr_inquiry *inquiry, const char *text)
{
	hr_vec_push(&inquiry->out->reasons, text);
}

void hr_inquiry_decide(struct hr_inquiry *inquiry, enum hr_class class, const char *text)
{
	inquiry->out->class = class;
	if (text)
		give_reason(inquiry, text);
}

/* ---- words ---- */

static const char *text_of(struct hr_arena *arena, const struct hr_sequence *sequence)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	hr_sequence_write(&text, sequence);
	const char *kept = hr_arena_strdup(arena, text.data);
	hr_strbuf_release(&text);
	return kept;
}

/* What a maintainer sees first. */
static void tell_failure(struct hr_inquiry *inquiry)
{
	const struct hr_experiments *it = &inquiry->experiments;
	const struct hr_fault *fault = &it->outcome->fault;
	struct hr_strbuf text = HR_STRBUF_INIT;
	if (it->outcome->status == HR_OUTCOME_FAULT) {
		hr_fault_describe(&text, it->failing, it->outcome, fault);
		const struct hr_frame *frame = NULL;
		for (size_t i = 0; i < fault->stack.count && !frame; i++)
			if (*fault->stack.data[i].function &&
			    !hr_text_starts_with(fault->stack.data[i].function, "__harrier_"))
				frame = &fault->stack.data[i];
		const char *file = frame ? strrchr(frame->file, '/') : NULL;
		if (frame)
			hr_strbuf_addf(&text, ", in %s() at %s:%u", frame->function, file ? file + 1 : frame->file,
				       frame->line);
	} else if (it->way == HR_WAY_LEAK) {
		hr_strbuf_addf(&text, "%zu blocks are lost: nothing points to them any more", it->outcome->leaks.count);
	} else {
		hr_strbuf_addstr(&text, hr_outcome_status_name(it->outcome->status));
	}
	hr_strbuf_addch(&text, '.');
	give_reason(inquiry, hr_arena_strdup(&inquiry->out->arena, text.data));
	hr_strbuf_release(&text);
}

void hr_inquiry_tell_legality(struct hr_inquiry *inquiry)
{
	for (size_t i = 0; i < inquiry->legality.texts.count; i++)
		give_reason(inquiry, inquiry->legality.texts.data[i]);
}

/* A few of the experiments: those that returned, and how many did not. */
static void tell_experiments(struct hr_inquiry *inquiry)
{
	enum { MOST = 4 };
	struct hr_arena *arena = &inquiry->out->arena;
	size_t told = 0, failed = 0;
	for (size_t i = 0; i < inquiry->experiments.list.count; i++) {
		const struct hr_experiment *it = &inquiry->experiments.list.data[i];
		if (it->is_normal && !it->lost_object && told++ < MOST)
			give_reason(inquiry, hr_arena_printf(arena, "It returns normally when %s.", it->text));
		failed += !it->is_normal && it->way == inquiry->experiments.way;
	}
	if (failed)
		give_reason(inquiry, hr_arena_printf(arena, "%zu other %s of the calls did not help.", failed,
						     failed == 1 ? "change" : "changes"));
}

static void take_neighbour(struct hr_inquiry *inquiry, size_t index)
{
	struct hr_experiment *it = &inquiry->experiments.list.data[index];
	inquiry->out->neighbour = it->sequence;
	inquiry->out->difference = hr_arena_strdup(&inquiry->out->arena, it->text);
	it->sequence = NULL;
}

/* ---- rules ---- */

static void learn(struct hr_inquiry *inquiry, const struct hr_experiment *experiment)
{
	struct hr_arena *arena = &inquiry->out->arena;
	struct hr_rule rule = experiment->rule;
	rule.crashing = text_of(arena, inquiry->experiments.failing);
	rule.passing = text_of(arena, experiment->sequence);
	rule.evidence = hr_arena_printf(arena, "fails (%s), and returns normally when %s",
					hr_way_name(inquiry->experiments.way), experiment->text);
	hr_vec_push(&inquiry->out->learned, rule);
}

static bool judge_null(struct hr_inquiry *inquiry, size_t index)
{
	const struct hr_experiment *it = &inquiry->experiments.list.data[index];
	struct hr_judgement *out = inquiry->out;
	struct hr_strbuf who = HR_STRBUF_INIT;
	out->odd_operation = it->rule.operation;
	out->odd_parameter = it->rule.parameter;
	out->odd = HR_ODD_NULL;
	bool is_deviant = inquiry->siblings && hr_siblings_accept(inquiry->siblings, it->rule.operation,
								  it->rule.parameter, HR_ODD_NULL, &who);
	if (is_deviant)
		hr_inquiry_decide(inquiry, HR_CLASS_DEVIANT, hr_arena_strdup(&out->arena, who.data));
	hr_strbuf_release(&who);
	return is_deviant;
}

/* The rule is broken in the plainest way, and the call returns: so it is none. */
static bool is_refuted(const struct hr_experiments *experiments, const struct hr_rule *rule)
{
	for (size_t i = 0; i < experiments->list.count; i++) {
		const struct hr_experiment *it = &experiments->list.data[i];
		if (it->change == HR_CHANGE_BREACH && it->is_normal && it->rule.kind == rule->kind &&
		    it->rule.parameter == rule->parameter && it->rule.other == rule->other)
			return true;
	}
	return false;
}

/* True when a change that keeps a rule makes the difference. */
static bool judge_by_rules(struct hr_inquiry *inquiry)
{
	for (size_t i = 0; i < inquiry->experiments.list.count; i++) {
		const struct hr_experiment *it = &inquiry->experiments.list.data[i];
		if (!it->is_normal || (it->change != HR_CHANGE_RULE && it->change != HR_CHANGE_MISUSE) ||
		    (it->change == HR_CHANGE_RULE && hr_rules_is_denied(inquiry->rules, &it->rule)) ||
		    is_refuted(&inquiry->experiments, &it->rule))
			continue;
		if (it->change == HR_CHANGE_RULE)
			learn(inquiry, it);
		if (it->change != HR_CHANGE_RULE || it->rule.kind != HR_RULE_NON_NULL || !judge_null(inquiry, i))
			hr_inquiry_decide(inquiry, HR_CLASS_MISUSE, "The calls broke a rule of the API.");
		tell_experiments(inquiry);
		take_neighbour(inquiry, i);
		return true;
	}
	return false;
}

/* ---- numbers ---- */

static void learn_range(struct hr_inquiry *inquiry, const struct hr_number_finding *finding)
{
	const struct hr_statement *it = &inquiry->experiments.failing->statements.data[finding->statement];
	struct hr_experiment range = inquiry->experiments.list.data[finding->nearest];
	range.rule = (struct hr_rule){ .kind = HR_RULE_RANGE,
				       .origin = HR_RULE_LEARNED,
				       .operation = it->operation,
				       .parameter = (int)finding->operand,
				       .other = -1,
				       .least = finding->least,
				       .most = finding->most };
	if (!hr_rules_is_denied(inquiry->rules, &range.rule))
		learn(inquiry, &range);
}

/* The author has said what the number has to be, in a function that it is handed on to. */
static bool judge_by_assertion(struct hr_inquiry *inquiry)
{
	struct hr_number_finding finding;
	if (inquiry->out->way != HR_WAY_ABORT || !hr_assertion_is_handed_on(&inquiry->experiments, &finding))
		return false;
	hr_inquiry_decide(
		inquiry, HR_CLASS_MISUSE,
		hr_arena_printf(
			&inquiry->out->arena,
			"The assertion is about an argument that is handed on to where it stands: %lld is out of the range that its author gives.",
			(long long)finding.number));
	if (finding.has_range)
		learn_range(inquiry, &finding);
	tell_experiments(inquiry);
	return true;
}

static bool judge_by_numbers(struct hr_inquiry *inquiry, const struct hr_number_finding *finding)
{
	struct hr_arena *arena = &inquiry->out->arena;
	const struct hr_statement *it = &inquiry->experiments.failing->statements.data[finding->statement];
	struct hr_strbuf who = HR_STRBUF_INIT;
	if (finding->verdict != HR_NUMBER_UNCHECKED)
		return false;
	enum hr_odd odd = finding->number < 0 ? HR_ODD_NEGATIVE : finding->number ? HR_ODD_LARGE : HR_ODD_ZERO;
	bool is_call = it->kind == HR_STATEMENT_CALL && finding->part == HR_NO_PART &&
		       hr_parameter_of(inquiry->experiments.failing, it, finding->operand);
	bool is_elsewhere = finding->statement != inquiry->experiments.statement;
	if (inquiry->out->way == HR_WAY_DEAD && (is_elsewhere || inquiry->legality.grade <= HR_LEGAL_DOUBTFUL)) {
		hr_inquiry_decide(
			inquiry, HR_CLASS_UNSURE,
			is_elsewhere
				? "What became of an object depends on a number that another call was given: it may be meant so."
				: NULL);
		hr_inquiry_tell_legality(inquiry);
		tell_experiments(inquiry);
		return true;
	}
	if (is_call) {
		inquiry->out->odd_operation = it->operation;
		inquiry->out->odd_parameter = (int)finding->operand;
		inquiry->out->odd = odd;
	}
	if (is_call && inquiry->siblings && hr_bounds_are_known(&inquiry->experiments) &&
	    hr_siblings_accept(inquiry->siblings, it->operation, (int)finding->operand, odd, &who)) {
		hr_inquiry_decide(inquiry, odd == HR_ODD_ZERO ? HR_CLASS_DEVIANT : HR_CLASS_LIKELY,
				  hr_arena_strdup(arena, who.data));
		take_neighbour(inquiry, finding->nearest);
		hr_strbuf_release(&who);
		return true;
	}
	hr_strbuf_release(&who);
	hr_inquiry_decide(
		inquiry, HR_CLASS_MISUSE,
		hr_arena_printf(
			arena,
			"The number %lld is out of range, and so is everything beyond it: the caller has to keep the range.",
			(long long)finding->number));
	if (is_call && finding->has_range)
		learn_range(inquiry, finding);
	tell_experiments(inquiry);
	return true;
}

/* ---- the unit's fault ---- */

static void decide_portability(struct hr_inquiry *inquiry)
{
	hr_inquiry_decide(inquiry, HR_CLASS_PORTABILITY,
			  "Undefined by the language, without a consequence that was seen here.");
	tell_experiments(inquiry);
}

/* Numbers that overflow without a consequence. */
static bool judge_overflow(struct hr_inquiry *inquiry, const struct hr_number_finding *numbers)
{
	if (!hr_overflow_is_portability(&inquiry->experiments, &inquiry->legality, numbers))
		return false;
	decide_portability(inquiry);
	return true;
}

static void blame_unit(struct hr_inquiry *inquiry, const struct hr_number_finding *numbers)
{
	bool is_value;
	size_t neighbour = hr_find_neighbour(&inquiry->experiments, numbers, &is_value);
	bool is_call = !is_value && neighbour != (size_t)-1;
	static const char *const words[] = {
		[HR_NUMBER_CHECKED] = "Numbers further out return normally: the range is checked, but not right.",
		[HR_NUMBER_WRAPS] = "Only huge numbers fail: arithmetic on them goes wrong.",
		[HR_NUMBER_ONE_SIDED] = "Numbers that are too large are noticed, those below zero are not.",
		[HR_NUMBER_WITH_DATA] = "Other bytes, as many, return normally: the unit has to check what it reads.",
	};
	hr_inquiry_decide(inquiry,
			  hr_judge_class(&inquiry->experiments, &inquiry->legality, numbers,
					 neighbour != (size_t)-1 && is_value, is_call),
			  NULL);
	hr_inquiry_tell_legality(inquiry);
	if (numbers->verdict <= HR_NUMBER_WITH_DATA && words[numbers->verdict])
		give_reason(inquiry, words[numbers->verdict]);
	if (!hr_bounds_are_known(&inquiry->experiments))
		give_reason(inquiry, "Memory of the caller's was overrun, and nothing tells the unit how large it is.");
	tell_experiments(inquiry);
	if (neighbour != (size_t)-1)
		take_neighbour(inquiry, neighbour);
	else
		give_reason(
			inquiry,
			inquiry->out->class > HR_CLASS_UNSURE && hr_is_beyond_own(&inquiry->experiments)
				? "No change of a value or a call makes it return, and the memory is the unit's own."
				: "No change of a value or a call makes it return.");
}

static int inquire(struct hr_inquiry *inquiry, struct hr_error *error)
{
	struct hr_experiments *experiments = &inquiry->experiments;
	/* a stack that is exhausted costs a worker each time, and a call that does not end all its time: only what could make it the unit's fault is tried */
	bool is_costly = experiments->way == HR_WAY_STACK || experiments->way == HR_WAY_HANG;
	if (!is_costly) {
		hr_experiments_for_rules(experiments);
		hr_experiments_for_objects(experiments);
		hr_experiments_for_limits(experiments);
	}
	if (hr_experiments_run(experiments, inquiry->runner, error))
		return -1;
	if (judge_by_rules(inquiry))
		return 0;
	if (inquiry->legality.grade == HR_LEGAL_BROKEN) { /* nothing that siblings could excuse */
		hr_inquiry_decide(inquiry, HR_CLASS_MISUSE, NULL);
		hr_inquiry_tell_legality(inquiry);
		return 0;
	}
	if (experiments->way == HR_WAY_ABORT && hr_assertion_is_precondition(experiments)) {
		hr_inquiry_decide(
			inquiry, HR_CLASS_MISUSE,
			"The assertion is about an argument, at the entry of the call: a rule in the author's words.");
		return 0;
	}
	if (experiments->outcome->status == HR_OUTCOME_FAULT &&
	    experiments->outcome->fault.kind == HR_KIND_UB_NONNULL_ARGUMENT) {
		decide_portability(inquiry);
		return 0;
	}
	hr_experiments_for_texts(experiments);
	if (experiments->way != HR_WAY_STACK)
		hr_experiments_for_numbers(experiments);
	if (!is_costly)
		hr_experiments_for_calls(experiments);
	if (hr_experiments_run(experiments, inquiry->runner, error))
		return -1;
	struct hr_number_finding numbers = hr_judge_numbers(experiments);
	bool is_overflow = experiments->outcome->status == HR_OUTCOME_FAULT &&
			   experiments->outcome->fault.kind == HR_KIND_UB_SIGNED_OVERFLOW;
	if (judge_overflow(inquiry, &numbers) || judge_by_assertion(inquiry))
		return 0;
	if (is_overflow || !judge_by_numbers(inquiry, &numbers))
		blame_unit(inquiry, &numbers);
	return 0;
}

int hr_investigate(struct hr_judgement *out, const struct hr_rules *rules, const struct hr_siblings *siblings,
		   const struct hr_sequence *failing, const struct hr_outcome *outcome, const struct hr_runner *runner,
		   struct hr_error *error)
{
	struct hr_inquiry inquiry = { .out = out, .rules = rules, .siblings = siblings, .runner = runner };
	int status = 0;
	*out = (struct hr_judgement)HR_JUDGEMENT_INIT;
	hr_experiments_begin(&inquiry.experiments, failing, outcome);
	out->way = hr_way_of(outcome);
	hr_legality_look(&inquiry.legality, &out->arena, rules, failing, outcome, inquiry.experiments.statement);
	tell_failure(&inquiry);
	if (!hr_judge_at_once(&inquiry))
		status = inquire(&inquiry, error);
	hr_vec_release(&inquiry.legality.texts);
	hr_experiments_release(&inquiry.experiments);
	return status;
}

const struct hr_rule *hr_unexcused_rule(const struct hr_rules *rules, const struct hr_siblings *siblings,
					const struct hr_sequence *sequence)
{
	for (size_t i = 0; i < sequence->statements.count; i++) {
		const struct hr_rule *rule = hr_rules_broken(rules, sequence, i);
		if (rule && (rule->kind != HR_RULE_NON_NULL || rule->origin == HR_RULE_USER || !siblings ||
			     !hr_siblings_accept(siblings, rule->operation, rule->parameter, HR_ODD_NULL, NULL)))
			return rule;
	}
	return NULL;
}

bool hr_rejudge(struct hr_judgement *judgement, const struct hr_rules *rules, const struct hr_siblings *siblings,
		const struct hr_sequence *failing)
{
	struct hr_strbuf text = HR_STRBUF_INIT;
	enum hr_class before = judgement->class;
	bool is_range = judgement->odd == HR_ODD_LARGE || judgement->odd == HR_ODD_NEGATIVE;
	const struct hr_rule *broken = hr_unexcused_rule(rules, siblings, failing);
	if (broken && before > HR_CLASS_PORTABILITY) {
		judgement->class = HR_CLASS_MISUSE;
		hr_strbuf_addstr(&text, "A rule that was learned later was broken: ");
		hr_rule_describe(&text, failing->model, broken);
		hr_strbuf_addch(&text, '.');
	} else if (!broken && before == HR_CLASS_MISUSE && judgement->odd_operation != (size_t)-1 && siblings &&
		   hr_siblings_accept(siblings, judgement->odd_operation, judgement->odd_parameter, judgement->odd,
				      &text)) {
		judgement->class = is_range ? HR_CLASS_LIKELY : HR_CLASS_DEVIANT;
	}
	if (judgement->class != before)
		hr_vec_push(&judgement->reasons, hr_arena_strdup(&judgement->arena, text.data));
	hr_strbuf_release(&text);
	return judgement->class != before;
}
