/* The command line of `harrier compare`. */
#include "app/app.h"
#include "app/arguments.h"
#include "app/compare_internal.h"
#include "base/bug.h"
#include "base/file.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
	"usage: harrier compare [OPTION…] OUT\n"
	"       harrier compare [OPTION…] OUT --header FILE.h… [SOURCE.c…] [-- COMPILER AND LINKER FLAGS]\n"
	"       harrier compare [OPTION…] OLD NEW --header FILE.h… [SOURCE.c…] [-- FLAGS]\n"
	"\n"
	"Runs what 'harrier gen' kept of one version of a library with another version, and tells what the new one does\n"
	"otherwise: results, what calls leave behind, crashes; and what is gone or has changed in the API. Each difference\n"
	"is made small and written as a C program that passes with the old version and fails with the new one.\n"
	"\n"
	"OUT is the output folder of 'harrier gen' for the old version. Alone it is compared with what is now where the\n"
	"library was then; with an input, as for 'harrier gen', with that.\n"
	"OLD and NEW are the source trees of both versions; the paths of the input count from each of them, and 'harrier gen'\n"
	"is run with OLD first.\n"
	"\n"
	"options:\n"
	"  --out DIR         where differences/ goes; OUT by default, harrier-out for two source trees\n"
	"  --budget TIME     OLD NEW: how long to search; 60s by default\n"
	"  --calls N         OLD NEW: how many calls to make instead\n"
	"  --seed N          OLD NEW: where random choices begin; 1 by default\n"
	"  --jobs N          workers; one per core by default\n"
	"  --json            what was found as JSON\n"
	"  -h, --help        this text\n"
	"\n"
	"examples:\n"
	"  harrier gen --header list.h list.c; git checkout next; harrier compare harrier-out\n"
	"  harrier compare harrier-out --header ../list-2/list.h ../list-2/list.c\n"
	"  harrier compare list-1 list-2 --budget 20s --header list.h list.c -- -Iinclude\n"
	"\n"
	"exit codes: 0 no differences, 1 there are differences, 2 wrong command line, 3 the input cannot be used, 4 internal\n"
	"error\n";

enum { OPTION_OUT = HR_OPTION_OWN, OPTION_BUDGET, OPTION_CALLS, OPTION_SEED, OPTION_JOBS, OPTION_JSON };

static const struct option options[] = {
	HR_INPUT_OPTIONS,
	{ "out", required_argument, NULL, OPTION_OUT },
	{ "budget", required_argument, NULL, OPTION_BUDGET },
	{ "calls", required_argument, NULL, OPTION_CALLS },
	{ "seed", required_argument, NULL, OPTION_SEED },
	{ "jobs", required_argument, NULL, OPTION_JOBS },
	{ "json", no_argument, NULL, OPTION_JSON },
	{ NULL, 0, NULL, 0 },
};

static bool take_option(void *context, int option, const char *argument)
{
	struct hr_compare *compare = context;
	switch (option) {
	case OPTION_OUT:
		compare->out = argument;
		return true;
	case OPTION_BUDGET:
		compare->budget = argument;
		return true;
	case OPTION_CALLS:
		compare->calls = argument;
		return true;
	case OPTION_SEED:
		compare->seed = argument;
		return true;
	case OPTION_JOBS:
		return hr_argument_number(&compare->jobs, "compare", "--jobs", argument, 1, 64);
	case OPTION_JSON:
		compare->json = true;
		return true;
	default:
		HR_BUG("option %d has no meaning", option);
	}
}

static bool take_word(void *context, const char *word)
{
	struct hr_compare *compare = context;
	if (!hr_path_is_directory(word))
		return false;
	hr_vec_push(&compare->folders, word);
	return true;
}

static bool has_campaign(const char *folder)
{
	char *path = hr_path_join(folder, "campaign.db");
	bool has = hr_path_is_file(path);
	free(path);
	return has;
}

/* What is wrong with the words as they are together; NULL: nothing. */
static const char *find_wrong(const struct hr_compare *compare)
{
	bool has_input = compare->input.headers.count > 0;
	if (!compare->folders.count)
		return compare->input.sources.count && !has_input
			       ? "there is no such folder; name the output folder of 'harrier gen' for the old version"
			       : "no old version given: name the output folder of 'harrier gen', or both source trees";
	if (compare->folders.count > 2)
		return "too many folders: name the output folder of 'harrier gen', or both source trees";
	if (compare->folders.count == 2 && !has_input)
		return "no header given: --header FILE names the public header, counted from each source tree";
	if (compare->folders.count == 1 && !has_campaign(compare->folders.data[0]))
		return "that folder has no campaign.db: name the output folder of 'harrier gen', or both source trees";
	if (compare->folders.count == 1 && !has_input && (compare->input.sources.count || compare->input.database))
		return "no header given: --header FILE names the public header of the new version";
	if (compare->folders.count == 1 && (compare->budget || compare->calls || compare->seed))
		return "--budget, --calls and --seed are for two source trees: the folder has its campaign already";
	return NULL;
}

int hr_compare_options(struct hr_compare *compare, int argc, char **argv)
{
	memset(compare, 0, sizeof *compare);
	compare->output = (struct hr_output)HR_OUTPUT_INIT;
	struct hr_arguments arguments = {
		.command = "compare",
		.options = options,
		.input = &compare->input,
		.take = take_option,
		.take_word = take_word,
		.context = compare,
	};
	enum hr_parsed result = hr_arguments_parse(&arguments, argc, argv);
	if (result == HR_PARSED_HELP) {
		fputs(help, stdout);
		return HR_EXIT_FINE + 1;
	}
	const char *wrong = result == HR_PARSED ? find_wrong(compare) : NULL;
	if (wrong)
		hr_usage_error("compare", "%s", wrong);
	return result == HR_PARSED_WRONG || wrong ? HR_EXIT_USAGE + 1 : 0;
}
