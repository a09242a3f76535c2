/* What the parts of `harrier capture` share.
 *
 * During a capture there is a private directory: bin/ holds links to harrier under the names of compilers and stands
 * first on PATH; in calls/ the shims leave one file per call, named so that sorting by name is sorting by time. */
#ifndef HR_APP_CAPTURE_INTERNAL_H
#define HR_APP_CAPTURE_INTERNAL_H

#include "base/arena.h"
#include "base/error.h"
#include "base/vec.h"
#include "frontend/flags.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#define HR_CAPTURE_VARIABLE "HARRIER_CAPTURE_DIR" /* the private directory, for the shims */
#define HR_CAPTURE_BIN "bin"
#define HR_CAPTURE_CALLS "calls"

/* PATH, or what the system looks through without one. Borrowed. */
const char *hr_capture_search_path(void);

/* Takes the next directory off a PATH-like list ("." for an empty one); NULL at the end. The caller frees. */
char *hr_capture_next_directory(const char **path);

/* True for programs that run the compiler named by their first argument (ccache gcc …). */
bool hr_capture_is_launcher(const char *name);

/* Makes `capture_directory`/bin with a link to this program for every compiler that PATH has: a name that leads
 * nowhere today leads nowhere during the capture, so configure scripts see the machine as it is. Fails with
 * HR_ERROR_INTERNAL. */
int hr_capture_make_links(const char *capture_directory, struct hr_error *error);

/* The same with links to any program. */
int hr_capture_link_compilers(const char *capture_directory, const char *program, struct hr_error *error);

/* Takes directories with links to this program, under this name, off PATH. */
void hr_capture_leave_links(const char *name);

/* Ends as the compiler of this name that PATH has behind the links to this program, with these arguments. */
void hr_capture_become_compiler(const char *name, char **argv) __attribute__((noreturn));

/* A compiler's call. */
struct hr_capture_call {
	const char *directory;
	hr_strings argv;       /* [0] without the directory, when that was ours */
	bool through_our_path; /* called by a full path into bin/: somebody looked the compiler up and remembers */
};

typedef HR_VEC(struct hr_capture_call) hr_capture_calls;

/* Notes a call in calls/, all of it or nothing, in `directory`. Fails with HR_ERROR_INTERNAL. */
int hr_capture_call_write(const char *capture_directory, const char *directory, const char *const *argv, size_t count,
			  struct hr_error *error);

/* Appends all calls, in the order of time; strings live in the arena. What is damaged is passed over. */
void hr_capture_calls_read(hr_capture_calls *out, const char *capture_directory, struct hr_arena *arena);
void hr_capture_calls_release(hr_capture_calls *calls);

struct hr_capture_build {
	int exit_code;   /* when it ended by itself */
	int signal;      /* that ended it; 0: none */
	int interrupted; /* a signal to us that asks for an end; 0: none */
};

/* The signals that ask us to end wait from _hold to _release, so that the private directory is never left behind. */
struct hr_capture_signals {
	sigset_t held;   /* and SIGCHLD */
	sigset_t before; /* the mask that we were started with, which the build gets */
};

void hr_capture_signals_hold(struct hr_capture_signals *signals);
void hr_capture_signals_release(const struct hr_capture_signals *signals); /* what came meanwhile comes now */

/* Runs the build to its end with our standard streams. Signals that ask us to end are passed to the build, which is
 * waited for all the same. Fails (HR_ERROR_INPUT) when it cannot be started. */
int hr_capture_run(struct hr_capture_build *out, char **argv, const struct hr_capture_signals *signals,
		   struct hr_error *error);

struct hr_capture_summary {
	size_t calls;         /* of compilers, of whatever kind */
	size_t sources;       /* written to the database */
	size_t with_main;     /* left out */
	size_t gone;          /* that no longer exist */
	bool cmake_remembers; /* CMake configured itself during the capture, and found the compiler in our bin/ */
};

/* Makes of the calls the text of a compile database and of the side file (HR_LINK_FILE; empty when nothing was linked
 * with). `started` is when the build began, by the clock of files (CLOCK_REALTIME_COARSE): libraries younger than that
 * are its own. */
void hr_capture_database(struct hr_strbuf *database, const hr_capture_calls *calls, bool keep_main,
			 struct hr_capture_summary *summary, struct hr_arena *arena);
void hr_capture_link_file(struct hr_strbuf *out, const hr_capture_calls *calls, const struct timespec *started,
			  struct hr_arena *arena);

/* True when the call is a trial of a configure script, of CMake or of meson. */
bool hr_capture_is_probe(const struct hr_capture_call *call, struct hr_arena *arena);

#endif
