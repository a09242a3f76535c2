/* `harrier mutate`: what a suite of tests would notice. */
#include "app/app.h"
#include "app/arguments.h"
#include "app/mutate_internal.h"
#include "base/file.h"

#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
	"usage: harrier mutate [OPTION…] SUITE\n"
	"       harrier mutate [OPTION…] --build COMMAND --run COMMAND… SOURCE…\n"
	"\n"
	"Tells how much a suite of tests would notice. The library's code is changed in small ways, one at a time: another\n"
	"operator, a condition that always holds, a call or a store left out, another result. A test that fails then\n"
	"*kills* that mutant; one that no test kills shows what could break without anybody noticing.\n"
	"\n"
	"SUITE is a folder that 'harrier gen' wrote (harrier-out, or harrier-out/tests). Any other suite is told by how it is\n"
	"built and run, in the project's folder; SOURCE are the library's files or folders, which are to be changed. All this\n"
	"happens in a copy: nothing of yours is touched. All mutants are compiled at once, into one set of objects, by\n"
	"standing in for the compilers that the build calls by name; tests run behind a fence. What it came to is noted in the\n"
	"campaign.db beside such a folder, for 'harrier report'.\n"
	"\n"
	"options:\n"
	"  --build COMMAND    builds the library and its tests, in a copy of the project; must compile it anew, so begin with\n"
	"                     'make clean' where it was built before\n"
	"  --run COMMAND      runs tests, in the same place: exit code 0 when they pass. Give it several times to have a\n"
	"                     test for each: mutants are run only with tests that reach them\n"
	"  --project DIR      the folder that is copied; the current one by default\n"
	"  --mutants N        only so many, chosen by chance; all by default\n"
	"  --seed N           for that choice; 1 by default\n"
	"  --budget TIME      no longer than that (60s, 2m, 1h) for running mutants; those that are left are told as not run\n"
	"  --survivors N|all  list so many surviving mutants; 20 by default\n"
	"  --fail-under PERCENT\n"
	"                     exit code 1 when less is killed\n"
	"  --json             all that is known, as JSON\n"
	"  -h, --help         this text\n"
	"\n"
	"examples:\n"
	"  harrier mutate harrier-out\n"
	"  harrier mutate --build 'make clean all' --run ./test-list list.c\n"
	"  harrier mutate --build 'cmake -B b && cmake --build b' --run 'cd b && ctest' --mutants 300 src/\n"
	"\n"
	"exit codes: 0 fine, 1 less was killed than --fail-under wants, 2 wrong command line, 3 the suite does not build,\n"
	"or fails without any mutant, 4 internal error\n";

enum {
	OPTION_BUILD = HR_OPTION_OWN,
	OPTION_RUN,
	OPTION_PROJECT,
	OPTION_MUTANTS,
	OPTION_SEED,
	OPTION_BUDGET,
	OPTION_SURVIVORS,
	OPTION_LEAST,
	OPTION_JSON,
};

