/* The command line of `harrier gen`. */
#include "app/app.h"
#include "app/arguments.h"
#include "app/gen_internal.h"
#include "base/bug.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
	"usage: harrier gen [OPTION…] --header FILE.h… [SOURCE.c…] [-- COMPILER AND LINKER FLAGS]\n"
	"       harrier gen [OPTION…] --header FILE.h… -p BUILD [-- FLAGS]\n"
	"\n"
	"Searches the library for failures: makes sequences of calls, runs them with every check, learns the rules\n"
	"of the API from what goes wrong, and keeps what is the library's own fault. What reaches new branches is\n"
	"written down as unit tests in plain C: each is compiled with the system's compiler and has passed.\n"
	"\n"
	"input: --header FILE, --tree DIR, -p/--build DIR as for 'harrier inspect'\n"
	"\n"
	"options:\n"
	"  --budget TIME     how long to search: 60s by default; s, m and h are known\n"
	"  --calls N         how many calls to make instead: then the same seed finds the same\n"
	"  --sequences N     how many sequences to make instead: alike\n"
	"  --seed N          where random choices begin; 1 by default\n"
	"  --length N        at most so many calls in a sequence\n"
	"  --jobs N          workers; one per core by default\n"
	"  --out DIR         where everything goes; harrier-out by default; one run at a time\n"
	"  --resume          go on where the last run in that folder ended\n"
	"  --contracts FILE  rules of the API to begin with, beside those in the output folder\n"
	"  --with FILE.c     your own functions: conditions and checks of calls, makers, observers (docs/extras.md)\n"
	"  --strategy NAME   how sequences are chosen: portfolio (the others in turns, by what they find) by default,\n"
	"                    random, guided\n"
	"  --parts LIST      what guides the guided strategy: names with commas between, of constants, impurity, elephant,\n"
	"                    detective, orienteering, bloodhound; all; none; -NAME: the usual ones without it. The usual\n"
	"                    ones are the first four\n"
	"  --fail-alloc[=HOW]\n"
	"                    allocations that fail: tests (calls are tested without memory; what breaks then is only counted)\n"
	"                    by default, failures (and looked into; --fail-alloc alone means that), never\n"
	"  --hangs           calls that do not end are failures, too\n"
	"  --no-contract=NAME\n"
	"                    do not hold the library to this contract; --no-contract=help lists them\n"
	"  --framework NAME  what tests are written for: plain (no dependency, TAP output) by default, cmocka, check,\n"
	"                    criterion, unity\n"
	"  --tests N         at most so many tests; as many as it takes by default\n"
	"  --certify=LEVEL   how much is tried before a test counts: quick, default (at most as long as the search) or\n"
	"                    thorough\n"
	"  --kept-coverage   measure as well what all sequences that were kept cover, not only the suite\n"
	"  --json            the summary as JSON\n"
	"  -h, --help        this text\n"
	"\n"
	"example:\n"
	"  harrier gen --budget 20s --header list.h list.c; make -C harrier-out/tests\n"
	"\n"
	"exit codes: 0 no failures, 1 failures were found, 2 wrong command line, 3 the input cannot be used, 4 internal\n"
	"error\n";

enum {
	OPTION_OUT = HR_OPTION_OWN,
	OPTION_BUDGET,
	OPTION_CALLS,
	OPTION_SEQUENCES,
	OPTION_SEED,
	OPTION_LENGTH,
	OPTION_JOBS,
	OPTION_RESUME,
	OPTION_CONTRACTS,
	OPTION_STRATEGY,
	OPTION_PARTS,
	OPTION_FAIL_ALLOC,
	OPTION_HANGS,
	OPTION_NO_CONTRACT,
	OPTION_TESTS,
	OPTION_FRAMEWORK,
	OPTION_CERTIFY,
	OPTION_KEPT_COVERAGE,
	OPTION_JSON
};

static const struct option options[] = {
	HR_INPUT_OPTIONS,
	{ "out", required_argument, NULL, OPTION_OUT },
	{ "budget", required_argument, NULL, OPTION_BUDGET },
	{ "calls", required_argument, NULL, OPTION_CALLS },
	{ "sequences", required_argument, NULL, OPTION_SEQUENCES },
	{ "seed", required_argument, NULL, OPTION_SEED },
	{ "length", required_argument, NULL, OPTION_LENGTH },
	{ "jobs", required_argument, NULL, OPTION_JOBS },
	{ "resume", no_argument, NULL, OPTION_RESUME },
	{ "contracts", required_argument, NULL, OPTION_CONTRACTS },
	{ "strategy", required_argument, NULL, OPTION_STRATEGY },
	{ "parts", required_argument, NULL, OPTION_PARTS },
	{ "fail-alloc", optional_argument, NULL, OPTION_FAIL_ALLOC },
	{ "hangs", no_argument, NULL, OPTION_HANGS },
	{ "no-contract", required_argument, NULL, OPTION_NO_CONTRACT },
	{ "tests", required_argument, NULL, OPTION_TESTS },
	{ "framework", required_argument, NULL, OPTION_FRAMEWORK },
	{ "certify", required_argument, NULL, OPTION_CERTIFY },
	{ "kept-coverage", no_argument, NULL, OPTION_KEPT_COVERAGE },
	{ "json", no_argument, NULL, OPTION_JSON },
	{ NULL, 0, NULL, 0 },
};

