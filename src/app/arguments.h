/* The command line of the commands that read a library: their own options, the input, and the compiler's flags behind "--". */
#ifndef HR_APP_ARGUMENTS_H
#define HR_APP_ARGUMENTS_H

#include "frontend/frontend.h"

#include <getopt.h>
#include <stdbool.h>

enum hr_parsed { HR_PARSED, HR_PARSED_HELP, HR_PARSED_WRONG };

/* Codes of the options that every such command has; its own start at HR_OPTION_OWN. */
enum { HR_OPTION_HEADER = 256, HR_OPTION_TREE, HR_OPTION_WITH, HR_OPTION_OWN };

/* To stand in every table of options. */
#define HR_INPUT_OPTIONS                                              \
	{ "header", required_argument, NULL, HR_OPTION_HEADER },      \
		{ "tree", required_argument, NULL, HR_OPTION_TREE },  \
		{ "with", required_argument, NULL, HR_OPTION_WITH },  \
		{ "build", required_argument, NULL, 'p' },            \
	{                                                             \
		"help", no_argument, NULL, 'h'                        \
	}

struct hr_arguments {
	const char *command;          /* "inspect", for messages */
	const struct option *options; /* HR_INPUT_OPTIONS and the command's own; ends with zeros */
	struct hr_input *input;       /* filled; the vectors are released with hr_input_release */
	/* Takes an option of the command's own; false after a message when its argument is wrong. */
	bool (*take)(void *context, int option, const char *argument);
	/* Takes a word that is no option; true: it was the command's own; false: a header or a source. NULL: all are those. */
	bool (*take_word)(void *context, const char *word);
	void *context;
};

/* Parses; what is wrong is said on standard error. */
enum hr_parsed hr_arguments_parse(const struct hr_arguments *arguments, int argc, char **argv);

/* A whole number between `least` and `most`; false after a message. */
bool hr_argument_number(long *out, const char *command, const char *option, const char *text, long least, long most);

/* A time with its unit: 90s, 2m, 1h, 0.5s; false after a message. */
bool hr_argument_time(double *out, const char *command, const char *option, const char *text);

void hr_input_release(struct hr_input *input);

/* Shows what is being done while the library is read, on a terminal. */
void hr_input_show_progress(struct hr_input *input);
void hr_progress_clear(void);

#endif