static const struct option options[] = {
	{ "build", required_argument, NULL, OPTION_BUILD },
	{ "run", required_argument, NULL, OPTION_RUN },
	{ "project", required_argument, NULL, OPTION_PROJECT },
	{ "mutants", required_argument, NULL, OPTION_MUTANTS },
	{ "seed", required_argument, NULL, OPTION_SEED },
	{ "budget", required_argument, NULL, OPTION_BUDGET },
	{ "survivors", required_argument, NULL, OPTION_SURVIVORS },
	{ "fail-under", required_argument, NULL, OPTION_LEAST },
	{ "json", no_argument, NULL, OPTION_JSON },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

static bool take_percent(double *out, const char *text)
{
	char *end;
	*out = strtod(text, &end);
	if (end != text && !*end && *out >= 0 && *out <= 100)
		return true;
	hr_usage_error("mutate", "--fail-under wants a number from 0 to 100, not '%s'", text);
	return false;
}

static bool take_option(struct hr_mutation *mutation, int option, const char *argument)
{
	switch (option) {
	case OPTION_BUILD:
		mutation->build = argument;
		return true;
	case OPTION_RUN:
		hr_vec_push(&mutation->runs, argument);
		return true;
	case OPTION_PROJECT:
		mutation->project = argument;
		return true;
	case OPTION_MUTANTS:
		return hr_argument_number(&mutation->most, "mutate", "--mutants", argument, 1, INT_MAX);
	case OPTION_SEED:
		return hr_argument_number(&mutation->seed, "mutate", "--seed", argument, 0, LONG_MAX);
	case OPTION_BUDGET:
		return hr_argument_time(&mutation->budget, "mutate", "--budget", argument);
	case OPTION_SURVIVORS:
		mutation->survivors = -1;
		return strcmp(argument, "all") == 0 ||
		       hr_argument_number(&mutation->survivors, "mutate", "--survivors", argument, 0, INT_MAX);
	case OPTION_LEAST:
		return take_percent(&mutation->least, argument);
	default:
		mutation->json = true;
		return true;
	}
}

/* harrier-out stands for harrier-out/tests. */
static const char *find_suite(struct hr_mutation *mutation, const char *folder)
{
	const char *inner = hr_arena_printf(&mutation->arena, "%s/tests", folder);
	const char *makefile = hr_arena_printf(&mutation->arena, "%s/Makefile", inner);
	return hr_path_is_file(makefile) ? inner : folder;
}

/* What is left of the command line: a suite, or sources. */
static int take_words(struct hr_mutation *mutation, int count, char **words)
{
	bool is_others = mutation->build || mutation->runs.count;
	if (is_others && (!mutation->build || !mutation->runs.count))
		return hr_usage_error("mutate",
				      "%s is missing: --build tells how tests are made, --run how they are run",
				      mutation->build ? "--run" : "--build");
	if (is_others && !count)
		return hr_usage_error("mutate",
				      "no sources given: name the library's files or folders, which are to be changed");
	if (!is_others && !count)
		return hr_usage_error(
			"mutate", "no suite given: name a folder that 'harrier gen' wrote, or give --build and --run");
	if (!is_others && mutation->project)
		return hr_usage_error("mutate", "--project goes with --build and --run");
	int first = is_others ? 0 : 1;
	if (!is_others)
		mutation->suite = find_suite(mutation, words[0]);
	else if (!mutation->project)
		mutation->project = ".";
	for (int i = first; i < count; i++)
		hr_vec_push(&mutation->sources, words[i]);
	return 0;
}

/* 0: go on; else the code to exit with, plus one. */
static int parse(struct hr_mutation *mutation, int argc, char **argv)
{
	HR_VEC(char *) words = HR_VEC_INIT;
	hr_vec_push(&words, (char *)"harrier mutate");
	for (int i = 0; i < argc; i++)
		hr_vec_push(&words, argv[i]);
	hr_vec_push(&words, NULL);
	int code = 0;
	optind = 0; /* from the beginning, whoever parsed before */
	opterr = 0;
	for (int option; !code && (option = getopt_long(argc + 1, words.data, ":h", options, NULL)) != -1;) {
		if (option == 'h') {
			fputs(help, stdout);
			code = HR_EXIT_FINE + 1;
		} else if (option == ':') {
			code = hr_usage_error("mutate", "'%s' needs a value", words.data[optind - 1]) + 1;
		} else if (option == '?') {
			code = hr_usage_error("mutate", "unknown option '%s'", words.data[optind - 1]) + 1;
		} else if (!take_option(mutation, option, optarg)) {
			code = HR_EXIT_USAGE + 1;
		}
	}
	if (!code) {
		code = take_words(mutation, argc + 1 - optind, words.data + optind);
		code = code ? code + 1 : 0;
	}
	hr_vec_release(&words);
	return code;
}

static int check_folder(const struct hr_mutation *mutation, struct hr_error *error)
{
	const char *folder = mutation->suite ? mutation->suite : mutation->project;
	if (!hr_path_is_directory(folder))
		return hr_fail(error, HR_ERROR_INPUT, "no such folder: '%s'", folder);
	char *makefile = hr_path_join(folder, "Makefile");
	bool is_there = hr_path_is_file(makefile);
	free(makefile);
	if (mutation->suite && !is_there) {
		hr_fail(error, HR_ERROR_INPUT, "'%s' is no suite that 'harrier gen' wrote: there is no Makefile",
			folder);
		hr_strbuf_addstr(&error->hint, "for any other suite, give --build and --run");
		return -1;
	}
	return 0;
}

void hr_mutation_release(struct hr_mutation *mutation)
{
	if (mutation->directory)
		hr_directory_remove(mutation->directory);
	if (mutation->runs_in)
		hr_directory_remove(mutation->runs_in);
	free(mutation->directory);
	free(mutation->runs_in);
	free(mutation->work);
	for (size_t i = 0; i < mutation->results.count; i++) {
		hr_vec_release(&mutation->results.data[i].tests);
		hr_vec_release(&mutation->results.data[i].moved);
	}
	hr_vec_release(&mutation->results);
	hr_vec_release(&mutation->tests);
	hr_vec_release(&mutation->runs);
	hr_vec_release(&mutation->sources);
	hr_vec_release(&mutation->failing);
	hr_map_release(&mutation->mutant_by_point);
	hr_map_release(&mutation->mutant_by_id);
	hr_strbuf_release(&mutation->refused);
	hr_mutants_release(&mutation->mutants);
	hr_arena_release(&mutation->arena);
}

static void show_step(const char *what)
{
	if (isatty(STDERR_FILENO) == 1)
		fprintf(stderr, "\r\033[K%s", what);
}

static int run(struct hr_mutation *mutation)
{
	struct hr_error error = HR_ERROR_INIT;
	int code = HR_EXIT_FINE;
	int status = check_folder(mutation, &error);
	show_step("building with mutants");
	if (!status)
		status = hr_mutation_build(mutation, &error);
	mutation->lanes = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
	show_step("running the tests");
	if (!status)
		status = hr_mutation_find_tests(mutation, &error);
	if (!status)
		status = hr_mutation_optimise(mutation, &error);
	if (!status)
		status = hr_mutation_run(mutation, &error);
	hr_progress_clear();
	if (status)
		code = hr_report_error(&error);
	else
		(mutation->json ? hr_mutation_tell_json : hr_mutation_tell)(mutation);
	if (!status && hr_mutation_store(mutation, &error)) /* what was asked for is told all the same */
		fprintf(stderr, "harrier: not noted for reports: %s\n", error.message.data);
	if (!status && mutation->least >= 0 && hr_mutation_score(mutation) < mutation->least)
		code = HR_EXIT_FAILURES;
	hr_error_release(&error);
	return code;
}

int hr_command_mutate(int argc, char **argv)
{
	struct hr_mutation mutation = HR_MUTATION_INIT;
	int code = parse(&mutation, argc, argv);
	code = code ? code - 1 : run(&mutation);
	hr_mutation_release(&mutation);
	return code;
}