static bool take_count(uint64_t *out, const char *option, const char *argument, long most)
{
	long number;
	if (!hr_argument_number(&number, "gen", option, argument, 1, most))
		return false;
	*out = (uint64_t)number;
	return true;
}

static bool take_seed(struct hr_gen *gen, const char *argument)
{
	long number;
	if (!hr_argument_number(&number, "gen", "--seed", argument, 0, LONG_MAX))
		return false;
	gen->options.seed = (uint64_t)number;
	return true;
}

static bool take_length(struct hr_gen *gen, const char *argument)
{
	long number;
	if (!hr_argument_number(&number, "gen", "--length", argument, 1, 1000))
		return false;
	gen->options.length = (unsigned)number;
	return true;
}

/* Contracts that can be left out: ways to fail, and idioms. */
static void list_contracts(void)
{
	printf("ways to fail:");
	for (int i = HR_WAY_NONE + 1; i < HR_WAY_COUNT; i++)
		printf(" %s", hr_way_name((enum hr_way)i));
	printf("\ncontracts of values:");
	for (int i = 0; i < HR_IDIOM_KIND_COUNT; i++)
		printf(" %s", hr_idiom_name((enum hr_idiom_kind)i));
	printf("\n");
}

static bool take_no_contract(struct hr_gen *gen, const char *name)
{
	enum hr_idiom_kind idiom;
	bool is_known = hr_idiom_find_name(&idiom, name);
	if (is_known)
		gen->options.idioms &= ~(1u << idiom);
	for (int i = HR_WAY_NONE + 1; i < HR_WAY_COUNT; i++) {
		if (strcmp(name, hr_way_name((enum hr_way)i)) != 0)
			continue;
		gen->options.ways &= ~(1u << i);
		is_known = true;
	}
	if (!is_known)
		hr_usage_error("gen", "no contract is called '%s'; --no-contract=help lists them", name);
	return is_known;
}

static bool take_framework(struct hr_gen *gen, const char *name)
{
	struct hr_strbuf known = HR_STRBUF_INIT;
	gen->framework = hr_framework_named(name);
	for (size_t i = 0; i < hr_framework_count; i++)
		hr_strbuf_addf(&known, "%s%s", i ? ", " : "", hr_frameworks[i]->name);
	if (!gen->framework)
		hr_usage_error("gen", "no framework is called '%s'; there are %s", name, known.data);
	hr_strbuf_release(&known);
	return gen->framework != NULL;
}

static bool take_certify(struct hr_gen *gen, const char *name)
{
	static const char *const names[] = {
		[HR_CERTIFY_QUICK] = "quick", [HR_CERTIFY_DEFAULT] = "default", [HR_CERTIFY_THOROUGH] = "thorough"
	};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0) {
			gen->certify = (enum hr_certify_level)i;
			return true;
		}
	hr_usage_error("gen", "--certify takes quick, default or thorough, not '%s'", name);
	return false;
}

static bool take_fail_alloc(struct hr_gen *gen, const char *name)
{
	static const char *const names[] = {
		[HR_FAIL_ALLOC_AIMED] = "tests", [HR_FAIL_ALLOC_ANYWHERE] = "failures", [HR_FAIL_ALLOC_NEVER] = "never"
	};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0) {
			gen->options.fail_alloc = (enum hr_fail_alloc)i;
			return true;
		}
	hr_usage_error("gen", "--fail-alloc takes tests, failures or never, not '%s'", name);
	return false;
}

static bool take_strategy(struct hr_gen *gen, const char *name)
{
	struct hr_strbuf known = HR_STRBUF_INIT;
	for (size_t i = 0; i < hr_strategy_count; i++) {
		hr_strbuf_addf(&known, "%s%s", i ? ", " : "", hr_strategies[i]->name);
		if (strcmp(name, hr_strategies[i]->name) == 0)
			gen->options.strategy = hr_strategies[i];
	}
	bool is_known = gen->options.strategy && strcmp(name, gen->options.strategy->name) == 0;
	if (!is_known)
		hr_usage_error("gen", "no strategy is called '%s'; there are %s", name, known.data);
	hr_strbuf_release(&known);
	return is_known;
}

