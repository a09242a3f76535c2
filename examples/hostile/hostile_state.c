/* Calls that return as if nothing were, and leave something in disorder for whoever comes next: variables, libc's state, the processor's. */
#include "hostile_internal.h"

#include <errno.h>
#include <fenv.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

/* ---- its own ---- */

struct entry {
	char *key;
	long value;
	struct entry *next;
};

static struct entry *cache;
static long table[64];
static int (*method)(int);
static _Thread_local long in_thread;

/* Remembers what it was asked: 1 the first time in a process that keeps nothing. */
long hostile_cache(const char *key)
{
	for (struct entry *entry = cache; entry; entry = entry->next)
		if (strcmp(entry->key, key) == 0)
			return ++entry->value;
	struct entry *entry = malloc(sizeof *entry);
	if (!entry)
		return -1;
	*entry = (struct entry){ strdup(key), 1, cache };
	cache = entry;
	in_thread++;
	return in_thread;
}

/* Its own globals as if somebody had written over them; the next call would fault. */
long hostile_corrupt_globals(void)
{
	memset(table, 0x41, sizeof table);
	cache = (struct entry *)(uintptr_t)0x4141414141414141;
	method = (int (*)(int))(uintptr_t)0x4141414141414141;
	in_thread = 0x4141;
	return table[5] == 0x4141414141414141;
}

long hostile_use_globals(int number)
{
	return method ? method(number) : table[number & 63];
}

long hostile_overflow_global(int index)
{
	volatile long *element = table;
	element[index] = 1;
	return element[0];
}

/* ---- libc's ---- */

long hostile_locale(void)
{
	setlocale(LC_ALL, "de_DE.UTF-8");
	setlocale(LC_NUMERIC, "fr_FR.UTF-8");
	uselocale(LC_GLOBAL_LOCALE);
	return setlocale(LC_ALL, "C") != NULL;
}

long hostile_environment(void)
{
	setenv("HOME", "/nonexistent", 1);
	setenv("LD_PRELOAD", "/nonexistent.so", 1);
	unsetenv("PATH");
	putenv("TZ=Mars/Olympus");
	return getenv("HOME") != NULL;
}

long hostile_environment_gone(void)
{
	static char *none[] = { NULL };
	clearenv();
	environ = none;
	return getenv("HOME") == NULL;
}

long hostile_environment_garbage(void)
{
	environ = (char **)(uintptr_t)0x4141414141414141;
	return getenv("HOME") != NULL;
}

long hostile_streams(void)
{
	static char buffer[16];
	setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
	fclose(stderr);
	stdin = NULL;
	errno = 4711;
	srand(4711);
	umask(0777);
	return fclose(stdout);
}

long hostile_close_all(void)
{
	long closed = 0;
	for (int i = 0; i < 1024; i++)
		closed += close(i) == 0;
	return closed;
}

long hostile_chdir(const char *path)
{
	return chdir(path);
}

/* ---- the processor's ---- */

long hostile_rounding(void)
{
	fesetround(FE_UPWARD);
	return fegetround() == FE_UPWARD;
}

/* Rounds down, takes small numbers for 0, and traps on every operation that is not exact. */
long hostile_rounding_assembly(void)
{
	uint32_t mode = 0x0000a040;
	uint16_t word = 0x0c3f | 0x0400;
	__asm__ volatile("ldmxcsr %0; fldcw %1" : : "m"(mode), "m"(word));
	return 0;
}

/* Every register of the old floating-point unit taken: the next load gives a NaN. */
long hostile_float_stack(void)
{
	__asm__ volatile("fld1; fld1; fld1; fld1; fld1; fld1; fld1; fld1");
	return 0;
}

/* Copies run backwards. */
long hostile_direction(void)
{
	__asm__ volatile("std" : : : "cc");
	return 0;
}

/* Every access that is not aligned is a SIGBUS. */
long hostile_alignment_check(void)
{
	__asm__ volatile("pushfq; orq $0x40000, (%%rsp); popfq" : : : "memory", "cc");
	return 0;
}

/* The thread's own variables are elsewhere: libc's and the runtime's too. */
long hostile_thread_pointer(void)
{
	static unsigned char elsewhere[1 << 14] __attribute__((aligned(64)));
	uintptr_t block = (uintptr_t)elsewhere + sizeof elsewhere / 2;
	ARMED_ONLY();
	hostile_poke(block, block);
	__asm__ volatile("wrfsbase %0" : : "r"(block) : "memory");
	return 0;
}

long hostile_other_base(void)
{
	__asm__ volatile("wrgsbase %0" : : "r"((uintptr_t)0x41414141) : "memory");
	return 0;
}

/* A selector of nothing in the data segment registers. */
long hostile_segments(void)
{
	__asm__ volatile("movl %0, %%ds; movl %0, %%es; movl %0, %%fs; movl %0, %%gs" : : "r"(0) : "memory");
	return 0;
}
