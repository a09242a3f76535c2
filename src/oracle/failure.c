/* Ways of failing, and what failures are grouped by.
 *
 * Invariants: every kind of fault has its way in one table; nothing depends on addresses, sizes or numbers of statements, so that the same mistake
 * has the same cause in every run and in every sequence that shows it. */
#include "oracle/failure.h"

#include "base/bug.h"
#include "base/text.h"
#include "model/extras.h"
#include "seq/edit.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static const char *const way_names[HR_WAY_COUNT] = {
	[HR_WAY_NONE] = "none",
	[HR_WAY_NULL] = "null",
	[HR_WAY_OVERFLOW] = "overflow",
	[HR_WAY_DEAD] = "dead",
	[HR_WAY_FREE] = "free",
	[HR_WAY_WILD] = "wild",
	[HR_WAY_ARGUMENT] = "argument",
	[HR_WAY_STACK] = "stack",
	[HR_WAY_ABORT] = "abort",
	[HR_WAY_EXIT] = "exit",
	[HR_WAY_ARITHMETIC] = "arithmetic",
	[HR_WAY_UNDEFINED] = "undefined",
	[HR_WAY_LEAK] = "leak",
	[HR_WAY_HANG] = "hang",
	[HR_WAY_PROPERTY] = "property",
	[HR_WAY_UNSTABLE] = "unstable",
};

const char *hr_way_name(enum hr_way way)
{
	if ((unsigned)way >= HR_WAY_COUNT)
		HR_BUG("there is no way %d", (int)way);
	return way_names[way];
}

/* What is not here is no failure of the unit (a call that is refused). */
static const unsigned char way_of_kind[HR_FAULT_KINDS] = {
	[HR_KIND_HEAP_OVERFLOW] = HR_WAY_OVERFLOW,
	[HR_KIND_HEAP_UNDERFLOW] = HR_WAY_OVERFLOW,
	[HR_KIND_USE_AFTER_FREE] = HR_WAY_DEAD,
	[HR_KIND_LOCAL_OVERFLOW] = HR_WAY_OVERFLOW,
	[HR_KIND_LOCAL_UNDERFLOW] = HR_WAY_OVERFLOW,
	[HR_KIND_USE_AFTER_RETURN] = HR_WAY_DEAD,
	[HR_KIND_USE_AFTER_SCOPE] = HR_WAY_DEAD,
	[HR_KIND_GLOBAL_OVERFLOW] = HR_WAY_OVERFLOW,
	[HR_KIND_NULL] = HR_WAY_NULL,
	[HR_KIND_WILD] = HR_WAY_WILD,
	[HR_KIND_FOREIGN] = HR_WAY_WILD,
	[HR_KIND_READ_ONLY] = HR_WAY_WILD,
	[HR_KIND_DOUBLE_FREE] = HR_WAY_FREE,
	[HR_KIND_INVALID_FREE] = HR_WAY_FREE,
	[HR_KIND_OVERLAP] = HR_WAY_ARGUMENT,
	[HR_KIND_NEGATIVE_SIZE] = HR_WAY_ARGUMENT,
	[HR_KIND_STACK_EXHAUSTED] = HR_WAY_STACK,
	[HR_KIND_SIGNAL] = HR_WAY_ABORT, /* see way_of_signal */
	[HR_KIND_ABORT] = HR_WAY_ABORT,
	[HR_KIND_ASSERT] = HR_WAY_ABORT,
	[HR_KIND_EXIT] = HR_WAY_EXIT,
	[HR_KIND_BAD_JUMP] = HR_WAY_UNDEFINED,
	[HR_KIND_BAD_FILE] = HR_WAY_ARGUMENT,
	[HR_KIND_UB_ALIGNMENT] = HR_WAY_UNDEFINED,
	[HR_KIND_UB_OBJECT_SIZE] = HR_WAY_OVERFLOW,
	[HR_KIND_UB_SIGNED_OVERFLOW] = HR_WAY_ARITHMETIC,
	[HR_KIND_UB_DIVISION] = HR_WAY_ARITHMETIC,
	[HR_KIND_UB_SHIFT] = HR_WAY_ARITHMETIC,
	[HR_KIND_UB_BOUNDS] = HR_WAY_OVERFLOW,
	[HR_KIND_UB_UNREACHABLE] = HR_WAY_UNDEFINED,
	[HR_KIND_UB_MISSING_RETURN] = HR_WAY_UNDEFINED,
	[HR_KIND_UB_VLA_BOUND] = HR_WAY_UNDEFINED,
	[HR_KIND_UB_FLOAT_CAST] = HR_WAY_ARITHMETIC,
	[HR_KIND_UB_INVALID_VALUE] = HR_WAY_UNDEFINED,
	[HR_KIND_UB_BUILTIN] = HR_WAY_ARITHMETIC,
	[HR_KIND_UB_FUNCTION_TYPE] = HR_WAY_UNDEFINED,
	[HR_KIND_UB_NONNULL_RETURN] = HR_WAY_NULL,
	[HR_KIND_UB_NONNULL_ARGUMENT] = HR_WAY_NULL,
	[HR_KIND_UB_POINTER_OVERFLOW] = HR_WAY_UNDEFINED,
	[HR_KIND_UB_OTHER] = HR_WAY_UNDEFINED,
};

