/* What the commands of the command line share. Alone in the program, this folder prints and sets the exit code. */
#ifndef HR_APP_APP_H
#define HR_APP_APP_H

#include "base/error.h"

#include <stdbool.h>
#include <stdio.h>

enum hr_exit {
	HR_EXIT_FINE = 0,
	HR_EXIT_FAILURES = 1, /* failures were found in the code under test */
	HR_EXIT_USAGE = 2,
	HR_EXIT_INPUT = 3, /* the input cannot be compiled or used */
	HR_EXIT_INTERNAL = 4,
	HR_EXIT_SIGNAL = 128, /* and the number of the signal that asked us to end; main ends by that signal */
};

/* A subcommand: gets the arguments after its own name, returns an exit code. */
struct hr_command {
	const char *name;
	const char *summary; /* one line for `harrier --help` */
	int (*run)(int argc, char **argv);
};

int hr_command_inspect(int argc, char **argv);
int hr_command_capture(int argc, char **argv);
int hr_command_gen(int argc, char **argv);
int hr_command_replay(int argc, char **argv);
int hr_command_minimize(int argc, char **argv);
int hr_command_compare(int argc, char **argv);
int hr_command_mutate(int argc, char **argv);
int hr_command_report(int argc, char **argv);
int hr_command_doctor(int argc, char **argv);

/* The compiler shim (see capture): when the program was started under the name of a compiler by a running
 * `harrier capture`, records the call, becomes that compiler and does not return. Otherwise returns at once. */
void hr_capture_shim(int argc, char **argv);

/* True when `stream` is a terminal and NO_COLOR is unset or empty (and TERM is not "dumb"). */
bool hr_wants_colour(FILE *stream);

/* Prints "harrier: message", the details and "hint: …" to standard error; returns the exit code for the error's kind. */
int hr_report_error(const struct hr_error *error);

/* Prints "harrier COMMAND: message" and where help is to be found; returns HR_EXIT_USAGE. */
int hr_usage_error(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
