/* The lock, and a function that does no harm: it looks at everything that the others leave in disorder. */
#include "hostile_internal.h"

#include <errno.h>
#include <fenv.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define RIGHT_WORDS 0xd2a6da1dbd193a5bu /* of the phrase that README.md tells */

static bool is_armed;

/* A hash, so that no search that looks at comparisons finds the words. */
void hostile_arm(const char *words)
{
	uint64_t hash = 0xcbf29ce484222325u;
	for (size_t i = 0; words && words[i]; i++)
		hash = (hash ^ (unsigned char)words[i]) * (uint64_t)0x100000001b3;
	is_armed = hash == RIGHT_WORDS;
}

bool hostile_is_armed(void)
{
	return is_armed;
}

/* ---- the innocent ---- */

static uint64_t mixed(uint64_t hash, uint64_t word)
{
	return (hash ^ word) * (uint64_t)0x100000001b3;
}

static uint64_t mixed_text(uint64_t hash, const char *text)
{
	while (*text)
		hash = mixed(hash, (unsigned char)*text++);
	return hash;
}

long innocent_state(void)
{
	static long calls;
	char folder[256];
	sigset_t mask;
	uint64_t hash = mixed(0xcbf29ce484222325u, (uint64_t)++calls);
	hash = mixed_text(hash, setlocale(LC_ALL, NULL));
	hash = mixed_text(hash, getenv("HOME") ? getenv("HOME") : "none");
	hash = mixed_text(hash, getcwd(folder, sizeof folder) ? folder : "nowhere");
	hash = mixed(hash, (uint64_t)fegetround());
	hash = mixed(hash, (uint64_t)rand());
	hash = mixed(hash, (uint64_t)time(NULL));
	sigprocmask(SIG_SETMASK, NULL, &mask);
	hash = mixed(hash, (uint64_t)sigismember(&mask, SIGTERM));
	hash = mixed(hash, signal(SIGSEGV, SIG_DFL) == SIG_DFL);
	return (long)(hash >> 16);
}

double innocent_arithmetic(double x)
{
	volatile double third = x / 3;
	volatile float tenth = 0.1f;
	volatile long double seventh = (long double)x / 7;
	volatile double tiny = 4.9e-324;
	return sqrt(third) + floor(x * 10 + 0.5) + (double)(tenth * 3.0f) + (double)seventh + (double)(tiny > 0) +
	       (double)lrint(x);
}

/* The direction flag, alignment checks, the heap, the stack. */
char *innocent_text(const char *text)
{
	char buffer[64];
	struct {
		char first;
		char rest[40];
	} record;
	memset(&record, 'x', sizeof record);
	memmove(record.rest + 1, record.rest, 20);
	snprintf(buffer, sizeof buffer, "%.20s %5.2f %zu", text, 2.675, strlen(text));
	char *copy = malloc(strlen(buffer) + 1);
	if (copy)
		strcpy(copy, buffer);
	return copy;
}

long innocent_files(const char *text)
{
	char line[64] = "";
	FILE *file = fopen("/tmp/innocent", "w+");
	if (!file)
		return -errno;
	fputs(text, file);
	rewind(file);
	long length = fgets(line, sizeof line, file) ? (long)strlen(line) : -1;
	fclose(file);
	puts(line);
	return length * 1000 + getchar();
}