enum hr_way hr_way_of_signal(int number)
{
	switch (number) {
	case SIGFPE:
		return HR_WAY_ARITHMETIC;
	case SIGSEGV:
	case SIGBUS:
		return HR_WAY_WILD;
	default:
		return HR_WAY_ABORT;
	}
}

enum hr_way hr_way_of_fault(const struct hr_fault *fault)
{
	if ((unsigned)fault->kind >= HR_FAULT_KINDS)
		HR_BUG("there is no kind of fault %d", (int)fault->kind);
	if (fault->kind == HR_KIND_SIGNAL)
		return hr_way_of_signal(fault->code);
	return (enum hr_way)way_of_kind[fault->kind];
}

enum hr_way hr_way_of(const struct hr_outcome *outcome)
{
	switch (outcome->status) {
	case HR_OUTCOME_NORMAL:
		return outcome->leaks.count ? HR_WAY_LEAK : HR_WAY_NONE;
	case HR_OUTCOME_FAULT:
		return hr_way_of_fault(&outcome->fault);
	case HR_OUTCOME_HANG:
		return HR_WAY_HANG;
	case HR_OUTCOME_EXIT:
		return HR_WAY_EXIT;
	case HR_OUTCOME_DIED:
		return HR_WAY_WILD;
	default:
		return HR_WAY_NONE;
	}
}

/* The address that the compiler's word for a fault has in it; 0: none. */
static uint64_t address_in(const char *text)
{
	static const char mark[] = "address 0x";
	const char *at = strstr(text, mark);
	return at ? strtoull(at + sizeof mark - 1, NULL, 16) : 0;
}

enum hr_way hr_way_to_judge(const struct hr_outcome *outcome)
{
	enum { NEAR_NULL = 1 << 28 }; /* nothing is mapped below */
	enum hr_way way = hr_way_of(outcome);
	if (way != HR_WAY_OVERFLOW || outcome->status != HR_OUTCOME_FAULT ||
	    outcome->fault.kind != HR_KIND_UB_OBJECT_SIZE)
		return way;
	uint64_t address = address_in(outcome->fault.text);
	return address && address < NEAR_NULL ? HR_WAY_NULL : way;
}

/* Pairs that one mistake can show as, depending on what lies around: our first, another checker's second. */
static const struct {
	unsigned char ours, theirs;
} also[] = {
	{ HR_WAY_OVERFLOW, HR_WAY_WILD }, /* far beyond the end, where the other has nothing mapped */
	{ HR_WAY_OVERFLOW, HR_WAY_DEAD }, /* or something that was freed */
	{ HR_WAY_OVERFLOW, HR_WAY_NULL }, /* a negative index that leads there */
	{ HR_WAY_WILD, HR_WAY_OVERFLOW }, /* the same the other way round */
	{ HR_WAY_WILD, HR_WAY_DEAD },
	{ HR_WAY_WILD, HR_WAY_NULL },
	{ HR_WAY_NULL, HR_WAY_WILD },     /* with a large offset */
	{ HR_WAY_DEAD, HR_WAY_OVERFLOW }, /* the block was given to somebody else */
	{ HR_WAY_DEAD, HR_WAY_WILD },
	{ HR_WAY_DEAD, HR_WAY_FREE },         /* a library without sources: freed again, not looked at */
	{ HR_WAY_ARGUMENT, HR_WAY_DEAD },     /* a file that was closed is memory that was freed */
	{ HR_WAY_ARGUMENT, HR_WAY_FREE },     /* closed twice */
	{ HR_WAY_ARGUMENT, HR_WAY_OVERFLOW }, /* a negative size is a large one */
	{ HR_WAY_ARGUMENT, HR_WAY_WILD },
	{ HR_WAY_OVERFLOW, HR_WAY_ARGUMENT },
	{ HR_WAY_STACK, HR_WAY_WILD }, /* without a checker that knows stacks */
};

