/* What a run that did not end well is an example of: the way it fails, and the cause that it is grouped by. */
#ifndef HR_ORACLE_FAILURE_H
#define HR_ORACLE_FAILURE_H

#include "base/strbuf.h"
#include "seq/outcome.h"

/* Ways to fail that are the same for every checker: ours, the compiler's sanitizers, the processor. The one table of what "the same way" is. */
enum hr_way {
	HR_WAY_NONE,
	HR_WAY_NULL,       /* our null report, SEGV near address 0, UBSan's null */
	HR_WAY_OVERFLOW,   /* beyond an object's bounds: heap, stack, global, UBSan's bounds and object-size */
	HR_WAY_DEAD,       /* use after free, after return, after scope */
	HR_WAY_FREE,       /* double free, free of what is no block */
	HR_WAY_WILD,       /* an address that belongs to nothing */
	HR_WAY_ARGUMENT,   /* what a library function was given: overlap, negative size, closed file */
	HR_WAY_STACK,      /* exhausted */
	HR_WAY_ABORT,      /* abort, a failed assertion, raise */
	HR_WAY_EXIT,       /* ends the process */
	HR_WAY_ARITHMETIC, /* signed overflow, division by 0, shifts, conversions */
	HR_WAY_UNDEFINED,  /* other undefined behaviour */
	HR_WAY_LEAK,
	HR_WAY_HANG,
	HR_WAY_PROPERTY, /* a contract about values is broken: an idiom, a user's check */
	HR_WAY_UNSTABLE, /* depends on memory that was never set, or on nothing that can be repeated */
	HR_WAY_COUNT
};

const char *hr_way_name(enum hr_way way); /* "null", "overflow", … */

/* Of the fault that ended the run (leaks count only when nothing else happened). HR_WAY_NONE: it ended well, or in a way that is no failure of the unit: the sequence itself is wrong, it was refused or too large. */
enum hr_way hr_way_of(const struct hr_outcome *outcome);
enum hr_way hr_way_of_fault(const struct hr_fault *fault);
enum hr_way hr_way_of_signal(int number);

/* The way that a failure is judged by: hr_way_of, but where the compiler says that an object near address 0 is too small, somebody has added to NULL. */
enum hr_way hr_way_to_judge(const struct hr_outcome *outcome);

/* Whether one checker's way is what another one can make of the same mistake: the same, or what depends on what lies around in memory. */
bool hr_way_agrees(enum hr_way ours, enum hr_way theirs);

/* Whether the innermost function says anything about the mistake: not where a stack runs out, or time. */
bool hr_way_has_place(enum hr_way way);

/* What a stock sanitizer printed (AddressSanitizer, UndefinedBehaviorSanitizer, LeakSanitizer; gcc's and clang's words), or how the process ended: the way, and the innermost function and line that belong to one
 * of the unit's sources (borrowed from `text`; NULL: not told). Frames in a file of the name `own` are the test's. A report that did not end the process counts when nothing else did. */
struct hr_report_place {
	const char *function;
	size_t function_length;
	unsigned line;
};
enum hr_way hr_way_of_report(struct hr_report_place *place, const char *text, const char *own, int exit_code,
			     int signal);

/* Kinds of undefined behaviour that are only told as portability notes. */
bool hr_fault_is_portability(enum hr_fault_kind kind);

/* The statement that a failure belongs to: that of the fault; of a leak, the one that allocated what is lost first. HR_NO_STATEMENT: none. */
uint32_t hr_failing_statement(const struct hr_outcome *outcome);

/* The name of the operation that it calls; where it is behind the last one, that of the last call; "" when it calls none. */
const char *hr_failing_operation(const struct hr_sequence *sequence, const struct hr_outcome *outcome);

/* The innermost function of the unit where it happened, inlined ones included; "" when that is not known. The outcome must be symbolized. */
const char *hr_failing_function(const struct hr_outcome *outcome);

/* Where in it that is: "" and 0 when it is not known. */
const char *hr_failing_place(unsigned *line, const struct hr_outcome *outcome);

/* The cause that failures are grouped by: way, operation of the failing statement, innermost functions of the unit: "overflow|csv_parse|spc_handler<csv_parse".
 * The outcome must be symbolized. Appends. For a fast look before that, hr_cause_hash needs no symbols: `operation` is that of the failing statement. */
void hr_cause(struct hr_strbuf *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome);
uint64_t hr_cause_hash(const struct hr_outcome *outcome, size_t operation);

/* The same without the operation: failures that agree in it are one mistake reached from several operations. Appends "overflow|spc_handler"; with an operation where no function is known. */
void hr_cause_group(struct hr_strbuf *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome);

/* A second key: the line of the source it happened in. Functions that are made from the same lines (a file that is included several times) have the same mistakes. Appends nothing where the line is not known. */
void hr_cause_place(struct hr_strbuf *out, const struct hr_outcome *outcome);

/* A third one: what is wrong in an object that an earlier call has spoilt: then whoever is called next goes to the same place beyond the same array. The call that has spoilt it is part of the key. Of a minimal sequence; appends nothing where no earlier call but its maker was given the
 * object, or the compiler does not tell which array it is. */
void hr_cause_state(struct hr_strbuf *out, const struct hr_sequence *sequence, const struct hr_outcome *outcome);

#endif
