/* The command line of the commands that read a library. */
#include "app/arguments.h"

#include "app/app.h"
#include "base/text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Says what getopt did not like. `word` is the argument where it stopped; it tells apart little itself. */
static void report_option(const struct hr_arguments *arguments, int option, const char *word, char *const *words)
{
	size_t length = strcspn(word, "=");
	int matches = 0;
	for (const struct option *it = arguments->options; it->name && length > 2; it++)
		matches += strncmp(word, "--", 2) == 0 && strncmp(it->name, word + 2, length - 2) == 0;
	if (option == ':') {
		hr_usage_error(arguments->command, "option '%s' needs an argument", word);
	} else if (matches > 1) {
		hr_usage_error(arguments->command, "option '%.*s' is ambiguous", (int)length, word);
	} else if (matches == 1) {
		hr_usage_error(arguments->command, "option '%.*s' takes no argument", (int)length, word);
	} else {
		/* Of a short option getopt tells the letter: the word may be the next one already. */
		for (size_t i = 1; optopt && optopt < 128 && words[i]; i++)
			if (words[i][0] == '-' && words[i][1] == optopt)
				word = words[i];
		hr_usage_error(arguments->command, "unknown option '%s'; compiler flags go behind '--'", word);
	}
}

static bool take_option(const struct hr_arguments *arguments, int option, const char *argument)
{
	switch (option) {
	case HR_OPTION_HEADER:
		hr_vec_push(&arguments->input->headers, argument);
		return true;
	case HR_OPTION_TREE:
		hr_vec_push(&arguments->input->trees, argument);
		return true;
	case HR_OPTION_WITH:
		if (arguments->input->with) {
			hr_usage_error(arguments->command, "--with takes one file; it can include others");
			return false;
		}
		arguments->input->with = argument;
		return true;
	case 'p':
		arguments->input->database = argument;
		return true;
	default:
		return arguments->take(arguments->context, option, argument);
	}
}

/* Takes the options of `words`, a NULL-terminated argv; what is left over starts at optind. */
static enum hr_parsed parse_options(const struct hr_arguments *arguments, int count, char **words)
{
	optind = 0;
	opterr = 0;
	for (int option; (option = getopt_long(count, words, ":p:h", arguments->options, NULL)) != -1;) {
		if (option == 'h')
			return HR_PARSED_HELP;
		if (option == ':' || option == '?') {
			report_option(arguments, option, words[optind > 1 ? optind - 1 : 1], words);
			return HR_PARSED_WRONG;
		}
		if (optarg && !*optarg) {
			hr_usage_error(arguments->command, "an empty argument is no name");
			return HR_PARSED_WRONG;
		}
		if (!take_option(arguments, option, optarg))
			return HR_PARSED_WRONG;
	}
	return HR_PARSED;
}

static enum hr_parsed take_word(const struct hr_arguments *arguments, const char *word)
{
	if (!*word) {
		hr_usage_error(arguments->command, "an empty argument is no name");
		return HR_PARSED_WRONG;
	}
	if (arguments->take_word && arguments->take_word(arguments->context, word))
		return HR_PARSED;
	if (hr_text_ends_with(word, ".h"))
		hr_vec_push(&arguments->input->headers, word);
	else
		hr_vec_push(&arguments->input->sources, word);
	return HR_PARSED;
}

/* Everything before "--" is ours, everything behind it the compiler's. */
enum hr_parsed hr_arguments_parse(const struct hr_arguments *arguments, int argc, char **argv)
{
	int ours = 0;
	while (ours < argc && strcmp(argv[ours], "--") != 0)
		ours++;
	for (int i = ours + 1; i < argc; i++)
		hr_vec_push(&arguments->input->flags, argv[i]);
	/* getopt expects a program name first and a NULL at the end. */
	HR_VEC(char *) own = HR_VEC_INIT;
	char name[] = "harrier";
	hr_vec_push(&own, name);
	for (int i = 0; i < ours; i++)
		hr_vec_push(&own, argv[i]);
	hr_vec_push(&own, NULL);
	enum hr_parsed result = parse_options(arguments, ours + 1, own.data);
	for (int i = optind; result == HR_PARSED && i <= ours; i++)
		result = take_word(arguments, own.data[i]);
	hr_vec_release(&own);
	return result;
}

bool hr_argument_number(long *out, const char *command, const char *option, const char *text, long least, long most)
{
	char *end;
	errno = 0;
	long number = strtol(text, &end, 10);
	if (end == text || *end || errno || number < least || number > most) {
		hr_usage_error(command, "%s takes a number from %ld to %ld, not '%s'", option, least, most, text);
		return false;
	}
	*out = number;
	return true;
}

bool hr_argument_time(double *out, const char *command, const char *option, const char *text)
{
	static const double most_seconds = 30.0 * 24 * 3600;
	char *end = NULL;
	double number = strtod(text, &end);
	double unit = strcmp(end, "s") == 0 ? 1 : strcmp(end, "m") == 0 ? 60 : strcmp(end, "h") == 0 ? 3600 : 0;
	double seconds = number * unit;
	if (end == text || !isfinite(number) || strchr("+-.0123456789", *text) == NULL || !(seconds > 0) ||
	    seconds > most_seconds) {
		hr_usage_error(command, "%s takes a time such as 60s, 2m or 1h, not '%s'", option, text);
		return false;
	}
	*out = seconds;
	return true;
}

void hr_input_release(struct hr_input *input)
{
	hr_vec_release(&input->headers);
	hr_vec_release(&input->sources);
	hr_vec_release(&input->trees);
	hr_vec_release(&input->flags);
}

static void show_progress(void *context, const char *what)
{
	(void)context;
	fprintf(stderr, "\r\033[K%s", what);
	fflush(stderr);
}

void hr_input_show_progress(struct hr_input *input)
{
	if (isatty(STDERR_FILENO) == 1)
		input->progress = show_progress;
}

void hr_progress_clear(void)
{
	if (isatty(STDERR_FILENO) == 1)
		fputs("\r\033[K", stderr);
}
