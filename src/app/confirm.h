/* Confirming failures: the emitted test, compiled with the library's sources, the user's flags and stock sanitizers, fails in a fresh process the way it failed in the worker, and its neighbour passes.
 * Nothing is believed before. */
#ifndef HR_APP_CONFIRM_H
#define HR_APP_CONFIRM_H

#include "app/unit.h"
#include "oracle/idioms.h"

struct hr_confirm; /* the library, compiled once for all failures of a campaign */

struct hr_confirm_options {
	bool is_thorough; /* with every compiler that is there and has sanitizers; else with the first: cc, gcc, clang */
	unsigned seconds; /* of one run; 0: 10 */
};

/* The library is compiled when the first failure comes. `unit` is borrowed. */
struct hr_confirm *hr_confirm_new(const struct hr_app_unit *unit, const struct hr_confirm_options *options);
void hr_confirm_free(struct hr_confirm *confirm); /* NULL is fine */

/* What is to be confirmed, all borrowed. */
struct hr_failure {
	const struct hr_sequence *sequence;  /* minimal; for a leak, everything that lives goes to its destroyer */
	const struct hr_sequence *neighbour; /* or NULL */
	const char *difference;              /* what the neighbour has instead; or NULL */
	enum hr_way way;
	enum hr_class class;
	const char *function; /* innermost one of the unit (hr_failing_function); "" or NULL: not known */
	const char *summary;  /* one line: hr_fault_describe, or the violation's text */
	const char *const *reasons;
	size_t reason_count;
	const struct hr_contract *contract; /* HR_WAY_PROPERTY (the violation's); else NULL */
	size_t value;                       /* HR_WAY_UNSTABLE: what differs; else HR_NO_VALUE */
};

struct hr_confirmed {
	bool is_confirmed;
	bool is_lowered; /* it shows as a crash only, as there are no sources to check: the class should be lowered one step */
	struct hr_strbuf
		why; /* one line: with what it was confirmed, or why not: "passes with gcc", "fails another way: …" */
	struct hr_strbuf
		report; /* what the sanitizers said; addresses and temporary paths normalised, so that it repeats */
	struct hr_strbuf test;      /* C texts */
	struct hr_strbuf neighbour; /* "": none */
	const char *compiler; /* that it takes, as the usual one does not compile the library with sanitizers; NULL */
};

#define HR_CONFIRMED_INIT \
	{ false, false, HR_STRBUF_INIT, HR_STRBUF_INIT, HR_STRBUF_INIT, HR_STRBUF_INIT, NULL }
void hr_confirmed_release(struct hr_confirmed *confirmed);

/* Tries it. Not being confirmed is no error; fails only when nothing can be compiled or run at all, and with HR_ERROR_INTERRUPTED. */
int hr_confirm_failure(struct hr_confirmed *out, struct hr_confirm *confirm, const struct hr_failure *failure,
		       struct hr_error *error);

#endif