bool hr_way_agrees(enum hr_way ours, enum hr_way theirs)
{
	if (ours == theirs)
		return ours != HR_WAY_NONE;
	for (size_t i = 0; i < sizeof also / sizeof *also; i++)
		if (also[i].ours == (unsigned char)ours && also[i].theirs == (unsigned char)theirs)
			return true;
	return false;
}

bool hr_way_has_place(enum hr_way way)
{
	return way != HR_WAY_STACK && way != HR_WAY_HANG && way != HR_WAY_LEAK && way != HR_WAY_PROPERTY &&
	       way != HR_WAY_UNSTABLE;
}

bool hr_fault_is_portability(enum hr_fault_kind kind)
{
	return kind == HR_KIND_UB_ALIGNMENT || kind == HR_KIND_UB_FUNCTION_TYPE || kind == HR_KIND_UB_POINTER_OVERFLOW;
}

uint32_t hr_failing_statement(const struct hr_outcome *outcome)
{
	switch (hr_way_of(outcome)) {
	case HR_WAY_NONE:
		return HR_NO_STATEMENT;
	case HR_WAY_LEAK:
		return outcome->leaks.data[0].allocated_by;
	default:
		return outcome->status == HR_OUTCOME_FAULT ? outcome->fault.statement : outcome->statement;
	}
}

enum { MOST_FUNCTIONS = 3 };

/* Ours begin with what the language keeps from libraries; a frame without a name tells nothing. */
static bool is_of_unit(const struct hr_frame *frame)
{
	return *frame->function && !hr_text_starts_with(frame->function, "__harrier_");
}

/* The innermost functions, each once where it calls itself. */
static size_t functions_of(const char *out[MOST_FUNCTIONS], const struct hr_outcome *outcome)
{
	size_t count = 0;
	if (outcome->status == HR_OUTCOME_NORMAL || !hr_way_has_place(hr_way_of(outcome)))
		return 0;
	for (size_t i = 0; i < outcome->fault.stack.count && count < MOST_FUNCTIONS; i++) {
		const struct hr_frame *frame = &outcome->fault.stack.data[i];
		if (is_of_unit(frame) && (!count || strcmp(out[count - 1], frame->function) != 0))
			out[count++] = frame->function;
	}
	return count;
}

const char *hr_failing_function(const struct hr_outcome *outcome)
{
	const char *functions[MOST_FUNCTIONS];
	return functions_of(functions, outcome) ? functions[0] : "";
}

const char *hr_failing_place(unsigned *line, const struct hr_outcome *outcome)
{
	*line = 0;
	if (outcome->status == HR_OUTCOME_NORMAL || !hr_way_has_place(hr_way_of(outcome)))
		return "";
	for (size_t i = 0; i < outcome->fault.stack.count; i++) {
		const struct hr_frame *frame = &outcome->fault.stack.data[i];
		if (!is_of_unit(frame))
			continue;
		*line = frame->line;
		return frame->file && frame->line ? frame->file : "";
	}
	return "";
}

const char *hr_failing_operation(const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	const struct hr_statement *statements = sequence->statements.data;
	size_t index = hr_failing_statement(outcome);
	if (index >= sequence->statements.count) { /* behind the last one: what a call left behind */
		index = sequence->statements.count;
		while (index > 0 && statements[index - 1].kind != HR_STATEMENT_CALL)
			index--;
		if (index-- == 0)
			return "";
	}
	return statements[index].kind == HR_STATEMENT_CALL
		       ? sequence->model->operations.data[statements[index].operation].name
		       : "";
}

void hr_cause(struct hr_strbuf *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	const char *functions[MOST_FUNCTIONS];
	size_t count = functions_of(functions, outcome);
	hr_strbuf_addf(out, "%s|%s|", hr_way_name(hr_way_of(outcome)), hr_failing_operation(sequence, outcome));
	for (size_t i = 0; i < count; i++)
		hr_strbuf_addf(out, "%s%s", i ? "<" : "", functions[i]);
}

