/* What the files of confirming share: confirm.c (the decision), confirm_build.c (compilers and programs), confirm_report.c (what is kept of a report), confirm_leaks.c (a check for leaks that works behind the
 * fence). */
#ifndef HR_APP_CONFIRM_INTERNAL_H
#define HR_APP_CONFIRM_INTERNAL_H

#include "app/compilers.h"
#include "app/confirm.h"
#include "base/process.h"

enum hr_confirm_state { HR_CONFIRM_UNTRIED, HR_CONFIRM_READY, HR_CONFIRM_USELESS };

/* A compiler with its directory, where the library is compiled and programs are made. */
struct hr_confirm_compiler {
	struct hr_compiler is;
	char *directory;
	enum hr_confirm_state library;
};

struct hr_confirm {
	const struct hr_app_unit *unit;
	struct hr_confirm_options options;
	bool has_looked; /* for compilers */
	struct hr_confirm_compiler compilers[HR_COMPILERS_MOST];
	size_t compiler_count;
	char *root;               /* temporary directory; NULL: not made yet */
	size_t tried;             /* programs: names of directories */
	struct hr_strbuf trouble; /* why nothing can be compiled with some compiler; "": nothing is wrong */
};

/* ---- confirm_build.c ---- */

/* Finds compilers that have sanitizers. Fails only when no temporary directory can be had, or interrupted. */
int hr_confirm_look(struct hr_confirm *confirm, struct hr_error *error);

/* Compiles the library, once. False in `*ready`: it does not compile; confirm->trouble has the reason. */
int hr_confirm_library(bool *ready, struct hr_confirm *confirm, struct hr_confirm_compiler *compiler,
		       struct hr_error *error);

/* Makes the program `name` ("test", "neighbour") from the text; with the check for leaks when `has_leaks`. */
int hr_confirm_program(bool *made, const struct hr_confirm *confirm, const struct hr_confirm_compiler *compiler,
		       const char *name, const char *text, bool has_leaks, struct hr_strbuf *why,
		       struct hr_error *error);

/* What a run finds in memory, and where. */
struct hr_confirm_memory {
	unsigned char fill;    /* fresh memory is filled with it */
	unsigned redzone;      /* blocks lie elsewhere with another (16 to 2048, a power of 2) */
	bool has_fixed_layout; /* all else lies at the same places: what a wild store hits is the same in every run */
};

/* Runs it behind the fence. */
int hr_confirm_run(struct hr_process_result *out, struct hr_confirm *confirm,
		   const struct hr_confirm_compiler *compiler, const char *name, struct hr_confirm_memory memory,
		   struct hr_error *error);

/* ---- confirm_report.c ---- */

/* Appends the report without what differs from run to run: addresses, numbers of processes, temporary paths, dumps of the shadow. Directories below `root` are named by what is in them. */
void hr_confirm_normalise(struct hr_strbuf *out, const char *text, const char *root);

/* ---- confirm_leaks.c ---- */

/* C text of the check; it is linked to a program that is compiled with the address sanitizer, and complains at its end. */
extern const char hr_confirm_leak_check[];

/* Compiles it to leak-check.o in a directory; no sanitizer looks at it. `said` (unless NULL) gets what the compiler said. */
int hr_leak_check_compile(bool *made, const char *compiler, const char *directory, struct hr_strbuf *said,
			  struct hr_error *error);

#endif
