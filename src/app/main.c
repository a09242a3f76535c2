/* The program's entry: finds the command and hands over to it.
 *
 * Invariant: before anything else is looked at, a compiler shim becomes the compiler (hr_capture_shim); the exit code
 * is always one of enum hr_exit, also when standard output cannot be written; a signal that asked us to end is what
 * ends us, after everybody has cleaned up. */
#include "app/app.h"
#include "app/mutate_shim.h"

#include "base/interrupt.h"

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <string.h>

#ifndef HR_VERSION
#define HR_VERSION "0.1.0"
#endif

static const struct hr_command commands[] = {
	{ "gen", "make unit tests for a library", hr_command_gen },
	{ "inspect", "show the API of a library as Harrier understands it", hr_command_inspect },
	{ "capture", "run a build and note how it compiles its sources", hr_command_capture },
	{ "replay", "run a sequence of calls and show what each one does", hr_command_replay },
	{ "minimize", "make a failing sequence small, and confirm it in plain C", hr_command_minimize },
	{ "compare", "tell what a new version of a library does otherwise than the old one", hr_command_compare },
	{ "mutate", "tell what a suite of tests would notice, by small changes of the code", hr_command_mutate },
	{ "report", "write what a campaign came to: a page, SARIF, JUnit, lcov", hr_command_report },
	{ "doctor", "tell what this machine offers and what is missing", hr_command_doctor },
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static const struct hr_command *find_command(const char *name)
{
	for (size_t i = 0; i < COMMAND_COUNT; i++) {
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	}
	return NULL;
}

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

enum { NAME_MAX_LENGTH = 31 };

/* How many letters must be put in, left out or changed to make `a` of `b`; SIZE_MAX when one is too long for a typo. */
static size_t edit_distance(const char *a, const char *b)
{
	size_t row[NAME_MAX_LENGTH + 1]; /* row[j]: the distance of the part of `a` seen so far from b[0..j) */
	size_t length = strlen(b);
	if (length > NAME_MAX_LENGTH || strlen(a) > NAME_MAX_LENGTH)
		return SIZE_MAX;
	for (size_t j = 0; j <= length; j++)
		row[j] = j;
	for (size_t i = 0; a[i] != '\0'; i++) {
		size_t diagonal = row[0];
		row[0] = i + 1;
		for (size_t j = 0; j < length; j++) {
			size_t changed = diagonal + (a[i] != b[j]);
			diagonal = row[j + 1];
			row[j + 1] = smaller(changed, smaller(diagonal, row[j]) + 1);
		}
	}
	return row[length];
}

/* The command that was probably meant: at most half of its letters wrong; NULL when none is near. */
static const char *nearest_command(const char *name)
{
	const char *nearest = NULL;
	size_t best = SIZE_MAX;
	for (size_t i = 0; i < COMMAND_COUNT; i++) {
		size_t distance = edit_distance(name, commands[i].name);
		if (distance < best && distance <= strlen(commands[i].name) / 2) {
			best = distance;
			nearest = commands[i].name;
		}
	}
	return nearest;
}

static void print_help(FILE *stream)
{
	fputs("Harrier writes unit tests for C libraries by itself.\n"
	      "\n"
	      "usage: harrier COMMAND [OPTION…] …\n"
	      "       harrier COMMAND --help\n"
	      "       harrier --help | --version\n"
	      "\n"
	      "commands:\n",
	      stream);
	for (size_t i = 0; i < COMMAND_COUNT; i++)
		fprintf(stream, "  %-9s %s\n", commands[i].name, commands[i].summary);
	fputs("\n"
	      "examples:\n"
	      "  harrier inspect list.h list.c               a library that is one header and one source\n"
	      "  harrier gen list.h list.c; make -C harrier-out/tests\n"
	      "                                              tests for it, compiled and run\n"
	      "  harrier replay crash.seq list.h list.c      a sequence of calls, with every check\n"
	      "  harrier inspect list.h list.c -- -Iinclude -DWIDE=1 -lm\n"
	      "                                              compiler and linker flags go behind --\n"
	      "  harrier capture -- make -j4                 learn sources and flags from any build,\n"
	      "  harrier inspect -p . --header list.h        then use what was learned\n"
	      "\n"
	      "exit codes:\n"
	      "  0  fine\n"
	      "  1  failures were found in the code under test; doctor: something is missing\n"
	      "  2  the command line is wrong\n"
	      "  3  the input cannot be compiled or used\n"
	      "  4  Harrier itself or the machine failed\n"
	      "\n"
	      "Colour is used on a terminal only, and never when NO_COLOR is set.\n",
	      stream);
}

static int unknown_command(const char *name)
{
	const char *nearest = nearest_command(name);
	if (nearest != NULL)
		return hr_usage_error("", "unknown command '%s'; did you mean '%s'?", name, nearest);
	return hr_usage_error("", "unknown command '%s'", name);
}

/* `harrier help` and `harrier help COMMAND`, for those who try it. */
static int run_help(int argc, char **argv)
{
	char help[] = "--help";
	char *arguments[] = { help, NULL };
	if (argc == 0) {
		print_help(stdout);
		return HR_EXIT_FINE;
	}
	const struct hr_command *command = find_command(argv[0]);
	return command != NULL ? command->run(1, arguments) : unknown_command(argv[0]);
}

static int run(int argc, char **argv)
{
	if (argc < 2)
		return hr_usage_error("", "no command given");
	const char *word = argv[1];
	const struct hr_command *command = find_command(word);
	if (command != NULL)
		return command->run(argc - 2, argv + 2);
	if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0)
		return run_help(argc - 2, argv + 2);
	if (strcmp(word, "--version") == 0) {
		printf("harrier %s\n", HR_VERSION);
		return HR_EXIT_FINE;
	}
	if (word[0] == '-')
		return hr_usage_error("", "unknown option '%s'", word);
	return unknown_command(word);
}

/* A campaign takes and gives back blocks of some 100 KB all the time: what went back to the system would be mapped and cleared again each time. */
static void keep_memory(void)
{
	mallopt(M_MMAP_THRESHOLD, 32 << 20);
	mallopt(M_TRIM_THRESHOLD, 256 << 20);
	mallopt(M_TOP_PAD, 1 << 20);
}

int main(int argc, char **argv)
{
	hr_capture_shim(argc, argv);
	hr_mutate_shim(argc, argv);
	hr_interrupt_watch();
	keep_memory();
	int code = run(argc, argv);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		fprintf(stderr, "harrier: cannot write to standard output: %s\n", strerror(errno));
		return HR_EXIT_INTERNAL;
	}
	if (code > HR_EXIT_SIGNAL)
		hr_interrupt_end(); /* a shell that runs us in a loop has to know */
	return code;
}