void hr_cause_group(struct hr_strbuf *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	const char *function = hr_failing_function(outcome);
	/* a user's check stands for itself, in the operation that broke it */
	if (outcome->status == HR_OUTCOME_FAULT && outcome->fault.kind == HR_KIND_ASSERT &&
	    hr_is_broken_contract(outcome->fault.text)) {
		hr_strbuf_addf(out, "%s|%s %s", hr_way_name(hr_way_of(outcome)), outcome->fault.text,
			       hr_failing_operation(sequence, outcome));
		return;
	}
	hr_strbuf_addf(out, "%s|%s", hr_way_name(hr_way_of(outcome)),
		       *function ? function : hr_failing_operation(sequence, outcome));
	/* who reads too far in one place may write too far in another: two mistakes */
	if (hr_way_of(outcome) == HR_WAY_OVERFLOW && outcome->status == HR_OUTCOME_FAULT)
		hr_strbuf_addf(out, "|%d %d", (int)outcome->fault.access, (int)outcome->fault.owner.region);
}

void hr_cause_place(struct hr_strbuf *out, const struct hr_outcome *outcome)
{
	enum hr_way way = hr_way_of(outcome);
	if (outcome->status != HR_OUTCOME_FAULT || !hr_way_has_place(way) || outcome->fault.kind == HR_KIND_ASSERT)
		return;
	for (size_t i = 0; i < outcome->fault.stack.count; i++) {
		const struct hr_frame *frame = &outcome->fault.stack.data[i];
		if (!is_of_unit(frame))
			continue;
		if (*frame->file && frame->line)
			hr_strbuf_addf(out, "%s|%s:%u:%u|%d %d", hr_way_name(way), frame->file, frame->line,
				       frame->column, (int)outcome->fault.access, (int)outcome->fault.owner.region);
		return;
	}
}

/* The last call before the statement, which did not make the object, that was given it; NULL: none. */
static const struct hr_operation *used_before(const struct hr_sequence *sequence, size_t statement, size_t object)
{
	for (size_t i = statement; i-- > sequence->values.data[object].statement + 1;)
		if (sequence->statements.data[i].kind == HR_STATEMENT_CALL &&
		    hr_statement_names(&sequence->statements.data[i], object))
			return &sequence->model->operations.data[sequence->statements.data[i].operation];
	return NULL;
}

void hr_cause_state(struct hr_strbuf *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome)
{
	size_t index = hr_failing_statement(outcome);
	if (outcome->status != HR_OUTCOME_FAULT || outcome->fault.kind != HR_KIND_UB_BOUNDS ||
	    !strstr(outcome->fault.text, " for type ") || index >= sequence->statements.count)
		return;
	const struct hr_statement *failing = &sequence->statements.data[index];
	for (size_t value = 0; value < sequence->values.count; value++) {
		const struct hr_type *type = hr_model_type(sequence->model, hr_value_pointee(sequence, value));
		const struct hr_operation *spoiler = used_before(sequence, index, value);
		if (!type || type->kind != HR_TYPE_STRUCT || !hr_statement_names(failing, value) || !spoiler)
			continue;
		hr_strbuf_addf(out, "state|%s|%s|%s", spoiler->name, type->spelling, outcome->fault.text);
		return;
	}
}

static uint64_t mix(uint64_t hash, uint64_t number)
{
	hash ^= number + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2);
	hash *= 0xff51afd7ed558ccdu;
	return hash ^ hash >> 32;
}

uint64_t hr_cause_hash(const struct hr_outcome *outcome, size_t operation)
{
	enum hr_way way = hr_way_of(outcome);
	uint64_t hash = mix(mix(0, (uint64_t)way + 1), (uint64_t)operation + 1);
	if (outcome->status == HR_OUTCOME_NORMAL || !hr_way_has_place(way))
		return hash;
	uint64_t last = 0;
	unsigned count = 0;
	for (size_t i = 0; i < outcome->fault.stack.count && count < MOST_FUNCTIONS; i++) {
		uint64_t pc = outcome->fault.stack.data[i].pc;
		if (count && pc == last) /* inlined frames, and functions that call themselves */
			continue;
		hash = mix(hash, pc);
		last = pc;
		count++;
	}
	return hash;
}
