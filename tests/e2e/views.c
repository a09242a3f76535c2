/* Looks at one model in many ways, for inspect.inc.sh: `harrier inspect --model MODEL …` with the words of each line of standard input, which tabs separate.
 * Every look must end with 0 and print something; the first one that does not is told, with what it said.
 *
 *     views MODEL <LINES
 *
 * Invariant: each look is the command of the program in a process of its own; only what the loader does before main, which takes longer than a
 * look, is done once for all. */
#include "app/app.h"

#include "base/interrupt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_WORDS = 8 };

/* In the child: output and messages go to these files. */
static void look(char **words, int count, int output, int messages)
{
	if (dup2(output, STDOUT_FILENO) < 0 || dup2(messages, STDERR_FILENO) < 0)
		_exit(126);
	hr_interrupt_watch();
	int code = hr_command_inspect(count, words);
	if (fflush(stdout) != 0)
		_exit(126);
	exit(code);
}

static void show(int messages)
{
	char text[4096];
	ssize_t length = pread(messages, text, sizeof text, 0);
	if (length > 0)
		fwrite(text, 1, (size_t)length, stdout);
}

/* Whether the look was as it should be. */
static int is_fine(char **words, int count)
{
	struct stat printed = { 0 };
	int status = -1, output = memfd_create("output", 0), messages = memfd_create("messages", 0);
	pid_t child = fork();
	if (child == 0)
		look(words, count, output, messages);
	int fine = child > 0 && waitpid(child, &status, 0) == child && status == 0 && fstat(output, &printed) == 0 &&
		   printed.st_size > 0;
	if (!fine) {
		printf("status %d, %lld bytes printed:", status, (long long)printed.st_size);
		for (int i = 0; i < count; i++)
			printf(" %s", words[i]);
		putchar('\n');
		show(messages);
		fflush(stdout);
	}
	close(output);
	close(messages);
	return fine;
}

int main(int argc, char **argv)
{
	char *line = NULL, option[] = "--model";
	size_t room = 0;
	if (argc != 2)
		return 2;
	setvbuf(stdin, NULL, _IONBF, 0); /* what a child has not read is not its to read */
	while (getline(&line, &room, stdin) > 0) {
		char *words[MOST_WORDS + 1] = { option, argv[1] }, *rest = line;
		int count = 2;
		line[strcspn(line, "\n")] = '\0';
		for (char *word = strsep(&rest, "\t"); word && count < MOST_WORDS; word = strsep(&rest, "\t"))
			if (*word)
				words[count++] = word;
		fflush(stdout);
		if (!is_fine(words, count))
			return 1;
	}
	free(line);
	return 0;
}