static bool take_parts(struct hr_gen *gen, const char *list)
{
	struct hr_strbuf known = HR_STRBUF_INIT;
	const char *unknown;
	unsigned parts;
	for (unsigned i = 0; i < HR_PART_COUNT; i++)
		hr_strbuf_addf(&known, "%s%s", i ? ", " : "", hr_part_name(i));
	bool is_known = hr_parts_read(&parts, list, &unknown);
	if (is_known)
		gen->options.without = HR_PARTS_ALL & ~parts;
	else
		hr_usage_error("gen", "--parts takes all, none, or some of %s; not '%.*s'", known.data,
			       (int)strcspn(unknown, ","), unknown);
	hr_strbuf_release(&known);
	return is_known;
}

static bool take_option(void *context, int option, const char *argument)
{
	struct hr_gen *gen = context;
	switch (option) {
	case OPTION_OUT:
		gen->out = argument;
		return true;
	case OPTION_BUDGET:
		return hr_argument_time(&gen->options.seconds, "gen", "--budget", argument);
	case OPTION_CALLS:
		return take_count(&gen->options.calls, "--calls", argument, 1000000000000);
	case OPTION_SEQUENCES:
		return take_count(&gen->options.sequences, "--sequences", argument, 1000000000000);
	case OPTION_SEED:
		return take_seed(gen, argument);
	case OPTION_LENGTH:
		return take_length(gen, argument);
	case OPTION_JOBS:
		return hr_argument_number(&gen->jobs, "gen", "--jobs", argument, 1, 64);
	case OPTION_RESUME:
		gen->is_resumed = true;
		return true;
	case OPTION_CONTRACTS:
		gen->contracts = argument;
		return true;
	case OPTION_STRATEGY:
		return take_strategy(gen, argument);
	case OPTION_PARTS:
		return take_parts(gen, argument);
	case OPTION_FAIL_ALLOC:
		return take_fail_alloc(gen, argument ? argument : "failures");
	case OPTION_HANGS:
		gen->options.hangs = true;
		return true;
	case OPTION_NO_CONTRACT:
		gen->list_contracts = gen->list_contracts || strcmp(argument, "help") == 0;
		return strcmp(argument, "help") == 0 || take_no_contract(gen, argument);
	case OPTION_TESTS:
		return hr_argument_number(&gen->most_tests, "gen", "--tests", argument, 1, 10000);
	case OPTION_FRAMEWORK:
		return take_framework(gen, argument);
	case OPTION_CERTIFY:
		return take_certify(gen, argument);
	case OPTION_KEPT_COVERAGE:
		gen->wants_kept = true;
		return true;
	case OPTION_JSON:
		gen->json = true;
		return true;
	default:
		HR_BUG("option %d has no meaning", option);
	}
}

static enum hr_parsed parse(struct hr_gen *gen, int argc, char **argv)
{
	struct hr_arguments arguments = {
		.command = "gen",
		.options = options,
		.input = &gen->input,
		.take = take_option,
		.context = gen,
	};
	enum hr_parsed result = hr_arguments_parse(&arguments, argc, argv);
	if (result == HR_PARSED && !gen->list_contracts && !gen->input.headers.count) {
		hr_usage_error("gen", "no header given: --header FILE names the public header");
		return HR_PARSED_WRONG;
	}
	return result;
}

int hr_gen_options(struct hr_gen *gen, int argc, char **argv)
{
	memset(gen, 0, sizeof *gen);
	gen->out = "harrier-out";
	gen->options.seed = 1;
	gen->options.without = HR_PARTS_ALL & ~HR_PARTS_DEFAULT;
	gen->options.idioms = ~0u;
	gen->options.ways = ~0u;
	gen->most_tests = 0;
	gen->framework = &hr_framework_plain;
	hr_strbuf_init(&gen->tests_problem);
	hr_strbuf_init(&gen->tests_edited);
	gen->certify = HR_CERTIFY_DEFAULT;
	switch (parse(gen, argc, argv)) {
	case HR_PARSED_HELP:
		fputs(help, stdout);
		return HR_EXIT_FINE + 1;
	case HR_PARSED_WRONG:
		return HR_EXIT_USAGE + 1;
	case HR_PARSED:
		break;
	}
	if (gen->list_contracts) {
		list_contracts();
		return HR_EXIT_FINE + 1;
	}
	if (!(gen->options.seconds > 0) && !gen->options.calls && !gen->options.sequences)
		gen->options.seconds = 60;
	return 0;
}
